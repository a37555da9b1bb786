//! The objects in scope and look-ups among them.
//!
//! A [`World`] is filled from files, from a cluster, or from both (files win). What it does not hold is missing only where the scope is
//! complete; elsewhere nobody knows, and a look-up says so.

mod field;
mod load;
mod providers;
#[cfg(test)]
pub(crate) mod reads;
mod reference_fields;
mod references;
mod workspaces;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

pub use field::{Field, Place, steps};
pub use load::{Loaded, judged, load, skipped};
pub use providers::{OPEN_PROVIDERS, ProviderFault, ProviderFaultKind, provider_fault};
pub use reference_fields::{GROUPS as REFERENCE_FIELDS, Group};
pub use references::{Entries, Namespace, Reference, ReferenceField, home, references};
pub use workspaces::Workspaces;

use crate::yaml::{Node, Text, Value};

/// An object with text of its own: worlds hold these.
pub type Object = TextObject<'static>;

/// An object with its origin. Its strings may be those of the text that it was read from.
#[derive(Debug, Clone)]
pub struct TextObject<'t> {
    /// The API group; empty for the core group.
    pub group: String,
    /// The version of the group.
    pub version: String,
    /// The kind.
    pub kind: String,
    /// The namespace that it is in; empty for kinds without namespaces.
    pub namespace: String,
    /// The name; for a generated one, the prefix.
    pub name: String,
    /// The object as the API server would store it: pruned, and with the defaults of its schema, which have
    /// [`crate::yaml::Style::Added`]. As it is written where its schema is not known.
    pub root: Node<'t>,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether the API server takes it; what is wrong with it, the linter says.
    pub accepted: bool,
}

/// Where an object comes from.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A document of a file.
    File {
        /// The name for people.
        name: Arc<str>,
        /// The text that spans point into.
        text: Arc<Text>,
        /// The index of the document, from 0.
        document: usize,
    },
    /// A cluster; spans mean nothing.
    Cluster {
        /// The context of the kubeconfig.
        context: Arc<str>,
    },
}

impl TextObject<'_> {
    /// The whole object, to read from.
    pub fn root(&self) -> Field<'_> {
        Field::root(self)
    }

    /// `spec`.
    pub fn spec(&self) -> Field<'_> {
        self.root().get("spec")
    }

    /// `Kind/name`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.kind, self.name)
    }

    /// The same with text of its own.
    pub fn into_owned(self) -> Object {
        let Self { group, version, kind, namespace, name, root, origin, accepted } = self;
        Object { group, version, kind, namespace, name, root: root.kept(crate::crd::word), origin, accepted }
    }

    /// Kind, namespace and name.
    fn key(&self) -> (&str, &str, &str) {
        (&self.kind, &self.namespace, &self.name)
    }
}

/// Whether what a world does not hold is missing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Scope {
    /// There may be more objects than these.
    #[default]
    Open,
    /// There is nothing else.
    Complete,
    /// Nobody could look; the reason, as in `no permission to list providers in team-a`.
    Closed(String),
}

impl Scope {
    /// Why nobody knows whether the object of a kind with this name is there.
    pub fn reason(&self, kind: &str, name: &str) -> String {
        match self {
            Self::Open | Self::Complete => format!("{kind} {name:?} is not among the files"),
            Self::Closed(reason) => reason.clone(),
        }
    }
}

/// What a look-up comes to.
#[derive(Debug, Clone)]
pub enum Lookup<'w> {
    /// The object.
    Found(&'w Object),
    /// There is none.
    Missing,
    /// It is not in scope, which says nothing; what is known there.
    NotChecked(&'w Scope),
}

impl<'w> Lookup<'w> {
    /// The object, when it is there.
    pub const fn found(&self) -> Option<&'w Object> {
        match self {
            Self::Found(object) => Some(object),
            Self::Missing | Self::NotChecked(_) => None,
        }
    }
}

/// The objects in scope. Their order is that in which they were added; no result depends on it.
#[derive(Debug, Clone, Default)]
pub struct World {
    objects: Vec<Object>,
    kinds: HashMap<String, OfKind>,
    scope: Scope,
    /// Scopes of their own, by kind and namespace; an empty namespace stands for all.
    scopes: BTreeMap<String, BTreeMap<String, Scope>>,
    /// Objects that are known not to be there, whatever the scope: their kinds, namespaces and names.
    missing: HashSet<[String; 3]>,
}

