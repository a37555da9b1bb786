//! OPS001, OPS002, OPS010 and OPS012: versions, and what can be seen of an agent.

use crate::lint::{agent::Agent, check::Findings};

/// Tags that move.
const MOVING: [&str; 9] = ["latest", "main", "master", "edge", "nightly", "dev", "develop", "stable", "canary"];

/// Whether an image may be another one tomorrow.
fn moves(image: &str) -> bool {
    if image.contains('@') {
        return false;
    }
    let name = image.rsplit('/').next().unwrap_or_default();
    name.split_once(':').is_none_or(|(_, tag)| MOVING.contains(&tag))
}

/// OPS001.
pub(super) fn image_tag_latest(agent: &Agent<'_>, said: &mut Findings) {
    let images = agent.facades.iter().map(|facade| facade.field.get("image")).chain([agent.spec.at("framework.image")]);
    for image in images.filter(|image| image.text().is_some_and(moves)) {
        said.at(&image, format!("the image {} may be another one tomorrow", image.str()));
    }
}

/// OPS002.
pub(super) fn floating_pack_in_production(agent: &Agent<'_>, said: &mut Findings) {
    let pack = agent.spec.get("promptPackRef");
    if pack.get("version").text().is_some() {
        return;
    }
    let track = pack.get("track");
    let channel = track.text().unwrap_or("stable");
    let place = if track.exists() { &track } else { &pack };
    said.at(place, format!("the agent follows the channel {channel}: each version that is published changes it at once"));
}

/// OPS010.
pub(super) fn gitops_owned_rollout_fields(agent: &Agent<'_>, said: &mut Findings) {
    let rollout = agent.spec.get("rollout");
    if rollout.get("candidate").exists() || rollout.get("trigger").exists() {
        said.at(&rollout, "the operator writes promptPackRef, providers, toolRegistryRef and rollout.candidate itself");
    }
}

/// OPS012.
pub(super) fn telemetry_off(agent: &Agent<'_>, said: &mut Findings) {
    let record = agent.spec.at("runtime.events.record");
    if record.str() == "none" {
        said.at(&record, "no event is recorded, and traces are empty");
    }
    for variable in agent.variables() {
        let Some(value) = variable.value() else { continue };
        match (variable.name(), value.str()) {
            ("LOG_SAMPLING", "off") => said.at(&value, "each line is logged, without sampling"),
            ("LOG_LEVEL", "debug") => said.at(&value, "logs of level debug are large, and may hold what users said"),
            _ => continue,
        };
    }
}
