//! The program itself against faults and other CRDs: texts, exit codes, and an end in bounded time.

use std::{
    process::{Command, Output},
    time::{Duration, Instant},
};

use omnia::crd::{GROUP, Release, embedded, export};
use serde_json::{Value, json};

use crate::script::{Asked, Reply, Script};

pub fn run(script: &Script, arguments: &[&str]) -> (Output, Duration) {
    let since = Instant::now();
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
        .env_clear()
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .args(arguments)
        .args(["--server", &script.url, "--token", "secret", "--request-timeout", &format!("{}ms", script.patience.as_millis())])
        .output()
        .unwrap();
    (output, since.elapsed())
}

/// The code, standard output and standard error.
pub fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// The JSON fits `schema`, which asks for every key of the objects at `there`.
pub fn fits(script: &Script, schema: &str, arguments: &[&str], there: &[&str]) {
    let (_, text, errors) = said(&run(script, &[arguments, &["-o", "json"]].concat()).0);
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {errors}"));
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(schema);
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&report).take(5).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
    for pointer in there {
        let object = report.pointer(pointer).and_then(Value::as_object);
        for key in object.unwrap_or_else(|| panic!("{arguments:?}: no {pointer}")).keys() {
            let mut torn = report.clone();
            torn.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(key);
            assert!(!validator.is_valid(&torn), "{arguments:?}: {pointer}/{key} is not asked for");
        }
    }
}

/// A cluster with the CRDs of the current release as `change` leaves them, and one provider.
fn cluster(change: impl Fn(&mut Vec<Value>)) -> Script {
    let mut crds: Vec<Value> =
        embedded::kinds().iter().filter_map(|kind| export::custom_resource_definition(kind, Release::Current)).collect();
    change(&mut crds);
    Script::new(move |asked, _| answer(asked, &crds))
}

fn answer(asked: &Asked, crds: &[Value]) -> Reply {
    let path = asked.line.split([' ', '?']).nth(1).unwrap();
    let list = |kind: &str, items: &[Value]| {
        Reply::ok(&json!({"kind": format!("{kind}List"), "apiVersion": "v1", "metadata": {}, "items": items}))
    };
    match path.rsplit('/').next().unwrap() {
        "version" => Reply::ok(&json!({"gitVersion": "v1.34.2"})),
        "customresourcedefinitions" => list("CustomResourceDefinition", crds),
        "validatingwebhookconfigurations" => {
            let rule = json!({"apiGroups": [GROUP], "resources": ["*"]});
            let webhook = json!({"name": "w", "failurePolicy": "Fail", "rules": [rule]});
            list("ValidatingWebhookConfiguration", &[json!({"metadata": {"name": "omnia"}, "webhooks": [webhook]})])
        }
        "selfsubjectreviews" => Reply::ok(&json!({"status": {"userInfo": {"username": "jane"}}})),
        "selfsubjectaccessreviews" => Reply::ok(&json!({"status": {"allowed": true}})),
        "configmaps" => list("ConfigMap", &[]),
        "known" => Reply::ok(&json!({"apiVersion": format!("{GROUP}/v1alpha1"), "kind": "Provider",
            "metadata": {"name": "known", "namespace": "default", "uid": "u", "resourceVersion": "7", "generation": 1,
                "creationTimestamp": "2026-11-01T00:00:00Z", "managedFields": [{"manager": "kubectl"}]},
            "spec": {"type": "mock"}, "status": {"phase": "Ready"}})),
        plural => match embedded::resource(plural) {
            Some(kind) => list(kind.kind, &[]),
            None => Reply::status(404, "", "not found", plural),
        },
    }
}

/// The definition of a field in the schema of a kind.
fn schema<'c>(crds: &'c mut [Value], kind: &str) -> &'c mut Value {
    let crd = crds.iter_mut().find(|crd| crd["spec"]["names"]["kind"] == kind).unwrap();
    &mut crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
}

