//! `render`: what is printed, in each format, and what is not rendered.

use serde_json::Value;

use crate::{
    assert_block,
    sandbox::{Sandbox, root},
};

/// What agents refer to.
pub const PLATFORM: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: PromptPack
metadata:
  name: helpdesk-1-0-0
  namespace: desk
  labels: {omnia.altairalabs.ai/promptpack: helpdesk}
spec:
  packName: helpdesk
  version: 1.0.0
  source: {type: configmap, configMapRef: {name: helpdesk-content}}
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Provider
metadata: {name: model, namespace: desk}
spec: {type: ollama, model: llama3, baseURL: 'http://ollama.desk:11434'}
";

/// An agent.
pub const AGENT: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: AgentRuntime
metadata: {name: helper, namespace: desk}
spec:
  promptPackRef: {name: helpdesk, version: 1.0.0}
  facades:
  - type: websocket
    port: 8080
  providers:
  - name: default
    providerRef: {name: model}
";

pub fn sandbox() -> Sandbox {
    Sandbox::new().file("platform.yaml", PLATFORM).file("agent.yaml", AGENT)
}

/// The provenance is long; the objects themselves are held by the recorded cases.
#[test]
fn formats() {
    let sandbox = sandbox();
    assert_block!(
        "render-formats",
        sandbox.runs(&[
            &["render", "agent.yaml", "--with", "platform.yaml", "--kind", "svc,Role"],
            &["render", "agent.yaml", "--with", "platform.yaml", "-o", "name", "-q"],
            &["render", "agent.yaml", "--with", "platform.yaml", "-o", "tree", "-q"],
            &["preview", "agent.yaml", "--with", "platform.yaml", "--kind", "sa", "--explain", "-q"],
            &["render", "agent.yaml", "--with", "platform.yaml", "--kind", "ServiceAccount", "--explain", "-o", "json"],
            &["render", "agent.yaml", "--with", "platform.yaml", "-o", "name=names.txt", "-qq"],
        ])
    );
    assert!(std::fs::read_to_string(sandbox.path().join("names.txt")).unwrap().contains("deployment.apps/helper\n"));
}

#[test]
fn help() {
    assert_block!("render-help", Sandbox::new().runs(&[&["render", "-h"], &["render", "--help"], &["diff", "--help"]]));
}

#[test]
fn of_agents_that_are_named() {
    let second = AGENT.replace("name: helper", "name: second");
    let sandbox = sandbox().file("second.yaml", second).file("none.yaml", PLATFORM);
    let with = ["--with", "platform.yaml", "-q", "-o", "name", "--kind", "deployments.apps"];
    let runs: &[&[&str]] = &[
        &["render", "agent.yaml", "second.yaml", "--agent", "desk/second"],
        &["render", "agent.yaml", "second.yaml", "--agent", "helper,second"],
        &["render", "agent.yaml", "--agent", "other"],
        &["render", "none.yaml"],
        &["render", "none.yaml", "--allow-empty"],
        &["render", "agent.yaml", "agent.yaml", "gone.yaml"],
        &["render"],
    ];
    let runs: Vec<Vec<&str>> = runs.iter().map(|run| [*run, &with].concat()).collect();
    assert_block!("render-agents", sandbox.runs(&runs.iter().map(Vec::as_slice).collect::<Vec<_>>()));
}

#[test]
fn what_is_refused_or_cannot_be_read_is_not_rendered() {
    let refused = AGENT.replace("name: helper", "name: refused").replace("port: 8080", "port: many");
    let unread = AGENT.replace("port: 8080", "clientToolTimeout: soon");
    let blocked = AGENT.replace("version: 1.0.0", "version: 2.0.0");
    let sandbox = sandbox()
        .file("refused.yaml", refused)
        .file("unread.yaml", unread)
        .file("blocked.yaml", blocked)
        .file("torn.yaml", "a: [");
    let with = ["--with", "platform.yaml", "-q", "-o", "name"];
    let runs: &[&[&str]] = &[
        &["render", "refused.yaml", "agent.yaml"],
        &["render", "refused.yaml", "--force", "--kind", "sa"],
        &["render", "unread.yaml"],
        &["render", "unread.yaml", "--force", "--kind", "sa"],
        &["render", "torn.yaml", "agent.yaml", "--kind", "sa"],
        &["render", "blocked.yaml", "--scope", "complete"],
        &["render", "refused.yaml", "unread.yaml", "-o", "json"],
    ];
    let runs: Vec<Vec<&str>> =
        runs.iter().map(|run| if run.contains(&"json") { run.to_vec() } else { [*run, &with].concat() }).collect();
    assert_block!("render-refused", sandbox.runs(&runs.iter().map(Vec::as_slice).collect::<Vec<_>>()));
}

