//! What a diagnosis rests on.

use super::{
    Link,
    event::{self, Event},
};
use crate::{
    crd::Release,
    rollout::{Memory, Scene, Standing, candidate_name},
    world::{Object, Scope, World},
};

/// The label with the name of the agent, on its pods and ReplicaSets.
pub const INSTANCE_LABEL: &str = "app.kubernetes.io/instance";
/// The label that tells the pods of agents from those of evaluations.
const COMPONENT_LABEL: &str = "omnia.altairalabs.ai/component";

/// The label selector of the pods and ReplicaSets of an agent; without one, of all agents.
pub fn selector(agent: Option<&str>) -> String {
    let component = format!("{COMPONENT_LABEL}=agent");
    agent.map_or_else(|| component.clone(), |agent| format!("{INSTANCE_LABEL}={agent},{component}"))
}

/// An agent with all that is seen of it.
#[derive(Debug)]
pub struct Evidence<'w> {
    /// The objects around it.
    pub world: &'w World,
    /// The agent.
    pub agent: &'w Object,
    /// What its rollout depends on.
    pub scene: Scene,
    /// Where its rollout stands.
    pub standing: Standing,
    /// The release of the platform.
    pub release: Release,
    /// Its pods, without those that have ended or are being taken away.
    pub pods: Vec<&'w Object>,
    /// Its events, the oldest first.
    pub events: Vec<Event>,
    /// The time in nanoseconds since 1970.
    pub now: i64,
}

impl<'w> Evidence<'w> {
    /// Gathers what the world holds of an agent.
    pub fn read(world: &'w World, agent: &'w Object, release: Release, now: i64) -> Self {
        let scene = Scene::read(world, agent, release);
        let standing = Standing::of(&scene, &Memory::default(), now);
        let label = |pod: &Object, key: &str| pod.root().at("metadata.labels").get(key).str().to_owned();
        let is_own = |pod: &&Object| label(pod, INSTANCE_LABEL) == agent.name && label(pod, COMPONENT_LABEL) == "agent";
        let lives = |pod: &&Object| {
            let phase = pod.root().at("status.phase").str();
            !pod.root().at("metadata.deletionTimestamp").exists() && phase != "Succeeded" && phase != "Failed"
        };
        let mut pods: Vec<&Object> = world.list("Pod", &agent.namespace).filter(is_own).filter(lives).collect();
        pods.sort_by(|a, b| a.name.cmp(&b.name));
        let events = event::of_agent(world, agent);
        Self { world, agent, scene, standing, release, pods, events, now }
    }

    /// The Deployments that the agent owns: stable, then the candidate.
    pub fn deployments(&self) -> Vec<&'w Object> {
        let names = [self.agent.name.clone(), candidate_name(&self.agent.name)];
        let found = names.iter().filter_map(|name| self.world.get("Deployment", &self.agent.namespace, name).found());
        found.filter(|deployment| is_owned_by(deployment, "AgentRuntime", &self.agent.name)).collect()
    }

    /// Pods that are ready and pods that are wanted, of both Deployments; none when nobody could look.
    pub fn counts(&self) -> Option<(i64, i64)> {
        if matches!(self.world.scope("Deployment", &self.agent.namespace), Scope::Closed(_)) {
            return None;
        }
        let count = |deployment: &&Object| {
            let read = crate::rollout::Deployment::read(deployment);
            (read.ready, read.replicas)
        };
        let sum = |sum: (i64, i64), one: (i64, i64)| (sum.0 + one.0, sum.1 + one.1);
        Some(self.deployments().iter().map(count).fold((0, 0), sum))
    }

    /// `Kind/name` of the agent.
    pub fn id(&self) -> String {
        self.agent.id()
    }

    /// What a user sees first.
    pub fn symptom(&self) -> Link {
        let phase = match self.scene.agent.status.phase.as_str() {
            "" => "no phase yet".to_owned(),
            phase => format!("phase {phase}"),
        };
        let pods = match self.counts() {
            None => "pods not seen".to_owned(),
            Some((0, 0)) if self.deployments().is_empty() => "no Deployment".to_owned(),
            Some((ready, wanted)) => format!("{ready} of {wanted} pods ready"),
        };
        Link::new(self.id(), format!("{phase}, {pods}"))
    }

    /// The last event of an object with one of these reasons.
    pub fn last_event(&self, object: &str, reasons: &[&str]) -> Option<&Event> {
        self.events.iter().rev().find(|event| event.object == object && reasons.contains(&event.reason.as_str()))
    }
}

/// Whether an object belongs to this one; what has no owner of that kind counts as its own.
pub(super) fn is_owned_by(object: &Object, kind: &str, name: &str) -> bool {
    let owners = object.root().at("metadata.ownerReferences").items();
    owners.iter().find(|owner| owner.get("kind").str() == kind).is_none_or(|owner| owner.get("name").str() == name)
}
