//! The manifests of `testdata/manifests`: what is good has no error, what is bad has the one error that its first line names.
//!
//! They are judged by the release `current`. The first line of a bad one is `# expect: CODE FIELD`.

use std::path::{Path, PathBuf};

use crate::sandbox::{Sandbox, root};

struct Found {
    file: PathBuf,
    code: String,
    field: String,
}

fn errors() -> Vec<Found> {
    let folder = root().join("testdata/manifests");
    let output = Sandbox::new().output(&["lint", "-o", "json", "--ignore", "ADM010,RUN", &folder.to_string_lossy()]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["severity"] == "error")
        .map(|finding| Found {
            file: PathBuf::from(text(&finding["location"]["file"])),
            code: text(&finding["code"]),
            field: text(&finding["field"]),
        })
        .collect()
}

fn manifests() -> Vec<PathBuf> {
    let list = |path: &Path| -> Vec<PathBuf> {
        let mut found: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        found.sort();
        found
    };
    list(&root().join("testdata/manifests")).iter().flat_map(|folder| list(folder)).collect()
}

#[test]
fn are_judged_as_their_first_line_says() {
    let errors = errors();
    // Until the embedded rules have codes of their own, any code of the family will do.
    let rules_have_codes = omnia::finding::find("CEL001").is_some();
    let named = |code: &str, field: &str| match code {
        rule if rule.starts_with("CEL") && !rules_have_codes => format!("CEL {field}"),
        code => format!("{code} {field}"),
    };
    let mut wrong = Vec::new();
    for path in manifests() {
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("# expect: ")).unwrap_or("");
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(name.starts_with("bad"), !expected.is_empty(), "{name}");
        let found: Vec<String> =
            errors.iter().filter(|found| found.file == path).map(|found| named(&found.code, &found.field)).collect();
        let expected: Vec<String> = expected.split_once(' ').map(|(code, field)| named(code, field)).into_iter().collect();
        if found != expected {
            wrong.push(format!("{}: expected {expected:?}, found {found:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} manifests are judged otherwise:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn are_there_for_every_kind() {
    for kind in omnia::crd::embedded::kinds() {
        let of = |prefix: &str| {
            manifests().iter().any(|path| {
                path.parent().unwrap().ends_with(kind.singular) && path.file_name().unwrap().to_string_lossy().starts_with(prefix)
            })
        };
        assert!(of("good-") && of("bad-"), "{}", kind.kind);
    }
}
