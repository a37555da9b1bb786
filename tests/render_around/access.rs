//! Accounts, roles and bindings.

use omnia::crd::Release::{Current, R2026_07};

use super::{
    lines::{check, check_all},
    scene::Scene,
};

const WEBSOCKET: &str = "facades: [{type: websocket}]";

#[test]
fn newer_releases_name_the_agent_in_its_rules() {
    check_all(&[
        (
            R2026_07,
            &[],
            WEBSOCKET,
            &[
                "=Role/agent-facade rules[0].resources[1]=\"providers\"",
                "-Role/agent-facade rules[0].resourceNames",
                "=Role/agent-facade rules[2].verbs[0]=\"get\"",
                "-Role/agent-facade rules[2].verbs[1]",
                "-Role/agent-facade rules[5]",
            ],
        ),
        (
            Current,
            &[],
            WEBSOCKET,
            &[
                "=Role/agent-facade rules[0].resources[0]=\"agentruntimes\"",
                "=Role/agent-facade rules[0].resourceNames[0]=\"agent\"",
                "=Role/agent-facade rules[1].resources[0]=\"providers\"",
                "=Role/agent-facade rules[2].resources[0]=\"agentruntimes/status\"",
                "=Role/agent-facade rules[2].verbs[1]=\"patch\"",
                "=Role/agent-facade rules[2].resourceNames[0]=\"agent\"",
                "=Role/agent-facade rules[4].resources[0]=\"namespaces\"",
                "=Role/agent-facade rules[5].resources[0]=\"toolpolicies\"",
            ],
        ),
        (
            Current,
            &[],
            "facades: [{type: websocket}], externalAuth: {clientKeys: {}}",
            &[
                "=Role/agent-facade rules[3].resources[0]=\"secrets\"",
                "=Role/agent-facade rules[3].verbs[1]=\"list\"",
                "=Role/agent-facade rules[3].verbs[2]=\"watch\"",
            ],
        ),
    ]);
}

#[test]
fn bindings_are_for_the_account_that_pods_run_as() {
    let workspace = "apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Workspace
metadata: {name: acme}
spec: {displayName: A, namespace: {name: team}, runtime: {serviceAccountName: shared}}";
    let own = "facades: [{type: websocket}], podOverrides: {serviceAccountName: own}";
    let reader = ["--workspace-reader-rbac"];
    let subject = |name: &str| {
        [
            format!("=RoleBinding/agent-facade subjects[0].name={name:?}"),
            format!("=ClusterRoleBinding/team-agent-workspace-reader subjects[0].name={name:?}"),
            "=ClusterRoleBinding/team-agent-workspace-reader roleRef.name=\"omnia-workspace-acme-reader\"".to_owned(),
            "=ServiceAccount/agent-facade metadata.name=\"agent-facade\"".to_owned(),
            "-ClusterRoleBinding/team-agent-workspace-reader metadata.ownerReferences".to_owned(),
        ]
    };
    for (spec, name) in [(WEBSOCKET, "shared"), (own, "own")] {
        let expected = subject(name);
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        check(&Scene { spec, more: workspace, flags: &reader, ..Scene::default() }, &expected);
    }
    check(&Scene { more: workspace, ..Scene::default() }, &["-ClusterRoleBinding"]);
    check(
        &Scene { flags: &reader, ..Scene::default() },
        &["-ClusterRoleBinding", "=RoleBinding/agent-facade subjects[0].name=\"agent-facade\""],
    );
}

#[test]
fn an_agent_with_several_pods_has_a_budget() {
    check_all(&[
        (
            R2026_07,
            &[],
            "facades: [{type: websocket}], runtime: {replicas: 2}",
            &[
                "=PodDisruptionBudget/agent spec.minAvailable=1",
                "-PodDisruptionBudget/agent spec.selector.matchLabels.omnia.altairalabs.ai/track",
            ],
        ),
        (R2026_07, &[], "facades: [{type: websocket}], runtime: {replicas: 1}", &["-PodDisruptionBudget"]),
        (R2026_07, &[], "facades: [{type: websocket}], runtime: {replicas: 0}", &["-PodDisruptionBudget"]),
        (
            R2026_07,
            &[],
            "facades: [{type: websocket}], runtime: {autoscaling: {enabled: true, minReplicas: 3}}",
            &["-PodDisruptionBudget"],
        ),
    ]);
}

#[test]
fn keys_of_an_issuer_are_kept_in_a_secret() {
    check_all(&[
        (
            R2026_07,
            &[],
            "facades: [{type: websocket}], externalAuth: {oidc: {issuer: \"https://i\", audience: a}}",
            &[
                "+Secret/agent-agent-oidc-jwks data.jwks.json=",
                "=Secret/agent-agent-oidc-jwks metadata.annotations.omnia.altairalabs.ai/oidc-jwks-fetched-at=\"<time>\"",
                "=Secret/agent-agent-oidc-jwks metadata.labels.omnia.altairalabs.ai/credential-kind=\"agent-oidc-jwks\"",
                "-Secret/agent-agent-oidc-jwks type",
                "=assumed jwks",
            ],
        ),
        (R2026_07, &[], "facades: [{type: websocket}], externalAuth: {clientKeys: {}}", &["-Secret/agent-agent-oidc-jwks"]),
    ]);
}

#[test]
fn a_name_that_is_no_value_of_a_label_stops_each_chain_at_its_first_object() {
    let name = "a".repeat(64);
    let more = format!(
        "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {{name: {name}, namespace: team}}\n\
         spec: {{promptPackRef: {{name: p, version: 1.0.0}}, facades: [{{type: websocket, expose: {{enabled: true}}}}]}}\n"
    );
    let flags = ["--default-exposure-base-domain=x.test", "--default-exposure-gateway-name=gw", "--workspace-reader-rbac"];
    let refused = |kind: &str, suffix: &str| format!("+refused {kind}/{name}{suffix} {kind}");
    let expected = [
        refused("ServiceAccount", "-facade"),
        refused("HTTPRoute", "-facade"),
        refused("Deployment", ""),
        "+blocked DeploymentReady DeploymentFailed".to_owned(),
        "-Role".to_owned(),
        "-ClusterRoleBinding".to_owned(),
        "-Service/".to_owned(),
    ];
    let expected: Vec<_> = expected.iter().map(String::as_str).collect();
    check(&Scene { more: &more, agent: &name, flags: &flags, ..Scene::default() }, &expected);
}

#[test]
fn a_binding_for_an_account_that_cannot_be_is_refused() {
    let spec = "facades: [{type: websocket}], podOverrides: {serviceAccountName: Own_Account}";
    check(
        &Scene { spec, ..Scene::default() },
        &[
            "+refused RoleBinding/agent-facade RoleBinding.rbac.authorization.k8s.io \"agent-facade\" is invalid: subjects[0].name",
            "=Role/agent-facade metadata.name=\"agent-facade\"",
            "+refused Deployment/agent ",
        ],
    );
}
