//! The CRDs that a cluster serves.

use crate::{
    crd::{CrdFault, Definition, GROUP, compile},
    world::Object,
};

use super::{Cluster, ClusterError, Resource, Selection};

/// The CRDs of the platform in a cluster.
#[derive(Debug, Default)]
pub struct Definitions {
    /// The CRDs as they are stored, in the order of their names.
    pub objects: Vec<Object>,
    /// Those of them that can be used, compiled.
    pub definitions: Vec<Definition>,
    /// The names of the others, and what is wrong.
    pub unusable: Vec<(String, Vec<CrdFault>)>,
}

impl Cluster {
    /// The CRDs of the group `omnia.altairalabs.ai`.
    ///
    /// # Errors
    /// They cannot be listed.
    pub fn definitions(&self, descriptions: compile::Descriptions) -> Result<Definitions, ClusterError> {
        let mut found = Definitions::default();
        for object in self.list(&Resource::DEFINITIONS, Selection::default())? {
            if object.spec().get("group").str() != GROUP {
                continue;
            }
            match compile::definition(&object.root, descriptions) {
                Ok(definition) => found.definitions.push(definition),
                Err(faults) => found.unusable.push((object.name.clone(), faults)),
            }
            found.objects.push(object);
        }
        Ok(found)
    }
}
