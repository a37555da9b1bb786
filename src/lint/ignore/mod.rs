//! What a manifest says itself about findings that are not to be reported: comments, and an annotation.
//!
//! `# omnia: ignore[CODE,...] reason` stands on a line or above it and covers that line and what is below its key or item;
//! `# omnia: ignore-file[...]` covers the file, `# omnia: disable[...]` all up to `# omnia: enable[...]`, and the annotation
//! [`ANNOTATION`] the object.

mod add;
mod comment;
mod scope;

use crate::{
    finding::{self, Edit, Finding, Fix},
    yaml::{self, Node, Span, Text},
};

use super::found::rule_finding;
pub use add::add_ignores;
use comment::{Comment, Verb};

/// The annotation of an object whose value names rules: `CODE,CODE` or `CODE,CODE: reason`.
pub const ANNOTATION: &str = "lint.omnia.altairalabs.ai/ignore";

/// A rule or a family that is not to be reported in a part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignore {
    /// The codes that the word stands for.
    pub codes: Vec<&'static str>,
    /// Where findings may begin.
    pub scope: Span,
    /// Why; empty when nothing is said.
    pub reason: String,
    /// What to report when no finding is ignored.
    pub unused: Finding,
}

impl Ignore {
    /// Whether it covers the finding.
    pub fn covers(&self, finding: &Finding) -> bool {
        self.codes.contains(&finding.code) && (self.scope.start..=self.scope.end).contains(&finding.span.start)
    }
}

/// What a file ignores.
#[derive(Debug, Default)]
pub struct Ignores {
    /// The rules, by place.
    pub rules: Vec<Ignore>,
    /// What is wrong with the comments.
    pub findings: Vec<Finding>,
}

/// Reads the comments and annotations of a file that ignore findings. With `require_reason` each has to say why.
///
/// A text that kubectl cannot read has none. Recursive as deep as the documents are nested.
pub fn ignores(text: &Text, require_reason: bool) -> Ignores {
    let mut found = Ignores::default();
    // Most files have none, and are not read a second time.
    let mentions = |word: &str| memchr::memmem::find(text.as_str().as_bytes(), word.as_bytes()).is_some();
    if !mentions(comment::MARK) && !mentions(ANNOTATION) {
        return found;
    }
    let mut reader = Reader { text, require_reason, found: &mut found, open: Vec::new() };
    for document in yaml::read(text).documents {
        for span in &document.comments {
            reader.comment(*span, &document.root);
        }
        reader.annotations(&document.root);
    }
    found
}

struct Reader<'a> {
    text: &'a Text,
    require_reason: bool,
    found: &'a mut Ignores,
    /// `disable` comments without their `enable`, as indices of rules; they go to the end of the file.
    open: Vec<usize>,
}

impl Reader<'_> {
    fn comment(&mut self, span: Span, root: &Node<'_>) {
        let Some(comment) = Comment::read(self.text.slice(span), span) else { return };
        let scope = match comment.verb {
            Verb::Ignore => scope::of_comment(self.text, span, root),
            Verb::IgnoreFile => Span::new(0, self.text.len()),
            Verb::Disable => Span::new(span.start, self.text.len()),
            Verb::Enable => return self.enable(&comment),
        };
        let first = self.found.rules.len();
        self.rules(&comment.codes, comment.reason, scope, span, |code| removal(self.text, &comment, code));
        if comment.verb == Verb::Disable {
            self.open.extend(first..self.found.rules.len());
        }
    }

    /// Adds the rules that the words name, and says what is wrong with them.
    fn rules(&mut self, words: &[(Span, &str)], reason: &str, scope: Span, place: Span, removal: impl Fn(Span) -> Option<Fix>) {
        if words.is_empty() {
            let message = "the comment names no rule, and ignores nothing".to_owned();
            self.found.findings.push(rule_finding("IGN002", message, place));
        } else if self.require_reason && reason.is_empty() {
            let message = "nothing says why findings are ignored here".to_owned();
            self.found.findings.push(rule_finding("IGN003", message, place));
        }
        for (span, word) in words {
            // What is wrong with a comment cannot be ignored by a comment.
            let rules = finding::matching(word).into_iter().filter(|rule| rule.family() != "IGN");
            let codes: Vec<&'static str> = rules.map(|rule| rule.code).collect();
            if codes.is_empty() {
                self.found.findings.push(rule_finding("IGN002", format!("no rule or family is called {word:?}"), *span));
                continue;
            }
            let mut unused = rule_finding("IGN001", format!("{word} finds nothing here"), *span);
            unused.fix = removal(*span);
            self.found.rules.push(Ignore { codes, scope, reason: reason.to_owned(), unused });
        }
    }

    fn enable(&mut self, comment: &Comment<'_>) {
        let named: Vec<Vec<&str>> =
            comment.codes.iter().map(|(_, word)| finding::matching(word).into_iter().map(|rule| rule.code).collect()).collect();
        let rules = &mut self.found.rules;
        self.open.retain(|index| {
            let rule = &mut rules[*index];
            let ends = named.iter().any(|codes| rule.codes.iter().all(|code| codes.contains(code)));
            if ends {
                rule.scope.end = comment.span.start;
            }
            !ends
        });
    }

    /// The annotations of the object, or of the items of a list.
    fn annotations(&mut self, root: &Node<'_>) {
        let value = root.get("metadata").and_then(|node| node.get("annotations")).and_then(|node| node.get(ANNOTATION));
        if let Some((node, written)) = value.and_then(|node| Some((node, node.as_str()?))) {
            let (codes, reason) = written.split_once(':').unwrap_or((written, ""));
            let words: Vec<(Span, &str)> =
                codes.split(',').map(str::trim).filter(|word| !word.is_empty()).map(|word| (node.span, word)).collect();
            self.rules(&words, reason.trim(), root.span, node.span, |_| None);
        }
        for item in root.get("items").and_then(Node::as_list).unwrap_or_default() {
            self.annotations(item);
        }
    }
}

/// Takes the word out of the comment, or the comment out of the file when it is its only word.
fn removal(text: &Text, comment: &Comment<'_>, word: Span) -> Option<Fix> {
    let only = comment.codes.len() == 1;
    let span = if only {
        scope::removable(text, comment.span)
    } else {
        let list = comment.list;
        // With the comma before it, or the one behind the first word.
        let before = text.slice(Span::new(list.start, word.start)).rfind(',').map(|at| list.start + at as u32);
        let behind = text.slice(Span::new(word.end, list.end)).find(',').map(|at| word.end + at as u32 + 1);
        match (before, behind) {
            (Some(comma), _) => Span::new(comma, word.end),
            (None, Some(behind)) => Span::new(word.start, behind),
            (None, None) => return None,
        }
    };
    let title = if only { "delete the comment".to_owned() } else { format!("do not ignore {}", text.slice(word)) };
    Some(Fix { title, safe: true, edits: vec![Edit { span, text: String::new() }] })
}
