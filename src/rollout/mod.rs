//! Progressive rollouts: where one stands, what it will do, and what may safely be written to it.
//!
//! The operator offers no interface to promote, resume or roll back. It reads `spec.rollout` and its own `status.rollout` in every
//! pass; this module knows what each pass does with them (operator of 2026-07), and which writes it understands.

mod agent;
mod deployment;
mod memory;
mod obstacle;
mod overrides;
mod pack;
mod pass;
mod plan;
mod refs;
mod request;
mod routing;
mod scene;
mod standing;
mod step;
mod timeline;
mod verb;
mod warning;
mod weight;

pub use agent::{Agent, Condition, Progress, Rollout, Status};
pub use deployment::Deployment;
pub use memory::{Ending, Memory};
pub use obstacle::Obstacle;
pub use overrides::Overrides;
pub use pack::Pack;
pub use pass::{Analysis, Around, Fate, PROMOTING, Pass as OperatorPass, pass};
pub use plan::{Ask, Edit, Plan, Refusal, Stage, Start, Until, plan, retried};
pub use refs::{Activity, Difference, Refs};
pub use request::{FIELD_MANAGER, PatchType, Request};
pub use routing::{Istio, Mode, Routing};
pub use scene::Scene;
pub use standing::Standing;
pub use step::{Step, last_weight};
pub use timeline::{Actor, Row, Timeline, remaining, timelines};
pub use verb::{Rule, State, Verb};
pub use warning::Warning;
pub use weight::{Split, split, total};

use crate::world::Field;

/// The fields of the spec that the candidate runs with.
#[derive(Debug, Clone)]
pub struct Effective<'w> {
    /// `promptPackRef`.
    pub prompt_pack_ref: Field<'w>,
    /// `providers`.
    pub providers: Field<'w>,
    /// `toolRegistryRef`.
    pub tool_registry_ref: Field<'w>,
}

/// What the candidate of a spec runs with: each override replaces the whole field of the spec, and an empty list replaces nothing.
/// Without a candidate these are the fields of the spec.
pub fn effective<'w>(spec: &Field<'w>) -> Effective<'w> {
    let candidate = spec.at("rollout.candidate");
    let pick = |own: &'static str, over: &'static str| {
        let over = candidate.get(over);
        let replaces = over.exists() && over.node().and_then(|node| node.as_list()).is_none_or(|items| !items.is_empty());
        if replaces { over } else { spec.get(own) }
    };
    Effective {
        prompt_pack_ref: pick("promptPackRef", "promptPackRef"),
        providers: pick("providers", "providerRefs"),
        tool_registry_ref: pick("toolRegistryRef", "toolRegistryRef"),
    }
}

/// An integer that the API holds in 32 bits; a larger one never reaches a cluster, and counts as absent.
fn int32(field: &Field<'_>) -> Option<i64> {
    field.int().filter(|value| i32::try_from(*value).is_ok())
}

/// The name of the candidate's Deployment.
pub fn candidate_name(agent: &str) -> String {
    format!("{agent}-canary")
}

/// The name of the VirtualService and the DestinationRule that the operator owns in mesh mode.
pub fn mesh_name(agent: &str) -> String {
    format!("{agent}-rollout")
}
