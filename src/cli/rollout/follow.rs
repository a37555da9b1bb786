//! Following a rollout until it is where somebody wants it.

use std::{
    io::IsTerminal as _,
    ops::ControlFlow,
    str::FromStr,
    thread::sleep,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use super::{
    super::{Exit, output::Format, ui::Ui},
    reader::{Reader, Snapshot, agents},
};
use crate::{
    cluster::{ClusterError, Event, Selection, Until, Watch},
    omnia::duration,
    report::{self, RolloutStatus},
    rollout::{Ending, Memory, Standing, State},
    world::Object,
};

/// The pause between two looks while an agent changes all the time, as facades write to its status.
const BREATH: Duration = Duration::from_millis(200);
/// How long a cluster may be out of reach while it is followed, as when its API server is replaced.
const LOST: Duration = Duration::from_secs(60);
/// The pause before the next try to reach it.
const RETRY: Duration = Duration::from_secs(1);
/// After how long without a change the clock and the Deployments are looked at.
const TICK: Duration = Duration::from_secs(1);

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The spec has the candidate's references, and stable runs them.
    Promoted,
    /// The spec has the references of before, and there is no rollout.
    RolledBack,
    /// A pause that a person has to end.
    Paused,
    /// The step of this number, from 1, or one behind it: steps that only set a weight pass unseen.
    Step(usize),
    /// No rollout, the operator has taken notice of the spec, and all pods of stable are ready.
    Healthy,
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let step = || text.strip_prefix("step=").and_then(|number| number.parse().ok()).filter(|number| *number > 0);
        match text {
            "promoted" => Ok(Self::Promoted),
            "rolled-back" => Ok(Self::RolledBack),
            "paused" => Ok(Self::Paused),
            "healthy" => Ok(Self::Healthy),
            _ => step()
                .map(Self::Step)
                .ok_or_else(|| format!("{text:?} is no goal: promoted, rolled-back, paused, healthy, step=N from 1")),
        }
    }
}

impl Goal {
    /// Whether it is reached; an error when it cannot be any more.
    fn judge(self, standing: &Standing) -> Option<Result<(), String>> {
        let over = standing.ending.map(report::ending_words);
        let failed = |over: &str| Some(Err(format!("the rollout was {over}")));
        match (self, standing.ending) {
            (Self::Promoted, Some(Ending::Promoted)) | (Self::RolledBack, Some(Ending::RolledBack)) => Some(Ok(())),
            (Self::Paused, _) if standing.state == State::OpenPause => Some(Ok(())),
            (Self::Step(number), _) if standing.step.is_some_and(|step| step >= number) => Some(Ok(())),
            (Self::Step(number), _) if number > standing.steps => Some(Err(format!(
                "there is no step {number}: the rollout has {}",
                report::counted(standing.steps, "step", "steps")
            ))),
            (Self::Step(_), Some(Ending::Promoted)) => Some(Ok(())),
            (Self::Step(_), None) if standing.state == State::Promoting => Some(Ok(())),
            (Self::Healthy, _) => {
                let serves = standing.stable.as_ref().is_some_and(|stable| stable.replicas > 0 && stable.complete());
                (standing.is_over() && standing.observed && serves).then_some(Ok(()))
            }
            (_, Some(_)) => over.and_then(failed),
            // Nothing was seen of a rollout that could still get there.
            (_, None) if standing.is_over() => Some(Err("there is no rollout".to_owned())),
            _ => None,
        }
    }
}

/// The time now, in nanoseconds since 1970.
pub(in crate::cli) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

/// Reads a time of the command line.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let nanos = duration::parse(text).ok().and_then(|nanos| u64::try_from(nanos).ok());
    nanos.map(Duration::from_nanos).ok_or_else(|| format!("{text:?} is no time: write it as in 90s or 1h30m"))
}

/// A rollout that is followed.
pub(super) struct Follow {
    name: String,
    deadline: Option<Instant>,
    /// How it is shown.
    pub format: Format,
    /// What was seen before.
    pub memory: Memory,
    shown: String,
    lines: usize,
    /// Since when the cluster does not answer.
    lost: Option<Instant>,
    /// For how long that is borne.
    bears: Duration,
}

impl Follow {
    pub(super) fn new(name: &str, timeout: Option<Duration>) -> Self {
        let deadline = timeout.map(|timeout| Instant::now() + timeout);
        let memory = Memory::default();
        Self {
            name: name.to_owned(),
            deadline,
            format: Format::Text,
            memory,
            shown: String::new(),
            lines: 0,
            lost: None,
            bears: LOST,
        }
    }

    /// Shows each change until the goal is reached, or without one until there is no rollout any more.
    pub(super) fn run(&mut self, reader: &mut Reader, goal: Option<Goal>, ui: &mut Ui) -> Result<Exit, ClusterError> {
        let outcome = self.until(reader, ui, |standing| match goal {
            Some(goal) => goal.judge(standing),
            None => standing.is_over().then_some(Ok(())),
        })?;
        Ok(match outcome {
            Some(Ok(())) => Exit::Success,
            Some(Err(reason)) => {
                ui.complain(&format!("error: {reason}"));
                Exit::Negative
            }
            None => {
                ui.complain("error: the time is over");
                Exit::TimedOut
            }
        })
    }

    /// Shows each change until `judge` has a verdict; none when the time is over.
    pub(super) fn until<T>(
        &mut self,
        reader: &mut Reader,
        ui: &mut Ui,
        judge: impl Fn(&Standing) -> Option<T>,
    ) -> Result<Option<T>, ClusterError> {
        let mut version = String::new();
        loop {
            let snapshot = match self.snapshot(reader, &mut version) {
                Ok(Some(snapshot)) => snapshot,
                Ok(None) => return Ok(None),
                Err(error) => {
                    if !self.bears(&error, ui)? {
                        return Ok(None);
                    }
                    continue;
                }
            };
            self.lost = None;
            let standing = self.look(&snapshot);
            self.show(&standing, ui);
            if let Some(verdict) = judge(&standing) {
                return Ok(Some(verdict));
            }
            if matches!(standing.state, State::Started | State::Unresolved) {
                // What is missing may appear.
                reader.forget();
            }
            sleep(BREATH);
        }
    }

