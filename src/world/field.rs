//! Reading an object field by field, with the place of each value.

use std::cell::OnceCell;

use super::{Origin, TextObject};
use crate::yaml::{Entry, JsonForm, Node, Span, Style, Value, to_json};

/// A field of an object, which may be missing: reading on below a missing field gives missing fields.
///
/// A `null` counts as missing, as it does for the typed clients of the operator. The path is spelled out only when somebody asks for it, so
/// that reading costs little more than the look-up.
#[derive(Debug, Clone)]
pub struct Field<'w> {
    object: &'w TextObject<'w>,
    node: Option<&'w Node<'w>>,
    /// The nearest value there is: the field's own, or that of the field that it is missing below.
    nearest: &'w Node<'w>,
    /// The way on from there; empty when the field has a value.
    missing: Missing<'w>,
    path: OnceCell<String>,
    /// The value, or the key that it stands under, or the nearest one above it that is written.
    anchor: Span,
}

/// The way from a value to a field that is missing below it. Most fields are missing, and hardly anybody asks for their paths.
#[derive(Debug, Clone)]
enum Missing<'w> {
    /// Members, the first of them in the value; empty ones stand for none.
    Keys([&'w str; 2]),
    /// The path, spelled out.
    Path(String),
}

impl<'w> Missing<'w> {
    const NOTHING: Self = Self::Keys([""; 2]);

    /// The way on to the member `key`, or to one behind several keys joined by dots.
    fn key(&self, key: &'w str) -> Self {
        match self {
            Self::Keys(["", _]) if !key.is_empty() => Self::Keys([key, ""]),
            Self::Keys([first, ""]) if !key.is_empty() => Self::Keys([first, key]),
            _ => Self::Path(format!("{}.{key}", self.text())),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Keys(["", _]) => String::new(),
            Self::Keys([key, ""]) => format!(".{key}"),
            Self::Keys([first, second]) => format!(".{first}.{second}"),
            Self::Path(path) => path.clone(),
        }
    }
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
    pub(super) const fn root(object: &'w TextObject<'w>) -> Self {
        let start = object.root.span.start;
        let (node, anchor) = (Some(&object.root), Span::new(start, start));
        Self { object, node, nearest: &object.root, missing: Missing::NOTHING, path: OnceCell::new(), anchor }
    }

    /// The field behind one step: `node` when it has a value, missing otherwise.
    fn step(&self, node: Option<&'w Node<'w>>, missing: impl FnOnce(&Missing<'w>) -> Missing<'w>, anchor: Span) -> Self {
        let (nearest, missing) = match node {
            Some(node) => (node, Missing::NOTHING),
            None => (self.nearest, missing(&self.missing)),
        };
        Self { object: self.object, node, nearest, missing, path: OnceCell::new(), anchor }
    }

    /// The member `key`.
    pub fn get(&self, key: &'w str) -> Self {
        #[cfg(test)]
        super::reads::note(self, key);
        let entry = self.node.and_then(Node::as_map).and_then(|map| map.entry(key));
        self.member(entry, key)
    }

    /// The member `key`, which is this entry of the map.
    fn member(&self, entry: Option<&'w Entry<'w>>, key: &'w str) -> Self {
        let anchor = match entry {
            Some(entry) if entry.value.style == Style::Added => self.anchor,
            Some(entry) if matches!(entry.value.value, Value::Map(_) | Value::List(_) | Value::Null) => entry.key_span,
            Some(entry) => entry.value.span,
            None => self.anchor,
        };
        let node = entry.map(|entry| &entry.value).filter(|node| !node.is_null());
        self.step(node, |missing| missing.key(key), anchor)
    }

    /// The field behind a path of keys joined by dots, as in `framework.type`. Keys that hold dots are for [`Field::get`].
    pub fn at(&self, path: &'w str) -> Self {
        match path.split_once('.') {
            Some((key, below)) if self.node.is_some() => self.get(key).at(below),
            _ => self.get(path),
        }
    }

    /// The item `index` of a list.
    pub fn item(&self, index: usize) -> Self {
        let node = self.node.and_then(Node::as_list).and_then(|items| items.get(index));
        let anchor = match node {
            Some(Node { value: Value::Map(map), .. }) => map.entries.first().map_or(self.anchor, |first| first.key_span),
            Some(node) if node.style != Style::Added => node.span,
            _ => self.anchor,
        };
        self.step(node, |missing| Missing::Path(format!("{}[{index}]", missing.text())), anchor)
    }

    /// The items of a list; nothing when it is missing.
    pub fn items(&self) -> Vec<Self> {
        let length = self.node.and_then(Node::as_list).map_or(0, <[_]>::len);
        (0..length).map(|index| self.item(index)).collect()
    }

    /// The members of a map in the order of the text; nothing when it is missing.
    pub fn entries(&self) -> Vec<(&'w str, Self)> {
        #[cfg(test)]
        super::reads::note(self, "{}");
        let Some(map) = self.node.and_then(Node::as_map) else { return Vec::new() };
        map.entries.iter().map(|entry| (entry.key.as_ref(), self.member(Some(entry), &entry.key))).collect()
    }

    /// The fields behind a path of keys joined by dots, where `[]` stands for each item of a list and `{}` for each value of a map, as in
    /// `providers[].providerRef`; those that exist.
    pub fn all(&self, path: &'w str) -> Vec<Self> {
        self.behind(&steps(path).collect::<Vec<_>>())
    }

    /// The fields behind the [`steps`] of a path; those that exist.
    pub fn behind(&self, steps: &[&'w str]) -> Vec<Self> {
        let mut found = Vec::new();
        self.gather(steps, &mut found);
        found
    }

    fn gather(&self, steps: &[&'w str], found: &mut Vec<Self>) {
        match steps {
            _ if self.node.is_none() => {}
            [] => found.push(self.clone()),
            ["[]", rest @ ..] => self.items().iter().for_each(|item| item.gather(rest, found)),
            ["{}", rest @ ..] => self.entries().iter().for_each(|(_, value)| value.gather(rest, found)),
            [key, rest @ ..] => self.get(key).gather(rest, found),
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
        let text = self.node().map_or_else(|| "null".to_owned(), |node| to_json(node, JsonForm::Sent));
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// The tree below.
    pub fn node(&self) -> Option<&'w Node<'w>> {
        #[cfg(test)]
        super::reads::note(self, "*");
        self.node
    }

    /// The object that it is a field of.
    pub const fn object(&self) -> &'w TextObject<'w> {
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
            path.push_str(&self.missing.text());
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

/// The steps of a path for [`Field::all`], as `providers`, `[]` and `providerRef`.
pub fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split('.').flat_map(|step| {
        let (key, several) = step.split_at(step.find(['[', '{']).unwrap_or(step.len()));
        std::iter::once(key).chain(several.split_inclusive([']', '}'])).filter(|step| !step.is_empty())
    })
}

/// A step from a value to one below it.
enum Step<'w> {
    Member(&'w Entry<'w>),
    Item(usize),
}

/// The way from `root` to the very value `target`; empty when it is the root.
fn trail<'w>(root: &'w Node<'w>, target: &Node<'_>) -> Vec<Step<'w>> {
    let mut steps = Vec::new();
    descend(root, target, &mut steps);
    steps
}

fn descend<'w>(node: &'w Node<'w>, target: &Node<'_>, steps: &mut Vec<Step<'w>>) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Object;
    use crate::yaml::read_json;

    fn object(json: &str) -> Object {
        Object {
            group: String::new(),
            version: "v1".to_owned(),
            kind: "A".to_owned(),
            namespace: String::new(),
            name: "a".to_owned(),
            root: read_json(json).unwrap().into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        }
    }

    #[test]
    fn a_missing_field_has_the_path_that_leads_to_it() {
        let object = object(r#"{"spec": {"list": [{"a": 1}], "nothing": null}}"#);
        let spec = object.spec();
        let none = spec.get("nothing");
        assert_eq!(none.path(), "spec.nothing");
        assert_eq!(none.get("b").path(), "spec.nothing.b");
        assert_eq!(none.get("b").get("c").get("d").path(), "spec.nothing.b.c.d");
        assert_eq!(none.item(0).get("c").path(), "spec.nothing[0].c");
        assert_eq!(none.get("").get("c").path(), "spec.nothing..c");
        assert_eq!(spec.at("x.y.z").get("u").get("v").path(), "spec.x.y.z.u.v");
        assert_eq!(object.root().get("status").path(), "status");
        assert_eq!(spec.get("list").item(0).at("b.c").path(), "spec.list[0].b.c");
    }

    #[test]
    fn a_path_with_lists_and_maps_leads_to_all_that_is_there() {
        let object = object(r#"{"m": {"p": [{"n": 1}, {"n": null}, {}], "q": [{"n": 2}], "r": 3}, "l": [null, 4]}"#);
        let paths = |path| object.root().all(path).iter().map(|field| field.path().to_owned()).collect::<Vec<_>>();
        assert_eq!(paths("m{}[].n"), ["m.p[0].n", "m.q[0].n"]);
        assert_eq!(paths("m{}"), ["m.p", "m.q", "m.r"]);
        assert_eq!(paths("l[]"), ["l[0]", "l[1]"]);
        assert_eq!(paths("m.p[]"), ["m.p[0]", "m.p[1]", "m.p[2]"]);
        assert!(paths("x[].y").is_empty());
    }
}
