//! Which configuration a connection comes to.

use std::{fs, path::PathBuf};

use omnia::cluster::{Cluster, ClusterError, Connection, Selection};
use serde_json::{Value, json};

use crate::script::{Reply, Script, page, providers};

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, content: &Value) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, content.to_string()).unwrap();
        path
    }
}

/// A kubeconfig with two contexts for the server.
fn kubeconfig(server: &str) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "one",
        "clusters": [{"name": "c", "cluster": {"server": server}}],
        "users": [
            {"name": "u", "user": {"token": "of-u"}},
            {"name": "basic", "user": {"username": "name", "password": "word"}},
            {"name": "plugin", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "./plugin.sh", "interactiveMode": "Never"}}},
            {"name": "broken-plugin", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "./no-such-plugin", "interactiveMode": "Never"}}},
        ],
        "contexts": [
            {"name": "one", "context": {"cluster": "c", "user": "u", "namespace": "team-a"}},
            {"name": "two", "context": {"cluster": "c", "user": "basic"}},
            {"name": "lost", "context": {"cluster": "c", "user": "nobody"}},
        ],
    })
}

fn answering() -> Script {
    Script::always(Reply::ok(&page(&[], "")))
}

fn connection(file: PathBuf) -> Connection {
    Connection { kubeconfig: Some(file), ..Connection::default() }
}

/// The header that the server got.
fn header(script: &Script, connection: &Connection, name: &str) -> Option<String> {
    Cluster::connect(connection).unwrap().list(&providers(), Selection::default()).unwrap();
    script.asked().last().unwrap().header(name).map(str::to_owned)
}

#[test]
fn contexts_and_flags_decide() {
    let (files, script) = (Files::new(), answering());
    let one = connection(files.write("config", &kubeconfig(&script.url)));
    let cluster = Cluster::connect(&one).unwrap();
    assert_eq!((cluster.context().as_ref(), cluster.namespace(), cluster.server()), ("one", "team-a", script.url.as_str()));
    let two = Connection { context: Some("two".to_owned()), ..one.clone() };
    assert_eq!(Cluster::connect(&two).unwrap().namespace(), "default");
    let named = Connection { namespace: Some("team-b".to_owned()), ..one.clone() };
    assert_eq!(Cluster::connect(&named).unwrap().namespace(), "team-b");
    assert_eq!(header(&script, &one, "authorization").as_deref(), Some("Bearer of-u"));
    assert_eq!(header(&script, &two, "authorization").as_deref(), Some("Basic bmFtZTp3b3Jk"));
    let user = Connection { user: Some("u".to_owned()), ..two.clone() };
    assert_eq!(header(&script, &user, "authorization").as_deref(), Some("Bearer of-u"));
    let token = Connection { token: Some("t".to_owned()), ..two };
    assert_eq!(header(&script, &token, "authorization").as_deref(), Some("Bearer t"));
    let other = Connection {
        impersonate: Some("jane".to_owned()),
        impersonate_groups: vec!["g".to_owned()],
        impersonate_uid: Some("7".to_owned()),
        ..one.clone()
    };
    for (name, value) in [("impersonate-user", "jane"), ("impersonate-group", "g"), ("impersonate-uid", "7")] {
        assert_eq!(header(&script, &other, name).as_deref(), Some(value), "{name}");
    }
    assert_eq!(header(&script, &one, "accept-encoding").as_deref(), Some("gzip"));
    let plain = Connection { disable_compression: true, ..one };
    assert_eq!(header(&script, &plain, "accept-encoding"), None);
}

#[test]
fn what_is_missing_is_named() {
    let (files, script) = (Files::new(), answering());
    let one = connection(files.write("config", &kubeconfig(&script.url)));
    let own = |name: &str| Some(name.to_owned());
    let nowhere = || files.0.path().join("none");
    let mut untrusted = kubeconfig("https://127.0.0.1:1");
    untrusted["clusters"][0]["cluster"]["certificate-authority"] = json!("no-such.crt");
    let mut nameless = kubeconfig(&script.url);
    nameless["current-context"] = json!("");
    let cases = [
        (Connection { context: own("three"), ..one.clone() }, "has no context \"three\": it has one, two, lost"),
        (Connection { cluster: own("d"), ..one.clone() }, "has no cluster \"d\": it has c"),
        (Connection { user: own("v"), ..one.clone() }, "has no user \"v\": it has u, basic"),
        (Connection { context: own("lost"), ..one.clone() }, "has no user \"nobody\""),
        (Connection { server: own("https://"), ..one.clone() }, "the server URL"),
        (Connection { server: own("/etc"), ..one.clone() }, "the server URL"),
        (connection(nowhere()), "cannot be used: failed to read kubeconfig"),
        (connection(files.write("text", &json!("text"))), "cannot be used"),
        (connection(files.write("untrusted", &untrusted)), "the certificate authority of context \"one\""),
        (connection(files.write("nameless", &nameless)), "has no current context"),
        (connection(files.write("empty", &json!({}))), "has no current context"),
        (Connection { certificate_authority: Some(nowhere()), ..one }, "the certificate authority"),
    ];
    for (connection, expected) in cases {
        let error = Cluster::connect(&connection).err().unwrap_or_else(|| panic!("{connection:?}"));
        assert!(matches!(error, ClusterError::Configuration(_)), "{error:?}");
        assert!(error.to_string().contains(expected), "{expected}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn plugins_give_credentials() {
    use std::os::unix::fs::PermissionsExt as _;
    let (files, script) = (Files::new(), answering());
    let one = connection(files.write("config", &kubeconfig(&script.url)));
    let answer =
        json!({"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": {"token": "of-plugin"}});
    let plugin = files.0.path().join("plugin.sh");
    fs::write(&plugin, format!("#!/bin/sh\necho '{answer}'\n")).unwrap();
    fs::set_permissions(&plugin, fs::Permissions::from_mode(0o755)).unwrap();
    let by_plugin = Connection { user: Some("plugin".to_owned()), ..one.clone() };
    assert_eq!(header(&script, &by_plugin, "authorization").as_deref(), Some("Bearer of-plugin"));
    fs::write(&plugin, "#!/bin/sh\necho 'session expired: run login' >&2\nexit 3\n").unwrap();
    let error = Cluster::connect(&by_plugin).err().unwrap();
    assert!(matches!(&error, ClusterError::Credentials { .. }) && error.to_string().contains("run login"), "{error}");
    let broken = Connection { user: Some("broken-plugin".to_owned()), ..one };
    let error = Cluster::connect(&broken).err().unwrap();
    assert!(matches!(&error, ClusterError::Credentials { .. }), "{error}");
}
