//! Quantities of resources (`500m`, `1Gi`, `1e3`).
//!
//! Source: `k8s.io/apimachinery/pkg/api/resource`.

use std::{cmp::Ordering, fmt, sync::Arc};

use super::{Function, global, member};
use crate::apiserver::cel::{
    cost::Cost,
    value::{Fault, Outcome, Value},
};

const FORMAT_WRONG: &str = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX_WRONG: &str = "unable to parse quantity's suffix";
const NUMBER_WRONG: &str = "unable to parse numeric part of quantity";

/// Decimal digits that surely fit 64 bits.
const SMALL_DIGITS: i64 = 18;

/// A quantity: a decimal number without limit of size.
#[derive(Debug, Clone)]
pub struct Quantity {
    number: Decimal,
    /// The value and the power of ten, where the server holds the quantity in 64 bits.
    small: Option<(i64, i32)>,
}

/// A decimal number: digits, most significant first and without leading zeros, times a power of ten.
#[derive(Debug, Clone)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

pub(super) const FUNCTIONS: &[Function] = &[
    global("quantity", 1, Cost::Traverse, |_, _, args| {
        Quantity::parse(args[0].expect_str()?).map(|quantity| Value::Quantity(Arc::new(quantity))).map_err(Fault::error)
    }),
    global("isQuantity", 1, Cost::Traverse, |_, _, args| Ok(Value::Bool(Quantity::parse(args[0].expect_str()?).is_ok()))),
    member("sign", 1, Cost::Unit, |_, _, args| of(args, |quantity| Ok(Value::Int(quantity.number.sign())))),
    member("isInteger", 1, Cost::Unit, |_, _, args| of(args, |quantity| Ok(Value::Bool(quantity.integer().is_some())))),
    member("asInteger", 1, Cost::Unit, |_, _, args| {
        of(args, |quantity| quantity.integer().map(Value::Int).ok_or_else(|| Fault::error("cannot convert value to integer")))
    }),
    member("asApproximateFloat", 1, Cost::Unit, |_, _, args| of(args, |quantity| Ok(Value::Double(quantity.approximate())))),
    member("add", 2, Cost::Unit, |_, _, args| sum(args, false)),
    member("sub", 2, Cost::Unit, |_, _, args| sum(args, true)),
    member("compareTo", 2, Cost::Unit, |_, _, args| compared(args, |order| Value::Int(order as i64))),
    member("isLessThan", 2, Cost::Unit, |_, _, args| compared(args, |order| Value::Bool(order == Ordering::Less))),
    member("isGreaterThan", 2, Cost::Unit, |_, _, args| compared(args, |order| Value::Bool(order == Ordering::Greater))),
];

fn of<'a>(args: &[Value<'a>], run: impl Fn(&Quantity) -> Outcome<'a>) -> Outcome<'a> {
    match &args[0] {
        Value::Quantity(quantity) => run(quantity),
        _ => Err(Fault::no_such_overload()),
    }
}

/// Versions are compared by functions of the same names.
fn compared<'a>(args: &[Value<'a>], run: impl Fn(Ordering) -> Value<'a>) -> Outcome<'a> {
    match args {
        [Value::Quantity(a), Value::Quantity(b)] => Ok(run(a.compare(b))),
        [Value::Semver(a), Value::Semver(b)] => Ok(run(a.compare(b))),
        _ => Err(Fault::no_such_overload()),
    }
}

fn sum<'a>(args: &[Value<'a>], negate: bool) -> Outcome<'a> {
    let Value::Quantity(a) = &args[0] else { return Err(Fault::no_such_overload()) };
    let b = match &args[1] {
        Value::Quantity(b) => (**b).clone(),
        Value::Int(value) => Quantity::small(*value, 0),
        _ => return Err(Fault::no_such_overload()),
    };
    Ok(Value::Quantity(Arc::new(a.plus(&if negate { b.negated() } else { b }))))
}

