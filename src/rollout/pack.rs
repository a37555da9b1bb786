//! What the pack of a candidate comes to.

use crate::resolve::{Outcome, Resolution, Role};

/// What the reference to a pack comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pack {
    /// This version.
    Found(String),
    /// A pack whose phase is `Failed`.
    Failed(String),
    /// Nothing; what was looked for.
    Missing(String),
    /// Nobody could look; the reason.
    NotChecked(String),
}

impl Pack {
    pub(super) fn look_up(resolutions: &[Resolution<'_>]) -> Self {
        let of = |role: Role| resolutions.iter().find(|resolution| resolution.reference.role == role);
        let Some(resolution) = of(Role::Candidate).or_else(|| of(Role::Stable)) else {
            return Self::NotChecked("the agent names no pack".to_owned());
        };
        let reference = &resolution.reference;
        let wanted = match (reference.version, reference.track) {
            (Some(version), _) => format!("version {version} of pack {}", reference.name),
            (None, track) => format!("a version of pack {} in the {} channel", reference.name, track.unwrap_or("stable")),
        };
        match &resolution.outcome {
            Outcome::Found(pack) => {
                let version = pack.spec().get("version").str().to_owned();
                let failed = pack.root().at("status.phase").str() == "Failed";
                if failed { Self::Failed(version) } else { Self::Found(version) }
            }
            Outcome::Ambiguous(packs) => {
                Self::Found(packs.first().map_or("", |pack| pack.spec().get("version").str()).to_owned())
            }
            Outcome::NotFound(_) => Self::Missing(wanted),
            Outcome::Refused(refusal) => Self::Missing(format!("{wanted} ({refusal})")),
            Outcome::NotChecked { reason, .. } => Self::NotChecked(reason.clone()),
        }
    }

    /// Why no candidate can run with it.
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Missing(wanted) => Some(format!("there is no {}", wanted.strip_prefix("a ").unwrap_or(wanted))),
            Self::Failed(version) => Some(format!("the pack of version {version} is in phase Failed")),
            Self::Found(_) | Self::NotChecked(_) => None,
        }
    }
}

/// The version that the channel of the trigger holds.
pub(super) fn newest(resolutions: &[Resolution<'_>]) -> Option<String> {
    let trigger = resolutions.iter().find(|resolution| resolution.reference.role == Role::Trigger)?;
    let pack = match &trigger.outcome {
        Outcome::Found(pack) => pack,
        Outcome::Ambiguous(packs) => packs.first()?,
        _ => return None,
    };
    Some(pack.spec().get("version").str().to_owned())
}
