//! What an edit of manifests changes in the objects that the operator would create.
//!
//! Which field causes a change is found by trying: each edit is applied alone to the old world, and the agents are rendered again.

mod edits;
mod effects;
mod live;

use std::collections::BTreeMap;

use serde_json::{Value, json};

pub use edits::Edit;
pub use effects::{Effect, EffectKind};

use super::{
    Created, Release, Rendered, RenderedAgent, Renderer, Tree, config_hash::CONFIG_HASH, inputs::kind, operator::Operator, set,
};
use crate::world::{Lookup, Place, World};

/// Objects in scope and what the operator makes of the agents among them.
#[derive(Debug)]
pub struct Side {
    /// The objects in scope.
    pub world: World,
    /// The agents.
    pub agents: Vec<RenderedAgent>,
}

/// What became of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is different.
    Changed,
}

/// A rendered object that is not the same on both sides.
#[derive(Debug)]
pub struct ObjectChange {
    /// The kind.
    pub kind: String,
    /// The namespace; empty for kinds without namespaces.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// `group/version`.
    pub api_version: String,
    /// What became of it.
    pub change: Change,
    /// As it was, with the data of Secrets masked.
    pub old: Option<Tree>,
    /// As it is, with the data of Secrets masked.
    pub new: Option<Tree>,
}

/// An agent of which an object is not the same on both sides.
#[derive(Debug)]
pub struct AgentChange {
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// What became of it.
    pub change: Change,
    /// The Deployments whose pods are replaced.
    pub restarts: Vec<String>,
    /// The edits that alone change an object of the agent.
    pub causes: Vec<Cause>,
    /// What people outside of the pods notice.
    pub effects: Vec<Effect>,
    /// Why the operator now stops before the end, when it did not before, or for another reason.
    pub blocked: Option<String>,
}

/// An edit and what it does to an agent.
#[derive(Debug)]
pub struct Cause {
    /// The edit.
    pub edit: Edit,
    /// Whether it replaces the agent's pods.
    pub restarts: bool,
    /// The objects that it changes, as `Kind/name`.
    pub objects: Vec<String>,
}

/// All that changes.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Whether edits were tried, so that an agent without causes has none that acts alone.
    pub is_tried: bool,
    /// The agents, by namespace and name.
    pub agents: Vec<AgentChange>,
    /// The objects, by kind, namespace and name.
    pub objects: Vec<ObjectChange>,
}

type Key = (String, String, String);
type Objects<'a> = BTreeMap<Key, &'a Tree>;

/// Compares two sides. The worlds are left as they were.
pub fn compare(old: &mut Side, new: &Side, operator: &Operator, release: Release) -> Comparison {
    let mut agents = Vec::new();
    let edits = edits::edits(&old.world, &new.world);
    let olds: BTreeMap<String, usize> = old.agents.iter().enumerate().map(|(at, agent)| (agent.id(), at)).collect();
    let news: BTreeMap<String, usize> = new.agents.iter().enumerate().map(|(at, agent)| (agent.id(), at)).collect();
    let ids: std::collections::BTreeSet<&String> = olds.keys().chain(news.keys()).collect();
    let mut changed = Vec::new();
    for id in ids {
        let (before, after) = (olds.get(id).map(|at| &old.agents[*at]), news.get(id).map(|at| &new.agents[*at]));
        let Some(change) = agent_change((before, &old.world), (after, &new.world)) else { continue };
        if let (Some(before), Change::Changed) = (olds.get(id), change.change) {
            changed.push((agents.len(), *before));
        }
        agents.push(change);
    }
    let mut probe = Probe { old, new, operator, release };
    for edit in edits {
        probe.run(edit, &changed, &mut agents);
    }
    Comparison { is_tried: true, agents, objects: object_changes(&old.agents, &new.agents) }
}

/// Compares what is live with what the operator would make of the manifests. `live` has the live object for a rendered one; nothing when
/// there is none.
pub fn compare_live(live: impl Fn(&Tree) -> Option<Value>, new: &Side) -> Comparison {
    let mut lives = Vec::new();
    for agent in &new.agents {
        let scaled = is_scaled(&agent.rendered);
        let of = |tree: &Tree| live(tree).map(|value| live::live_tree(tree, &value, scaled));
        let objects = agent.rendered.objects.iter().filter_map(|object| Some(Created { tree: of(&object.tree)?, refused: None }));
        let patches = agent.rendered.patches.iter().filter_map(of).collect();
        let blocked = agent.rendered.blocked.clone();
        let rendered = Rendered { objects: objects.collect(), patches, blocked, ..Rendered::default() };
        if !rendered.objects.is_empty() || agent.rendered.objects.is_empty() {
            lives.push(RenderedAgent { namespace: agent.namespace.clone(), name: agent.name.clone(), rendered });
        }
    }
    let agents = new.agents.iter().filter_map(|agent| {
        let old = lives.iter().find(|live| live.namespace == agent.namespace && live.name == agent.name);
        agent_change((old, &new.world), (Some(agent), &new.world))
    });
    Comparison { is_tried: false, agents: agents.collect(), objects: object_changes(&lives, &new.agents) }
}

