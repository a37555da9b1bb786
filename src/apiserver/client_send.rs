//! What kubectl makes of an object before it sends it: the namespace, the copy of the manifest in an annotation, no nulls.
//!
//! Source: `k8s.io/kubectl/pkg/cmd/apply/apply.go` and `pkg/util/apply.go`.

use super::{Operation, Request, metadata_names::path_segment};
use crate::{
    crd::Definition,
    yaml::{Entry, JsonForm, Map, Node, Number, Span, Style, Value, go, to_json},
};

const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// What kubectl adds to an object that it sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Added {
    /// Size of the annotation with the manifest, key and value, in bytes.
    pub annotation: usize,
    /// Size of the request's body, in bytes; 0 when it is far from any limit.
    pub body: usize,
    /// A member of an object may be null still.
    pub nulls: bool,
}

/// The namespace in which kubectl looks for and creates the object; nothing for a cluster-scoped kind.
pub(super) fn namespace<'n>(
    node: &'n Node<'_>,
    definition: &Definition,
    request: &Request<'n>,
) -> Option<(&'n str, Option<Span>)> {
    if !definition.namespaced {
        return None;
    }
    let written = node.get("metadata").and_then(|metadata| metadata.get("namespace"));
    match written.and_then(|node| node.as_str().map(|text| (text, node.span))) {
        Some((text, span)) if !text.is_empty() => Some((text, Some(span))),
        _ => Some((request.namespace.unwrap_or("default"), None)),
    }
}

/// Makes `node` what the server receives: the namespace that applies, for `apply` without nulls.
pub(super) fn prepare(node: &mut Node<'_>, namespace: Option<&str>, request: &Request<'_>) -> Added {
    set_namespace(node, namespace);
    let facts = send_numbers(node);
    let large = facts.size > LARGE;
    let mut added = Added { nulls: facts.nulls, ..Added::default() };
    let mut annotation = None;
    if request.operation == Operation::Apply {
        rewrite_annotations(node);
        annotation = large.then(|| last_applied(node));
        if facts.nulls && request.release.at_least(31) {
            drop_nulls(node);
            added.nulls = false;
        }
    }
    if large {
        added.annotation = annotation.as_ref().map_or(0, |text| LAST_APPLIED.len() + text.len());
        added.body = body(node, annotation);
    }
    added
}

/// A manifest below this size is far from the limits of annotations and requests, in bytes.
const LARGE: usize = 128 * 1024;

/// What is known of a value that is sent.
#[derive(Debug, Clone, Copy, Default)]
struct Facts {
    /// An upper bound of the size as JSON, in bytes: every byte of a string may need six.
    size: usize,
    /// A member of an object is null.
    nulls: bool,
}

/// The manifest as the annotation holds it, with an empty map of annotations when it has none and a line break at the end.
fn last_applied(node: &Node<'_>) -> String {
    let mut copy = node.clone();
    annotations_mut(&mut copy);
    let mut json = to_json(&copy, JsonForm::Sent);
    json.push('\n');
    json
}

/// The size of the request's body, with the annotation in it.
fn body(node: &Node<'_>, annotation: Option<String>) -> usize {
    let mut copy = node.clone();
    if let Some(text) = annotation
        && let Some(annotations) = annotations_mut(&mut copy)
    {
        annotations.entries.push(entry(LAST_APPLIED, Value::String(text.into()), Span::default()));
    }
    to_json(&copy, JsonForm::Sent).len() + "\n".len()
}

/// The annotations, made when there are none.
fn annotations_mut<'n, 't>(node: &'n mut Node<'t>) -> Option<&'n mut Map<'t>> {
    let metadata = map_mut(node, "metadata")?;
    if metadata.get("annotations").is_none() {
        metadata.entries.push(entry("annotations", Value::Map(Map::default()), Span::default()));
    }
    match &mut metadata.get_mut("annotations")?.value {
        Value::Map(annotations) => Some(annotations),
        _ => None,
    }
}

