//! SEC001, SEC017 and OPS003, as far as the Workspace of an agent's namespace or its Providers decide: what is wrong in production, or
//! worse there.
//!
//! What the manifest alone shows was found before ([`crate::lint::file`]); a finding here at the same field takes its place
//! ([`super::outranks`]).

use super::{Remarks, Scene, related, workspace};
use crate::{
    finding::Severity,
    lint::{
        agent::{ALLOW_UNAUTHENTICATED, Agent, TRUE},
        ops::memory_context,
        sec::{open_flags, simulation},
    },
    world::{Field, Lookup, Object, Origin, Scope},
    yaml::decode_base64,
};

/// What the Workspace of a namespace says of its use.
enum Use<'w> {
    /// It is for production; the field that says so.
    Production(Field<'w>),
    /// It is for something else.
    Other,
    /// It is not in scope.
    Unknown(&'w Scope),
}

impl<'w> Use<'w> {
    fn of(scene: &Scene<'w>, namespace: &str) -> Self {
        match (workspace::of_namespace(scene, namespace), scene.world.scope("Workspace", "")) {
            (Some(workspace), _) => {
                let environment = workspace.spec().get("environment");
                if environment.str() == "production" { Self::Production(environment) } else { Self::Other }
            }
            (None, Scope::Complete) => Self::Other,
            (None, scope) => Self::Unknown(scope),
        }
    }
}

pub(super) fn agent<'w>(scene: &Scene<'w>, object: &'w Object, remarks: &mut Remarks<'w>) {
    let agent = scene.agent(object);
    let place = Use::of(scene, &object.namespace);
    open_to_all(&agent, &place, remarks);
    elsewhere(scene, &agent, &place, remarks);
    made_up(scene, &agent, &place, remarks);
    forgetful(scene, &agent, &place, remarks);
}

/// SEC001: the flag in a Workspace for production.
fn open_to_all<'w>(agent: &Agent<'w>, place: &Use<'w>, remarks: &mut Remarks<'w>) {
    let flags = open_flags(agent);
    if flags.is_empty() || agent.is_exposed() {
        return;
    }
    match place {
        Use::Production(environment) => {
            for flag in flags {
                let message = "the facades let in callers that prove nothing, in a Workspace for production";
                related(remarks.found("SEC001", &flag, message), flag.object(), environment, "the Workspace".to_owned());
            }
        }
        Use::Other => {}
        Use::Unknown(scope) => remarks.open("SEC001", "Workspace", scope),
    }
}

/// SEC001: the flag may come from a whole ConfigMap or Secret.
fn elsewhere<'w>(scene: &Scene<'w>, agent: &Agent<'w>, place: &Use<'w>, remarks: &mut Remarks<'w>) {
    for source in agent.spec.at("podOverrides.extraEnvFrom").items() {
        let Some(key) = ALLOW_UNAUTHENTICATED.strip_prefix(source.get("prefix").str()) else { continue };
        let (kind, name) = match source.at("secretRef.name").some() {
            Some(name) => ("Secret", name),
            None => ("ConfigMap", source.at("configMapRef.name")),
        };
        let Some(text) = name.text() else { continue };
        let known = match scene.world.get(kind, &agent.object.namespace, text) {
            Lookup::Found(found) => entry(found, key),
            Lookup::Missing => Some(None),
            Lookup::NotChecked(_) => None,
        };
        match known {
            Some(Some(value)) if TRUE.contains(&value.as_str()) => {
                let message =
                    format!("the {kind} {text} sets {ALLOW_UNAUTHENTICATED}: the facades let in callers that prove nothing");
                let grave = agent.is_exposed() || matches!(place, Use::Production(_));
                remarks.found("SEC001", &name, message).severity = if grave { Severity::Error } else { Severity::Warning };
            }
            Some(_) => {}
            None => {
                let message =
                    format!("all entries of the {kind} {text} become variables, and nobody sees here whether {key} is one");
                remarks.found("SEC001", &name, message).severity = Severity::Info;
            }
        }
    }
}

/// The text of an entry of a ConfigMap or Secret, if there is one; none when its content is not known, as of the Secrets of a cluster.
fn entry(object: &Object, key: &str) -> Option<Option<String>> {
    let root = object.root();
    let (data, plain) = (root.get("data"), root.get("stringData"));
    if object.kind == "Secret" && !data.exists() && !plain.exists() && matches!(object.origin, Origin::Cluster { .. }) {
        return None;
    }
    let decoded = |field: Field<'_>| match object.kind.as_str() {
        "Secret" => decode_base64(field.str()).and_then(|bytes| String::from_utf8(bytes).ok()),
        _ => Some(field.str().to_owned()),
    };
    let plain = plain.get(key).text().map(str::to_owned);
    Some(plain.or_else(|| data.get(key).some().and_then(decoded)))
}

/// SEC017: what makes answers up, in production; and Providers that do, also behind an exposed facade.
fn made_up<'w>(scene: &Scene<'w>, agent: &Agent<'w>, place: &Use<'w>, remarks: &mut Remarks<'w>) {
    let found = match simulation(agent) {
        // Of exposed facades the manifest tells.
        Some(_) if agent.is_exposed() => return,
        Some(found) => Some(found),
        None => mock(scene, agent),
    };
    let Some((field, message)) = found else { return };
    match place {
        Use::Production(environment) => {
            let message = format!("{message}, in a Workspace for production");
            related(remarks.found("SEC017", &field, message), field.object(), environment, "the Workspace".to_owned());
        }
        _ if agent.is_exposed() => {
            remarks.found("SEC017", &field, format!("{message}, and callers from outside reach the agent"));
        }
        Use::Other => {}
        Use::Unknown(scope) => remarks.open("SEC017", "Workspace", scope),
    }
}

/// The first entry whose Provider is of type mock, and what that means.
fn mock<'w>(scene: &Scene<'w>, agent: &Agent<'w>) -> Option<(Field<'w>, String)> {
    agent.spec.all("providers[].providerRef.name").into_iter().find_map(|name| {
        let provider = scene.world.get("Provider", &agent.object.namespace, name.str()).found()?;
        let is_mock = provider.spec().get("type").str() == "mock";
        is_mock.then(|| (name, format!("{} is of type mock and asks no model", provider.id())))
    })
}

/// OPS003: several pods, also those that the service group asks for.
fn forgetful<'w>(scene: &Scene<'w>, agent: &Agent<'w>, place: &Use<'w>, remarks: &mut Remarks<'w>) {
    let most = workspace::most_pods(scene, agent);
    let Some((field, message)) = memory_context(agent, most) else { return };
    match place {
        Use::Production(environment) => {
            let finding = remarks.found("OPS003", &field, message);
            finding.severity = Severity::Warning;
            related(finding, field.object(), environment, "a Workspace for production".to_owned());
        }
        Use::Other => {
            if memory_context(agent, agent.most_pods()).is_none() {
                remarks.found("OPS003", &field, message);
            }
        }
        Use::Unknown(scope) => remarks.open("OPS003", "Workspace", scope),
    }
}
