//! What an edit changes: for people, for a pull request, and for programs.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;
use similar::TextDiff;

use super::{API_VERSION, AssumptionJson, Tool, object_yaml};
use crate::render::compare::{AgentChange, Cause, Change, Comparison, Effect, EffectKind, ObjectChange};

/// What `diff -o json` prints.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct DiffReport<'r> {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub omnia_version: &'static str,
    pub old: &'r str,
    pub new: &'r str,
    pub summary: DiffSummary,
    pub agents: Vec<AgentJson<'r>>,
    pub objects: Vec<ObjectDiffJson<'r>>,
    pub assumptions: Vec<AssumptionJson<'r>>,
}

/// Counts.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[allow(missing_docs)]
pub struct DiffSummary {
    pub agents: usize,
    pub restarts: usize,
    pub added: usize,
    pub removed: usize,
    pub changed: usize,
}

/// An agent that changes.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct AgentJson<'r> {
    pub namespace: &'r str,
    pub name: &'r str,
    pub change: Change,
    /// The Deployments whose pods are replaced.
    pub restarts: &'r [String],
    pub causes: Vec<CauseJson<'r>>,
    pub effects: Vec<EffectJson<'r>>,
    pub blocked: Option<&'r str>,
}

/// An edit and what it does.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct CauseJson<'r> {
    pub object: String,
    pub namespace: &'r str,
    pub field: &'r str,
    pub change: Change,
    pub file: Option<&'r str>,
    pub line: Option<u32>,
    pub old: Option<&'r Value>,
    pub new: Option<&'r Value>,
    pub restarts: bool,
    pub objects: &'r [String],
}

/// What people outside notice.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct EffectJson<'r> {
    pub kind: EffectKind,
    pub object: &'r str,
    pub old: &'r [String],
    pub new: &'r [String],
}

/// An object that changes.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ObjectDiffJson<'r> {
    pub api_version: &'r str,
    pub kind: &'r str,
    pub namespace: &'r str,
    pub name: &'r str,
    pub change: Change,
    pub diff: String,
}

/// The report for programs.
///
/// # Errors
/// An object cannot be written; the reason.
pub fn diff_json<'r>(
    comparison: &'r Comparison,
    omnia_version: &'static str,
    [old, new]: [&'r str; 2],
    assumptions: Vec<AssumptionJson<'r>>,
) -> Result<DiffReport<'r>, String> {
    let count = |change: Change| comparison.objects.iter().filter(|object| object.change == change).count();
    let objects = comparison.objects.iter().map(|object| {
        let diff = unified(object)?;
        let ObjectChange { api_version, kind, namespace, name, change, .. } = object;
        Ok(ObjectDiffJson { api_version, kind, namespace, name, change: *change, diff })
    });
    Ok(DiffReport {
        api_version: API_VERSION,
        kind: "Diff",
        tool: Tool::THIS,
        omnia_version,
        old,
        new,
        summary: DiffSummary {
            agents: comparison.agents.len(),
            restarts: comparison.agents.iter().filter(|agent| !agent.restarts.is_empty()).count(),
            added: count(Change::Added),
            removed: count(Change::Removed),
            changed: count(Change::Changed),
        },
        agents: comparison.agents.iter().map(agent_json).collect(),
        objects: objects.collect::<Result<_, String>>()?,
        assumptions,
    })
}

fn agent_json(agent: &AgentChange) -> AgentJson<'_> {
    AgentJson {
        namespace: &agent.namespace,
        name: &agent.name,
        change: agent.change,
        restarts: &agent.restarts,
        causes: agent.causes.iter().map(cause_json).collect(),
        effects: agent.effects.iter().map(effect_json).collect(),
        blocked: agent.blocked.as_deref(),
    }
}

fn cause_json(cause: &Cause) -> CauseJson<'_> {
    let edit = &cause.edit;
    CauseJson {
        object: edit.object(),
        namespace: &edit.namespace,
        field: &edit.path,
        change: edit.change,
        file: edit.line.as_ref().map(|(file, _)| file.as_ref()),
        line: edit.line.as_ref().map(|(_, line)| *line),
        old: edit.old.as_ref(),
        new: edit.new.as_ref(),
        restarts: cause.restarts,
        objects: &cause.objects,
    }
}

fn effect_json(effect: &Effect) -> EffectJson<'_> {
    EffectJson { kind: effect.kind, object: &effect.object, old: &effect.old, new: &effect.new }
}

/// One file of a unified diff.
///
/// # Errors
/// An object cannot be written; the reason.
pub fn unified(object: &ObjectChange) -> Result<String, String> {
    let text = |side: &Option<crate::render::Tree>| side.as_ref().map_or_else(|| Ok(String::new()), object_yaml);
    let (old, new) = (text(&object.old)?, text(&object.new)?);
    let name = object_file(object);
    let header = |side: &str, is_there: bool| if is_there { format!("{side}/{name}") } else { "/dev/null".to_owned() };
    let diff = TextDiff::from_lines(&old, &new);
    let headers = (header("old", object.old.is_some()), header("new", object.new.is_some()));
    Ok(diff.unified_diff().context_radius(3).header(&headers.0, &headers.1).to_string())
}

