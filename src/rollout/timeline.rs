//! What the steps of a rollout will do, before one runs.

use super::{
    agent::Agent,
    deployment::Deployment,
    routing::Mode,
    scene::Scene,
    standing::Standing,
    step::Step,
    verb::State,
    weight::{Split, split},
};
use crate::omnia::duration;

/// How long a pod may take to start, in nanoseconds: a shorter pause is not relied on.
const STARTUP: i64 = 30 * 1_000_000_000;

/// The steps of an agent in one way of routing traffic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    /// The way.
    pub mode: Mode,
    /// Whether it is a lesser one than the manifest asks for.
    pub degraded: bool,
    /// One row for each step, and one for the promotion.
    pub rows: Vec<Row>,
    /// The nanoseconds of all timed pauses: it cannot end earlier.
    pub earliest: i64,
    /// How many times somebody has to go on by hand.
    pub gates: usize,
}

/// A step, or the promotion behind the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The number of the step, from 1; none for the promotion.
    pub step: Option<usize>,
    /// What it does.
    pub what: String,
    /// When it begins at the earliest, in nanoseconds.
    pub begins: i64,
    /// The weight that is asked for.
    pub requested: i64,
    /// The share that reaches the candidate once its pods are ready.
    pub delivered: i64,
    /// The pods of both sides.
    pub pods: Split,
    /// Who ends it.
    pub ends_by: Actor,
    /// Whether nothing serves for the time that a pod needs to start.
    pub nobody_serves: bool,
    /// What else happens.
    pub notes: Vec<String>,
}

/// Who ends a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The operator, at once.
    Operator,
    /// Time.
    Time,
    /// Somebody who promotes it.
    Person,
    /// The metrics of an analysis.
    Metrics,
}

impl Actor {
    /// What it is called.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Time => "time",
            Self::Person => "a person",
            Self::Metrics => "metrics",
        }
    }
}

/// The timelines of the steps of an agent, with a mesh and without, where that makes a difference.
pub fn timelines(agent: &Agent) -> Vec<Timeline> {
    modes(agent).into_iter().map(|(mode, degraded)| Walk::new(agent, mode).timeline(0, mode, degraded)).collect()
}

/// What is left of a rollout from where it stands, with the pods that the Deployments have; times count from `now`, in nanoseconds since
/// 1970. One timeline where the operator has told the traffic mode, none where no rollout runs or goes on.
pub fn remaining(scene: &Scene, standing: &Standing, now: i64) -> Vec<Timeline> {
    let agent = &scene.agent;
    let first = match standing.state {
        State::Idle | State::Leftover | State::Stuck => return Vec::new(),
        State::Promoting | State::Ending => agent.steps().len(),
        _ => usize::try_from(agent.step_index()).unwrap_or(0).min(agent.steps().len()),
    };
    let mut modes = modes(agent);
    if let Some(told) = scene.mode() {
        modes.retain(|(mode, _)| *mode == told);
        if modes.is_empty() {
            modes.push((told, false));
        }
    }
    let walk = |(mode, degraded): (Mode, bool)| Walk::from(scene, standing, mode, now).timeline(first, mode, degraded);
    modes.into_iter().map(walk).collect()
}

/// The ways in which the traffic may be routed, and whether each is a lesser one than the manifest asks for.
fn modes(agent: &Agent) -> Vec<(Mode, bool)> {
    match agent.rollout.as_ref().map(|rollout| &rollout.routing) {
        None => Vec::new(),
        Some(None) => vec![(Mode::Unrouted, false)],
        Some(Some(routing)) => {
            let mut modes = vec![routing.resolved(true), routing.resolved(false)];
            modes.dedup();
            modes
        }
    }
}

struct Walk<'a> {
    agent: &'a Agent,
    /// What moves the traffic.
    mode: Mode,
    requested: i64,
    delivered: i64,
    pods: Split,
    /// Whether the pods of the candidate have had time to start.
    started: bool,
    /// The same for those of stable.
    stable_started: bool,
    now: i64,
    rows: Vec<Row>,
    gates: usize,
    /// What is left of the pause that the walk begins in.
    left: Option<i64>,
    /// Whether steps before the first row may have run pods of the candidate.
    underway: bool,
}

impl<'a> Walk<'a> {
    fn new(agent: &'a Agent, mode: Mode) -> Self {
        let routing = agent.rollout.as_ref().and_then(|rollout| rollout.routing.as_ref());
        let mode = routing.map_or(mode, |routing| routing.carrier(mode));
        let pods = Split { candidate: agent.total, stable: agent.total, delivered: 0 };
        // Without routing the Service spreads requests over all pods.
        let delivered = if mode == Mode::Unrouted { 50 } else { 0 };
        Self {
            agent,
            mode,
            requested: 0,
            delivered,
            pods,
            started: false,
            stable_started: true,
            now: 0,
            rows: Vec::new(),
            gates: 0,
            left: None,
            underway: false,
        }
    }

