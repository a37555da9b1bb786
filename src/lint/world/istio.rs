//! REF027: the routes and subsets that a rollout shifts weights of.

use super::{Remarks, Scene};
use crate::{
    finding::Severity,
    world::{Field, Lookup, Object},
};

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let istio = agent.spec().at("rollout.trafficRouting.istio");
    let find = |kind: &str, key: &str| match scene.world.get(kind, &agent.namespace, istio.get(key).get("name").str()) {
        Lookup::Found(object) => Some(object),
        Lookup::Missing | Lookup::NotChecked(_) => None,
    };
    if let Some(service) = find("VirtualService", "virtualService") {
        let there = names(&service.spec().get("http"));
        let routes = istio.at("virtualService.routes").items();
        // The operator changes the routes that it finds, and is content with one.
        let severity = if routes.iter().any(|route| there.contains(&route.str())) { Severity::Warning } else { Severity::Error };
        for route in routes.iter().filter(|route| !there.contains(&route.str())) {
            lacks(service, route, "route", severity, remarks);
        }
    }
    if let Some(rule) = find("DestinationRule", "destinationRule") {
        let there = names(&rule.spec().get("subsets"));
        let subset = |key: &'static str| istio.get("destinationRule").get(key).some();
        let subsets = ["stableSubset", "candidateSubset"].into_iter().filter_map(subset);
        // The operator does not look: traffic for a subset that is not there fails.
        for subset in subsets.filter(|subset| !there.contains(&subset.str())) {
            lacks(rule, &subset, "subset", Severity::Warning, remarks);
        }
    }
}

fn names<'w>(list: &Field<'w>) -> Vec<&'w str> {
    list.items().iter().map(|item| item.get("name").str()).collect()
}

fn lacks<'w>(object: &Object, wanted: &Field<'w>, word: &str, severity: Severity, remarks: &mut Remarks<'w>) {
    let message = format!("{} has no {word} named {:?}", object.id(), wanted.str());
    remarks.found("REF027", wanted, message).severity = severity;
}
