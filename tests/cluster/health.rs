//! `status`, `why` and `events`.

use serde_json::{Value, json};

use crate::{
    commands::{fits, run, said},
    script::{Asked, Reply, Script},
};

const GROUP: &str = "omnia.altairalabs.ai/v1alpha1";

fn agent(name: &str, version: &str) -> Value {
    json!({"apiVersion": GROUP, "kind": "AgentRuntime",
        "metadata": {"name": name, "namespace": "default", "generation": 1, "creationTimestamp": "2026-11-01T00:00:00Z"},
        "spec": {"promptPackRef": {"name": "p", "version": version}, "facades": [{"type": "websocket"}],
            "runtime": {"extraEnv": [{"name": "K", "valueFrom": {"secretKeyRef": {"name": "keys", "key": "k"}}}]},
            "providers": [{"name": "default", "providerRef": {"name": "gpt"}}]},
        "status": {"phase": "Running", "observedGeneration": 1, "activeVersion": "1.0.0"}})
}

fn deployment(name: &str, ready: i64) -> Value {
    json!({"metadata": {"name": name, "namespace": "default", "ownerReferences": [{"kind": "AgentRuntime", "name": name}]},
        "spec": {"replicas": 1}, "status": {"replicas": 1, "readyReplicas": ready}})
}

fn event(name: &str, object: &Value, reason: &str, at: &str) -> Value {
    json!({"metadata": {"name": name, "namespace": "default"}, "involvedObject": object, "type": "Warning", "reason": reason,
        "message": format!("{reason} \u{1b}[31mhappened"), "count": 4, "firstTimestamp": "2026-11-30T11:00:00Z", "lastTimestamp": at})
}

/// The items of a resource: `bot` is healthy, `sick` asks for a version that is not there, `dry` lacks the key of a Secret.
fn items(plural: &str) -> Option<(&'static str, Vec<Value>)> {
    let of = |kind: &str, name: &str, spec: Value, labels: Value| {
        json!({"apiVersion": GROUP, "kind": kind, "metadata": {"name": name, "namespace": "default", "labels": labels},
            "spec": spec, "status": {"phase": "Ready"}})
    };
    let waiting = json!({"reason": "CreateContainerConfigError", "message": "couldn't find key k in Secret default/keys"});
    Some(match plural {
        "agentruntimes" => ("AgentRuntime", vec![agent("bot", "1.0.0"), agent("dry", "1.0.0"), agent("sick", "9.0.0")]),
        "promptpacks" => {
            let label = json!({"omnia.altairalabs.ai/promptpack": "p"});
            (
                "PromptPack",
                vec![of(
                    "PromptPack",
                    "p-1",
                    json!({"packName": "p", "version": "1.0.0", "source": {"type": "configmap"}}),
                    label,
                )],
            )
        }
        "providers" => ("Provider", vec![of("Provider", "gpt", json!({"type": "mock"}), json!({}))]),
        "toolregistries" => ("ToolRegistry", vec![]),
        "deployments" => ("Deployment", vec![deployment("bot", 1), deployment("dry", 0), deployment("sick", 1)]),
        "pods" => {
            let labels = json!({"app.kubernetes.io/instance": "dry", "omnia.altairalabs.ai/component": "agent"});
            (
                "Pod",
                vec![json!({"metadata": {"name": "dry-5f-a", "namespace": "default", "labels": labels}, "spec": {},
                "status": {"phase": "Pending", "containerStatuses": [{"name": "runtime", "image": "i", "ready": false, "state": {"waiting": waiting}}]}})],
            )
        }
        "events" => {
            let about = |kind: &str, name: &str| json!({"kind": kind, "name": name});
            (
                "Event",
                vec![
                    event("a", &about("Pod", "dry-5f-a"), "Failed", "2026-11-30T11:30:00Z"),
                    event("b", &about("Deployment", "dry"), "ScalingReplicaSet", "2026-11-30T11:10:00Z"),
                    event("c", &about("Pod", "dry-5f-a"), "Failed", "2026-11-30T11:40:00Z"),
                    event("d", &about("Pod", "other-5f-a"), "Failed", "2026-11-30T11:40:00Z"),
                ],
            )
        }
        _ => return None,
    })
}

