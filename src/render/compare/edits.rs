//! What an author changed: the smallest parts of objects that differ between two worlds.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use serde_json::Value as Json;

use super::Change;
use crate::{
    world::{Field, Object, World},
    yaml::{Entry, JsonForm, Node, Span, Value, to_json},
};

/// A part of an object that is not the same on both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// The kind of the object.
    pub kind: String,
    /// Its namespace; empty for kinds without namespaces.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The path of the field; empty when the whole object came or went.
    pub path: String,
    /// What became of the value.
    pub change: Change,
    /// The file and the line of the new value; of the old one when there is no new one.
    pub line: Option<(Arc<str>, u32)>,
    /// The old value; nothing when there was none, and for whole objects. Those of Secrets are masked.
    pub old: Option<Json>,
    /// The new value; nothing when there is none, and for whole objects. Those of Secrets are masked.
    pub new: Option<Json>,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Item(usize),
}

type Id<'o> = (&'o str, &'o str, &'o str);

fn id(object: &Object) -> Id<'_> {
    (&object.kind, &object.namespace, &object.name)
}

/// The edits that lead from one world to the other, by object and path.
pub(super) fn edits(old: &World, new: &World) -> Vec<Edit> {
    let by_id = |world: &'_ World| -> BTreeMap<(String, String, String), usize> {
        let ids = world.objects().iter().enumerate();
        ids.map(|(at, object)| ((object.kind.clone(), object.namespace.clone(), object.name.clone()), at)).collect()
    };
    let (olds, news) = (by_id(old), by_id(new));
    let mut edits = Vec::new();
    for (key, at) in &olds {
        let before = &old.objects()[*at];
        match news.get(key) {
            Some(at) => within(before, &new.objects()[*at], &mut edits),
            None => edits.push(Edit::whole(before, Change::Removed)),
        }
    }
    edits.extend(
        news.iter().filter(|(key, _)| !olds.contains_key(*key)).map(|(_, at)| Edit::whole(&new.objects()[*at], Change::Added)),
    );
    edits
}

fn within(old: &Object, new: &Object, edits: &mut Vec<Edit>) {
    if is_same(Some(&old.root), Some(&new.root)) {
        return;
    }
    let mut walk = Walk { old, new, steps: Vec::new(), edits };
    walk.fields(&old.root(), &new.root());
}

fn is_same(a: Option<&Node<'_>>, b: Option<&Node<'_>>) -> bool {
    let text = |node: Option<&Node<'_>>| node.map(|node| to_json(node, JsonForm::Sent));
    text(a) == text(b)
}

struct Walk<'a> {
    old: &'a Object,
    new: &'a Object,
    steps: Vec<Step>,
    edits: &'a mut Vec<Edit>,
}

impl Walk<'_> {
    /// Goes down as long as both sides have the same shape.
    fn fields(&mut self, old: &Field<'_>, new: &Field<'_>) {
        if is_same(old.node(), new.node()) {
            return;
        }
        let (Some(before), Some(after)) = (old.node(), new.node()) else { return self.note(old, new) };
        if before.as_map().is_some() && after.as_map().is_some() {
            let mut keys: Vec<&str> = old.entries().into_iter().chain(new.entries()).map(|(key, _)| key).collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                self.below(Step::Key(key.to_owned()), &old.get(key), &new.get(key));
            }
            return;
        }
        match (before.as_list(), after.as_list()) {
            (Some(a), Some(b)) if a.len() == b.len() => {
                (0..a.len()).for_each(|index| self.below(Step::Item(index), &old.item(index), &new.item(index)));
            }
            _ => self.note(old, new),
        }
    }

    fn below(&mut self, step: Step, old: &Field<'_>, new: &Field<'_>) {
        self.steps.push(step);
        self.fields(old, new);
        self.steps.pop();
    }

    fn note(&mut self, old: &Field<'_>, new: &Field<'_>) {
        let hidden = self.new.kind == "Secret";
        let value = |field: &Field<'_>| field.exists().then(|| if hidden { Json::from("***") } else { field.json() });
        let line = new.place().line.or_else(|| old.place().line);
        self.edits.push(Edit {
            kind: self.old.kind.clone(),
            namespace: self.old.namespace.clone(),
            name: self.old.name.clone(),
            path: new.path().to_owned(),
            change: match (old.exists(), new.exists()) {
                (false, _) => Change::Added,
                (_, false) => Change::Removed,
                _ => Change::Changed,
            },
            line,
            old: value(old),
            new: value(new),
            steps: self.steps.clone(),
        });
    }
}

impl Edit {
    fn whole(object: &Object, change: Change) -> Self {
        let (kind, namespace, name) = id(object);
        let place = object.root().at("kind").place();
        Self {
            kind: kind.to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            path: String::new(),
            change,
            line: place.line,
            old: None,
            new: None,
            steps: Vec::new(),
        }
    }

    /// `Kind/name`.
    pub fn object(&self) -> String {
        format!("{}/{}", self.kind, self.name)
    }

    pub(super) fn id(&self) -> (&str, &str, &str) {
        (&self.kind, &self.namespace, &self.name)
    }

    /// The object as the edit alone makes it of the old one; nothing when it goes.
    pub(super) fn applied(&self, old: &World, new: &World) -> Option<Object> {
        let (kind, namespace, name) = self.id();
        let after = new.get(kind, namespace, name).found()?;
        let Some(before) = old.get(kind, namespace, name).found().filter(|_| !self.steps.is_empty()) else {
            return Some(after.clone());
        };
        let mut object = before.clone();
        let value = self.steps.iter().try_fold(&after.root, |node, step| match step {
            Step::Key(key) => node.get(key),
            Step::Item(index) => node.as_list()?.get(*index),
        });
        set(&mut object.root, &self.steps, value.cloned());
        Some(object)
    }
}

/// Puts a value behind the steps, or takes the member out.
fn set(node: &mut Node<'static>, steps: &[Step], value: Option<Node<'static>>) {
    match (steps, &mut node.value) {
        ([], _) => {
            if let Some(value) = value {
                *node = value;
            }
        }
        ([Step::Key(key)], Value::Map(map)) => {
            map.entries.retain(|entry| entry.key != *key);
            if let Some(value) = value {
                map.entries.push(Entry { key: Cow::Owned(key.clone()), key_span: Span::default(), value });
            }
        }
        ([Step::Key(key), rest @ ..], Value::Map(map)) => {
            if let Some(below) = map.get_mut(key) {
                set(below, rest, value);
            }
        }
        ([Step::Item(index), rest @ ..], Value::List(items)) => {
            if let Some(below) = items.get_mut(*index) {
                set(below, rest, value);
            }
        }
        _ => {}
    }
}