/// kubectl takes out the annotation that it wrote itself and writes the others anew: null values become empty, and annotations that
/// are no map of strings are lost.
fn rewrite_annotations(node: &mut Node<'_>) {
    let Some(metadata) = map_mut(node, "metadata") else { return };
    let Some(annotations) = metadata.get_mut("annotations") else { return };
    match &mut annotations.value {
        Value::Map(map) if map.entries.iter().all(|entry| matches!(entry.value.value, Value::String(_) | Value::Null)) => {
            map.entries.retain(|entry| entry.key != LAST_APPLIED);
            for entry in &mut map.entries {
                if entry.value.is_null() {
                    entry.value.value = Value::String("".into());
                }
            }
        }
        value => *value = Value::Map(Map::default()),
    }
}

fn set_namespace(node: &mut Node<'_>, namespace: Option<&str>) {
    let span = node.span;
    let Value::Map(root) = &mut node.value else { return };
    if namespace.is_some() && root.get("metadata").is_none() {
        root.entries.push(entry("metadata", Value::Map(Map::default()), span));
    }
    let Some(metadata) = map_mut(node, "metadata") else { return };
    match namespace {
        None => metadata.entries.retain(|entry| entry.key != "namespace"),
        Some(namespace) => {
            let missing = metadata.get("namespace").is_none_or(|node| node.is_null() || node.as_str() == Some(""));
            if missing {
                metadata.entries.retain(|entry| entry.key != "namespace");
                metadata.entries.push(entry("namespace", Value::String(namespace.to_owned().into()), span));
            }
        }
    }
}

/// kubectl reads the numbers of a JSON text and writes them again: `1.0` and `1e3` arrive as integers. Recursive as deep as the object is
/// nested.
fn send_numbers(node: &mut Node<'_>) -> Facts {
    let text = |text: &str| 6 * text.len() + 4;
    let mut facts = Facts::default();
    facts.size = match &mut node.value {
        Value::Null | Value::Bool(_) => 6,
        Value::Number(number) => {
            if let Number::Json(_) = number {
                let value = number.as_f64();
                let mut text = String::new();
                go::push_json_float(&mut text, value);
                *number = text.parse().map_or(Number::Float(value), Number::Int);
            }
            32
        }
        Value::String(value) => text(value),
        Value::List(items) => {
            for item in items.iter_mut() {
                let below = send_numbers(item);
                facts.size += below.size;
                facts.nulls |= below.nulls;
            }
            facts.size + 3
        }
        Value::Map(map) => {
            for entry in &mut map.entries {
                let below = send_numbers(&mut entry.value);
                facts.size += text(&entry.key) + below.size;
                facts.nulls |= below.nulls || entry.value.is_null();
            }
            facts.size + 3
        }
    };
    facts
}

/// Removes null members everywhere; null items of lists stay. Recursive as deep as the object is nested.
fn drop_nulls(node: &mut Node<'_>) {
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(drop_nulls),
        Value::Map(map) => {
            map.entries.retain(|entry| !entry.value.is_null());
            map.entries.iter_mut().for_each(|entry| drop_nulls(&mut entry.value));
        }
        _ => {}
    }
}

fn entry<'t>(key: &'static str, value: Value<'t>, span: Span) -> Entry<'t> {
    Entry { key: key.into(), key_span: span, value: Node { value, span, style: Style::Added, ..Node::default() } }
}

fn map_mut<'n, 't>(node: &'n mut Node<'t>, key: &str) -> Option<&'n mut Map<'t>> {
    let Value::Map(root) = &mut node.value else { return None };
    match &mut root.get_mut(key)?.value {
        Value::Map(map) => Some(map),
        _ => None,
    }
}

