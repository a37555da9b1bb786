//! What the matrix of states does not show: detours, triggers, promotions that are undone, and ways through the spec.

use omnia::rollout::{Ask, Refs, Verb};
use serde_json::{Value, json};

use crate::{
    guards::warnings,
    scenes::{Case, MARK, expected, line},
};

fn version() -> Value {
    json!({"resourceVersion": "4711"})
}

fn merge(metadata: &Value, spec: &Value) -> String {
    expected("-", "merge", &json!({"metadata": metadata, "spec": spec}))
}

fn step(step: i64) -> String {
    let status = json!({"rollout": {"currentStep": step, "stepStartedAt": null}});
    expected("/status", "merge", &json!({"metadata": version(), "status": status}))
}

fn marked(value: &str) -> Value {
    json!({"resourceVersion": "4711", "annotations": {MARK: value}})
}

fn cleared() -> Value {
    json!({"rollout": {"candidate": null}})
}

/// Weighted by pods, in the open pause behind the weight 100.
fn at_zero(replicas: i64, first: i64) -> Case {
    let steps = json!([{"setWeight": first}, {"pause": {}}, {"setWeight": 100}, {"pause": {}}]);
    Case::idle()
        .at(3, "step 3: paused indefinitely")
        .set(&json!({"spec": {"runtime": {"replicas": replicas}, "rollout": {"steps": steps, "trafficRouting": {"mode": "replicaWeighted"}}}}))
        .deployment("support-x", 0, 0)
        .deployment("support-x-canary", replicas, replicas)
}

#[test]
fn a_rollback_from_stable_at_zero_takes_a_detour_where_there_is_one() {
    let back = merge(&marked("2.0.0"), &cleared());
    let replicas = |count: i64| merge(&version(), &json!({"runtime": {"replicas": count}}));
    assert_eq!(at_zero(2, 50).sent(Verb::Rollback), [step(0), back.clone()]);
    assert_eq!(at_zero(10, 10).sent(Verb::Rollback), [step(0), back.clone()]);
    // With one replica no weight gives both a pod.
    assert_eq!(at_zero(1, 60).sent(Verb::Rollback), [replicas(2), step(0), back.clone(), replicas(1)]);
    // Ten per cent of two pods are none.
    for case in [at_zero(2, 10), at_zero(1, 10), at_zero(5, 100)] {
        assert_eq!(case.sent(Verb::Rollback), std::slice::from_ref(&back));
        assert!(case.notices(Verb::Rollback).contains("nothing serves until stable's pods are ready"));
    }
    // Who may not write the status has no detour, and is told.
    let ask = Ask { status_right: false, ..Ask::new(Verb::Rollback) };
    let plan = at_zero(2, 50).plan_as(&ask).unwrap();
    assert_eq!(plan.stages.iter().map(|stage| line(&stage.request)).collect::<Vec<_>>(), std::slice::from_ref(&back));
    assert!(plan.notices.join(" ").contains("nothing serves"));
    // An agent that wants no pods has none to bring back.
    let asleep = at_zero(2, 50).set(&json!({"spec": {"runtime": {"replicas": 0}}}));
    assert_eq!(asleep.sent(Verb::Rollback), [back]);
    assert!(asleep.notices(Verb::Rollback).contains("spec.runtime.replicas is 0"));
}

#[test]
fn a_rollback_loses_requests_where_stable_has_no_ready_pod() {
    for routing in [json!(null), json!({"mode": "mesh"}), json!({"mode": "replicaWeighted"})] {
        let case =
            Case::idle().at(4, "step 4: paused indefinitely").set(&json!({"spec": {"rollout": {"trafficRouting": routing}}}));
        let notices = case.deployment("support-x", 4, 0).notices(Verb::Rollback);
        assert!(notices.contains("stable has no ready pod") && !notices.contains("no request is lost"), "{routing}: {notices}");
    }
}

/// With a trigger; the candidate is what the trigger or somebody has set.
fn triggered(candidate: &Value) -> Case {
    Case::idle()
        .at(1, "step 1: pause 10m0s")
        .set(&json!({"spec": {"rollout": {
            "trigger": {"promptPackChannel": "stable"}, "candidate": {"promptPackRef": null},
        }}}))
        .set(&json!({"spec": {"rollout": {"candidate": candidate}}}))
}

