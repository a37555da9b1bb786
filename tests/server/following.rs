//! Following a rollout while the operator works, while a token ends, and at a terminal.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::json;

use super::{
    rollouts::{START, agent, code, command, omnia, paused, prepare, steps, wait, with_operator, words},
    server::{Server, User, server},
    tools::is_there,
};

/// A follower that has told where the rollout stands.
struct Follower {
    child: Child,
    lines: BufReader<ChildStdout>,
    seen: String,
}

impl Follower {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut seen = String::new();
        assert!(lines.read_line(&mut seen).unwrap() > 0, "{}", words(&child.wait_with_output().unwrap()));
        Self { child, lines, seen }
    }

    /// The code, and all that it told.
    fn end(mut self) -> (i32, String) {
        self.lines.read_to_string(&mut self.seen).unwrap();
        let output = self.child.wait_with_output().unwrap();
        (code(&output), self.seen + &words(&output))
    }
}

#[test]
fn each_goal_is_reached_or_given_up() {
    let Some(server) = server("each_goal_is_reached_or_given_up") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    let run = |arguments: &[&str]| {
        let output = omnia(server, User::Administrator, &namespace, arguments);
        assert_eq!(code(&output), 0, "{}", words(&output));
    };
    let follow = |goals: &[(&'static str, i32)]| -> Vec<(&'static str, i32, Follower)> {
        let start = |goal: &str| {
            let flags = ["rollout", "status", "bot", "--timeout", "180s", if goal == "watch" { "--watch" } else { "--for" }];
            let goal = Some(goal).filter(|goal| *goal != "watch");
            let arguments: Vec<&str> = flags.into_iter().chain(goal).collect();
            Follower::start(command(server, User::Administrator, &namespace, &arguments))
        };
        goals.iter().map(|(goal, code)| (*goal, *code, start(goal))).collect()
    };
    let end = |followers: Vec<(&str, i32, Follower)>| {
        for (goal, expected, follower) in followers {
            let (code, text) = follower.end();
            assert_eq!(code, expected, "{goal}: {text}");
        }
    };
    with_operator(server, &namespace, |_| {
        run(&[&START[..], &["--wait"]].concat());
        let goals =
            [("rolled-back", 0), ("healthy", 0), ("promoted", 1), ("step=4", 1), ("step=2", 0), ("paused", 0), ("watch", 0)];
        let followers = follow(&goals);
        run(&["rollout", "rollback", "bot", "--yes"]);
        end(followers);
        run(&["rollout", "retry", "bot", "--yes", "--wait"]);
        wait(server, &namespace, "the pause", paused);
        let goals = [("promoted", 0), ("healthy", 0), ("step=3", 0), ("rolled-back", 1), ("step=5", 1), ("watch", 0)];
        let followers = follow(&goals);
        run(&["rollout", "promote", "bot", "--full", "--yes", "--force", "--wait"]);
        end(followers);
    });
}

/// The account of the token goes, so that the server does not know the token any more.
#[test]
fn a_token_that_ends_ends_the_following() {
    let Some(server) = server("a_token_that_ends_ends_the_following") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    let api = server.api(User::Administrator);
    let post = |path: &str, body: &serde_json::Value| {
        let answer = api.send("POST", path, &body.to_string());
        assert_eq!(answer.code, 201, "{}", answer.body);
        answer.body
    };
    let accounts = format!("/api/v1/namespaces/{namespace}/serviceaccounts");
    post(&accounts, &json!({"metadata": {"name": "robot"}}));
    let request = json!({"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {"expirationSeconds": 600}});
    let token = post(&format!("{accounts}/robot/token"), &request)["status"]["token"].as_str().unwrap().to_owned();
    let rbac = "rbac.authorization.k8s.io";
    let binding = json!({"metadata": {"name": "robot"}, "roleRef": {"apiGroup": rbac, "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"kind": "ServiceAccount", "name": "robot", "namespace": namespace}]});
    post(&format!("/apis/{rbac}/v1/namespaces/{namespace}/rolebindings"), &binding);
    with_operator(server, &namespace, |_| {
        let started = omnia(server, User::Administrator, &namespace, &[&START[..], &["--wait"]].concat());
        assert_eq!(code(&started), 0, "{}", words(&started));
        let as_robot =
            |arguments: &[&str]| command(server, User::Stranger, &namespace, &[arguments, &["--token", &token]].concat());
        super::server::until("the server knows the binding", || {
            let output = as_robot(&["rollout", "status", "bot"]).output().unwrap();
            assert!([0, 3].contains(&code(&output)), "{}", words(&output));
            (code(&output) == 0).then_some(())
        });
        let follower = Follower::start(as_robot(&["rollout", "status", "bot", "--watch"]));
        let gone = api.send("DELETE", &format!("{accounts}/robot"), "");
        assert_eq!(gone.code, 200, "{}", gone.body);
        let (code, text) = follower.end();
        assert_eq!(code, 3, "{text}");
        assert!(text.contains("does not accept the credentials") && text.contains("log in again"), "{text}");
        assert!(!text.contains("still trying") && !text.contains(&token), "{text}");
    });
}

/// A program at a terminal of its own, to which keys are sent.
struct Terminal {
    child: Child,
    seen: Vec<u8>,
}

impl Terminal {
    /// kubectl with the plugin, in 80 columns.
    fn start(server: &Server, namespace: &str, arguments: &[&str]) -> Self {
        let kubectl = server.kubectl_with_plugin(User::Administrator);
        let line = format!("stty cols 80; exec {} omnia {} -n {namespace}", kubectl.get_program().display(), arguments.join(" "));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env_remove("COLUMNS").env("TERM", "xterm");
        for (name, value) in kubectl.get_envs() {
            match value {
                Some(value) => script.env(name, value),
                None => script.env_remove(name),
            };
        }
        let child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        Self { child, seen: Vec::new() }
    }

    /// Waits until a text is shown, and presses keys.
    fn press(&mut self, shown: &str, keys: &str) {
        let stream = self.child.stdout.as_mut().unwrap();
        let mut byte = [0];
        while !String::from_utf8_lossy(&self.seen).contains(shown) {
            assert!(stream.read(&mut byte).unwrap() > 0, "no {shown:?}: {}", String::from_utf8_lossy(&self.seen));
            self.seen.push(byte[0]);
        }
        self.child.stdin.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    }

    /// The code, and all that was shown.
    fn end(mut self) -> (i32, String) {
        self.child.stdout.as_mut().unwrap().read_to_end(&mut self.seen).unwrap();
        let code = self.child.wait().unwrap().code().unwrap();
        (code, String::from_utf8_lossy(&self.seen).replace('\r', ""))
    }
}

/// Whatever is answered, the terminal is as it was: nothing hides the cursor.
#[test]
fn a_question_at_a_terminal_is_answered_or_broken_off() {
    const TEST: &str = "a_question_at_a_terminal_is_answered_or_broken_off";
    let Some(server) = server(TEST).filter(|_| is_there("script", TEST)) else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &steps(), 1);
    let start = &START[..START.len() - 1];
    with_operator(server, &namespace, |_| {
        for (keys, expected, last) in [
            ("\u{3}", 130, "interrupted\nnothing was written\n"),
            ("n\n", 5, "error: given up: you did not agree\nnothing was written\n"),
            ("\n", 5, "error: given up: you did not agree\nnothing was written\n"),
        ] {
            let mut terminal = Terminal::start(server, &namespace, start);
            terminal.press("start bot? [y/N] ", keys);
            let (code, text) = terminal.end();
            assert_eq!(code, expected, "{keys:?}: {text:?}");
            assert!(text.ends_with(last) && text.matches("nothing was written").count() == 1, "{keys:?}: {text:?}");
            assert!(!text.contains('\u{1b}'), "{keys:?}: {text:?}");
            assert!(agent(server, &namespace)["spec"]["rollout"]["candidate"].is_null());
        }
        let mut terminal = Terminal::start(server, &namespace, &[start, &["--wait"]].concat());
        terminal.press("start bot? [y/N] ", "y\n");
        let (code, text) = terminal.end();
        assert!(code == 0 && text.contains("done: set the candidate") && text.contains("step       2 of 4"), "{text:?}");
        assert!(text.lines().all(|line| line.chars().count() <= 80 || line.contains('\u{1b}')), "{text}");
        drawn_in_place(server, &namespace);
    });
}

/// Each drawing goes up as many lines as the one before it took.
fn drawn_in_place(server: &Server, namespace: &str) {
    let mut terminal = Terminal::start(server, namespace, &["rollout", "status", "bot", "--watch"]);
    terminal.press("waits for  somebody to promote it", "");
    let back = omnia(server, User::Administrator, namespace, &["rollout", "rollback", "bot", "--yes"]);
    assert_eq!(code(&back), 0, "{}", words(&back));
    let (code, text) = terminal.end();
    assert!(code == 0 && text.contains("bot: rolled back\n"), "{text:?}");
    let drawings: Vec<&str> = text.split("\u{1b}[").filter(|part| !part.starts_with('J')).collect();
    assert!(drawings.len() > 1, "{text:?}");
    for pair in text.split("\u{1b}[J").collect::<Vec<_>>().windows(2) {
        let (drawn, up) = pair[0].rsplit_once("\u{1b}[").unwrap();
        assert_eq!(up, format!("{}A", drawn.lines().count()), "{text:?}");
        assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{drawn}");
    }
}
