//! `spec` of a CRD: group, scope, versions, subresources, columns, conversion.

use super::super::fault::{Faults, Path};
use super::rules;
use super::text::{forbidden, invalid, required, unsupported};
use super::view::Props;
use super::{Checks, names, structural};
use crate::yaml::{JsonForm, Node, go, to_json};

/// Judges `spec` of the CRD `node`.
pub(super) fn check(node: &Node<'_>, checks: Checks<'_>, faults: &mut Faults) {
    let path = Path::Root("spec");
    let Some(spec) = Props(node).get("spec").map(Props) else { return };
    let group = spec.text("group");
    group_and_scope(spec, group, &path, faults);
    let versions: Vec<_> = spec.schemas("versions").collect();
    let list = path.field("versions");
    for (index, version) in versions.iter().enumerate() {
        if open_api(*version).is_none() {
            let path = list.index(index);
            faults.add(&path.field("schema").field("openAPIV3Schema"), version.span(), required(""));
        }
    }
    // What all versions have alike the server moves to the top before it judges, and names it by that path.
    let shared = |key: &str| versions.iter().all(|version| same(version.get(key), versions[0].get(key)));
    let moved = Moved {
        schema: shared("schema"),
        subresources: shared("subresources"),
        columns: shared("additionalPrinterColumns"),
        selectable: shared("selectableFields"),
    };
    let any_status = versions.iter().any(|version| has_status(*version));
    for (index, version) in versions.iter().enumerate() {
        let path = list.index(index);
        let name = version.text("name");
        let errors = names::label(name);
        if !errors.is_empty() {
            faults.add(&path.field("name"), version.place("name"), invalid(name, &errors.join(",")));
        }
        deprecation(*version, &path, faults);
        let status = if moved.subresources { any_status } else { has_status(*version) };
        parts(*version, &path, "schema", moved.negated(), status, checks, faults);
    }
    unique(spec, &versions, &versions_text(&versions, moved), &list, faults);
    if let Some(first) = versions.first() {
        let errors = names::label(first.text("name"));
        if !errors.is_empty() {
            faults.add(&path.field("version"), first.place("name"), invalid(first.text("name"), &errors.join(",")));
        }
    }
    names::check(spec, &path, faults);
    if let Some(first) = versions.first() {
        parts(*first, &path, "validation", moved, any_status, checks, faults);
    }
    conversion(spec, &path, faults);
    stored_versions(spec, &versions, faults);
    names::approval(node, group, faults);
    if spec.flag("preserveUnknownFields") {
        let key = "preserveUnknownFields";
        let detail = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
        faults.add(&path.field(key), spec.place(key), format_args!("Invalid value: true: {detail}"));
    }
}

/// Which parts of the versions are judged: those that lie at the top, or those that do not.
#[derive(Clone, Copy)]
struct Moved {
    schema: bool,
    subresources: bool,
    columns: bool,
    selectable: bool,
}

impl Moved {
    fn negated(self) -> Self {
        Self { schema: !self.schema, subresources: !self.subresources, columns: !self.columns, selectable: !self.selectable }
    }
}

fn same(a: Option<&Node<'_>>, b: Option<&Node<'_>>) -> bool {
    let text = |node: Option<&Node<'_>>| node.map(|node| to_json(node, JsonForm::Sent));
    a.map(std::ptr::from_ref) == b.map(std::ptr::from_ref) || text(a) == text(b)
}