/// Whether others decide how many pods there are: an autoscaler, or the steps of a rollout.
fn is_scaled(rendered: &Rendered) -> bool {
    let is_autoscaler = |object: &Created| ["HorizontalPodAutoscaler", "ScaledObject"].contains(&object.kind());
    let deployments =
        rendered.objects.iter().filter(|object| object.kind() == "Deployment" && object.name().ends_with("-canary"));
    rendered.objects.iter().any(is_autoscaler) || deployments.count() > 0
}

fn agent_change(old: (Option<&RenderedAgent>, &World), new: (Option<&RenderedAgent>, &World)) -> Option<AgentChange> {
    let agent = new.0.or(old.0)?;
    let change = match (old.0, new.0) {
        (None, _) => Change::Added,
        (_, None) => Change::Removed,
        _ => Change::Changed,
    };
    let (before, after) = (prints(old.0, old.1), prints(new.0, new.1));
    let reason = |agent: Option<&RenderedAgent>| Some(agent?.rendered.blocked.as_ref()?.text.clone());
    let blocked = reason(new.0).filter(|now| reason(old.0).as_ref() != Some(now));
    if before == after && change == Change::Changed && blocked.is_none() {
        return None;
    }
    let restarts = before.iter().filter(|(key, print)| after.get(*key).is_some_and(|after| print.template != after.template));
    Some(AgentChange {
        namespace: agent.namespace.clone(),
        name: agent.name.clone(),
        change,
        restarts: restarts.map(|((_, _, name), _)| name.clone()).collect(),
        causes: Vec::new(),
        effects: effects::effects(&trees(old.0), &trees(new.0)),
        blocked,
    })
}

fn trees(agent: Option<&RenderedAgent>) -> Objects<'_> {
    let rendered = agent.map(|agent| &agent.rendered);
    let objects =
        rendered.into_iter().flat_map(|rendered| rendered.objects.iter().map(|object| &object.tree).chain(&rendered.patches));
    objects.map(|tree| (key(tree), tree)).collect()
}

fn key(tree: &Tree) -> Key {
    let text = |path: &str| tree.at(path).and_then(Tree::text).unwrap_or_default().to_owned();
    (text("kind"), text("metadata.namespace"), text("metadata.name"))
}

/// What tells whether an object is the same, and whether its pods are.
#[derive(Debug, PartialEq)]
struct Print {
    object: Value,
    /// The template of its pods, with what a hash is over.
    template: Option<Value>,
}

fn prints(agent: Option<&RenderedAgent>, world: &World) -> BTreeMap<Key, Print> {
    let prints = trees(agent).into_iter().map(|(key, tree)| {
        let template = tree.at("spec.template").filter(|_| key.0 == "Deployment");
        let template = template.map(|template| json!([template.json(), hashed(template, &key.1, world)]));
        (key, Print { object: tree.json(), template })
    });
    prints.collect()
}

/// The values that the config hash is over, which roll the pods whether or not the hash can be computed.
fn hashed(template: &Tree, namespace: &str, world: &World) -> Vec<Value> {
    let Some(Tree::Map(annotations)) = template.at("metadata.annotations") else { return Vec::new() };
    let Some(Tree::Leaf(_, source)) = annotations.get(CONFIG_HASH) else { return Vec::new() };
    source.fields().into_iter().map(|place| json!([place.object, place.path, value_at(place, namespace, world)])).collect()
}

/// The value at a place of the agent's namespace.
fn value_at(place: &Place, namespace: &str, world: &World) -> Value {
    let (kind, name) = place.object.split_once('/').unwrap_or_default();
    let found = match world.get(kind, namespace, name) {
        Lookup::Found(object) => Some(object),
        _ => world.of_kind(kind).find(|object| object.name == name),
    };
    found.map_or(Value::Null, |object| {
        let mut field = object.root();
        while field.path() != place.path {
            let is_above = |below: &crate::world::Field<'_>| {
                place.path.strip_prefix(below.path()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            let below = field.entries().into_iter().map(|(_, below)| below).chain(field.items());
            match below.filter(is_above).max_by_key(|below| below.path().len()) {
                Some(below) => field = below,
                None => return Value::Null,
            }
        }
        field.json()
    })
}

struct Probe<'a> {
    old: &'a mut Side,
    new: &'a Side,
    operator: &'a Operator,
    release: Release,
}

