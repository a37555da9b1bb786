//! Writing the comments that ignore findings.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    finding::{Edit, Finding},
    yaml::{self, Document, Format, Node, Span, Style, Text, Value},
};

/// What is found in text that belongs to no document, so that no comment there is read.
const OUTSIDE: [&str; 2] = ["YAML012", "YAML025"];

/// Lines with comments that ignore `findings`, one above each line that has some, and how many findings they cover.
///
/// No comment can be written into JSON, and none is read in a text that kubectl cannot read.
///
/// Recursive as deep as the documents are nested.
pub fn add_ignores<'f>(text: &Text, findings: impl Iterator<Item = &'f Finding>, reason: &str) -> (Vec<Edit>, usize) {
    let documents = yaml::read(text);
    let mut lines: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    let mut of_file: BTreeSet<&str> = BTreeSet::new();
    let mut covered = 0;
    let first = documents.documents.first().filter(|document| document.format == Format::Yaml);
    for finding in findings.filter(|finding| !finding.code.starts_with("IGN")) {
        let of = |document: &&Document<'_>| (document.span.start..=document.span.end).contains(&finding.span.start);
        let document = documents.documents.iter().find(of).filter(|document| document.format == Format::Yaml);
        match document {
            _ if OUTSIDE.contains(&finding.code) && first.is_some() => {
                of_file.insert(finding.code);
            }
            Some(document) => {
                let line = line_start(text, finding.span.start);
                let line = owner(&document.root, line).map_or(line, |owner| line_start(text, owner));
                lines.entry(line).or_default().insert(finding.code);
            }
            None => continue,
        }
        covered += 1;
    }
    let first = first.map(|document| line_start(text, document.root.span.start));
    let mut edits = Vec::new();
    if let Some(first) = first.filter(|_| !of_file.is_empty()) {
        edits.push(comment(text, first, "ignore-file", &of_file, reason));
    }
    edits.extend(lines.into_iter().map(|(start, codes)| comment(text, start, "ignore", &codes, reason)));
    edits.sort_by_key(|edit| edit.span);
    (edits, covered)
}

fn comment(text: &Text, start: u32, verb: &str, codes: &BTreeSet<&str>, reason: &str) -> Edit {
    let indent: String = text.slice(Span::new(start, text.len())).chars().take_while(|c| *c == ' ').collect();
    let codes: Vec<&str> = codes.iter().copied().collect();
    let comment = format!("{indent}# omnia: {verb}[{}] {reason}", codes.join(","));
    Edit { span: Span::new(start, start), text: format!("{}\n", comment.trim_end()) }
}

fn line_start(text: &Text, offset: u32) -> u32 {
    text.line_span(text.location(offset).line).start
}

/// Where the key or item begins whose scalar goes on at `offset`, so that a comment there would be part of it.
fn owner(node: &Node<'_>, offset: u32) -> Option<u32> {
    let inside = |node: &Node<'_>| node.span.start < offset && offset <= node.span.end;
    let is_text = |node: &Node<'_>| !matches!(node.value, Value::Map(_) | Value::List(_)) && node.style != Style::Added;
    let of = |child: &Node<'_>, start: u32| {
        let within = inside(child) || (start < offset && offset <= child.span.end);
        if is_text(child) { (within && start < offset).then_some(start) } else { owner(child, offset) }
    };
    match &node.value {
        Value::Map(map) => map.entries.iter().find_map(|entry| of(&entry.value, entry.key_span.start)),
        Value::List(items) => items.iter().find_map(|item| of(item, item.span.start)),
        _ => None,
    }
}
