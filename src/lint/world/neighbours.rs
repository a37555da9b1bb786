//! RUN024, RUN061 and RUN118: agents and other objects whose names and hosts meet.

use std::collections::HashMap;

use super::{Remarks, Scene, related};
use crate::world::{Field, Object, World};

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
        for kind in *kinds {
            let name = format!("{}{end}", agent.name);
            let Some(other) = scene.world.get(kind, &agent.namespace, &name).found() else { continue };
            let own =
                other.root().at("metadata.ownerReferences").items().iter().any(|owner| owner.get("kind").str() == "AgentRuntime");
            if !own && scene.is_asked(other) {
                let message = format!("the operator makes a {kind} called {name} for the agent, and this one is yours");
                let finding = remarks.found("RUN061", &agent.root().at("metadata.name"), message);
                related(finding, agent, &other.root().at("metadata.name"), format!("the {kind}"));
            }
        }
    }
}

/// The first agent that exposes a host, by the host in lower case: the place where it is written.
pub(super) struct Hosts<'w>(HashMap<String, Field<'w>>);

impl<'w> Hosts<'w> {
    pub(super) fn new(world: &'w World) -> Self {
        let mut first = HashMap::new();
        for host in world.of_kind("AgentRuntime").flat_map(exposed) {
            first.entry(host.str().to_ascii_lowercase()).or_insert(host);
        }
        Self(first)
    }

    /// Where an agent before `agent` has the host.
    fn before(&self, agent: &Object, host: &str) -> Option<&Field<'w>> {
        self.0.get(&host.to_ascii_lowercase()).filter(|first| !std::ptr::eq(first.object(), agent))
    }
}

/// The hosts of the facades that an agent exposes.
fn exposed(agent: &Object) -> impl Iterator<Item = Field<'_>> {
    let facades = agent.spec().get("facades").items().into_iter();
    let facades = facades.filter(|facade| facade.at("expose.enabled").is_true() && facade.get("dataPlane").bool() != Some(false));
    facades.map(|facade| facade.at("expose.host")).filter(|host| host.text().is_some())
}

/// RUN024: two agents with one host.
fn hosts<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    for host in exposed(agent) {
        if let Some(other) = scene.hosts.before(agent, host.str()) {
            let message =
                format!("{} has the host {} as well, and the Gateway serves one of them", other.object().id(), host.str());
            let finding = remarks.found("RUN024", &host, message);
            related(finding, agent, other, "the other facade".to_owned());
        }
    }
}
