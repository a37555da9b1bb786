//! `config`, and what a configuration does to `lint`.

use crate::{
    assert_block,
    sandbox::{BAD, GOOD, Sandbox},
};

const CONFIG: &str = "\
kube-version: 1.30
exclude: [drafts/]
lint:
  ignore: [YAML011]
  severity: {SCH001: warning}
  per-file-ignores:
    examples/**: [SCH]
";

fn configured() -> Sandbox {
    Sandbox::new()
        .file("omnia.yaml", CONFIG)
        .file("bad.yaml", BAD)
        .file("examples/a/bad.yaml", BAD)
        .file("drafts/bad.yaml", BAD)
        .file("strict/.omnia.yaml", "lint:\n  severity: {unknown-field: error}\n  fail-on: warning\n")
        .file("strict/bad.yaml", BAD)
}

#[test]
fn is_shown_with_its_origins() {
    let sandbox = configured().directory("empty/.git").directory("home");
    assert_block!(
        "config-show",
        sandbox.runs(&[
            &["config", "show"],
            &["config", "show", "-o", "json", "strict"],
            &["config", "show", "--config", "lint.show=info", "--config", "lint.select=SCH,YAML"],
            &["config", "path", "strict"],
            &["config", "path", "empty"],
            &["config", "path", "--isolated"],
            &["config", "show", "nowhere"],
        ])
    );
}

#[test]
fn holds_for_the_files_below_it() {
    assert_block!(
        "config-lint",
        configured().runs(&[
            &["lint", "."],
            &["lint", "--isolated", "."],
            &["lint", "drafts/bad.yaml"],
            &["lint", "-q", "./drafts/bad.yaml"],
            &["lint", "--force-exclude", "--allow-empty", "drafts/bad.yaml"],
            &["lint", "--config", "strict/.omnia.yaml", "bad.yaml"],
            &["lint", "--config", "lint.severity={SCH001: info}", "--show", "info", "bad.yaml"],
        ])
    );
}

#[test]
fn flags_come_first() {
    assert_block!(
        "config-flags",
        configured().runs(&[
            &["lint", "--severity", "SCH001=error", "bad.yaml"],
            &["lint", "--ignore", "SCH", "bad.yaml"],
            &["lint", "--select", "YAML", "--extend-select", "SCH001", "bad.yaml"],
            &["lint", "--per-file-ignores", "bad.*:SCH001,YAML", "bad.yaml"],
            &["lint", "--severity", "SCH001=grave", "bad.yaml"],
            &["lint", "--per-file-ignores", "bad.yaml", "bad.yaml"],
        ])
    );
    let sandbox = configured().variable("OMNIA_OUTPUT", "grouped").variable("OMNIA_CONFIG", "strict/.omnia.yaml");
    assert_block!(
        "config-environment",
        sandbox.runs(&[&["lint", "bad.yaml"], &["lint", "-o", "concise", "--isolated", "bad.yaml"]])
    );
}

#[test]
fn mistakes_are_said() {
    let sandbox = Sandbox::new()
        .file("good.yaml", GOOD)
        .file("a/omnia.yaml", "lint:\n  ingore: [SCH]\n")
        .file("a/good.yaml", GOOD)
        .file("b/omnia.yaml", GOOD)
        .file("b/.omnia.yaml", "lint: {show: info}\n");
    assert_block!(
        "config-mistakes",
        sandbox.runs(&[
            &["lint", "."],
            &["lint", "--config", "missing.yaml", "good.yaml"],
            &["lint", "--config", "lint.shown=info", "good.yaml"],
            &["lint", "--config", "lint.show=all", "good.yaml"],
            &["lint", "--config", "b/omnia.yaml", "good.yaml"],
            &["config", "path", "b"],
        ])
    );
}

#[test]
fn begins_with_a_template() {
    let sandbox = Sandbox::new().directory("home");
    assert_block!(
        "config-init",
        sandbox.runs(&[&["config", "init"], &["config", "init"], &["config", "init", "--force"], &["config", "path"]])
    );
    let template = sandbox.read("omnia.yaml");
    assert_block!("config-template", template.clone());
    // Without the marks of its comments it says the defaults.
    let is_key = |line: &&str| line.starts_with("# ") && !line.trim_start_matches("# ").starts_with(char::is_uppercase);
    let keys: Vec<&str> = template.lines().filter(is_key).filter_map(|line| line.strip_prefix("# ")).collect();
    let keys: Vec<&str> = keys.into_iter().filter(|line| !line.trim_start().starts_with('#') && !line.contains("none")).collect();
    let sandbox = Sandbox::new().file("omnia.yaml", keys.join("\n") + "\n").directory("home");
    let shown = sandbox.run(&["config", "show"]);
    assert!(shown.contains("omnia.yaml:") && shown.contains("--- exit 0"), "{shown}");
}

/// The published schema takes what the program takes.
#[test]
fn fits_its_schema() {
    let output = Sandbox::new().output(&["config", "schema"]);
    let schema: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for text in [CONFIG, "kube-version: \"1.30\"\n", "lint: {baseline: a, output: [text], select: [ALL], require-reason: true}\n"]
    {
        let text = omnia::yaml::Text::new(text.as_bytes().to_vec()).unwrap();
        let json = omnia::yaml::to_json(&omnia::yaml::read(&text).documents[0].root, omnia::yaml::JsonForm::Converted);
        let errors: Vec<String> =
            validator.iter_errors(&serde_json::from_str(&json).unwrap()).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{json}: {errors:?}");
    }
    for wrong in ["{\"lint\": {\"ingore\": []}}", "{\"lint\": {\"show\": \"all\"}}", "{\"exclude\": \"a\"}"] {
        assert!(!validator.is_valid(&serde_json::from_str(wrong).unwrap()), "{wrong}");
    }
}
