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

/// Manifests of what allows all of this, each role with its binding.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grants {
    /// A Role for each namespace, and a ClusterRole for what is in none.
    pub roles: Vec<Value>,
    /// What binds them to the user; empty when nobody knows who that is.
    pub bindings: Vec<Value>,
}

/// What grants all of these to a user.
///
/// The names tell roles of other rules and of other users apart: one that is applied later must take nothing from those that are there.
pub fn grants(missing: &[Deed], user: Option<&str>) -> Grants {
    type Group = BTreeMap<(String, String), BTreeSet<&'static str>>;
    let mut scopes: BTreeMap<Option<&str>, Group> = BTreeMap::new();
    for deed in missing {
        let scope = deed.namespace.as_deref().filter(|_| deed.resource.namespaced);
        let key = (deed.resource.group.to_string(), deed.resource_name());
        scopes.entry(scope).or_default().entry(key).or_default().insert(deed.verb);
    }
    let mut grants = Grants::default();
    for (namespace, rights) in scopes {
        let rules = Value::from(rules(rights));
        let kind = if namespace.is_some() { "Role" } else { "ClusterRole" };
        let mut metadata =
            json!({"name": format!("kubectl-omnia-{:08x}", hash(&format!("{} {rules}", user.unwrap_or_default())))});
        if let Some(namespace) = namespace {
            metadata["namespace"] = namespace.into();
        }
        let group = "rbac.authorization.k8s.io";
        let version = format!("{group}/v1");
        if let Some(user) = user {
            grants.bindings.push(json!({
                "apiVersion": version,
                "kind": format!("{kind}Binding"),
                "metadata": metadata,
                "roleRef": {"apiGroup": group, "kind": kind, "name": metadata["name"]},
                "subjects": [{"apiGroup": group, "kind": "User", "name": user}],
            }));
        }
        grants.roles.push(json!({"apiVersion": version, "kind": kind, "metadata": metadata, "rules": rules}));
    }
    grants
}

/// FNV-1a of 32 bits.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
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
        let Grants { roles: found, bindings } =
            grants(&[deployments("list"), deployments("get"), definitions, Deed::url("/version")], Some("jane"));
        let rules = json!([
            {"apiGroups": ["apiextensions.k8s.io"], "resources": ["customresourcedefinitions"], "verbs": ["list"]},
            {"nonResourceURLs": ["/version"], "verbs": ["get"]},
        ]);
        assert_eq!(found[0]["kind"], "ClusterRole");
        assert_eq!(found[0]["rules"], rules);
        assert_eq!((&found[1]["kind"], &found[1]["metadata"]["namespace"]), (&json!("Role"), &json!("a")));
        assert_eq!(found[1]["rules"], json!([{"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get", "list"]}]));
        for (role, binding) in found.iter().zip(&bindings) {
            assert_eq!(binding["kind"], format!("{}Binding", role["kind"].as_str().unwrap_or_default()));
            assert_eq!((&binding["metadata"], &binding["roleRef"]["name"]), (&role["metadata"], &role["metadata"]["name"]));
            assert_eq!(binding["subjects"][0]["name"], "jane");
        }
        assert_eq!(grants(&[], Some("jane")), Grants::default());
        assert_eq!(grants(&[deployments("get")], None).bindings.len(), 0);
    }

    /// A manifest that is applied must not replace another one's rules, nor another user's binding.
    #[test]
    fn other_rules_and_other_users_have_other_names() {
        let name = |verb, user| {
            let deed = Deed::new(verb, &Resource::DEPLOYMENTS, Some("a"), None);
            grants(&[deed], Some(user)).roles[0]["metadata"]["name"].as_str().unwrap_or_default().to_owned()
        };
        let names = BTreeSet::from([name("get", "jane"), name("list", "jane"), name("get", "joe"), name("get", "jane")]);
        assert_eq!(names.len(), 3, "{names:?}");
    }
}
