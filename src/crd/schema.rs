//! A structural schema, compiled: what pruning, defaulting and validation walk over.
//!
//! Source: "CustomResourceDefinition structural schemas" of the Kubernetes documentation, `JSONSchemaProps` of
//! apiextensions.k8s.io/v1.

use std::sync::Arc;

use super::{memo::Memo, pattern::Pattern};
use crate::yaml::Node;

/// The `type` of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Type {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
}

impl Type {
    /// The type as a schema spells it (`integer`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// `x-kubernetes-list-type`; absent means atomic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListType {
    /// The list is one value.
    Atomic,
    /// No value may occur twice.
    Set,
    /// No two items may agree in these keys (`x-kubernetes-list-map-keys`).
    Map(Vec<String>),
}

/// What `additionalProperties` says.
#[derive(Debug, Clone, PartialEq)]
pub enum Additional {
    /// `true` or `false`.
    Allowed(bool),
    /// The schema of every value whose key is not among the properties.
    Schema(Box<Schema>),
}

/// One entry of `x-kubernetes-validations`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rule {
    /// The CEL expression.
    pub rule: String,
    /// The fixed message.
    pub message: Option<String>,
    /// A CEL expression that makes the message.
    pub message_expression: Option<String>,
    /// The cause's reason (`FieldValueInvalid` when absent).
    pub reason: Option<String>,
    /// A JSON path from the schema's node to the field to blame.
    pub field_path: Option<String>,
    /// `optionalOldSelf`.
    pub optional_old_self: Option<bool>,
    /// The code of an embedded rule (`CEL012`), `x-omnia-code` of the authored form; none for rules of `--crd`.
    pub code: Option<String>,
    /// The rule compiled, once it was needed.
    pub memo: Memo,
}

/// A property and its schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// The key.
    pub name: String,
    /// What its value must be.
    pub schema: Schema,
}

/// The properties of a node, in the order of the CRD, with fast look-up by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Properties {
    list: Vec<Property>,
    /// The mark of each name with its position in `list`, sorted by length, mark and name: most comparisons need no look at the name.
    index: Vec<(u32, u32)>,
    /// Where in `index` the names of each length begin, and where the last ones end; those of [`Properties::LENGTHS`] or more are together.
    starts: Vec<u32>,
    /// Positions in `list` of the properties with a default.
    defaulted: Vec<u32>,
}

impl Properties {
    /// Lengths of names that are told apart.
    const LENGTHS: usize = 32;
    /// Up to this many names of one length are searched one after the other.
    const LINEAR: usize = 8;

    /// The schema of `name`.
    pub fn get(&self, name: &str) -> Option<&Schema> {
        let length = name.len().min(Self::LENGTHS);
        let (Some(&start), Some(&end)) = (self.starts.get(length), self.starts.get(length + 1)) else { return None };
        let candidates = self.index.get(start as usize..end as usize)?;
        let wanted = mark(name);
        let property = |(_, at): &(u32, u32)| &self.list[*at as usize];
        if candidates.len() <= Self::LINEAR {
            let mut same = candidates.iter().filter(|(mark, _)| *mark == wanted).map(property);
            return same.find(|property| property.name == name).map(|property| &property.schema);
        }
        let order = |one: &(u32, u32)| one.0.cmp(&wanted).then_with(|| property(one).name.as_str().cmp(name));
        let found = candidates.binary_search_by(order).ok()?;
        candidates.get(found).map(|one| &property(one).schema)
    }

    /// The properties with a default, `null` included.
    pub fn defaulted(&self) -> impl Iterator<Item = &Property> {
        self.defaulted.iter().map(|at| &self.list[*at as usize])
    }

    /// The schemas, to change what is not their default.
    pub fn schemas_mut(&mut self) -> impl Iterator<Item = &mut Schema> {
        self.list.iter_mut().map(|property| &mut property.schema)
    }
}

/// Four bytes of a name, from its beginning to its end: seldom the same for two names of an object.
fn mark(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or_default();
    u32::from_le_bytes([at(0), at(bytes.len() / 3), at(bytes.len() * 2 / 3), at(bytes.len().wrapping_sub(1))])
}

impl From<Vec<Property>> for Properties {
    fn from(list: Vec<Property>) -> Self {
        let length = |at: u32| list[at as usize].name.len().min(Self::LENGTHS);
        let mut index: Vec<_> = (0..).zip(&list).map(|(at, property)| (mark(&property.name), at)).collect();
        index.sort_by(|&(a, at), &(b, other)| {
            let names = || list[at as usize].name.cmp(&list[other as usize].name);
            (length(at), a).cmp(&(length(other), b)).then_with(names)
        });
        let longest = list.iter().map(|property| property.name.len().min(Self::LENGTHS) + 1).max().unwrap_or_default();
        let starts = (0..=longest).map(|least| index.partition_point(|&(_, at)| length(at) < least) as u32).collect();
        let defaulted = (0..).zip(&list).filter(|(_, property)| property.schema.default.is_some()).map(|(at, _)| at).collect();
        Self { list, index, starts, defaulted }
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> Self {
        properties.into_iter().collect::<Vec<_>>().into()
    }
}

impl std::ops::Deref for Properties {
    type Target = [Property];

    fn deref(&self) -> &[Property] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Properties {
    type Item = &'a Property;
    type IntoIter = std::slice::Iter<'a, Property>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// A schema node.
///
/// Numeric bounds are doubles, as in the API type; lengths and counts are 64-bit integers.
#[derive(Debug, Clone, PartialEq, Default)]
#[allow(missing_docs)]
pub struct Schema {
    pub description: Option<String>,
    pub kind: Option<Type>,
    pub format: Option<String>,
    pub nullable: bool,
    pub default: Option<Box<Node<'static>>>,
    pub enumeration: Option<Vec<Node<'static>>>,

    pub min_length: Option<i64>,
    pub max_length: Option<i64>,
    pub pattern: Option<Arc<Pattern>>,

    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    pub exclusive_minimum: bool,
    pub exclusive_maximum: bool,
    pub multiple_of: Option<f64>,

    pub items: Option<Box<Schema>>,
    pub min_items: Option<i64>,
    pub max_items: Option<i64>,
    pub list_type: Option<ListType>,

    /// In the order of the CRD; [`Schema::property`] looks up by name.
    pub properties: Properties,
    pub additional: Option<Additional>,
    pub min_properties: Option<i64>,
    pub max_properties: Option<i64>,
    pub required: Vec<String>,
    /// `x-kubernetes-map-type: atomic`.
    pub map_atomic: bool,

    pub all_of: Vec<Schema>,
    pub any_of: Vec<Schema>,
    pub one_of: Vec<Schema>,
    pub not: Option<Box<Schema>>,

    /// `x-kubernetes-int-or-string`.
    pub int_or_string: bool,
    /// `x-kubernetes-preserve-unknown-fields: true`.
    pub preserve_unknown: bool,
    /// `x-kubernetes-embedded-resource`.
    pub embedded_resource: bool,
    pub rules: Vec<Rule>,
    /// Whether this node or one below it has rules (so that an object without any is known not to need them).
    pub rules_below: bool,
    /// Whether this node or one below it is an embedded resource.
    pub embedded_below: bool,
    /// Whether this node or one below it is a set or a list of type map.
    pub unique_below: bool,
    /// Whether a property of this node or of one below it has a default, or an item of a list.
    pub defaults_below: bool,
}

impl Schema {
    /// The schema of the property `name`.
    pub fn property(&self, name: &str) -> Option<&Schema> {
        self.properties.get(name)
    }
}
