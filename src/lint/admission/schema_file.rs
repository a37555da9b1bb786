//! SEC022: a schema of a function refers to a file, which the webhook opens where the operator runs.

use super::{Remark, Review, at, function_schema::FIELDS, json_schema_refs::is_file, text};
use crate::yaml::{Node, Value};

pub(super) fn remarks(review: &Review<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if review.kind == "AgentRuntime" && text(review.object, "spec.mode") == "function" {
        for field in FIELDS {
            if let Some(schema) = at(review.object, field) {
                find(schema, field, &mut remarks);
            }
        }
    }
    remarks
}

fn find(node: &Node<'_>, field: &str, remarks: &mut Vec<Remark>) {
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| find(item, field, remarks)),
        Value::Map(map) => {
            for entry in &map.entries {
                let reference = entry.value.as_str().filter(|_| matches!(&*entry.key, "$ref" | "$schema"));
                if let Some(reference) = reference.filter(|reference| is_file(reference)) {
                    let message = format!("the webhook opens {reference:?} on the disk of the operator to compile this schema");
                    remarks.push(Remark::new("SEC022", field, entry.value.span, message));
                }
                find(&entry.value, field, remarks);
            }
        }
        _ => {}
    }
}
