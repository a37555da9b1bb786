//! The rules, one file a family.

mod adm;
mod cel;
mod cel_agent;
mod cel_kinds;
mod crd;
mod dep;
mod meta;
mod run;
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
pub(super) use run::RUN;
pub(super) use sch::SCH;
pub(super) use sec::SEC;
pub(super) use yaml::YAML;
