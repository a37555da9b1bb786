//! Where rollouts stand.

use serde::Serialize;

use crate::{
    apiserver::cel::Timestamp,
    report::{API_VERSION, Tool, field::hang},
    rollout::{Deployment, Ending, Standing, State, Step, Warning},
};

/// What `rollout status -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RolloutStatus {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub items: Vec<StandingJson>,
}

/// A rollout.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct StandingJson {
    pub agent: AgentName,
    pub phase: &'static str,
    pub active: bool,
    pub promoting: bool,
    /// How the rollout ended that was watched: promoted, rolledBack, replaced.
    pub ended: Option<&'static str>,
    pub step: Option<StepJson>,
    pub weight: Weights,
    /// none, mesh, external, replicaWeighted; null when only the operator knows.
    pub traffic_mode: Option<String>,
    pub versions: Versions,
    pub waits_for: String,
    /// RFC 3339.
    pub deadline: Option<String>,
    pub deployments: Deployments,
    pub warnings: Vec<WarningJson>,
}

/// The name of an agent.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct AgentName {
    pub namespace: String,
    pub name: String,
}

/// The current step; `index` counts from 1.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct StepJson {
    pub index: usize,
    pub count: usize,
    pub kind: &'static str,
    pub text: String,
}

/// Per cent; null when not known.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Weights {
    pub requested: Option<i64>,
    pub delivered: Option<i64>,
}

/// Versions of packs; empty when not known.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Versions {
    pub stable: String,
    pub candidate: String,
}

/// The two Deployments.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Deployments {
    pub stable: Option<Pods>,
    pub candidate: Option<Pods>,
}

/// The pods of a Deployment.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Pods {
    pub wanted: i64,
    pub ready: i64,
    pub updated: i64,
    pub complete: bool,
}

/// A warning.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct WarningJson {
    pub code: &'static str,
    pub message: String,
}

impl RolloutStatus {
    /// These rollouts.
    pub fn new(standings: &[Standing]) -> Self {
        let items = standings.iter().map(StandingJson::new).collect();
        Self { api_version: API_VERSION, kind: "RolloutStatus", tool: Tool::THIS, items }
    }
}

impl StandingJson {
    /// A rollout.
    pub(super) fn new(standing: &Standing) -> Self {
        let pods = |deployment: &Option<Deployment>| {
            deployment.as_ref().map(|deployment| Pods {
                wanted: deployment.replicas,
                ready: deployment.ready,
                updated: deployment.updated,
                complete: deployment.complete(),
            })
        };
        let step = standing.step.map(|index| StepJson {
            index,
            count: standing.steps,
            kind: standing.current.as_ref().map_or("", Step::kind),
            text: standing.current.as_ref().map(ToString::to_string).unwrap_or_default(),
        });
        Self {
            agent: AgentName { namespace: standing.namespace.clone(), name: standing.name.clone() },
            phase: phase(standing.state),
            active: !matches!(standing.state, State::Idle | State::Leftover),
            promoting: standing.state == State::Promoting,
            ended: standing.ending.map(ended),
            step,
            weight: Weights { requested: standing.requested, delivered: standing.delivered },
            traffic_mode: standing.mode.map(|mode| mode.to_string()),
            versions: Versions { stable: standing.stable_version.clone(), candidate: standing.candidate_version.clone() },
            waits_for: standing.waits_for.clone(),
            deadline: standing.deadline.and_then(time),
            deployments: Deployments { stable: pods(&standing.stable), candidate: pods(&standing.candidate) },
            warnings: standing.warnings.iter().map(warning).collect(),
        }
    }
}

fn warning(warning: &Warning) -> WarningJson {
    WarningJson { code: warning.code, message: warning.message.clone() }
}

/// The word of a state for programs.
pub(super) const fn phase(state: State) -> &'static str {
    match state {
        State::Idle => "idle",
        State::Leftover => "leftover",
        State::Started => "started",
        State::Moving => "moving",
        State::TimedPause => "timedPause",
        State::OpenPause => "paused",
        State::AnalysisFailing => "analysisFailing",
        State::AnalysisHanging => "analysis",
        State::Unresolved => "unresolved",
        State::Stuck => "stuck",
        State::Ending => "ending",
        State::Promoting => "promoting",
    }
}

const fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::Promoted => "promoted",
        Ending::RolledBack => "rolledBack",
        Ending::Replaced => "replaced",
    }
}

