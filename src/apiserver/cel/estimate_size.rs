//! How large values of a schema can be.
//!
//! Source: `pkg/cel/common/schemas.go` of apiserver.

use crate::{
    crd::{Schema, Type},
    yaml::Node,
};

use super::types::Place;

/// The largest request that a server takes, in bytes.
const REQUEST: i64 = 3 * 1024 * 1024;

/// How many values that take at least `least` bytes fit into an object.
pub(super) fn most_values(least: i64) -> u64 {
    u64::try_from(REQUEST / (least + 1)).unwrap_or_default()
}

/// How many elements a value of the schema can have: characters, items or entries; 0 for what has none.
pub(super) fn most_elements(place: Place<'_>) -> u64 {
    let schema = place.schema;
    let elements = if schema.int_or_string {
        schema.max_length.map_or(REQUEST - 2, |length| length.max(0).saturating_mul(4))
    } else {
        match schema.kind {
            Some(Type::Array) => {
                let fitting = || place.element().map_or(0, |items| (REQUEST - 2) / (least_size(items) + 1));
                schema.max_items.map_or_else(fitting, |most| most.max(0))
            }
            Some(Type::Object) => match place.element() {
                Some(values) => {
                    let fitting = || (REQUEST - 2) / (least_size(values) + 6);
                    schema.max_properties.map_or_else(fitting, |most| most.max(0))
                }
                None => 0,
            },
            Some(Type::String) => longest_text(schema),
            _ => 0,
        }
    };
    u64::try_from(elements).unwrap_or_default()
}

fn longest_text(schema: &Schema) -> i64 {
    match (schema.format.as_deref(), schema.max_length) {
        (Some("byte"), Some(length)) => length.max(0),
        (Some("duration" | "date-time"), _) => 32,
        (Some("date"), _) => 12,
        (Some("byte"), None) => REQUEST - 2,
        // A character takes up to four bytes.
        (_, Some(length)) => length.max(0).saturating_mul(4),
        (_, None) => match schema.enumeration.as_deref() {
            Some(values) if !values.is_empty() => {
                let lengths = values.iter().filter_map(Node::as_str).map(str::len);
                i64::try_from(lengths.max().unwrap_or_default()).unwrap_or(i64::MAX)
            }
            _ => REQUEST - 2,
        },
    }
}

/// The fewest bytes that a value of the schema takes as JSON. Recurses into the fields that must be there.
pub(super) fn least_size(place: Place<'_>) -> i64 {
    let schema = place.schema;
    if schema.int_or_string {
        return 1;
    }
    match schema.kind {
        Some(Type::Object) if place.element().is_none() => 2 + required_size(place),
        Some(Type::Boolean) => 4,
        Some(Type::Integer | Type::Number) => 1,
        Some(Type::String) => match schema.format.as_deref() {
            Some("duration") => 3,
            Some("date") => 12,
            Some("date-time") => 21,
            _ => 2,
        },
        _ => 2,
    }
}

fn required_size(place: Place<'_>) -> i64 {
    let size = |(index, name): (usize, &String)| {
        if place.schema.required[..index].contains(name) {
            return 0;
        }
        let field = place.property(name).filter(|field| field.exposed() && field.schema.default.is_none());
        let length = i64::try_from(name.len()).unwrap_or_default();
        field.map_or(0, |field| length + least_size(field) + 4)
    };
    place.schema.required.iter().enumerate().map(size).sum()
}
