//! OPS003 to OPS005, OPS008, OPS009 and OPS011: the pods of an agent.

use crate::{
    lint::{
        agent::Agent,
        check::{Findings, beside},
    },
    world::Field,
};

/// OPS003.
pub(super) fn memory_context_in_production(agent: &Agent<'_>, said: &mut Findings) {
    if let Some((field, message)) = memory_context(agent, agent.most_pods()) {
        said.at(&field, message);
    }
}

/// Where it is said that conversations stay in the memory of one of several pods, and what that means; `most` is how many there may be.
pub(in crate::lint) fn memory_context<'w>(agent: &Agent<'w>, most: i64) -> Option<(Field<'w>, String)> {
    let context = agent.spec.get("context");
    if agent.is_function() || context.get("type").str() == "redis" {
        return None;
    }
    let message = if most > 1 {
        format!("the working context stays in the memory of one of up to {most} pods")
    } else if agent.spec.get("rollout").exists() {
        "the working context stays in the memory of one pod, and a rollout puts another one beside it".to_owned()
    } else {
        return None;
    };
    Some((context, message))
}

/// OPS004.
pub(super) fn single_replica(agent: &Agent<'_>, said: &mut Findings) {
    let Some(exposed) = agent.facades.iter().find(|facade| facade.is_exposed()) else { return };
    if agent.most_pods() == 1 {
        let replicas = agent.spec.at("runtime.replicas");
        said.at(&replicas, "one pod serves callers from outside")
            .related
            .push(beside(&exposed.field.get("expose"), "exposed here"));
    }
}

/// OPS005.
pub(super) fn no_memory_limit(agent: &Agent<'_>, said: &mut Findings) {
    let resources = agent.spec.at("runtime.resources");
    if !resources.at("limits.memory").exists() {
        said.at(&resources, "the runtime has no limit of memory");
    }
}

/// OPS008.
pub(super) fn max_replicas_default(agent: &Agent<'_>, said: &mut Findings) {
    let most = agent.autoscaling().get("maxReplicas");
    if agent.autoscales() && !most.is_written() {
        said.at(&most, "the autoscaler may make 100 pods");
    }
}

/// OPS009.
pub(super) fn voice_agent_tuning(agent: &Agent<'_>, said: &mut Findings) {
    if !agent.spec.at("duplex.enabled").is_true() {
        return;
    }
    if let Some(drain) = agent.leading().map(|facade| facade.field.get("drainTimeout"))
        && !drain.is_written()
    {
        said.at(&drain, "calls are cut 30s after a pod is to end");
    }
    let autoscaling = agent.autoscaling();
    let keda = agent.autoscales() && autoscaling.get("type").str() == "keda";
    let own = autoscaling.at("keda.connectionThreshold").is_written() || !autoscaling.at("keda.triggers").items().is_empty();
    if keda && !own {
        said.at(&autoscaling.get("keda"), "pods are added at 1000 connections each, and a pod takes far fewer calls");
    }
}

/// OPS011.
pub(super) fn affinity_disables_spread(agent: &Agent<'_>, said: &mut Findings) {
    let affinity = agent.spec.at("runtime.affinity");
    if affinity.exists() && !affinity.get("podAntiAffinity").exists() && agent.replicas() > 1 {
        said.at(&affinity, "with an affinity the operator does not spread the pods over zones");
    }
}
