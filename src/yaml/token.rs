//! What the scanner hands to the parser.

use super::tree::{Span, Style};
use std::borrow::Cow;

/// Kind of a token. `SequenceStart`, `MappingStart` and `BlockEnd` have no text of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    StreamEnd,
    VersionDirective,
    TagDirective,
    DocumentStart,
    DocumentEnd,
    SequenceStart,
    MappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias,
    Anchor,
    Tag,
    Scalar,
}

/// A token with its place.
#[derive(Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    /// Style of a scalar.
    pub style: Style,
    /// Line of the start, from 0.
    pub line: u32,
    pub span: Span,
    /// Value of a scalar; name of an alias or an anchor.
    pub value: Cow<'t, str>,
    /// Handle and suffix of a tag, handle and prefix of a `%TAG`, major and minor number of a `%YAML`.
    pub pair: Option<Box<(String, String)>>,
}

impl<'t> Token<'t> {
    pub(super) fn new(kind: Kind, span: Span, line: u32) -> Self {
        Self { kind, style: Style::Plain, line, span, value: Cow::Borrowed(""), pair: None }
    }

    pub(super) fn with_value(self, value: Cow<'t, str>, style: Style) -> Self {
        Self { value, style, ..self }
    }

    pub(super) fn with_pair(self, first: String, second: String) -> Self {
        Self { pair: Some(Box::new((first, second))), ..self }
    }
}
