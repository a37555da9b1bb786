//! Defaulting.
//!
//! Source: `pkg/apiserver/schema/defaulting/algorithm.go` of apiextensions-apiserver.

use std::collections::HashSet;

use crate::{
    crd::{Property, Schema},
    yaml::{Entry, Map, Node, Span, Style, Value, Via},
};

use super::{nulls::has_default, prune::additional_schema};

/// Puts defaults where a value is missing or a null that may not be one.
///
/// A default never makes its parent. What is added has [`Style::Added`] and the span of the nearest written key above it.
/// Recurses as deep as the object is nested.
pub fn apply(root: &mut Node<'_>, schema: &Schema) {
    let key = match &root.value {
        Value::Map(map) => map.entries.first().map_or(root.span, |entry| entry.key_span),
        _ => root.span,
    };
    value(root, schema, key);
}

/// `key` is the span of the nearest written key at or above `node`.
fn value(node: &mut Node<'_>, schema: &Schema, key: Span) {
    if !schema.defaults_below {
        return;
    }
    match &mut node.value {
        Value::Map(map) => object(map, schema, key),
        Value::List(items) => {
            let Some(items_schema) = &schema.items else { return };
            for item in items {
                if item.is_null() && !items_schema.nullable && has_default(items_schema) {
                    *item = added(items_schema, item.span);
                }
                let key = if item.style == Style::Added { item.span } else { first_key(item).unwrap_or(key) };
                value(item, items_schema, key);
            }
        }
        _ => {}
    }
}

fn object(map: &mut Map<'_>, schema: &Schema, key: Span) {
    for entry in &mut map.entries {
        let Some(known) = schema.property(&entry.key).or_else(|| schema.additional.as_ref().and_then(additional_schema)) else {
            continue;
        };
        if entry.value.is_null() && !known.nullable && has_default(known) {
            entry.value = added(known, entry.key_span);
        }
        value(&mut entry.value, known, entry.key_span);
    }
    let missing = missing(map, schema);
    map.entries.reserve_exact(missing.len());
    for property in missing {
        let mut default = added(&property.schema, key);
        value(&mut default, &property.schema, key);
        map.entries.push(Entry { key: property.name.clone().into(), key_span: key, value: default });
    }
}

/// The properties with a default that the object lacks.
fn missing<'s>(map: &Map<'_>, schema: &'s Schema) -> Vec<&'s Property> {
    let defaulted = schema.properties.defaulted().filter(|property| has_default(&property.schema));
    // A set only where it pays: objects are small.
    if map.len() <= 64 {
        return defaulted.filter(|property| map.get(&property.name).is_none()).collect();
    }
    let present: HashSet<&str> = map.entries.iter().map(|entry| entry.key.as_ref()).collect();
    defaulted.filter(|property| !present.contains(property.name.as_str())).collect()
}

/// Where an item of a list begins for a reader: its first key.
fn first_key(item: &Node<'_>) -> Option<Span> {
    item.as_map()?.entries.first().map(|entry| entry.key_span)
}

/// A copy of the default, with the place `span` everywhere.
fn added<'t>(schema: &Schema, span: Span) -> Node<'t> {
    let mut node = schema.default.as_deref().cloned().unwrap_or_default();
    place(&mut node, span);
    node
}

fn place(node: &mut Node<'_>, span: Span) {
    node.span = span;
    node.style = Style::Added;
    node.via = Via::Direct;
    match &mut node.value {
        Value::Map(map) => {
            for entry in &mut map.entries {
                entry.key_span = span;
                place(&mut entry.value, span);
            }
        }
        Value::List(items) => items.iter_mut().for_each(|item| place(item, span)),
        _ => {}
    }
}
