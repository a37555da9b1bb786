//! What `schema validate-crd -o json` prints.

use serde::Serialize;

use super::{FindingJson, Tool};
use crate::lint::Verdict;

/// The CRDs and what is wrong with them.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct CrdReport<'r> {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub kube_version: String,
    pub crds: Vec<CrdJson<'r>>,
    pub findings: Vec<FindingJson<'r>>,
}

/// A CRD. A file with a fault has no CRD that is accepted.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct CrdJson<'r> {
    pub file: &'r str,
    pub group: &'r str,
    pub kind: &'r str,
    pub versions: Vec<&'r str>,
    pub verdict: Verdict,
}
