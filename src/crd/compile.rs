//! From the tree of a CustomResourceDefinition to its compiled form.
//!
//! Compiling is tolerant: whatever the API types can hold is taken, also what the API server would refuse afterwards
//! ([`super::accept`] says that). Errors are what the API server could not decode at all, and what nothing can be done with
//! (no group, no kind, no version). Source: `CustomResourceDefinition` of apiextensions.k8s.io/v1 in the Kubernetes API reference.

use std::sync::Arc;

use super::definition::{Definition, Version};
use super::fault::{CrdFault, Faults, Path};
use super::pattern::Pattern;
use super::schema::{Additional, ListType, Property, Rule, Schema, Type};
use crate::yaml::{Node, Value};

/// The API version that is understood.
pub const API_VERSION: &str = "apiextensions.k8s.io/v1";

/// What becomes of the descriptions of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Descriptions {
    /// They are kept, to explain fields.
    #[default]
    Keep,
    /// They are left out, to compile faster.
    Skip,
}

/// Compiles the CustomResourceDefinition `node`.
///
/// # Errors
///
/// Everything that keeps it from being one: another `apiVersion`, missing names, values of the wrong type.
pub fn definition(node: &Node<'_>, descriptions: Descriptions) -> Result<Definition, Vec<CrdFault>> {
    let mut compiler = Compiler { descriptions, faults: Faults::default() };
    let definition = compiler.definition(node);
    match definition {
        Some(definition) if compiler.faults.0.is_empty() => Ok(definition),
        _ => Err(compiler.faults.0),
    }
}

/// Compiles a schema alone (the value of `openAPIV3Schema`).
///
/// # Errors
///
/// Values of the wrong type.
pub fn schema(node: &Node<'_>, descriptions: Descriptions) -> Result<Schema, Vec<CrdFault>> {
    let mut compiler = Compiler { descriptions, faults: Faults::default() };
    let schema = compiler.schema(node, &Path::Root("openAPIV3Schema"));
    if compiler.faults.0.is_empty() { Ok(schema) } else { Err(compiler.faults.0) }
}

struct Compiler {
    descriptions: Descriptions,
    faults: Faults,
}

impl Compiler {
    fn definition(&mut self, node: &Node<'_>) -> Option<Definition> {
        self.type_meta(node)?;
        let root = Path::Root("spec");
        let Some(spec) = node.get("spec").filter(|spec| !spec.is_null()) else {
            self.faults.add(&root, node.span, "Required value");
            return None;
        };
        let names_path = root.field("names");
        let names = spec.get("names").unwrap_or(spec);
        let group = self.name(spec, &root, "group");
        let kind = self.name(names, &names_path, "kind");
        let plural = self.name(names, &names_path, "plural");
        let singular = names.get("singular").and_then(|node| self.text(node, &names_path.field("singular")));
        let short_names = names.get("shortNames").map(|node| self.texts(node, &names_path.field("shortNames")));
        let scope = spec.get("scope").and_then(|node| self.text(node, &root.field("scope")));
        let versions_path = root.field("versions");
        let versions: Vec<_> = self
            .items(spec.get("versions"), &versions_path)
            .iter()
            .enumerate()
            .filter_map(|(index, version)| self.version(version, &versions_path.index(index)))
            .collect();
        if versions.is_empty() && self.faults.0.is_empty() {
            self.faults.add(&versions_path, spec.span, "Required value: must have at least one version");
        }
        let (group, kind, plural) = (group?, kind?, plural?);
        Some(Definition {
            singular: singular.filter(|text| !text.is_empty()).unwrap_or_else(|| kind.to_lowercase()),
            short_names: short_names.unwrap_or_default(),
            namespaced: scope.as_deref() != Some("Cluster"),
            group,
            kind,
            plural,
            versions,
        })
    }

