use crate::{assert_block, sandbox::Sandbox};

#[test]
fn a_rule() {
    let sandbox = Sandbox::new();
    assert_block!(
        "explain-rule",
        sandbox.runs(&[&["explain", "--help"], &["explain", "SCH001"], &["explain", "SCH001", "-o", "json"]])
    );
    for word in ["sch001", "unknown-field", "UNKNOWN-FIELD"] {
        assert_eq!(sandbox.output(&["explain", word]).stdout, sandbox.output(&["explain", "SCH001"]).stdout, "{word}");
    }
}

#[test]
fn the_expressions_of_a_rule() {
    let sandbox = Sandbox::new().file("crd.yaml", "");
    assert_block!(
        "explain-expressions",
        sandbox.runs(&[
            &["explain", "CEL012", "--rule"],
            &["explain", "redis-context-needs-store-ref", "--rule"],
            &["explain", "cel020", "--rule", "-o", "json"],
            &["explain", "SCH001", "--rule"],
            &["explain", "CEL999", "--rule"],
            &["explain", "CEL012", "--rule", "--crd", "crd.yaml"],
        ])
    );
}

#[test]
fn a_field() {
    let sandbox = Sandbox::new();
    assert_block!(
        "explain-field",
        sandbox.runs(&[
            &["explain", "toolpolicy"],
            &["explain", "tp.spec.rules"],
            &["explain", "toolpolicies.spec.mode", "-o", "json"],
            &["explain", "agentruntime.spec.runtime.replicas"],
        ])
    );
}

#[test]
fn what_is_not_there() {
    let sandbox = Sandbox::new().file("note.txt", "no CRD\n");
    assert_block!(
        "explain-failures",
        sandbox.runs(&[
            &["explain"],
            &["explain", "SCH999"],
            &["explain", "toolpolcy.spec"],
            &["explain", "toolpolicy.spec.rulez"],
            &["explain", "toolpolicy.spec.entirely"],
            &["explain", "toolpolicy.spec.mode.deeper"],
            &["explain", "toolpolicy.spec", "--crd", "missing.yaml"],
            &["explain", "toolpolicy.spec", "--crd", "note.txt"],
        ])
    );
}

#[test]
fn a_field_of_another_release() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.status(&["explain", "agentruntime.spec.sandbox"]), 0);
    assert_block!("explain-release", sandbox.run(&["explain", "agentruntime.spec.sandbox", "--omnia-version", "2026-07"]));
}

#[test]
fn a_field_of_a_crd_that_is_given() {
    let crd = std::fs::read(crate::sandbox::root().join("testdata/lint/CRD001-crd-not-structural/crd-good.yaml")).unwrap();
    let sandbox = Sandbox::new().file("crd.yaml", crd);
    assert_block!("explain-crd", sandbox.run(&["explain", "foo.spec", "--crd", "crd.yaml"]));
}

/// Every level of every kind can be explained in every format.
#[test]
fn every_kind() {
    let sandbox = Sandbox::new();
    for kind in omnia::crd::embedded::kinds() {
        for format in ["text", "json", "yaml"] {
            let status = sandbox.status(&["explain", &format!("{}.spec", kind.singular), "-o", format]);
            assert_eq!(status, 0, "{} {format}", kind.kind);
        }
    }
}
