//! Family RUN: what the API server takes and the operator stumbles over.

use crate::finding::{Mend, Origin, Rule, Severity};

/// The rules of the family.
pub(crate) const RUN: &[Rule] = &[Rule {
    code: "RUN006",
    name: "typed-duration-unparsable",
    severity: Severity::Error,
    origin: Origin::Operator,
    since: "0.1.0",
    mend: Mend::ByHand,
    summary: "A duration is not written as Go reads it, in a kind that no webhook looks at.",
    why: "For the schema it is any string, so the API server stores it. The operator cannot decode the object, and with it no list of the kind: nothing of that kind is reconciled any more, in the whole cluster. For kinds with a webhook the finding is ADM015.",
    bad: "handlers:\n- name: search\n  timeout: '30'",
    good: "handlers:\n- name: search\n  timeout: 30s",
    fix: "Write a number with a unit, such as 60s, 5m or 1h30m; days have no unit.",
}];
