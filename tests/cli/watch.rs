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
    let (sender, lines) = mpsc::channel();
    let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let also = sender.clone();
    std::thread::spawn(move || BufReader::new(out).lines().for_each(|line| also.send(line.unwrap()).unwrap()));
    std::thread::spawn(move || BufReader::new(err).lines().for_each(|line| sender.send(line.unwrap()).unwrap()));
    let until = |wanted: &str| {
        loop {
            let line = lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no line with {wanted:?}"));
            if line.contains(wanted) {
                return line;
            }
        }
    };
    until("watching for changes");
    let file = sandbox.path().join("a/b/agent.yaml");
    std::fs::write(&file, BAD).unwrap();
    assert!(until("SCH001").starts_with("a/b/agent.yaml:8:3: SCH001 error"));
    until("watching for changes");
    // As editors do it.
    let beside = sandbox.path().join("a/b/agent.tmp");
    std::fs::write(&beside, GOOD).unwrap();
    std::fs::rename(&beside, &file).unwrap();
    until("0 errors");
    until("watching for changes");
    // Its own report is no change.
    assert!(lines.recv_timeout(Duration::from_millis(300)).is_err());
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_cannot_be_watched() {
    let sandbox = Sandbox::new().file("a.yaml", GOOD);
    assert_block!("watch-mistakes", sandbox.runs(&[&["lint", "--watch", "-"], &["lint", "-w", "--fix", "a.yaml"]]));
}
