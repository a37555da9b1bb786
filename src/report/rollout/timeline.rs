//! What the steps of rollouts will do.

use serde::Serialize;

use super::{AgentName, status::StandingJson};
use crate::{
    omnia::duration,
    report::{API_VERSION, FindingJson, Located, Tool, field::wrap, finding_json, table_rows},
    rollout::{Activity, Actor, Mode, Row, Scene, Standing, Timeline},
};

/// What `rollout plan -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RolloutPlan<'r> {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub items: Vec<AgentPlan<'r>>,
}

/// An agent and what is known of its rollout.
#[derive(Debug)]
pub struct PlannedAgent {
    /// The agent and its surroundings.
    pub scene: Scene,
    /// All steps.
    pub timelines: Vec<Timeline>,
    /// Where the rollout stands; none of an agent of a file.
    pub standing: Option<Standing>,
    /// What is left of it.
    pub remaining: Vec<Timeline>,
    /// What the rules about rollouts say.
    pub findings: Vec<Located>,
}

/// The timelines of an agent.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct AgentPlan<'r> {
    pub agent: AgentName,
    pub replicas: i64,
    /// Whether the candidate of the manifest makes a rollout.
    pub active: bool,
    /// Where the rollout stands in the cluster; null for an agent of a file.
    pub position: Option<StandingJson>,
    pub timelines: Vec<TimelineJson>,
    /// What is left from the position; empty for an agent of a file, and where no rollout runs.
    pub remaining: Vec<TimelineJson>,
    /// As in the report of `lint`, of all severities.
    pub findings: Vec<FindingJson<'r>>,
}

/// The steps in one traffic mode; times count from the start of the first row.
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

impl<'r> RolloutPlan<'r> {
    /// The timelines of these agents.
    pub fn new(agents: &'r [PlannedAgent]) -> Self {
        let items = agents.iter().map(AgentPlan::new).collect();
        Self { api_version: API_VERSION, kind: "RolloutPlan", tool: Tool::THIS, items }
    }
}

impl<'r> AgentPlan<'r> {
    fn new(planned: &'r PlannedAgent) -> Self {
        let agent = &planned.scene.agent;
        Self {
            agent: AgentName { namespace: agent.namespace.clone(), name: agent.name.clone() },
            replicas: agent.total,
            active: agent.activity() == Activity::Active,
            position: planned.standing.as_ref().map(StandingJson::new),
            timelines: planned.timelines.iter().map(TimelineJson::new).collect(),
            remaining: planned.remaining.iter().map(TimelineJson::new).collect(),
            findings: planned.findings.iter().map(finding_json).collect(),
        }
    }
}

impl TimelineJson {
    fn new(timeline: &Timeline) -> Self {
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
        Self {
            traffic_mode: timeline.mode.to_string(),
            degraded: timeline.degraded,
            earliest_end: timeline.earliest / SECOND,
            gates: timeline.gates,
            rows: timeline.rows.iter().map(row).collect(),
        }
    }
}

/// A timeline as text of `width` columns.
pub fn timeline_text(timeline: &Timeline, width: usize) -> String {
    let mode = match (timeline.mode, timeline.degraded) {
        (Mode::Unrouted, _) => "without trafficRouting: weights move nothing".to_owned(),
        (mode, true) => format!("traffic mode {mode}, when the operator has no mesh (degraded)"),
        (mode, false) => format!("traffic mode {mode}"),
    };
    let head = ["STEP", "BEGINS", "WHAT", "WEIGHT", "DELIVERED", "PODS (NEW+OLD)", "ENDS BY"].map(str::to_owned).to_vec();
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
    let notes = std::iter::once(&[][..]).chain(timeline.rows.iter().map(|row| row.notes.as_slice()));
    for (text, notes) in table_rows(&rows, 2, width).iter().zip(notes) {
        out.push_str(text);
        notes.iter().for_each(|note| wrap(&format!("! {note}"), 9, width, &mut out));
    }
    wrap(&timeline.ends(), 2, width, &mut out);
    out
}
