//! Why a text cannot be read.

use super::tree::Span;

/// A fault that ends the reading of a document or of a stream.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// kubectl's own words, byte for byte, as they follow `error: error parsing FILE: `
    /// (`error converting YAML to JSON: yaml: line 2: ...`, `json: offset 2: ...`, `invalid Yaml document separator: ...`).
    pub message: String,
    /// Where a person has to look, in the text of the file. It may be another line than the one the message names.
    pub span: Span,
    /// A second place that explains the fault, with a word about it (where the unclosed bracket is, for example).
    pub related: Option<(Span, &'static str)>,
}
