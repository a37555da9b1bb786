//! Names of a CRD: its own, those of its resource, its group and versions.

use super::super::fault::{Faults, Path};
use super::text::{invalid, required};
use super::view::Props;
use crate::yaml::{Node, Span};

const LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end \
    with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end \
    with an alphanumeric character (e.g. 'example.com', regex used for validation is \
    '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/// What is wrong with `text` as a DNS-1035 label, in the server's words.
pub(super) fn label(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if text.len() > 63 {
        errors.push("must be no more than 63 characters".to_owned());
    }
    if !is_dashed(text) || !text.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        errors.push(LABEL.to_owned());
    }
    errors
}

/// What is wrong with `text` as a lower-case RFC 1123 subdomain, in the server's words.
pub(super) fn subdomain(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if text.len() > 253 {
        errors.push("must be no more than 253 characters".to_owned());
    }
    if !text.split('.').all(is_dashed) {
        errors.push(SUBDOMAIN.to_owned());
    }
    errors
}

/// Small letters and digits, with dashes inside.
fn is_dashed(text: &str) -> bool {
    let inner = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    !text.is_empty() && inner && !text.starts_with('-') && !text.ends_with('-')
}

/// `metadata.name`, and the approval that a protected group needs.
pub(super) fn metadata(node: &Node<'_>, faults: &mut Faults) {
    let root = Path::Root("metadata");
    let metadata = node.get("metadata").unwrap_or(node);
    let spec = Props(node.get("spec").unwrap_or(node));
    let plural = spec.get("names").map_or("", |names| Props(names).text("plural"));
    let name = if node.get("metadata").is_some() { Props(metadata).text("name") } else { "" };
    let path = root.field("name");
    let span = super::place(metadata, "name");
    if name.is_empty() {
        faults.add(&path, span, required("name or generateName is required"));
        return;
    }
    for error in subdomain(name) {
        faults.add(&path, span, invalid(name, &error));
    }
    if name.strip_prefix(plural).and_then(|rest| rest.strip_prefix('.')) != Some(spec.text("group")) {
        faults.add(&path, span, invalid(name, "must be spec.names.plural+\".\"+spec.group"));
    }
}

const APPROVAL: &str = "api-approved.kubernetes.io";

/// Groups of the Kubernetes community need an annotation that tells who approved the API.
pub(super) fn approval(node: &Node<'_>, group: &str, faults: &mut Faults) {
    let is_protected = ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|domain| group.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')));
    if !is_protected {
        return;
    }
    let annotation = node.get("metadata").and_then(|node| node.get("annotations")).and_then(|node| node.get(APPROVAL));
    let text = annotation.and_then(Node::as_str).unwrap_or_default();
    let has_host =
        text.split_once("://").is_some_and(|(scheme, rest)| !scheme.is_empty() && !rest.is_empty() && !rest.starts_with('/'));
    if text.starts_with("unapproved") || has_host {
        return;
    }
    let see = "see https://github.com/kubernetes/enhancements/pull/1111";
    let needs = format!("protected groups must have approval annotation \"{APPROVAL}\"");
    let message = if text.is_empty() {
        required(&format!("{needs}, {see}"))
    } else {
        invalid(text, &format!("{needs} with either a URL or a reason starting with \"unapproved\", {see}"))
    };
    let span = annotation.map_or(node.span, |node| node.span);
    faults.add(&Path::Root("metadata").field("annotations").key(APPROVAL), span, message);
}

/// `spec.names`. The server has filled in `singular` and `listKind` before.
pub(super) fn check(spec: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let path = path.field("names");
    let names = Props(spec.get("names").unwrap_or(spec.0));
    let kind = names.text("kind");
    let singular =
        Some(names.text("singular")).filter(|text| !text.is_empty()).map_or_else(|| kind.to_lowercase(), str::to_owned);
    let list_kind =
        Some(names.text("listKind")).filter(|text| !text.is_empty()).map_or_else(|| format!("{kind}List"), str::to_owned);
    for (key, text) in [("plural", names.text("plural")), ("singular", &singular)] {
        one(&path.field(key), names.place(key), text, &label(text).join(","), faults);
    }
    for (key, text) in [("kind", kind), ("listKind", &list_kind)] {
        let errors = label(&text.to_lowercase()).join(",");
        let detail =
            if errors.is_empty() { errors } else { format!("may have mixed case, but should otherwise match: {errors}") };
        one(&path.field(key), names.place(key), text, &detail, faults);
    }
    let short_names = path.field("shortNames");
    for (index, text) in names.texts("shortNames").enumerate() {
        one(&short_names.index(index), names.place("shortNames"), text, &label(text).join(","), faults);
    }
    if kind == list_kind {
        one(&path.field("listKind"), names.place("listKind"), &list_kind, "kind and listKind may not be the same", faults);
    }
    let categories = path.field("categories");
    for (index, text) in names.texts("categories").enumerate() {
        one(&categories.index(index), names.place("categories"), text, &label(text).join(","), faults);
    }
}

fn one(path: &Path<'_>, span: Span, text: &str, detail: &str, faults: &mut Faults) {
    if !detail.is_empty() {
        faults.add(path, span, invalid(text, detail));
    }
}
