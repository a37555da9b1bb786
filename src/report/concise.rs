//! One line a finding: `path:line:col: CODE severity message`.

use super::{Located, headline};
use crate::finding::Severity;

/// The word for a severity.
pub(super) const fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// The line, without a break at its end.
pub fn line(located: &Located) -> String {
    let Located { finding, place, .. } = located;
    let (start, severity) = (place.start, word(finding.severity));
    format!("{}:{}:{}: {} {severity} {}", place.file, start.line, start.column, finding.code, said(located))
}

/// The message and what to do, on one line.
pub(super) fn said(located: &Located) -> String {
    let finding = &located.finding;
    let mut line = one_line(&headline(finding));
    // The general advice of the rule would stand on every line; `explain` has it.
    let general = crate::finding::find(finding.code).is_some_and(|rule| finding.help.contains(rule.fix));
    if !finding.help.is_empty() && !general {
        line.push_str(" (");
        line.push_str(&one_line(&finding.help));
        line.push(')');
    }
    if finding.masked {
        line.push_str(" [hidden by another error]");
    }
    line
}

fn one_line(text: &str) -> String {
    if !text.contains(['\n', '\r']) {
        return text.trim().to_owned();
    }
    text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
