//! What Deployments, rollouts and the agent itself tell.

use super::{pods::event, *};

#[test]
fn an_agent_that_is_deleted_waits_for_its_finalizer() {
    let deleted = |at: &str| {
        let metadata = format!("generation: 2, deletionTimestamp: {at}, finalizers: [own/finalizer]");
        diagnosed(
            |text| if text == DEPLOYMENT { String::new() } else { text.replace("generation: 2,", &format!("{metadata},")) },
            &[],
        )
    };
    holds(&deleted("2026-11-30T11:00:00Z"), "being-deleted | AgentRuntime/bot metadata.finalizers | ", "own/finalizer");
    assert!(deleted("2026-11-30T11:59:50Z").worst().is_none());
}

#[test]
fn deployments_tell_what_no_pod_tells() {
    let with = |condition: &str| {
        diagnosed(|text| text.replace("readyReplicas: 2}", &format!("readyReplicas: 1, conditions: [{{{condition}}}]}}")), &[])
    };
    let late = "type: Progressing, status: 'False', reason: ProgressDeadlineExceeded, message: timed out";
    holds(&with(late), "progress-deadline | AgentRuntime/bot spec.framework.image | ", "timed out");
    for (message, field) in [
        ("exceeded quota: q", "spec.runtime.resources"),
        ("serviceaccount \"sa\" not found", "spec.podOverrides.serviceAccountName"),
        ("no PriorityClass with name high", "spec.podOverrides.priorityClassName"),
    ] {
        let refused = format!("type: ReplicaFailure, status: 'True', reason: FailedCreate, message: '{message}'");
        holds(&with(&refused), &format!("pods-refused | AgentRuntime/bot {field} | "), message);
    }
    let none = |text: &str| if text == DEPLOYMENT { String::new() } else { text.to_owned() };
    holds(
        &diagnosed(none, &[]),
        "no-deployment | ToolRegistry/tools spec.handlers[0].auth.secretRef.name | ",
        "no Deployment bot",
    );
    let zero = diagnosed(|text| text.replace("replicas: 2", "replicas: 0").replace("readyReplicas: 2", "readyReplicas: 0"), &[]);
    holds(&zero, "no-replicas | AgentRuntime/bot spec.runtime.replicas | 1 or more", "nothing serves");
}

#[test]
fn a_change_that_nobody_notices_is_a_fault_after_a_minute() {
    let changed =
        |at: &str| diagnosed(|text| text.replace("generation: 2", "generation: 3").replace("2026-11-30T10:00:00Z", at), &[]);
    holds(
        &changed("2026-11-30T10:00:00Z"),
        "not-observed | ToolRegistry/tools spec.handlers[0].auth.secretRef.name | ",
        "operator does not run",
    );
    let fresh = changed("2026-11-30T11:59:50Z");
    assert_eq!((fresh.chains[0].gravity, fresh.worst()), (Gravity::Note, None));
}

