//! REF012 to REF015, REF017 and REF026: the providers and the tool registry of an agent.

use super::{Remarks, Scene, pack_content};
use crate::{
    finding::Severity,
    lint::run::no_model,
    world::{Field, Lookup, Object, Reference, provider_fault},
};

/// The role of a provider and of an entry that name none.
const DEFAULT_ROLE: &str = "llm";

/// The entry that evaluations ask when they name no other.
const JUDGE: &str = "judge";

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let entries = agent.spec().get("providers").items();
    for entry in &entries {
        if let Some(provider) = target(scene, agent, entry) {
            matches(scene, entry, provider, remarks);
        }
    }
    for entry in agent.spec().at("rollout.candidate.providerRefs").items() {
        if let Some(provider) = target(scene, agent, &entry).filter(|_| scene.is_current()) {
            candidate(&entry, provider, remarks);
        }
    }
    judge(scene, agent, remarks);
    voice(scene, agent, &entries, remarks);
    choice(scene, agent, remarks);
}

/// The Provider of an entry, when it is in scope.
fn target<'w>(scene: &Scene<'w>, agent: &'w Object, entry: &Field<'w>) -> Option<&'w Object> {
    let reference = entry.get("providerRef");
    let namespace = reference.get("namespace").text().unwrap_or(&agent.namespace);
    scene.world.get("Provider", namespace, reference.get("name").str()).found()
}

/// REF034, for what the Provider of a candidate is: the release of 2026-07 does not look.
fn candidate<'w>(entry: &Field<'w>, provider: &'w Object, remarks: &mut Remarks<'w>) {
    let role = |field: Field<'w>| field.text().unwrap_or(DEFAULT_ROLE);
    let (wanted, own) = (role(entry.get("role")), role(provider.spec().get("role")));
    if wanted != own {
        let message = format!("the entry wants a provider of role {wanted}, but {} has the role {own}", provider.id());
        remarks.found("REF034", &entry.get("role"), message);
    }
}

/// Types of Providers that cannot speak by themselves.
const MUTE: [&str; 3] = ["claude", "ollama", "vllm"];

/// RUN016, for an agent that names no mode of voice: it is realtime, which the model has to know.
fn voice<'w>(scene: &Scene<'w>, agent: &'w Object, entries: &[Field<'w>], remarks: &mut Remarks<'w>) {
    let duplex = agent.spec().get("duplex");
    if !scene.is_current() || !duplex.get("enabled").is_true() || duplex.get("mode").exists() {
        return;
    }
    let named = |name: &str| entries.iter().find(|entry| entry.get("name").str() == name);
    // Without an entry of that name the runtime takes the first by name.
    let Some(entry) = named("default").or_else(|| entries.iter().min_by_key(|entry| entry.get("name").str())) else { return };
    let speaks = ["stt", "tts"].iter().all(|role| entries.iter().any(|entry| entry.get("role").str() == *role));
    let target = ("Provider", agent.namespace.as_str(), entry.at("providerRef.name").str());
    if let Lookup::Found(provider) = remarks.look_up("RUN016", scene, target) {
        let kind = provider.spec().get("type").str();
        if !speaks && MUTE.contains(&kind) {
            let message =
                format!("{} of type {kind} cannot speak, and there is no provider of role stt and of role tts", provider.id());
            remarks.found("RUN016", &duplex.get("enabled"), message);
        }
    }
}

/// RUN050: an agent without a provider, where there is one that it could name.
fn choice<'w>(scene: &Scene<'w>, object: &'w Object, remarks: &mut Remarks<'w>) {
    let agent = scene.agent(object);
    let of_role = |provider: &&Object| provider.spec().get("role").text().unwrap_or(DEFAULT_ROLE) == DEFAULT_ROLE;
    if let Some((field, message)) = no_model(&agent)
        && let Some(provider) = scene.world.list("Provider", &object.namespace).find(of_role)
    {
        let finding = remarks.found("RUN050", &field, format!("{message}; {} is there", provider.id()));
        finding.severity = Severity::Warning;
    }
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
fn matches<'w>(scene: &Scene<'w>, entry: &Field<'w>, provider: &'w Object, remarks: &mut Remarks<'w>) {
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
    let obstacle = match phase.text() {
        Some("Ready") => None,
        Some(phase) => Some(format!("{} is in phase {phase}", provider.id())),
        None => {
            provider_fault(provider, scene.world).map(|fault| format!("{} will not be ready: it {}", provider.id(), fault.text))
        }
    };
    if let Some(message) = obstacle {
        remarks.found("REF015", &entry.at("providerRef.name"), message);
    }
}

/// Evaluations by a model need an entry for it.
fn judge<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let spec = agent.spec();
    let entries = spec.get("providers").items();
    let is_there = |name: &str| entries.iter().any(|entry| entry.get("name").str() == name);
    if !spec.at("evals.enabled").is_true() {
        return;
    }
    if let Some(judges) = pack_content::judges(scene, agent) {
        if let Some(judge) = judges.iter().map(|name| name.as_deref().unwrap_or(JUDGE)).find(|name| !is_there(name)) {
            let message = format!("the pack has evaluations by a model, and no provider entry is named {judge:?}: they fail");
            remarks.found("REF026", &spec.at("evals.enabled"), message).severity = Severity::Warning;
        }
    } else if !is_there(JUDGE) {
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
            world.add(object("Provider", "p", &format!(r#"{{"spec": {{"type": "mock"}}, "status": {status}}}"#)));
            let found = super::super::world(&world, 1, &[], None, None, None).findings;
            assert_eq!(found.iter().filter(|(_, finding)| finding.code == "REF015").count(), expected, "{status}");
        }
    }
}
