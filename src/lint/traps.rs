//! What kubectl and the server take in silence, although the author surely meant something else.

use crate::{
    apiserver::path::{Path, Step},
    finding::{Edit, Fix},
    yaml::{Entry, Map, Node, Span, Style, Text, Value, Via},
};

/// A place where the text means something else than it looks.
pub(super) struct Trap {
    pub code: &'static str,
    pub field: String,
    pub message: String,
    pub span: Span,
    pub related: Option<(Span, &'static str)>,
    pub help: String,
    pub fix: Option<Fix>,
    /// The values are equal, so that nothing is lost.
    pub harmless: bool,
}

/// Looks through an object as it is written, before anything is dropped or added.
///
/// Recursive as deep as the object is nested.
pub(super) fn find(root: &Node<'_>, text: &Text) -> Vec<Trap> {
    let mut walk = Walk { text, traps: Vec::new() };
    walk.node(root, &Path::ROOT);
    walk.traps
}

/// Keys whose values are compared or looked up exactly, so that blanks and line breaks around them do harm.
const EXACT: &[&str] = &[
    "audience",
    "bucket",
    "endpoint",
    "expression",
    "facet",
    "host",
    "image",
    "issuer",
    "key",
    "model",
    "name",
    "namespace",
    "path",
    "region",
    "rule",
    "schedule",
    "track",
    "type",
    "url",
    "value",
    "version",
];

struct Walk<'a> {
    text: &'a Text,
    traps: Vec<Trap>,
}

impl Walk<'_> {
    fn node(&mut self, node: &Node<'_>, path: &Path<'_>) {
        // What an alias or a merge repeats was looked at where it is written.
        if node.via != Via::Direct {
            return;
        }
        match &node.value {
            Value::Map(map) => {
                for entry in map.shadowed.iter().flat_map(|list| list.iter()) {
                    self.duplicate(entry, map, path);
                }
                for entry in &map.entries {
                    if path.is_root() && entry.key == "status" {
                        continue;
                    }
                    self.value(entry, &path.child(Step::Property(&entry.key)));
                }
            }
            Value::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.node(item, &path.child(Step::Index(index)));
                }
            }
            _ => {}
        }
    }

    fn value(&mut self, entry: &Entry<'_>, path: &Path<'_>) {
        let node = &entry.value;
        match &node.value {
            Value::Null if node.via == Via::Direct => self.null(entry, path),
            Value::String(value) => self.padded(&entry.key, value, node, path),
            Value::Map(_) | Value::List(_) => self.node(node, path),
            _ => {}
        }
    }

    fn duplicate(&mut self, earlier: &Entry<'_>, map: &Map<'_>, path: &Path<'_>) {
        let key = earlier.key.as_ref();
        let Some(last) = map.entry(key) else { return };
        let harmless = same(&earlier.value, &last.value);
        self.traps.push(Trap {
            code: "YAML002",
            message: format!("the key {key:?} is there twice; kubectl keeps the last value and says nothing"),
            field: path.child(Step::Property(key)).dotted(),
            span: last.key_span,
            related: Some((earlier.key_span, "this value is lost")),
            help: if harmless {
                "both values are equal: delete one".to_owned()
            } else {
                "delete the one that is not meant".to_owned()
            },
            fix: None,
            harmless,
        });
    }

    fn null(&mut self, entry: &Entry<'_>, path: &Path<'_>) {
        let field = path.dotted();
        if field == "metadata.creationTimestamp" {
            return;
        }
        let span = if entry.value.style == Style::Empty { entry.key_span } else { entry.value.span };
        self.traps.push(Trap {
            code: "YAML010",
            field,
            message: "the value is null, which counts as if the key were not there".to_owned(),
            span,
            related: None,
            help: "write {} for an empty object, or delete the key".to_owned(),
            fix: None,
            harmless: false,
        });
    }

    fn padded(&mut self, key: &str, value: &str, node: &Node<'_>, path: &Path<'_>) {
        let is_blank = |byte: &u8| *byte <= b' ' || !byte.is_ascii();
        if !value.as_bytes().first().is_some_and(is_blank) && !value.as_bytes().last().is_some_and(is_blank) {
            return;
        }
        let trimmed = value.trim();
        if trimmed.len() == value.len() || trimmed.is_empty() || trimmed.contains('\n') || !EXACT.contains(&key) {
            return;
        }
        let what = if value.ends_with('\n') { "ends in a line break" } else { "has blanks around it" };
        let fix = (!self.text.slice(node.span).contains(['&', '!'])).then(|| Fix {
            title: "write the value in one line, without blanks around it".to_owned(),
            safe: true,
            edits: vec![Edit { span: trailing_break_kept(self.text, node.span), text: quoted(trimmed) }],
        });
        self.traps.push(Trap {
            code: "YAML011",
            field: path.dotted(),
            message: format!("the value {what}"),
            span: node.span,
            related: None,
            help: "use a plain scalar, or |- in place of |".to_owned(),
            fix,
            harmless: false,
        });
    }
}

/// A block scalar's span ends behind its last line break, which has to stay.
fn trailing_break_kept(text: &Text, span: Span) -> Span {
    let written = text.slice(span);
    Span::new(span.start, span.start + written.trim_end_matches(['\n', '\r']).len() as u32)
}

/// The text in double quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
    out
}

/// Whether two values are equal, wherever they are written.
fn same(a: &Node<'_>, b: &Node<'_>) -> bool {
    match (&a.value, &b.value) {
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.entries.iter().all(|entry| b.get(&entry.key).is_some_and(|other| same(&entry.value, other)))
        }
        (a, b) => a == b,
    }
}
