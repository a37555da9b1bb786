//! The common forms of block style, read without the queue of tokens: dashes, plain keys of one word, and scalars that can be no key.
//!
//! All of it does what the tokens would come to. Whatever is not plainly one of these forms is left to them.

use super::chars::{break_len, is_blank_break_or_end};
use super::scanner::{Fallible, MAX_KEY, Scanner};
use super::scanner_scalar::plain_end;
use super::token::Token;
use super::tree::Span;

/// What comes next in a block collection.
pub(super) enum Form<'t> {
    /// A key. It is passed, and so is the `:` behind it.
    Key(Span),
    /// A dash, which is passed: where it ends.
    Dash(u32),
    /// A scalar that is a value.
    Scalar(Token<'t>),
    /// The first key of a mapping, passed with its `:`.
    Mapping(Span),
    /// The first dash of a sequence, which is not passed.
    Sequence(u32),
    /// The first dash of a sequence in the column of the keys around it, which is not passed.
    DashList(u32),
    /// The collection ends.
    End,
    /// Something that needs tokens.
    Other,
}

impl<'t> Scanner<'t> {
    /// Goes to the next thing in the text and yields its column, where no token is held back and nothing but the text itself counts.
    fn direct(&mut self) -> Fallible<Option<isize>> {
        if !self.is_direct() {
            return Ok(None);
        }
        self.skip_to_token()?;
        Ok(Some(self.column()))
    }

    /// The next entry of a block mapping.
    pub(super) fn mapping_entry(&mut self) -> Fallible<Form<'t>> {
        let Some(column) = self.direct()? else { return Ok(Form::Other) };
        if column < self.indent {
            self.leave_block();
            return Ok(Form::End);
        }
        if column > self.indent {
            return Ok(Form::Other);
        }
        Ok(self.word_key()?.map_or(Form::Other, Form::Key))
    }

    /// The next entry of a block sequence; `dash_list` when its dashes stand in the column of the keys around it.
    pub(super) fn sequence_entry(&mut self, dash_list: bool) -> Fallible<Form<'t>> {
        let Some(column) = self.direct()? else { return Ok(Form::Other) };
        if column < self.indent {
            if !dash_list {
                self.leave_block();
            }
            return Ok(Form::End);
        }
        if column > self.indent || !self.at_dash() {
            return Ok(Form::Other);
        }
        self.remove_key()?;
        self.pos += 1;
        Ok(Form::Dash(self.pos as u32))
    }

    /// The value behind a `:` or a dash; behind a `:` the dashes of a list may stand in the column of the key.
    pub(super) fn block_value(&mut self, behind_key: bool) -> Fallible<Form<'t>> {
        let Some(column) = self.direct()? else { return Ok(Form::Other) };
        if column <= self.indent {
            let dash_list = behind_key && column == self.indent && self.at_dash();
            return Ok(if dash_list { Form::DashList(self.pos as u32) } else { Form::Other });
        }
        match self.byte() {
            b'|' | b'>' => {
                self.remove_key()?;
                self.key_allowed = true;
                self.scan_block_scalar().map(Form::Scalar)
            }
            b'-' if self.at_dash() => {
                self.enter_block(column)?;
                Ok(Form::Sequence(self.pos as u32))
            }
            b'\'' | b'"' if !self.key_allowed => self.scan_quoted().map(Form::Scalar),
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'/' | b'_' if !self.key_allowed => self.scan_plain().map(Form::Scalar),
            _ => self.first_word(column),
        }
    }

    /// A word where a key may stand: a key, or a scalar with nothing behind it in its line.
    fn first_word(&mut self, column: isize) -> Fallible<Form<'t>> {
        if let Some(key) = self.word_key()? {
            self.enter_block(column)?;
            return Ok(Form::Mapping(key));
        }
        if !self.key_allowed || !self.byte().is_ascii_alphanumeric() {
            return Ok(Form::Other);
        }
        let end = plain_end(self.bytes, self.pos, false);
        if end < self.bytes.len() && break_len(self.bytes, end) == 0 {
            return Ok(Form::Other);
        }
        self.remove_key()?;
        self.key_allowed = false;
        self.scan_plain().map(Form::Scalar)
    }

    /// Passes a plain key of one word and its `:`, where a key may stand.
    fn word_key(&mut self) -> Fallible<Option<Span>> {
        if !self.key_allowed || !self.byte().is_ascii_alphanumeric() {
            return Ok(None);
        }
        let (start, end) = (self.pos, plain_end(self.bytes, self.pos, false));
        // A plain word ends at a `:` only if that one belongs to a key.
        if self.at(end) != b':' || end - start > MAX_KEY {
            return Ok(None);
        }
        self.remove_key()?;
        self.key_allowed = false;
        self.pos = end + 1;
        Ok(Some(self.span(start, end)))
    }

    fn at_dash(&self) -> bool {
        self.key_allowed && self.byte() == b'-' && is_blank_break_or_end(self.bytes, self.pos + 1)
    }
}
