//! What around an agent makes a rollout fail.

use super::{
    agent::Agent,
    candidate_name,
    deployment::Deployment,
    refs::Refs,
    routing::{Istio, Mode},
    step::Step,
};
use crate::world::{Lookup, Object, Scope, World};

/// Something around an agent that makes a rollout fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// The Deployment of the candidate belongs to somebody else, or will: its name, and who that is.
    NameTaken(String, String),
    /// The operator does not take the present references of the agent: its rollout stands still. The condition that says so.
    Frozen(String),
    /// A Provider of the candidate does not exist.
    NoProvider(String),
    /// A Provider of the candidate is not ready: its name and its phase.
    ProviderNotReady(String, String),
    /// The ToolRegistry of the candidate does not exist.
    NoRegistry(String),
    /// The ToolRegistry of the candidate is in this other namespace.
    ForeignRegistry(String),
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
    /// The routing block is gone while its weights still stand.
    RoutingLost,
}

/// The conditions of references that end a pass before it comes to the rollout. A ToolRegistry that is merely missing ends none.
const REFERENCES: [(&str, &str); 3] =
    [("PromptPackReady", ""), ("ProviderReady", ""), ("ToolRegistryReady", "ToolRegistryCrossNamespace")];

/// Looks for obstacles.
pub(super) struct Search<'a> {
    world: &'a World,
    agent: &'a Agent,
    /// What is in the way.
    pub found: Vec<Obstacle>,
    /// Why something could not be looked at.
    pub not_checked: Vec<String>,
}

impl<'a> Search<'a> {
    pub(super) const fn new(world: &'a World, agent: &'a Agent) -> Self {
        Self { world, agent, found: Vec::new(), not_checked: Vec::new() }
    }

    pub(super) fn run(&mut self, candidate: Option<&Deployment>) {
        let agent = self.agent;
        self.name(candidate);
        self.conditions();
        self.found.extend(agent.routing_lost().then_some(Obstacle::RoutingLost));
        if let Some(candidate) = agent.candidate() {
            self.references(candidate);
        }
        self.routing();
        for step in agent.steps() {
            let Step::Analysis(name) = step else { continue };
            let obstacle = Obstacle::NoAnalysis(name.clone());
            if self.is_missing("RolloutAnalysis", name) && !self.found.contains(&obstacle) {
                self.found.push(obstacle);
            }
        }
    }

