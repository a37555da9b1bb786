//! Schemas of kinds as JSON Schema (draft 7), for editors.
//!
//! The schema takes what the API server takes from `kubectl apply`: defaults fill in required fields, fields that the server does not
//! know are refused. What JSON Schema cannot say (CEL rules, list types other than sets, Go durations) is left to the linter.
//! Source: <https://json-schema.org/draft-07>; the structural schemas of apiextensions.k8s.io/v1.

use serde_json::{Map, Value, json};

use super::definition::{Definition, Version};
use super::schema::{Additional, ListType, Schema, Type};
use crate::yaml::{JsonForm, Node, to_json};

/// The dialect.
const DIALECT: &str = "http://json-schema.org/draft-07/schema#";

/// The formats that mean the same to JSON Schema as to the API server.
const FORMATS: [&str; 6] = ["date", "date-time", "email", "ipv4", "ipv6", "uri"];

/// The schema of one kind.
pub fn of_kind(definition: &Definition) -> Value {
    let mut schema = json!({ "$schema": DIALECT, "title": definition.kind });
    let alternatives: Vec<_> = served(definition).map(|version| root(definition, version)).collect();
    match <[Value; 1]>::try_from(alternatives) {
        Ok([Value::Object(only)]) => only.into_iter().for_each(|(keyword, value)| schema[keyword.as_str()] = value),
        Ok([other]) => schema["allOf"] = json!([other]),
        Err(alternatives) => schema["anyOf"] = Value::Array(alternatives),
    }
    schema
}

/// One schema for all kinds, chosen by `apiVersion` and `kind`; objects of other groups are taken as they are.
pub fn of_kinds<'d>(definitions: impl IntoIterator<Item = &'d Definition>) -> Value {
    let mut schemas = Map::new();
    let mut choices = Vec::new();
    let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
    for definition in definitions {
        for version in served(definition) {
            let api_version = api_version(definition, version);
            let name = format!("{}.{}", version.name, definition.kind);
            schemas.insert(name.clone(), root(definition, version));
            choices.push(json!({
                "if": {
                    "required": ["apiVersion", "kind"],
                    "properties": { "apiVersion": { "const": api_version }, "kind": { "const": definition.kind } },
                },
                "then": { "$ref": format!("#/definitions/{name}") },
            }));
            match kinds.iter_mut().find(|(known, _)| *known == api_version) {
                Some((_, kinds)) => kinds.push(&definition.kind),
                None => kinds.push((api_version, vec![&definition.kind])),
            }
        }
    }
    for (api_version, kinds) in kinds {
        choices.push(json!({
            "if": { "required": ["apiVersion"], "properties": { "apiVersion": { "const": api_version } } },
            "then": { "required": ["kind"], "properties": { "kind": { "enum": kinds } } },
        }));
    }
    json!({ "$schema": DIALECT, "title": "Omnia", "type": "object", "allOf": choices, "definitions": schemas })
}

fn served(definition: &Definition) -> impl Iterator<Item = &Version> {
    definition.versions.iter().filter(|version| version.served)
}

fn api_version(definition: &Definition, version: &Version) -> String {
    format!("{}/{}", definition.group, version.name)
}

/// The schema of whole objects.
fn root(definition: &Definition, version: &Version) -> Value {
    let mut schema = node(&version.schema, Closing::Close);
    schema["properties"]["apiVersion"] = json!({ "const": api_version(definition, version) });
    schema["properties"]["kind"] = json!({ "const": definition.kind });
    schema["properties"]["metadata"] = metadata();
    let mut required = vec![json!("apiVersion"), json!("kind"), json!("metadata")];
    let more = schema["required"].as_array().into_iter().flatten().filter(|name| !required.contains(name)).cloned();
    required.extend(more.collect::<Vec<_>>());
    schema["required"] = Value::Array(required);
    schema
}

/// What people write into `metadata`; everything else there is for the API server to judge.
fn metadata() -> Value {
    let texts = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "maxLength": 253 },
            "generateName": { "type": "string" },
            "namespace": { "type": "string", "maxLength": 63 },
            "labels": texts,
            "annotations": texts,
        },
        "anyOf": [{ "required": ["name"] }, { "required": ["generateName"] }],
    })
}

/// Whether a schema names all fields of an object; the branches of `anyOf` and the like never do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closing {
    Close,
    Leave,
}

