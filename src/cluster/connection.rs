//! What the user says of the connection.

use std::{path::PathBuf, time::Duration};

/// How long the answer to a request may take when nothing else is said: the API server's own limit.
pub const DEFAULT_REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// The connection flags of kubectl. What is not set comes from the kubeconfig.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Connection {
    /// No cluster may be asked.
    pub offline: bool,
    /// The kubeconfig file; otherwise those of `KUBECONFIG`, or the one in the home directory.
    pub kubeconfig: Option<PathBuf>,
    /// The context of the kubeconfig.
    pub context: Option<String>,
    /// The cluster entry of the kubeconfig.
    pub cluster: Option<String>,
    /// The user entry of the kubeconfig.
    pub user: Option<String>,
    /// The namespace.
    pub namespace: Option<String>,
    /// The URL of the API server.
    pub server: Option<String>,
    /// The bearer token.
    pub token: Option<String>,
    /// The user to act as.
    pub impersonate: Option<String>,
    /// The groups to act as.
    pub impersonate_groups: Vec<String>,
    /// The UID to act as.
    pub impersonate_uid: Option<String>,
    /// The file with the certificates that sign the server's.
    pub certificate_authority: Option<PathBuf>,
    /// The file with the client's certificate.
    pub client_certificate: Option<PathBuf>,
    /// The file with the key of the client's certificate.
    pub client_key: Option<PathBuf>,
    /// The name that the server's certificate must have.
    pub tls_server_name: Option<String>,
    /// The server's certificate is not checked.
    pub insecure_skip_tls_verify: bool,
    /// How long an answer may take; zero stands for no limit. [`DEFAULT_REQUEST_TIMEOUT`] when it is not said.
    pub request_timeout: Option<Duration>,
    /// Answers shall not be compressed.
    pub disable_compression: bool,
}

impl Connection {
    /// How long an answer may take; none for ever.
    pub fn timeout(&self) -> Option<Duration> {
        Some(self.request_timeout.unwrap_or(DEFAULT_REQUEST_TIMEOUT)).filter(|timeout| !timeout.is_zero())
    }
}
