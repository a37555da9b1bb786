//! Many writers at once, signals through the real kubectl, and a line to the API server that breaks.

use std::{
    io::{self, BufRead, BufReader, Read},
    net::{Shutdown, TcpListener, TcpStream},
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::{Value, json};

use super::{
    access::settled,
    crds::groups,
    rollouts::{
        START, agent, allow, code, command, omnia, paused, prepare, steps, wait, wait_for_candidate, with_operator, words,
    },
    server::{User, server},
};

/// The writers of the race: a verb, or none for an annotation.
const WRITERS: [Option<&str>; 5] = [Some("promote"), Some("promote"), Some("rollback"), Some("pause"), None];

/// Of a hundred writers each learns what became of its write, and the cluster holds just the writes that were confirmed.
#[test]
fn a_hundred_writers_lose_nothing() {
    let Some(server) = server("a_hundred_writers_lose_nothing") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    with_operator(server, &namespace, |operator| {
        assert_eq!(code(&omnia(server, User::Administrator, &namespace, &START)), 0);
        wait(server, &namespace, "the first pause", paused);
        wait_for_candidate(server, &namespace);
        operator.stop();
        let before = agent(server, &namespace);
        let (api, path) = (server.api(User::Administrator), format!("{}/bot", groups()[0].path("AgentRuntime", &namespace)));
        let race = |number: usize| match WRITERS[number % WRITERS.len()] {
            Some(verb) => {
                let arguments = ["rollout", verb, "bot", "--yes", "--timeout", "1s"];
                let output = omnia(server, User::Administrator, &namespace, &arguments);
                Some((verb, code(&output), words(&output)))
            }
            None => {
                let body = json!({"metadata": {"annotations": {format!("race/n{number}"): "x"}}});
                assert_eq!(api.send("PATCH", &path, &body.to_string()).code, 200);
                None
            }
        };
        let ends: Vec<_> = thread::scope(|scope| {
            let runs: Vec<_> = (0..100).map(|number| scope.spawn(move || race(number))).collect();
            runs.into_iter().filter_map(|run| run.join().unwrap()).collect()
        });
        let after = agent(server, &namespace);
        for (verb, code, text) in &ends {
            assert!([0, 5].contains(code), "{verb} {code}: {text}");
            assert_eq!(*code == 5, text.contains("nothing was written"), "{verb} {code}: {text}");
            assert_eq!(text.matches("done: ").count(), usize::from(*code == 0), "{verb} {code}: {text}");
        }
        let won = |wanted: &[&str]| ends.iter().filter(|(verb, code, _)| *code == 0 && wanted.contains(verb)).count();
        let moved = |pointer: &str| {
            let at = |agent: &Value| agent.pointer(pointer).and_then(Value::as_u64).unwrap();
            usize::try_from(at(&after) - at(&before)).unwrap()
        };
        assert_eq!(moved("/status/rollout/currentStep"), won(&["promote"]));
        assert_eq!(moved("/metadata/generation"), won(&["rollback", "pause"]));
        assert!(won(&["rollback"]) <= 1);
        assert!(won(&["promote", "rollback", "pause"]) > 0, "{ends:?}");
        let annotations = after["metadata"]["annotations"].as_object().unwrap();
        assert_eq!(annotations.keys().filter(|key| key.starts_with("race/")).count(), 20);
    });
}

/// kubectl hands its process on to the plugin, so that Ctrl-C reaches it; the rollout goes on.
#[test]
fn ctrl_c_leaves_the_rollout_to_the_cluster() {
    let Some(server) = server("ctrl_c_leaves_the_rollout_to_the_cluster") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &json!({"steps": [{"setWeight": 30}, {"pause": {"duration": "1h"}}]}), 1);
    with_operator(server, &namespace, |_| {
        let mut child = server
            .kubectl_with_plugin(User::Administrator)
            .arg("omnia")
            .args(START)
            .args(["--wait", "-n", &namespace])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait(server, &namespace, "the pause", |agent| agent["status"]["rollout"]["currentStep"] == 1);
        // It follows the rollout, so that its request was answered.
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        until(&mut lines, "step 2 of 2");
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 130, "{}", words(&output));
        let look = format!("look with: kubectl omnia rollout status bot -n {namespace}");
        for part in ["interrupted", "written so far: ", "the rollout goes on in the cluster", &look] {
            assert!(words(&output).contains(part), "{part}: {}", words(&output));
        }
        assert!(!agent(server, &namespace)["spec"]["rollout"]["candidate"].is_null());
    });
}

/// Reads lines until one has this part.
fn until(stream: &mut impl BufRead, part: &str) {
    let mut seen = String::new();
    while !seen.lines().last().is_some_and(|line| line.contains(part)) {
        assert!(stream.read_line(&mut seen).unwrap() > 0, "no line with {part:?}: {seen}");
    }
}

/// A line to the API server that can be cut: its streams while it is open.
#[derive(Clone)]
struct Line {
    port: u16,
    streams: Arc<Mutex<Option<Vec<TcpStream>>>>,
}