/// Recurses with the depth of the schema.
fn node(schema: &Schema, closing: Closing) -> Value {
    let mut target = Map::new();
    let mut set = |keyword: &str, value: Option<Value>| {
        if let Some(value) = value {
            target.insert(keyword.to_owned(), value);
        }
    };
    let own = |node: &Node<'_>| serde_json::from_str::<Value>(&to_json(node, JsonForm::Sent)).ok();
    set("description", schema.description.as_deref().map(Value::from));
    set("type", types(schema));
    set("enum", schema.enumeration.as_ref().map(|values| enumeration(values.iter().filter_map(own), schema.nullable)));
    set("default", schema.default.as_deref().and_then(own));
    set("format", schema.format.as_deref().filter(|format| FORMATS.contains(format)).map(Value::from));
    set("pattern", schema.pattern.as_ref().map(|pattern| Value::from(pattern.source())));
    set("minLength", schema.min_length.map(Value::from));
    set("maxLength", schema.max_length.map(Value::from));
    set(if schema.exclusive_minimum { "exclusiveMinimum" } else { "minimum" }, schema.minimum.map(number));
    set(if schema.exclusive_maximum { "exclusiveMaximum" } else { "maximum" }, schema.maximum.map(number));
    set("multipleOf", schema.multiple_of.map(number));
    set("items", schema.items.as_deref().map(|items| node(items, closing)));
    set("minItems", schema.min_items.map(Value::from));
    set("maxItems", schema.max_items.map(Value::from));
    set("uniqueItems", (schema.list_type == Some(ListType::Set)).then_some(Value::Bool(true)));
    let properties = schema.properties.iter().map(|property| (property.name.clone(), node(&property.schema, closing)));
    set("properties", (!schema.properties.is_empty()).then(|| Value::Object(properties.collect())));
    set("additionalProperties", additional(schema, closing));
    set("minProperties", schema.min_properties.map(Value::from));
    set("maxProperties", schema.max_properties.map(Value::from));
    set("required", required(schema));
    let branches = |branches: &[Schema]| {
        let nodes = branches.iter().map(|branch| node(branch, Closing::Leave)).collect();
        (!branches.is_empty()).then(|| Value::Array(nodes))
    };
    set("allOf", branches(&schema.all_of));
    // The type says already what the branches of an int-or-string say.
    set("anyOf", branches(&schema.any_of).filter(|_| !schema.int_or_string));
    set("oneOf", branches(&schema.one_of));
    set("not", schema.not.as_deref().map(|branch| node(branch, Closing::Leave)));
    Value::Object(target)
}

fn types(schema: &Schema) -> Option<Value> {
    let mut names = match schema.kind {
        None if schema.int_or_string => vec!["integer", "string"],
        None => return None,
        Some(Type::String) => vec!["string"],
        Some(Type::Integer) => vec!["integer"],
        Some(Type::Number) => vec!["number"],
        Some(Type::Boolean) => vec!["boolean"],
        Some(Type::Array) => vec!["array"],
        Some(Type::Object) => vec!["object"],
    };
    if schema.nullable {
        names.push("null");
    }
    Some(if let [name] = names[..] { json!(name) } else { json!(names) })
}

fn enumeration(values: impl Iterator<Item = Value>, nullable: bool) -> Value {
    let mut values: Vec<_> = values.collect();
    if nullable && !values.contains(&Value::Null) {
        values.push(Value::Null);
    }
    Value::Array(values)
}

/// The fields that must be written: those that are required and that no default fills in before the API server looks.
fn required(schema: &Schema) -> Option<Value> {
    let filled = |name: &str| schema.property(name).is_some_and(|property| property.default.is_some());
    let names: Vec<_> = schema.required.iter().filter(|name| !filled(name)).map(|name| json!(name)).collect();
    (!names.is_empty()).then_some(Value::Array(names))
}

fn additional(schema: &Schema, closing: Closing) -> Option<Value> {
    match &schema.additional {
        Some(Additional::Schema(values)) => Some(node(values, closing)),
        Some(Additional::Allowed(allowed)) => Some(Value::Bool(*allowed)),
        None => {
            let open = schema.preserve_unknown || schema.embedded_resource;
            (schema.kind == Some(Type::Object) && !open && closing == Closing::Close).then_some(Value::Bool(false))
        }
    }
}

/// An integral bound as an integer, as people write it.
fn number(value: f64) -> Value {
    // A double holds every integer up to 2^53.
    if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 { Value::from(value as i64) } else { Value::from(value) }
}
