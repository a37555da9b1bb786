//! Writing a tree as JSON text, as kubectl makes it on its way from a file to a request.

use std::fmt::Write as _;

use super::go::{push_json_float, push_json_string};
use super::tree::{Entry, Map, Node, Number, Value};

/// Which of kubectl's JSON texts of a value is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonForm {
    /// What converting YAML to JSON yields: keys sorted, integers exact.
    Converted,
    /// The members of a JSON document as they are written: their order, repeated keys and the text of numbers kept.
    Written,
    /// What goes to the server, after kubectl has decoded the value and encoded it again: keys sorted, each once, and every number
    /// that is no `i64` through a double (`1.0` becomes `1`).
    Sent,
}

/// `node` as compact JSON in the form wanted, strings escaped as Go's `encoding/json` does (`<` is `\u003c`).
///
/// Recursive: needs about 200 bytes of stack for each level of nesting.
pub fn to_json(node: &Node<'_>, form: JsonForm) -> String {
    let mut out = String::new();
    push_json(&mut out, node, form);
    out
}

/// Appends `node` to `out` as [`to_json`] makes it.
pub fn push_json(out: &mut String, node: &Node<'_>, form: JsonForm) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => push_number(out, number, form),
        Value::String(text) => push_json_string(out, text),
        Value::List(items) => push_list(out, items, form),
        Value::Map(map) => push_map(out, map, form),
    }
}

fn push_list(out: &mut String, items: &[Node<'_>], form: JsonForm) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_json(out, item, form);
    }
    out.push(']');
}

fn push_map(out: &mut String, map: &Map<'_>, form: JsonForm) {
    let mut entries: Vec<&Entry<'_>> = map.entries.iter().collect();
    if form == JsonForm::Written {
        entries.extend(map.shadowed.iter().flat_map(|shadowed| shadowed.iter()));
        entries.sort_by_key(|entry| entry.key_span);
    } else {
        entries.sort_by(|a, b| a.key.cmp(&b.key));
    }
    out.push('{');
    for (index, entry) in entries.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_json_string(out, &entry.key);
        out.push(':');
        push_json(out, &entry.value, form);
    }
    out.push('}');
}

fn push_number(out: &mut String, number: &Number<'_>, form: JsonForm) {
    match (number, form) {
        (Number::Int(value), _) => push_integer(out, value),
        (Number::UInt(value), JsonForm::Converted | JsonForm::Written) => push_integer(out, value),
        (Number::Json(text), JsonForm::Converted | JsonForm::Written) => out.push_str(text),
        // No double holds such a number; kubectl refuses it before it sends anything.
        (Number::Json(text), JsonForm::Sent) if number.as_f64().is_infinite() => out.push_str(text),
        _ => push_json_float(out, number.as_f64()),
    }
}

fn push_integer(out: &mut String, value: impl std::fmt::Display) {
    let _ = write!(out, "{value}");
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::yaml::Span;

    fn node(value: Value<'static>) -> Node<'static> {
        Node { value, ..Node::default() }
    }

    fn entry(key: &'static str, at: u32, value: Value<'static>) -> Entry<'static> {
        Entry { key: Cow::Borrowed(key), key_span: Span::new(at, at + 1), value: node(value) }
    }

    fn sample() -> Node<'static> {
        let number = |text| Value::Number(Number::Json(Cow::Borrowed(text)));
        let list = vec![node(Value::Bool(true)), node(Value::Null), node(Value::Number(Number::UInt(u64::MAX)))];
        node(Value::Map(Map {
            entries: vec![
                entry("b", 10, number("1.0")),
                entry("<", 20, Value::String(Cow::Borrowed("é&"))),
                entry("a", 40, Value::List(list)),
            ],
            shadowed: Some(Box::new(vec![entry("a", 30, Value::Number(Number::Int(-5)))])),
        }))
    }

    #[test]
    fn the_converted_form_sorts_and_keeps_integers() {
        let text = to_json(&sample(), JsonForm::Converted);
        assert_eq!(text, r#"{"\u003c":"é\u0026","a":[true,null,18446744073709551615],"b":1.0}"#);
    }

    #[test]
    fn the_written_form_keeps_order_and_repeated_keys() {
        let text = to_json(&sample(), JsonForm::Written);
        assert_eq!(text, r#"{"b":1.0,"\u003c":"é\u0026","a":-5,"a":[true,null,18446744073709551615]}"#);
    }

    #[test]
    fn the_sent_form_makes_doubles() {
        let text = to_json(&sample(), JsonForm::Sent);
        assert_eq!(text, r#"{"\u003c":"é\u0026","a":[true,null,18446744073709552000],"b":1}"#);
        assert_eq!(to_json(&node(Value::Number(Number::Json(Cow::Borrowed("1e400")))), JsonForm::Sent), "1e400");
    }
}
