//! From a verb and a state to what is sent, what it costs, and what Git must say afterwards.

mod back;
mod begin;
mod hold;
mod onward;

use std::fmt;

use serde_json::Value;

use super::{
    obstacle::Obstacle,
    refs::Refs,
    request::Request,
    routing::Mode,
    scene::Scene,
    verb::{Rule, State, Verb},
};
use crate::{
    crd::Release,
    world::{Object, World},
    yaml::{Change, read_json},
};

pub use begin::retried;

/// What a user asks for, and under which circumstances.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The verb.
    pub verb: Verb,
    /// Carry it out where it is refused unless forced.
    pub force: bool,
    /// Whether the user may patch the status of agents.
    pub status_right: bool,
    /// The references that served before the promotion, if somebody has kept them.
    pub old: Option<Refs>,
    /// The number of replicas that an earlier stage has raised.
    pub replicas: Option<i64>,
    /// The candidate of `start` and of a `retry` without a trigger.
    pub start: Option<Start>,
}

/// A candidate to start with.
#[derive(Debug, Clone)]
pub struct Start {
    /// `spec.rollout.candidate`.
    pub candidate: Value,
    /// `spec.rollout.steps` of an agent that has none.
    pub steps: Option<Vec<Value>>,
    /// The scene as it will be with the candidate.
    pub then: Box<Scene>,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The verb.
    pub verb: Verb,
    /// The state that it was decided in.
    pub state: State,
    /// What is sent, in this order. Before each one after the first the agent is read again and the plan made anew.
    pub stages: Vec<Stage>,
    /// What it costs, and what the user should know.
    pub notices: Vec<String>,
    /// Refusals that were overridden by force.
    pub forced: Vec<String>,
    /// What the manifest in Git must say, or the next sync undoes it.
    pub edits: Vec<Edit>,
}

/// A request and what is waited for behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// What it does, as a clause without a subject.
    pub does: String,
    /// What is sent.
    pub request: Request,
    /// A request of the same effect that writes of others to the status do not refuse.
    pub steady: Option<Request>,
    /// What must have come before the next stage, or before the verb is done.
    pub until: Until,
    /// Whether it holds its own conditions, so that it is sent as it is however the agent has changed.
    pub fixed: bool,
    /// The number of replicas to go back to, where it raises them.
    pub raises: Option<i64>,
}

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The API server has taken the request.
    Stored,
    /// The operator has taken notice.
    Noticed,
    /// The promotion has begun: steps are not read any more.
    Promoting,
    /// The current step is behind this one.
    Past(i64),
    /// All wanted pods of stable are ready, and there is one.
    StableReady,
    /// There is no rollout any more.
    Idle,
}

/// A change of the manifest, at a JSON pointer.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// Where.
    pub pointer: String,
    /// What.
    pub change: Change,
}

/// Why a verb is not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// The verb.
    pub verb: Verb,
    /// The state.
    pub state: State,
    /// The reason, as a clause.
    pub reason: String,
    /// What can be done instead.
    pub hint: Option<String>,
    /// Whether somebody who knows the cost may force it.
    pub forcible: bool,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} refused while the rollout is {}: {}", self.verb, self.state.words(), self.reason)
    }
}

impl Ask {
    /// A verb without further circumstances.
    pub const fn new(verb: Verb) -> Self {
        Self { verb, force: false, status_right: true, old: None, replicas: None, start: None }
    }
}

/// Plans a verb.
///
/// # Errors
///
/// The verb is refused in this state; nothing is to be sent.
pub fn plan(scene: &Scene, ask: &Ask) -> Result<Plan, Refusal> {
    let mut draft = Draft::new(scene, ask);
    if let Some(total) = ask.replicas.filter(|_| draft.plan.state == State::Idle) {
        draft.stage_replicas(total, Until::Stored);
        return Ok(draft.plan);
    }
    draft.check_rule()?;
    if scene.agent.deleted {
        draft.refuse("the agent is being deleted", None, false)?;
    }
    match ask.verb {
        Verb::Start => begin::start(&mut draft)?,
        Verb::Retry => begin::retry(&mut draft)?,
        Verb::Promote => onward::promote(&mut draft)?,
        Verb::PromoteFull => onward::promote_full(&mut draft)?,
        Verb::Resume => onward::resume(&mut draft)?,
        Verb::Pause => hold::pause(&mut draft),
        Verb::Rollback | Verb::Abort => back::back(&mut draft)?,
    }
    if let Some(reason) = &scene.unseen {
        draft.notice(format!("the pods of stable and candidate were not seen: {reason}"));
    }
    draft.name_standing_faults();
    Ok(draft.plan)
}

