//! What the product says of a cluster: `lint` with it, `doctor`, `schema diff`, and the library's own client.

use std::{
    ops::ControlFlow,
    process::{Command, Output},
    time::{Duration, Instant},
};

use omnia::{
    cluster::{Change, Cluster, ClusterError, Connection, Deed, Event, Patch, Resource, Selection, Test, Until, Want, Watch},
    crd::{Catalog, GROUP, Release},
    world::{Lookup, Scope, World},
};
use serde_json::{Value, json};

use super::{
    access::allow,
    crds::groups,
    server::{Server, User, server},
};

fn provider(name: &str, spec: &Value) -> Value {
    json!({"apiVersion": format!("{GROUP}/v1alpha1"), "kind": "Provider", "metadata": {"name": name, "labels": {"app": name}}, "spec": spec})
}

fn create(server: &Server, namespace: &str, object: &Value) {
    let path = groups()[0].path(object["kind"].as_str().unwrap(), namespace);
    let answer = server.api(User::Administrator).send("POST", &path, &object.to_string());
    assert_eq!(answer.code, 201, "{}", answer.body);
}

fn run(server: &Server, user: User, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"));
    command.env("KUBECONFIG", server.kubeconfig(user)).env("HOME", server.plugins()).args(arguments);
    super::server::run(&mut command, b"")
}

/// The code, standard output and standard error.
fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {:?}", said(output)))
}

fn connect(server: &Server, user: User, namespace: &str) -> Cluster {
    let connection =
        Connection { kubeconfig: Some(server.kubeconfig(user)), namespace: Some(namespace.to_owned()), ..Connection::default() };
    Cluster::connect(&connection).unwrap()
}

fn resource(word: &str) -> Resource {
    Resource::of(Catalog::new(Release::Current).resource(word).unwrap()).unwrap()
}

#[test]
fn objects_are_read_into_a_world() {
    let Some(server) = server("objects_are_read_into_a_world") else { return };
    let namespace = server.namespace();
    create(server, &namespace, &provider("one", &json!({"type": "mock"})));
    let cluster = connect(server, User::Administrator, &namespace);
    let providers = resource("providers");
    let want = |resource: &Resource| Want { resource: resource.clone(), namespace: Some(namespace.clone()) };
    let mut world = World::new(Scope::Open);
    cluster.load(&[want(&providers), want(&Resource::SECRETS), want(&resource("workspaces"))], &mut world).unwrap();
    let one = world.get("Provider", &namespace, "one").found().unwrap();
    assert_eq!(one.spec().get("type").str(), "mock");
    assert!(matches!(world.get("Provider", &namespace, "two"), Lookup::Missing));
    assert!(matches!(world.get("Secret", &namespace, "two"), Lookup::Missing));
    assert_eq!(*world.scope("Workspace", ""), Scope::Complete);
    let error = cluster.get(&providers, &namespace, "two").unwrap_err();
    assert!(matches!(error, ClusterError::NotFound { .. }), "{error}");
    assert!(cluster.version().unwrap().starts_with("v1."));
    assert_eq!(cluster.user().unwrap().as_deref(), Some("administrator"));
    assert!(cluster.served(GROUP, "v1alpha1").unwrap().contains(&"providers".to_owned()));
    assert!(cluster.served("none.example.com", "v1").unwrap().is_empty());
}

/// More objects than one page holds.
#[test]
fn long_lists_are_whole() {
    let Some(server) = server("long_lists_are_whole") else { return };
    let namespace = server.namespace();
    let names: Vec<String> = (0..1100).map(|number| format!("p-{number:04}")).collect();
    std::thread::scope(|scope| {
        for part in names.chunks(275) {
            let namespace = &namespace;
            scope
                .spawn(move || part.iter().for_each(|name| create(server, namespace, &provider(name, &json!({"type": "mock"})))));
        }
    });
    let cluster = connect(server, User::Administrator, &namespace);
    let listed = cluster.list(&resource("providers"), Selection::namespace(Some(&namespace))).unwrap();
    assert_eq!(listed.iter().map(|object| object.name.clone()).collect::<Vec<_>>(), names);
    let selection = Selection { namespace: Some(&namespace), labels: Some("app in (p-0003, p-0004)"), fields: None };
    assert_eq!(cluster.list(&resource("providers"), selection).unwrap().len(), 2);
    let selection = Selection { namespace: None, labels: None, fields: Some("metadata.name=p-0007") };
    assert_eq!(cluster.list(&resource("providers"), selection).unwrap().len(), 1);
}

