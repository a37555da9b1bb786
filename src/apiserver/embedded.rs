//! Embedded resources (`x-kubernetes-embedded-resource`): objects in an object, with type and metadata of their own.
//!
//! Source: `pkg/apiserver/schema/objectmeta` of apiextensions-apiserver.

use crate::{
    crd::Schema,
    yaml::{Entry, Map, Node, Span, Value},
};

use super::{
    cause::{Cause, Reason, Stage},
    decode::{Decoder, TypeFault, object_meta},
    metadata::validate_embedded,
    metadata_names::dns_1035_label,
    path::{Path, Step},
    prune::{Unknown, additional_schema},
    release::KubeVersion,
    siblings::Siblings,
    value_text::{bad_value, sorted},
};

/// Types the metadata of embedded resources: unknown keys and empty values go. Returns the unknown keys, sorted bytewise by path.
///
/// Recurses as deep as the object is nested.
///
/// # Errors
///
/// A type or metadata of the wrong type, which ends the decoding; of several the first in the order of the keys, where the server takes
/// any.
pub(super) fn coerce(root: &mut Node<'_>, schema: &Schema, kube: KubeVersion) -> Result<Vec<Unknown>, TypeFault> {
    let mut unknown = Vec::new();
    coerce_value(root, schema, kube, &Path::ROOT, &mut unknown)?;
    unknown.sort();
    Ok(unknown)
}

/// Appends what is wrong with type and metadata of embedded resources.
///
/// Recurses as deep as the object is nested.
pub(super) fn validate(root: &Node<'_>, schema: &Schema, kube: KubeVersion, causes: &mut Vec<Cause>) {
    let key = root.as_map().and_then(|map| map.entries.first()).map_or(root.span, |entry| entry.key_span);
    Check { kube, causes }.value(root, schema, &Path::ROOT, key);
}

