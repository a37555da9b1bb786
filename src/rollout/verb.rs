//! The verbs, the states of a rollout, and which verb is right in which state.

use std::fmt;

use super::{agent::Agent, pack::Pack, refs::Activity, scene::Scene, step::Step};

/// What a user asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    /// Sets a candidate.
    Start,
    /// Goes on to the next step.
    Promote,
    /// Goes to the end.
    PromoteFull,
    /// Stops at the current step.
    Pause,
    /// Goes on after a pause that only a person ends.
    Resume,
    /// Goes back to stable, and marks the version.
    Rollback,
    /// Goes back to stable without a mark.
    Abort,
    /// Tries the version again that was rolled back.
    Retry,
}

/// Where a rollout stands, as far as verbs tell states apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// There is no rollout, and no candidate.
    Idle,
    /// There is a candidate that makes no rollout.
    Leftover,
    /// The spec holds a rollout that the operator has not written a status for.
    Started,
    /// A weight or an empty step is about to be carried out.
    Moving,
    /// A pause that ends by itself.
    TimedPause,
    /// A pause that nobody but a person ends.
    OpenPause,
    /// An analysis failed and is repeated.
    AnalysisFailing,
    /// An analysis without a result.
    AnalysisHanging,
    /// The pack of the candidate does not resolve: the operator does nothing, and says nothing.
    Unresolved,
    /// The index of the step is negative: every pass of the operator fails.
    Stuck,
    /// Behind the last step: the promotion is about to begin.
    Ending,
    /// Stable is being moved to the candidate.
    Promoting,
}

/// Whether a verb may be carried out in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// It does what it says.
    Right,
    /// It has no effect or another one than it says; the reason, and whether somebody who knows may force it.
    Refused(&'static str, bool),
}

impl Verb {
    /// All verbs.
    pub const ALL: [Self; 8] =
        [Self::Start, Self::Promote, Self::PromoteFull, Self::Pause, Self::Resume, Self::Rollback, Self::Abort, Self::Retry];

    /// The command.
    pub const fn command(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Promote => "promote",
            Self::PromoteFull => "promote --full",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Rollback => "rollback",
            Self::Abort => "abort",
            Self::Retry => "retry",
        }
    }

    /// Whether the verb may be carried out in a state.
    pub const fn rule(self, state: State) -> Rule {
        use Rule::{Refused, Right};
        use State as S;
        match self {
            Self::Start | Self::Retry => match state {
                S::Idle | S::Leftover => Right,
                S::Promoting => {
                    Refused("a candidate that is set now is cleared together with the old one and silently lost", false)
                }
                _ if matches!(self, Self::Retry) => Refused("a rollout is active", false),
                S::Unresolved => Refused("the new candidate would go on at the old step and weight", true),
                _ => Refused("a new candidate would go on at the old step and weight; roll back or abort first", false),
            },
            Self::Promote | Self::PromoteFull => match state {
                S::TimedPause | S::OpenPause | S::AnalysisFailing | S::AnalysisHanging | S::Moving => Right,
                S::Started => Refused("it has just started: nothing of the candidate would ever have served", true),
                S::Unresolved => Refused(
                    "the candidate does not resolve: nothing happens now, and it is carried out the moment a pack appears",
                    true,
                ),
                S::Stuck => Refused("the operator fails at the negative index of the step; rollback clears it", false),
                S::Promoting => Refused("it is being promoted already", true),
                S::Ending => Refused("the last step is done: it is about to be promoted by itself", true),
                S::Idle | S::Leftover => {
                    Refused("there is no rollout; a start in the next moment would be promoted at once", true)
                }
            },
            Self::Pause => match state {
                S::Started | S::Moving | S::TimedPause | S::AnalysisFailing | S::AnalysisHanging | S::Unresolved => Right,
                S::OpenPause => Refused("it is paused already, until somebody promotes it", false),
                S::Stuck => Refused("the operator fails at the negative index of the step; rollback clears it", false),
                S::Ending => Refused("the last step is done: nothing stops the promotion", false),
                S::Promoting => {
                    Refused("a promotion that has begun cannot be stopped; the step list would keep the pause", false)
                }
                S::Idle | S::Leftover => Refused("there is no rollout; the pause would stop the next one", false),
            },
            Self::Resume => match state {
                S::OpenPause => Right,
                S::Idle | S::Leftover => Refused("there is no rollout", false),
                S::TimedPause => Refused("the pause ends by itself; promote goes on at once", false),
                S::AnalysisFailing | S::AnalysisHanging => Refused("it is an analysis, not a pause; promote skips it", false),
                _ => Refused("it is not paused", false),
            },
            Self::Rollback => match state {
                S::Idle => Refused("there is no rollout, and no candidate is left over", false),
                _ => Right,
            },
            Self::Abort => match state {
                S::Idle => Refused("there is no rollout, and no candidate is left over", false),
                S::Promoting => {
                    Refused("clearing the candidate does not stop a promotion; rollback puts the old references back", false)
                }
                _ => Right,
            },
        }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.command())
    }
}

