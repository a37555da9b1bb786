use crate::{assert_block, sandbox::Sandbox};

#[test]
fn knows_its_shells() {
    let sandbox = Sandbox::new();
    assert_block!("completion", sandbox.runs(&[&["completion", "--help"], &["completion"], &["completion", "tcsh"]]));
}

/// The scripts are held in `completions/`; see tests/docs.rs.
#[test]
fn names_every_command() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = sandbox.output(&["completion", shell]);
        assert!(output.status.success() && output.stderr.is_empty());
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["lint", "read", "explain", "rules", "schema", "completion", "version", "strict-kinds"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}
