//! Rollouts: where they stand, what their steps will do, and what a verb sends.

use serde::Serialize;
use serde_json::Value;

use super::{API_VERSION, Tool};
use crate::{
    apiserver::cel::Timestamp,
    omnia::duration,
    rollout::{Actor, Deployment, Ending, Mode, Plan, Row, Scene, Standing, State, Timeline, Verb, Warning},
    yaml::Change,
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
    fn new(standing: &Standing) -> Self {
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
            kind: standing.current.as_ref().map_or("", crate::rollout::Step::kind),
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
const fn phase(state: State) -> &'static str {
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

/// A rollout as a block of lines.
pub fn standing_text(standing: &Standing) -> String {
    let mut out = format!("{}/{}: ", standing.namespace, standing.name);
    match standing.ending {
        Some(ending) => out.push_str(ending_words(ending)),
        None => out.push_str(standing.state.words()),
    }
    out.push('\n');
    let mut line = |name: &str, text: String| {
        if !text.is_empty() {
            out.push_str(&format!("  {name:<11}{text}\n"));
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
        standing.state.words().to_owned(),
        standing.step.map_or_else(|| "-".to_owned(), |step| format!("{step}/{}", standing.steps)),
        percent(standing.requested),
        percent(standing.delivered),
        or_dash(&standing.stable_version),
        or_dash(&standing.candidate_version),
        standing.warnings.len().to_string(),
    ]
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
        (stable, candidate) => format!("{stable} -> {candidate}"),
    }
}

fn pods_text(deployment: Option<&Deployment>) -> String {
    deployment.map_or_else(String::new, |deployment| format!("{} of {} pods ready", deployment.ready, deployment.replicas))
}

/// What `rollout plan -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RolloutPlan {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub items: Vec<AgentPlan>,
}

/// The timelines of an agent.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct AgentPlan {
    pub agent: AgentName,
    pub replicas: i64,
    /// Whether the candidate of the manifest makes a rollout.
    pub active: bool,
    pub timelines: Vec<TimelineJson>,
}

/// The steps in one traffic mode.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct TimelineJson {
    pub traffic_mode: String,
    pub degraded: bool,
    /// Seconds.
    pub earliest_end: i64,
    pub gates: usize,
    pub rows: Vec<RowJson>,
}

/// A step, or the promotion, whose `step` is null.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RowJson {
    pub step: Option<usize>,
    pub text: String,
    /// Seconds after the start.
    pub begins: i64,
    pub requested: i64,
    pub delivered: i64,
    pub candidate_pods: i64,
    pub stable_pods: i64,
    /// operator, time, person, metrics.
    pub ends_by: &'static str,
    pub nobody_serves: bool,
    pub notes: Vec<String>,
}

const SECOND: i64 = 1_000_000_000;

impl RolloutPlan {
    /// The timelines of these agents.
    pub fn new(agents: &[(Scene, Vec<Timeline>)]) -> Self {
        let items = agents.iter().map(|(scene, timelines)| AgentPlan::new(scene, timelines)).collect();
        Self { api_version: API_VERSION, kind: "RolloutPlan", tool: Tool::THIS, items }
    }
}

impl AgentPlan {
    fn new(scene: &Scene, timelines: &[Timeline]) -> Self {
        let agent = &scene.agent;
        let row = |row: &Row| RowJson {
            step: row.step,
            text: row.what.clone(),
            begins: row.begins / SECOND,
            requested: row.requested,
            delivered: row.delivered,
            candidate_pods: row.pods.candidate,
            stable_pods: row.pods.stable,
            ends_by: match row.ends_by {
                Actor::Operator => "operator",
                Actor::Time => "time",
                Actor::Person => "person",
                Actor::Metrics => "metrics",
            },
            nobody_serves: row.nobody_serves,
            notes: row.notes.clone(),
        };
        let timeline = |timeline: &Timeline| TimelineJson {
            traffic_mode: timeline.mode.to_string(),
            degraded: timeline.degraded,
            earliest_end: timeline.earliest / SECOND,
            gates: timeline.gates,
            rows: timeline.rows.iter().map(row).collect(),
        };
        Self {
            agent: AgentName { namespace: agent.namespace.clone(), name: agent.name.clone() },
            replicas: agent.total,
            active: agent.activity() == crate::rollout::Activity::Active,
            timelines: timelines.iter().map(timeline).collect(),
        }
    }
}

