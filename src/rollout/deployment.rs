//! The two Deployments of an agent, as far as a rollout depends on them.

use super::int32;
use crate::world::{Field, Object};

const AGENT: &str = "AgentRuntime";

/// The state of a Deployment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deployment {
    /// Pods that are wanted.
    pub replicas: i64,
    /// Pods that are ready.
    pub ready: i64,
    /// Pods that are available.
    pub available: i64,
    /// Pods of the current template.
    pub updated: i64,
    /// Pods of all templates.
    pub total: i64,
    /// `metadata.generation`.
    pub generation: i64,
    /// `status.observedGeneration`.
    pub observed_generation: i64,
    /// Whether the Deployment did not make progress within its deadline.
    pub deadline_exceeded: bool,
    /// Kind and name of the controller; none without one.
    pub owner: Option<(String, String)>,
}

impl Deployment {
    /// Reads a Deployment.
    pub fn read(object: &Object) -> Self {
        let (root, status) = (object.root(), object.root().get("status"));
        let count = |key: &'static str| int32(&status.get(key)).unwrap_or_default();
        let exceeded = |condition: &Field<'_>| {
            condition.get("type").str() == "Progressing" && condition.get("reason").str() == "ProgressDeadlineExceeded"
        };
        let owners = root.at("metadata.ownerReferences").items();
        let controls = |owner: &&Field<'_>| owner.get("controller").is_true() || owner.get("kind").str() == AGENT;
        let owner = owners.iter().find(controls);
        Self {
            replicas: int32(&root.at("spec.replicas")).unwrap_or(1),
            ready: count("readyReplicas"),
            available: count("availableReplicas"),
            updated: count("updatedReplicas"),
            total: count("replicas"),
            generation: root.at("metadata.generation").int().unwrap_or_default(),
            observed_generation: status.get("observedGeneration").int().unwrap_or_default(),
            deadline_exceeded: status.get("conditions").items().iter().any(exceeded),
            owner: owner.map(|owner| (owner.get("kind").str().to_owned(), owner.get("name").str().to_owned())),
        }
    }

    /// Who controls it in place of the agent, if somebody else does.
    pub fn foreign_to(&self, agent: &str) -> Option<String> {
        let (kind, name) = self.owner.as_ref()?;
        match kind.as_str() {
            AGENT if name == agent => None,
            AGENT => Some(format!("the agent {name}")),
            _ => Some(format!("the {kind} {name}")),
        }
    }

    /// Whether all wanted pods run the current template: the operator's own test before it ends a promotion.
    pub const fn complete(&self) -> bool {
        self.observed_generation >= self.generation
            && self.updated == self.replicas
            && self.available == self.replicas
            && self.total == self.replicas
    }

    /// How many pods of the current template are ready at the least: the API counts ready pods of all templates together.
    pub fn new_ready(&self) -> i64 {
        if self.observed_generation < self.generation { 0 } else { (self.updated + self.ready - self.total).max(0) }
    }
}
