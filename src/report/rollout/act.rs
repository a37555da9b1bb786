//! What a verb sends.

use serde::Serialize;
use serde_json::Value;

use super::{AgentName, status::phase};
use crate::{
    report::{API_VERSION, Tool, field::hang},
    rollout::{Edit, Plan, Request, Scene, Stage, Verb},
    yaml::Change,
};

/// What a verb will do, as lines of at most `width` columns.
pub fn plan_text(plan: &Plan, scene: &Scene, width: usize) -> String {
    let agent = &scene.agent;
    let mut out = format!("{} {}/{} ({})\n", plan.verb, agent.namespace, agent.name, plan.state.words());
    for (index, stage) in plan.stages.iter().enumerate() {
        hang(&format!("  {}. ", index + 1), &stage.does, width, &mut out);
    }
    plan.notices.iter().for_each(|notice| hang("  - ", notice, width, &mut out));
    plan.forced.iter().for_each(|reason| hang("  ! ", &format!("forced, although {reason}"), width, &mut out));
    out
}

/// The requests of a verb, as text.
pub fn requests_text(plan: &Plan, scene: &Scene) -> String {
    let mut out = String::new();
    for stage in &plan.stages {
        let request = &stage.request;
        let query = Request::query(false);
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
        let request = |stage: &Stage| RequestJson {
            does: stage.does.clone(),
            method: "PATCH",
            path: stage.request.path(agent),
            query: Request::query(false),
            content_type: stage.request.patch.content_type(),
            body: stage.request.body.clone(),
        };
        let edit = |edit: &Edit| {
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
