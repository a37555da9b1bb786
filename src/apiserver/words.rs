//! What kubectl prints for files: `kubectl apply --dry-run=server --validate=strict -f FILE...`, and the same with `create` and
//! `replace`.
//!
//! Source: `checkErr` and `MultipleErrors` of `k8s.io/kubectl/pkg/cmd/util`, the visitors of `k8s.io/cli-runtime/pkg/resource`. How an
//! error is printed depends on how many there are and on how Go nests them, so they are nested here in the same way.

use super::{
    Operation, Phase,
    client::{Failure, Outcome},
    client_type::aggregate,
    judge::{Answer, Judgement, Verdict},
};
use crate::yaml::{ReadError, go};

/// kubectl's output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Exit status: 0 or 1.
    pub exit: u8,
}

/// Collects the answers about files in the order in which kubectl reads them.
#[derive(Debug)]
pub struct Transcript {
    operation: Operation,
    stdout: String,
    warnings: Vec<String>,
    /// Errors of reading, of all files.
    read: Vec<Error>,
    /// Errors about namespaces.
    namespaces: Vec<Error>,
    /// Errors of namespaces and of sending, in the order of the objects.
    in_turn: Vec<Error>,
    /// Errors of sending.
    sent: Vec<Error>,
    objects: usize,
}

/// An error as kubectl handles it.
#[derive(Debug)]
enum Error {
    /// One of its own.
    Plain(String),
    /// One of the server: the line among others, and the text when it is alone where that differs.
    Server { line: String, alone: Option<String> },
    /// Several that Go holds together.
    Several(Vec<Error>),
}

impl Transcript {
    /// An empty one.
    pub fn new(operation: Operation) -> Self {
        Self {
            operation,
            stdout: String::new(),
            warnings: Vec::new(),
            read: Vec::new(),
            namespaces: Vec::new(),
            in_turn: Vec::new(),
            sent: Vec::new(),
            objects: 0,
        }
    }

    /// The file `source` cannot be read further.
    pub fn unreadable(&mut self, source: &str, error: &ReadError) {
        self.read.push(Error::Plain(format!("error parsing {source}: {}", error.message)));
    }

    /// Adds what a document of the file `source` comes to.
    pub fn document(&mut self, source: &str, outcomes: &[Outcome<'_>]) {
        let mut items = Vec::new();
        for outcome in outcomes {
            match outcome {
                Outcome::Skipped(_) => self.objects += 1,
                Outcome::Failed(Failure { phase, text, .. }) => self.client(*phase, text, &mut items),
                Outcome::Judged(judgement) => match &judgement.answer {
                    // The error is that of the list, which is an outcome of its own.
                    Answer::Client { phase: Phase::Type, .. } => {}
                    Answer::Client { phase, text } => self.client(*phase, text, &mut items),
                    _ => self.answered(source, judgement),
                },
            }
        }
        if !items.is_empty() {
            self.read.push(Error::Several(items));
        }
    }

    /// What kubectl prints.
    pub fn finish(self) -> Printed {
        let Self { operation, stdout, warnings, read, namespaces, in_turn, sent, objects } = self;
        let mut stderr: String = warnings.iter().map(|warning| format!("Warning: {warning}\n")).collect();
        let error = match operation {
            Operation::Apply => applied(read, namespaces, sent),
            Operation::Create | Operation::Replace => visited(read, in_turn),
        };
        let exit = match error {
            Some(error) => {
                stderr.push_str(&error.print());
                1
            }
            None if objects == 0 && operation != Operation::Replace => {
                stderr.push_str(&format!("error: no objects passed to {operation}\n"));
                1
            }
            None => 0,
        };
        Printed { stdout, stderr, exit }
    }

    fn client(&mut self, phase: Phase, text: &str, items: &mut Vec<Error>) {
        // An error of the server comes without the name of kubectl's own.
        let error = || match text.strip_prefix("Error from server") {
            Some(_) => Error::Server { line: text.to_owned(), alone: None },
            None => Error::Plain(text.to_owned()),
        };
        match phase {
            Phase::Type | Phase::Read => self.read.push(error()),
            Phase::Item => items.push(error()),
            Phase::Namespace => {
                self.namespaces.push(error());
                self.in_turn.push(error());
            }
            Phase::Send => {
                self.objects += 1;
                self.sent.push(error());
                self.in_turn.push(error());
            }
        }
    }

    fn answered(&mut self, source: &str, judgement: &Judgement<'_>) {
        self.objects += 1;
        if judgement.verdict != Verdict::Refused {
            for warning in &judgement.warnings {
                if !self.warnings.contains(&warning.text) {
                    self.warnings.push(warning.text.clone());
                }
            }
            let kind = judgement.identity.kind.to_lowercase();
            let done = self.operation.done();
            self.stdout.push_str(&format!("{kind}.{}/{} {done} (server dry run)\n", judgement.group, judgement.name));
            return;
        }
        let reason = match judgement.reason() {
            "" => String::new(),
            reason => format!(" ({reason})"),
        };
        let message = judgement.message().unwrap_or_default();
        let line = format!("Error from server{reason}: error when {} {}: {message}", self.operation.doing(), go::quote(source));
        let error = || {
            let alone = (judgement.answer == Answer::Invalid).then(|| judgement.invalid_text());
            Error::Server { line: line.clone(), alone }
        };
        self.sent.push(error());
        self.in_turn.push(error());
    }
}

/// `apply` reads everything before it sends the first object.
fn applied(read: Vec<Error>, namespaces: Vec<Error>, sent: Vec<Error>) -> Option<Error> {
    let mut errors: Vec<Error> = visited(read, namespaces).into_iter().collect();
    errors.extend(sent);
    one_or_several(errors)
}

/// `create` and `replace` send each object when it is read; the errors of reading come together at the end.
fn visited(read: Vec<Error>, mut errors: Vec<Error>) -> Option<Error> {
    if !read.is_empty() {
        errors.push(Error::Several(read));
    }
    one_or_several(errors)
}

fn one_or_several(mut errors: Vec<Error>) -> Option<Error> {
    match errors.len() {
        0 | 1 => errors.pop(),
        _ => Some(Error::Several(errors)),
    }
}

impl Error {
    /// The text that ends the program.
    fn print(self) -> String {
        let error = match self {
            Self::Several(mut errors) if errors.len() == 1 => errors.remove(0),
            other => other,
        };
        let mut text = match error {
            Self::Several(errors) => errors.iter().map(|error| format!("{}\n", error.line())).collect(),
            Self::Plain(text) if text.starts_with("error: ") => text,
            Self::Plain(text) => format!("error: {text}"),
            Self::Server { line, alone } => alone.unwrap_or(line),
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// The text among other errors.
    fn line(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Server { line, .. } => line.clone(),
            Self::Several(_) => {
                let mut leaves = Vec::new();
                self.leaves(&mut leaves);
                aggregate(leaves.into_iter())
            }
        }
    }

    fn leaves<'e>(&'e self, out: &mut Vec<&'e str>) {
        match self {
            Self::Plain(text) | Self::Server { line: text, .. } => out.push(text),
            Self::Several(errors) => errors.iter().for_each(|error| error.leaves(out)),
        }
    }
}
