//! Which handlers of a registry can be called, and where.

use std::collections::BTreeMap;

use super::{Handler, retry};
use crate::world::{Field, Object};

/// The endpoints of a registry's handlers.
#[derive(Debug)]
pub(super) struct Availability {
    /// By the name of the handler; of several handlers with one name, the first that can be called counts for all.
    endpoints: BTreeMap<String, String>,
    is_reported: bool,
}

impl Availability {
    /// What the status of the registry says; without one, what its controller will find in the spec.
    pub fn new(registry: &Object, handlers: &[Handler<'_>]) -> Self {
        let discovered = registry.root().at("status.discoveredTools");
        let mut endpoints = BTreeMap::new();
        let mut add = |name: &str, endpoint: String| {
            endpoints.entry(name.to_owned()).or_insert(endpoint);
        };
        if discovered.exists() {
            let tools = discovered.items().into_iter().filter(|tool| tool.get("status").str() == "Available");
            tools.for_each(|tool| add(tool.get("handlerName").str(), tool.get("endpoint").str().to_owned()));
        } else {
            let valid = handlers.iter().filter_map(|handler| Some((handler, endpoint(&handler.field).ok()?)));
            valid.for_each(|(handler, endpoint)| add(handler.name.str(), endpoint));
        }
        Self { endpoints, is_reported: discovered.exists() }
    }

    /// Where a handler is called; nothing when it cannot be.
    pub fn endpoint(&self, handler: &Handler<'_>) -> Option<&str> {
        self.endpoints.get(handler.name.str()).map(String::as_str).filter(|endpoint| !endpoint.is_empty())
    }

    /// Why a handler cannot be called.
    pub fn fault(&self, handler: &Handler<'_>) -> String {
        match endpoint(&handler.field) {
            Err(fault) => fault,
            Ok(_) if self.is_reported => "the registry's status calls none of its tools available".to_owned(),
            Ok(_) => "its endpoint is empty".to_owned(),
        }
    }
}

/// Where the registry's controller finds the tools of a handler, when it takes the handler.
fn endpoint(handler: &Field<'_>) -> Result<String, String> {
    let kind = handler.get("type").str();
    let (config, needs_tool) = match kind {
        "http" => ("httpConfig", true),
        "grpc" => ("grpcConfig", true),
        "mcp" => ("mcpConfig", false),
        "openapi" => ("openAPIConfig", false),
        _ => ("", true),
    };
    let settings = handler.get(config);
    if !config.is_empty() && !settings.exists() {
        return Err(format!("it has no {config}"));
    }
    if needs_tool && !handler.get("tool").exists() {
        return Err("it has no tool".to_owned());
    }
    retry::check(&settings.get("retryPolicy"))?;
    let text = |key: &str| settings.get(key).str().to_owned();
    match kind {
        "mcp" => mcp_endpoint(&settings),
        "openapi" => Ok(text("specURL")),
        "client" => Ok("client://browser".to_owned()),
        _ => Ok(text("endpoint")),
    }
}

fn mcp_endpoint(settings: &Field<'_>) -> Result<String, String> {
    let (endpoint, command) = (settings.get("endpoint").text(), settings.get("command").text());
    match settings.get("transport").str() {
        "stdio" => {
            let command = command.ok_or_else(|| "its transport stdio needs a command".to_owned())?;
            Ok(endpoint.map_or_else(|| format!("stdio://{command}"), str::to_owned))
        }
        transport => endpoint.map(str::to_owned).ok_or_else(|| format!("its transport {transport} needs an endpoint")),
    }
}
