//! The last line: what was read, what was found, what was not checked.

use super::Results;
use crate::lint::{Summary, Why};

/// `1 error` or `2 errors`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
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
    if summary.ignored > 0 {
        line.push_str(&format!("; {} ignored", counted(summary.ignored, "finding", "findings")));
    }
    line
}

/// The whole summary, each part on a line of its own.
pub fn summary_text(results: &Results) -> String {
    let mut text = line(&results.summary)
        + "
";
    for (entry, count) in results.not_checked.iter().filter(|(entry, _)| !matches!(entry.why, Why::Outside(_))) {
        text.push_str(&format!(
            "not checked in {}: {}
",
            counted(*count, "object", "objects"),
            entry.reason()
        ));
    }
    text.push_str(&outside_line(results));
    let hidden = results.hidden();
    if hidden > 0 {
        text.push_str(&format!("{} not shown: see --show\n", counted(hidden, "finding", "findings")));
    }
    let fixable = results.fixable();
    if fixable > 0 {
        text.push_str(&format!("{} can be mended: see --fix and --diff\n", counted(fixable, "finding", "findings")));
    }
    text
}

/// References that leave the scope, whatever they lead to.
fn outside_line(results: &Results) -> String {
    let outside = || {
        results.not_checked.iter().filter_map(|(entry, count)| match entry.why {
            Why::Outside(kind) => Some((kind, *count)),
            Why::Other(_) => None,
        })
    };
    let mut kinds: Vec<&str> = outside().map(|(kind, _)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let count = outside().map(|(_, count)| count).sum();
    if kinds.is_empty() {
        return String::new();
    }
    let counted = counted(count, "reference to an object that is", "references to objects that are");
    format!("not checked: {counted} not among the files ({}): see --with and --scope\n", kinds.join(", "))
}