impl Probe<'_> {
    /// Tries one edit on the agents that change: pairs of the index of the change and that of the old agent.
    fn run(&mut self, edit: Edit, changed: &[(usize, usize)], changes: &mut [AgentChange]) {
        let of_agent = edit.kind == kind::AGENT_RUNTIME;
        let is_touched = |agent: &RenderedAgent| !of_agent || (agent.namespace == edit.namespace && agent.name == edit.name);
        let touched: Vec<_> = changed.iter().filter(|(_, at)| is_touched(&self.old.agents[*at])).copied().collect();
        if touched.is_empty() {
            return;
        }
        let object = edit.applied(&self.old.world, &self.new.world);
        let before: Vec<_> = touched.iter().map(|(_, at)| prints(Some(&self.old.agents[*at]), &self.old.world)).collect();
        let stood = self.old.world.exchange(edit.id(), object);
        let renderer = Renderer::new(&self.old.world, self.operator, self.release);
        for ((at, agent), before) in touched.iter().zip(before) {
            let agent = &self.old.agents[*agent];
            let Some(object) = self.old.world.get(kind::AGENT_RUNTIME, &agent.namespace, &agent.name).found() else { continue };
            let rendered =
                RenderedAgent { namespace: agent.namespace.clone(), name: agent.name.clone(), rendered: renderer.render(object) };
            let after = prints(Some(&rendered), &self.old.world);
            changes[*at].causes.extend(cause(&edit, &before, &after));
        }
        self.old.world.exchange(edit.id(), stood);
    }
}

fn cause(edit: &Edit, before: &BTreeMap<Key, Print>, after: &BTreeMap<Key, Print>) -> Option<Cause> {
    let keys: std::collections::BTreeSet<&Key> = before.keys().chain(after.keys()).collect();
    let differing: Vec<&Key> = keys.into_iter().filter(|key| before.get(*key) != after.get(*key)).collect();
    let restarts = before.iter().any(|(key, print)| after.get(key).is_some_and(|after| after.template != print.template));
    let objects = differing.into_iter().map(|(kind, _, name)| format!("{kind}/{name}")).collect::<Vec<_>>();
    (!objects.is_empty()).then(|| Cause { edit: edit.clone(), restarts, objects })
}

fn object_changes(old: &[RenderedAgent], new: &[RenderedAgent]) -> Vec<ObjectChange> {
    let created = |agents: &'_ [RenderedAgent]| -> BTreeMap<Key, Created> {
        let objects = set::objects(agents).into_iter().map(|(_, object)| object.clone());
        let patches = set::patches(agents).into_iter().map(|(_, patch)| Created { tree: patch.clone(), refused: None });
        objects.chain(patches).map(|object| (key(&object.tree), object)).collect()
    };
    let (olds, news) = (created(old), created(new));
    let keys: std::collections::BTreeSet<&Key> = olds.keys().chain(news.keys()).collect();
    keys.into_iter().filter_map(|key| object_change(key, olds.get(key), news.get(key))).collect()
}

fn object_change(key: &Key, old: Option<&Created>, new: Option<&Created>) -> Option<ObjectChange> {
    let json = |object: Option<&Created>| object.map(|object| object.tree.json());
    if json(old) == json(new) {
        return None;
    }
    let change = match (old, new) {
        (None, _) => Change::Added,
        (_, None) => Change::Removed,
        _ => Change::Changed,
    };
    let same_in = |side: Option<&Created>| {
        let tree = json(side);
        move |name: &str, value: &Value| tree.as_ref().is_none_or(|tree| tree["data"][name] == *value)
    };
    let (in_old, in_new) = (same_in(old), same_in(new));
    let mask = |is_same: bool, word: &str| if is_same { "***".to_owned() } else { format!("*** ({word})") };
    let (kind, namespace, name) = key.clone();
    let tree = &new.or(old)?.tree;
    Some(ObjectChange {
        api_version: tree.at("apiVersion").and_then(Tree::text).unwrap_or_default().to_owned(),
        kind,
        namespace,
        name,
        change,
        old: old.map(|object| object.masked(|name, value| mask(in_new(name, value), "before")).into_owned()),
        new: new.map(|object| object.masked(|name, value| mask(in_old(name, value), "after")).into_owned()),
    })
}
