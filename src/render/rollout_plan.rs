//! Where the rollout of an agent comes to by itself, and what that makes of the agent.
//!
//! The operator runs through the steps of a rollout until one of them waits. What it creates is what stands then; on the way it may
//! have written to the agent's own spec.

use std::{borrow::Cow, cmp::Ordering};

use super::inputs::Agent;
use crate::{
    resolve::{Outcome, Resolution, Role, Version},
    rollout::{self, Activity, Mode, Routing, Step, last_weight},
    world::Object,
    yaml::{Entry, Map, Node, Value},
};

/// What a rollout comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    /// The weight that the traffic gets, in per cent; none where no step has set one yet.
    pub weight: Option<i64>,
    /// Whether all steps are done, so that stable is moving to what the candidate runs.
    pub promoting: bool,
    /// Why the operator never came to what it does behind the rollout.
    pub held_back: Option<&'static str>,
}

/// An agent as the operator leaves it.
#[derive(Debug)]
pub(super) struct Settled<'w> {
    /// The agent, with what the operator writes to its spec.
    pub object: Cow<'w, Object>,
    /// Its rollout; none without one.
    pub rollout: Option<Standing>,
}

/// How weights reach the traffic of the agent; without `trafficRouting`, not at all.
pub(super) fn mode(agent: &Agent<'_>) -> Mode {
    let mesh = agent.operator.mesh.value && agent.operator.third_party.value.istio;
    let routing = Routing::read(&agent.spec().at("rollout.trafficRouting"));
    routing.map_or(Mode::Unrouted, |routing| routing.resolved(mesh).0)
}

/// Runs the rollout of an agent as far as it goes. `packs` are its references to packs.
pub(super) fn settle<'w>(object: &'w Object, packs: &[Resolution<'_>]) -> Settled<'w> {
    let agent = rollout::Agent::read(object);
    if agent.promoting() {
        return Settled { object: Cow::Borrowed(object), rollout: Some(Standing::promoting(None)) };
    }
    if agent.activity() != Activity::Active {
        let Some(triggered) = triggered(object, &agent, packs) else {
            return Settled { object: Cow::Borrowed(object), rollout: None };
        };
        let standing = Standing::after(&agent, 0);
        return finish(Cow::Owned(triggered), Standing { held_back: None, ..standing });
    }
    finish(Cow::Borrowed(object), Standing::after(&agent, usize::try_from(agent.step_index()).unwrap_or_default()))
}

fn finish(object: Cow<'_, Object>, standing: Standing) -> Settled<'_> {
    let object = if standing.promoting { Cow::Owned(promoted(object.into_owned())) } else { object };
    Settled { object, rollout: Some(standing) }
}

impl Standing {
    const fn promoting(held_back: Option<&'static str>) -> Self {
        Self { weight: Some(100), promoting: true, held_back }
    }

    /// Where the steps from `start` on lead to.
    fn after(agent: &rollout::Agent, start: usize) -> Self {
        let steps = agent.steps();
        let begun = start.min(steps.len());
        let mut weight = last_weight(&steps[..begun]);
        // What has run before this rollout is not known to have run to its end; what runs in its middle is.
        let is_new = agent.progress().is_none();
        for (index, step) in steps.iter().enumerate().skip(begun) {
            let held_back = |text| (is_new && index == 0).then_some(text);
            match step {
                Step::Weight(own) => weight = Some(*own),
                // Both take the traffic back from the candidate.
                Step::Empty | Step::Pause(..=0) => weight = Some(0),
                Step::Wait | Step::BadPause(_) => return Self { weight, promoting: false, held_back: None },
                Step::Pause(_) => {
                    return Self { weight, promoting: false, held_back: held_back("before the first step has ended") };
                }
                Step::Analysis(_) => {
                    return Self { weight, promoting: false, held_back: held_back("before the analysis has passed") };
                }
            }
        }
        Self::promoting(None)
    }
}

/// The agent after a version that appeared in the channel of its trigger; nothing where none is new.
fn triggered(object: &Object, agent: &rollout::Agent, packs: &[Resolution<'_>]) -> Option<Object> {
    if !agent.triggered() {
        return None;
    }
    let version = |role: Role| {
        let resolution = packs.iter().find(|resolution| resolution.reference.role == role)?;
        let Outcome::Found(pack) = resolution.outcome else { return None };
        pack.spec().get("version").text()
    };
    let published = version(Role::Trigger)?;
    let runs =
        Some(agent.status.active_version.as_str()).filter(|active| !active.is_empty()).or_else(|| version(Role::Stable))?;
    let is_newer = |than: &str| {
        let parsed = Version::parse(published).ok().zip(Version::parse(than).ok());
        parsed.is_some_and(|(a, b)| a.precedence(&b) == Ordering::Greater)
    };
    let was_rolled_back =
        agent.rolled_back.as_deref().is_some_and(|rolled_back| !rolled_back.is_empty() && !is_newer(rolled_back));
    if !is_newer(runs) || was_rolled_back {
        return None;
    }
    let channel = object.spec().at("rollout.trigger.promptPackChannel");
    // Written nowhere: it stands where the trigger does.
    let written = |value: Value<'static>| Node { value, ..channel.node().cloned().unwrap_or_default() };
    let text = |text: &str| written(Value::String(text.to_owned().into()));
    let members = |entries: Vec<Entry<'static>>| written(Value::Map(Map { entries, shadowed: None }));
    let name = object.spec().at("promptPackRef.name").str();
    let candidate =
        members(vec![entry("promptPackRef", members(vec![entry("name", text(name)), entry("version", text(published))]))]);
    let mut object = object.clone();
    set(child(&mut object.root, "spec").and_then(|spec| child(spec, "rollout")), "candidate", candidate);
    Some(object)
}

/// The agent after the candidate's references have become its own.
fn promoted(mut object: Object) -> Object {
    let effective = rollout::effective(&object.spec());
    let fields = [
        ("promptPackRef", effective.prompt_pack_ref),
        ("providers", effective.providers),
        ("toolRegistryRef", effective.tool_registry_ref),
    ];
    let nodes = fields.map(|(key, field)| (key, field.node().cloned()));
    for (key, node) in nodes {
        if let Some(node) = node {
            set(child(&mut object.root, "spec"), key, node);
        }
    }
    object
}

fn entry(key: &'static str, value: Node<'static>) -> Entry<'static> {
    Entry { key: key.into(), key_span: value.span, value }
}

fn child<'n>(node: &'n mut Node<'static>, key: &str) -> Option<&'n mut Node<'static>> {
    if let Value::Map(map) = &mut node.value { map.get_mut(key) } else { None }
}

fn set(node: Option<&mut Node<'static>>, key: &'static str, value: Node<'static>) {
    let Some(Node { value: Value::Map(map), .. }) = node else { return };
    match map.get_mut(key) {
        Some(own) => *own = value,
        None => map.entries.push(entry(key, value)),
    }
}
