//! The report as JSON Lines: an object a line, known by its one key, the summary last.

use std::io::{self, Write};

use serde::Serialize;

use super::{FindingJson, LintReport, LiveJson, NotCheckedJson, ObjectJson, Results, SkippedJson, Tool};
use crate::lint::Summary;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Line<'r> {
    Object(ObjectJson<'r>),
    Skipped(SkippedJson<'r>),
    Finding(FindingJson<'r>),
    NotChecked(NotCheckedJson<'r>),
    Summary(End<'r>),
}

/// What the report says of the run.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct End<'r> {
    api_version: &'static str,
    tool: Tool,
    omnia_version: &'static str,
    kube_version: String,
    operation: &'r str,
    live: Option<&'r LiveJson>,
    #[serde(flatten)]
    counts: Summary,
}

/// Writes the report line by line.
///
/// # Errors
/// `out` cannot be written.
pub fn json_lines(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let LintReport {
        api_version,
        kind: _,
        tool,
        omnia_version,
        kube_version,
        operation,
        summary: counts,
        objects,
        findings,
        skipped,
        not_checked,
        live,
    } = results.json();
    let end = End { api_version, tool, omnia_version, kube_version, operation, live, counts };
    let lines = objects.into_iter().map(Line::Object).chain(skipped.into_iter().map(Line::Skipped));
    let lines = lines.chain(findings.into_iter().map(Line::Finding)).chain(not_checked.into_iter().map(Line::NotChecked));
    for line in lines.chain([Line::Summary(end)]) {
        serde_json::to_writer(&mut *out, &line)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
