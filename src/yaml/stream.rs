//! A text as the documents that kubectl's stream reader finds in it.

use std::ops::Range;

use super::core::{self, CoreErrorKind, Note};
use super::error::{ReadError, ReadErrorKind};
use super::json_in::{JsonError, JsonReader, MAX_DEPTH, quoted_byte};
use super::lines::{Lines, Piece};
use super::text::{Encoding, Text};
use super::tree::{Entry, Node, Span, Value};

/// What reading a text yields.
#[derive(Debug, Default)]
pub struct Documents<'t> {
    /// The documents that kubectl reads, in order.
    pub documents: Vec<Document<'t>>,
    /// The fault that ends kubectl's reading. The documents before it are read and applied all the same.
    pub error: Option<ReadError>,
    /// What stands behind the fault. kubectl never comes to it; it is read here as well as can be, so that one fault hides no other.
    pub unread: Vec<Result<Document<'t>, ReadError>>,
    /// Chunks that hold no value, or `null`: kubectl passes over them.
    pub empty: Vec<Span>,
    /// The last line of the file, when kubectl drops it without a word: it has no line break, and its length is a multiple of 4,096
    /// bytes.
    pub lost_line: Option<Span>,
}

/// How a document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// YAML, flow style with braces included, if it is no JSON.
    Yaml,
    /// JSON, read by the JSON reader.
    Json,
}

/// A document.
#[derive(Debug)]
pub struct Document<'t> {
    /// The number of the document in the file, from 0. Broken documents count, chunks without a value do not.
    pub index: u32,
    /// The value, never `null`.
    pub root: Node<'t>,
    /// How it is written.
    pub format: Format,
    /// The lines of a YAML document, without the separators around it (a separator at the start of the file is in it); a JSON value.
    pub span: Span,
    /// The comments, from `#` to the end of the line, in order.
    pub comments: Vec<Span>,
    /// What the YAML reader noticed that the tree does not show.
    pub notes: Vec<Note>,
}

/// Reads a text as kubectl does.
///
/// JSON is tried first when the text begins with `{`, value by value; at the first failure the rest is read as YAML, if there were not
/// two values already. YAML is cut into chunks at lines that begin with `---`. Source: `YAMLOrJSONDecoder` of
/// k8s.io/apimachinery 0.35 and its use in k8s.io/cli-runtime.
///
/// Recursive within documents: needs a stack for 10,000 levels.
pub fn read(text: &Text) -> Documents<'_> {
    let mut reader = Reader { text, lines: text.lines(), found: Documents::default(), index: 0 };
    if !begins_like_json(text.as_str()) {
        reader.read_yaml(0, None);
    } else if let Some((offset, error)) = reader.read_json() {
        reader.read_yaml(offset, Some(error));
    }
    reader.found
}

/// How far kubectl looks for the first character of a JSON text, in bytes.
const LOOK_AHEAD: usize = 4096;

fn begins_like_json(text: &str) -> bool {
    let rest = text.trim_start();
    rest.starts_with('{') && text.len() - rest.len() < LOOK_AHEAD
}

/// The first byte of U+FFFD.
const REPLACEMENT_FIRST_BYTE: u8 = 0xef;

struct Reader<'t> {
    text: &'t Text,
    lines: Lines<'t>,
    found: Documents<'t>,
    /// The number of the next document.
    index: u32,
}

impl<'t> Reader<'t> {
    /// Reads JSON values up to the end or a fault. Returns the fault and where to go on, if the rest is to be read as YAML.
    fn read_json(&mut self) -> Option<(u32, JsonError)> {
        let text = self.text.as_str();
        let mut values = JsonReader::new(text, 0);
        let mut count = 0;
        loop {
            let behind = values.offset();
            match values.next_value() {
                Ok(None) => return None,
                Ok(Some(root)) => {
                    count += 1;
                    self.add(root.span, Format::Json, Ok((root, Vec::new(), Vec::new())));
                }
                Err(error) => {
                    // After two values the stream is JSON for certain.
                    let yaml = if count > 1 { None } else { yaml_start(text, behind) };
                    if let Some(yaml) = yaml {
                        return Some((yaml as u32, error));
                    }
                    let offset = error.offset;
                    self.fail(self.json_failure(error, count < 2, None));
                    self.read_behind(offset);
                    return None;
                }
            }
        }
    }

