//! What the rules have in common that look at objects which the server takes.

use crate::finding::{Mend, Origin, Rule, Severity};

/// The operator fails, or does something else than is written.
pub(super) const OPERATOR: Rule = Rule { severity: Severity::Error, origin: Origin::Operator, ..ADVICE };

/// Nobody refuses it.
pub(super) const ADVICE: Rule = Rule {
    code: "",
    name: "",
    severity: Severity::Info,
    origin: Origin::Advice,
    since: "0.1.0",
    only: None,
    mend: Mend::ByHand,
    summary: "",
    why: "",
    bad: "",
    good: "",
    fix: "",
};
