//! Bounds of numbers, with Go's conversions between integers and doubles.
//!
//! Source: `pkg/validation/validate/values.go` of kube-openapi: a bound is a double in the schema and becomes an integer
//! where the value is one.

use crate::{
    crd::{Schema, Type},
    yaml::{Number, go::float64},
};

use super::release::KubeVersion;

/// What a schema's type and format can hold. Servers before 1.36 do not look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberRange {
    Any,
    Int32,
    Int64,
    Float32,
}

impl NumberRange {
    /// The range that a server of release `kube` demands.
    pub(super) fn of(schema: &Schema, kube: KubeVersion) -> Self {
        if !kube.at_least(36) || schema.int_or_string {
            return Self::Any;
        }
        match (schema.kind, schema.format.as_deref()) {
            (Some(Type::Integer), Some("int32")) => Self::Int32,
            (Some(Type::Integer), _) => Self::Int64,
            (Some(Type::Number), Some("float")) => Self::Float32,
            _ => Self::Any,
        }
    }

    /// Whether the number can be held; a double without a fraction counts as an integer.
    pub(super) fn holds(self, number: &Number<'_>) -> bool {
        let value = number.as_f64();
        match self {
            Self::Any => true,
            Self::Int32 => value.trunc() == value && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value),
            // 2^63 is a double and already too large.
            Self::Int64 => {
                number.as_i64().is_some() || (value.trunc() == value && (i64::MIN as f64..-(i64::MIN as f64)).contains(&value))
            }
            Self::Float32 => (value as f32).is_finite(),
        }
    }
}

/// A bound in the type of the value that it is compared with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Bound {
    Int(i64),
    Float(f64),
}

impl Bound {
    /// The bound `limit` for `number`; for an integer its fraction is cut off.
    pub(super) fn new(limit: f64, number: &Number<'_>) -> Self {
        match number {
            Number::Int(_) => Self::Int(to_int(limit)),
            _ => Self::Float(limit),
        }
    }

    pub(super) fn is_positive(self) -> bool {
        match self {
            Self::Int(limit) => limit > 0,
            Self::Float(limit) => limit > 0.0,
        }
    }

    pub(super) fn is_above(self, number: &Number<'_>) -> bool {
        match (self, number.as_i64()) {
            (Self::Int(limit), Some(number)) => limit > number,
            (Self::Int(limit), None) => limit as f64 > number.as_f64(),
            (Self::Float(limit), _) => limit > number.as_f64(),
        }
    }

    pub(super) fn is_below(self, number: &Number<'_>) -> bool {
        match (self, number.as_i64()) {
            (Self::Int(limit), Some(number)) => limit < number,
            (Self::Int(limit), None) => (limit as f64) < number.as_f64(),
            (Self::Float(limit), _) => limit < number.as_f64(),
        }
    }

    pub(super) fn equals(self, number: &Number<'_>) -> bool {
        !self.is_above(number) && !self.is_below(number)
    }

    /// Whether `number` is a multiple of this (positive) factor.
    pub(super) fn divides(self, number: &Number<'_>) -> bool {
        match (self, number.as_i64()) {
            (Self::Int(factor), Some(number)) => number.checked_rem(factor) == Some(0),
            (Self::Int(factor), None) => is_integral(quotient(number.as_f64(), factor as f64)),
            (Self::Float(factor), _) => is_integral(quotient(number.as_f64(), factor)),
        }
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(limit) => write!(f, "{limit}"),
            Self::Float(limit) => f.write_str(&float64(*limit)),
        }
    }
}

fn quotient(value: f64, factor: f64) -> f64 {
    if factor < 1.0 { 1.0 / factor * value } else { value / factor }
}

/// Go's `int64(value)` on amd64: what does not fit becomes the smallest integer.
pub(super) fn to_int(value: f64) -> i64 {
    // 2^63 is a double, i64::MAX is not.
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value) { value as i64 } else { i64::MIN }
}

/// Whether the server takes a double for an integer: a whole number within 2^53, or a positive one that misses it by a relative 1e-9.
pub(super) fn is_integral(value: f64) -> bool {
    const LIMIT: f64 = 9_007_199_254_740_991.0;
    if !(-LIMIT..=LIMIT).contains(&value) {
        return false;
    }
    if value == value.trunc() {
        return true;
    }
    let whole = value.trunc();
    // Below zero Go's detour over an unsigned integer leads far away; between 0 and 1 there is nothing to compare with.
    whole > 0.0 && (value - whole) / (value + whole) < 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_lose_their_fraction_for_integers() {
        assert!(Bound::new(1.5, &Number::Int(2)).is_below(&Number::Int(2)));
        assert_eq!(Bound::new(1.5, &Number::Int(2)).to_string(), "1");
        assert!(!Bound::new(0.5, &Number::Int(0)).is_above(&Number::Int(0)));
        assert!(!Bound::new(0.5, &Number::Int(3)).is_positive());
        assert_eq!(Bound::new(1e30, &Number::Int(3)).to_string(), "-9223372036854775808");
        assert_eq!(Bound::new(1e21, &Number::Float(2e21)).to_string(), "1e+21");
    }

    #[test]
    fn doubles_near_a_whole_number_count_as_integers() {
        assert!(is_integral(3.0) && is_integral(-3.0) && is_integral(0.0) && is_integral(9_007_199_254_740_991.0));
        assert!(is_integral(3.000_000_000_1) && !is_integral(2.999_999_999_9) && !is_integral(-3.000_000_000_1));
        assert!(!is_integral(9_007_199_254_740_992.0) && !is_integral(1e-300) && !is_integral(f64::NAN));
        assert!(Bound::Float(0.1).divides(&Number::Float(0.3)));
        assert!(!Bound::Float(0.1).divides(&Number::Float(0.35)));
    }
}
