//! REF019: the Workspace of an agent's namespace, and its service group.

use super::{Remarks, Scene, did_you_mean};
use crate::{
    finding::{Finding, Severity},
    world::{Field, Object, Scope},
};

/// The group of agents that name none.
pub(super) const DEFAULT_GROUP: &str = "default";

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let namespace = agent.namespace.as_str();
    let field = agent.spec().get("serviceGroup");
    let wanted = field.text().unwrap_or(DEFAULT_GROUP);
    let workspace = scene.workspaces.of(namespace).first().copied();
    let Some(workspace) = workspace else {
        match scene.world.scope("Workspace", "") {
            Scope::Complete => {
                found(scene, &field, format!("no Workspace is for the namespace {namespace}: nothing is recorded"), remarks);
            }
            scope => remarks.open("REF019", "Workspace", scope),
        }
        return;
    };
    let groups = workspace.spec().get("services").items();
    let group = groups.iter().find(|group| group.get("name").str() == wanted);
    match group {
        None => {
            let names: Vec<&str> = groups.iter().map(|group| group.get("name").str()).collect();
            let near = did_you_mean(wanted, names.iter().copied());
            let message = format!("{} has no service group {wanted:?}: nothing is recorded", workspace.id());
            let finding = found(scene, &field, message, remarks);
            if !near.is_empty() {
                finding.help = near;
            }
        }
        Some(group) if !group.get("session").exists() && !group.get("external").exists() => {
            let message = format!("the service group {wanted:?} of {} has no session-api: nothing is recorded", workspace.id());
            found(scene, &field, message, remarks);
        }
        Some(_) => {}
    }
}

/// Before the release that has a condition for it, an agent without recording was nothing out of the ordinary.
fn found<'r, 'w>(scene: &Scene<'w>, field: &Field<'w>, message: String, remarks: &'r mut Remarks<'w>) -> &'r mut Finding {
    let finding = remarks.found("REF019", field, message);
    if !scene.is_current() {
        finding.severity = Severity::Info;
    }
    finding
}
