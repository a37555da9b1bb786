//! The checks of `metadata` that every kind shares.
//!
//! Source: `k8s.io/apimachinery/pkg/api/validation/objectmeta.go` and `pkg/apis/meta/v1/validation`. Labels and annotations are Go maps
//! there, so the server's order among their keys is random; here it is that of the keys.

use super::{
    Cause, KubeVersion, Reason, Stage,
    decode::{Field, ObjectMeta, OwnerReference, Pair},
    metadata_names::{dns_label, dns_subdomain, label_key, label_value, path_segment},
};
use crate::yaml::{Span, go};

/// The greatest size of all annotations together, keys and values, in bytes.
pub(super) const ANNOTATIONS_LIMIT: usize = 256 * 1024;

/// The longest beginning of a generated name, in bytes.
const GENERATED_BASE: usize = 58;

/// What the server adds to `generateName`: five random characters, here always the same.
const GENERATED_SUFFIX: &str = "xxxxx";

/// Faults of the metadata of an object that is created, in the server's order.
///
/// `namespace` is that of the request, nothing for cluster-scoped kinds; `annotations` is the size of what kubectl adds to the
/// annotations, in bytes; `fallback` is the place of what is missing.
pub(super) fn validate_create(
    meta: &ObjectMeta<'_>,
    namespace: Option<Field<'_>>,
    added_annotations: usize,
    release: KubeVersion,
    fallback: Span,
) -> Vec<Cause> {
    let mut causes = Vec::new();
    name(meta, fallback, &mut causes);
    if let Some(namespace) = namespace {
        causes.extend(dns_label(namespace.text).into_iter().map(|fault| invalid("metadata.namespace", namespace, &fault)));
    }
    common(meta, added_annotations, release, &mut causes);
    causes
}

/// Faults of the metadata of an object that replaces a stored one, in the server's order; parameters as for [`validate_create`].
///
/// The stored object has its name already, so that the name, and what one would be generated from, need only stand in a path.
pub(super) fn validate_update(
    meta: &ObjectMeta<'_>,
    namespace: Option<Field<'_>>,
    added_annotations: usize,
    release: KubeVersion,
) -> Vec<Cause> {
    let mut causes = Vec::new();
    path_names(meta, &mut causes);
    if let Some(namespace) = namespace {
        causes.extend(dns_label(namespace.text).into_iter().map(|fault| invalid("metadata.namespace", namespace, &fault)));
    }
    common(meta, added_annotations, release, &mut causes);
    causes
}

/// Faults of names that need only stand in a path.
fn path_names(meta: &ObjectMeta<'_>, causes: &mut Vec<Cause>) {
    if let Some(base) = meta.generate_name {
        // What follows makes a name of two dots a good one.
        let faults = path_segment(base.text).into_iter().filter(|fault| !fault.contains("may not be"));
        causes.extend(faults.map(|fault| invalid("metadata.generateName", base, fault)));
    }
    if let Some(name) = meta.name {
        causes.extend(path_segment(name.text).into_iter().map(|fault| invalid("metadata.name", name, fault)));
    }
}

/// Faults of the metadata of an embedded resource, in the server's order and with fields from `metadata` on: its name may be anything
/// that can stand in a path, and may be missing.
pub(super) fn validate_embedded(meta: &ObjectMeta<'_>, release: KubeVersion, fallback: Span) -> Vec<Cause> {
    let mut causes = Vec::new();
    path_names(meta, &mut causes);
    if let Some(namespace) = meta.namespace.filter(|namespace| !namespace.text.is_empty()) {
        causes.extend(dns_label(namespace.text).into_iter().map(|fault| invalid("metadata.namespace", namespace, &fault)));
    }
    if let Some(generation) = meta.generation.filter(|generation| *generation < 0) {
        let message = format!("Invalid value: {generation}: must be greater than or equal to 0");
        causes.push(cause("metadata.generation", Reason::Invalid, message, fallback));
    }
    common(meta, 0, release, &mut causes);
    causes
}

/// What the name of the object is, once the server has generated it where it has to.
pub(super) fn effective_name(meta: &ObjectMeta<'_>) -> String {
    match (meta.name.filter(|name| !name.text.is_empty()), meta.generate_name) {
        (Some(name), _) => name.text.to_owned(),
        (None, Some(base)) if !base.text.is_empty() => {
            let end = (0..=base.text.len().min(GENERATED_BASE)).rev().find(|end| base.text.is_char_boundary(*end)).unwrap_or(0);
            format!("{}{GENERATED_SUFFIX}", &base.text[..end])
        }
        _ => String::new(),
    }
}

