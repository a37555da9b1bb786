//! Objects that are there before the request.

use std::collections::HashMap;

use super::{client::Identity, client_list::is_list};
use crate::yaml::{Node, Value};

/// Stored objects by what they are called. Versions of a group share them.
#[derive(Debug, Clone, Default)]
pub struct Stored {
    objects: HashMap<Key, Vec<(String, Node<'static>)>>,
    live: bool,
    partial: bool,
}

/// A stored object and how it is known.
#[derive(Debug, Clone, Copy)]
pub struct Old<'s> {
    /// The object.
    pub object: &'s Node<'static>,
    /// It comes from a cluster, where an annotation holds what kubectl applied last; a file stands for that itself.
    pub live: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    group: String,
    kind: String,
    name: String,
}

impl Key {
    fn of(identity: &Identity) -> Self {
        let group = identity.api_version.rsplit_once('/').map_or("", |(group, _)| group);
        Self { group: group.to_owned(), kind: identity.kind.clone(), name: identity.name.clone() }
    }
}

impl Stored {
    /// Objects of a cluster, to be added: what is not among them is new.
    pub fn live() -> Self {
        Self { live: true, ..Self::default() }
    }

    /// Notes that there may be stored objects that could not be read.
    pub fn set_partial(&mut self) {
        self.partial = true;
    }

    /// Whether an object that is not here is not stored either.
    pub fn is_complete(&self) -> bool {
        self.live && !self.partial
    }

    /// Adds an object, or the items of a list. It takes the place of one with the same name.
    ///
    /// Recursive as deep as lists are nested.
    pub fn insert(&mut self, node: Node<'static>) {
        if is_list(&node) {
            let Value::Map(map) = node.value else { return };
            let items = map.entries.into_iter().find(|entry| entry.key == "items").map(|entry| entry.value.value);
            if let Some(Value::List(items)) = items {
                items.into_iter().for_each(|item| self.insert(item));
            }
            return;
        }
        let identity = Identity::of(&node);
        let named = self.objects.entry(Key::of(&identity)).or_default();
        named.retain(|(namespace, _)| *namespace != identity.namespace);
        named.push((identity.namespace, node));
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The stored version of an object. `namespace` is where objects go that name none; nothing when their kind has none.
    pub fn get(&self, identity: &Identity, namespace: Option<&str>) -> Option<Old<'_>> {
        self.node(identity, namespace).map(|object| Old { object, live: self.live })
    }

    fn node(&self, identity: &Identity, namespace: Option<&str>) -> Option<&Node<'static>> {
        let named = self.objects.get(&Key::of(identity))?;
        let Some(default) = namespace else { return named.first().map(|(_, node)| node) };
        let effective = |namespace: &str| if namespace.is_empty() { default.to_owned() } else { namespace.to_owned() };
        let wanted = effective(&identity.namespace);
        named.iter().find(|(namespace, _)| effective(namespace) == wanted).map(|(_, node)| node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::read_json;

    #[test]
    fn objects_are_found_by_what_they_are() {
        let mut stored = Stored::default();
        let node = |text: &str| read_json(text).unwrap().into_owned();
        stored.insert(node(
            r#"{"apiVersion":"v1","kind":"List","items":[
                {"apiVersion":"g/v1","kind":"A","metadata":{"name":"x","namespace":"one"}},
                {"apiVersion":"g/v1","kind":"A","metadata":{"name":"x"}}]}"#,
        ));
        let identity = |api_version: &str, kind: &str, namespace: &str| Identity {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
            namespace: namespace.to_owned(),
            name: "x".to_owned(),
        };
        assert!(stored.get(&identity("g/v1", "A", "one"), Some("default")).is_some());
        assert!(stored.get(&identity("g/v2", "A", "default"), Some("default")).is_some());
        assert!(stored.get(&identity("g/v1", "A", ""), Some("one")).is_some());
        assert!(stored.get(&identity("g/v1", "A", "two"), Some("default")).is_none());
        assert!(stored.get(&identity("h/v1", "A", "one"), Some("default")).is_none());
        assert!(stored.get(&identity("g/v1", "B", "one"), None).is_none());
        assert!(stored.get(&identity("g/v1", "A", "elsewhere"), None).is_some(), "a kind without namespaces");
    }
}
