//! Ratcheting: on an update the server forgives failures in values that have not changed.
//!
//! Source: `pkg/cel/common/equality.go` and `maplist.go` of apiserver.

use std::collections::HashMap;

use crate::{
    crd::{ListType, Schema, Type},
    yaml::{Entry, JsonForm, Map, Node, Value, push_json},
};

use super::{prune::additional_schema, validate_enum::equal};

/// Comparisons of values with their old ones, each made once.
#[derive(Default)]
pub(super) struct Ratchet {
    /// By the address of the new value, which has one old value only.
    known: HashMap<usize, bool>,
}

impl Ratchet {
    /// Whether `new` equals `old` for ratcheting: lists of type map by their keys, objects with a key that the schema does not
    /// know never.
    ///
    /// Recursive: as deep as the values are nested.
    pub(super) fn unchanged(&mut self, schema: &Schema, new: &Node<'_>, old: &Node<'_>) -> bool {
        match (&new.value, &old.value) {
            (Value::Map(_), Value::Map(_)) | (Value::List(_), Value::List(_)) => {}
            _ => return equal(new, old),
        }
        let address = std::ptr::from_ref(new) as usize;
        if let Some(known) = self.known.get(&address) {
            return *known;
        }
        let same = match (&new.value, &old.value) {
            (Value::Map(map), Value::Map(old)) => self.object_unchanged(schema, map, old),
            (Value::List(items), _) => self.list_unchanged(schema, items, new, old),
            _ => false,
        };
        self.known.insert(address, same);
        same
    }

    fn object_unchanged(&mut self, schema: &Schema, new: &Map<'_>, old: &Map<'_>) -> bool {
        if new.len() != old.len() {
            return false;
        }
        let index = (new.len() > 64)
            .then(|| old.entries.iter().map(|entry| (entry.key.as_ref(), entry)).collect::<HashMap<&str, &Entry<'_>>>());
        new.entries.iter().all(|entry| {
            let old = index.as_ref().map_or_else(|| old.entry(&entry.key), |index| index.get(entry.key.as_ref()).copied());
            let known = schema.property(&entry.key).or_else(|| schema.additional.as_ref().and_then(additional_schema));
            match (old, known) {
                (Some(old), Some(known)) => self.unchanged(known, &entry.value, &old.value),
                _ => false,
            }
        })
    }

    fn list_unchanged(&mut self, schema: &Schema, items: &[Node<'_>], new: &Node<'_>, old: &Node<'_>) -> bool {
        if items.len() != old.as_list().map_or(0, <[_]>::len) {
            return false;
        }
        if !matches!(schema.list_type, Some(ListType::Map(_))) {
            return equal(new, old);
        }
        // A list of type map with anything in it that has no counterpart counts as changed, even when it is the same.
        let counterparts = old_items(schema, old).zip(schema.items.as_deref());
        items.iter().all(|item| {
            let (old, schema) = counterparts.as_ref().map_or((None, schema), |(old, schema)| (old.matching(item), *schema));
            old.is_some_and(|old| self.unchanged(schema, item, old))
        })
    }
}

/// The items of an old list of type map, by their keys.
pub(super) struct OldItems<'s, 'n> {
    keys: &'s [String],
    items: HashMap<String, &'n Node<'n>>,
}

/// The items of `old` to look up by key, when `schema` makes the list one of type map.
pub(super) fn old_items<'s, 'n>(schema: &'s Schema, old: &'n Node<'n>) -> Option<OldItems<'s, 'n>> {
    let Some(ListType::Map(keys)) = &schema.list_type else { return None };
    if schema.kind != Some(Type::Array) || keys.is_empty() {
        return None;
    }
    let mut items = HashMap::new();
    for item in old.as_list()? {
        if let Some(key) = composite_key(keys, item) {
            items.entry(key).or_insert(item);
        }
    }
    Some(OldItems { keys, items })
}

impl<'n> OldItems<'_, 'n> {
    /// The first old item with the keys of `item`.
    pub(super) fn matching(&self, item: &Node<'_>) -> Option<&'n Node<'n>> {
        self.items.get(&composite_key(self.keys, item)?).copied()
    }
}

/// The values of `keys` as one text; none when one is missing or is no scalar.
fn composite_key(keys: &[String], item: &Node<'_>) -> Option<String> {
    let map = item.as_map()?;
    let mut composite = String::new();
    for key in keys {
        let value = map.get(key)?;
        match &value.value {
            Value::Null | Value::List(_) | Value::Map(_) => return None,
            // 1 and 1.0 are different keys.
            Value::Number(number) if number.as_i64().is_none() => composite.push('~'),
            _ => {}
        }
        push_json(&mut composite, value, JsonForm::Sent);
        composite.push(',');
    }
    Some(composite)
}
