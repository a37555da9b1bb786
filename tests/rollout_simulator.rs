//! Thousands of rollouts by chance, run by the model of the operator, with verbs at any moment.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/patch.rs"]
mod patch;
#[path = "support/play.rs"]
mod play;

use omnia::{
    crd::Release,
    rollout::{
        Activity, Agent, Analysis, Around, Ask, Deployment, Fate, Mode, PatchType, Plan, Request, Scene, Start, Until, Verb,
        pass, plan, split, timelines,
    },
    world::{Scope, World},
};
use serde_json::{Value, json};

const CASES: u64 = 2000;
const TICKS: i64 = 40;
/// Seconds.
const TICK: i64 = 10;
/// How many seconds a pod needs to be ready.
const STARTUP: i64 = 30;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize].clone()
    }
}

/// Pods of one Deployment: the ticks at which they are ready.
#[derive(Clone, Default)]
struct Pods {
    ready_at: Vec<i64>,
    complete_at: i64,
}

impl Pods {
    fn scale(&mut self, count: i64, now: i64) {
        let count = usize::try_from(count).unwrap();
        // Pods that are not ready go first.
        self.ready_at.sort_unstable();
        self.ready_at.truncate(count);
        self.ready_at.resize(count, now + STARTUP);
    }

    fn ready(&self, now: i64) -> i64 {
        self.ready_at.iter().filter(|at| **at <= now).count() as i64
    }

    fn deployment(&self, now: i64) -> Deployment {
        let (replicas, ready) = (self.ready_at.len() as i64, self.ready(now));
        let updated = if now < self.complete_at { 0 } else { replicas };
        Deployment { replicas, ready, available: ready, updated, total: replicas, ..Deployment::default() }
    }
}

struct Run<'w> {
    world: &'w World,
    random: Random,
    agent: Value,
    stable: Pods,
    candidate: Option<Pods>,
    mesh: bool,
    now: i64,
    /// Whether somebody was told that nothing serves for a while.
    announced: bool,
    /// The verb that has stages left.
    underway: Option<Underway>,
    sent: Vec<String>,
}

struct Underway {
    ask: Ask,
    /// What the stages that are left do.
    left: Vec<String>,
    until: Until,
}

impl<'w> Run<'w> {
    fn new(case: u64, world: &'w World) -> Self {
        let mut random = Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let total = random.pick(&[1, 2, 3, 10]);
        let routing = random.pick(&[Value::Null, json!({"mode": "replicaWeighted"}), json!({"mode": "mesh"}), json!({})]);
        let steps: Vec<Value> = (0..=random.below(5)).map(|_| step(&mut random)).collect();
        let mode = random.pick(&["manual", "automatic"]);
        let rollout = json!({"trafficRouting": routing, "steps": steps, "rollback": {"mode": mode}});
        let agent = json!({
            "metadata": {"name": "a", "resourceVersion": "1", "generation": 1},
            "spec": {"promptPackRef": {"name": "p", "version": "1.0.0"}, "runtime": {"replicas": total}, "rollout": rollout},
            "status": {"activeVersion": "1.0.0", "observedGeneration": 1},
        });
        let stable = Pods { ready_at: vec![0; total as usize], complete_at: 0 };
        let mesh = random.below(2) == 0;
        Self { world, random, agent, stable, candidate: None, mesh, now: 10, announced: false, underway: None, sent: Vec::new() }
    }

    fn world() -> World {
        let mut world = World::new(Scope::Complete);
        for version in ["1.0.0", "2.0.0"] {
            let labels = json!({"omnia.altairalabs.ai/promptpack": "p"});
            let pack = json!({"metadata": {"name": format!("p{version}"), "labels": labels}, "spec": {"packName": "p", "version": version}});
            world.add(play::object("PromptPack", "team", &pack));
        }
        world.add(play::object("RolloutAnalysis", "team", &json!({"metadata": {"name": "check"}})));
        world
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::read(self.world, &play::object("AgentRuntime", "team", &self.agent), Release::R2026_07);
        scene.stable = Some(self.stable.deployment(self.now));
        scene.candidate = self.candidate.as_ref().map(|pods| pods.deployment(self.now));
        scene
    }

