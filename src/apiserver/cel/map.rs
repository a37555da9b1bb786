//! Maps: objects of the schema, looked at in place, and maps that expressions make.

use std::sync::Arc;

use super::{
    compare::equal,
    convert,
    names::{escape, unescape},
    value::{Fault, Outcome, Value},
};
use crate::{
    crd::Schema,
    yaml::{self, Node, Span},
};

/// A map.
#[derive(Debug, Clone)]
pub enum Map<'a> {
    /// An object of the tree.
    Object(Object<'a>),
    /// Entries that an expression made, in their order; no key occurs twice.
    Entries(Arc<Vec<(Value<'a>, Value<'a>)>>),
}

/// An object of the tree with its schema.
#[derive(Debug, Clone, Copy)]
pub struct Object<'a> {
    /// The entries.
    pub map: &'a yaml::Map<'a>,
    /// Where the object is written.
    pub span: Span,
    /// The schema of the object.
    pub schema: &'a Schema,
    /// It is the root of an object of the API.
    pub resource: bool,
}

impl<'a> Object<'a> {
    /// Whether the members are fields of a type, not entries of a map.
    pub fn has_fields(&self) -> bool {
        self.resource || !self.schema.properties.is_empty()
    }

    /// The member that expressions call `name`, with its schema.
    pub fn find(&self, name: &str) -> Option<(&'a Node<'a>, &'a Schema)> {
        if self.has_fields() { self.member(&unescape(name)?) } else { self.member(name) }
    }

    /// The member with the key `key`; a null field counts as absent.
    pub fn member(&self, key: &str) -> Option<(&'a Node<'a>, &'a Schema)> {
        let node = self.map.get(key)?;
        if node.is_null() && self.has_fields() {
            return None;
        }
        Some((node, self.schema_of(key)?))
    }

    /// The schema of the member with the key `key`.
    pub fn schema_of(&self, key: &str) -> Option<&'a Schema> {
        convert::member(self.schema, self.resource, key)
    }
}

impl<'a> Map<'a> {
    /// A map of `entries`, whose keys differ.
    pub fn of(entries: Vec<(Value<'a>, Value<'a>)>) -> Self {
        Self::Entries(Arc::new(entries))
    }

    /// The number of entries; fields that no expression can see count too.
    pub fn len(&self) -> usize {
        match self {
            Self::Object(object) => object.map.len(),
            Self::Entries(entries) => entries.len(),
        }
    }

    /// The value of `key`, if there is one.
    ///
    /// # Errors
    ///
    /// A key that is no text is looked up in an object, or the value is not of its schema's type.
    pub fn find(&self, key: &Value<'a>) -> Result<Option<Value<'a>>, Fault> {
        match self {
            Self::Object(object) => {
                let found = object.find(key.expect_str()?);
                found.map(|(node, schema)| convert::value(node, schema, false)).transpose()
            }
            Self::Entries(entries) => {
                for (candidate, value) in entries.iter() {
                    if same_key(candidate, key) {
                        return Ok(Some(value.clone()));
                    }
                }
                Ok(None)
            }
        }
    }

    /// The keys, as a comprehension meets them: objects in the order of the text.
    pub fn keys(&self) -> Vec<Value<'a>> {
        match self {
            Self::Object(object) => {
                let fields = !object.schema.properties.is_empty();
                let known = object.map.entries.iter().filter(|entry| object.schema_of(&entry.key).is_some());
                known
                    .map(|entry| match escape(&entry.key) {
                        Some(escaped) if fields && escaped != entry.key => Value::text(escaped.into_owned()),
                        _ => Value::str(&entry.key),
                    })
                    .collect()
            }
            Self::Entries(entries) => entries.iter().map(|(key, _)| key.clone()).collect(),
        }
    }

    /// The value that belongs to one of [`Map::keys`].
    ///
    /// # Errors
    ///
    /// It is not of its schema's type.
    pub fn get(&self, key: &Value<'a>) -> Outcome<'a> {
        self.find(key)?.ok_or_else(|| Fault::no_such_key(key))
    }
}

/// Whether two keys are the same; numbers of different types are when their values are.
pub fn same_key(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::String(a), Value::String(b)) => **a == **b,
        (Value::List(_) | Value::Map(_), _) => false,
        _ => equal(a, b).unwrap_or(false),
    }
}
