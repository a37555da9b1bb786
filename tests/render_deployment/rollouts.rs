//! The candidate of a rollout and its share of the pods.

use omnia::crd::Release::Current;

use super::{check, scene::Scene};

/// A version that only a rollout's candidate has, beside a registry that only it names.
const ROLLOUT: &str = "facades: [{type: websocket}], toolRegistryRef: {name: tools}, providers: [{name: default, providerRef: {name: claude}}], \
    rollout: {candidate: {promptPackRef: {name: p, version: 2.0.0}}, steps: STEPS, ROUTING}";

fn rollout(steps: &str, routing: &str, replicas: u8) -> String {
    let runtime = format!("runtime: {{replicas: {replicas}}}, ");
    runtime + &ROLLOUT.replace("STEPS", steps).replace(", ROUTING", routing)
}

#[test]
fn the_candidate_differs_where_the_rollout_says_so() {
    let spec = rollout("[{pause: {}}]", "", 2);
    let scene = Scene { spec: &spec, flags: &["--enterprise"], ..Scene::default() };
    check(
        &scene,
        "agent-canary",
        &[
            "+labels.omnia.altairalabs.ai/track=\"canary\"",
            "+labels.app.kubernetes.io/instance=\"agent\"",
            "+facade.env.OMNIA_VARIANT=candidate",
            "+facade.env.OMNIA_PROMPTPACK_VERSION=2.0.0",
            "+runtime.env.OMNIA_PROMPTPACK_MANIFEST_PATH=/workspace-content/manifests/p-2.json",
            "+volume tools-config={\"configMap\":{\"name\":\"agent-tools\"}}",
            "+volume canary-override={\"configMap\":{\"name\":\"agent-canary-config\"}}",
            "+facade.mount /etc/omnia/canary=canary-override ro",
            "+runtime.mount /etc/omnia/canary=canary-override ro",
            "+policy-broker.mount /etc/omnia/canary=canary-override ro",
            "+runtime.mount /workspace-content=workspace-content ro",
            "+replicas=2",
            "-progressDeadlineSeconds",
        ],
    );
    check(
        &scene,
        "agent",
        &["+facade.env.OMNIA_VARIANT=stable", "-facade.mount /etc/omnia/canary", "-volume canary", "+replicas=2"],
    );
    let deadline = spec.replace("steps:", "rollback: {progressDeadlineSeconds: 120}, steps:");
    check(&Scene { spec: &deadline, release: Current, ..Scene::default() }, "agent-canary", &["+progressDeadlineSeconds=120"]);
    check(&Scene { spec: &deadline, release: Current, ..Scene::default() }, "agent", &["-progressDeadlineSeconds"]);
}

#[test]
fn replicas_are_split_where_nothing_else_weighs_traffic() {
    let weighted = ", trafficRouting: {mode: replicaWeighted}";
    let mesh = ", trafficRouting: {mode: mesh}";
    let external = ", trafficRouting: {mode: external}";
    for (steps, routing, replicas, stable, candidate) in [
        ("[{setWeight: 25}, {pause: {}}]", weighted, 4, 3, 1),
        ("[{setWeight: 50}, {pause: {}}]", weighted, 3, 1, 2),
        ("[{setWeight: 49}, {pause: {}}]", weighted, 1, 1, 0),
        ("[{setWeight: 50}, {pause: {}}]", weighted, 1, 0, 1),
        ("[{setWeight: 10}, {setWeight: 75}, {pause: {}}]", weighted, 4, 1, 3),
        ("[{pause: {}}, {setWeight: 25}]", weighted, 4, 4, 4),
        ("[{setWeight: 25}, {pause: {}}]", "", 4, 4, 4),
        ("[{setWeight: 25}, {pause: {}}]", mesh, 4, 3, 1),
        ("[{setWeight: 25}, {pause: {}}]", external, 4, 4, 4),
        ("[{setWeight: 25}, {pause: {}}]", ", trafficRouting: {}", 4, 3, 1),
    ] {
        let spec = rollout(steps, routing, replicas);
        let scene = Scene { spec: &spec, ..Scene::default() };
        check(&scene, "agent", &[&format!("+replicas={stable}")]);
        check(&scene, "agent-canary", &[&format!("+replicas={candidate}")]);
        let spread = if replicas > 1 { "+" } else { "-" };
        assert_eq!(scene.deployment("agent").iter().any(|line| line.starts_with("pod.topologySpread")), spread == "+", "{spec}");
    }
}

#[test]
fn a_promotion_moves_stable_and_leaves_the_candidate() {
    let spec = rollout("[{setWeight: 25}]", ", trafficRouting: {mode: replicaWeighted}", 4);
    let scene = Scene { spec: &spec, ..Scene::default() };
    check(&scene, "agent", &["+replicas=4", "+facade.env.OMNIA_PROMPTPACK_VERSION=2.0.0", "+facade.env.OMNIA_VARIANT=stable"]);
    check(&scene, "agent-canary", &["+replicas=1", "+facade.env.OMNIA_PROMPTPACK_VERSION=2.0.0"]);
}