/// The cluster; what `closed` names may not be read.
fn cluster(closed: &'static [&'static str]) -> Script {
    Script::new(move |asked: &Asked, _| {
        let path = asked.line.split([' ', '?']).nth(1).unwrap();
        let parts: Vec<&str> = path.split('/').collect();
        let namespaced = parts.iter().position(|part| *part == "namespaces").map(|at| at + 2);
        let at = namespaced.unwrap_or(parts.len() - 1);
        let (plural, name) = (parts[at], parts.get(at + 1));
        if closed.contains(&plural) {
            let verb = if name.is_some() { "get" } else { "list" };
            let message = format!("{plural} is forbidden: User \"dev\" cannot {verb} resource \"{plural}\" in API group");
            return Reply::status(403, "", &message, "");
        }
        let Some((kind, items)) = items(plural) else { return Reply::status(404, "", "not found", plural) };
        match name {
            Some(name) => match items.iter().find(|item| item["metadata"]["name"] == **name) {
                Some(item) => Reply::ok(item),
                None => Reply::status(404, "", &format!("{plural} \"{name}\" not found"), name),
            },
            None => Reply::ok(&json!({"kind": format!("{kind}List"), "apiVersion": "v1", "metadata": {}, "items": items})),
        }
    })
}

fn ask(script: &Script, arguments: &[&str]) -> (i32, String, String) {
    said(&run(script, arguments).0)
}

#[test]
fn why_tells_the_cause_and_the_field() {
    let script = cluster(&[]);
    let (code, text, errors) = ask(&script, &["why", "bot"]);
    assert_eq!((code, text.as_str(), errors.as_str()), (0, "default/bot: healthy\n", ""));
    let (code, text, _) = ask(&script, &["why", "sick"]);
    let expected = "\
default/sick: does not work as its spec asks
  seen     AgentRuntime/sick: phase Running, 1 of 1 pods ready
  because  AgentRuntime/sick: the operator cannot go on without the pack
  because  AgentRuntime/sick: the pack p has no version \"9.0.0\"
  edit     spec.promptPackRef.version of AgentRuntime/sick: 1.0.0
";
    assert_eq!((code, text.as_str()), (1, expected));
    assert_eq!(ask(&script, &["why", "sick", "-qq"]), (1, String::new(), String::new()), "the code tells");
    let (code, text, _) = ask(&script, &["why", "dry", "-o", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["kind"], &report["healthy"]), (1, &json!("Diagnosis"), &json!(false)));
    assert_eq!(report["problem"]["cause"], "container-settings");
    assert_eq!(report["problem"]["edit"]["field"], "spec.runtime.extraEnv[0].valueFrom.secretKeyRef.key");
    let (code, text, _) = ask(&script, &["why", "dry", "-o", "yaml"]);
    assert_eq!(code, 1);
    assert!(text.contains("cause: container-settings\n"), "{text}");
    assert!(!script.asked().iter().any(|asked| asked.line.contains("/secrets")), "Secrets are not read");
}

