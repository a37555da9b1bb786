//! What is made of the embedded CRDs: compiled definitions, exports, JSON Schemas, explanations.

use std::fs;

use omnia::apiserver;
use omnia::crd::compile::{self, Descriptions};
use omnia::crd::embedded::{self, Kind};
use omnia::crd::explain::{self, Explanation, PathError};
use omnia::crd::{CrdFault, Definition, Release, Version, accept, export, json_schema};
use omnia::yaml::{JsonForm, Span, read_json, to_json};
use serde_json::{Value, json};

const GROUP: &str = "omnia.altairalabs.ai";

fn compiled(blob: &[u8]) -> Definition {
    let text = std::str::from_utf8(blob).expect("UTF-8");
    compile::definition(&read_json(text).expect("JSON"), Descriptions::Keep).expect("a CRD")
}

fn described(kind: &Kind, release: Release) -> Definition {
    compiled(kind.described(release).expect("every release has every kind"))
}

fn current(kind: &str) -> Definition {
    described(embedded::kind(kind).expect("a kind"), Release::Current)
}

/// Calls `check` with each kind in each release.
fn everywhere(mut check: impl FnMut(&Kind, Release)) {
    for kind in embedded::kinds() {
        for release in Release::ALL {
            check(kind, release);
        }
    }
}

#[test]
fn the_table_of_kinds_says_what_the_crds_say() {
    everywhere(|kind, release| {
        let definition = described(kind, release);
        assert_eq!((definition.kind.as_str(), definition.plural.as_str()), (kind.kind, kind.plural));
        assert_eq!((definition.singular.as_str(), definition.namespaced), (kind.singular, kind.namespaced));
        assert_eq!(definition.short_names, kind.short_names);
        assert_eq!(definition.group, GROUP);
    });
}

#[test]
fn a_word_of_the_command_line_finds_its_kind() {
    for word in ["AgentRuntime", "agentruntimes", "agentruntime", "ar", "agent", "AR"] {
        assert_eq!(embedded::resource(word).map(|kind| kind.kind), Some("AgentRuntime"), "{word}");
    }
    assert!(embedded::resource("pod").is_none());
}

#[test]
fn blobs_differ_in_descriptions_only() {
    everywhere(|kind, release| {
        let lean: Value = serde_json::from_slice(kind.blob(release).expect("a blob")).expect("JSON");
        let full: Value = serde_json::from_slice(kind.described(release).expect("a blob")).expect("JSON");
        assert_eq!(super::author::without_descriptions(&full), lean, "{} in {release}", kind.kind);
        assert_ne!(full, lean);
    });
}

/// Every field has a description, so that `explain` never has nothing to say.
#[test]
fn every_authored_field_is_described() {
    fn walk(kind: &str, path: &str, schema: &omnia::crd::Schema, bare: &mut Vec<String>) {
        for field in explain::fields(schema) {
            let path = format!("{path}.{}", field.name);
            if field.summary.is_none_or(str::is_empty) {
                bare.push(format!("{kind}{path}"));
            }
            walk(kind, &path, field.schema, bare);
        }
    }
    let mut bare = Vec::new();
    for kind in embedded::kinds() {
        walk(kind.kind, "", &described(kind, Release::Current).versions[0].schema, &mut bare);
    }
    assert!(bare.is_empty(), "{} fields without description:\n{}", bare.len(), bare.join("\n"));
}

/// Rules are embedded with their code and exported without it.
#[test]
fn codes_are_embedded_but_not_exported() {
    let mut rules = 0;
    everywhere(|kind, release| {
        let blob: Value = serde_json::from_slice(kind.blob(release).expect("a blob")).expect("JSON");
        each_rule(&blob, &mut |rule| {
            rules += 1;
            let code = rule["x-omnia-code"].as_str().unwrap_or_default();
            assert!(code.len() == 6 && code.starts_with(char::is_uppercase), "{} in {release}: {rule}", kind.kind);
            assert!(rule["message"].is_string(), "{} in {release}: {rule}", kind.kind);
        });
        let exported = export::custom_resource_definition(kind, release).expect("a CRD");
        each_rule(&exported, &mut |rule| assert_eq!(rule.get("x-omnia-code"), None));
        assert!(!exported.to_string().contains("x-omnia"), "{} in {release}", kind.kind);
    });
    assert!(rules > 50, "{rules} rules in all");
}

