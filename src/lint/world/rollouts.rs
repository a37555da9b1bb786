//! REF021 and REF027: what a rollout needs beside its agent: analyses, and the routes and subsets that weights go to.

use std::cmp::Ordering;

use super::{Remarks, Scene};
use crate::{
    finding::Severity,
    resolve::{Outcome, Role, Version},
    rollout::{self, Activity, Mode, Routing, Step},
    world::{Field, Lookup, Object, Reference},
};

/// How far a rollout comes by itself.
struct Course {
    steps: Vec<Step>,
    runs: bool,
}

impl Course {
    fn of(scene: &Scene<'_>, object: &Object) -> Self {
        let agent = rollout::Agent::read(object);
        let runs = agent.promoting() || agent.activity() == Activity::Active || agent.triggered() && is_published(scene, object);
        Self { steps: agent.steps().to_vec(), runs }
    }

    /// Whether a step like this one, or the end, is reached before one that waits.
    fn reaches(&self, wanted: impl Fn(&Step) -> bool) -> bool {
        let waits = |step: &Step| matches!(step, Step::Wait | Step::BadPause(_) | Step::Analysis(_) | Step::Pause(1..));
        let stop = self.steps.iter().find(|step| wanted(step) || waits(step));
        self.runs && stop.is_none_or(wanted)
    }

    /// Whether a step like this one is reached, however long others wait.
    fn has(&self, wanted: impl Fn(&Step) -> bool) -> bool {
        self.runs && self.steps.iter().any(wanted)
    }
}

/// Whether the channel of the trigger has a newer version than the agent runs.
fn is_published(scene: &Scene<'_>, object: &Object) -> bool {
    let resolutions = scene.resolver.agent(object);
    let version = |role: Role| {
        let found = resolutions.iter().find(|resolution| resolution.reference.role == role)?;
        let Outcome::Found(pack) = found.outcome else { return None };
        Version::parse(pack.spec().get("version").text()?).ok()
    };
    let both = version(Role::Trigger).zip(version(Role::Stable));
    both.is_some_and(|(newest, own)| newest.precedence(&own) == Ordering::Greater)
}

/// How grave it is that an object is not there which the rollout names; none where nothing reads the name.
pub(super) fn gravity(scene: &Scene<'_>, agent: &Object, reference: &Reference<'_>) -> Option<Severity> {
    let course = Course::of(scene, agent);
    let is_grave = match reference.rule.target {
        "RolloutAnalysis" => course.has(|step| matches!(step, Step::Analysis(_))),
        "VirtualService" => is_served(scene) && course.reaches(|step| matches!(step, Step::Weight(_))),
        // The operator looks at it for the sake of sessions alone.
        _ => {
            let sticky = agent.spec().at("rollout.stickySession").exists();
            is_served(scene) && sticky && course.reaches(|step| matches!(step, Step::Weight(_)))
        }
    };
    let is_read = reference.rule.target == "RolloutAnalysis" || is_external(agent);
    is_read.then_some(if is_grave { Severity::Error } else { Severity::Warning })
}

/// Whether weights are shifts of routes of somebody else.
fn is_external(agent: &Object) -> bool {
    let routing = Routing::read(&agent.spec().at("rollout.trafficRouting"));
    routing.is_some_and(|routing| routing.resolved(false).0 == Mode::External)
}

/// Whether the cluster may have objects of Istio: where it has none the operator is content and does nothing.
fn is_served(scene: &Scene<'_>) -> bool {
    scene.operator.is_none_or(|operator| operator.third_party.value.istio)
}

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let istio = agent.spec().at("rollout.trafficRouting.istio");
    if !is_external(agent) {
        return;
    }
    let find = |kind: &str, key: &str| match scene.world.get(kind, &agent.namespace, istio.get(key).get("name").str()) {
        Lookup::Found(object) => Some(object),
        Lookup::Missing | Lookup::NotChecked(_) => None,
    };
    // The operator changes the routes that it finds, and is content with none.
    if let Some(service) = find("VirtualService", "virtualService") {
        let there = names(&service.spec().get("http"));
        for route in istio.at("virtualService.routes").items().iter().filter(|route| !there.contains(&route.str())) {
            lacks(service, route, "route", remarks);
        }
    }
    // Nor does it look at subsets: traffic for one that is not there fails.
    if let Some(rule) = find("DestinationRule", "destinationRule") {
        let there = names(&rule.spec().get("subsets"));
        let subset = |key: &'static str| istio.get("destinationRule").get(key).some();
        let subsets = ["stableSubset", "candidateSubset"].into_iter().filter_map(subset);
        for subset in subsets.filter(|subset| !there.contains(&subset.str())) {
            lacks(rule, &subset, "subset", remarks);
        }
    }
}

fn names<'w>(list: &Field<'w>) -> Vec<&'w str> {
    list.items().iter().map(|item| item.get("name").str()).collect()
}

fn lacks<'w>(object: &Object, wanted: &Field<'w>, word: &str, remarks: &mut Remarks<'w>) {
    let message = format!("{} has no {word} named {:?}", object.id(), wanted.str());
    remarks.found("REF027", wanted, message).severity = Severity::Warning;
}
