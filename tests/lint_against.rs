//! `lint --against`: files, directories and revisions of a repository that the test makes.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{fs, path::Path, process::Command};

use serde_json::Value;

const HEAD: &str = "apiVersion: omnia.altairalabs.ai/v1alpha1\n";

fn provider(dimensions: i64) -> String {
    format!(
        "{HEAD}kind: Provider\nmetadata:\n  name: vectors\n  namespace: agents\nspec:\n  type: openai\n  model: embedding\n  role: \
         embedding\n  credential:\n    secretRef:\n      name: openai\n  embedding:\n    dimensions: {dimensions}\n"
    )
}

fn agent(metadata: &str, spec: &str) -> String {
    format!(
        "{HEAD}kind: AgentRuntime\nmetadata:\n  name: support\n  namespace: agents\n{metadata}spec:\n  promptPackRef:\n    name: support\n  \
         facades:\n  - type: websocket\n{spec}"
    )
}

/// A directory of its own, below which git finds no repository of somebody else.
struct Sandbox(tempfile::TempDir);

impl Sandbox {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn git(&self, arguments: &[&str]) {
        let mut command = Command::new("git");
        command.current_dir(self.path()).args(["-c", "user.name=test", "-c", "user.email=test@example.com"]).args(arguments);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        let output = command.output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "stored"]);
    }

    /// Exit status, report and standard error.
    fn lint(&self, arguments: &[&str]) -> (i32, Value, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"));
        command.current_dir(self.path()).env("GIT_CEILING_DIRECTORIES", self.path().parent().unwrap());
        let output = command.args(["lint", "-o", "json"]).args(arguments).output().unwrap();
        let report = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
        (output.status.code().unwrap(), report, String::from_utf8(output.stderr).unwrap())
    }

    fn codes(&self, arguments: &[&str]) -> Vec<String> {
        let verdicts = ["--select", "YAML,SCH,META,CEL,ADM"];
        let (_, report, stderr) = self.lint(&[arguments, &verdicts].concat());
        let findings = report["findings"].as_array().unwrap_or_else(|| panic!("{arguments:?}: {stderr}"));
        findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
    }
}

fn not_checked(report: &Value) -> Vec<(String, u64)> {
    let entries = report["notChecked"].as_array().unwrap().iter();
    entries
        .filter(|entry| entry["code"] == "CEL906")
        .map(|entry| (entry["reason"].as_str().unwrap().to_owned(), entry["count"].as_u64().unwrap()))
        .collect()
}

#[test]
fn a_revision_holds_what_is_stored() {
    let sandbox = Sandbox::new();
    sandbox.git(&["init", "-q", "-b", "main"]);
    sandbox.write("team/a/provider.yaml", &provider(1536));
    sandbox.write("team/agent.yaml", &agent("", "  runtime:\n    replicas: -1\n"));
    sandbox.commit();
    sandbox.write("team/a/provider.yaml", &provider(3072));
    sandbox.write("team/agent.yaml", &agent("  labels:\n    team: one\n", "  runtime:\n    replicas: -1\n"));
    sandbox.write("team/new.yaml", &provider(8).replace("vectors", "others"));

    assert_eq!(sandbox.codes(&["team"]), ["SCH005"], "nothing is stored");
    let mut codes = sandbox.codes(&["team", "--against", "git:HEAD"]);
    codes.sort();
    assert_eq!(codes, ["ADM009", "SCH031"]);
    for revision in ["git:main", "git:HEAD~0"] {
        let (exit, report, stderr) = sandbox.lint(&["team", "--against", revision]);
        assert_eq!((exit, report["operation"].as_str()), (0, Some("replace")), "{stderr}");
        let open = not_checked(&report);
        assert_eq!(open.len(), 1, "{open:?}");
        assert_eq!(open[0].1, 1, "the new file alone: {open:?}");
    }
    sandbox.commit();
    assert_eq!(sandbox.codes(&["team", "--against", "git:HEAD"]), ["SCH031"], "the change is stored now");
    assert_eq!(sandbox.codes(&["team/a", "--against", "git:HEAD~1"]), ["ADM009"]);
}

