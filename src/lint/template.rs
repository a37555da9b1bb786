//! Text that still has to be rendered: Helm templates and placeholders of other tools.

use crate::yaml::{Document, Node, Span, Style, Text, Value};

/// Whether a line is a control line or holds a placeholder of a template engine.
fn is_template(line: &str) -> bool {
    line.contains("{{") || line.contains("{%")
}

fn is_control(line: &str) -> bool {
    let line = line.trim_start().trim_start_matches('#').trim_start();
    line.starts_with("{{-") || line.starts_with("{%") || (line.starts_with("{{") && line.trim_end().ends_with("}}"))
}

/// Whether template syntax explains a fault at `fault` within the document at `chunk`: the line of the fault has some, or a line of the
/// document consists of it.
pub(super) fn explains(text: &Text, chunk: Span, fault: Span) -> bool {
    let line = text.line_span(text.location(fault.start).line);
    is_template(text.slice(line)) || text.slice(chunk).lines().any(is_control)
}

/// The first placeholder in a document that could be read: in a plain scalar, or a control line in a comment.
///
/// Placeholders in quotes and block scalars are not looked at: queries and prompts use them on purpose. Recursive as deep as the document
/// is nested.
pub(super) fn placeholder(text: &Text, document: &Document<'_>) -> Option<Span> {
    let written = text.slice(document.span).as_bytes();
    let opens = |at: usize| at > 0 && matches!(written[at - 1], b'{' | b'$') || written.get(at + 1) == Some(&b'%');
    if !memchr::memchr_iter(b'{', written).any(opens) {
        return None;
    }
    let in_comment = document.comments.iter().copied().find(|comment| is_control(text.slice(*comment)));
    let in_scalar = in_value(&document.root);
    match (in_comment, in_scalar) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn in_value(node: &Node<'_>) -> Option<Span> {
    match &node.value {
        Value::String(value) if node.style == Style::Plain => holds_placeholder(value).then_some(node.span),
        Value::List(items) => items.iter().find_map(in_value),
        Value::Map(map) => map
            .entries
            .iter()
            .find_map(|entry| if holds_placeholder(&entry.key) { Some(entry.key_span) } else { in_value(&entry.value) }),
        _ => None,
    }
}

fn holds_placeholder(text: &str) -> bool {
    let opens = |open: &str, close: char| text.split_once(open).is_some_and(|(_, rest)| rest.contains(close));
    opens("{{", '}') || opens("${", '}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_lines() {
        assert!(is_control("{{- if .Values.x }}"));
        assert!(is_control("  # {{- end }}"));
        assert!(is_control("{{ include \"x\" . }}"));
        assert!(is_control("{% if x %}"));
        assert!(!is_control("name: {{ .Values.x }}"));
        assert!(!is_control("# write {{name}} here"));
    }

    #[test]
    fn placeholders() {
        assert!(holds_placeholder("a-${B}"));
        assert!(holds_placeholder("{{ x }}"));
        assert!(!holds_placeholder("$B {x}"));
        assert!(!holds_placeholder("${B"));
    }
}
