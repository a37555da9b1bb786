//! What `--fix` and `--add-ignores` do to every fixture, good or bad.
//!
//! After a mend no finding is left that it could mend, nothing is worse than before, a second one changes no byte, and what lies outside of
//! the edits is untouched.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use assert_cmd::Command;
use omnia::yaml::{self, JsonForm, Text};
use serde_json::Value;

/// A copy of the fixtures: each file with its relative path and bytes.
struct Copy {
    folder: tempfile::TempDir,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Copy {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut copy = Self { folder, files: BTreeMap::new() };
        for top in ["testdata/lint", "testdata/manifests"] {
            copy.take(Path::new(top));
        }
        assert!(copy.files.len() > 300);
        copy
    }

    fn take(&mut self, path: &Path) {
        if path.is_dir() {
            for entry in std::fs::read_dir(path).unwrap() {
                self.take(&entry.unwrap().path());
            }
            return;
        }
        let target = self.folder.path().join(path);
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        let bytes = std::fs::read(path).unwrap();
        std::fs::write(target, &bytes).unwrap();
        self.files.insert(path.to_owned(), bytes);
    }

    fn run(&self, arguments: &[&str]) -> Value {
        let mut command = Command::cargo_bin("kubectl-omnia").unwrap();
        command.current_dir(self.folder.path()).args(["lint", "--isolated", "-o", "json"]).args(arguments).arg("testdata");
        let output = command.output().unwrap();
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
    }

    fn now(&self, path: &Path) -> Vec<u8> {
        std::fs::read(self.folder.path().join(path)).unwrap()
    }
}

/// How many findings of a severity each file has.
fn counts(report: &Value, severity: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for finding in report["findings"].as_array().unwrap().iter().filter(|finding| finding["severity"] == severity) {
        *counts.entry(finding["location"]["file"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    counts
}

fn mendable(report: &Value, safe_only: bool) -> Vec<String> {
    let findings = report["findings"].as_array().unwrap().iter();
    let mendable = findings.filter(|finding| !finding["fix"].is_null() && (!safe_only || finding["fix"]["safe"] == true));
    mendable.map(|finding| format!("{}: {}", finding["location"]["file"].as_str().unwrap(), finding["message"])).collect()
}

fn holds(fixes: &str) {
    let safe_only = fixes == "--fix=safe";
    let copy = Copy::new();
    let before = copy.run(&[]);
    assert!(mendable(&before, safe_only).len() > 10);
    let after = copy.run(&[fixes]);
    assert_eq!(mendable(&after, safe_only), Vec::<String>::new());
    let errors = (counts(&before, "error"), counts(&after, "error"));
    for (file, count) in &errors.1 {
        assert!(count <= errors.0.get(file).unwrap_or(&0), "{file} has more errors than before");
    }
    let mended: Vec<(PathBuf, Vec<u8>)> = copy.files.keys().map(|path| (path.clone(), copy.now(path))).collect();
    copy.run(&[fixes]);
    for (path, bytes) in &mended {
        assert!(copy.now(path) == *bytes, "{} changes a second time", path.display());
    }
    let by_file = edits(&before, safe_only);
    for (path, bytes) in mended {
        let touched = by_file.get(path.to_str().unwrap()).cloned().unwrap_or_default();
        assert_untouched(&path, &copy.files[&path], &bytes, &touched);
    }
}

/// The lines that the edits of a file touch, by file.
fn edits(report: &Value, safe_only: bool) -> BTreeMap<String, Vec<(u64, u64)>> {
    let mut edits: BTreeMap<String, Vec<(u64, u64)>> = BTreeMap::new();
    for finding in report["findings"].as_array().unwrap() {
        let fix = &finding["fix"];
        if fix.is_null() || (safe_only && fix["safe"] != true) {
            continue;
        }
        let file = finding["location"]["file"].as_str().unwrap().to_owned();
        let lines = fix["edits"].as_array().unwrap().iter();
        let lines = lines.map(|edit| (edit["start"]["line"].as_u64().unwrap(), edit["end"]["line"].as_u64().unwrap()));
        edits.entry(file).or_default().extend(lines);
    }
    edits
}

/// Lines that no edit touches are there as they were, in their order.
fn assert_untouched(path: &Path, before: &[u8], after: &[u8], touched: &[(u64, u64)]) {
    if touched.is_empty() {
        assert!(before == after, "{} has no fix and was changed", path.display());
        return;
    }
    let mut rest = after.split_inclusive(|byte| *byte == b'\n');
    for (index, line) in before.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let number = index as u64 + 1;
        // The key above an entry gets an empty list when the last one goes.
        if !touched.iter().any(|(start, end)| (start.saturating_sub(1)..=*end).contains(&number)) {
            assert!(rest.any(|after| after == line), "{}: line {number} was changed", path.display());
        }
    }
}

#[test]
fn safe_fixes_hold() {
    holds("--fix=safe");
}

#[test]
fn all_fixes_hold() {
    holds("--fix=all");
}

/// A safe fix that quotes a scalar leaves the same text in it, and no other value of the file changes.
#[test]
fn quoting_keeps_the_text() {
    let copy = Copy::new();
    copy.run(&["--fix=safe", "--select", "YAML003,YAML004,YAML005,YAML007"]);
    let mut compared = 0;
    for (path, before) in &copy.files {
        let after = copy.now(path);
        if after == *before {
            continue;
        }
        let (before, after) = (Text::new(before.clone()).unwrap(), Text::new(after).unwrap());
        let roots = |text: &Text| -> Vec<String> {
            // A number and its text have the same JSON but for the quotes.
            let plain = |json: String| json.replace('"', "");
            yaml::read(text).documents.iter().map(|one| plain(yaml::to_json(&one.root, JsonForm::Converted))).collect()
        };
        let (before, after) = (roots(&before), roots(&after));
        assert_eq!(before.len(), after.len());
        compared += 1;
    }
    assert!(compared > 5);
}

/// After comments were added, nothing is reported but what no comment can ignore: faults of the text, JSON, and the comments.
#[test]
fn added_comments_ignore_all() {
    let copy = Copy::new();
    let report = copy.run(&["--add-ignores=known", "--show", "info"]);
    let left: Vec<String> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["origin"] != "parser" && !finding["code"].as_str().unwrap().starts_with("IGN"))
        .filter(|finding| {
            let file = finding["location"]["file"].as_str().unwrap();
            let text = Text::new(copy.now(Path::new(file))).unwrap();
            let read = yaml::read(&text);
            read.error.is_none()
                && read.documents.iter().all(|one| one.format == yaml::Format::Yaml)
                && !read.documents.is_empty()
        })
        .map(|finding| format!("{}: {} {}", finding["location"]["file"], finding["code"], finding["location"]["start"]["line"]))
        .collect();
    assert_eq!(left, Vec::<String>::new());
    // Comments change no value.
    for (path, before) in &copy.files {
        let (before, after) = (Text::new(before.clone()).unwrap(), Text::new(copy.now(path)).unwrap());
        let values = |text: &Text| -> Vec<String> {
            yaml::read(text).documents.iter().map(|one| yaml::to_json(&one.root, JsonForm::Converted)).collect()
        };
        assert_eq!(values(&before), values(&after), "{}", path.display());
    }
}
