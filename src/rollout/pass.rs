//! One pass of the operator over an agent, as that of 2026-07 makes it.
//!
//! The forecast of `status`, the simulator of the tests and their stand-in for the operator rest on it.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::{
    agent::{Agent, Progress},
    obstacle::Obstacle,
    pack::Pack,
    refs::{Activity, Refs, precedence},
    routing::Mode,
    scene::Scene,
    step::Step,
};
use crate::{omnia::duration, yaml::go::quote};

const SECOND: i64 = 1_000_000_000;

/// What a promotion that has begun says.
pub const PROMOTING: &str = "promoting: waiting for stable to roll to the new config";

/// What the operator finds around an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Around {
    /// Whether the pack of the candidate resolves.
    pub resolves: bool,
    /// Whether all wanted pods of stable run the current template.
    pub stable_complete: bool,
    /// Whether the candidate did not make progress within its deadline.
    pub deadline_exceeded: bool,
    /// Whether the operator may use a mesh.
    pub mesh: bool,
    /// Whether the VirtualService of `trafficRouting.istio` exists.
    pub virtual_service: bool,
    /// What an analysis comes to.
    pub analysis: Analysis,
    /// The newest version in the channel of the trigger.
    pub newest: Option<String>,
}

/// What an analysis comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Analysis {
    /// All metrics are good.
    Passed,
    /// These metrics are not.
    Failed(String),
    /// It could not be carried out; nothing is written about it.
    NoResult,
}

/// What a pass does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pass {
    /// The agent afterwards.
    pub agent: Agent,
    /// The weight that is routed to the candidate; none where traffic is left alone.
    pub routed: Option<i64>,
    /// What becomes of the candidate's Deployment.
    pub candidate: Fate,
    /// The reason and the message of the event.
    pub event: Option<(&'static str, String)>,
    /// In how many nanoseconds the next pass comes if nothing else causes one.
    pub again: Option<i64>,
    /// Why it failed; a user does not see this.
    pub failed: Option<String>,
}

/// What becomes of the candidate's Deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is left alone.
    Kept,
    /// It is there afterwards, with the present references.
    Ensured,
    /// It is deleted.
    Deleted,
}

impl Around {
    /// What a scene shows. Whether the operator may use a mesh it shows only once a weight was applied.
    pub fn of(scene: &Scene) -> Self {
        Self {
            resolves: !matches!(scene.pack, Pack::Missing(_)),
            stable_complete: scene.stable.as_ref().is_some_and(super::Deployment::complete),
            deadline_exceeded: scene.candidate.as_ref().is_some_and(|candidate| candidate.deadline_exceeded),
            mesh: scene.mode() == Some(Mode::Mesh),
            virtual_service: !scene.obstacles.iter().any(|obstacle| matches!(obstacle, Obstacle::NoVirtualService(_))),
            analysis: Analysis::NoResult,
            newest: scene.newest.clone(),
        }
    }
}

/// One pass at a time in nanoseconds since 1970.
pub fn pass(agent: &Agent, around: &Around, now: i64) -> Pass {
    let operator = Operator { agent, around, now };
    if agent.promoting() {
        return operator.promotion();
    }
    if let Some(version) = operator.triggered() {
        return operator.trigger(version);
    }
    if agent.activity() != Activity::Active {
        return operator.idle();
    }
    if !around.resolves {
        return operator.failure("the pack of the candidate does not resolve");
    }
    if operator.automatic() && around.deadline_exceeded {
        let event = "auto-rollback: candidate pods unhealthy (progress deadline exceeded)";
        return operator.roll_back("auto-rollback: pod unhealthy", event.to_owned());
    }
    operator.step()
}

struct Operator<'a> {
    agent: &'a Agent,
    around: &'a Around,
    now: i64,
}

