//! REF035 and RUN089: the agents that consolidate memories, and the models that functions ask.

use super::{Remarks, Scene};
use crate::world::{Lookup, Object, references};

/// Types of Providers whose models need not be able to keep to a schema.
const LOOSE: [&str; 3] = ["mock", "ollama", "vllm"];

/// RUN089: a function whose answers have to keep to a schema.
pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let spec = agent.spec();
    let format = spec.get("outputFormat");
    if spec.get("mode").str() != "function" || format.text().is_some_and(|format| format != "json_schema") {
        return;
    }
    let entries = spec.get("providers").items();
    let named = |name: &str| entries.iter().find(|entry| entry.get("name").str() == name);
    // Without an entry of that name the runtime takes the first by name.
    let Some(entry) = named("default").or_else(|| entries.iter().min_by_key(|entry| entry.get("name").str())) else { return };
    let reference = entry.get("providerRef");
    let target = ("Provider", agent.namespace.as_str(), reference.get("name").str());
    if let Lookup::Found(provider) = remarks.look_up("RUN089", scene, target) {
        let kind = provider.spec().get("type").str();
        if LOOSE.contains(&kind) {
            let place = if format.is_written() { &format } else { &reference.get("name") };
            let message = format!(
                "answers have to keep to a schema, which {} of type {kind} may not be able to: each call fails then",
                provider.id()
            );
            remarks.found("RUN089", place, message);
        }
    }
}

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
