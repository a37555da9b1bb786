//! What changed from one definition to another: fields, constraints and rules.
//!
//! Descriptions, and the messages of rules, are for people and are not compared.

use std::collections::{BTreeMap, BTreeSet};

use crate::yaml::{JsonForm, Node, to_json};

use super::{Additional, Definition, ListType, Schema, Version};

/// What a difference is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Aspect {
    /// A version of the API.
    Version,
    /// A field.
    Field,
    /// A keyword of the schema: `maximum`, `enum`, `default`, `required`.
    Constraint,
    /// A rule (CEL).
    Rule,
    /// What is said outside of the schema: names, scope, subresources.
    Setting,
}

/// What happened to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// Only the new definition has it.
    Added,
    /// Only the old definition has it.
    Removed,
    /// Both have it, with different values.
    Changed,
    /// Both have a rule here, in other words; whether it means the same is not judged.
    Rewritten,
}

/// One difference between two definitions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// The version of the API; empty for what holds for all.
    pub version: String,
    /// The field, as in `spec.facades[].port`; empty for the object itself. Values of maps are `[*]`.
    pub path: String,
    /// What it is about.
    pub aspect: Aspect,
    /// The keyword, the setting, or the expression of the rule; the type for a field.
    pub name: String,
    /// What happened.
    pub change: Change,
    /// The old value, as JSON; empty where there is none.
    pub old: String,
    /// The new value, as JSON; empty where there is none.
    pub new: String,
}

/// What changed from `old` to `new`, in the order of versions and fields.
pub fn compare(old: &Definition, new: &Definition) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut outside = Comparison { version: String::new(), found: &mut found };
    outside.values("", Aspect::Setting, &settings(old), &settings(new));
    let names: BTreeSet<&str> = old.versions.iter().chain(&new.versions).map(|version| version.name.as_str()).collect();
    for name in names {
        let of = |definition: &'_ Definition| definition.versions.iter().position(|version| version.name == name);
        let mut comparison = Comparison { version: name.to_owned(), found: &mut found };
        match (of(old).map(|at| &old.versions[at]), of(new).map(|at| &new.versions[at])) {
            (Some(old), Some(new)) => comparison.version(old, new),
            (old, _) => {
                let change = if old.is_some() { Change::Removed } else { Change::Added };
                comparison.push("", Aspect::Version, name, change, "", "");
            }
        }
    }
    found
}

impl Difference {
    /// Whether what is accepted may differ: a rule in other words says nothing about that.
    pub fn is_known(&self) -> bool {
        self.change != Change::Rewritten
    }
}

struct Comparison<'f> {
    version: String,
    found: &'f mut Vec<Difference>,
}

impl Comparison<'_> {
    fn push(&mut self, path: &str, aspect: Aspect, name: &str, change: Change, old: &str, new: &str) {
        let [path, name, old, new] = [path, name, old, new].map(str::to_owned);
        self.found.push(Difference { version: self.version.clone(), path, aspect, name, change, old, new });
    }

    fn version(&mut self, old: &Version, new: &Version) {
        let settings = |version: &Version| {
            let scale = version.scale.as_ref().map(|(replicas, status)| format!("{replicas} {status}"));
            let mut values = Values::new();
            values.insert("served", version.served.to_string());
            values.insert("storage", version.storage.to_string());
            values.insert("status subresource", version.status_subresource.to_string());
            values.extend(scale.map(|scale| ("scale subresource", scale)));
            values
        };
        self.values("", Aspect::Setting, &settings(old), &settings(new));
        self.schema("", &old.schema, &new.schema, (false, false));
    }

    /// `required` says whether the field is, before and now. Recursive as deep as the schemas.
    fn schema(&mut self, path: &str, old: &Schema, new: &Schema, required: (bool, bool)) {
        self.values(path, Aspect::Constraint, &keywords(old, required.0), &keywords(new, required.1));
        self.rules(path, old, new);
        let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let only_new = new.properties.iter().filter(|property| old.property(&property.name).is_none());
        for property in old.properties.iter().chain(only_new) {
            let name = &property.name;
            let is_required = (old.required.contains(name), new.required.contains(name));
            self.part(&below(name), old.property(name), new.property(name), is_required);
        }
        self.part(&format!("{path}[]"), old.items.as_deref(), new.items.as_deref(), (false, false));
        self.part(&format!("{path}[*]"), values_schema(old), values_schema(new), (false, false));
    }

    fn part(&mut self, path: &str, old: Option<&Schema>, new: Option<&Schema>, required: (bool, bool)) {
        match (old, new) {
            (Some(old), Some(new)) => self.schema(path, old, new, required),
            (Some(old), None) => self.push(path, Aspect::Field, type_name(old), Change::Removed, "", ""),
            (None, Some(new)) => self.push(path, Aspect::Field, type_name(new), Change::Added, "", ""),
            (None, None) => {}
        }
    }

    /// Rules that only one side has are paired in their order: the platform writes a rule anew more often than it replaces one.
    fn rules(&mut self, path: &str, old: &Schema, new: &Schema) {
        let without = |schema: &Schema, other: &Schema| -> Vec<String> {
            let rules = schema.rules.iter().filter(|rule| !other.rules.iter().any(|one| one.rule == rule.rule));
            rules.map(|rule| rule.rule.clone()).collect()
        };
        let (old, new) = (without(old, new), without(new, old));
        for (old, new) in old.iter().zip(&new) {
            self.push(path, Aspect::Rule, new, Change::Rewritten, old, new);
        }
        for rule in old.iter().skip(new.len()) {
            self.push(path, Aspect::Rule, rule, Change::Removed, "", "");
        }
        for rule in new.iter().skip(old.len()) {
            self.push(path, Aspect::Rule, rule, Change::Added, "", "");
        }
    }

    fn values(&mut self, path: &str, aspect: Aspect, old: &Values, new: &Values) {
        let names: BTreeSet<&&str> = old.keys().chain(new.keys()).collect();
        for name in names {
            match (old.get(*name), new.get(*name)) {
                (Some(old), Some(new)) if old == new => {}
                (Some(old), Some(new)) => self.push(path, aspect, name, Change::Changed, old, new),
                (Some(old), None) => self.push(path, aspect, name, Change::Removed, old, ""),
                (None, new) => self.push(path, aspect, name, Change::Added, "", new.map_or("", |new| new)),
            }
        }
    }
}

