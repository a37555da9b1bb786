//! From a cluster to what a diagnosis rests on.

use crate::{
    cli::rollout::{
        follow::now,
        reader::{agents, istio, omnia},
    },
    cluster::{Cluster, ClusterError, Resource, Selection},
    crd::Release,
    diagnose::{Diagnosis, Evidence, selector},
    rollout::{Agent, Step, candidate_name},
    world::{Object, Scope, World},
};

/// The agents that are asked about, and the world around them.
pub(super) struct Gathered {
    pub world: World,
    /// Namespace and name.
    pub names: Vec<(String, String)>,
}

impl Gathered {
    /// One agent of the namespace of the connection.
    ///
    /// # Errors
    /// It is not there, or may not be read.
    pub(super) fn one(cluster: &Cluster, name: &str) -> Result<Self, ClusterError> {
        let namespace = cluster.namespace();
        let agent = cluster.get(&agents(), namespace, name)?;
        let mut gathered = Self::around(cluster, Some(namespace), vec![agent], Some(name))?;
        match cluster.get(&agents(), namespace, &candidate_name(name)) {
            Ok(other) => drop(gathered.world.add(other)),
            Err(ClusterError::NotFound { .. }) => {}
            Err(error) => drop(error.closed().ok_or(error)?),
        }
        Ok(gathered)
    }

    /// The agents of the namespace, or of all, with these labels.
    ///
    /// # Errors
    /// They may not be listed.
    pub(super) fn several(cluster: &Cluster, all: bool, labels: Option<&str>) -> Result<Self, ClusterError> {
        let namespace = (!all).then_some(cluster.namespace());
        let found = cluster.list(&agents(), Selection { namespace, labels, fields: None })?;
        Self::around(cluster, namespace, found, None)
    }

    fn around(cluster: &Cluster, namespace: Option<&str>, found: Vec<Object>, one: Option<&str>) -> Result<Self, ClusterError> {
        let names = found.iter().map(|agent| (agent.namespace.clone(), agent.name.clone())).collect();
        let mut world = World::new(Scope::Open);
        if found.is_empty() {
            return Ok(Self { world, names });
        }
        let labels = selector(one);
        let mut wanted = vec![
            (omnia("promptpacks", "PromptPack"), None),
            (omnia("providers", "Provider"), None),
            (omnia("toolregistries", "ToolRegistry"), None),
            (Resource::DEPLOYMENTS, None),
            (Resource::PODS, Some(labels.as_str())),
            (Resource::EVENTS, None),
        ];
        wanted.extend(of_rollouts(&found).into_iter().map(|resource| (resource, None)));
        for (resource, labels) in wanted {
            cluster.load_selection(&resource, Selection { namespace, labels, fields: None }, &mut world)?;
        }
        found.into_iter().for_each(|agent| drop(world.add(agent)));
        Ok(Self { world, names })
    }

    /// The agents, in the order of the server.
    pub(super) fn agents(&self) -> impl Iterator<Item = &Object> {
        self.names.iter().filter_map(|(namespace, name)| self.world.get("AgentRuntime", namespace, name).found())
    }

    /// How the agents are.
    pub(super) fn diagnoses(&self) -> Vec<Diagnosis> {
        let now = now();
        self.agents().map(|agent| Diagnosis::of(&Evidence::read(&self.world, agent, Release::Current, now))).collect()
    }
}

/// What rollouts need beside that.
fn of_rollouts(agents: &[Object]) -> Vec<Resource> {
    let agents: Vec<Agent> = agents.iter().map(Agent::read).collect();
    let any = |needs: fn(&Agent) -> bool| agents.iter().any(needs);
    let mut found = Vec::new();
    if any(|agent| agent.steps().iter().any(|step| matches!(step, Step::Analysis(_)))) {
        found.push(omnia("rolloutanalyses", "RolloutAnalysis"));
    }
    if any(|agent| agent.rollout.as_ref().is_some_and(|rollout| rollout.routing.is_some())) {
        found.push(istio("virtualservices", "VirtualService"));
    }
    if any(|agent| agent.rollout.as_ref().is_some_and(|rollout| rollout.sticky)) {
        found.push(istio("destinationrules", "DestinationRule"));
    }
    found
}
