//! Writes the schemas of the Kubernetes types that the embedded CRDs use, and of all that they reach, to standard output:
//!
//! ```sh
//! cd tools/kubernetes-types && cargo run > ../../crds/kubernetes.json
//! ```
//!
//! The source is `k8s-openapi`, so the schemas are those of the Kubernetes API documents: without the defaults, list types, map types
//! and quantity patterns that a CRD carries. `crds/kubernetes-overlay.yaml` adds these.

use std::collections::BTreeMap;

use k8s_openapi::api::core::v1 as core;
use k8s_openapi::apimachinery::pkg::apis::meta::v1 as meta;
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

/// How the names of the API documents begin; the compact form leaves it out.
const PREFIXES: [&str; 4] =
    ["io.k8s.apimachinery.pkg.apis.", "io.k8s.apimachinery.pkg.api.", "io.k8s.apimachinery.pkg.util.", "io.k8s.api."];

/// The metadata of objects inside other types.
const METADATA: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

fn main() -> Result<(), serde_json::Error> {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let roots = [
        add::<core::Affinity>(&mut generator),
        add::<core::EnvFromSource>(&mut generator),
        add::<core::EnvVar>(&mut generator),
        add::<core::LocalObjectReference>(&mut generator),
        add::<core::ResourceRequirements>(&mut generator),
        add::<core::SecretKeySelector>(&mut generator),
        add::<core::Toleration>(&mut generator),
        add::<core::Volume>(&mut generator),
        add::<core::VolumeMount>(&mut generator),
        add::<meta::Condition>(&mut generator),
    ];
    let definitions = generator.take_definitions(false);
    let types: BTreeMap<_, _> = definitions.into_iter().map(|(name, schema)| (short(&name), compact(schema))).collect();
    let mut kept = BTreeMap::new();
    roots.iter().for_each(|root| keep(root, &types, &mut kept));
    println!("{}", serde_json::to_string_pretty(&kept)?);
    Ok(())
}

/// The name of a root, after its schema and those that it reaches were added to the generator.
fn add<T: JsonSchema>(generator: &mut SchemaGenerator) -> String {
    generator.subschema_for::<T>();
    short(&T::schema_name())
}

/// `io.k8s.api.core.v1.EnvVar` as `core.v1.EnvVar`.
fn short(name: &str) -> String {
    PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name).to_owned()
}

/// The schema with `$kubernetes: NAME` for each reference.
///
/// A CRD says nothing of the metadata inside another type but that they are an object: the API server would have to know their fields
/// for each release.
fn compact(schema: Value) -> Value {
    match schema {
        Value::Object(members) => Value::Object(members.into_iter().map(compact_member).collect()),
        Value::Array(items) => Value::Array(items.into_iter().map(compact).collect()),
        other => other,
    }
}

fn compact_member((key, value): (String, Value)) -> (String, Value) {
    match (key.as_str(), value.as_str().and_then(|text| text.strip_prefix("#/$defs/"))) {
        ("$ref", Some(METADATA)) => ("type".to_owned(), Value::from("object")),
        ("$ref", Some(name)) => ("$kubernetes".to_owned(), Value::from(short(name))),
        _ => (key, compact(value)),
    }
}

/// Copies the type `name` and those that it refers to.
fn keep(name: &str, types: &BTreeMap<String, Value>, kept: &mut BTreeMap<String, Value>) {
    if kept.contains_key(name) {
        return;
    }
    let Some(schema) = types.get(name) else { return };
    kept.insert(name.to_owned(), schema.clone());
    refer(schema, &mut |name| keep(name, types, kept));
}

/// Calls `found` with each name that the schema refers to.
fn refer(schema: &Value, found: &mut impl FnMut(&str)) {
    match schema {
        Value::Object(members) => {
            if let Some(name) = members.get("$kubernetes").and_then(Value::as_str) {
                found(name);
            }
            members.values().for_each(|member| refer(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| refer(item, found)),
        _ => {}
    }
}
