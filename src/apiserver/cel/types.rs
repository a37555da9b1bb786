//! The types of CEL, and those that a structural schema makes.
//!
//! Source: `pkg/cel/common/schemas.go` of apiserver, `common/types` of cel-go.

use std::{collections::HashMap, fmt, sync::Arc};

use super::{Environment, names::escape};
use crate::crd::{Additional, Property, Schema, Type as SchemaType};

/// A type of CEL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Known when the expression is evaluated.
    Dyn,
    /// Of an expression that has an error.
    Error,
    /// `null_type`.
    Null,
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `uint`.
    Uint,
    /// `double`.
    Double,
    /// `string`.
    String,
    /// `bytes`.
    Bytes,
    /// `google.protobuf.Duration`.
    Duration,
    /// `google.protobuf.Timestamp`.
    Timestamp,
    /// A list of such elements.
    List(Arc<Type>),
    /// A map of such keys and values.
    Map(Arc<Type>, Arc<Type>),
    /// An object with the fields of its schema, or of Kubernetes (`kubernetes.Quantity`).
    Object(Arc<str>),
    /// A type without fields (`net.IP`, `optional_type`) and its parameters.
    Opaque(Arc<str>, Vec<Type>),
    /// The type of a type.
    Type(Option<Arc<Type>>),
    /// A parameter of a declared type, by its name.
    Param(char),
    /// A type that is not known yet, by its number.
    Var(u32),
}

impl Type {
    /// A list of `element`.
    pub fn list(element: Type) -> Self {
        Self::List(Arc::new(element))
    }

    /// A map from `key` to `value`.
    pub fn map(key: Type, value: Type) -> Self {
        Self::Map(Arc::new(key), Arc::new(value))
    }

    /// A value that may be absent.
    pub fn optional(value: Type) -> Self {
        Self::Opaque(OPTIONAL.into(), vec![value])
    }

    /// The type of the value, when this is an optional one.
    pub fn unwrap_optional(&self) -> Option<&Type> {
        match self {
            Self::Opaque(name, parameters) if &**name == OPTIONAL => parameters.first(),
            _ => None,
        }
    }

    /// The name that `type()` shows, without parameters.
    pub fn name(&self) -> &str {
        match self {
            Self::Dyn => "dyn",
            Self::Error => "error",
            Self::Null => "null_type",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Double => "double",
            Self::String => "string",
            Self::Bytes => "bytes",
            Self::Duration => "google.protobuf.Duration",
            Self::Timestamp => "google.protobuf.Timestamp",
            Self::List(_) => "list",
            Self::Map(..) => "map",
            Self::Object(name) | Self::Opaque(name, _) => name,
            Self::Type(_) => "type",
            Self::Param(_) | Self::Var(_) => "",
        }
    }
}

const OPTIONAL: &str = "optional_type";

impl fmt::Display for Type {
    /// The type as the compiler's errors spell it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error => f.write_str("!error!"),
            Self::Null => f.write_str("null"),
            Self::Duration => f.write_str("duration"),
            Self::Timestamp => f.write_str("timestamp"),
            Self::List(element) => write!(f, "list({element})"),
            Self::Map(key, value) => write!(f, "map({key}, {value})"),
            Self::Opaque(name, parameters) if !parameters.is_empty() => {
                write!(f, "{name}(")?;
                for (index, parameter) in parameters.iter().enumerate() {
                    write!(f, "{}{parameter}", if index > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
            Self::Type(Some(of)) => write!(f, "type({of})"),
            Self::Param(name) => write!(f, "{name}"),
            Self::Var(number) => write!(f, "_var{number}"),
            other => f.write_str(other.name()),
        }
    }
}

/// A schema where it stands: the root of a resource has fields that it need not spell out.
#[derive(Debug, Clone, Copy)]
pub struct Place<'s> {
    pub(super) schema: &'s Schema,
    pub(super) resource: bool,
}

/// The object types of a rule, by their names.
#[derive(Debug, Default)]
pub struct Objects<'s>(HashMap<Arc<str>, Place<'s>>);

impl<'s> Place<'s> {
    /// The schema of a custom resource or of a part of it; `root` tells that it is the whole.
    pub fn new(schema: &'s Schema, root: bool) -> Self {
        Self { schema, resource: root || schema.embedded_resource }
    }

    /// Whether expressions can see values of this schema.
    pub(super) fn exposed(self) -> bool {
        if self.schema.int_or_string {
            return true;
        }
        match self.schema.kind {
            Some(SchemaType::Array) => self.element().is_some_and(Place::exposed),
            Some(SchemaType::Object) => self.element().is_none_or(Place::exposed),
            Some(_) => true,
            None => false,
        }
    }

