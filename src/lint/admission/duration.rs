//! Go's durations, as `time.ParseDuration` reads them.

use crate::apiserver::quote_time;

/// Nanoseconds of each unit.
const UNITS: &[(&str, u64)] = &[
    ("ns", 1),
    ("us", 1_000),
    ("\u{b5}s", 1_000),
    ("\u{3bc}s", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// The most nanoseconds that a negative duration has; a positive one has one less.
const LIMIT: u64 = 1 << 63;

/// Why `text` is no duration, in Go's words; nothing when it is one.
pub(super) fn duration_fault(text: &str) -> Option<String> {
    let quoted = quote_time(text);
    match total(text) {
        Ok(()) => None,
        Err(Fault::Invalid) => Some(format!("time: invalid duration {quoted}")),
        Err(Fault::NoUnit) => Some(format!("time: missing unit in duration {quoted}")),
        Err(Fault::Unit(unit)) => Some(format!("time: unknown unit {} in duration {quoted}", quote_time(unit))),
    }
}

enum Fault<'t> {
    Invalid,
    NoUnit,
    Unit(&'t str),
}

fn total(text: &str) -> Result<(), Fault<'_>> {
    let negative = text.starts_with('-');
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return Ok(());
    }
    if rest.is_empty() {
        return Err(Fault::Invalid);
    }
    let mut sum: u64 = 0;
    while !rest.is_empty() {
        let (whole, after) = digits(rest);
        let (fraction, after) = after.strip_prefix('.').map_or(("", after), digits);
        if !rest.starts_with(|c: char| c == '.' || c.is_ascii_digit()) || whole.is_empty() && fraction.is_empty() {
            return Err(Fault::Invalid);
        }
        // Go counts the whole part up to its limit before it looks for the unit.
        let value = number(whole).filter(|value| *value <= LIMIT).ok_or(Fault::Invalid)?;
        let end = after.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        if unit.is_empty() {
            return Err(Fault::NoUnit);
        }
        let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit).ok_or(Fault::Unit(unit))?;
        let value = value.checked_mul(*scale).filter(|value| *value <= LIMIT).ok_or(Fault::Invalid)?;
        let value = value.checked_add(nanoseconds(fraction, *scale)).filter(|value| *value <= LIMIT).ok_or(Fault::Invalid)?;
        sum = sum.checked_add(value).filter(|sum| *sum <= LIMIT).ok_or(Fault::Invalid)?;
        rest = after;
    }
    if sum == LIMIT && !negative { Err(Fault::Invalid) } else { Ok(()) }
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// The number; none when 64 bits do not hold it.
fn number(digits: &str) -> Option<u64> {
    digits.bytes().try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
}

/// The part of a unit that the digits behind a point are.
fn nanoseconds(fraction: &str, scale: u64) -> u64 {
    let value: f64 = format!("0.{fraction}0").parse().unwrap_or_default();
    (value * scale as f64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for good in
            ["0", "+0", "-0", "60s", "1h30m", "1.5h", ".5s", "5.s", "1us", "1\u{b5}s", "1\u{3bc}s", "-2562047h47m16.854775808s"]
        {
            assert_eq!(duration_fault(good), None, "{good}");
        }
        for (bad, text) in [
            ("", r#"time: invalid duration """#),
            ("60", r#"time: missing unit in duration "60""#),
            ("1d", r#"time: unknown unit "d" in duration "1d""#),
            ("abc", r#"time: invalid duration "abc""#),
            ("1 h", r#"time: unknown unit " h" in duration "1 h""#),
            ("PT5M", r#"time: invalid duration "PT5M""#),
            ("-", r#"time: invalid duration "-""#),
            ("1h ", r#"time: unknown unit "h " in duration "1h ""#),
            (".s", r#"time: invalid duration ".s""#),
            ("2562048h", r#"time: invalid duration "2562048h""#),
            ("9223372036854775808ns", r#"time: invalid duration "9223372036854775808ns""#),
            ("1\u{e9}", r#"time: unknown unit "\xc3\xa9" in duration "1\xc3\xa9""#),
        ] {
            assert_eq!(duration_fault(bad).as_deref(), Some(text), "{bad}");
        }
    }
}