impl Line {
    fn to(address: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let line = Self { port: listener.local_addr().unwrap().port(), streams: Arc::new(Mutex::new(Some(Vec::new()))) };
        let accepting = line.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                accepting.carry(near, &address);
            }
        });
        line
    }

    /// The lock is held from the look at the state to the end, so that no stream outlives a cut.
    fn carry(&self, near: TcpStream, address: &str) {
        let mut streams = self.streams.lock().unwrap();
        let Some(open) = &mut *streams else { return };
        let far = TcpStream::connect(address).unwrap();
        for (from, to) in [(&near, &far), (&far, &near)] {
            let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
            thread::spawn(move || {
                let _ = io::copy(&mut from, &mut to);
                let _ = to.shutdown(Shutdown::Both);
            });
        }
        open.extend([near, far]);
    }

    fn cut(&self) {
        for stream in self.streams.lock().unwrap().take().into_iter().flatten() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn mend(&self) {
        *self.streams.lock().unwrap() = Some(Vec::new());
    }
}

/// Who waits for a rollout sees its end, although the server was out of reach in between.
#[test]
fn a_line_that_breaks_and_comes_back_is_borne() {
    let Some(server) = server("a_line_that_breaks_and_comes_back_is_borne") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    with_operator(server, &namespace, |_| {
        let line = Line::to(server.url().trim_start_matches("https://").to_owned());
        assert_eq!(code(&omnia(server, User::Administrator, &namespace, &START)), 0);
        wait(server, &namespace, "the first pause", paused);
        wait_for_candidate(server, &namespace);
        let url = format!("https://127.0.0.1:{}", line.port);
        let goal = ["rollout", "status", "bot", "--for", "step=4", "--timeout", "180s", "--server", &url];
        let mut waiting = command(server, User::Administrator, &namespace, &goal)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut lines, mut notes) =
            (BufReader::new(waiting.stdout.take().unwrap()), BufReader::new(waiting.stderr.take().unwrap()));
        until(&mut lines, "step 2 of 4");
        line.cut();
        let next = omnia(server, User::Administrator, &namespace, &["rollout", "promote", "bot", "--yes"]);
        assert_eq!(code(&next), 0, "{}", words(&next));
        until(&mut notes, "still trying");
        line.mend();
        let mut seen = String::new();
        lines.read_to_string(&mut seen).unwrap();
        notes.read_to_string(&mut seen).unwrap();
        assert_eq!(waiting.wait().unwrap().code(), Some(0), "{seen}");
        assert!(seen.contains("step 4 of 4"), "{seen}");
    });
}

/// The way through the spec is shown with its cost; who may not write at all learns which rule is missing.
#[test]
fn a_missing_rule_is_named_and_the_other_way_has_its_price() {
    let Some(server) = server("a_missing_rule_is_named_and_the_other_way_has_its_price") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    allow(server, &namespace);
    with_operator(server, &namespace, |_| {
        assert_eq!(code(&omnia(server, User::Administrator, &namespace, &START)), 0);
        wait(server, &namespace, "the first pause", paused);
        wait_for_candidate(server, &namespace);
        let look = |arguments: &[&str]| {
            let output = omnia(server, User::Developer, &namespace, &[&["rollout"], arguments, &["bot", "--dry-run"]].concat());
            assert_eq!(code(&output), 0, "{}", words(&output));
            words(&output).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        for (arguments, price) in [(&["promote"][..], "is replaced by setWeight 30"), (&["promote", "--full"], "are cut off")] {
            let text = look(arguments);
            assert!(text.contains("you may not patch agentruntimes/status") && text.contains(price), "{text}");
        }
        let role = format!("/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/roles/editor");
        let api = server.api(User::Administrator);
        let mut rules = api.get(&role).body["rules"].clone();
        rules[0]["verbs"] = json!(["get", "list", "watch"]);
        assert_eq!(api.send("PATCH", &role, &json!({ "rules": rules }).to_string()).code, 200);
        settled(server, &namespace, "patch", "agentruntimes", false);
        for verb in ["promote", "rollback", "abort"] {
            let refused = omnia(server, User::Developer, &namespace, &["rollout", verb, "bot", "--yes"]);
            let text = words(&refused);
            assert_eq!(code(&refused), 3, "{text}");
            let rule = "{apiGroups: [\"omnia.altairalabs.ai\"], resources: [agentruntimes], verbs: [patch]}";
            assert!(text.contains(rule) && text.contains(&format!("Role in namespace {namespace}")), "{text}");
            assert!(text.contains("nothing was written"), "{text}");
        }
        let nobody = words(&omnia(server, User::Nobody, &namespace, &["rollout", "promote", "bot", "--yes"]));
        assert!(
            nobody.contains("resources: [agentruntimes], verbs: [get]") && nobody.contains("nothing was written"),
            "{nobody}"
        );
    });
}
