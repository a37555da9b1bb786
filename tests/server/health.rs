//! `status`, `why` and `events` against the API server, beside a stand-in for the operator.

use serde_json::{Value, json};

use super::{
    access::grant,
    crds::groups,
    rollouts::{beside_operator, code, create, omnia, pack, words},
    server::{Server, User, server, until},
};

/// The spec of an agent that lacks nothing.
fn spec() -> Value {
    json!({"promptPackRef": {"name": "p", "version": "1.0.0"}, "facades": [{"type": "websocket", "port": 8080}],
        "providers": [{"name": "default", "providerRef": {"name": "gpt"}}], "runtime": {"replicas": 1}})
}

fn agent(name: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut spec = spec();
    change(&mut spec);
    json!({"apiVersion": format!("{}/v1alpha1", groups()[0].name), "kind": "AgentRuntime", "metadata": {"name": name}, "spec": spec})
}

/// `well` lacks nothing, `paused` waits for somebody, `lost` has a candidate that nobody published, `orphan` names a Provider that is
/// not there, `keyless` a Secret that is not there, and the pods of `slow` are not ready.
pub fn prepare(server: &Server, namespace: &str) {
    for version in ["1.0.0", "2.0.0"] {
        create(server, namespace, &pack(version));
    }
    let provider = json!({"apiVersion": format!("{}/v1alpha1", groups()[0].name), "kind": "Provider", "metadata": {"name": "gpt"},
        "spec": {"type": "mock"}});
    create(server, namespace, &provider);
    let steps = json!([{"setWeight": 30}, {"pause": {}}]);
    let unpublished = json!({"steps": steps, "candidate": {"promptPackRef": {"name": "p", "version": "9.9.9"}}});
    let key = json!([{"name": "K", "valueFrom": {"secretKeyRef": {"name": "keys", "key": "k"}}}]);
    for name in ["keyless", "slow"] {
        unplayed(server, namespace, name);
    }
    for agent in [
        agent("well", |_| {}),
        agent("paused", |spec| spec["rollout"] = json!({"steps": steps})),
        agent("lost", |spec| spec["rollout"] = unpublished),
        agent("orphan", |spec| spec["providers"][0]["providerRef"]["name"] = "nobody".into()),
        agent("keyless", |spec| spec["runtime"]["extraEnv"] = key),
        agent("slow", |_| {}),
    ] {
        create(server, namespace, &agent);
    }
    let waiting = json!({"waiting": {"reason": "CreateContainerConfigError", "message": "secret \"keys\" not found"}});
    pod(server, namespace, "keyless", &waiting);
    pod(server, namespace, "slow", &json!({"running": {"startedAt": "2026-11-30T11:00:00Z"}}));
    let about = json!({"kind": "Pod", "namespace": namespace, "name": "slow-5f7c-x2x4z"});
    event(server, namespace, &about, "Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503");
    let about = json!({"kind": "AgentRuntime", "namespace": namespace, "name": "paused"});
    event(server, namespace, &about, "RolloutStep", "step 1 of 2: weight 30");
}

/// A Deployment of which nobody makes pods.
fn unplayed(server: &Server, namespace: &str, name: &str) {
    let labels = json!({"app": name});
    let deployment = json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name, "labels": {"pods": "none"}},
        "spec": {"replicas": 1, "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels},
            "spec": {"containers": [{"name": "runtime", "image": "example.org/runtime"}]}}},
    });
    let answer = server.api(User::Administrator).send(
        "POST",
        &format!("/apis/apps/v1/namespaces/{namespace}/deployments"),
        &deployment.to_string(),
    );
    assert_eq!(answer.code, 201, "{}", answer.body);
}

fn pod(server: &Server, namespace: &str, agent: &str, state: &Value) {
    let name = format!("{agent}-5f7c-x2x4z");
    let path = format!("/api/v1/namespaces/{namespace}/pods");
    let labels = json!({"app.kubernetes.io/instance": agent, "omnia.altairalabs.ai/component": "agent"});
    let pod = json!({"metadata": {"name": name, "labels": labels},
        "spec": {"containers": [{"name": "runtime", "image": "example.org/runtime"}]}});
    let api = server.api(User::Administrator);
    let answer = api.send("POST", &path, &pod.to_string());
    assert_eq!(answer.code, 201, "{}", answer.body);
    let container = json!({"name": "runtime", "image": "example.org/runtime", "imageID": "", "ready": false, "restartCount": 0,
        "started": false, "state": state});
    let status = json!({"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}],
        "containerStatuses": [container]}});
    let answer = api.send("PATCH", &format!("{path}/{name}/status"), &status.to_string());
    assert_eq!(answer.code, 200, "{}", answer.body);
}

