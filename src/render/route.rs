//! The HTTPRoutes to facades that are exposed.

use super::{Blocked, Map, Release, Rendered, Source, Tree, inputs::Agent, map, operator::Exposure, sourced};
use crate::world::{Field, Lookup};

/// A facade and how it is called in names.
struct Exposed<'f, 'w> {
    facade: &'f Field<'w>,
    /// Behind the agent's name in that of the route.
    suffix: &'static str,
    /// Behind the agent's name in the host.
    host_suffix: &'static str,
    port: Tree,
}

/// Creates a route for each exposed facade, where the operator has a Gateway and the cluster the Gateway API.
pub(super) fn routes(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let Some(exposure) = agent.operator.exposure.as_ref().filter(|_| agent.operator.third_party.value.gateway) else {
        return Ok(());
    };
    for exposed in facades(agent) {
        let wanted = exposed.facade.at("expose.enabled").is_true() && agent.has_data_plane(exposed.facade);
        if !wanted {
            continue;
        }
        let name = format!("{}{}", agent.name(), exposed.suffix);
        if belongs_to_others(agent, &name) {
            let text = "stays as it is: an HTTPRoute of this name is there and does not belong to the agent".to_owned();
            rendered.warn(format!("HTTPRoute/{name}"), text);
            continue;
        }
        rendered.push(route(agent, exposure, &exposed));
    }
    Ok(())
}

/// The facades that can be exposed: older operators know only the primary one.
fn facades<'a, 'w>(agent: &'a Agent<'w>) -> Vec<Exposed<'a, 'w>> {
    let primary =
        agent.primary().map(|facade| Exposed { facade, suffix: "-facade", host_suffix: "", port: agent.primary_port() });
    if agent.release == Release::R2026_07 {
        return primary.into_iter().collect();
    }
    let named =
        |suffix, facade: Option<&'a Field<'w>>, port| Some(Exposed { facade: facade?, suffix, host_suffix: suffix, port });
    let secondary = [named("-a2a", agent.dual_a2a(), agent.a2a_port()), named("-mcp", agent.facade("mcp"), agent.mcp_port())];
    primary.into_iter().chain(secondary.into_iter().flatten()).collect()
}

/// Whether a route of the name is there that the agent does not control.
fn belongs_to_others(agent: &Agent<'_>, name: &str) -> bool {
    let Lookup::Found(route) = agent.world.get("HTTPRoute", agent.namespace(), name) else { return false };
    let controls = |owner: &Field<'_>| {
        owner.get("controller").is_true() && owner.get("kind").str() == "AgentRuntime" && owner.get("name").str() == agent.name()
    };
    !route.root().at("metadata.ownerReferences").items().iter().any(controls)
}

fn route(agent: &Agent<'_>, exposure: &Exposure, exposed: &Exposed<'_, '_>) -> Map {
    let parent = map()
        .put("name", &exposure.gateway)
        .put("namespace", exposure.namespace.as_ref())
        .put("sectionName", exposure.section.as_ref());
    let matched = map().put("path", map().put("type", "PathPrefix").put("value", "/"));
    let backend = map().put("name", agent.named("")).put("port", exposed.port.clone());
    let rule = map().put("matches", vec![matched]).put("backendRefs", vec![backend]);
    let spec =
        map().put("parentRefs", vec![parent]).put("hostnames", vec![host(agent, exposure, exposed)]).put("rules", vec![rule]);
    map()
        .put("apiVersion", "gateway.networking.k8s.io/v1")
        .put("kind", "HTTPRoute")
        .put("metadata", agent.metadata(agent.named(exposed.suffix), agent.labels(None)))
        .put("spec", spec)
}

fn host(agent: &Agent<'_>, exposure: &Exposure, exposed: &Exposed<'_, '_>) -> Tree {
    let own = exposed.facade.at("expose.host");
    if own.text().is_some() {
        return sourced(own.str(), &own);
    }
    let domain = &exposure.base_domain;
    let text = format!("{}{}.{}.{}", agent.name(), exposed.host_suffix, agent.namespace(), domain.value);
    sourced(text, Source::computed([agent.name_source(), agent.namespace_source(), (&domain.source).into()]))
}
