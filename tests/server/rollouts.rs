//! The verbs of `rollout` against the API server, with a stand-in for the operator: what the recorded runs cannot show, that is who may
//! do what, and what becomes of two who want it at once.

use std::{
    process::{Command, Output},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use super::{
    access::grant,
    crds::groups,
    operator::Operator,
    server::{Server, User, server, until},
};

pub fn command(server: &Server, user: User, namespace: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"));
    command.env("KUBECONFIG", server.kubeconfig(user)).env("HOME", server.plugins()).args(arguments).args(["-n", namespace]);
    command
}

pub fn omnia(server: &Server, user: User, namespace: &str, arguments: &[&str]) -> Output {
    super::server::run(&mut command(server, user, namespace, arguments), b"")
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

pub fn words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

pub fn create(server: &Server, namespace: &str, object: &Value) {
    let path = groups()[0].path(object["kind"].as_str().unwrap(), namespace);
    let answer = server.api(User::Administrator).send("POST", &path, &object.to_string());
    assert_eq!(answer.code, 201, "{}", answer.body);
}

/// A version of the pack `p`.
pub fn pack(version: &str) -> Value {
    let name = format!("p-{}", version.replace('.', "-"));
    json!({"apiVersion": format!("{}/v1alpha1", groups()[0].name), "kind": "PromptPack",
        "metadata": {"name": name, "labels": {"omnia.altairalabs.ai/promptpack": "p"}},
        "spec": {"packName": "p", "version": version, "source": {"type": "configmap", "configMapRef": {"name": name}}}})
}

/// An agent with packs 1.0.0 and 2.0.0.
pub fn prepare(server: &Server, namespace: &str, rollout: &Value, replicas: i64) {
    for version in ["1.0.0", "2.0.0"] {
        create(server, namespace, &pack(version));
    }
    create(
        server,
        namespace,
        &json!({"apiVersion": format!("{}/v1alpha1", groups()[0].name), "kind": "AgentRuntime", "metadata": {"name": "bot"},
            "spec": {"promptPackRef": {"name": "p", "version": "1.0.0"}, "facades": [{"type": "websocket", "port": 8080}],
                "providers": [{"name": "default", "providerRef": {"name": "a"}}], "runtime": {"replicas": replicas}, "rollout": rollout}}),
    );
}

pub fn agent(server: &Server, namespace: &str) -> Value {
    server.api(User::Administrator).get(&format!("{}/bot", groups()[0].path("AgentRuntime", namespace))).body
}

pub fn wait(server: &Server, namespace: &str, what: &str, reached: impl Fn(&Value) -> bool) -> Value {
    let mut seen = Value::Null;
    until(what, || {
        let found = agent(server, namespace);
        if found["status"] != seen {
            // Shown when it fails: how it came there.
            seen = found["status"].clone();
            println!("{what}: {seen}");
        }
        reached(&found).then_some(found)
    })
}

/// Runs `test` beside an operator that has taken notice of the agent.
pub fn with_operator(server: &Server, namespace: &str, test: impl FnOnce(&Operator<'_>)) {
    beside_operator(server, namespace, |operator| {
        wait(server, namespace, "the agent is running", |agent| agent["status"]["activeVersion"] == "1.0.0");
        test(operator);
    });
}

/// Runs `test` beside an operator.
pub fn beside_operator(server: &Server, namespace: &str, test: impl FnOnce(&Operator<'_>)) {
    struct Stop<'a>(&'a Operator<'a>);
    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            self.0.stop();
        }
    }
    let api = server.api(User::Administrator);
    let operator = Operator::new(&api, namespace);
    thread::scope(|scope| {
        scope.spawn(|| operator.work());
        let _stop = Stop(&operator);
        test(&operator);
    });
}

pub fn paused(agent: &Value) -> bool {
    agent["status"]["rollout"]["message"].as_str().is_some_and(|message| message.ends_with("paused indefinitely"))
}

pub fn steps() -> Value {
    json!({"steps": [{"setWeight": 30}, {"pause": {}}, {"setWeight": 60}, {"pause": {}}]})
}

pub const START: [&str; 6] = ["rollout", "start", "bot", "--pack-version", "2.0.0", "--yes"];

#[test]
fn a_rollout_is_started_promoted_and_finished() {
    let Some(server) = server("a_rollout_is_started_promoted_and_finished") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    let run = |arguments: &[&str]| omnia(server, User::Administrator, &namespace, arguments);
    with_operator(server, &namespace, |_| {
        let refused = run(&["rollout", "promote", "bot", "--yes"]);
        assert_eq!(code(&refused), 5, "{}", words(&refused));
        let unpublished = run(&["rollout", "start", "bot", "--pack-version", "9.9.9", "--yes"]);
        assert_eq!(code(&unpublished), 5, "{}", words(&unpublished));
        let unasked = run(&["rollout", "start", "bot", "--pack-version", "2.0.0"]);
        assert_eq!(code(&unasked), 2, "{}", words(&unasked));
        assert!(agent(server, &namespace)["spec"]["rollout"]["candidate"].is_null());

        let started = run(&[&START[..], &["--wait"]].concat());
        assert_eq!(code(&started), 0, "{}", words(&started));
        wait(server, &namespace, "the first pause", paused);
        let status = run(&["rollout", "status", "bot", "-o", "json"]);
        let status: Value = serde_json::from_slice(&status.stdout).unwrap();
        assert_eq!(status["items"][0]["phase"], "paused", "{status:#}");
        assert_eq!(status["items"][0]["step"]["index"], 2);
        wait_for_candidate(server, &namespace);
        let next = run(&["rollout", "promote", "bot", "--yes"]);
        assert_eq!(code(&next), 0, "{}", words(&next));
        wait(server, &namespace, "the second pause", |agent| agent["status"]["rollout"]["currentStep"] == 3 && paused(agent));
        let done = run(&["rollout", "promote", "bot", "--full", "--yes", "--wait", "--timeout", "120s"]);
        assert_eq!(code(&done), 0, "{}", words(&done));
        assert_eq!(agent(server, &namespace)["spec"]["promptPackRef"]["version"], "2.0.0");
        let healthy = run(&["rollout", "status", "bot", "--for", "healthy", "--timeout", "120s"]);
        assert_eq!(code(&healthy), 0, "{}", words(&healthy));
        let late = run(&["rollout", "status", "bot", "--for", "paused", "--timeout", "120s"]);
        assert_eq!(code(&late), 1, "{}", words(&late));
    });
}

pub fn wait_for_candidate(server: &Server, namespace: &str) {
    let path = format!("/apis/apps/v1/namespaces/{namespace}/deployments/bot-canary");
    let api = server.api(User::Administrator);
    until("the candidate is ready", || (api.get(&path).body["status"]["readyReplicas"] == 1).then_some(()));
}

#[test]
fn a_rollback_leaves_stable_and_says_what_git_must_say() {
    let Some(server) = server("a_rollback_leaves_stable_and_says_what_git_must_say") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    let run = |arguments: &[&str]| omnia(server, User::Administrator, &namespace, arguments);
    with_operator(server, &namespace, |_| {
        assert_eq!(code(&run(&START)), 0);
        wait(server, &namespace, "the first pause", paused);
        let dry = run(&["rollout", "rollback", "bot", "--dry-run=server"]);
        assert_eq!(code(&dry), 0, "{}", words(&dry));
        assert!(!agent(server, &namespace)["spec"]["rollout"]["candidate"].is_null());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.yaml");
        let head = "kind: AgentRuntime\nmetadata: {name: bot}\nspec:\n  rollout: # see the runbook\n";
        let tail = "    steps: [{setWeight: 30}] # carefully\n";
        std::fs::write(&file, format!("{head}    candidate:\n      promptPackRef: {{name: p}}\n{tail}")).unwrap();
        let back = run(&["rollout", "undo", "bot", "--yes", "--wait", "--timeout", "120s", "--write", file.to_str().unwrap()]);
        assert_eq!(code(&back), 0, "{}", words(&back));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{head}{tail}"));
        let after = agent(server, &namespace);
        assert_eq!(after["metadata"]["annotations"]["omnia.altairalabs.ai/last-rolled-back-version"], "2.0.0");
        assert_eq!(after["spec"]["promptPackRef"]["version"], "1.0.0");
        let again = run(&["rollout", "retry", "bot", "--yes", "--wait", "--timeout", "120s"]);
        assert_eq!(code(&again), 0, "{}", words(&again));
        wait(server, &namespace, "the pause of the second rollout", paused);
    });
}

/// Stable has no pods: the way back goes through a weight at which both sides have one.
#[test]
fn a_rollback_without_stable_pods_takes_the_way_without_a_gap() {
    let Some(server) = server("a_rollback_without_stable_pods_takes_the_way_without_a_gap") else { return };
    let namespace = server.namespace();
    let rollout = json!({"trafficRouting": {"mode": "replicaWeighted"}, "steps": [{"setWeight": 50}, {"pause": {}}, {"setWeight": 100}, {"pause": {}}]});
    prepare(server, &namespace, &rollout, 1);
    let run = |arguments: &[&str]| omnia(server, User::Administrator, &namespace, arguments);
    with_operator(server, &namespace, |_| {
        assert_eq!(code(&run(&START)), 0);
        wait(server, &namespace, "the first pause", paused);
        wait_for_candidate(server, &namespace);
        let back = run(&["rollout", "rollback", "bot", "--yes", "--wait", "--timeout", "120s"]);
        assert_eq!(code(&back), 0, "{}", words(&back));
        let text = words(&back);
        for step in
            ["set spec.runtime.replicas to 2", "go back to step 1", "clear the candidate", "set spec.runtime.replicas to 1"]
        {
            assert!(text.contains(&format!("done: {step}")), "{text}");
        }
        let after = agent(server, &namespace);
        assert_eq!(after["spec"]["runtime"]["replicas"], 1);
        assert!(after["spec"]["rollout"]["candidate"].is_null());
    });
}

/// Of many who want the next step at once, one gets it, and each of the others learns that it did not.
#[test]
fn of_many_only_one_moves_the_rollout() {
    let Some(server) = server("of_many_only_one_moves_the_rollout") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    with_operator(server, &namespace, |operator| {
        assert_eq!(code(&omnia(server, User::Administrator, &namespace, &START)), 0);
        wait(server, &namespace, "the first pause", paused);
        wait_for_candidate(server, &namespace);
        operator.stop();
        let codes: Vec<i32> = thread::scope(|scope| {
            let promote = || code(&omnia(server, User::Administrator, &namespace, &["rollout", "promote", "bot", "--yes"]));
            let runs: Vec<_> = (0..8).map(|_| scope.spawn(promote)).collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        assert_eq!(codes.iter().filter(|code| **code == 0).count(), 1, "{codes:?}");
        assert!(codes.iter().all(|code| [0, 5].contains(code)), "{codes:?}");
        assert_eq!(agent(server, &namespace)["status"]["rollout"]["currentStep"], 2);
    });
}

/// A facade writes to the status all the time; that is no reason to give up.
#[test]
fn writes_of_facades_do_not_get_in_the_way() {
    let Some(server) = server("writes_of_facades_do_not_get_in_the_way") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    with_operator(server, &namespace, |_| {
        assert_eq!(code(&omnia(server, User::Administrator, &namespace, &START)), 0);
        wait(server, &namespace, "the first pause", paused);
        wait_for_candidate(server, &namespace);
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let api = server.api(User::Administrator);
                let path = format!("{}/bot/status", groups()[0].path("AgentRuntime", &namespace));
                let mut count = 0;
                while !over.load(Ordering::Relaxed) {
                    count += 1;
                    let ready = json!({"status": {"replicas": {"ready": count % 7, "desired": 1, "available": 1}}});
                    api.send("PATCH", &path, &ready.to_string());
                    thread::sleep(Duration::from_millis(50));
                }
            });
            let next = omnia(server, User::Administrator, &namespace, &["rollout", "promote", "bot", "--yes"]);
            over.store(true, Ordering::Relaxed);
            assert_eq!(code(&next), 0, "{}", words(&next));
        });
        wait(server, &namespace, "the second pause", |agent| agent["status"]["rollout"]["currentStep"] == 3);
    });
}

