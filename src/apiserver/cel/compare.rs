//! Equality and order of values.

use std::cmp::Ordering;

use super::{
    convert,
    list::same_written,
    map::{Map, Object},
    value::{Fault, Value},
};
use crate::yaml::{self, Node};

/// `a == b`. Recursive as deep as the values are nested.
///
/// # Errors
///
/// The left value is one of the object, or of a library, and the right one is of another type.
pub fn equal(a: &Value<'_>, b: &Value<'_>) -> Result<bool, Fault> {
    Ok(match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(_) | Value::UInt(_) | Value::Double(_), Value::Int(_) | Value::UInt(_) | Value::Double(_)) => {
            order_numbers(a, b) == Some(Ordering::Equal)
        }
        (Value::String(a), Value::String(b)) => **a == **b,
        (Value::Bytes(a), Value::Bytes(b)) => a == b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Type(a), Value::Type(b)) => a == b,
        (Value::List(a), Value::List(b)) => return a.equals(b),
        (Value::List(list), _) if list.kind.is_some() => return Err(Fault::no_such_overload()),
        (Value::Map(Map::Object(a)), Value::Map(b)) => return object_equals(a, b),
        (Value::Map(Map::Object(_)), _) => return Err(Fault::no_such_overload()),
        (Value::Map(Map::Entries(a)), Value::Map(b)) => entries_equal(a, b),
        (Value::Optional(a), Value::Optional(b)) => match (a, b) {
            (Some(a), Some(b)) => return equal(a, b),
            (a, b) => a.is_none() && b.is_none(),
        },
        (Value::Opaque(a), Value::Opaque(b)) => deep_equal(a, b),
        (Value::Ip(a), Value::Ip(b)) => a == b,
        (Value::Cidr(a), Value::Cidr(b)) => a == b,
        (Value::Url(a), Value::Url(b)) => a.text() == b.text(),
        (Value::Quantity(a), Value::Quantity(b)) => a.compare(b) == Ordering::Equal,
        (Value::Semver(a), Value::Semver(b)) => a.compare(b) == Ordering::Equal,
        (Value::Format(a), Value::Format(b)) => a.name == b.name,
        (Value::Ip(_) | Value::Cidr(_) | Value::Url(_) | Value::Quantity(_) | Value::Semver(_) | Value::Format(_), _) => {
            return Err(Fault::no_such_overload());
        }
        _ => false,
    })
}

fn object_equals(a: &Object<'_>, b: &Map<'_>) -> Result<bool, Fault> {
    if a.map.len() != b.len() {
        return Ok(false);
    }
    for entry in &a.map.entries {
        let Some(_) = a.schema_of(&entry.key) else {
            // A field that the schema does not know counts as it is written.
            let Map::Object(b) = b else { return Err(Fault::no_such_overload()) };
            if b.map.get(&entry.key).is_some_and(|other| !deep_equal(&entry.value, other)) {
                return Ok(false);
            }
            continue;
        };
        let mine = a.find(&entry.key);
        let other = b.find(&Value::str(&entry.key))?;
        match (mine, other) {
            (Some((node, schema)), Some(other)) => {
                if !equal(&convert::value(node, schema, false)?, &other)? {
                    return Ok(false);
                }
            }
            (None, None) => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

fn entries_equal(a: &[(Value<'_>, Value<'_>)], b: &Map<'_>) -> bool {
    a.len() == b.len()
        && a.iter().all(|(key, value)| match b.find(key) {
            Ok(Some(other)) => equal(value, &other).unwrap_or(true),
            _ => false,
        })
}

/// Whether two values of the tree are the same, `equality.Semantic.DeepEqual` of apimachinery: empty and null collections are alike.
pub fn deep_equal(a: &Node<'_>, b: &Node<'_>) -> bool {
    match (&a.value, &b.value) {
        (yaml::Value::List(a), yaml::Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| deep_equal(a, b)),
        (yaml::Value::Map(a), yaml::Value::Map(b)) => {
            a.len() == b.len()
                && a.entries.iter().all(|entry| b.get(&entry.key).is_some_and(|other| deep_equal(&entry.value, other)))
        }
        _ => same_written(a, b),
    }
}

/// The order of two numbers; nothing when one is NaN.
fn order_numbers(a: &Value<'_>, b: &Value<'_>) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::UInt(a), Value::UInt(b)) => Some(a.cmp(b)),
        (Value::Double(a), Value::Double(b)) => a.partial_cmp(b),
        (Value::Int(a), Value::UInt(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::UInt(a), Value::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Int(a), Value::Double(b)) => order_wide(i128::from(*a), *b),
        (Value::UInt(a), Value::Double(b)) => order_wide(i128::from(*a), *b),
        (Value::Double(a), Value::Int(b)) => order_wide(i128::from(*b), *a).map(Ordering::reverse),
        (Value::Double(a), Value::UInt(b)) => order_wide(i128::from(*b), *a).map(Ordering::reverse),
        _ => None,
    }
}

/// The order of an integer and a double. cel-go compares as doubles when the double is in the range of the integer's type.
fn order_wide(integer: i128, double: f64) -> Option<Ordering> {
    (integer as f64).partial_cmp(&double)
}

/// The order of `a` and `b`.
///
/// # Errors
///
/// Values of these types have no order, or one is NaN.
pub fn order(a: &Value<'_>, b: &Value<'_>) -> Result<Ordering, Fault> {
    Ok(match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Int(_) | Value::UInt(_) | Value::Double(_), Value::Int(_) | Value::UInt(_) | Value::Double(_)) => {
            return order_numbers(a, b).ok_or_else(|| Fault::error("NaN values cannot be ordered"));
        }
        (Value::String(a), Value::String(b)) => (**a).cmp(&**b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Value::Duration(a), Value::Duration(b)) => a.cmp(b),
        (Value::Timestamp(a), Value::Timestamp(b)) => (a.seconds, a.nanos).cmp(&(b.seconds, b.nanos)),
        (Value::Quantity(a), Value::Quantity(b)) => a.compare(b),
        _ => return Err(Fault::no_such_overload()),
    })
}
