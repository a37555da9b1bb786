//! ADM015, and RUN006 and SCH013 where no webhook looks: what the server stores and the platform's own types do not take.
//!
//! The schema says most of what the types want (widths of integers, times, quantities); typed durations are plain strings in it, and some
//! values have no schema at all.

use std::sync::LazyLock;

use super::{super::history::without_indices, Review};
use crate::{
    apiserver::{
        canonical_quantity,
        path::{Path, Step},
        time_fault,
    },
    crd::{Additional, Catalog, GROUP, Lookup, Release, Schema, Type},
    omnia::duration,
    yaml::{Entry, JsonForm, Node, Number, Span, Value, to_json},
};

/// What the platform's decoder does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub field: String,
    pub span: Span,
    pub kind: Kind,
    /// What is wrong, in a sentence.
    pub text: String,
}

/// What a [`Fault`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Duration,
    Integer,
    Other,
}

/// The fields that are durations for the platform and strings for the schema, `[]` for the items of a list.
const DURATIONS: &[(&str, &str)] = &[
    ("AgentRuntime", "spec.facades[].clientToolTimeout"),
    ("AgentRuntime", "spec.media.storage.defaultTTL"),
    ("AgentRuntime", "spec.media.storage.uploadURLTTL"),
    ("AgentRuntime", "spec.media.storage.downloadURLTTL"),
    ("AgentRuntime", "spec.a2aClients[].timeout"),
    ("AgentRuntime", "spec.sandbox.idleTimeout"),
    ("AgentRuntime", "spec.sandbox.releaseGrace"),
    ("AgentRuntime", "spec.sandbox.mountReleaseGrace"),
    ("ToolRegistry", "spec.handlers[].timeout"),
    ("ToolRegistry", "spec.handlers[].grpcConfig.retryPolicy.initialBackoff"),
    ("ToolRegistry", "spec.handlers[].grpcConfig.retryPolicy.maxBackoff"),
    ("ToolRegistry", "spec.handlers[].httpConfig.retryPolicy.initialBackoff"),
    ("ToolRegistry", "spec.handlers[].httpConfig.retryPolicy.maxBackoff"),
    ("ToolRegistry", "spec.handlers[].mcpConfig.retryPolicy.initialBackoff"),
    ("ToolRegistry", "spec.handlers[].mcpConfig.retryPolicy.maxBackoff"),
    ("ToolRegistry", "spec.handlers[].openAPIConfig.retryPolicy.initialBackoff"),
    ("ToolRegistry", "spec.handlers[].openAPIConfig.retryPolicy.maxBackoff"),
    ("ToolRegistry", "spec.probe.interval"),
    ("ToolRegistry", "spec.probe.timeout"),
    ("MemoryPolicy", "spec.consolidation.timeouts.*"),
];

/// What the decoder of the object's kind does not take, in the order in which it reads: by key.
///
/// Recursive as deep as the object is nested.
pub(super) fn faults(review: &Review<'_>) -> Vec<Fault> {
    let found = walk(review, false);
    // The order matters only among several.
    if found.len() > 1 { walk(review, true) } else { found }
}

fn walk(review: &Review<'_>, sorted: bool) -> Vec<Fault> {
    let durations = DURATIONS.iter().filter(|(kind, _)| *kind == review.kind).map(|(_, field)| *field).collect();
    let mut walk = Walk { kind: review.kind, durations, sorted, opaque: false, faults: Vec::new() };
    let spec = review.object.as_map().and_then(|root| root.entry("spec"));
    if let Some((entry, schema)) = spec.zip(review.schema.and_then(|schema| schema.property("spec"))) {
        let place = Place { path: Path::ROOT.child(Step::Property("spec")), key: "spec", fallback: entry.key_span };
        walk.node(&entry.value, schema, &place);
    }
    walk.faults
}

struct Place<'p> {
    path: Path<'p>,
    /// The last key of the path.
    key: &'p str,
    fallback: Span,
}

impl<'p> Place<'p> {
    fn member(&'p self, key: &'p str, fallback: Span) -> Place<'p> {
        Place { path: self.path.child(Step::Property(key)), key, fallback }
    }

    fn item(&'p self, index: usize) -> Place<'p> {
        Place { path: self.path.child(Step::Index(index)), key: self.key, fallback: self.fallback }
    }

    /// The path without indices.
    fn shape(&self) -> String {
        without_indices(&self.path.dotted())
    }
}

struct Walk<'a> {
    kind: &'a str,
    /// The fields of the kind that are durations.
    durations: Vec<&'static str>,
    /// Members in the order of their keys, as the decoder reads them.
    sorted: bool,
    /// Below a value without a schema, where the server has not compared types.
    opaque: bool,
    faults: Vec<Fault>,
}

