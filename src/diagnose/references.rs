//! The Providers and the ToolRegistry of an agent.

use super::{
    Chain, Edit, Evidence, Gravity, Link, one_of,
    packs::{is_false, told},
};
use crate::world::{Field, Lookup, Object};

const PROVIDERS: &str = "ProviderReady";
const REGISTRY: &str = "ToolRegistryReady";

/// The role of a provider and of an entry that name none.
const DEFAULT_ROLE: &str = "llm";

/// The conditions of a Provider that fail it, and the field behind each.
const PROVIDER_FIELDS: &[(&str, &str, &str)] = &[
    ("SecretFound", "spec.credential.secretRef.name", "a Secret of the namespace of the Provider, with the key that is read"),
    ("CredentialConfigured", "spec.credential", "a source of the API key that exists"),
    ("AuthConfigured", "spec.auth", "the sign-in of its platform"),
    ("ModelValid", "spec.model", "a model of the vendor"),
];

/// What is wrong with the references of an agent, in the order in which the operator checks them.
pub(super) fn find(evidence: &Evidence<'_>) -> Vec<Chain> {
    let spec = evidence.agent.spec();
    let mut chains: Vec<Chain> = spec.get("providers").items().iter().filter_map(|entry| provider(evidence, entry)).collect();
    chains.extend(registry(evidence, &spec.get("toolRegistryRef")));
    chains
}

fn provider(evidence: &Evidence<'_>, entry: &Field<'_>) -> Option<Chain> {
    let (agent, reference) = (evidence.agent, entry.get("providerRef"));
    let name = reference.get("name").text()?;
    let namespace = reference.get("namespace").text().unwrap_or(&agent.namespace);
    let is_found = evidence.scene.agent.status.condition(PROVIDERS).is_some_and(|condition| condition.status == "True");
    let chain = if namespace != agent.namespace && !is_found {
        foreign(evidence, &reference, "Provider", PROVIDERS)
    } else {
        match evidence.world.get("Provider", namespace, name) {
            Lookup::NotChecked(_) => return None,
            Lookup::Missing => missing(evidence, &reference, "Provider", PROVIDERS),
            Lookup::Found(provider) => unfit(evidence, entry, provider)?,
        }
    };
    Some(chain.explaining(PROVIDERS))
}

fn registry(evidence: &Evidence<'_>, reference: &Field<'_>) -> Option<Chain> {
    let name = reference.get("name").text()?;
    let namespace = reference.get("namespace").text().unwrap_or(&evidence.agent.namespace);
    let chain = if namespace == evidence.agent.namespace {
        match evidence.world.get("ToolRegistry", namespace, name) {
            Lookup::NotChecked(_) => return None,
            Lookup::Missing => missing(evidence, reference, "ToolRegistry", REGISTRY),
            Lookup::Found(registry) => failed(evidence, registry)?,
        }
    } else {
        foreign(evidence, reference, "ToolRegistry", REGISTRY)
    };
    Some(chain.explaining(REGISTRY))
}

fn missing(evidence: &Evidence<'_>, reference: &Field<'_>, kind: &'static str, condition: &str) -> Chain {
    let agent = evidence.agent;
    let field = reference.get("name");
    let names = one_of(evidence.world.list(kind, &agent.namespace).map(|object| object.name.as_str()));
    let create = format!("create the {kind} {}", field.str());
    let write = names
        .map_or_else(|| format!("the name of a {kind}; or {create}: there is none"), |names| format!("{names}; or {create}"));
    let (cause, gravity, means) = match kind {
        "Provider" => ("provider-not-found", Gravity::Fault, "the operator cannot go on without its Providers"),
        _ => ("tool-registry-not-found", Gravity::Lack, "the agent runs without any tools"),
    };
    let seen =
        format!("{} names the {kind} {:?}, which the namespace {} does not have", field.path(), field.str(), agent.namespace);
    let links = vec![state(evidence, condition, means), Link::new(evidence.id(), seen)];
    Chain::new(cause, gravity, links, Edit::new(evidence.id(), field.path(), write))
}

