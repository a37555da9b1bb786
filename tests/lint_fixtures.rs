//! Every rule has fixtures that it finds something in, and fixtures in which it finds nothing.
//!
//! `testdata/lint/CODE-name/bad*` begins with `# expect: CODE...`: these codes, as often as they stand there, and no other error or warning.
//! In `good*` the rule of the folder finds nothing, and nothing is an error. `# flags:` holds flags of `lint`. Files that cannot begin with
//! a comment have both lines in a file of the same name with `.expect` behind it. [`SUMMARY`] counts as info.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use assert_cmd::Command;
use omnia::finding::classify::{self, Source};

struct Fixture {
    path: PathBuf,
    code: String,
    bad: bool,
    expected: Vec<String>,
    flags: Vec<String>,
}

fn fixtures() -> Vec<Fixture> {
    let root = Path::new("testdata/lint");
    let mut fixtures = Vec::new();
    for folder in read_dir(root) {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let code = name.split('-').next().unwrap().to_owned();
        for path in read_dir(&folder) {
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            if !(file.starts_with("bad") || file.starts_with("good")) || file.ends_with(".expect") {
                continue;
            }
            let head = head(&path);
            let values = |key: &str| -> Vec<String> {
                let line = head.lines().find_map(|line| line.strip_prefix(&format!("# {key}: ")));
                line.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
            };
            let bad = file.starts_with("bad");
            fixtures.push(Fixture { code: code.clone(), bad, expected: values("expect"), flags: values("flags"), path });
        }
    }
    fixtures
}

fn read_dir(path: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn head(path: &Path) -> String {
    let sidecar = PathBuf::from(format!("{}.expect", path.display()));
    let bytes = std::fs::read(if sidecar.exists() { &sidecar } else { path }).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.lines().take_while(|line| line.starts_with("# ")).map(|line| format!("{line}\n")).collect()
}

/// Severity and code of each finding.
fn lint(fixture: &Fixture) -> Vec<(String, String)> {
    let flags = fixture.flags.iter().map(|flag| flag.replace("{dir}", &fixture.path.parent().unwrap().display().to_string()));
    let output = Command::cargo_bin("kubectl-omnia")
        .unwrap()
        .args(["lint", "-o", "json"])
        .args(flags)
        .arg(&fixture.path)
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {}", fixture.path.display(), String::from_utf8_lossy(&output.stderr)));
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap();
    let mut found: Vec<_> = findings.iter().map(|finding| (text(&finding["severity"]), text(&finding["code"]))).collect();
    let open = report["notChecked"].as_array().unwrap().iter().map(|entry| text(&entry["code"]));
    found.extend(open.filter(|code| code == SUMMARY).map(|code| ("info".to_owned(), code)));
    found
}

fn counted<'c>(codes: impl Iterator<Item = &'c str>) -> BTreeMap<&'c str, usize> {
    let mut counts = BTreeMap::new();
    for code in codes {
        *counts.entry(code).or_default() += 1;
    }
    counts
}

#[test]
fn fixtures_hold() {
    let mut wrong = Vec::new();
    for fixture in fixtures() {
        let found = lint(&fixture);
        if fixture.bad {
            let listed = |code: &str| fixture.expected.iter().any(|expected| expected == code);
            let relevant = found.iter().filter(|(severity, code)| severity != "info" || listed(code));
            let relevant = counted(relevant.map(|(_, code)| code.as_str()));
            let expected = counted(fixture.expected.iter().map(String::as_str));
            if relevant != expected || !listed(&fixture.code) {
                wrong.push(format!("{}: expected {expected:?}, found {relevant:?}", fixture.path.display()));
            }
        } else if let Some((severity, code)) = found.iter().find(|(severity, code)| severity == "error" || *code == fixture.code)
        {
            wrong.push(format!("{}: {severity} {code}", fixture.path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} fixtures are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Too large to be kept: an object beyond what a request may hold.
#[test]
fn a_request_is_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = |size: usize| {
        format!(
            "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata:\n  name: a\n  namespace: b\nspec:\n  \
             promptPackRef:\n    name: a\n  facades:\n  - type: websocket\n  runtime:\n    extraEnv:\n    - name: A\n      value: {}\n",
            "x".repeat(size)
        )
    };
    for (size, bad) in [(3 * 1024 * 1024, true), (2 * 1024 * 1024, false)] {
        let path = folder.path().join("a.yaml");
        std::fs::write(&path, manifest(size)).unwrap();
        let flags = vec!["--operation".to_owned(), "create".to_owned()];
        let fixture = Fixture { path, code: TOO_LARGE.to_owned(), bad, expected: Vec::new(), flags };
        assert_eq!(lint(&fixture).iter().any(|(_, code)| code == TOO_LARGE), bad, "{size}");
    }
}

const TOO_LARGE: &str = "SCH027";

/// Rules about what only a cluster knows.
const LIVE: &[&str] = &["OPS015"];

/// Rules that only an answer of a server speaks of, and what it says: who says it, the kind, the field and the words.
const SAID: &[(&str, Source, &str, &str, &str)] = &[
    (
        "META012",
        Source::Cause,
        "AgentRuntime",
        "metadata.managedFields[0].fieldsType",
        "Invalid value: \"FieldsV2\": must be `FieldsV1`",
    ),
    ("SCH017", Source::Decoder, "AgentRuntime", "", "duplicate field \"spec.mode\""),
    ("SCH029", Source::Decoder, "", "", "illegal base64 data at input byte 0"),
    (
        "SCH029",
        Source::Cause,
        "",
        "spec.template.metadata.labels",
        "Invalid value: map[string]string{\"app\":\"b\"}: `selector` does not match template `labels`",
    ),
];

#[test]
fn what_only_a_server_says_has_its_code() {
    for (code, source, kind, field, message) in SAID {
        assert_eq!(classify::code(*source, kind, field, message), *code, "{message}");
    }
}

/// The rule that speaks in the summary (`notChecked`) only.
const SUMMARY: &str = "CEL906";

#[test]
fn every_rule_has_fixtures() {
    let fixtures = fixtures();
    let missing: Vec<&str> = omnia::finding::all()
        .filter(|rule| rule.code != TOO_LARGE && !LIVE.contains(&rule.code) && SAID.iter().all(|(code, ..)| *code != rule.code))
        .filter(|rule| {
            let of = |bad: bool| fixtures.iter().any(|fixture| fixture.code == rule.code && fixture.bad == bad);
            !(of(true) && of(false))
        })
        .map(|rule| rule.code)
        .collect();
    assert!(missing.is_empty(), "no bad or no good fixture for {missing:?}");
    for fixture in &fixtures {
        assert!(omnia::finding::find(&fixture.code).is_some(), "{}: no such rule", fixture.path.display());
    }
}
