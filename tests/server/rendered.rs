//! What `render` prints is what a real API server takes: each object of the recorded cases is applied with `--dry-run=server` and comes
//! back as it was, beyond what the server fills in. What `render` warns of is refused.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::server::{Server, User, run, server};

/// Kinds of others: API group, version, kind, plural.
const FOREIGN: [[&str; 4]; 5] = [
    ["keda.sh", "v1alpha1", "ScaledObject", "scaledobjects"],
    ["networking.istio.io", "v1", "VirtualService", "virtualservices"],
    ["networking.istio.io", "v1", "DestinationRule", "destinationrules"],
    ["gateway.networking.k8s.io", "v1", "HTTPRoute", "httproutes"],
    ["gateway.networking.k8s.io", "v1", "Gateway", "gateways"],
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/render")
}

/// CRDs of those kinds that take anything.
fn install_foreign(server: &Server) {
    static INSTALLED: std::sync::Once = std::sync::Once::new();
    INSTALLED.call_once(|| install_kinds(server));
}

fn install_kinds(server: &Server) {
    let api = server.api(User::Administrator);
    for [group, version, kind, plural] in FOREIGN {
        let schema = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
        let name = format!("{plural}.{group}");
        // A group of Kubernetes' own wants a review on record.
        let crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": name, "annotations": {"api-approved.kubernetes.io": "https://github.com/kubernetes-sigs/gateway-api"}},
            "spec": {
                "group": group, "scope": "Namespaced", "names": {"kind": kind, "plural": plural},
                "versions": [{"name": version, "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
            },
        });
        let answer = api.send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", &crd.to_string());
        assert_eq!(answer.code, 201, "{name}: {}", answer.body);
    }
    let since = Instant::now();
    let is_served = |[group, version, _, plural]: &[&str; 4]| api.get(&format!("/apis/{group}/{version}/{plural}")).code == 200;
    while !FOREIGN.iter().all(is_served) {
        assert!(since.elapsed() < Duration::from_secs(60), "the foreign kinds are not served after a minute");
        thread::sleep(Duration::from_millis(200));
    }
}

/// The cases, each with the settings under which most is made of it.
fn cases() -> Vec<(String, &'static str)> {
    let names = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let suite =
        |name: &String| ["full", "chart", "alt", "binary"].into_iter().find(|suite| root().join(name).join(suite).is_dir());
    let mut cases: Vec<_> = names.filter_map(|name| suite(&name).map(|suite| (name, suite))).collect();
    cases.sort();
    cases
}

