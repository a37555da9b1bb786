//! Markdown for the comment of a pull request: the verdict, a table, and what to do, folded.

use std::io::{self, Write};

use super::{Located, Results, concise::word, headline, summary};

/// Where a bot finds its own comment again.
const MARKER: &str = "<!-- kubectl-omnia lint -->";

/// Characters of findings: GitHub takes comments of 65,536, and the rest of the page needs some.
const ROOM: usize = 60_000;

/// Writes the page.
///
/// # Errors
/// `out` cannot be written.
pub fn markdown(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let found = results.gravest_first();
    let verdict = if found.iter().any(|located| results.fails(located)) { "failed" } else { "passed" };
    writeln!(out, "{MARKER}\n**kubectl omnia lint {verdict}**: {}\n", summary::line(&results.summary))?;
    let left_out = table(&found, out)?;
    if left_out > 0 {
        writeln!(out, "{left_out} more findings do not fit into a comment: see the log of the run.\n")?;
    }
    if !results.not_checked.is_empty() {
        writeln!(out, "<details><summary>Not checked</summary>\n")?;
        for (entry, count) in &results.not_checked {
            writeln!(out, "- {} in {count}: {}", entry.code, escaped(&entry.reason()))?;
        }
        writeln!(out, "\n</details>")?;
    }
    Ok(())
}

/// Writes the rows and what to do about them; yields how many found no room.
fn table(found: &[&Located], out: &mut dyn Write) -> io::Result<usize> {
    if found.is_empty() {
        return Ok(0);
    }
    writeln!(out, "| Severity | Place | Rule | Message |\n|---|---|---|---|")?;
    let mut room = ROOM;
    let mut helps = String::new();
    let mut written = 0;
    for located in found {
        let (row, help) = (row(located), help(located));
        let Some(left) = room.checked_sub(row.chars().count() + help.chars().count()) else { break };
        room = left;
        out.write_all(row.as_bytes())?;
        helps.push_str(&help);
        written += 1;
    }
    writeln!(out)?;
    if !helps.is_empty() {
        writeln!(out, "<details><summary>What to do</summary>\n\n{helps}\n</details>\n")?;
    }
    Ok(found.len() - written)
}

fn row(located: &Located) -> String {
    let finding = &located.finding;
    let masked = if finding.masked { " (hidden by another error)" } else { "" };
    format!(
        "| {} | {} | {} {} | {}{masked} |\n",
        word(finding.severity),
        place(located),
        finding.code,
        located.rule_name(),
        escaped(&headline(finding)).replace('\n', "<br>")
    )
}

fn help(located: &Located) -> String {
    if located.finding.help.is_empty() {
        return String::new();
    }
    format!("- {} {}: {}\n", place(located), located.finding.code, escaped(&located.finding.help).replace('\n', "<br>"))
}

fn place(located: &Located) -> String {
    let start = located.place.start;
    format!("{}:{}:{}", escaped(&located.place.file), start.line, start.column)
}

/// The text with nothing in it that Markdown or HTML would take for more than text.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '>' => out.extend(['\\', c]),
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}
