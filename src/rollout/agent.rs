//! An agent as the rollout reads it: its references, its plan, and what the operator last wrote.

use serde_json::Value;

use super::{
    int32,
    refs::{Activity, Refs},
    request::FIELD_MANAGER,
    routing::{Mode, Routing},
    step::Step,
    weight,
};
use crate::{
    apiserver::cel::Timestamp,
    omnia::ANNOTATION_ROLLED_BACK,
    world::{Field, Object},
};

/// An `AgentRuntime`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// `metadata.resourceVersion`; empty for an object of a file.
    pub resource_version: String,
    /// `metadata.generation`.
    pub generation: i64,
    /// Whether it is being deleted.
    pub deleted: bool,
    /// The version that was rolled back last, by annotation.
    pub rolled_back: Option<String>,
    /// Whether this tool wrote the steps, and the current one is a bare pause as it inserts them.
    pub inserted_pause: bool,
    /// The references of its spec.
    pub refs: Refs,
    /// `spec.runtime.replicas`, at least 1: what weights divide.
    pub total: i64,
    /// Whether `spec.runtime.replicas` is 0, so that stable has no pods outside of a rollout either.
    pub sleeps: bool,
    /// `spec.rollout`.
    pub rollout: Option<Rollout>,
    /// `status`.
    pub status: Status,
}

/// `spec.rollout`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rollout {
    /// The steps as they are written.
    pub written: Vec<Value>,
    /// The steps as the operator runs them.
    pub steps: Vec<Step>,
    /// The overrides of the candidate.
    pub candidate: Option<Refs>,
    /// `rollback.mode`; empty without a `rollback` block.
    pub rollback: String,
    /// `trafficRouting`.
    pub routing: Option<Routing>,
    /// The channel of `trigger`.
    pub trigger: Option<String>,
    /// Whether `stickySession` is set.
    pub sticky: bool,
}

/// `status`, as far as the rollout reads it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Status {
    /// `phase`.
    pub phase: String,
    /// `activeVersion`; while promoting still the old one.
    pub active_version: String,
    /// `observedGeneration`.
    pub observed_generation: i64,
    /// `conditions`.
    pub conditions: Vec<Condition>,
    /// `rollout`.
    pub rollout: Option<Progress>,
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Its type.
    pub kind: String,
    /// `True`, `False` or `Unknown`.
    pub status: String,
    /// Its reason.
    pub reason: String,
    /// Its message.
    pub message: String,
}

/// `status.rollout`. What the operator leaves out is absent: it drops weight, versions and stamp while promoting and after an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// `active`.
    pub active: bool,
    /// `promoting`.
    pub promoting: bool,
    /// `currentStep`, from 0.
    pub step: Option<i64>,
    /// `currentWeight`: what was asked for, not what is delivered.
    pub weight: Option<i64>,
    /// `stableVersion`.
    pub stable_version: String,
    /// `candidateVersion`.
    pub candidate_version: String,
    /// `message`.
    pub message: String,
    /// `stepStartedAt`, in seconds since 1970; none when it is absent or unreadable.
    pub stamp: Option<i64>,
    /// `trafficRoutingMode`.
    pub mode: String,
    /// `trafficWeightEnforced`.
    pub enforced: Option<bool>,
}

impl Agent {
    /// Reads an `AgentRuntime` of a file or of a cluster.
    pub fn read(object: &Object) -> Self {
        let (metadata, spec) = (object.root().get("metadata"), object.spec());
        let mut agent = Self {
            inserted_pause: false,
            namespace: object.namespace.clone(),
            name: object.name.clone(),
            resource_version: metadata.get("resourceVersion").str().to_owned(),
            generation: metadata.get("generation").int().unwrap_or_default(),
            deleted: metadata.get("deletionTimestamp").exists(),
            rolled_back: metadata.get("annotations").get(ANNOTATION_ROLLED_BACK).text().map(str::to_owned),
            refs: Refs::of_spec(&spec),
            total: weight::total(spec.at("runtime.replicas").int()),
            sleeps: spec.at("runtime.replicas").int() == Some(0),
            rollout: spec.get("rollout").some().map(|field| Rollout::read(&field)),
            status: Status::read(&object.root().get("status")),
        };
        agent.inserted_pause = agent.step() == Some(&Step::Wait) && wrote_steps(&metadata);
        agent
    }

    /// Whether the spec holds a rollout.
    pub fn activity(&self) -> Activity {
        self.refs.activity(self.candidate())
    }

