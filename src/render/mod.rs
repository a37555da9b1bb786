//! The objects that the operator would create for an `AgentRuntime`.
//!
//! Pure: from an agent, the objects in scope and what the operator was told, to objects in which every value knows its source. The
//! order of the steps is the operator's, because a step that fails keeps everything behind it from appearing.

mod access;
mod assumption;
mod async_redis;
mod autoscaling;
mod canary_config;
pub mod compare;
mod config_hash;
mod deployment;
mod disruption;
mod eval_worker;
mod gates;
mod go_json;
mod go_types;
mod inputs;
mod jwks;
pub mod operator;
mod pack;
mod pod_faults;
mod refused;
mod rollout_plan;
mod route;
mod routing;
mod secret;
mod service;
mod session_token;
pub mod set;
mod source;
mod tool_auth;
mod tools;
mod tree;
mod typed;

use std::collections::BTreeSet;

use inputs::{Agent, kind};

pub use crate::crd::Release;
use crate::{
    resolve::Resolver,
    world::{Object, Place, Scope, Workspaces, World},
};
pub use assumption::{ASSUMPTIONS, Known, assumption};
use operator::Operator;
pub use set::RenderedAgent;
pub use source::Source;
pub use tree::{IntoTree, Leaf, Map, Tree, constant, map, sourced};

/// What the operator would make of an agent.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The objects that it creates, in the order in which it does.
    pub objects: Vec<Created>,
    /// Objects of others that it changes, as they are afterwards.
    pub patches: Vec<Tree>,
    /// What a person should know about these objects.
    pub warnings: Vec<Warning>,
    /// What is not known and was taken for given, without repetitions.
    pub assumptions: BTreeSet<Assumption>,
    /// Why nothing, or nothing more, is created.
    pub blocked: Option<Blocked>,
}

/// An object that the operator sends to the API server.
#[derive(Debug, Clone, PartialEq)]
pub struct Created {
    /// The object.
    pub tree: Tree,
    /// Why the API server refuses it, when it does.
    pub refused: Option<String>,
}

/// Something about an object that a person should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// `Kind/name` of the rendered object.
    pub object: String,
    /// What is to be known, in a sentence.
    pub text: String,
}

/// Something that neither the input nor the platform's documentation tells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumption {
    /// Its name, to which [`Source::Assumed`] refers.
    pub name: &'static str,
    /// What was assumed, in a sentence.
    pub text: String,
}

/// Why the operator stops before the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocked {
    /// The type of the condition on the agent that tells it; empty where none does.
    pub condition: &'static str,
    /// The reason of the condition.
    pub reason: &'static str,
    /// What is wrong, in a sentence.
    pub text: String,
    /// The field that is to blame.
    pub place: Option<Box<Place>>,
}

impl Created {
    /// An object that the API server takes, unless a user's value makes it wrong.
    pub(crate) fn new(tree: Map) -> Self {
        let tree = tree.into();
        let refused = refused::refusal(&tree);
        Self { tree, refused }
    }

    /// The kind.
    pub fn kind(&self) -> &str {
        self.text("kind")
    }

    /// The name.
    pub fn name(&self) -> &str {
        self.text("metadata.name")
    }

    /// The namespace; empty for kinds without namespaces.
    pub fn namespace(&self) -> &str {
        self.text("metadata.namespace")
    }

    /// `Kind/name`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.kind(), self.name())
    }

    fn text(&self, path: &str) -> &str {
        self.tree.at(path).and_then(Tree::text).unwrap_or_default()
    }
}

impl Rendered {
    /// Adds an object that the API server takes, unless a user's value makes it wrong.
    fn push(&mut self, object: Map) {
        self.objects.push(Created::new(object));
    }

    /// Adds objects one after the other. When the API server refuses one, the operator only notes it, but sends none of the others.
    fn push_in_turn(&mut self, objects: impl IntoIterator<Item = Map>) {
        for object in objects {
            let created = Created::new(object);
            let is_refused = created.refused.is_some();
            self.objects.push(created);
            if is_refused {
                break;
            }
        }
    }

    /// Sends an object whose refusal by the API server ends the work, as the condition tells with the reason.
    fn send(&mut self, object: Map, condition: &'static str, reason: &'static str) -> Result<(), Blocked> {
        let created = Created::new(object);
        let blocked = created.refused.clone().map(|text| Blocked { condition, reason, text, place: None });
        self.objects.push(created);
        blocked.map_or(Ok(()), Err)
    }

    /// Notes what a person should know about an object.
    fn warn(&mut self, object: String, text: String) {
        self.warnings.push(Warning { object, text });
    }

    /// Notes an assumption; the result is the source of the values that rest on it.
    fn assume(&mut self, name: &'static str, text: impl Into<String>) -> Source {
        debug_assert!(assumption(name).is_some(), "{name} is among no known assumptions");
        self.assumptions.insert(Assumption { name, text: text.into() });
        Source::Assumed(name)
    }
}

/// A part of the operator's work on one agent. What it returns as an error ends the work.
type Step = fn(&Agent<'_>, &mut Rendered) -> Result<(), Blocked>;

/// The steps in the operator's order.
const STEPS: &[Step] = &[
    gates::references,
    access::access,
    route::routes,
    tools::sign_in,
    tools::credentials,
    tools::tools,
    async_redis::async_redis,
    deployment::stable,
    service::service,
    disruption::disruption_budget,
    deployment::candidate_pack,
    canary_config::canary_config,
    deployment::candidate,
    routing::routing,
    autoscaling::autoscaler,
    eval_worker::eval_workers,
    jwks::oidc_keys,
];

/// What the operator makes of the agents of a world.
#[derive(Debug)]
pub struct Renderer<'w> {
    world: &'w World,
    operator: &'w Operator,
    release: Release,
    packs: Resolver<'w>,
    workspaces: Workspaces<'w>,
}

impl<'w> Renderer<'w> {
    /// `release` tells how the operator builds: as the one of that release does.
    pub fn new(world: &'w World, operator: &'w Operator, release: Release) -> Self {
        Self { world, operator, release, packs: Resolver::new(world, release), workspaces: Workspaces::new(world) }
    }

    /// What the operator makes of an agent of the world.
    pub fn render(&self, agent: &'w Object) -> Rendered {
        let settled = rollout_plan::settle(agent, &self.packs.agent(agent), self);
        let agent = Agent::new(&settled, self);
        let mut rendered = Rendered::default();
        self.surroundings(&agent, &mut rendered);
        rendered.blocked = STEPS.iter().find_map(|step| step(&agent, &mut rendered).err());
        rendered
    }

    /// Tells what is not known of the objects around the agent.
    fn surroundings(&self, agent: &Agent<'_>, rendered: &mut Rendered) {
        let objects = [Some(agent.object), agent.workspace];
        if objects.into_iter().flatten().any(|object| !object.root().at("metadata.uid").exists()) {
            rendered.assume("uid", "objects get their uids when they are created; <uid> and <workspace-uid> stand for them");
        }
        let namespace = agent.namespace();
        match agent.workspace {
            Some(taken) if self.workspaces.of(namespace).len() > 1 => {
                let text = format!(
                    "several Workspaces own the namespace {namespace:?}, and the operator takes any: {:?} is taken",
                    taken.name
                );
                rendered.assume("workspaceTie", text);
            }
            None if *self.world.scope(kind::WORKSPACE, "") != Scope::Complete => {
                rendered.assume(
                    "workspace",
                    format!("no Workspace in scope owns the namespace {namespace:?}: there is taken to be none"),
                );
            }
            Some(_) | None => {}
        }
    }
}
