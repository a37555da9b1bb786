//! Keywords that the API server does not take, or only in certain company.

use super::super::fault::{Faults, Path};
use super::rules;
use super::text::{forbidden, invalid, required, unsupported};
use super::view::Props;
use crate::yaml::{JsonForm, go, to_json};

/// What holds where a schema stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Context {
    /// Why there must be no default.
    no_default: Option<String>,
    /// Below `apiVersion`, `kind` or `metadata` of a resource.
    inside_metadata: bool,
}

const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

/// What may stand at the root while the status is a subresource, besides `type`.
const WITH_STATUS: &[&str] = &[
    "description",
    "format",
    "title",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "multipleOf",
    "required",
    "items",
    "properties",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
];

/// What holds for the root alone; `status` tells that the status is a subresource.
pub(super) fn root(props: Props<'_>, path: &Path<'_>, status: bool, faults: &mut Faults) {
    if status {
        let kind = props.kind();
        // The server looks at these before it looks at the type.
        let reference = !props.text("id").is_empty() || !props.text("$schema").is_empty() || props.get("$ref").is_some();
        if !reference && !kind.is_empty() && kind != "object" {
            let detail = "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled";
            faults.add(&path.field("type"), props.place("type"), invalid(kind, detail));
        } else if let Some(node) =
            props.present().find(|(key, _)| *key != "type" && !WITH_STATUS.contains(key)).map(|(_, node)| node)
        {
            // The server prints the whole schema between the two colons.
            let detail = format!(
                "only {ALLOWED_WITH_STATUS} fields are allowed at the root of the schema if the status subresource is enabled"
            );
            faults.add(path, node.span, format_args!("Invalid value: {detail}"));
        }
    }
    if props.flag("nullable") {
        faults.add(&path.field("nullable"), props.place("nullable"), forbidden("nullable cannot be true at the root"));
    }
}

/// The server's own list, in the names of its Go type.
const ALLOWED_WITH_STATUS: &str = "[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength \
    Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations]";

/// Judges `props` and all schemas in it. Recurses as deep as they are nested.
pub(super) fn walk(props: Props<'_>, path: &Path<'_>, context: &Context, is_root: bool, faults: &mut Faults) {
    alone(props, path, context, faults);
    if props.flag("uniqueItems") {
        let detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
        faults.add(&path.field("uniqueItems"), props.place("uniqueItems"), forbidden(detail));
    }
    additional(props, path, context, faults);
    properties(props, path, context, is_root, faults);
    if let Some(schema) = props.schema("not") {
        walk(schema, &path.field("not"), context, false, faults);
    }
    for key in ["allOf", "oneOf", "anyOf"] {
        let list = path.field(key);
        for (index, schema) in props.schemas(key).enumerate() {
            walk(schema, &list.index(index), context, false, faults);
        }
    }
    for (name, schema) in props.map("definitions") {
        walk(schema, &path.field("definitions").key(name), context, false, faults);
    }
    let items = path.field("items");
    if let Some(schema) = props.items() {
        walk(schema, &items, context, false, faults);
    }
    for (index, schema) in props.schemas("items").enumerate() {
        walk(schema, &items.index(index), context, false, faults);
    }
    for (name, schema) in props.map("dependencies").filter(|(_, schema)| schema.0.as_map().is_some()) {
        walk(schema, &path.field("dependencies").key(name), context, false, faults);
    }
    types_of_containers(props, path, faults);
    list_map(props, path, faults);
    list_keys(props, path, faults);
    rules::check(props, path, faults);
}

