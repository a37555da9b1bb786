//! `rollout plan`, and the verbs without a cluster.

use serde_json::Value;

use crate::{assert_block, sandbox::Sandbox};

const AGENT: &str = r#"apiVersion: omnia.altairalabs.ai/v1alpha1
kind: AgentRuntime
metadata: {name: bot, namespace: team}
spec:
  promptPackRef: {name: p, version: "1.0.0"}
  facades:
  - {type: websocket, port: 8080}
  providers:
  - name: default
    providerRef: {name: a}
  runtime: {replicas: 2}
  rollout:
    trafficRouting: {mode: mesh}
    steps:
    - setWeight: 20
    - pause: {duration: 5m}
    - analysis: {templateName: check}
    - setWeight: 50
    - pause: {}
    - setWeight: 100
    candidate:
      promptPackRef: {name: p, version: "2.0.0"}
"#;

fn sandbox() -> Sandbox {
    let steps_only = AGENT
        .split("    candidate:")
        .next()
        .unwrap()
        .replace("name: bot", "name: idle")
        .replace("{mode: mesh}", "{mode: replicaWeighted}");
    Sandbox::new()
        .file("agent.yaml", AGENT)
        .file("idle.yaml", steps_only)
        .file("none.yaml", AGENT.split("  rollout:").next().unwrap())
}

#[test]
fn the_plan_of_a_rollout_is_shown_in_each_traffic_mode() {
    let runs: &[&[&str]] = &[
        &["rollout", "plan", "agent.yaml"],
        &["rollout", "plan", "-f", "idle.yaml"],
        &["rollout", "plan", "none.yaml"],
        &["rollout", "plan"],
    ];
    assert_block!("rollout-plan", sandbox().runs(runs));
}

#[test]
fn programs_get_the_plan_as_json() {
    let output = sandbox().output(&["rollout", "plan", "agent.yaml", "-o", "json"]);
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    let timelines = &plan["items"][0]["timelines"];
    assert_eq!(timelines[0]["trafficMode"], "mesh");
    assert_eq!(timelines[1]["trafficMode"], "replicaWeighted");
    assert_eq!((&timelines[0]["earliestEnd"], &timelines[0]["gates"]), (&300.into(), &1.into()));
    assert_eq!(timelines[0]["rows"][2]["delivered"], 0, "the elapsed pause has taken the traffic from the analysis");
}

#[test]
fn the_verbs_say_what_they_need() {
    let runs: &[&[&str]] = &[
        &["rollout", "promote", "bot", "--offline"],
        &["rollout", "start", "bot"],
        &["rollout", "start", "bot", "--provider", "default", "--offline"],
        &["rollout", "status", "bot", "--for", "step=0", "--offline"],
        &["rollout", "status", "--watch", "--offline"],
    ];
    assert_block!("rollout-usage", sandbox().runs(runs));
}
