//! Sending: what is tried again, and what an answer without success means.

use std::{thread::sleep, time::Duration};

use serde_json::Value;

use super::{
    Cluster, ClusterError, Deed,
    transport::{Answer, Call, Fault, Method},
};

/// How often a request is sent at most.
const ATTEMPTS: u32 = 4;
/// The first pause between two attempts; it doubles.
const PAUSE: Duration = Duration::from_millis(250);
/// A server that asks for more patience than this is not waited for.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// What the body of an answer without success says of itself.
struct Status {
    message: String,
    names_object: bool,
}

impl Cluster {
    /// Sends a request, again after a pause where that is safe: reads after faults of the server or the connection, everything after an
    /// answer that asks for it with Retry-After.
    pub(super) fn send(&self, call: &Call, deed: &Deed) -> Result<Answer, ClusterError> {
        let mut attempt = 1;
        loop {
            let outcome = self.transport.call(call);
            let pause = match &outcome {
                Ok(answer) if answer.status < 300 => None,
                Ok(answer) => pause_after(answer, call.method, attempt),
                Err(Fault::CutOff(_)) if call.method == Method::Get => Some(PAUSE * 2_u32.pow(attempt - 1)),
                Err(_) => None,
            };
            match pause.filter(|pause| attempt < ATTEMPTS && *pause <= LONGEST_PAUSE) {
                Some(pause) => sleep(pause),
                None => return outcome.map_err(|fault| self.fault(fault, deed)).and_then(|answer| self.check(answer, deed)),
            }
            attempt += 1;
        }
    }

    /// What a fault of the transport means.
    pub(super) fn fault(&self, fault: Fault, deed: &Deed) -> ClusterError {
        let (server, deed) = (self.server.clone(), Box::new(deed.clone()));
        match fault {
            Fault::Credentials(reason) => ClusterError::Credentials { server, reason },
            Fault::Unreachable(reason) => ClusterError::Unreachable { server, reason },
            Fault::TimedOut(after) => ClusterError::TimedOut { server, deed, after },
            Fault::CutOff(reason) => ClusterError::CutOff { server, deed, reason },
            Fault::Nonsense(reason) => ClusterError::Nonsense { server, deed, reason },
        }
    }

    /// The answer, when it is a success.
    pub(super) fn check(&self, answer: Answer, deed: &Deed) -> Result<Answer, ClusterError> {
        if (200..300).contains(&answer.status) {
            return Ok(answer);
        }
        let Status { message, names_object } = status(&answer);
        let (server, owned, code) = (self.server.clone(), Box::new(deed.clone()), answer.status);
        Err(match code {
            401 => ClusterError::Unauthorized { server, message },
            403 if message.contains(&format!("cannot {} resource", deed.verb)) => {
                ClusterError::Forbidden { deed: owned, message }
            }
            404 if deed.name.is_some() && names_object => ClusterError::NotFound { deed: owned },
            404 => ClusterError::NotServed { server, resource: Box::new(deed.resource.clone()) },
            409 => ClusterError::Conflict { deed: owned, message },
            410 => ClusterError::Gone { deed: owned, message },
            422 => ClusterError::Invalid { deed: owned, message },
            429 => ClusterError::Busy { server, deed: owned, retry_after: retry_after(&answer) },
            503 if answer.retry_after.is_some() => ClusterError::Busy { server, deed: owned, retry_after: retry_after(&answer) },
            500.. => ClusterError::Server { server, deed: owned, code, message },
            300..=399 => ClusterError::Nonsense { server, deed: owned, reason: format!("HTTP status {code} sends elsewhere") },
            _ => ClusterError::Refused { server, deed: owned, code, message },
        })
    }

    /// A complaint about an answer that no API server gives.
    pub(super) fn nonsense(&self, deed: &Deed, reason: impl Into<String>) -> ClusterError {
        ClusterError::Nonsense { server: self.server.clone(), deed: Box::new(deed.clone()), reason: reason.into() }
    }
}

/// How long to wait before the request is sent again; none when that helps nobody.
fn pause_after(answer: &Answer, method: Method, attempt: u32) -> Option<Duration> {
    let grown = PAUSE * 2_u32.pow(attempt - 1);
    match answer.status {
        429 => Some(retry_after(answer).unwrap_or(grown)),
        500.. if answer.retry_after.is_some() => Some(retry_after(answer).unwrap_or(grown)),
        500 | 502..=504 if method == Method::Get => Some(grown),
        _ => None,
    }
}

/// `Retry-After` in seconds; a date counts as one second.
fn retry_after(answer: &Answer) -> Option<Duration> {
    let value = answer.retry_after.as_ref()?;
    Some(Duration::from_secs(value.trim().parse().unwrap_or(1)))
}

fn status(answer: &Answer) -> Status {
    /// Bodies that are no `Status` are pages for people.
    const SHOWN: usize = 200;
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).map(str::to_owned).filter(|text| !text.is_empty());
    let plain = || -> Option<String> { answer.body.trim().lines().next().map(|line| line.chars().take(SHOWN).collect()) };
    let message =
        text("/message").or_else(|| if body.is_object() { None } else { plain() }).filter(|message| !message.is_empty());
    Status {
        message: message.unwrap_or_else(|| format!("HTTP status {}", answer.status)),
        names_object: text("/details/name").is_some(),
    }
}
