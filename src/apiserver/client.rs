//! What kubectl does with a document before it asks the server: it checks the type, decodes `metadata`, looks the resource up,
//! flattens lists and sets the namespace.
//!
//! Source: `k8s.io/cli-runtime/pkg/resource` (visitor.go, mapper.go) and `k8s.io/kubectl/pkg/validation`.

use super::{
    Cause, Operation, Reason, Request, Stage,
    client_kinds::{self, NoUrl, Resolved},
    client_list::{self, is_list},
    client_type::{Type, object_type},
    decode::{Decoder, object_meta},
    judge::{self, Judgement},
    stored::Stored,
};
use crate::crd::Catalog;
use crate::yaml::{JsonForm, Node, Number, Span, Value, go, to_json};

/// A document as the reader yields it.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest<'t> {
    /// The document's value.
    pub node: Node<'t>,
    /// The text of the document when it was read as JSON: kubectl sees its members in the order of the text and repeats it in words.
    pub json: Option<&'t str>,
}

/// What a document, or an item of a list, comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome<'t> {
    /// An object of a known type, judged.
    Judged(Box<Judgement<'t>>),
    /// kubectl refuses it, and its type is not known.
    Failed(Failure),
    /// Nothing is said of the object, since its schema is not known.
    Skipped(Skipped<'t>),
}

impl Outcome<'_> {
    /// Whether kubectl does not read the rest of the file.
    pub fn stops(&self) -> bool {
        matches!(self, Self::Failed(Failure { phase: Phase::Type, .. }))
    }
}

/// An error of kubectl about a document or an item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// When kubectl finds it.
    pub phase: Phase,
    /// kubectl's words, as they follow `error: `.
    pub text: String,
    /// The same as a cause.
    pub cause: Cause,
    /// The object, as far as it says what it is.
    pub identity: Identity,
}

/// When kubectl finds an error, which decides where it is printed and what is read after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Checking the document's type: the rest of the file is not read.
    Type,
    /// Making an object of it: the other documents are read.
    Read,
    /// The same for an item of a list; kubectl holds such errors of one list together.
    Item,
    /// Looking at its namespace.
    Namespace,
    /// On the way to the server, in the turn of the object.
    Send,
}

/// An object of which nothing is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Skipped<'t> {
    /// What it is.
    pub identity: Identity,
    /// The object as it is written.
    pub node: Node<'t>,
    /// Its group is known, so that a schema should be.
    pub known_group: bool,
    /// Place of `kind`.
    pub span: Span,
}

/// What an object says of itself; empty where it does not.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub struct Identity {
    pub api_version: String,
    pub kind: String,
    pub namespace: String,
    pub name: String,
}

impl Identity {
    /// What `node` says of itself.
    pub fn of(node: &Node<'_>) -> Self {
        let text = |node: Option<&Node<'_>>| node.and_then(Node::as_str).unwrap_or_default().to_owned();
        let metadata = |key: &str| text(node.get("metadata").and_then(|metadata| metadata.get(key)));
        Self {
            api_version: text(node.get("apiVersion")),
            kind: text(node.get("kind")),
            namespace: metadata("namespace"),
            name: metadata("name"),
        }
    }
}

/// What becomes of one document: one outcome, or one for each item of a list. `null` documents are to be left out before.
///
/// Recursive as deep as the document is nested.
pub fn document<'t>(manifest: Manifest<'t>, catalog: &Catalog, request: &Request<'_>) -> Vec<Outcome<'t>> {
    document_against(manifest, catalog, request, &Stored::default())
}

