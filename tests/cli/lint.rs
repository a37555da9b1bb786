//! `lint`: verdicts, selection, schemas, exit codes.

use crate::{
    assert_block,
    sandbox::{BAD, FOREIGN, GOOD, Sandbox, root},
};

#[test]
fn helps() {
    assert_block!("lint-help", Sandbox::new().run(&["lint", "--help"]));
    let sandbox = Sandbox::with_manifests();
    for alias in ["check", "validate"] {
        assert_eq!(sandbox.output(&[alias, "bad.yaml"]).stdout, sandbox.output(&["lint", "bad.yaml"]).stdout);
    }
}

#[test]
fn tells_good_from_bad() {
    let sandbox = Sandbox::with_manifests();
    assert_block!("lint", sandbox.runs(&[&["lint", "good.yaml"], &["lint", "bad.yaml"], &["lint", "."], &["lint"]]));
}

/// Success, findings, a path that is missing, a program that is missing, nothing to do; and the graver of two.
#[test]
fn exit_codes() {
    let sandbox = Sandbox::with_manifests().file("foreign.yaml", FOREIGN).file("empty.yaml", "# nothing\n").directory("empty");
    let cases: &[(&[&str], i32)] = &[
        (&["good.yaml"], 0),
        (&["good.yaml", "foreign.yaml"], 0),
        (&["bad.yaml"], 1),
        (&["bad.yaml", "good.yaml"], 1),
        (&["empty.yaml"], 1),
        (&["empty.yaml", "good.yaml"], 0),
        (&["empty.yaml", "--allow-empty"], 0),
        (&["foreign.yaml"], 4),
        (&["foreign.yaml", "--allow-empty"], 0),
        (&["empty"], 4),
        (&["empty", "--allow-empty"], 0),
        (&["missing.yaml"], 2),
        (&["missing.yaml", "good.yaml"], 2),
        (&["missing.yaml", "bad.yaml"], 2),
        (&["missing.yaml", "foreign.yaml"], 2),
        (&["missing.yaml", "--allow-empty"], 2),
        (&["--no-such-flag"], 2),
        (&["-k", "."], 3),
        (&["-k", ".", "good.yaml"], 3),
        (&["-k", ".", "bad.yaml"], 3),
        (&["-k", ".", "missing.yaml"], 3),
        (&["bad.yaml", "-o", "json=no/such/folder.json"], 3),
        (&["bad.yaml", "--fail-on", "never"], 0),
        (&["foreign.yaml", "--fail-on", "never"], 4),
    ];
    for (arguments, expected) in cases {
        for format in ["text", "concise", "json", "kubectl"] {
            let stdout = [&["lint", "-o", format], *arguments].concat();
            assert_eq!(sandbox.status(&stdout), *expected, "{stdout:?}");
            let file = format!("{format}=report");
            let arguments = [&["lint", "-qq", "-o", &file], *arguments].concat();
            assert_eq!(sandbox.status(&arguments), *expected, "{arguments:?}");
        }
    }
}

#[test]
fn says_when_there_is_nothing_to_do() {
    let sandbox = Sandbox::new().file("foreign.yaml", FOREIGN).file("none.yaml", "# nothing\n---\n").directory("empty");
    assert_block!(
        "lint-nothing",
        sandbox.runs(&[
            &["lint", "foreign.yaml"],
            &["lint", "foreign.yaml", "--allow-empty"],
            &["lint", "none.yaml"],
            &["lint", "none.yaml", "--operation", "create"],
            &["lint", "none.yaml", "-o", "text"],
            &["lint", "none.yaml", "--allow-empty"],
            &["lint", "empty"],
            &["lint", "empty", "-q"],
            &["lint", "empty", "-qq"],
        ])
    );
}

#[test]
fn threshold_of_failure() {
    let unnamed = GOOD.replace("  namespace: helpdesk\n", "");
    let sandbox = Sandbox::with_manifests().file("info.yaml", unnamed).file("warning.yaml", GOOD.to_owned() + "spec: {}\n");
    let cases = [
        ("bad.yaml", "info", 1),
        ("bad.yaml", "warning", 1),
        ("bad.yaml", "error", 1),
        ("bad.yaml", "never", 0),
        ("info.yaml", "info", 1),
        ("info.yaml", "warning", 0),
        ("info.yaml", "error", 0),
        ("good.yaml", "info", 0),
    ];
    for (file, threshold, expected) in cases {
        assert_eq!(sandbox.status(&["lint", file, "--fail-on", threshold]), expected, "{file} {threshold}");
    }
    assert_block!(
        "lint-thresholds",
        sandbox.runs(&[
            &["lint", "info.yaml"],
            &["lint", "info.yaml", "--show", "info"],
            &["lint", "info.yaml", "--show", "info", "-n", "helpdesk"],
            &["lint", "warning.yaml", "--show", "error"],
            &["lint", "bad.yaml", "--show", "none"],
            &["lint", "bad.yaml", "--fail-on", "sometimes"],
        ])
    );
}

