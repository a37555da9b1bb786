//! kubectl's own check of the objects in a list.
//!
//! The server cannot check a list strictly, so kubectl does it by the OpenAPI document, before it takes the list apart: unknown fields,
//! missing ones and types. Source: `k8s.io/kube-openapi/pkg/util/proto`, `ToStructuralOpenAPIV2` of apiextensions-apiserver.

use super::client_type::TypeFault;
use crate::{
    crd::{Additional, Definition, Schema, Type, Version},
    yaml::{Entry, Map, Node, Number, Span, Value},
};

/// Adds kubectl's words against `object` to `faults`; `name` is what its path begins with.
///
/// Recursive as deep as the object is nested.
pub(super) fn check_object(
    object: &Node<'_>,
    definition: &Definition,
    version: &Version,
    name: &str,
    faults: &mut Vec<TypeFault>,
) {
    let model = Model::Object { version: &version.schema };
    let mut check = Check { item: name.to_owned(), model: model_name(definition, version), faults };
    check.visit(object, model);
}

/// Adds kubectl's words against a typed list (`kind: SkillSourceList`) to `faults`.
///
/// Recursive as deep as the list is nested.
pub(super) fn check_list(list: &Node<'_>, definition: &Definition, version: &Version, faults: &mut Vec<TypeFault>) {
    let model = Model::ListOf { name: model_name(definition, version), version: &version.schema };
    let mut check =
        Check { item: format!("{}List", definition.kind), model: format!("{}List", model_name(definition, version)), faults };
    check.visit(list, model);
}

/// The name of the type in the OpenAPI document (`ai.altairalabs.omnia.v1alpha1.SkillSource`).
fn model_name(definition: &Definition, version: &Version) -> String {
    let group: Vec<&str> = definition.group.rsplit('.').collect();
    format!("{}.{}.{}", group.join("."), version.name, definition.kind)
}

