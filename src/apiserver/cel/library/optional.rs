//! Optional values; `or` and `orValue` are operators, since they leave their argument unevaluated.

use super::{Function, global, member};
use crate::apiserver::cel::{
    cost::Cost,
    value::{Fault, Outcome, Value},
};

pub(super) const FUNCTIONS: &[Function] = &[
    global("optional.of", 1, Cost::Unit, |_, _, args| Ok(Value::some(args[0].clone()))),
    global("optional.none", 0, Cost::Unit, |_, _, _| Ok(Value::Optional(None))),
    global("optional.ofNonZeroValue", 1, Cost::Unit, |_, _, args| {
        Ok(if is_zero(&args[0]) { Value::Optional(None) } else { Value::some(args[0].clone()) })
    }),
    member("value", 1, Cost::Unit, |_, _, args| match &args[0] {
        Value::Optional(Some(value)) => Ok((**value).clone()),
        Value::Optional(None) => Err(Fault::error("optional.none() dereference")),
        other => Err(Fault::error(format!("no such overload: value({})", other.type_name()))),
    }),
    member("hasValue", 1, Cost::Unit, |_, _, args| match &args[0] {
        Value::Optional(value) => Ok(Value::Bool(value.is_some())),
        other => Err(Fault::error(format!("no such overload: hasValue({})", other.type_name()))),
    }),
    global("optional.unwrap", 1, Cost::Unit, |_, _, args| unwrap(&args[0])),
    member("unwrapOpt", 1, Cost::Unit, |_, _, args| unwrap(&args[0])),
];

/// Whether the value is the zero of its type. Lists and objects of the tree never are, as they do not say.
fn is_zero(value: &Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Int(value) | Value::Duration(value) => *value == 0,
        Value::UInt(value) => *value == 0,
        Value::Double(value) => *value == 0.0,
        Value::String(text) => text.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Timestamp(time) => time.is_zero(),
        Value::List(list) => list.kind.is_none() && list.len() == 0,
        Value::Map(crate::apiserver::cel::map::Map::Entries(entries)) => entries.is_empty(),
        _ => false,
    }
}

fn unwrap<'a>(list: &Value<'a>) -> Outcome<'a> {
    let mut out = Vec::new();
    for item in list.expect_list()?.iter() {
        match item? {
            Value::Optional(Some(value)) => out.push((*value).clone()),
            Value::Optional(None) => {}
            other => return Err(Fault::error(format!("value {other} is not optional"))),
        }
    }
    Ok(Value::list(out))
}
