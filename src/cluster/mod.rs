//! Clusters: reading, watching, writing with preconditions, asking what one may.
//!
//! The only module that opens sockets, and with `signals` the only one with asynchronous code: the others work on whole answers of a
//! [`transport::Transport`]. A [`Cluster`] blocks until it has an answer, and every wait has an end.

mod access;
#[cfg(feature = "cluster")]
mod client;
mod connection;
mod definitions;
mod error;
#[cfg(feature = "cluster")]
mod kubeconfig;
mod list;
mod patch;
#[cfg(feature = "cluster")]
mod proxy;
mod resource;
mod send;
mod server;
mod signals;
mod trace;
pub mod transport;
mod watch;
mod world;

use std::sync::Arc;

pub use access::{Access, Grants, grants};
pub use connection::{Connection, DEFAULT_REQUEST_TIMEOUT};
pub use definitions::Definitions;
pub use error::{ClusterError, Deed};
pub use list::Selection;
pub use patch::{Change, Patch, Test, Written};
pub use resource::Resource;
pub use signals::{Signal, on_signal};
pub use trace::{BODIES, REQUESTS, Sink};
pub use watch::{Event, Until, Watch};
pub use world::Want;

use self::transport::Transport;

/// An API server, asked in the name of a user.
pub struct Cluster {
    transport: Box<dyn Transport>,
    context: Arc<str>,
    namespace: String,
    server: String,
}

impl Cluster {
    /// The cluster that flags and kubeconfig name. The first request opens the connection.
    ///
    /// # Errors
    /// The configuration makes no sense, a credential plugin fails, or no cluster may be asked.
    #[cfg(feature = "cluster")]
    pub fn connect(connection: &Connection) -> Result<Self, ClusterError> {
        if connection.offline {
            return Err(ClusterError::Offline);
        }
        let client::Connected { transport, context, namespace, server } = client::Http::connect(connection)?;
        Ok(Self::new(Box::new(transport), &context, namespace, server))
    }

    /// Without the feature `cluster` there is no way to a cluster.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "cluster"))]
    pub fn connect(connection: &Connection) -> Result<Self, ClusterError> {
        Err(if connection.offline { ClusterError::Offline } else { ClusterError::NotBuilt })
    }

    /// A cluster behind a transport; `context` and `server` are its names for people.
    pub fn new(transport: Box<dyn Transport>, context: &str, namespace: String, server: String) -> Self {
        Self { transport, context: context.into(), namespace, server }
    }

    /// The same, with its requests told to `sink` from the verbosity [`REQUESTS`] on, and their bodies from [`BODIES`] on.
    #[must_use]
    pub fn traced(self, verbosity: u8, sink: Sink) -> Self {
        if verbosity < REQUESTS {
            return self;
        }
        Self { transport: Box::new(trace::Traced::new(self.transport, verbosity, sink)), ..self }
    }

    /// The name of the context.
    pub fn context(&self) -> &Arc<str> {
        &self.context
    }

    /// The namespace of the flags, or that of the context.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The URL of the API server.
    pub fn server(&self) -> &str {
        &self.server
    }
}
