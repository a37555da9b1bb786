//! Lists: arrays of the object, looked at in place, and lists that expressions make.

use std::sync::Arc;

use super::{
    compare::equal,
    convert,
    value::{Fault, Outcome, Value},
};
use crate::{
    crd::{Schema, Type},
    yaml::{self, Node, Number},
};

/// A list.
#[derive(Debug, Clone)]
pub struct List<'a> {
    items: Items<'a>,
    /// What the schema says of the list; nothing for a list that an expression made.
    pub kind: Option<ListKind<'a>>,
}

/// The list types of schemas.
#[derive(Debug, Clone, Copy)]
pub enum ListKind<'a> {
    /// The order counts.
    Atomic,
    /// A set.
    Set,
    /// A map with these keys.
    Map(&'a [String]),
}

#[derive(Debug, Clone)]
enum Items<'a> {
    /// An array of the tree and the schema of its items.
    Nodes(&'a [Node<'a>], &'a Schema),
    /// Items that are made.
    Values(Arc<Vec<Value<'a>>>),
    /// Two lists, one behind the other; the number is the length of both.
    Joined(Arc<(List<'a>, List<'a>)>, usize),
}

/// More items than a list may get while an expression runs.
pub const MAX_ITEMS: usize = 4_000_000;

impl<'a> List<'a> {
    /// A list of `values`.
    pub fn of(values: Vec<Value<'a>>) -> Self {
        Self { items: Items::Values(Arc::new(values)), kind: None }
    }