fn event(server: &Server, namespace: &str, about: &Value, reason: &str, message: &str) {
    let event = json!({"metadata": {"generateName": "event-"}, "involvedObject": about, "type": "Warning", "reason": reason,
        "message": message, "count": 2, "firstTimestamp": "2026-11-30T11:00:00Z", "lastTimestamp": "2026-11-30T11:10:00Z"});
    let answer =
        server.api(User::Administrator).send("POST", &format!("/api/v1/namespaces/{namespace}/events"), &event.to_string());
    assert_eq!(answer.code, 201, "{}", answer.body);
}

/// Waits until the operator has seen all agents, and this many Deployments have their pods.
fn settled(server: &Server, namespace: &str, count: usize) {
    let api = server.api(User::Administrator);
    let list = |path: &str| api.get(path).body["items"].as_array().cloned().unwrap_or_default();
    until("all agents run", || {
        let seen = |agent: &Value| agent["status"]["activeVersion"] == "1.0.0";
        list(&groups()[0].path("AgentRuntime", namespace)).iter().all(seen).then_some(())
    });
    until("all pods are ready", || {
        let ready = |deployment: &&Value| deployment["status"]["readyReplicas"] == 1;
        let deployments = list(&format!("/apis/apps/v1/namespaces/{namespace}/deployments"));
        (deployments.iter().filter(ready).count() == count).then_some(())
    });
}

const TABLE: &str = "\
AGENT    PHASE    READY  PACK   ROLLOUT  PROBLEM
keyless  Running  0/1    1.0.0  -        container-settings
                                         (spec.runtime.extraEnv[0].valueFrom.
                                         secretKeyRef.name)
lost     Running  1/1    1.0.0  1/2      candidate-unresolved
                                         (spec.rollout.candidate.promptPackRef)
orphan   Running  1/1    1.0.0  -        provider-not-found
                                         (spec.providers[0].providerRef.name)
paused   Running  2/2    1.0.0  2/2      -
slow     Running  0/1    1.0.0  -        readiness-probe (spec.framework.image)
well     Running  1/1    1.0.0  -        -
";

/// Agent, code, verdict and edit of `why`.
const CAUSES: [(&str, i32, &str, &str); 6] = [
    ("well", 0, "healthy", ""),
    ("paused", 0, "healthy", "kubectl omnia rollout promote paused goes on"),
    (
        "lost",
        1,
        "does not work as its spec asks",
        "spec.rollout.candidate.promptPackRef of AgentRuntime/lost: version 2.0.0 or 1.0.0",
    ),
    ("orphan", 1, "does not work as its spec asks", "spec.providers[0].providerRef.name of AgentRuntime/orphan: gpt; or create"),
    (
        "keyless",
        1,
        "does not work as its spec asks",
        "spec.runtime.extraEnv[0].valueFrom.secretKeyRef.name of AgentRuntime/keyless",
    ),
    (
        "slow",
        1,
        "does not work as its spec asks",
        "spec.framework.image of AgentRuntime/slow: an image that answers GET /healthz",
    ),
];

#[test]
fn agents_are_told_as_they_are() {
    let Some(server) = server("agents_are_told_as_they_are") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace);
    let ask = |arguments: &[&str]| {
        let output = omnia(server, User::Administrator, &namespace, arguments);
        (code(&output), words(&output).split_whitespace().collect::<Vec<_>>().join(" "))
    };
    beside_operator(server, &namespace, |_| {
        settled(server, &namespace, 4);
        let (started, text) = ask(&["rollout", "start", "paused", "--pack-version", "2.0.0", "--yes", "--wait"]);
        assert_eq!(started, 0, "{text}");
        settled(server, &namespace, 5);
        let table = omnia(server, User::Administrator, &namespace, &["status"]);
        assert_eq!((code(&table), words(&table).as_str()), (0, TABLE));
        for (agent, expected, verdict, edit) in CAUSES {
            let (code, text) = ask(&["why", agent]);
            assert_eq!(code, expected, "{text}");
            assert!(text.starts_with(&format!("{namespace}/{agent}: {verdict}")) && text.contains(edit), "{text}");
            let (code, text) = ask(&["status", agent]);
            assert!(code == 0 && text.starts_with(&format!("{namespace}/{agent}: {verdict}")), "{text}");
        }
        let (code, text) = ask(&["events", "slow"]);
        assert!(code == 0 && text.contains("Readiness probe failed: HTTP probe failed with statuscode: 503"), "{text}");
        assert!(!text.contains("RolloutStep"), "another agent's: {text}");
        let (code, text) = ask(&["events"]);
        assert!(code == 0 && text.contains("Pod/slow-5f7c-x2x4z") && text.contains("AgentRuntime/paused"), "{text}");
        let (code, text) = ask(&["events", "well"]);
        assert_eq!((code, text.as_str()), (0, "no events: a cluster forgets them after an hour"));
        who_may_not_look_everywhere(server, &namespace);
    });
}

