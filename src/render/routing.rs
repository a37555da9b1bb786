//! The share of the traffic that a candidate gets, written to the objects of a mesh.

use serde_json::json;

use super::{Blocked, Map, Rendered, Source, Tree, constant, inputs::Agent, map, rollout_plan, sourced};
use crate::{
    rollout::{Mode, mesh_name},
    world::{Field, Lookup, Object},
};

const ISTIO: &str = "networking.istio.io/v1";
const TRACK: &str = "omnia.altairalabs.ai/track";

/// Writes the weights, and keeps sessions together where objects of others can. Without `trafficRouting` no object carries either.
///
/// An agent without a rollout has all of this set back, and no fault ends the work then.
pub(super) fn routing(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let istio = agent.spec().at("rollout.trafficRouting.istio").some().filter(|_| agent.operator.third_party.value.istio);
    if rollout_plan::is_degraded(agent) {
        let text = "asks for a mesh, which the operator cannot use: traffic is split by the number of pods".to_owned();
        rendered.warn(format!("AgentRuntime/{}", agent.name()), text);
    }
    let is_active = agent.rollout.is_some();
    let weighted = match (rollout_plan::mode(agent), &istio) {
        (Mode::Mesh, _) => {
            mesh(agent, rendered);
            Ok(())
        }
        (Mode::External, Some(istio)) => weights(agent, istio, rendered),
        _ => Ok(()),
    };
    if is_active {
        weighted?;
    }
    match istio.map_or(Ok(()), |istio| sticky_session(agent, &istio, rendered)) {
        Err(blocked) if is_active => Err(blocked),
        _ => Ok(()),
    }
}

/// The weight of the candidate; nothing while an active rollout has set none.
fn weight(agent: &Agent<'_>) -> Option<Tree> {
    let steps = agent.spec().at("rollout.steps");
    match agent.rollout {
        None => Some(constant(0)),
        Some(standing) => standing.weight.map(|weight| sourced(weight, &steps)),
    }
}

/// What is left for stable.
fn rest(weight: &Tree) -> Tree {
    let Tree::Leaf(value, source) = weight else { return constant(100) };
    Tree::Leaf(json!(100 - value.as_i64().unwrap_or_default()), source.clone())
}

/// The two objects that the operator owns: also an agent without a rollout has them.
fn mesh(agent: &Agent<'_>, rendered: &mut Rendered) {
    let Some(weight) = weight(agent) else { return };
    let mesh = agent.spec().at("rollout.trafficRouting.mesh");
    let name = || sourced(mesh_name(agent.name()), agent.name_source());
    let host = || {
        let text = format!("{}.{}.svc.cluster.local", agent.name(), agent.namespace());
        sourced(text, Source::computed([agent.name_source(), agent.namespace_source()]))
    };
    let subset = |key: &str, default: &'static str| text_or(&mesh.get(key), default);
    let (stable, candidate) = (subset("stableSubset", "stable"), subset("candidateSubset", "canary"));
    let labelled = |name: &Tree, track: &'static str| map().put("name", name.clone()).put("labels", map().put(TRACK, track));
    let rule = map().put("host", host()).put("subsets", vec![labelled(&stable, "stable"), labelled(&candidate, "canary")]);
    let object = |kind: &'static str, spec: Map| {
        map().put("apiVersion", ISTIO).put("kind", kind).put("metadata", agent.metadata(name(), map())).put("spec", spec)
    };
    let share = |subset: Tree, weight: Tree, variant: &'static str| {
        map()
            .put("destination", map().put("host", host()).put("subset", subset))
            .put("weight", weight)
            .put("headers", map().put("request", map().put("set", map().put("x-omnia-variant", variant))))
    };
    let route = vec![share(stable, rest(&weight), "stable"), share(candidate, weight.clone(), "candidate")];
    let hosts = Tree::copied(&mesh.get("hosts")).filter(|hosts| matches!(hosts, Tree::List(_)));
    let service = map()
        .put("hosts", hosts.unwrap_or_else(|| Tree::List(vec![host()])))
        .put("http", vec![map().put("name", "rollout").put("route", route)]);
    rendered.push(object("DestinationRule", rule));
    rendered.push(object("VirtualService", service));
}

fn text_or(field: &Field<'_>, default: &'static str) -> Tree {
    if field.text().is_some() { sourced(field.str(), field) } else { constant(default) }
}

