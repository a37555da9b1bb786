//! Findings with lines and columns in place of offsets, so that the text of the file is not needed any more.

use std::sync::Arc;

use serde::Serialize;

use crate::{
    finding::{Finding, Fix},
    yaml::{Span, Text},
};

/// A position for people: line and column from 1, the column in code points, and the offset in bytes from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[allow(missing_docs)]
pub struct Point {
    pub line: u32,
    pub column: u32,
    pub offset: u64,
    /// The column in bytes of UTF-8, from 1, which some formats ask for.
    #[serde(skip)]
    pub byte_column: u32,
}

/// A place in a file; the end is exclusive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Place {
    pub file: Arc<str>,
    pub document: usize,
    pub start: Point,
    pub end: Point,
}

/// A second place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct RelatedPlace {
    pub message: String,
    pub location: Place,
}

/// A finding and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Located {
    /// What is said.
    pub finding: Finding,
    /// Where.
    pub place: Place,
    /// Other places.
    pub related: Vec<RelatedPlace>,
    /// Where the values of the steps of the trace come from.
    pub sources: Vec<Option<Place>>,
    /// Replacements of the fix, as places.
    pub edits: Vec<(Point, Point)>,
    /// The finding as text with an excerpt, as the terminal wants it; empty unless it was asked for.
    pub shown: String,
    /// The same for programs, without colour; empty unless it was asked for.
    pub rendered: String,
}

impl Located {
    /// Looks up the lines and columns in the text of the file.
    pub fn new(finding: Finding, file: &Arc<str>, text: &Text) -> Self {
        let place = |span: Span| Place {
            file: Arc::clone(file),
            document: finding.document,
            start: point(text, span.start),
            end: point(text, span.end),
        };
        let related = finding
            .related
            .iter()
            .map(|related| RelatedPlace { message: related.message.clone(), location: place(related.span) })
            .collect();
        let sources = finding.trace.iter().map(|step| step.span.map(place)).collect();
        let edits = finding.fix.as_ref().map_or(&[][..], |fix: &Fix| &fix.edits);
        let edits = edits.iter().map(|edit| (point(text, edit.span.start), point(text, edit.span.end))).collect();
        Self { place: place(finding.span), related, sources, edits, shown: String::new(), rendered: String::new(), finding }
    }
}

impl Located {
    /// The name of the rule.
    pub(super) fn rule_name(&self) -> &'static str {
        crate::finding::find(self.finding.code).map_or("", |rule| rule.name)
    }

    /// The finding at the first character of a file.
    pub fn at_start(finding: Finding, file: &Arc<str>) -> Self {
        let start = Point { line: 1, column: 1, offset: 0, byte_column: 1 };
        let place = Place { file: Arc::clone(file), document: finding.document, start, end: start };
        Self {
            finding,
            place,
            related: Vec::new(),
            sources: Vec::new(),
            edits: Vec::new(),
            shown: String::new(),
            rendered: String::new(),
        }
    }
}

fn point(text: &Text, offset: u32) -> Point {
    let location = text.location(offset);
    // So many characters before, and so many bytes more than that.
    let line = text.as_str().get(..offset.min(text.len()) as usize).unwrap_or_default();
    let extra: usize = line.chars().rev().take(location.column as usize - 1).map(|c| c.len_utf8() - 1).sum();
    let offset = text.file_offset(offset).unwrap_or(u64::from(offset));
    Point { line: location.line, column: location.column, offset, byte_column: location.column + extra as u32 }
}

/// All that is said, for formats with one text: the headline, whether the server hides it, and on lines of their own what to do.
pub(super) fn full_text(finding: &Finding) -> String {
    let masked = if finding.masked { " (hidden by another error)" } else { "" };
    let help = if finding.help.is_empty() { "" } else { "\n" };
    format!("{}{masked}{help}{}", headline(finding), finding.help)
}

/// The finding in one line: the field where the message does not name it, and the message.
pub fn headline(finding: &Finding) -> String {
    if finding.field.is_empty()
        || finding.message.starts_with("unknown field ")
        || finding.message.starts_with("duplicate field ")
    {
        finding.message.clone()
    } else {
        format!("{}: {}", finding.field, finding.message)
    }
}
