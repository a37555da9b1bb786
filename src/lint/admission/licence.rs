//! ADM005, ADM011, ADM012: what an installation without an enterprise licence refuses. Which one it is, no file says. And ADM016, which
//! comes before the licence.

use super::{Remark, Review, at, items, knows, place, text};
use crate::{lint::report::NotChecked, yaml::Node};

pub(super) fn remark(review: &Review<'_>) -> Option<Remark> {
    match review.kind {
        "AgentRuntime" => custom_facade(review),
        "ArenaJob" => job(review),
        "ArenaSource" | "ArenaTemplateSource" | "PromptPackSource" => source(review),
        _ => None,
    }
}

/// What the verdict on the webhooks lacks.
pub(super) fn not_checked(code: &'static str) -> NotChecked {
    NotChecked::new(code, "the webhooks' verdict, which hangs on the licence of the installation".to_owned())
}

fn custom_facade(review: &Review<'_>) -> Option<Remark> {
    let is_custom = |facade: &&Node<'_>| facade.get("type").and_then(Node::as_str) == Some("custom");
    let (index, facade) = items(review.object, "spec.facades").iter().enumerate().find(|(_, facade)| is_custom(facade))?;
    let path = format!("spec.facades[{index}].type");
    // The chart of 2026-07 registers the webhook at a path that the operator does not serve.
    let enterprise = review.operator.is_some_and(|operator| operator.policy_broker_image.is_some());
    if enterprise && !knows(review, "a2aClients") {
        let message =
            "the webhook for facades of type custom cannot be called in this installation, so the server refuses the agent";
        return Some(Remark::new("ADM016", path, facade.get("type")?.span, message));
    }
    let message = "a facade of type custom is refused where the licence does not include it";
    Some(Remark::new("ADM005", path, facade.get("type")?.span, message))
}

/// The first of the conditions in the webhook's order.
fn job(review: &Review<'_>) -> Option<Remark> {
    let kind = text(review.object, "spec.type");
    let (field, what) = if matches!(kind, "loadtest" | "datagen") {
        ("spec.type", format!("a job of type {kind}"))
    } else if let Some(replicas) =
        at(review.object, "spec.workers.replicas").and_then(Node::as_i64).filter(|replicas| *replicas > 1)
    {
        ("spec.workers.replicas", format!("a job with {replicas} workers"))
    } else if !text(review.object, "spec.schedule.cron").is_empty() {
        ("spec.schedule.cron", "a job on a schedule".to_owned())
    } else {
        return None;
    };
    Some(Remark::new("ADM011", field, place(review.object, field), format!("{what} is refused without an enterprise licence")))
}

fn source(review: &Review<'_>) -> Option<Remark> {
    let message = "a source of type oci is refused without an enterprise licence";
    (text(review.object, "spec.type") == "oci")
        .then(|| Remark::new("ADM012", "spec.type", place(review.object, "spec.type"), message))
}
