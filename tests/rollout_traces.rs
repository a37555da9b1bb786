//! The planner against recorded runs of the operator.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/trace.rs"]
mod trace;

use omnia::{
    crd::Release,
    rollout::{
        Agent, Analysis, Around, Ask, Ending, Memory, Mode, Plan, Progress, Refusal, Request, Scene, Standing, Start, State,
        Verb, pass, plan, retried,
    },
};
use serde_json::Value;
use trace::{START, Seen, Trace};

/// A call of a client, and what was seen before it.
struct Call<'t> {
    trace: &'t Trace,
    event: &'t Value,
    seen: Seen<'t>,
}

impl<'t> Call<'t> {
    /// The calls that play a command.
    fn all(traces: &'t [Trace]) -> Vec<Self> {
        let mut calls = Vec::new();
        for trace in traces {
            for (index, event) in trace.events().iter().enumerate() {
                if event["verb"].is_string() && event["verb"] != "none" {
                    calls.push(Self { trace, event, seen: trace.before(decided_at(trace, index)) });
                }
            }
        }
        calls
    }

    fn id(&self) -> String {
        format!("{} {} {}", self.trace.name, self.event["t"], self.event["verb"].as_str().unwrap())
    }

    fn is(&self, verdict: &str) -> bool {
        self.event["verdict"] == verdict
    }

    fn verb(&self) -> Verb {
        match self.event["verb"].as_str().unwrap() {
            "promote-full" => Verb::PromoteFull,
            word => Verb::ALL.into_iter().find(|verb| verb.command() == word).unwrap(),
        }
    }

    /// What our planner makes of the same wish in the same state.
    fn planned(&self) -> Result<Plan, Refusal> {
        let scene = self.seen.scene().unwrap();
        let mut ask = Ask::new(self.verb());
        let candidate = match self.verb() {
            Verb::Start => Some(sent_candidate(&self.event["body"])),
            Verb::Retry => retried(&scene.agent),
            _ => None,
        };
        ask.start = candidate.map(|candidate| {
            let steps = self.event["body"]["spec"]["rollout"]["steps"].as_array().cloned();
            Start::look(&self.seen.world(), &self.seen.object().unwrap(), candidate, steps, Release::R2026_07)
        });
        ask.replicas = self.seen.raised_from;
        ask.status_right = self.event["answer"]["code"] != 403;
        plan(&scene, &ask)
    }
}

/// Two clients that had read the same: the state before the first call of the pair.
fn decided_at(trace: &Trace, index: usize) -> usize {
    let event = &trace.events()[index];
    let pairs = ["next-race", "start-race", "promote-rollback-race", "rollback-promote-race"];
    let shared = |event: &Value| event["precondition"] == "resourceVersion read earlier";
    if !pairs.contains(&trace.name.as_str()) || !shared(event) {
        return index;
    }
    trace.events().iter().position(shared).unwrap()
}

fn sent_candidate(body: &Value) -> Value {
    let merged = &body["spec"]["rollout"]["candidate"];
    if !merged.is_null() {
        return merged.clone();
    }
    body.as_array().unwrap().iter().find(|operation| operation["path"] == "/spec/rollout/candidate").unwrap()["value"].clone()
}

fn equals(request: &Request, event: &Value) -> bool {
    let target = if request.status { "AgentRuntime/bot/status" } else { "AgentRuntime/bot" };
    event["do"] == "PATCH"
        && event["on"] == target
        && event["contentType"] == request.patch.content_type()
        && event["body"] == request.body
}

