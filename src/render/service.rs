//! The Service in front of an agent's pods.

use super::{
    Blocked, Map, Release, Rendered, Tree, constant,
    inputs::Agent,
    map,
    refused::{self, is_dns_1035},
    rollout_plan,
};
use crate::{rollout::Mode, world::Field};

/// A port of the Service.
struct Port {
    name: &'static str,
    number: Tree,
    /// The name of the container's port; without one, the number.
    named: bool,
}

/// Creates the Service. What the API server refuses ends the operator's work.
pub(super) fn service(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let labels = labels(agent);
    let has_waypoint = labels.get(WAYPOINT).is_some();
    // One map serves as labels and as selector in the older release, so that the waypoint gets into both.
    let selector = if agent.release == Release::R2026_07 { labels.clone() } else { agent.labels(Some("agent")) };
    let spec = map()
        .put("type", "ClusterIP")
        .put("selector", selector)
        .put("ports", ports(agent).into_iter().map(Port::tree).collect::<Vec<_>>());
    let object = map()
        .put("apiVersion", "v1")
        .put("kind", "Service")
        .put("metadata", agent.metadata(agent.named(""), labels))
        .put("spec", spec);
    if has_waypoint && agent.release == Release::R2026_07 {
        let text = format!("selects no pod: the label {WAYPOINT} stands in its selector, and the agent's pods do not have it");
        rendered.warn(format!("Service/{}", agent.name()), text);
    }
    let place = || Some(Box::new(agent.object.root().at("metadata.name").place()));
    rendered.send(object, "ServiceReady", "ServiceFailed").map_err(|blocked| Blocked { place: place(), ..blocked })
}

const WAYPOINT: &str = "istio.io/use-waypoint";

/// The labels, with that of the waypoint where a mesh splits the traffic, be there a rollout or not.
fn labels(agent: &Agent<'_>) -> Map {
    let waypoint = agent.spec().at("rollout.trafficRouting.mesh.waypoint");
    let is_mesh = rollout_plan::mode(agent) == Mode::Mesh;
    agent.labels(Some("agent")).put(WAYPOINT, waypoint.text().filter(|_| is_mesh).map(|_| &waypoint))
}

fn ports(agent: &Agent<'_>) -> Vec<Port> {
    let (primary, a2a, mcp) = (agent.primary(), agent.dual_a2a(), agent.facade("mcp"));
    let mut ports = Vec::new();
    for (name, facade, number) in
        [("facade", primary, agent.primary_port()), ("a2a", a2a, agent.a2a_port()), ("mcp", mcp, agent.mcp_port())]
    {
        if facade.is_some_and(|facade| agent.has_data_plane(facade)) {
            ports.push(Port { name, number, named: true });
        }
    }
    for (name, facade, number) in [("facade-mgmt", primary, 18080), ("a2a-mgmt", a2a, 19999), ("mcp-mgmt", mcp, 19998)] {
        if facade.is_some_and(has_management_plane) {
            ports.push(Port { name, number: constant(number), named: false });
        }
    }
    ports
}

fn has_management_plane(facade: &Field<'_>) -> bool {
    facade.get("managementPlane").bool() != Some(false)
}

impl Port {
    fn tree(self) -> Map {
        let target = if self.named { constant(self.name) } else { self.number.clone() };
        map()
            .put("name", self.name)
            .put("port", self.number)
            .put("targetPort", target)
            .put("protocol", "TCP")
            .put("appProtocol", "http")
    }
}

/// Why the API server refuses a Service: it is stricter with the name than with that of other kinds, and wants each port once.
pub(super) fn refusal(service: &Tree) -> Option<String> {
    let text = |tree: &Tree, path: &str| tree.at(path).and_then(Tree::text).unwrap_or_default().to_owned();
    let name = text(service, "metadata.name");
    let invalid = |rest: String| Some(refused::invalid("Service", &name, &rest));
    if !is_dns_1035(&name) {
        return invalid(format!(
            "metadata.name: Invalid value: {name:?}: a DNS-1035 label must consist of lower case alphanumeric characters or '-', \
             start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used \
             for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
        ));
    }
    let Some(Tree::List(ports)) = service.at("spec.ports") else { return None };
    let number = |port: &Tree| port.at("port").map(Tree::json).unwrap_or_default();
    for (index, port) in ports.iter().enumerate() {
        let own = number(port);
        if own.as_i64().is_some_and(|own| !(1..=65535).contains(&own)) {
            return invalid(format!("spec.ports[{index}].port: Invalid value: {own}: must be between 1 and 65535, inclusive"));
        }
        if let Some(other) = ports[..index].iter().find(|other| number(other) == own) {
            let (other, port) = (text(other, "name"), text(port, "name"));
            return invalid(format!("spec.ports[{index}]: Duplicate value: port {own} is both {other:?} and {port:?}"));
        }
    }
    None
}
