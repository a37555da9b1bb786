//! Family CEL: the rules of the schema.

use crate::finding::{Mend, Origin, Rule, Severity};

/// The rules of the family.
pub(crate) const CEL: &[Rule] = &[
    Rule {
        code: "CEL901",
        name: "custom-rule-failed",
        severity: Severity::Error,
        origin: Origin::Cel,
        since: "0.1.0",
        mend: Mend::ByHand,
        summary: "A rule of the CRD does not hold.",
        why: "The author of the CRD gave a condition that the schema alone cannot express; the server refuses an object that does not meet it. The message is the author's.",
        bad: "",
        good: "",
        fix: "Change the values that the rule is about, or the rule in the CRD.",
    },
    Rule {
        code: "CEL902",
        name: "custom-rule-error",
        severity: Severity::Error,
        origin: Origin::Cel,
        since: "0.1.0",
        mend: Mend::ByHand,
        summary: "A rule of the CRD cannot be evaluated for this object.",
        why: "The rule reads a field that is not there, an item that the list does not have, or values that do not go together. The server takes that for a failure.",
        bad: "",
        good: "",
        fix: "Set the field that the rule reads, or let the rule ask with has() first.",
    },
    Rule {
        code: "CEL903",
        name: "rule-cost-exceeded",
        severity: Severity::Error,
        origin: Origin::Cel,
        since: "0.1.0",
        mend: Mend::ByHand,
        summary: "The rules of the CRD cost too much for this object.",
        why: "The server counts the steps of each rule and of all rules of an object, and gives up beyond a limit. No later rule is run.",
        bad: "",
        good: "",
        fix: "Shorten the lists that the rule goes through, or make the rule cheaper.",
    },
    Rule {
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
    },
];
