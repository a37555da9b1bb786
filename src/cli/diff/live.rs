//! `diff --live`: the objects of a cluster in place of the old version.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::super::{Exit, connection, ui::Ui};
use crate::{
    cluster::{Cluster, ClusterError, Resource, Want},
    crd::Catalog,
    render::{RenderedAgent, Tree},
    world::World,
};

/// The kinds that agents refer to, and whether each namespace has its own.
const REFERRED: [(&str, bool); 4] = [("PromptPack", true), ("Provider", true), ("ToolRegistry", true), ("Workspace", false)];

/// The live objects beside rendered ones.
#[derive(Debug, Default)]
pub(super) struct Live {
    found: HashMap<Id, Value>,
    /// What could not be read.
    hidden: BTreeSet<Id>,
}

/// `group/version`, kind, namespace, name.
type Id = [String; 4];

fn id(tree: &Tree) -> Id {
    ["apiVersion", "kind", "metadata.namespace", "metadata.name"]
        .map(|path| tree.at(path).and_then(Tree::text).unwrap_or_default().to_owned())
}

/// Adds what the agents of these namespaces refer to and no file holds.
///
/// # Errors
/// The cluster cannot be asked; it was said on standard error.
pub(super) fn refer(cluster: &Cluster, catalog: &Catalog, world: &mut World, ui: &mut Ui) -> Result<(), Exit> {
    let agents = world.of_kind("AgentRuntime").map(|agent| agent.namespace.clone());
    let namespaces: BTreeSet<String> = agents.collect();
    let mut wants = Vec::new();
    for (kind, is_namespaced) in REFERRED {
        let Some(resource) = catalog.definitions().find(|definition| definition.kind == kind).and_then(Resource::of) else {
            continue;
        };
        match is_namespaced {
            false => wants.push(Want { resource, namespace: None }),
            true => wants.extend(
                namespaces.iter().map(|namespace| Want { resource: resource.clone(), namespace: Some(namespace.clone()) }),
            ),
        }
    }
    cluster.load(&wants, world).map_err(|error| connection::complain(ui, &error))
}

impl Live {
    /// Reads the live object for each rendered one. What may not be read is told on standard error, and is compared with nothing.
    ///
    /// # Errors
    /// The cluster cannot be asked; it was said on standard error.
    pub fn read(cluster: &Cluster, agents: &[RenderedAgent], ui: &mut Ui) -> Result<Self, Exit> {
        let mut live = Self::default();
        let objects = agents
            .iter()
            .flat_map(|agent| agent.rendered.objects.iter().map(|object| &object.tree).chain(&agent.rendered.patches));
        for id in objects.map(id).collect::<BTreeSet<_>>() {
            let [api_version, kind, namespace, name] = &id;
            match cluster.get(&resource(api_version, kind, !namespace.is_empty()), namespace, name) {
                Ok(object) => drop(live.found.insert(id, object.root().json())),
                Err(ClusterError::NotFound { .. }) => {}
                Err(error) => match error.closed() {
                    Some(reason) => {
                        ui.note(&format!("warning: {kind}/{name} is not compared: {reason}"));
                        live.hidden.insert(id);
                    }
                    None => return Err(connection::complain(ui, &error)),
                },
            }
        }
        Ok(live)
    }

    /// The live object for a rendered one.
    pub fn of(&self, rendered: &Tree) -> Option<Value> {
        self.found.get(&id(rendered)).cloned()
    }

    /// Takes out of the agents what nothing can be compared with; whether there was anything.
    pub fn hide(&self, agents: &mut [RenderedAgent]) -> bool {
        for agent in agents {
            agent.rendered.objects.retain(|object| !self.hidden.contains(&id(&object.tree)));
            agent.rendered.patches.retain(|patch| !self.hidden.contains(&id(patch)));
        }
        !self.hidden.is_empty()
    }
}

/// The resource of a kind that the operator creates: each of them has the plural that English gives it.
fn resource(api_version: &str, kind: &str, namespaced: bool) -> Resource {
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
    let lower = kind.to_lowercase();
    let plural = match lower.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{lower}s"),
    };
    Resource {
        group: group.to_owned().into(),
        version: version.to_owned().into(),
        plural: plural.into(),
        kind: kind.to_owned().into(),
        namespaced,
    }
}