fn weights(agent: &Agent<'_>, istio: &Field<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let (Some(weight), name) = (weight(agent), istio.at("virtualService.name")) else { return Ok(()) };
    let Some(service) = named(agent, "VirtualService", &name, rendered) else { return Ok(()) };
    if !service.spec().get("http").exists() {
        let text = format!("the VirtualService {:?} has no spec.http to set weights in", service.name);
        return Err(Blocked::by("", "", text, &service.spec()));
    }
    let shares = Shares {
        routes: istio.at("virtualService.routes").items().iter().map(Field::str).collect(),
        stable: istio.at("destinationRule.stableSubset").text().unwrap_or("stable"),
        candidate: istio.at("destinationRule.candidateSubset").text().unwrap_or("canary"),
        rest: rest(&weight),
        weight,
    };
    let (root, spec) = (service.root(), service.spec());
    let http: Vec<_> = spec.get("http").items().iter().map(|route| shares.route(route)).collect();
    patch(rendered, &root, members(&root).put("spec", members(&spec).put("http", http)));
    Ok(())
}

/// The object of somebody else that a rollout needs, where it is in scope.
fn named<'w>(agent: &Agent<'w>, kind: &'static str, name: &Field<'_>, rendered: &mut Rendered) -> Option<&'w Object> {
    let object = || format!("{kind}/{}", name.str());
    match agent.world.get(kind, agent.namespace(), name.str()) {
        Lookup::Found(object) => Some(object),
        Lookup::Missing => {
            let text = "is not there, so that the operator sets nothing in it".to_owned();
            rendered.warn(object(), text);
            None
        }
        Lookup::NotChecked(scope) => {
            let reason = scope.reason(kind, name.str());
            rendered
                .assume("istioObjects", format!("{} is there; what the operator changes in it is not shown: {reason}", object()));
            None
        }
    }
}

/// Adds an object of somebody else as it is after a change; nothing when that changes nothing.
fn patch(rendered: &mut Rendered, before: &Field<'_>, after: Map) {
    let after = Tree::from(after);
    if after.json() != before.json() {
        rendered.patches.push(after);
    }
}

/// The members of a map, word for word.
fn members(field: &Field<'_>) -> Map {
    field.entries().into_iter().fold(map(), |members, (key, value)| members.put(key.to_owned(), &value))
}

/// What the named routes of a VirtualService get.
struct Shares<'a> {
    routes: Vec<&'a str>,
    stable: &'a str,
    candidate: &'a str,
    rest: Tree,
    weight: Tree,
}

impl Shares<'_> {
    fn route(&self, route: &Field<'_>) -> Map {
        let destinations = route.get("route").items();
        if !self.routes.contains(&route.get("name").str()) || destinations.is_empty() {
            return members(route);
        }
        members(route).put("route", destinations.iter().map(|destination| self.destination(destination)).collect::<Vec<_>>())
    }

    fn destination(&self, destination: &Field<'_>) -> Map {
        let subset = destination.at("destination.subset").str();
        let share = [(self.stable, &self.rest), (self.candidate, &self.weight)].into_iter().find(|(own, _)| *own == subset);
        members(destination).put("weight", share.map(|(_, weight)| weight.clone()))
    }
}

/// Requests of one session go to one side while a rollout is active.
fn sticky_session(agent: &Agent<'_>, istio: &Field<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let hash = agent.spec().at("rollout.stickySession.hashOn");
    let name = istio.at("destinationRule.name");
    let is_active = agent.rollout.is_some();
    if is_active && !hash.exists() {
        return Ok(());
    }
    if is_active && matches!(agent.world.get("DestinationRule", agent.namespace(), name.str()), Lookup::Missing) {
        let text = format!("the DestinationRule {:?} for sticky sessions is not there", name.str());
        return Err(Blocked::by("", "", text, &name));
    }
    let Some(rule) = named(agent, "DestinationRule", &name, rendered) else { return Ok(()) };
    let (root, spec) = (rule.root(), rule.spec());
    let policy = spec.get("trafficPolicy");
    let balancer = policy.get("loadBalancer");
    let consistent = balancer.get("consistentHash");
    let balanced = if is_active {
        let consistent = members(&consistent).put("httpHeaderName", &hash);
        members(&balancer).put("consistentHash", consistent).into()
    } else if consistent.exists() {
        without(&balancer, "consistentHash")
    } else {
        return Ok(());
    };
    let spec = members(&spec).put("trafficPolicy", members(&policy).put("loadBalancer", balanced));
    patch(rendered, &root, members(&root).put("spec", spec));
    Ok(())
}

/// A map without a member; it stays when nothing is left.
fn without(field: &Field<'_>, key: &str) -> Tree {
    let rest = field.entries().into_iter().filter(|(own, _)| *own != key);
    let rest = rest.fold(map(), |members, (own, value)| members.put(own.to_owned(), &value));
    if rest.is_empty() { sourced(json!({}), field) } else { rest.into() }
}
