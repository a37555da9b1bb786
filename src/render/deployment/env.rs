//! The environment of containers.

use serde_json::Value;

use super::super::{IntoTree, Map, Operator, Release, Tree, constant, inputs::Agent, map, sourced, typed::typed_items};
use crate::{omnia::RESERVED_VARIABLES, world::Field};

/// A variable. An empty value is not written, as the Kubernetes types have it.
pub(super) fn var(name: &'static str, value: impl IntoTree) -> Tree {
    map().put("name", name).put("value", filled(value)).into()
}

/// A variable that holds a field of the pod.
pub(super) fn of_pod(name: &'static str, path: &'static str) -> Tree {
    map().put("name", name).put("valueFrom", map().put("fieldRef", map().put("fieldPath", path))).into()
}

/// A variable that holds a key of a Secret.
pub(super) fn of_secret(name: impl IntoTree, secret: &Field<'_>, key: &'static str) -> Tree {
    let reference = map().put("name", filled(secret)).put("key", key);
    map().put("name", name).put("valueFrom", map().put("secretKeyRef", reference)).into()
}

/// The value, unless it is the empty text.
pub(super) fn filled(value: impl IntoTree) -> Option<Tree> {
    value.into_tree().filter(|value| value.text() != Some(""))
}

/// The value as text: numbers become decimal.
pub(super) fn text(value: Tree) -> Tree {
    match value {
        Tree::Leaf(Value::Number(number), source) => sourced(number.to_string(), source),
        other => other,
    }
}

/// The name and the namespace of the agent.
pub(super) fn identity() -> [Tree; 2] {
    let name = of_pod("OMNIA_AGENT_NAME", "metadata.labels['app.kubernetes.io/instance']");
    [name, of_pod("OMNIA_NAMESPACE", "metadata.namespace")]
}

/// The name of the Workspace that owns the namespace.
pub(super) fn workspace(agent: &Agent<'_>) -> Option<Tree> {
    agent.workspace.map(|workspace| var("OMNIA_WORKSPACE_NAME", &workspace.root().at("metadata.name")))
}

/// Where traces go.
pub(super) fn tracing(operator: &Operator) -> Vec<Tree> {
    let Some(endpoint) = &operator.tracing_endpoint else { return Vec::new() };
    vec![
        var("OMNIA_TRACING_ENABLED", sourced("true", &endpoint.source)),
        var("OMNIA_TRACING_ENDPOINT", endpoint),
        var("OMNIA_TRACING_INSECURE", "true"),
    ]
}

/// The address of the context store.
pub(super) fn context_store(agent: &Agent<'_>, name: &'static str) -> Option<Tree> {
    let context = agent.spec().get("context");
    let store = context.get("storeRef").some().filter(|_| context.get("type").str() == "redis")?;
    Some(of_secret(name, &store.get("name"), "url"))
}

/// The entries of a user, without those that only the operator sets.
pub(super) fn entries(list: &Field<'_>, release: Release) -> Vec<Tree> {
    let mut entries = typed_items(list, "EnvVar");
    if release == Release::Current {
        entries.retain(|entry| !entry.at("name").and_then(Tree::text).is_some_and(|name| RESERVED_VARIABLES.contains(&name)));
    }
    entries
}

/// Where a user takes variables from by the lot.
pub(super) fn sources(agent: &Agent<'_>) -> Vec<Tree> {
    typed_items(&agent.spec().at("podOverrides.extraEnvFrom"), "EnvFromSource")
}

/// The names in a user's list that only the operator sets.
pub(super) fn reserved<'w>(list: &Field<'w>) -> Vec<Field<'w>> {
    let names = list.items().into_iter().map(|entry| entry.get("name"));
    names.filter(|name| RESERVED_VARIABLES.contains(&name.str())).collect()
}

/// A variable that is empty, and says so.
pub(super) fn empty(name: &'static str) -> Map {
    map().put("name", name).put("value", constant(""))
}