#[test]
fn permissions_are_told() {
    let Some(server) = server("permissions_are_told") else { return };
    let namespace = server.namespace();
    allow(server, &namespace, &["get", "list"]);
    let (developer, nobody) = (connect(server, User::Developer, &namespace), connect(server, User::Nobody, &namespace));
    let agents = resource("agentruntimes");
    let may = |cluster: &Cluster, verb| cluster.access_review(Deed::new(verb, &agents, Some(&namespace), None)).unwrap().allowed;
    assert!(may(&developer, "list") && !may(&developer, "patch") && !may(&nobody, "list"));
    assert!(developer.list(&agents, Selection::namespace(Some(&namespace))).unwrap().is_empty());
    let error = nobody.list(&agents, Selection::namespace(Some(&namespace))).unwrap_err();
    let rule = format!("Role in namespace {namespace}: {{apiGroups: [\"{GROUP}\"], resources: [agentruntimes], verbs: [list]}}");
    assert!(matches!(error, ClusterError::Forbidden { .. }) && error.to_string().contains(&rule), "{error}");
    let error = developer.list(&agents, Selection::default()).unwrap_err();
    assert!(error.to_string().contains("ClusterRole: {apiGroups"), "{error}");
    let error = connect(server, User::Stranger, &namespace).list(&agents, Selection::default()).unwrap_err();
    assert!(matches!(error, ClusterError::Unauthorized { .. }), "{error}");
}

fn merge<'a>(resource: &'a Resource, namespace: &'a str, version: &str, patch: Value) -> Patch<'a> {
    Patch {
        resource,
        namespace,
        name: "one",
        status: false,
        change: Change::Merge { version: version.to_owned(), patch },
        field_manager: "kubectl-omnia",
        dry_run: false,
    }
}

#[test]
fn writes_hold_only_for_what_was_read() {
    let Some(server) = server("writes_hold_only_for_what_was_read") else { return };
    let namespace = server.namespace();
    create(server, &namespace, &provider("one", &json!({"type": "mock"})));
    let (cluster, providers) = (connect(server, User::Administrator, &namespace), resource("providers"));
    let version = || cluster.get(&providers, &namespace, "one").unwrap().root().at("metadata.resourceVersion").str().to_owned();
    let first = version();
    let model = |name: &str| json!({"spec": {"model": name}});
    let rehearsed = cluster.patch(&Patch { dry_run: true, ..merge(&providers, &namespace, &first, model("m")) }).unwrap();
    assert_eq!((rehearsed.object.spec().get("model").str(), version()), ("m", first.clone()));
    let written = cluster.patch(&merge(&providers, &namespace, &first, model("m"))).unwrap();
    assert_eq!(written.object.spec().get("model").str(), "m");
    let manager = written.object.root().at("metadata.managedFields").items();
    assert!(manager.iter().any(|entry| entry.get("manager").str() == "kubectl-omnia"));
    let error = cluster.patch(&merge(&providers, &namespace, &first, model("n"))).unwrap_err();
    assert!(matches!(error, ClusterError::Conflict { .. }), "{error}");
    let error = cluster.patch(&merge(&providers, &namespace, &version(), json!({"spec": {"modle": "n"}}))).unwrap_err();
    assert!(error.to_string().contains("unknown field \"spec.modle\""), "{error}");
    let error = cluster.patch(&merge(&providers, &namespace, &version(), json!({"spec": {"type": "nonsense"}}))).unwrap_err();
    assert!(matches!(error, ClusterError::Invalid { .. }), "{error}");

    let change = |model: &str| Change::Json {
        test: Test { path: "/spec/model".to_owned(), value: json!(model) },
        tests: Vec::new(),
        operations: vec![json!({"op": "remove", "path": "/spec/model"})],
    };
    let patch = |model: &str| Patch { change: change(model), ..merge(&providers, &namespace, "", Value::Null) };
    let error = cluster.patch(&patch("other")).unwrap_err();
    assert!(matches!(error, ClusterError::Conflict { .. }), "{error}");
    assert!(!cluster.patch(&patch("m")).unwrap().object.spec().get("model").exists());

    let status = json!({"status": {"phase": "Ready"}});
    let patch = Patch { status: true, ..merge(&providers, &namespace, &version(), status) };
    assert_eq!(cluster.patch(&patch).unwrap().object.root().at("status.phase").str(), "Ready");
    let missing = Patch { name: "two", ..patch };
    let error = cluster.patch(&missing).unwrap_err();
    assert!(matches!(error, ClusterError::NotFound { .. }), "{error}");
}

