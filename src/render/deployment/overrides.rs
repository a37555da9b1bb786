//! What a Workspace and the agent's own `podOverrides` change of its pods.

use super::{
    super::{Map, Tree, config_hash::CONFIG_HASH, map},
    Pods,
};
use crate::world::Field;

/// Ports that a mesh must not touch: those of health and metrics.
const EXCLUDED_PORTS: (&str, &str) = ("traffic.sidecar.istio.io/excludeInboundPorts", "8081,9001,8091");

/// The labels of the pods, which the Deployment has too. Nobody can replace those of the operator.
pub(super) fn labels(pods: &Pods<'_, '_>) -> Map {
    let mode = pods.agent.spec().get("mode");
    let mut labels = pods.selector().put("omnia.altairalabs.ai/mode", super::super::inputs::or_constant(Some(mode), "agent"));
    for (key, value) in merged(pods, "podLabels", "labels") {
        if labels.get(&key).is_none() {
            labels.set(key, value);
        }
    }
    labels
}

/// The annotations of the pods. Those of users replace those of the operator.
pub(super) fn annotations(pods: &Pods<'_, '_>, hash: Tree) -> Map {
    let mut annotations = map().put(EXCLUDED_PORTS.0, EXCLUDED_PORTS.1).put(CONFIG_HASH, hash);
    let extra = copied(&pods.agent.spec().get("extraPodAnnotations"));
    for (key, value) in extra.into_iter().chain(merged(pods, "podAnnotations", "annotations")) {
        annotations.set(key, value);
    }
    annotations
}

/// What the Workspace says, then what the agent does; later entries win. An agent with a ServiceAccount of its own has nothing of its
/// Workspace's identity.
fn merged(pods: &Pods<'_, '_>, shared: &str, own: &str) -> Vec<(String, Tree)> {
    let overrides = pods.agent.spec().get("podOverrides");
    let workspace = pods.agent.workspace.filter(|_| overrides.get("serviceAccountName").text().is_none());
    let shared = workspace.map(|workspace| copied(&workspace.spec().get("runtime").get(shared))).unwrap_or_default();
    let own = copied(&overrides.get(own));
    let is_own = |key: &str| own.iter().any(|(other, _)| other == key);
    let kept: Vec<_> = shared.into_iter().filter(|(key, _)| !is_own(key)).collect();
    kept.into_iter().chain(own).collect()
}

fn copied(field: &Field<'_>) -> Vec<(String, Tree)> {
    let members = field.entries().into_iter();
    members.filter_map(|(key, value)| Some((key.to_owned(), Tree::copied(&value)?))).collect()
}
