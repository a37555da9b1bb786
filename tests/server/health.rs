//! `status`, `why` and `events` against the API server, beside a stand-in for the operator.

use serde_json::{Value, json};

use super::{
    crds::groups,
    rollouts::{create, pack},
    server::{Server, User},
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
    let candidate = |version: &str| json!({"steps": steps, "candidate": {"promptPackRef": {"name": "p", "version": version}}});
    let key = json!([{"name": "K", "valueFrom": {"secretKeyRef": {"name": "keys", "key": "k"}}}]);
    for name in ["keyless", "slow"] {
        unplayed(server, namespace, name);
    }
    for agent in [
        agent("well", |_| {}),
        agent("paused", |spec| spec["rollout"] = candidate("2.0.0")),
        agent("lost", |spec| spec["rollout"] = candidate("9.9.9")),
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
