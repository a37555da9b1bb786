//! What one CRD has otherwise than another, as a list that people can read: a field that came or went is one line, whatever it holds.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::facts::Facts;

/// A difference, with the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub kind: String,
    pub path: String,
    /// `added`, `removed` or `KEYWORD: OLD => NEW`.
    pub what: String,
    pub why: String,
}

impl Change {
    /// Whether both tell the same difference.
    pub fn same(&self, other: &Self) -> bool {
        (&self.kind, &self.path, &self.what) == (&other.kind, &other.path, &other.what)
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {} {}", self.kind, self.path, self.what)
    }
}

/// The differences of `new` to `old`.
pub fn between(kind: &str, old: &Facts, new: &Facts) -> Vec<Change> {
    let paths = |facts: &Facts| facts.0.keys().map(|(path, _)| path.clone()).collect::<BTreeSet<_>>();
    let (before, after) = (paths(old), paths(new));
    let mut changes = Vec::new();
    let mut add = |path: &str, what: String| {
        let change = Change { kind: kind.to_owned(), path: path.to_owned(), what, why: String::new() };
        if !changes.contains(&change) {
            changes.push(change);
        }
    };
    for difference in new.differences(old) {
        let path = difference.path.as_str();
        let show = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
        if !before.contains(path) {
            add(outermost(path, &before), "added".to_owned());
        } else if !after.contains(path) {
            add(outermost(path, &after), "removed".to_owned());
        } else {
            add(path, format!("{}: {} => {}", difference.keyword, show(&difference.expected), show(&difference.got)));
        }
    }
    changes
}

/// The shortest beginning of `path` that is none of `paths`.
fn outermost<'p>(path: &'p str, paths: &BTreeSet<String>) -> &'p str {
    let ends = path.match_indices(['.', '[', '{']).map(|(index, _)| index).chain([path.len()]);
    ends.map(|end| &path[..end]).find(|start| !start.is_empty() && !paths.contains(*start)).unwrap_or(path)
}

/// From the lines `kind <tab> path <tab> what <tab> why`.
pub fn from_tsv(text: &str) -> Vec<Change> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let parse = |line: &str| {
        let mut cells = line.splitn(4, '\t').map(str::to_owned);
        let mut cell = || cells.next().unwrap_or_default();
        Change { kind: cell(), path: cell(), what: cell(), why: cell() }
    };
    lines.map(parse).collect()
}

/// As lines under a heading.
pub fn to_tsv(changes: &[Change]) -> String {
    let mut text = String::from(
        "# What the embedded release `current` has otherwise than the CRDs published in July 2026.\n# kind\tpath\twhat\twhy\n",
    );
    for change in changes {
        let _ = writeln!(text, "{}\t{}\t{}\t{}", change.kind, change.path, change.what, change.why);
    }
    text
}
