//! What must hold before the operator builds anything for an agent.

use super::{
    Blocked, Release, Rendered,
    inputs::{Agent, Referred, kind},
    pack::Pack,
};
use crate::{
    resolve::Role,
    world::{Field, Lookup, Object, provider_fault},
};

/// The references of the spec and the image of the runtime, in the operator's order.
pub(super) fn references(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    quota(agent, rendered);
    let pack = Pack::resolve(agent, Role::Stable, rendered)?;
    pack.usable(agent)?;
    registry_is_there(agent, rendered);
    for entry in agent.spec().get("providers").items() {
        provider(agent, &entry, rendered)?;
    }
    framework_image(agent)?;
    registry_is_near(agent)
}

/// Newer releases make nothing for an agent beyond the quota of its Workspace; which one that is, no manifest tells.
fn quota(agent: &Agent<'_>, rendered: &mut Rendered) {
    let quota = agent.workspace.and_then(|workspace| workspace.spec().at("quotas.agents.maxAgentRuntimes").int());
    let Some(most) = quota.filter(|_| agent.release == Release::Current) else { return };
    let count = agent.world.list(kind::AGENT_RUNTIME, agent.namespace()).count();
    if usize::try_from(most).is_ok_and(|most| count > most) {
        let text = format!(
            "the quota of the Workspace allows {most} agents, and {count} are in scope: those that come too late get nothing \
             (AgentRuntimeQuotaExceeded)"
        );
        rendered.warn(agent.deployment_id(), text);
    }
}

/// A registry that is not there is no reason to stop.
fn registry_is_there(agent: &Agent<'_>, rendered: &mut Rendered) {
    let reference = agent.spec().get("toolRegistryRef");
    let name = reference.get("name").str();
    match agent.registry {
        Referred::Absent if reference.exists() => {
            rendered
                .warn(agent.deployment_id(), format!("ToolRegistry {name:?} does not exist: the agent is built without tools"));
        }
        Referred::Assumed => {
            let text =
                format!("ToolRegistry {name:?} is not in scope: it is taken to be there, with handlers that need no credentials");
            rendered.assume("toolRegistry", text);
        }
        Referred::Absent | Referred::Found(_) => {}
    }
}

fn provider(agent: &Agent<'_>, entry: &Field<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let reference = entry.get("providerRef");
    let name = reference.get("name").str();
    let namespace = reference.get("namespace").text().unwrap_or(agent.namespace());
    let no = |reason, text, field: &Field<'_>| Err(Blocked::by("ProviderReady", reason, text, field));
    if agent.release == Release::Current && namespace != agent.namespace() {
        let text = format!("Provider {name:?} is in namespace {namespace:?}, and an agent uses only those of its own");
        return no("ProviderCrossNamespace", text, &reference.get("namespace"));
    }
    let object = match agent.world.get(kind::PROVIDER, namespace, name) {
        Lookup::Found(object) => object,
        Lookup::Missing => return no("ProviderNotFound", format!("Provider {name:?} does not exist"), &reference.get("name")),
        Lookup::NotChecked(_) => {
            rendered.assume("provider", format!("Provider {name:?} is not in scope: it is taken to be ready and to fit"));
            return Ok(());
        }
    };
    if let Some(text) = not_ready(agent, object) {
        return no("ProviderNotReady", text, &reference.get("name"));
    }
    let role = |field: Field<'_>| field.text().unwrap_or("llm").to_owned();
    let (wanted, own) = (role(entry.get("role")), role(object.spec().get("role")));
    if wanted != own {
        return no("RoleMismatch", format!("Provider {name:?} has the role {own}, not {wanted}"), &entry.get("role"));
    }
    let capabilities = object.spec().get("capabilities").items();
    let required = entry.get("requiredCapabilities").items();
    match required.iter().find(|required| !capabilities.iter().any(|own| own.str() == required.str())) {
        Some(missing) => {
            no("CapabilityMismatch", format!("Provider {name:?} does not list the capability {}", missing.str()), missing)
        }
        None => Ok(()),
    }
}

/// Why a Provider is not ready: as its status says, or as its controller will find.
fn not_ready(agent: &Agent<'_>, provider: &Object) -> Option<String> {
    let (name, phase) = (&provider.name, provider.root().at("status.phase"));
    match phase.text() {
        Some(phase) => (phase != "Ready").then(|| format!("Provider {name:?} is in phase {phase}")),
        None => provider_fault(provider, agent.world).map(|fault| format!("Provider {name:?} {}", fault.text)),
    }
}

fn framework_image(agent: &Agent<'_>) -> Result<(), Blocked> {
    if agent.runtime_image().is_some() {
        return Ok(());
    }
    let field = agent.spec().at("framework.type");
    let text =
        format!("there is no image for the framework {}: set framework.image, or --framework-image of the operator", field.str());
    Err(Blocked::by("FrameworkReady", "FrameworkImageUnavailable", text, &field))
}

fn registry_is_near(agent: &Agent<'_>) -> Result<(), Blocked> {
    let namespace = agent.spec().at("toolRegistryRef.namespace");
    match namespace.text() {
        Some(foreign) if foreign != agent.namespace() => {
            let text = format!("the ToolRegistry is in namespace {foreign:?}, and an agent uses only those of its own");
            Err(Blocked::by("ToolRegistryReady", "ToolRegistryCrossNamespace", text, &namespace))
        }
        _ => Ok(()),
    }
}

impl Blocked {
    /// With the field that is to blame.
    pub(super) fn by(condition: &'static str, reason: &'static str, text: String, field: &Field<'_>) -> Self {
        Self { condition, reason, text, place: Some(Box::new(field.place())) }
    }
}
