//! The scanner's part for plain, quoted and block scalars.

use super::chars::{break_len, class, is_blank_break_or_end};
use super::core::CoreErrorKind;
use super::scanner::{Fallible, Scanner};
use super::token::{Kind, Token};
use super::tree::Style;
use std::borrow::Cow;

/// Breaks that were passed and will be folded or kept.
#[derive(Default)]
struct Breaks {
    /// The first break, as it enters a value; empty when there is none.
    first: &'static str,
    /// Those behind it.
    rest: String,
}

impl Breaks {
    /// Writes them as flow scalars do: one break becomes a blank, of more the first is dropped.
    fn fold_into(&mut self, value: &mut String) {
        if self.first != "\n" {
            value.push_str(self.first);
        } else if self.rest.is_empty() {
            value.push(' ');
        }
        value.push_str(&self.rest);
        self.first = "";
        self.rest.clear();
    }
}

/// What a break is in a value: U+2028 and U+2029 stay themselves.
fn break_text(bytes: &[u8], at: usize) -> &'static str {
    match (bytes.get(at), bytes.get(at + 2)) {
        (Some(0xE2), Some(0xA8)) => "\u{2028}",
        (Some(0xE2), _) => "\u{2029}",
        _ => "\n",
    }
}

/// Where the run of plain text from `at` ends: at a blank, a break, a `:` before one of these, or a flow indicator in flow.
pub(super) fn plain_end(bytes: &[u8], mut at: usize, flow: bool) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match class::OF[usize::from(byte)] {
            class::TEXT => {}
            class::BLANK | class::BREAK => break,
            class::COLON if is_blank_break_or_end(bytes, at + 1) => break,
            class::FLOW if flow => break,
            class::MAYBE_BREAK if break_len(bytes, at) > 0 => break,
            _ => {}
        }
        at += 1;
    }
    at
}

