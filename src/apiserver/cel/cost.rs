//! What calls cost while an expression runs.
//!
//! Source: `interpreter/runtimecost.go` of cel-go 0.26 and `pkg/cel/library/cost.go` of `k8s.io/apiserver`.

use super::value::Value;

/// The cost of making a list.
pub const LIST: u64 = 10;
/// The cost of making a map.
pub const MAP: u64 = 30;

/// How the cost of a call follows from its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// One.
    Unit,
    /// A tenth of the first argument's size.
    Traverse,
    /// A fifth of the first argument's size.
    TraverseTwice,
    /// A fifth of the result's size.
    Result,
    /// A tenth of both texts or sequences of bytes; one for other values.
    Concatenate,
    /// A tenth of the smaller text or sequence of bytes; one for other values.
    Order,
    /// A tenth of the smaller side.
    Equality,
    /// The size of the list; one for a map.
    Membership,
    /// A tenth of the text times a tenth of the part looked for.
    Contains,
    /// A text against a regular expression.
    Regex,
    /// A text against a named format.
    Format,
    /// `bytes`: a tenth of a text, one for other values.
    ToBytes,
    /// `string`: a tenth of bytes, one for other values.
    ToString,
    /// A walk over all that is in the first argument.
    Deep,
    /// Whether a block contains an address.
    ContainsIp,
    /// Whether a block contains a block.
    ContainsCidr,
    /// `ip` of a text or of a block.
    Ip,
    /// The size of the list that results.
    Slice,
    /// The size of the list times the depth.
    Flatten,
    /// A comparison of each item of the first list with each.
    SelfCompare,
    /// The same of the second list.
    KeysCompare,
    /// The product of the sizes of two lists.
    Sets,
    /// The product of the sizes of two lists, twice.
    SetsTwice,
}

/// The cost of a call of values.
pub fn of_call(cost: Cost, args: &[Value<'_>], result: Option<&Value<'_>>) -> u64 {
    let size = |index: usize| args.get(index).map_or(1, size_of);
    let result_size = || result.map_or(1, size_of);
    match cost {
        Cost::Unit => 1,
        Cost::Traverse => tenth(size(0)),
        Cost::TraverseTwice => scaled(size(0), 0.2),
        Cost::Result => scaled(result_size(), 0.2),
        Cost::Concatenate => match args {
            [Value::String(_) | Value::Bytes(_), ..] => tenth(size(0) + size(1)),
            _ => 1,
        },
        Cost::Order => match args {
            [Value::String(_) | Value::Bytes(_), ..] => tenth(size(0).min(size(1))),
            _ => 1,
        },
        Cost::Equality => match args {
            [Value::Ip(_) | Value::Cidr(_) | Value::Url(_) | Value::Quantity(_) | Value::Semver(_) | Value::Format(_), ..] => 1,
            _ => tenth(size(0).min(size(1))),
        },
        Cost::Membership => match args {
            [_, Value::List(list)] => list.len() as u64,
            _ => 1,
        },
        Cost::Contains => tenth(size(0)) * tenth(size(1)),
        Cost::Regex => tenth(size(0) + 1) * scaled(size(1), 0.25),
        Cost::Format => match args {
            [Value::Format(format), ..] => tenth(size(1) + 1) * scaled(format.max_regex_size, 0.25),
            _ => 1,
        },
        Cost::ToBytes => match args {
            [Value::String(_)] => tenth(size(0)),
            _ => 1,
        },
        Cost::ToString => match args {
            [Value::Bytes(_)] => tenth(size(0)),
            _ => 1,
        },
        Cost::Deep => args.first().map_or(1, walk),
        Cost::ContainsIp => {
            let parse = if matches!(args, [_, Value::String(_)]) { tenth(size(1)) } else { 0 };
            tenth(2 * size(0)) + parse
        }
        Cost::ContainsCidr => {
            let parse = if matches!(args, [_, Value::String(_)]) { tenth(size(1)) } else { 0 };
            tenth(2 * size(0)) + tenth(size(0)) + 1 + parse
        }
        Cost::Ip => match args {
            [Value::Cidr(_)] => 1,
            _ => tenth(size(0)),
        },
        Cost::Slice => list_cost(result_size()),
        Cost::Flatten => match args.get(1) {
            Some(Value::Int(depth)) => (size(0) as i64).wrapping_mul(*depth).wrapping_add(LIST as i64 + 1) as u64,
            _ => list_cost(size(0)),
        },
        Cost::SelfCompare => self_compare(args.first()),
        Cost::KeysCompare => self_compare(args.get(1)),
        Cost::Sets => 1 + size(0) * size(1),
        Cost::SetsTwice => 1 + 2 * size(0) * size(1),
    }
}

/// The cost of a call with an argument that is an error; its size counts as one.
pub fn of_failed_call(cost: Cost, args: &[Option<Value<'_>>]) -> u64 {
    let values: Vec<Value<'_>> = args.iter().map(|arg| arg.clone().unwrap_or(Value::Null)).collect();
    of_call(cost, &values, None)
}

/// What cel-go says when it takes an error for a list while it counts the cost of sorting and the like.
pub fn confused_by(cost: Cost, args: &[Option<Value<'_>>]) -> Option<&'static str> {
    let missing = |index: usize| args.get(index).is_some_and(Option::is_none);
    match cost {
        Cost::SelfCompare if missing(0) => {
            Some("internal error: interface conversion: *types.Err is not traits.Lister: missing method Add")
        }
        Cost::KeysCompare if missing(1) => {
            Some("internal error: interface conversion: *types.Err is not traits.Lister: missing method Add")
        }
        Cost::Flatten if missing(1) => Some("internal error: interface conversion: ref.Val is *types.Err, not types.Int"),
        _ => None,
    }
}

/// What the size of a value is for the cost; one where it has none.
fn size_of(value: &Value<'_>) -> u64 {
    match value {
        Value::Optional(Some(inner)) => size_of(inner),
        other => other.size().unwrap_or(1),
    }
}

fn self_compare(list: Option<&Value<'_>>) -> u64 {
    let Some(Value::List(list)) = list else { return 1 };
    let size = list.len() as f64;
    let factor = if matches!(list.get(0), Ok(Value::String(_) | Value::Bytes(_))) { 2.1 } else { 2.0 };
    list_cost((size * size * factor) as u64)
}

/// The cost of going through a value and all in it: a tenth of texts, one of other simple values. Recursive as deep as it is nested.
fn walk(value: &Value<'_>) -> u64 {
    match value {
        Value::String(text) => (text.len() as f64 * 0.1) as u64,
        Value::Bytes(bytes) => (bytes.len() as f64 * 0.1) as u64,
        Value::List(list) => list.iter().map(|item| item.map_or(1, |item| walk(&item))).sum(),
        Value::Map(map) => map.keys().iter().map(|key| walk(key) + map.get(key).map_or(1, |value| walk(&value))).sum(),
        _ => 1,
    }
}

fn list_cost(elements: u64) -> u64 {
    elements.saturating_add(LIST + 1)
}

/// A tenth, rounded up: the cost of going through a text.
fn tenth(size: u64) -> u64 {
    scaled(size, 0.1)
}

fn scaled(size: u64, factor: f64) -> u64 {
    (size as f64 * factor).ceil() as u64
}
