//! Reading an object field by field, with the place of each value.

use std::cell::OnceCell;

use super::{Object, Origin};
use crate::yaml::{Entry, JsonForm, Node, Span, Style, Value, to_json};

/// A field of an object, which may be missing: reading on below a missing field gives missing fields.
///
/// A `null` counts as missing, as it does for the typed clients of the operator. The path is spelled out only when somebody asks for it, so
/// that reading costs little more than the look-up.
#[derive(Debug, Clone)]
pub struct Field<'w> {
    object: &'w Object,
    node: Option<&'w Node<'static>>,
    /// The nearest value there is: the field's own, or that of the field that it is missing below.
    nearest: &'w Node<'static>,
    /// The way on from there; empty when the field has a value.
    missing: String,
    path: OnceCell<String>,
    /// The value, or the key that it stands under, or the nearest one above it that is written.
    anchor: Span,
}

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// `Kind/name` of the object.
    pub object: String,
    /// The path of the field, as in `spec.facades[0].port`.
    pub path: String,
    /// The file and the line, from 1; none for objects of a cluster and for values that are written nowhere.
    pub line: Option<(std::sync::Arc<str>, u32)>,
    /// Whether the API server filled the value in by the default of the schema.
    pub defaulted: bool,
}

impl<'w> Field<'w> {
    pub(super) const fn root(object: &'w Object) -> Self {
        let start = object.root.span.start;
        let (node, anchor) = (Some(&object.root), Span::new(start, start));
        Self { object, node, nearest: &object.root, missing: String::new(), path: OnceCell::new(), anchor }
    }

    /// The field behind one step: `node` when it has a value, missing otherwise.
    fn step(&self, node: Option<&'w Node<'static>>, step: std::fmt::Arguments<'_>, anchor: Span) -> Self {
        let (nearest, missing) = match node {
            Some(node) => (node, String::new()),
            None => (self.nearest, format!("{}{step}", self.missing)),
        };
        Self { object: self.object, node, nearest, missing, path: OnceCell::new(), anchor }
    }

    /// The member `key`.
    pub fn get(&self, key: &str) -> Self {
        let entry = self.node.and_then(Node::as_map).and_then(|map| map.entry(key));
        let anchor = match entry {
            Some(entry) if entry.value.style == Style::Added => self.anchor,
            Some(entry) if matches!(entry.value.value, Value::Map(_) | Value::List(_) | Value::Null) => entry.key_span,
            Some(entry) => entry.value.span,
            None => self.anchor,
        };
        let node = entry.map(|entry| &entry.value).filter(|node| !node.is_null());
        self.step(node, format_args!(".{key}"), anchor)
    }

    /// The field behind a path of keys joined by dots, as in `framework.type`. Keys that hold dots are for [`Field::get`].
    pub fn at(&self, path: &str) -> Self {
        let mut field = self.clone();
        let mut rest = path;
        while let (Some(_), Some((key, below))) = (field.node, rest.split_once('.')) {
            (field, rest) = (field.get(key), below);
        }
        if field.node.is_some() { field.get(rest) } else { field.step(None, format_args!(".{rest}"), field.anchor) }
    }

    /// The item `index` of a list.
    pub fn item(&self, index: usize) -> Self {
        let node = self.node.and_then(Node::as_list).and_then(|items| items.get(index));
        let anchor = match node {
            Some(Node { value: Value::Map(map), .. }) => map.entries.first().map_or(self.anchor, |first| first.key_span),
            Some(node) if node.style != Style::Added => node.span,
            _ => self.anchor,
        };
        self.step(node, format_args!("[{index}]"), anchor)
    }

    /// The items of a list; nothing when it is missing.
    pub fn items(&self) -> Vec<Self> {
        let length = self.node.and_then(Node::as_list).map_or(0, <[_]>::len);
        (0..length).map(|index| self.item(index)).collect()
    }

    /// The members of a map in the order of the text; nothing when it is missing.
    pub fn entries(&self) -> Vec<(&'w str, Self)> {
        let Some(map) = self.node.and_then(Node::as_map) else { return Vec::new() };
        map.entries.iter().map(|entry| (entry.key.as_ref(), self.get(&entry.key))).collect()
    }

    /// The fields behind a path of keys joined by dots, where `[]` stands for each item of a list and `{}` for each value of a map, as in
    /// `providers[].providerRef`; those that exist.
    pub fn all(&self, path: &str) -> Vec<Self> {
        if path.is_empty() {
            return self.clone().some().into_iter().collect();
        }
        let (step, rest) = path.split_once('.').map_or((path, None), |(step, rest)| (step, Some(rest)));
        let key = step.trim_end_matches(['[', ']', '{', '}']);
        let mut found = if key.is_empty() { vec![self.clone()] } else { vec![self.get(key)] };
        for several in step.as_bytes()[key.len()..].chunks(2) {
            let below = |field: Self| match several {
                b"[]" => field.items(),
                _ => field.entries().into_iter().map(|(_, value)| value).collect(),
            };
            found = found.into_iter().flat_map(below).collect();
        }
        let found = found.into_iter().filter_map(Self::some);
        match rest {
            Some(rest) => found.flat_map(|field| field.all(rest)).collect(),
            None => found.collect(),
        }
    }

