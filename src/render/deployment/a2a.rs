//! What agents that speak A2A are told: the protocol's settings, and the agents that they may call.

use serde_json::{Value, json};

use super::{
    super::{
        Release, Source, Tree,
        go_json::go_json,
        inputs::{Agent, kind},
        sourced,
    },
    env::{filled, of_secret, text, var},
};
use crate::world::{Field, Lookup, Object};

/// The settings of an a2a facade.
pub(super) fn config(facade: &Field<'_>) -> Vec<Tree> {
    let a2a = facade.get("a2a");
    let store = a2a.get("taskStore");
    let mut env = Vec::new();
    for (name, field) in [
        ("OMNIA_A2A_TASK_TTL", a2a.get("taskTTL")),
        ("OMNIA_A2A_CONVERSATION_TTL", a2a.get("conversationTTL")),
        ("OMNIA_A2A_TASK_STORE_TYPE", store.get("type")),
    ] {
        env.extend(filled(&field).map(|value| var(name, value)));
    }
    // Whatever the type of the store is.
    let redis = "OMNIA_A2A_REDIS_URL";
    match store.get("redisSecretRef").some() {
        Some(secret) => env.push(of_secret(redis, &secret.get("name"), "url")),
        None => env.extend(filled(&store.get("redisURL")).map(|url| var(redis, url))),
    }
    env
}

/// Switches A2A on beside a websocket.
pub(super) fn beside_websocket(agent: &Agent<'_>) -> Vec<Tree> {
    let Some(facade) = agent.dual_a2a() else { return Vec::new() };
    let mut env = vec![var("OMNIA_A2A_ENABLED", "true"), var("OMNIA_A2A_PORT", text(agent.a2a_port()))];
    env.extend(config(facade));
    env
}

/// The agents that a standalone a2a agent may call, as the operator of 2026-07 tells it.
pub(super) fn clients<'w>(agent: &Agent<'w>, facade: &Field<'w>) -> Vec<Tree> {
    let (mut list, mut sources, mut tokens) = (Vec::new(), Vec::new(), Vec::new());
    for client in facade.at("a2a.clients").items() {
        let Some((url, source)) = address(agent, &client) else { continue };
        let mut entry = serde_json::Map::new();
        entry.insert("name".to_owned(), client.get("name").str().into());
        entry.insert("url".to_owned(), url.into());
        if client.get("exposeAsTools").is_true() {
            entry.insert("exposeAsTools".to_owned(), true.into());
        }
        if let Some(secret) = client.at("authentication.secretRef").some() {
            let variable = token_variable(client.get("name").str());
            entry.insert("authTokenEnv".to_owned(), variable.clone().into());
            let name = sourced(variable, &client.get("name"));
            tokens.push(of_secret(name, &secret.get("name"), "token"));
        }
        list.push(Value::Object(entry));
        sources.push(source);
    }
    if list.is_empty() {
        return tokens;
    }
    let mut env = vec![var("OMNIA_A2A_CLIENTS", sourced(go_json(&json!(list)), Source::Computed(sources)))];
    env.extend(tokens);
    env
}

/// The names of clients that name an agent which is not in scope, and those agents; only standalone agents of 2026-07 are told of them.
pub(super) fn unknown<'w>(agent: &Agent<'w>) -> Vec<(&'w str, &'w str)> {
    let facade = agent.primary().filter(|_| agent.standalone_a2a() && agent.release == Release::R2026_07);
    let clients = facade.map(|facade| facade.at("a2a.clients").items()).unwrap_or_default();
    let unknown = |client: &Field<'w>| {
        let reference = client.get("agentRuntimeRef").some()?;
        let is_unknown = matches!(target(agent, &reference), Lookup::NotChecked(_));
        is_unknown.then(|| (client.get("name").str(), reference.get("name").str()))
    };
    clients.iter().filter_map(unknown).collect()
}

fn target<'w>(agent: &Agent<'w>, reference: &Field<'w>) -> Lookup<'w> {
    let namespace = reference.get("namespace").text().unwrap_or(agent.namespace());
    agent.world.get(kind::AGENT_RUNTIME, namespace, reference.get("name").str())
}

/// The URL of a client; none when it cannot be found, which leaves the client out.
fn address<'w>(agent: &Agent<'w>, client: &Field<'w>) -> Option<(String, Source)> {
    let Some(reference) = client.get("agentRuntimeRef").some() else {
        let url = client.get("url");
        return Some((url.text()?.to_owned(), (&url).into()));
    };
    match target(agent, &reference) {
        Lookup::Found(target) => Some((endpoint(target)?, (&reference.get("name")).into())),
        Lookup::Missing | Lookup::NotChecked(_) => None,
    }
}

/// Where an agent answers: what its status says, and what the operator will write there.
fn endpoint(target: &Object) -> Option<String> {
    let status = target.root().get("status");
    if let Some(endpoint) = status.at("a2a.endpoint").text() {
        return Some(endpoint.to_owned());
    }
    if let Some(endpoint) = status.get("serviceEndpoint").text() {
        return Some(format!("http://{endpoint}"));
    }
    let facades = target.spec().get("facades").items();
    let of_type = |kind: &str| facades.iter().find(|facade| facade.get("type").str() == kind);
    let (a2a, websocket) = (of_type("a2a"), of_type("websocket"));
    let port = match (a2a, websocket) {
        (Some(a2a), Some(_)) => a2a.at("a2a.port").int().filter(|port| *port != 0).unwrap_or(9999),
        (Some(facade), None) => facade.get("port").int().unwrap_or(8080),
        (None, _) => {
            of_type("websocket").or_else(|| of_type("rest")).or_else(|| of_type("custom"))?.get("port").int().unwrap_or(8080)
        }
    };
    Some(format!("http://{}.{}.svc.cluster.local:{port}", target.name, target.namespace))
}

/// The variable that holds the token for a client.
fn token_variable(client: &str) -> String {
    let upper = |byte: u8| match byte {
        b'a'..=b'z' => char::from(byte.to_ascii_uppercase()),
        b'A'..=b'Z' | b'0'..=b'9' => char::from(byte),
        _ => '_',
    };
    format!("OMNIA_A2A_CLIENT_TOKEN_{}", client.bytes().map(upper).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_variables_of_letters_digits_and_underscores() {
        for (client, variable) in [("legal-desk", "LEGAL_DESK"), ("Plain9", "PLAIN9"), ("a.b/c", "A_B_C"), ("é", "__")] {
            assert_eq!(token_variable(client), format!("OMNIA_A2A_CLIENT_TOKEN_{variable}"), "{client}");
        }
    }
}