fn foreign(evidence: &Evidence<'_>, reference: &Field<'_>, kind: &'static str, condition: &str) -> Chain {
    let field = reference.get("namespace");
    let seen = format!("{} is {:?}, and a {kind} has to be in the namespace of the agent", field.path(), field.str());
    let links = vec![state(evidence, condition, "the operator refuses the reference"), Link::new(evidence.id(), seen)];
    let cause = if kind == "Provider" { "provider-cross-namespace" } else { "tool-registry-cross-namespace" };
    let write = format!("nothing: leave it out, and have the {kind} in {}", evidence.agent.namespace);
    Chain::new(cause, Gravity::Fault, links, Edit::new(evidence.id(), field.path(), write))
}

/// A Provider that is there, and that the operator does not take.
fn unfit(evidence: &Evidence<'_>, entry: &Field<'_>, provider: &Object) -> Option<Chain> {
    let chain = |cause: &str, means: &str, link: Link, edit: Edit| {
        Some(Chain::new(cause, Gravity::Fault, vec![state(evidence, PROVIDERS, means), link], edit))
    };
    let phase = provider.root().at("status.phase");
    if phase.text().is_some_and(|phase| phase != "Ready") {
        return Some(not_ready(evidence, provider, phase.str()));
    }
    let role = |field: &Field<'_>| field.get("role").text().unwrap_or(DEFAULT_ROLE).to_owned();
    let (wanted, has) = (role(entry), role(&provider.spec()));
    if wanted != has {
        let link = Link::new(provider.id(), format!("its role is {has}, and the entry wants {wanted}"));
        let edit = Edit::new(evidence.id(), entry.get("role").path(), format!("{has}; or name a Provider of role {wanted}"));
        return chain("provider-role", "a Provider has another role than its entry", link, edit);
    }
    let listed = provider.spec().get("capabilities").items();
    let lacks = |wanted: &Field<'_>| !listed.iter().any(|capability| capability.str() == wanted.str());
    let lacking = entry.get("requiredCapabilities").items().into_iter().find(lacks)?;
    let link = Link::new(provider.id(), format!("it does not list the capability {:?}", lacking.str()));
    let edit = Edit::new(
        provider.id(),
        "spec.capabilities",
        format!("also {}, when the model has it; else do not require it", lacking.str()),
    );
    chain("provider-capability", "a Provider lacks a capability", link, edit)
}

fn not_ready(evidence: &Evidence<'_>, provider: &Object, phase: &str) -> Chain {
    let mut links =
        vec![state(evidence, PROVIDERS, "a Provider is not ready"), Link::new(provider.id(), format!("its phase is {phase}"))];
    let conditions = provider.root().at("status.conditions").items();
    let known =
        PROVIDER_FIELDS.iter().find_map(|row| conditions.iter().find(|found| is_false(found, row.0)).map(|found| (row, found)));
    let other = conditions.iter().find(|found| found.get("status").str() == "False");
    let (field, write) = match (known, other) {
        (Some(((_, field, write), condition)), _) => {
            links.push(told(provider, condition));
            (*field, *write)
        }
        (None, Some(condition)) => {
            links.push(told(provider, condition));
            ("spec", "what the message asks for")
        }
        (None, None) => ("spec", "a Provider that can be reached: no condition of it tells what is wrong"),
    };
    // The key of the Secret may be what is missing, and only the message knows.
    Chain::new("provider-not-ready", Gravity::Fault, links, Edit::new(provider.id(), field, write))
}

fn failed(evidence: &Evidence<'_>, registry: &Object) -> Option<Chain> {
    let phase = registry.root().at("status.phase").str();
    if phase != "Failed" {
        return None;
    }
    let mut links = vec![
        state(evidence, REGISTRY, "the agent lacks tools"),
        Link::new(registry.id(), "its phase is Failed: handlers of it are not offered"),
    ];
    let conditions = registry.root().at("status.conditions").items();
    links.extend(conditions.iter().find(|found| found.get("status").str() == "False").map(|found| told(registry, found)));
    let edit = Edit::new(registry.id(), "spec.handlers", "handlers that the message does not name");
    Some(Chain::new("tool-registry-failed", Gravity::Lack, links, edit))
}

/// What the agent says of its references, or what it would say once the operator looks.
fn state(evidence: &Evidence<'_>, kind: &str, otherwise: &str) -> Link {
    let told = evidence.scene.agent.status.condition(kind).filter(|condition| condition.status == "False");
    let text = told.map_or_else(
        || otherwise.to_owned(),
        |condition| format!("{kind} is False ({}): {}", condition.reason, condition.message),
    );
    Link::new(evidence.id(), text)
}
