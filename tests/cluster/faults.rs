//! Every fault ends with a clear text, in bounded time.

use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

use omnia::cluster::{Cluster, ClusterError, Connection, Selection};

use crate::script::{Reply, Script, page, providers};

/// What listing providers comes to, how long it took, and how often the server was asked.
fn list(script: &Script) -> (Result<Vec<String>, ClusterError>, Duration, usize) {
    let since = Instant::now();
    let listed = script.cluster().list(&providers(), Selection::namespace(Some("team-a")));
    let names = listed.map(|objects| objects.into_iter().map(|object| object.name).collect());
    (names, since.elapsed(), script.asked().len())
}

fn head(length: usize) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n")
}

#[test]
fn each_fault_says_what_to_do() {
    const FORBIDDEN: &str =
        "providers.omnia.altairalabs.ai is forbidden: User \"dev\" cannot list resource \"providers\" in API group";
    let lie = |from: &str, to: &str| Reply::Whole(200, "", page(&["a"], "").to_string().replace(from, to));
    // The reply, the texts that the error has, and how often it is tried.
    let cases: Vec<(Reply, &[&str], usize)> = vec![
        (Reply::status(401, "", "Unauthorized", ""), &["does not accept the credentials", "log in again"], 1),
        (
            Reply::status(403, "", FORBIDDEN, ""),
            &[
                "no permission to list providers in namespace team-a",
                "Role in namespace team-a: {apiGroups: [\"omnia.altairalabs.ai\"], resources: [providers], verbs: [list]}",
            ],
            1,
        ),
        (Reply::status(403, "", "exceeded quota", ""), &["refused to: list providers", "HTTP status 403: exceeded quota"], 1),
        (
            Reply::Whole(404, "", "404 page not found".to_owned()),
            &["serves no providers.omnia.altairalabs.ai of version v1alpha1", "its CRD is not installed"],
            1,
        ),
        (Reply::status(410, "", "too old", ""), &["changes faster than it can be read (too old)"], 3),
        (Reply::status(429, "retry-after: 0\r\n", "slow down", ""), &["too busy to: list providers", "asks to wait 0ns"], 4),
        (Reply::status(429, "retry-after: 3600\r\n", "slow down", ""), &["too busy", "asks to wait 3600s"], 1),
        (Reply::status(503, "retry-after: 0\r\n", "starting", ""), &["too busy"], 4),
        (Reply::status(500, "", "etcd is gone", ""), &["failed to: list providers", "HTTP status 500: etcd is gone"], 4),
        (Reply::Whole(502, "", "<html>\n<b>Bad gateway</b>".to_owned()), &["HTTP status 502: <html>"], 4),
        (Reply::Whole(302, "location: /login\r\n", String::new()), &["makes no sense: HTTP status 302 sends elsewhere"], 1),
        (Reply::Bytes(head(500) + "{\"kind\": \"Prov"), &["broke off", "try again"], 4),
        (Reply::Bytes(String::new()), &["broke off", "try again"], 4),
        (Reply::Bytes("SSH-2.0-OpenSSH_9.7\r\n".to_owned()), &["broke off"], 4),
        (Reply::Silence(head(500) + "{\"kind\": \"Prov"), &["no answer from", "within 700ms", "--request-timeout"], 1),
        (Reply::Silence(String::new()), &["no answer from", "within 700ms"], 1),
        (Reply::Whole(200, "", "{\"kind\": \"ProviderList\", ".to_owned()), &["makes no sense: it is no JSON"], 1),
        (Reply::Whole(200, "", "<html>Log in</html>".to_owned()), &["makes no sense: it is no JSON", "is this the address"], 1),
        (Reply::Whole(200, "", "null".to_owned()), &["its kind is \"\", not \"ProviderList\""], 1),
        (lie("ProviderList", "SecretList"), &["its kind is \"SecretList\", not \"ProviderList\""], 1),
        (lie("\"items\"", "\"rows\""), &["it has no items"], 1),
        (lie("\"kind\":\"Provider\"", "\"kind\":\"Secret\""), &["its kind is \"Secret\", not \"Provider\""], 1),
        (lie("\"name\":\"a\"", "\"name\":7"), &["an object without a name"], 1),
        (lie("\"continue\":\"\"", "\"continue\":\"again\""), &["its pages have no end"], 2),
        (Reply::Whole(200, "", "[".repeat(100_000)), &["makes no sense: it is no JSON"], 1),
    ];
    std::thread::scope(|scope| {
        for (reply, texts, attempts) in cases {
            scope.spawn(move || fails(&reply, texts, attempts));
        }
    });
}

fn fails(reply: &Reply, texts: &[&str], attempts: usize) {
    let script = Script::always(reply.clone());
    let (outcome, took, asked) = list(&script);
    let text = outcome.expect_err(&format!("{reply:?}")).to_string();
    for expected in texts {
        assert!(text.contains(expected), "{reply:?}: {text}");
    }
    assert_eq!(asked, attempts, "{reply:?}: {text}");
    assert!(took < Duration::from_secs(50), "{reply:?}: {took:?}");
}

#[test]
fn a_fault_that_passes_is_not_noticed() {
    for reply in [
        Reply::status(429, "retry-after: 0\r\n", "slow down", ""),
        Reply::status(500, "", "etcd has a new leader", ""),
        Reply::Bytes(head(500) + "{"),
        Reply::status(410, "", "too old", ""),
    ] {
        let first = reply.clone();
        let script = Script::new(move |_, number| if number == 0 { first.clone() } else { Reply::ok(&page(&["a"], "")) });
        assert_eq!(list(&script).0.unwrap(), ["a"], "{reply:?}");
        assert_eq!(script.asked().len(), 2, "{reply:?}");
    }
}

#[test]
fn nobody_answers() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut connection = Script::always(Reply::ok(&page(&[], ""))).impatient().connection();
    for server in [format!("http://{free}"), format!("https://{free}"), "https://no-such-host.invalid".to_owned()] {
        connection.server = Some(server.clone());
        let since = Instant::now();
        let error = Cluster::connect(&connection).unwrap().list(&providers(), Selection::default()).unwrap_err();
        assert!(matches!(error, ClusterError::Unreachable { .. } | ClusterError::TimedOut { .. }), "{error}");
        assert!(error.to_string().contains(&server), "{error}");
        assert!(since.elapsed() < Duration::from_secs(30));
    }
}

/// A server that speaks no TLS where TLS is expected, and falls silent.
#[test]
fn no_handshake_lasts_for_ever() {
    let script = Script::always(Reply::Silence(String::new()));
    let mut connection = script.connection();
    connection.server = Some(script.url.replace("http:", "https:"));
    let since = Instant::now();
    let error = Cluster::connect(&connection).unwrap().list(&providers(), Selection::default()).unwrap_err();
    assert!(since.elapsed() < Duration::from_secs(30), "{error}");
}

#[test]
fn offline_opens_no_socket() {
    let script = Script::always(Reply::ok(&page(&[], "")));
    let connection = Connection { offline: true, ..script.connection() };
    assert_eq!(Cluster::connect(&connection).err(), Some(ClusterError::Offline));
    assert!(script.asked().is_empty());
}
