//! The autoscaler of an agent: a HorizontalPodAutoscaler, or KEDA's ScaledObject.

use serde_json::json;

use super::{Blocked, Map, Release, Rendered, Source, Tree, constant, inputs::Agent, map, refused, rollout_plan, sourced};
use crate::world::Field;

/// Creates the autoscaler that the policy in effect asks for.
pub(super) fn autoscaler(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let Some(policy) = policy(agent).filter(|policy| policy.get("enabled").is_true()) else { return Ok(()) };
    let kind = if policy.get("type").str() == "keda" { "ScaledObject" } else { "HorizontalPodAutoscaler" };
    let object = format!("{kind}/{}", agent.name());
    if rollout_plan::holds_back(agent, &object, rendered) {
        return Ok(());
    }
    if kind == "HorizontalPodAutoscaler" {
        rendered.push(pod_autoscaler(agent, &policy));
    } else if agent.operator.third_party.value.keda {
        rendered.push(scaled_object(agent, &policy));
    } else {
        rendered.warn(object, "is not created, because the cluster has no KEDA: the number of pods stays fixed".to_owned());
    }
    Ok(())
}

/// The policy in effect: the agent's own block counts as a whole, also when it is switched off; without one, that of its service group.
pub(super) fn policy<'w>(agent: &Agent<'w>) -> Option<Field<'w>> {
    agent.spec().at("runtime.autoscaling").some().or_else(|| agent.service_group()?.get("autoscaling").some())
}

/// The value of a field that Go holds by a pointer: zero is a value too.
fn or(field: &Field<'_>, default: i64) -> Tree {
    Tree::copied(field).unwrap_or_else(|| constant(default))
}

fn pod_autoscaler(agent: &Agent<'_>, policy: &Field<'_>) -> Map {
    let metric = |name: &'static str, target: Tree| {
        let target = map().put("type", "Utilization").put("averageUtilization", target);
        map().put("type", "Resource").put("resource", map().put("name", name).put("target", target))
    };
    let scaling = |kind: &'static str, value: i64, seconds: i64| {
        map().put("type", kind).put("value", constant(value)).put("periodSeconds", constant(seconds))
    };
    let down = map()
        .put("stabilizationWindowSeconds", or(&policy.get("scaleDownStabilizationSeconds"), 300))
        .put("policies", vec![scaling("Percent", 50, 60)]);
    let up = map()
        .put("stabilizationWindowSeconds", constant(0))
        .put("selectPolicy", "Max")
        .put("policies", vec![scaling("Percent", 100, 15), scaling("Pods", 4, 15)]);
    let spec = map()
        .put("scaleTargetRef", map().put("apiVersion", "apps/v1").put("kind", "Deployment").put("name", agent.named("")))
        .put("minReplicas", or(&policy.get("minReplicas"), 1))
        .put("maxReplicas", or(&policy.get("maxReplicas"), DEFAULT_MAX))
        .put(
            "metrics",
            vec![
                metric("memory", or(&policy.get("targetMemoryUtilizationPercentage"), 70)),
                metric("cpu", or(&policy.get("targetCPUUtilizationPercentage"), 90)),
            ],
        )
        .put("behavior", map().put("scaleDown", down).put("scaleUp", up));
    object(agent, "autoscaling/v2", "HorizontalPodAutoscaler", spec)
}

/// What the operator takes for an object that has never seen the API server's defaults.
const DEFAULT_MAX: i64 = 10;

fn object(agent: &Agent<'_>, api: &'static str, kind: &'static str, spec: Map) -> Map {
    let metadata = agent.metadata(agent.named(""), agent.labels(Some("agent")));
    map().put("apiVersion", api).put("kind", kind).put("metadata", metadata).put("spec", spec)
}

/// Why the API server refuses the HorizontalPodAutoscaler: resource metrics cannot scale to zero. The operator goes on without it.
pub(super) fn refusal(tree: &Tree) -> Option<String> {
    let number = |path: &str| tree.at(path).map(Tree::json).and_then(|value| value.as_i64()).unwrap_or_default();
    let (min, max) = (number("spec.minReplicas"), number("spec.maxReplicas"));
    let causes = if min < 1 {
        "[spec.minReplicas: Invalid value: 0: must be greater than or equal to 1, spec.metrics: Forbidden: must specify at least one \
         Object or External metric to support scaling to zero replicas]"
            .to_owned()
    } else if min > max {
        format!("spec.maxReplicas: Invalid value: {max}: must be greater than or equal to `minReplicas`")
    } else {
        return None;
    };
    let name = tree.at("metadata.name").and_then(Tree::text).unwrap_or_default();
    Some(refused::invalid("HorizontalPodAutoscaler.autoscaling", name, &causes))
}

fn scaled_object(agent: &Agent<'_>, policy: &Field<'_>) -> Map {
    let keda = policy.get("keda");
    let own = keda.get("triggers").items();
    let triggers = if own.is_empty() { vec![connections(agent, &keda)] } else { own.iter().map(trigger).collect() };
    let spec = map()
        .put("scaleTargetRef", map().put("name", agent.named("")))
        .put("pollingInterval", or(&keda.get("pollingInterval"), 30))
        .put("cooldownPeriod", or(&keda.get("cooldownPeriod"), 300))
        .put("minReplicaCount", or(&policy.get("minReplicas"), 0))
        .put("maxReplicaCount", or(&policy.get("maxReplicas"), DEFAULT_MAX))
        .put("triggers", triggers);
    object(agent, "keda.sh/v1alpha1", "ScaledObject", spec)
}

fn trigger(field: &Field<'_>) -> Map {
    let (kind, metadata) = (field.get("type"), field.get("metadata"));
    map()
        .put("type", sourced(kind.str(), &kind))
        .put("metadata", Tree::copied(&metadata).unwrap_or_else(|| sourced(json!({}), &metadata)))
}

/// The trigger of agents that name none: open connections per pod.
fn connections(agent: &Agent<'_>, keda: &Field<'_>) -> Map {
    let query = format!(
        "sum(omnia_agent_connections_active{{agent=\"{}\",namespace=\"{}\"}}) or vector(0)",
        agent.name(),
        agent.namespace()
    );
    let query = sourced(query, Source::computed([agent.name_source(), agent.namespace_source()]));
    let threshold = keda.get("connectionThreshold");
    let default = if agent.release == Release::R2026_07 { "200" } else { "1000" };
    let threshold = threshold.int().map_or_else(|| constant(default), |number| sourced(number.to_string(), &threshold));
    let metadata = map()
        .put("serverAddress", "http://omnia-prometheus-server.omnia-system.svc.cluster.local/prometheus")
        .put("query", query)
        .put("threshold", threshold);
    map().put("type", "prometheus").put("metadata", metadata)
}
