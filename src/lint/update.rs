//! What an update adds: what the server forgives in unchanged values, what a rollout in the stored object does not outlive (RUN120), and
//! what cannot be said without the stored object.

use super::{found::rule_finding, report::NotChecked};
use crate::{
    apiserver::{Judgement, Stored, cause_line},
    crd::{Additional, Schema},
    finding::Finding,
    rollout::Mode,
    yaml::{Entry, Node},
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

/// RUN120: an update of an agent that takes `spec.rollout` or its `trafficRouting` out while weights are shifted. Where the stored object has
/// no status, as in files, nobody knows whether they are.
///
/// Source: a running operator of 2026-07, which cannot set weights back that no field tells of. By the number of pods nothing is lost.
pub(super) fn removed_rollout(judgement: &Judgement<'_>) -> Result<Option<Finding>, NotChecked> {
    let Some(update) = &judgement.update else { return Ok(None) };
    let (stored, object) = (&update.stored, &judgement.object);
    let routing = |object| at(object, "spec.rollout.trafficRouting");
    let mode = |node: Option<&Node<'_>>| node.and_then(Node::as_str).and_then(Mode::parse);
    let removed = routing(stored).filter(|_| routing(object).is_none());
    if removed.is_none_or(|before| mode(before.get("mode")) == Some(Mode::ReplicaWeighted)) {
        return Ok(None);
    }
    let Some(status) = update.status.as_ref().or_else(|| stored.get("status")) else {
        let reason = "whether a rollout runs that the update takes out: the stored object has no status, see --live";
        return Err(NotChecked::new("RUN120", reason.to_owned()));
    };
    let is_true = |key| at(status, "rollout").and_then(|rollout| rollout.get(key)).and_then(Node::as_bool) == Some(true);
    let running = is_true("active") || is_true("promoting");
    if !running || mode(at(status, "rollout.trafficRoutingMode")) == Some(Mode::ReplicaWeighted) {
        return Ok(None);
    }
    let block = object.get("spec").and_then(|spec| entry(spec, "rollout"));
    let (field, place) = match block {
        Some(rollout) => ("spec.rollout.trafficRouting", rollout.key_span),
        None => ("spec.rollout", entry(object, "spec").map_or(object.span, |spec| spec.key_span)),
    };
    let message = format!("a rollout runs, and without {field} its weights stay on a candidate whose pods are deleted");
    Ok(Some(Finding { field: field.to_owned(), ..rule_finding("RUN120", message, place) }))
}

/// The member `key` that has a value.
fn entry<'n>(node: &'n Node<'_>, key: &str) -> Option<&'n Entry<'n>> {
    node.as_map()?.entry(key).filter(|entry| !entry.value.is_null())
}

/// The value at a path of members that have one.
fn at<'n>(node: &'n Node<'_>, path: &str) -> Option<&'n Node<'n>> {
    path.split('.').try_fold(node, |node, key| entry(node, key).map(|entry| &entry.value))
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
