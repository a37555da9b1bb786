//! Following a rollout to a goal: what the operator has yet to do is waited for, and what does not pass ends it with a word.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use serde_json::{Value, json};

use crate::{
    interrupts::{agent, cluster, is_patch, start},
    script::{Asked, Reply, Script},
};

/// What is told on standard output and on standard error, and the code.
fn told(script: &Script, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = start(script, arguments).wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn is_list(asked: &Asked) -> bool {
    asked.line.contains("/agentruntimes?limit")
}

fn list(items: &[Value], next: &str) -> Reply {
    Reply::ok(&json!({"kind": "AgentRuntimeList", "apiVersion": "v1", "metadata": {"resourceVersion": "7", "continue": next},
        "items": items}))
}

/// A cluster in which each look shows the next of these agents, and the last one for ever.
fn film(agents: Vec<Value>) -> Script {
    let looks = AtomicUsize::new(0);
    cluster(move |asked| {
        is_list(asked).then(|| {
            let look = looks.fetch_add(1, Ordering::Relaxed);
            let mut agent = agents[look.min(agents.len() - 1)].clone();
            agent["metadata"]["resourceVersion"] = format!("{}", 100 + look.min(agents.len() - 1)).into();
            list(&[agent], "")
        })
    })
}

/// The candidate is gone from the spec, first unseen by the operator.
fn ended(version: &str) -> Vec<Value> {
    let mut cleared = agent();
    cleared["spec"]["rollout"]["candidate"] = Value::Null;
    cleared["spec"]["promptPackRef"]["version"] = version.into();
    cleared["metadata"]["generation"] = 3.into();
    let mut idle = cleared.clone();
    idle["status"] = json!({"activeVersion": version, "phase": "Running", "observedGeneration": 3});
    vec![agent(), cleared.clone(), cleared, idle]
}

#[test]
fn goals_wait_for_the_operator() {
    let (back, onward) = (ended("1.0.0"), ended("2.0.0"));
    let cases: &[(&[Value], &[&str], i32, &str)] = &[
        (&back, &["--for", "rolled-back"], 0, "bot: rolled back"),
        (&back, &["--for", "promoted"], 1, "the rollout was rolled back"),
        (&back, &["--for", "healthy"], 0, "bot: rolled back"),
        (&back, &["--for", "paused"], 0, "bot: paused"),
        (&back, &["--for", "step=2"], 0, "bot: paused"),
        (&back, &["--for", "step=3"], 1, "the rollout was rolled back"),
        (&back, &["--for", "step=5"], 1, "there is no step 5: the rollout has 4 steps"),
        (&back, &["--watch"], 0, "bot: rolled back"),
        (&onward, &["--for", "promoted"], 0, "bot: promoted"),
        (&onward, &["--for", "step=3"], 0, "bot: promoted"),
        (&onward, &["--for", "rolled-back"], 1, "the rollout was promoted"),
    ];
    thread::scope(|scope| {
        for (agents, goal, code, expected) in cases {
            scope.spawn(move || {
                let script = film(agents.to_vec());
                let (ended, text, errors) = told(&script, &[&["status"], *goal].concat());
                assert_eq!(ended, Some(*code), "{goal:?}: {text}{errors}");
                assert!(format!("{text}{errors}").contains(expected), "{goal:?}: {text}{errors}");
            });
        }
    });
}

/// Nobody who begins to look afterwards is told that it was rolled back, or that it was not.
#[test]
fn who_saw_no_rollout_is_told_so() {
    let idle = ended("1.0.0").pop().unwrap();
    for goal in ["promoted", "rolled-back", "paused", "step=1"] {
        let (code, _, errors) = told(&film(vec![idle.clone()]), &["status", "--for", goal]);
        assert_eq!((code, errors.as_str()), (Some(1), "error: there is no rollout\n"), "{goal}");
    }
}

/// The token ends while the rollout is followed.
#[test]
fn a_token_that_expires_ends_the_following() {
    for arguments in [&["status", "--watch"][..], &["status", "--for", "promoted"]] {
        let looks = AtomicUsize::new(0);
        let script = cluster(move |asked| {
            let expired = is_list(asked) && looks.fetch_add(1, Ordering::Relaxed) > 0;
            expired.then(|| Reply::status(401, "", "Unauthorized", ""))
        });
        let (code, text, errors) = told(&script, arguments);
        assert_eq!(code, Some(3), "{text}{errors}");
        assert!(text.contains("bot: paused") && errors.contains("log in again"), "{text}{errors}");
        assert!(!errors.contains("still trying"), "what does not pass is not waited for: {errors}");
    }
}

/// A server that is too busy is asked again when it says; the write takes place once.
#[test]
fn a_busy_server_is_asked_again_when_it_says() {
    let writes = AtomicUsize::new(0);
    let script = cluster(move |asked| {
        let busy = is_patch(asked) && writes.fetch_add(1, Ordering::Relaxed) == 0;
        busy.then(|| Reply::status(429, "retry-after: 1\r\n", "slow down", ""))
    });
    let (_, _, errors) = told(&script, &["promote", "--yes", "--wait", "--timeout", "1s"]);
    assert_eq!(errors.matches("done: ").count(), 1, "{errors}");
    assert_eq!(script.asked().iter().filter(|asked| is_patch(asked)).count(), 2);
    let script = cluster(|asked| is_patch(asked).then(|| Reply::status(429, "retry-after: 3600\r\n", "slow down", "")));
    let (code, _, errors) = told(&script, &["promote", "--yes"]);
    assert_eq!(code, Some(3), "{errors}");
    assert!(errors.contains("asks to wait 3600s") && errors.contains("nothing was written"), "{errors}");
}

/// The server forgets the version of a list between two pages of it.
#[test]
fn a_list_that_is_lost_in_the_middle_is_read_anew() {
    let other = || {
        let mut other = agent();
        other["metadata"]["name"] = "other".into();
        other
    };
    let second = AtomicUsize::new(0);
    let script = cluster(move |asked| match asked.line.contains("continue=more") {
        true if second.fetch_add(1, Ordering::Relaxed) == 0 => Some(Reply::status(410, "", "too old resource version", "")),
        true => Some(list(&[other()], "")),
        false => is_list(asked).then(|| list(&[agent()], "more")),
    });
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
        .env_clear()
        .args(["rollout", "status", "-n", "team-a", "--server", &script.url, "--token", "secret"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let names: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(names, ["bot", "other"], "{text}");
    let always = cluster(|asked| match asked.line.contains("continue=more") {
        true => Some(Reply::status(410, "", "too old resource version", "")),
        false => is_list(asked).then(|| list(&[agent()], "more")),
    });
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
        .env_clear()
        .args(["rollout", "status", "-n", "team-a", "--server", &always.url, "--token", "secret"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("changes faster than it can be read"));
}
