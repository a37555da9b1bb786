//! YAML 1.1 scalars to values, as kubectl's library resolves them.

use super::parser::Tag;

/// What a scalar means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Int(i64),
    UInt(u64),
    Float(f64),
    /// The text itself.
    Text,
}

impl Scalar {
    /// The tag of what a text resolves to, as error texts write it.
    const fn tag(self) -> &'static str {
        match self {
            Self::Null => "!!null",
            Self::Bool(_) => "!!bool",
            Self::Int(_) | Self::UInt(_) => "!!int",
            Self::Float(_) => "!!float",
            Self::Text => "!!str",
        }
    }
}

/// Resolves the text of a scalar under a tag that decides its type. The error says what text of which kind does not fit which tag.
pub(super) fn resolve_tagged(text: &str, tag: Tag) -> Result<Scalar, String> {
    if tag == Tag::Timestamp && is_timestamp(text) {
        return Ok(Scalar::Text);
    }
    let scalar = resolve_plain(text);
    let name = match (tag, scalar) {
        (Tag::Int, Scalar::Int(_) | Scalar::UInt(_))
        | (Tag::Float, Scalar::Float(_))
        | (Tag::Bool, Scalar::Bool(_))
        | (Tag::Null, Scalar::Null) => return Ok(scalar),
        (Tag::Float, Scalar::Int(value)) => return Ok(Scalar::Float(value as f64)),
        (Tag::Int, _) => "!!int",
        (Tag::Float, _) => "!!float",
        (Tag::Bool, _) => "!!bool",
        (Tag::Null, _) => "!!null",
        (Tag::Timestamp, _) => "!!timestamp",
        _ => return Ok(Scalar::Text),
    };
    Err(format!("cannot decode {} `{text}` as a {name}", scalar.tag()))
}

/// Whether the first character or the length of a plain scalar rules out all but text.
pub(super) fn is_plainly_text(text: &str) -> bool {
    /// The longest word with a meaning is `false`.
    const LONGEST_WORD: usize = 5;
    match text.as_bytes() {
        [] | [b'0'..=b'9' | b'+' | b'-' | b'.' | b'~', ..] => false,
        [b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O', ..] => text.len() > LONGEST_WORD,
        _ => true,
    }
}

/// Resolves a plain scalar without tag.
pub(super) fn resolve_plain(text: &str) -> Scalar {
    let Some(&first) = text.as_bytes().first() else {
        return Scalar::Null;
    };
    match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' => resolve_word(text),
        b'0'..=b'9' => resolve_number(text),
        b'+' | b'-' => match text {
            "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
            "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
            _ => resolve_number(text),
        },
        b'.' => match text {
            ".inf" | ".Inf" | ".INF" => Scalar::Float(f64::INFINITY),
            ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
            _ => resolve_point(text),
        },
        _ => Scalar::Text,
    }
}

fn resolve_word(text: &str) -> Scalar {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Scalar::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Scalar::Bool(false),
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        _ => Scalar::Text,
    }
}

/// Text that begins with a digit or a sign.
fn resolve_number(text: &str) -> Scalar {
    let mut clean = String::new();
    let plain = if text.contains('_') {
        clean.extend(text.chars().filter(|&char| char != '_'));
        clean.as_str()
    } else {
        text
    };
    // Most texts that begin like a number go on like none.
    if !plain.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')) {
        return Scalar::Text;
    }
    if let Some(integer) = resolve_integer(plain) {
        return integer;
    }
    if is_decimal_float(plain) {
        return match plain.parse::<f64>() {
            Ok(value) if value.is_finite() => Scalar::Float(value),
            _ => Scalar::Text,
        };
    }
    let binary = match (plain.strip_prefix("0b"), plain.strip_prefix("-0b")) {
        (Some(digits), _) => signed(digits, 2).map(Scalar::Int).or_else(|| unsigned(digits, 2).map(Scalar::UInt)),
        (_, Some(digits)) if !digits.starts_with(['+', '-']) => signed(&format!("-{digits}"), 2).map(Scalar::Int),
        _ => None,
    };
    binary.unwrap_or(Scalar::Text)
}

