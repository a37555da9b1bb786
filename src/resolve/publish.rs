//! What becomes of references when a further version is published.

use super::{
    pack::Pack,
    reference::{Reference, Role},
    resolver::{Outcome, Resolution, Resolver},
    select::{Fate, Published, Want, fates},
    version::Version,
};
use crate::world::Object;

/// A reference that a new version moves.
#[derive(Debug, Clone)]
pub struct Move<'w> {
    /// The reference and what it means so far.
    pub resolution: Resolution<'w>,
    /// Where it goes.
    pub to: Destination,
    /// What that does.
    pub effect: Effect,
}

/// Where a reference goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// To the new version.
    New,
    /// To the new version or one that is its equal; nobody can tell which.
    Ambiguous,
    /// Nowhere: a live pack has the name, which stands for nothing once a version is published.
    Conflict,
}

/// What the move of a reference does to the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The pods are replaced at once.
    RestartsPods,
    /// The pods of the candidate are replaced.
    RestartsCandidate,
    /// A rollout begins.
    StartsRollout,
    /// The trigger sees the version and does nothing, since it is not newer than the one that runs.
    Nothing,
    /// The agent, which found no version so far, starts.
    Starts,
    /// The agent fails.
    Fails,
}

impl<'w> Resolver<'w> {
    /// The references of `agents` that move when `version` of the pack `name` is published in `namespace`.
    pub fn if_published(&self, namespace: &str, name: &str, version: &str, agents: &[&'w Object]) -> Vec<Move<'w>> {
        let packs = self.packs(namespace, name);
        let mut published: Vec<Published<'_>> = packs.iter().map(|pack| pack.published).collect();
        published.push(Published::new(version));
        let is_live = packs.iter().any(|pack| pack.live.is_some());
        let resolutions = agents.iter().filter(|agent| agent.namespace == namespace).flat_map(|agent| self.agent(agent));
        let of_pack = resolutions.filter(|resolution| resolution.reference.name == name);
        of_pack
            .filter_map(|resolution| {
                let want = resolution.reference.want().ok()?;
                let to = if is_live { Destination::Conflict } else { self.destination(&published, want)? };
                let effect = effect(&resolution, packs, version, to);
                Some(Move { resolution, to, effect })
            })
            .collect()
    }

    /// Where a reference goes when the last version is new; none when it stays.
    fn destination(&self, published: &[Published<'_>], want: Want<'_>) -> Option<Destination> {
        match fates(published, want, self.rules()).pop()? {
            Fate::Won => Some(Destination::New),
            Fate::Tied => Some(Destination::Ambiguous),
            Fate::Lost(_) => None,
        }
    }
}

fn effect(resolution: &Resolution<'_>, packs: &[Pack<'_>], version: &str, to: Destination) -> Effect {
    let found = matches!(resolution.outcome, Outcome::Found(_) | Outcome::Ambiguous(_));
    match (resolution.reference.role, to) {
        (_, Destination::Conflict) => Effect::Fails,
        (Role::Trigger, _) if is_newer(&resolution.reference, packs, version) => Effect::StartsRollout,
        (Role::Trigger, _) => Effect::Nothing,
        (Role::Candidate, _) => Effect::RestartsCandidate,
        (Role::Stable, _) if found => Effect::RestartsPods,
        (Role::Stable, _) => Effect::Starts,
    }
}

/// Whether a version is newer than the one that an agent runs: that of its status, or, where no cluster tells, the one it pins.
fn is_newer(trigger: &Reference<'_>, packs: &[Pack<'_>], version: &str) -> bool {
    let agent = trigger.field.object();
    let active = agent.root().at("status.activeVersion");
    let pinned = agent.spec().at("promptPackRef.version");
    let running = active.text().or_else(|| pinned.text());
    let known = running.is_some_and(|running| packs.iter().any(|pack| pack.published.text == running));
    match (running.map(Version::parse), Version::parse(version)) {
        (Some(Ok(running)), Ok(new)) => (known || active.exists()) && new.precedence(&running).is_gt(),
        _ => false,
    }
}