impl<'t> Scanner<'t> {
    /// Passes over a break and says what it is in a value.
    fn take_break(&mut self, len: usize) -> Fallible<&'static str> {
        self.need(2)?;
        let text = break_text(self.bytes, self.pos);
        self.pass_break(len);
        Ok(text)
    }

    pub(super) fn scan_plain(&mut self) -> Fallible<Token<'t>> {
        let (start, line) = (self.pos, self.line);
        let flow = self.in_flow();
        let indent = self.indent + 1;
        let mut owned: Option<String> = None;
        // The part of the text that is not in `owned` yet, and whether breaks were passed since its end.
        let (mut from, mut end) = (start, start);
        let mut crossed = false;
        let mut breaks = Breaks::default();
        loop {
            self.need(4)?;
            if self.byte() == b'#' || self.at_document_indicator() {
                break;
            }
            let word_end = plain_end(self.bytes, self.pos, flow);
            if word_end > self.pos {
                if crossed {
                    let value = owned.get_or_insert_default();
                    value.push_str(&self.text[from..end]);
                    breaks.fold_into(value);
                    from = self.pos;
                    crossed = false;
                }
                self.advance(word_end, 2)?;
                end = word_end;
            }
            if !is_blank_break_or_end(self.bytes, self.pos) || self.pos >= self.bytes.len() {
                break;
            }
            if !crossed && !flow && self.pass_to_next_block(indent) {
                crossed = true;
                break;
            }
            self.pass_plain_space(&mut crossed, &mut breaks, indent)?;
            if !flow && self.column() < indent {
                break;
            }
        }
        if crossed {
            self.key_allowed = true;
        }
        let value = match owned {
            None => Cow::Borrowed(&self.text[from..end]),
            Some(mut value) => {
                value.push_str(&self.text[from..end]);
                Cow::Owned(value)
            }
        };
        Ok(Token::new(Kind::Scalar, self.span(start, end), line).with_value(value, Style::Plain))
    }

    /// Goes to the next line when it is plain that it does not continue a scalar: its first character stands before the column `indent`.
    fn pass_to_next_block(&mut self, indent: isize) -> bool {
        if self.byte() != b'\n' || self.is_piecewise() {
            return false;
        }
        let start = self.pos + 1;
        let mut end = start;
        while self.at(end) == b' ' {
            end += 1;
        }
        let (column, byte) = ((end - start) as isize, self.at(end));
        let ends = column < indent && byte > b' ' && byte.is_ascii();
        if ends {
            self.pass_break(1);
            self.pos = end;
        }
        ends
    }

    fn pass_plain_space(&mut self, crossed: &mut bool, breaks: &mut Breaks, indent: isize) -> Fallible<()> {
        loop {
            match self.byte() {
                b' ' => self.pos += 1,
                b'\t' => {
                    if *crossed && self.column() < indent {
                        let message = "found a tab character that violates indentation";
                        return Err(self.error(message, CoreErrorKind::Tab, self.here()));
                    }
                    self.pos += 1;
                }
                _ => match break_len(self.bytes, self.pos) {
                    0 => return Ok(()),
                    len => self.note_break(len, crossed, breaks)?,
                },
            }
            self.need(1)?;
        }
    }

    fn note_break(&mut self, len: usize, crossed: &mut bool, breaks: &mut Breaks) -> Fallible<()> {
        let text = self.take_break(len)?;
        if *crossed {
            breaks.rest.push_str(text);
        } else {
            *crossed = true;
            breaks.first = text;
        }
        Ok(())
    }

    pub(super) fn scan_quoted(&mut self) -> Fallible<Token<'t>> {
        let (start, line) = (self.pos, self.line);
        let quote = self.byte();
        let double = quote == b'"';
        self.pos += 1;
        let mut owned: Option<String> = None;
        let mut from = self.pos;
        loop {
            self.need(4)?;
            self.check_in_quotes(start)?;
            let mut crossed = false;
            let mut breaks = Breaks::default();
            // Text up to the next blank or break.
            loop {
                self.advance(quoted_run_end(self.bytes, self.pos, quote), 2)?;
                match self.byte() {
                    b'\'' if !double && self.at(self.pos + 1) == b'\'' => {
                        owned.get_or_insert_default().push_str(&self.text[from..=self.pos]);
                        self.pos += 2;
                        from = self.pos;
                    }
                    b'\\' if double => {
                        let value = owned.get_or_insert_default();
                        value.push_str(&self.text[from..self.pos]);
                        match break_len(self.bytes, self.pos + 1) {
                            0 => self.scan_escape(value)?,
                            len => {
                                self.need(3)?;
                                self.pos += 1;
                                self.pass_break(len);
                                crossed = true;
                            }
                        }
                        from = self.pos;
                        if crossed {
                            break;
                        }
                    }
                    _ => break,
                }
            }
            self.need(1)?;
            if self.byte() == quote {
                break;
            }
            let text_end = self.pos;
            self.pass_quoted_space(&mut crossed, &mut breaks)?;
            if crossed {
                let value = owned.get_or_insert_default();
                value.push_str(&self.text[from..text_end]);
                breaks.fold_into(value);
                from = self.pos;
            }
        }
        let value = match owned {
            None => Cow::Borrowed(&self.text[from..self.pos]),
            Some(mut value) => {
                value.push_str(&self.text[from..self.pos]);
                Cow::Owned(value)
            }
        };
        self.pos += 1;
        let style = if double { Style::DoubleQuoted } else { Style::SingleQuoted };
        Ok(Token::new(Kind::Scalar, self.span(start, self.pos), line).with_value(value, style))
    }

    fn check_in_quotes(&mut self, start: usize) -> Fallible<()> {
        let opening = self.span(start, start + 1);
        let fault = if self.at_document_indicator() {
            let span = self.span(self.pos, self.pos + 3);
            self.error("found unexpected document indicator", CoreErrorKind::UnclosedQuote, span)
        } else if self.pos >= self.bytes.len() {
            self.error("found unexpected end of stream", CoreErrorKind::UnclosedQuote, opening)
        } else {
            return Ok(());
        };
        Err(Box::new(super::core::CoreError { related: Some((opening, "the quote opens here")), ..*fault }))
    }

    fn pass_quoted_space(&mut self, crossed: &mut bool, breaks: &mut Breaks) -> Fallible<()> {
        // Behind an escaped break the first break counts as a further one.
        loop {
            match self.byte() {
                b' ' | b'\t' => self.pos += 1,
                _ => match break_len(self.bytes, self.pos) {
                    0 => return Ok(()),
                    len => self.note_break(len, crossed, breaks)?,
                },
            }
            self.need(1)?;
        }
    }

    /// Reads an escape sequence other than that of a break.
    fn scan_escape(&mut self, value: &mut String) -> Fallible<()> {
        let start = self.pos;
        let digits = match self.at(start + 1) {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            other => {
                let Some(char) = simple_escape(other) else {
                    let len = self.text[start + 1..].chars().next().map_or(0, char::len_utf8);
                    let span = self.span(start, start + 1 + len);
                    return Err(self.error("found unknown escape character", CoreErrorKind::Escape, span));
                };
                value.push(char);
                self.pos += 2;
                return Ok(());
            }
        };
        self.pos += 2;
        self.need(digits)?;
        let mut code: u32 = 0;
        for index in 0..digits {
            match char::from(self.at(self.pos + index)).to_digit(16) {
                Some(digit) => code = code << 4 | digit,
                None => {
                    let span = self.span(start, self.pos + index);
                    return Err(self.error("did not find expected hexdecimal number", CoreErrorKind::Escape, span));
                }
            }
        }
        let Some(char) = char::from_u32(code) else {
            let span = self.span(start, self.pos + digits);
            return Err(self.error("found invalid Unicode character escape code", CoreErrorKind::Escape, span));
        };
        value.push(char);
        self.pos += digits;
        Ok(())
    }

    pub(super) fn scan_block_scalar(&mut self) -> Fallible<Token<'t>> {
        let (start, line) = (self.pos, self.line);
        let literal = self.byte() == b'|';
        self.pos += 1;
        let (chomping, increment) = self.scan_block_header()?;
        let mut end = self.pos;
        if let len @ 1.. = break_len(self.bytes, self.pos) {
            self.need(2)?;
            self.pass_break(len);
        }
        let mut indent = if increment > 0 { self.indent.max(0) + increment } else { 0 };
        let mut value = String::new();
        let mut leading = "";
        let mut trailing = String::new();
        self.pass_block_breaks(&mut indent, &mut trailing)?;
        self.need(1)?;
        let mut leading_blank = false;
        while self.pos < self.bytes.len() && self.column() == indent {
            let blank = matches!(self.byte(), b' ' | b'\t');
            if !literal && leading == "\n" && !leading_blank && !blank {
                if trailing.is_empty() {
                    value.push(' ');
                }
            } else {
                value.push_str(leading);
            }
            value.push_str(&trailing);
            trailing.clear();
            leading_blank = blank;
            let text_end = self.line_end(self.pos);
            value.push_str(&self.text[self.pos..text_end]);
            self.advance(text_end, 1)?;
            end = text_end;
            self.need(2)?;
            leading = match break_len(self.bytes, self.pos) {
                0 => "",
                len => self.take_break(len)?,
            };
            self.pass_block_breaks(&mut indent, &mut trailing)?;
        }
        if chomping != Chomping::Strip {
            value.push_str(leading);
        }
        if chomping == Chomping::Keep {
            value.push_str(&trailing);
        }
        let style = if literal { Style::Literal } else { Style::Folded };
        Ok(Token::new(Kind::Scalar, self.span(start, end), line).with_value(Cow::Owned(value), style))
    }

    fn scan_block_header(&mut self) -> Fallible<(Chomping, isize)> {
        let mut chomping = None;
        let mut increment = 0;
        for _ in 0..2 {
            self.need(1)?;
            match self.byte() {
                sign @ (b'+' | b'-') if chomping.is_none() => {
                    chomping = Some(if sign == b'+' { Chomping::Keep } else { Chomping::Strip });
                }
                b'0' if increment == 0 => {
                    let message = "found an indentation indicator equal to 0";
                    return Err(self.error(message, CoreErrorKind::BlockHeader, self.here()));
                }
                digit @ b'1'..=b'9' if increment == 0 => increment = isize::from(digit - b'0'),
                _ => break,
            }
            self.pos += 1;
        }
        self.need(1)?;
        self.pass_blanks()?;
        self.expect_line_end(CoreErrorKind::BlockHeader)?;
        Ok((chomping.unwrap_or(Chomping::Clip), increment))
    }

    /// Passes over blanks.
    pub(super) fn pass_blanks(&mut self) -> Fallible<()> {
        while matches!(self.byte(), b' ' | b'\t') {
            self.pos += 1;
            self.need(1)?;
        }
        Ok(())
    }

    /// Passes over a comment; then nothing but the end of the line may stand here.
    pub(super) fn expect_line_end(&mut self, kind: CoreErrorKind) -> Fallible<()> {
        if self.byte() == b'#' {
            self.skip_comment()?;
        }
        if self.pos < self.bytes.len() && break_len(self.bytes, self.pos) == 0 {
            return Err(self.error("did not find expected comment or line break", kind, self.here()));
        }
        Ok(())
    }

    /// Passes over the indentation and blank lines before a line of a block scalar; finds out the indentation when it is 0.
    fn pass_block_breaks(&mut self, indent: &mut isize, breaks: &mut String) -> Fallible<()> {
        let mut widest = 0;
        loop {
            self.need(1)?;
            let mut column = self.column();
            while (*indent == 0 || column < *indent) && self.byte() == b' ' {
                self.pos += 1;
                column += 1;
                self.need(1)?;
            }
            widest = widest.max(column);
            if (*indent == 0 || column < *indent) && self.byte() == b'\t' {
                let message = "found a tab character where an indentation space is expected";
                return Err(self.error(message, CoreErrorKind::Tab, self.here()));
            }
            match break_len(self.bytes, self.pos) {
                0 => break,
                len => breaks.push_str(self.take_break(len)?),
            }
        }
        if *indent == 0 {
            *indent = widest.max(self.indent + 1).max(1);
        }
        Ok(())
    }
}

/// What becomes of the breaks at the end of a block scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

/// Where the run of quoted text from `at` ends: at a blank, a break, a quote of its kind, or a backslash in double quotes.
fn quoted_run_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => break,
            b'\\' if quote == b'"' => break,
            0xC2 | 0xE2 if break_len(bytes, at) > 0 => break,
            _ if byte == quote => break,
            _ => at += 1,
        }
    }
    at
}

fn simple_escape(byte: u8) -> Option<char> {
    Some(match byte {
        b'0' => '\0',
        b'a' => '\x07',
        b'b' => '\x08',
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\x0B',
        b'f' => '\x0C',
        b'r' => '\r',
        b'e' => '\x1B',
        b' ' => ' ',
        b'"' => '"',
        b'\'' => '\'',
        b'\\' => '\\',
        b'N' => '\u{85}',
        b'_' => '\u{A0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        _ => return None,
    })
}
