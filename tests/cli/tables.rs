//! Results in columns: they fit the width of text, and `-qq` keeps all of them back.

use crate::sandbox::{Sandbox, root};

/// Commands that print tables, with what they read.
fn commands() -> Vec<Vec<String>> {
    let folder = |name: &str| root().join(name).to_string_lossy().into_owned();
    let (lint, render) = (folder("testdata/lint"), folder("testdata/render"));
    let rollouts = rollouts();
    let rollouts: Vec<&str> = rollouts.iter().map(String::as_str).collect();
    let of = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    vec![
        of(&["resolve", &render]),
        of(&["resolve", &render, "--explain"]),
        of(&["packs", &render]),
        of(&["rollout", "plan", &render]),
        of(&[&["rollout", "plan"], rollouts.as_slice()].concat()),
        of(&["rules"]),
        of(&["schema", "list"]),
        of(&["config", "show"]),
        of(&["lint", &lint, "-q", "-o", "summary"]),
    ]
}

/// The fixtures of the rules about rollouts, that of the decoder's faults apart: one such object stops the work on all.
fn rollouts() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("testdata/lint")).unwrap().map(|entry| entry.unwrap().path());
    let is_rollout = |path: &std::path::PathBuf| ("RUN052".."RUN074").contains(&path.file_name().unwrap().to_str().unwrap());
    let mut found: Vec<String> = folders.filter(is_rollout).map(|path| path.to_string_lossy().into_owned()).collect();
    found.sort();
    assert!(found.len() > 15, "{found:?}");
    found
}

fn output(sandbox: &Sandbox, arguments: &[String], more: &[&str]) -> std::process::Output {
    let all: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
    sandbox.output(&all)
}

#[test]
fn tables_fit_the_width() {
    let sandbox = Sandbox::new();
    for arguments in commands() {
        let text = String::from_utf8(output(&sandbox, &arguments, &[]).stdout).unwrap();
        assert!(text.lines().count() > 3, "{arguments:?}: nothing to see");
        // Findings stand on one line each; a name that is longer than a line is not broken in a sentence.
        let is_row = |line: &&str| !line.contains(": RUN") && !line.contains("a-very-long-agent-name");
        let wide: Vec<&str> = text.lines().filter(is_row).filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{arguments:?}: {wide:#?}");
    }
}

#[test]
fn quietness_keeps_results_back_and_not_the_exit_code() {
    let sandbox = Sandbox::new();
    let folder = root().join("testdata/render").to_string_lossy().into_owned();
    let graph = ["graph", &folder].map(str::to_owned).to_vec();
    for arguments in commands().into_iter().chain([graph]) {
        let loud = output(&sandbox, &arguments, &[]);
        let quiet = output(&sandbox, &arguments, &["-qq"]);
        assert_eq!(quiet.status.code(), loud.status.code(), "{arguments:?}");
        assert!(!loud.stdout.is_empty() && quiet.stdout.is_empty(), "{arguments:?}");
    }
}
