//! The events of a rollout.

use serde::Serialize;

use super::AgentName;
use crate::{
    report::{API_VERSION, Tool, told},
    rollout::Agent,
    world::Object,
};

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
    pub fn new(agent: &Agent, events: &[Object]) -> Self {
        let event = |object: &Object| {
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

    /// As text of `width` columns.
    pub fn text(&self, width: usize) -> String {
        let mut out = format!("{}/{}: version {}", self.agent.namespace, self.agent.name, self.active_version);
        if let Some(version) = &self.last_rolled_back_version {
            out.push_str(&format!(", last rolled back: {version}"));
        }
        out.push('\n');
        let head = ["LAST SEEN", "COUNT", "TYPE", "REASON", "MESSAGE"].map(str::to_owned).to_vec();
        let row = |event: &EventJson| {
            vec![
                event.last_seen.clone(),
                event.count.to_string(),
                event.severity.clone(),
                event.reason.clone(),
                event.message.clone(),
            ]
        };
        if self.events.is_empty() {
            out.push_str("no events of rollouts\n");
            return out;
        }
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(self.events.iter().map(row)).collect();
        out.push_str(&told(&rows, width));
        out
    }
}
