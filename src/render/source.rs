//! Where a value of a rendered object comes from.

use std::{fmt, sync::Arc};

use super::operator::SettingSource;
use crate::world::{Field, Place};

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A field of an object in scope: written there, or filled in by the default of its schema ([`Place::defaulted`]).
    Field(Arc<Place>),
    /// The operator always writes this.
    Constant,
    /// What the operator was told.
    Setting(SettingSource),
    /// Computed from several values.
    Computed(Vec<Source>),
    /// Not known, but assumed: the name of an assumption among those of the rendering.
    Assumed(&'static str),
}

impl Source {
    /// Computed from these.
    pub fn computed<S: Into<Self>>(sources: impl IntoIterator<Item = S>) -> Self {
        Self::Computed(sources.into_iter().map(Into::into).collect())
    }

    /// Whether nothing is said: computed from nothing.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Computed(sources) if sources.is_empty() || sources.iter().any(Self::is_empty))
    }

    /// The fields that the value depends on.
    pub fn fields(&self) -> Vec<&Place> {
        match self {
            Self::Field(place) => vec![place],
            Self::Computed(sources) => sources.iter().flat_map(Self::fields).collect(),
            _ => Vec::new(),
        }
    }

    /// The names of the assumptions that the value depends on.
    pub fn assumptions(&self) -> Vec<&'static str> {
        match self {
            Self::Assumed(name) | Self::Setting(SettingSource::Assumed(name)) => vec![name],
            Self::Computed(sources) => sources.iter().flat_map(Self::assumptions).collect(),
            _ => Vec::new(),
        }
    }
}

impl From<&Field<'_>> for Source {
    fn from(field: &Field<'_>) -> Self {
        Self::Field(Arc::new(field.place()))
    }
}

impl From<&SettingSource> for Source {
    fn from(source: &SettingSource) -> Self {
        Self::Setting(source.clone())
    }
}

/// As in `AgentRuntime/support spec.facades[0].port (agent.yaml:12)`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(place) => {
                write!(f, "{} {}", place.object, place.path)?;
                match &place.line {
                    Some((file, line)) => write!(f, " ({file}:{line})"),
                    None if place.defaulted => f.write_str(" (default of the CRD)"),
                    None => Ok(()),
                }
            }
            Self::Constant => f.write_str("constant of the operator"),
            Self::Setting(source) => source.fmt(f),
            Self::Computed(sources) => {
                f.write_str("computed from ")?;
                sources.iter().enumerate().try_for_each(|(index, source)| {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{source}")
                })
            }
            Self::Assumed(name) => write!(f, "assumed ({name})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_says_the_place() {
        let place = |line: Option<u32>, defaulted| {
            Source::Field(Arc::new(Place {
                object: "AgentRuntime/a".to_owned(),
                path: "spec.mode".to_owned(),
                line: line.map(|line| ("a.yaml".into(), line)),
                defaulted,
            }))
        };
        assert_eq!(place(Some(7), false).to_string(), "AgentRuntime/a spec.mode (a.yaml:7)");
        assert_eq!(place(None, true).to_string(), "AgentRuntime/a spec.mode (default of the CRD)");
        assert_eq!(place(None, false).to_string(), "AgentRuntime/a spec.mode");
        let both = Source::computed([place(Some(7), false), Source::Computed(vec![Source::Assumed("uid"), Source::Constant])]);
        assert_eq!(
            both.to_string(),
            "computed from AgentRuntime/a spec.mode (a.yaml:7), computed from assumed (uid), constant of the operator"
        );
        assert_eq!((both.fields().len(), both.assumptions()), (1, vec!["uid"]));
    }
}
