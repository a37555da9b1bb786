//! Findings below the name of their file, in columns.

use std::io::{self, Write};

use super::{Located, Results, concise};

/// Writes a block for each file that has findings.
///
/// # Errors
/// `out` cannot be written.
pub fn grouped(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    for file in &results.files {
        let shown: Vec<&Located> = file.located.iter().filter(|located| located.finding.severity >= results.show).collect();
        if shown.is_empty() {
            continue;
        }
        writeln!(out, "{}", file.name)?;
        let place = |located: &Located| format!("{}:{}", located.place.start.line, located.place.start.column);
        let width = |cell: &dyn Fn(&Located) -> usize| shown.iter().map(|located| cell(located)).max().unwrap_or(0);
        let places = width(&|located| place(located).len());
        let severities = width(&|located| concise::word(located.finding.severity).len());
        let codes = width(&|located| located.finding.code.len());
        for located in &shown {
            let (place, code, severity) = (place(located), located.finding.code, concise::word(located.finding.severity));
            writeln!(out, "  {place:places$}  {severity:severities$}  {code:codes$}  {}", concise::said(located))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