/// An integer with the prefixes of Go: `0x`, `0o`, `0b`, and `0` for octal.
fn resolve_integer(text: &str) -> Option<Scalar> {
    let (negative, unsigned_text) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = match unsigned_text.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (16, &unsigned_text[2..]),
        [b'0', b'o' | b'O', _, ..] => (8, &unsigned_text[2..]),
        [b'0', b'b' | b'B', _, ..] => (2, &unsigned_text[2..]),
        [b'0', _, ..] => (8, &unsigned_text[1..]),
        _ => (10, unsigned_text),
    };
    let value = unsigned(digits, radix)?;
    match i64::try_from(value) {
        Ok(value) => Some(Scalar::Int(if negative { -value } else { value })),
        Err(_) if negative && value == i64::MIN.unsigned_abs() => Some(Scalar::Int(i64::MIN)),
        Err(_) if unsigned_text.len() == text.len() => Some(Scalar::UInt(value)),
        Err(_) => None,
    }
}

/// Digits only.
fn unsigned(digits: &str, radix: u32) -> Option<u64> {
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

fn signed(digits: &str, radix: u32) -> Option<i64> {
    i64::from_str_radix(digits, radix).ok()
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
fn is_decimal_float(text: &str) -> bool {
    let rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (rest, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty()) && exponent_fits
}

/// Text that begins with a point: digits with `_` between digits only, and an exponent.
fn resolve_point(text: &str) -> Scalar {
    let bytes = text.as_bytes();
    let lone = bytes.iter().enumerate().any(|(at, &byte)| {
        let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
        let between = |at: usize| {
            let before = bytes[..at].iter().rposition(|&byte| byte != b'_');
            is_digit(before) && is_digit(Some(at + 1)) && before == at.checked_sub(1)
        };
        byte == b'_' && !between(at)
    });
    if lone {
        return Scalar::Text;
    }
    let clean = text.replace('_', "");
    match clean.parse::<f64>() {
        Ok(value) if is_decimal_float(&clean) && value.is_finite() => Scalar::Float(value),
        _ => Scalar::Text,
    }
}

/// Whether the text has one of the forms of a point in time, and is a real one.
pub(super) fn is_timestamp(text: &str) -> bool {
    parse_timestamp(text).is_some()
}

fn parse_timestamp(text: &str) -> Option<()> {
    let bytes = text.as_bytes();
    if bytes.len() < 5 || !bytes[..4].iter().all(u8::is_ascii_digit) || bytes[4] != b'-' {
        return None;
    }
    let year: u32 = text.get(..4)?.parse().ok()?;
    let (month, rest) = short_number(text.get(5..)?)?;
    let (day, rest) = short_number(rest.strip_prefix('-')?)?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => return None,
    };
    if day == 0 || day > days {
        return None;
    }
    if rest.is_empty() {
        return Some(());
    }
    let zoned = rest.starts_with(['T', 't']);
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (hour, rest) = short_number(rest)?;
    let (minute, rest) = short_number(rest.strip_prefix(':')?)?;
    let (second, rest) = short_number(rest.strip_prefix(':')?)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let rest = match rest.strip_prefix(['.', ',']) {
        Some(fraction) => {
            let rest = fraction.trim_start_matches(|char: char| char.is_ascii_digit());
            (rest.len() < fraction.len()).then_some(rest)?
        }
        None => rest,
    };
    if zoned { zone(rest) } else { rest.is_empty().then_some(()) }
}

/// `Z`, `+hh:mm` or `-hh:mm`.
fn zone(text: &str) -> Option<()> {
    match text.as_bytes() {
        b"Z" => Some(()),
        [b'+' | b'-', h1, h2, b':', m1, m2] => {
            let digits = [h1, h2, m1, m2].iter().all(|digit| digit.is_ascii_digit());
            let hours = u32::from(h1 - b'0') * 10 + u32::from(h2 - b'0');
            let minutes = u32::from(m1 - b'0') * 10 + u32::from(m2 - b'0');
            (digits && hours <= 24 && minutes <= 60).then_some(())
        }
        _ => None,
    }
}

/// A number of one or two digits and what follows it.
fn short_number(text: &str) -> Option<(u32, &str)> {
    let len = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(len)?;
    Some((digits.parse().ok()?, rest))
}

/// Decodes strict base64 with padding; line breaks may stand between the characters.
pub fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    if !digits.len().is_multiple_of(4) {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3);
    let last = digits.len() / 4;
    for (index, group) in digits.chunks_exact(4).enumerate() {
        let padding = if index + 1 == last { group.iter().rev().take(2).take_while(|&&byte| byte == b'=').count() } else { 0 };
        let mut bits = 0;
        for &digit in &group[..4 - padding] {
            bits = bits << 6 | base64_digit(digit)?;
        }
        bits <<= 6 * padding;
        let bytes = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
        out.extend_from_slice(&bytes[..3 - padding]);
    }
    Some(out)
}

fn base64_digit(digit: u8) -> Option<u32> {
    Some(u32::from(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}
