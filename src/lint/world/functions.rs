//! REF035: the agents that consolidate memories.

use super::{Remarks, Scene};
use crate::world::{Lookup, Object, references};

pub(super) fn policy<'w>(scene: &Scene<'w>, policy: &'w Object, remarks: &mut Remarks<'w>) {
    for reference in references(policy) {
        let Some(namespace) = reference.namespace else { continue };
        let Lookup::Found(agent) = scene.world.get(reference.rule.target, namespace, reference.name) else { continue };
        if agent.spec().get("mode").str() != "function" {
            let message = format!("{} is no function: its mode is {}", agent.id(), agent.spec().get("mode").str());
            remarks.found("REF035", &reference.field, message);
        }
    }
}
