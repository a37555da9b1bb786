//! What linting a file yields.

use std::{borrow::Cow, cmp::Ordering, sync::Arc};

use crate::finding::{Finding, ObjectRef, Severity};

/// Whether something would be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// It would.
    Accepted,
    /// It would not.
    Refused,
    /// Nobody can say: something was not checked.
    NotChecked,
}

/// An Omnia object and what was made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectReport {
    /// The index of the YAML document in its file, from 0.
    pub document: usize,
    /// What it is called.
    pub identity: Arc<ObjectRef>,
    /// kubectl and the API server, webhooks apart.
    pub verdict: Verdict,
    /// The platform's webhooks.
    pub admission: Verdict,
}

/// A document that was not judged, since it is none of Omnia's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The index of the YAML document in its file, from 0.
    pub document: usize,
    /// Why.
    pub reason: String,
}

/// Something that was not checked, and why; said in every summary.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotChecked {
    /// The code that stands for it.
    pub code: &'static str,
    /// What was not checked and why.
    pub why: Why,
}

/// What was not checked and why. Ordered as the texts are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Why {
    /// References to objects of this kind, which are not in scope. There may be thousands, and the summary has one line for all of them.
    Outside(&'static str),
    /// Anything else, as a text.
    Other(String),
}

impl Ord for Why {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Outside(own), Self::Outside(other)) => own.cmp(other),
            _ => self.text().cmp(&other.text()),
        }
    }
}

impl PartialOrd for Why {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Why {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Outside(kind) => Cow::Owned(format!("references to {kind} that are not among the files")),
            Self::Other(reason) => Cow::Borrowed(reason),
        }
    }
}

impl NotChecked {
    /// Something that was not checked for this reason.
    pub const fn new(code: &'static str, reason: String) -> Self {
        Self { code, why: Why::Other(reason) }
    }

    /// A reference to an object of `kind`, which is not in scope.
    pub const fn outside(code: &'static str, kind: &'static str) -> Self {
        Self { code, why: Why::Outside(kind) }
    }

    /// The text for people.
    pub fn reason(&self) -> Cow<'_, str> {
        self.why.text()
    }
}

/// What linting one file yields.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FileReport {
    /// Number of YAML documents that hold something.
    pub documents: usize,
    /// Number of documents or list items that are objects of any kind.
    pub objects_of_any_kind: usize,
    /// By place in the file.
    pub findings: Vec<Finding>,
    /// Omnia's objects, in the order of the file.
    pub objects: Vec<ObjectReport>,
    /// The other documents.
    pub skipped: Vec<Skipped>,
    /// One entry for each object that something was not checked of.
    pub not_checked: Vec<NotChecked>,
}

/// Counts of a whole run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Files read.
    pub files: usize,
    /// YAML documents that hold something.
    pub documents: usize,
    /// Omnia objects.
    pub objects: usize,
    /// Findings of severity error.
    pub errors: usize,
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity info.
    pub infos: usize,
    /// Documents of other kinds.
    pub skipped: usize,
    /// Omnia objects whose verdict or admission is open.
    pub not_checked: usize,
    /// Findings that comments, annotations or a baseline ignore.
    pub ignored: usize,
}

impl Summary {
    /// Adds a file, without its findings.
    pub fn add(&mut self, file: &FileReport) {
        self.files += 1;
        self.documents += file.documents;
        self.objects += file.objects.len();
        self.skipped += file.skipped.len();
        self.not_checked += file.objects.iter().filter(|object| object.verdict == Verdict::NotChecked).count();
    }

    /// Adds what another part of the run came to.
    pub fn merge(&mut self, other: &Self) {
        self.files += other.files;
        self.documents += other.documents;
        self.objects += other.objects;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.infos += other.infos;
        self.skipped += other.skipped;
        self.not_checked += other.not_checked;
        self.ignored += other.ignored;
    }

    /// Counts a finding.
    pub fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Info => self.infos += 1,
        }
    }
}
