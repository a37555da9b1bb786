//! What several builders ask about an agent: its names, facades, and the objects that it refers to.

use serde_json::{Value, json};

use super::{
    IntoTree as _, Map, Operator, Release, Renderer, Source, Tree, constant, map,
    rollout_plan::{Settled, Standing},
    sourced,
};
use crate::{
    resolve::{Resolution, Role},
    world::{Field, Lookup, Object, World},
};

/// The kinds of Omnia objects that rendering reads.
pub(super) mod kind {
    pub const AGENT_RUNTIME: &str = "AgentRuntime";
    pub const PROVIDER: &str = "Provider";
    pub const TOOL_REGISTRY: &str = "ToolRegistry";
    pub const WORKSPACE: &str = "Workspace";
}

/// An object that the agent names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Referred<'w> {
    /// None is named, or there is none.
    Absent,
    /// It is in scope.
    Found(&'w Object),
    /// It is not in scope, and taken to be there.
    Assumed,
}

impl<'w> Referred<'w> {
    /// The object, when it is in scope.
    pub const fn object(self) -> Option<&'w Object> {
        match self {
            Self::Found(object) => Some(object),
            Self::Absent | Self::Assumed => None,
        }
    }

    /// Whether the operator would have it.
    pub const fn is_there(self) -> bool {
        !matches!(self, Self::Absent)
    }
}

impl<'w> From<Lookup<'w>> for Referred<'w> {
    fn from(lookup: Lookup<'w>) -> Self {
        match lookup {
            Lookup::Found(object) => Self::Found(object),
            Lookup::Missing => Self::Absent,
            Lookup::NotChecked(_) => Self::Assumed,
        }
    }
}

/// An `AgentRuntime` with what rendering needs beside it.
#[derive(Debug)]
pub(super) struct Agent<'w> {
    pub object: &'w Object,
    pub world: &'w World,
    pub operator: &'w Operator,
    pub release: Release,
    /// The Workspace that owns the namespace.
    pub workspace: Option<&'w Object>,
    /// The registry of `toolRegistryRef`; absent where the operator goes on without tools.
    pub registry: Referred<'w>,
    /// Its rollout, as far as that goes by itself; none without one.
    pub rollout: Option<Standing>,
    /// The agent before its promotion, as its candidate was made; none without one.
    pub before: Option<Box<Self>>,
    /// The references to packs and what they mean.
    packs: Vec<Resolution<'w>>,
    facades: Vec<Field<'w>>,
}

/// The service group of agents that name none.
pub(super) const DEFAULT_GROUP: &str = "default";

/// In which order the types of facades are asked to be the primary one.
const PRIMARY: [&str; 4] = ["websocket", "rest", "a2a", "custom"];

impl<'w> Agent<'w> {
    pub fn new(settled: &'w Settled<'_>, renderer: &Renderer<'w>) -> Self {
        let before = settled.before.as_deref().map(|object| Box::new(Self::of(object, settled.rollout, renderer)));
        Self { before, ..Self::of(settled.object.as_ref(), settled.rollout, renderer) }
    }

    fn of(object: &'w Object, rollout: Option<Standing>, renderer: &Renderer<'w>) -> Self {
        let &Renderer { world, operator, release, .. } = renderer;
        let namespace = object.namespace.as_str();
        let workspace = renderer.workspaces.of(namespace).iter().copied().min_by_key(|workspace| &workspace.name);
        let registry = match object.spec().get("toolRegistryRef").some() {
            Some(reference) => {
                let own = reference.get("namespace").text().unwrap_or(namespace);
                world.get(kind::TOOL_REGISTRY, own, reference.get("name").str()).into()
            }
            None => Referred::Absent,
        };
        let facades = object.spec().get("facades").items();
        let packs = renderer.packs.agent(object);
        Self { object, world, operator, release, workspace, registry, rollout, before: None, packs, facades }
    }

