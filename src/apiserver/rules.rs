//! Which values of an object have rules (`x-kubernetes-validations`).

use crate::{
    crd::{Additional, Schema},
    yaml::{Node, Value},
};

/// Whether a rule stands on any value of the object that is present and not null; only such rules run.
///
/// Recursive as deep as the object is nested.
pub(super) fn any_apply(node: &Node<'_>, schema: &Schema) -> bool {
    if node.is_null() || !schema.rules_below {
        return false;
    }
    if !schema.rules.is_empty() {
        return true;
    }
    match &node.value {
        Value::Map(map) => map.entries.iter().any(|entry| {
            let below = schema.property(&entry.key).or(match &schema.additional {
                Some(Additional::Schema(schema)) => Some(schema),
                _ => None,
            });
            below.is_some_and(|below| any_apply(&entry.value, below))
        }),
        Value::List(items) => schema.items.as_deref().is_some_and(|below| items.iter().any(|item| any_apply(item, below))),
        _ => false,
    }
}
