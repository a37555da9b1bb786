//! `--fix`, `--diff` and `fix`.

use crate::{
    assert_block,
    sandbox::{BAD, GOOD, Sandbox},
};

/// What can be mended, beside what cannot: comments, quotes and layout that have to stay.
const MIXED: &str = "\
# a comment at the top
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: AgentPolicy
metadata: {name: chat-tools,   namespace: 'helpdesk'}   # odd blanks
spec:
    toolAccess:
        mode: allowlist
        rules:
        - registry: 1.10     # a version
          tools: [ find_customer , yes ]
        -   registry: \"service-desk\"
            tools:
            - 007
        rool: []
";

#[test]
fn edits_keep_everything_else() {
    let sandbox = Sandbox::new().file("mixed.yaml", MIXED).file("good.yaml", GOOD);
    let diff = sandbox.run(&["lint", "--diff", "."]);
    assert_eq!(sandbox.read("mixed.yaml"), MIXED, "--diff changes nothing");
    let blocks = [diff, sandbox.run(&["lint", "--fix", "."]), sandbox.run(&["lint", "--diff", "."]), sandbox.run(&["fix", "."])];
    assert_block!("fix", format!("{}\n$ cat mixed.yaml\n{}", blocks.join("\n"), sandbox.read("mixed.yaml")));
    assert_eq!(sandbox.read("good.yaml"), GOOD);
}

#[test]
fn only_what_is_reported_is_mended() {
    let ignored = MIXED.replace("# a version", "# omnia: ignore[YAML004] no version");
    let sandbox = Sandbox::new().file("a.yaml", &ignored);
    assert_eq!(sandbox.status(&["lint", "--fix", "--select", "YAML003", "a.yaml"]), 0);
    assert_eq!(sandbox.read("a.yaml"), ignored.replace(" yes ", " \"yes\" "));
    sandbox.status(&["lint", "--fix", "a.yaml"]);
    assert_eq!(sandbox.read("a.yaml"), ignored.replace(" yes ", " \"yes\" ").replace("007", "\"007\""));
}

#[test]
fn unused_comments_are_deleted() {
    let lines = "  # omnia: ignore[YAML002]\n  # omnia: ignore[SCH002, SCH003] two\n  rule: [] # omnia: ignore[SCH001, YAML002] one of both\n";
    let sandbox = Sandbox::new().file("a.yaml", BAD.replace("  rule: []\n", lines));
    assert_eq!(sandbox.status(&["fix", "a.yaml"]), 0);
    assert_eq!(sandbox.read("a.yaml"), BAD.replace("rule: []", "rule: [] # omnia: ignore[SCH001] one of both"));
}

#[test]
fn line_breaks_encodings_and_permissions_stay() {
    let windows = MIXED.replace('\n', "\r\n");
    let marked: Vec<u8> = [b"\xef\xbb\xbf", MIXED.as_bytes()].concat();
    let sandbox = Sandbox::new().file("windows.yaml", &windows).file("marked.yaml", &marked);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(sandbox.path().join("windows.yaml"), std::fs::Permissions::from_mode(0o640)).unwrap();
    }
    sandbox.status(&["fix", "."]);
    let mended = MIXED.replace("1.10", "\"1.10\"").replace(" yes ", " \"yes\" ").replace("007", "\"007\"");
    let bytes = |name: &str| std::fs::read(sandbox.path().join(name)).unwrap();
    assert_eq!(String::from_utf8(bytes("windows.yaml")).unwrap(), mended.replace('\n', "\r\n"));
    assert_eq!(bytes("marked.yaml"), [b"\xef\xbb\xbf", mended.as_bytes()].concat());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(sandbox.path().join("windows.yaml")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
    assert_eq!(std::fs::read_dir(sandbox.path()).unwrap().count(), 2, "nothing is left beside the files");
}

/// An editor pipes its buffer through; what is left to mend by hand goes to standard error.
#[test]
fn standard_input_goes_on() {
    let sandbox = Sandbox::new().stdin(MIXED);
    assert_block!("fix-piped", sandbox.runs(&[&["fix", "-", "--stdin-filename", "agent.yaml"], &["lint", "--diff", "-"]]));
    let sandbox = Sandbox::new().stdin(GOOD);
    assert_eq!(String::from_utf8(sandbox.output(&["fix", "-"]).stdout).unwrap(), GOOD);
    let page = "# A page without any manifest\n";
    let sandbox = Sandbox::new().stdin(page);
    assert_eq!(String::from_utf8(sandbox.output(&["fix", "-", "--stdin-filename", "a.md"]).stdout).unwrap(), page);
}

#[test]
fn what_is_no_file_is_not_mended() {
    let sandbox = Sandbox::new().stdin(MIXED).file("a.yaml", MIXED);
    assert_block!(
        "fix-mistakes",
        sandbox.runs(&[
            &["fix", "-", "a.yaml"],
            &["lint", "--fix=most", "a.yaml"],
            &["lint", "--fix", "--add-ignores", "a.yaml"]
        ])
    );
    assert_eq!(sandbox.read("a.yaml"), MIXED);
}
