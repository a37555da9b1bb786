//! The places of an agent that ask for a version of a pack.

use super::select::{Channel, Want};
use crate::world::{Field, Object};

/// What a version is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The version that serves.
    Stable,
    /// The version that a rollout tries.
    Candidate,
    /// The channel in which a rollout looks for newer versions.
    Trigger,
}

impl Role {
    /// The path of the field.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Stable => "spec.promptPackRef",
            Self::Candidate => "spec.rollout.candidate.promptPackRef",
            Self::Trigger => "spec.rollout.trigger.promptPackChannel",
        }
    }
}

/// A place that asks for a version.
#[derive(Debug, Clone)]
pub struct Reference<'w> {
    /// What for.
    pub role: Role,
    /// The field: the reference, or for the trigger the channel.
    pub field: Field<'w>,
    /// The name of the pack.
    pub name: &'w str,
    /// `version`, when it is set; the empty text is as good as none.
    pub version: Option<&'w str>,
    /// `track`, when it is set.
    pub track: Option<&'w str>,
}

impl<'w> Reference<'w> {
    /// The references of an agent: the stable one, then those of its rollout.
    pub fn all(agent: &'w Object) -> Vec<Self> {
        let spec = agent.spec();
        let stable = spec.get("promptPackRef");
        let trigger = spec.at("rollout.trigger.promptPackChannel");
        let mut found = Vec::new();
        if stable.exists() {
            found.push(Self::new(Role::Stable, stable.clone()));
        }
        found.extend(spec.at("rollout.candidate.promptPackRef").some().map(|field| Self::new(Role::Candidate, field)));
        if let Some(track) = trigger.text() {
            let name = stable.get("name").str();
            found.push(Self { role: Role::Trigger, field: trigger, name, version: None, track: Some(track) });
        }
        found
    }

    fn new(role: Role, field: Field<'w>) -> Self {
        let name = field.get("name").str();
        let (version, track) = (field.get("version").text(), field.get("track").text());
        Self { role, field, name, version, track }
    }

    /// Whether it names neither a version nor a channel.
    pub const fn is_bare(&self) -> bool {
        self.version.is_none() && self.track.is_none()
    }

    /// What it wants.
    ///
    /// # Errors
    /// The API server refuses it.
    pub fn want(&self) -> Result<Want<'w>, Refusal<'w>> {
        match (self.version, self.track) {
            (Some(_), Some(_)) => Err(Refusal::VersionAndTrack),
            (Some(version), None) => Ok(Want::Pin(version)),
            (None, Some(track)) => Channel::of(track).map(Want::Channel).ok_or(Refusal::UnknownTrack(track)),
            (None, None) => Ok(Want::Channel(Channel::Stable)),
        }
    }
}

/// Why a reference means nothing whatever is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal<'w> {
    /// A version and a channel.
    #[error("it sets both version and track: the API server refuses it")]
    VersionAndTrack,
    /// No such channel.
    #[error("there is no track {0:?}: the API server refuses it")]
    UnknownTrack(&'w str),
    /// A version or a channel of a live pack.
    #[error("the pack is live, and a live pack is named without version and track")]
    PinnedLive,
    /// A rollout with a live pack.
    #[error("the agent has a rollout, and its pack or that of its candidate is live")]
    LiveInRollout,
    /// A live pack and published versions have the same name.
    #[error("a live pack and published versions share this name, so that it stands for none of them")]
    NameConflict,
}

impl Refusal<'_> {
    /// The reason of the condition `PromptPackReady`; none where the API server refuses already.
    pub const fn condition(self) -> Option<&'static str> {
        match self {
            Self::VersionAndTrack | Self::UnknownTrack(_) => None,
            Self::PinnedLive | Self::LiveInRollout => Some("InvalidPromptPackRef"),
            Self::NameConflict => Some("PromptPackNameConflict"),
        }
    }
}
