//! `migrate`: files, standard input, what is printed and how it ends.

#[cfg(unix)]
use std::process::Command;

use serde_json::{Value, json};

use crate::{
    assert_block,
    sandbox::{FOREIGN, GOOD, Sandbox},
};

/// What can be migrated, beside what cannot.
pub const OLD: &str = "\
# an old agent
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: AgentRuntime
metadata: {name: support,   namespace: helpdesk}
spec:
  promptPackRef: {name: pack, version: \"1.0.0\"}
  # how callers come
  facade: # one only
    port: 8080   # as ever
  providerRef: {name: claude}
  session:
    type: memory
  framework: {type: autogen, version: \"1\"}
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Provider
metadata: {name: claude, namespace: helpdesk}
spec:
  type: claude
  model: m
  secretRef: {name: key} # rotated
";

const DECIDED: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Provider
metadata: {name: claude}
spec: {type: claude, model: m, secretRef: {name: key}}
";

#[test]
fn files_are_rewritten() {
    let sandbox = Sandbox::new().file("old.yaml", OLD).file("good.yaml", GOOD).file("decided.yaml", DECIDED);
    let shown = sandbox.runs(&[&["migrate", "--diff", "."], &["migrate", "--dry-run", "."]]);
    assert_eq!((sandbox.read("old.yaml"), sandbox.read("decided.yaml")), (OLD.to_owned(), DECIDED.to_owned()));
    let done = sandbox.runs(&[&["migrate", "."], &["migrate", "."], &["migrate", "--diff", "."], &["migrate", "decided.yaml"]]);
    assert_block!("migrate", format!("{shown}\n{done}\n$ cat old.yaml\n{}", sandbox.read("old.yaml")));
    assert_eq!(sandbox.read("good.yaml"), GOOD);
    assert_eq!(sandbox.status(&["lint", "--select", "SCH001", "old.yaml"]), 0);
}

#[test]
fn standard_input_goes_on() {
    let sandbox = Sandbox::new().stdin(DECIDED);
    assert_block!("migrate-piped", sandbox.runs(&[&["migrate", "-"], &["migrate", "--dry-run", "-"], &["migrate", "-q", "-"]]));
    let sandbox = Sandbox::new().stdin(GOOD);
    assert_eq!(String::from_utf8(sandbox.output(&["migrate", "-"]).stdout).unwrap(), GOOD);
}

#[test]
fn what_cannot_be_done_is_said() {
    let page = format!("# Page\n\n```yaml\n{OLD}```\n");
    let sandbox = Sandbox::new()
        .stdin(OLD)
        .file("a.yaml", OLD)
        .file("page.md", &page)
        .file("broken.yaml", format!("{DECIDED}---\na: [\n"))
        .file("foreign.yaml", FOREIGN);
    assert_block!(
        "migrate-mistakes",
        sandbox.runs(&[
            &["migrate"],
            &["migrate", "--to", "2026-01", "a.yaml"],
            &["migrate", "--diff", "--dry-run", "a.yaml"],
            &["migrate", "-", "a.yaml"],
            &["migrate", "-", "-o", "json"],
            &["migrate", "missing.yaml"],
            &["migrate", "page.md"],
            &["migrate", "broken.yaml"],
            &["migrate", "foreign.yaml"],
            &["migrate", "--help"],
        ])
    );
    assert_eq!((sandbox.read("a.yaml"), sandbox.read("page.md")), (OLD.to_owned(), page));
}

/// As on a full disk: no file can take a byte.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_stays_as_it_is() {
    let sandbox = Sandbox::new().file("a.yaml", DECIDED);
    let run = sandbox.command(&["migrate", "a.yaml", "-o", "json"]);
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
        .arg(run.get_program())
        .args(run.get_args())
        .current_dir(sandbox.path())
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("error: cannot write a.yaml: "), "{errors}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["files"], &report["summary"]["changes"]), (&json!([]), &json!(0)));
    assert_eq!(sandbox.read("a.yaml"), DECIDED);
    assert_eq!(std::fs::read_dir(sandbox.path()).unwrap().count(), 1, "nothing is left beside the file");
}

#[test]
fn programs_read_the_report() {
    let sandbox = Sandbox::new().file("old.yaml", OLD).file("good.yaml", GOOD);
    let would = sandbox.runs(&[&["migrate", ".", "--dry-run", "-o", "json"]]);
    assert_eq!(sandbox.read("old.yaml"), OLD);
    assert_block!("migrate-json", format!("{would}\n{}", sandbox.runs(&[&["migrate", ".", "-o", "yaml"]])));
    assert_ne!(sandbox.read("old.yaml"), OLD);
}
