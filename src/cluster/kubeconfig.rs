//! From flags and kubeconfig files to the configuration of a client, as kubectl decides it.

use std::{
    env,
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::Uri;
use kube::config::{AuthInfo, Cluster, Config, Context, Kubeconfig};

use super::{ClusterError, Connection, proxy};

/// A configuration with what people call it.
pub(super) struct Resolved {
    /// For the client.
    pub config: Config,
    /// The context: its name, or where else the configuration comes from.
    pub context: String,
}

/// The configuration that flags and files give; inside of a pod the one of its service account, when there is nothing else.
///
/// # Errors
/// [`ClusterError::Configuration`]: a file cannot be read, or an entry is missing.
pub(super) fn resolve(connection: &Connection) -> Result<Resolved, ClusterError> {
    let files = files(connection)?;
    if files.is_empty() && connection.server.is_none() {
        return in_cluster(connection);
    }
    let mut merged = Kubeconfig::default();
    for file in &files {
        let read =
            Kubeconfig::read_from(file).map_err(|error| unusable(&format!("the kubeconfig {}", file.display()), &error))?;
        merged = merged.merge(read).map_err(|error| unusable(&format!("the kubeconfig {}", file.display()), &error))?;
    }
    let entries = Entries::choose(merged, connection)?;
    let config = entries.config()?;
    Ok(Resolved { config: finish(config, connection)?, context: entries.context })
}

/// The files to merge: that of the flag, those of `KUBECONFIG` that exist, or the one in the home directory when it exists.
fn files(connection: &Connection) -> Result<Vec<PathBuf>, ClusterError> {
    if let Some(file) = &connection.kubeconfig {
        return Ok(vec![file.clone()]);
    }
    let named: Vec<PathBuf> =
        env::var_os("KUBECONFIG").iter().flat_map(env::split_paths).filter(|path| !path.as_os_str().is_empty()).collect();
    let default = || env::home_dir().map(|home| home.join(".kube/config"));
    let candidates = if named.is_empty() { default().into_iter().collect() } else { named.clone() };
    let found: Vec<PathBuf> = candidates.into_iter().filter(|path| path.exists()).collect();
    if found.is_empty() && !named.is_empty() && connection.server.is_none() && !is_in_cluster() {
        let names: Vec<_> = named.iter().map(|path| path.display().to_string()).collect();
        return Err(ClusterError::Configuration(format!("no file of KUBECONFIG exists: {}", names.join(", "))));
    }
    Ok(found)
}

fn is_in_cluster() -> bool {
    env::var_os("KUBERNETES_SERVICE_HOST").is_some_and(|host| !host.is_empty())
}

fn in_cluster(connection: &Connection) -> Result<Resolved, ClusterError> {
    if !is_in_cluster() {
        let advice = "there is no kubeconfig: set KUBECONFIG or --kubeconfig, or name the API server with --server";
        return Err(ClusterError::Configuration(advice.to_owned()));
    }
    let mut config = Config::incluster_env().map_err(|error| unusable("the service account of this pod", &error))?;
    let mut auth = std::mem::take(&mut config.auth_info);
    override_user(&mut auth, connection);
    config.auth_info = auth;
    Ok(Resolved { config: finish(config, connection)?, context: "in-cluster".to_owned() })
}

/// The entries that are meant, with what flags say instead.
struct Entries {
    context: String,
    namespace: Option<String>,
    cluster: Cluster,
    user: AuthInfo,
}

impl Entries {
    fn choose(kubeconfig: Kubeconfig, connection: &Connection) -> Result<Self, ClusterError> {
        let name = given(connection.context.clone()).or(given(kubeconfig.current_context));
        let context = match &name {
            Some(name) => {
                let entries = kubeconfig.contexts.into_iter().map(|entry| (entry.name, entry.context));
                find("context", name, entries.collect())?
            }
            None if connection.server.is_some() || connection.cluster.is_some() => Context::default(),
            None => {
                let advice =
                    "the kubeconfig has no current context: choose one with --context (kubectl config get-contexts lists them)";
                return Err(ClusterError::Configuration(advice.to_owned()));
            }
        };
        let entries = kubeconfig.clusters.into_iter().map(|entry| (entry.name, entry.cluster)).collect();
        let cluster = given(connection.cluster.clone()).or(given(Some(context.cluster)));
        let mut cluster = cluster.map_or_else(|| Ok(Cluster::default()), |name| find("cluster", &name, entries))?;
        let entries = kubeconfig.auth_infos.into_iter().map(|entry| (entry.name, entry.auth_info)).collect();
        let user = given(connection.user.clone()).or(given(context.user));
        let mut user = user.map_or_else(|| Ok(AuthInfo::default()), |name| find("user", &name, entries))?;
        override_cluster(&mut cluster, connection);
        override_user(&mut user, connection);
        Ok(Self { context: name.unwrap_or_else(|| "(none)".to_owned()), namespace: given(context.namespace), cluster, user })
    }

    fn config(&self) -> Result<Config, ClusterError> {
        let unusable =
            |what: &str, error: &dyn std::fmt::Display| unusable(&format!("{what} of context {:?}", self.context), error);
        let server = self.cluster.server.as_deref().unwrap_or_default();
        let server: Uri = server.parse().map_err(|error| unusable("the server URL", &error))?;
        let mut config = Config::new(server);
        config.root_cert = self.authorities().map_err(|error| unusable("the certificate authority", &error))?;
        config.proxy_url = proxy_of(&config.cluster_url, self.cluster.proxy_url.as_deref())?;
        config.accept_invalid_certs = self.cluster.insecure_skip_tls_verify.unwrap_or_default();
        config.disable_compression = self.cluster.disable_compression.unwrap_or_default();
        config.tls_server_name.clone_from(&self.cluster.tls_server_name);
        config.auth_info = self.user.clone();
        if let Some(namespace) = &self.namespace {
            config.default_namespace.clone_from(namespace);
        }
        Ok(config)
    }

    /// The certificates that sign the server's, in DER; none for those of the system.
    fn authorities(&self) -> Result<Option<Vec<Vec<u8>>>, String> {
        let pem = match (&self.cluster.certificate_authority_data, &self.cluster.certificate_authority) {
            (Some(data), _) if !data.is_empty() => STANDARD.decode(data).map_err(|error| error.to_string())?,
            (_, Some(file)) if !file.is_empty() => std::fs::read(file).map_err(|error| format!("{file}: {error}"))?,
            _ => return Ok(None),
        };
        let parts = pem::parse_many(pem).map_err(|error| error.to_string())?;
        let found: Vec<_> = parts.into_iter().filter(|part| part.tag() == "CERTIFICATE").map(pem::Pem::into_contents).collect();
        if found.is_empty() { Err("it holds no certificate".to_owned()) } else { Ok(Some(found)) }
    }
}

fn given(name: Option<String>) -> Option<String> {
    name.filter(|name| !name.is_empty())
}

/// The entry called `name`.
fn find<T>(what: &str, name: &str, entries: Vec<(String, Option<T>)>) -> Result<T, ClusterError> {
    let known = match entries.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "it has none".to_owned(),
        names => format!("it has {names}"),
    };
    let found = entries.into_iter().find(|entry| entry.0 == name).and_then(|(_, entry)| entry);
    found.ok_or_else(|| ClusterError::Configuration(format!("the kubeconfig has no {what} {name:?}: {known}")))
}

