//! What an update adds: what the server forgives in unchanged values, and what cannot be said without the stored object.

use super::{file::rule_finding, report::NotChecked};
use crate::{
    apiserver::{Judgement, Stored, cause_line},
    crd::{Additional, Schema},
    finding::Finding,
};

/// The server's remarks, and the faults that it forgives.
pub(super) fn warnings(judgement: &Judgement<'_>) -> Vec<Finding> {
    let forgiven = judgement.update.as_ref().map(|update| update.forgiven.as_slice()).unwrap_or_default();
    let mut found: Vec<Finding> = judgement
        .warnings
        .iter()
        .filter(|warning| !forgiven.iter().any(|cause| warning.text == cause_line(cause)))
        .map(|warning| {
            let code = if warning.text.starts_with("metadata.finalizers: ") { "META015" } else { "SCH031" };
            rule_finding(code, warning.text.clone(), warning.span)
        })
        .collect();
    found.extend(forgiven.iter().map(|cause| {
        let message = format!("unchanged, and so accepted: {}", cause.message);
        Finding { field: cause.field.clone(), ..rule_finding("SCH031", message, cause.span) }
    }));
    found
}

/// What stays open of the object for want of a stored version.
pub(super) fn not_checked(judgement: &Judgement<'_>, stored: Option<&Stored>, schema: Option<&Schema>) -> Option<NotChecked> {
    let reason = match stored {
        Some(stored) if judgement.update.is_none() && stored.is_complete() => return None,
        Some(_) if judgement.update.is_none() => "an update: no stored version is known, so it was judged as a new object",
        None if schema.is_some_and(has_transition_rules) => "rules that compare with the stored object: see --against",
        _ => return None,
    };
    Some(NotChecked::new("CEL906", reason.to_owned()))
}

/// Whether a rule of the schema compares with the stored object.
fn has_transition_rules(schema: &Schema) -> bool {
    let below = |schema: &Schema| has_transition_rules(schema);
    schema.rules_below
        && (schema.rules.iter().any(|rule| rule.rule.contains("oldSelf"))
            || schema.properties.iter().any(|property| below(&property.schema))
            || schema.items.as_deref().is_some_and(below)
            || matches!(&schema.additional, Some(Additional::Schema(schema)) if below(schema)))
}