impl Quantity {
    fn small(value: i64, scale: i32) -> Self {
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
        if text.is_empty() {
            return Err(FORMAT_WRONG);
        }
        let (negative, rest) = match text.as_bytes()[0] {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let rest = rest.trim_start_matches('0');
        let (whole, rest) = split_digits(rest);
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(after) => split_digits(after),
            None => ("", rest),
        };
        if !is_suffix(rest) {
            return Err(FORMAT_WRONG);
        }
        let unit = Unit::parse(rest).ok_or(SUFFIX_WRONG)?;
        let whole = if whole.is_empty() { "0" } else { whole };
        if let Some(small) = small_value(negative, whole, fraction, unit)? {
            return Ok(Self::small(small.0, small.1));
        }
        let digits = whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0').collect();
        let mut number =
            Decimal { negative: false, digits, exponent: -i64::try_from(fraction.len()).unwrap_or(i64::MAX) }.trimmed();
        match unit {
            Unit::Decimal(exponent) => number.exponent = number.exponent.saturating_add(exponent),
            Unit::Binary(exponent) => number = number.times(1 << exponent),
        }
        number = number.rounded_up();
        if matches!(unit, Unit::Binary(_)) {
            let most = Self::small(i64::MAX, 0).number;
            if number.compare(&most) == Ordering::Greater {
                number = most;
            }
        }
        number.negative = negative && !number.digits.is_empty();
        Ok(Self { number, small: None })
    }

    /// The order of two quantities.
    pub fn compare(&self, other: &Self) -> Ordering {
        self.number.compare(&other.number)
    }

    /// The value, when the server holds it as an integer of 64 bits.
    fn integer(&self) -> Option<i64> {
        let (value, scale) = self.small?;
        let factor = 10_i64.checked_pow(u32::try_from(scale).ok()?);
        if value == 0 { Some(0).filter(|_| scale >= 0) } else { value.checked_mul(factor?) }
    }