/// A type of the OpenAPI document.
#[derive(Clone)]
enum Model<'s> {
    /// The root of an object: its schema, and `metadata` of all objects.
    Object { version: &'s Schema },
    /// A typed list of such objects.
    ListOf { name: String, version: &'s Schema },
    /// A part of the CRD's schema.
    Schema(&'s Schema),
    /// A type that every server has.
    Known(&'static Known),
}

/// A type that every server has.
enum Known {
    Primitive(&'static str),
    List(&'static Known),
    Map(&'static Known),
    Any,
    /// With the name in the document, the fields and those that are required.
    Object(&'static str, &'static [(&'static str, &'static Known)], &'static [&'static str]),
}

const TEXT: Known = Known::Primitive("string");
const INTEGER: Known = Known::Primitive("integer");
const FLAG: Known = Known::Primitive("boolean");
const TEXTS: Known = Known::List(&TEXT);
const TEXT_MAP: Known = Known::Map(&TEXT);

const OWNER_REFERENCE: Known = Known::Object(
    "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference",
    &[
        ("apiVersion", &TEXT),
        ("blockOwnerDeletion", &FLAG),
        ("controller", &FLAG),
        ("kind", &TEXT),
        ("name", &TEXT),
        ("uid", &TEXT),
    ],
    &["apiVersion", "kind", "name", "uid"],
);

const MANAGED_FIELDS: Known = Known::Object(
    "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry",
    &[
        ("apiVersion", &TEXT),
        ("fieldsType", &TEXT),
        ("fieldsV1", &Known::Map(&Known::Any)),
        ("manager", &TEXT),
        ("operation", &TEXT),
        ("subresource", &TEXT),
        ("time", &TEXT),
    ],
    &[],
);

const OBJECT_META: Known = Known::Object(
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
    &[
        ("annotations", &TEXT_MAP),
        ("creationTimestamp", &TEXT),
        ("deletionGracePeriodSeconds", &INTEGER),
        ("deletionTimestamp", &TEXT),
        ("finalizers", &TEXTS),
        ("generateName", &TEXT),
        ("generation", &INTEGER),
        ("labels", &TEXT_MAP),
        ("managedFields", &Known::List(&MANAGED_FIELDS)),
        ("name", &TEXT),
        ("namespace", &TEXT),
        ("ownerReferences", &Known::List(&OWNER_REFERENCE)),
        ("resourceVersion", &TEXT),
        ("selfLink", &TEXT),
        ("uid", &TEXT),
    ],
    &[],
);

const LIST_META: Known = Known::Object(
    "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta",
    &[("continue", &TEXT), ("remainingItemCount", &INTEGER), ("resourceVersion", &TEXT), ("selfLink", &TEXT)],
    &[],
);

/// What kubectl makes of a type.
enum Shape<'s> {
    Primitive(&'static str),
    List(Model<'s>),
    Map(Option<Model<'s>>),
    Object { required: Vec<&'s str> },
    Any,
}

impl<'s> Model<'s> {
    fn shape(&self) -> Shape<'s> {
        match self {
            Self::Object { version } => Shape::Object { required: version.required.iter().map(String::as_str).collect() },
            Self::ListOf { .. } => Shape::Object { required: vec!["items"] },
            Self::Known(Known::Primitive(name)) => Shape::Primitive(name),
            Self::Known(Known::List(items)) => Shape::List(Model::Known(items)),
            Self::Known(Known::Map(values)) => Shape::Map(Some(Model::Known(values))),
            Self::Known(Known::Any) => Shape::Any,
            Self::Known(Known::Object(_, _, required)) => Shape::Object { required: required.to_vec() },
            Self::Schema(schema) => schema_shape(schema),
        }
    }

    /// The type of the field `key`.
    fn field(&self, key: &str) -> Option<Model<'s>> {
        let root = |meta: &'static Known| match key {
            "apiVersion" | "kind" => Some(Model::Known(&TEXT)),
            "metadata" => Some(Model::Known(meta)),
            _ => None,
        };
        match self {
            Self::Object { version } => root(&OBJECT_META).or_else(|| version.property(key).map(Model::Schema)),
            Self::ListOf { .. } if key == "items" => None,
            Self::ListOf { .. } => root(&LIST_META),
            Self::Schema(schema) if schema.embedded_resource => {
                root(&OBJECT_META).or_else(|| schema.property(key).map(Model::Schema))
            }
            Self::Schema(schema) => schema.property(key).map(Model::Schema),
            Self::Known(Known::Object(_, fields, _)) => {
                fields.iter().find(|(name, _)| *name == key).map(|(_, field)| Model::Known(field))
            }
            Self::Known(_) => None,
        }
    }

    /// The name with which the paths of the type begin, when it has one of its own.
    fn own_name(&self) -> Option<&str> {
        match self {
            Self::Known(Known::Object(name, ..)) => Some(name),
            _ => None,
        }
    }
}

/// The OpenAPI document of version 2 knows neither nulls nor unknown fields that are kept: such values may be anything.
fn schema_shape(schema: &Schema) -> Shape<'_> {
    if schema.nullable || schema.preserve_unknown || schema.int_or_string {
        return Shape::Any;
    }
    match schema.kind {
        Some(Type::Object) | None if !schema.properties.is_empty() || schema.embedded_resource => {
            let nullable = |name: &&str| schema.property(name).is_some_and(|property| property.nullable);
            Shape::Object { required: schema.required.iter().map(String::as_str).filter(|name| !nullable(name)).collect() }
        }
        Some(Type::Object) => Shape::Map(match &schema.additional {
            Some(Additional::Schema(values)) => Some(Model::Schema(values)),
            _ => None,
        }),
        Some(Type::Array) => schema.items.as_deref().map_or(Shape::Any, |items| Shape::List(Model::Schema(items))),
        Some(primitive) => Shape::Primitive(primitive.name()),
        None => Shape::Any,
    }
}

struct Check<'f> {
    /// The path of the value.
    item: String,
    /// The path of its type.
    model: String,
    faults: &'f mut Vec<TypeFault>,
}

impl Check<'_> {
    fn visit(&mut self, node: &Node<'_>, model: Model<'_>) {
        match (model.shape(), &node.value) {
            (Shape::Any, _) => {}
            (Shape::List(items), Value::List(list)) => self.list(list, &items),
            (Shape::Map(values), Value::Map(map)) => self.map(map, values),
            (Shape::Object { required }, Value::Map(map)) => self.object(node, map, &model, &required),
            (Shape::Primitive(expected), value) if !fits(expected, value) => self.wrong_type(node, expected),
            (Shape::Primitive(_), _) => {}
            (Shape::List(_), _) => self.wrong_type(node, "array"),
            (Shape::Map(_) | Shape::Object { .. }, _) => self.wrong_type(node, "map"),
        }
    }

    fn list(&mut self, list: &[Node<'_>], items: &Model<'_>) {
        for (index, item) in list.iter().enumerate() {
            if item.is_null() {
                let text = format!("unknown object type \"nil\" in {}[{index}]", self.item);
                self.invalid(text, item.span);
                continue;
            }
            self.below(&format!("[{index}]"), "", |check| check.visit_named(item, items.clone()));
        }
    }

    fn map(&mut self, map: &Map<'_>, values: Option<Model<'_>>) {
        for entry in sorted(map) {
            let step = format!(".{}", entry.key);
            if entry.value.is_null() {
                // This one stands without the name of its place before it.
                let text = format!("unknown object type \"nil\" in {}{step}", self.item);
                self.faults.push(TypeFault { text, span: entry.value.span });
            } else if let Some(values) = &values {
                self.below(&step, "", |check| check.visit_named(&entry.value, values.clone()));
            }
        }
    }

    fn object(&mut self, node: &Node<'_>, map: &Map<'_>, model: &Model<'_>, required: &[&str]) {
        for entry in sorted(map) {
            if entry.value.is_null() {
                continue;
            }
            let step = format!(".{}", entry.key);
            match (model, model.field(&entry.key)) {
                (_, Some(field)) => self.below(&step, &step, |check| check.visit_named(&entry.value, field)),
                (Model::ListOf { name, version }, None) if entry.key == "items" => self.below(&step, &step, |check| {
                    check.items(&entry.value, name, version);
                }),
                _ => {
                    let text = format!("unknown field \"{}\" in {}", entry.key, self.model);
                    self.invalid(text, entry.key_span);
                }
            }
        }
        for name in required {
            if map.get(name).is_none_or(Node::is_null) {
                let text = format!("missing required field \"{name}\" in {}", self.model);
                self.invalid(text, node.span);
            }
        }
    }

    /// The items of a typed list.
    fn items(&mut self, node: &Node<'_>, name: &str, version: &Schema) {
        let Value::List(list) = &node.value else { return self.wrong_type(node, "array") };
        let kept = std::mem::replace(&mut self.model, name.to_owned());
        self.list(list, &Model::Object { version });
        self.model = kept;
    }

    /// Visits with the path of the type beginning anew where it has a name of its own.
    fn visit_named(&mut self, node: &Node<'_>, model: Model<'_>) {
        match model.own_name().map(str::to_owned) {
            None => self.visit(node, model),
            Some(name) => {
                let kept = std::mem::replace(&mut self.model, name);
                self.visit(node, model);
                self.model = kept;
            }
        }
    }

    /// Runs `visit` one step further down both paths.
    fn below(&mut self, item: &str, model: &str, visit: impl FnOnce(&mut Self)) {
        let (item_end, model_end) = (self.item.len(), self.model.len());
        self.item.push_str(item);
        self.model.push_str(model);
        visit(self);
        self.item.truncate(item_end);
        self.model.truncate(model_end);
    }

    fn wrong_type(&mut self, node: &Node<'_>, expected: &str) {
        let text = format!("invalid type for {}: got \"{}\", expected \"{expected}\"", self.model, word(&node.value));
        self.invalid(text, node.span);
    }

    fn invalid(&mut self, text: String, span: Span) {
        self.faults.push(TypeFault { text: format!("ValidationError({}): {text}", self.item), span });
    }
}

fn sorted<'n, 't>(map: &'n Map<'t>) -> Vec<&'n Entry<'t>> {
    let mut entries: Vec<&Entry<'_>> = map.entries.iter().collect();
    entries.sort_by(|left, right| left.key.cmp(&right.key));
    entries
}

/// kubectl lets any scalar pass for a string, and any number for an integer.
fn fits(expected: &str, value: &Value<'_>) -> bool {
    match value {
        Value::Bool(_) => matches!(expected, "boolean" | "string"),
        Value::Number(_) => matches!(expected, "integer" | "number" | "string"),
        Value::String(_) => expected == "string",
        Value::Null | Value::List(_) | Value::Map(_) => false,
    }
}

fn word(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "nil",
        Value::Bool(_) => "boolean",
        Value::Number(Number::Int(_)) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "map",
    }
}
