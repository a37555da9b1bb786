//! The scanner's part for anchors, aliases, tags and directives.

use super::chars::{break_len, is_blank_break_or_end, is_name};
use super::core::{CoreError, CoreErrorKind};
use super::scanner::{Fallible, Scanner};
use super::token::{Kind, Token};
use super::tree::Style;
use std::borrow::Cow;

impl<'t> Scanner<'t> {
    /// Reads letters, digits, `_` and `-`.
    fn scan_name(&mut self) -> Fallible<&'t str> {
        let start = self.pos;
        while is_name(self.byte()) {
            self.pos += 1;
            self.need(1)?;
        }
        Ok(&self.text[start..self.pos])
    }

    fn syntax(&self, message: &str, kind: CoreErrorKind) -> Box<CoreError> {
        self.error(message, kind, self.here())
    }

    pub(super) fn scan_anchor(&mut self, kind: Kind) -> Fallible<Token<'t>> {
        let start = self.pos;
        self.pos += 1;
        self.need(1)?;
        let name = self.scan_name()?;
        let ends = is_blank_break_or_end(self.bytes, self.pos)
            || matches!(self.byte(), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if name.is_empty() || !ends {
            return Err(self.syntax("did not find expected alphabetic or numeric character", CoreErrorKind::AnchorName));
        }
        Ok(Token::new(kind, self.span(start, self.pos), self.line).with_value(Cow::Borrowed(name), Style::Plain))
    }

    pub(super) fn scan_tag(&mut self) -> Fallible<Token<'t>> {
        let start = self.pos;
        self.need(2)?;
        let (handle, suffix) = if self.at(start + 1) == b'<' {
            self.pos += 2;
            let uri = self.scan_uri(String::new(), false)?;
            if self.byte() != b'>' {
                return Err(self.syntax("did not find the expected '>'", CoreErrorKind::Tag));
            }
            self.pos += 1;
            (String::new(), uri)
        } else {
            let handle = self.scan_tag_handle(false)?;
            if handle.len() > 1 && handle.ends_with('!') {
                (handle.to_owned(), self.scan_uri(String::new(), false)?)
            } else {
                let suffix = self.scan_uri(handle[1..].to_owned(), true)?;
                if suffix.is_empty() { (String::new(), "!".to_owned()) } else { ("!".to_owned(), suffix) }
            }
        };
        self.need(1)?;
        if !is_blank_break_or_end(self.bytes, self.pos) {
            return Err(self.syntax("did not find expected whitespace or line break", CoreErrorKind::Tag));
        }
        Ok(Token::new(Kind::Tag, self.span(start, self.pos), self.line).with_pair(handle, suffix))
    }

    fn scan_tag_handle(&mut self, directive: bool) -> Fallible<&'t str> {
        self.need(1)?;
        let start = self.pos;
        let kind = if directive { CoreErrorKind::Directive } else { CoreErrorKind::Tag };
        if self.byte() != b'!' {
            return Err(self.syntax("did not find expected '!'", kind));
        }
        self.pos += 1;
        self.need(1)?;
        self.scan_name()?;
        if self.byte() == b'!' {
            self.pos += 1;
        } else if directive && self.pos > start + 1 {
            return Err(self.syntax("did not find expected '!'", kind));
        }
        Ok(&self.text[start..self.pos])
    }

    /// Reads the characters of a tag behind `uri`, which may stay empty only when something was read before.
    fn scan_uri(&mut self, mut uri: String, may_be_empty: bool) -> Fallible<String> {
        self.need(1)?;
        let start = self.pos;
        loop {
            match self.byte() {
                b'%' => self.scan_uri_escape(&mut uri)?,
                byte if is_name(byte) || b";/?:@&=+$.,~*'()[]!".contains(&byte) => {
                    uri.push(char::from(byte));
                    self.pos += 1;
                }
                _ => break,
            }
            self.need(1)?;
        }
        if self.pos == start && !may_be_empty {
            return Err(self.syntax("did not find expected tag URI", CoreErrorKind::Tag));
        }
        Ok(uri)
    }

    /// Reads one character that is written as `%HH` for each of its bytes.
    fn scan_uri_escape(&mut self, uri: &mut String) -> Fallible<()> {
        let mut octets = Vec::new();
        let mut width = 1;
        while octets.len() < width {
            self.need(3)?;
            let hex = |offset| char::from(self.at(self.pos + offset)).to_digit(16);
            let octet = match (self.byte(), hex(1), hex(2)) {
                (b'%', Some(high), Some(low)) => (high << 4 | low) as u8,
                _ => return Err(self.syntax("did not find URI escaped octet", CoreErrorKind::Tag)),
            };
            if octets.is_empty() {
                width = match octet {
                    0..=0x7F => 1,
                    0xC0..=0xDF => 2,
                    0xE0..=0xEF => 3,
                    0xF0..=0xF7 => 4,
                    _ => return Err(self.syntax("found an incorrect leading UTF-8 octet", CoreErrorKind::Tag)),
                };
            } else if octet & 0xC0 != 0x80 {
                return Err(self.syntax("found an incorrect trailing UTF-8 octet", CoreErrorKind::Tag));
            }
            octets.push(octet);
            self.pos += 3;
        }
        uri.push_str(&String::from_utf8_lossy(&octets));
        Ok(())
    }

    pub(super) fn scan_directive(&mut self) -> Fallible<Token<'t>> {
        let (start, line) = (self.pos, self.line);
        self.pos += 1;
        self.need(1)?;
        let name = self.scan_name()?;
        if name.is_empty() {
            return Err(self.syntax("could not find expected directive name", CoreErrorKind::Directive));
        }
        if !is_blank_break_or_end(self.bytes, self.pos) {
            return Err(self.syntax("found unexpected non-alphabetical character", CoreErrorKind::Directive));
        }
        let (kind, (first, second)) = match name {
            "YAML" => (Kind::VersionDirective, self.scan_version()?),
            "TAG" => (Kind::TagDirective, self.scan_tag_directive()?),
            _ => {
                let span = self.span(start, self.pos);
                return Err(self.error("found unknown directive name", CoreErrorKind::Directive, span));
            }
        };
        let end = self.pos;
        self.need(1)?;
        self.pass_blanks()?;
        self.expect_line_end(CoreErrorKind::Directive)?;
        if let len @ 1.. = break_len(self.bytes, self.pos) {
            self.need(2)?;
            self.pass_break(len);
        }
        Ok(Token::new(kind, self.span(start, end), line).with_pair(first, second))
    }

    fn scan_version(&mut self) -> Fallible<(String, String)> {
        self.pass_blanks()?;
        let major = self.scan_version_number()?;
        if self.byte() != b'.' {
            return Err(self.syntax("did not find expected digit or '.' character", CoreErrorKind::Directive));
        }
        self.pos += 1;
        let minor = self.scan_version_number()?;
        Ok((major, minor))
    }

    fn scan_version_number(&mut self) -> Fallible<String> {
        self.need(1)?;
        let start = self.pos;
        while self.byte().is_ascii_digit() {
            self.pos += 1;
            if self.pos - start > 2 {
                return Err(self.syntax("found extremely long version number", CoreErrorKind::Directive));
            }
            self.need(1)?;
        }
        if self.pos == start {
            return Err(self.syntax("did not find expected version number", CoreErrorKind::Directive));
        }
        let digits = self.text[start..self.pos].trim_start_matches('0');
        Ok(if digits.is_empty() { "0" } else { digits }.to_owned())
    }

    fn scan_tag_directive(&mut self) -> Fallible<(String, String)> {
        self.pass_blanks()?;
        let handle = self.scan_tag_handle(true)?.to_owned();
        self.need(1)?;
        if !matches!(self.byte(), b' ' | b'\t') {
            return Err(self.syntax("did not find expected whitespace", CoreErrorKind::Directive));
        }
        self.pass_blanks()?;
        let prefix = self.scan_uri(String::new(), false)?;
        self.need(1)?;
        if !is_blank_break_or_end(self.bytes, self.pos) {
            return Err(self.syntax("did not find expected whitespace or line break", CoreErrorKind::Directive));
        }
        Ok((handle, prefix))
    }
}
