//! Between requests and the wire: what a transport does.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use thiserror::Error;

/// The methods in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Method {
    Get,
    Post,
    Patch,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The method.
    pub method: Method,
    /// Path and query.
    pub path: String,
    /// The type of the body.
    pub content_type: &'static str,
    /// The body; empty for none.
    pub body: String,
}

impl Call {
    /// A request without a body.
    pub fn get(path: String) -> Self {
        Self { method: Method::Get, path, content_type: "application/json", body: String::new() }
    }
}

/// An answer, whatever it says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The header `Retry-After`.
    pub retry_after: Option<String>,
    /// The headers `Warning`.
    pub warnings: Vec<String>,
    /// The body.
    pub body: String,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// Credentials cannot be had.
    #[error("{0}")]
    Credentials(String),
    /// No connection.
    #[error("{0}")]
    Unreachable(String),
    /// It took longer than this.
    #[error("no answer within {0:?}")]
    TimedOut(Duration),
    /// The connection ended within the answer.
    #[error("{0}")]
    CutOff(String),
    /// The answer cannot be read.
    #[error("{0}")]
    Nonsense(String),
}

/// What a stream yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'l> {
    /// A whole line.
    Line(&'l str),
    /// Nothing came for a while.
    Idle,
}

/// How a stream ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Streamed {
    /// The server ended it.
    Ended,
    /// The reader had enough.
    Stopped,
    /// The time was over.
    Deadline,
    /// It did not begin: the server answered this.
    Refused(Answer),
}

/// How a stream is read.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Nothing for this long is a [`Piece::Idle`].
    pub idle: Duration,
    /// When the reading ends.
    pub deadline: Option<Instant>,
}

/// Sends requests. The real one is [`super::Cluster::connect`]'s; tests play others.
pub trait Transport {
    /// Sends a request and reads the whole answer.
    ///
    /// # Errors
    /// There is no whole answer.
    fn call(&self, call: &Call) -> Result<Answer, Fault>;

    /// Sends a request and hands on the answer line by line.
    ///
    /// # Errors
    /// There is no answer, or it broke off.
    fn stream(
        &self,
        call: &Call,
        patience: Patience,
        on: &mut dyn FnMut(Piece<'_>) -> ControlFlow<()>,
    ) -> Result<Streamed, Fault>;
}