/// A timeline as text. `table` lays rows out.
pub fn timeline_text(timeline: &Timeline, table: impl Fn(&[Vec<String>]) -> String) -> String {
    let mode = match (timeline.mode, timeline.degraded) {
        (Mode::Unrouted, _) => "without trafficRouting: weights move nothing".to_owned(),
        (mode, true) => format!("traffic mode {mode}, when the operator has no mesh (degraded)"),
        (mode, false) => format!("traffic mode {mode}"),
    };
    let head = ["STEP", "BEGINS", "WHAT", "WEIGHT", "DELIVERED", "PODS", "ENDS BY"].map(str::to_owned).to_vec();
    let row = |row: &Row| {
        vec![
            row.step.map_or_else(|| "-".to_owned(), |step| step.to_string()),
            duration::format(row.begins),
            row.what.clone(),
            row.requested.to_string(),
            row.delivered.to_string(),
            format!("{}+{}", row.pods.candidate, row.pods.stable),
            row.ends_by.words().to_owned(),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(timeline.rows.iter().map(row)).collect();
    let mut out = format!("{mode}\n");
    for (index, line) in table(&rows).lines().enumerate() {
        out.push_str(&format!("  {line}\n"));
        let notes = index.checked_sub(1).and_then(|index| timeline.rows.get(index)).map_or(&[][..], |row| &row.notes);
        notes.iter().for_each(|note| out.push_str(&format!("         ! {note}\n")));
    }
    out.push_str(&format!("  {}\n", timeline.ends()));
    out
}

/// What a verb will do, as text.
pub fn plan_text(plan: &Plan, scene: &Scene) -> String {
    let agent = &scene.agent;
    let mut out = format!("{} {}/{} ({})\n", plan.verb, agent.namespace, agent.name, plan.state.words());
    for (index, stage) in plan.stages.iter().enumerate() {
        out.push_str(&format!("  {}. {}\n", index + 1, stage.does));
    }
    plan.notices.iter().for_each(|notice| out.push_str(&format!("  - {notice}\n")));
    plan.forced.iter().for_each(|reason| out.push_str(&format!("  ! forced, although {reason}\n")));
    out
}

/// The requests of a verb, as text.
pub fn requests_text(plan: &Plan, scene: &Scene) -> String {
    let mut out = String::new();
    for stage in &plan.stages {
        let request = &stage.request;
        let query = crate::rollout::Request::query(false);
        out.push_str(&format!(
            "PATCH {}?{query}\nContent-Type: {}\n\n",
            request.path(&scene.agent),
            request.patch.content_type()
        ));
        out.push_str(&format!("{:#}\n\n", request.body));
    }
    out
}

/// What a verb did or would do, for programs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RolloutAct {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub agent: AgentName,
    pub verb: &'static str,
    pub state: &'static str,
    pub requests: Vec<RequestJson>,
    pub notices: Vec<String>,
    pub forced: Vec<String>,
    /// What the manifest in Git must say.
    pub edits: Vec<EditJson>,
}

/// A request.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RequestJson {
    pub does: String,
    pub method: &'static str,
    pub path: String,
    pub query: String,
    pub content_type: &'static str,
    pub body: Value,
}

/// A change of a manifest; `op` is set, insert or remove.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct EditJson {
    pub pointer: String,
    pub op: &'static str,
    pub value: Option<Value>,
}

impl RolloutAct {
    /// A plan for a scene.
    pub fn new(plan: &Plan, scene: &Scene) -> Self {
        let agent = &scene.agent;
        let request = |stage: &crate::rollout::Stage| RequestJson {
            does: stage.does.clone(),
            method: "PATCH",
            path: stage.request.path(agent),
            query: crate::rollout::Request::query(false),
            content_type: stage.request.patch.content_type(),
            body: stage.request.body.clone(),
        };
        let edit = |edit: &crate::rollout::Edit| {
            let (op, value) = match &edit.change {
                Change::Set(value) => ("set", Some(value.clone())),
                Change::Insert(value) => ("insert", Some(value.clone())),
                Change::Remove => ("remove", None),
            };
            EditJson { pointer: edit.pointer.clone(), op, value }
        };
        Self {
            api_version: API_VERSION,
            kind: "RolloutAct",
            tool: Tool::THIS,
            agent: AgentName { namespace: agent.namespace.clone(), name: agent.name.clone() },
            verb: Verb::command(plan.verb),
            state: phase(plan.state),
            requests: plan.stages.iter().map(request).collect(),
            notices: plan.notices.clone(),
            forced: plan.forced.clone(),
            edits: plan.edits.iter().map(edit).collect(),
        }
    }
}

/// What `rollout history -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RolloutHistory {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub agent: AgentName,
    pub active_version: String,
    pub last_rolled_back_version: Option<String>,
    pub events: Vec<EventJson>,
}

/// An event; `lastSeen` is RFC 3339.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct EventJson {
    pub last_seen: String,
    #[serde(rename = "type")]
    pub severity: String,
    pub reason: String,
    pub message: String,
    pub count: i64,
}

impl RolloutHistory {
    /// The events of an agent, by the time at which they were last seen.
    pub fn new(agent: &crate::rollout::Agent, events: &[crate::world::Object]) -> Self {
        let event = |object: &crate::world::Object| {
            let root = object.root();
            let text = |key: &str| root.get(key).str().to_owned();
            let last = root.get("lastTimestamp").text().or_else(|| root.get("eventTime").text());
            EventJson {
                last_seen: last.unwrap_or_default().to_owned(),
                severity: text("type"),
                reason: text("reason"),
                message: text("message"),
                count: root.get("count").int().unwrap_or(1),
            }
        };
        let mut events: Vec<EventJson> = events.iter().map(event).collect();
        events.sort_by(|a, b| a.last_seen.cmp(&b.last_seen).then_with(|| a.message.cmp(&b.message)));
        Self {
            api_version: API_VERSION,
            kind: "RolloutHistory",
            tool: Tool::THIS,
            agent: AgentName { namespace: agent.namespace.clone(), name: agent.name.clone() },
            active_version: agent.status.active_version.clone(),
            last_rolled_back_version: agent.rolled_back.clone(),
            events,
        }
    }

    /// As text. `table` lays rows out.
    pub fn text(&self, table: impl Fn(&[Vec<String>]) -> String) -> String {
        let mut out = format!("{}/{}: version {}", self.agent.namespace, self.agent.name, self.active_version);
        if let Some(version) = &self.last_rolled_back_version {
            out.push_str(&format!(", last rolled back: {version}"));
        }
        out.push('\n');
        let head = ["LAST SEEN", "TYPE", "REASON", "COUNT", "MESSAGE"].map(str::to_owned).to_vec();
        let row = |event: &EventJson| {
            vec![
                event.last_seen.clone(),
                event.severity.clone(),
                event.reason.clone(),
                event.count.to_string(),
                event.message.clone(),
            ]
        };
        if self.events.is_empty() {
            out.push_str("no events of rollouts\n");
            return out;
        }
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(self.events.iter().map(row)).collect();
        out.push_str(&table(&rows));
        out
    }
}
