//! The PodDisruptionBudget of an agent with several pods.

use super::{Blocked, Rendered, constant, inputs::Agent, map};

/// Creates the budget where the agent asks for more than one pod; what an autoscaler may do does not count.
pub(super) fn disruption_budget(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let replicas = agent.spec().at("runtime.replicas");
    if replicas.int().is_some_and(|count| count > 1) {
        let labels = || agent.labels(Some("agent"));
        let spec = map().put("minAvailable", constant(1)).put("selector", map().put("matchLabels", labels()));
        rendered.push(
            map()
                .put("apiVersion", "policy/v1")
                .put("kind", "PodDisruptionBudget")
                .put("metadata", agent.metadata(agent.named(""), labels()))
                .put("spec", spec),
        );
    }
    Ok(())
}
