//! The operators, `size` and the order of values.

use std::cmp::Ordering;

use super::{Function, global, member, open};
use crate::apiserver::cel::{
    compare::{equal, order},
    cost::Cost,
    value::{Fault, Outcome, Value},
};

pub(super) const FUNCTIONS: &[Function] = &[
    open(global("!_", 1, Cost::Unit, |_, _, args| match args {
        [Value::Bool(value)] => Ok(Value::Bool(!value)),
        _ => Err(Fault::no_such_overload()),
    })),
    Function {
        lenient: true,
        guarded: false,
        ..global("@not_strictly_false", 1, Cost::Unit, |_, _, args| Ok(Value::Bool(!matches!(args, [Value::Bool(false)]))))
    },
    open(global("-_", 1, Cost::Unit, |_, _, args| negate(&args[0]))),
    open(global("_+_", 2, Cost::Concatenate, |_, _, args| add(&args[0], &args[1]))),
    open(global("_-_", 2, Cost::Unit, |_, _, args| subtract(&args[0], &args[1]))),
    open(global("_*_", 2, Cost::Unit, |_, _, args| multiply(&args[0], &args[1]))),
    open(global("_/_", 2, Cost::Unit, |_, _, args| divide(&args[0], &args[1]))),
    open(global("_%_", 2, Cost::Unit, |_, _, args| modulo(&args[0], &args[1]))),
    open(global("_==_", 2, Cost::Equality, |_, _, args| Ok(Value::Bool(equal(&args[0], &args[1])?)))),
    open(global("_!=_", 2, Cost::Equality, |_, _, args| Ok(Value::Bool(!equal(&args[0], &args[1])?)))),
    open(global("_<_", 2, Cost::Order, |_, _, args| ordered("_<_", args, |order| order == Ordering::Less))),
    open(global("_<=_", 2, Cost::Order, |_, _, args| ordered("_<=_", args, |order| order != Ordering::Greater))),
    open(global("_>_", 2, Cost::Order, |_, _, args| ordered("_>_", args, |order| order == Ordering::Greater))),
    open(global("_>=_", 2, Cost::Order, |_, _, args| ordered("_>=_", args, |order| order != Ordering::Less))),
    open(global("@in", 2, Cost::Membership, |_, _, args| contains(&args[1], &args[0]))),
    open(global("size", 1, Cost::Unit, |_, _, args| size(&args[0]))),
    open(member("size", 1, Cost::Unit, |_, _, args| size(&args[0]))),
];

fn ordered<'a>(operator: &str, args: &[Value<'a>], holds: impl Fn(Ordering) -> bool) -> Outcome<'a> {
    if !is_ordered(&args[0]) {
        return Err(Fault::error(format!("no such overload: {operator}")));
    }
    Ok(Value::Bool(holds(order(&args[0], &args[1])?)))
}

/// Whether values of the type have an order.
pub(super) const fn is_ordered(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Bool(_)
            | Value::Int(_)
            | Value::UInt(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_)
            | Value::Timestamp(_)
    )
}

/// The error of an operator for a left operand that does not know it; texts and times are asked themselves and name no operator.
fn unknown(operator: &str, operand: &Value<'_>) -> Fault {
    match operand {
        Value::String(_) | Value::Bool(_) | Value::Duration(_) | Value::Timestamp(_) => Fault::no_such_overload(),
        _ => Fault::error(format!("no such overload: {operator}")),
    }
}

fn size<'a>(value: &Value<'a>) -> Outcome<'a> {
    match value {
        Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) => {
            Ok(Value::Int(value.size().and_then(|size| i64::try_from(size).ok()).unwrap_or(i64::MAX)))
        }
        _ => Err(Fault::error("no such overload: size")),
    }
}

/// `needle in haystack`.
pub(super) fn contains<'a>(haystack: &Value<'a>, needle: &Value<'a>) -> Outcome<'a> {
    match haystack {
        Value::Map(map) => Ok(Value::Bool(map.find(needle)?.is_some())),
        Value::List(list) => {
            let mut fault = None;
            for item in list.iter() {
                match item.and_then(|item| equal(&item, needle)) {
                    Ok(true) => return Ok(Value::Bool(true)),
                    Ok(false) => {}
                    Err(other) => fault = fault.or(Some(other)),
                }
            }
            // Lists that an expression made take what cannot be compared for different.
            match fault {
                Some(fault) if list.kind.is_some() => Err(fault),
                _ => Ok(Value::Bool(false)),
            }
        }
        _ => Err(Fault::no_such_overload()),
    }
}

fn integer_overflow() -> Fault {
    Fault::error("integer overflow")
}

fn unsigned_overflow() -> Fault {
    Fault::error("unsigned integer overflow")
}

