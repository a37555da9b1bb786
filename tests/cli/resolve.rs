//! `resolve`, `packs` and `graph` from files.

use std::process::Command;

use serde_json::Value;

use crate::{
    assert_block,
    sandbox::{Sandbox, root},
};

fn agent(name: &str, spec: &str) -> String {
    format!(
        "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata:\n  name: {name}\n  namespace: agents\nspec:\n  facades:\n  \
         - type: websocket\n{spec}"
    )
}

fn pack(version: &str) -> String {
    let name = version.replace(['.', '+'], "-");
    format!(
        "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: PromptPack\nmetadata:\n  name: support-{name}\n  namespace: agents\nspec:\n  \
         packName: support\n  version: \"{version}\"\n  source:\n    type: configmap\n    configMapRef:\n      name: content\n"
    )
}

/// Agents of every kind, and packs.
fn sandbox() -> Sandbox {
    let packs = ["1.0.0", "1.1.0", "2.0.0-rc.1", "01.0.0"].map(pack).join("---\n");
    Sandbox::new()
        .file("packs/support.yaml", packs)
        .file("agents/pinned.yaml", agent("pinned", "  promptPackRef:\n    name: support\n    version: \"1.0.0\"\n"))
        .file("agents/stable.yaml", agent("stable", "  promptPackRef:\n    name: support\n"))
        .file("agents/early.yaml", agent("early", "  promptPackRef:\n    name: support\n    track: prerelease\n"))
        .file(
            "agents/rollout.yaml",
            agent(
                "rollout",
                "  promptPackRef:\n    name: support\n    version: \"1.0.0\"\n  providers:\n  - name: default\n    providerRef:\n      \
                 name: sonnet\n  rollout:\n    candidate:\n      promptPackRef:\n        name: support\n        version: \"1.1.0\"\n    \
                 trigger:\n      promptPackChannel: stable\n    steps:\n    - setWeight: 100\n",
            ),
        )
        .file("lost.yaml", agent("lost", "  promptPackRef:\n    name: support\n    version: v1.1.0\n"))
        .file("elsewhere.yaml", agent("elsewhere", "  promptPackRef:\n    name: billing\n"))
        .file("ties.yaml", [pack("3.0.0"), pack("3.0.0+b")].join("---\n"))
}

#[test]
fn resolve_prints_a_table() {
    assert_block!(
        "resolve",
        sandbox().runs(&[
            &["resolve", "agents", "packs"],
            &["resolve", "agents/rollout.yaml", "--with", "packs", "-o", "wide"],
            &["resolve", "agents", "packs", "-o", "name"],
        ])
    );
}

#[test]
fn resolve_says_why() {
    assert_block!(
        "resolve-explain",
        sandbox().runs(&[
            &["resolve", "agents/stable.yaml", "--with", "packs", "--explain"],
            &["resolve", "lost.yaml", "--with", "packs", "--scope", "complete", "--explain"],
            &["resolve", "lost.yaml", "--with", "packs", "--omnia-version", "2026-07", "--explain"],
        ])
    );
}

#[test]
fn resolve_writes_json_and_yaml() {
    assert_block!(
        "resolve-json",
        sandbox().runs(&[
            &["resolve", "agents/stable.yaml", "--with", "packs", "-o", "json"],
            &["resolve", "lost.yaml", "--with", "packs", "-o", "yaml"],
        ])
    );
}

#[test]
fn resolve_fails_where_an_agent_would() {
    assert_block!(
        "resolve-failures",
        sandbox().runs(&[
            &["resolve", "lost.yaml", "--with", "packs", "--scope", "complete"],
            &["resolve", "elsewhere.yaml", "--scope", "complete"],
            &["resolve", "elsewhere.yaml"],
            &["resolve", "agents/stable.yaml", "--with", "packs", "--with", "ties.yaml"],
            &["resolve", "packs"],
            &["resolve", "nowhere.yaml"],
            &["resolve"],
            &["resolve", "agents", "--fail-on-change"],
            &["resolve", "agents", "--against", "main"],
            &["resolve", "support", "--offline"],
        ])
    );
}

