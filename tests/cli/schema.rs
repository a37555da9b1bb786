use crate::{assert_block, sandbox::Sandbox};

#[test]
fn helps() {
    let sandbox = Sandbox::new();
    assert_block!(
        "schema-help",
        sandbox.runs(&[
            &["schema"],
            &["schema", "--help"],
            &["schema", "list", "--help"],
            &["schema", "export", "--help"],
            &["schema", "validate-crd", "--help"]
        ])
    );
}

#[test]
fn lists_the_kinds() {
    let sandbox = Sandbox::new();
    assert_block!("schema-list", sandbox.runs(&[&["schema", "list"], &["schema", "list", "--omnia-version", "2026-07"]]));
    for format in ["json", "yaml"] {
        let text = String::from_utf8(sandbox.output(&["schema", "list", "-o", format]).stdout).unwrap();
        assert_eq!(text.matches("plural").count(), 17, "{format}");
    }
}

#[test]
fn exports_a_kind() {
    let sandbox = Sandbox::new();
    assert_block!("schema-export", sandbox.run(&["schema", "export", "toolpolicy"]));
    assert_block!("schema-export-json", sandbox.run(&["schema", "export", "tp", "-o", "json"]));
    assert_block!("schema-export-json-schema", sandbox.run(&["schema", "export", "tp", "--json-schema"]));
}

#[test]
fn exports_all_kinds_for_kubectl_and_for_editors() {
    let sandbox = Sandbox::new();
    let text = String::from_utf8(sandbox.output(&["schema", "export"]).stdout).unwrap();
    assert_eq!(text.matches("\nkind: CustomResourceDefinition\n").count(), 17);
    assert_eq!(sandbox.run(&["schema", "export", "--output-file", "all.yaml"]).matches("stdout").count(), 0);
    assert_eq!(sandbox.read("all.yaml"), text);
    let json: serde_json::Value = serde_json::from_slice(&sandbox.output(&["schema", "export", "-o", "json"]).stdout).unwrap();
    assert_eq!(json["items"].as_array().unwrap().len(), 17);
    let schema: serde_json::Value =
        serde_json::from_slice(&sandbox.output(&["schema", "export", "--json-schema"]).stdout).unwrap();
    assert!(jsonschema::validator_for(&schema).is_ok());
}

/// What is exported can be passed to `--crd` and judges as the embedded schema does.
#[test]
fn exports_what_lint_takes() {
    let sandbox = Sandbox::with_manifests();
    assert_eq!(sandbox.status(&["schema", "export", "--output-file", "crds.yaml"]), 0);
    let embedded = sandbox.output(&["lint", "good.yaml", "bad.yaml"]);
    let given = sandbox.output(&["lint", "--crd", "crds.yaml", "good.yaml", "bad.yaml"]);
    assert_eq!(String::from_utf8(embedded.stdout).unwrap(), String::from_utf8(given.stdout).unwrap());
}

#[test]
fn refuses_what_it_does_not_have() {
    let sandbox = Sandbox::new();
    assert_block!(
        "schema-failures",
        sandbox.runs(&[
            &["schema", "export", "toolpolcy"],
            &["schema", "export", "deployment"],
            &["schema", "export", "--omnia-version", "2025-01"],
            &["schema", "export", "tp", "-o", "text"],
            &["schema", "export", "tp", "--output-file", "no/such/folder.yaml"],
            &["schema", "show"],
        ])
    );
}

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: foos.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Foo, plural: foos, singular: foo, listKind: FooList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {a: {TYPE}}}
";

#[test]
fn judges_crds() {
    let sandbox = Sandbox::new()
        .file("good.yaml", CRD.replace("TYPE", "type: string"))
        .file("bad.yaml", CRD.replace("TYPE", "minimum: 1"))
        .file("other.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
    assert_block!(
        "schema-validate-crd",
        sandbox.runs(&[
            &["schema", "validate-crd", "good.yaml"],
            &["schema", "validate-crd", "good.yaml", "bad.yaml"],
            &["schema", "validate-crd", "bad.yaml", "-o", "text"],
            &["schema", "validate-crd", "bad.yaml", "-o", "json"],
            &["schema", "validate-crd", "other.yaml"],
            &["schema", "validate-crd", "none.yaml"],
            &["schema", "validate-crd"],
        ])
    );
}
