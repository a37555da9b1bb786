//! The words that flags of `lint` take.

use clap::ValueEnum;

use crate::{apiserver::Operation, finding::Severity, lint::Fixes};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OperationArg {
    Apply,
    Create,
    Replace,
}

impl From<OperationArg> for Operation {
    fn from(argument: OperationArg) -> Self {
        match argument {
            OperationArg::Apply => Self::Apply,
            OperationArg::Create => Self::Create,
            OperationArg::Replace => Self::Replace,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum FailOn {
    #[default]
    Error,
    Warning,
    Info,
    Never,
}

impl FailOn {
    pub const fn threshold(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Info => Some(Severity::Info),
            Self::Never => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Show {
    Error,
    #[default]
    Warning,
    Info,
}

impl Show {
    pub const fn threshold(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FixArg {
    Safe,
    All,
}

impl From<FixArg> for Fixes {
    fn from(argument: FixArg) -> Self {
        match argument {
            FixArg::Safe => Self::Safe,
            FixArg::All => Self::All,
        }
    }
}
