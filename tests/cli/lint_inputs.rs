//! `lint`: what is read.

use crate::{
    assert_block,
    sandbox::{BAD, FOREIGN, GOOD, Sandbox},
};

fn tree() -> Sandbox {
    Sandbox::new()
        .file("agents/a.yaml", BAD)
        .file("agents/b.yml", BAD)
        .file("agents/c.json", "{\"kind\": ")
        .file("agents/notes.md", "no manifest\n")
        .file("agents/deep/d.yaml", BAD)
        .file("agents/deep/.hidden/e.yaml", BAD)
        .file("agents/build/f.yaml", BAD)
        .file("agents/.gitignore", "build/\n")
        .file("good.yaml", GOOD)
}

#[test]
fn directories() {
    let sandbox = tree();
    assert_block!(
        "lint-directories",
        sandbox.runs(&[
            &["lint", "agents"],
            &["lint", "agents/"],
            &["lint", "./agents"],
            &["lint", "-f", "agents"],
            &["lint", "-f", "agents", "-R"],
            &["lint", "agents", "--no-respect-gitignore"],
        ])
    );
}

#[test]
fn files_and_patterns() {
    let sandbox = tree();
    assert_block!(
        "lint-files",
        sandbox.runs(&[
            &["lint", "-f", "good.yaml", "--filename", "agents/a.yaml"],
            &["lint", "-f", "agents/*.y*ml"],
            &["lint", "-f", "agents/*.toml"],
            &["lint", "-f", "agents/[z-a]*"],
            &["lint", "agents/a.yaml", "agents/a.yaml", "-f", "agents/a.yaml"],
            &["lint", "agents/notes.md"],
            &["lint", "-f", "https://example.com/agent.yaml"],
            &["lint", "agents/a.yaml", "missing.yaml", "-f", "gone"],
        ])
    );
}

#[test]
fn exclusion() {
    let sandbox = tree();
    assert_block!(
        "lint-exclude",
        sandbox.runs(&[
            &["lint", "agents", "--exclude", "agents/deep/", "--exclude", "*.json"],
            &["lint", "agents/a.yaml", "--exclude", "a.yaml"],
            &["lint", "agents/a.yaml", "good.yaml", "--exclude", "a.yaml", "--force-exclude"],
            &["lint", "agents/a.yaml", "--exclude", "a.yaml", "--force-exclude"],
            &["lint", "agents", "--exclude", "a{b"],
        ])
    );
}

#[test]
fn standard_input() {
    let sandbox = Sandbox::new().stdin(BAD);
    assert_block!(
        "lint-stdin",
        sandbox.runs(&[
            &["lint", "-"],
            &["lint", "-f", "-"],
            &["lint", "-", "--stdin-filename", "charts/agent.yaml"],
            &["lint", "-", "-o", "kubectl"],
        ])
    );
    assert_block!("lint-stdin-empty", Sandbox::new().runs(&[&["lint", "-"], &["lint", "-", "--allow-empty"]]));
}

#[cfg(unix)]
#[test]
fn kustomizations() {
    let sandbox = |programs: &str| Sandbox::with_manifests().directory("overlay").programs(programs);
    let runs: Vec<String> = [
        sandbox("kubectl").runs(&[&["lint", "-k", "overlay"], &["lint", "--kustomize", "nowhere"]]),
        sandbox("kustomize").run(&["lint", "-k", "overlay", "good.yaml"]),
        sandbox("failing").runs(&[&["lint", "-k", "overlay"], &["lint", "-k", "overlay", "bad.yaml"]]),
        sandbox("none").run(&["lint", "-k", "overlay"]),
    ]
    .into();
    assert_block!("lint-kustomize", runs.join("\n"));
}

#[test]
fn texts_as_kubectl_reads_them() {
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}\n- {}", indented(GOOD), indented(BAD));
    let json = r#"{"apiVersion":"omnia.altairalabs.ai/v1alpha1","kind":"ToolPolicy","metadata":{"name":"a","namespace":"b"},
"spec":{"selector":{"registry":"r"},"rules":[],"extra":1}}"#;
    let sandbox = Sandbox::new()
        .file("list.yaml", list)
        .file("documents.yaml", format!("# first\n---\n{GOOD}---\n{FOREIGN}---\n{BAD}---\n"))
        .file("object.json", json)
        .file("bom.yaml", format!("\u{feff}{BAD}"))
        .file("crlf.yaml", BAD.replace('\n', "\r\n"))
        .file("invalid.yaml", [BAD.replace("need a human", "need ").as_bytes(), b"# caf\xe9\n"].concat())
        .file("nul.yaml", BAD.replace("need", "ne\0ed"))
        .file("broken.yaml", format!("{BAD}---\na: [1\nb: 2\n---\n{BAD}"));
    assert_block!(
        "lint-texts",
        sandbox.runs(&[
            &["lint", "list.yaml"],
            &["lint", "documents.yaml"],
            &["lint", "object.json"],
            &["lint", "bom.yaml"],
            &["lint", "crlf.yaml"],
            &["lint", "invalid.yaml", "--show", "info"],
            &["lint", "nul.yaml"],
            &["lint", "broken.yaml"],
        ])
    );
}

fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n  ")
}

#[test]
fn helm_templates_are_named_as_such() {
    let template = "{{- if .Values.policy.enabled }}\napiVersion: omnia.altairalabs.ai/v1alpha1\nkind: ToolPolicy\nmetadata:\n  \
                    name: {{ .Release.Name }}\nspec:\n  {{- toYaml .Values.policy | nindent 2 }}\n{{- end }}\n";
    let readable = GOOD.replace("name: small-refunds", "name: ${POLICY}");
    let sandbox = Sandbox::new()
        .file("chart/Chart.yaml", "apiVersion: v2\nname: policies\nversion: 0.1.0\n")
        .file("chart/values.yaml", "policy:\n  enabled: true\n")
        .file("chart/templates/policy.yaml", template)
        .file("chart/templates/other.yaml", "metadata:\n  name: {{ .Release.Name }}\n")
        .file("envsubst.yaml", readable);
    assert_block!(
        "lint-templates",
        sandbox.runs(&[&["lint", "chart"], &["lint", "chart/templates", "-o", "text"], &["lint", "envsubst.yaml"]])
    );
}

/// One file that cannot be read hides nothing of the others.
#[cfg(unix)]
#[test]
fn unreadable_files() {
    let sandbox = Sandbox::with_manifests().directory("agent.yaml");
    std::os::unix::fs::symlink("nowhere.yaml", sandbox.path().join("dangling.yaml")).unwrap();
    // Not a file of the file system that root could read all the same: the link leads back to itself.
    std::os::unix::fs::symlink("loop.yaml", sandbox.path().join("loop.yaml")).unwrap();
    assert_block!(
        "lint-unreadable",
        sandbox.runs(&[&["lint", "loop.yaml", "bad.yaml"], &["lint", "dangling.yaml", "bad.yaml"], &["lint", "."]])
    );
}
