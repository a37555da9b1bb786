//! Quantities of resources (`500m`, `1Gi`, `1e3`), and how the library writes them.
//!
//! Source: `k8s.io/apimachinery/pkg/api/resource`.

use std::{borrow::Cow, cmp::Ordering, fmt};

use super::decimal::Decimal;

const FORMAT_WRONG: &str = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX_WRONG: &str = "unable to parse quantity's suffix";
const NUMBER_WRONG: &str = "unable to parse numeric part of quantity";

/// The letters for powers of ten.
const DECIMAL_SUFFIXES: &[(&str, i64)] =
    &[("n", -9), ("u", -6), ("m", -3), ("", 0), ("k", 3), ("M", 6), ("G", 9), ("T", 12), ("P", 15), ("E", 18)];

/// The letters for powers of two.
const BINARY_SUFFIXES: &[(&str, i64)] = &[("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60)];

/// Decimal digits that surely fit 64 bits.
const SMALL_DIGITS: i64 = 18;

/// A quantity: a decimal number without limit of size.
#[derive(Debug, Clone)]
pub struct Quantity {
    number: Decimal,
    /// The value and the power of ten, where the server holds the quantity in 64 bits.
    small: Option<(i64, i32)>,
}

impl Quantity {
    pub(super) fn small(value: i64, scale: i32) -> Self {
        let digits = value.unsigned_abs().to_string().bytes().map(|byte| byte - b'0').collect();
        let number = Decimal { negative: value < 0, digits, exponent: i64::from(scale) }.trimmed();
        Self { number, small: Some((value, scale)) }
    }

    /// Reads a quantity.
    ///
    /// # Errors
    ///
    /// It is none; the words are those of apimachinery.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        Self::of(&Parts::split(text)?)
    }

    fn of(parts: &Parts<'_>) -> Result<Self, &'static str> {
        if let Some(small) = parts.small_value()? {
            return Ok(Self::small(small.0, small.1));
        }
        let Parts { whole, fraction, unit, .. } = *parts;
        let digits = whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0').collect();
        let mut number =
            Decimal { negative: false, digits, exponent: -i64::try_from(fraction.len()).unwrap_or(i64::MAX) }.trimmed();
        match unit {
            Unit::Decimal(exponent) | Unit::Exponent(exponent) => number.exponent = number.exponent.saturating_add(exponent),
            Unit::Binary(exponent) => number = number.times(1 << exponent),
        }
        number = number.rounded_up();
        if matches!(unit, Unit::Binary(_)) {
            let most = Self::small(i64::MAX, 0).number;
            if number.compare(&most) == Ordering::Greater {
                number = most;
            }
        }
        number.negative = parts.negative && !number.digits.is_empty();
        Ok(Self { number, small: None })
    }

    pub(super) fn sign(&self) -> i64 {
        self.number.sign()
    }

    /// The order of two quantities.
    pub fn compare(&self, other: &Self) -> Ordering {
        self.number.compare(&other.number)
    }

    /// The value, when the server holds it as an integer of 64 bits.
    pub fn integer(&self) -> Option<i64> {
        let (value, scale) = self.small?;
        let factor = 10_i64.checked_pow(u32::try_from(scale).ok()?);
        if value == 0 { Some(0).filter(|_| scale >= 0) } else { value.checked_mul(factor?) }
    }

    pub(super) fn approximate(&self) -> f64 {
        let (base, exponent) = match self.small {
            Some((value, scale)) => (value as f64, i64::from(scale)),
            None => {
                let digits: String = self.number.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
                let base: f64 = digits.parse().unwrap_or(0.0);
                (if self.number.negative { -base } else { base }, self.number.exponent)
            }
        };
        match i32::try_from(exponent) {
            Ok(0) => base,
            Ok(exponent) if exponent < -323 => 0.0,
            Ok(exponent) if exponent > 308 => base * f64::INFINITY,
            // The power as Go's table has it: correctly rounded.
            Ok(exponent) => base * format!("1e{exponent}").parse::<f64>().unwrap_or(0.0),
            Err(_) => 0.0,
        }
    }

    pub(super) fn negated(mut self) -> Self {
        self.number.negative = !self.number.negative && !self.number.digits.is_empty();
        self.small = self.small.and_then(|(value, scale)| Some((value.checked_neg()?, scale)));
        self
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let small = match (self.small, other.small) {
            (Some(a), Some((0, _))) => Some(a),
            (Some((0, _)), Some(b)) => Some(b),
            (Some((a, scale)), Some((b, other))) => {
                let low = scale.min(other);
                let rescaled = |value: i64, scale: i32| {
                    10_i64.checked_pow(u32::try_from(scale - low).ok()?).and_then(|factor| value.checked_mul(factor))
                };
                rescaled(a, scale).zip(rescaled(b, other)).and_then(|(a, b)| Some((a.checked_add(b)?, low)))
            }
            _ => None,
        };
        Self { number: self.number.plus(&other.number), small }
    }
}

impl fmt::Display for Quantity {
    /// The number without a suffix: digits and a power of ten.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.number.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        let sign = if self.number.negative { "-" } else { "" };
        match self.number.exponent {
            _ if digits.is_empty() => f.write_str("0"),
            0 => write!(f, "{sign}{digits}"),
            exponent => write!(f, "{sign}{digits}e{exponent}"),
        }
    }
}

/// What the suffix of a quantity multiplies with.
#[derive(Debug, Clone, Copy)]
enum Unit {
    /// A power of ten that a letter stands for.
    Decimal(i64),
    /// A power of ten behind an `e`.
    Exponent(i64),
    /// A power of two.
    Binary(u32),
}

impl Unit {
    fn parse(suffix: &str) -> Option<Self> {
        let of = |table: &[(&str, i64)]| table.iter().find(|(known, _)| *known == suffix).map(|(_, power)| *power);
        if let Some(power) = of(DECIMAL_SUFFIXES) {
            return Some(Self::Decimal(power));
        }
        if let Some(power) = of(BINARY_SUFFIXES) {
            return u32::try_from(power).ok().map(Self::Binary);
        }
        let exponent: i64 = suffix.strip_prefix(['e', 'E'])?.parse().ok()?;
        // The exponent is cut to 32 bits.
        Some(Self::Exponent(i64::from(exponent as i32)))
    }
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// Letters of suffixes, a sign and digits.
fn is_suffix(text: &str) -> bool {
    let rest = text.trim_start_matches(['e', 'E', 'i', 'n', 'u', 'm', 'k', 'K', 'M', 'G', 'T', 'P']);
    let rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    rest.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text of a quantity, taken apart.
#[derive(Debug)]
struct Parts<'t> {
    negative: bool,
    /// The digits before the point without leading zeros; `0` when there are none.
    whole: &'t str,
    fraction: &'t str,
    unit: Unit,
}

impl<'t> Parts<'t> {
    fn split(text: &'t str) -> Result<Self, &'static str> {
        if text.is_empty() {
            return Err(FORMAT_WRONG);
        }
        let negative = text.starts_with('-');
        let rest = text.strip_prefix(['-', '+']).unwrap_or(text).trim_start_matches('0');
        let (whole, rest) = split_digits(rest);
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(after) => split_digits(after),
            None => ("", rest),
        };
        if !is_suffix(rest) {
            return Err(FORMAT_WRONG);
        }
        let unit = Unit::parse(rest).ok_or(SUFFIX_WRONG)?;
        Ok(Self { negative, whole: if whole.is_empty() { "0" } else { whole }, fraction, unit })
    }

    /// The value and the power of ten, when the quantity is small enough to be held so.
    fn small_value(&self) -> Result<Option<(i64, i32)>, &'static str> {
        let count = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
        let digits = count(self.whole).saturating_add(count(self.fraction));
        let (scale, precision, factor) = match self.unit {
            Unit::Decimal(exponent) | Unit::Exponent(exponent) => (exponent, SMALL_DIGITS - digits, 1),
            Unit::Binary(exponent) if self.fraction.is_empty() => {
                (0, 15 - count(self.whole) - i64::from(exponent * 3 / 10) - 1, 1_i64 << exponent)
            }
            Unit::Binary(_) => return Ok(None),
        };
        let scale = scale.saturating_sub(count(self.fraction));
        if precision < 0 || scale < -9 {
            return Ok(None);
        }
        let value: i64 = self.digits().parse().map_err(|_| NUMBER_WRONG)?;
        let Some(value) = value.checked_mul(factor) else { return Ok(None) };
        let Ok(scale) = i32::try_from(scale) else { return Ok(None) };
        Ok(Some((if self.negative { -value } else { value }, scale)))
    }

    fn digits(&self) -> String {
        [self.whole, self.fraction].concat()
    }

    /// Whether the library keeps the text of a quantity that is held in 64 bits with this power of ten.
    fn is_kept(&self, scale: i32) -> bool {
        let digits = self.digits();
        match self.unit {
            Unit::Binary(_) => digits.parse::<i64>().is_ok_and(|value| value & 7 != 0),
            Unit::Decimal(_) | Unit::Exponent(_) => scale % 3 == 0 && !digits.ends_with("000") && !digits.starts_with('0'),
        }
    }
}

/// The text that the library writes for the quantity that it reads from `text`.
///
/// # Errors
///
/// It is none; the words are those of the library.
pub fn canonical_quantity(text: &str) -> Result<Cow<'_, str>, &'static str> {
    let text = text.trim();
    if text == "0" {
        return Ok(Cow::Borrowed(text));
    }
    let parts = Parts::split(text)?;
    let quantity = Quantity::of(&parts)?;
    match quantity.small {
        Some((_, scale)) if parts.is_kept(scale) => Ok(Cow::Borrowed(text)),
        _ => Ok(Cow::Owned(quantity.number.canonical(parts.unit))),
    }
}

impl Decimal {
    fn canonical(&self, unit: Unit) -> String {
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        if matches!(unit, Unit::Binary(_))
            && let Some(value) = self.magnitude()
            && value >= 1024
        {
            return self.binary(value);
        }
        let zeros = self.exponent.rem_euclid(3);
        let exponent = self.exponent - zeros;
        let suffix = match unit {
            Unit::Exponent(_) if exponent == 0 => String::new(),
            Unit::Exponent(_) => format!("e{exponent}"),
            // Beyond the letters the library writes none.
            Unit::Decimal(_) | Unit::Binary(_) => letter(DECIMAL_SUFFIXES, exponent).to_owned(),
        };
        let digits: String = self.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{digits}{}{suffix}", &"00"[..usize::try_from(zeros).unwrap_or_default()])
    }

    fn binary(&self, mut value: u64) -> String {
        let mut power = 0;
        while value.is_multiple_of(1024) {
            value /= 1024;
            power += 10;
        }
        format!("{}{value}{}", if self.negative { "-" } else { "" }, letter(BINARY_SUFFIXES, power))
    }

    /// The number without its sign, when it is whole and 64 bits hold it.
    fn magnitude(&self) -> Option<u64> {
        let power = 10_u64.checked_pow(u32::try_from(self.exponent).ok()?)?;
        let digits = self.digits.iter().try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(u64::from(*digit)))?;
        digits.checked_mul(power)
    }
}

