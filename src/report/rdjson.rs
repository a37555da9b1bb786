//! The Reviewdog Diagnostic Format: <https://github.com/reviewdog/reviewdog/tree/master/proto/rdf>.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    Located, Results, concise,
    located::{Place, Point, full_text},
};
use crate::finding::Severity;

#[derive(Serialize)]
struct Result<'r> {
    source: Source,
    diagnostics: Vec<Diagnostic<'r>>,
}

#[derive(Serialize)]
struct Source {
    name: &'static str,
}

#[derive(Serialize)]
struct Diagnostic<'r> {
    message: String,
    location: Location<'r>,
    severity: &'static str,
    code: Code,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Related<'r>>,
    original_output: String,
}

#[derive(Serialize)]
struct Code {
    value: &'static str,
}

#[derive(Serialize)]
struct Location<'r> {
    path: &'r str,
    range: Range,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

/// The column counts bytes of UTF-8.
#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Suggestion<'r> {
    range: Range,
    text: &'r str,
}

#[derive(Serialize)]
struct Related<'r> {
    message: &'r str,
    location: Location<'r>,
}

/// Writes one object with all diagnostics.
///
/// # Errors
/// `out` cannot be written.
pub fn rdjson(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let all = Result { source: Source { name: "kubectl-omnia" }, diagnostics: results.shown().map(diagnostic).collect() };
    serde_json::to_writer_pretty(&mut *out, &all)?;
    out.write_all(b"\n")
}

fn diagnostic(located: &Located) -> Diagnostic<'_> {
    let related =
        located.related.iter().map(|related| Related { message: &related.message, location: location(&related.location) });
    Diagnostic {
        message: full_text(&located.finding),
        location: location(&located.place),
        severity: match located.finding.severity {
            Severity::Error => "ERROR",
            Severity::Warning => "WARNING",
            Severity::Info => "INFO",
        },
        code: Code { value: located.finding.code },
        suggestions: suggestions(located),
        related_locations: related.collect(),
        original_output: concise::line(located),
    }
}

/// Suggestions stand one for the other: a fix of several edits cannot be said.
fn suggestions(located: &Located) -> Vec<Suggestion<'_>> {
    match (located.finding.fix.as_ref().map(|fix| fix.edits.as_slice()), located.edits.as_slice()) {
        (Some([edit]), [(start, end)]) => vec![Suggestion { range: range(start, end), text: &edit.text }],
        _ => Vec::new(),
    }
}

fn location(place: &Place) -> Location<'_> {
    Location { path: &place.file, range: range(&place.start, &place.end) }
}

fn range(start: &Point, end: &Point) -> Range {
    let position = |point: &Point| Position { line: point.line, column: point.byte_column };
    Range { start: position(start), end: position(end) }
}
