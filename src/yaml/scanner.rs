//! Characters to tokens, with the token queue, the indentation stack and the possible simple keys.

use super::chars::{self, Decoded, break_len, count_chars, is_blank_break_or_end};
use super::core::{CoreError, CoreErrorKind};
use super::token::{Kind, Token};
use super::tree::Span;
use std::collections::VecDeque;

/// Levels of flow collections, and levels of block collections, that are accepted.
const MAX_DEPTH: usize = 10_000;
/// Characters that may lie between the start of a simple key and its `:`.
pub(super) const MAX_KEY: usize = 1024;

pub(super) type Fallible<T> = Result<T, Box<CoreError>>;

/// A place at which a simple key may have begun. Each flow level has one.
#[derive(Debug, Clone, Copy, Default)]
struct PossibleKey {
    possible: bool,
    /// Nothing but a key (or a dash) may stand at this place.
    required: bool,
    /// Number of the token that begins the key, counted from the start of the text.
    token: u64,
    pos: usize,
    line: u32,
    column: isize,
}

/// How far a text is decoded, where that can be noticed.
struct Pieces {
    /// Where each piece ends.
    ends: Vec<usize>,
    /// Number of pieces that are decoded.
    decoded: usize,
    /// Offset up to which the text is decoded.
    end: usize,
    /// Characters behind the end of the text that were asked for.
    padding: usize,
    /// U+FEFF stood at the place where more characters were needed last. While that is so, the library takes any character in column 0
    /// for an encoding mark and passes over it.
    mark_at_head: bool,
    /// The end of the text was passed over that way.
    end_passed: bool,
}

impl Pieces {
    fn new(ends: &[usize], start: usize) -> Self {
        Self { ends: ends.to_vec(), decoded: 0, end: start, padding: 0, mark_at_head: false, end_passed: false }
    }

    /// Decodes until `count` characters from `pos` on are there. Whether the text has so many.
    fn provide(&mut self, text: &str, pos: usize, count: usize) -> bool {
        let available = |end: usize| text[pos..end.max(pos)].chars().take(count).count();
        let mut found = available(self.end);
        if found + self.padding >= count {
            return found == count;
        }
        self.mark_at_head = text[pos..].starts_with('\u{FEFF}');
        while found < count {
            let Some(&end) = self.ends.get(self.decoded) else {
                self.padding += 1;
                break;
            };
            self.decoded += 1;
            self.end = end;
            found = available(end);
        }
        found == count
    }
}

/// Tokens behind the end of the text: the grammar never asks for them.
#[cold]
fn no_token() -> Box<CoreError> {
    let message = "yaml: did not find expected node content".to_owned();
    Box::new(CoreError { message, kind: CoreErrorKind::Syntax, span: Span::default(), related: None })
}

/// The scanner of one text.
pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) pos: usize,
    pub(super) line: u32,
    line_start: usize,
    /// A place in the current line and its column, so that columns are counted only once.
    known_column: (usize, usize),
    ascii: bool,
    fault: Option<chars::DecodeFault>,
    pieces: Option<Pieces>,
    pub(super) indent: isize,
    indents: Vec<isize>,
    pub(super) key_allowed: bool,
    /// The possible key of each flow level, the block level first.
    keys: Vec<PossibleKey>,
    /// Tokens that are held back because they may begin a key, and the level of that key.
    awaited: VecDeque<(u64, usize)>,
    /// Starts of the open flow collections.
    open: Vec<usize>,
    tokens: VecDeque<Token<'t>>,
    /// Number of tokens that were handed out.
    handed_out: u64,
    ready: bool,
    pub(super) comments: Vec<Span>,
}

impl<'t> Scanner<'t> {
    /// A scanner at the start of `text`, the decoded part of what `decoded` describes.
    pub(super) fn new(text: &'t str, decoded: &Decoded<'_>) -> Self {
        let bytes = text.as_bytes();
        let pos = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
        Self {
            text,
            bytes,
            pos,
            line: 0,
            line_start: pos,
            known_column: (pos, 0),
            ascii: bytes.is_ascii(),
            fault: decoded.fault,
            pieces: (!decoded.pieces.is_empty() || decoded.fault.is_some()).then(|| Pieces::new(&decoded.pieces, pos)),
            indent: -1,
            indents: Vec::new(),
            key_allowed: true,
            keys: vec![PossibleKey::default()],
            awaited: VecDeque::new(),
            open: Vec::new(),
            tokens: VecDeque::new(),
            handed_out: 0,
            ready: false,
            comments: Vec::new(),
        }
    }

