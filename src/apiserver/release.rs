//! The Kubernetes releases whose words and behaviour are known.

use std::{fmt, str::FromStr};

/// A minor release of Kubernetes, 1.30 to 1.36.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KubeVersion(u8);

impl KubeVersion {
    /// The oldest release that is known.
    pub const OLDEST: Self = Self(30);
    /// The newest release that is known.
    pub const NEWEST: Self = Self(36);

    /// The release 1.`minor`, when it is known.
    pub const fn minor(minor: u8) -> Option<Self> {
        if minor >= Self::OLDEST.0 && minor <= Self::NEWEST.0 { Some(Self(minor)) } else { None }
    }

    /// The second number of the version.
    pub const fn minor_number(self) -> u8 {
        self.0
    }

    /// All releases that are known, the oldest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::OLDEST.0..=Self::NEWEST.0).map(Self)
    }

    /// Whether this is 1.`minor` or newer.
    pub const fn at_least(self, minor: u8) -> bool {
        self.0 >= minor
    }
}

impl Default for KubeVersion {
    /// 1.35, the release whose answers were recorded.
    fn default() -> Self {
        Self(35)
    }
}

impl fmt::Display for KubeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.0)
    }
}

/// The text names no release that is known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown Kubernetes release {0:?}: use 1.30 to 1.36")]
pub struct UnknownKubeVersion(String);

impl FromStr for KubeVersion {
    type Err = UnknownKubeVersion;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.strip_prefix('v').unwrap_or(text).split('.');
        let minor = match (parts.next(), parts.next()) {
            (Some("1"), Some(minor)) => minor.parse().ok().and_then(Self::minor),
            _ => None,
        };
        minor.ok_or_else(|| UnknownKubeVersion(text.to_owned()))
    }
}
