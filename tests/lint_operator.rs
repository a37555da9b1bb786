//! The linter against what a real operator of 2026-07 made of the manifests in `testdata/render`: each condition that became False because
//! of the manifests is foretold, and where the operator was content no finding says that it fails.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use omnia::yaml::{JsonForm, Text, read, to_json};
use serde_json::{Value, json};

/// Which findings foretell that a condition is False.
const FORETOLD: &[(&str, &[&str])] = &[
    ("AutoscalingReady", &["CEL018", "RUN032", "RUN040", "RUN126"]),
    ("CapabilitiesSatisfied", &["RUN015"]),
    ("DeploymentReady", &["RUN012", "RUN042", "RUN061", "RUN076", "RUN077", "RUN099", "RUN112", "SCH014"]),
    ("ExternalAuth", &["RUN018", "RUN019"]),
    ("FrameworkReady", &["RUN014"]),
    ("OIDCJWKSReady", &["RUN017"]),
    ("PrivacyPolicyResolved", &["REF020"]),
    ("PromptPackReady", &["ADM003", "CEL012", "REF001", "REF002", "REF003", "REF004", "REF005", "REF006"]),
    ("ProviderReady", &["REF011", "REF012", "REF013", "REF014", "REF015"]),
    ("RolloutActive", &["REF021", "REF034"]),
    ("ServiceReady", &["RUN009", "RUN010", "RUN061"]),
    ("ToolRegistryReady", &["REF016", "REF017"]),
    ("TrafficRouting", &["REF027", "RUN066"]),
];

/// Conditions that are False for every agent without pods or without a rollout.
const USUAL: [(&str, &str); 2] = [("Ready", "RuntimeNotReady"), ("RolloutActive", "NoActiveRollout")];

/// Errors that no condition of an agent tells: harm to requests.
const SILENT: [&str; 3] = ["RUN114", "RUN117", "RUN118"];

fn documents(path: &Path) -> Vec<Value> {
    let text = Text::new(fs::read(path).unwrap()).unwrap();
    let json = |document: &omnia::yaml::Document<'_>| serde_json::from_str(&to_json(&document.root, JsonForm::Sent)).unwrap();
    read(&text).documents.iter().map(json).collect()
}

/// Type and reason of the conditions that are False.
fn failed(status: &Path) -> BTreeSet<(String, String)> {
    let conditions =
        documents(status).into_iter().flat_map(|agent| agent["status"]["conditions"].as_array().cloned().unwrap_or_default());
    let text = |condition: &Value, key: &str| condition[key].as_str().unwrap_or_default().to_owned();
    let failed = conditions.filter(|condition| condition["status"] == "False");
    let named = failed.map(|condition| (text(&condition, "type"), text(&condition, "reason")));
    named.filter(|(kind, reason)| !USUAL.contains(&(kind.as_str(), reason.as_str()))).collect()
}

/// Code, severity and origin of each finding.
fn lint(case: &Path, suite: &str) -> Vec<(String, String, String)> {
    lint_file(&case.join("input.yaml"), suite)
}