#[test]
fn packs_lists_versions_and_followers() {
    assert_block!(
        "packs",
        sandbox().runs(&[
            &["packs", "agents", "packs"],
            &["packs", "support", "-f", "agents", "-f", "packs", "--if-published", "1.2.0"],
            &["packs", "support", "-f", "agents", "-f", "packs", "--if-published", "0.9.0"],
            &["packs", "support", "-f", "agents", "-f", "packs", "--if-published", "01.2.0"],
            &["packs", "support", "-f", "agents/stable.yaml", "-f", "packs", "--if-published", "1.1.0+b", "-o", "json"],
            &["packs", "billing", "-f", "elsewhere.yaml", "--if-published", "1.0.0"],
            &["packs", "nothing", "-f", "packs"],
        ])
    );
}

#[test]
fn graph_draws_references() {
    assert_block!(
        "graph",
        sandbox().runs(&[
            &["graph", "agents/rollout.yaml", "packs"],
            &["graph", "agents/rollout.yaml", "--with", "packs", "-o", "dot"],
            &["graph", "agents/rollout.yaml", "--with", "packs", "-o", "mermaid"],
            &["graph", "agents/stable.yaml", "--with", "packs", "-o", "json"],
            &["graph", "agents", "packs", "-n", "agents", "--impact", "configmap/content"],
            &["graph", "agents", "packs", "--impact", "provider/sonnet"],
            &["graph", "agents", "--impact", "provider/opus"],
            &["graph", "agents", "--impact", "sonnet"],
        ])
    );
}

#[test]
fn help_is_there() {
    assert_block!("resolve-help", sandbox().runs(&[&["resolve", "--help"], &["packs", "--help"], &["graph", "--help"]]));
}

/// An edit of a pack moves the agents that follow it.
#[test]
fn a_revision_is_compared_with() {
    let sandbox = sandbox();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.com"]).args(arguments).current_dir(sandbox.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "before"]);
    let run = |arguments: &[&str]| {
        let mut command = sandbox.command(arguments);
        let output = command.env("PATH", std::env::var_os("PATH").unwrap()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let compared = ["resolve", "agents", "packs", "--against", "git:HEAD", "--fail-on-change", "-o", "json"];
    let (code, report) = run(&compared);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((code, &report["summary"]["changed"]), (0, &0.into()));
    std::fs::write(sandbox.path().join("packs/new.yaml"), pack("1.2.0")).unwrap();
    let (code, report) = run(&compared);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((code, &report["summary"]["changed"]), (1, &2.into()), "the stable agent and the trigger move");
    let moved = report["items"].as_array().unwrap().iter().find(|item| item["agent"]["name"] == "stable").unwrap();
    assert_eq!((&moved["was"], &moved["pack"]["version"]), (&"1.1.0".into(), &"1.2.0".into()));
    let (code, _) = run(&compared[..5]);
    assert_eq!(code, 0, "a change alone is no fault");
    std::fs::remove_file(sandbox.path().join("packs/new.yaml")).unwrap();
    std::fs::rename(sandbox.path().join("packs/support.yaml"), sandbox.path().join("packs/moved.yaml")).unwrap();
    let (code, _) = run(&compared);
    assert_eq!(code, 0, "another file with the same packs changes nothing");
}

#[test]
fn the_json_fits_its_schemas() {
    let sandbox = sandbox();
    let runs: &[(&str, &[&str])] = &[
        ("resolve-report.json", &["resolve", "agents", "lost.yaml", "elsewhere.yaml", "packs", "ties.yaml", "-o", "json"]),
        (
            "packs.json",
            &["packs", "-f", "agents", "-f", "packs", "-f", "elsewhere.yaml", "--if-published", "1.2.0", "-o", "json"],
        ),
        ("graph.json", &["graph", "agents", "packs", "-o", "json"]),
    ];
    for (schema, arguments) in runs {
        let schema: Value = serde_json::from_str(&std::fs::read_to_string(root().join("schemas").join(schema)).unwrap()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let report: Value = serde_json::from_slice(&sandbox.output(arguments).stdout).unwrap();
        let errors: Vec<String> = validator.iter_errors(&report).take(5).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
        let keys: Vec<String> = report.as_object().unwrap().keys().cloned().collect();
        for key in keys {
            let mut changed = report.clone();
            changed.as_object_mut().unwrap().remove(&key);
            assert!(!validator.is_valid(&changed), "{key} may be absent");
        }
    }
}
