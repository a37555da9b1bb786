//! Logging commands of Azure Pipelines.

use std::io::{self, Write};

use super::{Located, Results, concise, located::full_text};
use crate::finding::Severity;

/// Writes errors and warnings as issues of the build, the gravest first; infos, which Azure has no word for, as lines of the log.
///
/// # Errors
/// `out` cannot be written.
pub fn azure(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    results.gravest_first().into_iter().try_for_each(|located| match located.finding.severity {
        Severity::Error => issue("error", located, out),
        Severity::Warning => issue("warning", located, out),
        Severity::Info => writeln!(out, "{}", concise::line(located)),
    })
}

fn issue(level: &str, located: &Located, out: &mut dyn Write) -> io::Result<()> {
    let start = located.place.start;
    writeln!(
        out,
        "##vso[task.logissue type={level};sourcepath={};linenumber={};columnnumber={};code={};]{}",
        property(&located.place.file),
        start.line,
        start.column,
        located.finding.code,
        data(&full_text(&located.finding))
    )
}

fn data(text: &str) -> String {
    text.replace('%', "%AZP25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(';', "%3B").replace(']', "%5D")
}
