//! What can go wrong between this program and a cluster, and what to do about it.

use std::{fmt, time::Duration};

use thiserror::Error;

use super::Resource;

/// Something that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Deed {
    /// The verb of RBAC: `get`, `list`, `watch`, `patch`, `create`.
    pub verb: &'static str,
    /// On what.
    pub resource: Resource,
    /// The namespace; none for all of them, and for kinds without namespaces.
    pub namespace: Option<String>,
    /// The name; none for collections.
    pub name: Option<String>,
    /// The subresource.
    pub subresource: Option<&'static str>,
}

impl Deed {
    /// A verb on a resource. The namespace is left out for kinds that have none.
    pub fn new(verb: &'static str, resource: &Resource, namespace: Option<&str>, name: Option<&str>) -> Self {
        Self {
            verb,
            resource: resource.clone(),
            namespace: namespace.filter(|_| resource.namespaced).map(str::to_owned),
            name: name.map(str::to_owned),
            subresource: None,
        }
    }

    /// Reading a path that is no resource.
    pub fn url(path: &str) -> Self {
        Self::new("get", &Resource::url(path), None, None)
    }

    /// `agentruntimes`, `agentruntimes/status`: as rules of RBAC have it.
    pub fn resource_name(&self) -> String {
        let plural = &self.resource.plural;
        self.subresource.map_or_else(|| plural.to_string(), |sub| format!("{plural}/{sub}"))
    }

    /// Where: ` in namespace team-a`, ` in all namespaces`; nothing for kinds without namespaces.
    fn place(&self) -> String {
        match &self.namespace {
            _ if !self.resource.namespaced => String::new(),
            Some(namespace) => format!(" in namespace {namespace}"),
            None => " in all namespaces".to_owned(),
        }
    }

    /// The rule that allows it, as one item of `rules` of a Role.
    pub fn rule(&self) -> String {
        let (group, resource) = (&self.resource.group, self.resource_name());
        if resource.starts_with('/') {
            return format!("{{nonResourceURLs: [{resource}], verbs: [{}]}}", self.verb);
        }
        format!("{{apiGroups: [\"{group}\"], resources: [{resource}], verbs: [{}]}}", self.verb)
    }

    /// `Role in namespace team-a`, `ClusterRole`.
    pub fn role(&self) -> String {
        match &self.namespace {
            Some(namespace) if self.resource.namespaced => format!("Role in namespace {namespace}"),
            _ => "ClusterRole".to_owned(),
        }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verb, self.resource_name())?;
        if let Some(name) = &self.name {
            write!(f, " {name:?}")?;
        }
        f.write_str(&self.place())
    }
}