fn override_cluster(cluster: &mut Cluster, connection: &Connection) {
    if let Some(server) = &connection.server {
        cluster.server = Some(if server.contains("://") { server.clone() } else { format!("http://{server}") });
        // The name belonged to the other server.
        cluster.tls_server_name = None;
    }
    if let Some(name) = &connection.tls_server_name {
        cluster.tls_server_name = Some(name.clone());
    }
    if connection.insecure_skip_tls_verify {
        cluster.insecure_skip_tls_verify = Some(true);
        (cluster.certificate_authority, cluster.certificate_authority_data) = (None, None);
    }
    if let Some(file) = &connection.certificate_authority {
        (cluster.certificate_authority, cluster.certificate_authority_data) = (Some(path_text(file)), None);
    }
    if connection.disable_compression {
        cluster.disable_compression = Some(true);
    }
}

fn override_user(auth: &mut AuthInfo, connection: &Connection) {
    if let Some(token) = &connection.token {
        *auth = AuthInfo {
            token: Some(token.clone().into()),
            token_file: None,
            exec: None,
            auth_provider: None,
            username: None,
            password: None,
            ..std::mem::take(auth)
        };
    }
    if let Some(file) = &connection.client_certificate {
        (auth.client_certificate, auth.client_certificate_data) = (Some(path_text(file)), None);
    }
    if let Some(file) = &connection.client_key {
        (auth.client_key, auth.client_key_data) = (Some(path_text(file)), None);
    }
    if connection.impersonate.is_some() {
        auth.impersonate.clone_from(&connection.impersonate);
    }
    if !connection.impersonate_groups.is_empty() {
        auth.impersonate_groups = Some(connection.impersonate_groups.clone());
    }
    if connection.impersonate_uid.is_some() {
        auth.impersonate_uid.clone_from(&connection.impersonate_uid);
    }
}

/// What holds wherever the configuration comes from; retries are our own.
fn finish(mut config: Config, connection: &Connection) -> Result<Config, ClusterError> {
    if let Some(namespace) = &connection.namespace {
        config.default_namespace.clone_from(namespace);
    }
    config.default_retry = false;
    if config.cluster_url.host().is_none() {
        let advice = format!("{:?} is no URL of an API server: it begins with https://", config.cluster_url.to_string());
        return Err(ClusterError::Configuration(advice));
    }
    Ok(config)
}

/// The proxy for a cluster entry that names `own`.
fn proxy_of(server: &Uri, own: Option<&str>) -> Result<Option<Uri>, ClusterError> {
    let proxy = own.filter(|own| !own.is_empty()).map(str::to_owned);
    let Some(proxy) = proxy.or_else(|| proxy::of_environment(server, |name| env::var(name).ok())) else { return Ok(None) };
    proxy.parse().map(Some).map_err(|error| unusable(&format!("the proxy {proxy:?}"), &error))
}

fn unusable(what: &str, error: &dyn std::fmt::Display) -> ClusterError {
    ClusterError::Configuration(format!("{what} cannot be used: {error}"))
}

fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