/// The server's remarks on finalizers without a domain: its text and the place. Each finalizer counts once, in bytewise order.
pub(super) fn finalizer_warnings(meta: &ObjectMeta<'_>, release: KubeVersion) -> Vec<(String, Span)> {
    let mut finalizers = meta.finalizers.clone();
    finalizers.sort_by_key(|finalizer| finalizer.text);
    finalizers.dedup_by_key(|finalizer| finalizer.text);
    let mut warnings = Vec::new();
    for Field { text, span } in finalizers {
        let mut warn = |words: &str| warnings.push((format!("metadata.finalizers: {}: {words}", go::quote(text)), span));
        for fault in label_key(text, release) {
            warn(&fault);
        }
        if !text.contains('/') && !matches!(text, "orphan" | "foregroundDeletion" | "kubernetes") {
            let path = if text.contains('.') { " including a path (/)" } else { "" };
            warn(&format!(
                "prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"
            ));
        }
    }
    warnings
}

fn name(meta: &ObjectMeta<'_>, fallback: Span, causes: &mut Vec<Cause>) {
    let generate = meta.generate_name.filter(|base| !base.text.is_empty());
    if let Some(base) = generate {
        causes.extend(
            dns_subdomain(&mask_trailing_dash(base.text)).into_iter().map(|fault| invalid("metadata.generateName", base, &fault)),
        );
    }
    let name = effective_name(meta);
    if name.is_empty() {
        let span = meta.name.map_or(fallback, |name| name.span);
        causes.push(cause(
            "metadata.name",
            Reason::Required,
            "Required value: name or generateName is required".to_owned(),
            span,
        ));
        return;
    }
    let written = meta.name.filter(|name| !name.text.is_empty()).or(generate);
    let field = Field { text: &name, span: written.map_or(fallback, |field| field.span) };
    causes.extend(dns_subdomain(&name).into_iter().map(|fault| invalid("metadata.name", field, &fault)));
}

/// What is checked of new and of changed objects alike.
fn common(meta: &ObjectMeta<'_>, added_annotations: usize, release: KubeVersion, causes: &mut Vec<Cause>) {
    for Pair { key, value } in &meta.labels {
        causes.extend(label_key(key.text, release).into_iter().map(|fault| invalid("metadata.labels", *key, &fault)));
        causes.extend(label_value(value.text, release).into_iter().map(|fault| invalid("metadata.labels", *value, &fault)));
    }
    annotations(&meta.annotations, added_annotations, release, causes);
    owner_references(meta, release, causes);
    finalizers(meta, release, causes);
}

