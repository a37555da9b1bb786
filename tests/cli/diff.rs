//! `diff`: what an edit changes, and which field causes it.

use std::process::Command;

use serde_json::Value;

use crate::{
    assert_block,
    render::{AGENT, PLATFORM, sandbox},
    sandbox::Sandbox,
};

fn edited() -> Sandbox {
    sandbox().file("new.yaml", AGENT.replace("port: 8080", "port: 9000"))
}

#[test]
fn formats() {
    let sandbox = edited();
    assert_block!(
        "diff-formats",
        sandbox.runs(&[
            &["diff", "agent.yaml", "new.yaml", "--with", "platform.yaml"],
            &["diff", "agent.yaml", "new.yaml", "--with", "platform.yaml", "-o", "markdown", "-q"],
            &["diff", "agent.yaml", "new.yaml", "--with", "platform.yaml", "-o", "json"],
            &["diff", "agent.yaml", "agent.yaml", "--with", "platform.yaml", "-q"],
            &["diff", "agent.yaml", "agent.yaml", "--with", "platform.yaml", "-q", "-o", "markdown"],
        ])
    );
}

#[test]
fn failures() {
    let sandbox = edited()
        .file("bad.yaml", AGENT.replace("port: 8080", "port: many"))
        .file("unread.yaml", AGENT.replace("port: 8080", "clientToolTimeout: soon"));
    let with = ["--with", "platform.yaml", "-q", "-o", "json=diff.json"];
    let runs: &[&[&str]] = &[
        &["diff", "agent.yaml", "gone.yaml"],
        &["diff", "agent.yaml", "bad.yaml"],
        &["diff", "bad.yaml", "agent.yaml"],
        &["diff", "agent.yaml", "unread.yaml"],
        &["diff", "git:main", "agent.yaml"],
        &["diff", "agent.yaml"],
    ];
    let runs: Vec<Vec<&str>> = runs.iter().map(|run| [*run, &with].concat()).collect();
    assert_block!("diff-failures", sandbox.runs(&runs.iter().map(Vec::as_slice).collect::<Vec<_>>()));
}

/// Each edit of the table: whether it restarts pods, which field is named, and which effects people notice.
#[test]
fn what_an_edit_does() {
    type Case = (&'static str, &'static str, &'static str, bool, &'static str, &'static [&'static str]);
    let cases: &[Case] = &[
        ("agent", "port: 8080", "port: 9000", true, "spec.facades[0].port", &["port"]),
        ("agent", "port: 8080", "port: 8080\n    handler: demo", true, "spec.facades[0].handler", &[]),
        ("agent", "spec:\n", "spec:\n  runtime: {replicas: 1}\n", false, "", &[]),
        ("agent", "spec:\n", "spec:\n  runtime: {replicas: 3}\n", true, "spec.runtime", &["replicas"]),
        (
            "agent",
            "spec:\n",
            "spec:\n  podOverrides: {serviceAccountName: own}\n",
            true,
            "spec.podOverrides",
            &["permission", "permission"],
        ),
        ("agent", "spec:\n", "spec:\n  rateLimit: {maxInvocationsPerMinute: 5}\n", true, "spec.rateLimit", &[]),
        ("platform", "model: llama3", "model: llama4", true, "spec.model", &[]),
        ("platform", "name: helpdesk-content", "name: other-content", true, "spec.source.configMapRef.name", &[]),
    ];
    for (file, from, to, restarts, field, effects) in cases {
        let (old, new) = (AGENT.to_owned() + "---\n" + PLATFORM, {
            let edit = |name: &str, text: &str| if name == *file { text.replacen(from, to, 1) } else { text.to_owned() };
            edit("agent", AGENT) + "---\n" + &edit("platform", PLATFORM)
        });
        assert!(old != new);
        let sandbox = Sandbox::new().file("old.yaml", old).file("new.yaml", new);
        let output = sandbox.output(&["diff", "old.yaml", "new.yaml", "-o", "json"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let agent = &report["agents"][0];
        let restarted = agent["restarts"].as_array().is_some_and(|names| !names.is_empty());
        assert_eq!(restarted, *restarts, "{to}: {report:#}");
        assert_eq!(agent["causes"][0]["field"].as_str().unwrap_or_default(), *field, "{to}: {report:#}");
        let seen: Vec<&str> =
            agent["effects"].as_array().into_iter().flatten().map(|effect| effect["kind"].as_str().unwrap()).collect();
        assert_eq!(seen, *effects, "{to}: {report:#}");
        assert_eq!(output.status.code(), Some(i32::from(!field.is_empty())), "{to}");
    }
}

/// The files as they were at a revision, also those that are gone by now.
#[test]
fn revisions() {
    let sandbox =
        sandbox().file("agents/gone.yaml", AGENT.replace("name: helper", "name: gone")).file("agents/stays.yaml", AGENT);
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.test"]).args(arguments).current_dir(sandbox.path());
        assert!(command.output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "first"]);
    git(&["tag", "v1"]);
    std::fs::remove_file(sandbox.path().join("agents/gone.yaml")).unwrap();
    let changes = |sides: [&str; 2]| -> Vec<String> {
        let mut command = sandbox.command(&["diff", sides[0], sides[1], "--with", "platform.yaml", "-o", "json"]);
        let output = command.env("PATH", std::env::var_os("PATH").unwrap()).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        let agents = report["agents"].as_array().unwrap().iter();
        agents.map(|agent| format!("{} {}", agent["name"].as_str().unwrap(), agent["change"].as_str().unwrap())).collect()
    };
    assert_eq!(changes(["git:v1", "agents"]), ["gone removed"]);
    assert_eq!(changes(["agents", "git:v1"]), ["gone added"]);
    assert_eq!(changes(["git:v1:agents/stays.yaml", "agents/stays.yaml"]), [""; 0]);
    std::fs::remove_dir_all(sandbox.path().join("agents")).unwrap();
    assert_eq!(changes(["git:v1:agents", "agent.yaml"]), ["gone removed"]);
}

/// A program of the user shows the difference; what it returns decides as for kubectl.
#[cfg(unix)]
#[test]
fn by_another_program() {
    let sandbox = edited().programs("diff-programs");
    let arguments = ["diff", "agent.yaml", "new.yaml", "--with", "platform.yaml", "-q"];
    let run = |sandbox: &Sandbox| {
        let output = sandbox.output(&arguments);
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let sandbox = sandbox.variable("KUBECTL_EXTERNAL_DIFF", "show-folders -u $HOME");
    let (shown, code) = run(&sandbox);
    assert_eq!((shown.as_str(), code), ("-u\napps.v1.Deployment.desk.helper\nv1.Service.desk.helper\n", Some(1)));
    let sandbox = sandbox.variable("KUBECTL_EXTERNAL_DIFF", "no-such-program");
    assert_eq!(run(&sandbox).1, Some(3));
}