    /// The kind of the next token.
    #[inline]
    pub(super) fn peek(&mut self) -> Fallible<Kind> {
        Ok(self.peek_token()?.kind)
    }

    /// The next token, which stays.
    #[inline]
    pub(super) fn peek_token(&mut self) -> Fallible<&Token<'t>> {
        if !self.ready {
            self.fetch_more()?;
            self.ready = true;
        }
        self.tokens.front().ok_or_else(no_token)
    }

    /// The next token, which is gone then.
    pub(super) fn next(&mut self) -> Fallible<Token<'t>> {
        self.peek_token()?;
        self.ready = false;
        self.handed_out += 1;
        self.tokens.pop_front().ok_or_else(no_token)
    }

    /// Whether it can be noticed how the text is decoded.
    #[inline]
    pub(super) fn is_piecewise(&self) -> bool {
        self.pieces.is_some()
    }

    /// Whether what comes next is in block context and not scanned yet, in a text whose decoding cannot be noticed.
    #[inline]
    pub(super) fn is_direct(&self) -> bool {
        self.tokens.is_empty() && !self.ready && self.open.is_empty() && self.pieces.is_none()
    }

    #[inline]
    pub(super) fn at(&self, offset: usize) -> u8 {
        self.bytes.get(offset).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn byte(&self) -> u8 {
        self.at(self.pos)
    }

    #[inline]
    pub(super) fn in_flow(&self) -> bool {
        !self.open.is_empty()
    }

    pub(super) fn here(&self) -> Span {
        self.character(self.pos)
    }

    /// The character at `start`; empty at the end.
    pub(super) fn character(&self, start: usize) -> Span {
        self.span(start, start + self.text[start.min(self.text.len())..].chars().next().map_or(0, char::len_utf8))
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start as u32, end as u32)
    }

    /// An error of the scanner: it names the line in which the scanner stands.
    pub(super) fn error(&self, message: &str, kind: CoreErrorKind, span: Span) -> Box<CoreError> {
        let message = match self.line {
            0 => format!("yaml: {message}"),
            line => format!("yaml: line {}: {message}", line + 1),
        };
        Box::new(CoreError { message, kind, span, related: None })
    }

    /// Makes sure that `count` more characters can be looked at. Fails when the fault of the text lies among what must be decoded.
    #[inline]
    pub(super) fn need(&mut self, count: usize) -> Fallible<()> {
        if self.pieces.is_none() { Ok(()) } else { self.provide(count) }
    }

    #[cold]
    fn provide(&mut self, count: usize) -> Fallible<()> {
        let Some(pieces) = &mut self.pieces else {
            return Ok(());
        };
        match (pieces.provide(self.text, self.pos, count), self.fault) {
            (false, Some(fault)) => Err(Box::new(CoreError {
                message: format!("yaml: {}", fault.message),
                kind: CoreErrorKind::Character,
                span: self.span(fault.at.0, fault.at.0 + fault.at.1),
                related: None,
            })),
            _ => Ok(()),
        }
    }

    /// Goes to `end`, with `count` characters needed behind each one on the way.
    #[inline]
    pub(super) fn advance(&mut self, end: usize, count: usize) -> Fallible<()> {
        if self.pieces.is_some() {
            self.advance_slowly(end, count)?;
        }
        self.pos = end;
        Ok(())
    }

    #[cold]
    fn advance_slowly(&mut self, end: usize, count: usize) -> Fallible<()> {
        while self.pos < end {
            self.pos += self.text[self.pos..].chars().next().map_or(1, char::len_utf8);
            self.need(count)?;
        }
        Ok(())
    }

    /// Offset of the first break at or behind `at`, or the end of the text.
    pub(super) fn line_end(&self, at: usize) -> usize {
        if self.ascii { chars::line_end_in_ascii(self.bytes, at) } else { chars::line_end(self.bytes, at) }
    }

    /// Column of the current place in characters, from 0.
    #[inline]
    pub(super) fn column(&mut self) -> isize {
        if self.ascii {
            return (self.pos - self.line_start) as isize;
        }
        let (place, column) = self.known_column;
        let column = column + count_chars(&self.bytes[place.min(self.pos)..self.pos]);
        self.known_column = (self.pos, column);
        column as isize
    }

    #[inline]
    pub(super) fn at_line_start(&self) -> bool {
        self.pos == self.line_start
    }

    /// Goes behind a break of `len` bytes.
    pub(super) fn pass_break(&mut self, len: usize) {
        self.pos += len;
        self.line += 1;
        self.line_start = self.pos;
        self.known_column = (self.pos, 0);
    }

    /// Whether `---` or `...` stands here in column 0 with a blank, a break or the end behind it.
    #[inline]
    pub(super) fn at_document_indicator(&self) -> bool {
        self.at_line_start()
            && matches!(self.bytes.get(self.pos..self.pos + 3), Some(b"---" | b"..."))
            && is_blank_break_or_end(self.bytes, self.pos + 3)
    }

    fn fetch_more(&mut self) -> Fallible<()> {
        while self.tokens.is_empty() || self.head_may_be_key()? {
            self.fetch_next()?;
        }
        Ok(())
    }

    /// Whether the token to be handed out next may turn out to be a key.
    fn head_may_be_key(&mut self) -> Fallible<bool> {
        while let Some(&(token, level)) = self.awaited.front() {
            if token > self.handed_out {
                break;
            }
            if token == self.handed_out && level < self.keys.len() {
                return self.is_live(level);
            }
            self.awaited.pop_front();
        }
        Ok(false)
    }

    /// Whether the possible key of a level can still become one.
    fn is_live(&mut self, level: usize) -> Fallible<bool> {
        let key = self.keys[level];
        if !key.possible {
            return Ok(false);
        }
        let too_long = self.pos - key.pos > MAX_KEY && count_chars(&self.bytes[key.pos..self.pos]) > MAX_KEY;
        if key.line == self.line && !too_long {
            return Ok(true);
        }
        if key.required {
            return Err(self.missing_colon(key));
        }
        self.keys[level].possible = false;
        Ok(false)
    }

    fn missing_colon(&self, key: PossibleKey) -> Box<CoreError> {
        let end = self.line_end(key.pos);
        self.error("could not find expected ':'", CoreErrorKind::MissingColon, self.span(key.pos, end))
    }

    fn save_key(&mut self) -> Fallible<()> {
        if !self.key_allowed {
            return Ok(());
        }
        let column = self.column();
        let required = !self.in_flow() && self.indent == column;
        self.remove_key()?;
        let token = self.handed_out + self.tokens.len() as u64;
        let level = self.keys.len() - 1;
        self.keys[level] = PossibleKey { possible: true, required, token, pos: self.pos, line: self.line, column };
        self.awaited.push_back((token, level));
        Ok(())
    }

    pub(super) fn remove_key(&mut self) -> Fallible<()> {
        let level = self.keys.len() - 1;
        let key = self.keys[level];
        if key.possible {
            if key.required {
                return Err(self.missing_colon(key));
            }
            self.keys[level].possible = false;
            self.stop_awaiting(key.token);
        }
        Ok(())
    }

    fn stop_awaiting(&mut self, token: u64) {
        if let Some(index) = self.awaited.iter().rposition(|&(awaited, _)| awaited == token) {
            self.awaited.remove(index);
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let token = Token::new(kind, self.span(start, self.pos), self.line);
        self.tokens.push_back(token);
    }

    /// Takes `len` bytes as a token of the given kind.
    fn take(&mut self, kind: Kind, len: usize) {
        let start = self.pos;
        self.pos += len;
        self.push(kind, start);
    }

    /// Puts a token without text before the token of the given number, or at the end when that one is gone.
    fn insert(&mut self, number: u64, kind: Kind, pos: usize, line: u32) {
        let token = Token::new(kind, self.span(pos, pos), line);
        match number.checked_sub(self.handed_out) {
            Some(index) if (index as usize) < self.tokens.len() => self.tokens.insert(index as usize, token),
            _ => self.tokens.push_back(token),
        }
    }

    /// Opens a block collection when the column is behind the current indentation.
    fn roll_indent(&mut self, column: isize, number: Option<u64>, kind: Kind, pos: usize, line: u32) -> Fallible<()> {
        if self.in_flow() || self.indent >= column {
            return Ok(());
        }
        self.enter_block(column)?;
        self.insert(number.unwrap_or(u64::MAX), kind, pos, line);
        Ok(())
    }

    /// Notes that a block collection begins in a column.
    pub(super) fn enter_block(&mut self, column: isize) -> Fallible<()> {
        self.indents.push(self.indent);
        self.indent = column;
        if self.indents.len() > MAX_DEPTH { Err(self.too_deep()) } else { Ok(()) }
    }

    /// Notes that the innermost block collection is at its end.
    pub(super) fn leave_block(&mut self) {
        self.indent = self.indents.pop().unwrap_or(-1);
    }

    fn too_deep(&self) -> Box<CoreError> {
        self.error("exceeded max depth of 10000", CoreErrorKind::Depth, self.here())
    }

    /// Closes the block collections whose indentation is greater than the column.
    fn unroll_indent(&mut self, column: isize) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            self.push(Kind::BlockEnd, self.pos);
            self.leave_block();
        }
    }

    pub(super) fn skip_to_token(&mut self) -> Fallible<()> {
        if self.pieces.is_none() && !self.in_flow() {
            self.skip_blank_lines();
            // What ends no line and is no comment begins a token.
            if self.byte() > b'#' && self.byte().is_ascii() {
                return Ok(());
            }
        }
        loop {
            self.need(1)?;
            self.pass_false_mark();
            let tabs = self.in_flow() || !self.key_allowed;
            let mut end = self.pos;
            while self.at(end) == b' ' || (tabs && self.at(end) == b'\t') {
                end += 1;
            }
            self.advance(end, 1)?;
            if self.byte() == b'#' {
                self.skip_comment()?;
            }
            match break_len(self.bytes, self.pos) {
                0 => return Ok(()),
                len => {
                    self.need(2)?;
                    self.pass_break(len);
                    if !self.in_flow() {
                        self.key_allowed = true;
                    }
                }
            }
        }
    }

    /// Passes over blanks and line feeds in block context.
    fn skip_blank_lines(&mut self) {
        let mut pos = self.pos;
        while let Some(byte @ (b' ' | b'\n')) = self.bytes.get(pos) {
            pos += 1;
            if *byte == b'\n' {
                self.pos = pos - 1;
                self.pass_break(1);
                self.key_allowed = true;
            }
        }
        self.pos = pos;
    }

    /// Passes over a character in column 0 that the library takes for an encoding mark.
    fn pass_false_mark(&mut self) {
        if !self.pieces.as_ref().is_some_and(|pieces| pieces.mark_at_head) || self.column() != 0 {
            return;
        }
        match self.text[self.pos..].chars().next() {
            Some(char) => self.pos += char.len_utf8(),
            None => self.pieces.iter_mut().for_each(|pieces| pieces.end_passed = true),
        }
    }

    /// Goes from a `#` to the end of the line.
    pub(super) fn skip_comment(&mut self) -> Fallible<()> {
        let start = self.pos;
        self.advance(self.line_end(start), 1)?;
        self.comments.push(self.span(start, self.pos));
        Ok(())
    }

    fn fetch_next(&mut self) -> Fallible<()> {
        self.skip_to_token()?;
        let column = self.column();
        self.unroll_indent(column);
        self.need(4)?;
        let byte = self.byte();
        if self.pos >= self.bytes.len() {
            return self.fetch_end(column);
        }
        if column == 0 {
            if byte == b'%' {
                self.leave_document()?;
                return self.fetch(Self::scan_directive);
            }
            if self.at_document_indicator() {
                self.leave_document()?;
                self.take(if byte == b'-' { Kind::DocumentStart } else { Kind::DocumentEnd }, 3);
                return Ok(());
            }
        }
        let blank_next = is_blank_break_or_end(self.bytes, self.pos + 1);
        let flow = self.in_flow();
        match byte {
            b'[' => self.fetch_flow_start(Kind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(Kind::FlowMappingStart),
            b']' => self.fetch_flow_end(Kind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(Kind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if blank_next => self.fetch_block_entry(column),
            b'?' if flow || blank_next => self.fetch_key(column),
            b':' if flow || blank_next => self.fetch_value(column),
            b'*' => self.fetch_as_key(|scanner| scanner.scan_anchor(Kind::Alias)),
            b'&' => self.fetch_as_key(|scanner| scanner.scan_anchor(Kind::Anchor)),
            b'!' => self.fetch_as_key(Self::scan_tag),
            b'|' | b'>' if !flow => {
                self.remove_key()?;
                self.key_allowed = true;
                self.fetch(Self::scan_block_scalar)
            }
            b'\'' | b'"' => self.fetch_as_key(Self::scan_quoted),
            b'|' | b'>' | b'%' | b'@' | b'`' | b'#' | b'\t' => Err(self.cannot_start()),
            _ => self.fetch_as_key(Self::scan_plain),
        }
    }

    fn cannot_start(&self) -> Box<CoreError> {
        let kind = if self.byte() == b'\t' { CoreErrorKind::Tab } else { CoreErrorKind::TokenStart };
        self.error("found character that cannot start any token", kind, self.here())
    }

    fn fetch(&mut self, scan: impl FnOnce(&mut Self) -> Fallible<Token<'t>>) -> Fallible<()> {
        let token = scan(self)?;
        self.tokens.push_back(token);
        Ok(())
    }

    /// Scans a token with which a simple key may begin.
    fn fetch_as_key(&mut self, scan: impl FnOnce(&mut Self) -> Fallible<Token<'t>>) -> Fallible<()> {
        self.save_key()?;
        self.key_allowed = false;
        self.fetch(scan)
    }

    fn fetch_end(&mut self, column: isize) -> Fallible<()> {
        if column != 0 || self.pieces.as_ref().is_some_and(|pieces| pieces.end_passed) {
            // The end lies in a line of its own.
            self.line += 1;
            self.line_start = self.pos;
            self.known_column = (self.pos, 0);
        }
        self.leave_document()?;
        self.push(Kind::StreamEnd, self.pos);
        Ok(())
    }

    fn leave_document(&mut self) -> Fallible<()> {
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: Kind) -> Fallible<()> {
        self.save_key()?;
        // The number is that of the bracket until a key is noted inside, so that closing an empty collection ends the wait for it.
        let token = self.handed_out + self.tokens.len() as u64;
        self.keys.push(PossibleKey { token, ..PossibleKey::default() });
        self.open.push(self.pos);
        if self.open.len() > MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.key_allowed = true;
        self.take(kind, 1);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: Kind) -> Fallible<()> {
        self.remove_key()?;
        if self.open.pop().is_some()
            && let Some(key) = self.keys.pop()
        {
            self.stop_awaiting(key.token);
        }
        self.key_allowed = false;
        self.take(kind, 1);
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Fallible<()> {
        self.remove_key()?;
        self.key_allowed = true;
        self.take(Kind::FlowEntry, 1);
        Ok(())
    }

    fn fetch_block_entry(&mut self, column: isize) -> Fallible<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(self.not_allowed("block sequence entries are not allowed in this context"));
            }
            self.roll_indent(column, None, Kind::SequenceStart, self.pos, self.line)?;
        }
        self.remove_key()?;
        self.key_allowed = true;
        self.take(Kind::BlockEntry, 1);
        Ok(())
    }

    fn fetch_key(&mut self, column: isize) -> Fallible<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return Err(self.not_allowed("mapping keys are not allowed in this context"));
            }
            self.roll_indent(column, None, Kind::MappingStart, self.pos, self.line)?;
        }
        self.remove_key()?;
        self.key_allowed = !self.in_flow();
        self.take(Kind::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self, column: isize) -> Fallible<()> {
        let level = self.keys.len() - 1;
        if self.is_live(level)? {
            let key = self.keys[level];
            self.insert(key.token, Kind::Key, key.pos, key.line);
            self.roll_indent(key.column, Some(key.token), Kind::MappingStart, key.pos, key.line)?;
            self.keys[level].possible = false;
            self.stop_awaiting(key.token);
            self.key_allowed = false;
        } else {
            if !self.in_flow() {
                if !self.key_allowed {
                    return Err(self.not_allowed("mapping values are not allowed in this context"));
                }
                self.roll_indent(column, None, Kind::MappingStart, self.pos, self.line)?;
            }
            self.key_allowed = !self.in_flow();
        }
        self.take(Kind::Value, 1);
        Ok(())
    }

    fn not_allowed(&self, message: &str) -> Box<CoreError> {
        self.error(message, CoreErrorKind::Context, self.here())
    }
}
