//! The rules, one file a family.

mod adm;
mod base;
mod cel;
mod cel_agent;
mod cel_kinds;
mod crd;
mod dep;
mod meta;
mod run_kinds;
mod run_pods;
mod run_rollout;
mod run_seen;
mod run_settings;
mod run_start;
mod sch;
mod sec;
mod yaml;

pub(super) use adm::ADM;
pub(super) use cel::CEL;
pub(super) use cel_agent::CEL_AGENT;
pub(super) use cel_kinds::CEL_KINDS;
pub(super) use crd::CRD;
pub(super) use dep::DEP;
pub(super) use meta::META;
pub(super) use run_kinds::RUN_KINDS;
pub(super) use run_pods::RUN_PODS;
pub(super) use run_rollout::RUN_ROLLOUT;
pub(super) use run_seen::RUN_SEEN;
pub(super) use run_settings::RUN_SETTINGS;
pub(super) use run_start::RUN_START;
pub(super) use sch::SCH;
pub(super) use sec::SEC;
pub(super) use yaml::YAML;