#[test]
fn a_trigger_would_bring_the_version_back() {
    let pin = json!({"promptPackRef": {"name": "desk", "version": "2.1.0"}});
    let bare = json!({"promptPackRef": {"name": "desk"}});
    let provider = json!({"providerRefs": [{"name": "main", "providerRef": {"name": "b"}}]});
    let back = |version: &str| [merge(&marked(version), &cleared())];
    assert_eq!(triggered(&pin).sent(Verb::Rollback), back("2.1.0"));
    assert_eq!(triggered(&bare).sent(Verb::Rollback), back("2.1.0"));
    let mut failed = triggered(&bare);
    for (kind, object) in &mut failed.around {
        if *kind == "PromptPack" && object["spec"]["version"] == "2.1.0" {
            object["status"] = json!({"phase": "Failed"});
        }
    }
    assert_eq!(failed.sent(Verb::Rollback), back("2.1.0"), "a trigger takes a pack that failed, too");
    assert_eq!(triggered(&provider).sent(Verb::Rollback), [merge(&version(), &cleared())]);
    let abort = merge(&version(), &json!({"rollout": {"candidate": null, "trigger": null}}));
    assert_eq!(triggered(&pin).sent(Verb::Abort), [abort]);
    // A candidate without a version cannot be promoted beside a trigger.
    for verb in [Verb::Promote, Verb::PromoteFull] {
        assert!(triggered(&bare).notices(verb).starts_with("refused: the candidate names no version"));
        assert_eq!(triggered(&pin).sent(verb).len(), 1);
    }
    let plain = Case::idle().at(1, "step 1: pause 10m0s");
    let tracked = json!({"spec": {"rollout": {"candidate": {"promptPackRef": {"version": null, "track": "prerelease"}}}}});
    let unmarked = plain.set(&tracked).with("PromptPack", json!({
        "metadata": {"name": "desk-3", "labels": {"omnia.altairalabs.ai/promptpack": "desk"}}, "spec": {"packName": "desk", "version": "3.0.0-rc.1"},
    }));
    assert_eq!(unmarked.sent(Verb::Rollback), [merge(&version(), &cleared())], "without a trigger only a pin is marked");
}

#[test]
fn a_version_that_was_rolled_back_is_tried_again() {
    let mark = json!({"metadata": {"annotations": {MARK: "2.0.0"}}});
    let trigger = json!({"spec": {"rollout": {"trigger": {"promptPackChannel": "stable"}}}});
    let unmark = json!({"metadata": {"resourceVersion": "4711", "annotations": {MARK: null}}});
    assert_eq!(Case::idle().set(&mark).set(&trigger).sent(Verb::Retry), [expected("-", "merge", &unmark)]);
    let candidate = json!({"promptPackRef": {"name": "desk", "version": "2.0.0"}});
    let add = json!([
        {"op": "test", "path": "/metadata/resourceVersion", "value": "4711"},
        {"op": "add", "path": "/spec/rollout/candidate", "value": candidate},
    ]);
    assert_eq!(Case::idle().set(&mark).sent(Verb::Retry), [expected("-", "json", &add)]);
    let empty = Case::idle().set(&json!({"metadata": {"annotations": {MARK: ""}}}));
    for case in [Case::idle(), empty] {
        assert!(case.notices(Verb::Retry).starts_with("refused: no version is marked"));
    }
    assert!(
        Case::idle().set(&mark).at(1, "step 1: pause 10m0s").notices(Verb::Retry).starts_with("refused: a rollout is active")
    );
}

#[test]
fn a_start_keeps_a_trigger_from_undoing_it() {
    let back = Case::idle().set(&json!({"spec": {
        "promptPackRef": {"version": "3.0.0"}, "rollout": {"trigger": {"promptPackChannel": "stable"}},
    }}));
    let candidate = json!({"promptPackRef": {"name": "desk", "version": "2.1.0", "track": null}, "providerRefs": null, "toolRegistryRef": null});
    assert_eq!(back.sent(Verb::Start), [merge(&marked("3.0.0"), &json!({"rollout": {"candidate": candidate}}))]);
}

