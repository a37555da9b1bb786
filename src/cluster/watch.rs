//! Watching: the state of a selection, and then every change.

use std::{
    ops::ControlFlow,
    thread::sleep,
    time::{Duration, Instant},
};

use crate::{
    world::Object,
    yaml::{Node, Value, read_json},
};

use super::{
    Cluster, ClusterError, Deed, Resource, Selection,
    transport::{Call, Fault, Patience, Piece, Streamed},
};

/// How long the server shall keep a stream open. Seconds.
const STREAM: u32 = 290;
/// Streams that end without an event in a row, before that counts as a fault.
const EMPTY: u32 = 5;
/// The pause between two streams.
const PAUSE: Duration = Duration::from_secs(1);

/// What is watched.
#[derive(Debug, Clone, Copy)]
pub struct Watch<'a> {
    /// The kind.
    pub resource: &'a Resource,
    /// The objects of that kind.
    pub selection: Selection<'a>,
    /// When to stop; none for never.
    pub deadline: Option<Instant>,
    /// After how long without an event [`Event::Idle`] comes.
    pub idle: Duration,
}

/// What happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// All objects, at the beginning and whenever the thread of changes was lost: this replaces what was known.
    Listed(Vec<Object>),
    /// An object is new or has changed.
    Applied(Box<Object>),
    /// An object is gone; this is how it was.
    Deleted(Box<Object>),
    /// Nothing happened for a while: time to look at the clock.
    Idle,
}

/// How a watch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until<T> {
    /// The watcher has what it waited for.
    Reached(T),
    /// The deadline came first.
    Deadline,
}

/// A line of a stream.
enum Line {
    Event(Event, String),
    Bookmark(String),
    /// The server forgot the version that the stream began at.
    Gone,
    /// The server cannot go on right now.
    Failed,
}

impl Cluster {
    /// Lists a selection and hands on every change until `on` breaks or the deadline comes. Streams that end are begun again where they
    /// ended, and with a new list where the server does not know that place any more.
    ///
    /// # Errors
    /// The objects cannot be listed or watched, or the connection is lost for good.
    pub fn watch<T>(&self, watch: &Watch<'_>, mut on: impl FnMut(Event) -> ControlFlow<T>) -> Result<Until<T>, ClusterError> {
        let deed = Deed::new("watch", watch.resource, watch.selection.namespace, None);
        let mut version = None;
        let mut empty = 0;
        loop {
            if watch.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Until::Deadline);
            }
            let from = match version.take() {
                Some(version) => version,
                None => {
                    let listed = self.listed(watch.resource, watch.selection)?;
                    if let ControlFlow::Break(reached) = on(Event::Listed(listed.objects)) {
                        return Ok(Until::Reached(reached));
                    }
                    listed.version
                }
            };
            let mut reading = Reading { version: Some(from), seen: 0, outcome: None };
            let streamed = self.read_stream(watch, &deed, &mut reading, &mut on);
            match reading.outcome {
                Some(Ok(reached)) => return Ok(Until::Reached(reached)),
                Some(Err(reason)) => return Err(self.nonsense(&deed, reason)),
                None => {}
            }
            empty = if reading.seen > 0 { 0 } else { empty + 1 };
            match streamed {
                Ok(Streamed::Deadline) => return Ok(Until::Deadline),
                Ok(Streamed::Refused(answer)) => match self.check(answer, &deed) {
                    Err(ClusterError::Gone { .. }) => reading.version = None,
                    Err(ClusterError::Busy { .. } | ClusterError::Server { .. }) if empty < EMPTY => {}
                    Err(error) => return Err(error),
                    Ok(_) => {}
                },
                Ok(Streamed::Ended | Streamed::Stopped) if empty < EMPTY => {}
                Ok(_) => return Err(self.fault(Fault::CutOff("the stream ends again and again".to_owned()), &deed)),
                Err(Fault::CutOff(_) | Fault::Unreachable(_)) if empty < EMPTY => {}
                Err(fault) => return Err(self.fault(fault, &deed)),
            }
            version = reading.version;
            if empty > 0 {
                sleep(PAUSE);
            }
        }
    }

    fn read_stream<T>(
        &self,
        watch: &Watch<'_>,
        deed: &Deed,
        reading: &mut Reading<T>,
        on: &mut impl FnMut(Event) -> ControlFlow<T>,
    ) -> Result<Streamed, Fault> {
        let collection = watch.resource.collection(watch.selection.namespace);
        let version = reading.version.clone().unwrap_or_default();
        let query = watch.selection.query();
        let path =
            format!("{collection}?watch=1&allowWatchBookmarks=true&timeoutSeconds={STREAM}&resourceVersion={version}{query}");
        let patience = Patience { idle: watch.idle, deadline: watch.deadline };
        let mut take = |event: Event, reading: &mut Reading<T>| match on(event) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(reached) => {
                reading.outcome = Some(Ok(reached));
                ControlFlow::Break(())
            }
        };
        self.transport.stream(&Call::get(path), patience, &mut |piece| match piece {
            Piece::Idle => take(Event::Idle, reading),
            Piece::Line(text) => match self.line(text, deed) {
                Ok(Line::Event(event, version)) => {
                    reading.seen += 1;
                    reading.version = Some(version);
                    take(event, reading)
                }
                Ok(Line::Bookmark(version)) => {
                    reading.seen += 1;
                    reading.version = Some(version);
                    ControlFlow::Continue(())
                }
                Ok(Line::Gone) => {
                    reading.version = None;
                    ControlFlow::Break(())
                }
                Ok(Line::Failed) => ControlFlow::Break(()),
                Err(reason) => {
                    reading.outcome = Some(Err(reason));
                    ControlFlow::Break(())
                }
            },
        })
    }

    fn line(&self, text: &str, deed: &Deed) -> Result<Line, String> {
        let root = read_json(text).map_err(|error| format!("an event is no JSON: {error}"))?.into_owned();
        let kind = root.get("type").and_then(Node::as_str).unwrap_or_default().to_owned();
        let Value::Map(map) = root.value else { return Err("an event is no object".to_owned()) };
        let object = map.entries.into_iter().find(|entry| entry.key == "object").map(|entry| entry.value);
        let Some(object) = object else { return Err(format!("an event of type {kind:?} has no object")) };
        let metadata = object.get("metadata").and_then(|metadata| metadata.get("resourceVersion"));
        let version = metadata.and_then(Node::as_str).unwrap_or_default().to_owned();
        match kind.as_str() {
            "BOOKMARK" => Ok(Line::Bookmark(version)),
            "ERROR" if object.get("code").and_then(Node::as_i64) == Some(410) => Ok(Line::Gone),
            "ERROR" if object.get("code").and_then(Node::as_i64).is_some_and(|code| code == 429 || code >= 500) => {
                Ok(Line::Failed)
            }
            "ERROR" => Err(object.get("message").and_then(Node::as_str).unwrap_or("an error without words").to_owned()),
            "ADDED" | "MODIFIED" => Ok(Line::Event(Event::Applied(Box::new(self.built(object, &deed.resource)?)), version)),
            "DELETED" => Ok(Line::Event(Event::Deleted(Box::new(self.built(object, &deed.resource)?)), version)),
            _ => Err(format!("there is no event of type {kind:?}")),
        }
    }
}

/// How far a stream was read.
struct Reading<T> {
    /// The version to go on from; none when all has to be listed again.
    version: Option<String>,
    /// Events and bookmarks.
    seen: usize,
    outcome: Option<Result<T, String>>,
}
