//! What the user may do.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{
    Cluster, ClusterError, Deed, Resource,
    transport::{Call, Method},
};

/// Whether something is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// What was asked about.
    pub deed: Deed,
    /// Whether it is allowed.
    pub allowed: bool,
    /// The server's words on it; often empty.
    pub reason: String,
}

impl Cluster {
    /// Asks whether the user may do this. Everybody who is logged in may ask.
    ///
    /// # Errors
    /// The cluster does not answer as it should.
    pub fn access_review(&self, asked: Deed) -> Result<Access, ClusterError> {
        let review = Resource::ACCESS_REVIEWS;
        let deed = Deed::new("create", &review, None, None);
        let (key, attributes) = if asked.resource.plural.starts_with('/') {
            ("nonResourceAttributes", json!({"path": asked.resource.plural, "verb": asked.verb}))
        } else {
            let attributes = json!({
                "group": asked.resource.group,
                "version": asked.resource.version,
                "resource": asked.resource.plural,
                "subresource": asked.subresource.unwrap_or_default(),
                "verb": asked.verb,
                "namespace": asked.namespace.clone().unwrap_or_default(),
                "name": asked.name.clone().unwrap_or_default(),
            });
            ("resourceAttributes", attributes)
        };
        let body = json!({
            "apiVersion": review.api_version(),
            "kind": review.kind,
            "spec": {key: attributes},
        });
        let call = Call {
            method: Method::Post,
            path: review.collection(None),
            content_type: "application/json",
            body: body.to_string(),
        };
        let status = self.json(&call, &deed)?["status"].take();
        match status["allowed"].as_bool() {
            Some(allowed) => {
                Ok(Access { deed: asked, allowed, reason: status["reason"].as_str().unwrap_or_default().to_owned() })
            }
            None => Err(self.nonsense(&deed, "it does not say whether that is allowed")),
        }
    }
}

/// The roles that allow all of these, as manifests: one for each namespace, and a ClusterRole for what is in none. They carry no binding.
pub fn roles(missing: &[Deed]) -> Vec<Value> {
    type Group = BTreeMap<(String, String), BTreeSet<&'static str>>;
    let mut scopes: BTreeMap<Option<&str>, Group> = BTreeMap::new();
    for deed in missing {
        let scope = deed.namespace.as_deref().filter(|_| deed.resource.namespaced);
        let key = (deed.resource.group.to_string(), deed.resource_name());
        scopes.entry(scope).or_default().entry(key).or_default().insert(deed.verb);
    }
    let role = |(namespace, rights): (Option<&str>, Group)| {
        let kind = if namespace.is_some() { "Role" } else { "ClusterRole" };
        let mut metadata = json!({"name": "kubectl-omnia"});
        if let Some(namespace) = namespace {
            metadata["namespace"] = namespace.into();
        }
        json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": kind, "metadata": metadata, "rules": rules(rights)})
    };
    scopes.into_iter().map(role).collect()
}

/// One rule for all resources of a group with the same verbs.
fn rules(rights: BTreeMap<(String, String), BTreeSet<&'static str>>) -> Vec<Value> {
    let mut merged: BTreeMap<(bool, String, BTreeSet<&str>), Vec<String>> = BTreeMap::new();
    for ((group, resource), verbs) in rights {
        merged.entry((resource.starts_with('/'), group, verbs)).or_default().push(resource);
    }
    let rule = |((is_url, group, verbs), resources): ((bool, String, BTreeSet<&str>), Vec<String>)| match is_url {
        true => json!({"nonResourceURLs": resources, "verbs": verbs}),
        false => json!({"apiGroups": [group], "resources": resources, "verbs": verbs}),
    };
    merged.into_iter().map(rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_rights_come_together_in_few_rules() {
        let deployments = |verb| Deed::new(verb, &Resource::DEPLOYMENTS, Some("a"), None);
        let definitions = Deed::new("list", &Resource::DEFINITIONS, Some("a"), None);
        let found = roles(&[deployments("list"), deployments("get"), definitions, Deed::url("/version")]);
        let rules = json!([
            {"apiGroups": ["apiextensions.k8s.io"], "resources": ["customresourcedefinitions"], "verbs": ["list"]},
            {"nonResourceURLs": ["/version"], "verbs": ["get"]},
        ]);
        assert_eq!(found[0]["kind"], "ClusterRole");
        assert_eq!(found[0]["rules"], rules);
        assert_eq!((&found[1]["kind"], &found[1]["metadata"]["namespace"]), (&json!("Role"), &json!("a")));
        assert_eq!(found[1]["rules"], json!([{"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get", "list"]}]));
        assert!(roles(&[]).is_empty());
    }
}
