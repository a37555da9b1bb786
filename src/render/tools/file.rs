//! The file that tells the runtime which tools there are.

use serde_json::{Map, Value};

use super::{Availability, Handler, retry};
use crate::{omnia::duration, world::Field};

/// Members that are copied from a handler's connection: by its type, the member that holds it, and how each one is left out.
const CONNECTIONS: &[(&str, &str, &[Member])] = &[
    (
        "http",
        "httpConfig",
        &[
            Member::Resolved("endpoint"),
            Member::Filled("method"),
            Member::Filled("headers"),
            Member::Filled("contentType"),
            Member::Filled("queryParams"),
            Member::Filled("headerParams"),
            Member::Filled("staticQuery"),
            Member::Any("staticBody"),
            Member::Filled("bodyMapping"),
            Member::Filled("responseMapping"),
            Member::Filled("redact"),
            Member::Filled("urlTemplate"),
        ],
    ),
    (
        "grpc",
        "grpcConfig",
        &[
            Member::Resolved("endpoint"),
            Member::Filled("tls"),
            Member::Filled("tlsCertPath"),
            Member::Filled("tlsKeyPath"),
            Member::Filled("tlsCAPath"),
            Member::Filled("tlsInsecureSkipVerify"),
        ],
    ),
    (
        "mcp",
        "mcpConfig",
        &[
            Member::Text("transport"),
            Member::Filled("endpoint"),
            Member::Filled("command"),
            Member::Filled("args"),
            Member::Filled("workDir"),
            Member::Filled("env"),
            Member::Block("toolFilter", &["allowlist", "blocklist"]),
        ],
    ),
    (
        "openapi",
        "openAPIConfig",
        &[Member::Text("specURL"), Member::Filled("baseURL"), Member::Filled("operationFilter"), Member::Filled("headers")],
    ),
];

/// A member of a connection.
enum Member {
    /// The endpoint that was found, whatever the spec says.
    Resolved(&'static str),
    /// A text that is always written.
    Text(&'static str),
    /// Written unless it is empty.
    Filled(&'static str),
    /// Any value that is there.
    Any(&'static str),
    /// A block that is written when it is there, with those of its members that are not empty.
    Block(&'static str, &'static [&'static str]),
}

/// The document.
pub(super) fn document(handlers: &[Handler<'_>], availability: &Availability) -> Value {
    let listed = handlers.iter().filter(|handler| is_listed(handler, availability));
    let entries: Vec<_> = listed.map(|handler| entry(handler, availability.endpoint(handler).unwrap_or_default())).collect();
    Value::Object([("handlers".to_owned(), Value::from(entries))].into_iter().collect())
}

/// Whether a handler gets into the file: client tools do always.
pub(super) fn is_listed(handler: &Handler<'_>, availability: &Availability) -> bool {
    handler.field.get("type").str() == "client" || availability.endpoint(handler).is_some()
}

fn entry(handler: &Handler<'_>, endpoint: &str) -> Value {
    let field = &handler.field;
    let kind = field.get("type").str();
    let mut entry = Map::new();
    put(&mut entry, "name", handler.name.str().into());
    put(&mut entry, "type", kind.into());
    if let Some(timeout) = field.get("timeout").text().and_then(|text| duration::parse(text).ok()) {
        put(&mut entry, "timeout", duration::format(timeout).into());
    }
    if matches!(kind, "http" | "grpc" | "client") {
        entry.extend(tool(&field.get("tool")).map(|tool| ("tool".to_owned(), tool)));
    }
    if kind == "client" {
        let config = field.get("clientConfig");
        entry.extend(block(&config, &["consentMessage", "categories"]).map(|config| ("clientConfig".to_owned(), config)));
        return entry.into();
    }
    put(&mut entry, "endpoint", endpoint.into());
    if let Some((_, key, members)) = CONNECTIONS.iter().find(|(own, _, _)| *own == kind) {
        let config = field.get(key);
        if config.exists() {
            put(&mut entry, key, connection(handler, &config, members, endpoint));
        }
    }
    entry.into()
}

fn put(map: &mut Map<String, Value>, key: &str, value: Value) {
    map.insert(key.to_owned(), value);
}

fn tool(tool: &Field<'_>) -> Option<Value> {
    let mut written = Map::new();
    for key in ["name", "description"] {
        put(&mut written, key, tool.get(key).str().into());
    }
    put(&mut written, "inputSchema", tool.get("inputSchema").json());
    let output = tool.get("outputSchema");
    if output.exists() {
        put(&mut written, "outputSchema", output.json());
    }
    tool.exists().then(|| written.into())
}

/// A block with those of its members that are not empty; nothing when it is not there.
fn block(field: &Field<'_>, keys: &[&str]) -> Option<Value> {
    let members = keys.iter().filter_map(|key| Some(((*key).to_owned(), filled(&field.get(key))?)));
    field.exists().then(|| Value::Object(members.collect()))
}

/// What Go does not leave out as empty.
fn filled(field: &Field<'_>) -> Option<Value> {
    let value = field.json();
    let is_empty = match &value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    };
    (!is_empty).then_some(value)
}

fn connection(handler: &Handler<'_>, config: &Field<'_>, members: &[Member], endpoint: &str) -> Value {
    let mut written = Map::new();
    for member in members {
        let (key, value) = match member {
            Member::Resolved(key) => (key, Some(endpoint.into())),
            Member::Text(key) => (key, Some(config.get(key).str().into())),
            Member::Filled(key) => (key, filled(&config.get(key))),
            Member::Any(key) => (key, config.get(key).some().map(|field| field.json())),
            Member::Block(key, keys) => (key, block(&config.get(key), keys)),
        };
        written.extend(value.map(|value| ((*key).to_owned(), value)));
    }
    let policy = retry::policy(&config.get("retryPolicy"), handler.field.get("type").str());
    written.extend(policy.map(|policy| ("retryPolicy".to_owned(), policy)));
    written.extend(sign_in(handler).into_iter().map(|(key, value)| (key.to_owned(), value.into())));
    written.into()
}

/// Where the runtime finds the credential of a handler.
fn sign_in(handler: &Handler<'_>) -> Vec<(&'static str, String)> {
    let name = handler.name.str();
    let bearer = |kind: &str, path: String| vec![("authType", kind.to_owned()), ("authTokenPath", path)];
    match handler.auth {
        "bearer" | "basic" if handler.secret().is_some() => bearer(handler.auth, format!("/etc/omnia/tool-secrets/{name}")),
        "serviceAccount" => bearer("bearer", format!("/var/run/secrets/omnia/tool-sa/{name}/token")),
        "workloadIdentity" => {
            let identity = handler.field.at("auth.workloadIdentity");
            let members = [("authCloud", "cloud"), ("authAudience", "audience"), ("authHeader", "header")];
            let said = members.into_iter().filter_map(|(key, own)| Some((key, identity.get(own).text()?.to_owned())));
            std::iter::once(("authType", handler.auth.to_owned())).chain(said).collect()
        }
        _ => Vec::new(),
    }
}
