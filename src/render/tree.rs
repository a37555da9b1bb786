//! Objects as trees of JSON values in which every leaf knows where it comes from.

use std::borrow::Cow;

use serde_json::Value;

use super::{Source, operator::Setting};
use crate::world::Field;

/// A value of an object.
///
/// What is left out is no value: `Option<Tree>` stands where a field may be absent, and [`Map::put`] drops the absent ones, empty
/// lists and empty maps. An empty map that counts (`emptyDir: {}`) is a leaf.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// A scalar, or an empty map or list.
    Leaf(Value, Source),
    /// A list with items.
    List(Vec<Tree>),
    /// A map with members.
    Map(Map),
}

/// The members of a map, in the order in which they are printed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Map(Vec<(Cow<'static, str>, Tree)>);

/// A leaf of a tree with its path.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf<'t> {
    /// The path from the root, keys joined by dots as in `metadata.labels.app.kubernetes.io/name`, items as in `spec.ports[0]`.
    pub path: String,
    /// The value.
    pub value: &'t Value,
    /// Where it comes from.
    pub source: &'t Source,
}

/// What can stand as the value of a member: a tree, something that turns into one, or nothing.
pub trait IntoTree {
    /// The tree; nothing where the member is to be left out.
    fn into_tree(self) -> Option<Tree>;
}

/// An empty map.
pub const fn map() -> Map {
    Map(Vec::new())
}

/// A value that the operator always writes.
pub fn constant(value: impl Into<Value>) -> Tree {
    Tree::Leaf(value.into(), Source::Constant)
}

/// A value with its source.
pub fn sourced(value: impl Into<Value>, source: impl Into<Source>) -> Tree {
    Tree::Leaf(value.into(), source.into())
}

impl Map {
    /// With a member more; without one when `value` is nothing, an empty list or an empty map. A key that is there gets the new value.
    #[must_use]
    pub fn put(mut self, key: impl Into<Cow<'static, str>>, value: impl IntoTree) -> Self {
        self.set(key, value);
        self
    }

    /// [`Map::put`] in place.
    pub fn set(&mut self, key: impl Into<Cow<'static, str>>, value: impl IntoTree) {
        let Some(value) = value.into_tree() else { return };
        let key = key.into();
        match self.0.iter_mut().find(|(own, _)| *own == key) {
            Some((_, own)) => *own = value,
            None => self.0.push((key, value)),
        }
    }

    /// With the members of `other`, which win.
    #[must_use]
    pub fn overlaid(mut self, other: Self) -> Self {
        other.0.into_iter().for_each(|(key, value)| self.set(key, value));
        self
    }

    /// The member `key`.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        self.0.iter().find(|(own, _)| own == key).map(|(_, value)| value)
    }

    /// The members in their order.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Tree)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), value))
    }

    /// Whether there is no member.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Tree {
    /// The value without its sources.
    pub fn json(&self) -> Value {
        match self {
            Self::Leaf(value, _) => value.clone(),
            Self::List(items) => items.iter().map(Self::json).collect(),
            Self::Map(map) => Value::Object(map.entries().map(|(key, value)| (key.to_owned(), value.json())).collect()),
        }
    }

    /// What stands behind a path of keys without dots and of indices, as in `spec.ports[0].name`.
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split(['.', '[']).try_fold(self, |tree, step| match (tree, step.strip_suffix(']')) {
            (Self::List(items), Some(index)) => items.get(index.parse::<usize>().ok()?),
            (Self::Map(map), None) => map.get(step),
            _ => None,
        })
    }

    /// The text of a leaf.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Leaf(value, _) => value.as_str(),
            _ => None,
        }
    }

    /// All leaves in the order of printing.
    pub fn leaves(&self) -> Vec<Leaf<'_>> {
        let mut leaves = Vec::new();
        self.collect(String::new(), &mut leaves);
        leaves
    }

    fn collect<'t>(&'t self, path: String, leaves: &mut Vec<Leaf<'t>>) {
        match self {
            Self::Leaf(value, source) => leaves.push(Leaf { path, value, source }),
            Self::List(items) => {
                items.iter().enumerate().for_each(|(index, item)| item.collect(format!("{path}[{index}]"), leaves));
            }
            Self::Map(map) => map.entries().for_each(|(key, value)| {
                let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
                value.collect(path, leaves);
            }),
        }
    }

    /// A field with all that is below it, word for word.
    ///
    /// Recursive as deep as the field is nested.
    pub fn copied(field: &Field<'_>) -> Option<Self> {
        let value = field.node()?;
        let tree = match (value.as_list(), value.as_map()) {
            (Some([_, ..]), _) => Self::List(field.items().iter().filter_map(Self::copied).collect()),
            (_, Some(map)) if !map.is_empty() => {
                let members = field.entries().into_iter();
                Self::Map(Map(members
                    .filter_map(|(key, below)| Some((Cow::from(key.to_owned()), Self::copied(&below)?)))
                    .collect()))
            }
            _ => Self::Leaf(field.json(), field.into()),
        };
        Some(tree)
    }
}