fn open_api(version: Props<'_>) -> Option<&Node<'_>> {
    version.schema("schema")?.get("openAPIV3Schema")
}

fn has_status(version: Props<'_>) -> bool {
    version.schema("subresources").is_some_and(|node| node.get("status").is_some())
}

fn group_and_scope(spec: Props<'_>, group: &str, path: &Path<'_>, faults: &mut Faults) {
    let errors = names::subdomain(group);
    if !errors.is_empty() {
        faults.add(&path.field("group"), spec.place("group"), invalid(group, &errors.join(",")));
    } else if !group.contains('.') {
        faults.add(&path.field("group"), spec.place("group"), invalid(group, "should be a domain with at least one dot"));
    }
    let scope = spec.text("scope");
    if !matches!(scope, "Cluster" | "Namespaced") {
        let message = if scope.is_empty() { required("") } else { unsupported(scope, &["Cluster", "Namespaced"]) };
        faults.add(&path.field("scope"), spec.place("scope"), message);
    }
}

fn unique(spec: Props<'_>, versions: &[Props<'_>], shown: &str, path: &Path<'_>, faults: &mut Faults) {
    let repeated =
        |(index, version): (usize, &Props<'_>)| versions[..index].iter().any(|other| other.text("name") == version.text("name"));
    let mut add = |detail| faults.add(path, spec.place("versions"), format_args!("Invalid value: {shown}{detail}"));
    if versions.iter().enumerate().any(repeated) {
        add("must contain unique version names");
    }
    if versions.iter().filter(|version| version.flag("storage")).count() != 1 {
        add("must have exactly one version marked as storage version");
    }
}

/// The versions as the server prints them in front of a detail: in the names of its Go types. Empty where they have parts of their own,
/// since it then prints all of their schemas.
fn versions_text(versions: &[Props<'_>], moved: Moved) -> String {
    if !(moved.schema && moved.subresources && moved.columns && moved.selectable) {
        return String::new();
    }
    let one = |version: &Props<'_>| {
        let flag = |key| version.flag(key);
        let text = |key| version.get(key).map_or("null".to_owned(), |node| to_json(node, JsonForm::Sent));
        let (served, storage, deprecated) = (flag("served"), flag("storage"), flag("deprecated"));
        format!(
            r#"{{"Name":{},"Served":{served},"Storage":{storage},"Deprecated":{deprecated},"DeprecationWarning":{},"#,
            text("name"),
            text("deprecationWarning")
        ) + r#""Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}"#
    };
    format!("[{}]: ", versions.iter().map(one).collect::<Vec<_>>().join(","))
}

/// The server keeps the first storage version in the status.
fn stored_versions(spec: Props<'_>, versions: &[Props<'_>], faults: &mut Faults) {
    let path = Path::Root("status");
    let path = path.field("storedVersions");
    let mut storage = versions.iter().filter(|version| version.flag("storage")).map(|version| version.text("name"));
    let Some(first) = storage.next() else {
        let message = "Invalid value: null: must have at least one stored version";
        return faults.add(&path, spec.place("versions"), message);
    };
    for other in storage {
        let message = format!("Invalid value: [{}]: must have the storage version {other}", go::quote(first));
        faults.add(&path, spec.place("versions"), message);
    }
}

fn deprecation(version: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let key = "deprecationWarning";
    let Some(text) = version.get(key).and_then(Node::as_str) else { return };
    let shown = version.get(key).map(|node| to_json(node, JsonForm::Sent)).unwrap_or_default();
    let mut add =
        |detail: &str| faults.add(&path.field(key), version.place(key), format_args!("Invalid value: {shown}: {detail}"));
    if !version.flag("deprecated") {
        return add("can only be set for deprecated versions");
    }
    if text.len() > 256 {
        add("must be <= 256 characters long");
    }
    if text.is_empty() {
        add("must not be an empty string");
    }
    let is_printable =
        |letter: char| matches!(letter, '"' | '\\') || !go::quote(letter.encode_utf8(&mut [0; 4])).starts_with("\"\\");
    if let Some((at, _)) = text.char_indices().find(|(_, letter)| !is_printable(*letter)) {
        add(&format!("must only contain printable UTF-8 characters; non-printable character found at index {at}"));
    }
}

