//! The table of keys as others read it: a JSON Schema for editors, and a file to start from.

use serde_json::{Map, Value, json};

use super::{KEYS, Key, Shape, keys::LEVELS};

/// The JSON Schema of configuration files.
pub fn json_schema() -> Value {
    let mut root = Map::new();
    for key in KEYS {
        let mut schema = schema_of(key);
        schema["description"] = json!(format!("{} Default: {}.", key.about, key.default));
        match key.name.split_once('.') {
            None => {
                root.insert(key.name.to_owned(), schema);
            }
            Some((section, name)) => {
                let empty = json!({"type": "object", "additionalProperties": false, "properties": {}});
                root.entry(section).or_insert(empty)["properties"][name] = schema;
            }
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kubectl-omnia configuration",
        "description": "What omnia.yaml and .omnia.yaml may hold.",
        "type": "object",
        "additionalProperties": false,
        "properties": root,
    })
}

fn schema_of(key: &Key) -> Value {
    let texts = json!({"type": "array", "items": {"type": "string"}});
    match key.shape {
        Shape::Flag => json!({"type": "boolean"}),
        // A release that is written as a number is taken as it is written.
        Shape::Choice(words) if words.iter().any(|word| word.parse::<f64>().is_ok()) => {
            let numbers: Vec<f64> = words.iter().filter_map(|word| word.parse().ok()).collect();
            json!({"enum": words.iter().map(|word| json!(word)).chain(numbers.into_iter().map(|word| json!(word))).collect::<Vec<_>>()})
        }
        Shape::Choice(words) => json!({"enum": words}),
        Shape::Path => json!({"type": "string"}),
        Shape::Paths | Shape::Patterns | Shape::Texts | Shape::Rules => texts,
        Shape::Levels => json!({"type": "object", "additionalProperties": {"enum": LEVELS}}),
        Shape::PathRules => json!({"type": "object", "additionalProperties": texts}),
    }
}

/// A configuration file in which everything has its default, as comments.
pub fn template() -> String {
    let mut text = String::from("# Configuration of kubectl omnia; `kubectl omnia config show` tells what holds and why.\n");
    let mut section = "";
    for key in KEYS {
        let (of, name) = key.name.split_once('.').unwrap_or(("", key.name));
        if of != section {
            // As a comment, too: a section without any key is no mapping.
            text.push_str(&format!("\n# {of}:\n"));
            section = of;
        }
        let indent = if of.is_empty() { "" } else { "  " };
        text.push_str(&format!("\n# {indent}# {}\n# {indent}{name}: {}\n", key.about, key.default));
    }
    text
}
