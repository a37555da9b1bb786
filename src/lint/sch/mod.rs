//! Family SCH, as far as the server takes the object and the shape is wrong all the same.

mod env_shape;
mod references;

use super::check::{Check, checks};

/// The rules of the family that look at one object.
pub(super) const CHECKS: &[Check] = checks! {
    SCH014 [AgentRuntime ArenaJob ArenaDevSession Workspace] env_shape::env_var_shape,
    SCH015 [AgentRuntime PromptPack Workspace] references::empty_object_reference,
};
