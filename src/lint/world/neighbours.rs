//! RUN024, RUN061 and RUN118: agents and other objects whose names and hosts meet.

use std::collections::HashMap;

use super::{Remarks, Scene, related};
use crate::{
    finding::Severity,
    lint::agent::{Agent, Facade},
    world::{Field, Object, World},
};

/// Ends of the names of objects that the operator makes for an agent, and their kinds.
const MADE: &[(&str, &[&str])] =
    &[("", &["Deployment", "Service"]), ("-facade", &["ServiceAccount"]), ("-tools", &["ConfigMap"])];

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    canary(scene, agent, remarks);
    taken(scene, agent, remarks);
    if scene.is_current() {
        hosts(scene, agent, remarks);
    }
}

/// An agent called `x-canary` beside `x`: its Deployment is the one that the operator makes for the candidate of `x`.
fn canary<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let Some(stable) = agent.name.strip_suffix("-canary") else { return };
    if let Some(other) = scene.world.get("AgentRuntime", &agent.namespace, stable).found() {
        let name = agent.root().at("metadata.name");
        let message = format!("each write to {} deletes the Deployment of this agent", other.id());
        let finding = remarks.found("RUN118", &name, message);
        related(finding, agent, &other.root().at("metadata.name"), "the other agent".to_owned());
    }
}

/// Objects of the inputs that have the name of one that the operator makes.
fn taken<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    for (end, kinds) in MADE {
        // Few inputs hold any.
        for kind in kinds.iter().filter(|kind| scene.world.of_kind(kind).next().is_some()) {
            let name = format!("{}{end}", agent.name);
            let Some(other) = scene.world.get(kind, &agent.namespace, &name).found() else { continue };
            let own =
                other.root().at("metadata.ownerReferences").items().iter().any(|owner| owner.get("kind").str() == "AgentRuntime");
            if !own && scene.is_asked(other) {
                let message = format!("the operator makes a {kind} called {name} for the agent, and this one is yours");
                let finding = remarks.found("RUN061", &agent.root().at("metadata.name"), message);
                // The operator takes it over, and who applies yours takes it back.
                finding.severity = Severity::Warning;
                related(finding, agent, &other.root().at("metadata.name"), format!("the {kind}"));
            }
        }
    }
}

/// The domain that hosts have whom nobody names, when it is not known.
const SOME_DOMAIN: &str = "<base domain>";

/// The first agent that exposes a host, by the host in lower case: the place where it is written.
pub(super) struct Hosts<'w>(HashMap<String, Field<'w>>);

impl<'w> Hosts<'w> {
    pub(super) fn new(world: &'w World, agent: impl Fn(&'w Object) -> Agent<'w>) -> Self {
        let mut first = HashMap::new();
        for (host, place) in world.of_kind("AgentRuntime").flat_map(|object| exposed(&agent(object))) {
            first.entry(host).or_insert(place);
        }
        Self(first)
    }

    /// Where an agent before `agent` has the host.
    fn before(&self, agent: &Object, host: &str) -> Option<&Field<'w>> {
        self.0.get(host).filter(|first| !std::ptr::eq(first.object(), agent))
    }
}

/// The hosts of the facades that an agent exposes, in lower case, and where they are written. A facade that names none has one that is made
/// of the agent's name, and of its type where it does not lead.
fn exposed<'w>(agent: &Agent<'w>) -> Vec<(String, Field<'w>)> {
    let exposure = agent.operator.and_then(|operator| operator.exposure.as_ref());
    let domain = exposure.map_or(SOME_DOMAIN, |exposure| exposure.base_domain.value.as_str());
    let facades = agent.facades.iter().filter(|facade| facade.is_exposed() && facade.has_data_plane());
    let host = |facade: &Facade<'w>| {
        let own = facade.field.at("expose.host");
        let (name, namespace) = (&agent.object.name, &agent.object.namespace);
        match own.text() {
            Some(host) => (host.to_ascii_lowercase(), own),
            None if facade.leads => (format!("{name}.{namespace}.{domain}"), facade.field.at("expose.enabled")),
            None => (format!("{name}-{}.{namespace}.{domain}", facade.kind), facade.field.at("expose.enabled")),
        }
    };
    facades.map(host).collect()
}

/// RUN024: two agents with one host.
fn hosts<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    for (host, place) in exposed(&scene.agent(agent)) {
        if let Some(other) = scene.hosts.before(agent, &host) {
            let message = format!("{} has the host {host} as well, and the Gateway serves one of them", other.object().id());
            let finding = remarks.found("RUN024", &place, message);
            related(finding, agent, other, "the other facade".to_owned());
        }
    }
}
