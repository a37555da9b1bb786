//! What the checked objects refer to, looked up in the cluster.

use std::collections::BTreeSet;

use super::live::Live;
use crate::{
    cluster::{ClusterError, Resource, Want},
    crd::Catalog,
    omnia::{DEFAULT_NAMESPACE, content_claim},
    resolve::{PROMPT_PACK, Pack},
    world::{Scope, World, references},
};

impl Live {
    /// Adds to `world`, whose first `asked` objects are checked, what the cluster has in their namespaces: all objects of the platform and
    /// the ConfigMaps, of the Secrets those that they name, which are read one by one, and the claim that live packs need.
    ///
    /// # Errors
    /// The cluster cannot be asked. What may only not be read is noted in the world.
    pub fn complete(&self, world: &mut World, asked: usize, catalog: &Catalog) -> Result<(), ClusterError> {
        let checked = &world.objects()[..asked];
        let namespaces: BTreeSet<String> =
            checked.iter().map(|object| object.namespace.clone()).filter(|namespace| !namespace.is_empty()).collect();
        let mut secrets: BTreeSet<(String, String)> = BTreeSet::new();
        for object in checked {
            for reference in references(object).iter().filter(|reference| reference.rule.target == Resource::SECRETS.kind) {
                let namespace = reference.namespace.unwrap_or(DEFAULT_NAMESPACE);
                secrets.insert((namespace.to_owned(), reference.name.to_owned()));
            }
        }
        let resources = catalog.definitions().filter_map(Resource::of).chain([Resource::CONFIG_MAPS]);
        let mut wants = Vec::new();
        for resource in resources {
            if resource.namespaced {
                let want = |namespace: &String| Want { resource: resource.clone(), namespace: Some(namespace.clone()) };
                wants.extend(namespaces.iter().map(want));
            } else {
                wants.push(Want { resource, namespace: None });
            }
        }
        self.cluster().load(&wants, world)?;
        let is_live = |namespace: &&String| world.list(PROMPT_PACK, namespace).any(|pack| Pack::new(pack, true).live.is_some());
        let with_live_packs: Vec<&String> = namespaces.iter().filter(is_live).collect();
        if let Some(claims) = Resource::referred("PersistentVolumeClaim") {
            for namespace in with_live_packs {
                self.look_up(&claims, namespace, &content_claim(namespace), world)?;
            }
        }
        for (namespace, name) in secrets {
            self.look_up(&Resource::SECRETS, &namespace, &name, world)?;
        }
        Ok(())
    }

    /// Adds an object to `world`, or notes that there is none.
    fn look_up(&self, resource: &Resource, namespace: &str, name: &str, world: &mut World) -> Result<(), ClusterError> {
        match self.cluster().get(resource, namespace, name) {
            Ok(object) => drop(world.add(object)),
            Err(ClusterError::NotFound { .. }) => world.set_missing(&resource.kind, namespace, name),
            Err(error) => {
                let reason = error.closed().ok_or(error)?;
                world.set_scope(&resource.kind, namespace, Scope::Closed(reason));
            }
        }
        Ok(())
    }
}
