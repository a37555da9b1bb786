//! The formats `date`, `date-time` and `duration`.

/// A date of the calendar as `2006-01-02`.
pub(super) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let number = |range: std::ops::Range<usize>| {
        let digits = &bytes[range];
        digits.iter().all(u8::is_ascii_digit).then(|| digits.iter().fold(0_u32, |sum, digit| sum * 10 + u32::from(digit - b'0')))
    };
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else { return false };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// A date, `t`, and a time with a zone. What follows a second `t` does not count.
pub(super) fn is_date_time(text: &str) -> bool {
    let mut parts = text.split(['t', 'T']);
    match (parts.next(), parts.next()) {
        (Some(date), Some(time)) => is_date(date) && is_time(time),
        _ => false,
    }
}

/// `15:04:05`, maybe a fraction behind any one character, and `Z` or an offset whose numbers may be any.
fn is_time(text: &str) -> bool {
    let Some((clock, mut rest)) = text.split_at_checked(8) else { return false };
    let two = |at: usize, most: &str| {
        clock.get(at..at + 2).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()) && digits <= most)
    };
    let colons = clock.as_bytes()[2] == b':' && clock.as_bytes()[5] == b':';
    if !colons || !two(0, "23") || !two(3, "59") || !two(6, "59") {
        return false;
    }
    if is_zone(rest) {
        return true;
    }
    let mut characters = rest.chars();
    if characters.next().is_none_or(|character| character == '\n') {
        return false;
    }
    rest = characters.as_str();
    let zone = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    zone.len() < rest.len() && is_zone(zone)
}

fn is_zone(text: &str) -> bool {
    let bytes = text.as_bytes();
    match bytes {
        [b'z' | b'Z'] => true,
        [b'+' | b'-', a, b, b':', c, d] => [a, b, c, d].into_iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Go's duration, or a text with at least one number and unit in words (`2 days`).
pub(super) fn is_duration(text: &str) -> bool {
    is_go_duration(text) || is_worded_duration(text)
}

/// What `time.ParseDuration` accepts.
fn is_go_duration(text: &str) -> bool {
    /// The largest magnitude, in nanoseconds.
    const LIMIT: u64 = 1 << 63;
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return true;
    }
    if rest.is_empty() {
        return false;
    }
    let mut total = 0_u64;
    while !rest.is_empty() {
        let (whole, after) = split_digits(rest);
        let (fraction, after) = match after.strip_prefix('.') {
            Some(after) => split_digits(after),
            None => ("", after),
        };
        if whole.is_empty() && fraction.is_empty() {
            return false;
        }
        let end = after.find(|character: char| character == '.' || character.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let Some(nanoseconds) = go_unit(unit) else { return false };
        let whole = if whole.is_empty() { Some(0) } else { whole.parse::<u64>().ok() };
        let Some(value) = whole.filter(|whole| *whole <= LIMIT / nanoseconds) else { return false };
        // At most an hour, which a double holds exactly enough.
        let part = format!("0.{fraction}0").parse::<f64>().unwrap_or(0.0) * nanoseconds as f64;
        total = match (value * nanoseconds)
            .checked_add(part as u64)
            .filter(|value| *value <= LIMIT)
            .and_then(|value| total.checked_add(value))
        {
            Some(total) if total <= LIMIT => total,
            _ => return false,
        };
        rest = after;
    }
    negative || total < LIMIT
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

fn go_unit(name: &str) -> Option<u64> {
    Some(match name {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    })
}

/// Whether a number with a unit stands anywhere. A number beyond 64 bits spoils the text.
fn is_worded_duration(text: &str) -> bool {
    let mut found = false;
    let mut rest = text;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let (number, after) = split_digits(&rest[start..]);
        let unit = after.trim_start_matches(['\t', '\n', '\x0c', '\r', ' ']);
        let end = unit.find(|character: char| !character.is_ascii_alphabetic() && character != '\u{b5}').unwrap_or(unit.len());
        let (unit, behind) = unit.split_at(end);
        if unit.is_empty() {
            rest = after;
            continue;
        }
        if number.parse::<i64>().is_err() {
            return false;
        }
        found |= is_unit_word(&unit.to_ascii_lowercase());
        rest = behind;
    }
    found
}

/// Of each unit the last spelling also counts as a beginning (`seconds`).
fn is_unit_word(word: &str) -> bool {
    matches!(word, "ns" | "us" | "\u{b5}s" | "ms" | "s" | "m" | "h" | "hr" | "d" | "w" | "wk")
        || ["nano", "micro", "milli", "sec", "min", "hour", "day", "week"].iter().any(|unit| word.starts_with(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for good in ["2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31"] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "2023-02-29",
            "1900-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-01-00",
            "2024-1-01",
            "2024-01-01 ",
            "+024-01-01",
            "2024-04-31",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn times_need_a_zone() {
        for good in [
            "2024-01-02T03:04:05Z",
            "2024-01-02t03:04:05z",
            "2024-01-02T23:59:59.123+99:99",
            "2024-01-02T03:04:05,5Z",
            "2024-01-02T03:04:05é5Z",
            "2024-01-02T03:04:05Ztrash",
            "2024-01-02T03:04:0500Z",
        ] {
            assert!(is_date_time(good), "{good}");
        }
        for bad in [
            "2024-01-02 03:04:05",
            "2024-01-02T03:04:05",
            "2024-01-02T24:00:00Z",
            "2024-01-02T03:60:00Z",
            "2024-01-02T03:04:60Z",
            "2024-01-02T03:04:05.Z",
            "2024-01-02T03:04:05\n5Z",
            "2024-01-02T3:04:05Z",
            "",
        ] {
            assert!(!is_date_time(bad), "{bad:?}");
        }
    }

    #[test]
    fn durations_are_of_go_or_in_words() {
        for good in [
            "1h30m",
            "0",
            "-1.5h",
            "1\u{b5}s",
            "1\u{3bc}s",
            ".5s",
            "5.s",
            "2 days",
            "3 Weeks",
            "x 1hr y",
            "1h 5x",
            "9223372036854775807ns",
            "-9223372036854775808ns",
            "1s2",
        ] {
            assert!(is_duration(good), "{good}");
        }
        for bad in
            ["", "-", "5 parsecs", "1", "1.5", ".s", "h", "99999999999999999999 days 1 day", "5dayss x 99999999999999999999 s"]
        {
            assert!(!is_duration(bad), "{bad}");
        }
    }
}