#[test]
fn faults_have_their_exit_codes() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"git";
    let cases = [
        (Reply::status(401, "", "Unauthorized", ""), "does not accept the credentials"),
        (Reply::status(429, "retry-after: 3600\r\n", "slow down", ""), "too busy"),
        (Reply::status(500, "", "etcd is gone", ""), "HTTP status 500: etcd is gone"),
        (Reply::Bytes(head.to_owned()), "broke off"),
        (Reply::Silence(head.to_owned()), "no answer from"),
        (Reply::Silence(String::new()), "no answer from"),
        (Reply::Whole(200, "", "<html>".to_owned()), "makes no sense"),
    ];
    std::thread::scope(|scope| {
        for (reply, expected) in cases {
            scope.spawn(move || {
                let script = Script::always(reply.clone());
                for arguments in [&["lint", "--live"][..], &["lint", "provider/x"], &["doctor"], &["schema", "diff"]] {
                    let (output, took) = run(&script, arguments);
                    let (code, text, errors) = said(&output);
                    assert_eq!((code, text.as_str()), (3, ""), "{arguments:?} {reply:?}: {errors}");
                    assert!(errors.contains("error: ") && errors.contains(expected), "{arguments:?} {reply:?}: {errors}");
                    assert!(took < Duration::from_secs(50), "{arguments:?} {reply:?}: {took:?}");
                }
            });
        }
    });
}

#[test]
fn offline_is_an_error_for_whatever_asks() {
    let script = cluster(|_| {});
    for arguments in [&["lint", "--live"][..], &["lint", "provider/x"], &["lint", "-A"], &["doctor"], &["schema", "diff"]] {
        let (code, _, errors) = said(&run(&script, &[arguments, &["--offline"]].concat()).0);
        assert_eq!(code, 2, "{arguments:?}: {errors}");
        assert!(errors.contains("--offline forbids"), "{arguments:?}: {errors}");
    }
    assert!(script.asked().is_empty());
}

#[test]
fn a_healthy_cluster_has_no_problems() {
    let (code, text, errors) = said(&run(&cluster(|_| {}), &["doctor"]).0);
    assert_eq!((code, errors.as_str()), (0, ""), "{text}");
    for line in ["user         jane", "kubernetes   v1.34.2", "release      current"] {
        assert!(text.contains(line), "{text}");
    }
    assert!(!text.contains("problem") && !text.contains("not checked"), "{text}");
    let (code, text, errors) = said(&run(&cluster(|_| {}), &["lint", "provider/known", "--show", "info"]).0);
    assert_eq!((code, text.as_str()), (0, ""), "{errors}");
}

#[test]
fn other_crds_are_told_and_judge() {
    let script = cluster(|crds| {
        crds.retain(|crd| crd["spec"]["names"]["kind"] != "ArenaJob");
        schema(crds, "Provider")["type"]["enum"] = json!(["other"]);
    });
    let (code, text, _) = said(&run(&script, &["doctor"]).0);
    assert_eq!(code, 1);
    assert!(text.contains("nearest to current, 2 differences") && text.contains("does not serve ArenaJob"), "{text}");
    let (code, text, _) = said(&run(&script, &["schema", "diff"]).0);
    assert_eq!(code, 1);
    assert!(text.contains("ArenaJob: only in release current\n"), "{text}");
    assert!(text.contains("Provider\n  ~ spec.type enum: [") && text.contains("-> [\"other\"]"), "{text}");
    let (code, text, errors) = said(&run(&script, &["lint", "provider/known"]).0);
    assert_eq!(code, 1, "{errors}");
    assert!(text.contains("OPS015") && text.contains("ArenaJob is not served; Provider differs in 1 place"), "{text}");
    assert!(text.contains("live:default/providers/known:") && text.contains("supported values: \"other\""), "{text}");
}

#[test]
fn a_cluster_without_the_platform_is_told() {
    let script = cluster(Vec::clear);
    let (code, text, _) = said(&run(&script, &["doctor"]).0);
    assert_eq!(code, 1);
    assert!(text.contains("problem: the CRDs of the platform are not installed"), "{text}");
    let (code, _, errors) = said(&run(&script, &["lint", "--live"]).0);
    assert_eq!(code, 3);
    assert!(errors.contains("the CRDs of the platform are not installed in the cluster"), "{errors}");
}
