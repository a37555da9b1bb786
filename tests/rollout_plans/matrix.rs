//! Every verb in every state, in every way of routing traffic.

use omnia::rollout::{PatchType, Request, Verb};
use serde_json::{Value, json};

use crate::scenes::{Case, MARK, expected, line};

/// What a verb comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Refused,
    /// The candidate is set.
    Add,
    Next,
    End,
    InsertPause,
    /// The candidate is cleared, and its version marked.
    Back,
    /// The candidate is cleared.
    Clear,
    /// The old references come back.
    Undo,
}

use Form::{Add, Back, Clear, End, InsertPause, Next, Refused, Undo};

const VERBS: [Verb; 7] = [Verb::Start, Verb::Promote, Verb::PromoteFull, Verb::Pause, Verb::Resume, Verb::Rollback, Verb::Abort];

/// Ways of routing: with what is in the spec, what the operator says of it, and the objects that carry the weights.
fn routed(case: Case, mode: &str) -> Case {
    let service = |name: &str, route: &str| {
        let target = |subset: &str, weight: i64| json!({"destination": {"host": "h", "subset": subset}, "weight": weight});
        json!({"metadata": {"name": name}, "spec": {"http": [{"name": route, "route": [target("old", 80), target("new", 20)]}]}})
    };
    let subsets = json!({"stableSubset": "old", "candidateSubset": "new"});
    let istio = json!({
        "virtualService": {"name": "edge", "routes": ["chat"]},
        "destinationRule": {"name": "edge", "stableSubset": "old", "candidateSubset": "new"},
    });
    let routing = match mode {
        "none" => return case,
        "mesh" => json!({"mode": "mesh", "mesh": subsets}),
        "mesh beside istio" => json!({"mode": "mesh", "mesh": subsets, "istio": istio}),
        "external" => json!({"istio": istio}),
        "replicaWeighted" => json!({"mode": "replicaWeighted"}),
        _ => json!({"mode": "mesh"}),
    };
    let said = match mode {
        "mesh beside istio" => "mesh",
        "degraded" => "replicaWeighted",
        mode => mode,
    };
    let active = case.agent["status"]["rollout"]["active"] == true && case.agent["status"]["rollout"]["promoting"].is_null();
    let case = case
        .set(&json!({"spec": {"rollout": {"trafficRouting": routing}}}))
        .with("VirtualService", service("edge", "chat"))
        .with("VirtualService", service("support-x-rollout", "rollout"))
        .with("DestinationRule", json!({"metadata": {"name": "edge"}}));
    let told = json!({"trafficRoutingMode": said, "trafficWeightEnforced": said != "replicaWeighted"});
    if active { case.set(&json!({"status": {"rollout": told}})) } else { case }
}

