//! The GitHub Action: its script is run as a runner does it, and its problem matcher reads what the program prints.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::Value;

const BAD: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: ToolPolicy
metadata:
  name: small-refunds
  namespace: helpdesk
spec:
  rule: []
";

struct Runner {
    folder: tempfile::TempDir,
}

impl Runner {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["work/a b", "temp"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    fn run(&self, paths: &str, arguments: &str) -> Output {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let at = |name: &str| self.folder.path().join(name);
        let mut command = Command::new("bash");
        command.arg(root.join("tools/action/lint.sh")).current_dir(at("work"));
        command.env("OMNIA_PROGRAM", env!("CARGO_BIN_EXE_kubectl-omnia")).env("OMNIA_PATHS", paths).env("OMNIA_ARGS", arguments);
        command.env("GITHUB_ACTION_PATH", root).env("RUNNER_TEMP", at("temp"));
        command.env("GITHUB_OUTPUT", at("output")).env("GITHUB_STEP_SUMMARY", at("summary"));
        command.output().unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join("work").join(name), text).unwrap();
    }
}

#[test]
fn the_script_tells_what_the_next_steps_need() {
    let runner = Runner::new();
    runner.write("bad.yaml", BAD);
    let output = runner.run(".", "--isolated");
    assert!(output.status.success(), "the upload comes first");
    let told = runner.read("output");
    assert!(told.contains("exit-code=1\n") && !told.contains("findings=0"), "{told}");
    let path = told.lines().find_map(|line| line.strip_prefix("sarif=")).unwrap();
    let sarif: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert!(runner.read("summary").contains("| error | bad.yaml:7:3 | SCH001"));
}

#[test]
fn mistakes_are_told_too() {
    let runner = Runner::new();
    let output = runner.run("missing", "");
    assert!(output.status.success());
    assert!(runner.read("output").contains("exit-code=2\nfindings=0\n"), "{}", runner.read("output"));
}

/// The matcher of the action reads every line.
#[test]
fn the_matcher_reads_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let matcher: Value = serde_json::from_str(&fs::read_to_string(root.join("tools/action/matcher.json")).unwrap()).unwrap();
    let pattern = &matcher["problemMatcher"][0]["pattern"][0];
    let regex = regex::Regex::new(pattern["regexp"].as_str().unwrap()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
        .args(["lint", "--isolated", "--show", "info", "-o", "concise", "testdata/manifests"])
        .current_dir(root)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().count() > 10);
    for line in text.lines() {
        let found = regex.captures(line).unwrap_or_else(|| panic!("not read: {line}"));
        let part = |name: &str| found[pattern[name].as_u64().unwrap() as usize].to_owned();
        assert!(root.join(part("file")).is_file(), "{line}");
        assert!(["error", "warning", "info"].contains(&part("severity").as_str()), "{line}");
        assert!(omnia::finding::find(&part("code")).is_some(), "{line}");
    }
}

/// The steps name only inputs and outputs that are declared, and every input is used.
#[test]
fn the_action_is_consistent() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(root.join("action.yml")).unwrap();
    let text = omnia::yaml::Text::new(source.clone().into_bytes()).unwrap();
    let read = omnia::yaml::read(&text);
    assert_eq!(read.error, None);
    let action = &read.documents[0].root;
    let declared: Vec<String> =
        action.get("inputs").unwrap().as_map().unwrap().entries.iter().map(|entry| entry.key.to_string()).collect();
    for name in &declared {
        assert!(source.contains(&format!("inputs.{name} ")), "{name} is never used");
    }
    let used = source.split("inputs.").skip(1).map(|rest| rest.split([' ', '}', '\n']).next().unwrap());
    for name in used.filter(|name| !name.is_empty()) {
        assert!(declared.iter().any(|known| known == name), "inputs.{name} is not declared");
    }
    let script = fs::read_to_string(root.join("tools/action/lint.sh")).unwrap();
    for output in source.split("steps.lint.outputs.").skip(1).map(|rest| rest.split([' ', '}']).next().unwrap()) {
        assert!(script.contains(&format!("{output}=")), "{output} is never set");
    }
}
