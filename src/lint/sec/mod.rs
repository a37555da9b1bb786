//! Family SEC: what an attacker could use. One file a subject.

mod callers;
mod policies;
mod secrets;
mod transport;
mod workspace;

use super::check::{Check, checks};
pub(super) use callers::{open_flags, simulation};

/// The rules of the family that look at one object.
pub(super) const CHECKS: &[Check] = checks! {
    SEC001 Agent callers::unauthenticated_facade,
    SEC002 Agent callers::exposed_without_auth,
    SEC003 Agent callers::edge_trust_is_spoofable,
    SEC004 Agent callers::trust_end_user_header,
    SEC005 Agent callers::default_role_elevated,
    SEC007 [AgentRuntime ToolRegistry Provider] secrets::secret_in_plain_env,
    SEC008 Agent policies::policy_broker_bypass,
    SEC009 Agent policies::mgmt_plane_trust_override,
    SEC010 [AgentRuntime ToolRegistry Provider] transport::bearer_over_plain_http,
    SEC011 Agent callers::hidden_is_not_protected,
    SEC012 [ToolPolicy AgentPolicy] policies::policy_not_enforcing,
    SEC013 [Workspace] workspace::anonymous_workspace_access,
    SEC014 [Workspace] workspace::network_isolation_weak,
    SEC015 Agent policies::host_path_volume,
    SEC016 [SkillSource PromptPackSource ArenaSource ArenaTemplateSource] transport::insecure_source,
    SEC017 Agent callers::simulated_agent_in_production,
    SEC018 Agent callers::sandbox_on_public_agent,
    SEC020 Agent callers::oidc_session_claim_implications,
    SEC021 Agent callers::memory_facet_pinning,
};