    /// Sends a request, as the API server takes it.
    fn send(&mut self, request: &Request) {
        match request.patch {
            PatchType::Merge => {
                let mut body = request.body.clone();
                if request.status {
                    body = json!({"status": body["status"]});
                }
                patch::merge(&mut self.agent, &body);
            }
            PatchType::Json => request.body.as_array().unwrap().iter().for_each(|operation| operate(&mut self.agent, operation)),
        }
        let version: i64 = self.agent["metadata"]["resourceVersion"].as_str().unwrap().parse().unwrap();
        self.agent["metadata"]["resourceVersion"] = json!((version + 1).to_string());
    }

    /// One pass of the operator, and what it does to the pods.
    fn operate(&mut self) {
        let scene = self.scene();
        let analysis = match self.random.below(6) {
            0 => Analysis::Failed("errors".to_owned()),
            1 => Analysis::Passed,
            _ => Analysis::NoResult,
        };
        let around = Around { mesh: self.mesh, analysis, ..Around::of(&scene) };
        let before = scene.agent;
        let done = pass(&before, &around, self.now * 1_000_000_000);
        assert_eq!(done.failed, None);
        if before.refs != done.agent.refs {
            // Old pods serve until the new ones are ready.
            self.stable.complete_at = self.now + STARTUP;
        }
        let total = before.total;
        if done.candidate == Fate::Ensured && self.candidate.is_none() {
            self.candidate = Some(Pods { ready_at: vec![self.now + STARTUP; total as usize], complete_at: 0 });
        }
        let routing = before.rollout.as_ref().and_then(|rollout| rollout.routing.as_ref());
        let by_pods = routing.is_some_and(|routing| routing.resolved(self.mesh).0 == Mode::ReplicaWeighted);
        if let (Some(weight), true) = (done.routed, by_pods) {
            let pods = split(total, weight);
            self.stable.scale(pods.stable, self.now);
            if let Some(candidate) = &mut self.candidate {
                candidate.scale(pods.candidate, self.now);
            }
        }
        if done.agent.promoting() || !by_pods || done.agent.progress().is_none() {
            self.stable.scale(total, self.now);
        }
        if done.candidate == Fate::Deleted {
            self.candidate = None;
        }
        patch::merge(&mut self.agent, &json!({"spec": play::spec(&done.agent)}));
        let status = done.agent.progress().map_or(Value::Null, play::status);
        patch::merge(&mut self.agent, &json!({"status": {"rollout": status}}));
        if done.agent.progress().is_none() {
            self.agent["status"]["activeVersion"] = json!(done.agent.refs.version());
        }
    }

    /// Carries the first stage of a plan out.
    fn carry_out(&mut self, ask: Ask, decided: &Plan) {
        let stage = &decided.stages[0];
        self.sent.push(format!("{} {}: {} {}", self.now, ask.verb, stage.does, decided.notices.join("; ")));
        self.announced |= decided.notices.iter().any(|notice| notice.contains("nothing serves"));
        self.send(&stage.request);
        let ask = Ask { replicas: stage.raises.or(ask.replicas), ..ask };
        let left: Vec<String> = decided.stages[1..].iter().map(|stage| stage.does.clone()).collect();
        self.underway = (!left.is_empty()).then_some(Underway { ask, left, until: stage.until });
    }

    /// The next stage of the verb that is underway, when what it waits for has come.
    fn go_on(&mut self) {
        let Some(underway) = self.underway.take() else { return };
        let scene = self.scene();
        let stable = scene.stable.as_ref().unwrap();
        let come = match underway.until {
            Until::StableReady => stable.replicas > 0 && stable.complete(),
            Until::Idle => scene.agent.progress().is_none(),
            _ => true,
        };
        if !come {
            self.underway = Some(underway);
            return;
        }
        match plan(&scene, &underway.ask) {
            Ok(decided) if decided.stages[0].does == underway.left[0] => self.carry_out(underway.ask, &decided),
            // The rollout has moved on by itself; the user is told.
            _ => self.announced = true,
        }
    }