    fn approximate(&self) -> f64 {
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

    fn negated(mut self) -> Self {
        self.number.negative = !self.number.negative && !self.number.digits.is_empty();
        self.small = self.small.and_then(|(value, scale)| Some((value.checked_neg()?, scale)));
        self
    }

    fn plus(&self, other: &Self) -> Self {
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
#[derive(Clone, Copy)]
enum Unit {
    /// A power of ten.
    Decimal(i64),
    /// A power of two.
    Binary(u32),
}

impl Unit {
    fn parse(suffix: &str) -> Option<Self> {
        Some(match suffix {
            "n" => Self::Decimal(-9),
            "u" => Self::Decimal(-6),
            "m" => Self::Decimal(-3),
            "" => Self::Decimal(0),
            "k" => Self::Decimal(3),
            "M" => Self::Decimal(6),
            "G" => Self::Decimal(9),
            "T" => Self::Decimal(12),
            "P" => Self::Decimal(15),
            "E" => Self::Decimal(18),
            "Ki" => Self::Binary(10),
            "Mi" => Self::Binary(20),
            "Gi" => Self::Binary(30),
            "Ti" => Self::Binary(40),
            "Pi" => Self::Binary(50),
            "Ei" => Self::Binary(60),
            other => {
                let exponent: i64 = other.strip_prefix(['e', 'E'])?.parse().ok()?;
                // The exponent is cut to 32 bits.
                Self::Decimal(i64::from(exponent as i32))
            }
        })
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

/// The value and the power of ten, when the quantity is small enough to be held so.
fn small_value(negative: bool, whole: &str, fraction: &str, unit: Unit) -> Result<Option<(i64, i32)>, &'static str> {
    let count = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
    let digits = count(whole).saturating_add(count(fraction));
    let (scale, precision, factor) = match unit {
        Unit::Decimal(exponent) => (exponent, SMALL_DIGITS - digits, 1),
        Unit::Binary(exponent) if fraction.is_empty() => {
            (0, 15 - count(whole) - i64::from(exponent * 3 / 10) - 1, 1_i64 << exponent)
        }
        Unit::Binary(_) => return Ok(None),
    };
    let scale = scale.saturating_sub(count(fraction));
    if precision < 0 || scale < -9 {
        return Ok(None);
    }
    let value: i64 = [whole, fraction].concat().parse().map_err(|_| NUMBER_WRONG)?;
    let Some(value) = value.checked_mul(factor) else { return Ok(None) };
    let Ok(scale) = i32::try_from(scale) else { return Ok(None) };
    Ok(Some((if negative { -value } else { value }, scale)))
}

impl Decimal {
    /// Without zeros at either end.
    fn trimmed(mut self) -> Self {
        let leading = self.digits.iter().take_while(|digit| **digit == 0).count();
        self.digits.drain(..leading);
        while self.digits.last() == Some(&0) {
            self.digits.pop();
            self.exponent = self.exponent.saturating_add(1);
        }
        if self.digits.is_empty() {
            self.negative = false;
            self.exponent = 0;
        }
        self
    }

    fn sign(&self) -> i64 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// The power of ten above the first digit.
    fn height(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    fn compare(&self, other: &Self) -> Ordering {
        let sign = self.sign();
        match sign.cmp(&other.sign()) {
            Ordering::Equal if sign == 0 => Ordering::Equal,
            Ordering::Equal => {
                let magnitude = self.height().cmp(&other.height()).then_with(|| self.digits.cmp(&other.digits));
                if sign < 0 { magnitude.reverse() } else { magnitude }
            }
            unequal => unequal,
        }
    }

    fn times(mut self, factor: u64) -> Self {
        let mut carry: u128 = 0;
        for digit in self.digits.iter_mut().rev() {
            let product = u128::from(*digit) * u128::from(factor) + carry;
            *digit = (product % 10) as u8;
            carry = product / 10;
        }
        let mut front: Vec<u8> = carry.to_string().bytes().map(|byte| byte - b'0').collect();
        front.append(&mut self.digits);
        self.digits = front;
        self.trimmed()
    }

    /// No part below a billionth; what is cut off counts as one.
    fn rounded_up(mut self) -> Self {
        if self.digits.is_empty() || self.exponent >= -9 {
            return self;
        }
        let cut = usize::try_from(-9 - self.exponent).unwrap_or(usize::MAX);
        self.digits.truncate(self.digits.len().saturating_sub(cut));
        self.exponent = -9;
        // The digits have no zeros at the end, so that something was cut off.
        let one = Self { negative: false, digits: vec![1], exponent: -9 };
        self.trimmed().plus(&one)
    }

    fn plus(&self, other: &Self) -> Self {
        if self.digits.is_empty() {
            return other.clone();
        }
        if other.digits.is_empty() {
            return self.clone();
        }
        // Numbers too far apart to add digit by digit: the greater one stands for the sum.
        let low = self.exponent.min(other.exponent);
        if self.height().max(other.height()).saturating_sub(low) > 10_000 {
            return if self.height() > other.height() { self.clone() } else { other.clone() };
        }
        let (a, b) = (self.aligned(low), other.aligned(low));
        if self.negative == other.negative {
            return Self { negative: self.negative, digits: add(&a, &b), exponent: low }.trimmed();
        }
        let greater = magnitude(&a, &b) != Ordering::Less;
        let digits = if greater { subtract(&a, &b) } else { subtract(&b, &a) };
        Self { negative: if greater { self.negative } else { other.negative }, digits, exponent: low }.trimmed()
    }

    /// The digits, least significant first, with the exponent `low`.
    fn aligned(&self, low: i64) -> Vec<u8> {
        let zeros = usize::try_from(self.exponent - low).unwrap_or(0);
        std::iter::repeat_n(0, zeros).chain(self.digits.iter().rev().copied()).collect()
    }
}

fn magnitude(a: &[u8], b: &[u8]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// The sum of two rows of digits, least significant first; the result is the other way round.
fn add(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(a.len().max(b.len()) + 1);
    let mut carry = 0;
    for index in 0..a.len().max(b.len()) {
        let sum = a.get(index).unwrap_or(&0) + b.get(index).unwrap_or(&0) + carry;
        out.push(sum % 10);
        carry = sum / 10;
    }
    out.push(carry);
    out.reverse();
    out
}

/// `a - b` for `a` not less than `b`.
fn subtract(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(a.len());
    let mut borrow = 0;
    for (index, digit) in a.iter().enumerate() {
        let minus = b.get(index).unwrap_or(&0) + borrow;
        borrow = u8::from(*digit < minus);
        out.push(digit + 10 * borrow - minus);
    }
    out.reverse();
    out
}
