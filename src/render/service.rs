//! The Service in front of an agent's pods.

use super::{
    Blocked, Created, Map, Release, Rendered, Tree, constant,
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
    let ports = ports(agent);
    let refusal = refusal(agent.name(), &ports);
    let spec = map()
        .put("type", "ClusterIP")
        .put("selector", selector)
        .put("ports", ports.into_iter().map(Port::tree).collect::<Vec<_>>());
    let object = map()
        .put("apiVersion", "v1")
        .put("kind", "Service")
        .put("metadata", agent.metadata(agent.named(""), labels))
        .put("spec", spec);
    if has_waypoint && agent.release == Release::R2026_07 {
        let text = format!("selects no pod: the label {WAYPOINT} stands in its selector, and the agent's pods do not have it");
        rendered.warn(format!("Service/{}", agent.name()), text);
    }
    let Some(text) = refusal else {
        rendered.push(object);
        return Ok(());
    };
    rendered.objects.push(Created { tree: object.into(), refused: Some(text.clone()) });
    let place = Box::new(agent.object.root().at("metadata.name").place());
    Err(Blocked { condition: "ServiceReady", reason: "ServiceFailed", text, place: Some(place) })
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

/// Why the API server refuses the Service: it is stricter with the name than with that of other kinds, and wants each port once.
fn refusal(name: &str, ports: &[Port]) -> Option<String> {
    let invalid = |rest: String| Some(refused::invalid("Service", name, &rest));
    if !is_dns_1035(name) {
        return invalid(format!(
            "metadata.name: Invalid value: {name:?}: a DNS-1035 label must consist of lower case alphanumeric characters or '-', \
             start with an alphabetic character, and end with an alphanumeric character"
        ));
    }
    for (index, port) in ports.iter().enumerate() {
        let number = port.number.json();
        if number.as_i64().is_some_and(|number| !(1..=65535).contains(&number)) {
            return invalid(format!("spec.ports[{index}].port: Invalid value: {number}: must be between 1 and 65535, inclusive"));
        }
        if let Some(other) = ports[..index].iter().find(|other| other.number.json() == number) {
            return invalid(format!(
                "spec.ports[{index}]: Duplicate value: port {number} is both {:?} and {:?}",
                other.name, port.name
            ));
        }
    }
    None
}
