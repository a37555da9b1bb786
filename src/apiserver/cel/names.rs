//! How CEL spells the names of fields that are no identifiers.
//!
//! Source: `pkg/cel/escaping.go` of `k8s.io/apiserver`.

use std::borrow::Cow;

/// The words with a meaning of their own.
const LITERALS: [&str; 4] = ["true", "false", "null", "in"];

/// Names that no variable and no function may have.
pub(super) const RESERVED: [&str; 17] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// Whether no field can be named so as it is.
fn is_word(name: &str) -> bool {
    LITERALS.contains(&name) || RESERVED.contains(&name)
}

/// The name of the field `name` in an expression; nothing when no expression can name it.
pub fn escape(name: &str) -> Option<Cow<'_, str>> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let first = name.bytes().next()?;
    if first.is_ascii_digit() || !name.bytes().all(|byte| plain(byte) || matches!(byte, b'-' | b'.' | b'/')) {
        return None;
    }
    if is_word(name) {
        return Some(format!("__{name}__").into());
    }
    if name.bytes().all(plain) && !name.contains("__") {
        return Some(name.into());
    }
    // One pass: what a replacement brings in is not replaced again.
    let mut out = String::with_capacity(name.len() + 16);
    let mut rest = name;
    while let Some(character) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("__") {
            out.push_str("__underscores__");
            rest = after;
            continue;
        }
        match character {
            '.' => out.push_str("__dot__"),
            '-' => out.push_str("__dash__"),
            '/' => out.push_str("__slash__"),
            other => out.push(other),
        }
        rest = &rest[character.len_utf8()..];
    }
    Some(out.into())
}

/// The name of the field that an expression calls `name`; nothing when there can be none.
pub fn unescape(name: &str) -> Option<Cow<'_, str>> {
    if !name.contains("__") {
        return Some(name.into());
    }
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find("__") {
        let inner = &rest[at + 2..];
        let length = inner.bytes().take_while(|byte| *byte != b'_').count();
        if length == 0 || !inner[length..].starts_with("__") {
            // No escape sequence begins here; one may begin at the next underscore.
            out.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        }
        out.push_str(&rest[..at]);
        let word = &inner[..length];
        match word {
            "underscores" => out.push_str("__"),
            "dot" => out.push('.'),
            "dash" => out.push('-'),
            "slash" => out.push('/'),
            _ if is_word(word) && name.len() == length + 4 => out.push_str(word),
            _ => return None,
        }
        rest = &inner[length + 2..];
    }
    out.push_str(rest);
    Some(out.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        let cases = [
            ("namespace", Some("__namespace__")),
            ("a-b", Some("a__dash__b")),
            ("x.y", Some("x__dot__y")),
            ("p/q", Some("p__slash__q")),
            ("u__v", Some("u__underscores__v")),
            ("a___b", Some("a__underscores___b")),
            ("plain_1", Some("plain_1")),
            ("1a", None),
            ("", None),
            ("a b", None),
            ("ä", None),
        ];
        for (name, escaped) in cases {
            assert_eq!(escape(name).as_deref(), escaped, "{name}");
            if let Some(escaped) = escaped {
                assert_eq!(unescape(escaped).as_deref(), Some(name), "{escaped}");
            }
        }
        assert_eq!(unescape("__other__"), None);
        assert_eq!(unescape("a__namespace__"), None);
        assert_eq!(unescape("a__b").as_deref(), Some("a__b"));
    }
}
