//! What makes a schema structural.
//!
//! Source: "Specifying a structural schema" in the Kubernetes documentation of CustomResourceDefinitions.

use super::super::fault::{Faults, Path};
use super::super::pattern::Pattern;
use super::text::{forbidden, invalid, required};
use super::view::Props;

/// Where a schema stands.
#[derive(Clone, Copy, PartialEq)]
enum Level {
    Root,
    Item,
    Field,
}

/// The keyword anywhere in the schema that no structural schema can have at all.
pub(super) fn unsupported(props: Props<'_>) -> Option<&'static str> {
    let set = |key: &str| props.keywords().any(|(name, _)| name == key);
    let filled = |key: &str| props.map(key).next().is_some();
    let here = if !props.text("id").is_empty() {
        Some("id")
    } else if !props.text("$schema").is_empty() {
        Some("schema")
    } else if !props.text("$ref").is_empty() {
        Some("$ref")
    } else if filled("patternProperties") {
        Some("patternProperties")
    } else if filled("dependencies") {
        Some("dependencies")
    } else if props.get("additionalItems").is_some() {
        Some("additionalItems")
    } else if filled("definitions") {
        Some("definitions")
    } else if set("items") && !props.list("items").is_empty() {
        Some("items")
    } else if props.get("x-kubernetes-preserve-unknown-fields").and_then(|node| node.as_bool()) == Some(false) {
        Some("x-kubernetes-preserve-unknown-fields")
    } else {
        None
    };
    let lists = ["allOf", "anyOf", "oneOf"].into_iter().flat_map(|key| props.schemas(key));
    let single = [props.schema("not"), props.items(), props.additional().and_then(|(_, schema)| schema)].into_iter().flatten();
    let properties = props.map("properties").map(|(_, schema)| schema);
    here.or_else(|| lists.chain(single).chain(properties).find_map(unsupported))
}

/// What the server says of a keyword that [`unsupported`] finds.
pub(super) fn unsupported_text(keyword: &str) -> String {
    match keyword {
        "items" => "OpenAPIV3Schema 'items' must be a schema, but is an array".to_owned(),
        "x-kubernetes-preserve-unknown-fields" => format!("internal error: '{keyword}' must be true or undefined"),
        _ => format!("OpenAPIV3Schema '{keyword}' is not supported"),
    }
}

/// The conditions that `root`, at `path`, does not meet.
pub(super) fn check(root: Props<'_>, path: &Path<'_>) -> Faults {
    let mut faults = Faults::default();
    invariants(root, Level::Root, path, &mut faults);
    completeness(root, Some(root), path, path, &mut faults);
    faults
}

fn invariants(props: Props<'_>, level: Level, path: &Path<'_>, faults: &mut Faults) {
    if props.kind() == "array" && props.items().is_none() {
        faults.add(&path.field("items"), props.span(), required("must be specified"));
    }
    if let Some(items) = props.items() {
        invariants(items, Level::Item, &path.field("items"), faults);
    }
    let list = path.field("properties");
    for (name, schema) in props.map("properties") {
        invariants(schema, Level::Field, &list.key(name), faults);
    }
    let embedded = props.flag("x-kubernetes-embedded-resource");
    additional(props, level, embedded, path, faults);
    extensions(props, embedded, path, faults);

    let mut all_of = props.schemas("allOf");
    let skip = Skip { any_of: is_int_or_string(props), first_any_of: all_of.next().is_some_and(is_int_or_string) };
    values(props, skip, path, faults);
    type_of(props, level, embedded, path, faults);
    if level == Level::Root || embedded {
        for name in ["kind", "apiVersion"] {
            if let Some(schema) = props.property(name).filter(|schema| schema.kind() != "string") {
                faults.add(&list.key(name).field("type"), schema.place("type"), invalid(schema.kind(), "must be string"));
            }
        }
    }
    if let Some(schema) = props.property("metadata") {
        metadata(schema, level, embedded, &list.key("metadata"), faults);
    }
    if embedded && !props.flag("x-kubernetes-preserve-unknown-fields") && props.map("properties").next().is_none() {
        let detail = "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
        faults.add(&list, props.span(), required(detail));
    }
}

fn additional(props: Props<'_>, level: Level, embedded: bool, path: &Path<'_>, faults: &mut Faults) {
    let Some((_, schema)) = props.additional() else { return };
    let here = path.field("additionalProperties");
    let span = props.place("additionalProperties");
    if level == Level::Root {
        faults.add(&here, span, forbidden("must not be used at the root"));
    }
    if let Some(schema) = schema {
        invariants(schema, Level::Field, &here, faults);
    }
    if embedded {
        faults.add(&here, span, forbidden("must not be used if x-kubernetes-embedded-resource is set"));
    }
}

fn extensions(props: Props<'_>, embedded: bool, path: &Path<'_>, faults: &mut Faults) {
    if !props.flag("x-kubernetes-int-or-string") {
        return;
    }
    let preserves = props.flag("x-kubernetes-preserve-unknown-fields");
    for (set, key) in [(preserves, "x-kubernetes-preserve-unknown-fields"), (embedded, "x-kubernetes-embedded-resource")] {
        if set {
            let message = "Invalid value: true: must be false if x-kubernetes-int-or-string is true";
            faults.add(&path.field(key), props.place(key), message);
        }
    }
}

fn type_of(props: Props<'_>, level: Level, embedded: bool, path: &Path<'_>, faults: &mut Faults) {
    let kind = props.kind();
    let here = path.field("type");
    let span = props.place("type");
    if embedded && kind != "object" {
        let detail = "must be object if x-kubernetes-embedded-resource is true";
        faults.add(&here, span, if kind.is_empty() { required(detail) } else { invalid(kind, detail) });
    } else if kind.is_empty() && !props.flag("x-kubernetes-int-or-string") && !props.flag("x-kubernetes-preserve-unknown-fields")
    {
        let detail = match level {
            Level::Root => "must not be empty at the root",
            Level::Item => "must not be empty for specified array items",
            Level::Field => "must not be empty for specified object fields",
        };
        faults.add(&here, span, required(detail));
    }
    if level == Level::Root && !kind.is_empty() && kind != "object" {
        faults.add(&here, span, invalid(kind, "must be object at the root"));
    }
}

fn metadata(props: Props<'_>, level: Level, embedded: bool, path: &Path<'_>, faults: &mut Faults) {
    if (level == Level::Root || embedded) && props.kind() != "object" {
        faults.add(&path.field("type"), props.place("type"), invalid(props.kind(), "must be object"));
    }
    if level != Level::Root {
        return;
    }
    let names_only = props.map("properties").all(|(name, _)| matches!(name, "name" | "generateName"));
    let silent = props.keywords().all(|(key, _)| {
        matches!(key, "type" | "default" | "definitions" | "dependencies" | "patternProperties")
            || (key == "properties" && names_only)
    });
    if !silent {
        let detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
        faults.add(path, props.span(), forbidden(detail));
    }
}

/// Where the two ways to write an integer or a string are no fault.
#[derive(Clone, Copy, Default)]
struct Skip {
    /// `anyOf` of this schema.
    any_of: bool,
    /// `anyOf` of the first schema in `allOf`.
    first_any_of: bool,
}

/// `anyOf: [{type: integer}, {type: string}]` and nothing else in it.
fn is_int_or_string(props: Props<'_>) -> bool {
    let is = |schema: &Props<'_>, kind| schema.keywords().count() == 1 && schema.kind() == kind;
    let branches: Vec<_> = props.schemas("anyOf").collect();
    matches!(branches.as_slice(), [integer, string] if is(integer, "integer") && is(string, "string"))
}

/// The value validation of a schema: its junctors, and its pattern.
fn values(props: Props<'_>, skip: Skip, path: &Path<'_>, faults: &mut Faults) {
    for key in ["anyOf", "allOf", "oneOf"] {
        if key == "anyOf" && skip.any_of {
            continue;
        }
        let list = path.field(key);
        for (index, schema) in props.schemas(key).enumerate() {
            let skip = Skip { any_of: key == "allOf" && index == 0 && skip.first_any_of, first_any_of: false };
            nested(schema, skip, &list.index(index), faults);
        }
    }
    if let Some(schema) = props.schema("not") {
        nested(schema, Skip::default(), &path.field("not"), faults);
    }
    let pattern = props.text("pattern");
    if let Some(error) = Some(pattern).filter(|text| !text.is_empty()).and_then(Pattern::syntax_error) {
        let detail = format!("must be a valid regular expression, but isn't: {error}");
        faults.add(&path.field("pattern"), props.place("pattern"), invalid(pattern, &detail));
    }
}

/// Keywords that must not stand below a junctor, and what the server wants of them.
const FORBIDDEN: &[(&str, &str)] = &[
    ("type", "must be empty to be structural"),
    ("default", "must be undefined to be structural"),
    ("title", "must be empty to be structural"),
    ("description", "must be empty to be structural"),
    ("nullable", "must be false to be structural"),
    ("x-kubernetes-preserve-unknown-fields", "must be false to be structural"),
    ("x-kubernetes-embedded-resource", "must be false to be structural"),
    ("x-kubernetes-int-or-string", "must be false to be structural"),
    ("x-kubernetes-list-map-keys", "must be empty to be structural"),
    ("x-kubernetes-list-type", "must be undefined to be structural"),
    ("x-kubernetes-map-type", "must be undefined to be structural"),
    ("x-kubernetes-validations", "must be empty to be structural"),
];

/// A schema below a junctor.
fn nested(props: Props<'_>, skip: Skip, path: &Path<'_>, faults: &mut Faults) {
    values(props, skip, path, faults);
    if let Some(items) = props.items() {
        nested(items, Skip::default(), &path.field("items"), faults);
    }
    let list = path.field("properties");
    for (name, schema) in props.map("properties") {
        nested(schema, Skip::default(), &list.key(name), faults);
    }
    if matches!(props.additional(), Some((true, _))) {
        let span = props.place("additionalProperties");
        faults.add(&path.field("additionalProperties"), span, forbidden("must be undefined to be structural"));
    }
    for (key, detail) in FORBIDDEN {
        let set = match *key {
            // Present is enough, even when it says nothing.
            "default" | "x-kubernetes-list-type" | "x-kubernetes-map-type" => props.get(key).is_some(),
            "x-kubernetes-list-map-keys" | "x-kubernetes-validations" => !props.list(key).is_empty(),
            _ => props.keywords().any(|(name, _)| name == *key),
        };
        if set {
            faults.add(&path.field(key), props.place(key), forbidden(detail));
        }
    }
    if let Some(schema) = props.property("metadata") {
        faults.add(&list.key("metadata"), schema.span(), forbidden("must not be specified in a nested context"));
    }
}

/// Every field that a junctor of `props` speaks of must be specified in `outer` too. The server looks at the junctors of the root only.
fn completeness(props: Props<'_>, outer: Option<Props<'_>>, outer_path: &Path<'_>, path: &Path<'_>, faults: &mut Faults) {
    if let Some(schema) = props.schema("not") {
        nested_completeness(schema, outer, outer_path, &path.field("not"), faults);
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        let list = path.field(key);
        for (index, schema) in props.schemas(key).enumerate() {
            nested_completeness(schema, outer, outer_path, &list.index(index), faults);
        }
    }
}

fn nested_completeness(props: Props<'_>, outer: Option<Props<'_>>, outer_path: &Path<'_>, path: &Path<'_>, faults: &mut Faults) {
    let missing = |at: &Path<'_>, by: &Path<'_>, faults: &mut Faults| {
        faults.add(at, props.span(), required(&format!("because it is defined in {by}")));
    };
    let Some(outer) = outer else { return missing(outer_path, path, faults) };
    completeness(props, Some(outer), outer_path, path, faults);
    if let Some(items) = props.items() {
        nested_completeness(items, outer.items(), &outer_path.field("items"), &path.field("items"), faults);
    }
    let (outer_list, list) = (outer_path.field("properties"), path.field("properties"));
    for (name, schema) in props.map("properties") {
        let (at, by) = (outer_list.key(name), list.key(name));
        match outer.property(name) {
            Some(outer) => nested_completeness(schema, Some(outer), &at, &by, faults),
            None => missing(&at, &by, faults),
        }
    }
}
