//! The rules, one file a family.

mod cel;
mod cel_agent;
mod cel_kinds;
mod crd;
mod dep;
mod meta;
mod sch;
mod yaml;

pub(super) use cel::CEL;
pub(super) use cel_agent::CEL_AGENT;
pub(super) use cel_kinds::CEL_KINDS;
pub(super) use crd::CRD;
pub(super) use dep::DEP;
pub(super) use meta::META;
pub(super) use sch::SCH;
pub(super) use yaml::YAML;
