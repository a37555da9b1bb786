//! Nulls that the schema does not allow are dropped before strict decoding ends and defaults come in.
//!
//! Source: `pkg/apiserver/schema/defaulting/prunenulls.go` of apiextensions-apiserver.

use crate::{
    crd::Schema,
    yaml::{Node, Value},
};

use super::prune::additional_schema;

/// Removes entries with a null whose schema is neither nullable nor has a default. Nulls in lists stay.
///
/// Recurses as deep as the object is nested.
pub fn drop_non_nullable(root: &mut Node<'_>, schema: &Schema) {
    match &mut root.value {
        Value::Map(map) => {
            map.entries.retain_mut(|entry| {
                let known = schema.property(&entry.key).or_else(|| schema.additional.as_ref().and_then(additional_schema));
                let Some(known) = known else {
                    // Without a schema nothing below is dropped either.
                    return true;
                };
                if entry.value.is_null() && !known.nullable && !has_default(known) {
                    return false;
                }
                drop_non_nullable(&mut entry.value, known);
                true
            });
        }
        Value::List(items) => {
            if let Some(items_schema) = &schema.items {
                for item in items {
                    drop_non_nullable(item, items_schema);
                }
            }
        }
        _ => {}
    }
}

/// Whether there is a default; `default: null` is none.
pub(super) fn has_default(schema: &Schema) -> bool {
    schema.default.as_ref().is_some_and(|default| !default.is_null())
}
