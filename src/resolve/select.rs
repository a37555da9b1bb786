//! The choice among the published versions of one pack.

use std::cmp::Ordering;

use super::version::{Version, VersionError};
use crate::crd::Release;

/// A channel of versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// The highest version that is no prerelease.
    Stable,
    /// The highest version of all.
    Prerelease,
}

impl Channel {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Stable, Self::Prerelease];

    /// The word of `track`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Prerelease => "prerelease",
        }
    }

    /// The channel of a word.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.name() == name)
    }

    /// Whether a version is in it.
    pub const fn takes(self, version: &Version<'_>) -> bool {
        matches!(self, Self::Prerelease) || !version.is_prerelease()
    }
}

/// Which version is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Want<'t> {
    /// This one.
    Pin(&'t str),
    /// The highest of a channel.
    Channel(Channel),
}

/// What the releases of the platform do differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether a pin is any version of equal precedence, and not only the very same text.
    pub pins_by_precedence: bool,
    /// Whether there are live packs.
    pub live_packs: bool,
}

impl Rules {
    /// The rules of a release.
    pub const fn of(release: Release) -> Self {
        match release {
            Release::Current => Self { pins_by_precedence: false, live_packs: true },
            Release::R2026_07 => Self { pins_by_precedence: true, live_packs: false },
        }
    }
}

/// A version that stands to choice: its text and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published<'t> {
    /// The text.
    pub text: &'t str,
    /// The version, when channels see it.
    pub version: Result<Version<'t>, VersionError>,
}

impl<'t> Published<'t> {
    /// Reads a version.
    pub fn new(text: &'t str) -> Self {
        Self { text, version: Version::parse(text) }
    }

    /// Whether a channel sees it.
    pub fn is_in(&self, channel: Channel) -> bool {
        self.version.is_ok_and(|version| channel.takes(&version))
    }

    /// Whether channels take both for equal.
    pub fn equals(&self, other: &Self) -> bool {
        matches!((self.version, other.version), (Ok(own), Ok(other)) if own.precedence(&other) == Ordering::Equal)
    }

    /// From the highest to the lowest; those that channels do not see come last. Texts decide where nothing else does.
    pub fn falling(&self, other: &Self) -> Ordering {
        let by_version = match (self.version, other.version) {
            (Ok(own), Ok(other)) => other.precedence(&own),
            (Ok(_), Err(_)) => Ordering::Less,
            (Err(_), Ok(_)) => Ordering::Greater,
            (Err(_), Err(_)) => Ordering::Equal,
        };
        by_version.then_with(|| self.text.cmp(other.text))
    }
}

/// What becomes of a version in the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is the one.
    Won,
    /// It is one of several, among which the operator takes any.
    Tied,
    /// It is not, for this reason.
    Lost(Loss),
}

/// Why a version was not chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// Channels see no such text.
    Unparsable(VersionError),
    /// The stable channel takes none.
    Prerelease,
    /// A higher one is there.
    Lower,
    /// The pin names another version.
    OtherVersion,
    /// Only the build metadata differs from the pin.
    OtherBuild,
    /// Only a `v` in front differs from the pin, or that and the build metadata.
    OtherSpelling,
}

/// The fate of each version; the order of `published` has no influence.
pub fn fates(published: &[Published<'_>], want: Want<'_>, rules: Rules) -> Vec<Fate> {
    let chosen: Vec<bool> = match want {
        Want::Pin(pin) => {
            let pin = Published::new(pin);
            published.iter().map(|one| one.text == pin.text || rules.pins_by_precedence && one.equals(&pin)).collect()
        }
        Want::Channel(channel) => {
            let best = published.iter().filter(|one| one.is_in(channel)).min_by(|a, b| a.falling(b));
            published.iter().map(|one| best.is_some_and(|best| one.equals(best))).collect()
        }
    };
    let alone = chosen.iter().filter(|chosen| **chosen).count() == 1;
    let fate = |(one, chosen): (&Published<'_>, bool)| match (chosen, alone) {
        (true, true) => Fate::Won,
        (true, false) => Fate::Tied,
        (false, _) => Fate::Lost(loss(one, want)),
    };
    published.iter().zip(chosen).map(fate).collect()
}

fn loss(one: &Published<'_>, want: Want<'_>) -> Loss {
    match (want, one.version) {
        (Want::Channel(_), Err(error)) => Loss::Unparsable(error),
        (Want::Channel(channel), Ok(version)) if !channel.takes(&version) => Loss::Prerelease,
        (Want::Channel(_), Ok(_)) => Loss::Lower,
        (Want::Pin(pin), _) if one.equals(&Published::new(pin)) => {
            let same_prefix = one.text.starts_with('v') == pin.starts_with('v');
            if same_prefix { Loss::OtherBuild } else { Loss::OtherSpelling }
        }
        (Want::Pin(_), _) => Loss::OtherVersion,
    }
}
