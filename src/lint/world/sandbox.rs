//! REF028, RUN082 and RUN083: the sandboxes of the tool registry of an agent, and the connections that the agent binds to them.

use super::{Remarks, Scene, did_you_mean, related};
use crate::world::{Field, Lookup, Object};

/// Sandboxes of a conversation where nothing is set.
const PER_SESSION: i64 = 1;

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    if scene.is_current() {
        switched_off(scene, agent, remarks);
        instances(scene, agent, remarks);
    }
    connections(scene, agent, remarks);
}

/// The sandboxes of the registry that an agent names. Their shape is not published: a list, or a map by their names.
fn of_registry<'w>(scene: &Scene<'w>, agent: &'w Object) -> Option<(&'w Object, Vec<Field<'w>>)> {
    let name = agent.spec().at("toolRegistryRef.name");
    let registry = scene.world.get("ToolRegistry", &agent.namespace, name.str()).found()?;
    let sandboxes = registry.spec().get("sandboxes");
    let named = sandboxes.entries().into_iter().map(|(_, sandbox)| sandbox);
    Some((registry, sandboxes.items().into_iter().chain(named).collect()))
}

/// RUN082, for an agent whose manifest has no settings of sandboxes: of those the manifest alone tells.
fn switched_off<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let own = agent.spec().get("sandbox");
    let has_settings = own.entries().iter().any(|(key, field)| *key != "enabled" && field.is_written());
    if own.get("enabled").is_true() || has_settings {
        return;
    }
    if let Some((registry, sandboxes)) = of_registry(scene, agent).filter(|(_, sandboxes)| !sandboxes.is_empty()) {
        let name = agent.spec().at("toolRegistryRef.name");
        let number = sandboxes.len();
        let message = format!("{} has tools in sandboxes ({number}), and the agent does not switch sandboxes on", registry.id());
        let finding = remarks.found("RUN082", &name, message);
        finding.help = "set sandbox.enabled: true, or name a registry without sandboxes".to_owned();
        related(finding, agent, &registry.spec().get("sandboxes"), "the sandboxes".to_owned());
    }
}

/// RUN083, for the instances that a sandbox may have.
fn instances<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let own = agent.spec().get("sandbox");
    let (session, allowed) = (own.get("maxPerSession"), own.get("maxPerSession").int().unwrap_or(PER_SESSION));
    let Some((registry, sandboxes)) = of_registry(scene, agent).filter(|_| own.get("enabled").is_true()) else { return };
    let most = sandboxes.iter().map(|sandbox| sandbox.get("maxInstances")).filter_map(|field| Some((field.int()?, field)));
    if let Some((most, field)) = most.max_by_key(|(most, _)| *most).filter(|(most, _)| *most > allowed) {
        let message = format!(
            "a sandbox of {} may have {most} instances, and a conversation {allowed}: claims beyond that are refused",
            registry.id()
        );
        let finding = remarks.found("RUN083", &session, message);
        finding.help = format!("set sandbox.maxPerSession: {most}, or lower maxInstances in the registry");
        related(finding, agent, &field, "the instances".to_owned());
    }
}

/// REF028.
fn connections<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let connections = agent.spec().at("sandbox.connections").items();
    let registry = agent.spec().get("toolRegistryRef");
    let Some(first) = connections.first() else { return };
    if !registry.exists() {
        let message = "connections belong to sandboxes of a tool registry, and the agent names none in toolRegistryRef";
        remarks.found("REF028", &first.get("sandbox"), message);
        return;
    }
    let Lookup::Found(registry) = scene.world.get("ToolRegistry", &agent.namespace, registry.get("name").str()) else { return };
    let sandboxes = registry.spec().get("sandboxes").items();
    for sandbox in &sandboxes {
        unbound(registry, sandbox, &connections, first, remarks);
    }
    for connection in &connections {
        let name = connection.get("sandbox");
        match sandboxes.iter().find(|sandbox| sandbox.get("name").str() == name.str()) {
            None => {
                let near = did_you_mean(name.str(), sandboxes.iter().map(|sandbox| sandbox.get("name").str()));
                let finding = remarks.found("REF028", &name, format!("{} has no sandbox {:?}", registry.id(), name.str()));
                if !near.is_empty() {
                    finding.help = near;
                }
            }
            Some(sandbox) => role(registry, sandbox, connection, remarks),
        }
    }
}

/// Roles of a sandbox that have to be bound, and are not.
fn unbound<'w>(registry: &Object, sandbox: &Field<'_>, bound: &[Field<'w>], place: &Field<'w>, remarks: &mut Remarks<'w>) {
    let name = sandbox.get("name").str();
    for role in sandbox.get("connections").items().iter().filter(|role| role.get("required").is_true()) {
        let wanted = role.get("role").str();
        let is_bound =
            bound.iter().any(|connection| connection.get("sandbox").str() == name && connection.get("role").str() == wanted);
        if !is_bound && !role.get("connection").exists() {
            let message = format!("the role {wanted:?} of the sandbox {name:?} of {} has to be bound, and is not", registry.id());
            remarks.found("REF028", &place.get("sandbox"), message);
        }
    }
}

/// The documentation names the roles of a sandbox, but not the field: without one that lists them nothing is said.
fn role<'w>(registry: &Object, sandbox: &Field<'_>, connection: &Field<'w>, remarks: &mut Remarks<'w>) {
    let roles = sandbox.get("connections").items();
    let wanted = connection.get("role");
    let role = roles.iter().find(|role| role.get("role").str() == wanted.str());
    match role {
        None if roles.iter().any(|role| role.get("role").exists()) => {
            let message =
                format!("the sandbox {:?} of {} has no role {:?}", sandbox.get("name").str(), registry.id(), wanted.str());
            remarks.found("REF028", &wanted, message);
        }
        Some(role) if role.get("required").is_true() && connection.get("unbind").is_true() => {
            let message = format!("the role {:?} has to be bound, so that it cannot be unbound", wanted.str());
            remarks.found("REF028", &connection.get("unbind"), message);
        }
        _ => {}
    }
}
