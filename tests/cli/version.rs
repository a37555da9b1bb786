use crate::{assert_block, sandbox::Sandbox};

#[test]
fn in_every_format() {
    let sandbox = Sandbox::new();
    assert_block!(
        "version",
        sandbox.runs(&[
            &["version", "--help"],
            &["version"],
            &["version", "-o", "json"],
            &["version", "-o", "yaml"],
            &["version", "-o", "xml"],
            &["version", "surplus"],
        ])
    );
}
