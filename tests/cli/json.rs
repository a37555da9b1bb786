//! The JSON of reports: it fits its published schema, and the other formats tell the same findings.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::sandbox::{BAD, FOREIGN, GOOD, Sandbox, root};

fn validator() -> jsonschema::Validator {
    validator_of("lint-report.json")
}

fn validator_of(file: &str) -> jsonschema::Validator {
    let text = std::fs::read_to_string(root().join("schemas").join(file)).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn report(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let output = sandbox.output(&[&["lint", "-o", "json"], arguments].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn fits_its_schema() {
    let validator = validator();
    let sandbox = Sandbox::with_manifests()
        .file("foreign.yaml", FOREIGN)
        .file("none.yaml", "# nothing\n")
        .file("unknown.yaml", GOOD.replace("ToolPolicy", "TeamPolicy"))
        .file("broken.yaml", format!("{BAD}---\na: [1\n---\n{BAD}"))
        .file("number.yaml", GOOD.replace("name: refund-limit", "name: 1.10").replace("mode:", "mode:\n"))
        .directory("empty");
    let everything = root().join("testdata").to_string_lossy().into_owned();
    let runs: &[&[&str]] = &[
        &["good.yaml"],
        &["bad.yaml"],
        &["foreign.yaml"],
        &["none.yaml"],
        &["empty"],
        &["unknown.yaml"],
        &["broken.yaml"],
        &["number.yaml", "--operation", "create", "--kube-version", "1.30"],
        &["bad.yaml", "--omnia-version", "2026-07"],
        &["missing.yaml", "bad.yaml"],
        &[&everything],
    ];
    for arguments in runs {
        let report = report(&sandbox, arguments);
        let errors: Vec<String> = validator.iter_errors(&report).take(5).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
    }
}

/// A schema that accepts anything would prove nothing.
#[test]
fn the_schema_refuses_other_shapes() {
    let validator = validator();
    let sandbox = Sandbox::with_manifests();
    let good = report(&sandbox, &["bad.yaml"]);
    assert!(validator.is_valid(&good));
    for pointer in ["", "/tool", "/summary", "/findings/0", "/findings/0/location", "/findings/0/location/start", "/objects/0"] {
        let keys: Vec<String> = good.pointer(pointer).unwrap().as_object().unwrap().keys().cloned().collect();
        for key in keys {
            let mut changed = good.clone();
            changed.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(&key);
            assert!(!validator.is_valid(&changed), "{pointer}/{key} may be absent");
            let mut changed = good.clone();
            changed.pointer_mut(pointer).unwrap()[&key] = serde_json::json!([[0]]);
            assert!(!validator.is_valid(&changed), "{pointer}/{key} may be anything");
        }
    }
}

/// Every finding of the JSON stands in text and concise output.
#[test]
fn other_formats_tell_the_same() {
    let sandbox = Sandbox::new();
    let folder = root().join("testdata/lint").to_string_lossy().into_owned();
    let report = report(&sandbox, &[&folder]);
    let findings = report["findings"].as_array().unwrap();
    assert!(findings.len() > 50);
    let text = |format: &str| {
        let output = sandbox.output(&["lint", "--show", "info", "-o", format, &folder]);
        String::from_utf8(output.stdout).unwrap()
    };
    let concise: BTreeSet<String> = text("concise").lines().map(str::to_owned).collect();
    let blocks: BTreeSet<String> = places(&text("text"));
    for finding in findings {
        let word = |key: &str| finding[key].as_str().unwrap().to_owned();
        let start = &finding["location"]["start"];
        let file = finding["location"]["file"].as_str().unwrap();
        let place = format!("{file}:{}:{}", start["line"], start["column"]);
        let head = format!("{place}: {} {} ", word("code"), word("severity"));
        assert!(concise.iter().any(|line| line.starts_with(&head)), "not in concise output: {head}");
        let head = format!("{} {} {place}", word("severity"), word("code"));
        assert!(blocks.contains(&head), "not in text output: {head}");
    }
    assert_eq!(concise.len(), findings.iter().map(|finding| finding.to_string()).collect::<BTreeSet<_>>().len());
}

/// Severity, code and place of each block of text.
fn places(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut head = String::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        if let (Some(severity @ ("error" | "warning" | "info")), Some(code)) = (words.next(), words.next()) {
            head = format!("{severity} {code}");
        }
        if let Some((_, place)) = line.split_once("─[") {
            found.insert(format!("{head} {}", place.trim_end_matches(']')));
        }
    }
    found
}

#[test]
fn rendered_objects_and_differences_fit_their_schemas() {
    let case = |name: &str| root().join("testdata/render").join(name).join("input.yaml").to_string_lossy().into_owned();
    let (weighted, external, full) = (case("190-rollout-weighted-4-25"), case("201-rollout-external"), case("085-po-full"));
    let sandbox = Sandbox::with_manifests().file("old.yaml", crate::migrate::OLD);
    let runs: &[(&str, &[&str], &[&str])] = &[
        (
            "render-list.json",
            &["render", &weighted, &external, "--explain"],
            &["/items/0", "/patches/0", "/provenance/0", "/assumptions/0"],
        ),
        ("render-list.json", &["render", &case("224-write-zero-values"), "bad.yaml", "--allow-empty"], &["/refused/0"]),
        ("diff.json", &["diff", &weighted, &full], &["/agents/0", "/objects/0"]),
        ("schema-diff.json", &["schema", "diff", "2026-07", "current"], &["", "/summary", "/kinds/0", "/kinds/0/differences/0"]),
        (
            "migration-report.json",
            &["migrate", "--dry-run", "old.yaml"],
            &["", "/summary", "/files/0", "/files/0/changes/0", "/files/0/left/0"],
        ),
        ("rollout-plan.json", &["rollout", "plan", &weighted], &["", "/items/0", "/items/0/timelines/0/rows/0"]),
    ];
    for (schema, arguments, there) in runs {
        let output = sandbox.output(&[*arguments, &["-o", "json"]].concat());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let validator = validator_of(schema);
        let errors: Vec<String> = validator.iter_errors(&report).take(5).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
        for pointer in *there {
            let mut torn = report.clone();
            let first = torn.pointer(pointer).and_then(Value::as_object).and_then(|object| object.keys().next().cloned());
            let first = first.unwrap_or_else(|| panic!("{arguments:?}: nothing at {pointer}"));
            torn.pointer_mut(pointer).unwrap().as_object_mut().unwrap().shift_remove(&first);
            assert!(!validator.is_valid(&torn), "{arguments:?}: {pointer}/{first} is not asked for");
        }
    }
}
