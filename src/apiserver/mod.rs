//! What kubectl and kube-apiserver do to a custom resource: decode, prune, default, validate, and the words they use.
//!
//! [`document`] takes what the reader yields and says what becomes of it; [`Transcript`] prints that as kubectl would.

mod apply;
mod cause;
pub mod cel;
mod client;
mod client_kinds;
mod client_list;
mod client_schema;
mod client_send;
mod client_type;
pub mod crd;
mod decimal;
mod decode;
mod decode_time;
pub mod default;
mod embedded;
mod format;
mod format_mail;
mod format_net;
mod format_time;
mod format_uri;
mod judge;
mod list_type;
mod metadata;
mod metadata_names;
pub mod nulls;
mod operation;
pub mod path;
pub mod prune;
mod quantity;
mod release;
mod rules;
mod scale;
mod siblings;
mod status;
mod stored;
pub mod validate;
mod validate_enum;
mod validate_number;
mod validate_ratchet;
mod validate_schema;
mod validate_text;
pub mod value_text;
mod words;

pub use cause::{Cause, Reason, RuleRef, Stage};
pub use client::{Failure, Identity, Manifest, Outcome, Phase, Skipped, document, document_against};
pub use client_kinds::{NoUrl, Resolved, resolve};
pub use decode_time::{quote_time, time_fault};
pub use judge::{Answer, Judgement, Rules, Update, Verdict, Warning, object, sent_onto, update};
pub use operation::{Operation, Request, UnknownOperation};
pub use quantity::{Quantity, canonical_quantity};
pub use release::{KubeVersion, UnknownKubeVersion};
pub use status::{cause_line, field_text};
pub use stored::Stored;
pub use words::{Printed, Transcript};
