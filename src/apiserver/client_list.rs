//! Lists: kubectl takes any document with `items` apart and sends each item by itself.
//!
//! Source: `FlattenListVisitor` and `infoForObject` of `k8s.io/cli-runtime`, `decodeToList` of `apimachinery`.

use super::{
    Identity, Operation, Request,
    client::{Origin, Outcome, Phase, failure, no_match, not_found, resource},
    client_kinds::{self, NoUrl, Resolved},
    client_schema,
    client_type::{Type, TypeFault, aggregate, check},
    decode::word,
    stored::Stored,
};
use crate::crd::Catalog;
use crate::yaml::{Entry, Node, Span, Style, Value, go};

/// Whether the document is taken for a list: it has `items`, even an empty one.
///
/// kubectl also tries to when `items` is no list, and fails. Where the kind is none of a list, `items` is then judged as the unknown
/// field that it is for the server, which says more.
pub(super) fn is_list(node: &Node<'_>) -> bool {
    node.get("items").is_some_and(|items| match items.value {
        Value::List(_) | Value::Null => true,
        _ => Type::of(node).kind.ends_with("List"),
    })
}

/// kubectl's check of a `v1` `List`: `items` is a list and every item says its type and fits it.
pub(super) fn validate(list: &Node<'_>, catalog: &Catalog) -> Result<(), TypeFault> {
    let Some(items) = list.get("items").and_then(Node::as_list) else {
        let span = list.get("items").map_or(list.span, |items| items.span);
        return Err(TypeFault { text: "invalid object to validate".to_owned(), span });
    };
    let mut faults = Vec::new();
    for item in items {
        let before = faults.len();
        let kind = check(item, &mut faults);
        if faults.len() == before
            && let Resolved::Served(definition, version) = client_kinds::resolve(catalog, kind.group, kind.version, kind.kind)
            && definition.kind == kind.kind
        {
            client_schema::check_object(item, definition, version, kind.kind, &mut faults);
        }
    }
    all(faults)
}

/// kubectl's check of a typed list (`kind: SkillSourceList`).
pub(super) fn validate_typed(list: &Node<'_>, catalog: &Catalog) -> Result<(), TypeFault> {
    let kind = Type::of(list);
    let mut faults = Vec::new();
    if let Resolved::NoUrl(definition, NoUrl::ListKind) = client_kinds::resolve(catalog, kind.group, kind.version, kind.kind)
        && let Some(version) = definition.versions.iter().find(|version| version.name == kind.version)
    {
        client_schema::check_list(list, definition, version, &mut faults);
    }
    all(faults)
}

/// kubectl's check for repeated keys in the labels and annotations of a list that is written as JSON.
pub(super) fn repeated_labels(list: &Node<'_>) -> Result<(), TypeFault> {
    let mut faults = Vec::new();
    for part in ["labels", "annotations"] {
        let Some(map) = list.get("metadata").and_then(|metadata| metadata.get(part)).and_then(Node::as_map) else { continue };
        let Some(shadowed) = &map.shadowed else { continue };
        let mut entries: Vec<&Entry<'_>> = map.entries.iter().chain(shadowed.iter()).collect();
        entries.sort_by_key(|entry| entry.key_span);
        let repeated =
            entries.iter().enumerate().find(|(index, entry)| entries[..*index].iter().any(|other| other.key == entry.key));
        if let Some((_, entry)) = repeated {
            faults.push(TypeFault { text: format!("duplicate key: {}", entry.key), span: entry.key_span });
        }
    }
    all(faults)
}

/// All faults as the one error that kubectl prints.
fn all(faults: Vec<TypeFault>) -> Result<(), TypeFault> {
    match faults.first() {
        None => Ok(()),
        Some(first) => {
            let text = aggregate(faults.iter().map(|fault| fault.text.as_str()));
            Err(TypeFault { text, span: first.span })
        }
    }
}

/// Whether the decoder can make a list of the document.
pub(super) fn decode(list: &Node<'_>) -> Result<(), TypeFault> {
    let Some(items) = list.get("items") else { return Ok(()) };
    match &items.value {
        Value::Null => Ok(()),
        Value::List(items) => match items.iter().find(|item| !matches!(item.value, Value::Map(_) | Value::Null)) {
            None => Ok(()),
            Some(item) => {
                let text =
                    format!("json: cannot unmarshal {} into Go value of type map[string]interface {{}}", word(&item.value));
                Err(TypeFault { text, span: item.span })
            }
        },
        value => {
            let text =
                format!("json: cannot unmarshal {} into Go struct field decodeList.items of type []json.RawMessage", word(value));
            Err(TypeFault { text, span: items.span })
        }
    }
}