fn coerce_value(
    node: &mut Node<'_>,
    schema: &Schema,
    kube: KubeVersion,
    path: &Path<'_>,
    unknown: &mut Vec<Unknown>,
) -> Result<(), TypeFault> {
    if !schema.embedded_below {
        return Ok(());
    }
    match &mut node.value {
        Value::Map(map) => {
            let mut order: Vec<usize> = (0..map.len()).collect();
            order.sort_by(|a, b| map.entries[*a].key.cmp(&map.entries[*b].key));
            for index in order {
                let entry = &mut map.entries[index];
                if schema.embedded_resource {
                    coerce_member(entry, kube, path, unknown)?;
                }
                if let Some(property) = schema.property(&entry.key) {
                    coerce_value(&mut entry.value, property, kube, &path.child(Step::Property(&entry.key)), unknown)?;
                } else if let Some(additional) = schema.additional.as_ref().and_then(additional_schema) {
                    coerce_value(&mut entry.value, additional, kube, &path.child(Step::Key(&entry.key)), unknown)?;
                }
            }
        }
        Value::List(items) => {
            if let Some(items_schema) = &schema.items {
                for (index, item) in items.iter_mut().enumerate() {
                    coerce_value(item, items_schema, kube, &path.child(Step::Index(index)), unknown)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// One of `apiVersion`, `kind` and `metadata`; other members are nobody's business.
fn coerce_member(entry: &mut Entry<'_>, kube: KubeVersion, path: &Path<'_>, unknown: &mut Vec<Unknown>) -> Result<(), TypeFault> {
    let member = path.child(Step::Property(&entry.key));
    let fault = |detail: &str, span: Span| TypeFault {
        message: format!("{}: Invalid value: {}: {detail}", member.field(), bad_value(&entry.value, kube)),
        span,
    };
    match entry.key.as_ref() {
        "apiVersion" | "kind" if entry.value.as_str().is_none() => return Err(fault("must be a string", entry.value.span)),
        "metadata" => {
            let decoded = object_meta(&entry.value, Decoder::Server);
            if let Some(TypeFault { message, span }) = decoded.fault {
                return Err(fault(&message, span));
            }
            let parent = path.field();
            unknown.extend(decoded.unknown.into_iter().map(|field| Unknown { path: join(&parent, &field.path), ..field }));
            type_metadata(&mut entry.value);
        }
        _ => {}
    }
    Ok(())
}

fn join(parent: &str, field: &str) -> String {
    if parent.is_empty() { field.to_owned() } else { format!("{parent}.{field}") }
}

/// Leaves what is left after metadata has become a struct and JSON again.
fn type_metadata(metadata: &mut Node<'_>) {
    let Value::Map(map) = &mut metadata.value else {
        metadata.value = Value::Map(Map::default());
        return;
    };
    map.entries.retain_mut(|entry| {
        let value = &mut entry.value;
        match entry.key.as_ref() {
            "name" | "generateName" | "namespace" | "selfLink" | "uid" | "resourceVersion" => {
                value.as_str().is_some_and(|text| !text.is_empty())
            }
            "generation" => !value.is_null() && value.as_i64() != Some(0),
            "creationTimestamp" | "deletionTimestamp" | "deletionGracePeriodSeconds" => !value.is_null(),
            "labels" | "annotations" => {
                fill_nulls(value);
                value.as_map().is_some_and(|map| !map.is_empty())
            }
            "finalizers" => {
                fill_nulls(value);
                value.as_list().is_some_and(|items| !items.is_empty())
            }
            "ownerReferences" => {
                type_references(value);
                value.as_list().is_some_and(|items| !items.is_empty())
            }
            "managedFields" => value.as_list().is_some_and(|items| !items.is_empty()),
            _ => false,
        }
    });
}

/// A null among strings is an empty one.
fn fill_nulls(node: &mut Node<'_>) {
    let empty = |value: &mut Node<'_>| {
        if value.is_null() {
            value.value = Value::String("".into());
        }
    };
    match &mut node.value {
        Value::Map(map) => map.entries.iter_mut().for_each(|entry| empty(&mut entry.value)),
        Value::List(items) => items.iter_mut().for_each(empty),
        _ => {}
    }
}

/// The strings of an owner reference are there even when empty.
fn type_references(references: &mut Node<'_>) {
    let Value::List(items) = &mut references.value else { return };
    for item in items {
        if item.is_null() {
            item.value = Value::Map(Map::default());
        }
        let Value::Map(map) = &mut item.value else { continue };
        map.entries.retain(|entry| match entry.key.as_ref() {
            "apiVersion" | "kind" | "name" | "uid" => true,
            "controller" | "blockOwnerDeletion" => !entry.value.is_null(),
            _ => false,
        });
        for key in ["apiVersion", "kind", "name", "uid"] {
            match map.get_mut(key) {
                Some(value) if value.is_null() => value.value = Value::String("".into()),
                Some(_) => {}
                None => map.entries.push(Entry {
                    key: key.into(),
                    key_span: item.span,
                    value: Node { value: Value::String("".into()), span: item.span, ..Node::default() },
                }),
            }
        }
    }
}

struct Check<'c> {
    kube: KubeVersion,
    causes: &'c mut Vec<Cause>,
}

impl Check<'_> {
    /// `key` is where to point for what is missing.
    fn value(&mut self, node: &Node<'_>, schema: &Schema, path: &Path<'_>, key: Span) {
        if !schema.embedded_below {
            return;
        }
        match &node.value {
            Value::Map(map) => {
                if schema.embedded_resource {
                    self.resource(map, path, key);
                }
                let mut siblings = Siblings::from(self.causes.len());
                for entry in &map.entries {
                    let before = self.causes.len();
                    if let Some(property) = schema.property(&entry.key) {
                        self.value(&entry.value, property, &path.child(Step::Property(&entry.key)), entry.key_span);
                    } else if let Some(additional) = schema.additional.as_ref().and_then(additional_schema) {
                        self.value(&entry.value, additional, &path.child(Step::Key(&entry.key)), entry.key_span);
                    }
                    siblings.add(&entry.key, before..self.causes.len());
                }
                siblings.sort(self.causes);
            }
            Value::List(items) => {
                if let Some(items_schema) = &schema.items {
                    for (index, item) in items.iter().enumerate() {
                        self.value(item, items_schema, &path.child(Step::Index(index)), item.span);
                    }
                }
            }
            _ => {}
        }
    }

    fn resource(&mut self, map: &Map<'_>, path: &Path<'_>, key: Span) {
        for name in ["apiVersion", "kind"] {
            if map.get(name).is_none() {
                self.cause(Reason::Required, path.child(Step::Property(name)).field(), "Required value".to_owned(), key);
            }
        }
        for entry in sorted(map) {
            let value = &entry.value;
            let faults = match entry.key.as_ref() {
                "apiVersion" => api_version_fault(value).into_iter().collect(),
                "kind" => kind_fault(value).into_iter().collect(),
                "metadata" => self.metadata(value, path),
                _ => Vec::new(),
            };
            for fault in faults {
                let message = format!("Invalid value: {}: {fault}", bad_value(value, self.kube));
                self.cause(Reason::Invalid, path.child(Step::Property(&entry.key)).field(), message, value.span);
            }
        }
    }

    /// The fault of metadata that a default has made; what is wrong inside becomes causes.
    fn metadata(&mut self, metadata: &Node<'_>, path: &Path<'_>) -> Vec<String> {
        let decoded = object_meta(metadata, Decoder::Server);
        if let Some(fault) = decoded.fault {
            return vec![fault.message];
        }
        let parent = path.field();
        let causes = validate_embedded(&decoded.meta, self.kube, metadata.span);
        self.causes.extend(causes.into_iter().map(|cause| Cause {
            stage: Stage::Schema,
            field: join(&parent, &cause.field),
            ..cause
        }));
        Vec::new()
    }

    fn cause(&mut self, reason: Reason, field: String, message: String, span: Span) {
        self.causes.push(Cause { stage: Stage::Schema, reason, field, message, span, related: None, masked: false, rule: None });
    }
}

fn api_version_fault(value: &Node<'_>) -> Option<String> {
    let Some(text) = value.as_str() else { return Some("must be a string".to_owned()) };
    if text.is_empty() {
        return Some("must not be empty".to_owned());
    }
    (text.matches('/').count() > 1).then(|| format!("unexpected GroupVersion string: {text}"))
}

fn kind_fault(value: &Node<'_>) -> Option<String> {
    let Some(text) = value.as_str() else { return Some("must be a string".to_owned()) };
    if text.is_empty() {
        return Some("must not be empty".to_owned());
    }
    let faults = dns_1035_label(&text.to_lowercase());
    (!faults.is_empty()).then(|| format!("may have mixed case, but should otherwise match: {}", faults.join(",")))
}
