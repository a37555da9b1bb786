//! Findings that are known and not reported: the way to switch the linter on where there are many.

use std::collections::BTreeMap;

use super::found::rule_finding;
use crate::{
    finding::{Finding, Fingerprints},
    yaml::{self, Node, Span, Text},
};

/// The type of a baseline.
const TYPE: (&str, &str) = ("cli.omnia.altairalabs.ai/v1", "LintBaseline");

/// A known finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// The file in which it was found.
    pub file: String,
    /// The rule.
    pub code: String,
    /// The object, for people.
    pub object: String,
    /// The field, for people.
    pub field: String,
    /// What it is known by.
    pub fingerprint: String,
}

/// The known findings.
#[derive(Debug, Default)]
pub struct Baseline {
    /// By fingerprint, with the place in the file that holds them.
    known: BTreeMap<String, (Known, Span)>,
    used: BTreeMap<String, Known>,
    fingerprints: Fingerprints,
}

/// Why a baseline cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// It is no YAML.
    #[error("{0}")]
    Unreadable(String),
    /// It is something else.
    #[error("it is no LintBaseline of cli.omnia.altairalabs.ai/v1: --update-baseline writes one")]
    Other,
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// The text is none.
    pub fn read(text: &Text) -> Result<Self, BaselineError> {
        let documents = yaml::read(text);
        if let Some(error) = documents.error {
            return Err(BaselineError::Unreadable(error.message));
        }
        let root = documents.documents.first().map(|document| &document.root).ok_or(BaselineError::Other)?;
        let word = |node: &Node<'_>, key: &str| node.get(key).and_then(Node::as_str).unwrap_or_default().to_owned();
        if (word(root, "apiVersion").as_str(), word(root, "kind").as_str()) != TYPE {
            return Err(BaselineError::Other);
        }
        let mut baseline = Self::default();
        for item in root.get("findings").and_then(Node::as_list).unwrap_or_default() {
            let [file, code, object, field, fingerprint] =
                ["file", "code", "object", "field", "fingerprint"].map(|key| word(item, key));
            let known = Known { file, code, object, field, fingerprint };
            baseline.known.insert(known.fingerprint.clone(), (known, item.span));
        }
        Ok(baseline)
    }

    /// Whether the next finding of the run, which is in `file`, is known. Every finding of the run has to be asked for, in its order.
    pub fn holds(&mut self, finding: &Finding, file: &str) -> bool {
        let fingerprint = self.fingerprints.next(finding, file);
        let object = finding.object.as_deref().map(|object| format!("{} {}/{}", object.kind, object.namespace, object.name));
        let known = Known {
            file: file.to_owned(),
            code: finding.code.to_owned(),
            object: object.unwrap_or_default(),
            field: finding.field.clone(),
            fingerprint: fingerprint.clone(),
        };
        self.used.insert(fingerprint.clone(), known);
        self.known.contains_key(&fingerprint)
    }

    /// What is known and was not found, though its file was looked at (`linted`) or is gone, and its rule reported.
    pub fn stale<'b>(
        &'b self,
        linted: impl Fn(&str) -> bool + 'b,
        reported: impl Fn(&str) -> bool + 'b,
    ) -> impl Iterator<Item = Finding> + 'b {
        let unused = self.known.iter().filter(|(fingerprint, _)| !self.used.contains_key(*fingerprint));
        let stale = unused.filter(move |(_, (known, _))| linted(&known.file) && reported(&known.code));
        stale.map(|(_, (known, span))| {
            let message = format!("{} is not found in {} any more", known.code, known.file);
            rule_finding("IGN004", message, *span)
        })
    }

    /// The baseline that holds what this run found, and what is known of files that it did not look at; with the number of findings.
    pub fn updated(&self, linted: impl Fn(&str) -> bool) -> (String, usize) {
        let kept = self.known.values().map(|(known, _)| known).filter(|known| !linted(&known.file));
        let mut all: Vec<&Known> = kept.chain(self.used.values()).collect();
        all.sort();
        let mut text = format!(
            "# Known findings, which `kubectl omnia lint --baseline` does not report; --update-baseline writes this file.\n\
             apiVersion: {}\nkind: {}\n",
            TYPE.0, TYPE.1
        );
        text.push_str(if all.is_empty() { "findings: []\n" } else { "findings:\n" });
        for known in &all {
            let Known { file, code, object, field, fingerprint } = known;
            let line =
                serde_json::json!({"file": file, "code": code, "object": object, "field": field, "fingerprint": fingerprint});
            text.push_str(&format!("- {line}\n"));
        }
        (text, all.len())
    }
}
