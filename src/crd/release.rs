//! The releases of the platform whose CRDs are embedded.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A release of the Omnia CRDs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Release {
    /// What the documentation of November 2026 describes.
    #[default]
    Current,
    /// What was published in July 2026.
    R2026_07,
}

/// A name that no embedded release has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown Omnia release {0:?}; the embedded ones are current and 2026-07")]
pub struct UnknownRelease(pub String);

impl Release {
    /// All of them, newest first.
    pub const ALL: [Self; 2] = [Self::Current, Self::R2026_07];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::R2026_07 => "2026-07",
        }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Release {
    type Err = UnknownRelease;

    fn from_str(name: &str) -> Result<Self, UnknownRelease> {
        Self::ALL.into_iter().find(|release| release.name() == name).ok_or_else(|| UnknownRelease(name.to_owned()))
    }
}