fn duration_overflow() -> Fault {
    Fault::error("duration overflow")
}

fn negate<'a>(value: &Value<'a>) -> Outcome<'a> {
    match value {
        Value::Int(value) => value.checked_neg().map(Value::Int).ok_or_else(integer_overflow),
        Value::Double(value) => Ok(Value::Double(-value)),
        Value::Duration(value) => value.checked_neg().map(Value::Duration).ok_or_else(duration_overflow),
        _ => Err(unknown("-_", value)),
    }
}

/// `a + b`.
pub(super) fn add<'a>(a: &Value<'a>, b: &Value<'a>) -> Outcome<'a> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_add(*b).map(Value::Int).ok_or_else(integer_overflow),
        (Value::UInt(a), Value::UInt(b)) => a.checked_add(*b).map(Value::UInt).ok_or_else(unsigned_overflow),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a + b)),
        (Value::String(a), Value::String(b)) => Ok(Value::text([&**a, &**b].concat())),
        (Value::Bytes(a), Value::Bytes(b)) => Ok(Value::Bytes([&**a, &**b].concat().into())),
        (Value::List(a), Value::List(b)) => a.join(b).map(Value::List),
        (Value::Duration(a), Value::Duration(b)) => a.checked_add(*b).map(Value::Duration).ok_or_else(duration_overflow),
        (Value::Timestamp(time), Value::Duration(nanos)) | (Value::Duration(nanos), Value::Timestamp(time)) => {
            time.plus(*nanos).map(Value::Timestamp)
        }
        (
            Value::Int(_)
            | Value::UInt(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::List(_)
            | Value::Duration(_)
            | Value::Timestamp(_),
            _,
        ) => Err(Fault::no_such_overload()),
        _ => Err(unknown("_+_", a)),
    }
}

fn subtract<'a>(a: &Value<'a>, b: &Value<'a>) -> Outcome<'a> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_sub(*b).map(Value::Int).ok_or_else(integer_overflow),
        (Value::UInt(a), Value::UInt(b)) => a.checked_sub(*b).map(Value::UInt).ok_or_else(unsigned_overflow),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a - b)),
        (Value::Duration(a), Value::Duration(b)) => a.checked_sub(*b).map(Value::Duration).ok_or_else(duration_overflow),
        (Value::Timestamp(a), Value::Timestamp(b)) => a.since(*b).map(Value::Duration),
        (Value::Timestamp(time), Value::Duration(nanos)) => {
            nanos.checked_neg().map_or_else(|| time.plus(i64::MAX)?.plus(1), |nanos| time.plus(nanos)).map(Value::Timestamp)
        }
        (Value::Int(_) | Value::UInt(_) | Value::Double(_) | Value::Duration(_) | Value::Timestamp(_), _) => {
            Err(Fault::no_such_overload())
        }
        _ => Err(unknown("_-_", a)),
    }
}

fn multiply<'a>(a: &Value<'a>, b: &Value<'a>) -> Outcome<'a> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_mul(*b).map(Value::Int).ok_or_else(integer_overflow),
        (Value::UInt(a), Value::UInt(b)) => a.checked_mul(*b).map(Value::UInt).ok_or_else(unsigned_overflow),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a * b)),
        (Value::Int(_) | Value::UInt(_) | Value::Double(_), _) => Err(Fault::no_such_overload()),
        _ => Err(unknown("_*_", a)),
    }
}

fn divide<'a>(a: &Value<'a>, b: &Value<'a>) -> Outcome<'a> {
    match (a, b) {
        (Value::Int(_), Value::Int(0)) | (Value::UInt(_), Value::UInt(0)) => Err(Fault::error("division by zero")),
        (Value::Int(a), Value::Int(b)) => a.checked_div(*b).map(Value::Int).ok_or_else(integer_overflow),
        (Value::UInt(a), Value::UInt(b)) => Ok(Value::UInt(a / b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a / b)),
        (Value::Int(_) | Value::UInt(_) | Value::Double(_), _) => Err(Fault::no_such_overload()),
        _ => Err(unknown("_/_", a)),
    }
}

fn modulo<'a>(a: &Value<'a>, b: &Value<'a>) -> Outcome<'a> {
    match (a, b) {
        (Value::Int(_), Value::Int(0)) | (Value::UInt(_), Value::UInt(0)) => Err(Fault::error("modulus by zero")),
        (Value::Int(a), Value::Int(b)) => a.checked_rem(*b).map(Value::Int).ok_or_else(integer_overflow),
        (Value::UInt(a), Value::UInt(b)) => Ok(Value::UInt(a % b)),
        (Value::Int(_) | Value::UInt(_), _) => Err(Fault::no_such_overload()),
        _ => Err(unknown("_%_", a)),
    }
}
