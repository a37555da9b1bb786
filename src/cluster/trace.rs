//! Requests told to somebody as they are made: never headers, never what Secrets hold, never tokens.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::transport::{Answer, Call, Fault, Method, Patience, Piece, Streamed, Transport};

/// From this verbosity on requests are told.
pub const REQUESTS: u8 = 6;
/// From this one on their bodies, too.
pub const BODIES: u8 = 8;
/// What stands for a value that nobody shall see.
const HIDDEN: &str = "HIDDEN";
/// Resources whose bodies are never told.
const SECRET: [&str; 4] = ["secrets", "token", "tokenreviews", "tokenrequests"];
/// Fields and parameters with credentials have one of these in their names, in lower case.
const CREDENTIALS: [&str; 7] = ["token", "password", "passwd", "authorization", "apikey", "clientsecret", "signature"];

/// Takes lines without a line break.
pub type Sink = Box<dyn Fn(&str)>;

/// Another transport, and somebody who listens.
pub(super) struct Traced {
    inner: Box<dyn Transport>,
    verbosity: u8,
    sink: Sink,
}

impl Traced {
    pub(super) fn new(inner: Box<dyn Transport>, verbosity: u8, sink: Sink) -> Self {
        Self { inner, verbosity, sink }
    }

    fn outcome(&self, call: &Call, since: Instant, what: &str) {
        let method = match call.method {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Patch => "PATCH",
        };
        (self.sink)(&format!("{method} {} {what} in {} ms", shown_path(&call.path), milliseconds(since.elapsed())));
    }

    fn answered(&self, call: &Call, since: Instant, answer: &Answer) {
        self.outcome(call, since, &answer.status.to_string());
        self.body("response", call, &answer.body);
    }

    fn body(&self, what: &str, call: &Call, body: &str) {
        if self.verbosity < BODIES || body.is_empty() {
            return;
        }
        let text = shown_body(&call.path, body, self.longest());
        (self.sink)(&format!("{what} body: {text}"));
    }

    /// As much of a body as kubectl shows, in characters.
    fn longest(&self) -> usize {
        match self.verbosity {
            ..=8 => 1024,
            9 => 10_240,
            _ => usize::MAX,
        }
    }
}

impl Transport for Traced {
    fn call(&self, call: &Call) -> Result<Answer, Fault> {
        let since = Instant::now();
        self.body("request", call, &call.body);
        let outcome = self.inner.call(call);
        match &outcome {
            Ok(answer) => self.answered(call, since, answer),
            Err(fault) => self.outcome(call, since, fault_word(fault)),
        }
        outcome
    }

    fn stream(
        &self,
        call: &Call,
        patience: Patience,
        on: &mut dyn FnMut(Piece<'_>) -> ControlFlow<()>,
    ) -> Result<Streamed, Fault> {
        let since = Instant::now();
        let mut open = false;
        let outcome = self.inner.stream(call, patience, &mut |piece| {
            if !std::mem::replace(&mut open, true) {
                self.outcome(call, since, "200 (stream)");
            }
            if let Piece::Line(line) = piece {
                self.body("event", call, line);
            }
            on(piece)
        });
        match &outcome {
            Ok(Streamed::Refused(answer)) => self.answered(call, since, answer),
            Ok(_) if open => self.outcome(call, since, "end of the stream"),
            Ok(_) => self.outcome(call, since, "200 (stream), nothing came, end of the stream"),
            Err(fault) => self.outcome(call, since, fault_word(fault)),
        }
        outcome
    }
}

fn milliseconds(time: Duration) -> u128 {
    time.as_millis()
}

/// The kind of a fault alone: its text may quote what a credential plugin printed.
const fn fault_word(fault: &Fault) -> &'static str {
    match fault {
        Fault::Credentials(_) => "no credentials",
        Fault::Unreachable(_) => "unreachable",
        Fault::TimedOut(_) => "no answer",
        Fault::CutOff(_) => "broke off",
        Fault::Nonsense(_) => "unreadable answer",
    }
}

