//! What `kubectl apply` makes of an object that is there: a merge patch from three versions, and the object after the patch.
//!
//! Fields of the last applied manifest that the new one lacks are removed, fields of the new one are set, all others stay; objects are
//! merged, lists are replaced. Source: `k8s.io/apimachinery/pkg/util/jsonmergepatch`.

use std::borrow::Cow;

use super::stored::Old;
use crate::yaml::{Entry, Map, Node, Span, Style, Value, read_json};

/// The annotation in which kubectl keeps the manifest that it applied last.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The object that the server has after kubectl has applied `modified` to `current`, which was stored as `old`.
///
/// What comes from `current` is not in the text of the manifest: it takes the place of what is around it. Recursive as deep as the objects
/// are nested.
pub(super) fn patched<'t>(modified: &Node<'t>, old: Old<'_>, current: &Node<'_>) -> Node<'t> {
    let last = last_applied(old);
    let (Value::Map(new), Value::Map(current)) = (&modified.value, &current.value) else { return modified.clone() };
    let map = merged(new, last.as_map(), current, modified.span);
    Node { value: Value::Map(map), ..modified.clone_without_value() }
}

/// What was applied last: what the annotation says, or else a manifest itself; nothing is known of what others wrote to a cluster.
fn last_applied(old: Old<'_>) -> Cow<'_, Node<'static>> {
    let annotations = old.object.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let text = annotations.and_then(|annotations| annotations.get(LAST_APPLIED)).and_then(Node::as_str);
    match text.and_then(|text| read_json(text).ok()) {
        Some(node) => Cow::Owned(node.into_owned()),
        None if old.live => Cow::Owned(Node::default()),
        None => Cow::Borrowed(old.object),
    }
}

fn merged<'t>(new: &Map<'t>, old: Option<&Map<'_>>, current: &Map<'_>, around: Span) -> Map<'t> {
    let mut entries: Vec<Entry<'t>> = Vec::with_capacity(new.len());
    let before = |key: &str| old.and_then(|old| old.get(key));
    for entry in &new.entries {
        let stored = current.get(&entry.key);
        match (&entry.value.value, stored) {
            // A null in the manifest takes away what was applied, and nothing else.
            (Value::Null, Some(stored)) if before(&entry.key).is_none_or(Node::is_null) => {
                entries.push(Entry { value: placed(stored, entry.key_span), ..entry.without_value() });
            }
            (Value::Null, _) => {}
            (Value::Map(new), Some(Node { value: Value::Map(stored), .. })) => {
                let map = merged(new, before(&entry.key).and_then(Node::as_map), stored, entry.key_span);
                let value = Node { value: Value::Map(map), ..entry.value.clone_without_value() };
                entries.push(Entry { value, ..entry.without_value() });
            }
            _ => entries.push(Entry { value: without_nulls(&entry.value), ..entry.without_value() }),
        }
    }
    for entry in &current.entries {
        if new.get(&entry.key).is_none() && before(&entry.key).is_none() {
            let key = Cow::Owned(entry.key.to_string());
            entries.push(Entry { key, key_span: around, value: placed(&entry.value, around) });
        }
    }
    Map { entries, shadowed: None }
}

/// A value that is not in the text, at the place of what is around it.
fn placed(node: &Node<'_>, span: Span) -> Node<'static> {
    let mut node = node.clone().into_owned();
    place(&mut node, span);
    node
}

fn place(node: &mut Node<'_>, span: Span) {
    (node.span, node.style) = (span, Style::Added);
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|item| place(item, span)),
        Value::Map(map) => map.entries.iter_mut().for_each(|entry| {
            entry.key_span = span;
            place(&mut entry.value, span);
        }),
        _ => {}
    }
}

/// A patch cannot set a member to null: only nulls in lists arrive.
fn without_nulls<'t>(node: &Node<'t>) -> Node<'t> {
    let Value::Map(map) = &node.value else { return node.clone() };
    let kept = map.entries.iter().filter(|entry| !entry.value.is_null());
    let entries = kept.map(|entry| Entry { value: without_nulls(&entry.value), ..entry.without_value() }).collect();
    Node { value: Value::Map(Map { entries, shadowed: None }), ..node.clone_without_value() }
}

impl<'t> Node<'t> {
    fn clone_without_value(&self) -> Self {
        Self { value: Value::Null, ..*self }
    }
}

impl<'t> Entry<'t> {
    fn without_value(&self) -> Self {
        Self { key: self.key.clone(), key_span: self.key_span, value: Node::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{JsonForm, to_json};

    fn apply(modified: &str, original: &str, current: &str) -> String {
        let node = |text: &'static str| read_json(text).unwrap();
        let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        to_json(
            &patched(&node(leak(modified)), Old { object: &node(leak(original)), live: false }, &node(leak(current))),
            JsonForm::Sent,
        )
    }

    #[test]
    fn three_versions_make_one() {
        for (modified, original, current, want) in [
            (r#"{"a":1}"#, r#"{"a":1}"#, r#"{"a":1,"d":2}"#, r#"{"a":1,"d":2}"#),
            (r#"{"a":2}"#, r#"{"a":1,"b":1}"#, r#"{"a":1,"b":1,"d":2}"#, r#"{"a":2,"d":2}"#),
            (r#"{"m":{"a":1}}"#, r#"{"m":{"b":1}}"#, r#"{"m":{"b":1,"d":2}}"#, r#"{"m":{"a":1,"d":2}}"#),
            (r#"{"l":[1]}"#, r#"{"l":[1,2]}"#, r#"{"l":[1,2]}"#, r#"{"l":[1]}"#),
            (r#"{"l":[{"a":1}]}"#, r#"{"l":[{"b":1}]}"#, r#"{"l":[{"b":1,"d":2}]}"#, r#"{"l":[{"a":1}]}"#),
            (r#"{"a":null}"#, r#"{"a":1}"#, r#"{"a":1}"#, "{}"),
            (r#"{"a":null}"#, "{}", r#"{"a":1}"#, r#"{"a":1}"#),
            (r#"{"a":null}"#, r#"{"a":null}"#, r#"{"a":1}"#, r#"{"a":1}"#),
            (r#"{"m":{"n":{"x":null,"y":1}}}"#, "{}", "{}", r#"{"m":{"n":{"y":1}}}"#),
            (r#"{"m":"text"}"#, r#"{"m":{"b":1}}"#, r#"{"m":{"b":1}}"#, r#"{"m":"text"}"#),
        ] {
            assert_eq!(apply(modified, original, current), want, "{modified} over {original}");
        }
    }

    #[test]
    fn the_annotation_tells_what_was_applied_last() {
        let current =
            r#"{"metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"b\":1}"}},"b":1,"d":2}"#;
        let got = apply(r#"{"metadata":{},"a":1}"#, current, current);
        assert!(got.contains(r#""a":1,"d":2"#) && !got.contains(r#""b":1,"#), "{got}");
    }
}