#[test]
fn a_promotion_is_undone_by_the_old_references() {
    let undo = |spec: Value, metadata: &Value| {
        let mut spec = spec;
        spec["rollout"] = json!({"candidate": null});
        vec![merge(metadata, &spec)]
    };
    let old = |pack: Value, providers: Value, registry: Value| Refs { pack, providers, registry };
    let sent = |case: &Case, old: Option<Refs>| {
        let plan = case.plan_as(&Ask { old, ..Ask::new(Verb::Rollback) });
        plan.map_or_else(|refusal| vec![refusal.reason], |plan| plan.stages.iter().map(|stage| line(&stage.request)).collect())
    };
    let provider = |name: &str| json!([{"name": "main", "providerRef": {"name": name}}]);
    let pack = json!({"name": "desk", "version": "1.4.0"});
    let case = Case::idle().promoting();
    // What the live reference has and the old one lacks becomes null.
    let tracked = old(json!({"name": "desk", "track": "stable"}), provider("a"), Value::Null);
    let spec = json!({"promptPackRef": {"name": "desk", "track": "stable", "version": null}});
    assert_eq!(sent(&case, Some(tracked)), undo(spec, &marked("2.0.0")));
    // Providers and the registry come back when they changed, and no version is marked when the candidate had none.
    let over = json!({"promptPackRef": null, "providerRefs": provider("b"), "toolRegistryRef": {"name": "new"}});
    let swapped = case.clone().set(&json!({"spec": {
        "promptPackRef": {"version": "1.4.0"}, "providers": provider("b"), "toolRegistryRef": {"name": "new"},
        "rollout": {"candidate": over},
    }}));
    let spec = json!({"promptPackRef": pack, "providers": provider("a"), "toolRegistryRef": null});
    assert_eq!(sent(&swapped, Some(old(pack.clone(), provider("a"), Value::Null))), undo(spec, &version()));
    assert!(sent(&swapped, None)[0].contains("nobody recorded the old ones"));
    // The active version of another pack is none of this one.
    let renamed = case.set(&json!({"spec": {
        "promptPackRef": {"name": "chat", "version": "7.0.0"}, "rollout": {"candidate": {"promptPackRef": {"name": "chat", "version": "7.0.0"}}},
    }}));
    assert!(sent(&renamed, None)[0].contains("another pack has served"), "{:?}", sent(&renamed, None));
    let spec = json!({"promptPackRef": pack});
    assert_eq!(sent(&renamed, Some(old(pack, provider("a"), Value::Null))), undo(spec, &marked("7.0.0")));
}

#[test]
fn who_may_not_write_the_status_goes_through_the_spec() {
    let sent = |case: &Case, verb: Verb| -> Vec<String> {
        let plan = case.plan_as(&Ask { status_right: false, ..Ask::new(verb) }).unwrap();
        plan.stages.iter().map(|stage| line(&stage.request)).collect()
    };
    let swap = |from: &Value, to: &Value| {
        let path = "/spec/rollout/steps/2";
        json!([{"op": "test", "path": path, "value": from}, {"op": "replace", "path": path, "value": to}])
    };
    let hanging = Case::idle().at(2, "step 1: pause 10m0s elapsed");
    let (analysis, weight) = (json!({"analysis": {"templateName": "quality"}}), json!({"setWeight": 20}));
    let mut there = swap(&analysis, &weight);
    there.as_array_mut().unwrap().insert(0, json!({"op": "test", "path": "/metadata/generation", "value": 12}));
    let requests = [expected("-", "json", &there), expected("-", "json", &swap(&weight, &analysis))];
    assert_eq!(sent(&hanging, Verb::Promote), requests);
    let full = sent(&hanging, Verb::PromoteFull);
    let cut = json!({"rollout": {"steps": [{"setWeight": 20}, {"pause": {"duration": "10m"}}]}});
    assert_eq!((full.len(), &full[0]), (2, &merge(&version(), &cut)));
    // At the first step nothing would be left, and a rollout needs a step.
    let first = Case::idle()
        .at(0, "step 0: pause 5s")
        .set(&json!({"spec": {"rollout": {"steps": [{"pause": {"duration": "5s"}}, {"setWeight": 9}]}}}));
    assert_eq!(sent(&first, Verb::PromoteFull)[0], merge(&version(), &json!({"rollout": {"steps": [{"setWeight": 100}]}})));
}

