//! RUN052 to RUN058 and RUN113 to RUN116: the steps of a rollout, one after the other.

use super::{SECOND, rollout_routing::Means};
use crate::{
    finding::Severity,
    lint::{
        agent::Agent,
        check::{Findings, beside},
    },
    rollout::{Step, split, total},
    world::Field,
};

/// A pause that lets a pod start, in nanoseconds: the first look whether one is ready comes after 5 s, the next after another 10 s.
const START_UP: i64 = 10 * SECOND;
/// Delivered weights that differ by less are near enough, in per cent.
const NEAR: i64 = 10;
/// What a step may set, in the order in which the operator looks for it.
const KINDS: [&str; 3] = ["setWeight", "pause", "analysis"];

fn steps<'w>(agent: &Agent<'w>) -> Vec<(Field<'w>, Step)> {
    agent.steps().to_vec()
}

/// The steps that set a weight: their place in the list, their field and the weight.
fn weights<'a, 'w>(steps: &'a [(Field<'w>, Step)]) -> impl Iterator<Item = (usize, Field<'w>, i64)> + 'a {
    steps.iter().enumerate().filter_map(|(index, (field, step))| match step {
        Step::Weight(weight) => Some((index, field.get("setWeight"), *weight)),
        _ => None,
    })
}

/// Whether a pause without a value stood in a step that is empty now.
fn had_null_pause(step: &Field<'_>) -> bool {
    step.entries().is_empty() && step.source().is_some_and(|text| text.contains("pause"))
}

/// RUN052.
pub(super) fn rollout_step_shape(agent: &Agent<'_>, said: &mut Findings) {
    for (field, _) in steps(agent) {
        let set: Vec<&str> = KINDS.into_iter().filter(|kind| field.get(kind).exists()).collect();
        match set[..] {
            [_] => {}
            [] if had_null_pause(&field) => {}
            [] => {
                said.at(&field, "the step is empty, and the rollout goes on at once");
            }
            [first, ..] => {
                said.at(&field, format!("the step sets {}: only {first} is done", set.join(" and ")));
            }
        }
    }
}

/// RUN053.
pub(super) fn rollout_pause_null(agent: &Agent<'_>, said: &mut Findings) {
    for (field, _) in steps(agent).iter().filter(|(field, _)| had_null_pause(field)) {
        said.at(field, "a pause without a value is dropped: the rollout does not wait here").help = "write pause: {}".to_owned();
    }
}

/// RUN054.
pub(super) fn rollout_weights_not_increasing(agent: &Agent<'_>, said: &mut Findings) {
    let steps = steps(agent);
    let mut before: Option<(Field<'_>, i64)> = None;
    for (_, field, weight) in weights(&steps) {
        if let Some((first, last)) = &before
            && weight <= *last
        {
            said.at(&field, format!("the weight {weight} follows {last}")).related.push(beside(first, "the weight before"));
        }
        before = Some((field, weight));
    }
}

/// RUN055.
pub(super) fn rollout_last_weight_not_100(agent: &Agent<'_>, said: &mut Findings) {
    let steps = steps(agent);
    let Some((index, field, weight)) = weights(&steps).last() else { return };
    // Where pods are counted a weight of 100 takes stable away: see RUN114.
    if weight < 100 && Means::of(agent) != Means::Replicas {
        said.at(&field, format!("the last weight is {weight}: the rest of the traffic moves at once, unobserved"));
    } else if weight == 100 && index + 1 < steps.len() {
        said.at(&steps[index + 1].0, "steps follow although the candidate has all of the traffic");
    }
}

/// RUN056.
pub(super) fn rollout_without_observation(agent: &Agent<'_>, said: &mut Findings) {
    let steps = steps(agent);
    // A pause that RUN053 is about was meant to be one.
    let waits = |(field, step): &(Field<'_>, Step)| match step {
        Step::Weight(_) => false,
        Step::Empty => had_null_pause(field),
        _ => true,
    };
    let watched = |from: usize, to: usize| steps[from..to].iter().any(waits);
    let all: Vec<_> = weights(&steps).filter(|(_, _, weight)| *weight > 0).collect();
    for pair in all.windows(2) {
        let [(from, _, first), (to, field, second)] = pair else { continue };
        if !watched(*from, *to) {
            said.at(field, format!("nothing waits between the weights {first} and {second}"));
            return;
        }
    }
    if let [(_, field, _), ..] = &all[..]
        && !watched(0, steps.len())
    {
        said.at(field, "no step waits or looks: the rollout is over in seconds");
    }
}

/// RUN057.
pub(super) fn rollout_check_before_traffic(agent: &Agent<'_>, said: &mut Findings) {
    let steps = steps(agent);
    let first = steps.iter().find(|(_, step)| !matches!(step, Step::Weight(0) | Step::Empty));
    match first {
        Some((field, Step::Analysis(_))) => {
            said.at(field, "the analysis asks for numbers of a candidate that has no traffic yet");
        }
        Some((field, Step::Wait)) => {
            said.at(field, "the rollout waits for a person before the candidate has any traffic");
        }
        _ => {}
    }
}

/// RUN058.
pub(super) fn rollout_indefinite_pause(agent: &Agent<'_>, said: &mut Findings) {
    if let Some((field, _)) = steps(agent).iter().find(|(_, step)| *step == Step::Wait) {
        said.at(field, "the rollout waits here until somebody promotes it");
    }
}

/// RUN059.
pub(super) fn rollout_analysis_needs_enterprise(agent: &Agent<'_>, said: &mut Findings) {
    let enterprise = agent.operator.is_some_and(|operator| operator.policy_broker_image.is_some());
    if let Some((field, _)) = steps(agent).iter().find(|(_, step)| !enterprise && matches!(step, Step::Analysis(_))) {
        // Whether the cluster has the kind stands in no manifest.
        said.note(&field.get("analysis"), "analyses are a part of the enterprise edition");
    }
}

/// The pods of stable and candidate together, where pods are what delivers weights.
fn pods(agent: &Agent<'_>) -> Option<i64> {
    (Means::of(agent) == Means::Replicas).then(|| total(agent.spec.at("runtime.replicas").int()))
}

/// RUN067.
pub(super) fn replica_weight_granularity(agent: &Agent<'_>, said: &mut Findings) {
    let Some(pods) = pods(agent) else { return };
    let steps = steps(agent);
    if agent.autoscales()
        && let Some((_, field, _)) = weights(&steps).next()
    {
        let message = "weights are delivered by the number of pods, which the autoscaler changes as well: each undoes the other";
        said.at(&field, message).related.push(beside(&agent.autoscaling(), "the autoscaler"));
        return;
    }
    let far = |weight: i64| {
        let delivered = split(pods, weight).delivered;
        delivered != weight && ([0, 100].contains(&delivered) || (delivered - weight).abs() >= NEAR)
    };
    if let Some((_, field, weight)) = weights(&steps).find(|(_, _, weight)| far(*weight)) {
        let delivered = split(pods, weight).delivered;
        let replicas = agent.spec.at("runtime.replicas");
        let noun = if pods == 1 { "pod" } else { "pods" };
        let message = format!("{pods} {noun} cannot deliver {weight} per cent: the candidate gets {delivered}");
        said.at(&field, message).related.push(beside(&replicas, "the number of pods"));
    }
}

/// RUN113.
pub(super) fn rollout_first_weight_before_ready(agent: &Agent<'_>, said: &mut Findings) {
    if !matches!(Means::of(agent), Means::Mesh | Means::External) {
        return;
    }
    let steps = steps(agent);
    let Some((index, field, weight)) = weights(&steps).find(|(_, _, weight)| *weight > 0) else { return };
    let waits = steps[..index].iter().any(|(_, step)| match step {
        Step::Pause(time) => *time >= START_UP,
        step => step.waits_for_a_person(),
    });
    if !waits {
        said.at(&field, format!("{weight} per cent of the requests go to pods that have not started yet"));
    }
}

/// RUN114.
pub(super) fn replica_weighted_outage(agent: &Agent<'_>, said: &mut Findings) {
    let Some(pods) = pods(agent) else { return };
    let (mut candidate, mut is_ready) = (0, false);
    for (field, step) in steps(agent) {
        match step {
            Step::Weight(weight) => {
                let split = split(pods, weight);
                if split.stable == 0 && !is_ready {
                    let severity = if agent.is_older() { Severity::Error } else { Severity::Warning };
                    let message = "the last pod of stable goes before one of the candidate is ready: nobody answers meanwhile";
                    said.at(&field.get("setWeight"), message).severity = severity;
                    return;
                }
                is_ready &= split.candidate > 0;
                candidate = split.candidate;
            }
            Step::Wait | Step::BadPause(_) | Step::Analysis(_) => is_ready = candidate > 0,
            // When a timed pause is over the operator takes the pods of the candidate away for a moment.
            Step::Pause(_) => is_ready = false,
            Step::Empty => {}
        }
    }
}

/// RUN115.
pub(super) fn candidate_never_runs(agent: &Agent<'_>, said: &mut Findings) {
    let Some(pods) = pods(agent) else { return };
    let steps = steps(agent);
    let all: Vec<_> = weights(&steps).filter(|(_, _, weight)| *weight > 0).collect();
    if let [.., (_, field, _)] = &all[..]
        && all.iter().all(|(_, _, weight)| split(pods, *weight).candidate == 0)
    {
        let noun = if pods == 1 { "pod" } else { "pods" };
        let message = format!("with {pods} {noun} no weight gives the candidate one: it goes live without ever having run");
        said.at(field, message).related.push(beside(&agent.spec.at("runtime.replicas"), "the number of pods"));
    }
}

/// RUN116.
pub(super) fn timed_rollout_unguarded(agent: &Agent<'_>, said: &mut Findings) {
    let steps = steps(agent);
    let guarded = steps.iter().any(|(_, step)| matches!(step, Step::Wait | Step::BadPause(_) | Step::Analysis(_)));
    let automatic = agent.spec.at("rollout.rollback.mode").str() == "automatic";
    if guarded || automatic || steps.is_empty() {
        return;
    }
    let message = "nothing stops a broken candidate: no step waits for a person or an analysis, and rollback is not automatic";
    said.at(&agent.spec.at("rollout.steps"), message);
}