fn lint_file(input: &Path, suite: &str) -> Vec<(String, String, String)> {
    let operator = format!("testdata/render/{suite}.meta.yaml");
    let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
        .args(["lint", "-o", "json", "--omnia-version", "2026-07", "--scope", "complete", "--operator", &operator])
        .arg(input)
        .output()
        .unwrap();
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{}: {error}: {output:?}", input.display()));
    let findings = report["findings"].as_array().unwrap().iter();
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
    findings.map(|finding| (text(finding, "code"), text(finding, "severity"), text(finding, "origin"))).collect()
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<_> =
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

#[test]
fn conditions_are_foretold() {
    let table: BTreeMap<_, _> = FORETOLD.iter().copied().collect();
    let (mut wrong, mut compared, mut foretold) = (Vec::new(), 0, 0);
    for case in folders(Path::new("testdata/render")) {
        for suite in folders(&case).into_iter().filter(|suite| suite.join("status.yaml").exists()) {
            let name = suite.file_name().unwrap().to_string_lossy().into_owned();
            let found = lint(&case, &name);
            let failed = failed(&suite.join("status.yaml"));
            compared += 1;
            for (condition, reason) in &failed {
                let codes = table.get(condition.as_str()).copied().unwrap_or_default();
                foretold += 1;
                if !found.iter().any(|(code, ..)| codes.contains(&code.as_str())) {
                    wrong.push(format!("{}: nothing foretells {condition} {reason}", suite.display()));
                }
            }
            let explained: BTreeSet<&str> = failed
                .iter()
                .filter_map(|(condition, _)| table.get(condition.as_str()))
                .flat_map(|codes| codes.iter().copied())
                .collect();
            let errors = found.iter().filter(|(_, severity, origin)| severity == "error" && origin == "operator");
            for (code, ..) in errors.filter(|(code, ..)| !explained.contains(code.as_str()) && !SILENT.contains(&code.as_str())) {
                wrong.push(format!("{}: the operator was content, and {code} is an error", suite.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 130 && foretold > 10, "{compared} statuses, {foretold} conditions");
}

/// A change of a recorded case: the case, the settings, the kinds of which all objects go, and a merge patch for the objects of a kind.
struct Variant {
    case: &'static str,
    suite: &'static str,
    without: &'static [&'static str],
    patch: Option<(&'static str, Value)>,
    /// A code and its severity; none where nothing is found.
    expected: (&'static str, Option<&'static str>),
}

fn variant(
    (case, suite): (&'static str, &'static str),
    without: &'static [&'static str],
    patch: Option<(&'static str, Value)>,
    expected: (&'static str, Option<&'static str>),
) -> Variant {
    Variant { case, suite, without, patch, expected }
}

/// How grave a fault is hangs on what the operator comes to, and on who uses the object.
#[test]
fn gravity_is_that_of_the_operator() {
    const EXTERNAL: (&str, &str) = ("201-rollout-external", "chart");
    const TOOLS: (&str, &str) = ("132-tools-dropped", "chart");
    const SKILLS: (&str, &str) = ("143-pack-skills", "chart");
    const SHARED: (&str, &str) = ("077-workspace-hpa", "chart");
    const VENDOR: (&str, &str) = ("157-provider-claude", "chart");
    let agent = |rollout: Value| Some(("AgentRuntime", json!({"spec": {"rollout": rollout}})));
    let group = |autoscaling: Value| {
        let group =
            json!({"name": "batch", "mode": "external", "external": {"sessionURL": "http://s"}, "autoscaling": autoscaling});
        Some(("Workspace", json!({"spec": {"services": [group]}})))
    };
    let (error, warning) = (Some("error"), Some("warning"));
    let variants = [
        variant(EXTERNAL, &["VirtualService"], None, ("REF027", error)),
        variant((EXTERNAL.0, "binary"), &["VirtualService"], None, ("REF027", warning)),
        variant(EXTERNAL, &["VirtualService"], agent(json!({"candidate": null})), ("REF027", warning)),
        variant(EXTERNAL, &["VirtualService"], agent(json!({"steps": [{"pause": {}}, {"setWeight": 10}]})), ("REF027", warning)),
        variant(
            EXTERNAL,
            &["VirtualService", "DestinationRule"],
            agent(json!({"trafficRouting": {"mode": "replicaWeighted"}})),
            ("REF027", None),
        ),
        variant(EXTERNAL, &["DestinationRule"], None, ("REF027", warning)),
        variant(
            EXTERNAL,
            &[],
            agent(json!({"trafficRouting": {"istio": {"virtualService": {"routes": ["nope"]}}}})),
            ("REF027", warning),
        ),
        variant(EXTERNAL, &[], agent(json!({"steps": [{"analysis": {"templateName": "t"}}]})), ("REF021", error)),
        variant(
            EXTERNAL,
            &[],
            agent(json!({"candidate": null, "steps": [{"analysis": {"templateName": "t"}}]})),
            ("REF021", warning),
        ),
        variant(TOOLS, &[], None, ("RUN098", warning)),
        variant(TOOLS, &["AgentRuntime"], None, ("RUN098", error)),
        variant(SKILLS, &[], None, ("REF029", warning)),
        variant(SKILLS, &["AgentRuntime"], None, ("REF029", error)),
        variant(SHARED, &[], group(json!({"enabled": true, "minReplicas": 0})), ("RUN126", error)),
        variant((SHARED.0, "binary"), &[], group(json!({"enabled": true, "type": "keda"})), ("RUN040", warning)),
        variant(SHARED, &[], group(json!({"enabled": true, "type": "keda"})), ("RUN040", None)),
        variant(VENDOR, &[], None, ("REF015", None)),
        variant(VENDOR, &["Secret"], None, ("REF015", warning)),
        variant(
            VENDOR,
            &[],
            Some(("Provider", json!({"spec": {"credential": {"secretRef": {"key": "nope"}}}}))),
            ("REF015", warning),
        ),
        variant(VENDOR, &["Secret"], Some(("Provider", json!({"spec": {"credential": null}}))), ("REF015", warning)),
    ];
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input.yaml");
    for Variant { case, suite, without, patch, expected: (code, severity) } in variants {
        let mut objects = documents(&Path::new("testdata/render").join(case).join("input.yaml"));
        objects.retain(|object| !without.contains(&object["kind"].as_str().unwrap()));
        if let Some((kind, patch)) = &patch {
            objects.iter_mut().filter(|object| object["kind"] == **kind).for_each(|object| patched(object, patch));
        }
        let text: Vec<String> = objects.iter().map(Value::to_string).collect();
        fs::write(&input, text.join("\n---\n")).unwrap();
        let found = lint_file(&input, suite);
        let gravest = found.iter().filter(|(found, ..)| found == code).map(|(_, severity, _)| severity.as_str()).min();
        assert_eq!(gravest, severity, "{case} {suite} without {without:?}, with {patch:?}: {code}");
    }
}

/// A merge patch: `null` removes.
fn patched(stored: &mut Value, patch: &Value) {
    let (Some(fields), true) = (patch.as_object(), stored.is_object()) else {
        stored.clone_from(patch);
        return;
    };
    for (key, value) in fields {
        if value.is_null() {
            stored.as_object_mut().unwrap().remove(key);
        } else if value.is_object() {
            patched(
                stored.as_object_mut().unwrap().entry(key.as_str()).or_insert_with(|| Value::Object(Default::default())),
                value,
            );
        } else {
            stored[key.as_str()] = value.clone();
        }
    }
}

/// The agent of a trace: as it was made, and after each change that a client sent.
fn states(trace: &Value) -> Vec<Value> {
    let made = trace["initial"].as_array().unwrap().iter().rfind(|object| object["kind"] == "AgentRuntime");
    let mut states: Vec<Value> = made.cloned().into_iter().collect();
    for event in trace["events"].as_array().unwrap() {
        let taken = event["answer"]["code"].as_i64().is_none_or(|code| code < 300);
        if !taken || event["on"] != "AgentRuntime/bot" || !event["body"].is_object() {
            continue;
        }
        let mut state = states.last().cloned().unwrap_or_default();
        patched(&mut state, &event["body"]);
        states.push(state);
    }
    for state in &mut states {
        let fields = state.as_object_mut().unwrap();
        fields.remove("status");
        for field in ["resourceVersion", "finalizers"] {
            fields.get_mut("metadata").and_then(Value::as_object_mut).and_then(|metadata| metadata.remove(field));
        }
    }
    states
}

/// Where requests were lost, a finding said so before: RUN114 where no pod was ready, RUN113 or RUN117 where a mesh sent a share of them to
/// a candidate that was not there.
#[test]
fn lost_requests_are_foretold() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths: Vec<_> = fs::read_dir("testdata/rollout").unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        let trace = documents(path).remove(0);
        let lost = |key: &str| trace["traffic"][key].as_array().is_some_and(|intervals| !intervals.is_empty());
        let deleted =
            trace["events"].as_array().unwrap().iter().any(|event| event["do"] == "DELETE" && event["on"] == "AgentRuntime/bot");
        if deleted || !(lost("noReadyPods") || lost("weightOnNothing")) {
            continue;
        }
        let file = folder.path().join(path.file_name().unwrap());
        let text: Vec<String> = states(&trace).iter().map(Value::to_string).collect();
        fs::write(&file, text.join("\n---\n")).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
            .args(["lint", "-o", "json", "--omnia-version", "2026-07", "--select", "RUN"])
            .arg(&file)
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let codes: BTreeSet<_> =
            report["findings"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect();
        compared += 1;
        if lost("noReadyPods") && !codes.contains("RUN114") {
            wrong.push(format!("{}: no pod was ready, and {codes:?} foretells it", path.display()));
        }
        if lost("weightOnNothing") && !codes.contains("RUN113") && !codes.contains("RUN117") {
            wrong.push(format!("{}: a weight met no pod, and {codes:?} foretells it", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 30, "{compared} traces");
}
