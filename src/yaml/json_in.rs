//! Reading JSON text as Go's `encoding/json` does, with the place of every value.

use std::borrow::Cow;
use std::collections::HashSet;

use super::go;
use super::tree::{Entry, Map, Node, Number, Span, Style, Value};

/// The number of levels that Go's JSON scanner accepts.
pub(super) const MAX_DEPTH: usize = 10_000;

/// Why a text is no JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct JsonError {
    /// Go's words, without an offset (`invalid character 'a' looking for beginning of value`, `unexpected EOF`).
    pub message: String,
    /// Where the offending byte is; the end of the text when that came too early.
    pub offset: u32,
    /// The text ended before the value did.
    pub at_end: bool,
    /// The fault is the depth of the nesting.
    pub too_deep: bool,
}

/// Reads a text that is one JSON value.
///
/// Numbers keep their text ([`Number::Json`]) unless they are integers that fit `i64`; repeated keys end up in [`Map::shadowed`].
/// Strings are borrowed where they have no escape. The text must be shorter than 4 GiB.
///
/// # Errors
/// [`JsonError`] when there is no value, a broken one, or more than white space behind it.
pub fn read_json(text: &str) -> Result<Node<'_>, JsonError> {
    let mut reader = JsonReader::new(text, 0);
    let Some(node) = reader.next_value()? else { return Err(reader.end_error()) };
    reader.skip_space();
    match reader.bytes.get(reader.at) {
        None => Ok(node),
        Some(_) => Err(reader.error("after top-level value")),
    }
}

/// Reads JSON values one after another, whatever stands or does not stand between them.
pub(super) struct JsonReader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

/// A collection whose end is still to come.
enum Open<'t> {
    List { start: usize, items: Vec<Node<'t>> },
    Map { start: usize, entries: Vec<Entry<'t>>, key: Cow<'t, str>, key_span: Span },
}

impl<'t> JsonReader<'t> {
    /// A reader of `text` that begins at `offset`.
    pub fn new(text: &'t str, offset: usize) -> Self {
        Self { text, bytes: text.as_bytes(), at: offset }
    }