/// Why a cluster did not do what was asked.
///
/// The texts say what to do next. `server` is the URL of the API server.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the fields are what the texts say")]
pub enum ClusterError {
    /// The program was built without the cluster feature.
    #[error("this program was built without cluster support: build it with its default features")]
    NotBuilt,
    /// `--offline` was given.
    #[error("this needs a cluster, and --offline forbids to ask one: leave out --offline, or give files")]
    Offline,
    /// The flags or the kubeconfig make no sense.
    #[error("{0}")]
    Configuration(String),
    /// The credentials cannot be had, as when a plugin of the kubeconfig fails.
    #[error("cannot get the credentials for {server}: {reason}")]
    Credentials { server: String, reason: String },
    /// Nobody answers.
    #[error("cannot reach the API server {server}: {reason}; {}", advice_on_connections(reason))]
    Unreachable { server: String, reason: String },
    /// The answer took too long.
    #[error("no answer from {server} within {after:?} to: {deed}; try again, or give it more time with --request-timeout")]
    TimedOut { server: String, deed: Box<Deed>, after: Duration },
    /// The connection ended within the answer.
    #[error(
        "the answer of {server} to: {deed} broke off ({reason}); try again, and look for a proxy that closes connections if it stays so"
    )]
    CutOff { server: String, deed: Box<Deed>, reason: String },
    /// The answer is not one that an API server gives.
    #[error("the answer of {server} to: {deed} makes no sense: {reason}; is this the address of a Kubernetes API server?")]
    Nonsense { server: String, deed: Box<Deed>, reason: String },
    /// 401.
    #[error(
        "the API server {server} does not accept the credentials: {message}; log in again, or see which user the kubeconfig names (kubectl config view --minify)"
    )]
    Unauthorized { server: String, message: String },
    /// 403 for want of a rule of RBAC.
    #[error("no permission to {deed}: {message}; ask for this rule in a {}: {}", .deed.role(), .deed.rule())]
    Forbidden { deed: Box<Deed>, message: String },
    /// 404 for an object.
    #[error("not found: {deed}; see the names with kubectl get {}{}", .deed.resource, namespace_flag(.deed))]
    NotFound { deed: Box<Deed> },
    /// 404 for a whole resource.
    #[error("the cluster at {server} serves no {resource} of version {version}: its CRD is not installed there, or in another version", version = .resource.version)]
    NotServed { server: String, resource: Box<Resource> },
    /// 409, or a precondition of the write does not hold.
    #[error("{deed}: the object has changed meanwhile ({message}); look at it again")]
    Conflict { deed: Box<Deed>, message: String },
    /// 410, again and again.
    #[error("{deed}: the cluster changes faster than it can be read ({message}); try again, or ask for one namespace")]
    Gone { deed: Box<Deed>, message: String },
    /// 422.
    #[error("{deed}: the API server refuses the object: {message}")]
    Invalid { deed: Box<Deed>, message: String },
    /// 429, or 503 with Retry-After, after all retries.
    #[error("the API server {server} is too busy to: {deed}; {}", advice_on_load(*.retry_after))]
    Busy { server: String, deed: Box<Deed>, retry_after: Option<Duration> },
    /// 5xx.
    #[error("the API server {server} failed to: {deed}: HTTP status {code}: {message}; try again, or see the log of the server")]
    Server { server: String, deed: Box<Deed>, code: u16, message: String },
    /// Any other answer that is no success.
    #[error("the API server {server} refused to: {deed}: HTTP status {code}: {message}")]
    Refused { server: String, deed: Box<Deed>, code: u16, message: String },
}

impl ClusterError {
    /// Whether a write that ended so may have taken place all the same.
    pub const fn leaves_open(&self) -> bool {
        matches!(self, Self::TimedOut { .. } | Self::CutOff { .. } | Self::Nonsense { .. } | Self::Server { .. })
    }

    /// Whether the same question may be answered a little later: the server or the way to it is down, not the request wrong.
    pub const fn passes(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. } | Self::TimedOut { .. } | Self::CutOff { .. } | Self::Busy { .. } | Self::Server { .. }
        )
    }

    /// Why nobody could look, for the scope of a world: `no permission to list providers in namespace team-a (missing rule ...)`.
    /// None for faults that are not about one resource.
    pub fn closed(&self) -> Option<String> {
        match self {
            Self::Forbidden { deed, .. } => {
                Some(format!("no permission to {deed} (missing rule in a {}: {})", deed.role(), deed.rule()))
            }
            Self::NotServed { resource, .. } => Some(format!("the cluster serves no {resource} of version {}", resource.version)),
            _ => None,
        }
    }
}

fn namespace_flag(deed: &Deed) -> String {
    match &deed.namespace {
        Some(namespace) if deed.resource.namespaced => format!(" -n {namespace}"),
        _ => String::new(),
    }
}

fn advice_on_connections(reason: &str) -> &'static str {
    if reason.contains("certificate") {
        "its certificate is not trusted: see --certificate-authority and --tls-server-name"
    } else {
        "see --context and --server, and whether a VPN or a proxy (HTTPS_PROXY, NO_PROXY) is in the way"
    }
}

fn advice_on_load(retry_after: Option<Duration>) -> String {
    match retry_after {
        Some(after) => format!("it asks to wait {after:?}: try again then"),
        None => "try again later".to_owned(),
    }
}
