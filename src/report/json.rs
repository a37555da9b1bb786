//! The report as JSON, for programs: the shape is an interface and only ever grows.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use super::{
    Located,
    located::{Place, Point, RelatedPlace},
};
use crate::{
    finding::{ObjectRef, Origin, Severity},
    lint::{FileReport, NotChecked, Summary, Verdict},
};

/// The group and version of all reports.
pub const API_VERSION: &str = "cli.omnia.altairalabs.ai/v1";

/// The program that made a report.
#[derive(Debug, Clone, Serialize)]
pub struct Tool {
    /// `kubectl-omnia`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Tool {
    /// This program.
    pub const THIS: Self = Self { name: "kubectl-omnia", version: env!("CARGO_PKG_VERSION") };
}

/// What `lint -o json` prints.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct LintReport {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub omnia_version: String,
    pub kube_version: String,
    pub operation: &'static str,
    pub summary: Summary,
    pub objects: Vec<ObjectJson>,
    pub findings: Vec<FindingJson>,
    pub skipped: Vec<SkippedJson>,
    pub not_checked: Vec<NotCheckedJson>,
}

/// An object and its verdicts.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ObjectJson {
    pub file: Arc<str>,
    pub document: usize,
    #[serde(flatten)]
    pub identity: Arc<ObjectRef>,
    pub verdict: Verdict,
    pub admission: Verdict,
}

/// A document of another kind.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct SkippedJson {
    pub file: Arc<str>,
    pub document: usize,
    pub reason: String,
}

/// Something that was not checked.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct NotCheckedJson {
    pub code: &'static str,
    pub reason: String,
    pub count: usize,
}

/// A finding.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct FindingJson {
    pub code: &'static str,
    pub name: &'static str,
    pub severity: Severity,
    pub origin: Origin,
    pub message: String,
    pub field: String,
    pub masked: bool,
    pub object: Option<Arc<ObjectRef>>,
    pub location: Place,
    pub related: Vec<RelatedPlace>,
    pub help: String,
    pub fix: Option<FixJson>,
    pub rendered: String,
}

/// A change that mends a finding.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct FixJson {
    pub title: String,
    pub safe: bool,
    pub edits: Vec<EditJson>,
}

/// One replacement.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct EditJson {
    pub start: Point,
    pub end: Point,
    pub text: String,
}

/// The finding in the shape of the report.
pub fn finding_json(located: Located) -> FindingJson {
    let Located { finding, place, related, edits, rendered } = located;
    let fix = finding.fix.map(|fix| FixJson {
        title: fix.title,
        safe: fix.safe,
        edits: fix.edits.into_iter().zip(edits).map(|(edit, (start, end))| EditJson { start, end, text: edit.text }).collect(),
    });
    FindingJson {
        code: finding.code,
        name: crate::finding::find(finding.code).map_or("", |rule| rule.name),
        severity: finding.severity,
        origin: finding.origin,
        message: finding.message,
        field: finding.field,
        masked: finding.masked,
        object: finding.object,
        location: place,
        related,
        help: finding.help,
        fix,
        rendered,
    }
}

/// The objects of a file.
pub fn object_jsons(file: &Arc<str>, report: &FileReport) -> Vec<ObjectJson> {
    let object = |object: &crate::lint::ObjectReport| ObjectJson {
        file: Arc::clone(file),
        document: object.document,
        identity: Arc::clone(&object.identity),
        verdict: object.verdict,
        admission: object.admission,
    };
    report.objects.iter().map(object).collect()
}

/// The documents of other kinds of a file.
pub fn skipped_jsons(file: &Arc<str>, report: &FileReport) -> Vec<SkippedJson> {
    let skipped = |skipped: &crate::lint::Skipped| SkippedJson {
        file: Arc::clone(file),
        document: skipped.document,
        reason: skipped.reason.clone(),
    };
    report.skipped.iter().map(skipped).collect()
}

/// What was not checked, with the number of objects.
pub fn not_checked_jsons(not_checked: &BTreeMap<NotChecked, usize>) -> Vec<NotCheckedJson> {
    let entry =
        |(entry, count): (&NotChecked, &usize)| NotCheckedJson { code: entry.code, reason: entry.reason.clone(), count: *count };
    not_checked.iter().map(entry).collect()
}