/// Keywords that are judged by themselves.
fn alone(props: Props<'_>, path: &Path<'_>, context: &Context, faults: &mut Faults) {
    let kind = props.kind();
    if !kind.is_empty() && !TYPES.contains(&kind) {
        faults.add(&path.field("type"), props.place("type"), unsupported(kind, &TYPES));
    }
    if let (Some(node), Some(reason)) = (props.get("default"), &context.no_default) {
        faults.add(&path.field("default"), node.span, forbidden(&format!("must not be set {reason}")));
    }
    let filled = |key: &str| props.map(key).next().is_some();
    for (key, set) in [
        ("id", !props.text("id").is_empty()),
        ("additionalItems", props.get("additionalItems").is_some()),
        ("patternProperties", filled("patternProperties")),
        ("definitions", filled("definitions")),
        ("dependencies", props.get("dependencies").is_some()),
        ("$ref", props.get("$ref").is_some()),
    ] {
        if set {
            faults.add(&path.field(key), props.place(key), forbidden(&format!("{key} is not supported")));
        }
    }
    if kind == "null" {
        let detail = "type cannot be set to null, use nullable as an alternative";
        faults.add(&path.field("type"), props.place("type"), forbidden(detail));
    }
    if !props.list("items").is_empty() {
        faults.add(&path.field("items"), props.place("items"), forbidden("items must be a schema object and not an array"));
    }
    if context.inside_metadata && props.flag("x-kubernetes-embedded-resource") {
        let key = "x-kubernetes-embedded-resource";
        faults.add(&path.field(key), props.place(key), forbidden("must not be used inside of resource meta"));
    }
}

fn additional(props: Props<'_>, path: &Path<'_>, context: &Context, faults: &mut Faults) {
    let Some((allowed, schema)) = props.additional() else { return };
    let here = path.field("additionalProperties");
    if props.map("properties").next().is_some() && (!allowed || schema.is_some()) {
        let detail = "additionalProperties and properties are mutual exclusive";
        faults.add(&here, props.place("additionalProperties"), forbidden(detail));
    }
    let Some(schema) = schema else { return };
    if context.inside_metadata {
        let reason = "inside additionalProperties applying to object metadata".to_owned();
        walk(schema, &here, &Context { no_default: Some(reason), ..context.clone() }, false, faults);
    } else {
        walk(schema, &here, context, false, faults);
    }
}

fn properties(props: Props<'_>, path: &Path<'_>, context: &Context, is_root: bool, faults: &mut Faults) {
    let resource = is_root || props.flag("x-kubernetes-embedded-resource");
    let list = path.field("properties");
    for (name, schema) in props.map("properties") {
        let path = list.key(name);
        if resource && matches!(name, "metadata" | "kind" | "apiVersion") {
            let no_default = if is_root { Some(format!("in top-level {name}")) } else { context.no_default.clone() };
            walk(schema, &path, &Context { no_default, inside_metadata: true }, false, faults);
        } else {
            walk(schema, &path, context, false, faults);
        }
    }
}

/// `x-kubernetes-preserve-unknown-fields`, `-map-type` and `-list-type` with the type that they need.
fn types_of_containers(props: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let key = "x-kubernetes-preserve-unknown-fields";
    if let Some(node) = props.get(key).filter(|node| node.as_bool() == Some(false)) {
        faults.add(&path.field(key), node.span, "Invalid value: false: must be true or undefined");
    }
    for (key, wanted, allowed) in [
        ("x-kubernetes-map-type", "object", &["atomic", "granular"][..]),
        ("x-kubernetes-list-type", "array", &["atomic", "set", "map"]),
    ] {
        let Some(value) = props.get(key).map(|node| node.as_str().unwrap_or_default()) else { continue };
        if props.kind() != wanted {
            let detail = format!("must be {wanted} if {key} is specified");
            let message = if props.kind().is_empty() { required(&detail) } else { invalid(props.kind(), &detail) };
            faults.add(&path.field("type"), props.place("type"), message);
        } else if value == "set" && wanted == "array" {
            set_items(props, path, faults);
        }
        if !allowed.contains(&value) {
            faults.add(&path.field(key), props.place(key), unsupported(value, allowed));
        }
    }
}

