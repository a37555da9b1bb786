//! Rewriting manifests of older releases: fields and values that went, by the one table of what became of them
//! ([`crate::lint::history`]). What the table leaves to people, and all else that the schema of the release refuses, is reported.

mod objection;
mod path;
mod step;

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    finding::{Finding, Origin, Severity},
    lint::{self, Linter},
    yaml::{Span, Text, read},
};
use step::Step;

/// What became of a text.
#[derive(Debug)]
pub struct Migrated {
    /// The text as it is now.
    pub text: Arc<Text>,
    /// What was changed, in the order of the documents.
    pub changes: Vec<Changed>,
    /// What a person has to decide, in the order of the text.
    pub left: Vec<Left>,
    /// How many Omnia objects the text holds.
    pub objects: usize,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The object, as `AgentRuntime chat`.
    pub object: String,
    /// What was done, as `spec.session is spec.context now`.
    pub what: String,
}

/// Something that was not decided.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    /// Where it stands in the migrated text.
    pub span: Span,
    /// What it is.
    pub message: String,
    /// What to do; empty when nothing is known.
    pub help: String,
}

/// Why steps were not taken, by document and place.
type Refused = BTreeMap<(usize, Vec<String>), String>;

/// Brings all Omnia objects of a text to the release of the linter, as far as that can be decided; every other byte stays.
///
/// Recursive within documents: needs a stack for 10,000 levels.
pub fn migrate(text: &Arc<Text>, linter: &Linter<'_>) -> Migrated {
    let mut now = Arc::clone(text);
    let (mut changes, mut refused) = (Vec::new(), Refused::new());
    while let Some(step) = step::next(&now, linter, &refused) {
        match step.take(&now) {
            Ok(bytes) => match Text::new(bytes) {
                Ok(changed) => {
                    now = Arc::new(changed);
                    changes.push((step.document, step.changed()));
                }
                Err(_) => refuse(&mut refused, &step, "the file would be too large".to_owned()),
            },
            Err(reason) => refuse(&mut refused, &step, reason),
        }
    }
    changes.sort_by_key(|(document, _)| *document);
    let report = lint::file(&now, linter);
    let objects = report.objects.len();
    let left = left(&now, report.findings, refused);
    Migrated { text: now, changes: changes.into_iter().map(|(_, change)| change).collect(), left, objects }
}

fn refuse(refused: &mut Refused, step: &Step, reason: String) {
    refused.insert((step.document, step.place.clone()), reason);
}

/// What the schema refuses still, each with the reason why it was not migrated, where one is known.
fn left(text: &Text, findings: Vec<Finding>, mut refused: Refused) -> Vec<Left> {
    let mut left = Vec::new();
    for finding in findings.into_iter().filter(is_of_the_schema) {
        let place =
            refused.keys().find(|(document, place)| *document == finding.document && path::dotted(place) == finding.field);
        let reason = place.cloned().and_then(|place| refused.remove(&place));
        left.push(Left { span: finding.span, message: finding.message, help: reason.unwrap_or(finding.help) });
    }
    let documents = read(text).documents;
    for ((index, place), help) in refused {
        let found = documents.get(index).and_then(|document| path::key(&document.root, &place));
        if let Some(span) = found {
            left.push(Left { span, message: format!("{} was not migrated", path::dotted(&place)), help });
        }
    }
    left.sort();
    left.dedup();
    left
}

/// Rules of other sorts are the linter's business.
fn is_of_the_schema(finding: &Finding) -> bool {
    let refuses = matches!(finding.origin, Origin::Parser | Origin::Decoder | Origin::Schema);
    (finding.severity == Severity::Error && refuses) || finding.code == "SCH028"
}