#[test]
fn what_is_preferred_is_what_is_sent() {
    let traces = Trace::all();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for call in Call::all(&traces).iter().filter(|call| call.is("preferred")) {
        count += 1;
        match call.planned() {
            Ok(plan) => {
                let first = &plan.stages[0];
                if !std::iter::once(&first.request).chain(&first.steady).any(|request| equals(request, call.event)) {
                    wrong.push(format!("{}: {}\n     not {}", call.id(), first.request.body, call.event["body"]));
                }
            }
            Err(refusal) => wrong.push(format!("{}: {refusal}", call.id())),
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 150, "{count}");
}

/// Calls whose verb is right in their state; the recorded form of the request is what must not be sent.
const WRONG_FORM: &[&str] = &[
    "editor-rights 5.3 promote-full",
    "next-stale 4.1 promote",
    "next-stamp-left 8.5 promote",
    "rollback-promoting-clear-only 9 rollback",
    "rollback-promoting-clear-only 9.1 rollback",
    "status-promoting-by-hand 1.9 promote-full",
    "trigger-rollback-plain 1.8 rollback",
];

#[test]
fn what_is_to_be_refused_is_refused() {
    let traces = Trace::all();
    let (mut wrong, mut forms) = (Vec::new(), Vec::new());
    for call in Call::all(&traces).iter().filter(|call| call.is("refuse")) {
        match call.planned() {
            Err(refusal) => assert!(!refusal.reason.is_empty()),
            Ok(plan) if equals(&plan.stages[0].request, call.event) => wrong.push(call.id()),
            Ok(_) if call.trace.own => forms.push(call.id()),
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(forms, WRONG_FORM);
}

#[test]
fn traps_are_refused_or_named() {
    let traces = Trace::all();
    let mut found = Vec::new();
    for call in Call::all(&traces).iter().filter(|call| call.is("trap") && call.trace.own) {
        let outcome = match call.planned() {
            Err(refusal) => format!("refused: {}", refusal.reason),
            Ok(plan) if equals(&plan.stages[0].request, call.event) => format!("sent: {}", plan.notices.join("; ")),
            Ok(plan) => format!("{} instead: {}", plan.stages[0].does, plan.notices.join("; ")),
        };
        found.push(format!("{}\n  {}\n  {outcome}", call.id(), call.event["why"].as_str().unwrap()));
    }
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn what_works_is_not_refused() {
    let traces = Trace::all();
    let mut refused = Vec::new();
    for call in Call::all(&traces).iter().filter(|call| call.is("works")) {
        if let Err(refusal) = call.planned() {
            refused.push(format!("{}: {refusal}", call.id()));
        }
    }
    // The first replaces the steps along with the candidate; the second comes after the promotion, when nothing is left to go back from.
    let known = ["auto-rollback-leftover-trap 0.1", "rollback-after-promotion-direct 9.5"];
    refused.retain(|refused: &String| !known.iter().any(|known| refused.starts_with(known)));
    assert_eq!(refused, Vec::<String>::new());
}

/// What a pass may write: of an agent, all that the rollout decides.
#[derive(Debug, Clone, PartialEq)]
struct Written {
    spec: String,
    status: Option<Progress>,
}

impl Written {
    fn of(agent: &Agent) -> Self {
        let mut status = agent.status.rollout.clone();
        if let Some(status) = &mut status {
            // The recording shows tenths of seconds that the operator's clock had not.
            status.stamp = status.stamp.map(|_| 0);
        }
        let candidate = agent.rollout.as_ref().map(|rollout| &rollout.candidate);
        Self { spec: format!("{:?} {candidate:?} {:?}", agent.refs, agent.rolled_back), status }
    }
}

/// The passes that may come now: the recording does not show the results of analyses, and clocks and watches differ by a second.
fn possible(seen: &Seen<'_>, trace: &Trace, at: f64) -> Vec<Agent> {
    let scene = seen.scene().unwrap();
    let around = Around { mesh: trace.mesh(), ..Around::of(&scene) };
    let results = [Analysis::NoResult, Analysis::Passed, Analysis::Failed("success".to_owned())];
    let mut agents = Vec::new();
    for analysis in results {
        for (stable_complete, late) in [(around.stable_complete, -0.6), (around.stable_complete, 1.1), (true, 0.0)] {
            let around = Around { analysis: analysis.clone(), stable_complete, ..around.clone() };
            let now = ((START as f64 + at + late) * 1e9) as i64;
            agents.push(pass(&scene.agent, &around, now).agent);
        }
    }
    agents
}

#[test]
fn the_operator_does_what_is_foretold() {
    let traces = Trace::all();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for trace in &traces {
        let by_clients = effects(trace);
        let mut seen = trace.beginning();
        // The second half of a pass that writes spec and status one after the other.
        let mut halves: Vec<Agent> = Vec::new();
        for (index, event) in trace.events().iter().enumerate() {
            let before = seen.object().map(|object| Agent::read(&object));
            let at = event["t"].as_f64().unwrap();
            let may =
                if event["see"] == "AgentRuntime/bot" && before.is_some() { possible(&seen, trace, at) } else { Vec::new() };
            seen.apply(event);
            let (Some(before), Some(object)) = (before, seen.object()) else { continue };
            let (old, new) = (Written::of(&before), Written::of(&Agent::read(&object)));
            if may.is_empty() || old == new || by_clients.contains(&index) {
                continue;
            }
            count += 1;
            let whole = may.iter().chain(&halves).any(|agent| Written::of(agent) == new);
            let half: Vec<Agent> =
                may.into_iter().filter(|agent| Written { status: old.status.clone(), ..Written::of(agent) } == new).collect();
            if !whole && half.is_empty() {
                wrong.push(format!("{} {at}: {}\n  {:?}", trace.name, event["changed"], old.status));
            }
            halves = half;
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 400, "{count}");
}

/// The events that clients caused.
fn effects(trace: &Trace) -> Vec<usize> {
    let mut found = Vec::new();
    for (index, event) in trace.events().iter().enumerate() {
        let on_agent = event["on"].as_str().is_none_or(|target| target.starts_with("AgentRuntime/bot"));
        if event["do"].is_string() && on_agent && event["answer"]["code"].as_u64().is_none_or(|code| code < 300) {
            let ahead = event["effectAhead"].as_u64().unwrap_or_default() as usize;
            found.extend(index - ahead..index);
            let later = (index + 1..trace.events().len()).find(|later| trace.events()[*later]["see"] == "AgentRuntime/bot");
            found.extend(later.filter(|_| ahead == 0));
        }
    }
    found
}

/// Each change that a watcher sees, as a screen would show it.
#[test]
fn each_change_is_shown_for_what_it_is() {
    let traces = Trace::all();
    let mut wrong = Vec::new();
    for trace in &traces {
        let mut seen = trace.beginning();
        let mut memory = Memory::default();
        let mut lines: Vec<String> = Vec::new();
        for event in std::iter::once(&Value::Null).chain(trace.events()) {
            seen.apply(event);
            let at = event["t"].as_f64().unwrap_or_default();
            let Some(scene) = seen.scene() else { continue };
            memory.keep(&scene);
            let standing = Standing::of(&scene, &memory, ((START as f64 + at) * 1e9) as i64);
            wrong.extend(lies(&seen, &scene, &memory, &standing).into_iter().map(|lie| format!("{} {at}: {lie}", trace.name)));
            let line = line(&standing);
            if lines.last().is_none_or(|last| last.split_once(' ').unwrap().1 != line) {
                lines.push(format!("{at:.1} {line}"));
            }
        }
        if trace.own {
            insta::with_settings!({snapshot_path => "snapshots/rollout"}, {
                insta::assert_snapshot!(trace.name.as_str(), lines.join("\n"));
            });
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

fn line(standing: &Standing) -> String {
    let step = standing.step.map_or_else(String::new, |step| format!(" {step}/{}", standing.steps));
    let percent = |weight: Option<i64>| weight.map_or_else(|| "?".to_owned(), |weight| weight.to_string());
    let weights = match standing.state {
        State::Idle | State::Leftover => String::new(),
        _ => format!(" {}>{}%", percent(standing.requested), percent(standing.delivered)),
    };
    let ending = standing.ending.map_or_else(String::new, |ending| format!(" ({ending:?})"));
    let wait = if standing.waits_for.is_empty() { String::new() } else { format!(" waits for {}", standing.waits_for) };
    let warnings: Vec<&str> = standing.warnings.iter().map(|warning| warning.code).collect();
    let versions = format!("{} {}", standing.stable_version, standing.candidate_version);
    format!("{}{step}{weights} {}{ending}{wait} [{}]", standing.state.words(), versions.trim(), warnings.join(" "))
}

/// What must never be shown.
fn lies(seen: &Seen<'_>, scene: &Scene, memory: &Memory, standing: &Standing) -> Vec<&'static str> {
    let warned = |code: &str| standing.warnings.iter().any(|warning| warning.code == code);
    let idle = matches!(standing.state, State::Idle | State::Leftover);
    let ready = |track: &str| {
        let pods = seen.state.get("ready pods").and_then(Value::as_object);
        pods.is_some_and(|pods| pods.keys().any(|pod| pod.starts_with(track)))
    };
    let target = memory.target.as_ref();
    let differs = standing.requested.zip(standing.delivered).is_some_and(|(asked, given)| asked != given);
    let unexplained = ["weight-not-delivered", "weight-on-nothing"].iter().all(|code| !warned(code));
    let routed = matches!(standing.mode, Some(Mode::Mesh | Mode::External)) && standing.delivered.unwrap_or_default() > 0;
    let pods_seen = scene.candidate.as_ref().is_some_and(|candidate| candidate.ready > 0) || ready("canary");
    [
        (
            "promoted, while the spec says otherwise",
            standing.ending == Some(Ending::Promoted) && !target.is_some_and(|target| scene.agent.refs.same(target)),
        ),
        ("ended, while it goes on", standing.ending.is_some() && !idle),
        ("a weight that is not delivered, without a word", !idle && differs && unexplained && standing.state != State::Promoting),
        ("a weight that nothing takes, without a word", routed && !pods_seen && !warned("weight-on-nothing") && !idle),
        ("running without saying what it waits for", !idle && standing.waits_for.is_empty()),
        ("a step beyond the last one", standing.step.is_some_and(|step| step > standing.steps)),
        ("no version of a running candidate", !idle && standing.candidate_version.is_empty()),
        (
            "a failure that is none, unmarked",
            scene.agent.status.phase == "Failed" && scene.agent.status.stale_failure() && !warned("stale-failure"),
        ),
    ]
    .into_iter()
    .filter(|(_, wrong)| *wrong)
    .map(|(lie, _)| lie)
    .collect()
}
