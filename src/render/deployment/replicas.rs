//! How many pods a Deployment gets.

use super::super::{Release, Rendered, Source, Tree, autoscaling, constant, inputs::Agent, rollout_plan::mode, sourced};
use crate::{
    rollout::{Mode, last_weight, split, total},
    world::Field,
};

/// The number of pods of a Deployment.
#[derive(Debug)]
pub(super) struct Replicas {
    /// `spec.replicas`.
    pub tree: Tree,
    /// The number before a rollout splits it, by which pods are spread.
    pub wanted: i64,
}

/// Those of the stable Deployment.
pub(super) fn stable(agent: &Agent<'_>, rendered: &mut Rendered) -> Replicas {
    let (wanted, tree) = wanted(agent, rendered);
    // What is being promoted is stable already, and no longer split.
    let weight = agent.rollout.filter(|standing| !standing.promoting).and_then(|standing| standing.weight);
    let tree = match weight.filter(|_| mode(agent) == Mode::ReplicaWeighted) {
        Some(weight) => sourced(split(total(own(agent).int()), weight).stable, split_source(agent)),
        None => tree,
    };
    Replicas { tree, wanted }
}

/// Those of the candidate's Deployment.
pub(super) fn candidate(agent: &Agent<'_>, rendered: &mut Rendered) -> Replicas {
    let (wanted, tree) = wanted(agent, rendered);
    let tree = match weight(agent).filter(|_| mode(agent) == Mode::ReplicaWeighted) {
        Some(weight) => {
            let text =
                "a new candidate may keep the full number of pods until the next weight: the operator can miss it at first";
            let assumed = rendered.assume("candidateReplicas", text);
            let number = split(total(own(agent).int()), weight).candidate;
            sourced(number, Source::Computed(vec![split_source(agent), assumed]))
        }
        None => tree,
    };
    Replicas { tree, wanted }
}

/// The weight that was set last.
fn weight(agent: &Agent<'_>) -> Option<i64> {
    let standing = agent.rollout?;
    if standing.promoting {
        return last_weight(crate::rollout::Agent::read(agent.object).steps());
    }
    standing.weight
}

fn split_source(agent: &Agent<'_>) -> Source {
    let rollout = agent.spec().get("rollout");
    Source::computed([&own(agent), &rollout.get("steps"), &rollout.get("trafficRouting")])
}

fn own<'w>(agent: &Agent<'w>) -> Field<'w> {
    agent.spec().at("runtime.replicas")
}

/// The number that the spec, the quota of the Workspace and the capabilities of the runtime come to.
fn wanted(agent: &Agent<'_>, rendered: &mut Rendered) -> (i64, Tree) {
    if lacks_capabilities(agent) {
        let source: Source = (&agent.object.root().at("status.conditions")).into();
        return (0, sourced(0, source));
    }
    let tree = Tree::copied(&own(agent)).unwrap_or_else(|| constant(1));
    let number = own(agent).int().unwrap_or(1);
    if agent.release == Release::R2026_07 {
        return (number, tree);
    }
    if autoscaling::policy(agent).is_some_and(|policy| policy.get("enabled").is_true()) {
        let text = "spec.replicas is the number to begin with: afterwards the autoscaler sets it";
        rendered.warn(agent.deployment_id(), text.to_owned());
    }
    let cap = agent.workspace.map(|workspace| workspace.spec().at("quotas.agents.maxReplicasPerAgent"));
    match cap.and_then(|cap| Some((cap.int()?, cap))) {
        Some((most, cap)) if most < number => {
            rendered
                .warn(agent.deployment_id(), format!("has {most} pods, not {number}: the quota of the Workspace allows no more"));
            (most, sourced(most, &cap))
        }
        _ => (number, tree),
    }
}

/// Whether the operator has found, for this generation, that the runtime cannot do what the agent needs.
fn lacks_capabilities(agent: &Agent<'_>) -> bool {
    let root = agent.object.root();
    let generation = root.at("metadata.generation").int();
    root.at("status.conditions").items().iter().any(|condition| {
        condition.get("type").str() == "CapabilitiesSatisfied"
            && condition.get("status").str() == "False"
            && condition.get("observedGeneration").int() == generation
    })
}
