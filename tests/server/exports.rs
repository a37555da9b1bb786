//! The CRDs that `schema export` prints are good ones: the server takes them whole, explains them, shows their columns and merges their
//! lists.

use serde_json::{Value, json};

use super::{
    corpus,
    crds::{Group, groups},
    server::{Server, User, server},
};

fn kinds(group: &Group) -> impl Iterator<Item = (&str, &Value)> {
    group.crds.iter().map(|crd| (crd["spec"]["names"]["kind"].as_str().unwrap(), crd))
}

#[test]
fn crds_are_established() {
    let Some(server) = server("crds_are_established") else { return };
    let api = server.api(User::Administrator);
    for group in groups() {
        assert_eq!(group.crds.len(), 17, "{}", group.release);
        for (_, crd) in kinds(group) {
            let name = crd["metadata"]["name"].as_str().unwrap();
            let answer = api.get(&format!("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{name}"));
            let conditions: Vec<(&str, &str)> = answer.body["status"]["conditions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|condition| (condition["type"].as_str().unwrap(), condition["status"].as_str().unwrap()))
                .collect();
            for wanted in ["NamesAccepted", "Established"] {
                assert!(conditions.contains(&(wanted, "True")), "{name}: {conditions:?}");
            }
            assert!(!conditions.iter().any(|(condition, _)| *condition == "NonStructuralSchema"), "{name}: {conditions:?}");
        }
    }
}

/// What kubectl prints; it must succeed.
fn kubectl(server: &Server, arguments: &[&str]) -> String {
    let output = server.kubectl(User::Administrator).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "kubectl {}: {}", arguments.join(" "), text(&output.stderr));
    text(&output.stdout)
}

/// The words of a text, however it is wrapped.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn assert_says(output: &str, description: &Value) {
    let description = description.as_str().unwrap_or_else(|| panic!("there is no description for\n{output}"));
    let (output, wanted) = (words(output), words(description));
    assert!(output.windows(wanted.len()).any(|window| window == wanted), "{output:?} does not say {description:?}");
}

