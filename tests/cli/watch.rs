//! `lint --watch`.

use std::{
    io::{BufRead as _, BufReader},
    process::Stdio,
    sync::mpsc,
    time::Duration,
};

use crate::{
    assert_block,
    sandbox::{BAD, GOOD, Sandbox},
};

/// Long enough for a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn changed_files_are_checked_again() {
    let sandbox = Sandbox::new().file("a/b/agent.yaml", GOOD).file("report.json", "{}");
    let mut child = sandbox
        .command(&["lint", "--watch", "-o", "concise", "-o", "json=a/report.json", "a"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Which of two streams is heard first is not known: each is waited for by itself.
    let (findings, notes) = (listen(child.stdout.take().unwrap()), listen(child.stderr.take().unwrap()));
    let until = |stream: &mpsc::Receiver<String>, wanted: &str| {
        loop {
            let line = stream.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no line with {wanted:?}"));
            if line.contains(wanted) {
                return line;
            }
        }
    };
    until(&notes, "watching for changes");
    let file = sandbox.path().join("a/b/agent.yaml");
    std::fs::write(&file, BAD).unwrap();
    assert!(until(&findings, "SCH001").starts_with("a/b/agent.yaml:8:3: SCH001 error"));
    until(&notes, "watching for changes");
    // As editors do it.
    let beside = sandbox.path().join("a/b/agent.tmp");
    std::fs::write(&beside, GOOD).unwrap();
    std::fs::rename(&beside, &file).unwrap();
    until(&notes, "0 errors");
    until(&notes, "watching for changes");
    // Its own report is no change: else it would never be quiet.
    assert!((0..20).any(|_| notes.recv_timeout(Duration::from_millis(500)).is_err()));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The lines of a stream as they come.
fn listen(stream: impl std::io::Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel();
    // Nobody listens any more when the test is over.
    std::thread::spawn(move || BufReader::new(stream).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    lines
}

#[test]
fn what_cannot_be_watched() {
    let sandbox = Sandbox::new().file("a.yaml", GOOD);
    assert_block!("watch-mistakes", sandbox.runs(&[&["lint", "--watch", "-"], &["lint", "-w", "--fix", "a.yaml"]]));
}