fn annotations(annotations: &[Pair<'_>], added: usize, release: KubeVersion, causes: &mut Vec<Cause>) {
    let mut size = added;
    for Pair { key, value } in annotations {
        size += key.text.len() + value.text.len();
        let lower = key.text.to_lowercase();
        causes.extend(label_key(&lower, release).into_iter().map(|fault| invalid("metadata.annotations", *key, &fault)));
    }
    if size > ANNOTATIONS_LIMIT {
        let words = if release.at_least(32) { "may not be more than 262144 bytes" } else { "must have at most 262144 bytes" };
        let largest = annotations.iter().max_by_key(|pair| pair.value.text.len()).filter(|pair| pair.value.text.len() >= added);
        let span = largest.map_or(Span::default(), |pair| pair.value.span);
        causes.push(cause("metadata.annotations", Reason::TooLong, format!("Too long: {words}"), span));
    }
}

fn owner_references(meta: &ObjectMeta<'_>, release: KubeVersion, causes: &mut Vec<Cause>) {
    let mut controller: Option<String> = None;
    for reference in &meta.owner_references {
        owner_reference(reference, release, causes);
        if reference.controller != Some(true) {
            continue;
        }
        let this = format!("{}/{}", reference.kind.text, reference.name.text);
        match &controller {
            None => controller = Some(this),
            Some(first) => {
                let value = render_references(&meta.owner_references, release);
                let message = format!(
                    "Invalid value: {value}: Only one reference can have Controller set to true. Found \"true\" in references for \
                     {first} and {this}"
                );
                causes.push(cause("metadata.ownerReferences", Reason::Invalid, message, reference.span));
            }
        }
    }
}

fn owner_reference(reference: &OwnerReference<'_>, release: KubeVersion, causes: &mut Vec<Cause>) {
    let (group, version) = group_version(reference.api_version.text);
    if version.is_empty() {
        causes.push(invalid("metadata.ownerReferences.apiVersion", reference.api_version, "version must not be empty"));
    }
    let needed = [
        ("metadata.ownerReferences.kind", reference.kind),
        ("metadata.ownerReferences.name", reference.name),
        ("metadata.ownerReferences.uid", reference.uid),
    ];
    for (path, field) in needed {
        if field.text.is_empty() {
            causes.push(invalid(path, field, "must not be empty"));
        }
    }
    if group.is_empty() && version == "v1" && reference.kind.text == "Event" {
        let value = render_reference(reference, release);
        let message = format!("Invalid value: {value}: /v1, Kind=Event is disallowed from being an owner");
        causes.push(cause("metadata.ownerReferences", Reason::Invalid, message, reference.span));
    }
}

/// Group and version of an `apiVersion`; one that cannot be parsed (two slashes) has neither, as in `FromAPIVersionAndKind`.
fn group_version(api_version: &str) -> (&str, &str) {
    match api_version.split_once('/') {
        None => ("", api_version),
        Some((_, version)) if version.contains('/') => ("", ""),
        Some((group, version)) => (group, version),
    }
}

fn finalizers(meta: &ObjectMeta<'_>, release: KubeVersion, causes: &mut Vec<Cause>) {
    for finalizer in &meta.finalizers {
        causes.extend(
            label_key(finalizer.text, release).into_iter().map(|fault| invalid("metadata.finalizers", *finalizer, &fault)),
        );
    }
    let has = |name: &str| meta.finalizers.iter().any(|finalizer| finalizer.text == name);
    if has("orphan") && has("foregroundDeletion") {
        let names: Vec<String> = meta.finalizers.iter().map(|finalizer| json_string(finalizer.text)).collect();
        let value = if release.at_least(34) {
            format!("[{}]", names.join(","))
        } else {
            let names: Vec<String> = meta.finalizers.iter().map(|finalizer| go::quote(finalizer.text)).collect();
            format!("[]string{{{}}}", names.join(", "))
        };
        let message = format!("Invalid value: {value}: finalizer orphan and foregroundDeletion cannot be both set");
        causes.push(cause("metadata.finalizers", Reason::Invalid, message, meta.finalizers_span));
    }
}

/// Owner references as the texts show them: JSON, in the order of the Go struct; before 1.34 Go's own syntax.
fn render_references(references: &[OwnerReference<'_>], release: KubeVersion) -> String {
    let items: Vec<String> = references.iter().map(|reference| render_reference(reference, release)).collect();
    if release.at_least(34) { format!("[{}]", items.join(",")) } else { format!("[]v1.OwnerReference{{{}}}", items.join(", ")) }
}

fn render_reference(reference: &OwnerReference<'_>, release: KubeVersion) -> String {
    let OwnerReference { api_version, kind, name, uid, controller, block_owner_deletion, .. } = reference;
    if release.at_least(34) {
        let mut out = String::new();
        for (key, field) in [("apiVersion", api_version), ("kind", kind), ("name", name), ("uid", uid)] {
            out.push_str(&format!("{}\"{key}\":{}", if out.is_empty() { "{" } else { "," }, json_string(field.text)));
        }
        for (key, flag) in [("controller", controller), ("blockOwnerDeletion", block_owner_deletion)] {
            if let Some(flag) = flag {
                out.push_str(&format!(",\"{key}\":{flag}"));
            }
        }
        out.push('}');
        return out;
    }
    // A pointer that is set prints its address, which differs from run to run.
    let pointer = |flag: &Option<bool>| if flag.is_some() { "(*bool)(0xc000000000)" } else { "(*bool)(nil)" };
    format!(
        "v1.OwnerReference{{APIVersion:{}, Kind:{}, Name:{}, UID:{}, Controller:{}, BlockOwnerDeletion:{}}}",
        go::quote(api_version.text),
        go::quote(kind.text),
        go::quote(name.text),
        go::quote(uid.text),
        pointer(controller),
        pointer(block_owner_deletion)
    )
}

fn json_string(text: &str) -> String {
    let mut out = String::new();
    go::push_json_string(&mut out, text);
    out
}

/// A trailing dash is covered together with the character before it, since something will follow.
fn mask_trailing_dash(name: &str) -> String {
    match name.strip_suffix('-') {
        Some(base) if !base.is_empty() => {
            let kept = base.char_indices().next_back().map_or(0, |(start, _)| start);
            format!("{}a", &base[..kept])
        }
        _ => name.to_owned(),
    }
}

fn invalid(path: &str, field: Field<'_>, fault: &str) -> Cause {
    cause(path, Reason::Invalid, format!("Invalid value: {}: {fault}", go::quote(field.text)), field.span)
}

fn cause(field: &str, reason: Reason, message: String, span: Span) -> Cause {
    Cause { stage: Stage::Metadata, reason, field: field.to_owned(), message, span, related: None, masked: false, rule: None }
}
