//! Findings that have one cause become one finding.

use crate::finding::{Finding, Related};

/// Codes of which one finding is enough, and whether that holds for each facade or for the whole object.
const GROUPS: &[(&[&str], Scope)] = &[
    (&["RUN011", "RUN022", "RUN026", "RUN028", "RUN124"], Scope::Facade),
    (&["RUN056", "RUN064", "RUN067", "RUN068", "RUN116"], Scope::Object),
    (&["RUN014"], Scope::Object),
    (&["RUN018"], Scope::Object),
    (&["RUN050"], Scope::Object),
    (&["RUN103"], Scope::Object),
    (&["RUN123"], Scope::Object),
];

#[derive(Clone, Copy)]
enum Scope {
    Facade,
    Object,
}

/// The findings of one object with those of a group as one: the first stays, the others are places beside it.
pub(super) fn related(found: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::with_capacity(found.len());
    for finding in found {
        match kept.iter_mut().find(|first| belong_together(first, &finding)) {
            Some(first) => first.related.push(Related { message: finding.message, span: finding.span }),
            None => kept.push(finding),
        }
    }
    kept
}

fn belong_together(first: &Finding, later: &Finding) -> bool {
    // Advice on operations comes once for an agent.
    let advice = first.code == later.code && first.code.starts_with("OPS");
    advice
        || GROUPS.iter().any(|(codes, scope)| {
            let both = codes.contains(&first.code) && codes.contains(&later.code);
            both && match scope {
                Scope::Object => true,
                Scope::Facade => facade(first) == facade(later),
            }
        })
}

/// `spec.facades[1]` of a path below it.
fn facade(finding: &Finding) -> Option<&str> {
    let end = finding.field.find(']')?;
    finding.field.starts_with("spec.facades[").then(|| &finding.field[..end])
}
