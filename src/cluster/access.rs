//! What the user may do.

use serde_json::json;

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
        let attributes = json!({
            "group": asked.resource.group,
            "version": asked.resource.version,
            "resource": asked.resource.plural,
            "subresource": asked.subresource.unwrap_or_default(),
            "verb": asked.verb,
            "namespace": asked.namespace.clone().unwrap_or_default(),
            "name": asked.name.clone().unwrap_or_default(),
        });
        let body = json!({
            "apiVersion": review.api_version(),
            "kind": review.kind,
            "spec": {"resourceAttributes": attributes},
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
