//! Writing: patches that hold only while the object is as it was read.

use serde_json::{Value, json};

use crate::world::Object;

use super::{
    Cluster, ClusterError, Deed, Resource,
    resource::encoded,
    transport::{Answer, Call, Method},
};

/// What the server says, and all that it says, of a JSON patch that cannot be applied, as when a test fails.
const NOT_APPLICABLE: &str = "the server rejected our request due to an error in our request";

/// A write.
#[derive(Debug, Clone)]
pub struct Patch<'a> {
    /// The kind of the object.
    pub resource: &'a Resource,
    /// Its namespace.
    pub namespace: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Whether the status is written, and not the rest.
    pub status: bool,
    /// What changes.
    pub change: Change,
    /// Who is the manager of the written fields.
    pub field_manager: &'a str,
    /// Whether the server only says what would become of it.
    pub dry_run: bool,
}

/// What changes, and what must hold for it. There is no change without a condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A JSON merge patch for an object of this `metadata.resourceVersion`.
    Merge {
        /// The version that was read.
        version: String,
        /// The patch; `null` takes a field away.
        patch: Value,
    },
    /// Operations of JSON Patch (RFC 6902) that follow tests.
    Json {
        /// What must hold.
        test: Test,
        /// What else must hold.
        tests: Vec<Test>,
        /// The operations, as in `{"op": "replace", "path": "/spec/x", "value": 1}`.
        operations: Vec<Value>,
    },
}

/// A value that the object must have.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// Where, as a JSON pointer.
    pub path: String,
    /// The value.
    pub value: Value,
}

/// What the server made of a write.
#[derive(Debug, Clone)]
pub struct Written {
    /// The object as it is now, or would be.
    pub object: Object,
    /// The server's remarks.
    pub warnings: Vec<String>,
}

impl Change {
    fn content_type(&self) -> &'static str {
        match self {
            Self::Merge { .. } => "application/merge-patch+json",
            Self::Json { .. } => "application/json-patch+json",
        }
    }

    fn body(&self) -> Value {
        match self {
            Self::Merge { version, patch } => {
                let mut patch = patch.clone();
                patch["metadata"]["resourceVersion"] = json!(version);
                patch
            }
            Self::Json { test, tests, operations } => {
                let tests = std::iter::once(test).chain(tests);
                tests
                    .map(|test| json!({"op": "test", "path": test.path, "value": test.value}))
                    .chain(operations.iter().cloned())
                    .collect()
            }
        }
    }
}

impl Cluster {
    /// Writes. Fields that the schema does not know are refused (`fieldValidation=Strict`).
    ///
    /// # Errors
    /// [`ClusterError::Conflict`] when the condition does not hold any more: nothing was written, and the object is to be read and the
    /// decision to be made again. [`ClusterError::Invalid`] when the server refuses the result. After [`ClusterError::TimedOut`] and
    /// [`ClusterError::CutOff`] nobody knows whether it was written.
    pub fn patch(&self, patch: &Patch<'_>) -> Result<Written, ClusterError> {
        let mut deed = Deed::new("patch", patch.resource, Some(patch.namespace), Some(patch.name));
        deed.subresource = patch.status.then_some("status");
        let subresource = if patch.status { "/status" } else { "" };
        let dry_run = if patch.dry_run { "&dryRun=All" } else { "" };
        let object = patch.resource.object(Some(patch.namespace), patch.name);
        let manager = encoded(patch.field_manager);
        let call = Call {
            method: Method::Patch,
            path: format!("{object}{subresource}?fieldManager={manager}&fieldValidation=Strict{dry_run}"),
            content_type: patch.change.content_type(),
            body: patch.change.body().to_string(),
        };
        let answer = self.send(&call, &deed).map_err(|error| match (&patch.change, error) {
            (Change::Json { .. }, ClusterError::Invalid { deed, message }) if message == NOT_APPLICABLE => {
                let message = "what the patch is made for does not hold any more".to_owned();
                ClusterError::Conflict { deed, message }
            }
            (_, error) => error,
        })?;
        Ok(Written { object: self.object(&answer, &deed)?, warnings: warnings(&answer) })
    }
}

/// The texts of warning headers: `299 - "TEXT"`.
fn warnings(answer: &Answer) -> Vec<String> {
    let text = |header: &String| {
        let quoted = header.split_once(" - ").map_or(header.as_str(), |(_, text)| text);
        serde_json::from_str(quoted).unwrap_or_else(|_| quoted.to_owned())
    };
    answer.warnings.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_carries_its_condition() {
        let merge = Change::Merge { version: "7".to_owned(), patch: json!({"spec": {"a": null}}) };
        assert_eq!(merge.body(), json!({"spec": {"a": null}, "metadata": {"resourceVersion": "7"}}));
        let test = |path: &str, value: Value| Test { path: path.to_owned(), value };
        let change = Change::Json {
            test: test("/spec/a", json!(1)),
            tests: vec![test("/spec/b", Value::Null)],
            operations: vec![json!({"op": "remove", "path": "/spec/a"})],
        };
        let operations = [
            json!({"op": "test", "path": "/spec/a", "value": 1}),
            json!({"op": "test", "path": "/spec/b", "value": null}),
            json!({"op": "remove", "path": "/spec/a"}),
        ];
        assert_eq!(change.body(), Value::from(operations.to_vec()));
    }
}
