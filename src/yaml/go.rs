//! Values as Go prints them: `%q`, `%v` of floats, and the strings and floats of `encoding/json`.
//!
//! The texts of kubectl and of the API server are made of these.

use std::fmt::Write as _;

use super::printable::is_printable;

/// `text` as `%q` prints it.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

/// Appends `text` as `%q` prints it.
pub fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Bytes that need not be UTF-8 as `%q` prints them; a byte that is part of no character becomes `\xNN`.
pub fn quote_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push('"');
    for chunk in bytes.utf8_chunks() {
        push_escaped(&mut out, chunk.valid());
        for byte in chunk.invalid() {
            push_format(&mut out, format_args!("\\x{byte:02x}"));
        }
    }
    out.push('"');
    out
}

fn push_escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            _ if is_printable(character) => out.push(character),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            '\0'..' ' | '\u{7f}' => push_format(out, format_args!("\\x{:02x}", u32::from(character))),
            '\u{80}'..='\u{ffff}' => push_format(out, format_args!("\\u{:04x}", u32::from(character))),
            _ => push_format(out, format_args!("\\U{:08x}", u32::from(character))),
        }
    }
}

/// `value` as `%v` prints it: the shortest digits that read back, with an exponent below 1e-4 and from 1e6 on.
///
/// Also what `string(double)` of CEL and the bounds in validation texts look like.
pub fn float64(value: f64) -> String {
    general(value, format!("{value:e}"))
}

/// `value` in the shortest form at 32 bits, as a YAML float becomes a mapping key (`1e+06`, `1.2345679e+08`).
pub fn float32(value: f32) -> String {
    general(f64::from(value), format!("{value:e}"))
}

/// Go's `g` verb with the shortest digits, from Rust's exponent form.
fn general(value: f64, scientific: String) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let (mantissa, exponent) = split_exponent(&scientific);
    if !(-4..6).contains(&exponent) {
        return exponent_form(mantissa, exponent);
    }
    // The digits of `mantissa` are the shortest ones; at 32 bits a detour over `f64` would add some.
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    match usize::try_from(exponent) {
        Err(_) => format!("{sign}0.{}{digits}", "0".repeat(exponent.unsigned_abs() as usize - 1)),
        Ok(exponent) if digits.len() <= exponent + 1 => format!("{sign}{digits:0<width$}", width = exponent + 1),
        Ok(exponent) => format!("{sign}{}.{}", &digits[..=exponent], &digits[exponent + 1..]),
    }
}

/// `1.5e7` in parts: the mantissa and the exponent.
fn split_exponent(scientific: &str) -> (&str, i32) {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    (mantissa, exponent.parse().unwrap_or(0))
}

/// Go's exponent form: a sign always, two digits at least.
fn exponent_form(mantissa: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

/// Appends `value` as `encoding/json` writes a float: plain from 1e-6 up to below 1e21, else with an exponent (`1e-7`, `1e+21`).
///
/// Infinities and NaN have no JSON form; `encoding/json` refuses them, here they come out as in `%v`.
pub fn push_json_float(out: &mut String, value: f64) {
    let magnitude = value.abs();
    if !value.is_finite() {
        out.push_str(&float64(value));
    } else if magnitude != 0.0 && !(1e-6..1e21).contains(&magnitude) {
        let scientific = format!("{value:e}");
        let (mantissa, exponent) = split_exponent(&scientific);
        let sign = if exponent < 0 { '-' } else { '+' };
        push_format(out, format_args!("{mantissa}e{sign}{}", exponent.unsigned_abs()));
    } else {
        push_format(out, format_args!("{value}"));
    }
}

/// Appends `text` as `encoding/json` writes a string, with quotes: `<`, `>`, `&`, U+2028 and U+2029 are escaped too.
pub fn push_json_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(needs_look) {
        out.push_str(&rest[..at]);
        let length = push_json_escape(out, &rest[at..]);
        rest = &rest[at + length..];
    }
    out.push_str(rest);
    out.push('"');
}

