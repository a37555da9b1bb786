//! Where the rollout of an agent comes to by itself, and what that makes of the agent.
//!
//! The operator runs through the steps of a rollout until one of them waits. What it creates is what stands then; on the way it may
//! have written to the agent's own spec.

use std::{borrow::Cow, cmp::Ordering};

use super::{Rendered, Renderer, inputs::Agent, operator::Operator};
use crate::{
    resolve::{Outcome, Resolution, Role, Version},
    rollout::{self, Activity, Mode, Routing, Step, last_weight},
    world::{Field, Lookup, Object},
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
    /// The agent before its promotion, as its candidate was made; none without one.
    pub before: Option<Cow<'w, Object>>,
    /// Its rollout; none without one.
    pub rollout: Option<Standing>,
}

/// How weights reach the traffic of the agent; without `trafficRouting`, not at all.
pub(super) fn mode(agent: &Agent<'_>) -> Mode {
    resolved(&agent.spec(), agent.operator).0
}

/// Whether weights reach the traffic in a lesser way than the agent asks for.
pub(super) fn is_degraded(agent: &Agent<'_>) -> bool {
    resolved(&agent.spec(), agent.operator).1
}

fn resolved(spec: &Field<'_>, operator: &Operator) -> (Mode, bool) {
    let mesh = operator.mesh.value && operator.third_party.value.istio;
    let routing = Routing::read(&spec.at("rollout.trafficRouting"));
    routing.map_or((Mode::Unrouted, false), |routing| routing.resolved(mesh))
}

/// Whether the operator never comes to `object` (`Kind/name`), because the rollout begins with a step that waits.
pub(super) fn holds_back(agent: &Agent<'_>, object: &str, rendered: &mut Rendered) -> bool {
    let reason = agent.rollout.and_then(|standing| standing.held_back);
    if let Some(reason) = reason {
        rendered.warn(object.to_owned(), format!("is neither created nor refreshed {reason}"));
    }
    reason.is_some()
}

/// Runs the rollout of an agent as far as it goes. `packs` are its references to packs.
pub(super) fn settle<'w>(object: &'w Object, packs: &[Resolution<'_>], renderer: &Renderer<'_>) -> Settled<'w> {
    let agent = rollout::Agent::read(object);
    let as_it_is = |rollout| Settled { object: Cow::Borrowed(object), before: None, rollout };
    if agent.promoting() {
        return as_it_is(Some(Standing::promoting()));
    }
    if agent.activity() == Activity::Active {
        let standing = Standing::after(&agent, usize::try_from(agent.step_index()).unwrap_or_default());
        return finish(Cow::Borrowed(object), standing, renderer);
    }
    match triggered(object, &agent, packs) {
        Some(triggered) => finish(Cow::Owned(triggered), Standing { held_back: None, ..Standing::after(&agent, 0) }, renderer),
        None => as_it_is(None),
    }
}

fn finish<'w>(object: Cow<'w, Object>, standing: Standing, renderer: &Renderer<'_>) -> Settled<'w> {
    if !standing.promoting {
        return Settled { object, before: None, rollout: Some(standing) };
    }
    let promoted = promoted(object.clone().into_owned());
    let rollout = (!is_lost(&promoted, renderer)).then_some(standing);
    Settled { object: Cow::Owned(promoted), before: Some(object), rollout }
}

/// Whether a promotion ends at once: the operator has written the new spec when it fails to send the traffic to the candidate, and
/// then takes the agent for one without a rollout.
fn is_lost(object: &Object, renderer: &Renderer<'_>) -> bool {
    let name = object.spec().at("rollout.trafficRouting.istio.virtualService.name");
    let (mode, _) = resolved(&object.spec(), renderer.operator);
    mode == Mode::External
        && name.exists()
        && renderer.operator.third_party.value.istio
        && matches!(renderer.world.get("VirtualService", &object.namespace, name.str()), Lookup::Missing)
}

