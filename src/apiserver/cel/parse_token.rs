//! The tokens of CEL, as its grammar defines them.

/// A kind of token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    End,
    Identifier,
    /// A name between back ticks.
    Escaped,
    Int,
    Uint,
    Float,
    String,
    Bytes,
    True,
    False,
    Null,
    /// An operator, a bracket, or the word `in`.
    Symbol(&'static str),
}

/// A token and where it stands, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The longest first, where one begins with another.
const SYMBOLS: [&str; 24] = [
    "==", "!=", "<=", ">=", "&&", "||", "<", ">", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":", "+", "*", "/", "%",
];

/// All tokens of `source`, the end among them; nothing when some text is none.
pub(super) fn tokens(source: &str) -> Option<Vec<Token>> {
    lex(source, false)
}

/// All tokens of `source`, without the texts that are none.
pub(super) fn tokens_among_others(source: &str) -> Vec<Token> {
    lex(source, true).unwrap_or_default()
}

fn lex(source: &str, skip: bool) -> Option<Vec<Token>> {
    let mut tokens = Vec::with_capacity(source.len() / 3 + 2);
    let mut at = 0;
    loop {
        at = skip_blank(source, at);
        let rest = &source[at..];
        let Some(first) = rest.bytes().next() else {
            tokens.push(Token { kind: Kind::End, start: at, end: at });
            return Some(tokens);
        };
        match token(rest, first) {
            Some((kind, length)) => {
                tokens.push(Token { kind, start: at, end: at + length });
                at += length;
            }
            None if skip => at += refused(rest),
            None => return None,
        }
    }
}

/// The token at the beginning of `rest`, whose first byte is `first`, and its length.
fn token(rest: &str, first: u8) -> Option<(Kind, usize)> {
    Some(match first {
        b'0'..=b'9' => number(rest),
        b'.' if rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit) => number(rest),
        b'"' | b'\'' => (Kind::String, quoted(rest, 0)?),
        b'`' => (Kind::Escaped, escaped(rest)?),
        b'_' | b'a'..=b'z' | b'A'..=b'Z' => match prefixed(rest) {
            Some(found) => found,
            None => word(rest),
        },
        _ => SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)).map(|symbol| (Kind::Symbol(symbol), symbol.len()))?,
    })
}

/// How much of `rest` the lexer of the server takes before it gives up: what could begin a token, and what then cannot go on.
fn refused(rest: &str) -> usize {
    let count = match rest.chars().next() {
        Some('=' | '&' | '|') => 2,
        Some('"' | '\'') => rest.chars().take_while(|character| !matches!(character, '\n' | '\r' | '\\')).count() + 1,
        _ => 1,
    };
    rest.chars().take(count).map(char::len_utf8).sum()
}

fn skip_blank(source: &str, mut at: usize) -> usize {
    let bytes = source.as_bytes();
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\r' | b'\n' | 0x0C) => at += 1,
            Some(b'/') if bytes.get(at + 1) == Some(&b'/') => {
                at = source[at..].find('\n').map_or(source.len(), |length| at + length);
            }
            _ => return at,
        }
    }
}

fn word(rest: &str) -> (Kind, usize) {
    let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let kind = match &rest[..length] {
        "true" => Kind::True,
        "false" => Kind::False,
        "null" => Kind::Null,
        "in" => Kind::Symbol("in"),
        _ => Kind::Identifier,
    };
    (kind, length)
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn number(rest: &str) -> (Kind, usize) {
    if let Some(hex) = rest.strip_prefix("0x") {
        let count = hex.bytes().take_while(u8::is_ascii_hexdigit).count();
        if count > 0 {
            return suffixed(rest, 2 + count);
        }
    }
    let whole = digits(rest);
    let mut length = whole;
    if let Some(fraction) = rest[length..].strip_prefix('.') {
        let count = digits(fraction);
        if count > 0 {
            length += 1 + count;
        }
    }
    if let Some(tail) = rest[length..].strip_prefix(['e', 'E']) {
        let signed = usize::from(tail.starts_with(['+', '-']));
        let count = digits(&tail[signed..]);
        if count > 0 {
            length += 1 + signed + count;
        }
    }
    if length > whole { (Kind::Float, length) } else { suffixed(rest, length) }
}

fn suffixed(rest: &str, length: usize) -> (Kind, usize) {
    if rest[length..].starts_with(['u', 'U']) { (Kind::Uint, length + 1) } else { (Kind::Int, length) }
}

fn escaped(rest: &str) -> Option<usize> {
    let inner = rest[1..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"_.-/ ".contains(byte)).count();
    (inner > 0 && rest[1 + inner..].starts_with('`')).then_some(inner + 2)
}

/// A text with the prefix `r`, `b` or `br`; none when the letters begin a name.
fn prefixed(rest: &str) -> Option<(Kind, usize)> {
    let bytes = rest.as_bytes();
    let is_bytes = matches!(bytes.first(), Some(b'b' | b'B'));
    let raw_at = usize::from(is_bytes);
    let raw = matches!(bytes.get(raw_at), Some(b'r' | b'R'));
    let prefix = raw_at + usize::from(raw);
    if prefix == 0 || !matches!(bytes.get(prefix), Some(b'"' | b'\'')) {
        return None;
    }
    let kind = if is_bytes { Kind::Bytes } else { Kind::String };
    quoted(rest, prefix).map(|length| (kind, length))
}

/// The length of the quoted text that begins with `prefix` letters.
fn quoted(rest: &str, prefix: usize) -> Option<usize> {
    let raw = rest[..prefix].ends_with(['r', 'R']);
    let body = &rest[prefix..];
    let quote = body.chars().next()?;
    let triple = if quote == '"' { "\"\"\"" } else { "'''" };
    let long = body.starts_with(triple).then(|| triple_quoted(&body[3..], triple, raw)).flatten().map(|length| length + 3);
    // A text in single quotes may be all there is where three quotes have no end.
    let short = || single_quoted(&body[1..], quote, raw).map(|length| length + 1);
    long.or_else(short).map(|length| prefix + length)
}

fn triple_quoted(body: &str, end: &str, raw: bool) -> Option<usize> {
    let mut at = 0;
    while at < body.len() {
        if body[at..].starts_with(end) {
            return Some(at + 3);
        }
        at += match body[at..].chars().next() {
            Some('\\') if !raw => escape(&body[at..])?,
            Some(other) => other.len_utf8(),
            None => return None,
        };
    }
    None
}

fn single_quoted(body: &str, quote: char, raw: bool) -> Option<usize> {
    let mut at = 0;
    loop {
        match body[at..].chars().next()? {
            '\n' | '\r' => return None,
            other if other == quote => return Some(at + 1),
            '\\' if !raw => at += escape(&body[at..])?,
            other => at += other.len_utf8(),
        }
    }
}

/// The length of the escape sequence at the beginning of `text`.
fn escape(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let hex = |count: usize| (0..count).all(|index| bytes.get(2 + index).is_some_and(u8::is_ascii_hexdigit)).then_some(2 + count);
    match bytes.get(1)? {
        b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'"' | b'\'' | b'\\' | b'?' | b'`' => Some(2),
        b'x' | b'X' => hex(2),
        b'u' => hex(4),
        b'U' => hex(8),
        b'0'..=b'3' => (2..4).all(|index| matches!(bytes.get(index), Some(b'0'..=b'7'))).then_some(4),
        _ => None,
    }
}