fn is_credential(name: &str) -> bool {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    CREDENTIALS.iter().any(|credential| name.contains(credential))
}

/// Path and query, without the values of parameters that are tokens.
fn shown_path(path: &str) -> String {
    let Some((path, query)) = path.split_once('?') else { return path.to_owned() };
    let pair = |pair: &str| match pair.split_once('=') {
        // The token of a next page holds the name of an object.
        Some((name, _)) if name == "continue" || is_credential(name) => format!("{name}={HIDDEN}"),
        _ => pair.to_owned(),
    };
    format!("{path}?{}", query.split('&').map(pair).collect::<Vec<_>>().join("&"))
}

/// The body as it may be seen: only JSON is known not to hold what it should not.
fn shown_body(path: &str, body: &str, longest: usize) -> String {
    let length = body.len();
    let mut segments = path.split('?').next().unwrap_or_default().split('/');
    if segments.any(|segment| SECRET.contains(&segment)) {
        return format!("not shown ({length} bytes of Secrets)");
    }
    let Ok(mut value) = serde_json::from_str::<Value>(body) else { return format!("not shown ({length} bytes, no JSON)") };
    if holds_secret(&value) {
        return format!("not shown ({length} bytes with a Secret)");
    }
    hide(&mut value);
    let text = value.to_string();
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{} [cut off, {length} bytes in all; -v=10 shows them]", &text[..end]),
        None => text,
    }
}

/// Whether a Secret is anywhere in it; what only refers to one has neither data nor items.
fn holds_secret(value: &Value) -> bool {
    match value {
        Value::Object(map) => {
            let is_secret = matches!(map.get("kind").and_then(Value::as_str), Some("Secret" | "SecretList"));
            let holds = ["data", "stringData", "items", "metadata"].iter().any(|key| map.contains_key(*key));
            (is_secret && holds) || map.values().any(holds_secret)
        }
        Value::Array(items) => items.iter().any(holds_secret),
        _ => false,
    }
}

/// Hides the texts of fields that are credentials by their names.
fn hide(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                if value.is_string() && is_credential(key) {
                    *value = HIDDEN.into();
                } else {
                    hide(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(hide),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_urls_are_hidden() {
        assert_eq!(
            shown_path("/api/v1/x?limit=500&continue=abc&access_token=t"),
            "/api/v1/x?limit=500&continue=HIDDEN&access_token=HIDDEN"
        );
        assert_eq!(shown_path("/version"), "/version");
    }

    #[test]
    fn bodies_are_shown_unless_they_hold_secrets() {
        let secret = r#"{"kind":"Secret","metadata":{"name":"x"},"data":{"k":"czNjcjN0"}}"#;
        let event = format!(r#"{{"type":"ADDED","object":{secret}}}"#);
        let list = format!(r#"{{"kind":"List","items":[{secret}]}}"#);
        for body in [secret, &event, &list] {
            assert!(shown_body("/api/v1/things", body, usize::MAX).starts_with("not shown"), "{body}");
        }
        assert!(shown_body("/api/v1/namespaces/a/secrets?watch=1", "{\"a\":1}", usize::MAX).starts_with("not shown"));
        assert_eq!(shown_body("/x", "<html>t0ken", usize::MAX), "not shown (11 bytes, no JSON)");
        assert_eq!(shown_body("/x", r#"{"spec":{"apiKey":"k"},"b":1}"#, usize::MAX), r#"{"spec":{"apiKey":"HIDDEN"},"b":1}"#);
        assert_eq!(shown_body("/x", r#"{"kind":"Secret","name":"n"}"#, usize::MAX), r#"{"kind":"Secret","name":"n"}"#);
        assert_eq!(shown_body("/x", r#"{"ä":"ö"}"#, 3), "{\"ä [cut off, 11 bytes in all; -v=10 shows them]");
    }
}