/// Items of a set must be single values.
fn set_items(props: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let Some(items) = props.items() else { return };
    let here = path.field("items");
    let (key, is_atomic) = match items.kind() {
        "array" => {
            ("x-kubernetes-list-type", items.get("x-kubernetes-list-type").is_none_or(|node| node.as_str() == Some("atomic")))
        }
        "object" => ("x-kubernetes-map-type", items.text("x-kubernetes-map-type") == "atomic"),
        _ => return,
    };
    if !is_atomic {
        // The server shows the list type in both cases.
        let shown = items.get("x-kubernetes-list-type").and_then(|node| node.as_str()).map_or("null".to_owned(), go::quote);
        let detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
        faults.add(&here.field(key), items.place(key), format_args!("Invalid value: {shown}: {detail}"));
    }
}

/// `x-kubernetes-list-map-keys` and the items that have them.
fn list_map(props: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let keys: Vec<&str> = props.texts("x-kubernetes-list-map-keys").collect();
    let list_type = props.get("x-kubernetes-list-type").map(|node| node.as_str().unwrap_or_default());
    let keys_path = path.field("x-kubernetes-list-map-keys");
    if list_type != Some("map") {
        if !keys.is_empty() {
            let detail = "must be map if x-kubernetes-list-map-keys is non-empty";
            let message = list_type.map_or_else(|| required(detail), |value| invalid(value, detail));
            faults.add(&path.field("x-kubernetes-list-type"), props.place("x-kubernetes-list-type"), message);
        }
        return;
    }
    if keys.is_empty() {
        faults.add(&keys_path, props.span(), required("must not be empty if x-kubernetes-list-type is map"));
    }
    let items_path = path.field("items");
    let Some(items) = props.items() else {
        match props.get("items") {
            None => faults.add(&items_path, props.span(), required("must have a schema if x-kubernetes-list-type is map")),
            Some(node) => {
                let detail = "must only have a single schema if x-kubernetes-list-type is map";
                faults.add(&items_path, node.span, format_args!("Invalid value: {}: {detail}", to_json(node, JsonForm::Sent)));
            }
        }
        return;
    };
    if items.kind() != "object" {
        let detail = "must be object if parent array's x-kubernetes-list-type is map";
        faults.add(&items_path.field("type"), items.place("type"), invalid(items.kind(), detail));
        return;
    }
    let shown = || props.get("x-kubernetes-list-map-keys").map(|node| to_json(node, JsonForm::Sent)).unwrap_or_default();
    let span = props.place("x-kubernetes-list-map-keys");
    for (index, key) in keys.iter().enumerate() {
        match items.property(key) {
            Some(schema) if matches!(schema.kind(), "array" | "object") => {
                let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
                let properties = items_path.field("properties");
                faults.add(&properties.key(key).field("type"), schema.place("type"), invalid(items.kind(), detail));
            }
            Some(_) => {}
            None => {
                faults.add(
                    &keys_path,
                    span,
                    format_args!("Invalid value: {}: entries must all be names of item properties", shown()),
                );
            }
        }
        if keys[..index].contains(key) {
            faults.add(&keys_path, span, format_args!("Invalid value: {}: must not contain duplicate entries", shown()));
        }
    }
}

/// Items of sets and maps must not be null, and the keys of maps must always have a value.
fn list_keys(props: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let list_type = props.text("x-kubernetes-list-type");
    let Some(items) = props.items().filter(|_| matches!(list_type, "set" | "map")) else { return };
    let here = path.field("items");
    if items.flag("nullable") {
        let detail = format!("cannot be nullable when x-kubernetes-list-type is {list_type}");
        faults.add(&here.field("nullable"), items.place("nullable"), forbidden(&detail));
    }
    if list_type != "map" {
        return;
    }
    let list = here.field("properties");
    for key in props.texts("x-kubernetes-list-map-keys") {
        let Some(schema) = items.property(key) else { continue };
        let property = list.key(key);
        if schema.get("default").is_none() && !items.texts("required").any(|name| name == key) {
            let detail = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
            faults.add(&property.field("default"), schema.span(), required(detail));
        }
        if schema.flag("nullable") {
            let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
            faults.add(&property.field("nullable"), schema.place("nullable"), forbidden(detail));
        }
    }
}
