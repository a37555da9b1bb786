//! Findings as the rules word them: the severity, the origin and the help of the registry.

use super::{
    admission,
    traps::{self, Trap},
};
use crate::{
    finding::{self, Finding, Origin, Related, Severity},
    yaml::{Note, NoteKind, Span, Text},
};

/// The finding for an input that holds no object at all; `message` is what kubectl says.
pub fn no_objects(message: String, span: Span) -> Finding {
    rule_finding("YAML027", message, span)
}

/// A finding of a rule with the severity, the origin and the help of the registry.
pub(super) fn rule_finding(code: &'static str, message: String, span: Span) -> Finding {
    match finding::find(code) {
        Some(rule) => finding_of(rule, message, span),
        None => blank(code, message, span),
    }
}

/// The same, of a rule that was looked up before.
pub(super) fn finding_of(rule: &finding::Rule, message: String, span: Span) -> Finding {
    let help = rule.fix.to_owned();
    Finding { severity: rule.severity, origin: rule.origin, help, ..blank(rule.code, message, span) }
}

fn blank(code: &'static str, message: String, span: Span) -> Finding {
    Finding {
        code,
        severity: Severity::Error,
        origin: Origin::Decoder,
        message,
        field: String::new(),
        masked: false,
        object: None,
        document: 0,
        span,
        related: Vec::new(),
        help: String::new(),
        fix: None,
        trace: Vec::new(),
    }
}

pub(super) fn advice(code: &'static str, message: &str, span: Span) -> Finding {
    rule_finding(code, message.to_owned(), span)
}

pub(super) fn remark_finding(remark: admission::Remark, hidden: bool) -> Finding {
    let mut found = rule_finding(remark.code, remark.message, remark.span);
    found.severity = remark.severity.unwrap_or(found.severity);
    found.origin = remark.origin.unwrap_or(found.origin);
    found.field = remark.field;
    found.masked = remark.masked || hidden;
    found.help = remark.help.unwrap_or(found.help);
    found
}

pub(super) fn trap_finding(trap: Trap) -> Finding {
    let mut found = rule_finding(trap.code, trap.message, trap.span);
    if trap.harmless {
        found.severity = Severity::Info;
    }
    found.field = trap.field;
    found.related = trap.related.map(|(span, message)| Related { message: message.to_owned(), span }).into_iter().collect();
    found.help = trap.help;
    found.fix = trap.fix;
    found
}

/// What the reader noticed.
pub(super) fn notes(notes: &[Note], text: &Text) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut anchors = false;
    for note in notes {
        match note.kind {
            NoteKind::Anchor | NoteKind::Alias | NoteKind::Merge if anchors => {}
            NoteKind::Anchor | NoteKind::Alias | NoteKind::Merge => {
                anchors = true;
                let message = "an anchor, alias or merge key: it holds in this document only and is gone in the cluster";
                found.push(advice("YAML009", message, note.span));
            }
            NoteKind::RewrittenKey => found.push(rewritten_key(text.slice(note.span), note.span)),
            NoteKind::Unread => {
                let message = "kubectl drops the text from here to the next separator without a word";
                found.push(advice("YAML025", message, first_line(text, note.span)));
            }
        }
    }
    found
}

fn rewritten_key(written: &str, span: Span) -> Finding {
    let mut finding = advice("YAML006", &format!("the key {written} is no string for YAML: it becomes another one"), span);
    finding.help = format!("quote it: {}", traps::quoted(written));
    finding.fix = Some(finding::Fix {
        title: format!("quote {written}"),
        safe: true,
        edits: vec![finding::Edit { span, text: traps::quoted(written) }],
    });
    finding
}

pub(super) fn first_line(text: &Text, span: Span) -> Span {
    let written = text.slice(span);
    Span::new(span.start, span.start + written.find('\n').unwrap_or(written.len()) as u32)
}