/// The end of a rollout for people.
pub const fn ending_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Promoted => "promoted",
        Ending::RolledBack => "rolled back",
        Ending::Replaced => "ended: the spec has other references than the candidate and than before",
    }
}

fn time(seconds: i64) -> Option<String> {
    Timestamp::from_unix(seconds).ok().map(|time| time.to_string())
}

/// A rollout as a block of lines of at most `width` columns.
pub fn standing_text(standing: &Standing, width: usize) -> String {
    let mut out = format!("{}/{}: ", standing.namespace, standing.name);
    match standing.ending {
        Some(ending) => out.push_str(ending_words(ending)),
        None => out.push_str(standing.state.words()),
    }
    out.push('\n');
    let mut line = |name: &str, text: String| {
        if !text.is_empty() {
            hang(&format!("  {name:<11}"), &text, width, &mut out);
        }
    };
    if let Some(step) = standing.step {
        let what = standing.current.as_ref().map_or_else(|| "behind the last one".to_owned(), ToString::to_string);
        line("step", format!("{step} of {}: {what}", standing.steps));
    }
    line("weight", weights(standing));
    line("versions", versions(standing));
    let until = standing.deadline.and_then(time).map(|time| format!(" (until {time})")).unwrap_or_default();
    line("waits for", if standing.waits_for.is_empty() { String::new() } else { format!("{}{until}", standing.waits_for) });
    line("stable", pods_text(standing.stable.as_ref()));
    line("candidate", pods_text(standing.candidate.as_ref()));
    for warning in &standing.warnings {
        line("warning", format!("{} [{}]", warning.message, warning.code));
    }
    out
}

/// A rollout as one line.
pub fn standing_line(standing: &Standing) -> String {
    let state = standing.ending.map_or_else(|| standing.state.words(), ending_words);
    let step = standing.step.map(|step| format!("step {step} of {}", standing.steps));
    let wait = Some(standing.waits_for.clone()).filter(|text| !text.is_empty()).map(|text| format!("waits for {text}"));
    let weights = Some(weights(standing)).filter(|text| !text.is_empty());
    let codes: Vec<&str> = standing.warnings.iter().map(|warning| warning.code).collect();
    let warnings = (!codes.is_empty()).then(|| format!("warnings: {}", codes.join(", ")));
    let parts = [Some(state.to_owned()), step, weights, wait, warnings];
    format!("{}/{}: {}\n", standing.namespace, standing.name, parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
}

/// The cells of a rollout in a table, under [`STANDING_HEAD`].
pub fn standing_row(standing: &Standing) -> Vec<String> {
    let percent = |weight: Option<i64>| weight.map_or_else(|| "-".to_owned(), |weight| weight.to_string());
    let or_dash = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    vec![
        standing.namespace.clone(),
        standing.name.clone(),
        short(standing.state).to_owned(),
        standing.step.map_or_else(|| "-".to_owned(), |step| format!("{step}/{}", standing.steps)),
        percent(standing.requested),
        percent(standing.delivered),
        or_dash(&standing.stable_version),
        or_dash(&standing.candidate_version),
        standing.warnings.len().to_string(),
    ]
}

/// The state where there is little room; `rollout status AGENT` tells more.
fn short(state: State) -> &'static str {
    match state {
        State::Leftover => "leftover",
        state => state.words().split(':').next().unwrap_or_default(),
    }
}

/// The head of the table.
pub const STANDING_HEAD: [&str; 9] =
    ["NAMESPACE", "AGENT", "STATE", "STEP", "WEIGHT", "DELIVERED", "STABLE", "CANDIDATE", "WARNINGS"];

fn weights(standing: &Standing) -> String {
    let Some(requested) = standing.requested else { return String::new() };
    let mode = standing.mode.map_or_else(|| "mode not known yet".to_owned(), |mode| format!("mode {mode}"));
    match standing.delivered {
        Some(delivered) => format!("{requested} % asked for, {delivered} % delivered ({mode})"),
        None => format!("{requested} % asked for, not known what is delivered ({mode})"),
    }
}

fn versions(standing: &Standing) -> String {
    match (standing.stable_version.as_str(), standing.candidate_version.as_str()) {
        (stable, "") => stable.to_owned(),
        ("", candidate) => format!("not known -> {candidate}"),
        (stable, candidate) => format!("{stable} -> {candidate}"),
    }
}

fn pods_text(deployment: Option<&Deployment>) -> String {
    deployment.map_or_else(String::new, |deployment| format!("{} of {} pods ready", deployment.ready, deployment.replicas))
}
