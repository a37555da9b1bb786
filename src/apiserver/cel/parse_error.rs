//! What is wrong with an expression, in the words and with the pointer of cel-go.

use std::fmt::Write as _;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The line, from 1, and the column in characters, from 0; none for an error of the whole expression.
    pub place: Option<(usize, usize)>,
    /// What is wrong (`undefined field 'b'`).
    pub message: String,
}

/// No more than this many are told.
const MOST: usize = 100;

/// A longer line is not shown.
const LONGEST_LINE: usize = 16384;

/// Line and column of the byte `offset` of `source`.
pub(super) fn place(source: &str, offset: usize) -> (usize, usize) {
    let before = source.get(..offset).unwrap_or(source);
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count())
}

/// All that is wrong with an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issues(pub Vec<Issue>);

impl Issues {
    /// The issues in the order of their places, as the compiler of cel-go prints them below one another, with the lines of `source`.
    pub fn display(&self, source: &str) -> String {
        let mut sorted: Vec<_> = self.0.iter().take(MOST).collect();
        sorted.sort_by_key(|issue| issue.place);
        let mut out = String::new();
        for issue in sorted {
            if !out.is_empty() {
                out.push('\n');
            }
            push_issue(&mut out, source, issue);
        }
        if self.0.len() > MOST {
            let _ = write!(out, "\n{} more errors were truncated", self.0.len() - MOST);
        }
        out
    }
}

fn push_issue(out: &mut String, source: &str, issue: &Issue) {
    let Some((line, column)) = issue.place else {
        let _ = write!(out, "ERROR: <input>:-1:0: {}", issue.message);
        return;
    };
    let _ = write!(out, "ERROR: <input>:{line}:{}: {}", column + 1, issue.message);
    let Some(text) = source.split('\n').nth(line - 1).filter(|text| text.len() <= LONGEST_LINE) else { return };
    let text = text.replace('\t', " ");
    let _ = write!(out, "\n | {text}\n | ");
    let mut characters = text.chars();
    for _ in 0..column {
        match characters.next() {
            Some(character) => out.push(if character.is_ascii() { '.' } else { '\u{ff0e}' }),
            None => break,
        }
    }
    out.push(if characters.next().is_some_and(|character| !character.is_ascii()) { '\u{ff3e}' } else { '^' });
}
