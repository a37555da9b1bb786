//! Whether a value is among those of an `enum`, with the conversions that Go's reflection makes on the way.

use crate::yaml::{Node, Number, Value};

use super::validate_number::to_int;

/// Whether `node` is `allowed`. The server converts the value to the type of the allowed one first: a double loses its fraction for an
/// integer, an integer becomes the character of that number for a string. A null never matches.
///
/// Recursive: as deep as the values are nested.
pub(super) fn matches(node: &Node<'_>, allowed: &Node<'_>) -> bool {
    match (&node.value, &allowed.value) {
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Number(number), Value::Number(allowed)) => match (number.as_i64(), allowed.as_i64()) {
            (Some(number), Some(allowed)) => number == allowed,
            (Some(number), None) => number as f64 == allowed.as_f64(),
            (None, Some(allowed)) => to_int(number.as_f64()) == allowed,
            (None, None) => number.as_f64() == allowed.as_f64(),
        },
        (Value::Number(Number::Int(number)), Value::String(allowed)) => {
            let character = u32::try_from(*number).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut buffer = [0; 4];
            *character.encode_utf8(&mut buffer) == **allowed
        }
        _ => equal(node, allowed),
    }
}

/// `reflect.DeepEqual` of what the server decodes: 1 and 1.0 differ.
///
/// Recursive: as deep as the values are nested.
pub(super) fn equal(a: &Node<'_>, b: &Node<'_>) -> bool {
    match (&a.value, &b.value) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => match (a.as_i64(), b.as_i64()) {
            (Some(a), Some(b)) => a == b,
            (None, None) => a.as_f64() == b.as_f64(),
            _ => false,
        },
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && super::value_text::sorted(a)
                    .into_iter()
                    .zip(super::value_text::sorted(b))
                    .all(|(a, b)| a.key == b.key && equal(&a.value, &b.value))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(value: Value<'static>) -> Node<'static> {
        Node { value, ..Node::default() }
    }

    #[test]
    fn values_are_converted_as_in_go() {
        let int = |value| node(Value::Number(Number::Int(value)));
        let float = |value| node(Value::Number(Number::Float(value)));
        let text = |value| node(Value::String(std::borrow::Cow::Borrowed(value)));
        assert!(matches(&int(65), &text("A")) && matches(&int(-1), &text("\u{fffd}")) && !matches(&int(66), &text("A")));
        assert!(matches(&float(1.5), &int(1)) && matches(&int(1), &float(1.0)) && !matches(&float(2.5), &int(1)));
        assert!(!matches(&text("1"), &int(1)) && !matches(&node(Value::Null), &node(Value::Null)));
        assert!(!equal(&int(1), &float(1.0)));
    }
}