/// The schema, subresources, columns and selectable fields of a version, as far as `which` says.
fn parts(
    version: Props<'_>,
    path: &Path<'_>,
    schema_key: &str,
    which: Moved,
    status: bool,
    checks: Checks<'_>,
    faults: &mut Faults,
) {
    if let Some(schema) = open_api(version).filter(|_| which.schema) {
        super::schema(schema, &path.field(schema_key).field("openAPIV3Schema"), status, checks, faults);
    }
    if let Some(subresources) = version.schema("subresources").filter(|_| which.subresources) {
        scale(subresources, &path.field("subresources"), faults);
    }
    let columns = path.field("additionalPrinterColumns");
    for (index, column) in version.schemas("additionalPrinterColumns").enumerate().filter(|_| which.columns) {
        self::column(column, &columns.index(index), faults);
    }
    let key = "selectableFields";
    if which.selectable && !version.list(key).is_empty() {
        selectable(version, &path.field(key), faults);
    }
}

fn scale(subresources: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let Some(scale) = subresources.get("scale").map(Props) else { return };
    let path = path.field("scale");
    let fields: [(&str, bool, &[&str], &str); 3] = [
        ("specReplicasPath", true, &[".spec."], "should be a json path under .spec"),
        ("statusReplicasPath", true, &[".status."], "should be a json path under .status"),
        ("labelSelectorPath", false, &[".spec.", ".status."], "should be a json path under either .spec or .status"),
    ];
    for (key, is_required, prefixes, detail) in fields {
        let (text, span) = (scale.text(key), scale.place(key));
        let field = path.field(key);
        if text.is_empty() {
            if is_required {
                faults.add(&field, span, required(""));
            }
        } else if !text.starts_with('.') {
            faults.add(&field, span, invalid(text, "must be a simple json path starting with ."));
        } else if !prefixes.iter().any(|prefix| text.starts_with(prefix)) {
            faults.add(&field, span, invalid(text, detail));
        }
    }
}

fn column(column: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    if column.text("name").is_empty() {
        faults.add(&path.field("name"), column.span(), required(""));
    }
    let (kind, format, json_path) = (column.kind(), column.text("format"), column.text("jsonPath"));
    let types = ["boolean", "date", "integer", "number", "string"];
    if !types.contains(&kind) {
        let detail = format!("must be one of {}", types.join(","));
        let message = if kind.is_empty() { required(&detail) } else { invalid(kind, &detail) };
        faults.add(&path.field("type"), column.place("type"), message);
    }
    let formats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];
    if !format.is_empty() && !formats.contains(&format) {
        faults.add(
            &path.field("format"),
            column.place("format"),
            invalid(format, &format!("must be one of {}", formats.join(","))),
        );
    }
    if json_path.is_empty() {
        faults.add(&path.field("JSONPath"), column.place("jsonPath"), required(""));
    } else if !json_path.starts_with('.') {
        let detail = "must be a simple json path starting with .";
        faults.add(&path.field("JSONPath"), column.place("jsonPath"), invalid(json_path, detail));
    }
}

fn selectable(version: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    const MOST: usize = 8;
    let Some(schema) = open_api(version).map(Props) else { return };
    if let Some(text) = structural::unsupported(schema) {
        let root = Path::Root("spec");
        let message = invalid("", &structural::unsupported_text(text));
        return faults.add(&root.field("schema").field("openAPIV3Schema"), schema.span(), message);
    }
    let mut seen: Vec<&str> = Vec::new();
    for (index, field) in version.schemas("selectableFields").enumerate() {
        let text = field.text("jsonPath");
        let span = field.place("jsonPath");
        let here = path.index(index);
        let here = here.field("jsonPath");
        if text.is_empty() {
            faults.add(&here, span, required(""));
            continue;
        }
        let found = match rules::resolve(text, schema, false) {
            Ok(found) => found,
            Err(error) => {
                faults.add(&here, span, invalid(text, &format!("is an invalid path: {error}")));
                continue;
            }
        };
        if text.split('.').nth(1) == Some("metadata") {
            faults.add(&here, span, invalid(text, "must not point to fields in metadata"));
        }
        if !matches!(found.map_or("", Props::kind), "string" | "boolean" | "integer") {
            let detail = "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
            faults.add(&here, span, invalid(text, detail));
        }
        if seen.contains(&text) {
            faults.add(&here, span, format_args!("Duplicate value: {}", go::quote(text)));
        } else {
            seen.push(text);
        }
    }
    if seen.len() > MOST {
        faults.add(
            path,
            version.place("selectableFields"),
            format_args!("Too many: {}: must have at most {MOST} items", seen.len()),
        );
    }
}

