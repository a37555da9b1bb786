//! `auth` against the API server: the roles that it prints are the ones that were missing. And `-v`, which must not tell secrets.

use std::process::Output;

use serde_json::json;

use super::{
    access::grant,
    crds::groups,
    rollouts::{START, agent, allow, code, omnia, pack, prepare, wait, wait_for_candidate, with_operator, words},
    server::{Server, User, run, server, until},
};

/// The words for `auth`, and a command that they allow with its code.
const READING: [(&str, &[&str], i32); 10] = [
    ("status", &["status"], 0),
    ("why", &["why", "bot"], 1),
    ("events", &["events", "bot"], 0),
    ("rollout status", &["rollout", "status", "bot"], 0),
    ("rollout history", &["rollout", "history", "bot"], 0),
    ("rollout plan", &["rollout", "plan", "bot"], 0),
    ("packs", &["packs"], 0),
    ("resolve", &["resolve", "bot"], 0),
    ("graph", &["graph", "bot"], 0),
    ("lint", &["lint", "agentruntime/bot", "--fail-on", "never"], 0),
];

/// The verbs in an order in which each of them is right, and the step that the rollout is at afterwards.
const WRITING: [(&str, &[&str], Option<u64>); 6] = [
    ("start", &["start", "bot", "--pack-version", "2.0.0", "--wait"], Some(1)),
    ("promote", &["promote", "bot"], Some(3)),
    ("pause", &["pause", "bot"], Some(3)),
    ("rollback", &["rollback", "bot", "--wait"], None),
    ("retry", &["retry", "bot", "--wait"], Some(1)),
    ("abort", &["abort", "bot", "--wait"], None),
];

/// kubectl with the plugin as somebody whom no role knows yet.
fn plugin(server: &Server, user: &str, namespace: &str, arguments: &[&str]) -> Output {
    let mut kubectl = server.kubectl_with_plugin(User::Administrator);
    run(kubectl.arg("omnia").args(arguments).args(["--as", user, "-n", namespace]), b"")
}

/// What is missing is printed, applied, and after a moment known to the server.
fn let_in(server: &Server, user: &str, namespace: &str, command: &str) {
    let printed = plugin(server, user, namespace, &["auth", command, "-o", "role"]);
    assert_eq!(code(&printed), 1, "{command}: {}", words(&printed));
    let applied = run(server.kubectl(User::Administrator).args(["apply", "-f", "-"]), &printed.stdout);
    assert!(applied.status.success(), "{command}: {}", words(&applied));
    until("the server knows the role", || {
        let output = plugin(server, user, namespace, &["auth", command, "-o", "json"]);
        let lacks_nothing = String::from_utf8_lossy(&output.stdout).contains("\"roles\": []");
        (code(&output) == 0 && lacks_nothing).then_some(())
    });
}

#[test]
fn the_role_that_is_missing_lets_a_command_work() {
    let Some(server) = server("the_role_that_is_missing_lets_a_command_work") else { return };
    let namespace = server.namespace();
    let steps = json!({"steps": [{"setWeight": 30}, {"pause": {}}, {"setWeight": 60}, {"pause": {"duration": "1h"}}]});
    prepare(server, &namespace, &steps, 1);
    with_operator(server, &namespace, |_| {
        std::thread::scope(|scope| {
            for (words, arguments, expected) in READING {
                let namespace = &namespace;
                scope.spawn(move || works(server, namespace, words, arguments, expected));
            }
        });
        for (verb, arguments, step) in WRITING {
            let arguments = [&["rollout"], arguments, &["--yes"]].concat();
            works(server, &namespace, &format!("rollout {verb}"), &arguments, 0);
            wait(server, &namespace, verb, |agent| agent["status"]["rollout"]["currentStep"].as_u64() == step);
            if step.is_some() {
                wait_for_candidate(server, &namespace);
            }
        }
    });
}

/// Refused at first, and not any more with the role.
fn works(server: &Server, namespace: &str, command: &str, arguments: &[&str], expected: i32) {
    let user = format!("{}-of-{namespace}", command.replace(' ', "-"));
    let refused = plugin(server, &user, namespace, arguments);
    assert_eq!(code(&refused), 3, "{command}: {}", words(&refused));
    assert!(words(&refused).contains("no permission to "), "{command}: {}", words(&refused));
    let_in(server, &user, namespace, command);
    let output = plugin(server, &user, namespace, arguments);
    assert_eq!(code(&output), expected, "{command}: {}", words(&output));
}

