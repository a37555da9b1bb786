//! REF012 to REF015, REF017 and REF026: the providers and the tool registry of an agent.

use super::{Remarks, Scene};
use crate::world::{Field, Lookup, Object, Reference};

/// The role of a provider and of an entry that name none.
const DEFAULT_ROLE: &str = "llm";

/// The entry that evaluations ask when they name no other.
const JUDGE: &str = "judge";

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    for entry in agent.spec().get("providers").items() {
        let reference = entry.get("providerRef");
        let namespace = reference.get("namespace").text().unwrap_or(&agent.namespace);
        if let Lookup::Found(provider) = scene.world.get("Provider", namespace, reference.get("name").str()) {
            matches(&entry, provider, remarks);
        }
    }
    judge(scene, agent, remarks);
}

/// References of an agent to providers and registries of other namespaces.
pub(super) fn foreign<'w>(scene: &Scene<'w>, agent: &'w Object, references: &[Reference<'w>], remarks: &mut Remarks<'w>) {
    for reference in references.iter().filter(|_| agent.kind == "AgentRuntime") {
        let code = match reference.rule.target {
            "Provider" if scene.is_current() => "REF012",
            "ToolRegistry" => "REF017",
            _ => continue,
        };
        let Some(namespace) = reference.foreign_namespace() else { continue };
        let in_candidate = reference.field.path().starts_with("spec.rollout.candidate.");
        let message = format!(
            "the {} of another namespace ({}) is not used: it has to be in that of the agent, {}",
            reference.rule.target,
            namespace.str(),
            agent.namespace
        );
        remarks.found(if in_candidate { "REF034" } else { code }, &namespace, message);
    }
}

/// Whether a provider is what an entry asks for.
fn matches<'w>(entry: &Field<'w>, provider: &'w Object, remarks: &mut Remarks<'w>) {
    let spec = provider.spec();
    let (wanted, role) = (entry.get("role").text().unwrap_or(DEFAULT_ROLE), spec.get("role").text().unwrap_or(DEFAULT_ROLE));
    if wanted != role {
        let message = format!("the entry wants a provider of role {wanted}, but {} has the role {role}", provider.id());
        let finding = remarks.found("REF013", &entry.get("role"), message);
        finding.help = format!("set role: {role}, or name another provider");
    }
    let capabilities: Vec<&str> = spec.get("capabilities").items().iter().map(Field::str).collect();
    for capability in entry.get("requiredCapabilities").items() {
        if !capabilities.contains(&capability.str()) {
            let there = if capabilities.is_empty() { "none".to_owned() } else { capabilities.join(", ") };
            let message = format!("{} does not list the capability {:?}; it lists {there}", provider.id(), capability.str());
            remarks.found("REF014", &capability, message);
        }
    }
    let phase = provider.root().at("status.phase");
    if phase.text().is_some_and(|phase| phase != "Ready") {
        remarks.found("REF015", &entry.at("providerRef.name"), format!("{} is in phase {}", provider.id(), phase.str()));
    }
}

/// Evaluations by a model need an entry for it.
fn judge<'w>(_scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let spec = agent.spec();
    let has_judge = spec.get("providers").items().iter().any(|entry| entry.get("name").str() == JUDGE);
    if spec.at("evals.enabled").is_true() && !has_judge {
        let message = format!(
            "evaluations are on and no provider entry is named {JUDGE:?}: those that ask a model fail unless the pack names another entry"
        );
        remarks.found("REF026", &spec.at("evals.enabled"), message);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        world::{Object, Origin, Scope, World},
        yaml::read_json,
    };

    fn object(kind: &str, name: &str, json: &str) -> Object {
        Object {
            group: "omnia.altairalabs.ai".to_owned(),
            version: "v1alpha1".to_owned(),
            kind: kind.to_owned(),
            namespace: "team".to_owned(),
            name: name.to_owned(),
            root: read_json(json).unwrap().into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        }
    }

    #[test]
    fn a_provider_with_a_phase_has_to_be_ready() {
        for (status, expected) in [("{}", 0), (r#"{"phase": "Ready"}"#, 0), (r#"{"phase": "Error"}"#, 1)] {
            let mut world = World::new(Scope::Open);
            world.add(object(
                "AgentRuntime",
                "a",
                r#"{"spec": {"providers": [{"name": "default", "providerRef": {"name": "p"}}]}}"#,
            ));
            world.add(object("Provider", "p", &format!(r#"{{"spec": {{}}, "status": {status}}}"#)));
            let found = super::super::world(&world, 1, &[], None, None).findings;
            assert_eq!(found.iter().filter(|(_, finding)| finding.code == "REF015").count(), expected, "{status}");
        }
    }
}
