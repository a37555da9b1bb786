//! Who refers to whom.

use std::collections::{BTreeMap, BTreeSet};

use super::resolver::{Outcome, PROMPT_PACK, Resolver};
use crate::world::{Lookup, Object, Workspaces, World, references};

/// The name of an object. Kinds without namespaces have an empty one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// The kind.
    pub kind: String,
    /// The namespace.
    pub namespace: String,
    /// The name.
    pub name: String,
}

/// Whether an object is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Presence {
    /// It is.
    There,
    /// It is not.
    Missing,
    /// Nobody knows.
    Unknown,
}

/// A reference from one object to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Who refers.
    pub from: Name,
    /// The field.
    pub path: String,
    /// To whom.
    pub to: Name,
}

/// Objects and their references.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// All objects that refer or are referred to, and those asked for, in order.
    pub nodes: BTreeMap<Name, Presence>,
    /// The references, in order.
    pub edges: BTreeSet<Edge>,
}

impl Name {
    /// The name of an object.
    pub fn of(object: &Object) -> Self {
        Self::new(&object.kind, &object.namespace, &object.name)
    }

    /// A name by its parts.
    pub fn new(kind: &str, namespace: &str, name: &str) -> Self {
        Self { kind: kind.to_owned(), namespace: namespace.to_owned(), name: name.to_owned() }
    }
}

impl Graph {
    /// The references of `objects`.
    pub fn new<'w>(world: &'w World, resolver: &Resolver<'w>, objects: impl Iterator<Item = &'w Object>) -> Self {
        let mut graph = Self::default();
        let workspaces = Workspaces::new(world);
        for object in objects {
            graph.nodes.insert(Name::of(object), Presence::There);
            graph.fields(world, object);
            if object.kind == "AgentRuntime" {
                graph.packs(resolver, object);
                graph.workspace(&workspaces, object);
            }
        }
        graph
    }

    fn edge(&mut self, from: &Object, path: &str, to: Name, presence: Presence) {
        self.nodes.entry(to.clone()).or_insert(presence);
        self.edges.insert(Edge { from: Name::of(from), path: path.to_owned(), to });
    }

    fn fields(&mut self, world: &World, object: &Object) {
        for reference in references(object).into_iter().filter(|reference| reference.rule.target != PROMPT_PACK) {
            let namespace = reference.namespace.unwrap_or_default();
            let presence = match world.get(reference.rule.target, namespace, reference.name) {
                Lookup::Found(_) => Presence::There,
                Lookup::Missing => Presence::Missing,
                Lookup::NotChecked(_) => Presence::Unknown,
            };
            self.edge(object, reference.field.path(), Name::new(reference.rule.target, namespace, reference.name), presence);
        }
    }

    /// Packs are found by another name than their own; one that is not found stands under that of the pack.
    fn packs<'w>(&mut self, resolver: &Resolver<'w>, agent: &'w Object) {
        for resolution in resolver.agent(agent) {
            let path = resolution.reference.field.path();
            let pack = || Name::new(PROMPT_PACK, &agent.namespace, resolution.reference.name);
            match &resolution.outcome {
                Outcome::Found(object) => self.edge(agent, path, Name::of(object), Presence::There),
                Outcome::Ambiguous(tied) => {
                    tied.iter().for_each(|object| self.edge(agent, path, Name::of(object), Presence::There))
                }
                Outcome::NotFound(_) | Outcome::Refused(_) => self.edge(agent, path, pack(), Presence::Missing),
                Outcome::NotChecked { .. } => self.edge(agent, path, pack(), Presence::Unknown),
            }
        }
    }

    /// The Workspace of the agent's namespace, which the agent does not name.
    fn workspace(&mut self, workspaces: &Workspaces<'_>, agent: &Object) {
        if let Some(workspace) = workspaces.of(&agent.namespace).first() {
            self.edge(agent, "spec.serviceGroup", Name::of(workspace), Presence::There);
        }
    }

    /// The references of an object, in order.
    pub fn from<'g>(&'g self, name: &'g Name) -> impl Iterator<Item = &'g Edge> {
        self.edges.iter().filter(move |edge| edge.from == *name)
    }

    /// The part of the graph that `names` reach.
    pub fn reached(&self, names: &[Name]) -> Self {
        let mut reached = Self::default();
        let mut next: Vec<&Name> = names.iter().collect();
        while let Some(name) = next.pop() {
            let Some(presence) = self.nodes.get(name) else { continue };
            if reached.nodes.insert(name.clone(), *presence).is_none() {
                let edges = || self.edges.iter().filter(|edge| edge.from == *name);
                reached.edges.extend(edges().cloned());
                next.extend(edges().map(|edge| &edge.to));
            }
        }
        reached
    }

    /// What refers to an object, itself or through others: the part of the graph that a change of the object touches.
    pub fn impact(&self, name: &Name) -> Self {
        let mut touched = Self::default();
        touched.nodes.extend(self.nodes.get(name).map(|presence| (name.clone(), *presence)));
        let mut next = vec![name];
        while let Some(to) = next.pop() {
            for edge in self.edges.iter().filter(|edge| edge.to == *to) {
                if touched.edges.insert(edge.clone()) && touched.nodes.insert(edge.from.clone(), Presence::There).is_none() {
                    next.push(&edge.from);
                }
            }
        }
        touched
    }
}
