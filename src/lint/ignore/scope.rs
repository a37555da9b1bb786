//! What a comment is about.

use crate::yaml::{Node, Span, Text, Value, Via};

/// The line that a comment stands on, or the next one when it has a line for itself, and everything below its key or item.
pub(super) fn of_comment(text: &Text, comment: Span, root: &Node<'_>) -> Span {
    let mut number = text.location(comment.start).line;
    let mut line = text.line_span(number);
    let start = line.start;
    if is_alone(text, comment) {
        let is_comment = |line: Span| text.slice(line).trim_start().starts_with('#') || text.slice(line).trim().is_empty();
        while is_comment(line) && number < text.line_count() {
            number += 1;
            line = text.line_span(number);
        }
    }
    // Comments in between belong to it.
    Span::new(start, line.end.max(end_of(root, line)))
}

/// Whether nothing but blanks stands before the comment.
fn is_alone(text: &Text, comment: Span) -> bool {
    let line = text.line_span(text.location(comment.start).line);
    text.slice(Span::new(line.start, comment.start)).trim().is_empty()
}

/// The comment with the blanks before it, or with its line when it has it for itself.
pub(super) fn removable(text: &Text, comment: Span) -> Span {
    let number = text.location(comment.start).line;
    let line = text.line_span(number);
    if is_alone(text, comment) {
        let next = text.line_span(number + 1);
        return Span::new(line.start, next.start.max(line.end));
    }
    let before = text.slice(Span::new(line.start, comment.start));
    Span::new(line.start + before.trim_end().len() as u32, line.end)
}

/// The end of what begins on the line: the values of its keys, and its items. As deep as the node is nested.
fn end_of(node: &Node<'_>, line: Span) -> u32 {
    let begins = |span: Span| (line.start..=line.end).contains(&span.start);
    let inside =
        |child: &Node<'_>| if child.via == Via::Direct && child.span.start <= line.end { end_of(child, line) } else { 0 };
    match &node.value {
        Value::Map(map) => {
            let of = |entry: &crate::yaml::Entry<'_>| {
                if begins(entry.key_span) && entry.value.via == Via::Direct { entry.value.span.end } else { inside(&entry.value) }
            };
            map.entries.iter().map(of).max().unwrap_or(0)
        }
        Value::List(items) => {
            let of = |item: &Node<'_>| if begins(item.span) && item.via == Via::Direct { item.span.end } else { inside(item) };
            items.iter().map(of).max().unwrap_or(0)
        }
        _ => 0,
    }
}