    /// Reads chunks from `offset` on. If the first one fails, kubectl reports the fault that made it leave JSON.
    fn read_yaml(&mut self, offset: u32, json_error: Option<JsonError>) {
        let chunks = self.lines.chunks(self.lines.offset_of(offset));
        self.found.lost_line = chunks.lost_line().map(|line| self.span(line));
        let mut json_error = json_error;
        for piece in chunks {
            match (piece, json_error.take()) {
                (Piece::Chunk(chunk), None) => self.read_chunk(chunk),
                (Piece::Chunk(chunk), Some(error)) => {
                    let failure = |yaml: ReadError| self.json_failure(error, true, Some(yaml.span));
                    let outcome = self.read_core(&chunk).map_err(failure);
                    self.add(self.span(chunk), Format::Yaml, outcome);
                }
                (Piece::BadSeparator { pending, line, rest }, json_error) => {
                    let span = self.span(line);
                    self.fail(match json_error {
                        Some(error) => self.json_failure(error, true, Some(span)),
                        None => ReadError {
                            kind: ReadErrorKind::Separator,
                            message: format!("invalid Yaml document separator: {rest}"),
                            span,
                            related: None,
                        },
                    });
                    self.read_chunk(pending);
                }
            }
        }
    }

    fn read_chunk(&mut self, chunk: Range<usize>) {
        let outcome = self.read_core(&chunk);
        self.add(self.span(chunk), Format::Yaml, outcome);
    }

    /// Goes on at the first separator behind a fault that ends the reading of a JSON text.
    fn read_behind(&mut self, offset: u32) {
        let start = self.lines.offset_of(offset) as usize;
        let line_start = self.lines.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let rest = &self.lines.text[line_start..];
        let separator = if rest.starts_with("---") { Some(0) } else { rest.find("\n---").map(|at| at + 1) };
        if let Some(separator) = separator {
            self.read_yaml(self.lines.to_file((line_start + separator) as u32), None);
        }
    }

    /// Reads one chunk, down to the limits of the JSON that kubectl makes of it.
    fn read_core(&self, chunk: &Range<usize>) -> Result<Parts<'t>, ReadError> {
        let place = Place { lines: self.lines, base: chunk.start as u32, end: self.text.len() };
        let text = &self.lines.text[chunk.clone()];
        let outcome = core::read_document(text).map_err(|error| {
            let message = format!("error converting YAML to JSON: {}", error.message);
            let related = error.related.map(|(span, word)| (place.span(span), word));
            ReadError { kind: error.kind.into(), message, span: place.span(error.span), related }
        });
        if let Some(error) = self.unrepaired_fault(text, place) {
            return Err(error);
        }
        let mut document = outcome?;
        if !place.is_identity(text) {
            place.node(&mut document.root);
            document.comments.iter_mut().for_each(|span| *span = place.span(*span));
            document.notes.iter_mut().for_each(|note| note.span = place.span(note.span));
        }
        // No text nests deeper than it is long.
        if text.len() > MAX_DEPTH
            && let Some((bracket, span)) = beyond_depth(&document.root)
        {
            let message =
                format!("error unmarshaling JSON: while decoding JSON: invalid character '{bracket}' exceeded max depth");
            return Err(ReadError { kind: ReadErrorKind::Depth, message, span, related: None });
        }
        Ok((document.root, document.comments, document.notes))
    }

    /// Behind a byte order mark nothing was repaired: the YAML reader gets bytes that are no UTF-8 to see, and refuses them if it comes
    /// to them.
    fn unrepaired_fault(&self, text: &str, place: Place<'_>) -> Option<ReadError> {
        let replaced = self.text.replaced();
        if self.text.encoding() != Encoding::Utf8Mark || replaced.is_empty() {
            return None;
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut first = None;
        let mut copied = 0;
        for (at, mark) in text.match_indices(char::REPLACEMENT_CHARACTER) {
            let start = place.offset(at as u32);
            if let Ok(found) = replaced.binary_search_by_key(&start, |replaced| replaced.span.start) {
                bytes.extend_from_slice(&text.as_bytes()[copied..at]);
                bytes.extend_from_slice(replaced[found].bytes());
                first.get_or_insert(replaced[found].span);
                copied = at + mark.len();
            }
        }
        let first = first?;
        bytes.extend_from_slice(&text.as_bytes()[copied..]);
        // Any fault that is not about characters lies before the first such bytes, where the texts are alike.
        let error = core::read_bytes(&bytes).err().filter(|error| error.kind == CoreErrorKind::Character)?;
        Some(ReadError {
            kind: ReadErrorKind::Character,
            message: format!("error converting YAML to JSON: {}", error.message),
            span: first,
            related: None,
        })
    }

    /// `with_offset`: whether kubectl still knows where in the text the fault is.
    fn json_failure(&self, error: JsonError, with_offset: bool, yaml: Option<Span>) -> ReadError {
        let mut offset = error.offset;
        let mut message = error.message;
        // Behind a byte order mark kubectl sees the bytes as they are in the file.
        if self.text.encoding() == Encoding::Utf8Mark {
            offset = self.text.byte_offset(offset);
            if let Some(replaced) = self.text.replaced().iter().find(|replaced| replaced.span.start == error.offset) {
                let first = replaced.bytes().first().map(|&byte| quoted_byte(byte)).unwrap_or_default();
                message = message.replacen(&quoted_byte(REPLACEMENT_FIRST_BYTE), &first, 1);
            }
        }
        if with_offset && !error.at_end {
            message = format!("json: offset {}: {message}", u64::from(offset) + 1);
        }
        let width = self.text.as_str()[error.offset as usize..].chars().next().map_or(0, char::len_utf8);
        ReadError {
            kind: if error.too_deep { ReadErrorKind::Depth } else { ReadErrorKind::Json },
            message,
            span: Span::new(error.offset, error.offset + width as u32),
            related: yaml.map(|span| (span, "read as YAML, the text breaks here")),
        }
    }

    fn add(&mut self, span: Span, format: Format, outcome: Result<Parts<'t>, ReadError>) {
        match outcome {
            Err(error) => {
                self.index += 1;
                self.fail(error);
            }
            Ok((root, ..)) if root.is_null() => self.found.empty.push(span),
            Ok((root, comments, notes)) => {
                let document = Document { index: self.index, root, format, span, comments, notes };
                self.index += 1;
                match self.found.error {
                    None => self.found.documents.push(document),
                    Some(_) => self.found.unread.push(Ok(document)),
                }
            }
        }
    }

    fn fail(&mut self, error: ReadError) {
        match self.found.error {
            None => self.found.error = Some(error),
            Some(_) => self.found.unread.push(Err(error)),
        }
    }

    /// A part of the lines as a place in the file, without a line break that the file does not have.
    fn span(&self, range: Range<usize>) -> Span {
        let to_file = |offset| self.lines.to_file(offset as u32).min(self.text.len());
        Span::new(to_file(range.start), to_file(range.end))
    }
}

