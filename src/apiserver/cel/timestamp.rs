//! Points in time and durations: reading, printing and calculating as Go's `time` package does.

use std::fmt::{self, Write as _};

use super::value::Fault;

/// Seconds from 1970 to the beginning of the year 1 and to the end of the year 9999, the range of CEL.
const RANGE: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;
const DAY: i64 = 86_400;
const SECOND: i64 = 1_000_000_000;

/// A point in time, with the zone in which it is printed.
#[derive(Debug, Clone, Copy)]
pub struct Timestamp {
    /// Seconds since 1970.
    pub seconds: i64,
    /// Nanoseconds of the second.
    pub nanos: u32,
    /// Seconds east of UTC.
    pub offset: i32,
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        (self.seconds, self.nanos) == (other.seconds, other.nanos)
    }
}

/// A timestamp in parts, in its zone.
#[derive(Debug, Clone, Copy)]
pub struct Civil {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// The day of the year, from 0.
    pub day_of_year: i64,
    /// The day of the week, Sunday is 0.
    pub day_of_week: i64,
    /// The second of the day.
    pub second_of_day: i64,
}

impl Timestamp {
    /// The second `seconds` since 1970, in UTC.
    ///
    /// # Errors
    ///
    /// It lies outside of the years 1 to 9999.
    pub fn from_unix(seconds: i64) -> Result<Self, Fault> {
        Self { seconds, nanos: 0, offset: 0 }.checked()
    }

    fn checked(self) -> Result<Self, Fault> {
        if RANGE.contains(&self.seconds) { Ok(self) } else { Err(Fault::error("timestamp overflow")) }
    }

    /// Reads `2006-01-02T15:04:05.999Z` or with an offset, as Go's `time.Parse(time.RFC3339)`; nothing when it is none.
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        let (date, rest) = text.split_at_checked(10)?;
        let rest = rest.strip_prefix('T')?;
        let days = days_of_date(date)?;
        let (clock, rest) = split_clock(rest)?;
        let (nanos, rest) = fraction(rest);
        Self::assemble(days, clock, nanos, zone(rest)?)
    }

    /// Reads a `date-time` of a schema, which may lack the zone.
    pub fn parse_schema(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self { seconds: 0, nanos: 0, offset: 0 });
        }
        Self::parse_rfc3339(text).or_else(|| Self::parse_rfc3339(&format!("{text}Z")))
    }

    /// Reads a `date` of a schema.
    pub fn parse_date(text: &str) -> Option<Self> {
        (text.len() == 10).then(|| days_of_date(text)).flatten().map(|days| Self { seconds: days * DAY, nanos: 0, offset: 0 })
    }

    fn assemble(days: i64, clock: i64, nanos: u32, offset: i32) -> Option<Self> {
        Some(Self { seconds: days * DAY + clock - i64::from(offset), nanos, offset })
    }

    /// The timestamp and `nanos` nanoseconds.
    ///
    /// # Errors
    ///
    /// The sum lies outside of the years 1 to 9999.
    pub fn plus(self, nanos: i64) -> Result<Self, Fault> {
        let sum = i128::from(self.seconds) * i128::from(SECOND) + i128::from(self.nanos) + i128::from(nanos);
        let seconds = sum.div_euclid(i128::from(SECOND));
        let fraction = sum.rem_euclid(i128::from(SECOND));
        let overflow = || Fault::error("timestamp overflow");
        Self {
            seconds: i64::try_from(seconds).map_err(|_| overflow())?,
            nanos: u32::try_from(fraction).map_err(|_| overflow())?,
            offset: self.offset,
        }
        .checked()
    }

    /// The time from `other` to this, in nanoseconds.
    ///
    /// # Errors
    ///
    /// It exceeds 292 years.
    pub fn since(self, other: Self) -> Result<i64, Fault> {
        let total = |time: Self| i128::from(time.seconds) * i128::from(SECOND) + i128::from(time.nanos);
        i64::try_from(total(self) - total(other)).map_err(|_| Fault::error("timestamp overflow"))
    }

    /// Whether this is the zero of Go's `time.Time`, the beginning of the year 1.
    pub const fn is_zero(self) -> bool {
        self.seconds == *RANGE.start() && self.nanos == 0
    }

    /// The parts in the zone of the timestamp.
    pub const fn civil(self) -> Civil {
        let local = self.seconds + self.offset as i64;
        let days = local.div_euclid(DAY);
        let (year, month, day) = date_of_days(days);
        Civil {
            year,
            month,
            day,
            day_of_year: days - days_before(year, 1, 1),
            day_of_week: (days + 4).rem_euclid(7),
            second_of_day: local.rem_euclid(DAY),
        }
    }
}