    /// The overrides of the candidate.
    pub fn candidate(&self) -> Option<&Refs> {
        self.rollout.as_ref()?.candidate.as_ref()
    }

    /// The steps as the operator runs them.
    pub fn steps(&self) -> &[Step] {
        self.rollout.as_ref().map_or(&[], |rollout| &rollout.steps)
    }

    /// What the operator wrote about the rollout.
    pub const fn progress(&self) -> Option<&Progress> {
        self.status.rollout.as_ref()
    }

    /// The index of the current step; what is absent is 0.
    pub fn step_index(&self) -> i64 {
        self.progress().and_then(|progress| progress.step).unwrap_or_default()
    }

    /// The current step; none behind the last one.
    pub fn step(&self) -> Option<&Step> {
        usize::try_from(self.step_index()).ok().and_then(|index| self.steps().get(index))
    }

    /// Whether the operator is moving stable to the new references.
    pub fn promoting(&self) -> bool {
        self.progress().is_some_and(|progress| progress.promoting)
    }

    /// Whether the routing block was taken out while weights were applied: then no pass takes them back.
    pub fn routing_lost(&self) -> bool {
        let without = self.rollout.as_ref().is_none_or(|rollout| rollout.routing.is_none());
        let said = self.progress().and_then(|progress| Mode::parse(&progress.mode));
        without && matches!(said, Some(Mode::Mesh | Mode::External))
    }

    /// Whether a version that appears starts a rollout by itself.
    pub fn triggered(&self) -> bool {
        self.rollout.as_ref().is_some_and(|rollout| rollout.trigger.is_some())
    }
}

/// Whether the fields that this tool manages include the list of steps.
fn wrote_steps(metadata: &Field<'_>) -> bool {
    let ours = |entry: &Field<'_>| entry.get("manager").str() == FIELD_MANAGER;
    let steps = |entry: &Field<'_>| entry.at("fieldsV1.f:spec.f:rollout.f:steps").exists();
    metadata.get("managedFields").items().iter().any(|entry| ours(entry) && steps(entry))
}

impl Rollout {
    fn read(field: &Field<'_>) -> Self {
        let written: Vec<Value> = field.get("steps").items().iter().map(Field::json).collect();
        Self {
            steps: written.iter().map(Step::of_json).collect(),
            written,
            candidate: field.get("candidate").some().map(|candidate| Refs::of_candidate(&candidate)),
            rollback: field.at("rollback.mode").str().to_owned(),
            routing: Routing::read(&field.get("trafficRouting")),
            trigger: field.at("trigger.promptPackChannel").text().map(str::to_owned),
            sticky: field.get("stickySession").exists(),
        }
    }
}

impl Status {
    fn read(status: &Field<'_>) -> Self {
        let condition = |field: &Field<'_>| Condition {
            kind: field.get("type").str().to_owned(),
            status: field.get("status").str().to_owned(),
            reason: field.get("reason").str().to_owned(),
            message: field.get("message").str().to_owned(),
        };
        Self {
            phase: status.get("phase").str().to_owned(),
            active_version: status.get("activeVersion").str().to_owned(),
            observed_generation: status.get("observedGeneration").int().unwrap_or_default(),
            conditions: status.get("conditions").items().iter().map(condition).collect(),
            rollout: status.get("rollout").some().map(|field| Progress::read(&field)),
        }
    }

    /// The condition of a type.
    pub fn condition(&self, kind: &str) -> Option<&Condition> {
        self.conditions.iter().find(|condition| condition.kind == kind)
    }

    /// Whether `phase: Failed` is a leftover: the operator writes it when two of its writes cross, and no condition tells of a fault.
    pub fn stale_failure(&self) -> bool {
        let fails =
            |condition: &Condition| condition.kind.ends_with("Ready") && condition.kind != "Ready" && condition.status == "False";
        self.phase == "Failed" && !self.conditions.iter().any(fails)
    }
}

impl Progress {
    fn read(field: &Field<'_>) -> Self {
        let text = |key: &str| field.get(key).str().to_owned();
        Self {
            active: field.get("active").is_true(),
            promoting: field.get("promoting").is_true(),
            step: int32(&field.get("currentStep")),
            weight: int32(&field.get("currentWeight")),
            stable_version: text("stableVersion"),
            candidate_version: text("candidateVersion"),
            message: text("message"),
            stamp: Timestamp::parse_rfc3339(field.get("stepStartedAt").str()).map(|stamp| stamp.seconds),
            mode: text("trafficRoutingMode"),
            enforced: field.get("trafficWeightEnforced").bool(),
        }
    }
}
