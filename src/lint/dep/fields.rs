//! DEP001 to DEP008, DEP010 and DEP014: fields that do nothing, or will be gone.

use crate::{
    finding::{Finding, Origin, Severity},
    lint::{
        agent::Agent,
        check::{Findings, Subject},
    },
    world::Field,
};

/// Says that a newer release refuses a field, which this one takes.
fn later(field: &Field<'_>, message: &str, said: &mut Findings) {
    if field.is_written() {
        advise(said.at(field, message));
    }
}

fn advise(finding: &mut Finding) {
    (finding.severity, finding.origin) = (Severity::Info, Origin::Advice);
}

/// The A2A settings of all facades.
fn a2a<'w>(agent: &Agent<'w>) -> impl Iterator<Item = Field<'w>> {
    agent.facades.iter().map(|facade| facade.field.get("a2a"))
}

/// DEP001. Where ADM004 is reported it says the same, by the webhook's own word.
pub(super) fn a2a_clients_moved(agent: &Agent<'_>, said: &mut Findings) {
    if !agent.spec.get("a2aClients").items().is_empty() {
        return;
    }
    for clients in a2a(agent).map(|a2a| a2a.get("clients")).filter(|clients| !clients.items().is_empty()) {
        said.at(&clients, "clients belong to the agent: spec.a2aClients");
    }
}

/// DEP002.
pub(super) fn conversation_ttl_ignored(agent: &Agent<'_>, said: &mut Findings) {
    for field in a2a(agent).map(|a2a| a2a.get("conversationTTL")).filter(Field::is_written) {
        said.at(&field, "conversationTTL is not read any more");
    }
}

/// DEP003.
pub(super) fn agent_card_capabilities_ignored(agent: &Agent<'_>, said: &mut Findings) {
    for field in a2a(agent).map(|a2a| a2a.at("agentCard.capabilities")).filter(Field::exists) {
        said.at(&field, "capabilities are not read: every card says that streaming works and push notifications do not");
    }
}

/// DEP004, where the fields still work.
pub(super) fn eval_knobs_removed(agent: &Agent<'_>, said: &mut Findings) {
    if agent.is_older() {
        for name in ["sampling", "rateLimit", "sessionCompletion"] {
            later(&agent.spec.get("evals").get(name), "the current release does not have this setting of evals", said);
        }
    }
}

/// DEP005, where the field is taken.
pub(super) fn rollback_cooldown_unused(agent: &Agent<'_>, said: &mut Findings) {
    if agent.is_older() {
        later(&agent.spec.at("rollout.rollback.cooldown"), "the cooldown does nothing, and the current release refuses it", said);
    }
}

/// DEP006, where the flags are taken.
pub(super) fn protocol_enabled_flags(agent: &Agent<'_>, said: &mut Findings) {
    if !agent.is_older() {
        return;
    }
    for facade in &agent.facades {
        for flag in ["a2a.enabled", "mcp.enabled"].map(|path| facade.field.at(path)).iter().filter(|flag| flag.is_written()) {
            let finding =
                said.at(flag, "the entry switches the protocol on; the flag does nothing, and the current release refuses it");
            advise(finding);
            if flag.bool() == Some(false) {
                finding.severity = Severity::Warning;
            }
        }
    }
}

/// DEP007, where the field is taken.
pub(super) fn framework_version_unused(agent: &Agent<'_>, said: &mut Findings) {
    if agent.is_older() {
        later(
            &agent.spec.at("framework.version"),
            "the image decides on the version, and the current release refuses the field",
            said,
        );
    }
}

/// DEP008, where the values still work.
pub(super) fn duplex_mode_renamed(agent: &Agent<'_>, said: &mut Findings) {
    if agent.is_older() {
        later(&agent.spec.at("duplex.mode"), "the current release has other modes: realtime and cascaded", said);
    }
}

/// DEP010.
pub(super) fn tool_auth_legacy(registry: &Subject<'_>, said: &mut Findings) {
    for handler in registry.spec.all("handlers[]") {
        for block in ["httpConfig", "openAPIConfig"].map(|name| handler.get(name)) {
            let old = ["authType", "authSecretRef"].map(|name| block.get(name)).into_iter().find(Field::exists);
            if let Some(old) = old {
                said.at(&old, "credentials belong to the auth of the handler");
            }
        }
    }
}

/// DEP014, where the role is taken.
pub(super) fn rerank_role_reserved(subject: &Subject<'_>, said: &mut Findings) {
    let roles = match subject.object.kind.as_str() {
        "Provider" => vec![subject.spec.get("role")],
        _ => subject.spec.all("providers[].role"),
    };
    for role in roles.iter().filter(|role| role.str() == "rerank") {
        said.at(role, "nothing uses a provider of role rerank");
    }
}