#[test]
fn rollouts_that_stand_still() {
    let rollout = |rollout: &str, status: &str| {
        let (spec, status) =
            (format!("runtime: {{replicas: 2}}\n  rollout: {{{rollout}}}"), format!("phase: Running, rollout: {{{status}}},"));
        diagnosed(
            |text| text.replace("runtime: {replicas: 2}", &spec).replace("phase: Running,", &status),
            &[&PROVIDER.replace("gpt", "new")],
        )
    };
    let candidate = "candidate: {providerRefs: [{name: default, providerRef: {name: new}}]}";
    let active = "active: true, stepStartedAt: 2026-11-30T11:00:00Z, message: step";
    for (spec, status, expected) in [
        (
            "steps: [{setWeight: 1}], candidate: {promptPackRef: {name: p, version: 9.0.0}}",
            active,
            "candidate-unresolved | AgentRuntime/bot spec.rollout.candidate.promptPackRef | version 1.0.0",
        ),
        (
            "steps: [{setWeight: 1}], candidate: {providerRefs: [{name: default, providerRef: {name: lost}}]}",
            active,
            "provider-missing | AgentRuntime/bot spec.rollout.candidate.providerRefs | ",
        ),
        (
            &format!("steps: [{{setWeight: 1}}, {{analysis: {{templateName: check}}}}], {candidate}"),
            active,
            "analysis-missing | AgentRuntime/bot spec.rollout.steps[1].analysis.templateName | ",
        ),
        (
            &format!("steps: [{{pause: {{duration: 1d}}}}], {candidate}"),
            active,
            "pause-unreadable | AgentRuntime/bot spec.rollout.steps[0].pause.duration | ",
        ),
    ] {
        let diagnosis = rollout(spec, status);
        let found: Vec<String> = diagnosis
            .chains
            .iter()
            .map(|chain| format!("{} | {} {} | {}", chain.cause, chain.edit.object, chain.edit.field, chain.edit.write))
            .collect();
        assert!(found.iter().any(|text| text.starts_with(expected)), "{expected}: {found:#?}");
    }
    let waits = rollout(&format!("steps: [{{pause: {{}}}}], {candidate}"), active);
    holds(&waits, "rollout-paused | AgentRuntime/bot spec.rollout.steps[0].pause | nothing", "waits for somebody");
    assert!(waits.worst().is_none(), "as it was told to");
}

#[test]
fn what_nobody_may_read_is_no_fault_and_is_told() {
    let mut world = World::new(Scope::Complete);
    world.add(object(AGENT));
    for kind in crate::diagnose::NEEDED {
        world.set_scope(kind, "team", Scope::Closed(format!("no permission to list {kind}")));
    }
    let agent = world.get("AgentRuntime", "team", "bot").found().unwrap();
    let diagnosis = Diagnosis::of(&Evidence::read(&world, agent, Release::Current, NOW));
    assert_eq!((diagnosis.chains.as_slice(), diagnosis.ready), (&[][..], None));
    assert_eq!(diagnosis.unchecked.len(), crate::diagnose::NEEDED.len());
}

#[test]
fn events_of_all_that_the_agent_owns_are_merged_and_sorted() {
    let mut world = World::new(Scope::Complete);
    let late = event("Pod/bot-7c9-x1", "BackOff", "again")
        .replace("11:58:00Z", "11:59:00.5Z")
        .replace("name: bot-7c9-x1.BackOff", "name: other");
    let texts = [
        AGENT.to_owned(),
        late,
        event("Pod/bot-7c9-x1", "BackOff", "again"),
        event("Deployment/bot-canary", "ScalingReplicaSet", "up").replace("11:58:00Z", "11:59:00Z"),
        event("ReplicaSet/bot-7c9", "SuccessfulCreate", "pod").replace("11:58:00Z", "11:57:00Z"),
        event("AgentRuntime/bot", "RolloutStep", "step"),
        event("Pod/bottle-7c9-x1", "BackOff", "another agent"),
        event("AgentRuntime/bot-canary", "RolloutStep", "another agent"),
    ];
    texts.iter().for_each(|text| drop(world.add(object(text))));
    let agent = world.get("AgentRuntime", "team", "bot").found().unwrap();
    let found: Vec<String> =
        of_agent(&world, agent).iter().map(|event| format!("{} {} x{}", event.object, event.reason, event.count)).collect();
    assert_eq!(
        found,
        [
            "ReplicaSet/bot-7c9 SuccessfulCreate x3",
            "AgentRuntime/bot RolloutStep x3",
            "Deployment/bot-canary ScalingReplicaSet x3",
            "Pod/bot-7c9-x1 BackOff x6"
        ]
    );
}

#[test]
fn lists_of_names_are_short() {
    assert_eq!(one_of([]), None);
    assert_eq!(one_of(["a", "b", "a"]).unwrap(), "a or b");
    assert_eq!(one_of(["a", "b", "c", "d", "e", "f", "g"]).unwrap(), "a, b, c, d or e (2 more)");
}
