//! Conversions between types.

use super::{Function, global};
use crate::{
    apiserver::cel::{
        cost::Cost,
        timestamp::{Timestamp, duration_text, parse_duration},
        value::{Fault, Outcome, Value},
    },
    yaml::go::float64,
};

pub(super) const FUNCTIONS: &[Function] = &[
    conversion("bool", Cost::Unit, |_, _, args| to_bool(&args[0])),
    conversion("bytes", Cost::ToBytes, |_, _, args| to_bytes(&args[0])),
    conversion("double", Cost::Unit, |_, _, args| to_double(&args[0])),
    conversion("duration", Cost::Unit, |_, _, args| to_duration(&args[0])),
    conversion("dyn", Cost::Unit, |_, _, args| Ok(args[0].clone())),
    conversion("int", Cost::Unit, |_, _, args| to_int(&args[0])),
    conversion("string", Cost::ToString, |_, _, args| to_string(&args[0])),
    conversion("timestamp", Cost::Unit, |_, _, args| to_timestamp(&args[0])),
    conversion("type", Cost::Unit, |_, _, args| Ok(Value::Type(args[0].type_name()))),
    conversion("uint", Cost::Unit, |_, _, args| to_uint(&args[0])),
];

const fn conversion(name: &'static str, cost: Cost, run: super::Run) -> Function {
    Function { converts: true, ..global(name, 1, cost, run) }
}

fn failed(value: &Value<'_>, to: &str) -> Fault {
    Fault::error(format!("type conversion error from '{}' to '{to}'", value.type_name()))
}

fn overload(name: &str, value: &Value<'_>) -> Fault {
    Fault::error(format!("no such overload: {name}({})", value.type_name()))
}

fn to_bool<'a>(value: &Value<'a>) -> Outcome<'a> {
    match value {
        Value::Bool(value) => Ok(Value::Bool(*value)),
        Value::String(text) => match &**text {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(Value::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(Value::Bool(false)),
            _ => Err(failed(value, "bool")),
        },
        _ => Err(overload("bool", value)),
    }
}

fn to_bytes<'a>(value: &Value<'a>) -> Outcome<'a> {
    match value {
        Value::Bytes(bytes) => Ok(Value::Bytes(bytes.clone())),
        Value::String(text) => Ok(Value::Bytes(text.as_bytes().into())),
        _ => Err(overload("bytes", value)),
    }
}

fn to_double<'a>(value: &Value<'a>) -> Outcome<'a> {
    match value {
        Value::Double(value) => Ok(Value::Double(*value)),
        Value::Int(value) => Ok(Value::Double(*value as f64)),
        Value::UInt(value) => Ok(Value::Double(*value as f64)),
        Value::String(text) => parse_double(text).map(Value::Double).ok_or_else(|| failed(value, "double")),
        _ => Err(overload("double", value)),
    }
}

/// `strconv.ParseFloat`.
fn parse_double(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = unsigned.to_ascii_lowercase();
    match lower.as_str() {
        "nan" => return (unsigned.len() == text.len()).then_some(f64::NAN),
        "inf" | "infinity" => return Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY }),
        _ => {}
    }
    if let Some(digits) = lower.strip_prefix("0x") {
        let value = hexadecimal_float(digits)?;
        return value.is_finite().then_some(if text.starts_with('-') { -value } else { value });
    }
    let text = without_underscores(text)?;
    if !lower.starts_with(|character: char| character.is_ascii_digit() || character == '.') {
        return None;
    }
    text.parse::<f64>().ok().filter(|value| value.is_finite())
}

/// Underscores may stand between digits.
fn without_underscores(text: &str) -> Option<std::borrow::Cow<'_, str>> {
    if !text.contains('_') {
        return Some(text.into());
    }
    let digit = |at: Option<usize>| at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
    let good = text.match_indices('_').all(|(at, _)| digit(at.checked_sub(1)) && digit(Some(at + 1)));
    good.then(|| text.replace('_', "").into())
}

