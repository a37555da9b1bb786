//! Why an agent is not as it should be: chains of causes, each from what is seen to the field to edit.
//!
//! Pure: [`Evidence`] is read from a [`crate::world::World`], and [`Diagnosis::of`] follows the operator's own order of checks, so that
//! the first chain is the one that has to be mended first.

mod conditions;
mod deployments;
mod event;
mod evidence;
mod messages;
mod packs;
mod pods;
mod references;
mod rollouts;
#[cfg(test)]
mod tests;

pub use event::{Event, of_agent};
pub use evidence::{Evidence, INSTANCE_LABEL, selector};

use crate::{
    rollout::{Mode, Step},
    world::Scope,
};

/// How much a problem takes from the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gravity {
    /// The agent does not run, or does not follow its spec any more.
    Fault,
    /// It runs, and something of it is missing.
    Lack,
    /// Nothing is wrong, but a user should know.
    Note,
}

/// Something that is seen, or the reason for the link before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// `Kind/name` of the object that shows it.
    pub object: String,
    /// What it shows, on one line.
    pub text: String,
}

/// What to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// `Kind/name` of the object.
    pub object: String,
    /// The path of the field.
    pub field: String,
    /// What to write there.
    pub write: String,
}

/// A problem, from what is seen to its cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The name of the cause, which does not change.
    pub cause: String,
    /// How much it takes.
    pub gravity: Gravity,
    /// What is seen, and behind each link the reason for it. Never empty.
    pub links: Vec<Link>,
    /// The end of the chain.
    pub edit: Edit,
    /// The condition of the agent that the chain explains.
    pub(crate) explains: &'static str,
}

/// What is known of an agent's health.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// The namespace of the agent.
    pub namespace: String,
    /// The name of the agent.
    pub name: String,
    /// `status.phase`; empty before the operator has looked.
    pub phase: String,
    /// Pods of both Deployments that are ready; none when nobody could look.
    pub ready: Option<i64>,
    /// Pods that are wanted; none when nobody could look.
    pub wanted: Option<i64>,
    /// The version of the pack that serves; empty when the operator has not said.
    pub version: String,
    /// The number of the current step of a rollout, from 1, and the number of steps.
    pub step: Option<(usize, usize)>,
    /// The state of the rollout in words.
    pub rollout: &'static str,
    /// The problems: the gravest ones first, and among these in the order in which the operator checks.
    pub chains: Vec<Chain>,
    /// What nobody could look at, and why.
    pub unchecked: Vec<String>,
}

/// The kinds that every diagnosis rests on.
const NEEDED: [&str; 6] = ["PromptPack", "Provider", "ToolRegistry", "Deployment", "Pod", "Event"];

impl Diagnosis {
    /// Follows the evidence.
    pub fn of(evidence: &Evidence<'_>) -> Self {
        let mut chains = packs::find(evidence);
        chains.extend(references::find(evidence));
        let explained: Vec<&str> = chains.iter().map(|chain| chain.explains).collect();
        chains.extend(conditions::find(evidence, &explained));
        // Without its references an agent has no pods, or those of before.
        chains.extend(pods::find(evidence));
        chains.extend(deployments::find(evidence, &chains));
        chains.extend(rollouts::find(evidence, &chains));
        chains.sort_by_key(|chain| chain.gravity);
        let symptom = evidence.symptom();
        chains.iter_mut().for_each(|chain| chain.links.insert(0, symptom.clone()));
        let (agent, standing) = (&evidence.scene.agent, &evidence.standing);
        let counts = evidence.counts();
        Self {
            namespace: agent.namespace.clone(),
            name: agent.name.clone(),
            phase: agent.status.phase.clone(),
            ready: counts.map(|(ready, _)| ready),
            wanted: counts.map(|(_, wanted)| wanted),
            version: standing.stable_version.clone(),
            step: standing.step.map(|step| (step, standing.steps)),
            rollout: standing.state.words(),
            chains,
            unchecked: unchecked(evidence),
        }
    }

    /// The problem to mend first; none when the agent is healthy.
    pub fn worst(&self) -> Option<&Chain> {
        self.chains.first().filter(|chain| chain.gravity < Gravity::Note)
    }

    /// All chains but that one.
    pub fn others(&self) -> impl Iterator<Item = &Chain> {
        self.chains.iter().skip(usize::from(self.worst().is_some()))
    }

    /// Whether nothing is wrong; none when nothing was found and something could not be looked at.
    pub fn is_healthy(&self) -> Option<bool> {
        match (self.worst(), self.unchecked.is_empty()) {
            (Some(_), _) => Some(false),
            (None, true) => Some(true),
            (None, false) => None,
        }
    }
}

fn unchecked(evidence: &Evidence<'_>) -> Vec<String> {
    let namespace = &evidence.scene.agent.namespace;
    let closed = |kind: &str| match evidence.world.scope(kind, namespace) {
        Scope::Closed(reason) => Some(reason.clone()),
        Scope::Open | Scope::Complete => None,
    };
    let agent = &evidence.scene.agent;
    let routed = agent.rollout.as_ref().is_some_and(|rollout| rollout.routing.is_some());
    let by_pods = matches!(evidence.scene.mode(), Some(Mode::ReplicaWeighted | Mode::Unrouted));
    let of_rollouts = [
        ("RolloutAnalysis", agent.steps().iter().any(|step| matches!(step, Step::Analysis(_)))),
        ("VirtualService", routed && !by_pods),
        ("DestinationRule", routed && !by_pods && agent.rollout.as_ref().is_some_and(|rollout| rollout.sticky)),
    ];
    let more = of_rollouts.into_iter().filter_map(|(kind, is_needed)| is_needed.then_some(kind));
    NEEDED.into_iter().chain(more).filter_map(closed).collect()
}

impl Link {
    /// A link; breaks and control characters of its text become blanks.
    pub fn new(object: impl Into<String>, text: impl AsRef<str>) -> Self {
        Self { object: object.into(), text: one_line(text.as_ref()) }
    }
}

impl Edit {
    /// An edit.
    pub fn new(object: impl Into<String>, field: impl Into<String>, write: impl AsRef<str>) -> Self {
        Self { object: object.into(), field: field.into(), write: one_line(write.as_ref()) }
    }
}

impl Chain {
    fn new(cause: impl Into<String>, gravity: Gravity, links: Vec<Link>, edit: Edit) -> Self {
        Self { cause: cause.into(), gravity, links, edit, explains: "" }
    }

    const fn explaining(mut self, condition: &'static str) -> Self {
        self.explains = condition;
        self
    }
}

/// What comes from a cluster may hold anything, and must not move the cursor of a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// `a, b or c`; at most five of them.
fn one_of<'t>(names: impl IntoIterator<Item = &'t str>) -> Option<String> {
    const SHOWN: usize = 5;
    let mut names: Vec<&str> = names.into_iter().collect();
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(*name));
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    let listed = match names.as_slice() {
        [] => return None,
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    };
    Some(if more > 0 { format!("{listed} ({more} more)") } else { listed })
}
