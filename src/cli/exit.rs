//! The exit codes. They are an interface: scripts depend on them.

use std::process::ExitCode;

/// How a command ended.
///
/// It is computed from results and thresholds before any format is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Exit {
    /// 0: nothing at or above `--fail-on`.
    #[default]
    Success,
    /// 1: findings, or another negative answer.
    Negative,
    /// 2: bad flag or configuration, path not found, file not readable.
    Usage,
    /// 3: a cluster cannot be reached or refuses, a program that is needed is not there, output cannot be written, internal error.
    Environment,
    /// 4: nothing to do: no Omnia object in the inputs.
    Nothing,
    /// 5: the object is not in a state for this, or changed meanwhile: nothing was written.
    Precondition,
    /// 124: what was waited for did not come in time.
    TimedOut,
}

impl Exit {
    /// The number.
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Negative => 1,
            Self::Usage => 2,
            Self::Environment => 3,
            Self::Nothing => 4,
            Self::Precondition => 5,
            Self::TimedOut => 124,
        }
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Nothing => 1,
            Self::Negative => 2,
            Self::TimedOut => 3,
            Self::Precondition => 4,
            Self::Usage => 5,
            Self::Environment => 6,
        }
    }

    /// The graver of two: 3, 2, 5, 124, 1, 4, 0 in this order.
    pub const fn and(self, other: Self) -> Self {
        if other.rank() > self.rank() { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// What `help exit-codes` prints.
pub const HELP: &str = "\
Exit codes

  0    success: nothing at or above --fail-on (default: error)
  1    findings, or another negative answer
  2    usage or input error: bad flag, path not found, file not readable
  3    environment error: a cluster cannot be reached or refuses, a program that
       is needed is missing, output cannot be written, internal error
  4    nothing to do: no Omnia object in the inputs and no --allow-empty
  5    the object in the cluster is not in a state for this, or changed
       meanwhile: nothing was written
  124  what was waited for did not come within --timeout
  130  interrupted (143: terminated); a verb of rollout says what was written

Several at once: the first of 3, 2, 5, 124, 1, 4, 0. The code never depends on
the output format. After a broken pipe the code is what it would have been.
";

#[cfg(test)]
mod tests {
    use super::Exit::{self, *};

    #[test]
    fn the_graver_code_wins() {
        let order = [Success, Nothing, Negative, TimedOut, Precondition, Usage, Environment];
        for (i, a) in order.into_iter().enumerate() {
            for (j, b) in order.into_iter().enumerate() {
                assert_eq!(a.and(b), order[i.max(j)]);
            }
        }
        assert_eq!(order.map(Exit::code), [0, 4, 1, 124, 5, 2, 3]);
    }
}
