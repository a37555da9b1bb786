//! Family RUN: what the API server takes and the operator ignores, refuses, or does something else with. One file a subject.

mod a2a;
pub(super) mod annotations;
mod autoscaling;
mod callers;
mod durations;
mod facades;
mod jobs;
mod media;
mod memory;
mod overrides;
mod policies;
mod ports;
mod provider;
pub(super) mod providers;
mod resources;
mod rollout_routing;
mod rollout_steps;
mod sandbox;
mod schemas;
mod streams;
mod tools;
mod variables;
mod volumes;

use super::check::{Check, Findings, checks};
use crate::world::Field;
pub(super) use a2a::memory_task_stores;
pub(super) use providers::no_model;
pub(super) use tools::LEFT_OUT;
pub(super) use volumes::claims_at;

/// Nanoseconds.
const SECOND: i64 = 1_000_000_000;

/// The rules of the family that look at one object.
pub(super) const CHECKS: &[Check] = checks! {
    RUN001 Agent streams::stream_inactivity_timeout_invalid,
    RUN002 Agent streams::function_stream_max_duration_invalid,
    RUN003 Agent streams::function_stream_max_concurrent_invalid,
    RUN004 Agent streams::function_env_in_agent_mode,
    RUN005 Agent durations::string_duration_unparsable,
    RUN007 [AgentRuntime ToolRegistry SessionRetentionPolicy] durations::duration_not_positive,
    RUN008 Agent durations::drain_timeout_out_of_effective_range,
    RUN009 Agent ports::port_out_of_range_or_reserved,
    RUN010 Agent ports::facade_port_collision,
    RUN011 Agent ports::secondary_facade_port_ignored,
    RUN012 Agent ports::a2a_port_unbounded,
    RUN013 Agent a2a::redis_task_store_without_url,
    RUN014 Agent providers::framework_image_unavailable,
    RUN015 Agent providers::runtime_capability_required,
    RUN016 Agent providers::cascaded_voice_without_speech_providers,
    RUN017 Agent callers::oidc_issuer_problem,
    RUN018 Agent callers::no_data_plane_validator,
    RUN019 Agent callers::facade_unreachable,
    RUN020 Agent callers::data_plane_off_with_validators,
    RUN021 Agent callers::expose_without_data_plane,
    RUN022 Agent callers::expose_on_secondary_facade,
    RUN023 Agent callers::expose_needs_gateway,
    RUN024 Agent callers::shared_route_host,
    RUN025 Agent callers::expose_host_invalid,
    RUN026 Agent facades::handler_on_secondary_facade,
    RUN027 Agent facades::timeouts_on_custom_facade,
    RUN028 Agent facades::facade_block_on_wrong_type,
    RUN029 Agent facades::async_workers_without_enabled,
    RUN030 Agent facades::async_without_queue,
    RUN031 Agent a2a::a2a_memory_tasks_with_many_replicas,
    RUN032 [AgentRuntime ArenaJob Workspace] autoscaling::min_replicas_above_max,
    RUN033 Agent autoscaling::hpa_fields_under_keda,
    RUN034 Agent autoscaling::keda_fields_under_hpa,
    RUN035 Agent autoscaling::keda_threshold_with_triggers,
    RUN036 Agent autoscaling::keda_default_trigger_address,
    RUN037 Agent autoscaling::keda_trigger_metadata_incomplete,
    RUN038 Agent autoscaling::replicas_with_autoscaling,
    RUN039 Agent autoscaling::autoscaling_not_enabled,
    RUN040 Agent autoscaling::keda_not_installed,
    RUN041 Agent autoscaling::replicas_zero,
    RUN042 Agent resources::requests_exceed_limits,
    RUN043 Agent resources::hpa_without_requests,
    RUN044 Agent memory::memory_settings_without_enabled,
    RUN045 Agent memory::memory_all_parts_off,
    RUN046 Agent memory::memory_deny_cel_invalid,
    RUN047 Agent memory::eval_groups_overlap,
    RUN048 Agent memory::evals_settings_without_enabled,
    RUN049 Agent providers::no_default_provider,
    RUN050 Agent providers::no_providers,
    RUN051 Agent providers::same_provider_or_role_twice,
    RUN052 Agent rollout_steps::rollout_step_shape,
    RUN053 Agent rollout_steps::rollout_pause_null,
    RUN054 Agent rollout_steps::rollout_weights_not_increasing,
    RUN055 Agent rollout_steps::rollout_last_weight_not_100,
    RUN056 Agent rollout_steps::rollout_without_observation,
    RUN057 Agent rollout_steps::rollout_check_before_traffic,
    RUN058 Agent rollout_steps::rollout_indefinite_pause,
    RUN059 Agent rollout_steps::rollout_analysis_needs_enterprise,
    RUN060 [RolloutAnalysis] rollout_routing::analysis_template_unsupported,
    RUN061 Agent annotations::derived_name_invalid_or_taken,
    RUN062 Agent rollout_routing::rollback_disabled_same_as_manual,
    RUN063 Agent rollout_routing::automatic_rollback_slow,
    RUN064 Agent rollout_routing::sticky_session_without_istio,
    RUN065 Agent rollout_routing::traffic_mode_block_mismatch,
    RUN066 Agent rollout_routing::mesh_unavailable,
    RUN067 Agent rollout_steps::replica_weight_granularity,
    RUN068 Agent rollout_routing::weights_without_traffic_routing,
    RUN069 Agent rollout_routing::candidate_equals_stable,
    RUN070 Agent rollout_routing::candidate_provider_list_replaces,
    RUN071 Agent rollout_routing::trigger_and_candidate_in_git,
    RUN072 Agent rollout_routing::rollout_steps_without_candidate,
    RUN073 Agent rollout_routing::trigger_on_prerelease,
    RUN074 Agent variables::operator_env_overridden,
    RUN075 Agent variables::duplicate_env_name,
    RUN076 Agent volumes::volume_mount_mismatch,
    RUN077 Agent volumes::mount_path_conflict,
    RUN078 Agent media::media_local_not_writable,
    RUN079 Agent media::media_fields_ignored,
    RUN080 Agent media::media_size_below_console,
    RUN081 Agent media::context_store_ref_unused,
    RUN082 Agent sandbox::sandbox_settings_without_enabled,
    RUN083 Agent sandbox::sandbox_limits_inconsistent,
    RUN085 Agent annotations::idle_timeout_annotation_invalid,
    RUN086 Agent annotations::idle_reaping_of_managed_agent,
    RUN087 [] annotations::hidden_label_value,
    RUN088 Agent sandbox::rate_limit_incomplete,
    RUN090 Agent a2a::deprecated_or_unused_a2a_card,
    RUN091 Agent a2a::a2a_client_url_invalid,
    RUN093 Agent overrides::pod_overrides_label_collision,
    RUN094 Agent overrides::pod_overrides_conflict,
    RUN095 Agent overrides::pod_overrides_service_account,
    RUN097 Agent schemas::function_schema_not_object,
    RUN098 [ToolRegistry] tools::tool_handler_incomplete,
    RUN099 [ToolRegistry] tools::tool_auth_unsupported,
    RUN100 [ToolRegistry] tools::tool_retry_policy_invalid,
    RUN101 [ToolRegistry] tools::duplicate_tool_or_handler_name,
    RUN102 [ToolPolicy] policies::tool_policy_does_not_compile,
    RUN103 [ToolPolicy] policies::tool_policy_header_case,
    RUN104 [MemoryPolicy] policies::memory_policy_invalid,
    RUN105 [AgentPolicy] policies::agent_policy_needs_mesh,
    RUN106 [Provider] provider::provider_credential_strategy,
    RUN107 [Provider] provider::provider_defaults_invalid,
    RUN108 [ArenaJob] jobs::arena_job_inconsistent,
    RUN109 [SkillSource PromptPackSource ArenaSource ArenaTemplateSource] jobs::skill_source_problem,
    RUN110 [Workspace] jobs::workspace_unusable,
    RUN111 Agent autoscaling::hpa_scale_window_surprise,
    RUN113 Agent rollout_steps::rollout_first_weight_before_ready,
    RUN114 Agent rollout_steps::replica_weighted_outage,
    RUN115 Agent rollout_steps::candidate_never_runs,
    RUN116 Agent rollout_steps::timed_rollout_unguarded,
    RUN117 Agent rollout_routing::mesh_waypoint_empties_service,
    RUN119 Agent rollout_routing::auto_rollback_leaves_candidate,
    RUN122 [AgentRuntime ArenaJob Workspace] volumes::pod_override_field_dropped,
    RUN123 [AgentRuntime] resources::quantity_unit_slip,
    RUN124 Agent facades::secondary_facade_env_ignored,
    RUN125 Agent facades::custom_facade_shadowed,
    RUN126 Agent autoscaling::hpa_minimum_zero,
    RUN127 Agent autoscaling::keda_zero_without_trigger,
    RUN128 Agent media::s3_region_missing,
    RUN129 Agent a2a::a2a_client_without_target,
    RUN130 Agent volumes::mount_hides_operator_path,
    RUN131 Agent volumes::volume_never_mounted,
    RUN132 Agent a2a::task_store_fields_ignored,
};

/// Says that a block is set up and not switched on; when it says `enabled: false` itself, that is known to its author.
fn switched_off(block: &Field<'_>, message: &str, said: &mut Findings) {
    let enabled = block.get("enabled");
    let set = block.entries().iter().any(|(key, field)| *key != "enabled" && field.is_written());
    if !set || enabled.is_true() {
        return;
    }
    if enabled.is_written() {
        said.note(block, message)
    } else {
        said.at(block, message)
    };
}
