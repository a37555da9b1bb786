//! Which libraries and which syntax an expression may use.

use crate::apiserver::KubeVersion;

/// The compatibility version that an expression is compiled for: a minor release of Kubernetes.
///
/// Source: `pkg/cel/environment` of apiserver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Environment(u8);

impl Environment {
    /// What rules of a new or changed CRD may use: what the release before `kube` knows, so that the server can be rolled back.
    pub const fn new_rules(kube: KubeVersion) -> Self {
        Self(kube.minor_number().saturating_sub(1))
    }

    /// What rules that are stored already may use, and what all rules are evaluated with: everything that `kube` knows.
    pub const fn stored_rules(kube: KubeVersion) -> Self {
        Self(kube.minor_number())
    }

    /// Whether this is 1.`minor` or newer.
    pub const fn at_least(self, minor: u8) -> bool {
        self.0 >= minor
    }
}
