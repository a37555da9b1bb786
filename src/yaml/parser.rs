//! Tokens to nodes: the grammar, anchors and tags.
//!
//! The nodes of a document lie in one vector in the order of the text, each before its children, so that no depth of nesting needs
//! recursion here.

use super::core::{CoreError, CoreErrorKind, Note, NoteKind};
use super::scanner::{Fallible, Scanner};
use super::scanner_block::Form;
use super::token::{Kind, Token};
use super::tree::{Span, Style};
use std::borrow::Cow;
use std::collections::HashMap;

/// What a node is before tags and aliases are worked off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RawKind {
    Scalar,
    /// The index of the node that it means.
    Alias(u32),
    Sequence,
    /// Keys and values take turns.
    Mapping,
}

/// An explicit tag, as far as scalars care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    None,
    /// `!` alone.
    NonSpecific,
    Str,
    Int,
    Float,
    Bool,
    Null,
    Timestamp,
    Binary,
    Merge,
    Other,
}

/// A node as written.
#[derive(Debug)]
pub(super) struct RawNode<'t> {
    pub kind: RawKind,
    pub style: Style,
    pub tag: Tag,
    pub span: Span,
    /// Index behind the last node of the subtree.
    pub end: u32,
    /// Text of a scalar, name of an alias.
    pub value: Cow<'t, str>,
}

/// The first document of a text.
pub(super) struct RawDocument<'t> {
    /// At least one node, the root first.
    pub nodes: Vec<RawNode<'t>>,
    pub notes: Vec<Note>,
    /// The token behind the root, and whether it ends the text.
    pub next: (Span, Kind),
}

/// What is expected next in an open collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    BlockEntry,
    /// An entry of a sequence whose dashes stand in the column of the parent's keys.
    DashListEntry,
    BlockKey,
    BlockValue,
    /// The `:` is passed.
    BehindColon,
    FlowEntry {
        first: bool,
    },
    FlowPairValue,
    FlowPairEnd,
    FlowKey {
        first: bool,
    },
    FlowValue,
    /// An entry of a flow mapping that has no `:`.
    FlowNoValue,
}

struct Frame {
    node: u32,
    state: State,
}

/// Reads the first document that the scanner yields.
pub(super) fn parse<'t>(scanner: &mut Scanner<'t>) -> Fallible<RawDocument<'t>> {
    // A manifest has a node for about fifteen of its bytes; where that is many, room is made as they come.
    let expected = (scanner.bytes.len() / 12).clamp(8, 4096);
    let mut parser = Parser {
        scanner,
        nodes: Vec::with_capacity(expected),
        notes: Vec::new(),
        anchors: HashMap::new(),
        handles: Vec::new(),
        stack: Vec::new(),
        last_end: 0,
    };
    parser.document()?;
    let next = parser.scanner.peek_token()?;
    let next = (next.span, next.kind);
    Ok(RawDocument { nodes: parser.nodes, notes: parser.notes, next })
}

struct Parser<'p, 't> {
    scanner: &'p mut Scanner<'t>,
    nodes: Vec<RawNode<'t>>,
    notes: Vec<Note>,
    anchors: HashMap<Cow<'t, str>, u32>,
    /// Tag handles and what they are short for.
    handles: Vec<(String, String)>,
    stack: Vec<Frame>,
    /// End of the last token that has text.
    last_end: u32,
}

