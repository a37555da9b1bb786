//! What is wrong with the settings of an operator.

use super::Told;

/// Why settings of the operator cannot be read; each says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum OperatorError {
    #[error("{told}: {argument:?} is no flag, and the operator would not start: write --NAME=VALUE")]
    Syntax { argument: String, told: Told },
    #[error("{told}: --{flag} has no value, and the operator would not start: write --{flag}=VALUE")]
    NeedsValue { flag: String, told: Told },
    #[error("{told}: {value:?} is no value of --{flag}, and the operator would not start: {wanted}")]
    Value { flag: String, value: String, wanted: &'static str, told: Told },
    #[error("{told}: the operator would print its help and end: leave -h and --help out")]
    Help { told: Told },
    #[error("{told}: {name:?} is no group of foreign CRDs: name keda, istio or gateway")]
    ThirdParty { name: String, told: Told },
    #[error("{file}: {reason}")]
    Read { file: String, reason: String },
    #[error(
        "{file}: no Deployment of the operator and no document with flags, env or thirdPartyCRDs: \
         give the output of `kubectl get deployment NAME -o yaml` or of `helm template`"
    )]
    NothingThere { file: String },
    #[error("{file}: which of the Deployments {names} is the operator's? Give a file with one of them")]
    Ambiguous { file: String, names: String },
    #[error("{file}:{line}: {reason}")]
    Document { file: String, line: u32, reason: String },
}
