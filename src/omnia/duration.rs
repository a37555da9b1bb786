//! Go's durations, as `time.ParseDuration` reads them and `Duration.String` writes them.

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

/// The nanoseconds that `text` stands for.
///
/// # Errors
///
/// It is no duration; the words are Go's.
pub fn parse(text: &str) -> Result<i64, String> {
    let quoted = quote_time(text);
    total(text).map_err(|fault| match fault {
        Fault::Invalid => format!("time: invalid duration {quoted}"),
        Fault::NoUnit => format!("time: missing unit in duration {quoted}"),
        Fault::Unit(unit) => format!("time: unknown unit {} in duration {quoted}", quote_time(unit)),
    })
}

/// The text that Go writes for so many nanoseconds: `1h30m0s`, `1.5s`, `300ms`.
pub fn format(nanoseconds: i64) -> String {
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let total = nanoseconds.unsigned_abs();
    match total {
        0 => "0s".to_owned(),
        1..1_000 => format!("{sign}{total}ns"),
        1_000..1_000_000 => format!("{sign}{}\u{b5}s", decimal(total, 1_000)),
        1_000_000..1_000_000_000 => format!("{sign}{}ms", decimal(total, 1_000_000)),
        _ => {
            let (minutes, rest) = (total / 60_000_000_000, total % 60_000_000_000);
            let seconds = decimal(rest, 1_000_000_000);
            match (minutes / 60, minutes % 60) {
                (0, 0) => format!("{sign}{seconds}s"),
                (0, minutes) => format!("{sign}{minutes}m{seconds}s"),
                (hours, minutes) => format!("{sign}{hours}h{minutes}m{seconds}s"),
            }
        }
    }
}

/// `total` in the unit, without zeros behind the point.
fn decimal(total: u64, unit: u64) -> String {
    let width = unit.ilog10() as usize;
    let text = format!("{}.{:0width$}", total / unit, total % unit);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

enum Fault<'t> {
    Invalid,
    NoUnit,
    Unit(&'t str),
}

fn total(text: &str) -> Result<i64, Fault<'_>> {
    let negative = text.starts_with('-');
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return Ok(0);
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
    if negative { Ok(0_i64.wrapping_sub_unsigned(sum)) } else { i64::try_from(sum).map_err(|_| Fault::Invalid) }
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

/// Whole days or weeks (`1d`, `2w`), which Go does not read, as hours; nothing for other texts.
pub fn days(text: &str) -> Option<String> {
    let (number, hours) = text.strip_suffix('d').map(|days| (days, 24)).or(text.strip_suffix('w').map(|weeks| (weeks, 168)))?;
    Some(format!("{}h", number.parse::<u32>().ok()?.checked_mul(hours)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for good in
            ["0", "+0", "-0", "60s", "1h30m", "1.5h", ".5s", "5.s", "1us", "1\u{b5}s", "1\u{3bc}s", "-2562047h47m16.854775808s"]
        {
            assert!(parse(good).is_ok(), "{good}");
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
            assert_eq!(parse(bad).as_ref().map_err(String::as_str), Err(text), "{bad}");
        }
    }

    #[test]
    fn durations_are_written_in_full() {
        for (text, written) in [
            ("0", "0s"),
            ("-0s", "0s"),
            ("24h", "24h0m0s"),
            ("15m", "15m0s"),
            ("90s", "1m30s"),
            ("1h30m", "1h30m0s"),
            ("1500ms", "1.5s"),
            ("300ms", "300ms"),
            ("1.5us", "1.5\u{b5}s"),
            ("7ns", "7ns"),
            ("-1.05h", "-1h3m0s"),
            ("-2562047h47m16.854775808s", "-2562047h47m16.854775808s"),
        ] {
            assert_eq!(format(parse(text).unwrap()), written, "{text}");
        }
    }
}
