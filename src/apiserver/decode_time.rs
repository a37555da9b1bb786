//! Time stamps of `metadata`, read as Go's `time.Parse(time.RFC3339, ...)` does, with its words for what it cannot read.
//!
//! Source: Go's `time` package, `format.go`. It takes a little more than RFC 3339 says: an hour of one digit, a comma before the
//! fraction, an offset of 24 hours.

use std::fmt::Write;

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// Why `value` is no time stamp, in Go's words; nothing when it is one.
pub fn time_fault(value: &str) -> Option<String> {
    match parse(value.as_bytes()) {
        Ok(()) => None,
        Err(Fault::Element { layout, rest }) => {
            let rest = value.len() - rest;
            Some(format!(
                "parsing time {} as {}: cannot parse {} as {}",
                quote(value.as_bytes()),
                quote(LAYOUT.as_bytes()),
                quote(&value.as_bytes()[rest..]),
                quote(layout.as_bytes())
            ))
        }
        Err(Fault::Range(what)) => Some(format!("parsing time {}: {what} out of range", quote(value.as_bytes()))),
        Err(Fault::Extra { rest }) => {
            let rest = &value.as_bytes()[value.len() - rest..];
            Some(format!("parsing time {}: extra text: {}", quote(value.as_bytes()), quote(rest)))
        }
    }
}

/// What stops the reading; `rest` is the number of bytes left.
enum Fault {
    Element { layout: &'static str, rest: usize },
    Range(&'static str),
    Extra { rest: usize },
}

fn parse(text: &[u8]) -> Result<(), Fault> {
    let mut rest = text;
    let year = number4(rest).ok_or(Fault::Element { layout: "2006", rest: rest.len() })?;
    rest = &rest[4..];
    rest = literal(rest, "-")?;
    let month = element(&mut rest, "01", true)?;
    if !(1..=12).contains(&month) {
        return Err(Fault::Range("month"));
    }
    rest = literal(rest, "-")?;
    let day = element(&mut rest, "02", true)?;
    rest = literal(rest, "T")?;
    if element(&mut rest, "15", false)? > 23 {
        return Err(Fault::Range("hour"));
    }
    rest = literal(rest, ":")?;
    if element(&mut rest, "04", true)? > 59 {
        return Err(Fault::Range("minute"));
    }
    rest = literal(rest, ":")?;
    if element(&mut rest, "05", true)? > 59 {
        return Err(Fault::Range("second"));
    }
    rest = fraction(rest);
    rest = zone(rest)?;
    if !rest.is_empty() {
        return Err(Fault::Extra { rest: rest.len() });
    }
    if day < 1 || day > days_in(month, year) {
        return Err(Fault::Range("day"));
    }
    Ok(())
}

fn number4(text: &[u8]) -> Option<u32> {
    let digits = text.get(..4)?;
    digits.iter().all(u8::is_ascii_digit).then(|| digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
}

fn literal<'t>(text: &'t [u8], expected: &'static str) -> Result<&'t [u8], Fault> {
    text.strip_prefix(expected.as_bytes()).ok_or(Fault::Element { layout: expected, rest: text.len() })
}

/// A number of two digits, or of one where `fixed` does not ask for two.
fn element(text: &mut &[u8], layout: &'static str, fixed: bool) -> Result<u32, Fault> {
    let digit = |index: usize| text.get(index).filter(|byte| byte.is_ascii_digit()).map(|byte| u32::from(byte - b'0'));
    let (value, length) = match (digit(0), digit(1)) {
        (Some(tens), Some(ones)) => (tens * 10 + ones, 2),
        (Some(ones), None) if !fixed => (ones, 1),
        _ => return Err(Fault::Element { layout, rest: text.len() }),
    };
    *text = &text[length..];
    Ok(value)
}

fn fraction(text: &[u8]) -> &[u8] {
    match text {
        [b'.' | b',', digits @ ..] => match digits.iter().take_while(|byte| byte.is_ascii_digit()).count() {
            0 => text,
            count => &digits[count..],
        },
        _ => text,
    }
}

fn zone(text: &[u8]) -> Result<&[u8], Fault> {
    const ZONE: &str = "Z07:00";
    let fault = || Fault::Element { layout: ZONE, rest: text.len() };
    if let [b'Z', rest @ ..] = text {
        return Ok(rest);
    }
    let [sign, h1, h2, b':', m1, m2, rest @ ..] = text else { return Err(fault()) };
    let pair = |tens: u8, ones: u8| {
        (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
    };
    let (hours, minutes) = (pair(*h1, *h2), pair(*m1, *m2));
    if hours.is_some_and(|hours| hours > 24) {
        return Err(Fault::Range("time zone offset hour"));
    }
    if hours.is_some() && minutes.is_some_and(|minutes| minutes > 60) {
        return Err(Fault::Range("time zone offset minute"));
    }
    match (sign, hours, minutes) {
        (b'+' | b'-', Some(_), Some(_)) => Ok(rest),
        _ => Err(fault()),
    }
}

fn days_in(month: u32, year: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

/// As the `time` package quotes: everything but printable ASCII as bytes in hexadecimal.
/// `text` in quotes, as the words of Go's package `time` have it.
pub fn quote_time(text: &str) -> String {
    quote(text.as_bytes())
}

fn quote(text: &[u8]) -> String {
    let mut out = String::from("\"");
    for byte in text {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(*byte));
            }
            b' '..=b'~' | 0x7f => out.push(char::from(*byte)),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::time_fault;

    #[test]
    fn what_go_takes() {
        for good in [
            "2026-01-01T00:00:00Z",
            "2024-02-29T23:59:59.123456789+01:30",
            "2026-01-01T0:00:00Z",
            "2026-01-01T00:00:00,5Z",
            "2026-01-01T00:00:00-24:60",
        ] {
            assert_eq!(time_fault(good), None, "{good}");
        }
    }

    /// The right column is what Go 1.25 printed.
    #[test]
    fn what_go_says() {
        let element = |value: &str, rest: &str, layout: &str| {
            format!("parsing time \"{value}\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"{rest}\" as \"{layout}\"")
        };
        let cases = [
            ("foo", element("foo", "foo", "2006")),
            ("", element("", "", "2006")),
            ("2026-01-01", element("2026-01-01", "", "T")),
            ("2026-01-01 00:00:00Z", element("2026-01-01 00:00:00Z", " 00:00:00Z", "T")),
            ("2026-1-01T00:00:00Z", element("2026-1-01T00:00:00Z", "1-01T00:00:00Z", "01")),
            ("2026-01-01T00:00:00", element("2026-01-01T00:00:00", "", "Z07:00")),
            ("2026-13-01T00:00:00Z", "parsing time \"2026-13-01T00:00:00Z\": month out of range".to_owned()),
            ("2026-02-30T00:00:00Z", "parsing time \"2026-02-30T00:00:00Z\": day out of range".to_owned()),
            ("2026-01-01T25:00:00Z", "parsing time \"2026-01-01T25:00:00Z\": hour out of range".to_owned()),
            ("2026-01-01T00:00:00Zx", "parsing time \"2026-01-01T00:00:00Zx\": extra text: \"x\"".to_owned()),
            (
                "é",
                "parsing time \"\\xc3\\xa9\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\\xc3\\xa9\" as \"2006\""
                    .to_owned(),
            ),
        ];
        for (value, expected) in cases {
            assert_eq!(time_fault(value).as_deref(), Some(expected.as_str()));
        }
    }
}
