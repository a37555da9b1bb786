//! Findings: what a rule or a server says of a place in a file.

pub mod classify;
mod fingerprint;
mod registry;
mod rules;

use std::sync::Arc;

use crate::{apiserver::cel::Step, yaml::Span};

pub use fingerprint::Fingerprints;
pub use registry::{FAMILIES, Mend, Rule, all, find, matching, spoken_for};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Info,
    /// Accepted, but probably not what is meant.
    Warning,
    /// Refused, or broken at run time.
    Error,
}

/// Who would refuse, or that it is advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// kubectl's reader of YAML and JSON.
    Parser,
    /// kubectl's or the server's decoder.
    Decoder,
    /// The structural schema.
    Schema,
    /// A rule of `x-kubernetes-validations`.
    Cel,
    /// The server's check of the metadata.
    Metadata,
    /// An admission webhook of the platform.
    Webhook,
    /// The operator at run time.
    Operator,
    /// Nobody refuses it.
    Advice,
}

impl Origin {
    /// The word of reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parser => "parser",
            Self::Decoder => "decoder",
            Self::Schema => "schema",
            Self::Cel => "cel",
            Self::Metadata => "metadata",
            Self::Webhook => "webhook",
            Self::Operator => "operator",
            Self::Advice => "advice",
        }
    }
}

/// The object that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ObjectRef {
    pub api_version: String,
    pub kind: String,
    pub namespace: String,
    pub name: String,
}

/// A second place that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// A few words about the place.
    pub message: String,
    /// The place, in the same file.
    pub span: Span,
}

/// A change of the file that mends the finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the change does.
    pub title: String,
    /// Whether the change keeps the meaning that the author surely had.
    pub safe: bool,
    /// Replacements, in the order of the text, not overlapping.
    pub edits: Vec<Edit>,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}

/// What is said of a place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The code of the rule (`SCH001`).
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Who would refuse.
    pub origin: Origin,
    /// One sentence; for what kubectl or the server says their very text.
    pub message: String,
    /// The field as the Status of the server has it; empty when it has none.
    pub field: String,
    /// The server would not print it, since an earlier step stops it.
    pub masked: bool,
    /// The object, when one could be read.
    pub object: Option<Arc<ObjectRef>>,
    /// The index of the YAML document in its file, from 0.
    pub document: usize,
    /// The place.
    pub span: Span,
    /// Other places.
    pub related: Vec<Related>,
    /// What to do; empty when there is nothing to add.
    pub help: String,
    /// A change that mends it.
    pub fix: Option<Fix>,
    /// What the parts of the rule that does not hold were, inner ones first; empty unless it was asked for.
    pub trace: Vec<Step>,
}