fn each_rule(value: &Value, check: &mut impl FnMut(&Value)) {
    match value {
        Value::Object(members) => {
            let rules = members.get("x-kubernetes-validations").and_then(Value::as_array);
            rules.into_iter().flatten().for_each(&mut *check);
            members.values().for_each(|value| each_rule(value, check));
        }
        Value::Array(items) => items.iter().for_each(|item| each_rule(item, check)),
        _ => {}
    }
}

/// `kubectl apply` writes the whole object into an annotation, and annotations end at 256 KiB.
#[test]
fn exported_crds_can_be_applied() {
    everywhere(|kind, release| {
        let exported = export::custom_resource_definition(kind, release).expect("a CRD").to_string();
        let sent = to_json(&read_json(&exported).expect("JSON"), JsonForm::Sent);
        assert!(sent.len() < 256 * 1024 - 1024, "{} in {release} has {} bytes", kind.kind, sent.len());
        assert_eq!(compiled(exported.as_bytes()).kind, kind.kind);
    });
}

/// The API server takes every exported CRD, its defaults among it; whether the rules compile is not judged here.
#[test]
fn the_server_takes_the_exported_crds() {
    let defaults = std::cell::Cell::new(0);
    let check_default = |check: &accept::DefaultCheck<'_>| {
        defaults.set(defaults.get() + 1);
        let version = Version {
            name: "v1alpha1".to_owned(),
            served: true,
            storage: true,
            schema: check.schema.clone(),
            status_subresource: false,
            scale: None,
        };
        let causes = apiserver::validate::object(check.value, &version, apiserver::KubeVersion::default());
        let fault = |cause: &apiserver::Cause| CrdFault {
            field: check.field.clone(),
            message: apiserver::cause_line(cause),
            span: Span::default(),
        };
        causes.iter().map(fault).collect()
    };
    let checks = accept::Checks { default: &check_default, rules: &|_| Vec::new() };
    everywhere(|kind, release| {
        let exported = export::custom_resource_definition(kind, release).expect("a CRD").to_string();
        let faults = accept::faults(&read_json(&exported).expect("JSON"), checks);
        assert!(faults.is_empty(), "{} in {release}: {}", kind.kind, faults[0]);
    });
    assert!(defaults.get() > 300, "{} defaults", defaults.get());
}

fn explained<'d>(definition: &'d Definition, path: &str) -> Explanation<'d> {
    let (word, steps) = explain::split(path, GROUP);
    assert_eq!(embedded::resource(word).map(|kind| kind.kind), Some(definition.kind.as_str()));
    explain::explain(definition, &steps).expect("a field").expect("a version")
}

#[test]
fn a_list_of_objects_is_explained() {
    let definition = current("AgentRuntime");
    for path in
        ["agentruntime.spec.rollout.steps", "ar.spec.rollout.steps", "agentruntimes.omnia.altairalabs.ai.spec.rollout.steps"]
    {
        let steps = explained(&definition, path);
        assert_eq!((steps.group, steps.kind, steps.version), (GROUP, "AgentRuntime", "v1alpha1"));
        assert_eq!((steps.path.as_str(), steps.type_text.as_str(), steps.required), ("spec.rollout.steps", "[]Object", true));
        let fields: Vec<_> = steps.fields.iter().map(|field| (field.name, field.type_text.as_str(), field.required)).collect();
        assert_eq!(fields, [("analysis", "Object", false), ("pause", "Object", false), ("setWeight", "integer", false)]);
        assert!(steps.description.is_some_and(|text| !text.is_empty()));
        assert!(steps.constraints.iter().any(|one| (one.keyword, one.value.as_str()) == ("minItems", "1")));
    }
    let item = explained(&definition, "ar.spec.rollout.steps[]");
    assert_eq!((item.path.as_str(), item.type_text.as_str(), item.required), ("spec.rollout.steps[]", "Object", false));
    assert_eq!(explained(&definition, "ar.spec.rollout.steps[0].setWeight").path, "spec.rollout.steps[].setWeight");
}