/// The same when the objects in `stored` are there: those are replaced or patched, the others created.
///
/// Recursive as deep as the document is nested.
pub fn document_against<'t>(
    manifest: Manifest<'t>,
    catalog: &Catalog,
    request: &Request<'_>,
    stored: &Stored,
) -> Vec<Outcome<'t>> {
    let Manifest { node, json } = manifest;
    let invalid = |text: String, span: Span| {
        let text = format!(
            "error validating data: {text}; if you choose to ignore these errors, turn validation off with --validate=false"
        );
        vec![Outcome::Failed(Failure {
            phase: Phase::Type,
            text: format!("error validating {}: {text}", go::quote(request.source)),
            cause: client_cause(text, span),
            identity: Identity::of(&node),
        })]
    };
    if json.is_some()
        && let Some((number, span)) = overflow(&node)
    {
        return invalid(format!("json: cannot unmarshal number {number} into Go value of type float64"), span);
    }
    let kind = match object_type(&node) {
        Ok(kind) => kind,
        Err(fault) => return invalid(fault.text, fault.span),
    };
    let list = if kind.is_core_list() {
        client_list::validate(&node, catalog)
    } else if kind.kind.ends_with("List") {
        client_list::validate_typed(&node, catalog)
    } else {
        Ok(())
    };
    let list = match (list, json) {
        (Ok(()), Some(_)) if kind.kind.ends_with("List") => client_list::repeated_labels(&node),
        (list, _) => list,
    };
    if let Err(fault) = list {
        let mut outcomes = invalid(fault.text, fault.span);
        outcomes.extend(client_list::behind(node, catalog, request, stored));
        return outcomes;
    }
    let unreadable = |text: String, span: Span| {
        vec![Outcome::Failed(failure(
            Phase::Read,
            format!("unable to decode {}: {text}", go::quote(request.source)),
            &node,
            span,
        ))]
    };
    if kind.kind.is_empty() {
        let text = json.map_or_else(|| to_json(&node, JsonForm::Converted), |text| text.trim().to_owned());
        let span = node.get("kind").map_or(node.span, |kind| kind.span);
        return unreadable(format!("Object 'Kind' is missing in '{text}'"), span);
    }
    if is_list(&node)
        && let Err(fault) = client_list::decode(&node)
    {
        return unreadable(fault.text, fault.span);
    }
    let metadata_fault = node.get("metadata").and_then(|metadata| {
        let decoder = if json.is_some() { Decoder::ClientJson } else { Decoder::Client };
        object_meta(metadata, decoder).fault
    });
    if is_list(&node) {
        if let Some(fault) = metadata_fault {
            return unreadable(fault.message, fault.span);
        }
        return client_list::flatten(node, catalog, request, stored);
    }
    vec![resource(node, metadata_fault.map(|fault| (fault.message, fault.span)), Origin::Document, catalog, request, stored)]
}

/// Whether an object is a document of its own or an item of a list; the words differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Document,
    Item,
}

/// Looks the resource up and has the object judged. `metadata_fault` is why kubectl cannot decode the metadata.
pub(super) fn resource<'t>(
    node: Node<'t>,
    metadata_fault: Option<(String, Span)>,
    origin: Origin,
    catalog: &Catalog,
    request: &Request<'_>,
    stored: &Stored,
) -> Outcome<'t> {
    let kind = Type::of(&node);
    let unreadable = |(text, span): (String, Span)| {
        let text = format!("unable to decode {}: {text}", go::quote(request.source));
        (text.clone(), client_cause(text, span))
    };
    match client_kinds::resolve(catalog, kind.group, kind.version, kind.kind) {
        Resolved::Served(definition, version) => {
            let namespace = definition.namespaced.then_some(request.namespace.unwrap_or("default"));
            let old = (!stored.is_empty()).then(|| stored.get(&Identity::of(&node), namespace)).flatten();
            let mut judgement = match old {
                Some(old) => judge::sent_onto(node, old, definition, version, request),
                None => judge::object(node, definition, version, request),
            };
            if let Some(fault) = metadata_fault {
                let (text, cause) = unreadable(fault);
                judgement.refuse_by_client(Phase::Read, text, cause);
            }
            Outcome::Judged(Box::new(judgement))
        }
        resolved => {
            if let Some(fault) = metadata_fault
                && !matches!(resolved, Resolved::Foreign)
            {
                let (text, cause) = unreadable(fault);
                return Outcome::Failed(Failure { phase: Phase::Read, text, cause, identity: Identity::of(&node) });
            }
            unresolved(resolved, node, origin, request)
        }
    }
}

