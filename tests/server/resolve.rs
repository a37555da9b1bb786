//! `resolve`, `packs` and `graph` with a cluster: names, namespaces, files over the cluster, permissions, two contexts.

use std::process::{Command, Output};

use omnia::crd::GROUP;
use serde_json::{Value, json};

use super::{
    access::allow,
    crds::groups,
    server::{self, Server, User, server},
};

fn create(server: &Server, namespace: &str, object: &Value) {
    let path = groups()[0].path(object["kind"].as_str().unwrap(), namespace);
    let answer = server.api(User::Administrator).send("POST", &path, &object.to_string());
    assert_eq!(answer.code, 201, "{}", answer.body);
}

fn object(kind: &str, name: &str, labels: &Value, spec: &Value) -> Value {
    json!({"apiVersion": format!("{GROUP}/v1alpha1"), "kind": kind, "metadata": {"name": name, "labels": labels}, "spec": spec})
}

/// A version of the pack `support`, with the label that the operator gives it.
fn pack(version: &str) -> Value {
    let name = format!("support-{}", version.replace(['.', '+'], "-"));
    let spec = json!({"packName": "support", "version": version, "source": {"type": "configmap", "configMapRef": {"name": "c"}}});
    object("PromptPack", &name, &json!({"omnia.altairalabs.ai/promptpack": "support"}), &spec)
}

fn agent(name: &str, reference: &Value) -> Value {
    let spec = json!({"promptPackRef": reference, "facades": [{"type": "websocket"}]});
    object("AgentRuntime", name, &json!({"team": name}), &spec)
}

