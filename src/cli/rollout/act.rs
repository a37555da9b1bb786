//! Carrying a verb out: read, decide, show, ask, send, wait.

use std::{
    io::IsTerminal as _,
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{
    super::{Exit, connection::complain, ui::Ui},
    ask::{DryRun, Wish},
    follow::Follow,
    reader::{Reader, Snapshot, agents},
    record::Record,
    write,
};
use crate::{
    cluster::{self, ClusterError, Patch, Test},
    crd::Release,
    report::{self, RolloutAct},
    rollout::{
        Agent, Ask, Ending, FIELD_MANAGER, PatchType, Plan, Refusal, Request, Stage, Standing, Start, State, Until, Verb, plan,
        retried,
    },
};

/// How often a write is decided anew after somebody else's.
const TRIES: usize = 5;
/// How long the operator may take to notice a request.
const NOTICE: Duration = Duration::from_secs(10);
/// The pause between two looks.
const LOOK: Duration = Duration::from_millis(250);
/// How long an analysis that was just reached may take to give its first result.
const FIRST_RESULT: Duration = Duration::from_secs(3);

/// A verb that is being carried out.
struct Act {
    reader: Reader,
    wish: Wish,
    ask: Ask,
    /// What became of the writes.
    record: Record,
    /// What was seen of the rollout.
    follow: Follow,
    deadline: Instant,
}

/// Why it ended early.
enum Stop {
    Refused(Box<Refusal>),
    Cluster(Box<ClusterError>),
    /// Somebody else decided; the reason.
    Overtaken(String),
    Usage(String),
    TimedOut(String),
}

impl From<ClusterError> for Stop {
    fn from(error: ClusterError) -> Self {
        Self::Cluster(Box::new(error))
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

pub(super) fn run(wish: Wish, ui: &mut Ui) -> Result<Exit, Exit> {
    let reader = Reader::new(wish.options.connection.connect(ui)?);
    let mut ask = Ask::new(wish.verb);
    ask.force = wish.options.force;
    ask.old.clone_from(&wish.old);
    let follow = Follow::new(&wish.options.agent, Some(wish.options.timeout));
    let deadline = Instant::now() + wish.options.timeout;
    let record = Record::new(wish.verb, &wish.options.agent, reader.namespace(), wish.options.write.clone());
    record.speak_when_interrupted(ui);
    let mut act = Act { reader, wish, ask, record, follow, deadline };
    match act.carry_out(ui) {
        Ok(exit) => Ok(exit),
        Err(stop) => Err(act.explain(stop, ui)),
    }
}

impl Act {
    fn carry_out(&mut self, ui: &mut Ui) -> Result<Exit, Stop> {
        let mut snapshot = self.read()?;
        if self.fresh_analysis(&snapshot) {
            // Its first result may be on its way; only one that gives none is worth skipping.
            sleep(FIRST_RESULT);
            snapshot = self.read()?;
        }
        let plan = self.decide(&snapshot)?;
        if let Some(exit) = self.show(&plan, &snapshot, ui)? {
            return Ok(exit);
        }
        self.confirm(&plan, ui)?;
        self.record.writes().plan(&plan.stages);
        for (index, stage) in plan.stages.iter().enumerate() {
            let stage = if index == 0 || stage.fixed { stage.clone() } else { self.next_stage(stage)? };
            let written = self.send(&stage, ui)?;
            let last = index + 1 == plan.stages.len();
            self.settle(&stage, &written, last, ui)?;
        }
        let exit = if self.wish.options.wait { self.wait_for_end(ui)? } else { Exit::Success };
        let edited = write::edits(&plan, self.wish.options.write.as_deref(), &self.wish.options.agent, ui);
        self.record.writes().manifest_settled();
        Ok(exit.and(edited))
    }

    fn read(&mut self) -> Result<Snapshot, Stop> {
        let snapshot = self.reader.read(&self.wish.options.agent)?;
        self.follow.memory.keep(&snapshot.scene);
        Ok(snapshot)
    }

    fn fresh_analysis(&self, snapshot: &Snapshot) -> bool {
        let pending = snapshot.scene.agent.progress().is_some_and(|progress| progress.stamp.is_none());
        let skips = matches!(self.wish.verb, Verb::Promote | Verb::PromoteFull);
        skips && pending && State::of(&snapshot.scene) == State::AnalysisHanging
    }

    /// Plans the verb for what was read; a way through the spec where the status may not be written.
    fn decide(&mut self, snapshot: &Snapshot) -> Result<Plan, Stop> {
        self.ask.start = self.start(snapshot)?;
        let decided = plan(&snapshot.scene, &self.ask)?;
        let through_status = decided.stages.iter().any(|stage| stage.request.status);
        if through_status && self.ask.status_right && !self.reader.may_patch_status(&self.wish.options.agent)? {
            self.ask.status_right = false;
            return Ok(plan(&snapshot.scene, &self.ask)?);
        }
        Ok(decided)
    }

    fn start(&self, snapshot: &Snapshot) -> Result<Option<Start>, Stop> {
        let agent = &snapshot.scene.agent;
        let candidate = match (&self.wish.overrides, self.wish.verb) {
            (Some(overrides), _) => overrides.candidate(agent).map_err(Stop::Usage)?,
            (None, Verb::Retry) => match retried(agent) {
                Some(candidate) => candidate,
                None => return Ok(None),
            },
            (None, _) => return Ok(None),
        };
        let steps = self.wish.steps.clone();
        Ok(Some(Start::look(&snapshot.world, &snapshot.object, candidate, steps, Release::Current)))
    }

    /// Prints the plan; an exit code when nothing is to be sent.
    fn show(&self, plan: &Plan, snapshot: &Snapshot, ui: &mut Ui) -> Result<Option<Exit>, Stop> {
        let scene = &snapshot.scene;
        let dry = self.wish.options.dry_run;
        let act = RolloutAct::new(plan, scene);
        let width = ui.columns();
        let text = || {
            let requests = if dry.is_some() { format!("\n{}", report::requests_text(plan, scene)) } else { String::new() };
            report::plan_text(plan, scene, width) + &requests
        };
        let printed = self.wish.options.output.print(&act, text, ui);
        match dry {
            None => Ok(None),
            Some(DryRun::Client) => Ok(Some(printed.and(write::preview(plan, ui)))),
            Some(DryRun::Server) => {
                if let Some(stage) = plan.stages.first() {
                    self.patch(&stage.request, true)?;
                    ui.note("the server would take the first request; nothing was written");
                }
                Ok(Some(printed))
            }
        }
    }

    fn confirm(&self, plan: &Plan, ui: &mut Ui) -> Result<(), Stop> {
        if self.wish.options.yes {
            return Ok(());
        }
        if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
            return Err(Stop::Usage("there is no terminal to ask on: say --yes, or look with --dry-run=client".to_owned()));
        }
        match ui.agrees(&format!("{} {}?", plan.verb, self.wish.options.agent)) {
            true => Ok(()),
            false => Err(Stop::Overtaken("you did not agree".to_owned())),
        }
    }

    /// The stage as it is right now, after those before it.
    fn next_stage(&mut self, planned: &Stage) -> Result<Stage, Stop> {
        let snapshot = self.read()?;
        let decided = self.decide(&snapshot)?;
        let first = decided.stages.into_iter().next().filter(|stage| stage.does == planned.does);
        first.ok_or_else(|| {
            Stop::Overtaken(format!("it is {} now, where {} makes no sense any more", decided.state.words(), planned.does))
        })
    }

    /// Sends a request. After a conflict the agent is read again and the decision made anew; only the same one is sent again.
    fn send(&mut self, stage: &Stage, ui: &mut Ui) -> Result<Agent, Stop> {
        let mut request = stage.request.clone();
        ui.flush();
        for _ in 0..TRIES {
            self.record.writes().send(&stage.does);
            let outcome = self.patch(&request, false);
            match &outcome {
                Ok(_) => self.record.writes().taken(stage.raises),
                Err(error) if error.leaves_open() => {}
                Err(_) => self.record.writes().refused(),
            }
            match outcome {
                Ok(agent) => {
                    self.ask.replicas = stage.raises.or(self.ask.replicas);
                    ui.note(&format!("done: {}", stage.does));
                    return Ok(agent);
                }
                Err(ClusterError::Conflict { .. }) if stage.fixed => {
                    return Err(Stop::Overtaken(format!("somebody else changed what was to be changed to {}", stage.does)));
                }
                Err(ClusterError::Conflict { .. }) => request = self.again(stage)?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(Stop::Overtaken(format!("somebody else wrote first, {TRIES} times in a row")))
    }

    /// The request after a conflict, if it is still the same one but for what it rests on.
    fn again(&mut self, stage: &Stage) -> Result<Request, Stop> {
        let snapshot = self.read()?;
        let decided = self.decide(&snapshot)?;
        let changed = || Stop::Overtaken(format!("meanwhile the rollout is {}: look at it again", decided.state.words()));
        let first = decided.stages.first().ok_or_else(changed)?;
        let same = first.request.patch == stage.request.patch && essence(&first.request) == essence(&stage.request);
        if !same {
            return Err(changed());
        }
        Ok(first.steady.clone().unwrap_or_else(|| first.request.clone()))
    }

    fn patch(&self, request: &Request, dry_run: bool) -> Result<Agent, ClusterError> {
        let resource = agents();
        let patch = Patch {
            resource: &resource,
            namespace: self.reader.namespace(),
            name: &self.wish.options.agent,
            status: request.status,
            change: change(request),
            field_manager: FIELD_MANAGER,
            dry_run,
        };
        self.reader.cluster.patch(&patch).map(|written| Agent::read(&written.object))
    }

    /// Waits for what a stage has to bring. The last one need not be noticed: it is stored all the same.
    fn settle(&mut self, stage: &Stage, written: &Agent, last: bool, ui: &mut Ui) -> Result<(), Stop> {
        if stage.until == Until::Stored {
            return Ok(());
        }
        let limit = if last { self.deadline.min(Instant::now() + NOTICE) } else { self.deadline };
        loop {
            let snapshot = self.read()?;
            if reached(stage.until, written, &snapshot, last) {
                return Ok(());
            }
            if Instant::now() >= limit {
                break;
            }
            sleep(LOOK);
        }
        if last {
            ui.note("warning: the operator has not reacted within ten seconds; the request is stored, and carried out when it runs again");
            return Ok(());
        }
        Err(Stop::TimedOut(format!("{} is not done yet", stage.does)))
    }

    fn wait_for_end(&mut self, ui: &mut Ui) -> Result<Exit, Stop> {
        let verb = self.wish.verb;
        let ended = self.follow.until(&mut self.reader, ui, |standing| over(verb, standing))?;
        match ended {
            Some(Ok(())) => Ok(Exit::Success),
            Some(Err(reason)) => {
                ui.complain(&format!("error: {reason}"));
                Ok(Exit::Negative)
            }
            None => Err(Stop::TimedOut("it goes on; see kubectl omnia rollout status --watch".to_owned())),
        }
    }

    fn explain(&self, stop: Stop, ui: &mut Ui) -> Exit {
        let exit = match stop {
            Stop::Refused(refusal) => {
                let hint = refusal.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
                let force = if refusal.forcible { " (--force does it all the same)" } else { "" };
                ui.complain(&format!("error: {refusal}{hint}{force}"));
                Exit::Precondition
            }
            Stop::Cluster(error) => complain(ui, &error),
            Stop::Overtaken(reason) => {
                ui.complain(&format!("error: given up: {reason}"));
                Exit::Precondition
            }
            Stop::Usage(reason) => {
                ui.complain(&format!("error: {reason}"));
                Exit::Usage
            }
            Stop::TimedOut(reason) => {
                ui.complain(&format!("error: the time is over: {reason}"));
                Exit::TimedOut
            }
        };
        self.record.writes().sentences().iter().for_each(|line| ui.note(line));
        exit
    }
}

/// A request without what it rests on.
fn essence(request: &Request) -> Value {
    let mut body = request.body.clone();
    if let Some(metadata) = body["metadata"].as_object_mut().filter(|_| request.patch == PatchType::Merge) {
        metadata.remove("resourceVersion");
    }
    if let Some(operations) = body.as_array_mut() {
        operations.retain(|operation| operation["op"] != "test");
    }
    body
}

fn change(request: &Request) -> cluster::Change {
    match request.patch {
        PatchType::Merge => {
            let version = request.body["metadata"]["resourceVersion"].as_str().unwrap_or_default().to_owned();
            cluster::Change::Merge { version, patch: request.body.clone() }
        }
        PatchType::Json => {
            let (tests, operations): (Vec<Value>, Vec<Value>) =
                request.body.as_array().cloned().unwrap_or_default().into_iter().partition(|operation| operation["op"] == "test");
            let test = |operation: Value| Test {
                path: operation["path"].as_str().unwrap_or_default().to_owned(),
                value: operation["value"].clone(),
            };
            let mut tests = tests.into_iter().map(test);
            let first = tests.next().unwrap_or_else(|| Test { path: "/kind".to_owned(), value: "AgentRuntime".into() });
            cluster::Change::Json { test: first, tests: tests.collect(), operations }
        }
    }
}

/// Whether what a stage was sent for has come.
fn reached(until: Until, written: &Agent, snapshot: &Snapshot, last: bool) -> bool {
    let agent = &snapshot.scene.agent;
    let noticed = agent.status.rollout != written.status.rollout
        || agent.refs != written.refs
        || (agent.status.observed_generation >= written.generation && written.status.observed_generation < written.generation);
    match until {
        Until::Stored => true,
        Until::Noticed => noticed,
        Until::Promoting => agent.promoting() || agent.progress().is_none(),
        Until::Past(index) => agent.promoting() || agent.progress().is_none() || agent.step_index() > index,
        Until::StableReady => snapshot.scene.stable.as_ref().is_some_and(|stable| stable.replicas > 0 && stable.complete()),
        Until::Idle if last => noticed || agent.progress().is_none(),
        Until::Idle => agent.progress().is_none_or(|progress| !progress.active),
    }
}

/// Whether the verb has come to its end, and whether that is the right one.
fn over(verb: Verb, standing: &Standing) -> Option<Result<(), String>> {
    let wrong = |ending: Ending| Some(Err(format!("the rollout was {}", report::ending_words(ending))));
    match (verb, standing.ending) {
        (Verb::Pause, None) => (standing.state == State::OpenPause).then_some(Ok(())),
        (Verb::Rollback | Verb::Abort, Some(Ending::RolledBack | Ending::Replaced)) => Some(Ok(())),
        (Verb::Rollback | Verb::Abort, None) => standing.is_over().then_some(Ok(())),
        (Verb::PromoteFull, Some(Ending::Promoted)) => Some(Ok(())),
        (Verb::Promote | Verb::Resume | Verb::Start | Verb::Retry, Some(Ending::Promoted)) => Some(Ok(())),
        (_, Some(ending)) => wrong(ending),
        (Verb::PromoteFull, None) => None,
        (_, None) => matches!(standing.state, State::OpenPause).then_some(Ok(())),
    }
}