impl Walk<'_> {
    fn node(&mut self, node: &Node<'_>, schema: &Schema, place: &Place<'_>) {
        if node.is_null() {
            return;
        }
        if schema.int_or_string {
            return self.int_or_string(node, schema, place);
        }
        match schema.kind {
            Some(Type::Integer) => self.integer(node, schema, place),
            Some(Type::String) => self.string(node, schema, place),
            Some(Type::Object) => self.object(node, schema, place),
            Some(Type::Array) => match (node.as_list(), schema.items.as_deref()) {
                (Some(items), Some(below)) => {
                    for (index, item) in items.iter().enumerate() {
                        self.node(item, below, &place.item(index));
                    }
                }
                (Some(_), None) => {}
                (None, _) => self.mismatch(node, "a list", place),
            },
            Some(Type::Boolean) if node.as_bool().is_none() => self.mismatch(node, "true or false", place),
            Some(Type::Number) if !matches!(node.value, Value::Number(_)) => self.mismatch(node, "a number", place),
            _ => {}
        }
    }

    fn object(&mut self, node: &Node<'_>, schema: &Schema, place: &Place<'_>) {
        let Some(map) = node.as_map() else { return self.mismatch(node, "an object", place) };
        if self.sorted {
            let mut entries: Vec<_> = map.entries.iter().collect();
            entries.sort_by(|a, b| a.key.cmp(&b.key));
            entries.into_iter().for_each(|entry| self.member(entry, schema, place));
        } else {
            map.entries.iter().for_each(|entry| self.member(entry, schema, place));
        }
    }

    fn member(&mut self, entry: &Entry<'_>, schema: &Schema, place: &Place<'_>) {
        let below = schema.property(&entry.key).or(match &schema.additional {
            Some(Additional::Schema(below)) => Some(below),
            _ => None,
        });
        let inner = place.member(&entry.key, entry.key_span);
        match (self.hidden(place, &entry.key), below) {
            (Some(Hidden::Volumes(schema)), Some(below)) if below.kind.is_none() => self.below(&entry.value, schema, &inner),
            (Some(Hidden::Providers), Some(below)) if below.kind.is_none() => self.providers(&entry.value, &inner),
            (_, Some(below)) => self.node(&entry.value, below, &inner),
            (_, None) => {}
        }
    }

    /// What a field without a schema is for the platform.
    fn hidden(&self, parent: &Place<'_>, key: &str) -> Option<Hidden> {
        match key {
            "extraVolumes" => VOLUMES.volumes.as_ref().map(Hidden::Volumes),
            "extraVolumeMounts" => VOLUMES.mounts.as_ref().map(Hidden::Volumes),
            _ if self.kind == "ArenaJob" && parent.key == "providers" && parent.shape() == "spec.providers" => {
                Some(Hidden::Providers)
            }
            _ => None,
        }
    }

    fn below(&mut self, node: &Node<'_>, schema: &Schema, place: &Place<'_>) {
        let before = std::mem::replace(&mut self.opaque, true);
        self.node(node, schema, place);
        self.opaque = before;
    }

    /// A group of providers of an ArenaJob: a list of entries, or a map of them.
    fn providers(&mut self, node: &Node<'_>, place: &Place<'_>) {
        let before = std::mem::replace(&mut self.opaque, true);
        match &node.value {
            Value::Null => {}
            Value::List(items) => items.iter().enumerate().for_each(|(index, item)| self.provider(item, &place.item(index))),
            Value::Map(map) => {
                map.entries.iter().for_each(|entry| self.provider(&entry.value, &place.member(&entry.key, entry.key_span)))
            }
            _ => self.mismatch(node, "a list of providers or a map of them", place),
        }
        self.opaque = before;
    }

    /// `providerRef` and `agentRef`, each with the names of an object.
    fn provider(&mut self, node: &Node<'_>, place: &Place<'_>) {
        if node.is_null() {
            return;
        }
        let Some(map) = node.as_map() else { return self.mismatch(node, "an object", place) };
        for entry in
            map.entries.iter().filter(|entry| matches!(&*entry.key, "providerRef" | "agentRef") && !entry.value.is_null())
        {
            let place = place.member(&entry.key, entry.key_span);
            let Some(reference) = entry.value.as_map() else {
                self.mismatch(&entry.value, "an object", &place);
                continue;
            };
            for name in reference.entries.iter().filter(|name| matches!(&*name.key, "name" | "namespace")) {
                if !name.value.is_null() && name.value.as_str().is_none() {
                    self.mismatch(&name.value, "a string", &place.member(&name.key, name.key_span));
                }
            }
        }
    }

    fn integer(&mut self, node: &Node<'_>, schema: &Schema, place: &Place<'_>) {
        match node.as_i64() {
            None => self.mismatch(node, "an integer", place),
            Some(value) if schema.format.as_deref() == Some("int32") => self.width(node, value, place),
            Some(_) => {}
        }
    }

    fn width(&mut self, node: &Node<'_>, value: i64, place: &Place<'_>) {
        if i32::try_from(value).is_err() {
            let text = format!("{value} does not fit 32 bits: the platform reads an integer from -2147483648 to 2147483647 here");
            self.push(node, Kind::Integer, text, place);
        }
    }

    fn int_or_string(&mut self, node: &Node<'_>, schema: &Schema, place: &Place<'_>) {
        if is_quantity(schema) {
            let written = match &node.value {
                Value::String(text) => text.to_string(),
                _ => to_json(node, JsonForm::Sent),
            };
            if let Err(reason) = canonical_quantity(&written) {
                self.push(node, Kind::Other, format!("{written:?} is no quantity: {reason}"), place);
            }
            return;
        }
        match &node.value {
            Value::String(_) => {}
            Value::Number(Number::Int(value)) => self.width(node, *value, place),
            _ => self.mismatch(node, "an integer or a string", place),
        }
    }

    fn string(&mut self, node: &Node<'_>, schema: &Schema, place: &Place<'_>) {
        let Some(text) = node.as_str() else { return self.mismatch(node, "a string", place) };
        if schema.format.as_deref() == Some("date-time") {
            if let Some(reason) = time_fault(text) {
                self.push(node, Kind::Other, format!("the platform cannot read the time: {reason}"), place);
            }
        } else if self.is_duration(place)
            && let Err(reason) = duration::parse(text)
        {
            self.push(node, Kind::Duration, format!("{text:?} is no duration of Go ({reason})"), place);
        }
    }

    fn is_duration(&self, place: &Place<'_>) -> bool {
        // The last key is asked before the path is spelled out.
        let may_be = |field: &&str| field.ends_with('*') || field.ends_with(place.key);
        let mut candidates = self.durations.iter().filter(|field| may_be(field)).peekable();
        if candidates.peek().is_none() {
            return false;
        }
        let shape = place.shape();
        candidates.any(|field| match field.strip_suffix(".*") {
            Some(map) => shape.strip_prefix(map).is_some_and(|rest| rest.starts_with('.') && !rest[1..].contains('.')),
            None => **field == *shape,
        })
    }

    /// Elsewhere the server has compared the types itself.
    fn mismatch(&mut self, node: &Node<'_>, wanted: &str, place: &Place<'_>) {
        if self.opaque {
            let found = match &node.value {
                Value::Null => "null",
                Value::Bool(_) => "a truth value",
                Value::Number(_) => "a number",
                Value::String(_) => "a string",
                Value::List(_) => "a list",
                Value::Map(_) => "an object",
            };
            self.push(node, Kind::Other, format!("the platform reads {wanted} here, not {found}"), place);
        }
    }

    fn push(&mut self, node: &Node<'_>, kind: Kind, text: String, place: &Place<'_>) {
        let span = if node.span == Span::default() { place.fallback } else { node.span };
        self.faults.push(Fault { field: place.path.dotted(), span, kind, text });
    }
}