#[test]
fn kubectl_explains_them() {
    let Some(server) = server("kubectl_explains_them") else { return };
    let group = &groups()[0];
    for (_, crd) in kinds(group) {
        let name = crd["metadata"]["name"].as_str().unwrap();
        let output = kubectl(server, &["explain", name]);
        assert_says(&output, &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["description"]);
    }
    let schema = &group.crd("AgentRuntime")["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    let facades = &schema["properties"]["spec"]["properties"]["facades"];
    let version = format!("--api-version={}/v1alpha1", group.name);
    let output = kubectl(server, &["explain", "agentruntime.spec.facades", &version]);
    assert_says(&output, &facades["description"]);
    for (field, schema) in facades["items"]["properties"].as_object().unwrap() {
        assert!(output.contains(field), "{field} is not in\n{output}");
        if let Some(description) = schema.get("description") {
            assert_says(&kubectl(server, &["explain", &format!("agentruntime.spec.facades.{field}"), &version]), description);
        }
    }
}

#[test]
fn kubectl_prints_their_columns() {
    let Some(server) = server("kubectl_prints_their_columns") else { return };
    let group = &groups()[0];
    let api = server.api(User::Administrator);
    let namespace = server.namespace();
    for (kind, crd) in kinds(group) {
        let object =
            corpus::objects().into_iter().find(|object| object.kind() == kind && object.source.contains("/good")).unwrap();
        let mut manifest = object.json;
        let name = format!("columns-of-{}", kind.to_lowercase());
        manifest["metadata"] = json!({"name": name});
        let answer = api.send("POST", &group.path(kind, &namespace), &manifest.to_string());
        assert_eq!(answer.code, 201, "{}: {}", object.source, answer.body);
        let output = kubectl(server, &["get", crd["metadata"]["name"].as_str().unwrap(), &name, "-n", &namespace, "-o", "wide"]);
        let columns = crd["spec"]["versions"][0]["additionalPrinterColumns"].as_array();
        let mut wanted = vec!["NAME".to_owned()];
        wanted.extend(columns.into_iter().flatten().map(|column| column["name"].as_str().unwrap().to_uppercase()));
        if columns.is_none() {
            wanted.push("AGE".to_owned());
        }
        let header = output.lines().next().unwrap();
        assert_eq!(words(header), words(&wanted.join(" ")), "{kind}");
        assert!(output.lines().nth(1).is_some_and(|line| line.starts_with(&name)), "{output}");
        assert!(!output.contains("<invalid>"), "{output}");
    }
}

/// Sends a server-side apply.
fn apply(server: &Server, path: &str, manager: &str, object: &Value) -> Value {
    let api = server.api(User::Administrator);
    let path = format!("{path}?fieldManager={manager}&fieldValidation=Strict");
    let answer = api.send_as("PATCH", &path, "application/apply-patch+yaml", &object.to_string()).unwrap();
    assert!(answer.code < 300, "{manager}: {}", answer.body);
    answer.body
}

/// Every list of type map in an AgentRuntime merges by its keys: what two managers put in stands side by side.
#[test]
fn server_side_apply_merges_lists_by_key() {
    let Some(server) = server("server_side_apply_merges_lists_by_key") else { return };
    let namespace = server.namespace();
    for group in groups() {
        let good =
            corpus::objects().into_iter().find(|object| object.source.ends_with("agentruntime/good-minimal.yaml")).unwrap();
        let path = format!("{}/merged", group.path("AgentRuntime", &namespace));
        let object = |spec: Value| {
            json!({
                "apiVersion": format!("{}/v1alpha1", group.name),
                "kind": "AgentRuntime",
                "metadata": {"name": "merged", "namespace": namespace},
                "spec": spec,
            })
        };
        apply(server, &path, "whole", &object(good.json["spec"].clone()));
        let provider = |name: &str| json!({"providers": [{"name": name, "providerRef": {"name": name}}]});
        apply(server, &path, "first", &object(provider("one")));
        let merged = apply(server, &path, "second", &object(provider("two")));
        let names: Vec<&str> =
            merged["spec"]["providers"].as_array().unwrap().iter().filter_map(|item| item["name"].as_str()).collect();
        assert!(names.contains(&"one") && names.contains(&"two"), "{}: {names:?}", group.release);
        // What a manager no longer names goes, and only that.
        let left = apply(server, &path, "first", &object(json!({})));
        let names: Vec<&str> =
            left["spec"]["providers"].as_array().unwrap().iter().filter_map(|item| item["name"].as_str()).collect();
        assert!(!names.contains(&"one") && names.contains(&"two"), "{}: {names:?}", group.release);
    }
}

#[test]
fn an_agent_can_be_scaled() {
    let Some(server) = server("an_agent_can_be_scaled") else { return };
    let namespace = server.namespace();
    let group = &groups()[0];
    let good = corpus::objects().into_iter().find(|object| object.source.ends_with("agentruntime/good-minimal.yaml")).unwrap();
    let mut manifest = good.json;
    manifest["metadata"] = json!({"name": "scaled"});
    manifest["spec"]["runtime"] = json!({"replicas": 1});
    let path = group.path("AgentRuntime", &namespace);
    let api = server.api(User::Administrator);
    let answer = api.send("POST", &path, &manifest.to_string());
    assert_eq!(answer.code, 201, "{}", answer.body);
    if group.crd("AgentRuntime")["spec"]["versions"][0]["subresources"]["scale"].is_null() {
        assert_eq!(api.get(&format!("{path}/scaled/scale")).code, 404);
        return;
    }
    kubectl(server, &["scale", "agentruntimes.omnia.altairalabs.ai/scaled", "--replicas=3", "-n", &namespace]);
    let answer = api.get(&format!("{path}/scaled"));
    assert_eq!(answer.body["spec"]["runtime"]["replicas"], 3);
}
