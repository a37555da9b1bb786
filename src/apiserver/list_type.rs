//! `x-kubernetes-list-type`: no value of a set and no key of a map may occur twice.
//!
//! Source: `pkg/apiserver/schema/listtype/validation.go` of apiextensions-apiserver.

use std::collections::{HashMap, hash_map::Entry as Slot};

use crate::{
    crd::{ListType, Schema},
    yaml::{JsonForm, Map, Node, Span, Style, Value, go::push_json_string, push_json},
};

use super::{
    cause::{Cause, Reason, Stage},
    path::{Path, Step},
    prune::additional_schema,
    release::KubeVersion,
    siblings::Siblings,
    value_text::bad_value,
};

/// Appends a cause for each value that occurs more than once, at its second occurrence.
///
/// Recurses as deep as the object is nested.
pub(super) fn validate(root: &Node<'_>, schema: &Schema, kube: KubeVersion, causes: &mut Vec<Cause>) {
    if root.as_map().is_some() {
        Check { kube, causes }.value(root, schema, &Path::ROOT);
    }
}

/// Whether the object has no such cause: an update of one that has is not checked.
pub(super) fn is_valid(root: &Node<'_>, schema: &Schema) -> bool {
    let mut causes = Vec::new();
    validate(root, schema, KubeVersion::default(), &mut causes);
    causes.is_empty()
}

struct Check<'c> {
    kube: KubeVersion,
    causes: &'c mut Vec<Cause>,
}

impl Check<'_> {
    fn value(&mut self, node: &Node<'_>, schema: &Schema, path: &Path<'_>) {
        if !schema.unique_below {
            return;
        }
        match &node.value {
            Value::List(items) => self.list(items, schema, path),
            Value::Map(map) => {
                if let Some(additional) = schema.additional.as_ref().and_then(additional_schema) {
                    self.members(map, path, |key| Some((additional, Step::Key(key))));
                }
                if !schema.properties.is_empty() {
                    self.members(map, path, |key| schema.property(key).map(|property| (property, Step::Property(key))));
                }
            }
            _ => {}
        }
    }

    fn members<'n>(&mut self, map: &'n Map<'_>, path: &Path<'_>, known: impl Fn(&'n str) -> Option<(&'n Schema, Step<'n>)>) {
        let mut siblings = Siblings::from(self.causes.len());
        for entry in &map.entries {
            if let Some((schema, step)) = known(&entry.key) {
                let before = self.causes.len();
                self.value(&entry.value, schema, &path.child(step));
                siblings.add(&entry.key, before..self.causes.len());
            }
        }
        siblings.sort(self.causes);
    }

    fn list(&mut self, items: &[Node<'_>], schema: &Schema, path: &Path<'_>) {
        match &schema.list_type {
            Some(ListType::Set) => self.set(items, path),
            Some(ListType::Map(keys)) => self.map(items, keys, path),
            _ => {}
        }
        if let Some(items_schema) = &schema.items {
            for (index, item) in items.iter().enumerate() {
                self.value(item, items_schema, &path.child(Step::Index(index)));
            }
        }
    }

    fn set(&mut self, items: &[Node<'_>], path: &Path<'_>) {
        for (first, second) in second_occurrences(items.iter().map(Key::of)) {
            let value = bad_value(&items[second], self.kube);
            self.duplicate(path, second, &value, [items[second].span, items[first].span]);
        }
    }

    fn map(&mut self, items: &[Node<'_>], keys: &[String], path: &Path<'_>) {
        if let Some((index, item)) = items.iter().enumerate().find(|(_, item)| !item.is_null() && item.as_map().is_none()) {
            self.causes.push(Cause {
                stage: Stage::Schema,
                reason: Reason::Invalid,
                field: path.child(Step::Index(index)).field(),
                message: format!(
                    "Invalid value: {}: must be an object for an array of list-type map",
                    bad_value(item, self.kube)
                ),
                span: item.span,
                related: None,
                masked: false,
                rule: None,
            });
            return;
        }
        let duplicates = match keys {
            [key] => second_occurrences(items.iter().map(|item| item.get(key).map_or(Key::Missing, Key::of))),
            _ => second_occurrences(items.iter().map(|item| Key::Compound(tuple(item, keys)))),
        };
        for (first, second) in duplicates {
            let value = bad_value(&key_object(&items[second], keys), self.kube);
            self.duplicate(path, second, &value, [key_span(&items[second], keys), key_span(&items[first], keys)]);
        }
    }

    fn duplicate(&mut self, path: &Path<'_>, index: usize, value: &str, [span, first]: [Span; 2]) {
        self.causes.push(Cause {
            stage: Stage::Schema,
            reason: Reason::Duplicate,
            field: path.child(Step::Index(index)).field(),
            message: format!("Duplicate value: {value}"),
            span,
            related: Some((first, "the first one is here")),
            masked: false,
            rule: None,
        });
    }
}

/// A value by Go's equality: 1 and 1.0 differ, objects and lists are compared by their JSON.
#[derive(PartialEq, Eq, Hash)]
enum Key<'n> {
    Missing,
    Null,
    Bool(bool),
    Int(i64),
    Float(u64),
    String(&'n str),
    Compound(String),
}

impl<'n> Key<'n> {
    fn of(node: &'n Node<'_>) -> Self {
        match &node.value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(value) => Self::Int(value),
                // Adding zero makes -0 and 0 one.
                None => Self::Float((number.as_f64() + 0.0).to_bits()),
            },
            Value::String(text) => Self::String(text),
            Value::List(_) | Value::Map(_) => {
                let mut text = String::new();
                push_json(&mut text, node, JsonForm::Sent);
                Self::Compound(text)
            }
        }
    }
}

/// The keys of an item with several map keys as one text, those that it lacks left out.
fn tuple(item: &Node<'_>, keys: &[String]) -> String {
    let mut text = String::new();
    for key in keys {
        if let Some(value) = item.get(key) {
            push_json_string(&mut text, key);
            text.push(':');
            push_json(&mut text, value, JsonForm::Sent);
            text.push(',');
        }
    }
    text
}

/// The keys that an item has, as an object.
fn key_object<'n>(item: &Node<'n>, keys: &[String]) -> Node<'n> {
    let entries = item.as_map().map_or(&[][..], |map| &map.entries);
    let entries = entries.iter().filter(|entry| keys.iter().any(|key| *key == entry.key)).cloned().collect();
    Node { value: Value::Map(Map { entries, shadowed: None }), ..Node::default() }
}

/// The first key of an item that is written, else the item.
fn key_span(item: &Node<'_>, keys: &[String]) -> Span {
    keys.iter().filter_map(|key| item.get(key)).find(|value| value.style != Style::Added).map_or(item.span, |value| value.span)
}

/// For each key that occurs more than once the indices of its first and its second occurrence, in the order of the second.
fn second_occurrences<'n>(keys: impl Iterator<Item = Key<'n>>) -> Vec<(usize, usize)> {
    let mut seen = HashMap::new();
    let mut pairs = Vec::new();
    for (index, key) in keys.enumerate() {
        match seen.entry(key) {
            Slot::Vacant(slot) => {
                slot.insert(Some(index));
            }
            Slot::Occupied(mut slot) => {
                if let Some(first) = slot.get_mut().take() {
                    pairs.push((first, index));
                }
            }
        }
    }
    pairs
}