    /// In the middle of a rollout. A Deployment that is not known is taken to be as large as the operator makes it.
    fn from(scene: &'a Scene, standing: &Standing, mode: Mode, now: i64) -> Self {
        let mut walk = Self::new(&scene.agent, mode);
        let ready = |deployment: &Deployment| deployment.ready > 0;
        walk.requested = standing.requested.unwrap_or(0);
        walk.delivered = standing.delivered.unwrap_or(walk.delivered);
        if let Some(stable) = &scene.stable {
            walk.pods.stable = stable.replicas;
            walk.stable_started = ready(stable);
        }
        if let Some(candidate) = &scene.candidate {
            walk.pods.candidate = candidate.replicas;
            walk.started = ready(candidate);
        }
        walk.left = standing.deadline.map(|ends| ends.saturating_mul(1_000_000_000).saturating_sub(now).max(0));
        walk.underway = standing.state != State::Started;
        walk
    }

    fn timeline(mut self, first: usize, mode: Mode, degraded: bool) -> Timeline {
        for (index, step) in self.agent.steps().iter().enumerate().skip(first) {
            self.step(index, step);
        }
        self.promotion();
        Timeline { mode, degraded, rows: self.rows, earliest: self.now, gates: self.gates }
    }

    fn row(&self, step: Option<usize>, what: String, ends_by: Actor) -> Row {
        let Self { now: begins, requested, delivered, pods, .. } = *self;
        Row { step, what, begins, requested, delivered, pods, ends_by, nobody_serves: false, notes: Vec::new() }
    }

    fn step(&mut self, index: usize, step: &Step) {
        let number = Some(index + 1);
        let what = step.to_string();
        match step {
            Step::Weight(weight) => self.weight(number, what, *weight),
            Step::Empty => {
                let nobody = self.deliver(0);
                let mut row = self.row(number, what, Actor::Operator);
                row.mark(nobody);
                row.notes.push("skipped; where traffic is routed the candidate gets 0 % until the next setWeight".to_owned());
                self.rows.push(row);
            }
            Step::Wait | Step::BadPause(_) => {
                let row = self.row(number, what, Actor::Person);
                self.rows.push(row);
                self.gates += 1;
                self.time_passes();
            }
            Step::Pause(nanos) => {
                let nanos = self.left.take().map_or(*nanos, |left| left.min(*nanos));
                self.pause(index, what, nanos);
            }
            Step::Analysis(_) => {
                let mut row = self.row(number, what, Actor::Metrics);
                if self.delivered == 0 {
                    row.notes.push("the candidate has no traffic to measure".to_owned());
                }
                // It may pass at once.
                self.rows.push(row);
            }
        }
    }

    /// Pods that there are become ready.
    const fn time_passes(&mut self) {
        self.started |= self.pods.candidate > 0;
        self.stable_started |= self.pods.stable > 0;
    }

    fn weight(&mut self, number: Option<usize>, what: String, weight: i64) {
        let started = self.started;
        self.requested = weight;
        let nobody = self.deliver(weight);
        let mut row = self.row(number, what, Actor::Operator);
        row.mark(nobody);
        match self.mode {
            Mode::Mesh | Mode::External if weight > 0 && !started => {
                row.notes.push(format!("{weight} % of the requests are lost until the candidate's first pod is ready"));
            }
            Mode::ReplicaWeighted => {
                if self.pods.stable == 0 && !nobody {
                    row.notes.push("stable has no pod: a rollback from here needs a detour".to_owned());
                }
                if self.pods.candidate == 0 && weight > 0 {
                    row.notes.push("no pod of the candidate runs".to_owned());
                }
            }
            _ => {}
        }
        self.rows.push(row);
    }

    /// An elapsed pause is routed as the weight 0.
    fn pause(&mut self, index: usize, what: String, nanos: i64) {
        let mut row = self.row(Some(index + 1), what, Actor::Time);
        self.now = self.now.saturating_add(nanos.max(0));
        if nanos >= STARTUP {
            self.time_passes();
        }
        let had = self.delivered;
        if self.mode != Mode::Unrouted {
            let by_pods = self.mode == Mode::ReplicaWeighted;
            row.mark(self.deliver(0));
            match self.agent.steps().get(index + 1) {
                _ if had == 0 => {}
                Some(Step::Weight(_)) if by_pods => {
                    row.notes.push("at its end the candidate's pods are stopped and started anew".to_owned())
                }
                Some(Step::Weight(_)) | None => {}
                Some(_) => row.notes.push("at its end the candidate's share falls to 0 % until the next setWeight".to_owned()),
            }
        }
        self.rows.push(row);
    }