    fn type_meta(&mut self, node: &Node<'_>) -> Option<()> {
        let text = |key| node.get(key).and_then(Node::as_str).unwrap_or_default();
        let (api_version, kind) = (text("apiVersion"), text("kind"));
        if kind != "CustomResourceDefinition" {
            self.faults.add(&Path::Root("kind"), node.span, format_args!("is {kind:?}, not \"CustomResourceDefinition\""));
            return None;
        }
        if api_version == "apiextensions.k8s.io/v1beta1" {
            let span = node.get("apiVersion").map_or(node.span, |node| node.span);
            let message = "is apiextensions.k8s.io/v1beta1, which no API server has taken since Kubernetes 1.22: write the CRD as \
                           apiextensions.k8s.io/v1, with the schema below spec.versions[].schema.openAPIV3Schema";
            self.faults.add(&Path::Root("apiVersion"), span, message);
            return None;
        }
        if api_version != API_VERSION {
            self.faults.add(&Path::Root("apiVersion"), node.span, format_args!("is {api_version:?}, not {API_VERSION:?}"));
            return None;
        }
        Some(())
    }

    /// The required text `key` of `node`, whose path is `path`.
    fn name(&mut self, node: &Node<'_>, path: &Path<'_>, key: &str) -> Option<String> {
        let path = path.field(key);
        let Some(value) = node.get(key) else {
            self.faults.add(&path, node.span, "Required value");
            return None;
        };
        let text = self.text(value, &path)?;
        if text.is_empty() {
            self.faults.add(&path, value.span, "Required value");
            return None;
        }
        Some(text)
    }

    fn version(&mut self, node: &Node<'_>, path: &Path<'_>) -> Option<Version> {
        let name = self.name(node, path, "name")?;
        let schema_path = path.field("schema");
        let root_path = schema_path.field("openAPIV3Schema");
        let schema = match node.get("schema").and_then(|schema| schema.get("openAPIV3Schema")) {
            Some(schema) => self.schema(schema, &root_path),
            None => Schema::default(),
        };
        let subresources = node.get("subresources");
        let set = |key| subresources.and_then(|node| node.get(key)).filter(|node| !node.is_null());
        let scale = set("scale").map(|scale| {
            let path = |key| scale.get(key).and_then(Node::as_str).unwrap_or_default().to_owned();
            (path("specReplicasPath"), path("statusReplicasPath"))
        });
        Some(Version {
            name,
            served: self.flag(node.get("served"), &path.field("served")),
            storage: self.flag(node.get("storage"), &path.field("storage")),
            schema,
            status_subresource: set("status").is_some(),
            scale,
        })
    }

    /// Recurses as deep as the schema is nested; callers provide the stack.
    fn schema(&mut self, node: &Node<'_>, path: &Path<'_>) -> Schema {
        let mut schema = Schema::default();
        let map = match &node.value {
            Value::Map(map) => map,
            Value::Null => return schema,
            _ => {
                self.wrong(node, path, "a schema");
                return schema;
            }
        };
        let mut list_keys = None;
        for entry in &map.entries {
            if !entry.value.is_null() {
                let key: &str = &entry.key;
                self.keyword(&mut schema, key, &entry.value, &path.field(key), &mut list_keys);
            }
        }
        if let (Some(ListType::Map(keys)), Some(given)) = (&mut schema.list_type, list_keys) {
            *keys = given;
        }
        schema.rules_below = !schema.rules.is_empty() || any_child(&schema, |child| child.rules_below);
        schema.embedded_below = schema.embedded_resource || any_child(&schema, |child| child.embedded_below);
        let is_unique = matches!(schema.list_type, Some(ListType::Set | ListType::Map(_)));
        schema.unique_below = is_unique || any_child(&schema, |child| child.unique_below);
        schema.defaults_below = any_child(&schema, |child| child.default.is_some() || child.defaults_below);
        schema
    }