#[test]
fn status_is_a_table_or_a_screen() {
    let script = cluster(&[]);
    let (code, text, errors) = ask(&script, &["status"]);
    let expected = "\
AGENT  PHASE    READY  PACK   ROLLOUT  PROBLEM
bot    Running  1/1    1.0.0  -        -
dry    Running  0/1    1.0.0  -        container-settings
                                       (spec.runtime.extraEnv[0].valueFrom.
                                       secretKeyRef.key)
sick   Running  1/1    1.0.0  -        pack-version-not-found
                                       (spec.promptPackRef.version)
";
    assert_eq!((code, text.as_str(), errors.as_str()), (0, expected, ""));
    let (code, text, _) = ask(&script, &["status", "-A", "-l", "team=a"]);
    assert_eq!(code, 0);
    assert!(text.starts_with("NAMESPACE  AGENT") && text.contains("\ndefault    bot"), "{text}");
    let line = |part: &str| script.asked().iter().any(|asked| asked.line.contains(part));
    assert!(line("/v1alpha1/agentruntimes?limit=500&labelSelector=team%3Da") && line("/api/v1/pods?"));
    let (code, text, _) = ask(&script, &["status", "sick"]);
    assert_eq!(code, 0);
    assert!(
        text.contains("  ready    1/1\n")
            && text.contains("  problem  AgentRuntime/sick: the pack p has no version")
            && text.contains("  edit     spec.promptPackRef.version of"),
        "{text}"
    );
    let (_, text, _) = ask(&script, &["status", "-o", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let problems: Vec<&Value> = report["items"].as_array().unwrap().iter().map(|item| &item["problems"]).collect();
    assert_eq!((&report["kind"], problems), (&json!("AgentStatus"), vec![&json!(0), &json!(1), &json!(1)]));
}

#[test]
fn events_are_merged_with_the_oldest_first() {
    let script = cluster(&[]);
    let (code, text, errors) = ask(&script, &["events", "dry"]);
    let expected = "\
LAST SEEN              COUNT   TYPE      OBJECT           REASON
    MESSAGE
2026-11-30T11:10:00Z   4       Warning   Deployment/dry   ScalingReplicaSet
    ScalingReplicaSet [31mhappened
2026-11-30T11:40:00Z   8       Warning   Pod/dry-5f-a     Failed
    Failed [31mhappened
";
    assert_eq!((code, text.as_str(), errors.as_str()), (0, expected, ""), "no control characters");
    let (code, text, _) = ask(&script, &["events", "-o", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &report["items"][1]["count"], &report["items"][1]["agent"]["name"]), (0, &json!(8), &json!("dry")));
    let (code, text, errors) = ask(&script, &["events", "bot"]);
    assert_eq!((code, text.as_str()), (0, ""));
    assert!(errors.contains("no events"), "{errors}");
}

#[test]
fn an_agent_that_is_not_there_is_an_error_of_usage() {
    let script = cluster(&[]);
    for command in ["why", "status", "events"] {
        let (code, text, errors) = ask(&script, &[command, "none"]);
        assert_eq!((code, text.as_str()), (2, ""), "{command}");
        assert!(errors.contains("not found: get agentruntimes \"none\" in namespace default"), "{errors}");
    }
}

#[test]
fn what_is_forbidden_names_the_rule() {
    let role = |plural: &str, verb: &str| format!("resources: [{plural}], verbs: [{verb}]}}");
    for command in ["why", "status", "events"] {
        let (code, text, errors) = ask(&cluster(&["agentruntimes"]), &[command, "bot"]);
        assert_eq!((code, text.as_str()), (3, ""), "{command}");
        assert!(errors.contains("Role in namespace default") && errors.contains(&role("agentruntimes", "get")), "{errors}");
    }
    let (code, text, _) = ask(&cluster(&["pods"]), &["why", "bot"]);
    assert_eq!(code, 3, "nothing was found, and the pods were not seen");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("not known") && words.contains(&role("pods", "list")), "{text}");
    let (code, text, _) = ask(&cluster(&["pods"]), &["why", "sick"]);
    assert_eq!(code, 1);
    assert!(text.contains("spec.promptPackRef.version") && text.contains("  unseen   no permission to list pods"), "{text}");
    let (code, text, errors) = ask(&cluster(&["pods"]), &["status"]);
    assert_eq!(code, 0);
    assert!(text.contains("not known") && errors.contains(&role("pods", "list")), "{text}{errors}");
    let (code, _, errors) = ask(&cluster(&["events"]), &["events", "bot"]);
    assert_eq!(code, 3);
    assert!(errors.contains(&role("events", "list")), "{errors}");
}

#[test]
fn json_fits_its_schemas() {
    let script = cluster(&[]);
    fits(&script, "status.json", &["status"], &["", "/items/0", "/items/0/pods", "/items/0/rollout", "/items/0/agent"]);
    let chain = ["", "/problem", "/problem/links/0", "/problem/edit"];
    fits(&script, "why.json", &["why", "sick"], &chain);
    fits(&script, "why.json", &["why", "bot"], &[""]);
    fits(&script, "events.json", &["events", "dry"], &["", "/items/0"]);
    fits(&cluster(&["pods", "promptpacks"]), "status.json", &["status", "dry"], &["/items/0"]);
}
