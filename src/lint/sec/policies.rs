//! SEC008, SEC009, SEC012 and SEC015: protections that a manifest switches off.

use crate::{
    lint::{
        agent::Agent,
        check::{Findings, Subject},
    },
    world::Field,
};

/// The variables that wire the runtime to the policy broker.
const BROKER: [&str; 2] = ["POLICY_BROKER_URL", "POLICY_BROKER_FAIL_MODE"];
/// The variable that says whose tokens the management plane takes.
const KEYS: &str = "OMNIA_MGMT_PLANE_JWKS_URL";

/// SEC008.
pub(super) fn policy_broker_bypass(agent: &Agent<'_>, said: &mut Findings) {
    for variable in agent.variables().iter().filter(|variable| variable.reach.runtime() && BROKER.contains(&variable.name())) {
        said.at(&variable.field.get("name"), format!("{} takes the place of the wiring to the policy broker", variable.name()));
    }
}

/// SEC009.
pub(super) fn mgmt_plane_trust_override(agent: &Agent<'_>, said: &mut Findings) {
    for variable in agent.variables_called(KEYS).filter(|variable| variable.reach.facade()) {
        said.at(&variable.field.get("name"), format!("{KEYS} decides whose tokens the management plane takes"));
    }
}

/// SEC012.
pub(super) fn policy_not_enforcing(policy: &Subject<'_>, said: &mut Findings) {
    let (mode, failure) = (policy.spec.get("mode"), policy.spec.get("onFailure"));
    if ["audit", "permissive"].contains(&mode.str()) {
        said.at(&mode, format!("in mode {} calls are let through", mode.str()));
    } else if failure.str() == "allow" {
        said.warn(&failure, "calls pass when the policy cannot be asked");
    }
}

/// SEC015.
pub(super) fn host_path_volume(agent: &Agent<'_>, said: &mut Findings) {
    let lists = [agent.spec.at("runtime.volumes"), agent.spec.at("podOverrides.extraVolumes")];
    for volume in lists.iter().flat_map(Field::items) {
        let host = volume.get("hostPath");
        if host.exists() {
            said.at(&host, format!("the volume {} is a directory of the node", volume.get("name").str()));
        }
        for source in volume.at("projected.sources").items() {
            let audience = source.at("serviceAccountToken.audience");
            if audience.text().is_some() {
                said.note(&audience, format!("the pods get a token for {}", audience.str()));
            }
        }
    }
}