impl fmt::Display for Timestamp {
    /// As `time.RFC3339Nano` prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let civil = self.civil();
        let second = civil.second_of_day;
        write!(f, "{:04}-{:02}-{:02}T", civil.year, civil.month, civil.day)?;
        write!(f, "{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)?;
        if self.nanos > 0 {
            let digits = format!("{:09}", self.nanos);
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        if self.offset == 0 {
            return f.write_char('Z');
        }
        let minutes = self.offset.abs() / 60;
        let sign = if self.offset < 0 { '-' } else { '+' };
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

/// Days from 1970 to a date; Howard Hinnant's `days_from_civil`.
const fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * shifted + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a day since 1970; Howard Hinnant's `civil_from_days`.
const fn date_of_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

fn number(text: &str) -> Option<i64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn days_of_date(text: &str) -> Option<i64> {
    if !crate::apiserver::format_time::is_date(text) {
        return None;
    }
    Some(days_before(number(&text[..4])?, number(&text[5..7])?, number(&text[8..])?))
}

/// `15:04:05` at the beginning: the second of the day and the rest. Go takes an hour of one digit too.
fn split_clock(text: &str) -> Option<(i64, &str)> {
    let (hour, rest) = text.split_once(':')?;
    if !(1..=2).contains(&hour.len()) {
        return None;
    }
    let (clock, rest) = rest.split_at_checked(5)?;
    let (hour, minute, second) = (number(hour)?, number(clock.get(..2)?)?, number(clock.get(3..)?)?);
    let valid = clock.as_bytes()[2] == b':' && hour < 24 && minute < 60 && second < 60;
    valid.then_some((hour * 3600 + minute * 60 + second, rest))
}

/// A fraction of a second at the beginning, in nanoseconds, and the rest. More digits than nine do not count.
fn fraction(text: &str) -> (u32, &str) {
    let Some(digits) = text.strip_prefix(['.', ',']) else { return (0, text) };
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return (0, text);
    }
    let (digits, rest) = digits.split_at(count);
    let nanos = digits.bytes().chain(std::iter::repeat(b'0')).take(9).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    (nanos, rest)
}

/// `Z` or `+02:00`, in seconds east.
fn zone(text: &str) -> Option<i32> {
    match text.as_bytes() {
        [b'Z'] => Some(0),
        [sign @ (b'+' | b'-'), _, _, b':', _, _] => offset(*sign, &text[1..3], &text[4..]),
        _ => None,
    }
}

fn offset(sign: u8, hours: &str, minutes: &str) -> Option<i32> {
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    if hours > 24 || minutes > 59 {
        return None;
    }
    let seconds = i32::try_from(hours * 3600 + minutes * 60).ok()?;
    Some(if sign == b'-' { -seconds } else { seconds })
}

/// Reads a duration as Go's `time.ParseDuration` (`1h30m`, `-1.5s`), in nanoseconds.
pub fn parse_duration(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut sum: u64 = 0;
    while !rest.is_empty() {
        let (part, after) = duration_part(rest)?;
        sum = sum.checked_add(part).filter(|sum| *sum <= 1 << 63)?;
        rest = after;
    }
    if negative {
        return Some((sum as i64).wrapping_neg());
    }
    i64::try_from(sum).ok()
}

/// One number with a unit at the beginning, in nanoseconds, and the rest.
fn duration_part(text: &str) -> Option<(u64, &str)> {
    let whole = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, mut rest) = text.split_at(whole);
    let mut value: u64 = 0;
    for digit in digits.bytes() {
        value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0')).filter(|value| *value <= 1 << 63)?;
    }
    let mut fraction: u64 = 0;
    let mut scale = 1.0_f64;
    if let Some(after) = rest.strip_prefix('.') {
        let count = after.bytes().take_while(u8::is_ascii_digit).count();
        if count == 0 && whole == 0 {
            return None;
        }
        let (digits, after) = after.split_at(count);
        let mut full = false;
        for digit in digits.bytes() {
            if full {
                continue;
            }
            match fraction.checked_mul(10).and_then(|sum| sum.checked_add(u64::from(digit - b'0'))) {
                Some(sum) if sum <= 1 << 63 && fraction <= (i64::MAX as u64) / 10 => {
                    fraction = sum;
                    scale *= 10.0;
                }
                _ => full = true,
            }
        }
        rest = after;
    } else if whole == 0 {
        return None;
    }
    let unit_len = rest.bytes().take_while(|byte| *byte != b'.' && !byte.is_ascii_digit()).count();
    let (unit, rest) = rest.split_at(unit_len);
    let unit: u64 = match unit {
        "ns" => 1,
        "us" | "µs" | "μs" => 1000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let mut nanos = value.checked_mul(unit).filter(|nanos| *nanos <= 1 << 63)?;
    if fraction > 0 {
        nanos = nanos.checked_add((fraction as f64 * (unit as f64 / scale)) as u64).filter(|nanos| *nanos <= 1 << 63)?;
    }
    Some((nanos, rest))
}

/// A duration as `string` of CEL prints it: seconds as a decimal fraction (`5400s`, `0.5s`).
pub fn duration_text(nanos: i64) -> String {
    // As Go's `Duration.Seconds`: whole seconds and the fraction are added as doubles.
    let seconds = (nanos / SECOND) as f64 + (nanos % SECOND) as f64 / 1e9;
    format!("{seconds}s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_survive_a_round_trip() {
        for text in
            ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59.5Z", "2024-02-29T12:30:00+02:00", "9999-12-31T23:59:59.999999999Z"]
        {
            assert_eq!(Timestamp::parse_rfc3339(text).map(|time| time.to_string()).as_deref(), Some(text));
        }
        for text in ["2024-02-30T00:00:00Z", "2024-01-01 00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00", "", "x"] {
            assert!(Timestamp::parse_rfc3339(text).is_none(), "{text}");
        }
    }

    #[test]
    fn durations_read_as_go_reads_them() {
        let cases = [
            ("1h30m", Some(5_400_000_000_000)),
            ("-1.5s", Some(-1_500_000_000)),
            ("0", Some(0)),
            (".5ms", Some(500_000)),
            ("1", None),
            ("", None),
            ("1d", None),
            ("-9223372036854775808ns", Some(i64::MIN)),
            ("9223372036854775808ns", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_duration(text), expected, "{text}");
        }
        assert_eq!(duration_text(5_400_000_000_000), "5400s");
        assert_eq!(duration_text(-500_000_000), "-0.5s");
    }
}
