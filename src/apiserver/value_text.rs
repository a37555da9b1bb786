//! Values as the texts of the server show them.

use std::fmt::Write as _;

use crate::yaml::{
    Entry, JsonForm, Map, Node, Value,
    go::{float64, push_quoted, quote},
    to_json,
};

use super::release::KubeVersion;

/// The bad value of a cause: scalars as Go prints them, strings quoted, the rest as JSON (before 1.34 in Go's own syntax).
///
/// Recursive: as deep as the value is nested.
pub fn bad_value(node: &Node<'_>, kube: KubeVersion) -> String {
    match &node.value {
        Value::Null if kube.at_least(34) => "null".to_owned(),
        Value::Null => "\"null\"".to_owned(),
        Value::List(_) | Value::Map(_) if kube.at_least(34) => json(node),
        Value::List(_) | Value::Map(_) => {
            let mut text = String::new();
            push_go_syntax(&mut text, node);
            text
        }
        Value::String(text) => quote(text),
        Value::Bool(value) => value.to_string(),
        Value::Number(_) => number(node),
    }
}

/// Compact JSON with sorted keys, as `json.Marshal` makes it.
pub fn json(node: &Node<'_>) -> String {
    to_json(node, JsonForm::Sent)
}

/// `%v`: strings bare, maps as `map[a:1 b:2]`.
///
/// Recursive: as deep as the value is nested.
pub fn push_plain(out: &mut String, node: &Node<'_>) {
    match &node.value {
        Value::Null => out.push_str("<nil>"),
        Value::Bool(value) => push_bool(out, *value),
        Value::Number(_) => out.push_str(&number(node)),
        Value::String(text) => out.push_str(text),
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                push_plain(out, item);
            }
            out.push(']');
        }
        Value::Map(map) => {
            out.push_str("map[");
            for (index, entry) in sorted(map).into_iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                out.push_str(&entry.key);
                out.push(':');
                push_plain(out, &entry.value);
            }
            out.push(']');
        }
    }
}

/// `%T` of the value that the server decodes.
pub const fn go_type(node: &Node<'_>) -> &'static str {
    match &node.value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(crate::yaml::Number::Int(_)) => "int64",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::List(_) => "[]interface {}",
        Value::Map(_) => "map[string]interface {}",
    }
}

/// `%#v`.
fn push_go_syntax(out: &mut String, node: &Node<'_>) {
    match &node.value {
        Value::Null => out.push_str("interface {}(nil)"),
        Value::Bool(value) => push_bool(out, *value),
        Value::Number(_) => out.push_str(&number(node)),
        Value::String(text) => push_quoted(out, text),
        Value::List(items) => {
            out.push_str("[]interface {}{");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                push_go_syntax(out, item);
            }
            out.push('}');
        }
        Value::Map(map) => {
            out.push_str("map[string]interface {}{");
            for (index, entry) in sorted(map).into_iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                push_quoted(out, &entry.key);
                out.push(':');
                push_go_syntax(out, &entry.value);
            }
            out.push('}');
        }
    }
}

fn number(node: &Node<'_>) -> String {
    match &node.value {
        Value::Number(number) => match number.as_i64() {
            Some(integer) => integer.to_string(),
            None => float64(number.as_f64()),
        },
        _ => String::new(),
    }
}

fn push_bool(out: &mut String, value: bool) {
    let _ = write!(out, "{value}");
}

/// The entries sorted by key, as Go prints maps.
pub(super) fn sorted<'m, 't>(map: &'m Map<'t>) -> Vec<&'m Entry<'t>> {
    let mut entries: Vec<_> = map.entries.iter().collect();
    entries.sort_by(|a, b| a.key.cmp(&b.key));
    entries
}