    /// An object; where nobody may look, that is kept.
    fn look_up(&mut self, kind: &str, namespace: &str, name: &str) -> Lookup<'a> {
        let found = self.world.get(kind, namespace, name);
        if let Lookup::NotChecked(Scope::Closed(reason)) = &found
            && !self.not_checked.contains(reason)
        {
            self.not_checked.push(reason.clone());
        }
        found
    }

    fn is_missing(&mut self, kind: &str, name: &str) -> bool {
        let agent = self.agent;
        matches!(self.look_up(kind, &agent.namespace, name), Lookup::Missing)
    }

    fn name(&mut self, candidate: Option<&Deployment>) {
        let name = candidate_name(&self.agent.name);
        let foreign = candidate.and_then(|candidate| candidate.foreign_to(&self.agent.name));
        let namesake = self.world.get("AgentRuntime", &self.agent.namespace, &name).found().map(|_| format!("the agent {name}"));
        self.found.extend(foreign.or(namesake).map(|owner| Obstacle::NameTaken(name, owner)));
    }

    fn conditions(&mut self) {
        let status = &self.agent.status;
        let is_false = |kind: &str| status.condition(kind).filter(|condition| condition.status == "False");
        let ends = REFERENCES
            .iter()
            .filter_map(|(kind, reason)| is_false(kind).filter(|condition| reason.is_empty() || condition.reason == *reason));
        let frozen = ends.map(|condition| Obstacle::Frozen(format!("{} is False: {}", condition.kind, condition.message)));
        self.found.extend(frozen);
        self.found.extend(is_false("CapabilitiesSatisfied").map(|condition| Obstacle::Capabilities(condition.message.clone())));
    }

    fn references(&mut self, candidate: &Refs) {
        let agent = self.agent;
        let text = |reference: &serde_json::Value, key: &str| reference[key].as_str().unwrap_or_default().to_owned();
        let home = |namespace: String| if namespace.is_empty() { agent.namespace.clone() } else { namespace };
        for entry in candidate.provider_list() {
            let reference = &entry["providerRef"];
            let name = text(reference, "name");
            match self.look_up("Provider", &home(text(reference, "namespace")), &name) {
                Lookup::Missing => self.found.push(Obstacle::NoProvider(name)),
                Lookup::Found(provider) => {
                    let phase = provider.root().at("status.phase").text().filter(|phase| *phase != "Ready");
                    self.found.extend(phase.map(|phase| Obstacle::ProviderNotReady(name, phase.to_owned())));
                }
                Lookup::NotChecked(_) => {}
            }
        }
        if candidate.registry.is_null() {
            return;
        }
        let (name, namespace) = (text(&candidate.registry, "name"), home(text(&candidate.registry, "namespace")));
        if namespace != agent.namespace {
            self.found.push(Obstacle::ForeignRegistry(namespace));
        } else if self.is_missing("ToolRegistry", &name) {
            self.found.push(Obstacle::NoRegistry(name));
        }
    }

    fn routing(&mut self) {
        let agent = self.agent;
        let Some(rollout) = &agent.rollout else { return };
        let Some(routing) = &rollout.routing else { return };
        let Some(istio) = &routing.istio else { return };
        if routing.resolved(false).0 == Mode::External {
            match self.look_up("VirtualService", &agent.namespace, &istio.virtual_service) {
                Lookup::Found(service) => self.found.extend(missing_routes(istio, service).map(Obstacle::NoRoute)),
                Lookup::Missing => self.found.push(Obstacle::NoVirtualService(istio.virtual_service.clone())),
                Lookup::NotChecked(_) => {}
            }
        }
        if rollout.sticky && self.is_missing("DestinationRule", &istio.destination_rule) {
            self.found.push(Obstacle::NoDestinationRule(istio.destination_rule.clone()));
        }
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
            Self::NameTaken(name, owner) => {
                format!("Deployment {name} belongs to {owner}: every pass without a rollout deletes it, and no rollout can start")
            }
            Self::Frozen(condition) => {
                format!(
                    "{condition}; until that is mended the operator does not come to the rollout, and does then what was asked"
                )
            }
            Self::NoProvider(name) => format!("the Provider {name} does not exist: the promotion would stand still"),
            Self::ProviderNotReady(name, phase) => {
                format!("the Provider {name} is in phase {phase}: the promotion would stand still")
            }
            Self::NoRegistry(name) => {
                format!("the ToolRegistry {name} does not exist: once promoted, the agent would have no tools")
            }
            Self::ForeignRegistry(namespace) => {
                format!(
                    "the ToolRegistry is in the namespace {namespace}: once promoted, the operator would delete the Deployments"
                )
            }
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
            Self::RoutingLost => "trafficRouting was taken out of the spec while weights stand: nobody takes them back when the \
                                  candidate goes, and its share of the requests would be lost"
                .to_owned(),
        }
    }

    /// Whether a rollout can go on beside it.
    pub const fn is_tolerable(&self) -> bool {
        matches!(self, Self::NoRoute(_) | Self::NoAnalysis(_))
    }

    /// Whether somebody who knows the cost may do what is asked in spite of it.
    pub const fn is_forcible(&self) -> bool {
        matches!(self, Self::NoVirtualService(_) | Self::Capabilities(_) | Self::Frozen(_) | Self::RoutingLost)
    }

    /// What helps.
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::RoutingLost => Some("put spec.rollout.trafficRouting back first"),
            Self::Frozen(_) => Some("kubectl omnia why names the cause"),
            _ => None,
        }
    }

    /// The name of the warning.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NameTaken(..) => "name-taken",
            Self::Frozen(_) => "frozen",
            Self::NoProvider(_) => "provider-missing",
            Self::ProviderNotReady(..) => "provider-unready",
            Self::NoRegistry(_) => "tool-registry-missing",
            Self::ForeignRegistry(_) => "tool-registry-foreign",
            Self::NoVirtualService(_) => "virtual-service-missing",
            Self::NoRoute(_) => "route-missing",
            Self::NoDestinationRule(_) => "destination-rule-missing",
            Self::NoAnalysis(_) => "analysis-missing",
            Self::Capabilities(_) => "capabilities-missing",
            Self::RoutingLost => "routing-removed",
        }
    }
}
