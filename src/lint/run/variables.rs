//! RUN074 and RUN075: environment variables that meet others of their name.

use crate::lint::{
    agent::Agent,
    check::{Findings, beside},
    env::{Reach, Variable},
};

/// What the operator sets. A star stands for any end of the name.
const OPERATORS: &[&str] = &[
    "OMNIA_A2A_*",
    "OMNIA_AGENT_NAME",
    "OMNIA_CONTEXT_URL",
    "OMNIA_FACADE_PORT",
    "OMNIA_FACADE_TYPE",
    "OMNIA_GRPC_PORT",
    "OMNIA_HANDLER_MODE",
    "OMNIA_HEALTH_PORT",
    "OMNIA_MCP_*",
    "OMNIA_MEDIA_*",
    "OMNIA_MOCK_PROVIDER",
    "OMNIA_NAMESPACE",
    "OMNIA_PACK_CACHE_DIR",
    "OMNIA_PROMPTPACK_MANIFEST_PATH",
    "OMNIA_PROMPTPACK_PATH",
    "OMNIA_PROMPTPACK_VERSION",
    "OMNIA_PROMPT_NAME",
    "OMNIA_ROUTE_REDIS_URL",
    "OMNIA_RUNTIME_ADDRESS",
    "OMNIA_SANDBOX_API_URL",
    "OMNIA_TOOLS_CONFIG_PATH",
    "OMNIA_TRACING_*",
    "OMNIA_VARIANT",
    "OMNIA_WORKSPACE_NAME",
    "OMNIA_WORKSPACE_UID",
    "POD_IP",
    "SESSION_API_TOKEN_PATH",
];

/// What the operator sets behind the list of a container, so that the list loses.
const LATER_ON_FACADE: &[&str] =
    &["OMNIA_MEDIA_*", "OMNIA_PROMPTPACK_VERSION", "OMNIA_A2A_*", "OMNIA_MCP_*", "SESSION_API_TOKEN_PATH"];
const LATER_ON_RUNTIME: &[&str] = &["OMNIA_MEDIA_*", "OMNIA_FACADE_PORT", "SESSION_API_TOKEN_PATH"];

fn is_among(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *known,
    })
}

/// RUN074. What switches protections off is said by SEC008 and SEC009, reserved names by ADM002.
pub(super) fn operator_env_overridden(agent: &Agent<'_>, said: &mut Findings) {
    for variable in agent.variables() {
        let name = variable.name();
        if !is_among(name, OPERATORS) {
            continue;
        }
        let loses = match variable.reach {
            Reach::Facade => is_among(name, LATER_ON_FACADE),
            Reach::Runtime => is_among(name, LATER_ON_RUNTIME),
            Reach::Both => false,
        };
        let effect = if loses { "sets it later, so that this does nothing" } else { "sets it, and this takes its place" };
        said.at(&variable.field.get("name"), format!("where {name} is set the operator {effect}"));
    }
}

/// RUN075.
pub(super) fn duplicate_env_name(agent: &Agent<'_>, said: &mut Findings) {
    let variables = agent.variables();
    for (index, later) in variables.iter().enumerate() {
        let meets =
            |first: &&Variable<'_>| first.name() == later.name() && (first.reach == later.reach || later.reach == Reach::Both);
        if later.name().is_empty() {
            continue;
        }
        // The nearest one, so that of three each is said once.
        if let Some(first) = variables[..index].iter().rev().find(meets) {
            let equal = first.field.json() == later.field.json();
            let effect = if equal { "the same is written twice" } else { "this value counts" };
            let message = format!("{} is set before: {effect}", later.name());
            let finding = said.at(&later.field.get("name"), message);
            finding.related.push(beside(&first.field.get("name"), "the other entry"));
        }
    }
}