/// kubectl's objection to sending the object at all, as it follows `error: `, with the place.
///
/// `name` and `generate_name` are those of the manifest.
pub(super) fn objection(
    definition: &Definition,
    version: &str,
    kind: &str,
    name: (&str, Span),
    generate_name: &str,
    namespace: Option<(&str, Span)>,
    request: &Request<'_>,
) -> Option<(String, Span)> {
    let source = go::quote(request.source);
    if request.operation == Operation::Apply && name.0.is_empty() && !generate_name.is_empty() {
        return Some((format!("from {generate_name}: cannot use generate name with apply"), name.1));
    }
    let segment = |what: &str, (value, span): (&str, Span)| {
        let faults = path_segment(value);
        (!faults.is_empty()).then(|| (format!("invalid {what} {}: [{}]", go::quote(value), faults.join(" ")), span))
    };
    let empty = || name.0.is_empty().then(|| ("resource name may not be empty".to_owned(), name.1));
    let in_namespace = namespace.and_then(|namespace| segment("namespace", namespace));
    let fault = match request.operation {
        Operation::Create => in_namespace,
        Operation::Apply | Operation::Replace => in_namespace.or_else(empty).or_else(|| segment("resource name", name)),
    };
    fault.map(|(text, span)| {
        let text = match request.operation {
            Operation::Apply => format!(
                "error when retrieving current configuration of:\nResource: \"{group}/{version}, Resource={plural}\", GroupVersionKind: \
                 \"{group}/{version}, Kind={kind}\"\nName: {}, Namespace: {}\nfrom server for: {source}: {text}",
                go::quote(name.0),
                go::quote(namespace.map_or("", |(namespace, _)| namespace)),
                group = definition.group,
                plural = definition.plural,
            ),
            operation => format!("error when {} {source}: {text}", operation.doing()),
        };
        (text, span)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::read_json;

    fn sent(text: &str, operation: Operation) -> (String, Added) {
        let mut node = read_json(text).unwrap();
        let request = Request { operation, release: Default::default(), namespace: None, source: "STDIN" };
        let added = prepare(&mut node, Some("default"), &request);
        (to_json(&node, JsonForm::Sent), added)
    }

    /// What kubectl 1.35.0 put into its request and into the annotation.
    #[test]
    fn what_apply_makes_of_a_manifest() {
        let text = r#"{"kind":"K","metadata":{"annotations":{"z":"<","b":null},"name":"a"},"spec":{"f":1e30,"i":1e3,"l":[null,{"q":null}],"n":null,"one":1.0}}"#;
        let (applied, _) = sent(text, Operation::Apply);
        assert_eq!(
            applied,
            r#"{"kind":"K","metadata":{"annotations":{"b":"","z":"\u003c"},"name":"a","namespace":"default"},"spec":{"f":1e+30,"i":1000,"l":[null,{}],"one":1}}"#
        );
        let mut node = read_json(text).unwrap();
        rewrite_annotations(&mut node);
        assert_eq!(
            last_applied(&node),
            concat!(
                r#"{"kind":"K","metadata":{"annotations":{"b":"","z":"\u003c"},"name":"a"},"#,
                r#""spec":{"f":1e+30,"i":1000,"l":[null,{"q":null}],"n":null,"one":1}}"#,
                "\n"
            )
        );
        assert_eq!(sent(text, Operation::Create).0.matches("null").count(), 4, "create keeps nulls");
    }

    #[test]
    fn large_manifests_are_measured() {
        let text = format!(r#"{{"metadata":{{"name":"a"}},"spec":"{}"}}"#, "x".repeat(200_000));
        let (json, added) = sent(&text, Operation::Create);
        assert_eq!(added, Added { annotation: 0, body: json.len() + 1, nulls: false });
        let (json, added) = sent(&text, Operation::Apply);
        let annotation = json.len() + r#""annotations":{},"#.len() + 1;
        assert_eq!(added.annotation, LAST_APPLIED.len() + annotation);
        assert!(added.body > json.len() + annotation);
    }
}