/// What there is to say of an object without a schema.
fn unresolved<'t>(resolved: Resolved<'_>, node: Node<'t>, origin: Origin, request: &Request<'_>) -> Outcome<'t> {
    let span = type_place(&node);
    match resolved {
        Resolved::NoMatch => no_match(&node, Type::of(&node), origin, request),
        Resolved::NoUrl(definition, reason) => {
            let plural = match reason {
                NoUrl::EmptyVersion => definition.plural.clone(),
                NoUrl::ListKind => format!("{}s", Type::of(&node).kind.to_lowercase()),
            };
            not_found(&node, &format!("{plural}.{}", definition.group), span, request)
        }
        Resolved::Served(..) | Resolved::UnknownKind | Resolved::Foreign => {
            let known_group = !matches!(resolved, Resolved::Foreign);
            Outcome::Skipped(Skipped { identity: Identity::of(&node), node, known_group, span })
        }
    }
}

/// kubectl does not find the type of `node`.
pub(super) fn no_match<'t>(node: &Node<'_>, kind: Type<'_>, origin: Origin, request: &Request<'_>) -> Outcome<'t> {
    let span = type_place(node);
    let api_version = kind.group_version();
    let fault = format!("no matches for kind {} in version {}", go::quote(kind.kind), go::quote(&api_version));
    let (phase, text) = match origin {
        Origin::Item => (Phase::Item, format!("unable to recognize {fault}")),
        Origin::Document => {
            // kubectl asks a list for neither.
            let Identity { name, namespace, .. } = if is_list(node) { Identity::default() } else { Identity::of(node) };
            let text = format!(
                "resource mapping not found for name: {} namespace: {} from {}: {fault}\nensure CRDs are installed first",
                go::quote(&name),
                go::quote(&namespace),
                go::quote(request.source)
            );
            (Phase::Read, text)
        }
    };
    Outcome::Failed(failure(phase, text, node, span))
}

/// The server has no URL for `resource`.
pub(super) fn not_found<'t>(node: &Node<'_>, resource: &str, span: Span, request: &Request<'_>) -> Outcome<'t> {
    let identity = Identity::of(node);
    let name = match request.operation {
        Operation::Replace => format!(" {}", identity.name),
        Operation::Apply | Operation::Create => String::new(),
    };
    let fault = format!("the server could not find the requested resource ({} {resource}{name})", request.operation.verb());
    let (doing, source) = (request.operation.doing(), go::quote(request.source));
    let text = format!("Error from server (NotFound): error when {doing} {source}: {fault}");
    Outcome::Failed(Failure { phase: Phase::Send, text, cause: client_cause(fault, span), identity })
}

/// Where to point for what is wrong with the type.
fn type_place(node: &Node<'_>) -> Span {
    node.get("kind").or_else(|| node.get("apiVersion")).map_or(node.span, |node| node.span)
}

pub(super) fn failure(phase: Phase, text: String, node: &Node<'_>, span: Span) -> Failure {
    Failure { phase, cause: client_cause(text.clone(), span), text, identity: Identity::of(node) }
}

pub(super) fn client_cause(message: String, span: Span) -> Cause {
    Cause {
        stage: Stage::Client,
        reason: Reason::None,
        field: String::new(),
        message,
        span,
        related: None,
        masked: false,
        rule: None,
    }
}

/// The first number of a JSON document that no double holds. Recursive as deep as the document is nested.
fn overflow(node: &Node<'_>) -> Option<(String, Span)> {
    match &node.value {
        Value::Number(number @ Number::Json(text)) if number.as_f64().is_infinite() => Some((text.to_string(), node.span)),
        Value::List(items) => items.iter().find_map(overflow),
        Value::Map(map) => map.entries.iter().find_map(|entry| overflow(&entry.value)),
        _ => None,
    }
}
