//! The format of Checkstyle, which many readers of build results take.

use std::io::{self, Write};

use super::{Results, concise::word, located::full_text, xml};

/// Writes a `file` for each file that has findings.
///
/// # Errors
/// `out` cannot be written.
pub fn checkstyle(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}<checkstyle version=\"4.3\">", xml::HEAD)?;
    for file in &results.files {
        let shown: Vec<_> = file.located.iter().filter(|located| located.finding.severity >= results.show).collect();
        if shown.is_empty() {
            continue;
        }
        writeln!(out, "  <file name=\"{}\">", xml::escaped(&file.name))?;
        for located in shown {
            writeln!(
                out,
                "    <error line=\"{}\" column=\"{}\" severity=\"{}\" message=\"{}\" source=\"kubectl-omnia.{}\"/>",
                located.place.start.line,
                located.place.start.column,
                word(located.finding.severity),
                xml::escaped(&full_text(&located.finding)),
                located.finding.code
            )?;
        }
        writeln!(out, "  </file>")?;
    }
    writeln!(out, "</checkstyle>")
}