/// A hexadecimal mantissa and a binary exponent (`1.8p3`); the digits of mantissas of manifests fit a double.
fn hexadecimal_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let shift = exponent.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    Some(value * 2.0_f64.powi(shift))
}

fn to_duration<'a>(value: &Value<'a>) -> Outcome<'a> {
    match value {
        Value::Duration(nanos) => Ok(Value::Duration(*nanos)),
        Value::String(text) => parse_duration(text).map(Value::Duration).ok_or_else(|| failed(value, "google.protobuf.Duration")),
        Value::Int(_) => Err(failed(value, "google.protobuf.Duration")),
        _ => Err(overload("duration", value)),
    }
}

fn to_int<'a>(value: &Value<'a>) -> Outcome<'a> {
    let overflow = || Fault::error("integer overflow");
    match value {
        Value::Int(value) => Ok(Value::Int(*value)),
        Value::UInt(value) => i64::try_from(*value).map(Value::Int).map_err(|_| overflow()),
        // The bounds themselves are out of range for cel-go.
        Value::Double(value) if value.is_finite() && *value > i64::MIN as f64 && *value < i64::MAX as f64 => {
            Ok(Value::Int(*value as i64))
        }
        Value::Double(_) => Err(overflow()),
        Value::String(text) => parse_int(text).map(Value::Int).ok_or_else(|| failed(value, "int")),
        Value::Duration(nanos) => Ok(Value::Int(*nanos)),
        Value::Timestamp(time) => Ok(Value::Int(time.seconds)),
        _ => Err(overload("int", value)),
    }
}

/// `strconv.ParseInt` of base 10.
fn parse_int(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

fn to_uint<'a>(value: &Value<'a>) -> Outcome<'a> {
    let overflow = || Fault::error("unsigned integer overflow");
    match value {
        Value::UInt(value) => Ok(Value::UInt(*value)),
        Value::Int(value) => u64::try_from(*value).map(Value::UInt).map_err(|_| overflow()),
        Value::Double(value) if *value >= 0.0 && *value < u64::MAX as f64 => Ok(Value::UInt(*value as u64)),
        Value::Double(_) => Err(overflow()),
        Value::String(text) => {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten().map(Value::UInt).ok_or_else(|| failed(value, "uint"))
        }
        _ => Err(overload("uint", value)),
    }
}

/// `string` of a value.
pub(super) fn to_string<'a>(value: &Value<'a>) -> Outcome<'a> {
    Ok(match value {
        Value::String(text) => Value::String(text.clone()),
        Value::Bool(value) => Value::text(value.to_string()),
        Value::Int(value) => Value::text(value.to_string()),
        Value::UInt(value) => Value::text(value.to_string()),
        Value::Double(value) => Value::text(float64(*value)),
        Value::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::text(text),
            Err(_) => return Err(Fault::error("invalid UTF-8 in bytes, cannot convert to string")),
        },
        Value::Duration(nanos) => Value::text(duration_text(*nanos)),
        Value::Timestamp(time) => Value::text(time.to_string()),
        Value::Ip(ip) => Value::text(ip.to_string()),
        Value::Cidr(cidr) => Value::text(cidr.to_string()),
        _ => return Err(overload("string", value)),
    })
}

fn to_timestamp<'a>(value: &Value<'a>) -> Outcome<'a> {
    match value {
        Value::Timestamp(time) => Ok(Value::Timestamp(*time)),
        Value::Int(seconds) => Timestamp::from_unix(*seconds).map(Value::Timestamp),
        Value::String(text) => match Timestamp::parse_rfc3339(text) {
            Some(time) => time.plus(0).map(Value::Timestamp),
            None => Err(failed(value, "google.protobuf.Timestamp")),
        },
        _ => Err(overload("timestamp", value)),
    }
}