#[test]
fn faults_in_changed_values_are_not_forgiven() {
    let sandbox = Sandbox::new();
    sandbox.write("stored.yaml", &agent("", "  runtime:\n    replicas: -1\n"));
    sandbox.write("worse.yaml", &agent("", "  runtime:\n    replicas: -2\n"));
    sandbox.write("elsewhere.yaml", &agent("", "  runtime:\n    replicas: -1\n").replace("agents", "others"));
    for operation in ["replace", "apply"] {
        let flags = ["--against", "stored.yaml", "--operation", operation];
        assert_eq!(sandbox.lint(&[&["worse.yaml"], &flags[..]].concat()).0, 1, "{operation}");
        assert_eq!(sandbox.lint(&[&["stored.yaml"], &flags[..]].concat()).0, 0, "{operation}");
        assert_eq!(sandbox.lint(&[&["elsewhere.yaml"], &flags[..]].concat()).0, 1, "{operation}: another namespace");
    }
}

#[test]
fn apply_keeps_what_was_not_applied() {
    let sandbox = Sandbox::new();
    let last = r#"{"spec":{"facades":[{"type":"websocket"}]}}"#;
    let annotation = format!("  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: '{last}'\n");
    let live = "  runtime:\n    replicas: -1\n";
    sandbox.write("scaled/agent.yaml", &agent(&annotation, live));
    sandbox.write("applied/agent.yaml", &agent("", live));
    sandbox.write("agent.yaml", &agent("", ""));
    let codes = |stored: &str, operation: &str| sandbox.codes(&["agent.yaml", "--against", stored, "--operation", operation]);
    assert_eq!(codes("scaled", "apply"), ["SCH031"], "the field is not of the manifest and stays");
    assert_eq!(codes("applied", "apply"), [""; 0], "the field was of the manifest and goes");
    assert_eq!(codes("scaled", "replace"), [""; 0], "everything is replaced");
}

#[test]
fn namespaces_come_from_the_command_too() {
    let sandbox = Sandbox::new();
    let bare = |dimensions: i64| provider(dimensions).replace("  namespace: agents\n", "");
    sandbox.write("stored.yaml", &provider(1536));
    sandbox.write("bare.yaml", &bare(1536));
    sandbox.write("new.yaml", &bare(8));
    let codes = |flags: &[&str]| {
        let mut codes = sandbox.codes(&[&["new.yaml", "--show", "info"], flags].concat());
        codes.retain(|code| code == "ADM009");
        codes.len()
    };
    assert_eq!(codes(&["--against", "stored.yaml", "-n", "agents"]), 1);
    assert_eq!(codes(&["--against", "stored.yaml", "-n", "others"]), 0);
    assert_eq!(codes(&["--against", "bare.yaml"]), 1);
}

#[test]
fn what_cannot_be_compared_is_said() {
    let sandbox = Sandbox::new();
    sandbox.write("outside/a.yaml", &provider(1));
    sandbox.write("repository/a.yaml", &provider(1));
    sandbox.write("broken.yaml", "a: [\n");
    sandbox.git(&["init", "-q", "repository"]);
    for (flags, word) in [
        (&["outside", "--against", "git:HEAD"][..], "in no Git repository"),
        (&["repository", "--against", "git:HEAD"], "no revision \"HEAD\""),
        (&["repository", "--against", "git:nowhere"], "no revision \"nowhere\""),
        (&["repository", "--against", "git:--help"], "no revision \"--help\""),
        (&["repository", "--against", "git:"], "no revision \"\""),
        (&["outside", "--against", "missing"], "\"missing\" does not exist"),
        (&["outside", "--against", "broken.yaml"], "cannot compare with \"broken.yaml\""),
        (&["outside", "--against", "outside", "--operation", "create"], "leave out --against"),
        (&["outside", "--against", "outside", "--operation", "apply", "-o", "kubectl=words"], "use --operation replace"),
    ] {
        let (exit, _, stderr) = sandbox.lint(flags);
        assert_eq!(exit, 2, "{flags:?}: {stderr}");
        assert!(stderr.contains(word) && stderr.starts_with("error: "), "{flags:?}: {stderr}");
    }
}