impl State {
    /// All states.
    pub const ALL: [Self; 12] = [
        Self::Idle,
        Self::Leftover,
        Self::Started,
        Self::Moving,
        Self::TimedPause,
        Self::OpenPause,
        Self::AnalysisFailing,
        Self::AnalysisHanging,
        Self::Unresolved,
        Self::Stuck,
        Self::Ending,
        Self::Promoting,
    ];

    /// Where the rollout of a scene stands.
    pub fn of(scene: &Scene) -> Self {
        let agent = &scene.agent;
        if agent.promoting() {
            return Self::Promoting;
        }
        match agent.activity() {
            Activity::None => return Self::Idle,
            Activity::Inert if promotion_begins(agent) => return Self::Ending,
            Activity::Inert | Activity::Spelling => return Self::Leftover,
            Activity::Active => {}
        }
        if matches!(scene.pack, Pack::Missing(_)) {
            return Self::Unresolved;
        }
        let Some(progress) = agent.progress().filter(|progress| progress.active) else { return Self::Started };
        if agent.step_index() < 0 {
            return Self::Stuck;
        }
        match agent.step() {
            None => Self::Ending,
            Some(Step::Weight(_) | Step::Empty) => Self::Moving,
            Some(Step::Wait | Step::BadPause(_)) => Self::OpenPause,
            Some(Step::Pause(_)) => Self::TimedPause,
            Some(Step::Analysis(_)) if progress.message.starts_with("analysis failed") => Self::AnalysisFailing,
            Some(Step::Analysis(_)) => Self::AnalysisHanging,
        }
    }

    /// What it is called.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Leftover => "idle, with a candidate left over",
            Self::Started => "just started",
            Self::Moving => "between steps",
            Self::TimedPause => "in a timed pause",
            Self::OpenPause => "paused",
            Self::AnalysisFailing => "at an analysis that fails",
            Self::AnalysisHanging => "waiting for an analysis",
            Self::Unresolved => "frozen: the candidate does not resolve",
            Self::Stuck => "stuck: the index of its step is negative",
            Self::Ending => "at the end of its steps",
            Self::Promoting => "promoting",
        }
    }
}

/// Between the two writes of the operator that begin a promotion: the spec has the references of the candidate already.
fn promotion_begins(agent: &Agent) -> bool {
    agent.progress().is_some_and(|progress| progress.active) && !agent.steps().is_empty() && agent.step().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows: verbs in their order. Columns: states in their order. `y` right, `n` refused, `f` refused unless forced.
    const TABLE: [(&str, &str); 8] = [
        ("start", "yynnnnnnfnnn"),
        ("promote", "fffyyyyyfnff"),
        ("promote --full", "fffyyyyyfnff"),
        ("pause", "nnyyynyyynnn"),
        ("resume", "nnnnnynnnnnn"),
        ("rollback", "nyyyyyyyyyyy"),
        ("abort", "nyyyyyyyyyyn"),
        ("retry", "yynnnnnnnnnn"),
    ];

    #[test]
    fn each_verb_is_right_or_refused_in_each_state() {
        for (verb, (command, row)) in Verb::ALL.into_iter().zip(TABLE) {
            assert_eq!(verb.command(), command);
            let rules = State::ALL.map(|state| match verb.rule(state) {
                Rule::Right => 'y',
                Rule::Refused(_, true) => 'f',
                Rule::Refused(_, false) => 'n',
            });
            assert_eq!(rules.iter().collect::<String>(), row, "{verb}");
        }
    }
}