#[test]
fn by_the_settings_of_an_operator() {
    let settings =
        "flags: [--facade-image=registry.test/facade:2, --mesh-enabled]\nenv: {POD_NAMESPACE: omnia}\nthirdPartyCRDs: [keda]\n";
    let sandbox = sandbox().file("operator.yaml", settings).file("odd.yaml", "flags: [facade-image]\n");
    let render = ["render", "agent.yaml", "--with", "platform.yaml", "--kind", "sa", "-o", "name"];
    let flags: &[&[&str]] = &[
        &["--operator", "operator.yaml"],
        &["--operator-preset", "binary"],
        &["--app-version", "1.2.3", "--third-party-crds", ""],
        &["--operator", "operator.yaml", "--operator-preset", "binary"],
        &["--operator", "odd.yaml"],
        &["--operator", "gone.yaml"],
        &["--mesh-enabled=perhaps"],
        &["--third-party-crds", "linkerd"],
    ];
    let runs: Vec<Vec<&str>> = flags.iter().map(|flags| [&render, *flags].concat()).collect();
    assert_block!("render-operator", sandbox.runs(&runs.iter().map(Vec::as_slice).collect::<Vec<_>>()));
    let image = |flags: &[&str]| {
        let json = [&["render", "agent.yaml", "--with", "platform.yaml", "--kind", "deploy", "-o", "json"], flags].concat();
        let list: Value = serde_json::from_slice(&sandbox.output(&json).stdout).unwrap();
        list["items"][0]["spec"]["template"]["spec"]["containers"][0]["image"].as_str().unwrap().to_owned()
    };
    assert_eq!(image(&["--operator", "operator.yaml"]), "registry.test/facade:2");
    assert_eq!(image(&["--operator", "operator.yaml", "--facade-image", "mine:3"]), "mine:3");
    assert_eq!(image(&["--app-version", "1.2.3"]), "ghcr.io/altairalabs/omnia-facade:1.2.3");
}

/// The data of Secrets are shown only when they are asked for.
#[test]
fn secrets_are_masked() {
    let case = root().join("testdata/render/168-auth-oidc/input.yaml").to_string_lossy().into_owned();
    let secrets = |flags: &[&str]| {
        let arguments = [&["render", &case, "--kind", "Secret", "-o", "json"], flags].concat();
        let list: Value = serde_json::from_slice(&Sandbox::new().output(&arguments).stdout).unwrap();
        let data = |object: &Value| object["data"].as_object().unwrap().values().cloned().collect::<Vec<_>>();
        list["items"].as_array().unwrap().iter().flat_map(data).collect::<Vec<_>>()
    };
    let masked = secrets(&[]);
    assert!(!masked.is_empty() && masked.iter().all(|value| value == "***"), "{masked:?}");
    assert!(secrets(&["--show-secrets"]).iter().all(|value| value != "***"));
}

/// The inputs that the API server stores and the operator cannot read stop the rendering, whatever else is there.
#[test]
fn what_stops_the_operator_is_told() {
    let text = std::fs::read_to_string(root().join("testdata/render/undecodable.yaml")).unwrap();
    let text = omnia::yaml::Text::new(text.into_bytes()).unwrap();
    let document = omnia::yaml::read(&text).documents.remove(0);
    let entries: Vec<Value> = serde_json::from_str(&omnia::yaml::to_json(&document.root, omnia::yaml::JsonForm::Sent)).unwrap();
    assert!(!entries.is_empty());
    for entry in entries {
        let mut manifest = entry["base"].clone();
        let path = entry["field"].as_str().unwrap();
        put(&mut manifest, path, entry["value"].clone());
        let sandbox = sandbox().file("stops.json", manifest.to_string());
        let output = sandbox.output(&["render", "agent.yaml", "stops.json", "--with", "platform.yaml", "-o", "name", "-q"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.stdout.is_empty() && output.status.code() == Some(1), "{}: {said}", entry["id"]);
        assert!(["ADM015", "RUN006", "SCH013"].iter().any(|code| said.contains(code)), "{}: {said}", entry["id"]);
    }
}

/// Sets the value behind a path of names and indices; an index behind the last item appends.
fn put(value: &mut Value, path: &str, new: Value) {
    let steps: Vec<&str> = path.split(['.', '[']).map(|step| step.trim_end_matches(']')).collect();
    let mut at = value;
    for step in steps {
        at = match step.parse::<usize>() {
            Ok(index) => {
                let items = at.as_array_mut().unwrap();
                if index == items.len() {
                    items.push(Value::Null);
                }
                &mut items[index]
            }
            Err(_) => &mut at[step],
        };
    }
    *at = new;
}
