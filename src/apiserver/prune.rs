//! Pruning: what the schema does not know is removed and, under strict decoding, reported.
//!
//! Source: `pkg/apiserver/schema/pruning` of apiextensions-apiserver.

use crate::{
    crd::{Additional, Schema},
    yaml::{Entry, Map, Node, Span, Value},
};

use super::path::{Path, Step};

/// A field that the schema does not know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown {
    /// Its path as the server prints it (`spec.l[1].m`).
    pub path: String,
    /// Where its key is written.
    pub span: Span,
    /// Where its value is written.
    pub value_span: Span,
}

/// Removes from `root` what `schema` does not know and returns it, sorted bytewise by path.
///
/// `apiVersion`, `kind` and `metadata` of the root and of embedded resources stay untouched.
/// Recurses as deep as the object is nested.
pub fn prune(root: &mut Node<'_>, schema: &Schema) -> Vec<Unknown> {
    let mut unknown = Vec::new();
    node(root, Some(schema), true, &Path::ROOT, &mut unknown);
    unknown.sort();
    unknown
}

/// The same for a value inside an object, a default for example.
pub fn value(value: &mut Node<'_>, schema: &Schema) -> Vec<Unknown> {
    let mut unknown = Vec::new();
    node(value, Some(schema), false, &Path::ROOT, &mut unknown);
    unknown.sort();
    unknown
}

/// Prunes one value; without a schema every object in it is emptied.
fn node(value: &mut Node<'_>, schema: Option<&Schema>, resource_root: bool, path: &Path<'_>, unknown: &mut Vec<Unknown>) {
    if let Some(schema) = schema
        && schema.preserve_unknown
    {
        return preserved(value, schema, resource_root, path, unknown);
    }
    match &mut value.value {
        Value::Map(map) => match schema {
            None => drain(map, path, unknown),
            Some(schema) => object(map, schema, resource_root, path, unknown),
        },
        Value::List(items) => {
            let items_schema = schema.and_then(|schema| schema.items.as_deref());
            for (index, item) in items.iter_mut().enumerate() {
                node(item, items_schema, false, &path.child(Step::Index(index)), unknown);
            }
        }
        _ => {}
    }
}

fn object(map: &mut Map<'_>, schema: &Schema, resource_root: bool, path: &Path<'_>, unknown: &mut Vec<Unknown>) {
    let resource = resource_root || schema.embedded_resource;
    map.entries.retain_mut(|entry| {
        if resource && is_type_or_metadata(&entry.key) {
            return true;
        }
        if let Some(property) = schema.property(&entry.key) {
            node(&mut entry.value, Some(property), false, &path.child(Step::Property(&entry.key)), unknown);
        } else if let Some(additional) = &schema.additional {
            node(&mut entry.value, additional_schema(additional), false, &path.child(Step::Key(&entry.key)), unknown);
        } else {
            report(entry, path, unknown);
            return false;
        }
        true
    });
}

/// Below `x-kubernetes-preserve-unknown-fields` only what the schema describes is pruned.
fn preserved(value: &mut Node<'_>, schema: &Schema, resource_root: bool, path: &Path<'_>, unknown: &mut Vec<Unknown>) {
    match &mut value.value {
        Value::Map(map) => {
            let resource = resource_root || schema.embedded_resource;
            for entry in &mut map.entries {
                if resource && is_type_or_metadata(&entry.key) {
                    continue;
                }
                if let Some(property) = schema.property(&entry.key) {
                    node(&mut entry.value, Some(property), false, &path.child(Step::Property(&entry.key)), unknown);
                } else if let Some(additional) = &schema.additional {
                    node(&mut entry.value, additional_schema(additional), false, &path.child(Step::Key(&entry.key)), unknown);
                }
            }
        }
        Value::List(items) => {
            if let Some(items_schema) = &schema.items {
                for (index, item) in items.iter_mut().enumerate() {
                    preserved(item, items_schema, false, &path.child(Step::Index(index)), unknown);
                }
            }
        }
        _ => {}
    }
}

fn drain(map: &mut Map<'_>, path: &Path<'_>, unknown: &mut Vec<Unknown>) {
    for entry in &map.entries {
        report(entry, path, unknown);
    }
    map.entries.clear();
}

fn report(entry: &Entry<'_>, path: &Path<'_>, unknown: &mut Vec<Unknown>) {
    unknown.push(Unknown {
        path: path.child(Step::Property(&entry.key)).dotted(),
        span: entry.key_span,
        value_span: entry.value.span,
    });
}

/// The schema of the values of unnamed keys; `additionalProperties: true` and `false` have none.
pub(super) fn additional_schema(additional: &Additional) -> Option<&Schema> {
    match additional {
        Additional::Allowed(_) => None,
        Additional::Schema(schema) => Some(schema),
    }
}

fn is_type_or_metadata(key: &str) -> bool {
    matches!(key, "apiVersion" | "kind" | "metadata")
}
