//! Family DEP, as far as the server takes what is deprecated. What it refuses is explained where its causes are.

mod fields;

use super::check::{Check, checks};

/// The rules of the family that look at one object.
pub(super) const CHECKS: &[Check] = checks! {
    DEP001 Agent fields::a2a_clients_moved,
    DEP002 Agent fields::conversation_ttl_ignored,
    DEP003 Agent fields::agent_card_capabilities_ignored,
    DEP004 Agent fields::eval_knobs_removed,
    DEP005 Agent fields::rollback_cooldown_unused,
    DEP006 Agent fields::protocol_enabled_flags,
    DEP007 Agent fields::framework_version_unused,
    DEP008 Agent fields::duplex_mode_renamed,
    DEP010 [ToolRegistry] fields::tool_auth_legacy,
    DEP014 [AgentRuntime Provider] fields::rerank_role_reserved,
};
