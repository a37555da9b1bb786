//! Family SEC: security.

use crate::finding::{Mend, Origin, Rule, Severity};

/// The rules of the family.
pub(crate) const SEC: &[Rule] = &[Rule {
    code: "SEC022",
    name: "schema-file-reference",
    severity: Severity::Warning,
    origin: Origin::Advice,
    since: "0.1.0",
    only: None,
    mend: Mend::ByHand,
    summary: "A schema of a function refers to a file, which is opened where the operator runs.",
    why: "The webhook follows the reference when it compiles the schema, whatever comes of it: who may write agents can probe the file system of the operator.",
    bad: "inputSchema:\n  $ref: file:///etc/schemas/input.json",
    good: "inputSchema:\n  type: object\n  properties:\n    text: {type: string}",
    fix: "Write the definition into the schema.",
}];
