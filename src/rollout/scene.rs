//! An agent with all that its rollout depends on.

use super::{
    agent::Agent,
    candidate_name,
    deployment::Deployment,
    mesh_name,
    refs::Refs,
    routing::{Istio, Mode},
    step::Step,
};
use crate::{
    crd::Release,
    resolve::{Outcome, Resolution, Resolver, Role},
    world::{Lookup, Object, Scope, World},
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
}

/// What the reference to a pack comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pack {
    /// This version.
    Found(String),
    /// A pack whose phase is `Failed`.
    Failed(String),
    /// Nothing; what was looked for.
    Missing(String),
    /// Nobody could look; the reason.
    NotChecked(String),
}

/// Something around an agent that makes a rollout fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// The Deployment of the candidate, or the agent of its name, belongs to somebody else.
    NameTaken(String),
    /// A Provider of the candidate does not exist.
    NoProvider(String),
    /// The ToolRegistry of the candidate does not exist.
    NoRegistry(String),
    /// The VirtualService that weights go to does not exist.
    NoVirtualService(String),
    /// The VirtualService has no route of this name.
    NoRoute(String),
    /// The DestinationRule of sticky sessions does not exist.
    NoDestinationRule(String),
    /// The template of an analysis step does not exist.
    NoAnalysis(String),
    /// The runtime does not report what the agent needs: both Deployments are scaled to zero.
    Capabilities(String),
}

impl Scene {
    /// Reads an agent and looks its surroundings up in a world. What the world does not know is no obstacle.
    pub fn read(world: &World, agent: &Object, release: Release) -> Self {
        let read = Agent::read(agent);
        let deployment = |name: &str| world.get("Deployment", &read.namespace, name).found().map(Deployment::read);
        let (stable, candidate) = (deployment(&read.name), deployment(&candidate_name(&read.name)));
        let unseen = match world.scope("Deployment", &read.namespace) {
            Scope::Closed(reason) => Some(reason.clone()),
            Scope::Open | Scope::Complete => None,
        };
        let resolutions = Resolver::new(world, release).agent(agent);
        let pack = Pack::look_up(&resolutions);
        let newest = newest(&resolutions);
        let obstacles = Search { world, agent: &read }.obstacles(candidate.as_ref());
        let routed = routed_weight(world, &read);
        Self { stable, candidate, unseen, pack, newest, routed, obstacles, agent: read }
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

/// The weight of the candidate in the VirtualService that the operator owns or that the agent names.
fn routed_weight(world: &World, agent: &Agent) -> Option<i64> {
    let routing = agent.rollout.as_ref()?.routing.as_ref()?;
    let (name, routes, subset) = match &routing.istio {
        Some(istio) => (istio.virtual_service.clone(), istio.routes.clone(), istio.candidate_subset.clone()),
        None => (mesh_name(&agent.name), vec![OWNED_ROUTE.to_owned()], routing.mesh_subset.clone()),
    };
    let found = world.get("VirtualService", &agent.namespace, &name);
    let http = found.found()?.spec().get("http").items();
    let route = http.iter().find(|route| routes.iter().any(|name| name == route.get("name").str()))?;
    let targets = route.get("route").items();
    let target = targets.iter().find(|target| target.at("destination.subset").str() == subset)?;
    Some(target.get("weight").int().unwrap_or_default())
}

/// The version that the channel of the trigger holds.
fn newest(resolutions: &[Resolution<'_>]) -> Option<String> {
    let trigger = resolutions.iter().find(|resolution| resolution.reference.role == Role::Trigger)?;
    let pack = match &trigger.outcome {
        Outcome::Found(pack) => pack,
        Outcome::Ambiguous(packs) => packs.first()?,
        _ => return None,
    };
    Some(pack.spec().get("version").str().to_owned())
}

impl Pack {
    fn look_up(resolutions: &[Resolution<'_>]) -> Self {
        let of = |role: Role| resolutions.iter().find(|resolution| resolution.reference.role == role);
        let Some(resolution) = of(Role::Candidate).or_else(|| of(Role::Stable)) else {
            return Self::NotChecked("the agent names no pack".to_owned());
        };
        let reference = &resolution.reference;
        let wanted = match (reference.version, reference.track) {
            (Some(version), _) => format!("version {version} of pack {}", reference.name),
            (None, track) => format!("a version of pack {} in the {} channel", reference.name, track.unwrap_or("stable")),
        };
        match &resolution.outcome {
            Outcome::Found(pack) => {
                let version = pack.spec().get("version").str().to_owned();
                let failed = pack.root().at("status.phase").str() == "Failed";
                if failed { Self::Failed(version) } else { Self::Found(version) }
            }
            Outcome::Ambiguous(packs) => {
                Self::Found(packs.first().map_or("", |pack| pack.spec().get("version").str()).to_owned())
            }
            Outcome::NotFound(_) => Self::Missing(wanted),
            Outcome::Refused(refusal) => Self::Missing(format!("{wanted} ({refusal})")),
            Outcome::NotChecked { reason, .. } => Self::NotChecked(reason.clone()),
        }
    }

    /// Why no candidate can run with it.
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Missing(wanted) => Some(format!("there is no {}", wanted.strip_prefix("a ").unwrap_or(wanted))),
            Self::Failed(version) => Some(format!("the pack of version {version} is in phase Failed")),
            Self::Found(_) | Self::NotChecked(_) => None,
        }
    }
}

struct Search<'a> {
    world: &'a World,
    agent: &'a Agent,
}

impl Search<'_> {
    fn obstacles(&self, candidate: Option<&Deployment>) -> Vec<Obstacle> {
        let mut found = Vec::new();
        let name = candidate_name(&self.agent.name);
        let foreign = candidate.and_then(|candidate| candidate.owner.as_ref()).is_some_and(|owner| *owner != self.agent.name);
        if foreign || self.world.get("AgentRuntime", &self.agent.namespace, &name).found().is_some() {
            found.push(Obstacle::NameTaken(name));
        }
        found.extend(self.agent.candidate().into_iter().flat_map(|candidate| self.references(candidate)));
        found.extend(self.routing());
        let analyses =
            self.agent.steps().iter().filter_map(|step| if let Step::Analysis(name) = step { Some(name) } else { None });
        found.extend(analyses.filter(|name| self.missing("RolloutAnalysis", name)).cloned().map(Obstacle::NoAnalysis));
        let condition = self.agent.status.condition("CapabilitiesSatisfied");
        found.extend(
            condition
                .filter(|condition| condition.status == "False")
                .map(|condition| Obstacle::Capabilities(condition.message.clone())),
        );
        found
    }