    /// What stands around the agent at its next version; none when the time is over.
    fn snapshot(&self, reader: &mut Reader, version: &mut String) -> Result<Option<Snapshot>, ClusterError> {
        let Some(object) = self.next(reader, version)? else { return Ok(None) };
        object.root().at("metadata.resourceVersion").str().clone_into(version);
        reader.around(object).map(Some)
    }

    /// Waits a moment after a fault that may pass; false when the time is over. The first one is told, since nothing is seen meanwhile.
    fn bears(&mut self, error: &ClusterError, ui: &mut Ui) -> Result<bool, ClusterError> {
        let since = *self.lost.get_or_insert_with(|| {
            if error.passes() {
                ui.note(&format!("warning: {error}; still trying"));
            }
            Instant::now()
        });
        // What was said stands between the last drawing and the next one.
        self.lines = 0;
        if !error.passes() || since.elapsed() >= self.bears {
            return Err(error.clone());
        }
        sleep(RETRY.min(self.bears));
        Ok(self.deadline.is_none_or(|deadline| Instant::now() < deadline))
    }

    /// Takes a snapshot in.
    pub(super) fn look(&mut self, snapshot: &Snapshot) -> Standing {
        self.memory.keep(&snapshot.scene);
        Standing::of(&snapshot.scene, &self.memory, now())
    }

    /// The agent when it has another version, or after a tick; none when the time is over.
    fn next(&self, reader: &Reader, version: &str) -> Result<Option<Object>, ClusterError> {
        let fields = format!("metadata.name={}", self.name);
        let selection = Selection { namespace: Some(reader.namespace()), labels: None, fields: Some(&fields) };
        let watch = Watch { resource: &agents(), selection, deadline: self.deadline, idle: TICK };
        let mut last = None;
        let until = reader.cluster.watch(&watch, |event| match event {
            Event::Listed(objects) => {
                last = objects.into_iter().next();
                let fresh = last.as_ref().is_none_or(|object| object.root().at("metadata.resourceVersion").str() != version);
                if fresh { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
            Event::Applied(object) => {
                last = Some(*object);
                ControlFlow::Break(())
            }
            Event::Deleted(_) => {
                last = None;
                ControlFlow::Break(())
            }
            Event::Idle => ControlFlow::Break(()),
        })?;
        match (until, last) {
            (Until::Deadline, _) => Ok(None),
            (Until::Reached(()), Some(object)) => Ok(Some(object)),
            // Says that it is not found, and how to see the names.
            (Until::Reached(()), None) => reader.cluster.get(&agents(), reader.namespace(), &self.name).map(Some),
        }
    }

    /// Redraws on a terminal; in a pipe one line for each change.
    fn show(&mut self, standing: &Standing, ui: &mut Ui) {
        if self.format != Format::Text {
            let text = serde_json::to_string(&RolloutStatus::new(std::slice::from_ref(standing))).unwrap_or_default();
            if text != self.shown {
                ui.show(&format!("{text}\n"));
                ui.flush();
                self.shown = text;
            }
            return;
        }
        if std::io::stdout().is_terminal() {
            let width = ui.columns();
            let text = report::standing_text(standing, width);
            if text != self.shown {
                let up = if self.lines > 0 { format!("\x1b[{}A\x1b[J", self.lines) } else { String::new() };
                ui.show(&format!("{up}{text}"));
                ui.flush();
                // A word that is wider than the terminal takes several lines of it.
                self.lines = text.lines().map(|line| line.chars().count().max(1).div_ceil(width.max(1))).sum();
                self.shown = text;
            }
            return;
        }
        // The seconds that pass are no change.
        let mut still = standing.clone();
        if still.deadline.is_some() {
            "the pause to end".clone_into(&mut still.waits_for);
        }
        let text = report::standing_line(&still);
        if text != self.shown {
            ui.show(&text);
            ui.flush();
            self.shown = text;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::{
        cli::ui::Color,
        cluster::{Cluster, Connection},
    };

    /// A cluster out of reach: nobody listens there.
    fn reader() -> Reader {
        let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap();
        let nowhere = tempfile::NamedTempFile::new().unwrap();
        let kubeconfig = Some(nowhere.path().to_owned());
        let server = Some(format!("http://{address}"));
        let connection = Connection { kubeconfig, server, ..Connection::default() };
        Reader::new(Cluster::connect(&connection).unwrap())
    }

    fn follow(timeout: Option<Duration>, bears: Duration) -> (Result<Exit, ClusterError>, Duration) {
        let mut follow = Follow { bears, ..Follow::new("bot", timeout) };
        let since = Instant::now();
        let ended = follow.run(&mut reader(), Some(Goal::Promoted), &mut Ui::new(Color::Never, 2, false));
        (ended, since.elapsed())
    }

    #[test]
    fn an_outage_is_borne_for_its_time_and_no_longer() {
        let bears = Duration::from_millis(300);
        let (ended, took) = follow(None, bears);
        assert!(matches!(ended, Err(ClusterError::Unreachable { .. })), "{ended:?}");
        assert!(took >= bears);
    }

    #[test]
    fn the_timeout_holds_in_an_outage() {
        let (ended, _) = follow(Some(Duration::from_millis(100)), Duration::from_secs(600));
        assert_eq!(ended, Ok(Exit::TimedOut));
    }
}
