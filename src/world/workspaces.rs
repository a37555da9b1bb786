//! Workspaces by the namespaces that they are for.

use std::collections::HashMap;

use super::{Object, World};

/// The Workspaces of a world by `spec.namespace.name`: agents do not name theirs.
#[derive(Debug)]
pub struct Workspaces<'w>(HashMap<&'w str, Vec<&'w Object>>);

impl<'w> Workspaces<'w> {
    /// Those of `world`.
    pub fn new(world: &'w World) -> Self {
        let mut by_namespace: HashMap<&str, Vec<&Object>> = HashMap::new();
        for workspace in world.of_kind("Workspace") {
            by_namespace.entry(workspace.spec().at("namespace.name").str()).or_default().push(workspace);
        }
        Self(by_namespace)
    }

    /// Those that are for `namespace`, in the order of the world; the platform wants no more than one.
    pub fn of(&self, namespace: &str) -> &[&'w Object] {
        self.0.get(namespace).map_or(&[], Vec::as_slice)
    }
}
