//! What the parts of a rule were, line by line.

use crate::{finding::Finding, yaml::Text};

/// Characters of a value that are shown.
const SHOWN: usize = 80;

/// The trace of the finding as indented lines; empty when it has none.
pub(super) fn lines(finding: &Finding, file: &str, text: &Text) -> String {
    if finding.trace.is_empty() {
        return String::new();
    }
    let mut out = String::from("  trace:\n");
    for step in &finding.trace {
        let value = match &step.value {
            Ok(value) => format!("= {}", shortened(value)),
            Err(error) => format!("fails: {error}"),
        };
        let place = step.span.map(|span| {
            let at = text.location(span.start);
            format!("  ({file}:{}:{})", at.line, at.column)
        });
        out.push_str(&format!("    {} {value}{}\n", step.text, place.unwrap_or_default()));
    }
    out
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &value[..end]),
        None => value.to_owned(),
    }
}
