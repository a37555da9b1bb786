//! Verbs of `rollout` that end early, by a signal or by a fault: what was written is said at each point.

use std::{
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use omnia::crd::GROUP;
use serde_json::{Value, json};

use crate::script::{Asked, Reply, Script};

/// An agent in a pause that a person has to end.
pub fn agent() -> Value {
    json!({"apiVersion": format!("{GROUP}/v1alpha1"), "kind": "AgentRuntime",
        "metadata": {"name": "bot", "namespace": "team-a", "uid": "u", "resourceVersion": "7", "generation": 2},
        "spec": {"promptPackRef": {"name": "p", "version": "1.0.0"}, "facades": [{"type": "websocket", "port": 8080}],
            "providers": [{"name": "default", "providerRef": {"name": "a"}}], "runtime": {"replicas": 1},
            "rollout": {"candidate": {"promptPackRef": {"name": "p", "version": "2.0.0"}},
                "steps": [{"setWeight": 30}, {"pause": {}}, {"setWeight": 60}, {"pause": {}}]}},
        "status": {"activeVersion": "1.0.0", "phase": "Running", "observedGeneration": 2,
            "rollout": {"active": true, "currentStep": 1, "currentWeight": 30, "message": "step 1: paused indefinitely", "stepStartedAt": "2026-11-01T00:00:00Z",
                "stableVersion": "1.0.0", "candidateVersion": "2.0.0"}}})
}

fn pack(version: &str) -> Value {
    let name = format!("p-{}", version.replace('.', "-"));
    json!({"apiVersion": format!("{GROUP}/v1alpha1"), "kind": "PromptPack",
        "metadata": {"name": name, "namespace": "team-a", "resourceVersion": "1", "labels": {"omnia.altairalabs.ai/promptpack": "p"}},
        "spec": {"packName": "p", "version": version, "source": {"type": "configmap", "configMapRef": {"name": name}}}})
}

fn deployment(name: &str) -> Value {
    json!({"apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": name, "namespace": "team-a", "resourceVersion": "1", "generation": 1}, "spec": {"replicas": 1},
        "status": {"observedGeneration": 1, "replicas": 1, "updatedReplicas": 1, "readyReplicas": 1, "availableReplicas": 1}})
}

/// The cluster of the agent; `other` answers in its place where it wants to.
pub fn cluster(other: impl Fn(&Asked) -> Option<Reply> + Send + Sync + 'static) -> Script {
    Script::new(move |asked, _| other(asked).unwrap_or_else(|| answer(asked)))
}

fn answer(asked: &Asked) -> Reply {
    let path = asked.line.split([' ', '?']).nth(1).unwrap();
    let list = |kind: &str, items: &[Value]| {
        Reply::ok(
            &json!({"kind": format!("{kind}List"), "apiVersion": "v1", "metadata": {"resourceVersion": "7"}, "items": items}),
        )
    };
    if asked.line.contains("watch=1") {
        return Reply::Silence("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n".to_owned());
    }
    match path.rsplit('/').next().unwrap() {
        "bot" if path.contains("deployments") => Reply::ok(&deployment("bot")),
        "bot" | "status" => Reply::ok(&agent()),
        "bot-canary" if path.contains("deployments") => Reply::ok(&deployment("bot-canary")),
        "agentruntimes" => list("AgentRuntime", &[agent()]),
        "promptpacks" => list("PromptPack", &[pack("1.0.0"), pack("2.0.0")]),
        "providers" => list("Provider", &[]),
        "toolregistries" => list("ToolRegistry", &[]),
        "selfsubjectaccessreviews" => Reply::ok(&json!({"status": {"allowed": true}})),
        name => Reply::status(404, "", "not found", name),
    }
}

pub fn is_patch(asked: &Asked) -> bool {
    asked.line.starts_with("PATCH ")
}

