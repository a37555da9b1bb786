//! ADM001: the schemas of a function have to compile.

use serde_json::{Map, Number, Value};

use super::{Remark, Review, Subject, at, json_schema, place, text};
use crate::{
    lint::report::NotChecked,
    world::Field,
    yaml::{self, Node, Span},
};

/// The fields, in the order in which the webhook compiles them.
pub(super) const FIELDS: [&str; 2] = ["spec.inputSchema", "spec.outputSchema"];

/// Schemas nested deeper than this are not compiled here, since the check against a metaschema takes much stack for each level.
const MAX_DEPTH: usize = 500;

pub(super) fn subject(review: &Review<'_>) -> Subject {
    let mut subject = Subject::default();
    if review.kind != "AgentRuntime" || text(review.object, "spec.mode") != "function" {
        return subject;
    }
    for field in FIELDS {
        let Some(node) = at(review.object, field).filter(|node| !node.is_null()) else { continue };
        if depth(node) > MAX_DEPTH {
            let reason = format!("function schemas nested deeper than {MAX_DEPTH} levels");
            subject.not_checked = Some(NotChecked::new("ADM001", reason));
            continue;
        }
        if let Some(fault) = json_schema::fault(&json(node)) {
            let span = pointed(node, &fault.pointer).unwrap_or_else(|| place(review.object, field));
            let inner = if fault.pointer.is_empty() { String::new() } else { format!(" at {}", fault.pointer) };
            let message = format!("{} does not compile as a JSON Schema{inner}: {}", &field["spec.".len()..], fault.text);
            // The webhook says nothing of the second when the first fails.
            let masked = !subject.remarks.is_empty();
            subject.remarks.push(Remark { masked, ..Remark::new("ADM001", field, span, message) });
        }
    }
    subject
}

/// Why a JSON Schema elsewhere than in a function does not compile; nothing where it is too deep to be compiled here.
pub(in crate::lint) fn fault(schema: &Field<'_>) -> Option<String> {
    let node = schema.node().filter(|node| depth(node) <= MAX_DEPTH)?;
    let fault = json_schema::fault(&json(node))?;
    Some(if fault.pointer.is_empty() { fault.text } else { format!("{}: {}", fault.pointer, fault.text) })
}

fn depth(node: &Node<'_>) -> usize {
    let below = match &node.value {
        yaml::Value::List(items) => items.iter().map(depth).max(),
        yaml::Value::Map(map) => map.entries.iter().map(|entry| depth(&entry.value)).max(),
        _ => None,
    };
    1 + below.unwrap_or(0)
}

/// The value as the library of the platform reads it.
fn json(node: &Node<'_>) -> Value {
    match &node.value {
        yaml::Value::Null => Value::Null,
        yaml::Value::Bool(value) => Value::Bool(*value),
        yaml::Value::Number(number) => match number.as_i64() {
            Some(value) => Value::Number(value.into()),
            None => Number::from_f64(number.as_f64()).map_or(Value::Null, Value::Number),
        },
        yaml::Value::String(text) => Value::String(text.to_string()),
        yaml::Value::List(items) => Value::Array(items.iter().map(json).collect()),
        yaml::Value::Map(map) => {
            Value::Object(map.entries.iter().map(|entry| (entry.key.to_string(), json(&entry.value))).collect::<Map<_, _>>())
        }
    }
}

/// The place that a JSON pointer into `node` names: the value, or the key of a value that has parts.
fn pointed(node: &Node<'_>, pointer: &str) -> Option<Span> {
    let mut node = node;
    let mut span = None;
    for segment in pointer.split('/').skip(1) {
        let key = segment.replace("~1", "/").replace("~0", "~");
        node = match &node.value {
            yaml::Value::Map(map) => {
                let entry = map.entry(&key)?;
                let has_parts = entry.value.as_map().is_some() || entry.value.as_list().is_some();
                span = Some(if has_parts { entry.key_span } else { entry.value.span });
                &entry.value
            }
            yaml::Value::List(items) => {
                let item = items.get(key.parse::<usize>().ok()?)?;
                span = Some(item.span);
                item
            }
            _ => return None,
        };
    }
    span
}
