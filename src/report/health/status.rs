//! How agents are.

use serde::Serialize;

use super::why::{HealthJson, edit, line, verdict};
use crate::{
    diagnose::{Diagnosis, Gravity},
    report::{API_VERSION, Tool, counted},
};

/// What `status -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct AgentStatus {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub items: Vec<HealthJson>,
}

impl AgentStatus {
    /// These agents.
    pub fn new(diagnoses: &[Diagnosis]) -> Self {
        let items = diagnoses.iter().map(HealthJson::new).collect();
        Self { api_version: API_VERSION, kind: "AgentStatus", tool: Tool::THIS, items }
    }
}

/// The head of the table.
pub const HEALTH_HEAD: [&str; 7] = ["NAMESPACE", "AGENT", "PHASE", "READY", "PACK", "ROLLOUT", "PROBLEM"];

/// The cells of an agent in a table, under [`HEALTH_HEAD`].
pub fn health_row(diagnosis: &Diagnosis) -> Vec<String> {
    let or_dash = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    let problem = match diagnosis.worst() {
        Some(chain) => format!("{} ({})", chain.cause, chain.edit.field),
        None if diagnosis.unchecked.is_empty() => "-".to_owned(),
        None => "not known".to_owned(),
    };
    vec![
        diagnosis.namespace.clone(),
        diagnosis.name.clone(),
        or_dash(&diagnosis.phase),
        pods(diagnosis),
        or_dash(&diagnosis.version),
        diagnosis.step.map_or_else(|| "-".to_owned(), |(step, steps)| format!("{step}/{steps}")),
        problem,
    ]
}

fn pods(diagnosis: &Diagnosis) -> String {
    match (diagnosis.ready, diagnosis.wanted) {
        (Some(ready), Some(wanted)) => format!("{ready}/{wanted}"),
        _ => "?".to_owned(),
    }
}

/// An agent as a short screen of lines of at most `width` columns.
pub fn health_text(diagnosis: &Diagnosis, width: usize) -> String {
    let mut out = format!("{}/{}: {}\n", diagnosis.namespace, diagnosis.name, verdict(diagnosis));
    let mut add = |name: &str, text: &str| {
        if !text.is_empty() {
            line(&mut out, name, text, width);
        }
    };
    add("phase", &diagnosis.phase);
    add("ready", &pods(diagnosis));
    add("pack", &diagnosis.version);
    let step = diagnosis.step.map(|(step, steps)| format!(", step {step} of {steps}")).unwrap_or_default();
    add("rollout", &format!("{}{step}", diagnosis.rollout));
    if let Some(chain) = diagnosis.worst() {
        // The first links stand above already, in other words; the last one is the cause.
        add("problem", &chain.links.last().map(|link| format!("{}: {}", link.object, link.text)).unwrap_or_default());
        add("edit", &edit(chain));
    }
    let more = diagnosis.others().filter(|chain| chain.gravity < Gravity::Note).count();
    if more > 0 {
        let problems = counted(more, "other problem", "other problems");
        add("more", &format!("{problems}: kubectl omnia why {} -n {}", diagnosis.name, diagnosis.namespace));
    }
    diagnosis.unchecked.iter().for_each(|reason| add("unseen", reason));
    out
}
