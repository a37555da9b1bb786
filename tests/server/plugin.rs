//! The real kubectl finds the plugin, runs it, and completes its words.

use std::process::{Command, Output};

use super::server::{Server, User, run, server};

const PROGRAM: &str = env!("CARGO_BIN_EXE_kubectl-omnia");

fn kubectl(server: &Server, arguments: &[&str]) -> Output {
    let mut command = server.kubectl_with_plugin(User::Nobody);
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    run(&mut command, b"")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn kubectl_lists_it_without_a_warning() {
    let Some(server) = server("kubectl_lists_it_without_a_warning") else { return };
    let output =
        server.kubectl_with_plugin(User::Nobody).env("PATH", server.plugins()).args(["plugin", "list"]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("/kubectl-omnia\n"), "{}", text(&output.stdout));
    assert_eq!(text(&output.stderr), "");
    assert!(!text(&output.stdout).to_lowercase().contains("warning"), "{}", text(&output.stdout));
}

/// The plugin says the same through kubectl as alone.
#[test]
fn kubectl_runs_it() {
    let Some(server) = server("kubectl_runs_it") else { return };
    let calls: [&[&str]; 6] = [
        &["version"],
        &["lint", "testdata/manifests/provider"],
        &["lint", "testdata/manifests/provider/good-minimal.yaml"],
        &["lint", "-o", "json", "testdata/manifests/promptpack"],
        &["explain", "agentruntime.spec.facades"],
        &["schema", "export", "--no-such-flag"],
    ];
    for call in calls {
        let through = kubectl(server, &[&["omnia"], call].concat());
        let alone = Command::new(PROGRAM).args(call).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        assert_eq!(through.status.code(), alone.status.code(), "{call:?}: {}", text(&through.stderr));
        assert_eq!(text(&through.stdout), text(&alone.stdout), "{call:?}");
        assert_eq!(text(&through.stderr), text(&alone.stderr), "{call:?}");
    }
}

#[test]
fn kubectl_completes_its_words() {
    let Some(server) = server("kubectl_completes_its_words") else { return };
    let complete = |words: &[&str]| {
        let output = kubectl(server, &[&["__complete", "omnia"], words].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let has = |output: &str, word: &str| output.lines().any(|line| line.split('\t').next() == Some(word));
    let commands = complete(&[""]);
    assert!(has(&commands, "lint") && has(&commands, "explain"), "{commands}");
    let flags = complete(&["lint", "--op"]);
    assert!(has(&flags, "--operation"), "{flags}");
    let values = complete(&["lint", "--operation", ""]);
    assert!(has(&values, "apply") && has(&values, "replace"), "{values}");
    let files = complete(&["lint", "testdata/manifests/prov"]);
    assert!(has(&files, "testdata/manifests/provider/"), "{files}");
    assert!(complete(&["no-such-command", ""]).ends_with(":4\n"));
}