/// Values by name, as JSON.
type Values = BTreeMap<&'static str, String>;

fn settings(definition: &Definition) -> Values {
    let scope = if definition.namespaced { "Namespaced" } else { "Cluster" };
    Values::from([
        ("plural", definition.plural.clone()),
        ("scope", scope.to_owned()),
        ("short names", definition.short_names.join(",")),
        ("singular", definition.singular.clone()),
    ])
}

fn type_name(schema: &Schema) -> &'static str {
    match schema.kind {
        Some(kind) => kind.name(),
        None if schema.int_or_string => "integer or string",
        None => "any",
    }
}

fn values_schema(schema: &Schema) -> Option<&Schema> {
    match &schema.additional {
        Some(Additional::Schema(values)) => Some(values),
        _ => None,
    }
}

/// What a schema node says of its own value.
fn keywords(schema: &Schema, required: bool) -> Values {
    let node = |node: &Node<'_>| to_json(node, JsonForm::Sent);
    let flag = |set: bool| set.then(|| "true".to_owned());
    let count = |number: Option<i64>| number.map(|number| number.to_string());
    let bound = |number: Option<f64>| number.map(|number| number.to_string());
    let combined =
        |schemas: &[Schema]| (!schemas.is_empty()).then(|| format!("{} schemas {}", schemas.len(), fingerprint(schemas)));
    let list = |values: &Vec<Node<'static>>| format!("[{}]", values.iter().map(node).collect::<Vec<_>>().join(","));
    let rows: [(&'static str, Option<String>); 28] = [
        ("type", Some(type_name(schema).to_owned())),
        ("required", flag(required)),
        ("format", schema.format.clone()),
        ("nullable", flag(schema.nullable)),
        ("default", schema.default.as_deref().map(node)),
        ("enum", schema.enumeration.as_ref().map(list)),
        ("minLength", count(schema.min_length)),
        ("maxLength", count(schema.max_length)),
        ("pattern", schema.pattern.as_ref().map(|pattern| pattern.source().to_owned())),
        ("minimum", bound(schema.minimum)),
        ("maximum", bound(schema.maximum)),
        ("exclusiveMinimum", flag(schema.exclusive_minimum)),
        ("exclusiveMaximum", flag(schema.exclusive_maximum)),
        ("multipleOf", bound(schema.multiple_of)),
        ("minItems", count(schema.min_items)),
        ("maxItems", count(schema.max_items)),
        ("minProperties", count(schema.min_properties)),
        ("maxProperties", count(schema.max_properties)),
        ("list type", schema.list_type.as_ref().and_then(list_type)),
        ("map type", schema.map_atomic.then(|| "atomic".to_owned())),
        ("additionalProperties", additional(schema)),
        ("allOf", combined(&schema.all_of)),
        ("anyOf", combined(&schema.any_of)),
        ("oneOf", combined(&schema.one_of)),
        ("not", schema.not.as_deref().map(|not| fingerprint(std::slice::from_ref(not)))),
        ("int-or-string", flag(schema.int_or_string)),
        ("preserve-unknown-fields", flag(schema.preserve_unknown)),
        ("embedded-resource", flag(schema.embedded_resource)),
    ];
    rows.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Atomic is what a list is when nothing is said.
fn list_type(list: &ListType) -> Option<String> {
    match list {
        ListType::Atomic => None,
        ListType::Set => Some("set".to_owned()),
        ListType::Map(keys) => Some(format!("map by {}", keys.join(", "))),
    }
}

fn additional(schema: &Schema) -> Option<String> {
    match &schema.additional {
        Some(Additional::Allowed(allowed)) => Some(allowed.to_string()),
        _ => None,
    }
}

/// What combined schemas say, in short: all their constraints with their paths.
fn fingerprint(schemas: &[Schema]) -> String {
    let mut words = Vec::new();
    for schema in schemas {
        collect("", schema, &mut words);
    }
    format!("({})", words.join("; "))
}

fn collect(path: &str, schema: &Schema, words: &mut Vec<String>) {
    for (name, value) in keywords(schema, false).into_iter().filter(|(name, value)| *name != "type" || value != "any") {
        words.push(format!("{path}{}{name} {value}", if path.is_empty() { "" } else { " " }));
    }
    words.extend(schema.required.iter().map(|name| format!("{path}{}required {name}", if path.is_empty() { "" } else { " " })));
    for property in &schema.properties {
        let below = if path.is_empty() { property.name.clone() } else { format!("{path}.{}", property.name) };
        collect(&below, &property.schema, words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        crd::compile::{self, Descriptions},
        yaml::read_json,
    };

    fn definition(schema: &str) -> Definition {
        let text = format!(
            r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {{"group": "example.com",
            "names": {{"kind": "A", "plural": "as"}}, "scope": "Namespaced",
            "versions": [{{"name": "v1", "served": true, "storage": true, "schema": {{"openAPIV3Schema": {schema}}}}}]}}}}"#
        );
        compile::definition(&read_json(&text).unwrap(), Descriptions::Skip).unwrap()
    }

    fn differences(old: &str, new: &str) -> Vec<String> {
        let words =
            |one: &Difference| format!("{:?} {} {:?} {} [{}] [{}]", one.change, one.path, one.aspect, one.name, one.old, one.new);
        compare(&definition(old), &definition(new)).iter().map(words).collect()
    }

    #[test]
    fn each_difference_is_told_once() {
        let old = r#"{"type": "object", "required": ["a"], "properties": {
            "a": {"type": "string", "maxLength": 5, "enum": ["x", "y"], "description": "old words"},
            "gone": {"type": "object", "properties": {"below": {"type": "string"}}},
            "list": {"type": "array", "items": {"type": "integer", "maximum": 9}},
            "map": {"type": "object", "additionalProperties": {"type": "string"}}},
            "x-kubernetes-validations": [{"rule": "self.a != ''", "message": "old words"}, {"rule": "1 > 0"}]}"#;
        let new = r#"{"type": "object", "properties": {
            "a": {"type": "string", "enum": ["x", "y", "z"], "default": "x", "description": "new words"},
            "list": {"type": "array", "items": {"type": "integer", "maximum": 10}, "x-kubernetes-list-type": "atomic"},
            "map": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
            "new": {"x-kubernetes-int-or-string": true}},
            "x-kubernetes-validations": [{"rule": "self.a != ''", "message": "new words"}, {"rule": "2 > 0"}, {"rule": "3 > 0"}]}"#;
        let expected = [
            "Rewritten  Rule 2 > 0 [1 > 0] [2 > 0]",
            "Added  Rule 3 > 0 [] []",
            r#"Added a Constraint default [] ["x"]"#,
            r#"Changed a Constraint enum [["x","y"]] [["x","y","z"]]"#,
            "Removed a Constraint maxLength [5] []",
            "Removed a Constraint required [true] []",
            "Removed gone Field object [] []",
            "Changed list[] Constraint maximum [9] [10]",
            "Added map[*] Constraint minLength [] [1]",
            "Added new Field integer or string [] []",
        ];
        assert_eq!(differences(old, new), expected);
        assert_eq!(differences(old, old), [""; 0]);
    }

    #[test]
    fn what_is_combined_is_compared_as_a_whole() {
        let one = r#"{"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}]}"#;
        let two = &one.replace(r#"["a"]"#, r#"["b"]"#);
        assert_eq!(differences(one, two), ["Changed  Constraint anyOf [1 schemas (required a)] [1 schemas (required b)]"]);
    }
}
