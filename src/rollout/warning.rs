//! What is wrong with a rollout just now, or will be at its next step.

use super::{
    candidate_name, deployment::Deployment, obstacle::Obstacle, pack::Pack, refs::Activity, routing::Mode, scene::Scene,
    standing::Standing, step::Step, verb::State,
};

/// Something that a user should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// A name that does not change.
    pub code: &'static str,
    /// What it is.
    pub message: String,
}

/// All that a scene shows.
pub(super) fn find(scene: &Scene, standing: &Standing) -> Vec<Warning> {
    let mut search = Search { scene, standing, found: Vec::new() };
    search.leftovers();
    search.surroundings();
    if !matches!(standing.state, State::Idle | State::Leftover) {
        search.traffic();
        search.steps();
        search.standstill();
    }
    search.conditions();
    search.found
}

struct Search<'a> {
    scene: &'a Scene,
    standing: &'a Standing,
    found: Vec<Warning>,
}

impl Search<'_> {
    fn warn(&mut self, code: &'static str, message: impl Into<String>) {
        self.found.push(Warning { code, message: message.into() });
    }

    fn leftovers(&mut self) {
        let agent = &self.scene.agent;
        if self.standing.state != State::Leftover {
            return;
        }
        let message = match agent.activity() {
            Activity::Spelling => {
                "the candidate differs from the spec only in the spelling of its version: the operator of 2026-07 ignores it"
            }
            _ => {
                "a candidate is left over that equals the spec: the next edit of the spec would start a rollout back to the present \
                 version; kubectl omnia rollout rollback clears it"
            }
        };
        self.warn("leftover-candidate", message);
    }

    fn surroundings(&mut self) {
        let running = !matches!(self.standing.state, State::Idle);
        for obstacle in &self.scene.obstacles {
            if running || matches!(obstacle, Obstacle::NameTaken(..)) {
                self.warn(obstacle.code(), obstacle.reason());
            }
        }
        let waypoint = self.scene.agent.rollout.as_ref().and_then(|rollout| rollout.routing.as_ref());
        if waypoint.is_some_and(|routing| !routing.waypoint.is_empty()) && self.scene.mode() == Some(Mode::Mesh) {
            self.warn("mesh-waypoint", "with mesh.waypoint the Service of the agent selects no pod (operator of 2026-07)");
        }
        match &self.scene.pack {
            Pack::Failed(version) if running => {
                self.warn(
                    "candidate-failed",
                    format!(
                        "the pack of version {version} is in phase Failed: the steps go on, and the promotion would stand still"
                    ),
                );
            }
            Pack::Missing(_) if running => {
                let fault = self.scene.pack.fault().unwrap_or_default();
                self.warn(
                    "candidate-unresolved",
                    format!("{fault}; the operator says nothing about it, and the rollout stands still"),
                );
            }
            Pack::NotChecked(reason) if running => {
                self.warn("not-checked", format!("not checked whether the pack of the candidate exists: {reason}"));
            }
            _ => {}
        }
    }

    fn traffic(&mut self) {
        let ready = |deployment: &Option<Deployment>| deployment.as_ref().map(|deployment| deployment.ready);
        if let Some(reason) = &self.scene.unseen {
            self.warn("not-checked", format!("the pods of stable and candidate were not seen: {reason}"));
            if matches!(self.standing.mode, Some(Mode::Mesh | Mode::External)) {
                self.gap();
            }
            return;
        }
        let (stable, candidate) = (ready(&self.scene.stable), ready(&self.scene.candidate));
        let name = candidate_name(&self.scene.agent.name);
        if stable == Some(0) && candidate.unwrap_or_default() == 0 {
            self.warn("nobody-serves", "no pod is ready: nothing serves");
        }
        let by_mesh = matches!(self.standing.mode, Some(Mode::Mesh | Mode::External));
        let routed = self.standing.delivered.filter(|_| by_mesh).unwrap_or_default();
        if routed > 0 && candidate.unwrap_or_default() == 0 {
            self.warn(
                "weight-on-nothing",
                format!("{routed} % of the requests go to {name}, which has no ready pod: they are lost"),
            );
        }
        if by_mesh && routed < 100 && stable == Some(0) {
            self.warn("weight-on-nothing", format!("{} % of the requests go to stable, which has no ready pod", 100 - routed));
        }
        if self.standing.mode == Some(Mode::ReplicaWeighted) && self.scene.stable_at_zero() {
            self.warn("stable-at-zero", "stable has been scaled to 0 pods: only the candidate serves");
        }
        self.gap();
    }

    /// Where another share arrives than was asked for.
    fn gap(&mut self) {
        let (Some(requested), Some(delivered)) = (self.standing.requested, self.standing.delivered) else {
            if self.standing.requested.is_some_and(|requested| requested > 0) {
                self.warn(
                    "delivery-unknown",
                    "not known which share reaches the candidate: the objects that carry it were not seen",
                );
            }
            return;
        };
        if requested == delivered || self.standing.state == State::Promoting {
            return;
        }
        let message = match self.standing.mode {
            Some(Mode::Unrouted) => {
                format!(
                    "weights move nothing without trafficRouting: {delivered} % of the pods are the candidate's, {requested} % were asked for"
                )
            }
            Some(Mode::ReplicaWeighted) => {
                format!("{delivered} % of the ready pods are the candidate's, {requested} % were asked for")
            }
            _ => format!("the candidate gets {delivered} % of the requests, {requested} % were asked for"),
        };
        self.warn("weight-not-delivered", message);
    }

    fn steps(&mut self) {
        let agent = &self.scene.agent;
        let index = usize::try_from(agent.step_index()).unwrap_or_default();
        let routed = agent.rollout.as_ref().is_some_and(|rollout| rollout.routing.is_some());
        let next = agent.steps().get(index + 1);
        if let (State::TimedPause, true, Some(next)) = (self.standing.state, routed, next) {
            let by_pods = self.standing.mode == Some(Mode::ReplicaWeighted);
            if by_pods && self.scene.stable_at_zero() {
                let message = "when the pause ends by itself, the candidate's pods are stopped while stable has none: nothing serves until \
                               a pod has started; promote goes on without that";
                self.warn("dip-after-pause", message);
            } else if !matches!(next, Step::Weight(_)) && self.standing.requested.unwrap_or_default() > 0 {
                let message = "when the pause ends by itself, the candidate gets 0 % until the next setWeight, while currentWeight still \
                               shows the old weight; promote goes on without that";
                self.warn("dip-after-pause", message);
            } else if by_pods {
                let message = "when the pause ends by itself, the pods of the candidate are stopped and started anew; promote goes on \
                               without that";
                self.warn("dip-after-pause", message);
            }
        }
        if let Some(Step::BadPause(text)) = agent.step() {
            self.warn(
                "pause-unreadable",
                format!("the operator cannot read the duration {text:?}: the pause never ends by itself"),
            );
        }
    }

    fn standstill(&mut self) {
        let agent = &self.scene.agent;
        if agent.step_index() < 0 {
            self.warn(
                "negative-step",
                "status.rollout.currentStep is negative: every pass of the operator over this agent panics",
            );
        }
        let pending = agent.progress().is_some_and(|progress| {
            progress.active && !progress.promoting && progress.stamp.is_none() && !progress.message.starts_with("analysis")
        });
        if pending && self.standing.state != State::Stuck {
            self.warn("request-pending", "a request to go on has not been carried out yet");
        }
        if self.standing.state == State::Promoting && self.scene.candidate.as_ref().is_some_and(|candidate| candidate.ready == 0)
        {
            self.warn(
                "candidate-broken",
                "the candidate has no ready pod while stable is replaced; automatic rollback is off now",
            );
        }
        let broken = self.scene.candidate.as_ref().is_some_and(|candidate| candidate.deadline_exceeded);
        if broken {
            self.warn("candidate-broken", "the candidate did not become ready within its deadline");
        }
        if self.standing.state == State::AnalysisHanging {
            self.warn("analysis-silent", "an analysis that cannot be carried out says nothing and is repeated for ever");
        }
    }

    fn conditions(&mut self) {
        if self.scene.agent.deleted
            && self.scene.carrier() == Some(Mode::External)
            && self.standing.delivered.unwrap_or_default() > 0
        {
            self.warn("being-deleted", "the agent is being deleted, and the VirtualService that it names keeps its last weights");
        }
        let status = &self.scene.agent.status;
        if status.stale_failure() {
            self.warn("stale-failure", "phase Failed is a leftover of two writes that crossed; no condition tells of a fault");
        }
        if status.observed_generation < self.scene.agent.generation {
            self.warn("not-observed", "the operator has not taken notice of the last change yet");
        }
        let degraded = status.condition("TrafficRouting").filter(|condition| condition.status == "False");
        if let (Some(condition), true) = (degraded, self.scene.agent.rollout.is_some()) {
            self.warn("routing-degraded", format!("{} (the condition stays after its cause is gone)", condition.message));
        }
        let named = degraded.is_some();
        let loose = !named && self.scene.agent.progress().and_then(|progress| progress.enforced) == Some(false);
        if loose && self.standing.mode == Some(Mode::External) {
            self.warn("routing-degraded", "the operator reports that weights are not enforced");
        }
    }
}
