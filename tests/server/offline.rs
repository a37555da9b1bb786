//! The offline commands open no socket.

use std::process::Command;

use super::tools;

#[test]
fn offline_commands_open_no_socket() {
    if !tools::is_there("strace", "offline_commands_open_no_socket") {
        return;
    }
    let calls: [&[&str]; 9] = [
        &["lint", "testdata/manifests"],
        &["read", "testdata/manifests/provider"],
        &["explain", "agentruntime.spec.facades"],
        &["schema", "export"],
        &["version"],
        &["lint", "--live", "--offline"],
        &["lint", "provider/x", "--offline", "--server", "https://127.0.0.1:1"],
        &["doctor", "--offline"],
        &["schema", "diff", "--offline"],
    ];
    for call in calls {
        let output = Command::new("strace")
            .args(["-f", "-e", "trace=network", "-o", "/dev/stderr", env!("CARGO_BIN_EXE_kubectl-omnia")])
            .args(call)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(words.contains("+++ exited with"), "strace did not follow {call:?}: {words}");
        assert!(!words.contains("socket(") && !words.contains("connect("), "{call:?} opens a socket:\n{words}");
    }
}
