//! Results in columns: they fit the width of text, and `-qq` keeps all of them back.

use crate::sandbox::{Sandbox, root};

/// Commands that print tables, with what they read.
fn commands() -> Vec<Vec<String>> {
    let folder = |name: &str| root().join(name).to_string_lossy().into_owned();
    let (lint, render) = (folder("testdata/lint"), folder("testdata/render"));
    let of = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    vec![
        of(&["resolve", &render]),
        of(&["resolve", &render, "-o", "wide"]),
        of(&["resolve", &render, "--explain"]),
        of(&["packs", &render]),
        of(&["rollout", "plan", &render]),
        of(&["rollout", "plan", &lint]),
        of(&["rules"]),
        of(&["schema", "list"]),
        of(&["config", "show"]),
        of(&["lint", &lint, "-o", "summary"]),
    ]
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
        // Names that are longer than a line are not broken in lines of text.
        let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
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
        let json = output(&sandbox, &arguments[..2.min(arguments.len())], &["-o", "json", "-qq"]);
        assert!(json.stdout.is_empty(), "{arguments:?}");
    }
}