impl Standing {
    const fn promoting() -> Self {
        Self { weight: Some(100), promoting: true, held_back: None }
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
        Self::promoting()
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
    // A pin that was raised by hand is what the candidate of an earlier trigger asked for.
    let is_pinned = agent.candidate().is_some() && agent.refs.version() == Some(published);
    if !is_newer(runs) || was_rolled_back || is_pinned {
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
    let nodes = fields.map(|(key, field)| (key, field.node().cloned().map(Node::into_owned)));
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

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::{
        crd::Release,
        world::{Origin, Scope, World},
        yaml::read_json,
    };

    fn object(kind: &str, name: &str, rest: &Json) -> Object {
        let mut root = json!({"metadata": {"name": name}});
        root.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        Object {
            group: String::new(),
            version: "v1".to_owned(),
            kind: kind.to_owned(),
            namespace: "team".to_owned(),
            name: name.to_owned(),
            root: read_json(&root.to_string()).unwrap().into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        }
    }

    fn agent(steps: &Json, rest: &Json) -> Json {
        let mut rollout = json!({"steps": steps, "candidate": {"promptPackRef": {"name": "p", "version": "2.0.0"}}});
        rollout.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        json!({"spec": {"promptPackRef": {"name": "p", "version": "1.0.0"}, "rollout": rollout}})
    }

    /// What an agent comes to: its standing, and the pinned version of the spec.
    fn settled(root: &Json, others: &[Object]) -> (Option<Standing>, String) {
        let mut world = World::new(Scope::Complete);
        for version in ["1.0.0", "2.0.0"] {
            let label = json!({"name": version, "labels": {"omnia.altairalabs.ai/promptpack": "p"}});
            world.add(object("PromptPack", version, &json!({"metadata": label, "spec": {"packName": "p", "version": version}})));
        }
        others.iter().for_each(|other| drop(world.add(other.clone())));
        let operator = Operator::preset(super::super::operator::Preset::Chart, &Default::default()).unwrap();
        let renderer = Renderer::new(&world, &operator, Release::R2026_07);
        let agent = object("AgentRuntime", "agent", root);
        let settled = settle(&agent, &renderer.packs.agent(&agent), &renderer);
        (settled.rollout, settled.object.spec().at("promptPackRef.version").str().to_owned())
    }

    #[test]
    fn a_rollout_runs_until_a_step_waits() {
        let weight = |weight: i64| json!({"setWeight": weight});
        let pause = |duration: &str| json!({"pause": {"duration": duration}});
        let (wait, analysis) = (json!({"pause": {}}), json!({"analysis": {"templateName": "a"}}));
        let at = |weight: Option<i64>| Standing { weight, promoting: false, held_back: None };
        let held = |text| Standing { weight: None, promoting: false, held_back: Some(text) };
        for (steps, expected) in [
            (json!([weight(10), wait, weight(50)]), at(Some(10))),
            (json!([weight(10), weight(20), pause("5m")]), at(Some(20))),
            (json!([wait, weight(50)]), at(None)),
            (json!([pause("1d")]), at(None)),
            (json!([pause("5m"), weight(50)]), held("before the first step has ended")),
            (json!([analysis, weight(50)]), held("before the analysis has passed")),
            (json!([weight(10), analysis]), at(Some(10))),
            (json!([weight(10), pause("0s"), wait]), at(Some(0))),
            (json!([weight(10), {}, wait]), at(Some(0))),
        ] {
            assert_eq!(settled(&agent(&steps, &json!({})), &[]), (Some(expected), "1.0.0".to_owned()), "{steps}");
        }
        let done = agent(&json!([weight(10), weight(100)]), &json!({}));
        assert_eq!(settled(&done, &[]), (Some(Standing::promoting()), "2.0.0".to_owned()));
    }

    #[test]
    fn a_rollout_that_runs_goes_on_from_its_status() {
        let mut root =
            agent(&json!([{"setWeight": 10}, {"pause": {"duration": "5m"}}, {"setWeight": 50}, {"pause": {}}]), &json!({}));
        for (status, weight) in
            [(json!({"currentStep": 1}), 10), (json!({"currentStep": 2}), 50), (json!({"currentStep": 3}), 50)]
        {
            root["status"] = json!({"rollout": status});
            assert_eq!(settled(&root, &[]).0.and_then(|standing| standing.weight), Some(weight), "{status}");
        }
        root["status"] = json!({"rollout": {"promoting": true}});
        assert_eq!(
            settled(&root, &[]),
            (Some(Standing::promoting()), "1.0.0".to_owned()),
            "the operator has written the spec itself"
        );
    }

    #[test]
    fn a_newer_version_in_the_channel_starts_a_rollout() {
        let steps = json!([{"setWeight": 10}, {"pause": {}}]);
        let trigger = json!({"candidate": null, "trigger": {"promptPackChannel": "stable"}});
        let mut root = agent(&steps, &trigger);
        let started = Some(Standing { weight: Some(10), promoting: false, held_back: None });
        assert_eq!(settled(&root, &[]), (started, "1.0.0".to_owned()));
        root["metadata"] = json!({"name": "agent", "annotations": {"omnia.altairalabs.ai/last-rolled-back-version": "2.0.0"}});
        assert_eq!(settled(&root, &[]).0, None, "it was rolled back");
        let mut newest = agent(&steps, &trigger);
        newest["spec"]["promptPackRef"]["version"] = json!("2.0.0");
        assert_eq!(settled(&newest, &[]).0, None);
        newest["status"] = json!({"activeVersion": "1.0.0"});
        assert_eq!(settled(&newest, &[]).0, started, "what runs counts, not what is asked for");
    }

    #[test]
    fn a_promotion_without_its_virtual_service_is_over_at_once() {
        let istio = json!({"istio": {"virtualService": {"name": "vs", "routes": ["r"]}, "destinationRule": {"name": "dr"}}});
        let root = agent(&json!([{"setWeight": 100}]), &json!({"trafficRouting": istio}));
        assert_eq!(settled(&root, &[]), (None, "2.0.0".to_owned()));
        let service = object("VirtualService", "vs", &json!({}));
        assert_eq!(settled(&root, &[service]).0, Some(Standing::promoting()));
    }
}
