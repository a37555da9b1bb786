//! RUN078, as far as the PersistentVolumeClaim of media decides.

use super::{Remarks, Scene, related, workspace};
use crate::{
    lint::{agent::Agent, run::claims_at},
    world::{Field, Lookup, Object},
};

/// The way of access that pods on several nodes need to write.
const SHARED: &str = "ReadWriteMany";

pub(super) fn agent<'w>(scene: &Scene<'w>, object: &'w Object, remarks: &mut Remarks<'w>) {
    let storage = object.spec().at("media.storage");
    if storage.get("type").str() != "local" {
        return;
    }
    let agent = scene.agent(object);
    let several = workspace::most_pods(scene, &agent) > 1 || agent.spec.get("rollout").exists();
    for claim in claims(&agent, &storage).into_iter().filter(|_| several) {
        let target = ("PersistentVolumeClaim", object.namespace.as_str(), claim.str());
        let Lookup::Found(found) = remarks.look_up("RUN078", scene, target) else { continue };
        let modes = found.spec().get("accessModes");
        let names: Vec<&str> = modes.items().iter().map(Field::str).collect();
        if !names.contains(&SHARED) {
            let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let message =
                format!("there may be several pods, and {} is for those of one node: its access modes are {there}", found.id());
            let finding = remarks.found("RUN078", &claim, message);
            finding.help = format!("give the claim the access mode {SHARED}");
            related(finding, object, &modes, "its access modes".to_owned());
        }
    }
}

/// The names of the claims that media are kept in: that of the storage, or those that are mounted at its directory.
fn claims<'w>(agent: &Agent<'w>, storage: &Field<'w>) -> Vec<Field<'w>> {
    let local = storage.get("local");
    match (local.get("volumeClaim"), local.get("basePath").text()) {
        (claim, _) if claim.text().is_some() => vec![claim],
        (_, Some(path)) => claims_at(agent, path),
        (_, None) => Vec::new(),
    }
}
