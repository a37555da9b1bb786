//! `lint`: how findings are shown.

use std::{
    io::{BufRead as _, BufReader},
    process::Stdio,
};

use crate::{
    assert_block,
    sandbox::{BAD, Sandbox, root},
};

/// One of each sort: two places, a fix, a masked finding, a general help, a long message.
const MANY: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: AgentPolicy
metadata:
  name: chat-tools
  namespace: helpdesk
spec:
  toolAccess:
    mode: whitelist
    mode: deny
    rules:
    - registry: 1.10
      tool: [find_customer]
";

#[test]
fn formats() {
    let sandbox = Sandbox::new().file("many.yaml", MANY).file("bad.yaml", BAD);
    assert_block!("lint-text", sandbox.run(&["lint", "-o", "text", "."]));
    assert_block!("lint-concise", sandbox.run(&["lint", "-o", "concise", "."]));
    assert_block!("lint-json", sandbox.run(&["lint", "-o", "json", "bad.yaml"]));
    assert_block!("lint-kubectl", sandbox.run(&["lint", "-o", "kubectl", "."]));
}

/// A rule with a loop, and one that ends in an error.
const RULES: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: AgentRuntime
metadata:
  name: chat
  namespace: helpdesk
spec:
  promptPackRef:
    name: chat
  facades:
  - port: 8081
  - type: websocket
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: SessionPrivacyPolicy
metadata:
  name: strict
  namespace: helpdesk
spec:
  recording:
    enabled: true
  encryption:
    keyID: transit/chat
";

#[test]
fn traces_of_rules() {
    let sandbox = Sandbox::new().file("rules.yaml", RULES).file("bad.yaml", BAD);
    let formats = ["text", "concise", "json"];
    let traced: Vec<_> = formats.iter().map(|format| sandbox.run(&["lint", "-o", format, "--trace", "rules.yaml"])).collect();
    assert_block!("lint-trace", traced.join("\n"));
    assert_block!("lint-rules", sandbox.run(&["lint", "-o", "text", "rules.yaml"]));
}

/// The places in a trace are those of the file that is linted, never of the stored objects.
#[test]
fn traces_of_updates() {
    let folder = root().join("testdata/lint/CEL142-promptpack-immutable");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let sandbox = Sandbox::new().file("pack.yaml", read("bad.yaml")).file("stored.yaml", read("stored.yaml"));
    assert_block!("lint-trace-update", sandbox.run(&["lint", "-o", "text", "--trace", "pack.yaml", "--against", "stored.yaml"]));
}

#[test]
fn files_for_reports() {
    let sandbox = Sandbox::new().file("bad.yaml", BAD);
    let mut blocks = vec![
        sandbox.run(&["lint", "-o", "text=report.txt", "-o", "concise=report.concise", "-o", "kubectl", "bad.yaml"]),
        sandbox.run(&["lint", "-o", "json=report.json", "-o", "concise", "bad.yaml"]),
        sandbox.run(&["lint", "-o", "text", "-o", "json", "bad.yaml"]),
        sandbox.run(&["lint", "-o", "json=", "bad.yaml"]),
        sandbox.run(&["lint", "-o", "json=no/such/folder.json", "bad.yaml"]),
    ];
    for name in ["report.txt", "report.concise"] {
        blocks.push(format!("$ cat {name}\n{}", sandbox.read(name)));
    }
    assert_block!("lint-report-files", blocks.join("\n"));
    let stdout = sandbox.output(&["lint", "-o", "json", "bad.yaml"]).stdout;
    assert_eq!(sandbox.read("report.json"), sandbox.filtered(&stdout));
}

#[test]
fn quietness() {
    let sandbox = Sandbox::with_manifests();
    assert_block!(
        "lint-quiet",
        sandbox.runs(&[
            &["lint", "-q", "."],
            &["-q", "lint", "-o", "text", "good.yaml"],
            &["lint", "-qq", "."],
            &["lint", "-qq", "-o", "json", "."],
            &["lint", "--quiet", "missing.yaml"],
        ])
    );
}

#[test]
fn colours() {
    let escapes = |sandbox: &Sandbox, arguments: &[&str]| {
        let output = sandbox.output(&[&["lint", "bad.yaml"], arguments].concat());
        output.stdout.contains(&0x1b)
    };
    let sandbox = Sandbox::with_manifests();
    assert!(!escapes(&sandbox, &["-o", "text"]));
    assert!(escapes(&sandbox, &["-o", "text", "--color", "always"]));
    assert!(!escapes(&sandbox, &["-o", "text", "--color", "never"]));
    assert!(!escapes(&sandbox, &["-o", "json", "--color", "always"]), "machine formats are never coloured");
    let forced = Sandbox::with_manifests().variable("CLICOLOR_FORCE", "1");
    assert!(escapes(&forced, &["-o", "text"]));
    assert!(!escapes(&forced.variable("NO_COLOR", "1"), &["-o", "text"]));
    // A file is no terminal, whatever standard output may be.
    assert_eq!(sandbox.status(&["lint", "bad.yaml", "--color", "always", "-o", "text=report.txt"]), 1);
    assert!(!sandbox.read("report.txt").contains('\u{1b}'));
    assert_block!("lint-color", sandbox.run(&["lint", "bad.yaml", "--color", "sometimes"]));
}

#[test]
fn only_ascii_without_a_locale_for_more() {
    let sandbox = Sandbox::with_manifests().variable("LC_ALL", "C");
    let output = sandbox.output(&["lint", "-o", "text", "bad.yaml"]);
    assert!(output.stdout.is_ascii(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Text keeps to the width of the terminal; only what a file itself holds may be longer.
#[test]
fn width() {
    for columns in ["80", "120"] {
        let sandbox = Sandbox::new().file("many.yaml", MANY).variable("COLUMNS", columns);
        let text = String::from_utf8(sandbox.output(&["lint", "-o", "text", "many.yaml"]).stdout).unwrap();
        let width: usize = columns.parse().unwrap();
        for line in text.lines() {
            assert!(line.chars().count() <= width, "{columns}: {line:?}");
        }
    }
}

/// A reader that goes away, as `head -1` does, changes neither the exit code nor prints anything.
#[test]
fn broken_pipe() {
    let sandbox = Sandbox::new();
    let folder = root().join("testdata/manifests");
    let folder = folder.to_string_lossy();
    let cases: &[(&[&str], i32)] =
        &[(&["lint", "-o", "json", &folder], 1), (&["schema", "export"], 0), (&["read", "-q", &folder], 0)];
    for (arguments, expected) in cases {
        let mut child = sandbox.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(*expected), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

/// A full disk is no broken pipe.
#[cfg(target_os = "linux")]
#[test]
fn full_disk() {
    let sandbox = Sandbox::with_manifests();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = sandbox.command(&["lint", "bad.yaml"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("error: cannot write the output"));
}
