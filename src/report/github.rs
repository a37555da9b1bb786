//! Workflow commands of GitHub Actions, which show findings as annotations of the changed files.

use std::io::{self, Write};

use super::{Located, Results, concise, located::full_text};
use crate::finding::Severity;

/// Annotations of each level that GitHub shows for one step.
const SHOWN: usize = 10;

/// Writes the gravest findings as commands, as many as are shown, and the others as lines of the log.
///
/// # Errors
/// `out` cannot be written.
pub fn github(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let found = results.gravest_first();
    let of = |severity: Severity| found.iter().copied().filter(move |located| located.finding.severity == severity);
    let mut rest = Vec::new();
    for severity in [Severity::Error, Severity::Warning] {
        for (index, located) in of(severity).enumerate() {
            if index < SHOWN { command(located, out)? } else { rest.push(located) }
        }
    }
    let infos: Vec<&Located> = of(Severity::Info).collect();
    // The word on those that are not shown is a notice, too.
    let notices = if rest.is_empty() && infos.len() <= SHOWN { SHOWN } else { SHOWN - 1 };
    for (index, located) in infos.into_iter().enumerate() {
        if index < notices { command(located, out)? } else { rest.push(located) }
    }
    if rest.is_empty() {
        return Ok(());
    }
    let count = rest.len();
    writeln!(out, "::notice title=kubectl omnia lint::{count} more in the log: GitHub shows {SHOWN} annotations of each level")?;
    rest.into_iter().try_for_each(|located| writeln!(out, "{}", concise::line(located)))
}

fn command(located: &Located, out: &mut dyn Write) -> io::Result<()> {
    let level = match located.finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let (start, end) = (located.place.start, located.place.end);
    let file = property(&located.place.file);
    // GitHub takes columns only where both are on one line.
    let columns = if start.line == end.line { format!(",col={},endColumn={}", start.column, end.column) } else { String::new() };
    let title = property(&format!("{} {}", located.finding.code, located.rule_name()));
    let message = data(&full_text(&located.finding));
    writeln!(out, "::{level} file={file},line={},endLine={}{columns},title={title}::{message}", start.line, end.line)
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