    /// The array `nodes`, whose items are of `schema`.
    pub const fn nodes(nodes: &'a [Node<'a>], schema: &'a Schema, kind: ListKind<'a>) -> Self {
        Self { items: Items::Nodes(nodes, schema), kind: Some(kind) }
    }

    /// The array `nodes` without what a schema says of it.
    pub const fn plain(nodes: &'a [Node<'a>], schema: &'a Schema) -> Self {
        Self { items: Items::Nodes(nodes, schema), kind: None }
    }

    /// This list without what its schema says; `schema` is the one that says nothing.
    pub fn into_plain(self, schema: &'a Schema) -> Self {
        match self.items {
            Items::Nodes(nodes, _) => Self::plain(nodes, schema),
            items => Self { items, kind: None },
        }
    }

    /// The sum of no items: the zero of the type of the items, as far as it is known.
    pub fn zero(&self) -> Value<'a> {
        match &self.items {
            Items::Nodes(_, schema) if schema.kind == Some(Type::Number) => Value::Double(0.0),
            Items::Nodes(_, schema) if schema.format.as_deref() == Some("duration") => Value::Duration(0),
            Items::Joined(both, _) => both.0.zero(),
            _ => Value::Int(0),
        }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        match &self.items {
            Items::Nodes(nodes, _) => nodes.len(),
            Items::Values(values) => values.len(),
            Items::Joined(_, len) => *len,
        }
    }

    /// The item at `index`.
    ///
    /// # Errors
    ///
    /// There is none, or it is not of its schema's type.
    pub fn get(&self, index: usize) -> Outcome<'a> {
        let mut list = self;
        let mut at = index;
        loop {
            match &list.items {
                Items::Joined(both, _) => {
                    let first = both.0.len();
                    if at < first {
                        list = &both.0;
                    } else {
                        at -= first;
                        list = &both.1;
                    }
                }
                Items::Values(values) => {
                    return values.get(at).cloned().ok_or_else(|| Fault::index_out_of_bounds(&index));
                }
                Items::Nodes(nodes, schema) => {
                    return match nodes.get(at) {
                        Some(node) => convert::value(node, schema, false),
                        None => Err(Fault::index_out_of_bounds(&index)),
                    };
                }
            }
        }
    }

    /// The node of the item at `index`, when it is one of the tree.
    pub fn node(&self, index: usize) -> Option<&'a Node<'a>> {
        match &self.items {
            Items::Nodes(nodes, _) => nodes.get(index),
            _ => None,
        }
    }

    /// The items.
    pub fn iter(&self) -> impl Iterator<Item = Outcome<'a>> + '_ {
        // A chain of joined lists is walked once, not from its head for each item.
        let mut stack = vec![self];
        let mut current: Option<(&Self, usize)> = None;
        std::iter::from_fn(move || {
            loop {
                if let Some((list, at)) = &mut current {
                    if *at < list.len() {
                        *at += 1;
                        return Some(list.get(*at - 1));
                    }
                    current = None;
                }
                let list = stack.pop()?;
                match &list.items {
                    Items::Joined(both, _) => {
                        stack.push(&both.1);
                        stack.push(&both.0);
                    }
                    _ => current = Some((list, 0)),
                }
            }
        })
    }

    /// The items.
    ///
    /// # Errors
    ///
    /// One is not of its schema's type.
    pub fn values(&self) -> Result<Vec<Value<'a>>, Fault> {
        self.iter().collect()
    }

    /// This list with `item` at its end.
    pub fn push(&mut self, item: Value<'a>) {
        if let Items::Values(values) = &mut self.items {
            Arc::make_mut(values).push(item);
        }
    }

    /// `self + other`: a set takes only items that it has not, a map list merges by key.
    ///
    /// # Errors
    ///
    /// An item is not of its schema's type, or the list gets too long.
    pub fn join(&self, other: &Self) -> Result<Self, Fault> {
        let len = self.len() + other.len();
        if len > MAX_ITEMS {
            return Err(Fault::CostLimit);
        }
        let items = match self.kind {
            Some(ListKind::Set) => self.union(other)?,
            Some(ListKind::Map(keys)) => self.merge(other, keys)?,
            _ if other.len() == 0 => self.items.clone(),
            _ if self.len() == 0 && self.kind.is_none() => other.items.clone(),
            _ => Items::Joined(Arc::new((self.clone(), other.clone())), len),
        };
        Ok(Self { items, kind: self.kind })
    }

    fn union(&self, other: &Self) -> Result<Items<'a>, Fault> {
        let mut values = self.values()?;
        for item in other.iter() {
            let item = item?;
            if !values.iter().any(|value| same_scalar(value, &item)) {
                values.push(item);
            }
        }
        Ok(Items::Values(Arc::new(values)))
    }

    fn merge(&self, other: &Self, keys: &[String]) -> Result<Items<'a>, Fault> {
        let mut values = self.values()?;
        for item in other.iter() {
            let item = item?;
            match values.iter().position(|value| same_map_key(value, &item, keys)) {
                Some(at) => values[at] = item,
                None => values.push(item),
            }
        }
        Ok(Items::Values(Arc::new(values)))
    }

    /// `self == other`; the kind of the left list decides whether the order counts.
    ///
    /// # Errors
    ///
    /// Items of the object cannot be compared.
    pub fn equals(&self, other: &Self) -> Result<bool, Fault> {
        if self.len() != other.len() {
            return Ok(false);
        }
        match self.kind {
            None => {
                // Items that cannot be compared do not make a made list differ.
                let differs = |(a, b): (Outcome<'a>, Outcome<'a>)| matches!(a.and_then(|a| equal(&a, &b?)), Ok(false));
                Ok(!self.iter().zip(other.iter()).any(differs))
            }
            Some(ListKind::Atomic) => {
                for (a, b) in self.iter().zip(other.iter()) {
                    if !equal(&a?, &b?)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Some(ListKind::Set) => self.set_equals(other),
            Some(ListKind::Map(keys)) => self.map_equals(other, keys),
        }
    }

    fn set_equals(&self, other: &Self) -> Result<bool, Fault> {
        let mine = self.values()?;
        for item in other.iter() {
            let item = item?;
            if !mine.iter().any(|value| same_scalar(value, &item)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn map_equals(&self, other: &Self, keys: &[String]) -> Result<bool, Fault> {
        let mine = self.values()?;
        for item in other.iter() {
            let item = item?;
            // The last of items with equal keys counts.
            let Some(value) = mine.iter().rev().find(|value| same_map_key(value, &item, keys)) else { return Ok(false) };
            if !equal(value, &item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether two items of a set are the same: sets compare what is written, so that numbers of two types differ.
fn same_scalar(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Double(a), Value::Double(b)) => a == b,
        (Value::String(a), Value::String(b)) => **a == **b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        _ => false,
    }
}

/// Whether two items of a map list have the same keys.
fn same_map_key(a: &Value<'_>, b: &Value<'_>, keys: &[String]) -> bool {
    let (Value::Map(super::map::Map::Object(a)), Value::Map(super::map::Map::Object(b))) = (a, b) else { return false };
    keys.iter().all(|key| match (a.map.get(key), b.map.get(key)) {
        (None, None) => true,
        (Some(a), Some(b)) => same_written(a, b),
        _ => false,
    })
}

/// Whether two scalars of the tree are the same; an integer and a float never are.
pub fn same_written(a: &Node<'_>, b: &Node<'_>) -> bool {
    match (&a.value, &b.value) {
        (yaml::Value::Null, yaml::Value::Null) => true,
        (yaml::Value::Bool(a), yaml::Value::Bool(b)) => a == b,
        (yaml::Value::String(a), yaml::Value::String(b)) => a == b,
        (yaml::Value::Number(Number::Int(a)), yaml::Value::Number(Number::Int(b))) => a == b,
        (yaml::Value::Number(Number::Int(_)), _) | (_, yaml::Value::Number(Number::Int(_))) => false,
        (yaml::Value::Number(a), yaml::Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => false,
    }
}
