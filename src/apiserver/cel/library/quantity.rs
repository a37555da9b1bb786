//! Quantities of resources (`500m`, `1Gi`, `1e3`).
//!
//! Source: `k8s.io/apimachinery/pkg/api/resource`.

use std::{cmp::Ordering, sync::Arc};

use super::{Function, global, member};
use crate::apiserver::{
    cel::{
        cost::Cost,
        value::{Fault, Outcome, Value},
    },
    quantity::Quantity,
};

pub(super) const FUNCTIONS: &[Function] = &[
    global("quantity", 1, Cost::Traverse, |_, _, args| {
        Quantity::parse(args[0].expect_str()?).map(|quantity| Value::Quantity(Arc::new(quantity))).map_err(Fault::error)
    }),
    global("isQuantity", 1, Cost::Traverse, |_, _, args| Ok(Value::Bool(Quantity::parse(args[0].expect_str()?).is_ok()))),
    member("sign", 1, Cost::Unit, |_, _, args| of(args, |quantity| Ok(Value::Int(quantity.sign())))),
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
