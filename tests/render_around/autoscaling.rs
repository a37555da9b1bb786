//! Autoscalers.

use omnia::crd::Release::{Current, R2026_07};

use super::{
    lines::{check, check_all},
    scene::Scene,
};

fn spec(policy: &str) -> String {
    format!("facades: [{{type: websocket}}], runtime: {{autoscaling: {{{policy}}}}}")
}

#[test]
fn pods_are_scaled_by_memory_and_cpu() {
    let hpa = "HorizontalPodAutoscaler/agent spec";
    let line = |sign: &str, rest: &str| format!("{sign}{hpa}.{rest}");
    for (policy, expected) in [
        (
            "enabled: true",
            vec![
                "minReplicas=1",
                "maxReplicas=100",
                "metrics[0].resource.target.averageUtilization=70",
                "metrics[1].resource.target.averageUtilization=90",
            ],
        ),
        (
            "enabled: true, targetMemoryUtilizationPercentage: 60",
            vec!["metrics[0].resource.name=\"memory\"", "metrics[0].resource.target.averageUtilization=60"],
        ),
        (
            "enabled: true, targetCPUUtilizationPercentage: 80",
            vec!["metrics[1].resource.name=\"cpu\"", "metrics[1].resource.target.averageUtilization=80"],
        ),
        ("enabled: true, scaleDownStabilizationSeconds: 0", vec!["behavior.scaleDown.stabilizationWindowSeconds=0"]),
        (
            "enabled: true, type: hpa, minReplicas: 2, maxReplicas: 4",
            vec!["minReplicas=2", "maxReplicas=4", "scaleTargetRef.name=\"agent\""],
        ),
    ] {
        let expected: Vec<_> = expected.into_iter().map(|rest| line("=", rest)).collect();
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        check(&Scene { spec: &spec(policy), ..Scene::default() }, &expected);
    }
    check(&Scene { spec: &spec("enabled: false"), ..Scene::default() }, &["-HorizontalPodAutoscaler", "-ScaledObject"]);
}

#[test]
fn the_api_server_refuses_what_resource_metrics_cannot_do() {
    for (policy, cause) in [("minReplicas: 0", "[spec.minReplicas"), ("minReplicas: 5, maxReplicas: 2", "spec.maxReplicas")] {
        let refused =
            format!("+refused HorizontalPodAutoscaler/agent HorizontalPodAutoscaler.autoscaling \"agent\" is invalid: {cause}");
        check(&Scene { spec: &spec(&format!("enabled: true, {policy}")), ..Scene::default() }, &[&refused, "-blocked"]);
        let keda = spec(&format!("enabled: true, type: keda, {policy}"));
        check(&Scene { spec: &keda, ..Scene::default() }, &["+ScaledObject/agent ", "-refused"]);
    }
}

#[test]
fn keda_scales_by_connections_or_by_its_own_triggers() {
    let object = "ScaledObject/agent spec";
    check_all(&[
        (
            R2026_07,
            &[],
            &spec("enabled: true, type: keda"),
            &[
                &format!("={object}.pollingInterval=30"),
                &format!("={object}.cooldownPeriod=300"),
                &format!("={object}.minReplicaCount=1"),
                &format!("={object}.maxReplicaCount=100"),
                &format!("={object}.triggers[0].metadata.threshold=\"200\""),
                &format!(
                    "={object}.triggers[0].metadata.query=\"sum(omnia_agent_connections_active{{agent=\\\"agent\\\",namespace=\\\"team\\\"}}) or vector(0)\""
                ),
            ],
        ),
        (
            Current,
            &[],
            &spec("enabled: true, type: keda, maxReplicas: 20"),
            &[&format!("={object}.triggers[0].metadata.threshold=\"1000\""), &format!("={object}.maxReplicaCount=20")],
        ),
        (
            Current,
            &[],
            &spec("enabled: true, type: keda, keda: {connectionThreshold: 7, cooldownPeriod: 0, pollingInterval: 5}"),
            &[
                &format!("={object}.triggers[0].metadata.threshold=\"7\""),
                &format!("={object}.cooldownPeriod=0"),
                &format!("={object}.pollingInterval=5"),
            ],
        ),
        (
            Current,
            &[],
            &spec("enabled: true, type: keda, keda: {triggers: [{type: cron, metadata: {a: b}}, {type: x, metadata: {}}]}"),
            &[
                &format!("={object}.triggers[0].metadata.a=\"b\""),
                &format!("={object}.triggers[1].metadata={{}}"),
                &format!("-{object}.triggers[2]"),
            ],
        ),
    ]);
    let without = Scene { spec: &spec("enabled: true, type: keda"), crds: Some("istio, gateway"), ..Scene::default() };
    check(&without, &["-ScaledObject", "-HorizontalPodAutoscaler", "+warning ScaledObject/agent is not created"]);
}

#[test]
fn the_own_policy_counts_as_a_whole_before_that_of_the_group() {
    let workspace = "apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Workspace
metadata: {name: acme}
spec:
  displayName: A
  namespace: {name: team}
  services:
  - {name: default, mode: external, external: {sessionURL: http://s, memoryURL: http://m}, autoscaling: {enabled: true, maxReplicas: 6}}
  - {name: batch, mode: external, external: {sessionURL: http://s, memoryURL: http://m}, autoscaling: {enabled: true, type: keda}}";
    for (spec, expected) in [
        ("facades: [{type: websocket}]", "=HorizontalPodAutoscaler/agent spec.maxReplicas=6"),
        ("facades: [{type: websocket}], serviceGroup: batch", "+ScaledObject/agent "),
        ("facades: [{type: websocket}], serviceGroup: other", "-HorizontalPodAutoscaler"),
        ("facades: [{type: websocket}], runtime: {autoscaling: {enabled: false}}", "-HorizontalPodAutoscaler"),
        (
            "facades: [{type: websocket}], runtime: {autoscaling: {enabled: true, maxReplicas: 3}}",
            "=HorizontalPodAutoscaler/agent spec.maxReplicas=3",
        ),
    ] {
        check(&Scene { spec, more: workspace, ..Scene::default() }, &[expected]);
    }
}

#[test]
fn a_rollout_that_begins_with_a_wait_keeps_the_rest_away() {
    let spec = |steps: &str| {
        let policy = spec("enabled: true");
        format!(
            "{policy}, rollout: {{steps: [{steps}], candidate: {{promptPackRef: {{name: p, version: 2.0.0}}}}}}, externalAuth: {{oidc: {{issuer: \"https://i\", audience: a}}}}"
        )
    };
    let held = [
        "-HorizontalPodAutoscaler",
        "-Secret/agent-agent-oidc-jwks",
        "+warning HorizontalPodAutoscaler/agent is neither",
        "+Deployment/agent-canary ",
    ];
    let free = ["+HorizontalPodAutoscaler/agent ", "+Secret/agent-agent-oidc-jwks ", "+Deployment/agent-canary "];
    for (steps, expected) in [
        ("{pause: {duration: 5m}}", &held[..]),
        ("{analysis: {templateName: a}}", &held),
        ("{pause: {}}", &free),
        ("{setWeight: 5}, {pause: {duration: 5m}}", &free),
    ] {
        check(&Scene { spec: &spec(steps), ..Scene::default() }, expected);
    }
}
