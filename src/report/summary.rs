//! The last line: what was read, what was found, what was not checked.

use super::Results;
use crate::lint::Summary;

/// `1 error` or `2 errors`.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The counts in one sentence.
pub(super) fn line(summary: &Summary) -> String {
    let mut line = format!(
        "{} in {}: {}, {}, {}",
        counted(summary.objects, "Omnia object", "Omnia objects"),
        counted(summary.files, "file", "files"),
        counted(summary.errors, "error", "errors"),
        counted(summary.warnings, "warning", "warnings"),
        counted(summary.infos, "info", "infos"),
    );
    if summary.skipped > 0 {
        line.push_str(&format!("; {} of other kinds skipped", counted(summary.skipped, "object", "objects")));
    }
    line
}

/// The whole summary, each part on a line of its own.
pub fn summary_text(results: &Results) -> String {
    let mut text = line(&results.summary) + "\n";
    for (entry, count) in &results.not_checked {
        text.push_str(&format!("not checked in {}: {}\n", counted(*count, "object", "objects"), entry.reason));
    }
    let hidden = results.hidden();
    if hidden > 0 {
        text.push_str(&format!("{} not shown: see --show\n", counted(hidden, "finding", "findings")));
    }
    text
}
