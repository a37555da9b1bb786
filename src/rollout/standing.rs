//! Where a rollout stands, as a user wants to know it.

use super::{
    agent::Agent,
    deployment::Deployment,
    memory::{Ending, Memory},
    routing::Mode,
    scene::Scene,
    step::Step,
    verb::State,
    warning::{self, Warning},
};
use crate::omnia::duration;

/// The state of a rollout for people and programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The namespace of the agent.
    pub namespace: String,
    /// The name of the agent.
    pub name: String,
    /// Where it stands.
    pub state: State,
    /// How the rollout ended that was seen before.
    pub ending: Option<Ending>,
    /// Whether the spec has no rollout any more while the operator's status still shows one: the operator has yet to clean up.
    pub lagging: bool,
    /// Whether the operator has taken notice of the spec as it is.
    pub observed: bool,
    /// The number of the current step, from 1; none when there is no rollout, and while promoting.
    pub step: Option<usize>,
    /// The number of steps.
    pub steps: usize,
    /// The current step.
    pub current: Option<Step>,
    /// The weight that was asked for, in per cent.
    pub requested: Option<i64>,
    /// The share that reaches the candidate, in per cent; none when it is not known.
    pub delivered: Option<i64>,
    /// The way in which weights are delivered; none when only the operator knows.
    pub mode: Option<Mode>,
    /// The version of stable.
    pub stable_version: String,
    /// The version of the candidate.
    pub candidate_version: String,
    /// What it waits for.
    pub waits_for: String,
    /// When the wait ends, in seconds since 1970.
    pub deadline: Option<i64>,
    /// The Deployment of stable.
    pub stable: Option<Deployment>,
    /// The Deployment of the candidate.
    pub candidate: Option<Deployment>,
    /// What a user should know.
    pub warnings: Vec<Warning>,
}

impl Standing {
    /// Reads a scene at a time in nanoseconds since 1970.
    pub fn of(scene: &Scene, memory: &Memory, now: i64) -> Self {
        let agent = &scene.agent;
        let state = State::of(scene);
        let shown = agent.progress();
        let pick = |own: Option<&str>, kept: &str| own.filter(|text| !text.is_empty()).unwrap_or(kept).to_owned();
        let running = !matches!(state, State::Idle | State::Leftover);
        let delivered = running.then(|| delivered(scene)).flatten();
        let requested = running.then(|| requested(agent, state)).flatten();
        let stable_version = pick(Some(agent.status.active_version.as_str()), &memory.stable_version);
        let candidate_version = candidate_version(agent, memory, running);
        let mut standing = Self {
            namespace: agent.namespace.clone(),
            name: agent.name.clone(),
            state,
            ending: memory.ending(scene),
            lagging: !running && shown.is_some_and(|progress| progress.active),
            observed: agent.status.observed_generation >= agent.generation,
            step: step_number(agent, state),
            steps: agent.steps().len(),
            current: agent.step().filter(|_| running && state != State::Promoting).cloned(),
            requested,
            delivered,
            mode: scene.mode(),
            stable_version,
            candidate_version,
            waits_for: String::new(),
            deadline: None,
            stable: scene.stable.clone(),
            candidate: scene.candidate.clone(),
            warnings: Vec::new(),
        };
        let since = shown.and_then(|progress| progress.stamp);
        standing.wait(since, now);
        standing.warnings = warning::find(scene, &standing);
        standing
    }

    /// Whether there is no rollout, for the operator as for the spec.
    pub const fn is_over(&self) -> bool {
        matches!(self.state, State::Idle | State::Leftover) && !self.lagging
    }

    fn wait(&mut self, since: Option<i64>, now: i64) {
        let pods = |deployment: Option<&Deployment>| {
            deployment.map_or_else(String::new, |deployment| {
                format!(" ({} of {} pods ready)", deployment.new_ready(), deployment.replicas)
            })
        };
        self.waits_for = match self.state {
            State::Idle => String::new(),
            State::Leftover => "nothing: the candidate equals the spec".to_owned(),
            State::Started => "the operator to begin".to_owned(),
            State::Stuck => "a rollback: the operator fails at this step".to_owned(),
            State::Moving | State::Ending => "the operator to go on".to_owned(),
            State::OpenPause => "somebody to promote it".to_owned(),
            State::AnalysisFailing => "the metrics to recover, or a decision".to_owned(),
            State::AnalysisHanging => "the analysis".to_owned(),
            State::Unresolved => "the pack of the candidate".to_owned(),
            State::Promoting => format!("stable to run the new version{}", pods(self.stable.as_ref())),
            State::TimedPause => {
                let Some(Step::Pause(nanos)) = self.current else { return };
                let ends = since.map(|stamp| stamp.saturating_mul(1_000_000_000).saturating_add(nanos));
                self.deadline = ends.map(|ends| ends.div_euclid(1_000_000_000));
                let left = ends.map_or(nanos, |ends| ends.saturating_sub(now).max(0)) / 1_000_000_000 * 1_000_000_000;
                format!("{} of {} to pass", duration::format(left), duration::format(nanos))
            }
        };
    }
}

fn step_number(agent: &Agent, state: State) -> Option<usize> {
    let running = !matches!(state, State::Idle | State::Leftover | State::Promoting);
    let index = usize::try_from(agent.step_index()).ok()?;
    running.then(|| (index + 1).min(agent.steps().len()))
}

/// What the steps up to now have asked for. The status does not tell: it keeps the last weight where 0 was asked for, and loses it after
/// an analysis.
fn requested(agent: &Agent, state: State) -> Option<i64> {
    if state == State::Promoting {
        return Some(100);
    }
    let done = usize::try_from(agent.step_index()).ok()?.min(agent.steps().len());
    super::last_weight(&agent.steps()[..done]).or(Some(0))
}

/// What reaches the candidate, from the objects that carry the weights.
fn delivered(scene: &Scene) -> Option<i64> {
    match scene.carrier() {
        Some(Mode::Mesh | Mode::External) => scene.routed,
        Some(Mode::Unrouted | Mode::ReplicaWeighted) => share_of_pods(scene),
        None => None,
    }
}

fn share_of_pods(scene: &Scene) -> Option<i64> {
    let ready = |deployment: &Option<Deployment>| deployment.as_ref().map(|deployment| deployment.ready);
    let stable = ready(&scene.stable)?;
    let candidate = ready(&scene.candidate).unwrap_or_default();
    let all = stable + candidate;
    (all > 0).then(|| (200 * candidate + all) / (2 * all))
}

fn candidate_version(agent: &Agent, memory: &Memory, running: bool) -> String {
    if !running {
        return String::new();
    }
    let shown = agent.progress().map(|progress| progress.candidate_version.clone()).unwrap_or_default();
    if !shown.is_empty() {
        return shown;
    }
    let named = agent.candidate().and_then(|candidate| candidate.version().or_else(|| candidate.track()));
    named.map_or_else(|| memory.candidate_version.clone(), str::to_owned)
}