impl<'t> Parser<'_, 't> {
    fn document(&mut self) -> Fallible<()> {
        use Kind::*;
        match self.scanner.peek()? {
            StreamEnd => return self.empty_root(),
            VersionDirective | TagDirective | DocumentStart => {
                self.directives()?;
                if let VersionDirective | TagDirective | DocumentStart | DocumentEnd | StreamEnd = self.scanner.peek()? {
                    return self.empty_root();
                }
            }
            _ => {}
        }
        self.node(true, false)?;
        while let Some(frame) = self.stack.last() {
            let state = frame.state;
            self.step(state)?;
        }
        Ok(())
    }

    fn empty_root(&mut self) -> Fallible<()> {
        let at = self.scanner.peek_token()?.span.start;
        self.empty(at);
        Ok(())
    }

    fn directives(&mut self) -> Fallible<()> {
        let mut version_seen = false;
        loop {
            let token = self.scanner.peek_token()?;
            let (kind, span, line) = (token.kind, token.span, token.line);
            match kind {
                Kind::DocumentStart => {
                    self.next()?;
                    return Ok(());
                }
                Kind::VersionDirective | Kind::TagDirective => {}
                _ => return Err(error("did not find expected <document start>", CoreErrorKind::Directive, span, line)),
            }
            let token = self.next()?;
            let (first, second) = token.pair.map(|pair| *pair).unwrap_or_default();
            let problem = if kind == Kind::TagDirective {
                let known = self.handles.iter().any(|(handle, _)| *handle == first);
                self.handles.push((first, second));
                known.then_some("found duplicate %TAG directive")
            } else if version_seen {
                Some("found duplicate %YAML directive")
            } else {
                version_seen = true;
                (first != "1" || second != "1").then_some("found incompatible YAML document")
            };
            if let Some(message) = problem {
                return Err(error(message, CoreErrorKind::Directive, span, line));
            }
        }
    }

    fn next(&mut self) -> Fallible<Token<'t>> {
        let token = self.scanner.next()?;
        if token.span.end > token.span.start {
            self.last_end = token.span.end;
        }
        Ok(token)
    }

    fn set_state(&mut self, state: State) {
        if let Some(frame) = self.stack.last_mut() {
            frame.state = state;
        }
    }

    fn push_node(&mut self, kind: RawKind, style: Style, tag: Tag, span: Span, value: Cow<'t, str>) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(RawNode { kind, style, tag, span, end: index + 1, value });
        index
    }

    /// A null that is not written, at the given place.
    fn empty(&mut self, at: u32) {
        self.push_node(RawKind::Scalar, Style::Empty, Tag::None, Span::new(at, at), Cow::Borrowed(""));
    }

    fn empty_here(&mut self) {
        self.empty(self.last_end);
    }

    fn open(&mut self, kind: RawKind, style: Style, tag: Tag, at: u32, state: State) {
        let node = self.push_node(kind, style, tag, Span::new(at, at), Cow::Borrowed(""));
        self.stack.push(Frame { node, state });
    }

    fn close(&mut self) {
        if let Some(frame) = self.stack.pop() {
            let end = self.nodes.len() as u32;
            if let Some(node) = self.nodes.get_mut(frame.node as usize) {
                node.end = end;
                node.span.end = self.last_end.max(node.span.start);
            }
        }
    }

    /// Reads a scalar, or opens a collection, with the anchor and the tag before it.
    fn node(&mut self, block: bool, dash_list: bool) -> Fallible<()> {
        let mut kind = self.scanner.peek()?;
        if kind == Kind::Alias {
            return self.alias();
        }
        let mut anchor = None;
        let mut tag = Tag::None;
        if let Kind::Anchor | Kind::Tag = kind {
            (anchor, tag) = self.properties()?;
            kind = self.scanner.peek()?;
        }
        let has_properties = anchor.is_some() || tag != Tag::None;
        if let Some(name) = anchor {
            self.anchors.insert(name, self.nodes.len() as u32);
        }
        let token = self.scanner.peek_token()?;
        let (start, span, line) = (token.span.start, token.span, token.line);
        match kind {
            Kind::BlockEntry if dash_list => self.open(RawKind::Sequence, Style::Block, tag, start, State::DashListEntry),
            Kind::Scalar => {
                let token = self.next()?;
                self.push_node(RawKind::Scalar, token.style, tag, token.span, token.value);
            }
            Kind::FlowSequenceStart => self.enter(RawKind::Sequence, Style::Flow, tag, State::FlowEntry { first: true })?,
            Kind::FlowMappingStart => self.enter(RawKind::Mapping, Style::Flow, tag, State::FlowKey { first: true })?,
            Kind::SequenceStart if block => self.enter(RawKind::Sequence, Style::Block, tag, State::BlockEntry)?,
            Kind::MappingStart if block => self.enter(RawKind::Mapping, Style::Block, tag, State::BlockKey)?,
            _ if has_properties => {
                let at = self.last_end;
                self.push_node(RawKind::Scalar, Style::Empty, tag, Span::new(at, at), Cow::Borrowed(""));
            }
            _ => return Err(error("did not find expected node content", CoreErrorKind::Syntax, span, line)),
        }
        Ok(())
    }

    fn enter(&mut self, kind: RawKind, style: Style, tag: Tag, state: State) -> Fallible<()> {
        let token = self.next()?;
        self.open(kind, style, tag, token.span.start, state);
        Ok(())
    }

    fn alias(&mut self) -> Fallible<()> {
        let token = self.next()?;
        let Some(&target) = self.anchors.get(&token.value) else {
            return Err(Box::new(CoreError {
                message: format!("yaml: unknown anchor '{}' referenced", token.value),
                kind: CoreErrorKind::UnknownAnchor,
                span: token.span,
                related: None,
            }));
        };
        self.notes.push(Note { kind: NoteKind::Alias, span: token.span });
        self.push_node(RawKind::Alias(target), Style::Plain, Tag::None, token.span, token.value);
        Ok(())
    }

    fn properties(&mut self) -> Fallible<(Option<Cow<'t, str>>, Tag)> {
        let mut anchor = None;
        let mut tag = None;
        loop {
            match self.scanner.peek()? {
                Kind::Anchor if anchor.is_none() => {
                    let token = self.next()?;
                    self.notes.push(Note { kind: NoteKind::Anchor, span: token.span });
                    anchor = Some(token.value);
                }
                Kind::Tag if tag.is_none() => tag = Some(self.next()?),
                _ => break,
            }
        }
        let tag = match tag {
            Some(token) => self.resolve_tag(token)?,
            None => Tag::None,
        };
        Ok((anchor, tag))
    }

    fn resolve_tag(&self, token: Token<'t>) -> Fallible<Tag> {
        let (handle, suffix) = token.pair.map(|pair| *pair).unwrap_or_default();
        let prefix = match self.handles.iter().find(|(known, _)| *known == handle) {
            Some((_, prefix)) => prefix,
            None => match handle.as_str() {
                "" => "",
                "!" => "!",
                "!!" => "tag:yaml.org,2002:",
                _ => return Err(error("found undefined tag handle", CoreErrorKind::Tag, token.span, token.line)),
            },
        };
        Ok(tag_of(&format!("{prefix}{suffix}")))
    }

    fn step(&mut self, state: State) -> Fallible<()> {
        match state {
            State::BlockEntry => self.block_entry(),
            State::DashListEntry => self.dash_list_entry(),
            State::BlockKey => self.block_key(),
            State::BlockValue => self.block_value(),
            State::BehindColon => self.behind_colon(),
            State::FlowEntry { first } => self.flow_entry(first),
            State::FlowPairValue => self.flow_pair_value(),
            State::FlowPairEnd => {
                self.close();
                Ok(())
            }
            State::FlowKey { first } => self.flow_key(first),
            State::FlowValue => self.flow_value(),
            State::FlowNoValue => {
                self.scanner.peek()?;
                self.empty_here();
                self.set_state(State::FlowKey { first: false });
                Ok(())
            }
        }
    }

    fn block_entry(&mut self) -> Fallible<()> {
        match self.scanner.sequence_entry(false)? {
            Form::Dash(end) => {
                self.last_end = end;
                return self.behind_dash(false);
            }
            Form::End => {
                self.close();
                return Ok(());
            }
            _ => {}
        }
        match self.scanner.peek()? {
            Kind::BlockEntry => {
                self.next()?;
                return self.behind_dash(false);
            }
            Kind::BlockEnd => {
                self.next()?;
                self.close();
            }
            _ => return Err(self.unexpected("did not find expected '-' indicator", CoreErrorKind::Indentation)?),
        }
        Ok(())
    }

    fn dash_list_entry(&mut self) -> Fallible<()> {
        match self.scanner.sequence_entry(true)? {
            Form::Dash(end) => {
                self.last_end = end;
                return self.behind_dash(true);
            }
            Form::End => {
                self.close();
                return Ok(());
            }
            _ => {}
        }
        if self.scanner.peek()? != Kind::BlockEntry {
            self.close();
            return Ok(());
        }
        self.next()?;
        self.behind_dash(true)
    }

    /// Reads the item of a sequence behind its dash.
    fn behind_dash(&mut self, dash_list: bool) -> Fallible<()> {
        if self.common_value(false)? {
            return Ok(());
        }
        match self.scanner.peek()? {
            Kind::BlockEntry | Kind::BlockEnd => self.empty_here(),
            // They belong to the mapping around the list.
            Kind::Key | Kind::Value if dash_list => self.empty_here(),
            _ => self.node(true, false)?,
        }
        Ok(())
    }

    fn block_key(&mut self) -> Fallible<()> {
        match self.scanner.mapping_entry()? {
            Form::Key(key) => {
                self.word_key(key);
                return self.behind_colon();
            }
            Form::End => {
                self.close();
                return Ok(());
            }
            _ => {}
        }
        match self.scanner.peek()? {
            Kind::Key => {
                self.next()?;
                self.set_state(State::BlockValue);
                match self.scanner.peek()? {
                    Kind::Key | Kind::Value | Kind::BlockEnd => self.empty_here(),
                    _ => self.node(true, true)?,
                }
            }
            Kind::BlockEnd => {
                self.next()?;
                self.close();
            }
            _ => return Err(self.unexpected("did not find expected key", CoreErrorKind::Indentation)?),
        }
        Ok(())
    }

    fn block_value(&mut self) -> Fallible<()> {
        if self.scanner.peek()? != Kind::Value {
            self.set_state(State::BlockKey);
            self.empty_here();
            return Ok(());
        }
        self.next()?;
        self.behind_colon()
    }

    fn behind_colon(&mut self) -> Fallible<()> {
        self.set_state(State::BlockKey);
        if self.common_value(true)? {
            return Ok(());
        }
        match self.scanner.peek()? {
            Kind::Key | Kind::Value | Kind::BlockEnd => self.empty_here(),
            _ => self.node(true, true)?,
        }
        Ok(())
    }

    fn word_key(&mut self, key: Span) {
        self.push_node(RawKind::Scalar, Style::Plain, Tag::None, key, Cow::Borrowed(&self.scanner.text[key.range()]));
        // The `:` is passed too.
        self.last_end = key.end + 1;
    }

    /// Reads a scalar or opens a collection when it has one of the common forms; whether it has.
    fn common_value(&mut self, behind_key: bool) -> Fallible<bool> {
        match self.scanner.block_value(behind_key)? {
            Form::Scalar(token) => {
                self.last_end = token.span.end;
                self.push_node(RawKind::Scalar, token.style, Tag::None, token.span, token.value);
            }
            Form::Mapping(key) => {
                self.open(RawKind::Mapping, Style::Block, Tag::None, key.start, State::BehindColon);
                self.word_key(key);
            }
            Form::Sequence(at) => self.open(RawKind::Sequence, Style::Block, Tag::None, at, State::BlockEntry),
            Form::DashList(at) => self.open(RawKind::Sequence, Style::Block, Tag::None, at, State::DashListEntry),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Passes over the comma before an entry that is not the first.
    fn comma(&mut self, first: bool, end: Kind, message: &'static str) -> Fallible<()> {
        let kind = self.scanner.peek()?;
        if first || kind == end {
            return Ok(());
        }
        if kind != Kind::FlowEntry {
            return Err(self.unexpected(message, CoreErrorKind::UnclosedFlow)?);
        }
        self.next()?;
        Ok(())
    }

    fn flow_entry(&mut self, first: bool) -> Fallible<()> {
        self.comma(first, Kind::FlowSequenceEnd, "did not find expected ',' or ']'")?;
        self.set_state(State::FlowEntry { first: false });
        match self.scanner.peek()? {
            Kind::FlowSequenceEnd => {
                self.next()?;
                self.close();
            }
            Kind::Key => {
                let at = self.next()?.span.start;
                self.open(RawKind::Mapping, Style::Flow, Tag::None, at, State::FlowPairValue);
                match self.scanner.peek()? {
                    // The library loses this token.
                    Kind::Value | Kind::FlowEntry | Kind::FlowSequenceEnd => {
                        self.next()?;
                        self.empty_here();
                    }
                    _ => self.node(false, false)?,
                }
            }
            _ => self.node(false, false)?,
        }
        Ok(())
    }

    fn flow_pair_value(&mut self) -> Fallible<()> {
        self.set_state(State::FlowPairEnd);
        self.value_in_flow(Kind::FlowSequenceEnd)
    }

    fn value_in_flow(&mut self, end: Kind) -> Fallible<()> {
        if self.scanner.peek()? == Kind::Value {
            self.next()?;
            let kind = self.scanner.peek()?;
            if kind != Kind::FlowEntry && kind != end {
                return self.node(false, false);
            }
        }
        self.empty_here();
        Ok(())
    }

    fn flow_key(&mut self, first: bool) -> Fallible<()> {
        self.comma(first, Kind::FlowMappingEnd, "did not find expected ',' or '}'")?;
        match self.scanner.peek()? {
            Kind::FlowMappingEnd => {
                self.next()?;
                self.close();
            }
            Kind::Key => {
                self.next()?;
                self.set_state(State::FlowValue);
                match self.scanner.peek()? {
                    Kind::Value | Kind::FlowEntry | Kind::FlowMappingEnd => self.empty_here(),
                    _ => self.node(false, false)?,
                }
            }
            _ => {
                self.set_state(State::FlowNoValue);
                self.node(false, false)?;
            }
        }
        Ok(())
    }

    fn flow_value(&mut self) -> Fallible<()> {
        self.set_state(State::FlowKey { first: false });
        self.value_in_flow(Kind::FlowMappingEnd)
    }

    /// The error for the next token; the collection that is open is where it began.
    fn unexpected(&mut self, message: &str, kind: CoreErrorKind) -> Fallible<Box<CoreError>> {
        let token = self.scanner.peek_token()?;
        let (span, line) = (token.span, token.line);
        let start = self.stack.last().and_then(|frame| self.nodes.get(frame.node as usize)).map_or(0, |node| node.span.start);
        let word = match kind {
            CoreErrorKind::UnclosedFlow => "the bracket opens here",
            _ => "the block begins here",
        };
        let related = Some((self.scanner.character(start as usize), word));
        Ok(Box::new(CoreError { related, ..*error(message, kind, span, line) }))
    }
}

fn tag_of(tag: &str) -> Tag {
    match tag.strip_prefix("tag:yaml.org,2002:") {
        Some("str") => Tag::Str,
        Some("int") => Tag::Int,
        Some("float") => Tag::Float,
        Some("bool") => Tag::Bool,
        Some("null") => Tag::Null,
        Some("timestamp") => Tag::Timestamp,
        Some("binary") => Tag::Binary,
        Some("merge") => Tag::Merge,
        _ if tag == "!" => Tag::NonSpecific,
        _ => Tag::Other,
    }
}

/// An error of the parser: it names the line of the token, counted from 0.
fn error(message: &str, kind: CoreErrorKind, span: Span, line: u32) -> Box<CoreError> {
    let message = match line {
        0 => format!("yaml: {message}"),
        line => format!("yaml: line {line}: {message}"),
    };
    Box::new(CoreError { message, kind, span, related: None })
}