    fn keyword(&mut self, to: &mut Schema, key: &str, node: &Node<'_>, path: &Path<'_>, list_keys: &mut Option<Vec<String>>) {
        match key {
            "description" if self.descriptions == Descriptions::Keep || node.as_str().is_none() => {
                to.description = self.text(node, path);
            }
            "type" => to.kind = self.text(node, path).as_deref().and_then(type_of),
            "properties" => to.properties = self.properties(node, path).into(),
            "items" => to.items = self.items_schema(node, path),
            "required" => to.required = self.texts(node, path),
            "default" => to.default = Some(Box::new(node.clone().into_owned())),
            "enum" => to.enumeration = Some(self.items(Some(node), path).iter().map(|node| node.clone().into_owned()).collect()),
            "format" => to.format = self.text(node, path),
            "pattern" => {
                to.pattern = self.text(node, path).filter(|text| !text.is_empty()).map(|text| Arc::new(Pattern::new(text)));
            }
            "nullable" => to.nullable = self.flag(Some(node), path),
            "minLength" => to.min_length = self.count(node, path),
            "maxLength" => to.max_length = self.count(node, path),
            "minItems" => to.min_items = self.count(node, path),
            "maxItems" => to.max_items = self.count(node, path),
            "minProperties" => to.min_properties = self.count(node, path),
            "maxProperties" => to.max_properties = self.count(node, path),
            "minimum" => to.minimum = self.number(node, path),
            "maximum" => to.maximum = self.number(node, path),
            "exclusiveMinimum" => to.exclusive_minimum = self.flag(Some(node), path),
            "exclusiveMaximum" => to.exclusive_maximum = self.flag(Some(node), path),
            "multipleOf" => to.multiple_of = self.number(node, path),
            "additionalProperties" => to.additional = self.additional(node, path),
            "allOf" => to.all_of = self.schemas(node, path),
            "anyOf" => to.any_of = self.schemas(node, path),
            "oneOf" => to.one_of = self.schemas(node, path),
            "not" => to.not = Some(Box::new(self.schema(node, path))),
            "x-kubernetes-list-type" => to.list_type = self.text(node, path).as_deref().and_then(list_type_of),
            "x-kubernetes-list-map-keys" => *list_keys = Some(self.texts(node, path)),
            "x-kubernetes-map-type" => to.map_atomic = self.text(node, path).as_deref() == Some("atomic"),
            "x-kubernetes-int-or-string" => to.int_or_string = self.flag(Some(node), path),
            "x-kubernetes-preserve-unknown-fields" => to.preserve_unknown = self.flag(Some(node), path),
            "x-kubernetes-embedded-resource" => to.embedded_resource = self.flag(Some(node), path),
            "x-kubernetes-validations" => to.rules = self.rules(node, path),
            // What no structural schema may have is judged by `accept`.
            _ => {}
        }
    }

    fn properties(&mut self, node: &Node<'_>, path: &Path<'_>) -> Vec<Property> {
        let Some(map) = node.as_map() else {
            self.wrong(node, path, "a map of schemas");
            return Vec::new();
        };
        let mut list = Vec::with_capacity(map.len());
        for entry in &map.entries {
            let schema = self.schema(&entry.value, &path.key(&entry.key));
            list.push(Property { name: entry.key.clone().into_owned(), schema });
        }
        list
    }

    fn schemas(&mut self, node: &Node<'_>, path: &Path<'_>) -> Vec<Schema> {
        self.items(Some(node), path).iter().enumerate().map(|(index, node)| self.schema(node, &path.index(index))).collect()
    }

    /// One schema for all items; a list of schemas is no structural schema and is left to `accept`.
    fn items_schema(&mut self, node: &Node<'_>, path: &Path<'_>) -> Option<Box<Schema>> {
        node.as_map().map(|_| Box::new(self.schema(node, path)))
    }

    fn additional(&mut self, node: &Node<'_>, path: &Path<'_>) -> Option<Additional> {
        match &node.value {
            Value::Bool(allowed) => Some(Additional::Allowed(*allowed)),
            Value::Map(_) => Some(Additional::Schema(Box::new(self.schema(node, path)))),
            _ => {
                self.wrong(node, path, "true, false or a schema");
                None
            }
        }
    }

    fn rules(&mut self, node: &Node<'_>, path: &Path<'_>) -> Vec<Rule> {
        let items = self.items(Some(node), path);
        items.iter().enumerate().map(|(index, node)| self.rule(node, &path.index(index))).collect()
    }

    fn rule(&mut self, node: &Node<'_>, path: &Path<'_>) -> Rule {
        let mut rule = Rule::default();
        let Some(map) = node.as_map() else {
            if !node.is_null() {
                self.wrong(node, path, "a rule");
            }
            return rule;
        };
        for entry in map.entries.iter().filter(|entry| !entry.value.is_null()) {
            let path = path.field(&entry.key);
            match entry.key.as_ref() {
                "rule" => rule.rule = self.text(&entry.value, &path).unwrap_or_default(),
                "message" => rule.message = self.text(&entry.value, &path).filter(|text| !text.is_empty()),
                "messageExpression" => rule.message_expression = self.text(&entry.value, &path).filter(|text| !text.is_empty()),
                "reason" => rule.reason = self.text(&entry.value, &path),
                "fieldPath" => rule.field_path = self.text(&entry.value, &path).filter(|text| !text.is_empty()),
                "optionalOldSelf" => rule.optional_old_self = Some(self.flag(Some(&entry.value), &path)),
                "x-omnia-code" => rule.code = self.text(&entry.value, &path),
                _ => {}
            }
        }
        rule
    }

