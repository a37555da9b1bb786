//! Patches.

use omnia::cluster::{Change, ClusterError, Patch, Resource, Test};
use serde_json::json;

use crate::script::{Reply, Script, provider, providers};

fn patch(resource: &Resource) -> Patch<'_> {
    Patch {
        resource,
        namespace: "team-a",
        name: "x",
        status: false,
        change: Change::Merge { version: "7".to_owned(), patch: json!({"spec": {"model": "m"}}) },
        field_manager: "kubectl-omnia",
        dry_run: false,
    }
}

#[test]
fn a_write_is_strict_and_conditional() {
    let answer = provider("x", 8);
    let script = Script::always(Reply::Whole(200, "warning: 299 - \"spec.model is old\"\r\n", answer.to_string()));
    let cluster = script.cluster();
    let providers = providers();
    let written = cluster.patch(&patch(&providers)).unwrap();
    assert_eq!(written.object.root().at("metadata.resourceVersion").str(), "8");
    assert_eq!(written.warnings, ["spec.model is old"]);
    let test = Test { path: "/spec/a".to_owned(), value: json!(1) };
    let change = Change::Json { test, tests: Vec::new(), operations: vec![json!({"op": "remove", "path": "/spec/a"})] };
    cluster.patch(&Patch { status: true, dry_run: true, change, ..patch(&providers) }).unwrap();
    let [first, second] = &script.asked()[..] else { panic!() };
    let path = "PATCH /apis/omnia.altairalabs.ai/v1alpha1/namespaces/team-a/providers/x";
    assert_eq!(first.line, format!("{path}?fieldManager=kubectl-omnia&fieldValidation=Strict"));
    assert_eq!(first.header("content-type"), Some("application/merge-patch+json"));
    assert_eq!(second.line, format!("{path}/status?fieldManager=kubectl-omnia&fieldValidation=Strict&dryRun=All"));
    assert_eq!(second.header("content-type"), Some("application/json-patch+json"));
}

/// A write is sent again only where the server says that it did nothing.
#[test]
fn a_write_is_not_repeated_blindly() {
    let cases = [
        (Reply::status(500, "", "etcd is gone", ""), 1),
        (Reply::Bytes(String::new()), 1),
        (Reply::status(429, "retry-after: 0\r\n", "slow down", ""), 4),
        (Reply::status(409, "", "the object has been modified", "x"), 1),
    ];
    for (reply, attempts) in cases {
        let script = Script::always(reply.clone());
        let error = script.cluster().patch(&patch(&providers())).unwrap_err();
        assert_eq!(script.asked().len(), attempts, "{reply:?}: {error}");
    }
}

#[test]
fn a_condition_that_fails_is_a_conflict() {
    let providers = providers();
    let test = Test { path: "/spec/a".to_owned(), value: json!(1) };
    let json = Patch { change: Change::Json { test, tests: Vec::new(), operations: Vec::new() }, ..patch(&providers) };
    let generic = "the server rejected our request due to an error in our request";
    for (patch, code, message) in [(patch(&providers), 409, "the object has been modified"), (json, 422, generic)] {
        let error = Script::always(Reply::status(code, "", message, "x")).cluster().patch(&patch).unwrap_err();
        assert!(matches!(&error, ClusterError::Conflict { .. }), "{error}");
        assert!(error.to_string().contains("look at it again"), "{error}");
    }
    let error = Script::always(Reply::status(422, "", "spec.model: Required value", "x")).cluster().patch(&patch(&providers));
    assert!(matches!(error, Err(ClusterError::Invalid { .. })));
}
