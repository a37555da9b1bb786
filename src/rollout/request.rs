//! What is sent to the API server.

use serde_json::{Value, json};

use super::agent::Agent;
use crate::omnia::ANNOTATION_ROLLED_BACK;

/// The name under which the API server records the fields that are written here.
pub const FIELD_MANAGER: &str = "kubectl-omnia";

/// A form of patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchType {
    /// RFC 7386. A precondition that fails is answered with 409.
    Merge,
    /// RFC 6902. A precondition that fails is answered with 422.
    Json,
}

/// A PATCH of an agent. Each one carries a precondition.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Whether it goes to the subresource `status`.
    pub status: bool,
    /// Its form.
    pub patch: PatchType,
    /// What is sent.
    pub body: Value,
}

impl PatchType {
    /// The media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Merge => "application/merge-patch+json",
            Self::Json => "application/json-patch+json",
        }
    }
}

impl Request {
    /// A merge patch of the object, with the resource version that was read.
    pub(super) fn merge(agent: &Agent, metadata: Value, spec: &Value) -> Self {
        let mut metadata = metadata;
        metadata["resourceVersion"] = json!(agent.resource_version);
        let mut body = json!({ "metadata": metadata });
        if !spec.is_null() {
            body["spec"] = spec.clone();
        }
        Self { status: false, patch: PatchType::Merge, body }
    }

    /// A JSON patch of the object behind a test of the resource version that was read.
    pub(super) fn json(agent: &Agent, operations: Vec<Value>) -> Self {
        let test = json!({"op": "test", "path": "/metadata/resourceVersion", "value": agent.resource_version});
        let body = std::iter::once(test).chain(operations).collect();
        Self { status: false, patch: PatchType::Json, body: Value::Array(body) }
    }

    /// Moves the rollout to a step. The stamp of the step before it goes, or a timed pause there would end at once.
    pub(super) fn step(agent: &Agent, step: i64) -> Self {
        let rollout = json!({"currentStep": step, "stepStartedAt": null});
        let body = json!({"metadata": {"resourceVersion": agent.resource_version}, "status": {"rollout": rollout}});
        Self { status: true, patch: PatchType::Merge, body }
    }

    /// As [`Request::step`], but writes to other parts of the status do not get in its way. Only where the status has a step and a
    /// stamp, which the patch tests and removes.
    pub(super) fn step_tested(agent: &Agent, step: i64) -> Option<Self> {
        let progress = agent.progress()?;
        let (current, _) = (progress.step?, progress.stamp?);
        let body = json!([
            {"op": "test", "path": "/metadata/generation", "value": agent.generation},
            {"op": "test", "path": "/status/rollout/currentStep", "value": current},
            {"op": "replace", "path": "/status/rollout/currentStep", "value": step},
            {"op": "remove", "path": "/status/rollout/stepStartedAt"},
        ]);
        Some(Self { status: true, patch: PatchType::Json, body })
    }

    /// The path on the server.
    pub fn path(&self, agent: &Agent) -> String {
        let Agent { namespace, name, .. } = agent;
        let suffix = if self.status { "/status" } else { "" };
        format!("/apis/omnia.altairalabs.ai/v1alpha1/namespaces/{namespace}/agentruntimes/{name}{suffix}")
    }

    /// The query, without the question mark.
    pub fn query(dry_run: bool) -> String {
        let dry = if dry_run { "&dryRun=All" } else { "" };
        format!("fieldManager={FIELD_MANAGER}&fieldValidation=Strict{dry}")
    }
}

/// The metadata of a merge patch that marks a version as rolled back, or takes the mark away.
pub(super) fn marked(version: Option<&str>) -> Value {
    json!({"annotations": {ANNOTATION_ROLLED_BACK: version}})
}
