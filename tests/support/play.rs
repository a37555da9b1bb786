//! What a pass of the operator writes to an agent, as JSON.

use omnia::{
    apiserver::cel::Timestamp,
    rollout::{Agent, Progress, Refs},
    world::{Object, Origin},
    yaml::read_json,
};
use serde_json::{Value, json};

/// An object of a cluster, read from its JSON.
pub fn object(kind: &str, namespace: &str, item: &Value) -> Object {
    Object {
        group: String::new(),
        version: "v1".to_owned(),
        kind: kind.to_owned(),
        namespace: namespace.to_owned(),
        name: item["metadata"]["name"].as_str().unwrap().to_owned(),
        root: read_json(&item.to_string()).unwrap().into_owned(),
        origin: Origin::Cluster { context: "test".into() },
        accepted: true,
    }
}

/// The candidate of an agent; `null` without one.
pub fn candidate(agent: &Agent) -> Value {
    agent.candidate().map_or(Value::Null, Refs::to_candidate)
}

/// The references and the candidate of an agent, as a merge patch of its spec.
pub fn spec(agent: &Agent) -> Value {
    let refs = &agent.refs;
    json!({
        "promptPackRef": refs.pack,
        "providers": refs.providers,
        "toolRegistryRef": refs.registry,
        "rollout": {"candidate": candidate(agent)},
    })
}

/// `status.rollout`, as a merge patch: what is empty goes.
pub fn status(progress: &Progress) -> Value {
    let text = |text: &str| if text.is_empty() { Value::Null } else { json!(text) };
    let flag = |flag: bool| if flag { json!(true) } else { Value::Null };
    let stamp = progress.stamp.map(|seconds| Timestamp::from_unix(seconds).unwrap().to_string());
    json!({
        "active": flag(progress.active),
        "promoting": flag(progress.promoting),
        "message": text(&progress.message),
        "currentStep": progress.step,
        "currentWeight": progress.weight,
        "stepStartedAt": stamp,
        "stableVersion": text(&progress.stable_version),
        "candidateVersion": text(&progress.candidate_version),
        "trafficRoutingMode": text(&progress.mode),
        "trafficWeightEnforced": progress.enforced,
    })
}