/// The states with what each verb comes to in them, in the order of [`VERBS`].
fn states() -> Vec<(&'static str, Case, [Form; 7])> {
    let unresolved = |case: Case| case.set(&json!({"spec": {"rollout": {"candidate": {"promptPackRef": {"version": "9.9.9"}}}}}));
    let mirror = json!({"promptPackRef": {"name": "desk", "version": "1.4.0"}});
    let leftover = Case::idle().set(&json!({"spec": {"rollout": {"candidate": mirror}}}));
    let failed = "analysis failed: failed metrics: errors";
    let ended = json!({"status": {"rollout": {"message": "promoted"}}});
    vec![
        ("idle", Case::idle(), [Add, Refused, Refused, Refused, Refused, Refused, Refused]),
        ("ended", Case::idle().set(&ended), [Add, Refused, Refused, Refused, Refused, Refused, Refused]),
        ("leftover", leftover, [Add, Refused, Refused, Refused, Refused, Clear, Clear]),
        ("just started", Case::idle().candidate(), [Refused, Refused, Refused, InsertPause, Refused, Back, Clear]),
        ("timed pause", Case::idle().at(1, "step 1: pause 10m0s"), [Refused, Next, End, InsertPause, Refused, Back, Clear]),
        ("failing", Case::idle().at(2, failed).unstamped(), [Refused, Next, End, InsertPause, Refused, Back, Clear]),
        ("hanging", Case::idle().at(2, "step 1: pause 10m0s elapsed"), [Refused, Next, End, InsertPause, Refused, Back, Clear]),
        (
            "hanging, reached by a patch",
            Case::idle().at(2, "step 1: pause 10m0s").unstamped(),
            [Refused, Next, End, InsertPause, Refused, Back, Clear],
        ),
        ("open pause", Case::idle().at(4, "step 4: paused indefinitely"), [Refused, Next, End, Refused, Next, Back, Clear]),
        (
            "unreadable pause",
            Case::idle().at(5, r#"step 5: invalid pause duration "1d""#),
            [Refused, Next, End, Refused, Next, Back, Clear],
        ),
        (
            "a request on its way",
            Case::idle().at(4, "step 1: pause 10m0s").unstamped(),
            [Refused, Refused, Refused, Refused, Refused, Back, Clear],
        ),
        (
            "a failed analysis being skipped",
            Case::idle().at(4, failed).unstamped(),
            [Refused, Refused, Refused, Refused, Refused, Back, Clear],
        ),
        (
            "unresolved from the start",
            unresolved(Case::idle().candidate()),
            [Add, Refused, Refused, InsertPause, Refused, Back, Clear],
        ),
        (
            "unresolved midway",
            unresolved(Case::idle().at(1, "step 1: pause 10m0s")),
            [Refused, Refused, Refused, InsertPause, Refused, Back, Clear],
        ),
        ("step below 0", Case::idle().at(-1, "step 1: pause 10m0s"), [Refused, Refused, Refused, Refused, Refused, Back, Clear]),
        (
            "beyond the steps",
            Case::idle().at(99, "step 6: setWeight 100"),
            [Refused, Refused, Refused, Refused, Refused, Back, Clear],
        ),
        ("promoting", Case::idle().promoting(), [Refused, Refused, Refused, Refused, Refused, Undo, Refused]),
        (
            "promoting, candidate cleared",
            Case::idle().promoting().set(&json!({"spec": {"rollout": {"candidate": null}}})),
            [Refused, Refused, Refused, Refused, Refused, Undo, Refused],
        ),
    ]
}

/// The request of a form.
fn request(form: Form, case: &Case) -> Option<String> {
    let i = case.agent["status"]["rollout"]["currentStep"].as_i64().unwrap_or_default();
    let version = json!({"resourceVersion": "4711"});
    let test = json!({"op": "test", "path": "/metadata/resourceVersion", "value": "4711"});
    let candidate = &case.agent["spec"]["rollout"]["candidate"]["promptPackRef"]["version"];
    let marked = json!({"resourceVersion": "4711", "annotations": {MARK: candidate}});
    let step = |step: i64| {
        expected(
            "/status",
            "merge",
            &json!({
                "metadata": version, "status": {"rollout": {"currentStep": step, "stepStartedAt": null}},
            }),
        )
    };
    let cleared = json!({"rollout": {"candidate": null}});
    Some(match form {
        Refused => return None,
        Add => {
            let value = json!({"promptPackRef": {"name": "desk", "version": "2.1.0"}});
            expected("-", "json", &json!([test, {"op": "add", "path": "/spec/rollout/candidate", "value": value}]))
        }
        Next => step(i + 1),
        End => step(7),
        InsertPause => {
            let path = format!("/spec/rollout/steps/{i}");
            expected("-", "json", &json!([test, {"op": "add", "path": path, "value": {"pause": {}}}]))
        }
        Back => expected("-", "merge", &json!({"metadata": marked, "spec": cleared})),
        Clear => expected("-", "merge", &json!({"metadata": version, "spec": cleared})),
        Undo => {
            let old = json!({"name": "desk", "version": "1.4.0"});
            let marked = json!({"resourceVersion": "4711", "annotations": {MARK: "2.0.0"}});
            expected(
                "-",
                "merge",
                &json!({
                    "metadata": marked, "spec": {"promptPackRef": old, "rollout": {"candidate": null}},
                }),
            )
        }
    })
}

#[test]
fn each_verb_sends_its_form_or_is_refused() {
    let mut wrong = Vec::new();
    for mode in ["none", "mesh", "mesh beside istio", "external", "replicaWeighted", "degraded"] {
        for (state, case, forms) in states() {
            let case = routed(case, mode);
            for (verb, form) in VERBS.into_iter().zip(forms) {
                let planned = case.plan(verb);
                let found = planned.as_ref().ok().map(|plan| line(&plan.stages[0].request));
                if found != request(form, &case) {
                    let refusal = planned.err().map(|refusal| refusal.to_string());
                    wrong.push(format!("{mode}, {state}, {verb}: {found:?} {refusal:?}\n  not {:?}", request(form, &case)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Where the status has both members, the next step may also be patched behind tests of its own.
#[test]
fn the_next_step_has_a_form_that_other_writers_do_not_refuse() {
    let case = Case::idle().at(1, "step 1: pause 10m0s");
    let steady = |case: &Case| case.plan(Verb::Promote).unwrap().stages[0].steady.as_ref().map(line);
    let operations = json!([
        {"op": "test", "path": "/metadata/generation", "value": 12},
        {"op": "test", "path": "/status/rollout/currentStep", "value": 1},
        {"op": "replace", "path": "/status/rollout/currentStep", "value": 2},
        {"op": "remove", "path": "/status/rollout/stepStartedAt"},
    ]);
    assert_eq!(steady(&case), Some(expected("/status", "json", &operations)));
    let hanging = Case::idle().at(2, "step 1: pause 10m0s").unstamped();
    assert_eq!(steady(&hanging), None);
    let absent =
        case.set(&json!({"status": {"rollout": {"currentStep": null}}, "spec": {"rollout": {"steps": [{"pause": {}}, {}]}}}));
    assert_eq!(steady(&absent), None);
}

#[test]
fn requests_go_to_the_agent_with_strict_validation() {
    let case = Case::idle().at(1, "step 1: pause 10m0s");
    let scene = case.scene();
    let plan = case.plan(Verb::Promote).unwrap();
    let path = "/apis/omnia.altairalabs.ai/v1alpha1/namespaces/shop/agentruntimes/support-x";
    assert_eq!(plan.stages[0].request.path(&scene.agent), format!("{path}/status"));
    assert_eq!(case.plan(Verb::Pause).unwrap().stages[0].request.path(&scene.agent), path);
    assert_eq!(Request::query(false), "fieldManager=kubectl-omnia&fieldValidation=Strict");
    assert_eq!(Request::query(true), "fieldManager=kubectl-omnia&fieldValidation=Strict&dryRun=All");
    assert_eq!(PatchType::Json.content_type(), "application/json-patch+json");
}

/// What of a spec or a status may be missing, null or of another kind changes no verdict to a wrong request, and panics nowhere.
#[test]
fn missing_and_odd_values_are_borne() {
    let odd = [
        json!(null),
        json!([]),
        json!({}),
        json!(""),
        json!("2"),
        json!(-3),
        json!(1.5),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(true),
        json!([null]),
        json!([{}]),
    ];
    let paths = [
        "/spec/rollout",
        "/spec/rollout/steps",
        "/spec/rollout/candidate",
        "/spec/rollout/candidate/promptPackRef",
        "/spec/rollout/candidate/promptPackRef/version",
        "/spec/rollout/trafficRouting",
        "/spec/rollout/trafficRouting/istio",
        "/spec/rollout/stickySession",
        "/spec/rollout/trigger",
        "/spec/rollout/rollback",
        "/spec/promptPackRef",
        "/spec/providers",
        "/spec/runtime",
        "/spec/runtime/replicas",
        "/spec/toolRegistryRef",
        "/status",
        "/status/rollout",
        "/status/rollout/currentStep",
        "/status/rollout/currentWeight",
        "/status/rollout/stepStartedAt",
        "/status/rollout/active",
        "/status/rollout/message",
        "/status/rollout/trafficRoutingMode",
        "/status/conditions",
        "/status/observedGeneration",
        "/metadata/generation",
    ];
    // One state of each kind is enough: what is odd replaces most of it.
    for (state, case, _) in states().into_iter().step_by(5) {
        for path in paths {
            for value in &odd {
                let mut case = routed(case.clone(), "external");
                put(&mut case.agent, path, value);
                let scene = case.scene();
                for verb in VERBS.into_iter().filter(|verb| *verb != Verb::Start) {
                    for request in case.plan(verb).iter().flat_map(|plan| plan.stages.iter().map(|stage| &stage.request)) {
                        let step = &request.body["status"]["rollout"]["currentStep"];
                        assert!(step.as_i64().is_none_or(|step| step >= 0), "{state} {path} {value} {verb}: {}", request.body);
                    }
                }
                let standing = omnia::rollout::Standing::of(&scene, &omnia::rollout::Memory::default(), 0);
                let left = omnia::rollout::remaining(&scene, &standing, 0);
                assert!(left.len() + omnia::rollout::timelines(&scene.agent).len() < 5);
            }
        }
    }
}

/// Puts a value where its parents are there.
fn put(agent: &mut Value, path: &str, value: &Value) {
    let (parent, key) = path.rsplit_once('/').unwrap();
    if let Some(Value::Object(members)) = agent.pointer_mut(parent) {
        members.insert(key.to_owned(), value.clone());
    }
}
