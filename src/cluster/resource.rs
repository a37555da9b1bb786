//! What can be asked for, and its paths.

use std::{borrow::Cow, fmt};

use crate::crd::Definition;

/// A resource of the API: what kubectl calls a type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resource {
    /// The API group; empty for the core group.
    pub group: Cow<'static, str>,
    /// The version.
    pub version: Cow<'static, str>,
    /// The plural, as in paths.
    pub plural: Cow<'static, str>,
    /// The kind.
    pub kind: Cow<'static, str>,
    /// Whether its objects live in namespaces.
    pub namespaced: bool,
}

impl Resource {
    /// The resource of a definition: its storage version, or else the first one that is served. None when no version is served.
    pub fn of(definition: &Definition) -> Option<Self> {
        let mut served = definition.versions.iter().filter(|version| version.served);
        let stored = served.clone().find(|version| version.storage);
        let version = stored.or_else(|| served.next())?;
        Some(Self {
            group: definition.group.clone().into(),
            version: version.name.clone().into(),
            plural: definition.plural.clone().into(),
            kind: definition.kind.clone().into(),
            namespaced: definition.namespaced,
        })
    }

    /// `CustomResourceDefinition`.
    pub const DEFINITIONS: Self =
        Self::builtin("apiextensions.k8s.io", "customresourcedefinitions", "CustomResourceDefinition", false);
    /// `ConfigMap`.
    pub const CONFIG_MAPS: Self = Self::builtin("", "configmaps", "ConfigMap", true);
    /// `Deployment`.
    pub const DEPLOYMENTS: Self = Self::builtin("apps", "deployments", "Deployment", true);
    /// `Event`.
    pub const EVENTS: Self = Self::builtin("", "events", "Event", true);
    /// `Namespace`.
    pub const NAMESPACES: Self = Self::builtin("", "namespaces", "Namespace", false);
    /// `Pod`.
    pub const PODS: Self = Self::builtin("", "pods", "Pod", true);
    /// `Secret`.
    pub const SECRETS: Self = Self::builtin("", "secrets", "Secret", true);
    /// `SelfSubjectAccessReview`.
    pub(super) const ACCESS_REVIEWS: Self =
        Self::builtin("authorization.k8s.io", "selfsubjectaccessreviews", "SelfSubjectAccessReview", false);
    /// `SelfSubjectReview`.
    pub(super) const SELF_REVIEWS: Self =
        Self::builtin("authentication.k8s.io", "selfsubjectreviews", "SelfSubjectReview", false);
    /// `ValidatingWebhookConfiguration`.
    pub const WEBHOOKS: Self =
        Self::builtin("admissionregistration.k8s.io", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", false);

    /// The resource of a kind of Kubernetes itself, or of Istio, that objects of the platform refer to; none for Secrets, whose data nobody
    /// should read along with their names.
    pub fn referred(kind: &str) -> Option<Self> {
        const REFERRED: &[Resource] = &[
            Resource::CONFIG_MAPS,
            Resource::builtin("", "persistentvolumeclaims", "PersistentVolumeClaim", true),
            Resource::builtin("", "serviceaccounts", "ServiceAccount", true),
            Resource::builtin("", "services", "Service", true),
            Resource::builtin("scheduling.k8s.io", "priorityclasses", "PriorityClass", false),
            Resource::builtin("node.k8s.io", "runtimeclasses", "RuntimeClass", false),
            Resource::builtin("networking.istio.io", "virtualservices", "VirtualService", true),
            Resource::builtin("networking.istio.io", "destinationrules", "DestinationRule", true),
        ];
        REFERRED.iter().find(|resource| resource.kind == kind).cloned()
    }

    /// A path that is no resource, such as `/version`.
    pub(super) fn url(path: &str) -> Self {
        let none = || Cow::Borrowed("");
        Self { group: none(), version: none(), plural: path.to_owned().into(), kind: none(), namespaced: false }
    }

    /// A resource of Kubernetes itself in version `v1`.
    const fn builtin(group: &'static str, plural: &'static str, kind: &'static str, namespaced: bool) -> Self {
        let [group, version, plural, kind] =
            [Cow::Borrowed(group), Cow::Borrowed("v1"), Cow::Borrowed(plural), Cow::Borrowed(kind)];
        Self { group, version, plural, kind, namespaced }
    }

    /// `omnia.altairalabs.ai/v1alpha1`, `v1`.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.to_string() } else { format!("{}/{}", self.group, self.version) }
    }

    /// The path of the collection: that of a namespace, or without one that of all namespaces.
    pub(super) fn collection(&self, namespace: Option<&str>) -> String {
        let root = if self.group.is_empty() { "/api".to_owned() } else { format!("/apis/{}", self.group) };
        match namespace.filter(|_| self.namespaced) {
            Some(namespace) => format!("{root}/{}/namespaces/{}/{}", self.version, encoded(namespace), self.plural),
            None => format!("{root}/{}/{}", self.version, self.plural),
        }
    }

    /// The path of an object.
    pub(super) fn object(&self, namespace: Option<&str>, name: &str) -> String {
        format!("{}/{}", self.collection(namespace), encoded(name))
    }
}

impl fmt::Display for Resource {
    /// As kubectl takes it: `agentruntimes.omnia.altairalabs.ai`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.plural)?;
        if self.group.is_empty() { Ok(()) } else { write!(f, ".{}", self.group) }
    }
}

/// `text` as a segment of a path or a value of a query.
pub(super) fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_api() {
        let secrets = Resource::SECRETS;
        assert_eq!(secrets.collection(None), "/api/v1/secrets");
        assert_eq!(secrets.object(Some("a"), "x"), "/api/v1/namespaces/a/secrets/x");
        let deployments = Resource::DEPLOYMENTS;
        assert_eq!(deployments.collection(Some("a")), "/apis/apps/v1/namespaces/a/deployments");
        let namespaces = Resource::NAMESPACES;
        assert_eq!(namespaces.object(Some("ignored"), "../x y"), "/api/v1/namespaces/..%2Fx%20y");
        assert_eq!(deployments.to_string(), "deployments.apps");
    }
}
