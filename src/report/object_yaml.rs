//! Rendered objects as YAML, with or without a comment behind each value that says where it comes from.

use std::borrow::Cow;

use crate::{
    render::Tree,
    yaml::{self, Entry, Map, Node, Span, Style, Text, Value, Via},
};

/// The object as a YAML document, laid out as kubectl does.
///
/// # Errors
/// It cannot be written; the reason.
pub fn object_yaml(object: &Tree) -> Result<String, String> {
    yaml::to_yaml(&node(object)).map_err(|error| error.to_string())
}

/// The object as a YAML document in which each value has its source in a comment behind it.
///
/// # Errors
/// It cannot be written; the reason.
pub fn explained_yaml(object: &Tree) -> Result<String, String> {
    let written = object_yaml(object)?;
    let text = Text::new(written.clone().into_bytes()).map_err(|_| "too large".to_owned())?;
    let document = yaml::read(&text).documents.into_iter().next().ok_or("nothing was written")?;
    let mut places = Vec::new();
    leaf_places(object, &document.root, &mut places);
    let mut lines: Vec<Cow<'_, str>> = written.lines().map(Cow::Borrowed).collect();
    for (span, leaf) in places.into_iter().zip(object.leaves()) {
        let line = text.location(span.start).line as usize;
        if let Some(line) = line.checked_sub(1).and_then(|index| lines.get_mut(index)) {
            line.to_mut().push_str(&format!("  # {}", leaf.source));
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// Where the leaves stand, in the order of [`Tree::leaves`]. A leaf may hold a whole list, as a command does.
fn leaf_places(tree: &Tree, node: &Node<'_>, places: &mut Vec<Span>) {
    match (tree, &node.value) {
        (Tree::List(items), Value::List(written)) => {
            items.iter().zip(written).for_each(|(item, node)| leaf_places(item, node, places));
        }
        (Tree::Map(map), Value::Map(written)) => {
            map.entries().zip(&written.entries).for_each(|((_, value), entry)| leaf_places(value, &entry.value, places));
        }
        _ => places.push(node.span),
    }
}

fn node(tree: &Tree) -> Node<'_> {
    let value = match tree {
        Tree::Leaf(value, _) => return json(value),
        Tree::List(items) => Value::List(items.iter().map(node).collect()),
        Tree::Map(map) => {
            let entries =
                map.entries().map(|(key, value)| Entry { key: key.into(), key_span: Span::default(), value: node(value) });
            Value::Map(Map { entries: entries.collect(), shadowed: None })
        }
    };
    of(value)
}

fn json(value: &serde_json::Value) -> Node<'_> {
    use serde_json::Value as Json;
    of(match value {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::Number(match (number.as_i64(), number.as_u64()) {
            (Some(value), _) => yaml::Number::Int(value),
            (None, Some(value)) => yaml::Number::UInt(value),
            (None, None) => yaml::Number::Float(number.as_f64().unwrap_or_default()),
        }),
        Json::String(text) => Value::String(text.as_str().into()),
        Json::Array(items) => Value::List(items.iter().map(json).collect()),
        Json::Object(members) => {
            let entries = members.iter().map(|(key, value)| Entry {
                key: key.as_str().into(),
                key_span: Span::default(),
                value: json(value),
            });
            Value::Map(Map { entries: entries.collect(), shadowed: None })
        }
    })
}

const fn of(value: Value<'_>) -> Node<'_> {
    Node { value, span: Span::new(0, 0), style: Style::Added, via: Via::Direct, tagged: false }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::render::{Source, constant, map, operator::SettingSource, sourced};

    #[test]
    fn each_value_has_its_source_behind_it() {
        let object = Tree::from(
            map()
                .put("kind", "ConfigMap")
                .put("command", constant(json!(["sleep", "5"])))
                .put("data", map().put("tools.yaml", sourced("a: 1\nb: 2\n", Source::Assumed("tools"))))
                .put("items", vec![constant(json!({})), sourced("no", Source::Setting(SettingSource::BuiltIn("x")))]),
        );
        assert_eq!(
            object_yaml(&object).unwrap(),
            "kind: ConfigMap\ncommand:\n- sleep\n- \"5\"\ndata:\n  tools.yaml: |\n    a: 1\n    b: 2\nitems:\n- {}\n- \"no\"\n"
        );
        let expected = "\
kind: ConfigMap  # constant of the operator
command:
- sleep  # constant of the operator
- \"5\"
data:
  tools.yaml: |  # assumed (tools)
    a: 1
    b: 2
items:
- {}  # constant of the operator
- \"no\"  # operator without --x
";
        let explained = explained_yaml(&object).unwrap();
        assert_eq!(explained, expected);
        let text = Text::new(explained.into_bytes()).unwrap();
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&yaml::to_json(&yaml::read(&text).documents[0].root, yaml::JsonForm::Sent))
                .unwrap(),
            object.json()
        );
    }
}