/// Who may not write the status goes through the spec, which is as it was afterwards.
#[test]
fn an_editor_promotes_through_the_spec() {
    let Some(server) = server("an_editor_promotes_through_the_spec") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    allow(server, &namespace);
    with_operator(server, &namespace, |_| {
        assert_eq!(code(&omnia(server, User::Developer, &namespace, &START)), 0);
        wait(server, &namespace, "the first pause", paused);
        wait_for_candidate(server, &namespace);
        let next = omnia(server, User::Developer, &namespace, &["rollout", "promote", "bot", "--yes"]);
        assert_eq!(code(&next), 0, "{}", words(&next));
        let after = wait(server, &namespace, "the second pause", |agent| agent["status"]["rollout"]["currentStep"] == 3);
        assert_eq!(after["spec"]["rollout"]["steps"], steps()["steps"]);
        let full = omnia(server, User::Developer, &namespace, &["rollout", "promote", "bot", "--full", "--yes", "--wait"]);
        assert_eq!(code(&full), 0, "{}", words(&full));
        let after = agent(server, &namespace);
        assert_eq!(after["spec"]["promptPackRef"]["version"], "2.0.0");
        assert_eq!(after["spec"]["rollout"]["steps"], steps()["steps"]);
    });
    let nobody = omnia(server, User::Nobody, &namespace, &["rollout", "status", "bot"]);
    assert_eq!(code(&nobody), 3, "{}", words(&nobody));
    assert!(words(&nobody).contains("agentruntimes"), "{}", words(&nobody));
}

/// What the roles that ship with the platform let an editor do.
pub fn allow(server: &Server, namespace: &str) {
    let group = groups()[0].name;
    let rules = json!([
        {"apiGroups": [group], "resources": ["agentruntimes"], "verbs": ["get", "list", "watch", "patch"]},
        {"apiGroups": [group], "resources": ["agentruntimes/status", "promptpacks", "providers", "toolregistries"], "verbs": ["get", "list"]},
        {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get", "list"]},
    ]);
    grant(server, namespace, "editor", &rules);
}