impl From<Map> for Tree {
    fn from(map: Map) -> Self {
        Self::Map(map)
    }
}

impl IntoTree for Tree {
    fn into_tree(self) -> Option<Tree> {
        let empty = match &self {
            Self::Leaf(..) => false,
            Self::List(items) => items.is_empty(),
            Self::Map(map) => map.is_empty(),
        };
        (!empty).then_some(self)
    }
}

impl IntoTree for Map {
    fn into_tree(self) -> Option<Tree> {
        Tree::Map(self).into_tree()
    }
}

impl IntoTree for Vec<Tree> {
    fn into_tree(self) -> Option<Tree> {
        Tree::List(self).into_tree()
    }
}

impl IntoTree for Vec<Map> {
    fn into_tree(self) -> Option<Tree> {
        Tree::List(self.into_iter().map(Tree::Map).collect()).into_tree()
    }
}

impl<T: IntoTree> IntoTree for Option<T> {
    fn into_tree(self) -> Option<Tree> {
        self.and_then(T::into_tree)
    }
}

/// A constant: what is read from somewhere has no `'static` text.
impl IntoTree for &'static str {
    fn into_tree(self) -> Option<Tree> {
        Some(constant(self))
    }
}

/// What the operator was told, with who told it.
impl<T: Into<Value> + Clone> IntoTree for &Setting<T> {
    fn into_tree(self) -> Option<Tree> {
        Some(sourced(self.value.clone(), &self.source))
    }
}

/// The value of the field with its place; nothing when the field is missing.
impl IntoTree for &Field<'_> {
    fn into_tree(self) -> Option<Tree> {
        Tree::copied(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_empty_is_left_out() {
        let tree = Tree::from(
            map()
                .put("kind", "Service")
                .put("labels", map())
                .put("ports", vec![map().put("port", constant(80))])
                .put("none", Vec::<Tree>::new())
                .put("absent", None::<Tree>)
                .put("emptyDir", constant(json!({})))
                .put("kind", sourced("Pod", Source::Assumed("kind"))),
        );
        assert_eq!(tree.json(), json!({"kind": "Pod", "ports": [{"port": 80}], "emptyDir": {}}));
        assert_eq!(tree.at("ports[0].port").map(Tree::json), Some(json!(80)));
        assert_eq!(tree.at("ports[1]"), None);
        let leaves: Vec<_> = tree.leaves().into_iter().map(|leaf| (leaf.path, leaf.source.clone())).collect();
        let expected = [
            ("kind".to_owned(), Source::Assumed("kind")),
            ("ports[0].port".to_owned(), Source::Constant),
            ("emptyDir".to_owned(), Source::Constant),
        ];
        assert_eq!(leaves, expected);
    }
}
