//! Why a text cannot be read.

use super::tree::Span;

/// A fault that ends the reading of a document or of a stream.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// What kind of fault it is.
    pub kind: ReadErrorKind,
    /// kubectl's own words, byte for byte, as they follow `error: error parsing FILE: `
    /// (`error converting YAML to JSON: yaml: line 2: ...`, `json: offset 2: ...`, `invalid Yaml document separator: ...`).
    pub message: String,
    /// Where a person has to look, in the text of the file. It may be another line than the one the message names.
    pub span: Span,
    /// A second place that explains the fault, with a word about it (where the unclosed bracket is, for example).
    pub related: Option<(Span, &'static str)>,
}

/// The kinds of faults, as far as their cure differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadErrorKind {
    /// The text breaks a rule of YAML, or a value does not fit its tag.
    Syntax,
    /// An alias without an anchor before it, or within its own anchor.
    Alias,
    /// Aliases multiply the document beyond what kubectl puts up with.
    Aliasing,
    /// The value of a merge key (`<<`) is no mapping.
    MergeValue,
    /// A key that has no JSON string: null, a list, a mapping, an integer above `i64`.
    MapKey,
    /// An infinity or NaN, which JSON cannot express.
    NotInJson,
    /// More than 10,000 levels.
    Depth,
    /// A control character, or bytes that are no text.
    Character,
    /// A line that begins with `---` and goes on with something else than blanks or a comment.
    Separator,
    /// The text is neither JSON nor YAML; the message is that of the JSON reader.
    Json,
}
