//! Scalars that mean something else than they look.

use super::{JsonForm, Node, Number, Span, Style, Text, Value, Via, to_json};

/// Calls `found` with the place and the JSON of each plain scalar whose value is not what is written: `on`, `0777`, `1_000`, `1.10`.
///
/// Recursive as deep as the document is nested.
pub fn odd_scalars(node: &Node<'_>, text: &Text, found: &mut impl FnMut(Span, &str)) {
    if node.via != Via::Direct {
        return;
    }
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| odd_scalars(item, text, found)),
        Value::Map(map) => map.entries.iter().for_each(|entry| odd_scalars(&entry.value, text, found)),
        Value::Bool(_) | Value::Number(Number::Int(_) | Number::UInt(_) | Number::Float(_)) if node.style == Style::Plain => {
            let json = to_json(node, JsonForm::Sent);
            let written = text.slice(node.span);
            if !written.eq_ignore_ascii_case(&json) {
                found(node.span, &json);
            }
        }
        _ => {}
    }
}