    fn references(&self, candidate: &Refs) -> Vec<Obstacle> {
        let gone = |kind: &str, reference: &serde_json::Value| {
            let text = |key: &str| reference[key].as_str().unwrap_or_default();
            let namespace = if text("namespace").is_empty() { &self.agent.namespace } else { text("namespace") };
            let missing = matches!(self.world.get(kind, namespace, text("name")), Lookup::Missing);
            missing.then(|| text("name").to_owned())
        };
        let providers = candidate.provider_list().iter().filter_map(|entry| gone("Provider", &entry["providerRef"]));
        let mut found: Vec<Obstacle> = providers.map(Obstacle::NoProvider).collect();
        if !candidate.registry.is_null() {
            found.extend(gone("ToolRegistry", &candidate.registry).map(Obstacle::NoRegistry));
        }
        found
    }

    fn routing(&self) -> Vec<Obstacle> {
        let Some(rollout) = &self.agent.rollout else { return Vec::new() };
        let Some(routing) = &rollout.routing else { return Vec::new() };
        let Some(istio) = &routing.istio else { return Vec::new() };
        let mut found = Vec::new();
        if routing.resolved(false).0 == Mode::External {
            match self.world.get("VirtualService", &self.agent.namespace, &istio.virtual_service) {
                Lookup::Found(service) => found.extend(missing_routes(istio, service).map(Obstacle::NoRoute)),
                Lookup::Missing => found.push(Obstacle::NoVirtualService(istio.virtual_service.clone())),
                Lookup::NotChecked(_) => {}
            }
        }
        if rollout.sticky && self.missing("DestinationRule", &istio.destination_rule) {
            found.push(Obstacle::NoDestinationRule(istio.destination_rule.clone()));
        }
        found
    }

    fn missing(&self, kind: &str, name: &str) -> bool {
        matches!(self.world.get(kind, &self.agent.namespace, name), Lookup::Missing)
    }
}

fn missing_routes<'a>(istio: &'a Istio, service: &'a Object) -> impl Iterator<Item = String> + 'a {
    let routes = service.spec().get("http").items();
    let known = move |name: &&String| routes.iter().any(|route| route.get("name").str() == name.as_str());
    istio.routes.iter().filter(move |name| !known(name)).cloned()
}

impl Obstacle {
    /// What is wrong, as a clause.
    pub fn reason(&self) -> String {
        match self {
            Self::NameTaken(name) => {
                format!(
                    "Deployment {name} belongs to the agent {name}: every pass without a rollout deletes it, and no rollout can start"
                )
            }
            Self::NoProvider(name) => format!("the Provider {name} does not exist: the promotion would stand still"),
            Self::NoRegistry(name) => format!("the ToolRegistry {name} does not exist: the promotion would stand still"),
            Self::NoVirtualService(name) => {
                format!("the VirtualService {name} does not exist: no weight is applied, and the promotion loses its hold")
            }
            Self::NoRoute(name) => {
                format!("the VirtualService has no route {name}: no weight moves, although it is reported as enforced")
            }
            Self::NoDestinationRule(name) => {
                format!("the DestinationRule {name} does not exist: the rollout stands still without a status")
            }
            Self::NoAnalysis(name) => format!("the RolloutAnalysis {name} does not exist: its step never ends"),
            Self::Capabilities(message) => {
                format!("the runtime lacks a capability ({message}): stable and candidate are scaled to 0")
            }
        }
    }

    /// Whether a rollout can go on beside it.
    pub const fn is_tolerable(&self) -> bool {
        matches!(self, Self::NoRoute(_) | Self::NoAnalysis(_))
    }
}
