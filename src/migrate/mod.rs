//! Rewriting manifests of older releases: fields and values that went, by the one table of what became of them
//! ([`crate::lint::history`]). What the table leaves to people, and all else that the schema of the release refuses, is reported.

mod objection;
mod path;
mod step;

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    finding::{Finding, Origin, Severity},
    lint::{self, Linter},
    yaml::{Encoding, Span, Text, read},
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
    let Stage { text: now, changes, refused } = each(text, linter).unwrap_or_else(|| whole(text, linter));
    let report = lint::file(&now, linter);
    let objects = report.objects.len();
    let left = left(&now, report.findings, refused);
    Migrated { text: now, changes, left, objects }
}

/// A text with its changes made.
struct Stage {
    text: Arc<Text>,
    changes: Vec<Changed>,
    refused: Refused,
}

/// Makes one change after the other, and reads the text anew each time.
fn whole(text: &Arc<Text>, linter: &Linter<'_>) -> Stage {
    let mut now = Arc::clone(text);
    let (mut changes, mut refused) = (Vec::new(), Refused::new());
    let is_broken = read(text).error.is_some();
    while let Some(step) = step::next(&now, linter, &refused) {
        if is_broken {
            refuse(&mut refused, &step, "the file cannot be read to its end: mend that, then migrate it".to_owned());
            continue;
        }
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
    Stage { text: now, changes: changes.into_iter().map(|(_, change)| change).collect(), refused }
}

/// The same for each document by itself, so that a file of many is not read once for each change; none where documents cannot be cut out
/// of the text.
fn each(text: &Arc<Text>, linter: &Linter<'_>) -> Option<Stage> {
    let documents = read(text);
    let is_plain = text.encoding() == Encoding::Utf8 && text.replaced().is_empty();
    if !is_plain || documents.error.is_some() || documents.documents.len() < 2 {
        return None;
    }
    let (mut out, mut at) = (String::with_capacity(text.as_str().len()), 0);
    let (mut changes, mut refused) = (Vec::new(), Refused::new());
    for (index, document) in documents.documents.iter().enumerate() {
        let part = Arc::new(Text::new(text.slice(document.span).as_bytes().to_vec()).ok()?);
        if read(&part).documents.len() != 1 {
            return None;
        }
        let stage = whole(&part, linter);
        changes.extend(stage.changes);
        refused.extend(stage.refused.into_iter().map(|((_, place), reason)| ((index, place), reason)));
        out.push_str(text.slice(Span::new(at, document.span.start)));
        out.push_str(stage.text.as_str());
        at = document.span.end;
    }
    out.push_str(&text.as_str()[at as usize..]);
    let now = Arc::new(Text::new(out.into_bytes()).ok()?);
    let again = read(&now);
    let is_same = again.error.is_none() && again.documents.len() == documents.documents.len();
    drop(again);
    is_same.then_some(Stage { text: now, changes, refused })
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
