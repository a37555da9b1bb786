//! Events of an agent and of what it owns.

use std::collections::BTreeMap;

use super::{evidence::is_owned_by, one_line};
use crate::{
    apiserver::cel::Timestamp,
    rollout::candidate_name,
    world::{Field, Object, World},
};

/// An event, or several that say the same of one object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// When it was seen first, as the cluster writes it; empty when that is not told.
    pub first: String,
    /// When it was seen last.
    pub last: String,
    /// `Normal` or `Warning`.
    pub severity: String,
    /// The reason, a word.
    pub reason: String,
    /// `Kind/name` of the object.
    pub object: String,
    /// What happened, on one line.
    pub message: String,
    /// How often.
    pub count: i64,
}

impl Event {
    /// When it was seen last, in seconds and nanoseconds since 1970, to sort by.
    pub fn instant(&self) -> (i64, u32) {
        instant(&self.last)
    }

    /// Reads an `Event` of the core group.
    pub fn read(object: &Object) -> Self {
        let root = object.root();
        let time = |paths: [&str; 5]| paths.iter().find_map(|path| root.at(path).text()).unwrap_or_default().to_owned();
        let about = root.get("involvedObject");
        Self {
            first: time([
                "firstTimestamp",
                "eventTime",
                "lastTimestamp",
                "deprecatedFirstTimestamp",
                "metadata.creationTimestamp",
            ]),
            last: time(["series.lastObservedTime", "lastTimestamp", "eventTime", "firstTimestamp", "metadata.creationTimestamp"]),
            severity: one_line(root.get("type").str()),
            reason: one_line(root.get("reason").str()),
            object: format!("{}/{}", about.get("kind").str(), about.get("name").str()),
            message: one_line(root.get("message").str()),
            count: root.at("series.count").int().or_else(|| root.get("count").int()).unwrap_or(1).max(1),
        }
    }
}

/// Seconds and nanoseconds since 1970: texts with and without fractions do not sort as texts.
fn instant(text: &str) -> (i64, u32) {
    Timestamp::parse_rfc3339(text).map_or((i64::MIN, 0), |time| (time.seconds, time.nanos))
}

/// The events of an agent, of its two Deployments, and of their ReplicaSets and pods, those that are gone among them; the oldest first.
/// Repeated ones are one with their count.
pub fn of_agent(world: &World, agent: &Object) -> Vec<Event> {
    let mut merged: BTreeMap<(String, String, String, String), Event> = BTreeMap::new();
    for object in
        world.list("Event", &agent.namespace).filter(|event| is_about(world, agent, &event.root().get("involvedObject")))
    {
        let event = Event::read(object);
        let key = (event.object.clone(), event.severity.clone(), event.reason.clone(), event.message.clone());
        match merged.entry(key) {
            std::collections::btree_map::Entry::Vacant(free) => drop(free.insert(event)),
            std::collections::btree_map::Entry::Occupied(mut there) => {
                let known = there.get_mut();
                known.count = known.count.saturating_add(event.count);
                if instant(&event.first) < instant(&known.first) {
                    known.first = event.first;
                }
                if instant(&event.last) > instant(&known.last) {
                    known.last = event.last;
                }
            }
        }
    }
    let mut events: Vec<Event> = merged.into_values().collect();
    events.sort_by_key(Event::instant);
    events
}

fn is_about(world: &World, agent: &Object, about: &Field<'_>) -> bool {
    let name = about.get("name").str();
    let deployments = [agent.name.clone(), candidate_name(&agent.name)];
    let is_deployment = |name: &str| {
        let theirs = |object: &Object| !is_owned_by(object, "AgentRuntime", &agent.name);
        deployments.iter().any(|own| own == name) && !world.get("Deployment", &agent.namespace, name).found().is_some_and(theirs)
    };
    // The names of ReplicaSets and pods are those of their owners with one generated word more, which has no dash.
    let parent = |name: &str| name.rsplit_once('-').map(|(parent, _)| parent.to_owned()).unwrap_or_default();
    match about.get("kind").str() {
        "AgentRuntime" => name == agent.name,
        "Deployment" => is_deployment(name),
        "ReplicaSet" => is_deployment(&parent(name)),
        "Pod" => is_deployment(&parent(&parent(name))),
        _ => false,
    }
}