enum Hidden {
    Volumes(&'static Schema),
    Providers,
}

/// Volumes and their mounts, as the platform's types have them wherever the schema leaves them open.
struct Volumes {
    volumes: Option<Schema>,
    mounts: Option<Schema>,
}

static VOLUMES: LazyLock<Volumes> = LazyLock::new(|| {
    let catalog = Catalog::new(Release::Current);
    let runtime = match catalog.find(&format!("{GROUP}/v1alpha1"), "AgentRuntime") {
        Lookup::Found(found) => found.version.schema.property("spec").and_then(|spec| spec.property("runtime")),
        _ => None,
    };
    let typed = |name: &str| runtime.and_then(|runtime| runtime.property(name)).cloned();
    Volumes { volumes: typed("volumes"), mounts: typed("volumeMounts") }
});

/// The lists of `podOverrides` that the schema leaves open, and their types.
pub(in crate::lint) fn volume_types() -> impl Iterator<Item = (&'static str, &'static Schema)> {
    let lists = [("extraVolumes", &VOLUMES.volumes), ("extraVolumeMounts", &VOLUMES.mounts)];
    lists.into_iter().filter_map(|(name, schema)| Some((name, schema.as_ref()?)))
}

fn is_quantity(schema: &Schema) -> bool {
    schema.pattern.as_ref().is_some_and(|pattern| pattern.source().contains("numkMGTPE"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema_at<'s>(root: &'s Schema, path: &str) -> Option<&'s Schema> {
        path.split('.').try_fold(root, |schema, step| match (step, step.strip_suffix("[]")) {
            (_, Some(list)) => schema.property(list)?.items.as_deref(),
            ("*", _) => schema.properties.first().map(|property| &property.schema),
            _ => schema.property(step),
        })
    }

    #[test]
    fn durations_are_strings_of_the_schema() {
        let catalog = Catalog::new(Release::Current);
        for (kind, field) in DURATIONS {
            let Lookup::Found(found) = catalog.find(&format!("{GROUP}/v1alpha1"), kind) else { panic!("{kind}") };
            let schema = schema_at(&found.version.schema, field).unwrap_or_else(|| panic!("{kind} has no {field}"));
            assert_eq!(schema.kind, Some(Type::String), "{kind} {field}");
            assert!(schema.pattern.is_none() && schema.format.is_none(), "{kind} {field}: the server looks at it");
        }
    }

    #[test]
    fn volumes_have_a_type() {
        assert!(VOLUMES.volumes.as_ref().is_some_and(|schema| schema.items.is_some()));
        assert!(VOLUMES.mounts.as_ref().is_some_and(|schema| schema.items.is_some()));
    }
}
