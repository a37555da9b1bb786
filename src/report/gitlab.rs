//! The Code Quality report of GitLab: <https://docs.gitlab.com/ci/testing/code_quality/>.

use std::io::{self, Write};

use serde::Serialize;

use super::{Results, located::full_text};
use crate::finding::{Fingerprints, Severity};

#[derive(Serialize)]
struct Issue<'r> {
    description: String,
    check_name: &'r str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'r>,
}

#[derive(Serialize)]
struct Location<'r> {
    path: &'r str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

/// Writes an array of issues.
///
/// # Errors
/// `out` cannot be written.
pub fn gitlab(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let mut fingerprints = Fingerprints::default();
    let issues: Vec<Issue<'_>> = results
        .shown()
        .map(|located| Issue {
            description: full_text(&located.finding),
            check_name: located.finding.code,
            fingerprint: fingerprints.next(&located.finding, &located.place.file),
            severity: match located.finding.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Info => "info",
            },
            location: Location {
                path: &located.place.file,
                lines: Lines { begin: located.place.start.line, end: located.place.end.line },
            },
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &issues)?;
    out.write_all(b"\n")
}