impl Operator<'_> {
    fn unchanged(&self) -> Pass {
        let agent = self.agent.clone();
        Pass { agent, routed: None, candidate: Fate::Kept, event: None, again: None, failed: None }
    }

    fn failure(&self, reason: &str) -> Pass {
        Pass { failed: Some(reason.to_owned()), ..self.unchanged() }
    }

    /// A weight, where traffic is routed at all.
    fn routed(&self, weight: i64) -> Option<i64> {
        self.agent.rollout.as_ref().and_then(|rollout| rollout.routing.as_ref()).map(|_| weight)
    }

    fn mode(&self) -> Mode {
        let routing = self.agent.rollout.as_ref().and_then(|rollout| rollout.routing.as_ref());
        routing.map_or(Mode::Unrouted, |routing| routing.resolved(self.around.mesh).0)
    }

    fn automatic(&self) -> bool {
        self.agent.rollout.as_ref().is_some_and(|rollout| rollout.rollback == "automatic")
    }

    /// The version that the trigger sets now.
    fn triggered(&self) -> Option<&str> {
        let agent = self.agent;
        let newest = self.around.newest.as_deref()?;
        let newer = |than: &str| precedence(newest, than) == Some(Ordering::Greater);
        let idle = agent.triggered() && agent.activity() != Activity::Active;
        let wanted = newer(&agent.status.active_version) && agent.rolled_back.as_deref().is_none_or(newer);
        let settled = agent.candidate().is_some() && agent.refs.version() == Some(newest);
        (idle && wanted && !settled).then_some(newest)
    }

    fn trigger(&self, version: &str) -> Pass {
        let mut pass = self.unchanged();
        let name = self.agent.refs.pack_name();
        if let Some(rollout) = &mut pass.agent.rollout {
            let channel = rollout.trigger.clone().unwrap_or_default();
            rollout.candidate = Some(Refs { pack: json!({"name": name, "version": version}), ..Refs::default() });
            let message = format!("version-triggered rollout: candidate {name}@{version} (channel {channel})");
            pass.event = Some(("RolloutTriggered", message));
        }
        pass.again = Some(0);
        pass
    }

    fn idle(&self) -> Pass {
        let mut pass = Pass { routed: self.routed(0), candidate: Fate::Deleted, ..self.unchanged() };
        pass.agent.status.rollout = None;
        pass
    }

    fn promotion(&self) -> Pass {
        if !self.around.stable_complete {
            return Pass { routed: self.routed_whole(), again: Some(5 * SECOND), ..self.unchanged() };
        }
        let mut pass = Pass { routed: self.routed(0), candidate: Fate::Deleted, ..self.unchanged() };
        if let Some(rollout) = &mut pass.agent.rollout {
            rollout.candidate = None;
        }
        pass.agent.status.rollout = Some(Progress { message: "promoted".to_owned(), ..Progress::default() });
        let message = "promotion complete: stable healthy on the new config, traffic cut over, candidate removed";
        pass.event = Some(("RolloutPromoted", message.to_owned()));
        pass
    }

    /// All traffic to the candidate; pods are not moved for it.
    fn routed_whole(&self) -> Option<i64> {
        self.routed(100).filter(|_| self.mode() != Mode::ReplicaWeighted)
    }

    fn enter_promotion(&self) -> Pass {
        let mut pass = Pass { candidate: Fate::Ensured, again: Some(5 * SECOND), ..self.unchanged() };
        if let Some(candidate) = self.agent.candidate() {
            pass.agent.refs = self.agent.refs.overlaid(candidate);
        }
        if self.agent.triggered() && pass.agent.refs.version().is_none() {
            return self.failure("spec.rollout.trigger requires a version-pinned spec.promptPackRef");
        }
        if self.mode() == Mode::External && !self.around.virtual_service {
            pass.failed = Some("the VirtualService does not exist".to_owned());
            return pass;
        }
        pass.routed = self.routed_whole();
        pass.agent.status.rollout =
            Some(Progress { active: true, promoting: true, message: PROMOTING.to_owned(), ..Progress::default() });
        let message = "promotion started: stable rolling to the new config, candidate still serving 100%";
        pass.event = Some(("RolloutPromoting", message.to_owned()));
        pass
    }

    fn roll_back(&self, message: &str, event: String) -> Pass {
        let mut pass = Pass { routed: self.routed(0), candidate: Fate::Deleted, ..self.unchanged() };
        let agent = &mut pass.agent;
        if let Some(version) = self.agent.candidate().and_then(Refs::version) {
            agent.rolled_back = Some(version.to_owned());
        }
        if let Some(rollout) = &mut agent.rollout {
            let mut mirror = agent.refs.clone();
            if mirror.provider_list().is_empty() {
                mirror.providers = Value::Null;
            }
            rollout.candidate = Some(mirror);
        }
        agent.status.rollout = Some(Progress { message: message.to_owned(), ..Progress::default() });
        pass.event = Some(("RolloutRolledBack", event));
        pass
    }

    fn step(&self) -> Pass {
        let index = self.agent.step_index();
        if index < 0 {
            return self.failure("the index of the step is negative");
        }
        let Some(step) = self.agent.step() else { return self.enter_promotion() };
        match step {
            Step::Weight(weight) => self.advance(*weight, format!("step {index}: setWeight {weight}")),
            Step::Empty => self.advance(0, format!("step {index}: unknown step type")),
            Step::Wait => self.hold(format!("step {index}: paused indefinitely"), None),
            Step::BadPause(text) => self.hold(format!("step {index}: invalid pause duration {}", quote(text)), None),
            Step::Pause(nanos) => self.pause(index, *nanos),
            Step::Analysis(name) => self.analysis(index, name),
        }
    }

    fn pause(&self, index: i64, nanos: i64) -> Pass {
        let text = duration::format(nanos);
        let since = self.agent.progress().and_then(|progress| progress.stamp);
        match since.map(|stamp| self.now.saturating_sub(stamp.saturating_mul(SECOND))) {
            Some(elapsed) if elapsed >= nanos => self.advance(0, format!("step {index}: pause {text} elapsed")),
            Some(elapsed) => self.hold(format!("step {index}: pause {text}"), Some(nanos.saturating_sub(elapsed).max(SECOND))),
            None => self.hold(format!("step {index}: pause {text}"), Some(nanos)),
        }
    }

    fn hold(&self, message: String, again: Option<i64>) -> Pass {
        let mut pass = Pass { candidate: Fate::Ensured, again, ..self.unchanged() };
        pass.agent.status.rollout = Some(self.progress(0, message));
        pass
    }

    fn advance(&self, weight: i64, message: String) -> Pass {
        let mut pass = Pass { candidate: Fate::Ensured, routed: self.routed(weight), ..self.unchanged() };
        pass.event = Some(("RolloutStep", message.clone()));
        let mut progress = self.progress(weight, message);
        progress.step = Some(self.agent.step_index() + 1);
        progress.stamp = Some(self.now.div_euclid(SECOND));
        if pass.routed.is_some() {
            let mode = self.mode();
            progress.mode = mode.word().to_owned();
            progress.enforced = Some(mode == Mode::Mesh || mode == Mode::External && self.around.virtual_service);
        }
        pass.agent.status.rollout = Some(progress);
        pass
    }

    /// What is written about a step. A weight of 0 does not show where there was one before.
    fn progress(&self, weight: i64, message: String) -> Progress {
        let before = self.agent.progress().cloned().unwrap_or_default();
        let shown = if weight == 0 { before.weight.or(Some(0)) } else { Some(weight) };
        let stamp = before.stamp.or_else(|| Some(self.now.div_euclid(SECOND)));
        let name = |refs: &Refs| refs.version().or_else(|| refs.track()).map(str::to_owned);
        let candidate = self.agent.candidate().filter(|candidate| !candidate.pack.is_null());
        let candidate_version = match candidate {
            Some(candidate) => name(candidate).unwrap_or_else(|| candidate.pack_name().to_owned()),
            None => name(&self.agent.refs).unwrap_or_default(),
        };
        Progress {
            active: true,
            promoting: false,
            step: Some(self.agent.step_index()),
            weight: shown,
            stable_version: self.agent.status.active_version.clone(),
            candidate_version,
            message,
            stamp,
            ..before
        }
    }

    fn analysis(&self, index: i64, template: &str) -> Pass {
        let before = self.agent.progress().cloned().unwrap_or_default();
        let shown = |step: i64, message: String| Progress {
            active: true,
            step: Some(step),
            message,
            mode: before.mode.clone(),
            enforced: before.enforced,
            ..Progress::default()
        };
        let mut pass = Pass { candidate: Fate::Ensured, again: Some(30 * SECOND), ..self.unchanged() };
        match &self.around.analysis {
            Analysis::NoResult => {}
            Analysis::Passed => {
                let message = format!("analysis {template} passed");
                pass.event = Some(("RolloutAnalysisPassed", message.clone()));
                pass.agent.status.rollout = Some(shown(index + 1, message));
                pass.again = Some(SECOND);
            }
            Analysis::Failed(metrics) if self.automatic() => {
                let reason = format!("failed metrics: {metrics}");
                return self.roll_back(&format!("auto-rollback: {reason}"), format!("auto-rollback: analysis failed: {reason}"));
            }
            Analysis::Failed(metrics) => {
                let reason = format!("failed metrics: {metrics}");
                pass.event = Some(("RolloutAnalysisFailed", format!("analysis failed (manual intervention required): {reason}")));
                pass.agent.status.rollout = Some(shown(index, format!("analysis failed: {reason}")));
            }
        }
        pass
    }
}