    /// Whether there is a value other than `null`.
    pub const fn exists(&self) -> bool {
        self.node.is_some()
    }

    /// The field when it has a value.
    pub fn some(self) -> Option<Self> {
        self.node.is_some().then_some(self)
    }

    /// The text; empty when it is missing or no string, which is what Go's zero value is.
    pub fn str(&self) -> &'w str {
        self.node.and_then(Node::as_str).unwrap_or_default()
    }

    /// The text when there is one that is not empty.
    pub fn text(&self) -> Option<&'w str> {
        Some(self.str()).filter(|text| !text.is_empty())
    }

    /// The integer.
    pub fn int(&self) -> Option<i64> {
        self.node.and_then(Node::as_i64)
    }

    /// Whether it is `true`.
    pub fn is_true(&self) -> bool {
        self.bool() == Some(true)
    }

    /// The truth value.
    pub fn bool(&self) -> Option<bool> {
        self.node.and_then(Node::as_bool)
    }

    /// The value as JSON, with the keys in the order of the text; `null` when it is missing.
    pub fn json(&self) -> serde_json::Value {
        let text = self.node.map_or_else(|| "null".to_owned(), |node| to_json(node, JsonForm::Sent));
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// The tree below.
    pub const fn node(&self) -> Option<&'w Node<'static>> {
        self.node
    }

    /// The object that it is a field of.
    pub const fn object(&self) -> &'w Object {
        self.object
    }

    /// The path from the root of the object.
    pub fn path(&self) -> &str {
        self.path.get_or_init(|| {
            let mut path = String::new();
            for step in trail(&self.object.root, self.nearest) {
                match step {
                    Step::Member(entry) if path.is_empty() => path.push_str(&entry.key),
                    Step::Member(entry) => path.extend([".", &entry.key]),
                    Step::Item(index) => path.push_str(&format!("[{index}]")),
                }
            }
            path.push_str(&self.missing);
            path.strip_prefix('.').map(str::to_owned).unwrap_or(path)
        })
    }

    /// Whether the value is written, not filled in by a default of the schema.
    pub fn is_written(&self) -> bool {
        self.node.is_some_and(|node| node.style != Style::Added)
    }

    /// Where the value is written; nothing for objects of a cluster, missing values and defaults.
    pub fn span(&self) -> Option<Span> {
        let written = self.node.filter(|node| node.style != Style::Added)?;
        matches!(self.object.origin, Origin::File { .. }).then_some(written.span)
    }

    /// The text of the value as it is written in its file.
    pub fn source(&self) -> Option<&'w str> {
        match &self.object.origin {
            Origin::File { text, .. } => Some(text.slice(self.span()?)),
            Origin::Cluster { .. } => None,
        }
    }

    /// The place to show for the field, also when it is missing: the value, the key of what has parts, or what stands above it.
    pub const fn anchor(&self) -> Span {
        self.anchor
    }

    /// Where the value comes from, for people.
    pub fn place(&self) -> Place {
        let line = match (&self.object.origin, self.span()) {
            (Origin::File { name, text, .. }, Some(span)) => Some((std::sync::Arc::clone(name), text.location(span.start).line)),
            _ => None,
        };
        let defaulted = self.node.is_some_and(|node| node.style == Style::Added);
        Place { object: self.object.id(), path: self.path().to_owned(), line, defaulted }
    }
}

/// A step from a value to one below it.
enum Step<'w> {
    Member(&'w Entry<'static>),
    Item(usize),
}

/// The way from `root` to the very value `target`; empty when it is the root.
fn trail<'w>(root: &'w Node<'static>, target: &Node<'static>) -> Vec<Step<'w>> {
    let mut steps = Vec::new();
    descend(root, target, &mut steps);
    steps
}

fn descend<'w>(node: &'w Node<'static>, target: &Node<'static>, steps: &mut Vec<Step<'w>>) -> bool {
    if std::ptr::eq(node, target) {
        return true;
    }
    let mut below = |step, child| {
        steps.push(step);
        descend(child, target, steps) || {
            steps.pop();
            false
        }
    };
    match &node.value {
        Value::Map(map) => map.entries.iter().any(|entry| below(Step::Member(entry), &entry.value)),
        Value::List(items) => items.iter().enumerate().any(|(index, item)| below(Step::Item(index), item)),
        _ => false,
    }
}