    /// Where the items of a list and the values of a map stand.
    pub(super) fn element(self) -> Option<Place<'s>> {
        if self.schema.int_or_string {
            return None;
        }
        match (self.schema.kind, &self.schema.additional) {
            (Some(SchemaType::Array), _) => self.schema.items.as_deref().map(|items| Place::new(items, false)),
            (Some(SchemaType::Object), Some(Additional::Schema(values))) => Some(Place::new(values, false)),
            _ => None,
        }
    }

    /// Whether this is an object with fields of its own.
    pub(super) fn is_object(self) -> bool {
        !self.schema.int_or_string && self.schema.kind == Some(SchemaType::Object) && self.element().is_none()
    }

    /// Where the field that expressions call `name` stands; none when they cannot see it.
    pub(super) fn field(self, name: &str) -> Option<Place<'s>> {
        if !self.is_object() {
            return None;
        }
        if let Some(meta) = self.meta(name) {
            return Some(meta);
        }
        let plain = || self.schema.property(name).filter(|_| escape(name).is_some_and(|escaped| escaped == name));
        let escaped = || {
            let same = |property: &&Property| escape(&property.name).is_some_and(|escaped| escaped == name);
            name.contains("__").then(|| self.schema.properties.iter().find(same).map(|property| &property.schema)).flatten()
        };
        plain().or_else(escaped).map(|schema| Place::new(schema, false)).filter(|place| place.exposed())
    }

    /// Where the property `name` stands.
    pub(super) fn property(self, name: &str) -> Option<Place<'s>> {
        self.meta(name).or_else(|| self.schema.property(name).map(|schema| Place::new(schema, false)))
    }

    /// What every resource has, whatever its schema says of it.
    fn meta(self, name: &str) -> Option<Place<'s>> {
        if !self.resource || !matches!(name, "apiVersion" | "kind" | "metadata") || self.spells_out_meta() {
            return None;
        }
        let schema = if name == "metadata" { &META.metadata } else { &META.string };
        Some(Place { schema, resource: false })
    }

    fn spells_out_meta(self) -> bool {
        let is = |schema: Option<&Schema>, kind| schema.is_some_and(|schema| schema.kind == Some(kind));
        let metadata = self.schema.property("metadata");
        let names = |name| is(metadata.and_then(|metadata| metadata.property(name)), SchemaType::String);
        is(self.schema.property("apiVersion"), SchemaType::String)
            && is(self.schema.property("kind"), SchemaType::String)
            && is(metadata, SchemaType::Object)
            && names("name")
            && names("generateName")
    }

    /// The type, objects being named after `path`; none when expressions cannot see values of this schema.
    pub(super) fn type_at(self, path: &str, objects: &mut Objects<'s>) -> Option<Type> {
        if self.schema.int_or_string {
            return Some(Type::Dyn);
        }
        Some(match self.schema.kind? {
            SchemaType::Array => Type::list(self.element()?.type_at(&format!("{path}.@idx"), objects)?),
            SchemaType::Object => match self.element() {
                Some(values) => Type::map(Type::String, values.type_at(&format!("{path}.@elem"), objects)?),
                None => {
                    let name: Arc<str> = path.into();
                    objects.0.insert(name.clone(), self);
                    Type::Object(name)
                }
            },
            SchemaType::String => match self.schema.format.as_deref() {
                Some("byte") => Type::Bytes,
                Some("duration") => Type::Duration,
                Some("date" | "date-time") => Type::Timestamp,
                _ => Type::String,
            },
            SchemaType::Boolean => Type::Bool,
            SchemaType::Number => Type::Double,
            SchemaType::Integer => Type::Int,
        })
    }
}

impl Objects<'_> {
    /// The type of the field `name` of the object type `object`: none when no such type is known, `Some(None)` when it has no such field.
    pub(super) fn field(&mut self, object: &str, name: &str, environment: Environment) -> Option<Option<Type>> {
        let place = *self.0.get(object)?;
        let field = |name: &str| place.field(name).map(|field| (field, format!("{object}.{name}")));
        // A reserved word may name a field as it is.
        let reserved = || environment.at_least(31).then(|| escape(name)).flatten().filter(|escaped| escaped != name);
        let found = field(name).or_else(|| field(&reserved()?));
        Some(found.and_then(|(field, path)| field.type_at(&path, self)))
    }

    /// Whether `name` is an object type of the schema.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// The schemas of what every resource has.
struct Meta {
    string: Schema,
    metadata: Schema,
}

static META: std::sync::LazyLock<Meta> = std::sync::LazyLock::new(|| {
    let string = Schema { kind: Some(SchemaType::String), ..Schema::default() };
    let names = ["name", "generateName"].map(|name| Property { name: name.to_owned(), schema: string.clone() });
    let metadata = Schema { kind: Some(SchemaType::Object), properties: names.into_iter().collect(), ..Schema::default() };
    Meta { string, metadata }
});