/// The name of the object as a file: that which `kubectl diff` gives it.
pub fn object_file(object: &ObjectChange) -> String {
    let version = object.api_version.replace('/', ".");
    [version.as_str(), &object.kind, &object.namespace, &object.name].join(".")
}

/// What people want to know, a block of lines for each agent; with Markdown, fit for a pull request.
pub fn diff_summary(comparison: &Comparison) -> String {
    comparison
        .agents
        .iter()
        .map(|agent| format!("AgentRuntime {}/{}: {}", agent.namespace, agent.name, lines(agent, comparison.is_tried, &PLAIN)))
        .collect()
}

/// The summary and the diffs as Markdown.
///
/// # Errors
/// An object cannot be written; the reason.
pub fn diff_markdown(comparison: &Comparison) -> Result<String, String> {
    let mut out = String::from("### Changes of Omnia agents\n\n");
    if comparison.objects.is_empty() && comparison.agents.is_empty() {
        out.push_str("No difference in what the operator would create.\n");
        return Ok(out);
    }
    for agent in &comparison.agents {
        let _ = writeln!(out, "**`{}/{}`**: {}", agent.namespace, agent.name, lines(agent, comparison.is_tried, &MARKDOWN));
    }
    let _ = write!(out, "<details><summary>{} objects differ</summary>\n\n", comparison.objects.len());
    for object in &comparison.objects {
        let diff = unified(object)?;
        // A fence is longer than any in the text.
        let longest = diff.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        let _ = write!(out, "{fence}diff\n{diff}{fence}\n\n");
    }
    out.push_str("</details>\n");
    Ok(out)
}

/// How the lines of a summary look.
struct Look {
    bullet: &'static str,
    code: &'static str,
    strong: &'static str,
}

const PLAIN: Look = Look { bullet: "  ", code: "", strong: "" };
const MARKDOWN: Look = Look { bullet: "- ", code: "`", strong: "**" };

fn lines(agent: &AgentChange, is_tried: bool, look: &Look) -> String {
    let Look { bullet, code, strong } = look;
    let answer = match (agent.change, agent.restarts.is_empty()) {
        (Change::Added, _) => "new agent".to_owned(),
        (Change::Removed, _) => "removed".to_owned(),
        (Change::Changed, true) => "no pod restarts".to_owned(),
        (Change::Changed, false) => format!("pods restart ({})", agent.restarts.join(", ")),
    };
    let mut out = format!("{strong}{answer}{strong}\n");
    for cause in &agent.causes {
        let edit = &cause.edit;
        let place = edit.line.as_ref().map_or(String::new(), |(file, line)| format!(" ({file}:{line})"));
        let field = if edit.path.is_empty() { edit.object() } else { format!("{} {}", edit.object(), edit.path) };
        let effect = if cause.restarts { "restarts pods, changes" } else { "changes" };
        let _ = writeln!(out, "{bullet}{code}{field}{code}{place}{}: {effect} {}", values(edit, code), cause.objects.join(", "));
    }
    if is_tried && agent.change == Change::Changed && agent.causes.is_empty() {
        let _ = writeln!(out, "{bullet}several edits together, none of them alone");
    }
    for Effect { kind, object, old, new } in &agent.effects {
        let word = match kind {
            EffectKind::Port => "Service port",
            EffectKind::Host => "external host",
            EffectKind::Permission => "permission",
            EffectKind::Replicas => "replicas",
        };
        let _ = writeln!(out, "{bullet}{strong}{word}{strong} of {object}: {} -> {}", listed(old, code), listed(new, code));
    }
    if let Some(blocked) = &agent.blocked {
        let _ = writeln!(out, "{bullet}{strong}the operator stops before the end{strong}: {blocked}");
    }
    out
}

/// `: 1 -> 2` for scalars; larger values stand in the diff.
fn values(edit: &crate::render::compare::Edit, code: &str) -> String {
    let shown = |value: &Option<Value>| match value {
        None => Some("unset".to_owned()),
        Some(Value::Array(_) | Value::Object(_)) => None,
        Some(value) => Some(format!("{code}{value}{code}")),
    };
    match (shown(&edit.old), shown(&edit.new)) {
        _ if edit.path.is_empty() => if edit.change == Change::Removed { " is gone" } else { " is new" }.to_owned(),
        (Some(old), Some(new)) => format!(": {old} -> {new}"),
        _ => String::new(),
    }
}

fn listed(values: &[String], code: &str) -> String {
    if values.is_empty() {
        "none".to_owned()
    } else {
        values.iter().map(|value| format!("{code}{value}{code}")).collect::<Vec<_>>().join(", ")
    }
}
