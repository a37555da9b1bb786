//! The events of an agent and of what it owns.

use serde::Serialize;

use crate::{
    diagnose::Event,
    report::{API_VERSION, Tool, rollout::AgentName, told},
};

/// What `events -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct AgentEvents {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub items: Vec<EventJson>,
}

/// An event; the times are RFC 3339.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct EventJson {
    pub agent: AgentName,
    pub first_seen: String,
    pub last_seen: String,
    pub count: i64,
    #[serde(rename = "type")]
    pub severity: String,
    pub object: String,
    pub reason: String,
    pub message: String,
}

impl AgentEvents {
    /// The events of agents, each with the namespace and the name of its agent, in this order.
    pub fn new<'e>(events: impl IntoIterator<Item = (&'e str, &'e str, Event)>) -> Self {
        let item = |(namespace, name, event): (&str, &str, Event)| EventJson {
            agent: AgentName { namespace: namespace.to_owned(), name: name.to_owned() },
            first_seen: event.first,
            last_seen: event.last,
            count: event.count,
            severity: event.severity,
            object: event.object,
            reason: event.reason,
            message: event.message,
        };
        let items = events.into_iter().map(item).collect();
        Self { api_version: API_VERSION, kind: "AgentEvents", tool: Tool::THIS, items }
    }

    /// As text of `width` columns.
    pub fn text(&self, width: usize) -> String {
        let head = ["LAST SEEN", "COUNT", "TYPE", "OBJECT", "REASON", "MESSAGE"].map(str::to_owned).to_vec();
        let row = |event: &EventJson| {
            vec![
                event.last_seen.clone(),
                event.count.to_string(),
                event.severity.clone(),
                event.object.clone(),
                event.reason.clone(),
                event.message.clone(),
            ]
        };
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(self.items.iter().map(row)).collect();
        told(&rows, width)
    }
}
