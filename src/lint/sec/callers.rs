//! SEC001 to SEC005, SEC011, SEC017, SEC018, SEC020 and SEC021: who may call an agent, and what they get.

use crate::{
    finding::Severity,
    lint::{
        agent::{ALLOW_UNAUTHENTICATED, Agent, FALSE, TRUE, label},
        check::{Findings, beside},
        run::{annotations::HIDDEN, providers::MOCK},
    },
    world::Field,
};

/// Where the flag that opens the facades is set to what Go takes for true.
pub(in crate::lint) fn open_flags<'w>(agent: &Agent<'w>) -> Vec<Field<'w>> {
    let flags = agent.variables_called(ALLOW_UNAUTHENTICATED).filter(|variable| variable.reach.facade());
    flags.filter_map(|variable| variable.value()).filter(|value| TRUE.contains(&value.str())).collect()
}

/// SEC001.
pub(super) fn unauthenticated_facade(agent: &Agent<'_>, said: &mut Findings) {
    for variable in agent.variables_called(ALLOW_UNAUTHENTICATED).filter(|variable| variable.reach.facade()) {
        let Some(value) = variable.value() else { continue };
        if TRUE.contains(&value.str()) {
            let severity = if agent.is_exposed() { Severity::Error } else { Severity::Warning };
            said.at(&value, "the facades let in callers that prove nothing").severity = severity;
        } else if !FALSE.contains(&value.str()) {
            said.warn(&value, format!("{:?} is neither true nor false for Go: the flag does nothing", value.str()));
        }
    }
}

/// SEC002.
pub(super) fn exposed_without_auth(agent: &Agent<'_>, said: &mut Findings) {
    if agent.has_validator() {
        return;
    }
    for facade in agent.facades.iter().filter(|facade| facade.is_exposed() && facade.has_data_plane()) {
        let effect = if agent.is_unauthenticated() { "lets in everybody" } else { "answers 401 to everybody" };
        let message = format!("the {} facade is exposed without authentication and {effect}", facade.kind);
        said.at(&facade.field.at("expose.enabled"), message);
    }
}

/// SEC003.
pub(super) fn edge_trust_is_spoofable(agent: &Agent<'_>, said: &mut Findings) {
    let trust = agent.spec.at("externalAuth.edgeTrust");
    if !trust.exists() {
        return;
    }
    let header = trust.at("headerMapping.subject").text().unwrap_or("x-user-id");
    let to_role = trust.get("claimsFromHeaders").entries().iter().any(|(_, claim)| claim.str() == "role");
    let finding = said.at(&trust, format!("whoever sends the header {header} is let in as the one it names"));
    // Nobody knows here whether the Gateway takes such headers away from callers.
    if to_role || agent.is_exposed() {
        finding.severity = Severity::Error;
    }
}

/// SEC004.
pub(super) fn trust_end_user_header(agent: &Agent<'_>, said: &mut Findings) {
    let trust = agent.spec.at("externalAuth.clientKeys.trustEndUserHeader");
    if trust.is_true() {
        said.at(&trust, "each holder of a key may act as any user");
    }
}

/// SEC005.
pub(super) fn default_role_elevated(agent: &Agent<'_>, said: &mut Findings) {
    let role = agent.spec.at("externalAuth.clientKeys.defaultRole");
    if role.text().is_some_and(|role| role != "viewer") {
        said.at(&role, format!("each key without a role of its own gives the role {:?}", role.str()));
    }
}

/// SEC011.
pub(super) fn hidden_is_not_protected(agent: &Agent<'_>, said: &mut Findings) {
    let hidden = label(agent.object, HIDDEN);
    if hidden.str() == "true" && (agent.is_exposed() || agent.has_validator()) {
        said.at(&hidden, "the agent is not listed, and can be called by its name as ever");
    }
}

/// What in the manifest makes answers up, and how.
pub(in crate::lint) fn simulation<'w>(agent: &Agent<'w>) -> Option<(Field<'w>, String)> {
    let handler = agent.leading().map(|facade| facade.field.get("handler"));
    let mock = agent.annotation(MOCK);
    if let Some(handler) = handler.filter(|handler| ["echo", "demo"].contains(&handler.str())) {
        let message = format!("the handler {} asks no model", handler.str());
        return Some((handler, message));
    }
    (mock.str() == "true").then(|| (mock, "the mock provider answers in place of a model".to_owned()))
}

/// SEC017, for what callers reach from outside.
pub(super) fn simulated_agent_in_production(agent: &Agent<'_>, said: &mut Findings) {
    let Some(exposed) = agent.facades.iter().find(|facade| facade.is_exposed()) else { return };
    if let Some((field, message)) = simulation(agent) {
        said.at(&field, message).related.push(beside(&exposed.field.get("expose"), "callers from outside reach it"));
    }
}

/// SEC018.
pub(super) fn sandbox_on_public_agent(agent: &Agent<'_>, said: &mut Findings) {
    let enabled = agent.spec.at("sandbox.enabled");
    if enabled.is_true() && (agent.is_exposed() || agent.is_unauthenticated()) {
        said.at(&enabled, "callers from outside reach an agent that runs code for them");
    }
}

/// SEC020.
pub(super) fn oidc_session_claim_implications(agent: &Agent<'_>, said: &mut Findings) {
    let claim = agent.spec.at("externalAuth.oidc.sessionClaim");
    if claim.text().is_some() {
        said.at(&claim, format!("tokens without the claim {} get 401", claim.str()));
    }
}

/// SEC021.
pub(super) fn memory_facet_pinning(agent: &Agent<'_>, said: &mut Findings) {
    let facet = agent.spec.at("memory.facet");
    if facet.text().is_some() && agent.spec.at("memory.enabled").is_true() {
        said.at(&facet, "a client that names another facet gets 403");
    }
}
