//! REF028: the connections that an agent binds to the sandboxes of its tool registry.

use super::{Remarks, Scene, did_you_mean};
use crate::world::{Field, Lookup, Object};

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
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