pub fn start(script: &Script, arguments: &[&str]) -> Child {
    let nowhere = std::env::temp_dir();
    Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
        .env_clear()
        .env("HOME", nowhere.join("no-such-home-of-tests"))
        .arg("rollout")
        .args(arguments)
        .args(["bot", "-n", "team-a", "--server", &script.url, "--token", "secret"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Sends a signal once these requests came in.
fn interrupted(script: &Script, arguments: &[&str], signal: &str, point: impl Fn(&[Asked]) -> bool) -> (Option<i32>, String) {
    let mut child = start(script, arguments);
    let deadline = Instant::now() + Duration::from_secs(120);
    while !point(&script.asked()) {
        if child.try_wait().unwrap().is_some() || Instant::now() >= deadline {
            child.kill().unwrap();
            panic!("{arguments:?}: {}", said(&child.wait_with_output().unwrap()).1);
        }
        thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    said(&child.wait_with_output().unwrap())
}

const LOOK: &str = "the rollout goes on in the cluster; look with: kubectl omnia rollout status bot -n team-a";
const VERBS: [&[&str]; 2] = [&["promote", "--yes", "--wait"], &["rollback", "--yes", "--wait"]];
const SIGNALS: [(&str, i32, &str); 2] = [("-INT", 130, "interrupted"), ("-TERM", 143, "terminated")];

#[test]
fn before_the_request_nothing_is_written() {
    for (signal, code, word) in SIGNALS {
        let script = Script::always(Reply::Silence(String::new()));
        let (ended, errors) = interrupted(&script, VERBS[0], signal, |asked| !asked.is_empty());
        assert_eq!(ended, Some(code), "{errors}");
        assert!(errors.contains(word) && errors.contains("nothing was written"), "{errors}");
        assert!(!script.asked().iter().any(is_patch));
    }
}

#[test]
fn a_request_without_an_answer_is_neither_done_nor_undone() {
    for (verb, (signal, code, _)) in VERBS.into_iter().zip(SIGNALS) {
        let script = cluster(|asked| is_patch(asked).then(|| Reply::Silence(String::new())));
        let (ended, errors) = interrupted(&script, verb, signal, |asked| asked.iter().any(is_patch));
        assert_eq!(ended, Some(code), "{errors}");
        assert!(errors.contains("sent without an answer: ") && errors.contains(LOOK), "{errors}");
        assert!(!errors.contains("nothing was written") && !errors.contains("written so far"), "{errors}");
    }
}

#[test]
fn a_taken_request_is_said_while_its_end_is_waited_for() {
    for (verb, (signal, code, _)) in VERBS.into_iter().zip(SIGNALS) {
        let script = cluster(|_| None);
        // What it asks next shows that it has the answer.
        let (ended, errors) = interrupted(&script, verb, signal, |asked| asked.iter().rev().skip(1).any(is_patch));
        assert_eq!(ended, Some(code), "{errors}");
        assert!(errors.contains("written so far: ") && errors.contains(LOOK), "{errors}");
        assert!(errors.contains("running the command again"), "{errors}");
    }
}

/// A connection that is lost after the request leaves the same question as a signal does.
#[test]
fn a_lost_answer_is_no_write_that_did_not_happen() {
    let faults = [
        (Reply::Bytes(String::new()), true),
        (Reply::status(500, "", "etcdserver: request timed out", ""), true),
        (Reply::Whole(200, "", "<html>".to_owned()), true),
        (Reply::status(403, "", "agentruntimes \"bot\" is forbidden: cannot patch resource \"agentruntimes\"", "bot"), false),
        (Reply::status(401, "", "Unauthorized", ""), false),
    ];
    for (reply, open) in faults {
        let shown = format!("{reply:?}");
        let script = cluster(move |asked| is_patch(asked).then(|| reply.clone()));
        let (code, errors) = said(&start(&script, VERBS[1]).wait_with_output().unwrap());
        assert_eq!(code, Some(3), "{shown}: {errors}");
        assert_eq!(errors.contains("sent without an answer: "), open, "{shown}: {errors}");
        assert_eq!(errors.contains("nothing was written"), !open, "{shown}: {errors}");
    }
}

#[test]
fn a_slow_answer_is_given_up_after_request_timeout() {
    let script = cluster(|asked| is_patch(asked).then(|| Reply::Silence(String::new())));
    let arguments = [VERBS[1], &["--request-timeout", "3s"]].concat();
    let (code, errors) = said(&start(&script, &arguments).wait_with_output().unwrap());
    assert_eq!(code, Some(3), "{errors}");
    assert!(errors.contains("within 3s") && errors.contains("--request-timeout"), "{errors}");
    assert!(errors.contains("sent without an answer: ") && errors.contains(LOOK), "{errors}");
}

#[test]
fn conflicts_are_decided_anew_at_most_five_times() {
    let script = cluster(|asked| is_patch(asked).then(|| Reply::status(409, "", "the object has been modified", "bot")));
    let (code, errors) = said(&start(&script, VERBS[1]).wait_with_output().unwrap());
    assert_eq!(code, Some(5), "{errors}");
    assert!(errors.contains("5 times in a row") && errors.contains("nothing was written"), "{errors}");
    assert_eq!(script.asked().iter().filter(|asked| is_patch(asked)).count(), 5);
}

/// What passes is waited out; what does not ends with a word on what to do.
#[test]
fn a_follower_bears_faults_that_pass() {
    let follow = ["status", "--for", "promoted", "--timeout", "3s"];
    let faults = [
        Reply::status(500, "", "etcd is gone", ""),
        Reply::status(429, "retry-after: 1\r\n", "slow down", ""),
        Reply::status(410, "", "too old resource version", ""),
        Reply::Bytes(String::new()),
        Reply::Bytes("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"type\":\"ERROR\",\"object\":{\"code\":500,\"message\":\"no leader\"}}\n".to_owned()),
        Reply::Bytes("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"type\":\"ERROR\",\"object\":{\"code\":410}}\n".to_owned()),
        Reply::Bytes("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"type\":\"MODIF".to_owned()),
    ];
    thread::scope(|scope| {
        for fault in faults {
            scope.spawn(move || {
                let shown = format!("{fault:?}");
                let script = cluster(move |asked| asked.line.contains("watch=1").then(|| fault.clone()));
                let (code, errors) = said(&start(&script, &follow).wait_with_output().unwrap());
                assert_eq!(code, Some(124), "{shown}: {errors}");
            });
        }
    });
    let script = cluster(|asked| asked.line.contains("agentruntimes").then(|| Reply::status(401, "", "Unauthorized", "")));
    let (code, errors) = said(&start(&script, &follow).wait_with_output().unwrap());
    assert_eq!(code, Some(3), "{errors}");
    assert!(errors.contains("log in again"), "{errors}");
}
