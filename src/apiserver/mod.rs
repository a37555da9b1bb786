//! What kubectl and kube-apiserver do to a custom resource: decode, prune, default, validate, and the words they use.

mod cause;
mod release;

pub use cause::{Cause, Reason, Stage};
pub use release::{KubeVersion, UnknownKubeVersion};