#[test]
fn a_pause_that_was_put_before_an_analysis_is_taken_out_again() {
    let managed = json!([{"manager": "kubectl-omnia", "fieldsV1": {"f:spec": {"f:rollout": {"f:steps": {}}}}}]);
    let paused = |next: Value| {
        let steps = json!([{"setWeight": 20}, {"pause": {}}, next, {"setWeight": 50}]);
        Case::idle()
            .at(1, "step 1: paused indefinitely")
            .set(&json!({"metadata": {"managedFields": managed}, "spec": {"rollout": {"steps": steps}}}))
    };
    let remove = json!([
        {"op": "test", "path": "/metadata/resourceVersion", "value": "4711"}, {"op": "remove", "path": "/spec/rollout/steps/1"},
    ]);
    let before_analysis = paused(json!({"analysis": {"templateName": "quality"}}));
    assert_eq!(before_analysis.sent(Verb::Resume), [expected("-", "json", &remove)]);
    assert_eq!(before_analysis.sent(Verb::Promote), [step(2)]);
    assert_eq!(paused(json!({"pause": {"duration": "10m"}})).sent(Verb::Resume), [step(2)]);
    let own = before_analysis.set(&json!({"metadata": {"managedFields": null}}));
    assert_eq!(own.sent(Verb::Resume), [step(2)], "a pause of the plan itself stays");
}

#[test]
fn external_without_istio_moves_nothing() {
    let external = json!({"spec": {"rollout": {"trafficRouting": {"mode": "external"}}}});
    assert!(Case::idle().set(&external).notices(Verb::Start).contains("weights move nothing"));
    let case = Case::idle().at(2, "step 1: pause 10m0s elapsed").set(&external);
    assert!(case.notices(Verb::Promote).contains("the weight moves no traffic"), "{}", case.notices(Verb::Promote));
    let timelines = omnia::rollout::timelines(&case.scene().agent);
    let delivered: Vec<i64> = timelines[0].rows.iter().map(|row| row.delivered).collect();
    assert_eq!((timelines.len(), timelines[0].mode.word(), delivered), (1, "external", vec![50; 8]));
}

#[test]
fn weights_stay_when_an_agent_is_deleted() {
    let routing = json!({"istio": {"virtualService": {"name": "edge", "routes": ["chat"]}, "destinationRule": {"name": "edge"}}});
    let target = |subset: &str, weight: i64| json!({"destination": {"subset": subset}, "weight": weight});
    let route = json!([{"name": "chat", "route": [target("stable", 70), target("canary", 30)]}]);
    let deleted =
        json!({"metadata": {"deletionTimestamp": "2026-11-30T10:00:00Z"}, "spec": {"rollout": {"trafficRouting": routing}}});
    let case = Case::idle().at(4, "step 4: paused indefinitely").set(&deleted);
    let case = case.with("VirtualService", json!({"metadata": {"name": "edge"}, "spec": {"http": route}}));
    assert!(warnings(&case).contains(&"being-deleted"), "{:?}", warnings(&case));
}

/// In mesh mode the operator's own VirtualService carries the weights, whatever `istio` names.
#[test]
fn the_delivered_weight_is_read_where_the_mode_puts_it() {
    let service = |name: &str, route: &str, weight: i64| {
        let target = json!({"destination": {"subset": "canary"}, "weight": weight});
        json!({"metadata": {"name": name}, "spec": {"http": [{"name": route, "route": [target]}]}})
    };
    let istio = json!({"virtualService": {"name": "edge", "routes": ["chat"]}, "destinationRule": {"name": "edge"}});
    let case = Case::idle().at(4, "step 4: paused indefinitely");
    let case = case
        .with("VirtualService", service("edge", "chat", 7))
        .with("VirtualService", service("support-x-rollout", "rollout", 50));
    for (mode, expected) in [(json!("mesh"), Some(50)), (json!(null), Some(7)), (json!("replicaWeighted"), None)] {
        let case = case.clone().set(&json!({"spec": {"rollout": {"trafficRouting": {"mode": mode, "istio": istio}}}}));
        let case = if mode == "mesh" { case.set(&json!({"status": {"rollout": {"trafficRoutingMode": "mesh"}}})) } else { case };
        assert_eq!(case.scene().routed, expected, "{mode}");
    }
}