#[test]
fn selection_of_rules() {
    let sandbox =
        Sandbox::new().file("a.yaml", BAD.replace("    deny:\n", "    deny:\n      extra: on\n").replace("name: r", "name: 1"));
    assert_block!(
        "lint-selection",
        sandbox.runs(&[
            &["lint", "a.yaml"],
            &["lint", "a.yaml", "--select", "SCH001"],
            &["lint", "a.yaml", "--select", "META,yaml"],
            &["lint", "a.yaml", "--ignore", "unknown-field"],
            &["lint", "a.yaml", "--select", "ALL", "--ignore", "SCH"],
            &["lint", "a.yaml", "--select", "nonsense"],
            &["lint", "a.yaml", "--ignore", "SCH1"],
        ])
    );
}

#[test]
fn releases_of_the_platform() {
    let agent = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata:\n  name: a\n  namespace: b\nspec:\n  \
                 promptPackRef:\n    name: p\n  facades:\n  - type: websocket\n  sandbox:\n    size: 1\n";
    let sandbox = Sandbox::new().file("agent.yaml", agent);
    assert_block!(
        "lint-omnia-version",
        sandbox.runs(&[
            &["lint", "agent.yaml", "--select", "SCH001,SCH016", "--omnia-version", "current"],
            &["lint", "agent.yaml", "--select", "SCH001,SCH016", "--omnia-version", "2026-07"],
            &["lint", "agent.yaml", "--omnia-version", "1999-12"],
        ])
    );
}

#[test]
fn releases_of_kubernetes() {
    let long = GOOD.replace("refund-limit", &"x".repeat(300)).replace("    deny:", "    extra: 1\n    deny:");
    let sandbox = Sandbox::new().file("a.yaml", long);
    for release in ["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "v1.35", "1.35.4"] {
        assert_eq!(sandbox.status(&["lint", "a.yaml", "--kube-version", release]), 1, "{release}");
    }
    assert_block!(
        "lint-kube-version",
        sandbox.runs(&[&["lint", "a.yaml", "--kube-version", "1.29"], &["lint", "a.yaml", "--kube-version", "new"]])
    );
}

#[test]
fn operations() {
    let generated = GOOD.replace("name: small-refunds", "generateName: small-");
    let sandbox = Sandbox::new().file("a.yaml", generated);
    assert_block!(
        "lint-operations",
        sandbox.runs(&[
            &["lint", "a.yaml"],
            &["lint", "a.yaml", "--operation", "create"],
            &["lint", "a.yaml", "--operation", "replace"],
            &["lint", "a.yaml", "--operation", "patch"],
        ])
    );
}

#[test]
fn namespaces() {
    let sandbox = Sandbox::with_manifests();
    assert_block!(
        "lint-namespace",
        sandbox.runs(&[&["lint", "good.yaml", "-n", "helpdesk"], &["lint", "good.yaml", "--namespace", "other"]])
    );
}

#[test]
fn kinds_without_a_schema() {
    let sandbox = Sandbox::new().file("new.yaml", GOOD.replace("ToolPolicy", "TeamPolicy"));
    assert_block!(
        "lint-strict-kinds",
        sandbox.runs(&[&["lint", "new.yaml"], &["lint", "new.yaml", "--strict-kinds"], &["lint", "new.yaml", "-o", "kubectl"]])
    );
}

#[test]
fn crds_that_are_given() {
    let crd = |name: &str| std::fs::read_to_string(root().join("testdata/lint/CRD001-crd-not-structural").join(name)).unwrap();
    let sandbox = Sandbox::with_manifests()
        .file("crds/widgets.yaml", crd("crd-good.yaml"))
        .file("broken.yaml", crd("crd-bad.yaml"))
        .file("widget.yaml", crd("good.yaml"))
        .file("sprocket.yaml", crd("good.yaml").replace("spec:", "extra: 1\nspec:"))
        .directory("empty");
    assert_block!(
        "lint-crd",
        sandbox.runs(&[
            &["lint", "widget.yaml", "--crd", "crds/widgets.yaml"],
            &["lint", "sprocket.yaml", "--crd", "crds"],
            &["lint", "bad.yaml", "--crd", "crds"],
            &["lint", "widget.yaml", "--crd", "broken.yaml"],
            &["lint", "widget.yaml", "--crd", "good.yaml"],
            &["lint", "widget.yaml", "--crd", "empty"],
            &["lint", "widget.yaml", "--crd", "missing"],
        ])
    );
}

#[test]
fn number_of_jobs_changes_nothing() {
    let sandbox = Sandbox::new();
    let folder = root().join("testdata/manifests");
    let folder = folder.to_string_lossy();
    let one = sandbox.output(&["lint", "-j", "1", "-o", "json", &folder]);
    let many = sandbox.output(&["lint", "--jobs", "7", "-o", "json", &folder]);
    assert_eq!(String::from_utf8(one.stdout).unwrap(), String::from_utf8(many.stdout).unwrap());
    assert_block!("lint-jobs", sandbox.runs(&[&["lint", "-j", "0", "."], &["lint", "-j", "many", "."]]));
}