/// A viewer sees the objects of the platform and nothing else; nobody sees nothing.
fn who_may_not_look_everywhere(server: &Server, namespace: &str) {
    let ask = |user: User, arguments: &[&str]| {
        let output = omnia(server, user, namespace, arguments);
        (code(&output), words(&output).split_whitespace().collect::<Vec<_>>().join(" "))
    };
    for command in [&["status"][..], &["status", "well"], &["why", "well"], &["events"], &["events", "well"]] {
        let (code, text) = ask(User::Nobody, command);
        assert!(code == 3 && text.contains("resources: [agentruntimes], verbs: ["), "{command:?}: {text}");
    }
    let kinds = ["agentruntimes", "promptpacks", "providers", "toolregistries"];
    grant(
        server,
        namespace,
        "viewer",
        &json!([{"apiGroups": [groups()[0].name], "resources": kinds, "verbs": ["get", "list", "watch"]}]),
    );
    let unseen = ["deployments", "pods", "events"].map(|kind| format!("resources: [{kind}], verbs: [list]"));
    let (code, text) = ask(User::Developer, &["status"]);
    assert!(code == 0 && text.contains("well Running ? 1.0.0 - not known"), "{text}");
    assert!(text.contains("provider-not-found") && unseen.iter().all(|rule| text.contains(rule)), "{text}");
    for (agent, expected, verdict) in [("well", 3, "not known"), ("slow", 3, "not known"), ("orphan", 1, "does not work")] {
        let (code, text) = ask(User::Developer, &["why", agent]);
        assert!(code == expected && text.contains(verdict), "{code}: {text}");
        assert!(unseen.iter().all(|rule| text.contains(rule)), "{text}");
    }
    let (code, text) = ask(User::Developer, &["events", "slow"]);
    assert!(code == 3 && text.contains(&unseen[2]), "{text}");
    let (_, text) = ask(User::Developer, &["rollout", "status", "paused"]);
    assert!(text.contains("the pods of stable and candidate were not seen"), "{text}");
    for verb in [&["promote"][..], &["promote", "--full"], &["resume"]] {
        let (code, text) = ask(User::Developer, &[&["rollout"], verb, &["paused", "--yes"]].concat());
        assert!(
            code == 5 && text.contains("nobody knows whether the candidate runs: no permission to get deployments"),
            "{text}"
        );
    }
    for verb in [&["rollback"][..], &["abort"], &["promote", "--force"]] {
        let (code, text) = ask(User::Developer, &[&["rollout"], verb, &["paused", "--yes"]].concat());
        assert!(code == 3 && text.contains("verbs: [patch]") && text.contains("nothing was written"), "{verb:?}: {text}");
    }
    let (code, text) = ask(User::Developer, &["rollout", "history", "paused"]);
    assert!(code == 3 && text.contains(&unseen[2]), "{text}");
}

#[test]
fn without_agents_there_is_nothing_to_tell() {
    let Some(server) = server("without_agents_there_is_nothing_to_tell") else { return };
    let namespace = server.namespace();
    for command in [&["status"][..], &["events"], &["rollout", "status"]] {
        let output = omnia(server, User::Administrator, &namespace, command);
        assert_eq!((code(&output), words(&output)), (4, format!("no agents found in namespace {namespace}\n")), "{command:?}");
    }
    for command in ["status", "why", "events"] {
        let output = omnia(server, User::Administrator, &namespace, &[command, "nobody"]);
        let expected = "not found: get agentruntimes \"nobody\"";
        assert!(code(&output) == 2 && words(&output).contains(expected), "{command}: {}", words(&output));
    }
}
