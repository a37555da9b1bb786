//! What the tools of an agent need: the file that describes them, and the Secret with their credentials.

mod availability;
mod credentials;
mod file;
mod retry;

use super::{
    Blocked, Rendered, Source,
    inputs::{Agent, Referred},
    map, sourced,
    tool_auth::{self, Handler},
};
use crate::yaml::to_go_yaml;
use availability::Availability;

pub(super) use credentials::credentials;

/// The name of the ConfigMap behind that of the agent.
const SUFFIX: &str = "-tools";

/// Stops where a handler signs in in a way that the runtime does not know.
pub(super) fn sign_in(agent: &Agent<'_>, _: &mut Rendered) -> Result<(), Blocked> {
    tool_auth::handlers(agent).iter().try_for_each(|handler| {
        let kind = handler.field.get("type").str();
        let is_stdio = kind == "mcp" && handler.field.at("mcpConfig.transport").str() == "stdio";
        let fault = match handler.auth {
            "none" => return Ok(()),
            _ if is_stdio => "an MCP server on standard input and output takes no credentials",
            "workloadIdentity" if kind == "client" => "a client tool has no identity of a workload",
            _ => return Ok(()),
        };
        let text = format!("handler {:?} signs in with {}, but {fault}", handler.name.str(), handler.auth);
        Err(Blocked::by("DeploymentReady", "ToolAuthUnsupported", text, &handler.field.get("auth")))
    })
}

/// Creates the ConfigMap with the file that describes the tools.
pub(super) fn tools(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    if !agent.registry.is_there() {
        return Ok(());
    }
    let text = match agent.registry {
        // The assumption is told where the registry is looked up.
        Referred::Assumed | Referred::Absent => sourced("<tools>", Source::Assumed("toolRegistry")),
        Referred::Found(registry) => {
            let handlers = tool_auth::handlers(agent);
            let availability = Availability::new(registry, &handlers);
            let status = registry.root().at("status.discoveredTools");
            let probe = registry.spec().at("probe.enabled");
            let mut sources: Vec<Source> = vec![(&registry.spec().get("handlers")).into()];
            if status.exists() {
                sources.push((&status).into());
            } else if probe.is_true() {
                let text = format!("the endpoints of ToolRegistry {:?} answer its probes", registry.name);
                sources.push(rendered.assume("toolProbe", text));
            }
            dropped(agent, &handlers, &availability, rendered);
            sourced(to_go_yaml(&file::document(&handlers, &availability)), Source::Computed(sources))
        }
    };
    let metadata = agent.metadata(agent.named(SUFFIX), agent.labels(Some("tools-config")));
    rendered.push(
        map()
            .put("apiVersion", "v1")
            .put("kind", "ConfigMap")
            .put("metadata", metadata)
            .put("data", map().put("tools.yaml", text)),
    );
    Ok(())
}

/// Says which handlers the agent does not get.
fn dropped(agent: &Agent<'_>, handlers: &[Handler<'_>], availability: &Availability, rendered: &mut Rendered) {
    for handler in handlers.iter().filter(|handler| !file::is_listed(handler, availability)) {
        let text = format!("leaves out handler {:?}: {}", handler.name.str(), availability.fault(handler));
        rendered.warn(format!("ConfigMap/{}{SUFFIX}", agent.name()), text);
    }
}