    fn act(&mut self) {
        if self.underway.is_some() {
            return self.go_on();
        }
        if self.random.below(4) != 0 {
            return;
        }
        let verb = self.random.pick(&[
            Verb::Start,
            Verb::Start,
            Verb::Promote,
            Verb::Promote,
            Verb::PromoteFull,
            Verb::Pause,
            Verb::Resume,
            Verb::Rollback,
            Verb::Abort,
            Verb::Retry,
        ]);
        let scene = self.scene();
        let mut ask = Ask::new(verb);
        let version = if scene.agent.refs.version() == Some("1.0.0") { "2.0.0" } else { "1.0.0" };
        let pack = json!({"promptPackRef": {"name": "p", "version": version}});
        let pack = if verb == Verb::Retry { omnia::rollout::retried(&scene.agent) } else { Some(pack) };
        let object = play::object("AgentRuntime", "team", &self.agent);
        ask.start = pack.map(|pack| Start::look(self.world, &object, pack, None, Release::R2026_07));
        let decided = plan(&scene, &ask);
        if let Ok(decided) = decided {
            if matches!(verb, Verb::Start | Verb::Retry) {
                // What the steps themselves bring, the plan of the rollout has told.
                let told = timelines(&ask.start.as_ref().unwrap().then.agent);
                self.announced = told.iter().flat_map(|timeline| &timeline.rows).any(|row| row.nobody_serves);
            }
            self.carry_out(ask, &decided);
        }
    }

    /// What must hold at each moment.
    fn check(&self, case: u64) {
        let agent = Agent::read(&play::object("AgentRuntime", "team", &self.agent));
        let told = || format!("case {case} at {}: {:#}\n{:#?}", self.now, self.agent, self.sent);
        let ready = self.stable.ready(self.now) + self.candidate.as_ref().map_or(0, |pods| pods.ready(self.now));
        assert!(ready > 0 || self.announced, "nothing serves, and nobody was told: {}", told());
        let index = agent.step_index();
        assert!(index >= 0 && index <= agent.steps().len() as i64 + 1, "{}", told());
        if agent.promoting() {
            assert!(agent.candidate().is_none() || agent.activity() != Activity::Active, "{}", told());
        }
        assert!(agent.rollout.is_some() && !agent.refs.pack.is_null(), "{}", told());
    }
}

fn step(random: &mut Random) -> Value {
    match random.below(6) {
        0..3 => json!({"setWeight": random.pick(&[0, 5, 10, 25, 33, 50, 60, 75, 90, 100])}),
        3 => json!({"pause": {}}),
        4 => json!({"pause": {"duration": random.pick(&["5s", "20s", "30s", "1m"])}}),
        _ => random.pick(&[json!({"analysis": {"templateName": "check"}}), json!({}), json!({"pause": {"duration": "1d"}})]),
    }
}

/// An operation of RFC 6902, of those that are planned.
fn operate(target: &mut Value, operation: &Value) {
    let pointer = operation["path"].as_str().unwrap();
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    match operation["op"].as_str().unwrap() {
        "test" => assert_eq!(target.pointer(pointer), Some(&operation["value"]), "{pointer}"),
        "replace" => *target.pointer_mut(pointer).unwrap() = operation["value"].clone(),
        op => match target.pointer_mut(parent).unwrap() {
            Value::Array(items) if op == "add" => items.insert(last.parse().unwrap(), operation["value"].clone()),
            Value::Array(items) => drop(items.remove(last.parse().unwrap())),
            place if op == "add" => place[last] = operation["value"].clone(),
            place => drop(place.as_object_mut().unwrap().remove(last)),
        },
    }
}

#[test]
fn no_verb_leaves_the_allowed_states_or_stops_serving_unannounced() {
    let world = Run::world();
    let (mut started, mut ended) = (0, 0);
    for case in 0..CASES {
        let mut run = Run::new(case, &world);
        for _ in 0..TICKS {
            run.act();
            run.operate();
            run.check(case);
            run.now += TICK;
        }
        started += usize::from(!run.sent.is_empty());
        ended += usize::from(run.agent["spec"]["promptPackRef"]["version"] == "2.0.0");
    }
    assert!(started > 1000 && ended > 300, "{started} {ended}");
}

/// An agent is read from JSON all the time; what is read is what was written.
#[test]
fn the_model_and_its_json_agree() {
    let world = Run::world();
    let run = Run::new(7, &world);
    let agent = Agent::read(&play::object("AgentRuntime", "team", &run.agent));
    let mut json = run.agent.clone();
    patch::merge(&mut json, &json!({"spec": play::spec(&agent)}));
    assert_eq!(Agent::read(&play::object("AgentRuntime", "team", &json)), agent);
}
