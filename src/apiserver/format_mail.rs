//! The format `email`: what Go's `mail.ParseAddress` accepts (RFC 5322 with Go's liberties).

use super::format_net::is_ip;

/// A single address, maybe with a display name, a comment, or as the only member of a group.
pub(super) fn is_address(text: &str) -> bool {
    let mut parser = Parser { rest: text };
    matches!(parser.address(true), Some(1)) && parser.skip_comments() && parser.rest.is_empty()
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    /// Number of addresses: one, or those of a group.
    fn address(&mut self, group_allowed: bool) -> Option<usize> {
        self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        let start = self.rest;
        if self.addr_spec().is_some() {
            self.skip_space();
            if self.rest.starts_with('(') {
                let comment = self.comment()?;
                words_are_decodable(comment)?;
            }
            return Some(1);
        }
        self.rest = start;
        if !self.rest.starts_with('<') {
            self.phrase()?;
        }
        self.skip_space();
        if group_allowed && self.consume(':') {
            return self.group();
        }
        (self.consume('<') && self.addr_spec().is_some() && self.consume('>')).then_some(1)
    }

    fn group(&mut self) -> Option<usize> {
        self.skip_space();
        if self.consume(';') {
            return self.skip_comments().then_some(0);
        }
        let mut count = 0;
        loop {
            self.skip_space();
            count += self.address(false)?;
            if !self.skip_comments() {
                return None;
            }
            if self.consume(';') {
                return self.skip_comments().then_some(count);
            }
            if !self.consume(',') {
                return None;
            }
        }
    }

    fn addr_spec(&mut self) -> Option<()> {
        self.skip_space();
        if self.rest.starts_with('"') {
            if self.quoted_string()? {
                return None;
            }
        } else {
            self.strict_atom()?;
        }
        if !self.consume('@') {
            return None;
        }
        self.skip_space();
        if self.rest.starts_with('[') { self.domain_literal() } else { self.strict_atom() }
    }

    /// One word at least; what spoils a later word is left to the caller.
    fn phrase(&mut self) -> Option<()> {
        let mut words = 0;
        // Encoded words are joined and count once a plain word follows or the phrase ends.
        let mut encoded = false;
        loop {
            if words > 0 && !self.skip_comments() {
                return None;
            }
            self.skip_space();
            match self.word() {
                Some(Word::Plain) => words += 1 + usize::from(std::mem::take(&mut encoded)),
                Some(Word::Encoded { empty }) => encoded |= !empty,
                // Nothing at all is an empty phrase, which fails later.
                None => return (words > 0 || encoded || self.rest.is_empty()).then_some(()),
            }
        }
    }

    fn word(&mut self) -> Option<Word> {
        if !self.rest.starts_with('"') {
            return self.atom().and_then(decoded);
        }
        let start = self.rest;
        if self.quoted_string().is_none() {
            self.rest = start;
            return None;
        }
        Some(Word::Plain)
    }

    /// Whether the string is empty.
    fn quoted_string(&mut self) -> Option<bool> {
        let mut escaped = false;
        for (at, character) in self.rest.char_indices().skip(1) {
            match character {
                _ if escaped => {
                    if !is_visible(character) && !matches!(character, ' ' | '\t') {
                        return None;
                    }
                    escaped = false;
                }
                '"' => {
                    let empty = at == 1;
                    self.rest = &self.rest[at + 1..];
                    return Some(empty);
                }
                '\\' => escaped = true,
                ' ' | '\t' => {}
                _ if is_visible(character) => {}
                _ => return None,
            }
        }
        None
    }

    /// Characters of an atom and dots, wherever they stand.
    fn atom(&mut self) -> Option<&'t str> {
        let end = self.rest.find(|character| !is_atom_character(character)).unwrap_or(self.rest.len());
        let (atom, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!atom.is_empty()).then_some(atom)
    }

    fn strict_atom(&mut self) -> Option<()> {
        let atom = self.atom()?;
        (!atom.starts_with('.') && !atom.ends_with('.') && !atom.contains("..")).then_some(())
    }

    fn domain_literal(&mut self) -> Option<()> {
        let inner = self.rest.strip_prefix('[')?;
        let (literal, rest) = inner.split_once(']')?;
        self.rest = rest;
        is_ip(literal).then_some(())
    }

    /// The text of the comment that begins here; comments may be nested.
    fn comment(&mut self) -> Option<&'t str> {
        let inner = self.rest.strip_prefix('(')?;
        let bytes = inner.as_bytes();
        let mut depth = 1;
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\\' if at + 1 < bytes.len() => at += 1,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                self.rest = inner.get(at..)?;
                return inner.get(..at - 1);
            }
        }
        None
    }

    /// Whether the comments that stand here are whole.
    fn skip_comments(&mut self) -> bool {
        self.skip_space();
        while self.rest.starts_with('(') {
            if self.comment().is_none() {
                return false;
            }
            self.skip_space();
        }
        true
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn consume(&mut self, character: char) -> bool {
        match self.rest.strip_prefix(character) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}

fn is_visible(character: char) -> bool {
    character >= '!' && character != '\u{7f}'
}

fn is_atom_character(character: char) -> bool {
    is_visible(character) && !matches!(character, '(' | ')' | '<' | '>' | '[' | ']' | ':' | ';' | '@' | '\\' | ',' | '"')
}

/// A word of a phrase or of a comment.
enum Word {
    Plain,
    /// An encoded word (RFC 2047) and whether nothing is in it.
    Encoded {
        empty: bool,
    },
}

fn words_are_decodable(comment: &str) -> Option<()> {
    comment.split([' ', '\t']).all(|word| decoded(word).is_some()).then_some(())
}

/// An encoded word spoils the text only when it is well-formed and its character set is unknown.
fn decoded(word: &str) -> Option<Word> {
    let parts: Vec<&str> = word.split('?').collect();
    let ["=", charset, encoding, text, "="] = parts[..] else { return Some(Word::Plain) };
    let well_formed = !charset.is_empty()
        && match encoding {
            "B" | "b" => is_go_base64(text),
            "Q" | "q" => is_q_encoded(text),
            _ => false,
        };
    if !well_formed {
        return Some(Word::Plain);
    }
    let known = ["utf-8", "iso-8859-1", "us-ascii"].iter().any(|known| charset.eq_ignore_ascii_case(known));
    known.then_some(Word::Encoded { empty: text.is_empty() })
}

/// Standard base64 with padding; empty and with line breaks as Go's decoder takes it.
fn is_go_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    text.len().is_multiple_of(4)
        && padding <= 2
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

fn is_q_encoded(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'=' => {
                if !(at + 1..at + 3).all(|at| bytes.get(at).is_some_and(u8::is_ascii_hexdigit)) {
                    return false;
                }
                at += 2;
            }
            b' '..=b'~' => {}
            _ => return false,
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_as_go_reads_them() {
        for good in [
            "a@b",
            "Bob <b@x.y>",
            "\"Bob B.\" <b@x.y>",
            "a@b (comment (nested))",
            "<a@b>",
            " a@b ",
            "\"a b\"@c",
            "a@[1.2.3.4]",
            "group: a@b;",
            "J. Doe <j@d>",
            "\u{e9}@\u{e9}",
            "=?utf-8?q?J=C3=B6rg?= <j@d>",
            "=?x?z? <j@d>",
            "a@ b",
            "A =?koi8-r?q?x?= <j@d>",
            "=?utf-8?q?x?= =?utf-8?q??= A (c) <j@d>",
        ] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "",
            "nope",
            "a@",
            "@b",
            "a..b@c",
            ".a@b",
            "a@b.",
            "a@b c",
            "a@b, c@d",
            "group: a@b, c@d;",
            "group:;",
            "a@[x]",
            "\"\"@b",
            "Bob <a@b",
            "a@b (x",
            "=?koi8-r?q?x?= <j@d>",
            "=?utf-8?q??= <j@d>",
            "=?utf-8?q?x?= (c) <j@d>",
            "a\u{7f}@b",
            "a @b",
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
