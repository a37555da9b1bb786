//! The Deployment of a rollout's candidate: the stable one with what the candidate overrides.

use super::{
    super::{Blocked, Rendered, Tree, inputs::Agent, map, pack::Pack},
    Pods, Track,
    container::mount,
    replicas,
};
use crate::resolve::Role;

/// The volume with what the candidate overrides.
const OVERRIDE: &str = "canary-override";

/// Stops where there is a rollout whose candidate has no pack: the operator makes nothing for such a candidate.
pub(in super::super) fn candidate_pack(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let agent = agent.before.as_deref().unwrap_or(agent);
    if agent.rollout.is_some() { resolve(agent, rendered).map(|_| ()) } else { Ok(()) }
}

/// The pack of the candidate, which is that of the spec where the candidate does not override it.
fn resolve<'w>(agent: &Agent<'w>, rendered: &mut Rendered) -> Result<Pack<'w>, Blocked> {
    let role = if agent.pack(Role::Candidate).is_some() { Role::Candidate } else { Role::Stable };
    Pack::resolve(agent, role, rendered)
}

/// Creates the Deployment of the candidate, while there is a rollout.
pub(in super::super) fn candidate(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    if agent.rollout.is_none() {
        return Ok(());
    }
    // A promotion leaves the candidate as it is.
    let agent = agent.before.as_deref().unwrap_or(agent);
    let pods = Pods { agent, track: Track::Canary, pack: resolve(agent, rendered)? };
    let replicas = replicas::candidate(agent, rendered);
    let deployment = pods.deployment(&replicas, rendered);
    rendered.send(deployment, "", "")
}

impl Pods<'_, '_> {
    /// The volume with what the candidate overrides; none for stable.
    pub(super) fn override_volume(&self) -> Option<Tree> {
        let config = map().put("name", self.agent.named("-canary-config"));
        (self.track == Track::Canary).then(|| map().put("name", OVERRIDE).put("configMap", config).into())
    }

    /// Its mount, which every container has.
    pub(super) fn override_mount(&self) -> Option<Tree> {
        (self.track == Track::Canary).then(|| mount(OVERRIDE, "/etc/omnia/canary", true))
    }
}
