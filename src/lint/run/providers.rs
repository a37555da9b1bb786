//! RUN014 to RUN016 and RUN049 to RUN051: the framework of an agent and its models.

use crate::{
    finding::Severity,
    lint::{
        agent::Agent,
        check::{Findings, beside},
    },
    world::Field,
};

/// The annotation that makes a runtime answer without any model.
pub(in crate::lint) const MOCK: &str = "omnia.altairalabs.ai/mock-provider";

fn role<'w>(entry: &Field<'w>) -> &'w str {
    entry.get("role").text().unwrap_or("llm")
}

fn framework<'w>(agent: &Agent<'w>) -> &'w str {
    agent.spec.at("framework.type").text().unwrap_or("promptkit")
}

/// RUN014.
pub(super) fn framework_image_unavailable(agent: &Agent<'_>, said: &mut Findings) {
    let kind = framework(agent);
    if kind == "promptkit" || agent.spec.at("framework.image").text().is_some() {
        return;
    }
    let field = agent.spec.get("framework");
    match agent.operator {
        Some(operator) if operator.framework_images.contains_key(kind) => {}
        Some(_) => said.at(&field, format!("the operator has no image for the framework {kind}")).severity = Severity::Error,
        None => {
            said.at(&field, format!("the operator needs an image for the framework {kind}"));
        }
    }
}

/// RUN015.
pub(super) fn runtime_capability_required(agent: &Agent<'_>, said: &mut Findings) {
    if framework(agent) == "promptkit" {
        return;
    }
    let voice = agent.spec.at("duplex.enabled").is_true().then_some("duplex_audio and interruption");
    let function = agent.facades.iter().any(|facade| ["rest", "mcp"].contains(&facade.kind)).then_some("invoke");
    let needed: Vec<&str> = voice.into_iter().chain(function).collect();
    if !needed.is_empty() {
        said.at(&agent.spec.at("framework.type"), format!("the runtime has to report {}", needed.join(" and ")));
    }
}

/// RUN016.
pub(super) fn cascaded_voice_without_speech_providers(agent: &Agent<'_>, said: &mut Findings) {
    let duplex = agent.spec.get("duplex");
    if !duplex.get("enabled").is_true() || duplex.get("mode").str() != "cascaded" {
        return;
    }
    let providers = agent.spec.get("providers").items();
    let missing: Vec<&str> =
        ["stt", "tts"].into_iter().filter(|wanted| !providers.iter().any(|entry| role(entry) == *wanted)).collect();
    if !missing.is_empty() {
        said.at(&duplex.get("mode"), format!("no provider of role {}", missing.join(" and none of role ")));
    }
}

/// RUN049.
pub(super) fn no_default_provider(agent: &Agent<'_>, said: &mut Findings) {
    let providers = agent.spec.get("providers");
    let entries = providers.items();
    let models = entries.iter().filter(|entry| role(entry) == "llm").count();
    if models == 0 || entries.iter().any(|entry| entry.get("name").str() == "default") {
        return;
    }
    let first = entries.iter().min_by_key(|entry| entry.get("name").str());
    // One model alone is clear, unless something else comes first.
    if let Some(first) = first.filter(|first| models > 1 || role(first) != "llm") {
        let (name, role) = (first.get("name"), role(first));
        let other = if role == "llm" { String::new() } else { format!(", of role {role}") };
        let message = format!("no provider is called default: the runtime takes {:?}, the first by name{other}", name.str());
        said.at(&providers, message).related.push(beside(&name, "this one is taken"));
    }
}

/// RUN050.
pub(super) fn no_providers(agent: &Agent<'_>, said: &mut Findings) {
    if let Some((providers, message)) = no_model(agent) {
        if agent.is_exposed() {
            said.warn(&providers, message)
        } else {
            said.at(&providers, message)
        };
    }
}

/// Where it is said that an agent that asks a model has none, and what that means.
pub(in crate::lint) fn no_model<'w>(agent: &Agent<'w>) -> Option<(Field<'w>, &'static str)> {
    let asks_a_model = agent.leading().is_none_or(|facade| ["", "runtime"].contains(&facade.field.get("handler").str()));
    let providers = agent.spec.get("providers");
    let none = providers.items().is_empty() && asks_a_model && agent.annotation(MOCK).str() != "true";
    none.then_some((providers, "the agent has no provider, so there is no model to answer"))
}

/// RUN051.
pub(super) fn same_provider_or_role_twice(agent: &Agent<'_>, said: &mut Findings) {
    let entries = agent.spec.get("providers").items();
    let target = |entry: &Field<'_>| {
        let reference = entry.get("providerRef");
        (reference.get("namespace").str().to_owned(), reference.get("name").str().to_owned())
    };
    for (index, later) in entries.iter().enumerate() {
        let earlier = &entries[..index];
        let same_role = earlier.iter().find(|first| role(later) != "llm" && role(first) == role(later));
        if let Some(first) = same_role {
            let message = format!("two providers have the role {}: nobody knows which one is used", role(later));
            said.at(later, message).related.push(beside(first, "the other one"));
        } else if let Some(first) = earlier.iter().find(|first| target(first) == target(later)) {
            let message = format!("the Provider {:?} stands in the list twice", target(later).1);
            said.at(later, message).related.push(beside(first, "the other entry"));
        }
    }
}
