//! Writing values as YAML that a YAML 1.1 reader, such as kubectl's, reads back as the same values.

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_saphyr::{DoubleQuoted, SerializerOptions};

use super::json_in::read_json;
use super::tree::{Map, Node, Number, Value};

/// A value that has no form in YAML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot write the value as YAML: {0}")]
pub struct EmitError(String);

/// `node` as a YAML document in block style, as `kubectl get -o yaml` lays it out: lists are not indented, lines are never folded,
/// strings are quoted where YAML 1.1 would take them for something else. Keys stay in their order.
///
/// # Errors
/// [`EmitError`] when the indentation exceeds what can be counted, which no node in memory reaches.
pub fn to_yaml(node: &Node<'_>) -> Result<String, EmitError> {
    let mut options = SerializerOptions::default();
    options.min_fold_chars = usize::MAX;
    options.folded_wrap_chars = usize::MAX;
    serde_saphyr::to_string_with_options(node, options).map_err(|error| EmitError(error.to_string()))
}

/// Any value as [`to_yaml`] writes it, by way of its JSON.
///
/// # Errors
/// [`EmitError`] when `value` has no JSON (a mapping with collections for keys).
pub fn value_to_yaml<T: Serialize + ?Sized>(value: &T) -> Result<String, EmitError> {
    let json = serde_json::to_string(value).map_err(|error| EmitError(error.to_string()))?;
    to_yaml(&read_json(&json).map_err(|error| EmitError(error.to_string()))?)
}

/// Mappings keep their order and leave out [`Map::shadowed`] entries.
///
/// Recursive: needs a stack for the depth of the node.
impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::String(text) if begins_with_tab(text) => DoubleQuoted(text.as_ref()).serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(map) => map.serialize(serializer),
        }
    }
}

/// Whether a block scalar would have a tab where kubectl's reader still looks for the indentation, which it refuses.
fn begins_with_tab(text: &str) -> bool {
    text.trim_start_matches(['\n', ' ']).starts_with('\t')
}

impl Serialize for Map<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(Some(self.entries.len()))?;
        for entry in &self.entries {
            members.serialize_entry(entry.key.as_ref(), &entry.value)?;
        }
        members.end()
    }
}

/// A JSON number becomes the integer or the double that it is; one that no double holds becomes a string, since the API server takes no
/// such number.
impl Serialize for Number<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::UInt(value) => serializer.serialize_u64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Json(text) => match (text.parse(), self.as_f64()) {
                (Ok(value), _) => serializer.serialize_u64(value),
                (_, value) if value.is_finite() => serializer.serialize_f64(value),
                _ => serializer.serialize_str(text),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emitted(json: &str) -> String {
        to_yaml(&read_json(json).unwrap()).unwrap()
    }

    #[test]
    fn mappings_and_lists_are_laid_out_as_kubectl_does() {
        let json = r#"{"b":[1,{"x":null,"z":[]},[true]],"a":{"c":"d","e":{}}}"#;
        assert_eq!(emitted(json), "b:\n- 1\n- x: null\n  z: []\n- - true\na:\n  c: d\n  e: {}\n");
    }

    #[test]
    fn strings_that_yaml_1_1_reads_as_something_else_are_quoted() {
        for text in
            ["yes", "no", "on", "off", "y", "n", "NO", "1_000", "0777", "0x1f", "1e400", ".inf", "=", "<<", "~", "", "null"]
        {
            assert_eq!(emitted(&format!("[\"{text}\"]")), format!("- \"{text}\"\n"));
            assert_eq!(emitted(&format!("{{\"{text}\":1}}")), format!("\"{text}\": 1\n"));
        }
    }

    #[test]
    fn long_and_many_lines_stay_readable() {
        let long = "word ".repeat(60) + "end";
        assert_eq!(emitted(&format!("[\"{long}\"]")), format!("- {long}\n"));
        assert_eq!(emitted(r#"{"a":"x\n  y\n","b":"x\ny"}"#), "a: |\n  x\n    y\nb: |-\n  x\n  y\n");
    }

    #[test]
    fn numbers_keep_their_value() {
        assert_eq!(emitted("[1,-5,18446744073709551615,1.5,1e400]"), "- 1\n- -5\n- 18446744073709551615\n- 1.5\n- \"1e400\"\n");
    }

    #[test]
    fn text_that_begins_with_a_tab_is_no_block_scalar() {
        assert_eq!(emitted(r#"{"a":"\tx\ny","b":"\n\tx"}"#), "a: \"\\tx\\ny\"\nb: \"\\n\\tx\"\n");
        assert_eq!(serde_json::to_string(&read_json(r#""\tx""#).unwrap()).unwrap(), r#""\tx""#);
    }

    #[test]
    fn other_values_are_written_alike() {
        assert_eq!(value_to_yaml(&serde_json::json!({"a": ["no", 1.5]})).unwrap(), "a:\n- \"no\"\n- 1.5\n");
    }
}
