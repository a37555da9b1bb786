//! What the user is about to do with the manifests.

use std::{fmt, str::FromStr};

use super::KubeVersion;

/// The kubectl command whose answer is wanted. They differ in what becomes of nulls, of missing names and in the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Operation {
    /// `kubectl apply`, client side.
    #[default]
    Apply,
    /// `kubectl create`.
    Create,
    /// `kubectl replace`.
    Replace,
}

impl Operation {
    /// All operations.
    pub const ALL: [Self; 3] = [Self::Apply, Self::Create, Self::Replace];

    /// The name of the command.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Apply => "apply",
            Self::Create => "create",
            Self::Replace => "replace",
        }
    }

    /// What kubectl says it was doing when the server refused (`error when creating "FILE"`).
    pub(super) const fn doing(self) -> &'static str {
        match self {
            Self::Apply | Self::Create => "creating",
            Self::Replace => "replacing",
        }
    }

    /// What kubectl says it has done.
    pub(super) const fn done(self) -> &'static str {
        match self {
            Self::Apply | Self::Create => "created",
            Self::Replace => "replaced",
        }
    }

    /// The HTTP verb in the server's words.
    pub(super) const fn verb(self) -> &'static str {
        match self {
            Self::Apply | Self::Create => "post",
            Self::Replace => "put",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown operation {0:?}: use apply, create or replace")]
pub struct UnknownOperation(String);

impl FromStr for Operation {
    type Err = UnknownOperation;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|operation| operation.name() == text).ok_or_else(|| UnknownOperation(text.to_owned()))
    }
}

/// How the manifests reach the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request<'a> {
    /// The command.
    pub operation: Operation,
    /// The release of kubectl and of the server.
    pub release: KubeVersion,
    /// The namespace that `-n` names. kubectl refuses objects of another one; without it objects that name none go to `default`.
    pub namespace: Option<&'a str>,
    /// The file as kubectl names it in its words; `STDIN` for standard input.
    pub source: &'a str,
}
