//! The facts of a CRD as lines: everything but the prose.
//!
//! A line is `path <tab> keyword <tab> value`; the value is JSON. Lines of the CRD itself have the path `(crd)`, the root of the
//! schema has the path `.`, items have `[]`, values of a map `{}`. Of `x-kubernetes-validations` only the number of rules counts.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value, json};

/// Path and keyword.
pub type Key = (String, String);

/// The facts of a CRD, in the order of their paths.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Facts(pub BTreeMap<Key, String>);

impl Facts {
    /// Of a whole CustomResourceDefinition.
    pub fn of_crd(crd: &Value) -> Self {
        let mut facts = Self::default();
        let spec = &crd["spec"];
        facts.add("(crd)", "apiVersion", &crd["apiVersion"]);
        facts.add("(crd)", "kind", &crd["kind"]);
        facts.add("(crd)", "metadata.name", &crd["metadata"]["name"]);
        for (key, value) in members(spec) {
            match key.as_str() {
                "versions" => {}
                "names" => members(value).for_each(|(name, value)| facts.add("(crd)", &format!("names.{name}"), value)),
                _ => facts.add("(crd)", key, value),
            }
        }
        for version in spec["versions"].as_array().into_iter().flatten() {
            for (key, value) in members(version) {
                match key.as_str() {
                    "schema" => facts.add_schema(".", &value["openAPIV3Schema"]),
                    "additionalPrinterColumns" => facts.add_columns(value),
                    _ => facts.add("(crd)", &format!("version.{key}"), value),
                }
            }
        }
        facts
    }

    /// From the lines of a file of facts.
    pub fn from_tsv(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let parse = |line: &str| {
            let mut cells = line.splitn(3, '\t');
            let mut cell = || cells.next().unwrap_or_else(|| panic!("three cells in {line:?}")).to_owned();
            ((cell(), cell()), cell())
        };
        Self(lines.map(parse).collect())
    }

    /// As the lines of a file of facts.
    pub fn to_tsv(&self) -> String {
        let mut text = String::new();
        for ((path, keyword), value) in &self.0 {
            let _ = writeln!(text, "{path}\t{keyword}\t{value}");
        }
        text
    }

    /// What differs from `expected`: path, keyword, the expected value and ours.
    pub fn differences(&self, expected: &Self) -> Vec<Difference> {
        let keys: std::collections::BTreeSet<_> = self.0.keys().chain(expected.0.keys()).collect();
        let differ = keys.into_iter().filter(|key| self.0.get(*key) != expected.0.get(*key));
        differ
            .map(|key| Difference {
                path: key.0.clone(),
                keyword: key.1.clone(),
                expected: expected.0.get(key).cloned(),
                got: self.0.get(key).cloned(),
            })
            .collect()
    }

    fn add(&mut self, path: &str, keyword: &str, value: &Value) {
        self.0.insert((path.to_owned(), keyword.to_owned()), value.to_string());
    }

    fn add_columns(&mut self, columns: &Value) {
        for (index, column) in columns.as_array().into_iter().flatten().enumerate() {
            let facts: BTreeMap<_, _> = members(column).filter(|(key, _)| *key != "description").collect();
            self.add("(crd)", &format!("column.{:02}", index + 1), &json!(facts));
        }
    }

    fn add_schema(&mut self, path: &str, schema: &Value) {
        let below = |name: &str| if path == "." { name.to_owned() } else { format!("{path}{name}") };
        for (keyword, value) in members(schema) {
            match (keyword.as_str(), value) {
                ("description", _) => {}
                ("properties", Value::Object(properties)) => {
                    for (name, property) in properties {
                        let path = if path == "." { name.clone() } else { format!("{path}.{name}") };
                        self.add_schema(&path, property);
                    }
                }
                ("items", Value::Object(_)) => self.add_schema(&below("[]"), value),
                ("additionalProperties", Value::Object(_)) => self.add_schema(&below("{}"), value),
                ("x-kubernetes-validations", Value::Array(rules)) => self.add(path, keyword, &json!(rules.len())),
                ("required", Value::Array(names)) => {
                    let mut names = names.clone();
                    names.sort_by(|left, right| left.as_str().cmp(&right.as_str()));
                    self.add(path, keyword, &Value::Array(names));
                }
                _ => self.add(path, keyword, &without_prose(value)),
            }
        }
    }
}

/// A place where two CRDs differ.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    pub path: String,
    pub keyword: String,
    pub expected: Option<String>,
    pub got: Option<String>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let show = |value: &Option<String>| value.clone().unwrap_or_else(|| "(absent)".to_owned());
        write!(formatter, "{} {}: expected {}, got {}", self.path, self.keyword, show(&self.expected), show(&self.got))
    }
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The value with its keys sorted; without the descriptions of the branches of `anyOf` and the like. Integral floats become integers.
fn without_prose(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut kept: Vec<_> = members.iter().filter(|(key, value)| *key != "description" || !value.is_string()).collect();
            kept.sort_by_key(|(key, _)| key.as_str());
            Value::Object(kept.into_iter().map(|(key, value)| (key.clone(), without_prose(value))).collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.iter().map(without_prose).collect()),
        other => other.clone(),
    }
}