    /// The name.
    pub fn name(&self) -> &'w str {
        &self.object.name
    }

    /// The namespace.
    pub fn namespace(&self) -> &'w str {
        &self.object.namespace
    }

    /// `spec`.
    pub fn spec(&self) -> Field<'w> {
        self.object.spec()
    }

    /// Its service group in the Workspace.
    pub fn service_group(&self) -> Option<Field<'w>> {
        self.group(self.spec().get("serviceGroup").text().unwrap_or(DEFAULT_GROUP))
    }

    /// A service group of the Workspace.
    pub fn group(&self, name: &str) -> Option<Field<'w>> {
        self.workspace?.spec().get("services").items().into_iter().find(|group| group.get("name").str() == name)
    }

    /// The source of what is made from the agent's name alone.
    pub fn name_source(&self) -> Source {
        (&self.object.root().at("metadata.name")).into()
    }

    /// The source of what is made from the agent's namespace alone.
    pub fn namespace_source(&self) -> Source {
        (&self.object.root().at("metadata.namespace")).into()
    }

    /// The name with something behind it, as in `support-facade`.
    pub fn named(&self, suffix: &str) -> Tree {
        sourced(format!("{}{suffix}", self.name()), self.name_source())
    }

    /// The namespace as a value.
    pub fn namespaced(&self) -> Tree {
        sourced(self.namespace(), self.namespace_source())
    }

    /// `metadata` of an object that the agent owns.
    pub fn metadata(&self, name: Tree, labels: Map) -> Map {
        self.metadata_without_owner(name, labels).put("ownerReferences", vec![self.owner_reference()])
    }

    /// `metadata` of an object in the agent's namespace that nothing owns.
    pub fn metadata_without_owner(&self, name: Tree, labels: Map) -> Map {
        map().put("name", name).put("namespace", self.namespaced()).put("labels", labels)
    }

    fn owner_reference(&self) -> Map {
        map()
            .put("apiVersion", "omnia.altairalabs.ai/v1alpha1")
            .put("kind", kind::AGENT_RUNTIME)
            .put("name", self.named(""))
            .put("uid", uid(self.object, "<uid>"))
            .put("controller", constant(true))
            .put("blockOwnerDeletion", constant(true))
    }

    /// The labels of the agent's objects; those of access objects and routes have no component.
    pub fn labels(&self, component: Option<&'static str>) -> Map {
        map()
            .put("app.kubernetes.io/name", "omnia-agent")
            .put("app.kubernetes.io/instance", self.named(""))
            .put("app.kubernetes.io/managed-by", "omnia-operator")
            .put("omnia.altairalabs.ai/component", component.map(constant))
    }

    /// What a reference to a pack means; nothing when the agent has no such reference.
    pub fn pack(&self, role: Role) -> Option<&Resolution<'w>> {
        self.packs.iter().find(|resolution| resolution.reference.role == role)
    }

    /// The image of the runtime; none where neither the spec nor the operator has one for the framework.
    pub fn runtime_image(&self) -> Option<Tree> {
        let framework = self.spec().get("framework");
        let own = Tree::copied(&framework.get("image")).filter(|image| image.text() != Some(""));
        let kind = framework.get("type").text().unwrap_or("promptkit");
        own.or_else(|| self.operator.framework_images.get(kind).into_tree())
    }

    /// `Kind/name` of the stable Deployment.
    pub fn deployment_id(&self) -> String {
        format!("Deployment/{}", self.name())
    }

    /// The facade of a type; the first one, should there be several.
    pub fn facade(&self, kind: &str) -> Option<&Field<'w>> {
        self.facades.iter().find(|facade| facade.get("type").str() == kind)
    }

    /// The facade that decides over the image, the handler and the port.
    pub fn primary(&self) -> Option<&Field<'w>> {
        PRIMARY.iter().find_map(|kind| self.facade(kind))
    }

    /// The a2a facade, when it stands beside a websocket.
    pub fn dual_a2a(&self) -> Option<&Field<'w>> {
        self.facade("websocket").and(self.facade("a2a"))
    }

    /// Whether an a2a facade is the primary one.
    pub fn standalone_a2a(&self) -> bool {
        self.primary().is_some_and(|facade| facade.get("type").str() == "a2a")
    }

    /// The port of the primary facade.
    pub fn primary_port(&self) -> Tree {
        or_constant(self.primary().map(|facade| facade.get("port")), 8080)
    }

    /// The port of an a2a facade beside a websocket.
    pub fn a2a_port(&self) -> Tree {
        let port = self.facade("a2a").and_then(|facade| Tree::copied(&facade.at("a2a.port")));
        port.unwrap_or_else(|| constant(9999))
    }

    /// The port of the mcp facade.
    pub fn mcp_port(&self) -> Tree {
        or_constant(self.facade("mcp").map(|facade| facade.at("mcp.port")), 9998)
    }

    /// Whether a facade serves its data plane; only newer releases can do without.
    pub fn has_data_plane(&self, facade: &Field<'_>) -> bool {
        self.release == Release::R2026_07 || facade.get("dataPlane").bool() != Some(false)
    }
}

/// The value of a field, or what the operator takes without one. Go's zero value counts as none.
pub(super) fn or_constant(field: Option<Field<'_>>, default: impl Into<Value>) -> Tree {
    let set = field.as_ref().and_then(Tree::copied).filter(|tree| !is_zero(&tree.json()));
    set.unwrap_or_else(|| constant(default))
}

fn is_zero(value: &Value) -> bool {
    [json!(0), json!(""), json!(false), Value::Null].contains(value)
}

/// The uid of an object; a placeholder for what has never been in a cluster.
pub(super) fn uid(object: &Object, placeholder: &'static str) -> Tree {
    let field = object.root().at("metadata.uid");
    Tree::copied(&field).unwrap_or_else(|| sourced(placeholder, Source::Assumed("uid")))
}

/// The generation of an object; 1 for what has never been in a cluster.
pub(super) fn generation(object: &Object) -> (i64, Source) {
    let field = object.root().at("metadata.generation");
    field.int().map_or((1, Source::Assumed("generation")), |generation| (generation, (&field).into()))
}
