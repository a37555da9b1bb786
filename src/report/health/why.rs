//! One chain of causes, from what is seen to the field to edit.

use serde::Serialize;

use crate::{
    diagnose::{Chain, Diagnosis, Edit, Gravity, Link},
    report::{API_VERSION, Tool, field::hang, rollout::AgentName},
};

/// What `why -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Why {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    #[serde(flatten)]
    pub health: HealthJson,
    /// The problems beside that one, and what is worth a word.
    pub others: Vec<ChainJson>,
}

/// An agent with its worst problem.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct HealthJson {
    pub agent: AgentName,
    /// Whether nothing is wrong; null when something could not be looked at, and nothing is wrong with the rest.
    pub healthy: Option<bool>,
    pub phase: String,
    pub pods: PodsJson,
    pub version: String,
    pub rollout: RolloutJson,
    /// How many problems there are.
    pub problems: usize,
    /// The problem to mend first; null when there is none.
    pub problem: Option<ChainJson>,
    pub not_checked: Vec<String>,
}

/// Pods of both Deployments; null when nobody could look.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct PodsJson {
    pub ready: Option<i64>,
    pub wanted: Option<i64>,
}

/// The step counts from 1; null when no step runs.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct RolloutJson {
    pub state: &'static str,
    pub step: Option<usize>,
    pub steps: Option<usize>,
}

/// A problem.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct ChainJson {
    pub cause: String,
    /// fault, lack or note.
    pub gravity: &'static str,
    pub links: Vec<LinkJson>,
    pub edit: EditJson,
}

/// A link: the object that shows it, and what it shows.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct LinkJson {
    pub object: String,
    pub text: String,
}

/// What to change.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct EditJson {
    pub object: String,
    pub field: String,
    pub write: String,
}

impl Why {
    /// The health of an agent.
    pub fn new(diagnosis: &Diagnosis) -> Self {
        let others = diagnosis.others().map(ChainJson::new).collect();
        Self { api_version: API_VERSION, kind: "Diagnosis", tool: Tool::THIS, health: HealthJson::new(diagnosis), others }
    }
}

impl HealthJson {
    pub(super) fn new(diagnosis: &Diagnosis) -> Self {
        Self {
            agent: AgentName { namespace: diagnosis.namespace.clone(), name: diagnosis.name.clone() },
            healthy: diagnosis.is_healthy(),
            phase: diagnosis.phase.clone(),
            pods: PodsJson { ready: diagnosis.ready, wanted: diagnosis.wanted },
            version: diagnosis.version.clone(),
            rollout: RolloutJson {
                state: diagnosis.rollout,
                step: diagnosis.step.map(|(step, _)| step),
                steps: diagnosis.step.map(|(_, steps)| steps),
            },
            problems: diagnosis.chains.iter().filter(|chain| chain.gravity < Gravity::Note).count(),
            problem: diagnosis.worst().map(ChainJson::new),
            not_checked: diagnosis.unchecked.clone(),
        }
    }
}

impl ChainJson {
    fn new(chain: &Chain) -> Self {
        let link = |link: &Link| LinkJson { object: link.object.clone(), text: link.text.clone() };
        let Edit { object, field, write } = chain.edit.clone();
        Self {
            cause: chain.cause.clone(),
            gravity: match chain.gravity {
                Gravity::Fault => "fault",
                Gravity::Lack => "lack",
                Gravity::Note => "note",
            },
            links: chain.links.iter().map(link).collect(),
            edit: EditJson { object, field, write },
        }
    }
}

/// The words for the health of an agent.
pub(super) fn verdict(diagnosis: &Diagnosis) -> &'static str {
    match (diagnosis.worst().map(|chain| chain.gravity), diagnosis.is_healthy()) {
        (Some(Gravity::Fault), _) => "does not work as its spec asks",
        (Some(_), _) => "works, and lacks something",
        (None, Some(true)) => "healthy",
        (None, _) => "not known: nothing is wrong with what could be looked at",
    }
}

/// The chain as lines of at most `width` columns.
pub fn why_text(diagnosis: &Diagnosis, width: usize) -> String {
    let mut out = format!("{}/{}: {}\n", diagnosis.namespace, diagnosis.name, verdict(diagnosis));
    if let Some(chain) = diagnosis.worst() {
        for (index, link) in chain.links.iter().enumerate() {
            let before = if index == 0 { "seen" } else { "because" };
            line(&mut out, before, &format!("{}: {}", link.object, link.text), width);
        }
        line(&mut out, "edit", &edit(chain), width);
    }
    for chain in diagnosis.others() {
        let before = if chain.gravity == Gravity::Note { "note" } else { "also" };
        let link = chain.links.last().map(|link| format!("{}: {}; ", link.object, link.text)).unwrap_or_default();
        line(&mut out, before, &format!("{link}edit {}", edit(chain)), width);
    }
    for reason in &diagnosis.unchecked {
        line(&mut out, "unseen", reason, width);
    }
    out
}

/// `spec.x of Kind/name: what to write`.
pub(super) fn edit(chain: &Chain) -> String {
    format!("{} of {}: {}", chain.edit.field, chain.edit.object, chain.edit.write)
}

/// A line with its name, broken where it is too long.
pub(super) fn line(out: &mut String, name: &str, text: &str, width: usize) {
    hang(&format!("  {name:<9}"), text, width, out);
}