/// The root, the comments and the notes of a document.
type Parts<'t> = (Node<'t>, Vec<Span>, Vec<Note>);

/// Where the YAML in `text` begins, after JSON values up to `offset`: behind the white space up to and including the first LF.
///
/// kubectl looks at four bytes for each character, so there is no YAML if there are fewer, and none that begins with U+FFFD.
fn yaml_start(text: &str, offset: usize) -> Option<usize> {
    let mut at = offset;
    while text.len() - at >= 4 {
        let character = text[at..].chars().next()?;
        if character == char::REPLACEMENT_CHARACTER {
            return None;
        }
        if !character.is_whitespace() {
            return Some(at);
        }
        at += character.len_utf8();
        if character == '\n' {
            return Some(at);
        }
    }
    None
}

/// Leads from places in a chunk to places in the file.
#[derive(Clone, Copy)]
struct Place<'t> {
    lines: Lines<'t>,
    base: u32,
    /// The end of the file. A line break that the file does not have lies there.
    end: u32,
}

impl Place<'_> {
    /// Whether everything in `chunk` lies in the file where it lies in the chunk.
    fn is_identity(self, chunk: &str) -> bool {
        self.base == 0 && self.lines.is_verbatim() && chunk.len() <= self.end as usize
    }

    fn offset(self, offset: u32) -> u32 {
        self.lines.to_file(self.base + offset).min(self.end)
    }

    fn span(self, span: Span) -> Span {
        Span::new(self.offset(span.start), self.offset(span.end))
    }

    fn node(self, node: &mut Node<'_>) {
        node.span = self.span(node.span);
        match &mut node.value {
            Value::List(items) => items.iter_mut().for_each(|item| self.node(item)),
            Value::Map(map) => {
                map.entries.iter_mut().for_each(|entry| self.entry(entry));
                map.shadowed.iter_mut().flat_map(|list| list.iter_mut()).for_each(|entry| self.entry(entry));
            }
            _ => {}
        }
    }

    fn entry(self, entry: &mut Entry<'_>) {
        entry.key_span = self.span(entry.key_span);
        self.node(&mut entry.value);
    }
}

/// The first collection, in the order of the JSON text, on a level that Go's JSON reader refuses: its bracket and its place.
fn beyond_depth(root: &Node<'_>) -> Option<(char, Span)> {
    is_deeper(root, MAX_DEPTH).then(|| first_beyond(root, MAX_DEPTH))?
}

/// Whether more than `levels` collections lie in one another.
fn is_deeper(node: &Node<'_>, levels: usize) -> bool {
    match &node.value {
        Value::List(items) => levels == 0 || items.iter().any(|item| is_deeper(item, levels - 1)),
        Value::Map(map) => levels == 0 || map.entries.iter().any(|entry| is_deeper(&entry.value, levels - 1)),
        _ => false,
    }
}

fn first_beyond(node: &Node<'_>, levels: usize) -> Option<(char, Span)> {
    match &node.value {
        Value::List(_) if levels == 0 => Some(('[', node.span)),
        Value::Map(_) if levels == 0 => Some(('{', node.span)),
        Value::List(items) => items.iter().find_map(|item| first_beyond(item, levels - 1)),
        Value::Map(map) => {
            let mut entries: Vec<_> = map.entries.iter().collect();
            entries.sort_by(|a, b| a.key.cmp(&b.key));
            entries.into_iter().find_map(|entry| first_beyond(&entry.value, levels - 1))
        }
        _ => None,
    }
}
