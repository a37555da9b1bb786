//! An agent as the operator reads it: its facades and which of them leads, its pods, and what its containers are given.

use std::cell::OnceCell;

use super::{check::Subject, env::Variable};
use crate::{
    crd::Release,
    rollout::Step,
    world::{Field, TextObject},
};

/// The port of the leading facade that names none.
const FACADE_PORT: i64 = 8080;
/// The most pods of an autoscaler that names no maximum.
pub(super) const MOST_PODS: i64 = 100;

/// The kinds of facades, the leading one first.
pub(super) const LEADING: [&str; 4] = ["websocket", "rest", "a2a", "custom"];

/// The variable that opens the facades to everybody.
pub(super) const ALLOW_UNAUTHENTICATED: &str = "OMNIA_FACADE_ALLOW_UNAUTHENTICATED";
/// What Go's `ParseBool` takes for true.
pub(super) const TRUE: [&str; 6] = ["1", "t", "T", "true", "True", "TRUE"];

/// What Go's `ParseBool` takes for false.
pub(super) const FALSE: [&str; 6] = ["0", "f", "F", "false", "False", "FALSE"];

/// An agent.
pub(super) struct Agent<'w> {
    subject: Subject<'w>,
    /// Its facades, in the order of the text.
    pub facades: Vec<Facade<'w>>,
    /// Its variables and the steps of its rollout, once somebody has asked for them.
    pub(super) variables: OnceCell<Vec<Variable<'w>>>,
    steps: OnceCell<Vec<(Field<'w>, Step)>>,
}

/// An entry of `spec.facades`.
pub(super) struct Facade<'w> {
    /// The entry.
    pub field: Field<'w>,
    /// Its type.
    pub kind: &'w str,
    /// Whether it leads: handler, timeouts and variables are read from this entry alone.
    pub leads: bool,
}

impl<'w> Agent<'w> {
    /// Reads an object of kind `AgentRuntime`.
    pub fn new(subject: Subject<'w>) -> Self {
        let entries = subject.spec.get("facades").items();
        let kind = |field: &Field<'w>| field.get("type").text().unwrap_or("websocket");
        let leading = LEADING.iter().find_map(|leading| entries.iter().position(|entry| kind(entry) == *leading));
        let facade = |(index, field): (usize, Field<'w>)| Facade { kind: kind(&field), leads: leading == Some(index), field };
        let facades = entries.into_iter().enumerate().map(facade).collect();
        Self { subject, facades, variables: OnceCell::new(), steps: OnceCell::new() }
    }

    pub const fn subject(&self) -> &Subject<'w> {
        &self.subject
    }

    /// Whether the release is an older one.
    pub fn is_older(&self) -> bool {
        self.subject.release == Release::R2026_07
    }

    /// Whether it is a function.
    pub fn is_function(&self) -> bool {
        self.subject.spec.get("mode").str() == "function"
    }

    /// The leading facade.
    pub fn leading(&self) -> Option<&Facade<'w>> {
        self.facades.iter().find(|facade| facade.leads)
    }

    /// Whether a caller from outside the cluster is let in by any means of its own.
    pub fn has_validator(&self) -> bool {
        let auth = self.subject.spec.get("externalAuth");
        ["clientKeys", "oidc", "edgeTrust"].iter().any(|validator| auth.get(validator).exists())
    }

    /// Whether its facades let in callers that prove nothing, when no other way is set up.
    pub fn is_unauthenticated(&self) -> bool {
        let flags = self.variables_called(ALLOW_UNAUTHENTICATED).filter(|variable| variable.reach.facade());
        flags.filter_map(|variable| variable.value()).any(|value| TRUE.contains(&value.str()))
    }

    /// Whether a facade is exposed.
    pub fn is_exposed(&self) -> bool {
        self.facades.iter().any(Facade::is_exposed)
    }

    /// The agent's own `runtime.autoscaling`.
    pub fn autoscaling(&self) -> Field<'w> {
        self.subject.spec.at("runtime.autoscaling")
    }

    /// Whether it scales by a setting of its own.
    pub fn autoscales(&self) -> bool {
        self.autoscaling().get("enabled").is_true()
    }

    /// `runtime.replicas`.
    pub fn replicas(&self) -> i64 {
        self.subject.spec.at("runtime.replicas").int().unwrap_or(1)
    }

    /// The most pods that there may be, rollouts and settings of the Workspace apart.
    pub fn most_pods(&self) -> i64 {
        if self.autoscales() { self.autoscaling().get("maxReplicas").int().unwrap_or(MOST_PODS) } else { self.replicas() }
    }

    /// The steps of its rollout.
    pub fn steps(&self) -> &[(Field<'w>, Step)] {
        self.steps.get_or_init(|| {
            let fields = self.subject.spec.at("rollout.steps").items().into_iter();
            fields.map(|field| (field.clone(), Step::read(&field))).collect()
        })
    }

    /// An annotation.
    pub fn annotation(&self, key: &'w str) -> Field<'w> {
        annotation(self.subject.object, key)
    }
}

impl<'w> Facade<'w> {
    /// Whether callers from outside the cluster reach it by a route.
    pub fn is_exposed(&self) -> bool {
        self.field.at("expose.enabled").is_true()
    }

    /// Whether it has the port for callers.
    pub fn has_data_plane(&self) -> bool {
        self.field.get("dataPlane").bool() != Some(false)
    }

    /// Whether it has the port for the platform itself.
    pub fn has_management_plane(&self) -> bool {
        self.field.get("managementPlane").bool() != Some(false)
    }

    /// Where its port is set, and the number. An entry that does not lead reads it from its own block.
    pub fn port(&self) -> (Field<'w>, i64) {
        let (field, default) = match (self.leads, self.kind) {
            (false, "a2a") => (self.field.at("a2a.port"), 9999),
            (false, "mcp") => (self.field.at("mcp.port"), 9998),
            _ => (self.field.get("port"), FACADE_PORT),
        };
        let number = field.int().unwrap_or(default);
        (field, number)
    }

    /// The port for the platform itself.
    pub fn management_port(&self) -> i64 {
        match (self.leads, self.kind) {
            (false, "a2a") => 19999,
            (false, "mcp") => 19998,
            _ => 18080,
        }
    }
}

/// An annotation of an object.
pub(super) fn annotation<'w>(object: &'w TextObject<'w>, key: &'w str) -> Field<'w> {
    object.root().at("metadata.annotations").get(key)
}

/// A label of an object.
pub(super) fn label<'w>(object: &'w TextObject<'w>, key: &'w str) -> Field<'w> {
    object.root().at("metadata.labels").get(key)
}
