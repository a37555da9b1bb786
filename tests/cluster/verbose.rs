//! `-v`: requests on standard error, and nothing that nobody shall see.

use std::{cell::RefCell, rc::Rc};

use omnia::cluster::{Cluster, Resource, Selection};
use serde_json::{Value, json};

use crate::{
    commands::{run, said},
    script::{Reply, Script, page, provider, providers},
};

/// What is told at a verbosity of what `work` asks.
fn told(script: &Script, verbosity: u8, work: impl Fn(&Cluster)) -> Vec<String> {
    let lines = Rc::new(RefCell::new(Vec::new()));
    let sink = Rc::clone(&lines);
    work(&script.cluster().traced(verbosity, Box::new(move |line| sink.borrow_mut().push(line.to_owned()))));
    lines.take()
}

/// The line with a number of milliseconds of its own.
fn untimed(line: &str) -> String {
    let (head, time) = line.rsplit_once(" in ").unwrap();
    assert!(time.strip_suffix(" ms").is_some_and(|number| number.parse::<u64>().is_ok()), "{line}");
    head.to_owned()
}

#[test]
fn requests_are_told_from_six_on_and_bodies_from_eight_on() {
    let script = Script::always(Reply::ok(&page(&["a"], "")));
    let list = |cluster: &Cluster| drop(cluster.list(&providers(), Selection::namespace(Some("team-a"))));
    assert_eq!(told(&script, 5, list), [""; 0]);
    let lines = told(&script, 6, list);
    let path = "/apis/omnia.altairalabs.ai/v1alpha1/namespaces/team-a/providers";
    assert_eq!(lines.iter().map(|line| untimed(line)).collect::<Vec<_>>(), [format!("GET {path}?limit=500 200")]);
    let lines = told(&script, 8, list);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].starts_with("response body: {") && lines[1].contains("\"ProviderList\""), "{lines:?}");
}

/// Each attempt is told, and a fault by its kind.
#[test]
fn attempts_and_faults_are_told() {
    let list = |cluster: &Cluster| drop(cluster.list(&providers(), Selection::default()));
    let script = Script::new(|_, number| match number {
        0 => Reply::status(503, "retry-after: 0\r\n", "starting", ""),
        _ => Reply::Silence(String::new()),
    })
    .impatient();
    let lines: Vec<String> = told(&script, 6, list).iter().map(|line| untimed(line)).collect();
    let ends: Vec<&str> = lines.iter().map(|line| line.split_once("limit=500 ").unwrap().1).collect();
    assert_eq!(ends, ["503", "no answer"]);
}

#[test]
fn nothing_of_secrets_and_no_token_is_told() {
    let secret = |name: &str| {
        json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name, "namespace": "team-a",
        "resourceVersion": "3"}, "data": {"key": "aHVzaC1odXNo"}})
    };
    let script = Script::new(move |asked, _| match asked.line.as_str() {
        line if line.contains("watch=1") => {
            let event = json!({"type": "ADDED", "object": secret("x")});
            Reply::Bytes(format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{event}\n"))
        }
        line if line.ends_with("/x") => Reply::ok(&secret("x")),
        line if line.contains("continue=") => {
            Reply::ok(&json!({"kind": "SecretList", "metadata": {"resourceVersion": "3"}, "items": []}))
        }
        _ => Reply::ok(
            &json!({"kind": "SecretList", "metadata": {"resourceVersion": "3", "continue": "next-token"}, "items": [secret("x")]}),
        ),
    });
    let lines = told(&script, 10, |cluster| {
        cluster.get(&Resource::SECRETS, "team-a", "x").unwrap();
        let all = Selection::namespace(Some("team-a"));
        assert_eq!(cluster.list(&Resource::SECRETS, all).unwrap().len(), 1);
        let watch = omnia::cluster::Watch {
            resource: &Resource::SECRETS,
            selection: all,
            deadline: None,
            idle: std::time::Duration::from_secs(1),
        };
        let seen = cluster.watch(&watch, |event| match event {
            omnia::cluster::Event::Applied(_) => std::ops::ControlFlow::Break(()),
            _ => std::ops::ControlFlow::Continue(()),
        });
        assert!(seen.is_ok());
    });
    let text = lines.join("\n");
    for hidden in ["aHVzaC1odXNo", "next-token", "Bearer", "secret\""] {
        assert!(!text.contains(hidden), "{text}");
    }
    for shown in ["secrets/x 200 in", "continue=HIDDEN 200", "200 (stream) in", "event body: not shown"] {
        assert!(text.contains(shown), "{text}");
    }
}

#[test]
fn the_program_tells_on_standard_error_only() {
    let script = Script::new(|asked, _| match asked.line.contains("selfsubject") {
        true => Reply::ok(&json!({"status": {"allowed": true}})),
        false => Reply::ok(&provider("x", 1)),
    });
    let quiet = said(&run(&script, &["auth", "schema", "diff"]).0);
    for flag in [&["-v", "8"][..], &["-v8"], &["--v=8"], &["-v=8"]] {
        let (code, text, errors) = said(&run(&script, &[&["auth", "schema", "diff"], flag].concat()).0);
        assert_eq!((code, &text), (0, &quiet.1), "{errors}");
        let path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
        assert!(errors.contains(&format!("POST {path} 200 in ")), "{errors}");
        let request = errors.lines().find_map(|line| line.strip_prefix("request body: ")).unwrap();
        let request: Value = serde_json::from_str(request).unwrap();
        assert_eq!(request["spec"]["resourceAttributes"]["resource"], "customresourcedefinitions");
        assert!(!errors.contains("secret") && !errors.to_lowercase().contains("bearer"), "{errors}");
    }
    let (code, _, errors) = said(&run(&script, &["auth", "-v", "much"]).0);
    assert_eq!(code, 2, "{errors}");
}
