//! A schema as the API server decodes it, read from the tree.

use crate::yaml::{Node, Span, Value};

/// `JSONSchemaProps`: absent keywords and those that are null are the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Props<'n>(pub(super) &'n Node<'n>);

impl<'n> Props<'n> {
    pub(super) fn get(self, key: &str) -> Option<&'n Node<'n>> {
        self.0.get(key).filter(|node| !node.is_null())
    }

    /// The text of `key`; empty when absent.
    pub(super) fn text(self, key: &str) -> &'n str {
        self.get(key).and_then(Node::as_str).unwrap_or_default()
    }

    pub(super) fn flag(self, key: &str) -> bool {
        self.get(key).and_then(Node::as_bool).unwrap_or_default()
    }

    pub(super) fn kind(self) -> &'n str {
        self.text("type")
    }

    pub(super) fn list(self, key: &str) -> &'n [Node<'n>] {
        self.get(key).and_then(Node::as_list).unwrap_or_default()
    }

    pub(super) fn texts(self, key: &str) -> impl Iterator<Item = &'n str> {
        self.list(key).iter().map(|node| node.as_str().unwrap_or_default())
    }

    /// The schemas of a list such as `allOf`.
    pub(super) fn schemas(self, key: &str) -> impl Iterator<Item = Props<'n>> {
        self.list(key).iter().map(Props)
    }

    /// The schema of `key`; a list or a truth value is none.
    pub(super) fn schema(self, key: &str) -> Option<Props<'n>> {
        self.get(key).filter(|node| node.as_map().is_some()).map(Props)
    }

    /// The one schema of all items.
    pub(super) fn items(self) -> Option<Props<'n>> {
        self.schema("items")
    }

    /// The schemas of a map such as `properties`, in the order of the text.
    pub(super) fn map(self, key: &str) -> impl Iterator<Item = (&'n str, Props<'n>)> {
        let map = self.get(key).and_then(Node::as_map);
        map.into_iter().flat_map(|map| &map.entries).map(|entry| (entry.key.as_ref(), Props(&entry.value)))
    }

    pub(super) fn property(self, name: &str) -> Option<Props<'n>> {
        self.get("properties").and_then(|node| node.get(name)).map(Props)
    }

    /// `additionalProperties`: whether other keys are allowed, and the schema of their values.
    pub(super) fn additional(self) -> Option<(bool, Option<Props<'n>>)> {
        let node = self.get("additionalProperties")?;
        Some(match node.as_bool() {
            Some(allowed) => (allowed, None),
            None => (true, Some(Props(node))),
        })
    }

    /// Where a person has to look for `key`.
    pub(super) fn place(self, key: &str) -> Span {
        super::place(self.0, key)
    }

    pub(super) fn span(self) -> Span {
        self.0.span
    }

    /// The keywords that say something: no null, no false, no empty text, nothing for documentation tools alone.
    pub(super) fn keywords(self) -> impl Iterator<Item = (&'n str, &'n Node<'n>)> {
        self.present().filter(|(_, node)| !matches!(&node.value, Value::String(text) if text.is_empty()))
    }

    /// The same with empty texts that the server can tell from absent ones.
    pub(super) fn present(self) -> impl Iterator<Item = (&'n str, &'n Node<'n>)> {
        let map = self.0.as_map();
        let entries = map.into_iter().flat_map(|map| &map.entries).map(|entry| (entry.key.as_ref(), &entry.value));
        let says = |(key, node): &(&str, &Node<'_>)| match &node.value {
            Value::Null => false,
            Value::Bool(value) => *value || matches!(*key, "additionalProperties" | "additionalItems" | "default"),
            Value::String(text) => {
                !text.is_empty() || matches!(*key, "$ref" | "x-kubernetes-list-type" | "x-kubernetes-map-type" | "default")
            }
            _ => true,
        };
        entries.filter(move |entry| says(entry) && !matches!(entry.0, "example" | "externalDocs"))
    }
}
