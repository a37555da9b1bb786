//! An agent with all that its rollout depends on.

use super::{
    agent::Agent,
    candidate_name,
    deployment::Deployment,
    mesh_name,
    obstacle::{Obstacle, Search},
    pack::{Pack, newest},
    routing::Mode,
};
use crate::{
    crd::Release,
    resolve::Resolver,
    world::{Object, Scope, World},
};

/// The name of the route in the VirtualService that the operator owns.
const OWNED_ROUTE: &str = "rollout";

/// What decisions about a rollout rest on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The agent.
    pub agent: Agent,
    /// The Deployment that serves.
    pub stable: Option<Deployment>,
    /// The Deployment of the candidate.
    pub candidate: Option<Deployment>,
    /// Why nobody could look at the Deployments; none when one that is not here does not exist.
    pub unseen: Option<String>,
    /// What the pack of the candidate comes to; with no candidate, that of the spec.
    pub pack: Pack,
    /// The newest version in the channel of the trigger.
    pub newest: Option<String>,
    /// The weight that the VirtualService in charge gives to the candidate; none where there is none or nobody could look.
    pub routed: Option<i64>,
    /// What around the agent would make a rollout fail.
    pub obstacles: Vec<Obstacle>,
    /// Whether the pack that the spec names has no such version as the active one, so that another pack has served until now.
    pub active_is_elsewhere: bool,
    /// Why nobody could look at something else that a verb rests on.
    pub not_checked: Vec<String>,
}

impl Scene {
    /// Reads an agent and looks its surroundings up in a world. What the world does not know is no obstacle.
    pub fn read(world: &World, agent: &Object, release: Release) -> Self {
        let read = Agent::read(agent);
        let resolver = Resolver::new(world, release);
        let resolutions = resolver.agent(agent);
        let active_is_elsewhere = active_is_elsewhere(&resolver, world, &read);
        let deployment = |name: &str| world.get("Deployment", &read.namespace, name).found().map(Deployment::read);
        let (stable, candidate) = (deployment(&read.name), deployment(&candidate_name(&read.name)));
        let unseen = match world.scope("Deployment", &read.namespace) {
            Scope::Closed(reason) => Some(reason.clone()),
            Scope::Open | Scope::Complete => None,
        };
        let mut search = Search::new(world, &read);
        search.run(candidate.as_ref());
        let Search { found: obstacles, not_checked, .. } = search;
        let (pack, newest) = (Pack::look_up(&resolutions), newest(&resolutions));
        let mut scene = Self {
            stable,
            candidate,
            pack,
            newest,
            routed: None,
            obstacles,
            active_is_elsewhere,
            unseen,
            not_checked,
            agent: read,
        };
        scene.routed = routed_weight(world, &scene);
        scene
    }

    /// The way in which weights are delivered: what the operator last said, else what the spec asks for. `None` means that only the
    /// operator knows, because it depends on whether it may use a mesh.
    pub fn mode(&self) -> Option<Mode> {
        let Some(routing) = self.agent.rollout.as_ref().and_then(|rollout| rollout.routing.as_ref()) else {
            return Some(Mode::Unrouted);
        };
        let said = self.agent.progress().and_then(|progress| Mode::parse(&progress.mode));
        let (with, without) = (routing.resolved(true).0, routing.resolved(false).0);
        said.or_else(|| (with == without).then_some(with))
    }

    /// What weights move traffic by; `None` as for the mode.
    pub fn carrier(&self) -> Option<Mode> {
        let routing = self.agent.rollout.as_ref().and_then(|rollout| rollout.routing.as_ref());
        self.mode().map(|mode| routing.map_or(mode, |routing| routing.carrier(mode)))
    }

    /// Whether pods carry the weights: for certain, or as far as anybody can tell from outside.
    pub fn weighs_by_pods(&self) -> bool {
        match self.mode() {
            Some(mode) => mode == Mode::ReplicaWeighted,
            // Before the first weight only the pods themselves can tell, and nothing has been scaled yet.
            None => self.stable.as_ref().is_some_and(|stable| stable.replicas == 0),
        }
    }

    /// Whether all requests depend on the candidate, because stable has been scaled to nothing.
    pub fn stable_at_zero(&self) -> bool {
        self.weighs_by_pods() && self.stable.as_ref().is_some_and(|stable| stable.replicas == 0)
    }
}

fn active_is_elsewhere(resolver: &Resolver<'_>, world: &World, agent: &Agent) -> bool {
    let packs = resolver.packs(&agent.namespace, agent.refs.pack_name());
    let is_active = |version: &str| version == agent.status.active_version;
    *world.scope("PromptPack", &agent.namespace) == Scope::Complete
        && !packs.iter().any(|pack| is_active(pack.object.spec().get("version").str()))
}

/// The weight of the candidate in the VirtualService that the operator owns or that the agent names.
fn routed_weight(world: &World, scene: &Scene) -> Option<i64> {
    let agent = &scene.agent;
    let routing = agent.rollout.as_ref()?.routing.as_ref()?;
    let (name, routes, subset) = match (scene.mode(), &routing.istio) {
        (Some(Mode::External), Some(istio)) => {
            (istio.virtual_service.clone(), istio.routes.clone(), istio.candidate_subset.clone())
        }
        (Some(Mode::Mesh) | None, _) => (mesh_name(&agent.name), vec![OWNED_ROUTE.to_owned()], routing.mesh_subset.clone()),
        _ => return None,
    };
    let found = world.get("VirtualService", &agent.namespace, &name);
    let http = found.found()?.spec().get("http").items();
    let route = http.iter().find(|route| routes.iter().any(|name| name == route.get("name").str()))?;
    let targets = route.get("route").items();
    let target = targets.iter().find(|target| target.at("destination.subset").str() == subset)?;
    Some(target.get("weight").int().unwrap_or_default())
}
