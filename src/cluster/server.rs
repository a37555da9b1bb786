//! What the API server says of itself and of the user.

use serde_json::{Value, json};

use super::{
    Cluster, ClusterError, Deed, Resource,
    transport::{Call, Method},
};

impl Cluster {
    /// The version of Kubernetes, as in `v1.35.4`.
    ///
    /// # Errors
    /// The cluster does not answer as it should.
    pub fn version(&self) -> Result<String, ClusterError> {
        let deed = Deed::url("/version");
        let version = self.json(&Call::get("/version".to_owned()), &deed)?["gitVersion"].take();
        version.as_str().map(str::to_owned).ok_or_else(|| self.nonsense(&deed, "it names no gitVersion"))
    }

    /// The name by which the server knows the user. None for servers before Kubernetes 1.28, which do not say.
    ///
    /// # Errors
    /// The cluster does not answer as it should.
    pub fn user(&self) -> Result<Option<String>, ClusterError> {
        let review = Resource::SELF_REVIEWS;
        let deed = Deed::new("create", &review, None, None);
        let call = Call {
            method: Method::Post,
            path: review.collection(None),
            content_type: "application/json",
            body: json!({"apiVersion": review.api_version(), "kind": review.kind}).to_string(),
        };
        match self.json(&call, &deed) {
            Ok(answer) => Ok(answer.pointer("/status/userInfo/username").and_then(Value::as_str).map(str::to_owned)),
            Err(ClusterError::NotServed { .. } | ClusterError::Forbidden { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The plurals of the resources of a group and version; none when the cluster does not serve it. Every user may ask.
    ///
    /// # Errors
    /// The cluster does not answer as it should.
    pub fn served(&self, group: &str, version: &str) -> Result<Vec<String>, ClusterError> {
        let path = format!("/apis/{group}/{version}");
        let deed = Deed::url(&path);
        let answer = match self.json(&Call::get(path), &deed) {
            Err(ClusterError::NotServed { .. }) => return Ok(Vec::new()),
            outcome => outcome?,
        };
        let Some(resources) = answer["resources"].as_array() else {
            return Err(self.nonsense(&deed, "it lists no resources"));
        };
        let names = resources.iter().filter_map(|resource| resource["name"].as_str());
        Ok(names.filter(|name| !name.contains('/')).map(str::to_owned).collect())
    }

    /// Sends a request whose answer is any JSON.
    pub(super) fn json(&self, call: &Call, deed: &Deed) -> Result<Value, ClusterError> {
        let answer = self.send(call, deed)?;
        let value = serde_json::from_str(&answer.body);
        value.map_err(|error| self.nonsense(deed, format!("it is no JSON: {error}")))
    }
}