    fn text(&mut self, node: &Node<'_>, path: &Path<'_>) -> Option<String> {
        match &node.value {
            Value::String(text) => Some(text.clone().into_owned()),
            Value::Null => None,
            _ => {
                self.wrong(node, path, "a string");
                None
            }
        }
    }

    fn texts(&mut self, node: &Node<'_>, path: &Path<'_>) -> Vec<String> {
        let items = self.items(Some(node), path);
        items.iter().enumerate().map(|(index, node)| self.text(node, &path.index(index)).unwrap_or_default()).collect()
    }

    fn items<'n, 't>(&mut self, node: Option<&'n Node<'t>>, path: &Path<'_>) -> &'n [Node<'t>] {
        match node.map(|node| (&node.value, node)) {
            None | Some((Value::Null, _)) => &[],
            Some((Value::List(items), _)) => items,
            Some((_, node)) => {
                self.wrong(node, path, "a list");
                &[]
            }
        }
    }

    fn flag(&mut self, node: Option<&Node<'_>>, path: &Path<'_>) -> bool {
        let Some(node) = node.filter(|node| !node.is_null()) else { return false };
        node.as_bool().unwrap_or_else(|| {
            self.wrong(node, path, "true or false");
            false
        })
    }

    fn count(&mut self, node: &Node<'_>, path: &Path<'_>) -> Option<i64> {
        let count = node.as_i64();
        if count.is_none() {
            self.wrong(node, path, "an integer");
        }
        count
    }

    fn number(&mut self, node: &Node<'_>, path: &Path<'_>) -> Option<f64> {
        let number = match &node.value {
            Value::Number(number) => Some(number.as_f64()).filter(|number| number.is_finite()),
            _ => None,
        };
        if number.is_none() {
            self.wrong(node, path, "a number");
        }
        number
    }

    fn wrong(&mut self, node: &Node<'_>, path: &Path<'_>, wanted: &str) {
        let is = match node.value {
            Value::Null => "null",
            Value::Bool(true) => "true",
            Value::Bool(false) => "false",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        };
        self.faults.add(path, node.span, format_args!("must be {wanted}, is {is}"));
    }
}

/// Rules below `allOf` and its like are refused by the API server, so only the value's own children count.
fn any_child(schema: &Schema, holds: impl Fn(&Schema) -> bool) -> bool {
    schema.properties.iter().any(|property| holds(&property.schema))
        || schema.items.as_deref().is_some_and(&holds)
        || matches!(&schema.additional, Some(Additional::Schema(schema)) if holds(schema))
}

fn type_of(name: &str) -> Option<Type> {
    Some(match name {
        "string" => Type::String,
        "integer" => Type::Integer,
        "number" => Type::Number,
        "boolean" => Type::Boolean,
        "array" => Type::Array,
        "object" => Type::Object,
        _ => return None,
    })
}

fn list_type_of(name: &str) -> Option<ListType> {
    match name {
        "atomic" => Some(ListType::Atomic),
        "set" => Some(ListType::Set),
        "map" => Some(ListType::Map(Vec::new())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crd::Properties;
    use crate::yaml::{Entry, Map, Number};

    fn tree(value: &serde_json::Value) -> Node<'static> {
        use serde_json::Value as Json;
        let value = match value {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(number) => Value::Number(match number.as_i64() {
                Some(number) => Number::Int(number),
                None => Number::Float(number.as_f64().unwrap()),
            }),
            Json::String(text) => Value::String(text.clone().into()),
            Json::Array(items) => Value::List(items.iter().map(tree).collect()),
            Json::Object(map) => Value::Map(Map {
                entries: map
                    .iter()
                    .map(|(key, value)| Entry { key: key.clone().into(), key_span: Default::default(), value: tree(value) })
                    .collect(),
                shadowed: None,
            }),
        };
        Node { value, ..Node::default() }
    }

    fn compiled(schema: serde_json::Value) -> Result<Schema, Vec<CrdFault>> {
        super::schema(&tree(&schema), Descriptions::Keep)
    }

    #[test]
    fn keywords_arrive() {
        let schema = compiled(serde_json::json!({
            "type": "object", "required": ["b"], "description": "what",
            "properties": {
                "b": {"type": "integer", "minimum": 1.5, "exclusiveMinimum": true, "default": 3},
                "l": {"type": "array", "maxItems": 4, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                    "items": {"type": "object", "x-kubernetes-validations": [{"rule": "self.k > 1", "reason": "FieldValueInvalid"}]}},
                "m": {"type": "object", "additionalProperties": {"x-kubernetes-int-or-string": true, "pattern": "a"}},
            },
        }))
        .unwrap();
        assert_eq!((schema.kind, schema.description.as_deref()), (Some(Type::Object), Some("what")));
        assert_eq!(schema.required, ["b"]);
        let bounded = schema.property("b").unwrap();
        assert_eq!((bounded.minimum, bounded.exclusive_minimum), (Some(1.5), true));
        assert_eq!(bounded.default.as_ref().and_then(|node| node.as_i64()), Some(3));
        let list = schema.property("l").unwrap();
        assert_eq!((list.max_items, list.list_type.clone()), (Some(4), Some(ListType::Map(vec!["k".into()]))));
        assert!(schema.rules_below && list.rules_below && !bounded.rules_below);
        assert_eq!(list.items.as_ref().unwrap().rules[0].rule, "self.k > 1");
        let Some(Additional::Schema(values)) = &schema.property("m").unwrap().additional else { panic!() };
        assert!(values.int_or_string);
        assert_eq!(values.pattern.as_ref().unwrap().source(), "a");
        assert!(schema.property("zz").is_none());
    }

    #[test]
    fn long_property_lists_keep_their_order_and_are_searched() {
        let names: Vec<String> = (0..40).map(|index| format!("n{}", (index * 7) % 40)).collect();
        let list = names.iter().map(|name| Property {
            name: name.clone(),
            schema: Schema { max_length: name[1..].parse().ok(), ..Schema::default() },
        });
        let properties: Properties = list.collect();
        assert_eq!(properties.iter().map(|property| &property.name).collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
        for name in &names {
            assert_eq!(properties.get(name).unwrap().max_length, name[1..].parse().ok());
        }
        assert!(properties.get("n40").is_none());
    }

    #[test]
    fn wrong_types_are_told_with_their_path() {
        let faults = compiled(serde_json::json!({"properties": {"a": {"required": true}, "b": {"allOf": [{"minLength": 1.5}]}}}))
            .unwrap_err();
        let texts: Vec<_> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "openAPIV3Schema.properties[a].required: must be a list, is true",
                "openAPIV3Schema.properties[b].allOf[0].minLength: must be an integer, is a number",
            ]
        );
    }

    #[test]
    fn the_old_api_version_is_named() {
        let node = tree(&serde_json::json!({"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition"}));
        let faults = definition(&node, Descriptions::Keep).unwrap_err();
        assert!(faults[0].message.contains("v1beta1") && faults[0].message.contains("apiextensions.k8s.io/v1,"), "{faults:?}");
    }

    #[test]
    fn names_and_versions_arrive() {
        let node = tree(&serde_json::json!({
            "apiVersion": API_VERSION, "kind": "CustomResourceDefinition",
            "spec": {
                "group": "example.com", "scope": "Cluster", "names": {"kind": "FooBar", "plural": "foobars", "shortNames": ["fb"]},
                "versions": [{
                    "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}},
                    "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.r", "statusReplicasPath": ".status.r"}},
                }],
            },
        }));
        let definition = definition(&node, Descriptions::Keep).unwrap();
        assert_eq!((definition.singular.as_str(), definition.namespaced), ("foobar", false));
        assert_eq!(definition.short_names, ["fb"]);
        let version = &definition.versions[0];
        assert!(version.served && version.storage && version.status_subresource);
        assert_eq!(version.scale, Some((".spec.r".into(), ".status.r".into())));
        assert_eq!(version.schema.kind, Some(Type::Object));
    }
}