#[test]
fn changes_are_seen() {
    let Some(server) = server("changes_are_seen") else { return };
    let namespace = server.namespace();
    create(server, &namespace, &provider("one", &json!({"type": "mock"})));
    let (cluster, providers) = (connect(server, User::Administrator, &namespace), resource("providers"));
    let watch = Watch {
        resource: &providers,
        selection: Selection::namespace(Some(&namespace)),
        deadline: Some(Instant::now() + Duration::from_secs(60)),
        idle: Duration::from_secs(1),
    };
    let mut seen = Vec::new();
    let api = server.api(User::Administrator);
    let path = groups()[0].path("Provider", &namespace);
    let ended = cluster.watch(&watch, |event| {
        match event {
            Event::Listed(objects) => {
                seen.push(format!("listed {}", objects.len()));
                create(server, &namespace, &provider("two", &json!({"type": "mock"})));
            }
            Event::Applied(object) if object.name == "two" && object.spec().get("model").str() == "m" => {
                seen.push("changed".to_owned());
                api.send("DELETE", &format!("{path}/two"), "");
            }
            Event::Applied(object) => {
                seen.push(format!("applied {}", object.name));
                api.send("PATCH", &format!("{path}/two"), r#"{"spec": {"model": "m"}}"#);
            }
            Event::Deleted(object) => return ControlFlow::Break(object.name),
            Event::Idle => {}
        }
        ControlFlow::Continue(())
    });
    assert_eq!(ended.unwrap(), Until::Reached("two".to_owned()), "{seen:?}");
    assert_eq!(seen, ["listed 1", "applied two", "changed"]);
}

#[test]
fn doctor_tells_what_the_cluster_has() {
    let Some(server) = server("doctor_tells_what_the_cluster_has") else { return };
    let output = run(server, User::Administrator, &["doctor", "-o", "json"]);
    let report = json_of(&output);
    // The test server has the CRDs, and nobody installed webhooks.
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert_eq!(report["release"], json!({"name": "current", "differences": 0}));
    assert_eq!(report["user"], "administrator");
    let kinds = report["kinds"].as_array().unwrap();
    assert_eq!(kinds.len(), 17);
    assert!(kinds.iter().all(|kind| kind["state"] == "same" && kind["mayNot"] == json!([])), "{report}");
    assert!(report["problems"][0].as_str().unwrap().starts_with("no webhook is asked about AgentRuntime"), "{report}");
    assert_eq!(report["notChecked"], json!([]));

    let namespace = server.namespace();
    let output = run(server, User::Nobody, &["doctor", "-n", &namespace]);
    let (code, text, errors) = said(&output);
    assert_eq!((code, errors.as_str()), (0, ""), "{text}");
    let expected = "not checked: no permission to list customresourcedefinitions (missing rule in a ClusterRole: \
                    {apiGroups: [\"apiextensions.k8s.io\"], resources: [customresourcedefinitions], verbs: [list]})";
    assert!(text.contains(expected) && text.contains("AgentRuntime") && text.contains("served"), "{text}");
    let (code, _, errors) = said(&run(server, User::Stranger, &["doctor"]));
    assert_eq!(code, 3);
    assert!(errors.contains("does not accept the credentials"), "{errors}");
}

#[test]
fn schemas_are_compared() {
    let Some(server) = server("schemas_are_compared") else { return };
    let diff = |arguments: &[&str]| run(server, User::Administrator, &[&["schema", "diff"], arguments].concat());
    let (code, text, _) = said(&diff(&[]));
    assert_eq!((code, text.as_str()), (0, "no difference between release current and context test\n"));
    let (code, text, _) = said(&diff(&["2026-07"]));
    assert_eq!(code, 1);
    assert!(text.contains("\nProvider\n") && text.contains("release 2026-07 to context test: "), "{text}");
    let live = json_of(&diff(&["2026-07", "-o", "json"]));
    let offline = json_of(&diff(&["2026-07", "current", "-o", "json", "--offline"]));
    assert_eq!(live["kinds"], offline["kinds"]);
    let (code, _, errors) = said(&run(server, User::Nobody, &["schema", "diff"]));
    assert_eq!(code, 3);
    assert!(errors.contains("resources: [customresourcedefinitions], verbs: [list]"), "{errors}");
}

/// The objects of a namespace are judged as they are stored, faults of today's schema included.
#[test]
fn stored_objects_are_checked() {
    let Some(server) = server("stored_objects_are_checked") else { return };
    let namespace = server.namespace();
    create(server, &namespace, &provider("good", &json!({"type": "mock"})));
    let mut status = provider("good", &json!({"type": "mock"}));
    status["status"] = json!({"phase": "Ready"});
    let path = groups()[0].path("Provider", &namespace);
    let answer =
        server.api(User::Administrator).send("PATCH", &format!("{path}/good/status"), r#"{"status": {"phase": "Ready"}}"#);
    assert_eq!(answer.code, 200, "{}", answer.body);
    let lint = |arguments: &[&str]| said(&run(server, User::Administrator, &[&["lint", "-n", &namespace], arguments].concat()));
    let (code, text, errors) = lint(&["provider/good"]);
    assert_eq!((code, text.as_str()), (0, ""), "{errors}");
    assert!(errors.contains("there is no path provider/good: it is read from the cluster"), "{errors}");
    assert!(errors.contains("1 Omnia object"), "{errors}");
    for arguments in [&["--live"][..], &["-l", "app=good"], &["providers", "--live"], &["providers", "-l", "app in (good)"]] {
        let (code, text, errors) = lint(arguments);
        assert_eq!((code, text.as_str()), (0, ""), "{arguments:?}: {errors}");
        assert!(errors.contains("1 Omnia object"), "{arguments:?}: {errors}");
    }
    let (code, _, errors) = lint(&["-l", "app=none"]);
    assert_eq!(code, 4, "{errors}");
    let (code, _, errors) = lint(&["provider/none"]);
    assert_eq!(code, 2);
    assert!(errors.contains(&format!("not found: get providers \"none\" in namespace {namespace}")), "{errors}");
    let (code, _, errors) = lint(&["nonsense/none"]);
    assert_eq!(code, 2);
    assert!(errors.contains("\"nonsense/none\" does not exist"), "{errors}");
    let report = json_of(&run(server, User::Administrator, &["lint", "-A", "-l", "app=good", "-o", "json"]));
    let files: Vec<&str> = report["objects"].as_array().unwrap().iter().map(|object| object["file"].as_str().unwrap()).collect();
    assert!(files.contains(&format!("live:{namespace}/providers/good").as_str()), "{report}");
    assert_eq!(report["live"]["context"], "test");
}

/// What may not be read is never passed over in silence.
#[test]
fn what_may_not_be_read_is_told() {
    let Some(server) = server("what_may_not_be_read_is_told") else { return };
    let namespace = server.namespace();
    allow(server, &namespace, &["get", "list"]);
    let lint = |user, arguments: &[&str]| said(&run(server, user, &[&["lint", "-n", &namespace], arguments].concat()));
    let (code, _, errors) = lint(User::Developer, &["agentruntimes", "--live", "--allow-empty"]);
    assert_eq!(code, 0, "{errors}");
    assert!(errors.contains("the schemas of the embedded release current are assumed"), "{errors}");
    let (code, _, errors) = lint(User::Developer, &["--live"]);
    assert_eq!(code, 3);
    assert!(errors.contains("no permission to list agentpolicies, arenadevsessions"), "{errors}");
    assert!(!errors.contains("list agentpolicies, agentruntimes"), "{errors}");
    let (code, _, errors) = lint(User::Stranger, &["--live"]);
    assert_eq!(code, 3);
    assert!(errors.contains("does not accept the credentials"), "{errors}");
    let (code, _, errors) = lint(User::Administrator, &["--live", "--offline"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--offline forbids"), "{errors}");
}

/// Files are changes of what is stored: the verdict is that of the server's dry run, and the report says where it is another one than
/// without the cluster.
#[test]
fn files_are_changes_of_what_is_stored() {
    let Some(server) = server("files_are_changes_of_what_is_stored") else { return };
    let namespace = server.namespace();
    let pack = |version: &str, content: &str| {
        json!({"apiVersion": format!("{GROUP}/v1alpha1"), "kind": "PromptPack", "metadata": {"name": "pack"},
            "spec": {"packName": "pack", "version": version, "source": {"type": "configmap", "configMapRef": {"name": content}}}})
    };
    create(server, &namespace, &pack("1.0.0", "one"));
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, object: &Value| {
        let path = folder.path().join(name);
        std::fs::write(&path, object.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let changed = write("changed.yaml", &pack("2.0.0", "two"));
    let same = write("same.yaml", &pack("1.0.0", "one"));
    let new = write("new.yaml", &provider("fresh", &json!({"type": "mock"})));
    let lint = |arguments: &[&str]| {
        run(server, User::Administrator, &[&["lint", "--live", "--select", "SCH,CEL,META", "-n", &namespace], arguments].concat())
    };
    let (code, text, errors) = said(&lint(&[&same, &new]));
    assert_eq!((code, text.as_str()), (0, ""), "{errors}");
    assert!(!errors.contains("not checked"), "{errors}");
    assert_eq!(said(&run(server, User::Administrator, &["lint", &changed])).0, 0);
    let mut kubectl = server.kubectl(User::Administrator);
    let dry_run = kubectl.args(["apply", "--dry-run=server", "-n", &namespace, "-f", &changed]).output().unwrap();
    let (code, text, errors) = said(&lint(&[&changed]));
    assert_eq!((code, dry_run.status.success()), (1, false), "{text}{errors}{}", String::from_utf8_lossy(&dry_run.stderr));
    assert!(errors.contains("PromptPack/pack: refused in context test, accepted without it"), "{errors}");
    let report = json_of(&lint(&[&changed, &same, "-o", "json"]));
    let changes = report["live"]["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{report}");
    assert_eq!((&changes[0]["without"], &changes[0]["with"]), (&json!("accepted"), &json!("refused")));
}

/// What a file refers to is looked up in the cluster: an object that is there, one that is not, and one that may not be read.
#[test]
fn references_are_looked_up() {
    let Some(server) = server("references_are_looked_up") else { return };
    let namespace = server.namespace();
    let folder = tempfile::tempdir().unwrap();
    let credential =
        |secret: &str| json!({"type": "openai", "model": "m", "credential": {"secretRef": {"name": secret, "key": "k"}}});
    let write = |name: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, provider(name, &credential(name)).to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (there, gone) = (write("there"), write("gone"));
    let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "there"}, "stringData": {"k": "v"}});
    let path = format!("/api/v1/namespaces/{namespace}/secrets");
    assert_eq!(server.api(User::Administrator).send("POST", &path, &secret.to_string()).code, 201);
    let lint = |user, file: &str| json_of(&run(server, user, &["lint", "--live", "-n", &namespace, "-o", "json", "-f", file]));
    let references = |report: &Value| {
        let findings = report["findings"].as_array().unwrap().iter();
        findings.filter(|finding| finding["message"].as_str().unwrap().starts_with("there is no Secret \"gone\"")).count()
    };
    let report = lint(User::Administrator, &there);
    assert_eq!((references(&report), &report["notChecked"]), (0, &json!([])), "{report}");
    let report = lint(User::Administrator, &gone);
    assert_eq!(references(&report), 1, "{report}");
    let report = lint(User::Nobody, &there);
    let open = report["notChecked"].to_string();
    assert!(open.contains("no permission to get secrets"), "{report}");
}
