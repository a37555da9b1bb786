//! From a cluster to a world.

use crate::world::{Scope, World};

use super::{Cluster, ClusterError, Resource, Selection};

/// What a job needs to know: all objects of a kind in a namespace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Want {
    /// The kind.
    pub resource: Resource,
    /// The namespace; none for all.
    pub namespace: Option<String>,
}

impl Cluster {
    /// Lists what is wanted into `world`, and says for each kind and namespace whether that is all: what may not be listed, or is not
    /// served, is closed with the reason. Objects that are in the world already (those of files) stay, and
    /// only take the status.
    ///
    /// # Errors
    /// The cluster cannot be asked at all.
    pub fn load(&self, wants: &[Want], world: &mut World) -> Result<(), ClusterError> {
        wants
            .iter()
            .try_for_each(|want| self.load_selection(&want.resource, Selection::namespace(want.namespace.as_deref()), world))
    }

    /// The same for a selection. What it leaves out counts as not there, so that nobody should look for it afterwards.
    ///
    /// # Errors
    /// The cluster cannot be asked at all.
    pub fn load_selection(&self, resource: &Resource, selection: Selection<'_>, world: &mut World) -> Result<(), ClusterError> {
        let scope = match self.list(resource, selection) {
            Ok(objects) => {
                for object in objects {
                    if let Some(again) = world.add(object) {
                        world.take_status(again);
                    }
                }
                Scope::Complete
            }
            Err(error) => Scope::Closed(error.closed().ok_or(error)?),
        };
        world.set_scope(&resource.kind, selection.namespace.filter(|_| resource.namespaced).unwrap_or_default(), scope);
        Ok(())
    }
}
