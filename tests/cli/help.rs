use crate::{assert_block, sandbox::Sandbox};

#[test]
fn of_the_program() {
    let sandbox = Sandbox::new();
    assert_block!("help", sandbox.runs(&[&["--help"], &[], &["-V"]]));
    let text = |arguments: &[&str]| String::from_utf8(sandbox.output(arguments).stdout).unwrap();
    assert_eq!(text(&["help"]), text(&["--help"]));
}

#[test]
fn of_commands() {
    let sandbox = Sandbox::new();
    let same = |by_command: &[&str], by_flag: &[&str]| {
        assert_eq!(
            String::from_utf8(sandbox.output(by_command).stdout).unwrap(),
            String::from_utf8(sandbox.output(by_flag).stdout).unwrap()
        );
    };
    same(&["help", "lint"], &["lint", "--help"]);
    same(&["help", "schema", "export"], &["schema", "export", "--help"]);
    assert_block!("help-command", sandbox.runs(&[&["help", "--help"], &["help", "rules"]]));
}

#[test]
fn of_topics() {
    let sandbox = Sandbox::new();
    assert_block!(
        "help-topics",
        sandbox.runs(&[
            &["help", "exit-codes"],
            &["help", "formats"],
            &["help", "ignores"],
            &["help", "environment"],
            &["help", "nonsense"]
        ])
    );
}

#[test]
fn of_a_mistaken_command() {
    assert_block!("help-mistaken", Sandbox::new().runs(&[&["lnt"], &["lint", "--fial-on", "error"], &["rules", "-o", "xml"]]));
}

/// What it says of rights, and what it does without a cluster and with a command that asks none.
#[test]
fn of_auth() {
    let runs: &[&[&str]] = &[&["auth", "--help"], &["auth", "explain"], &["auth", "promote", "-A"], &["auth", "--offline"]];
    assert_block!("auth-help", Sandbox::new().runs(runs));
}

/// kubectl runs the program as `kubectl-omnia`; a link may have another name.
#[cfg(unix)]
#[test]
fn under_another_name() {
    let sandbox = Sandbox::new();
    let link = sandbox.path().join("omnia");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_kubectl-omnia"), &link).unwrap();
    let output = std::process::Command::new(&link).arg("--help").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Usage: omnia [OPTIONS] <COMMAND>"), "{text}");
}

/// No line of any help is wider than a terminal of 80 columns, and none ends in blanks.
#[test]
fn fits_a_terminal() {
    let sandbox = Sandbox::new();
    let commands: &[&[&str]] = &[
        &[],
        &["lint"],
        &["read"],
        &["explain"],
        &["rules"],
        &["schema"],
        &["schema", "list"],
        &["schema", "export"],
        &["schema", "diff"],
        &["doctor"],
        &["auth"],
        &["status"],
        &["why"],
        &["events"],
        &["options"],
        &["fix"],
        &["migrate"],
        &["config"],
        &["config", "show"],
        &["config", "init"],
        &["completion"],
        &["version"],
        &["help"],
    ];
    for command in commands {
        let output = sandbox.output(&[command, &["--help"][..]].concat());
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            assert!(line.chars().count() <= 80 && line.trim_end() == line, "{command:?}: {line:?}");
        }
    }
    for topic in ["exit-codes", "formats", "ignores", "environment"] {
        let output = sandbox.output(&["help", topic]);
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            assert!(line.chars().count() <= 80, "{topic}: {line:?}");
        }
    }
}