    fn promotion(&mut self) {
        let ran = self.underway
            || self.mode != Mode::ReplicaWeighted
            || self.rows.iter().any(|row| row.step.is_some() && row.pods.candidate > 0);
        if self.mode != Mode::Unrouted && self.mode != Mode::ReplicaWeighted {
            self.delivered = 100;
        }
        self.requested = 100;
        let mut row =
            self.row(None, "promotion: stable is replaced pod by pod, then the candidate goes".to_owned(), Actor::Operator);
        if !ran {
            row.notes.push("no pod of the candidate ever ran".to_owned());
        }
        if !self.started && ran && self.mode != Mode::ReplicaWeighted {
            row.notes.push("nothing has waited for the candidate to be ready".to_owned());
        }
        self.rows.push(row);
    }

    /// Routes a weight; whether nothing serves then until a pod has started.
    fn deliver(&mut self, weight: i64) -> bool {
        match self.mode {
            Mode::Unrouted => return false,
            Mode::Mesh | Mode::External => {
                self.delivered = weight;
                return false;
            }
            Mode::ReplicaWeighted => {}
        }
        let before = std::mem::replace(&mut self.pods, split(self.agent.total, weight));
        self.delivered = self.pods.delivered;
        self.started &= before.candidate.min(self.pods.candidate) > 0;
        self.stable_started &= before.stable.min(self.pods.stable) > 0;
        !self.started && !self.stable_started
    }
}

impl Row {
    fn mark(&mut self, nobody_serves: bool) {
        if nobody_serves {
            self.nobody_serves = true;
            let at = if self.ends_by == Actor::Time { "at its end " } else { "" };
            self.notes.push(format!("{at}nothing serves until a pod has started: both Deployments are scaled at once"));
        }
    }
}

impl Timeline {
    /// The sentence about its end.
    pub fn ends(&self) -> String {
        let earliest = duration::format(self.earliest);
        match self.gates {
            0 => format!("ends after {earliest} and the time that stable needs, without anybody's doing"),
            1 => format!("ends after {earliest} at the earliest; somebody has to promote it once"),
            gates => format!("ends after {earliest} at the earliest; somebody has to promote it {gates} times"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        world::{Object, Origin},
        yaml::read_json,
    };

    /// The rows as `requested>delivered`, with `!` where nothing serves and `*` where there is a note.
    fn rows(replicas: i64, routing: &serde_json::Value, steps: &serde_json::Value) -> Vec<String> {
        let rollout = json!({"trafficRouting": routing, "steps": steps});
        let root = json!({"spec": {"runtime": {"replicas": replicas}, "rollout": rollout}});
        let object = Object {
            group: String::new(),
            version: "v1".to_owned(),
            kind: "AgentRuntime".to_owned(),
            namespace: "team".to_owned(),
            name: "a".to_owned(),
            root: read_json(&root.to_string()).unwrap().into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        };
        let text = |row: &Row| {
            let (bang, star) = (if row.nobody_serves { "!" } else { "" }, if row.notes.is_empty() { "" } else { "*" });
            format!("{}>{}{bang}{star}", row.requested, row.delivered)
        };
        let line = |timeline: &Timeline| {
            let rows: Vec<String> = timeline.rows.iter().map(text).collect();
            format!("{}: {}", timeline.mode, rows.join(" "))
        };
        timelines(&Agent::read(&object)).iter().map(line).collect()
    }

    #[test]
    fn each_mode_delivers_what_it_can() {
        let timed = json!([{"setWeight": 50}, {"pause": {"duration": "1m"}}, {"setWeight": 100}]);
        let open = json!([{"setWeight": 50}, {"pause": {}}, {"setWeight": 100}]);
        let external = json!({"istio": {"virtualService": {"name": "v", "routes": ["r"]}, "destinationRule": {"name": "d"}}});
        let by_pods = json!({"mode": "replicaWeighted"});
        for (replicas, routing, steps, expected) in [
            (1, json!(null), &timed, vec!["none: 50>50 50>50 100>50 100>50"]),
            (1, external, &timed, vec!["external: 50>50* 50>50 100>100 100>100"]),
            (1, by_pods.clone(), &timed, vec!["replicaWeighted: 50>100!* 50>100!* 100>100!* 100>100"]),
            (3, by_pods.clone(), &json!([{"setWeight": 90}, {"setWeight": 0}]), vec!["replicaWeighted: 90>100!* 0>0!* 100>0"]),
            (10, by_pods.clone(), &timed, vec!["replicaWeighted: 50>50 50>50* 100>100!* 100>100"]),
            (10, by_pods.clone(), &open, vec!["replicaWeighted: 50>50 50>50 100>100* 100>100"]),
            (1, by_pods, &json!([{"setWeight": 10}]), vec!["replicaWeighted: 10>0* 100>0*"]),
            (2, json!({}), &open, vec!["mesh: 50>50* 50>50 100>100 100>100", "replicaWeighted: 50>50 50>50 100>100* 100>100"]),
        ] {
            assert_eq!(rows(replicas, &routing, steps), expected, "{replicas} {routing} {steps}");
        }
    }
}
