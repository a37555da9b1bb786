//! Decimal numbers without limit of size.

use std::cmp::Ordering;

/// A decimal number: digits, most significant first and without leading zeros, times a power of ten.
#[derive(Debug, Clone)]
pub(super) struct Decimal {
    pub(super) negative: bool,
    pub(super) digits: Vec<u8>,
    pub(super) exponent: i64,
}

impl Decimal {
    /// Without zeros at either end.
    pub(super) fn trimmed(mut self) -> Self {
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

    pub(super) fn sign(&self) -> i64 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// The power of ten above the first digit.
    pub(super) fn height(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
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

    pub(super) fn times(mut self, factor: u64) -> Self {
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
    pub(super) fn rounded_up(mut self) -> Self {
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

    pub(super) fn plus(&self, other: &Self) -> Self {
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
    pub(super) fn aligned(&self, low: i64) -> Vec<u8> {
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
