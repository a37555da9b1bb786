//! The pods of a Deployment.

use super::{
    super::{
        IntoTree as _, Map, Release, Tree,
        access::service_account,
        constant, map, sourced,
        typed::{typed, typed_items},
    },
    Pods, broker,
    env::filled,
    facade, runtime, standalone, volumes,
};
use crate::{omnia::duration, world::Field};

/// The user and group that processes run as.
const USER: i64 = 65532;

/// How long the facade finishes conversations where nothing else is said, how long it may at most, and what comes on top, in seconds.
const DRAIN: i64 = 30;
const DRAIN_MAX: i64 = 600;
const DRAIN_MARGIN: i64 = 30;

/// The spec of the pods. `replicas` is how many of them are wanted before a rollout splits them.
pub(super) fn spec(pods: &Pods<'_, '_>, replicas: i64) -> Map {
    let spec = pods.agent.spec();
    let overrides = spec.get("podOverrides");
    let affinity = typed(&spec.at("runtime.affinity"), "Affinity");
    let spread = (replicas > 1 && affinity.is_none()).then(|| vec![spread(pods)]);
    map()
        .put("serviceAccountName", service_account(pods.agent))
        .put("runtimeClassName", runtime_class(pods))
        .put("priorityClassName", filled(&overrides.get("priorityClassName")))
        .put("imagePullSecrets", typed_items(&overrides.get("imagePullSecrets"), "LocalObjectReference"))
        .put("securityContext", security())
        .put("terminationGracePeriodSeconds", grace(pods))
        .put("nodeSelector", node_selector(&spec))
        .put("tolerations", tolerations(&spec))
        .put("affinity", affinity)
        .put("topologySpreadConstraints", spread)
        .put("containers", containers(pods))
        .put("volumes", volumes::volumes(pods))
}

fn containers(pods: &Pods<'_, '_>) -> Vec<Map> {
    let mut containers = if pods.agent.standalone_a2a() && pods.agent.release == Release::R2026_07 {
        vec![standalone::container(pods)]
    } else {
        vec![facade::container(pods), runtime::container(pods)]
    };
    containers.extend(broker::container(pods));
    containers
}

/// The agent's word, or that of its Workspace, also when the agent has a ServiceAccount of its own.
fn runtime_class(pods: &Pods<'_, '_>) -> Option<Tree> {
    if pods.agent.release == Release::R2026_07 {
        return None;
    }
    let shared = || filled(&pods.agent.workspace?.spec().at("runtime.runtimeClassName"));
    filled(&pods.agent.spec().at("podOverrides.runtimeClassName")).or_else(shared)
}

fn security() -> Map {
    map()
        .put("runAsNonRoot", constant(true))
        .put("runAsUser", constant(USER))
        .put("runAsGroup", constant(USER))
        .put("fsGroup", constant(USER))
        .put("seccompProfile", map().put("type", "RuntimeDefault"))
}

fn grace(pods: &Pods<'_, '_>) -> Tree {
    let field = pods.agent.primary().map(|facade| facade.get("drainTimeout"));
    let drain = field.as_ref().and_then(|field| duration::parse(field.text()?).ok()).map(|drain| drain / 1_000_000_000);
    match (drain.filter(|drain| *drain >= 1), &field) {
        (Some(drain), Some(field)) => sourced(drain.min(DRAIN_MAX) + DRAIN_MARGIN, field),
        _ => constant(DRAIN + DRAIN_MARGIN),
    }
}

fn node_selector(spec: &Field<'_>) -> Option<Map> {
    let [own, over] = ["runtime.nodeSelector", "podOverrides.nodeSelector"].map(|path| match (&spec.at(path)).into_tree() {
        Some(Tree::Map(selector)) => Some(selector),
        _ => None,
    });
    match (own, over) {
        (Some(own), Some(over)) => Some(own.overlaid(over)),
        (own, over) => own.or(over),
    }
}

fn tolerations(spec: &Field<'_>) -> Vec<Tree> {
    let lists = ["runtime.tolerations", "podOverrides.tolerations"];
    lists.iter().flat_map(|path| typed_items(&spec.at(path), "Toleration")).collect()
}

/// Spreads pods over zones.
fn spread(pods: &Pods<'_, '_>) -> Map {
    map()
        .put("maxSkew", constant(1))
        .put("topologyKey", "topology.kubernetes.io/zone")
        .put("whenUnsatisfiable", "ScheduleAnyway")
        .put("labelSelector", map().put("matchLabels", pods.selector()))
}