/// Where the objects of a kind stand, in order.
#[derive(Debug, Clone, Default)]
struct OfKind {
    places: Vec<usize>,
    namespaces: HashMap<String, OfNamespace>,
}

/// Where the objects of a kind in a namespace stand, in order: worlds hold thousands, and every agent asks for its neighbours.
#[derive(Debug, Clone, Default)]
struct OfNamespace {
    places: Vec<usize>,
    names: HashMap<String, usize>,
}

impl World {
    /// A world without objects.
    pub fn new(scope: Scope) -> Self {
        Self { scope, ..Self::default() }
    }

    /// Makes room for so many objects more.
    pub fn reserve(&mut self, objects: usize) {
        self.objects.reserve(objects);
    }

    /// Adds an object. Of two with the same kind, namespace and name the one added first counts; the later one is handed back.
    ///
    /// Kinds of one name in several groups are told apart only by who looks them up; Omnia has none.
    pub fn add(&mut self, object: Object) -> Option<Object> {
        if self.find(object.key()).is_some() {
            return Some(object);
        }
        self.list_at(&object, self.objects.len());
        self.objects.push(object);
        None
    }

    fn list_again(&mut self) {
        self.kinds.clear();
        let objects = std::mem::take(&mut self.objects);
        objects.iter().enumerate().for_each(|(at, object)| self.list_at(object, at));
        self.objects = objects;
    }

    fn list_at(&mut self, object: &Object, at: usize) {
        let of_kind = self.kinds.entry(object.kind.clone()).or_default();
        of_kind.places.push(at);
        let of_namespace = of_kind.namespaces.entry(object.namespace.clone()).or_default();
        of_namespace.places.push(at);
        of_namespace.names.insert(object.name.clone(), at);
    }

    /// The place of the object of a kind in a namespace with a name.
    fn find(&self, (kind, namespace, name): (&str, &str, &str)) -> Option<usize> {
        self.kinds.get(kind)?.namespaces.get(namespace)?.names.get(name).copied()
    }

    /// Puts `object` in place of the one with that kind, namespace and name; nothing takes that one out. What stood there is handed back.
    pub fn exchange(&mut self, (kind, namespace, name): (&str, &str, &str), object: Option<Object>) -> Option<Object> {
        match (self.find((kind, namespace, name)), object) {
            (Some(at), Some(object)) => Some(std::mem::replace(&mut self.objects[at], object)),
            (Some(at), None) => {
                let taken = self.objects.swap_remove(at);
                self.list_again();
                Some(taken)
            }
            (None, Some(object)) => self.add(object),
            (None, None) => None,
        }
    }

    /// Gives the object of the same kind, namespace and name the status of `other`, when it has none: a file says what an object should be,
    /// and only a cluster knows how it is.
    pub fn take_status(&mut self, other: Object) {
        let Some(at) = self.find(other.key()) else { return };
        let object = &mut self.objects[at];
        if let (Value::Map(own), Value::Map(theirs)) = (&mut object.root.value, other.root.value)
            && own.get("status").is_none()
        {
            own.entries.extend(theirs.entries.into_iter().filter(|entry| entry.key == "status"));
        }
    }

    /// Says what is known of the objects of a kind in a namespace; an empty namespace stands for all.
    pub fn set_scope(&mut self, kind: &str, namespace: &str, scope: Scope) {
        self.scopes.entry(kind.to_owned()).or_default().insert(namespace.to_owned(), scope);
    }

    /// Says that there is no object of a kind with this name.
    pub fn set_missing(&mut self, kind: &str, namespace: &str, name: &str) {
        self.missing.insert([kind, namespace, name].map(str::to_owned));
    }

    /// What is known of the objects of a kind in a namespace.
    pub fn scope(&self, kind: &str, namespace: &str) -> &Scope {
        let own = self.scopes.get(kind).and_then(|scopes| scopes.get(namespace).or_else(|| scopes.get("")));
        own.unwrap_or(&self.scope)
    }

    /// All objects, in the order in which they were added.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The objects of a kind, in the order in which they were added.
    pub fn of_kind<'w>(&'w self, kind: &'w str) -> impl Iterator<Item = &'w Object> {
        self.at(self.kinds.get(kind).map(|of_kind| &of_kind.places))
    }