fn conversion(spec: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let Some(conversion) = spec.get("conversion").map(Props) else { return };
    let path = path.field("conversion");
    let strategy = conversion.text("strategy");
    if !matches!(strategy, "None" | "Webhook") {
        let message = if strategy.is_empty() { required("") } else { unsupported(strategy, &["None", "Webhook"]) };
        faults.add(&path.field("strategy"), conversion.place("strategy"), message);
    }
    let webhook = conversion.schema("webhook");
    let client = webhook.and_then(|webhook| webhook.schema("clientConfig"));
    let versions: Vec<_> = webhook.iter().flat_map(|webhook| webhook.texts("conversionReviewVersions")).collect();
    let span = conversion.place("webhook");
    let client_path = path.field("webhookClientConfig");
    let versions_path = path.field("conversionReviewVersions");
    if strategy != "Webhook" {
        let detail = "should not be set when strategy is not set to Webhook";
        if client.is_some() {
            faults.add(&client_path, span, forbidden(detail));
        }
        if !versions.is_empty() {
            faults.add(&versions_path, span, forbidden(detail));
        }
        return;
    }
    match client {
        None => faults.add(&client_path, span, required("required when strategy is set to Webhook")),
        Some(client) => self::client(client, &client_path, faults),
    }
    if versions.is_empty() {
        faults.add(&versions_path, span, required(""));
        return;
    }
    for (index, version) in versions.iter().enumerate() {
        if versions[..index].contains(version) {
            faults.add(&versions_path.index(index), span, invalid(version, "duplicate version"));
            continue;
        }
        for error in names::label(version) {
            faults.add(&versions_path.index(index), span, invalid(version, &error));
        }
    }
    if !versions.iter().any(|version| matches!(*version, "v1" | "v1beta1")) {
        let list: Vec<_> = versions.iter().map(|version| go::quote(version)).collect();
        let detail = "must include at least one of v1, v1beta1";
        faults.add(&versions_path, span, format_args!("Invalid value: [{}]: {detail}", list.join(",")));
    }
}

/// Whom the conversion webhook is called at.
fn client(client: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let (url, service) = (client.get("url").and_then(Node::as_str), client.schema("service"));
    match (url, service) {
        (Some(url), None) => {
            if !url.starts_with("https://") {
                let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
                let form = "desired format: https://host[/path]";
                let detail = format!("'https' is the only allowed URL scheme; {form}");
                faults.add(&path.field("url"), client.place("url"), invalid(scheme, &detail));
            }
        }
        (None, Some(service)) => {
            let path = path.field("service");
            for key in ["name", "namespace"] {
                if service.text(key).is_empty() {
                    // The server takes the two for each other.
                    let blamed = if key == "name" { "namespace" } else { "name" };
                    faults.add(&path.field(blamed), service.span(), required(""));
                }
            }
            if let Some(port) = service.get("port").and_then(Node::as_i64).filter(|port| !(1..=65535).contains(port)) {
                let detail = "port is not valid: must be between 1 and 65535, inclusive";
                faults.add(&path.field("port"), service.place("port"), format_args!("Invalid value: {port}: {detail}"));
            }
        }
        _ => faults.add(path, client.span(), required("exactly one of url or service is required")),
    }
}
