//! Family OPS: what serves operations well. One file a subject.

mod functions;
mod pods;
mod release;

use super::check::{Check, checks};
pub(super) use pods::memory_context;

/// The rules of the family that look at one object.
pub(super) const CHECKS: &[Check] = checks! {
    OPS001 Agent release::image_tag_latest,
    OPS002 Agent release::floating_pack_in_production,
    OPS003 Agent pods::memory_context_in_production,
    OPS004 Agent pods::single_replica,
    OPS005 Agent pods::no_memory_limit,
    OPS006 Agent functions::loose_output_schema,
    OPS007 Agent functions::function_without_rate_limit,
    OPS008 Agent pods::max_replicas_default,
    OPS009 Agent pods::voice_agent_tuning,
    OPS010 Agent release::gitops_owned_rollout_fields,
    OPS011 Agent pods::affinity_disables_spread,
    OPS012 Agent release::telemetry_off,
    OPS013 Agent functions::long_sync_function,
};