    /// The objects of a kind in a namespace, in the order in which they were added. [`World::scope`] tells whether these are all.
    pub fn list<'w>(&'w self, kind: &'w str, namespace: &'w str) -> impl Iterator<Item = &'w Object> {
        let of_namespace = self.kinds.get(kind).and_then(|of_kind| of_kind.namespaces.get(namespace));
        self.at(of_namespace.map(|of_namespace| &of_namespace.places))
    }

    fn at<'w>(&'w self, places: Option<&'w Vec<usize>>) -> impl Iterator<Item = &'w Object> {
        places.into_iter().flatten().map(|at| &self.objects[*at])
    }

    /// The object of a kind with a name. `namespace` is empty for kinds without namespaces.
    pub fn get(&self, kind: &str, namespace: &str, name: &str) -> Lookup<'_> {
        if let Some(at) = self.find((kind, namespace, name)) {
            return Lookup::Found(&self.objects[at]);
        }
        let is_missing = || self.missing.contains(&[kind, namespace, name].map(str::to_owned));
        match self.scope(kind, namespace) {
            _ if !self.missing.is_empty() && is_missing() => Lookup::Missing,
            Scope::Complete => Lookup::Missing,
            scope => Lookup::NotChecked(scope),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::read_json;

    fn object(kind: &str, namespace: &str, name: &str) -> Object {
        Object {
            group: String::new(),
            version: "v1".to_owned(),
            kind: kind.to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            root: read_json("{}").unwrap().into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        }
    }

    #[test]
    fn an_object_of_a_file_takes_the_status_of_the_cluster() {
        let with = |json: &str| Object { root: read_json(json).unwrap().into_owned(), ..object("Provider", "a", "x") };
        let phase = |world: &World| world.objects()[0].root().at("status.phase").str().to_owned();
        let mut world = World::new(Scope::Open);
        world.add(with(r#"{"spec": {"type": "mock"}}"#));
        world.take_status(with(r#"{"spec": {"type": "openai"}, "status": {"phase": "Error"}}"#));
        world.take_status(with(r#"{"status": {"phase": "Ready"}}"#));
        assert_eq!((phase(&world).as_str(), world.objects()[0].spec().get("type").str()), ("Error", "mock"));
    }

    #[test]
    fn what_is_not_there_is_missing_only_in_a_complete_scope() {
        let mut world = World::new(Scope::Open);
        assert!(world.add(object("Provider", "a", "x")).is_none());
        assert!(world.add(object("Provider", "a", "x")).is_some(), "the first one counts");
        assert!(world.get("Provider", "a", "x").found().is_some());
        assert!(matches!(world.get("Provider", "b", "x"), Lookup::NotChecked(_)));
        assert!(world.add(object("Provider", "b", "z")).is_none());
        assert_eq!(world.exchange(("Provider", "a", "x"), None).map(|object| object.name), Some("x".to_owned()));
        assert_eq!(world.of_kind("Provider").map(|object| object.name.as_str()).collect::<Vec<_>>(), ["z"]);
        assert_eq!((world.list("Provider", "a").count(), world.list("Provider", "b").count()), (0, 1));
        assert!(world.add(object("Provider", "a", "x")).is_none());
        world.set_scope("Provider", "", Scope::Complete);
        assert!(matches!(world.get("Provider", "b", "x"), Lookup::Missing));
        world.set_scope("Provider", "b", Scope::Closed("no permission".to_owned()));
        assert!(
            matches!(world.get("Provider", "b", "x"), Lookup::NotChecked(Scope::Closed(reason)) if reason == "no permission")
        );
        assert!(matches!(world.get("Provider", "c", "x"), Lookup::Missing));
        world.set_missing("Provider", "b", "y");
        assert!(matches!(world.get("Provider", "b", "y"), Lookup::Missing));
    }

    #[test]
    fn an_object_is_exchanged_and_put_back() {
        let mut world = World::new(Scope::Complete);
        for name in ["x", "y", "z"] {
            world.add(object("Provider", "a", name));
        }
        let has = |world: &World, name: &str| world.get("Provider", "a", name).found().map(|object| object.name.clone());
        let taken = world.exchange(("Provider", "a", "x"), None);
        assert_eq!([has(&world, "x"), has(&world, "y"), has(&world, "z")], [None, Some("y".to_owned()), Some("z".to_owned())]);
        assert!(world.exchange(("Provider", "a", "x"), taken).is_none());
        assert_eq!(has(&world, "x"), Some("x".to_owned()));
        assert!(world.exchange(("Provider", "a", "none"), None).is_none());
        assert_eq!(world.objects().len(), 3);
    }
}