/// The list that `render` prints for a case.
fn rendered(case: &str, suite: &str) -> Value {
    let input = root().join(case).join("input.yaml");
    let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
        .args(["render", "-o", "json", "--show-secrets", "--omnia-version", "2026-07", "--scope", "complete", "--operator"])
        .arg(root().join(format!("{suite}.meta.yaml")))
        .arg(input)
        .output()
        .unwrap();
    assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn id(object: &Value) -> String {
    let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    format!("{}/{}", text("/kind"), text("/metadata/name"))
}

/// What the server would make of the objects, and what it says of those that it refuses.
fn apply(server: &Server, objects: &[&Value]) -> (Vec<Value>, String) {
    let list = json!({"apiVersion": "v1", "kind": "List", "items": objects});
    let mut command = server.kubectl(User::Administrator);
    command.args(["apply", "--dry-run=server", "--validate=strict", "-o", "json", "-f", "-"]);
    let output = run(&mut command, list.to_string().as_bytes());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let applied = match printed["items"].as_array() {
        Some(items) => items.clone(),
        None => Some(printed).filter(|one| !one.is_null()).into_iter().collect(),
    };
    (applied, said)
}

fn create_namespaces(server: &Server, objects: &[Value]) {
    let names: std::collections::BTreeSet<&str> =
        objects.iter().filter_map(|object| object["metadata"]["namespace"].as_str()).collect();
    for name in names {
        let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        let answer = server.api(User::Administrator).send("POST", "/api/v1/namespaces", &namespace.to_string());
        assert!([201, 409].contains(&answer.code), "{}", answer.body);
    }
}

/// What of `sent` is not in `stored`. The server drops an empty value of a variable.
fn lost(sent: &Value, stored: &Value, path: &str, out: &mut Vec<String>) {
    match (sent, stored) {
        (Value::Object(sent), Value::Object(stored)) => {
            sent.iter()
                .for_each(|(key, value)| lost(value, stored.get(key).unwrap_or(&Value::Null), &format!("{path}.{key}"), out));
        }
        (Value::Array(sent), Value::Array(stored)) if sent.len() == stored.len() => {
            sent.iter().zip(stored).enumerate().for_each(|(index, (a, b))| lost(a, b, &format!("{path}[{index}]"), out));
        }
        (Value::String(text), Value::Null) if text.is_empty() => {}
        _ if sent == stored => {}
        _ => out.push(format!("{path}: {sent} became {stored}")),
    }
}

#[test]
fn the_server_takes_what_render_prints() {
    let Some(server) = server("the_server_takes_what_render_prints") else { return };
    install_foreign(server);
    let (mut faults, mut objects, mut refusals) = (Vec::new(), 0, 0);
    for (case, suite) in cases() {
        let list = rendered(&case, suite);
        let items = list["items"].as_array().unwrap();
        create_namespaces(server, items);
        let warned = |object: &&Value| {
            list["warnings"]
                .as_array()
                .unwrap()
                .iter()
                .any(|warning| warning["refused"] == true && warning["object"] == id(object))
        };
        let (bad, good): (Vec<&Value>, Vec<&Value>) = items.iter().partition(warned);
        objects += good.len();
        refusals += bad.len();
        if !good.is_empty() {
            let (applied, said) = apply(server, &good);
            for sent in &good {
                let Some(stored) = applied.iter().find(|stored| id(stored) == id(sent)) else {
                    faults.push(format!("{case} {suite}: {} is refused: {said}", id(sent)));
                    continue;
                };
                let mut differences = Vec::new();
                lost(sent, stored, &id(sent), &mut differences);
                faults.extend(differences.into_iter().map(|difference| format!("{case} {suite}: {difference}")));
            }
        }
        let taken = bad.iter().filter(|sent| !apply(server, &[sent]).0.is_empty());
        faults.extend(taken.map(|sent| format!("{case} {suite}: {} is taken, though render warns", id(sent))));
    }
    assert!(faults.is_empty(), "{} of {objects}:\n{}", faults.len(), faults.join("\n"));
    assert!(objects > 300 && refusals > 1, "{objects} objects, {refusals} refused");
}

/// What was applied is what `diff --live` expects, whatever the server fills in; what is changed by hand afterwards is told.
#[cfg(feature = "cluster")]
#[test]
fn what_is_live_is_compared() {
    let Some(server) = server("what_is_live_is_compared") else { return };
    install_foreign(server);
    let mut faults = Vec::new();
    let mut hand_made = None;
    for (case, suite) in cases() {
        let list = rendered(&case, suite);
        let items = list["items"].as_array().unwrap();
        create_namespaces(server, items);
        if list["warnings"].as_array().unwrap().iter().any(|warning| warning["refused"] == true) || !list["patches"][0].is_null()
        {
            continue;
        }
        let all = json!({"apiVersion": "v1", "kind": "List", "items": items});
        let output = run(server.kubectl(User::Administrator).args(["apply", "-f", "-"]), all.to_string().as_bytes());
        assert!(output.status.success() || items.is_empty(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
        let (code, said) = live_diff(server, &case, suite);
        if code != Some(0) {
            faults.push(format!("{case} {suite}: {code:?}\n{said}"));
        }
        if items.iter().any(|object| object["kind"] == "Deployment") {
            hand_made.get_or_insert((case, suite, items[0]["metadata"]["namespace"].as_str().unwrap().to_owned()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let (case, suite, namespace) = hand_made.unwrap();
    let patch = json!({"spec": {"template": {"spec": {"priorityClassName": "high"}}}});
    let path = format!("/apis/apps/v1/namespaces/{namespace}/deployments/agent");
    assert_eq!(server.api(User::Administrator).send("PATCH", &path, &patch.to_string()).code, 200);
    let (code, said) = live_diff(server, &case, suite);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("pods restart (agent)") && said.contains("-      priorityClassName: high"), "{said}");
}

#[cfg(feature = "cluster")]
fn live_diff(server: &Server, case: &str, suite: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
        .args(["diff", "--live", "-q", "--omnia-version", "2026-07", "--scope", "complete", "--operator"])
        .arg(root().join(format!("{suite}.meta.yaml")))
        .arg(root().join(case).join("input.yaml"))
        .arg("--kubeconfig")
        .arg(server.kubeconfig(User::Administrator))
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}