#[test]
fn scalars_are_explained_with_default_and_bounds() {
    let definition = current("AgentRuntime");
    let replicas = explained(&definition, "ar.spec.runtime.replicas");
    assert_eq!((replicas.type_text.as_str(), replicas.default.as_deref()), ("integer", Some("1")));
    assert!(replicas.constraints.iter().any(|one| (one.keyword, one.value.as_str()) == ("minimum", "0")));
    let mode = explained(&definition, "ar.spec.mode");
    assert!(mode.constraints.iter().any(|one| (one.keyword, one.value.as_str()) == ("enum", r#"["agent","function"]"#)));
    assert!(mode.rules.iter().any(|one| one.path == "spec" && one.rule.code.as_deref() == Some("CEL001")));
    let limits = explained(&definition, "ar.spec.runtime.resources.limits");
    assert_eq!(limits.type_text, "map[string]IntOrString");
    assert!(limits.constraints.iter().any(|one| (one.of.as_str(), one.keyword) == ("{}", "pattern")));
    let providers = explained(&definition, "ar.spec.providers");
    assert!(providers.constraints.iter().any(|one| (one.keyword, one.value.as_str()) == ("x-kubernetes-list-map-keys", "name")));
    assert_eq!(explained(&definition, "ar").fields.len(), 5);
}

#[test]
fn a_field_that_is_not_there_is_answered_with_what_may_be_meant() {
    let definition = current("AgentRuntime");
    let refused = |path: &str| explain::explain(&definition, &explain::split(path, GROUP).1).expect_err("no field");
    match refused("ar.spec.rolout.steps") {
        PathError::NoField { parent, field, near, .. } => {
            assert_eq!((parent.as_str(), field.as_str(), near), ("spec", "rolout", vec!["rollout".to_owned()]));
        }
        other => panic!("{other:?}"),
    }
    match refused("ar.spec.autoscaling") {
        PathError::NoField { elsewhere, .. } => assert_eq!(elsewhere, ["spec.runtime.autoscaling"]),
        other => panic!("{other:?}"),
    }
    assert_eq!(refused("ar.spec.mode.name").to_string(), "spec.mode of AgentRuntime is string: it has no field \"name\"");
    assert_eq!(refused("ar.spec.rollout.stepps").to_string(), "spec.rollout of AgentRuntime has no field \"stepps\"");
    assert_eq!(refused("ar.spec.mode[]").to_string(), "spec.mode of AgentRuntime is string, neither a list nor a map");
    assert_eq!(refused("ar.spek").to_string(), "AgentRuntime has no field \"spek\"");
}

fn takes(schema: &Value, object: &Value) -> bool {
    let validator = jsonschema::draft7::new(schema).expect("a JSON Schema");
    assert!(jsonschema::draft7::meta::is_valid(schema));
    validator.is_valid(object)
}

fn agent(spec: Value) -> Value {
    json!({ "apiVersion": "omnia.altairalabs.ai/v1alpha1", "kind": "AgentRuntime", "metadata": { "name": "support" }, "spec": spec })
}

#[test]
fn the_json_schema_of_a_kind_takes_what_the_server_takes() {
    let schema = json_schema::of_kind(&current("AgentRuntime"));
    let spec = |more: Value| {
        let mut spec = json!({ "promptPackRef": { "name": "support" }, "facades": [{ "type": "websocket" }] });
        spec.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        agent(spec)
    };
    let cases = [
        (spec(json!({})), true),
        (spec(json!({ "mode": "agents" })), false),
        (spec(json!({ "replicas": 2 })), false),
        (spec(json!({ "runtime": { "replicas": -1 } })), false),
        (spec(json!({ "runtime": { "replicas": 2, "resources": { "limits": { "cpu": 1, "memory": "1Gi" } } } })), true),
        (spec(json!({ "runtime": { "resources": { "limits": { "cpu": "much" } } } })), false),
        (spec(json!({ "runtime": { "nodeSelector": { "any": "thing" } } })), true),
        (spec(json!({ "runtime": { "nodeSelector": { "any": 1 } } })), false),
        (spec(json!({ "inputSchema": { "type": "object", "any": [1] }, "mode": "function" })), true),
        (spec(json!({ "context": { "ttl": "1h30m" } })), true),
        (agent(json!({ "facades": [] })), false),
        (json!({ "apiVersion": "omnia.altairalabs.ai/v1alpha1", "kind": "Provider", "metadata": { "name": "support" } }), false),
    ];
    for (object, verdict) in cases {
        assert_eq!(takes(&schema, &object), verdict, "{object}");
    }
}

#[test]
fn one_json_schema_judges_every_kind_and_leaves_others_alone() {
    let definitions: Vec<_> = embedded::kinds().iter().map(|kind| described(kind, Release::Current)).collect();
    let schema = json_schema::of_kinds(&definitions);
    let facades = json!([{ "type": "websocket" }]);
    let cases = [
        (agent(json!({ "promptPackRef": { "name": "support" }, "facades": facades })), true),
        (agent(json!({ "promptPackRef": { "nam": "support" }, "facades": facades })), false),
        (json!({ "apiVersion": "v1", "kind": "Service", "spec": { "any": "thing" } }), true),
        (json!({ "apiVersion": "omnia.altairalabs.ai/v1alpha1", "kind": "AgentRuntimes", "metadata": { "name": "x" } }), false),
        (json!({ "apiVersion": "apps/v1", "kind": "AgentRuntime", "spec": { "any": "thing" } }), true),
    ];
    for (object, verdict) in cases {
        assert_eq!(takes(&schema, &object), verdict, "{object}");
    }
}

/// The manifests of `testdata` against the schemas for editors. What these cannot say (rules, repeated keys of list maps) they take.
#[test]
fn the_json_schema_tells_good_manifests_from_bad_ones() {
    let refused = ["SCH001", "SCH002", "SCH003", "SCH004", "SCH005", "SCH006", "SCH007", "SCH009"];
    let definitions: Vec<_> = embedded::kinds().iter().map(|kind| described(kind, Release::Current)).collect();
    let validator = jsonschema::draft7::new(&json_schema::of_kinds(&definitions)).expect("a JSON Schema");
    let (mut good, mut bad) = (0, 0);
    for folder in fs::read_dir("testdata/manifests").expect("manifests") {
        for file in fs::read_dir(folder.expect("readable").path()).expect("a folder for each kind") {
            let path = file.expect("readable").path();
            let object = super::read_yaml(&path);
            let text = fs::read_to_string(&path).expect("readable");
            let expected = text.lines().next().and_then(|line| line.strip_prefix("# expect: ")).unwrap_or_default();
            if expected.is_empty() {
                let error = validator.iter_errors(&object).next();
                assert!(error.is_none(), "{}: {error:?}", path.display());
                good += 1;
            } else if refused.iter().any(|code| expected.starts_with(code)) {
                assert!(!validator.is_valid(&object), "{}: {expected}", path.display());
                bad += 1;
            }
        }
    }
    assert!(good > 40 && bad > 30, "{good} good and {bad} bad manifests");
}