/// A plan in the making.
struct Draft<'a> {
    scene: &'a Scene,
    ask: &'a Ask,
    plan: Plan,
}

impl<'a> Draft<'a> {
    fn new(scene: &'a Scene, ask: &'a Ask) -> Self {
        let plan = Plan {
            verb: ask.verb,
            state: State::of(scene),
            stages: Vec::new(),
            notices: Vec::new(),
            forced: Vec::new(),
            edits: Vec::new(),
        };
        Self { scene, ask, plan }
    }

    /// Refuses, unless it may be forced and is.
    fn refuse(&mut self, reason: impl Into<String>, hint: Option<&str>, forcible: bool) -> Result<(), Refusal> {
        let reason = reason.into();
        if forcible && self.ask.force {
            self.plan.forced.push(reason);
            return Ok(());
        }
        Err(Refusal { verb: self.ask.verb, state: self.plan.state, reason, hint: hint.map(str::to_owned), forcible })
    }

    fn check_rule(&mut self) -> Result<(), Refusal> {
        let begun = self.scene.agent.progress().is_some_and(|progress| progress.active);
        match self.ask.verb.rule(self.plan.state) {
            Rule::Right => Ok(()),
            // Nothing of the old candidate ever ran: another one begins at the first step.
            _ if self.ask.verb == Verb::Start && self.plan.state == State::Unresolved && !begun => Ok(()),
            Rule::Refused(reason, forcible) => self.refuse(reason, None, forcible),
        }
    }

    fn send(&mut self, does: impl Into<String>, request: Request, until: Until) -> &mut Stage {
        self.plan.stages.push(Stage { does: does.into(), request, steady: None, until, fixed: false, raises: None });
        let last = self.plan.stages.len() - 1;
        &mut self.plan.stages[last]
    }

    fn stage_replicas(&mut self, total: i64, until: Until) {
        let spec = serde_json::json!({"runtime": {"replicas": total}});
        let request = Request::merge(&self.scene.agent, serde_json::json!({}), &spec);
        let before = self.scene.agent.total;
        let stage = self.send(format!("set spec.runtime.replicas to {total}"), request, until);
        stage.raises = (total > before).then_some(before);
    }

    /// Refuses what stands in the way, and tells what may be borne.
    fn check_obstacles(&mut self, scene: &Scene) -> Result<(), Refusal> {
        scene.not_checked.iter().for_each(|reason| self.notice(format!("not checked: {reason}")));
        for obstacle in &scene.obstacles {
            if obstacle.is_tolerable() {
                self.notice(obstacle.reason());
            } else {
                self.refuse(obstacle.reason(), obstacle.hint(), obstacle.is_forcible())?;
            }
        }
        Ok(())
    }

    fn notice(&mut self, text: impl Into<String>) {
        self.plan.notices.push(text.into());
    }

    fn edit(&mut self, pointer: impl Into<String>, change: Change) {
        self.plan.edits.push(Edit { pointer: pointer.into(), change });
    }

    /// Faults that no verb cures, and that hit whatever is written.
    fn name_standing_faults(&mut self) {
        let is_standing = |obstacle: &&Obstacle| matches!(obstacle, Obstacle::NameTaken(..) | Obstacle::Frozen(_));
        for obstacle in self.scene.obstacles.iter().filter(is_standing) {
            self.plan.notices.push(obstacle.reason());
        }
    }

    /// Whether weights are carried by pods, so that moving traffic means stopping pods.
    fn by_pods(&self) -> bool {
        self.scene.mode() == Some(Mode::ReplicaWeighted) || self.scene.weighs_by_pods()
    }
}

impl Start {
    /// A candidate for an agent, and the scene as it will be with it. `steps` are those of an agent that has none.
    pub fn look(world: &World, agent: &Object, candidate: Value, steps: Option<Vec<Value>>, release: Release) -> Self {
        let mut json = agent.root().json();
        let rollout = &mut json["spec"]["rollout"];
        if let Some(steps) = steps.as_ref().filter(|_| rollout["steps"].is_null()) {
            rollout["steps"] = Value::Array(steps.clone());
        }
        rollout["candidate"] = candidate.clone();
        let text = json.to_string();
        let mut object = agent.clone();
        if let Ok(root) = read_json(&text) {
            object.root = root.into_owned();
        }
        let then = Box::new(Scene::read(world, &object, release));
        Self { candidate, steps, then }
    }
}
