//! What kubectl and kube-apiserver do to a custom resource: decode, prune, default, validate, and the words they use.

mod cause;
pub mod default;
mod format;
mod format_mail;
mod format_net;
mod format_time;
mod format_uri;
mod list_type;
pub mod nulls;
pub mod path;
pub mod prune;
mod release;
mod scale;
mod siblings;
pub mod validate;
mod validate_enum;
mod validate_number;
mod validate_ratchet;
mod validate_schema;
mod validate_text;
pub mod value_text;

pub use cause::{Cause, Reason, Stage};
pub use release::{KubeVersion, UnknownKubeVersion};
