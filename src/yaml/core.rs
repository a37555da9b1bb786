//! One text to the value of its first document, as `YAMLToJSON` of kubectl's library converts it.

use super::chars::{self, Decoded};
use super::construct;
use super::error::ReadErrorKind;
use super::parser;
use super::scanner::{Fallible, Scanner};
use super::token::Kind;
use super::tree::{Node, Span};

/// What the first document of a text holds.
#[derive(Debug, Clone, PartialEq)]
pub struct CoreDocument<'t> {
    /// The value. A text without a document is a null that is not written.
    pub root: Node<'t>,
    /// The comments that were passed, `#` included, in the order of the text.
    pub comments: Vec<Span>,
    /// What a reader may want to know of how the values came about, in the order of the text.
    pub notes: Vec<Note>,
    /// Where the document ends: the start of the first thing behind it, or the end of the text.
    pub end: u32,
}

/// Something noteworthy in a text that could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// What it is.
    pub kind: NoteKind,
    /// Where it is written.
    pub span: Span,
}

/// The kinds of noteworthy things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// An anchor (`&name`).
    Anchor,
    /// An alias (`*name`).
    Alias,
    /// A merge key (`<<`).
    Merge,
    /// A key whose JSON string is not its text (`on` becomes `true`, `0x1F` becomes `31`).
    RewrittenKey,
    /// Text behind the first document, which kubectl never reads.
    Unread,
}

/// Why a text has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CoreError {
    /// The library's own words, byte for byte (`yaml: line 2: ...`, `json: unsupported value: ...`).
    pub message: String,
    /// What kind of fault it is.
    pub kind: CoreErrorKind,
    /// Where a person has to look. It may be another line than the one the message names.
    pub span: Span,
    /// A second place that explains the fault, with a word about it.
    pub related: Option<(Span, &'static str)>,
}

/// The kinds of faults, as far as a person cures them differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CoreErrorKind {
    /// A tab where only spaces may indent.
    Tab,
    /// A character with which no value can begin (`@`, a back-tick, `%`).
    TokenStart,
    /// `- `, `? ` or `: ` where it may not stand (`a: b: c`).
    Context,
    /// A line that must hold a key has no `:`.
    MissingColon,
    /// A line whose indentation fits no open block, or that is no key or dash.
    Indentation,
    /// A quoted scalar that does not end.
    UnclosedQuote,
    /// A flow collection that does not end, or lacks a comma.
    UnclosedFlow,
    /// An escape sequence in double quotes.
    Escape,
    /// The line of a `|` or `>`.
    BlockHeader,
    /// The name of an anchor or an alias.
    AnchorName,
    /// A tag.
    Tag,
    /// A directive, or what must follow it.
    Directive,
    /// Any other fault of syntax.
    Syntax,
    /// An alias without an anchor before it.
    UnknownAnchor,
    /// An alias within its own anchor.
    RecursiveAlias,
    /// Aliases multiply the document beyond what kubectl puts up with.
    Aliasing,
    /// A value that does not fit its tag.
    TaggedValue,
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
}

impl From<CoreErrorKind> for ReadErrorKind {
    fn from(kind: CoreErrorKind) -> Self {
        match kind {
            CoreErrorKind::UnknownAnchor | CoreErrorKind::RecursiveAlias => Self::Alias,
            CoreErrorKind::Aliasing => Self::Aliasing,
            CoreErrorKind::MergeValue => Self::MergeValue,
            CoreErrorKind::MapKey => Self::MapKey,
            CoreErrorKind::NotInJson => Self::NotInJson,
            CoreErrorKind::Depth => Self::Depth,
            CoreErrorKind::Character => Self::Character,
            _ => Self::Syntax,
        }
    }
}

/// Reads the first document of a text. Spans are offsets in `text`; scalars are borrowed from it where they are written as they are.
///
/// A leading U+FEFF is an encoding mark and dropped. Nesting is limited to 10,000 flow levels in 10,000 block levels; building,
/// copying and dropping the tree recurse, so the caller needs about 1 KB of stack for each level (256 MB are plenty).
///
/// # Errors
/// The error that `YAMLToJSON` gives.
pub fn read_document(text: &str) -> Result<CoreDocument<'_>, CoreError> {
    if u32::try_from(text.len()).is_err() {
        return Err(too_large());
    }
    let decoded = chars::decode_str(text);
    // The decoded text is a part of `text`; borrowed from there it outlives `decoded`.
    let text = text.get(..decoded.text.len()).unwrap_or(text);
    read(text, &decoded).map_err(|error| *error)
}

/// Reads the first document of bytes in UTF-8, or in UTF-16 when they begin with its encoding mark.
///
/// Spans are offsets in the text as decoded to UTF-8, encoding mark included. See [`read_document`] for the stack.
///
/// # Errors
/// The error that `YAMLToJSON` gives.
pub fn read_bytes(bytes: &[u8]) -> Result<CoreDocument<'static>, CoreError> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(too_large());
    }
    let decoded = chars::decode(bytes);
    let CoreDocument { root, comments, notes, end } = read(&decoded.text, &decoded).map_err(|error| *error)?;
    Ok(CoreDocument { root: root.into_owned(), comments, notes, end })
}

fn too_large() -> CoreError {
    CoreError {
        message: "yaml: the text is larger than 4 GiB".to_owned(),
        kind: CoreErrorKind::Syntax,
        span: Span::default(),
        related: None,
    }
}

fn read<'t>(text: &'t str, decoded: &Decoded<'_>) -> Fallible<CoreDocument<'t>> {
    let mut scanner = Scanner::new(text, decoded);
    let document = parser::parse(&mut scanner)?;
    let built = construct::construct(&document.nodes)?;
    let mut notes = document.notes;
    notes.extend(built.notes);
    notes.extend(unread(text, document.next));
    notes.sort_by_key(|note| note.span);
    Ok(CoreDocument { root: built.root, comments: scanner.comments, notes, end: document.next.0.start })
}

/// What stands behind the document, unless it is nothing but blanks, comments and the end marker.
fn unread(text: &str, (span, kind): (Span, Kind)) -> Option<Note> {
    let start = match kind {
        Kind::StreamEnd => return None,
        Kind::DocumentEnd => span.end,
        _ => span.start,
    };
    let rest = text.get(start as usize..)?;
    let mut offset = start as usize;
    let first = rest.split_inclusive(['\n', '\r']).find_map(|line| {
        let content = line.trim_start();
        let at = offset + line.len() - content.len();
        offset += line.len();
        (!content.is_empty() && !content.starts_with('#')).then_some(at)
    })?;
    let end = text.trim_end().len();
    Some(Note { kind: NoteKind::Unread, span: Span::new(first as u32, end as u32) })
}
