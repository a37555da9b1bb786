//! The server's answer as a Status: its reason and its message, and the form in which kubectl prints the causes of one object.

use super::{
    Cause, Stage,
    client_type::aggregate,
    judge::{Answer, Judgement},
};
use crate::yaml::go;

impl Judgement<'_> {
    /// The `reason` of the Status; empty when the server has none or there is no Status.
    pub fn reason(&self) -> &'static str {
        match self.answer {
            Answer::Accepted | Answer::Client { .. } | Answer::Internal(_) => "",
            Answer::TooLarge => "RequestEntityTooLarge",
            Answer::BadRequest(_) => "BadRequest",
            Answer::Invalid => "Invalid",
        }
    }

    /// The `message` of the Status; nothing when there is none.
    pub fn message(&self) -> Option<String> {
        match &self.answer {
            Answer::Accepted | Answer::Client { .. } => None,
            Answer::TooLarge => self.causes.first().map(|cause| cause.message.clone()),
            Answer::BadRequest(message) | Answer::Internal(message) => Some(message.clone()),
            Answer::Invalid => {
                let lines: Vec<String> = self.answered().map(cause_line).collect();
                let causes = aggregate(lines.iter().map(String::as_str));
                Some(format!("{}.{} {} is invalid: {causes}", self.identity.kind, self.group, go::quote(&self.name)))
            }
        }
    }

    /// The causes that the answer names.
    pub fn answered(&self) -> impl Iterator<Item = &Cause> {
        self.causes.iter().filter(|cause| !cause.masked)
    }

    /// What kubectl prints of an object that is invalid, when nothing else is wrong: each cause in a line of its own.
    pub(super) fn invalid_text(&self) -> String {
        let head = format!("The {} {} is invalid: ", self.identity.kind, go::quote(&self.name));
        let mut lines: Vec<String> = Vec::new();
        for line in self.answered().map(cause_line) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        match lines.as_slice() {
            [line] => format!("{head}{line}\n"),
            _ => lines.iter().fold(format!("{head}\n"), |text, line| format!("{text}* {line}\n")),
        }
    }
}

/// A cause as the message of the Status has it: `FIELD: MESSAGE`, the field `<nil>` when it has none.
pub fn cause_line(cause: &Cause) -> String {
    format!("{}: {}", field_text(cause), cause.message)
}

/// The field of a cause as the Status has it.
pub fn field_text(cause: &Cause) -> &str {
    match cause.stage {
        Stage::Metadata | Stage::Schema | Stage::Rules if cause.field.is_empty() => "<nil>",
        _ => &cause.field,
    }
}