/// Whether a character that begins with `byte` may need an escape in JSON. 0xE2 begins U+2028 and U+2029.
fn needs_look(byte: u8) -> bool {
    byte < b' ' || matches!(byte, b'"' | b'\\' | b'<' | b'>' | b'&' | 0xe2)
}

/// Appends the first character of `text`, escaped where needed; its length in bytes.
fn push_json_escape(out: &mut String, text: &str) -> usize {
    let Some(character) = text.chars().next() else { return 0 };
    match character {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\0'..' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
            push_format(out, format_args!("\\u{:04x}", u32::from(character)))
        }
        _ => out.push(character),
    }
    character.len_utf8()
}

/// Formats into a string, which cannot fail.
fn push_format(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_escapes_as_go() {
        assert_eq!(quote("a\"b\\c\n\u{7}\u{1}\u{7f}"), r#""a\"b\\c\n\a\x01\x7f""#);
        assert_eq!(quote("é€🙂"), "\"é€🙂\"");
        assert_eq!(quote("\u{a0}\u{85}\u{2028}\u{feff}\u{e000}\u{10ffff}"), r#""\u00a0\u0085\u2028\ufeff\ue000\U0010ffff""#);
        assert_eq!(quote("\u{8}\u{c}\r\t\u{b}\0"), r#""\b\f\r\t\v\x00""#);
        assert_eq!(quote_bytes(b"a\xff\xe2\x82z\xc3\xa9"), "\"a\\xff\\xe2\\x82zé\"");
    }

    #[test]
    fn floats_print_as_with_the_v_verb() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (999_999.0, "999999"),
            (1e6, "1e+06"),
            (1_234_567.0, "1.234567e+06"),
            (1_234_567_895e-1, "1.234567895e+08"),
            (100.0, "100"),
            (120.25, "120.25"),
            (1e20, "1e+20"),
            (1e21, "1e+21"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (0.000_123_45, "0.00012345"),
            (0.1, "0.1"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
            (f64::INFINITY, "+Inf"),
            (f64::NEG_INFINITY, "-Inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(float64(value), text);
        }
    }

    #[test]
    fn keys_print_at_32_bits() {
        for (value, text) in [
            (1.0, "1"),
            (100_000.0, "100000"),
            (1e6, "1e+06"),
            (1e-5, "1e-05"),
            (123_456_789.0, "1.2345679e+08"),
            (0.1, "0.1"),
            (-0.0, "-0"),
            (1.1, "1.1"),
            (-12.375, "-12.375"),
            (0.001_5, "0.0015"),
        ] {
            assert_eq!(float32(value), text);
        }
    }

    #[test]
    fn floats_print_as_json() {
        let json = |value| {
            let mut out = String::new();
            push_json_float(&mut out, value);
            out
        };
        for (value, text) in [
            (1.0, "1"),
            (-0.0, "-0"),
            (1e6, "1000000"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (1.5e-10, "1.5e-10"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (-1e300, "-1e+300"),
            (0.1, "0.1"),
            (18_446_744_073_709_551_615.0, "18446744073709552000"),
        ] {
            assert_eq!(json(value), text);
        }
    }

    #[test]
    fn strings_print_as_json() {
        let json = |text| {
            let mut out = String::new();
            push_json_string(&mut out, text);
            out
        };
        assert_eq!(json("a\"\\/b"), r#""a\"\\/b""#);
        assert_eq!(json("<a>&\u{2028}\u{2029}€\u{7f}"), "\"\\u003ca\\u003e\\u0026\\u2028\\u2029€\u{7f}\"");
        assert_eq!(json("\u{8}\u{c}\n\r\t\u{1}\u{1f}"), r#""\b\f\n\r\t\u0001\u001f""#);
        assert_eq!(json(""), "\"\"");
    }
}