fn run(server: &Server, user: User, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"));
    command.env("KUBECONFIG", server.kubeconfig(user)).env("HOME", server.plugins()).args(arguments);
    server::run(&mut command, b"")
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Agent and what its reference means, in the order of the report.
fn meanings(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let items = report["items"].as_array().unwrap();
    items.iter().map(|item| (text(&item["agent"]["name"]), text(&item["pack"]["version"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, version)| ((*name).to_owned(), (*version).to_owned())).collect()
}

#[test]
fn names_selectors_and_files_are_resolved_among_the_packs_of_the_cluster() {
    let Some(server) = server("names_selectors_and_files_are_resolved_among_the_packs_of_the_cluster") else { return };
    let namespace = server.namespace();
    ["1.0.0", "1.1.0", "2.0.0-rc.1"].iter().for_each(|version| create(server, &namespace, &pack(version)));
    create(server, &namespace, &agent("stable", &json!({"name": "support"})));
    create(server, &namespace, &agent("pinned", &json!({"name": "support", "version": "1.0.0"})));
    let run = |arguments: &[&str]| {
        run(server, User::Administrator, &[&["resolve", "-o", "json", "-n", &namespace], arguments].concat())
    };
    let one = run(&["stable"]);
    assert_eq!((meanings(&report(&one)), one.status.code()), (pairs(&[("stable", "1.1.0")]), Some(0)));
    assert_eq!(
        meanings(&report(&run(&["agentruntime/pinned", "ar/stable"]))),
        pairs(&[("pinned", "1.0.0"), ("stable", "1.1.0")])
    );
    assert_eq!(meanings(&report(&run(&["-l", "team=pinned"]))), pairs(&[("pinned", "1.0.0")]));
    assert_eq!(meanings(&report(&run(&["--live"]))), pairs(&[("pinned", "1.0.0"), ("stable", "1.1.0")]));
    let all = report(&run(&["-A"]));
    assert!(meanings(&all).contains(&("stable".to_owned(), "1.1.0".to_owned())));
    let missing = run(&["nobody"]);
    assert_eq!(missing.status.code(), Some(2), "{}", String::from_utf8_lossy(&missing.stderr));

    // A file wins over the cluster's version of it, and its own pack over none.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stable.json");
    std::fs::write(&file, agent("stable", &json!({"name": "support", "track": "prerelease"})).to_string()).unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(meanings(&report(&run(&[file, "--live"]))), pairs(&[("stable", "2.0.0-rc.1")]));
    let more = folder.path().join("pack.json");
    std::fs::write(&more, pack("3.0.0").to_string()).unwrap();
    assert_eq!(meanings(&report(&run(&[file, "--live", "--with", more.to_str().unwrap()]))), pairs(&[("stable", "3.0.0")]));
    // Without the cluster nobody knows.
    let alone = report(&run(&[file]));
    assert_eq!(alone["items"][0]["verdict"], "notChecked");
}

#[test]
fn what_a_user_may_not_list_is_not_missing() {
    let Some(server) = server("what_a_user_may_not_list_is_not_missing") else { return };
    let namespace = server.namespace();
    allow(server, &namespace, &["get", "list"]);
    create(server, &namespace, &pack("1.0.0"));
    create(server, &namespace, &agent("a", &json!({"name": "support"})));
    let output = run(server, User::Developer, &["resolve", "a", "-n", &namespace, "-o", "json"]);
    let report = report(&output);
    assert_eq!((&report["items"][0]["verdict"], output.status.code()), (&"notChecked".into(), Some(0)));
    let message = report["items"][0]["message"].as_str().unwrap();
    let rule = format!("{{apiGroups: [\"{GROUP}\"], resources: [promptpacks], verbs: [list]}}");
    assert!(message.contains("no permission to list promptpacks") && message.contains(&rule), "{message}");
    let output = run(server, User::Nobody, &["resolve", "a", "-n", &namespace]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_pack_without_its_label_is_not_found() {
    let Some(server) = server("a_pack_without_its_label_is_not_found") else { return };
    let namespace = server.namespace();
    let mut hidden = pack("1.0.0");
    hidden["metadata"]["labels"] = json!({});
    create(server, &namespace, &hidden);
    create(server, &namespace, &agent("a", &json!({"name": "support"})));
    let output = run(server, User::Administrator, &["resolve", "a", "-n", &namespace, "-o", "json"]);
    let report = report(&output);
    assert_eq!((&report["items"][0]["verdict"], output.status.code()), (&"notFound".into(), Some(1)));
    let reason = report["items"][0]["candidates"][0]["reason"].as_str().unwrap();
    assert!(reason.starts_with("label missing"), "{reason}");
}

/// Two contexts with namespaces of their own stand for two clusters.
#[test]
fn contexts_are_compared() {
    let Some(server) = server("contexts_are_compared") else { return };
    let (staging, production) = (server.namespace(), server.namespace());
    for (namespace, versions) in [(&staging, &["1.0.0", "1.1.0"][..]), (&production, &["1.0.0"][..])] {
        versions.iter().for_each(|version| create(server, namespace, &pack(version)));
        create(server, namespace, &agent("follower", &json!({"name": "support"})));
        create(server, namespace, &agent("pinned", &json!({"name": "support", "version": "1.0.0"})));
    }
    let mut config: Value = serde_json::from_slice(&std::fs::read(server.kubeconfig(User::Administrator)).unwrap()).unwrap();
    let context = config["contexts"][0]["context"].clone();
    config["contexts"] = [("staging", &staging), ("production", &production)]
        .map(|(name, namespace)| {
            let mut context = context.clone();
            context["namespace"] = namespace.as_str().into();
            json!({"name": name, "context": context})
        })
        .to_vec()
        .into();
    let folder = tempfile::tempdir().unwrap();
    let kubeconfig = folder.path().join("config");
    std::fs::write(&kubeconfig, config.to_string()).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"));
        command
            .env("KUBECONFIG", &kubeconfig)
            .env("HOME", folder.path())
            .args(["resolve", "--live", "-o", "json"])
            .args(arguments);
        server::run(&mut command, b"")
    };
    let output = run(&["--context", "staging", "--against-context", "production", "--fail-on-change"]);
    let compared = report(&output);
    assert_eq!((output.status.code(), &compared["summary"]["changed"]), (Some(1), &1.into()));
    let follower = compared["items"].as_array().unwrap().iter().find(|item| item["agent"]["name"] == "follower").unwrap();
    assert_eq!((&follower["was"], &follower["pack"]["version"]), (&"1.0.0".into(), &"1.1.0".into()));
    let same = run(&["--context", "staging", "--against-context", "staging", "--fail-on-change"]);
    assert_eq!(same.status.code(), Some(0));
}

/// Many pages, and all of them count.
#[test]
fn thousands_of_packs_are_looked_at() {
    const PACKS: usize = 5_000;
    let Some(server) = server("thousands_of_packs_are_looked_at") else { return };
    let namespace = server.namespace();
    let numbers: Vec<usize> = (0..PACKS).collect();
    std::thread::scope(|scope| {
        for part in numbers.chunks(PACKS / 8) {
            let namespace = &namespace;
            scope.spawn(move || part.iter().for_each(|number| create(server, namespace, &pack(&format!("1.{number}.0")))));
        }
    });
    create(server, &namespace, &agent("follower", &json!({"name": "support"})));
    let output =
        run(server, User::Administrator, &["packs", "support", "-n", &namespace, "-o", "json", "--if-published", "2.0.0"]);
    let report = report(&output);
    let item = &report["items"][0];
    assert_eq!(item["versions"].as_array().map(Vec::len), Some(PACKS));
    assert_eq!(item["versions"][0]["version"], format!("1.{}.0", PACKS - 1));
    assert_eq!(item["versions"][0]["followers"][0]["agent"]["name"], "follower");
    assert_eq!(item["ifPublished"]["moves"][0]["effect"], "restartsPods");
}

#[test]
fn a_change_touches_those_who_refer() {
    let Some(server) = server("a_change_touches_those_who_refer") else { return };
    let namespace = server.namespace();
    create(server, &namespace, &pack("1.0.0"));
    create(server, &namespace, &agent("a", &json!({"name": "support"})));
    let output =
        run(server, User::Administrator, &["graph", "--live", "-n", &namespace, "--impact", "pp/support-1-0-0", "-o", "json"]);
    let report = report(&output);
    assert_eq!(report["edges"][0]["from"], format!("AgentRuntime/{namespace}/a"));
    assert_eq!(report["edges"].as_array().map(Vec::len), Some(1));
}
