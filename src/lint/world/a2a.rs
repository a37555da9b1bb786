//! REF023 and REF024: the agents that an agent calls.

use super::{Remarks, Scene, related};
use crate::world::{Field, Lookup, Object};

/// Where clients stand, the older place last.
const CLIENTS: [&str; 2] = ["a2aClients[]", "facades[].a2a.clients[]"];

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    if !scene.is_current() {
        return;
    }
    let clients: Vec<Field<'w>> = CLIENTS.iter().flat_map(|path| agent.spec().all(path)).collect();
    for client in &clients {
        target(scene, agent, client, remarks);
    }
    let mut seen: Vec<(String, &Field<'w>)> = Vec::new();
    for client in &clients {
        let Some(endpoint) = endpoint(scene, agent, client) else { continue };
        match seen.iter().find(|(other, _)| *other == endpoint) {
            Some((_, first)) => {
                let message = format!(
                    "{:?} leads to the same endpoint as {:?}, and is refused",
                    client.get("name").str(),
                    first.get("name").str()
                );
                let finding = remarks.found("REF024", &client.get("name"), message);
                related(finding, agent, &first.get("name"), "the first one".to_owned());
            }
            None => seen.push((endpoint, client)),
        }
    }
}

fn target<'w>(scene: &Scene<'w>, agent: &'w Object, client: &Field<'w>, remarks: &mut Remarks<'w>) {
    let reference = client.get("agentRuntimeRef");
    let (name, namespace) = (reference.get("name"), reference.get("namespace"));
    if namespace.text().is_some_and(|namespace| namespace != agent.namespace) {
        let message = format!("an agent of another namespace ({}) is not called by reference", namespace.str());
        remarks.found("REF023", &namespace, message);
    } else if name.text() == Some(agent.name.as_str()) {
        remarks.found("REF023", &name, "the agent names itself as a client");
    } else if let Lookup::Found(target) = scene.world.get("AgentRuntime", &agent.namespace, name.str())
        && !has_a2a(target)
    {
        remarks.found("REF023", &name, format!("{} has no facade of type a2a", target.id()));
    }
}

fn has_a2a(agent: &Object) -> bool {
    agent.spec().get("facades").items().iter().any(|facade| facade.get("type").str() == "a2a")
}

/// Where a client leads to; none when nobody knows.
fn endpoint(scene: &Scene<'_>, agent: &Object, client: &Field<'_>) -> Option<String> {
    if let Some(url) = client.get("url").text() {
        return Some(normal(url));
    }
    let name = client.at("agentRuntimeRef.name").text()?;
    let found = scene.world.get("AgentRuntime", &agent.namespace, name).found();
    let port = found.and_then(|target| a2a_port(scene, target)).unwrap_or(DEFAULT_PORT);
    Some(format!("http://{name}.{}.svc.cluster.local:{port}", agent.namespace))
}

/// The port of a facade of type a2a that names none.
const DEFAULT_PORT: i64 = 9999;

fn a2a_port<'w>(scene: &Scene<'w>, agent: &'w Object) -> Option<i64> {
    scene.agent(agent).facades.iter().find(|facade| facade.kind == "a2a").map(|facade| facade.port().1)
}

/// A URL without what makes no difference: case of scheme and host, the port of the scheme, slashes at the end.
fn normal(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let scheme = scheme.to_ascii_lowercase();
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.to_ascii_lowercase();
    let port = if scheme == "https" { ":443" } else { ":80" };
    let host = host.strip_suffix(port).unwrap_or(&host);
    format!("{scheme}://{host}{}", path.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    #[test]
    fn urls_that_lead_to_the_same_place_are_equal() {
        for url in ["https://x", "https://X/", "HTTPS://x:443//"] {
            assert_eq!(super::normal(url), "https://x");
        }
        assert_ne!(super::normal("http://x:443"), super::normal("https://x"));
        assert_eq!(super::normal("https://x/A/"), "https://x/A");
    }
}