/// A second role takes nothing from the first one, nor does that of somebody else.
#[test]
fn roles_add_up() {
    let Some(server) = server("roles_add_up") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &json!({"steps": [{"setWeight": 30}]}), 1);
    let users = ["one", "other"].map(|user| format!("{user}-of-{namespace}"));
    for command in ["packs", "rollout status"] {
        for user in &users {
            let_in(server, user, &namespace, command);
        }
    }
    for user in &users {
        for arguments in [&["packs"][..], &["rollout", "status", "bot"]] {
            let output = plugin(server, user, &namespace, arguments);
            assert_eq!(code(&output), 0, "{}", words(&output));
        }
    }
}

#[test]
fn each_role_is_told_what_it_may() {
    let Some(server) = server("each_role_is_told_what_it_may") else { return };
    let namespace = server.namespace();
    let auth = |user: User, command: &[&str]| {
        let output = omnia(server, user, &namespace, &[&["auth"], command].concat());
        (code(&output), words(&output))
    };
    let (code, text) = auth(User::Administrator, &[]);
    assert!(code == 0 && !text.contains("needs ") && !text.contains("without ") && !text.contains("kind: Role"), "{text}");
    let (code, text) = auth(User::Nobody, &[]);
    assert!(code == 1 && text.contains("\nauth                     yes\n"), "{text}");
    assert!(text.contains("needs get all 17 kinds of the platform") && text.contains("  name: nobody\n"), "{text}");
    let rule = |verbs: &[&str]| json!([{"apiGroups": [groups()[0].name], "resources": ["agentruntimes"], "verbs": verbs}]);
    grant(server, &namespace, "viewer", &rule(&["get", "list", "watch"]));
    let (code, text) = auth(User::Developer, &["status"]);
    assert!(code == 0 && text.contains("status AGENT             with a detour\n"), "{text}");
    let (code, text) = auth(User::Developer, &["promote"]);
    assert!(code == 1 && text.contains("needs patch agentruntimes/status"), "{text}");
    allow(server, &namespace);
    let (code, text) = auth(User::Developer, &["promote"]);
    assert!(code == 0 && text.contains("rollout promote          with a detour\n"), "{text}");
    let (code, text) = auth(User::Stranger, &[]);
    assert!(code == 3 && text.contains("does not accept the credentials"), "{text}");
}

/// Neither the token nor what a Secret holds is in any output, whatever the level.
#[test]
fn the_log_of_requests_tells_no_secrets() {
    let Some(server) = server("the_log_of_requests_tells_no_secrets") else { return };
    let namespace = server.namespace();
    prepare(server, &namespace, &json!({"steps": [{"setWeight": 30}, {"pause": {}}]}), 1);
    let hidden = ["hush-hush-42", "aHVzaC1odXNoLTQy", "token-of-administrator"];
    let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "keys", "namespace": namespace},
        "stringData": {"k": hidden[0]}});
    // Applied, so that an annotation holds the text as well.
    let applied = run(server.kubectl(User::Administrator).args(["apply", "-f", "-"]), secret.to_string().as_bytes());
    assert!(applied.status.success(), "{}", words(&applied));
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, object: &serde_json::Value| {
        let path = folder.path().join(name);
        std::fs::write(&path, object.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let credential = json!({"secretRef": {"name": "keys", "key": "k"}});
    let provider = json!({"apiVersion": format!("{}/v1alpha1", groups()[0].name), "kind": "Provider",
        "metadata": {"name": "gpt", "namespace": namespace}, "spec": {"type": "openai", "model": "m", "credential": credential}});
    let (provider, pack) = (write("provider.yaml", &provider), write("pack.yaml", &pack("3.0.0")));
    let mut stored = agent(server, &namespace);
    stored["metadata"] = json!({"name": "bot", "namespace": namespace});
    let stored = write("agent.yaml", &stored);
    let commands: [&[&str]; 7] = [
        &["lint", "--live", &provider, &pack],
        &["lint", "agentruntime/bot"],
        &["diff", "--live", "--with", &provider, &stored],
        &["doctor"],
        &["why", "bot"],
        &["rollout", "status", "bot", "--for", "healthy", "--timeout", "1s"],
        &["rollout", "start", "bot", "--pack-version", "2.0.0", "--yes"],
    ];
    let mut reads = 0;
    for command in commands {
        for flag in [&["-v=10"][..], &["-v", "8", "--token", hidden[2]]] {
            let output = omnia(server, User::Administrator, &namespace, &[command, flag].concat());
            let text = words(&output);
            assert!(text.contains(" 200 in ") && text.contains(" body: "), "{command:?}: {text}");
            reads += text.matches("/secrets/keys 200 in ").count();
            for word in hidden {
                assert!(!text.contains(word), "{command:?} tells {word}: {text}");
            }
        }
    }
    assert!(reads > 0, "no command has read the Secret");
    let start = omnia(server, User::Administrator, &namespace, &[&START[..], &["-v", "6"]].concat());
    assert!(!words(&start).contains("body: "), "{}", words(&start));
}
