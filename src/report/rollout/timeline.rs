//! What the steps of rollouts will do.

use serde::Serialize;

use super::AgentName;
use crate::{
    omnia::duration,
    report::{API_VERSION, Tool, field::wrap, table_rows},
    rollout::{Activity, Actor, Mode, Row, Scene, Timeline},
};

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
            active: agent.activity() == Activity::Active,
            timelines: timelines.iter().map(timeline).collect(),
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
