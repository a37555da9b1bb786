//! An agent of a cluster and what its rollout depends on.

use crate::{
    cluster::{Cluster, ClusterError, Deed, Resource, Selection, Want},
    crd::{GROUP, Release},
    rollout::{Agent, Scene, Step, candidate_name},
    world::{Object, Scope, World},
};

/// Reads the scene of agents.
pub(super) struct Reader {
    pub cluster: Cluster,
    namespace: String,
    /// The release of the platform whose rules hold.
    release: Release,
    /// What the agents of the namespace refer to; read once.
    around: Option<World>,
}

/// A scene and the objects that it was read from.
pub(super) struct Snapshot {
    pub scene: Scene,
    pub world: World,
    pub object: Object,
}

/// Agents.
pub(in crate::cli) fn agents() -> Resource {
    omnia("agentruntimes", "AgentRuntime")
}

/// A kind of the platform.
pub(in crate::cli) fn omnia(plural: &'static str, kind: &'static str) -> Resource {
    Resource { group: GROUP.into(), version: "v1alpha1".into(), plural: plural.into(), kind: kind.into(), namespaced: true }
}

/// A kind of Istio.
pub(in crate::cli) fn istio(plural: &'static str, kind: &'static str) -> Resource {
    Resource {
        group: "networking.istio.io".into(),
        version: "v1".into(),
        plural: plural.into(),
        kind: kind.into(),
        namespaced: true,
    }
}

impl Reader {
    pub(super) fn new(cluster: Cluster) -> Self {
        let namespace = cluster.namespace().to_owned();
        Self { cluster, namespace, release: Release::Current, around: None }
    }

    /// The same by the rules of a release.
    pub(super) fn of(self, release: Release) -> Self {
        Self { release, ..self }
    }

    /// The same for another namespace; what was read of the first one is forgotten.
    pub(super) fn enter(&mut self, namespace: &str) {
        if self.namespace != namespace {
            namespace.clone_into(&mut self.namespace);
            self.around = None;
        }
    }

    pub(super) fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The agent as it is now. What it refers to is read once, its Deployments and its weights each time.
    pub(super) fn read(&mut self, name: &str) -> Result<Snapshot, ClusterError> {
        let object = self.cluster.get(&agents(), &self.namespace, name)?;
        self.around(object)
    }

    /// What stands around an agent that was just read.
    pub(super) fn around(&mut self, object: Object) -> Result<Snapshot, ClusterError> {
        let agent = Agent::read(&object);
        let mut world = match &self.around {
            Some(world) => world.clone(),
            None => {
                let world = self.look_around(&agent)?;
                self.around = Some(world.clone());
                world
            }
        };
        for name in [agent.name.clone(), candidate_name(&agent.name)] {
            self.add(&Resource::DEPLOYMENTS, &name, &mut world)?;
        }
        if agent.rollout.as_ref().is_some_and(|rollout| rollout.routing.is_some()) {
            self.load(istio("virtualservices", "VirtualService"), &mut world)?;
        }
        Ok(Snapshot { scene: Scene::read(&world, &object, self.release), world, object })
    }

    /// Forgets what agents refer to, so that it is read anew.
    pub(super) fn forget(&mut self) {
        self.around = None;
    }

    fn look_around(&self, agent: &Agent) -> Result<World, ClusterError> {
        let mut world = World::new(Scope::Open);
        let mut wants =
            vec![omnia("promptpacks", "PromptPack"), omnia("providers", "Provider"), omnia("toolregistries", "ToolRegistry")];
        if agent.steps().iter().any(|step| matches!(step, Step::Analysis(_))) {
            wants.push(omnia("rolloutanalyses", "RolloutAnalysis"));
        }
        if agent.rollout.as_ref().is_some_and(|rollout| rollout.sticky) {
            wants.push(istio("destinationrules", "DestinationRule"));
        }
        for resource in wants {
            self.load(resource, &mut world)?;
        }
        self.add(&agents(), &candidate_name(&agent.name), &mut world)?;
        Ok(world)
    }

    fn load(&self, resource: Resource, world: &mut World) -> Result<(), ClusterError> {
        self.cluster.load(&[Want { resource, namespace: Some(self.namespace.clone()) }], world)
    }

    /// One object, where it is there and may be read.
    fn add(&self, resource: &Resource, name: &str, world: &mut World) -> Result<(), ClusterError> {
        match self.cluster.get(resource, &self.namespace, name) {
            Ok(object) => drop(world.add(object)),
            Err(ClusterError::NotFound { .. }) => world.set_missing(&resource.kind, &self.namespace, name),
            Err(error) => {
                let reason = error.closed().ok_or(error)?;
                world.set_scope(&resource.kind, &self.namespace, Scope::Closed(reason));
            }
        }
        Ok(())
    }

    /// Agents of the namespace, or of all namespaces.
    pub(super) fn list(&self, all: bool, labels: Option<&str>) -> Result<Vec<Object>, ClusterError> {
        let namespace = (!all).then_some(self.namespace.as_str());
        self.cluster.list(&agents(), Selection { namespace, labels, fields: None })
    }

    /// Whether the user may patch the status of an agent. Nobody may, by the roles that ship with the platform.
    pub(super) fn may_patch_status(&self, name: &str) -> Result<bool, ClusterError> {
        let mut deed = Deed::new("patch", &agents(), Some(&self.namespace), Some(name));
        deed.subresource = Some("status");
        Ok(self.cluster.access_review(deed)?.allowed)
    }
}
