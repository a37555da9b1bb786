//! Family CEL: the rules of the schema.

use crate::finding::{Mend, Origin, Rule, Severity};

/// The rules of the family.
pub(crate) const CEL: &[Rule] = &[Rule {
    code: "CEL904",
    name: "rules-not-checked",
    severity: Severity::Info,
    origin: Origin::Cel,
    since: "0.1.0",
    mend: Mend::ByHand,
    summary: "Other errors keep the server from checking the rules.",
    why: "A missing, mistyped, unknown or too long value makes the server skip all rules of the object and say so in one more line. Rules may still fail once the other errors are mended.",
    bad: "",
    good: "",
    fix: "Mend the other findings of the object first.",
}];
