//! What was seen earlier of a rollout, for what the operator drops on its way.

use super::{
    refs::{Activity, Refs},
    scene::Scene,
};

/// What a watcher keeps. The operator's status loses step and versions while promoting, and its last message says `promoted`
/// whatever was promoted; only the spec tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Memory {
    /// The references before the rollout.
    pub stable: Option<Refs>,
    /// The references that it was to bring.
    pub target: Option<Refs>,
    /// The last `stableVersion`.
    pub stable_version: String,
    /// The last `candidateVersion`.
    pub candidate_version: String,
    /// Whether it was seen promoting.
    pub promoting: bool,
}

/// How a rollout ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The spec has the references of the candidate, and stable runs them.
    Promoted,
    /// The spec has the references that it had before.
    RolledBack,
    /// The spec has other references.
    Replaced,
}

impl Memory {
    /// Keeps what a scene shows.
    pub fn keep(&mut self, scene: &Scene) {
        let agent = &scene.agent;
        let running = agent.activity() == Activity::Active;
        if let Some(candidate) = agent.candidate().filter(|_| running && !agent.promoting()) {
            self.stable = Some(agent.refs.clone());
            self.target = Some(agent.refs.overlaid(candidate));
            self.promoting = false;
        }
        if agent.promoting() {
            // What it was before, nobody knows who comes this late.
            self.promoting = true;
            self.target.get_or_insert_with(|| agent.refs.clone());
        }
        let Some(progress) = agent.progress() else { return };
        let keep = |kept: &mut String, new: &str| {
            if !new.is_empty() {
                new.clone_into(kept);
            }
        };
        keep(&mut self.stable_version, &progress.stable_version);
        keep(&mut self.candidate_version, &progress.candidate_version);
    }

    /// How the rollout that was seen has ended; nothing while it goes on, or when none was seen.
    pub fn ending(&self, scene: &Scene) -> Option<Ending> {
        let agent = &scene.agent;
        let target = self.target.as_ref()?;
        if agent.promoting() || agent.activity() == Activity::Active || agent.progress().is_some_and(|progress| progress.active) {
            return None;
        }
        let is = |refs: &Refs| agent.refs.same(refs);
        if is(target) {
            let complete = scene.stable.as_ref().is_none_or(super::Deployment::complete);
            return complete.then_some(Ending::Promoted);
        }
        Some(if self.stable.as_ref().is_some_and(is) { Ending::RolledBack } else { Ending::Replaced })
    }
}
