//! Which style Go's YAML library writes a text in.

use super::{
    chars::{break_len, is_blank_break_or_end},
    resolve::{Scalar, is_timestamp, resolve_plain},
};

/// A style of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

/// What a text looks like, as far as styles depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub has_breaks: bool,
    /// Something that means more than itself where a plain scalar stands.
    has_indicators: bool,
    /// A character that only an escape can write.
    is_special: bool,
    /// A blank or a break at one of its ends.
    has_margin: bool,
    ends_with_blank: bool,
    /// A blank behind a break.
    break_blank: bool,
    /// A break behind a blank.
    blank_break: bool,
}

impl Look {
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut look = Self { has_indicators: text.starts_with("---") || text.starts_with("..."), ..Self::default() };
        let (mut after_blank, mut after_break, mut after_white) = (false, false, true);
        for (at, char) in text.char_indices() {
            let end = at + char.len_utf8();
            let at_an_end = at == 0 || end == bytes.len();
            look.has_indicators |= is_indicator(char, at == 0, after_white, is_blank_break_or_end(bytes, end));
            look.is_special |= !is_printable(char);
            let (is_blank, is_break) = (char == ' ', break_len(bytes, at) > 0);
            look.has_breaks |= is_break;
            look.has_margin |= (is_blank || is_break) && at_an_end;
            look.ends_with_blank |= is_blank && end == bytes.len();
            look.break_blank |= is_blank && after_break;
            look.blank_break |= is_break && after_blank;
            (after_blank, after_break) = (is_blank, is_break);
            after_white = is_blank_break_or_end(bytes, at);
        }
        look
    }

    const fn allows_plain(self) -> bool {
        !(self.has_margin || self.has_breaks || self.has_indicators) && self.allows_single_quotes()
    }

    const fn allows_single_quotes(self) -> bool {
        !(self.break_blank || self.blank_break || self.is_special)
    }

    const fn allows_block(self) -> bool {
        !(self.ends_with_blank || self.blank_break || self.is_special)
    }
}

fn is_indicator(char: char, is_first: bool, after_white: bool, before_white: bool) -> bool {
    match char {
        '#' => is_first || after_white,
        ':' => before_white,
        '?' | '-' => is_first && before_white,
        ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => is_first,
        _ => false,
    }
}

/// The style of a text; `is_key` of one that stands before a colon on its line.
pub(super) fn style(text: &str, look: Look, is_key: bool) -> Style {
    if text.contains('\n') {
        return if look.allows_block() && !is_key { Style::Literal } else { Style::DoubleQuoted };
    }
    if is_read_as_other(text) || (is_key && look.has_breaks) {
        Style::DoubleQuoted
    } else if look.allows_plain() {
        Style::Plain
    } else if look.allows_single_quotes() {
        Style::SingleQuoted
    } else {
        Style::DoubleQuoted
    }
}

/// Whether a plain scalar of this text would be no string.
fn is_read_as_other(text: &str) -> bool {
    resolve_plain(text) != Scalar::Text || is_timestamp(text) || is_base_60(text)
}

/// A float of base 60, as older readers take it: `12:30:45`.
fn is_base_60(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let Some((first, rest)) = unsigned.split_once(':') else { return false };
    let is_number =
        |part: &str| part.starts_with(|c: char| c.is_ascii_digit()) && part.chars().all(|c| c.is_ascii_digit() || c == '_');
    let (places, fraction) = rest.split_once('.').unwrap_or((rest, ""));
    let is_place = |part: &str| match part.as_bytes() {
        [digit] => digit.is_ascii_digit(),
        [ten, digit] => (b'0'..=b'5').contains(ten) && digit.is_ascii_digit(),
        _ => false,
    };
    is_number(first) && places.split(':').all(is_place) && fraction.chars().all(|c| c.is_ascii_digit() || c == '_')
}

/// What may stand in a text without an escape.
const fn is_printable(char: char) -> bool {
    matches!(char, '\n' | ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FEFE}' | '\u{FF00}'..='\u{FFFD}')
}

/// The escape of a character in double quotes; nothing for one that stands for itself.
pub(super) fn escape(char: char) -> Option<String> {
    let is_break = matches!(char, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    if is_printable(char) && !is_break && !matches!(char, '"' | '\\') {
        return None;
    }
    let short = match char {
        '\0' => "\\0",
        '\u{7}' => "\\a",
        '\u{8}' => "\\b",
        '\t' => "\\t",
        '\n' => "\\n",
        '\u{B}' => "\\v",
        '\u{C}' => "\\f",
        '\r' => "\\r",
        '\u{1B}' => "\\e",
        '"' => "\\\"",
        '\\' => "\\\\",
        '\u{85}' => "\\N",
        '\u{2028}' => "\\L",
        '\u{2029}' => "\\P",
        _ => "",
    };
    Some(match u32::from(char) {
        _ if !short.is_empty() => short.to_owned(),
        code @ ..=0xFF => format!("\\x{code:02X}"),
        code @ ..=0xFFFF => format!("\\u{code:04X}"),
        code => format!("\\U{code:08X}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_get_the_styles_of_go() {
        let single =
            ["trail ", " lead", "- x", "-", "?", "? x", "a: b", "a:", "#c", "a #c", "'s'", "%x", "@y", "[b]", "...x", "---"];
        let double = [
            "yes",
            "y",
            "~",
            "",
            "017",
            "0o17",
            "1_000",
            ".5",
            "-.inf",
            "12:30:45",
            "+1:30",
            "1:2:3.5",
            "2024-01-02",
            "a\tb",
            "\u{1F600}",
            "\u{FEFF}",
        ];
        let plain =
            ["--", "=", "<<", ":a", "a#c", "a,b", "1,000", "it's", "café", "日本", "\u{A0}x", "1:60", "1:", "2024-13-01", "--x"];
        for (style, texts) in [(Style::SingleQuoted, &single[..]), (Style::DoubleQuoted, &double), (Style::Plain, &plain)] {
            for text in texts {
                let expected = if *text == "1:" { Style::SingleQuoted } else { style };
                assert_eq!(super::style(text, Look::of(text), false), expected, "{text:?}");
            }
        }
    }

    #[test]
    fn lines_get_a_block_where_it_can_hold_them() {
        for (text, expected) in [
            ("a\nb", Style::Literal),
            ("a\n b", Style::Literal),
            ("a\nb ", Style::DoubleQuoted),
            ("a \nb", Style::DoubleQuoted),
            ("a\nb\t", Style::DoubleQuoted),
            ("a\r\nb", Style::DoubleQuoted),
            ("\u{2028}x", Style::SingleQuoted),
            ("a\u{2028} x", Style::DoubleQuoted),
        ] {
            assert_eq!(style(text, Look::of(text), false), expected, "{text:?}");
        }
        assert_eq!(style("a\nb", Look::of("a\nb"), true), Style::DoubleQuoted);
    }

    #[test]
    fn escapes_are_those_of_go() {
        let texts: Vec<_> = "\0\u{7}\t\"\\\u{85}\u{1}\u{FEFF}\u{1F600}".chars().filter_map(escape).collect();
        assert_eq!(texts, ["\\0", "\\a", "\\t", "\\\"", "\\\\", "\\N", "\\x01", "\\uFEFF", "\\U0001F600"]);
        assert_eq!(escape('é'), None);
    }
}
