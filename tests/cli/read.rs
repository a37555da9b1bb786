use crate::{
    assert_block,
    sandbox::{BAD, FOREIGN, GOOD, Sandbox},
};

const ODD: &str = "on: yes\nport: 0o17\nname: 1.10\nempty:\nlist: [~, 12_000, 1:30]\n1: one\n";

#[test]
fn prints_what_kubectl_would_send() {
    let sandbox = Sandbox::new().file("cm.yaml", FOREIGN).file("odd.yaml", ODD).file("two.yaml", format!("{GOOD}---\n{BAD}"));
    assert_block!(
        "read",
        sandbox.runs(&[
            &["read", "--help"],
            &["read", "cm.yaml"],
            &["read", "odd.yaml"],
            &["read", "-q", "odd.yaml"],
            &["read", "-qq", "odd.yaml"],
            &["read", "-o", "json", "two.yaml", "cm.yaml"],
        ])
    );
}

#[test]
fn tells_what_cannot_be_read() {
    let sandbox = Sandbox::new()
        .file("broken.yaml", format!("{FOREIGN}---\na: [1\nb: 2\n"))
        .file("cut.json", "{\"a\": ")
        .file("cm.yaml", FOREIGN);
    assert_block!(
        "read-failures",
        sandbox.runs(&[
            &["read", "broken.yaml", "cm.yaml"],
            &["read", "-o", "json", "broken.yaml", "cut.json"],
            &["read"],
            &["read", "missing.yaml", "cm.yaml"],
        ])
    );
}

#[test]
fn reads_standard_input() {
    let sandbox = Sandbox::new().stdin("a: 1\n---\nb: 2\n");
    assert_block!(
        "read-stdin",
        sandbox.runs(&[&["read", "-o", "json", "-"], &["read", "-", "--stdin-filename", "x.yaml", "-o", "json"]])
    );
}
