//! The report as JSON, for programs: the shape is an interface and only ever grows.

use std::{borrow::Cow, collections::BTreeMap};

use serde::Serialize;

use super::{
    Located,
    located::{Place, Point, RelatedPlace},
};
use crate::{
    apiserver::cel::Step,
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
pub struct LintReport<'r> {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub omnia_version: &'static str,
    pub kube_version: String,
    pub operation: &'static str,
    pub summary: Summary,
    pub objects: Vec<ObjectJson<'r>>,
    pub findings: Vec<FindingJson<'r>>,
    pub skipped: Vec<SkippedJson<'r>>,
    pub not_checked: Vec<NotCheckedJson<'r>>,
    pub live: Option<&'r LiveJson>,
}

/// A cluster that was asked, and what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct LiveJson {
    pub context: String,
    pub server: String,
    pub namespace: String,
    /// Whether its CRDs could not be read, so that those of a release are assumed.
    pub assumed: bool,
    pub changes: Vec<LiveChange>,
}

/// An object of a file whose verdict is another one than without the cluster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct LiveChange {
    pub file: String,
    pub document: usize,
    pub object: ObjectRef,
    pub without: Verdict,
    pub with: Verdict,
}

/// An object and its verdicts.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ObjectJson<'r> {
    pub file: &'r str,
    pub document: usize,
    pub api_version: &'r str,
    pub kind: &'r str,
    pub namespace: &'r str,
    pub name: &'r str,
    pub verdict: Verdict,
    pub admission: Verdict,
}

/// A document of another kind.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct SkippedJson<'r> {
    pub file: &'r str,
    pub document: usize,
    pub reason: &'r str,
}

/// Something that was not checked.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct NotCheckedJson<'r> {
    pub code: &'static str,
    pub reason: Cow<'r, str>,
    pub count: usize,
}

/// A finding.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct FindingJson<'r> {
    pub code: &'static str,
    pub name: &'static str,
    pub severity: Severity,
    pub origin: Origin,
    pub message: &'r str,
    pub field: &'r str,
    pub masked: bool,
    pub object: Option<&'r ObjectRef>,
    pub location: &'r Place,
    pub related: &'r [RelatedPlace],
    pub help: &'r str,
    pub fix: Option<FixJson<'r>>,
    pub trace: Vec<StepJson<'r>>,
    pub rendered: &'r str,
}

/// A part of the rule that does not hold: its value as a literal, or the error that it ended in, and where the value stands.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct StepJson<'r> {
    pub expression: &'r str,
    pub value: Option<&'r str>,
    pub error: Option<&'r str>,
    pub location: Option<&'r Place>,
}

/// A change that mends a finding.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct FixJson<'r> {
    pub title: &'r str,
    pub safe: bool,
    pub edits: Vec<EditJson<'r>>,
}

/// One replacement.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct EditJson<'r> {
    pub start: Point,
    pub end: Point,
    pub text: &'r str,
}

/// The finding in the shape of the report.
pub fn finding_json(located: &Located) -> FindingJson<'_> {
    let Located { finding, place, related, sources, edits, rendered, .. } = located;
    let fix = finding.fix.as_ref().map(|fix| FixJson {
        title: &fix.title,
        safe: fix.safe,
        edits: fix
            .edits
            .iter()
            .zip(edits)
            .map(|(edit, (start, end))| EditJson { start: *start, end: *end, text: &edit.text })
            .collect(),
    });
    FindingJson {
        code: finding.code,
        name: crate::finding::find(finding.code).map_or("", |rule| rule.name),
        severity: finding.severity,
        origin: finding.origin,
        message: &finding.message,
        field: &finding.field,
        masked: finding.masked,
        object: finding.object.as_deref(),
        location: place,
        related,
        help: &finding.help,
        fix,
        trace: finding.trace.iter().zip(sources).map(step_json).collect(),
        rendered,
    }
}

fn step_json<'r>((step, location): (&'r Step, &'r Option<Place>)) -> StepJson<'r> {
    StepJson {
        expression: &step.text,
        value: step.value.as_deref().ok(),
        error: step.value.as_ref().err().map(String::as_str),
        location: location.as_ref(),
    }
}

/// The objects of a file.
pub fn object_jsons<'r>(file: &'r str, report: &'r FileReport) -> impl Iterator<Item = ObjectJson<'r>> {
    report.objects.iter().map(move |object| ObjectJson {
        file,
        document: object.document,
        api_version: &object.identity.api_version,
        kind: &object.identity.kind,
        namespace: &object.identity.namespace,
        name: &object.identity.name,
        verdict: object.verdict,
        admission: object.admission,
    })
}

/// The documents of other kinds of a file.
pub fn skipped_jsons<'r>(file: &'r str, report: &'r FileReport) -> impl Iterator<Item = SkippedJson<'r>> {
    report.skipped.iter().map(move |skipped| SkippedJson { file, document: skipped.document, reason: &skipped.reason })
}

/// What was not checked, with the number of objects.
pub fn not_checked_jsons(not_checked: &BTreeMap<NotChecked, usize>) -> Vec<NotCheckedJson<'_>> {
    not_checked.iter().map(|(entry, count)| NotCheckedJson { code: entry.code, reason: entry.reason(), count: *count }).collect()
}