    /// The offset behind the value that was read last.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The next value; nothing when only white space is left.
    ///
    /// Not recursive, the nesting is kept in a list.
    pub fn next_value(&mut self) -> Result<Option<Node<'t>>, JsonError> {
        self.skip_space();
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        let mut open: Vec<Open<'t>> = Vec::new();
        loop {
            let Some(mut node) = self.begin_value(&mut open)? else { continue };
            // The value is complete. It may complete the collections that it is in.
            loop {
                let Some(innermost) = open.last_mut() else { return Ok(Some(node)) };
                if self.goes_on_behind(innermost, node)? {
                    break;
                }
                let Some(complete) = open.pop() else { return Err(self.end_error()) };
                node = self.close(complete);
            }
        }
    }

    /// Reads a scalar or an empty collection; opens a collection otherwise and stops where its first value begins.
    fn begin_value(&mut self, open: &mut Vec<Open<'t>>) -> Result<Option<Node<'t>>, JsonError> {
        let start = self.at;
        match self.peek()? {
            b'"' => {
                let text = self.string()?;
                Ok(Some(self.node(start, Value::String(text), Style::DoubleQuoted)))
            }
            b'-' | b'0'..=b'9' => {
                let number = self.number()?;
                Ok(Some(self.node(start, Value::Number(number), Style::Plain)))
            }
            b'{' | b'[' if open.len() >= MAX_DEPTH => Err(JsonError { too_deep: true, ..self.error("exceeded max depth") }),
            b'{' => {
                self.at += 1;
                self.skip_space();
                if self.peek()? == b'}' {
                    self.at += 1;
                    return Ok(Some(self.node(start, Value::Map(Map::default()), Style::Flow)));
                }
                let (key, key_span) = self.key()?;
                open.push(Open::Map { start, entries: Vec::new(), key, key_span });
                Ok(None)
            }
            b'[' => {
                self.at += 1;
                self.skip_space();
                if self.peek()? == b']' {
                    self.at += 1;
                    return Ok(Some(self.node(start, Value::List(Vec::new()), Style::Flow)));
                }
                open.push(Open::List { start, items: Vec::new() });
                Ok(None)
            }
            b't' => self.literal("true", Value::Bool(true)).map(Some),
            b'f' => self.literal("false", Value::Bool(false)).map(Some),
            b'n' => self.literal("null", Value::Null).map(Some),
            _ => Err(self.error("looking for beginning of value")),
        }
    }

    /// Puts `node` into the collection around it; whether there is another value behind it.
    fn goes_on_behind(&mut self, innermost: &mut Open<'t>, node: Node<'t>) -> Result<bool, JsonError> {
        self.skip_space();
        match innermost {
            Open::List { items, .. } => {
                items.push(node);
                match self.peek()? {
                    b']' => Ok(false),
                    b',' => {
                        self.at += 1;
                        self.skip_space();
                        Ok(true)
                    }
                    _ => Err(self.error("after array element")),
                }
            }
            Open::Map { entries, key, key_span, .. } => {
                entries.push(Entry { key: std::mem::take(key), key_span: *key_span, value: node });
                match self.peek()? {
                    b'}' => Ok(false),
                    b',' => {
                        self.at += 1;
                        self.skip_space();
                        (*key, *key_span) = self.key()?;
                        Ok(true)
                    }
                    _ => Err(self.error("after object key:value pair")),
                }
            }
        }
    }

    /// Takes the closing bracket.
    fn close(&mut self, open: Open<'t>) -> Node<'t> {
        self.at += 1;
        match open {
            Open::List { start, items } => self.node(start, Value::List(items), Style::Flow),
            Open::Map { start, entries, .. } => self.node(start, Value::Map(last_wins(entries)), Style::Flow),
        }
    }

    /// A key, its colon and the white space up to the value.
    fn key(&mut self) -> Result<(Cow<'t, str>, Span), JsonError> {
        let start = self.at;
        if self.peek()? != b'"' {
            return Err(self.error("looking for beginning of object key string"));
        }
        let key = self.string()?;
        let span = Span::new(start as u32, self.at as u32);
        self.skip_space();
        if self.peek()? != b':' {
            return Err(self.error("after object key"));
        }
        self.at += 1;
        self.skip_space();
        Ok((key, span))
    }

    fn string(&mut self) -> Result<Cow<'t, str>, JsonError> {
        self.at += 1;
        let start = self.at;
        self.skip_plain_characters();
        if self.peek()? == b'"' {
            self.at += 1;
            return Ok(Cow::Borrowed(&self.text[start..self.at - 1]));
        }
        let mut text = self.text[start..self.at].to_owned();
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => text.push(self.escape()?),
                _ => return Err(self.error("in string literal")),
            }
            let start = self.at;
            self.skip_plain_characters();
            text.push_str(&self.text[start..self.at]);
        }
        self.at += 1;
        Ok(Cow::Owned(text))
    }

    /// Goes on to the next quote, backslash or control character.
    fn skip_plain_characters(&mut self) {
        let rest = &self.bytes[self.at..];
        let plain = rest.iter().position(|&byte| byte < b' ' || byte == b'"' || byte == b'\\');
        self.at += plain.unwrap_or(rest.len());
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        self.at += 1;
        let character = match self.peek()? {
            byte @ (b'"' | b'\\' | b'/') => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.code_unit();
            }
            _ => return Err(self.error("in string escape code")),
        };
        self.at += 1;
        Ok(character)
    }

    /// The digits behind `\u`, together with a low surrogate that follows a high one; a surrogate alone is U+FFFD.
    fn code_unit(&mut self) -> Result<char, JsonError> {
        let mut unit = 0;
        for _ in 0..4 {
            let Some(digit) = char::from(self.peek()?).to_digit(16) else {
                return Err(self.error("in \\u hexadecimal character escape"));
            };
            unit = unit << 4 | digit;
            self.at += 1;
        }
        if let (0xd800..0xdc00, Some(low @ 0xdc00..0xe000)) = (unit, self.escaped_unit_ahead()) {
            self.at += 6;
            unit = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        }
        Ok(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// The value of a `\uXXXX` that stands next, which is not taken.
    fn escaped_unit_ahead(&self) -> Option<u32> {
        let digits = self.bytes.get(self.at..self.at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, &byte| Some(unit << 4 | char::from(byte).to_digit(16)?))
    }

    fn number(&mut self) -> Result<Number<'t>, JsonError> {
        let start = self.at;
        if self.bytes[self.at] == b'-' {
            self.at += 1;
        }
        match self.peek()? {
            b'0' => self.at += 1,
            b'1'..=b'9' => self.skip_digits(),
            _ => return Err(self.error("in numeric literal")),
        }
        let mut integer = true;
        if self.bytes.get(self.at) == Some(&b'.') {
            integer = false;
            self.at += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            integer = false;
            self.at += 1;
            if let b'+' | b'-' = self.peek()? {
                self.at += 1;
            }
            self.digits("in exponent of numeric literal")?;
        }
        let text = &self.text[start..self.at];
        match text.parse() {
            Ok(value) if integer => Ok(Number::Int(value)),
            _ => Ok(Number::Json(Cow::Borrowed(text))),
        }
    }

    fn digits(&mut self, context: &str) -> Result<(), JsonError> {
        if !self.peek()?.is_ascii_digit() {
            return Err(self.error(context));
        }
        self.skip_digits();
        Ok(())
    }

    fn skip_digits(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    fn literal(&mut self, word: &str, value: Value<'t>) -> Result<Node<'t>, JsonError> {
        let start = self.at;
        for expected in word.bytes() {
            if self.peek()? != expected {
                return Err(self.error(&format!("in literal {word} (expecting '{}')", char::from(expected))));
            }
            self.at += 1;
        }
        Ok(self.node(start, value, Style::Plain))
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// The next byte, which must be there.
    fn peek(&self) -> Result<u8, JsonError> {
        self.bytes.get(self.at).copied().ok_or_else(|| self.end_error())
    }

    fn node(&self, start: usize, value: Value<'t>, style: Style) -> Node<'t> {
        Node { value, span: Span::new(start as u32, self.at as u32), style, ..Node::default() }
    }

    /// The next byte does not fit.
    fn error(&self, context: &str) -> JsonError {
        let character = self.bytes.get(self.at).map(|&byte| quoted_byte(byte)).unwrap_or_default();
        let message = format!("invalid character {character} {context}");
        JsonError { message, offset: self.at as u32, at_end: false, too_deep: false }
    }

    fn end_error(&self) -> JsonError {
        JsonError { message: "unexpected EOF".to_owned(), offset: self.bytes.len() as u32, at_end: true, too_deep: false }
    }
}

/// A byte as Go quotes it in its complaints: as a character of Latin-1.
pub(super) fn quoted_byte(byte: u8) -> String {
    match byte {
        b'\'' => r"'\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        _ => {
            let quoted = go::quote(char::from(byte).encode_utf8(&mut [0; 2]));
            format!("'{}'", quoted.trim_matches('"'))
        }
    }
}

/// Splits entries into those that count and those whose key comes again.
fn last_wins(entries: Vec<Entry<'_>>) -> Map<'_> {
    if !has_repeated_key(&entries) {
        return Map { entries, shadowed: None };
    }
    let mut seen = HashSet::new();
    let mut counts: Vec<bool> = entries.iter().rev().map(|entry| seen.insert(&entry.key)).collect();
    counts.reverse();
    let mut counts = counts.into_iter();
    let (entries, shadowed) = entries.into_iter().partition(|_| counts.next() == Some(true));
    Map { entries, shadowed: Some(Box::new(shadowed)) }
}

fn has_repeated_key(entries: &[Entry<'_>]) -> bool {
    if entries.len() > 24 {
        let mut seen = HashSet::with_capacity(entries.len());
        return !entries.iter().all(|entry| seen.insert(&entry.key));
    }
    entries.iter().enumerate().any(|(index, entry)| entries[..index].iter().any(|earlier| earlier.key == entry.key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{JsonForm, to_json};

    fn error(text: &str) -> (String, u32) {
        let error = read_json(text).unwrap_err();
        (error.message, error.offset)
    }

    #[test]
    fn values_have_their_places() {
        let text = r#" {"a" : [1, -2.50,"x\n"], "é":{"b":null},"c":true}  "#;
        let node = read_json(text).unwrap();
        let at = |span: Span| &text[span.range()];
        assert_eq!(at(node.span), text.trim());
        let entries = &node.as_map().unwrap().entries;
        assert_eq!(entries.iter().map(|entry| at(entry.key_span)).collect::<Vec<_>>(), ["\"a\"", "\"é\"", "\"c\""]);
        let items = entries[0].value.as_list().unwrap();
        assert_eq!(at(entries[0].value.span), r#"[1, -2.50,"x\n"]"#);
        assert_eq!(items.iter().map(|item| at(item.span)).collect::<Vec<_>>(), ["1", "-2.50", r#""x\n""#]);
        assert_eq!(items[0].value, Value::Number(Number::Int(1)));
        assert_eq!(items[1].value, Value::Number(Number::Json(Cow::Borrowed("-2.50"))));
        assert_eq!((items[2].as_str(), items[2].style), (Some("x\n"), Style::DoubleQuoted));
        assert!(node.get("é").unwrap().get("b").unwrap().is_null());
        assert_eq!(node.get("c").unwrap().as_bool(), Some(true));
        assert_eq!(at(node.get("c").unwrap().span), "true");
    }

    #[test]
    fn numbers_are_integers_where_the_server_reads_integers() {
        for (text, integer) in [
            ("0", Some(0)),
            ("-0", Some(0)),
            ("9223372036854775807", Some(i64::MAX)),
            ("-9223372036854775808", Some(i64::MIN)),
            ("9223372036854775808", None),
            ("1.0", None),
            ("1e3", None),
            ("1E-3", None),
            ("1e400", None),
        ] {
            let node = read_json(text).unwrap();
            assert_eq!(node.as_i64(), integer, "{text}");
            if integer.is_none() {
                assert_eq!(to_json(&node, JsonForm::Written), text);
            }
        }
    }

    #[test]
    fn escapes_are_decoded() {
        for (text, value) in [
            (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
            (r#""\u00e9\u20AC\ud83d\ude00x""#, "é€😀x"),
            (r#""\ud83d\u0041\ude00\ud83d""#, "\u{fffd}A\u{fffd}\u{fffd}"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\u0000""#, "\0"),
            (r#""a\\""#, "a\\"),
        ] {
            assert_eq!(read_json(text).unwrap().as_str(), Some(value), "{text}");
        }
    }

    #[test]
    fn repeated_keys_are_kept_aside() {
        let node = read_json(r#"{"a":1,"b":2,"a":3,"a":4}"#).unwrap();
        let map = node.as_map().unwrap();
        assert_eq!(map.entries.iter().map(|entry| entry.key.as_ref()).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(map.get("a").unwrap().as_i64(), Some(4));
        let shadowed: Vec<_> = map.shadowed.iter().flat_map(|list| list.iter()).map(|entry| entry.value.as_i64()).collect();
        assert_eq!(shadowed, [Some(1), Some(3)]);
        assert_eq!(to_json(&node, JsonForm::Written), r#"{"a":1,"b":2,"a":3,"a":4}"#);
    }

    #[test]
    fn repeated_keys_are_found_in_large_objects() {
        let members: Vec<_> = (0..100).map(|number| format!("\"k{}\":{number}", number % 99)).collect();
        let text = format!("{{{}}}", members.join(","));
        let node = read_json(&text).unwrap();
        assert_eq!(node.as_map().unwrap().len(), 99);
        assert_eq!(node.get("k0").unwrap().as_i64(), Some(99));
    }

    #[test]
    fn complaints_are_those_of_go() {
        for (text, message, offset) in [
            ("x", "invalid character 'x' looking for beginning of value", 0),
            ("[1,]", "invalid character ']' looking for beginning of value", 3),
            ("{a}", "invalid character 'a' looking for beginning of object key string", 1),
            (r#"{"a":1,}"#, "invalid character '}' looking for beginning of object key string", 7),
            (r#"{"a" 1}"#, "invalid character '1' after object key", 5),
            (r#"{"a":1 "b"}"#, "invalid character '\"' after object key:value pair", 7),
            ("[1 2]", "invalid character '2' after array element", 3),
            ("[01]", "invalid character '1' after array element", 2),
            ("\"a\nb\"", "invalid character '\\n' in string literal", 2),
            ("\"a\0b\"", "invalid character '\\x00' in string literal", 2),
            (r#""\'""#, "invalid character '\\'' in string escape code", 2),
            (r#""\u12g4""#, "invalid character 'g' in \\u hexadecimal character escape", 5),
            ("-a", "invalid character 'a' in numeric literal", 1),
            ("1.x", "invalid character 'x' after decimal point in numeric literal", 2),
            ("1e+x", "invalid character 'x' in exponent of numeric literal", 3),
            ("tRue", "invalid character 'R' in literal true (expecting 'r')", 1),
            ("nulL", "invalid character 'L' in literal null (expecting 'l')", 3),
            ("é", "invalid character 'Ã' looking for beginning of value", 0),
            ("\u{a0}", "invalid character 'Â' looking for beginning of value", 0),
            ("\\", "invalid character '\\\\' looking for beginning of value", 0),
            ("1 2", "invalid character '2' after top-level value", 2),
        ] {
            assert_eq!(error(text), (message.to_owned(), offset), "{text:?}");
        }
    }

    #[test]
    fn a_value_that_is_cut_off_ends_unexpectedly() {
        for text in ["", " ", "{", "[", "{\"a", "{\"a\"", "{\"a\":", "[1", "[1,", "\"\\", "\"\\u12", "-", "1.", "1e", "1e-", "tr"]
        {
            let error = read_json(text).unwrap_err();
            assert_eq!(
                (error.message.as_str(), error.at_end, error.offset),
                ("unexpected EOF", true, text.len() as u32),
                "{text:?}"
            );
        }
    }

    #[test]
    fn values_need_nothing_between_them() {
        let mut reader = JsonReader::new("01{}[]\"a\"null\n", 0);
        let mut values = Vec::new();
        while let Some(node) = reader.next_value().unwrap() {
            values.push(to_json(&node, JsonForm::Written));
        }
        assert_eq!(values, ["0", "1", "{}", "[]", "\"a\"", "null"]);
    }

    #[test]
    fn ten_thousand_levels_are_the_limit() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        let read = move || {
            assert!(read_json(&nested(10_000)).is_ok());
            let error = read_json(&nested(10_001)).unwrap_err();
            assert_eq!((error.message.as_str(), error.offset), ("invalid character '[' exceeded max depth", 10_000));
            assert!(error.too_deep);
        };
        std::thread::Builder::new().stack_size(64 << 20).spawn(read).unwrap().join().unwrap();
    }
}
