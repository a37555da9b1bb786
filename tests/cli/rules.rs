use crate::{assert_block, sandbox::Sandbox};

#[test]
fn lists_rules() {
    let sandbox = Sandbox::new();
    assert_block!(
        "rules",
        sandbox.runs(&[
            &["rules", "--help"],
            &["rules", "SCH001", "duplicate-mapping-key"],
            &["rules", "crd"],
            &["rules", "SCH001", "-o", "json"],
            &["rules", "SCH001", "-o", "yaml"],
            &["rules", "SCH999"],
        ])
    );
}

#[test]
fn lists_all_when_none_is_named() {
    let output = Sandbox::new().output(&["rules"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().filter(|line| !line.starts_with(' ')).count(), 1 + omnia::finding::all().count());
    for rule in omnia::finding::all() {
        assert!(text.lines().any(|line| line.starts_with(rule.code) && line.contains(rule.name)), "{}", rule.code);
    }
}
