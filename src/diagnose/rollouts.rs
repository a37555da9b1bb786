//! What holds a rollout up.

use super::{Chain, Edit, Evidence, Gravity, Link, one_of};
use crate::{
    resolve::{Outcome, Resolver, Role},
    rollout::{State, Step, Warning},
};

/// A warning of the rollout that is a cause: its code, the field, what to write. `{step}` is the index of the current step. The other
/// warnings tell of consequences, or of what will come.
pub(super) const CAUSES: &[(&str, Gravity, &str, &str)] = &[
    ("name-taken", Gravity::Fault, "metadata.name", "another name: NAME-canary belongs to the rollout of NAME"),
    ("candidate-unresolved", Gravity::Fault, "spec.rollout.candidate.promptPackRef", "a version that is published"),
    ("candidate-failed", Gravity::Fault, "spec.rollout.candidate.promptPackRef", "a version that is valid"),
    ("provider-missing", Gravity::Fault, "spec.rollout.candidate.providerRefs", "Providers of the namespace"),
    ("provider-unready", Gravity::Fault, "spec.rollout.candidate.providerRefs", "Providers that are Ready"),
    ("tool-registry-missing", Gravity::Fault, "spec.rollout.candidate.toolRegistryRef.name", "a ToolRegistry of the namespace"),
    (
        "tool-registry-foreign",
        Gravity::Fault,
        "spec.rollout.candidate.toolRegistryRef.namespace",
        "nothing: leave it out, and have the ToolRegistry in the namespace of the agent",
    ),
    ("routing-removed", Gravity::Fault, "spec.rollout.trafficRouting", "the block as it was, until the rollout is over"),
    (
        "virtual-service-missing",
        Gravity::Fault,
        "spec.rollout.trafficRouting.istio.virtualService.name",
        "a VirtualService of the namespace",
    ),
    (
        "route-missing",
        Gravity::Lack,
        "spec.rollout.trafficRouting.istio.virtualService.routes",
        "names of routes of the VirtualService",
    ),
    (
        "destination-rule-missing",
        Gravity::Fault,
        "spec.rollout.trafficRouting.istio.destinationRule.name",
        "a DestinationRule of the namespace",
    ),
    (
        "analysis-missing",
        Gravity::Fault,
        "spec.rollout.steps[{step}].analysis.templateName",
        "a RolloutAnalysis of the namespace",
    ),
    (
        "analysis-silent",
        Gravity::Lack,
        "spec.rollout.steps[{step}].analysis.templateName",
        "an analysis that can be carried out; its address, query and condition are in the RolloutAnalysis",
    ),
    ("mesh-waypoint", Gravity::Fault, "spec.rollout.trafficRouting.mesh.waypoint", "nothing: leave it out"),
    ("pause-unreadable", Gravity::Fault, "spec.rollout.steps[{step}].pause.duration", "a duration as in 90s or 1h30m"),
    (
        "negative-step",
        Gravity::Fault,
        "status.rollout.currentStep",
        "0, by a patch of the status; kubectl omnia rollout rollback does it",
    ),
    ("candidate-broken", Gravity::Fault, "spec.rollout.candidate", "nothing: kubectl omnia rollout rollback takes it back"),
    ("leftover-candidate", Gravity::Note, "spec.rollout.candidate", "nothing: kubectl omnia rollout rollback clears it"),
];

/// What holds the rollout up; `found` may explain already why the candidate is broken.
pub(super) fn find(evidence: &Evidence<'_>, found: &[Chain]) -> Vec<Chain> {
    let pods_tell = found.iter().any(|chain| chain.links.iter().any(|link| link.object.starts_with("Pod/")));
    let warnings = &evidence.standing.warnings;
    let is_cause = |warning: &&Warning| warning.code != "candidate-broken" || !pods_tell;
    let mut chains: Vec<Chain> = warnings.iter().filter(is_cause).filter_map(|warning| chain(evidence, warning)).collect();
    chains.extend(failing(evidence));
    if chains.is_empty() {
        chains.extend(waiting(evidence));
    }
    chains
}

fn chain(evidence: &Evidence<'_>, warning: &Warning) -> Option<Chain> {
    let (code, gravity, field, write) = CAUSES.iter().find(|cause| cause.0 == warning.code)?;
    let field = field.replace("{step}", &step_of(evidence, code).to_string());
    let write = if *code == "candidate-unresolved" { versions(evidence) } else { None }.unwrap_or_else(|| (*write).to_owned());
    let links = vec![stands(evidence), Link::new(evidence.id(), &warning.message)];
    Some(Chain::new(*code, *gravity, links, Edit::new(evidence.id(), field, write)))
}

/// The index of the step that a warning is about: for a template that is missing, the first step that names one that is not there.
fn step_of(evidence: &Evidence<'_>, code: &str) -> i64 {
    let agent = &evidence.scene.agent;
    let is_gone = |step: &Step| {
        let Step::Analysis(name) = step else { return false };
        evidence.scene.obstacles.contains(&crate::rollout::Obstacle::NoAnalysis(name.clone()))
    };
    let missing = agent.steps().iter().position(is_gone).and_then(|index| i64::try_from(index).ok());
    missing.filter(|_| code == "analysis-missing").unwrap_or_else(|| agent.step_index().max(0))
}

/// The versions that the candidate may name.
fn versions(evidence: &Evidence<'_>) -> Option<String> {
    let resolver = Resolver::new(evidence.world, evidence.release);
    let resolutions = resolver.agent(evidence.agent);
    let candidate = resolutions.iter().find(|resolution| resolution.reference.role == Role::Candidate)?;
    let Outcome::NotFound(_) = candidate.outcome else { return None };
    let packs = resolver.packs(&evidence.agent.namespace, candidate.reference.name);
    let names = one_of(packs.iter().map(|pack| pack.object.spec().get("version").str()))?;
    Some(format!("version {names}; or publish the one that is asked for"))
}

fn stands(evidence: &Evidence<'_>) -> Link {
    let standing = &evidence.standing;
    let step = standing.step.map(|step| format!(", step {step} of {}", standing.steps)).unwrap_or_default();
    Link::new(evidence.id(), format!("rollout: {}{step}", standing.state.words()))
}

/// Metrics that are not as they should be.
fn failing(evidence: &Evidence<'_>) -> Option<Chain> {
    let Some(Step::Analysis(name)) =
        evidence.standing.current.as_ref().filter(|_| evidence.standing.state == State::AnalysisFailing)
    else {
        return None;
    };
    let message = evidence.scene.agent.progress().map(|progress| progress.message.clone()).unwrap_or_default();
    let links = vec![stands(evidence), Link::new(evidence.id(), message)];
    let write = "a condition that the candidate can meet; else kubectl omnia rollout rollback";
    let edit = Edit::new(format!("RolloutAnalysis/{name}"), "spec.metrics[].successCondition", write);
    Some(Chain::new("analysis-failed", Gravity::Lack, links, edit))
}

/// A rollout that waits as it was told to.
fn waiting(evidence: &Evidence<'_>) -> Option<Chain> {
    if evidence.standing.state != State::OpenPause {
        return None;
    }
    let index = evidence.scene.agent.step_index().max(0);
    let links = vec![stands(evidence), Link::new(evidence.id(), "the step waits for somebody to promote it")];
    let write = format!("nothing: kubectl omnia rollout promote {} goes on", evidence.agent.name);
    let edit = Edit::new(evidence.id(), format!("spec.rollout.steps[{index}].pause"), write);
    Some(Chain::new("rollout-paused", Gravity::Note, links, edit))
}
