//! Rendered objects as JSON, for programs: the shape is an interface and only ever grows.

use serde::Serialize;
use serde_json::Value;

use super::{API_VERSION, FindingJson, Located, Tool, finding_json};
use crate::{
    finding::ObjectRef,
    render::{Assumption, Blocked, Created, RenderedAgent, Tree, assumption},
};

/// What `render -o json` prints.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RenderList<'r> {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub omnia_version: &'static str,
    pub summary: RenderSummary,
    /// The objects.
    pub items: Vec<Value>,
    /// Objects of others, as the operator changes them.
    pub patches: Vec<Value>,
    /// Where each value comes from; empty unless it was asked for.
    pub provenance: Vec<ProvenanceJson>,
    pub assumptions: Vec<AssumptionJson<'r>>,
    pub warnings: Vec<WarningJson<'r>>,
    pub blocked: Vec<BlockedJson<'r>>,
    /// Agents and other objects that were not rendered, and why.
    pub refused: Vec<RefusedJson<'r>>,
}

/// Counts.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[allow(missing_docs)]
pub struct RenderSummary {
    pub agents: usize,
    pub objects: usize,
    pub patches: usize,
    pub blocked: usize,
    pub refused: usize,
}

/// Where a value of an object comes from.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct ProvenanceJson {
    pub object: String,
    pub namespace: String,
    pub path: String,
    pub source: String,
}

/// What was taken for given.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct AssumptionJson<'r> {
    pub name: &'r str,
    pub value: &'r str,
    /// The flag that says otherwise.
    pub flag: Option<&'static str>,
}

/// Something to know about an object.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct WarningJson<'r> {
    pub agent: String,
    pub object: String,
    pub message: &'r str,
    /// Whether the API server refuses the object.
    pub refused: bool,
}

/// Why the operator stops before the end of an agent's objects.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct BlockedJson<'r> {
    pub agent: String,
    pub condition: &'r str,
    pub reason: &'r str,
    pub message: &'r str,
    pub field: Option<&'r str>,
}

/// What was not rendered.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct RefusedJson<'r> {
    /// `namespace/name` of the agent; of another object, `Kind/name`; empty for a file.
    pub agent: String,
    pub findings: Vec<FindingJson<'r>>,
}

impl<'r> AssumptionJson<'r> {
    /// The assumption with this name.
    pub fn new(name: &'r str, value: &'r str) -> Self {
        Self { name, value, flag: assumption(name).and_then(|known| known.flag) }
    }
}

impl<'r> BlockedJson<'r> {
    /// The agent is blocked.
    pub fn new(agent: &RenderedAgent, blocked: &'r Blocked) -> Self {
        Self {
            agent: agent.id(),
            condition: blocked.condition,
            reason: blocked.reason,
            message: &blocked.text,
            field: blocked.place.as_ref().map(|place| place.path.as_str()),
        }
    }
}

/// The warnings about the objects of agents.
pub fn warning_jsons(agents: &[RenderedAgent]) -> Vec<WarningJson<'_>> {
    let mut warnings = Vec::new();
    for agent in agents {
        let rendered = &agent.rendered;
        warnings.extend(rendered.objects.iter().filter_map(|object| {
            let message = object.refused.as_deref()?;
            Some(WarningJson { agent: agent.id(), object: object.id(), message, refused: true })
        }));
        warnings.extend(rendered.warnings.iter().map(|warning| WarningJson {
            agent: agent.id(),
            object: warning.object.clone(),
            message: &warning.text,
            refused: false,
        }));
    }
    warnings
}

/// Where the values of an object come from.
pub fn provenance_jsons(object: &Created, tree: &Tree) -> Vec<ProvenanceJson> {
    let of = |leaf: crate::render::Leaf<'_>| ProvenanceJson {
        object: object.id(),
        namespace: object.namespace().to_owned(),
        path: leaf.path,
        source: leaf.source.to_string(),
    };
    tree.leaves().into_iter().map(of).collect()
}

impl<'r> RefusedJson<'r> {
    /// An object and what is said of it.
    pub fn new(object: Option<&ObjectRef>, findings: impl IntoIterator<Item = &'r Located>) -> Self {
        let agent = object.map_or_else(String::new, |object| match object.kind.as_str() {
            "AgentRuntime" => format!("{}/{}", object.namespace, object.name),
            kind => format!("{kind}/{}", object.name),
        });
        Self { agent, findings: findings.into_iter().map(finding_json).collect() }
    }
}

impl<'r> RenderList<'r> {
    /// A list without anything.
    pub fn new(omnia_version: &'static str, assumptions: impl IntoIterator<Item = &'r Assumption>) -> Self {
        Self {
            api_version: API_VERSION,
            kind: "RenderList",
            tool: Tool::THIS,
            omnia_version,
            summary: RenderSummary::default(),
            items: Vec::new(),
            patches: Vec::new(),
            provenance: Vec::new(),
            assumptions: assumptions
                .into_iter()
                .map(|assumption| AssumptionJson::new(assumption.name, &assumption.text))
                .collect(),
            warnings: Vec::new(),
            blocked: Vec::new(),
            refused: Vec::new(),
        }
    }
}
