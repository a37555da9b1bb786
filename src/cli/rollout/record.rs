//! What became of the writes of a verb, for whoever has to know when it ends early.

use std::{
    path::PathBuf,
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::super::ui::{Color, Ui};
use crate::{
    cluster::{Signal, on_signal},
    rollout::{Stage, Verb},
};

/// Shared with the thread that waits for signals. Whoever holds the lock stops all writes.
#[derive(Clone)]
pub(super) struct Record(Arc<Mutex<Writes>>);

/// The writes of a verb.
pub(super) struct Writes {
    verb: Verb,
    /// How to look at the agent.
    look: String,
    /// What the server has confirmed.
    done: Vec<String>,
    /// What was sent and not answered.
    sent: Option<String>,
    /// What is still to be sent, and whether only this run can send it, as it undoes what this run did.
    left: Vec<(String, bool)>,
    /// The number of pods that stable had, where that was raised.
    replicas: Option<i64>,
    /// The manifest that is to be changed at the end.
    manifest: Option<PathBuf>,
}

impl Record {
    pub(super) fn new(verb: Verb, agent: &str, namespace: &str, manifest: Option<PathBuf>) -> Self {
        let look = format!("kubectl omnia rollout status {agent} -n {namespace}");
        let writes = Writes { verb, look, done: Vec::new(), sent: None, left: Vec::new(), replicas: None, manifest };
        Self(Arc::new(Mutex::new(writes)))
    }

    pub(super) fn writes(&self) -> MutexGuard<'_, Writes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on a signal ends the program with what was done until then. The codes are those of shells: 128 and the signal.
    pub(super) fn speak_when_interrupted(&self, ui: &mut Ui) {
        let record = self.clone();
        let last = move |signal| {
            // Never given back: nothing is sent any more after it was said what was.
            let writes = record.writes();
            let (word, code) = match signal {
                Signal::Interrupt => ("interrupted", 130),
                Signal::Terminate => ("terminated", 143),
            };
            let text = writes.sentences().join("\n");
            Ui::new(Color::Never, 0, false).complain(&format!("\n{word}\n{text}"));
            process::exit(code);
        };
        if let Err(error) = on_signal(last) {
            ui.note(&format!("warning: Ctrl-C will not say what was written: {error}"));
        }
    }
}

impl Writes {
    /// What is going to be sent.
    pub(super) fn plan(&mut self, stages: &[Stage]) {
        self.left = stages.iter().map(|stage| (stage.does.clone(), stage.fixed)).collect();
    }

    /// A request goes out.
    pub(super) fn send(&mut self, does: &str) {
        self.sent = Some(does.to_owned());
    }

    /// The server has not taken the request.
    pub(super) fn refused(&mut self) {
        self.sent = None;
    }

    /// The server has taken the request.
    pub(super) fn taken(&mut self, raises: Option<i64>) {
        self.replicas = raises.or(self.replicas);
        self.done.extend(self.sent.take());
        if !self.left.is_empty() {
            self.left.remove(0);
        }
    }

    /// The manifest is as it shall be, or it was said why it is not.
    pub(super) fn manifest_settled(&mut self) {
        self.manifest = None;
    }

    /// What was done and what was not, and what to do next; a line each.
    pub(super) fn sentences(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(total) = self.replicas {
            lines.push(format!("spec.runtime.replicas was {total} before: set it again when stable serves"));
        }
        if !self.done.is_empty() {
            lines.push(format!("written so far: {}", self.done.join("; ")));
        }
        if let Some(does) = &self.sent {
            lines.push(format!("sent without an answer: {does}; the cluster may have taken it or not"));
        }
        let unsent = self.left.get(usize::from(self.sent.is_some())..).unwrap_or_default();
        if self.done.is_empty() && self.sent.is_none() {
            lines.push("nothing was written".to_owned());
        } else {
            if !unsent.is_empty() {
                let unsent: Vec<&str> = unsent.iter().map(|(does, _)| does.as_str()).collect();
                lines.push(format!("not sent: {}", unsent.join("; ")));
            }
            lines.push(format!("the rollout goes on in the cluster; look with: {}", self.look));
            lines.push(self.again(unsent).to_owned());
        }
        if let Some(path) = &self.manifest {
            lines.push(format!("{} was not changed", path.display()));
        }
        lines
    }

    /// What running the command again does. A next step that was already taken is not the same one again.
    fn again(&self, unsent: &[(String, bool)]) -> &'static str {
        let onward = matches!(self.verb, Verb::Promote | Verb::Resume);
        if unsent.iter().any(|(_, fixed)| *fixed) {
            "running the command again does not send that: apply the manifest of Git when the rollout is over, or edit the agent"
        } else if onward && self.sent.is_none() && unsent.is_empty() {
            "look before running the command again: it asks for the step after the one that is reached"
        } else if onward {
            "look before running the command again: if the request was taken, it asks for the step after that"
        } else {
            "running the command again is safe: it decides anew from what it finds"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writes(verb: Verb) -> Record {
        let record = Record::new(verb, "bot", "team-a", None);
        record.writes().left = ["one", "two"].map(|does| (does.to_owned(), false)).to_vec();
        record
    }

    #[test]
    fn each_point_has_its_sentences() {
        let record = writes(Verb::Rollback);
        let mut writes = record.writes();
        assert_eq!(writes.sentences(), ["nothing was written"]);
        writes.send("one");
        let lines = writes.sentences();
        assert_eq!(lines[0], "sent without an answer: one; the cluster may have taken it or not");
        assert_eq!(lines[1], "not sent: two");
        assert_eq!(lines[2], "the rollout goes on in the cluster; look with: kubectl omnia rollout status bot -n team-a");
        writes.refused();
        assert_eq!(writes.sentences(), ["nothing was written"]);
        writes.send("one");
        writes.taken(Some(1));
        let lines = writes.sentences();
        assert_eq!(lines[0], "spec.runtime.replicas was 1 before: set it again when stable serves");
        assert_eq!(lines[1..3], ["written so far: one", "not sent: two"]);
        writes.send("two");
        writes.taken(None);
        let lines = writes.sentences();
        assert_eq!(lines[1], "written so far: one; two");
        assert!(!lines.iter().any(|line| line.starts_with("not sent")), "{lines:?}");
    }

    #[test]
    fn a_next_step_is_not_the_same_one_again() {
        for (verb, word) in [(Verb::Promote, "look before"), (Verb::Resume, "look before"), (Verb::Start, "is safe")] {
            let record = writes(verb);
            let mut writes = record.writes();
            for does in ["one", "two"] {
                writes.send(does);
                writes.taken(None);
            }
            let lines = writes.sentences();
            assert!(lines.last().is_some_and(|line| line.contains(word)), "{verb:?}: {lines:?}");
        }
    }

    #[test]
    fn what_only_this_run_would_put_back_is_said() {
        let record = writes(Verb::Promote);
        let mut writes = record.writes();
        writes.left[1].1 = true;
        writes.send("one");
        writes.taken(None);
        let lines = writes.sentences();
        assert_eq!(lines[1], "not sent: two");
        assert!(lines.last().is_some_and(|line| line.contains("does not send that")), "{lines:?}");
    }

    #[test]
    fn a_manifest_that_waits_is_named() {
        let record = Record::new(Verb::Abort, "bot", "team-a", Some("bot.yaml".into()));
        assert_eq!(record.writes().sentences(), ["nothing was written", "bot.yaml was not changed"]);
        record.writes().manifest_settled();
        assert_eq!(record.writes().sentences(), ["nothing was written"]);
    }
}
