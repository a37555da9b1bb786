//! REF027: the routes and subsets that a rollout shifts weights of.

use super::{Remarks, Scene};
use crate::world::{Field, Lookup, Object};

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let istio = agent.spec().at("rollout.trafficRouting.istio");
    let find = |kind: &str, key: &str| match scene.world.get(kind, &agent.namespace, istio.get(key).get("name").str()) {
        Lookup::Found(object) => Some(object),
        Lookup::Missing | Lookup::NotChecked(_) => None,
    };
    if let Some(service) = find("VirtualService", "virtualService") {
        let routes = service.spec().get("http").items();
        for route in istio.at("virtualService.routes").items() {
            require(service, &routes, &route, "route", remarks);
        }
    }
    if let Some(rule) = find("DestinationRule", "destinationRule") {
        let subsets = rule.spec().get("subsets").items();
        for key in ["stableSubset", "candidateSubset"] {
            if let Some(subset) = istio.get("destinationRule").get(key).some() {
                require(rule, &subsets, &subset, "subset", remarks);
            }
        }
    }
}

/// `wanted` has to be the name of one of `there`.
fn require<'w>(object: &Object, there: &[Field<'_>], wanted: &Field<'w>, word: &str, remarks: &mut Remarks<'w>) {
    if !there.iter().any(|one| one.get("name").str() == wanted.str()) {
        remarks.found("REF027", wanted, format!("{} has no {word} named {:?}", object.id(), wanted.str()));
    }
}