fn letter(suffixes: &[(&'static str, i64)], exponent: i64) -> &'static str {
    suffixes.iter().find(|(_, value)| *value == exponent).map_or("", |(suffix, _)| *suffix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_written_as_the_library_writes_them() {
        for (text, written) in [
            ("0", "0"),
            ("-0", "0"),
            ("0.5", "500m"),
            (".5", "500m"),
            ("1000m", "1"),
            ("1024Mi", "1Gi"),
            ("1e3", "1e3"),
            ("1E3", "1E3"),
            ("3e-3", "3e-3"),
            ("1.5", "1500m"),
            ("1000", "1k"),
            ("1000Ki", "1000Ki"),
            ("1.0e3", "1e3"),
            ("5.", "5."),
            ("+7", "+7"),
            ("007", "007"),
            ("1024", "1024"),
            ("1.5Gi", "1536Mi"),
            ("1e-1", "100e-3"),
            ("0.0001", "100u"),
            ("1000M", "1G"),
            ("1.1Mi", "1153433600m"),
            ("1e20", "100e18"),
            ("1500000n", "1500u"),
            ("0.001k", "1"),
            ("0Mi", "0"),
            ("9Ei", "9223372036854775807"),
            ("-1024Mi", "-1Gi"),
            ("-.5Ki", "-512"),
            ("1000E", "1"),
            ("0.1n", "1n"),
            (" 1000m ", "1"),
            ("Ki", "0"),
        ] {
            assert_eq!(canonical_quantity(text).unwrap(), written, "{text}");
        }
    }

    #[test]
    fn what_is_no_quantity_is_told_in_the_words_of_the_library() {
        for (text, reason) in [
            ("", FORMAT_WRONG),
            ("lots", FORMAT_WRONG),
            ("1.1.M", FORMAT_WRONG),
            ("1e1.5", FORMAT_WRONG),
            ("1i", SUFFIX_WRONG),
            (".5i", SUFFIX_WRONG),
            ("1mi", SUFFIX_WRONG),
            ("1e", SUFFIX_WRONG),
            ("1ee3", SUFFIX_WRONG),
        ] {
            assert_eq!(canonical_quantity(text), Err(reason), "{text}");
        }
    }
}
