//! The connection flags of kubectl, and what a fault of a cluster means for the exit code.

use std::{path::PathBuf, time::Duration};

use clap::Args;

use super::{
    Exit,
    ui::{self, Ui},
};
use crate::cluster::{Cluster, ClusterError, Connection};

/// kubectl's flags, with its names and meanings.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Connection (all flags: kubectl omnia options)")]
pub struct ConnectionArgs {
    /// The namespace [default: that of the context].
    #[arg(short, long, value_name = "NAMESPACE")]
    pub namespace: Option<String>,
    #[command(flatten)]
    cluster: ClusterArgs,
}

/// The same without the namespace, for commands to which it also means something without a cluster.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Connection (all flags: kubectl omnia options)")]
pub struct ClusterArgs {
    /// The context of the kubeconfig.
    #[arg(long, value_name = "NAME")]
    context: Option<String>,
    /// The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config].
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    kubeconfig: Option<PathBuf>,
    /// The cluster entry of the kubeconfig.
    #[arg(long, value_name = "NAME", hide = true)]
    cluster: Option<String>,
    /// The user entry of the kubeconfig.
    #[arg(long, value_name = "NAME", hide = true)]
    user: Option<String>,
    /// The URL of the API server.
    #[arg(short, long, value_name = "URL", hide = true)]
    server: Option<String>,
    /// The bearer token.
    #[arg(long, value_name = "TOKEN", hide = true)]
    token: Option<String>,
    /// The user to act as.
    #[arg(long = "as", value_name = "USER", hide = true)]
    impersonate: Option<String>,
    /// A group to act as; may be repeated.
    #[arg(long = "as-group", value_name = "GROUP", hide = true)]
    impersonate_group: Vec<String>,
    /// The UID to act as.
    #[arg(long = "as-uid", value_name = "UID", hide = true)]
    impersonate_uid: Option<String>,
    /// The certificates that sign the server's.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, hide = true)]
    certificate_authority: Option<PathBuf>,
    /// The client's certificate.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, hide = true)]
    client_certificate: Option<PathBuf>,
    /// The key of the client's certificate.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, hide = true)]
    client_key: Option<PathBuf>,
    /// The name that the server's certificate must have.
    #[arg(long, value_name = "NAME", hide = true)]
    tls_server_name: Option<String>,
    /// Do not check the server's certificate.
    #[arg(long, hide = true)]
    insecure_skip_tls_verify: bool,
    /// How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60].
    #[arg(long, value_name = "TIME", value_parser = timeout, hide = true)]
    request_timeout: Option<Duration>,
    /// Do not ask for compressed answers.
    #[arg(long, hide = true)]
    disable_compression: bool,
}

impl ConnectionArgs {
    /// The same in another context of the kubeconfig.
    pub fn in_context(&self, context: &str) -> Self {
        let mut other = self.clone();
        other.cluster.context = Some(context.to_owned());
        other
    }

    /// The cluster that is meant. The first request opens the connection.
    ///
    /// # Errors
    /// There is none; it was said on standard error.
    pub fn connect(&self, ui: &mut Ui) -> Result<Cluster, Exit> {
        self.cluster.connect(self.namespace.as_deref(), ui)
    }
}

impl ClusterArgs {
    /// The cluster that is meant; the namespace of the context counts where none is given. The first request opens the connection.
    ///
    /// # Errors
    /// There is none; it was said on standard error.
    pub fn connect(&self, namespace: Option<&str>, ui: &mut Ui) -> Result<Cluster, Exit> {
        let own = self.clone();
        let connection = Connection {
            offline: ui.is_offline(),
            kubeconfig: own.kubeconfig,
            context: own.context,
            cluster: own.cluster,
            user: own.user,
            namespace: namespace.map(str::to_owned),
            server: own.server,
            token: own.token,
            impersonate: own.impersonate,
            impersonate_groups: own.impersonate_group,
            impersonate_uid: own.impersonate_uid,
            certificate_authority: own.certificate_authority,
            client_certificate: own.client_certificate,
            client_key: own.client_key,
            tls_server_name: own.tls_server_name,
            insecure_skip_tls_verify: own.insecure_skip_tls_verify,
            request_timeout: own.request_timeout,
            disable_compression: own.disable_compression,
        };
        let cluster = Cluster::connect(&connection).map_err(|error| complain(ui, &error))?;
        Ok(cluster.traced(ui.verbosity(), Box::new(ui::log)))
    }
}

/// Says what a cluster did not do.
pub fn complain(ui: &mut Ui, error: &ClusterError) -> Exit {
    ui.complain(&format!("error: {error}"));
    match error {
        ClusterError::Configuration(_) | ClusterError::Offline | ClusterError::NotFound { .. } => Exit::Usage,
        ClusterError::Conflict { .. } => Exit::Precondition,
        ClusterError::Invalid { .. } => Exit::Negative,
        _ => Exit::Environment,
    }
}

/// That a selection is empty, and where it was looked for.
pub fn none_found(what: &str, cluster: &Cluster, all_namespaces: bool, labels: Option<&str>) -> String {
    let place = if all_namespaces { "any namespace".to_owned() } else { format!("namespace {}", cluster.namespace()) };
    let labels = labels.map(|labels| format!(" with the labels {labels}")).unwrap_or_default();
    format!("no {what} found in {place}{labels}")
}

/// Reads a time as kubectl does: whole seconds, or numbers with units.
fn timeout(text: &str) -> Result<Duration, String> {
    const UNITS: &[(&str, f64)] = &[("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    if let Ok(seconds) = text.parse() {
        return Ok(Duration::from_secs(seconds));
    }
    let wrong = || format!("{text:?} is no time: write seconds, or numbers with h, m, s or ms, as in 1m30s");
    let (mut rest, mut seconds) = (text, 0.0);
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(wrong)?;
        let number: f64 = rest[..digits].parse().map_err(|_| wrong())?;
        let (unit, factor) = UNITS.iter().find(|(unit, _)| rest[digits..].starts_with(unit)).ok_or_else(wrong)?;
        seconds += number * factor;
        rest = &rest[digits + unit.len()..];
    }
    if text.is_empty() { Err(wrong()) } else { Duration::try_from_secs_f64(seconds).map_err(|_| wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_kubectl_reads_them() {
        let cases = [("0", 0), ("5", 5000), ("5s", 5000), ("1m30s", 90_000), ("1.5h", 5_400_000), ("250ms", 250)];
        for (text, milliseconds) in cases {
            assert_eq!(timeout(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "5x", "1m30", "-5s", "1..5s"] {
            assert!(timeout(text).is_err(), "{text}");
        }
    }
}