/// The objects of a list that kubectl refuses as a whole: judged, so that their own faults can be shown, and all masked.
pub(super) fn behind<'t>(list: Node<'t>, catalog: &Catalog, request: &Request<'_>, stored: &Stored) -> Vec<Outcome<'t>> {
    if decode(&list).is_err() {
        return Vec::new();
    }
    let mut outcomes = flatten(list, catalog, request, stored);
    outcomes.retain_mut(|outcome| match outcome {
        Outcome::Judged(judgement) => {
            judgement.hide(Phase::Type, "the list is refused".to_owned());
            true
        }
        Outcome::Failed(_) | Outcome::Skipped(_) => false,
    });
    outcomes
}

/// What the items come to.
pub(super) fn flatten<'t>(list: Node<'t>, catalog: &Catalog, request: &Request<'_>, stored: &Stored) -> Vec<Outcome<'t>> {
    let kind = Type::of(&list);
    if !is_served(kind, catalog) {
        return vec![no_match(&list, kind, Origin::Document, request)];
    }
    let (item_kind, item_version) =
        (kind.kind.strip_suffix("List").unwrap_or(kind.kind).to_owned(), list.get("apiVersion").cloned());
    let Value::Map(map) = list.value else { return Vec::new() };
    let Some(Entry { value: Node { value: Value::List(items), .. }, .. }) =
        map.entries.into_iter().find(|entry| entry.key == "items")
    else {
        return Vec::new();
    };
    if let Some(inner) = items.iter().find(|item| item.get("items").is_some_and(|items| items.as_list().is_some())) {
        let text = "*unstructured.Unstructured is not a list: no Items field in this object".to_owned();
        return vec![Outcome::Failed(failure(Phase::Read, text, inner, inner.span))];
    }
    items
        .into_iter()
        .map(|mut item| {
            infer_type(&mut item, &item_kind, item_version.as_ref());
            self::item(item, catalog, request, stored)
        })
        .collect()
}

/// Whether kubectl finds the type of the list. A `List` is there in every version that the server has.
fn is_served(kind: Type<'_>, catalog: &Catalog) -> bool {
    if kind.kind != "List" {
        return !matches!(client_kinds::resolve(catalog, kind.group, kind.version, kind.kind), Resolved::NoMatch);
    }
    match kind.group {
        "" => kind.version == "v1",
        group => client_kinds::has_version(catalog, group, kind.version),
    }
}

fn item<'t>(item: Node<'t>, catalog: &Catalog, request: &Request<'_>, stored: &Stored) -> Outcome<'t> {
    let kind = Type::of(&item);
    if kind.is_core_list() {
        return list_item(&item, request);
    }
    let missing = match kind {
        Type { kind: "", .. } => "Object 'Kind' is missing in 'object has no kind field '",
        Type { version: "", .. } => "Object 'apiVersion' is missing in 'object has no apiVersion field'",
        _ => return resource(item, None, Origin::Item, catalog, request, stored),
    };
    let text = format!("unable to get type info from the object {}: {missing}", go::quote("*unstructured.Unstructured"));
    let span = item.span;
    Outcome::Failed(failure(Phase::Item, text, &item, span))
}

/// A list as an item that has no items: kubectl asks for the resource `lists`, which no server has.
fn list_item<'t>(item: &Node<'_>, request: &Request<'_>) -> Outcome<'t> {
    let source = go::quote(request.source);
    let text = match request.operation {
        Operation::Apply if Identity::of(item).name.is_empty() => format!(
            "error when retrieving current configuration of:\nResource: \"/v1, Resource=lists\", GroupVersionKind: \"/v1, Kind=List\"\nName: \
             \"\", Namespace: \"\"\nfrom server for: {source}: resource name may not be empty"
        ),
        Operation::Replace if Identity::of(item).name.is_empty() => {
            format!("error when replacing {source}: resource name may not be empty")
        }
        _ => return not_found(item, "lists", item.span, request),
    };
    Outcome::Failed(failure(Phase::Send, text, item, item.span))
}

/// An item without a type gets that of the list (`SkillSourceList` holds `SkillSource`).
fn infer_type<'t>(item: &mut Node<'t>, kind: &str, api_version: Option<&Node<'t>>) {
    let typed = Type::of(item);
    let (span, has_version) = (item.span, item.get("apiVersion").and_then(Node::as_str).is_some_and(|text| !text.is_empty()));
    if !typed.kind.is_empty() || has_version {
        return;
    }
    if item.is_null() {
        item.value = Value::Map(crate::yaml::Map::default());
    }
    let Value::Map(map) = &mut item.value else { return };
    map.entries.retain(|entry| entry.key != "kind" && entry.key != "apiVersion");
    let added = |value| Node { value, span, style: Style::Added, ..Node::default() };
    let kind = added(Value::String(kind.to_owned().into()));
    map.entries.push(Entry { key: "kind".into(), key_span: Span::new(span.start, span.start), value: kind });
    if let Some(version) = api_version {
        let version = added(version.value.clone());
        map.entries.push(Entry { key: "apiVersion".into(), key_span: Span::new(span.start, span.start), value: version });
    }
}
