//! How often each rule found something: the way into a repository that was never linted.

use std::collections::{BTreeMap, BTreeSet};

use super::{Results, concise::word};
use crate::finding::{self, Severity};

/// The rows of the table with its head: the gravest first, then the most frequent.
pub fn statistics(results: &Results) -> Vec<Vec<String>> {
    let mut counts: BTreeMap<(Severity, &str), (usize, BTreeSet<&str>)> = BTreeMap::new();
    for located in results.shown() {
        let (count, files) = counts.entry((located.finding.severity, located.finding.code)).or_default();
        *count += 1;
        files.insert(&located.place.file);
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|((a, code_a), (count_a, _)), ((b, code_b), (count_b, _))| {
        b.cmp(a).then(count_b.cmp(count_a)).then(code_a.cmp(code_b))
    });
    let head = ["COUNT", "FILES", "SEVERITY", "CODE", "NAME"].map(str::to_owned).to_vec();
    let row = |((severity, code), (count, files)): ((Severity, &str), (usize, BTreeSet<&str>))| {
        let name = finding::find(code).map_or("", |rule| rule.name);
        vec![count.to_string(), files.len().to_string(), word(severity).to_owned(), code.to_owned(), name.to_owned()]
    };
    if counts.is_empty() {
        return Vec::new();
    }
    std::iter::once(head).chain(counts.into_iter().map(row)).collect()
}
