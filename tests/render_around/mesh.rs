//! Weights in the objects of a mesh.

use super::{lines::check, scene::Scene};

fn spec(steps: &str, routing: &str, version: &str) -> String {
    format!(
        "facades: [{{type: websocket}}], rollout: {{steps: [{steps}], {routing}, candidate: {{promptPackRef: {{name: p, version: {version}}}}}}}"
    )
}

const STEPS: &str = "{setWeight: 10}, {pause: {}}";
const MESH: [&str; 1] = ["--mesh-enabled"];
const ROUTE: &str = "VirtualService/agent-rollout spec.http[0].route";

#[test]
fn the_operator_owns_its_objects_of_a_mesh() {
    let routing = "trafficRouting: {mode: mesh, mesh: {stableSubset: blue, hosts: [h.test]}}";
    check(
        &Scene { spec: &spec(STEPS, routing, "2.0.0"), flags: &MESH, ..Scene::default() },
        &[
            "=VirtualService/agent-rollout spec.hosts[0]=\"h.test\"",
            &format!("={ROUTE}[0].destination.host=\"agent.team.svc.cluster.local\""),
            &format!("={ROUTE}[0].destination.subset=\"blue\""),
            &format!("={ROUTE}[0].weight=90"),
            &format!("={ROUTE}[1].weight=10"),
            &format!("={ROUTE}[1].headers.request.set.x-omnia-variant=\"candidate\""),
            "=DestinationRule/agent-rollout spec.subsets[0].name=\"blue\"",
            "=DestinationRule/agent-rollout spec.subsets[1].name=\"canary\"",
            "=DestinationRule/agent-rollout spec.subsets[1].labels.omnia.altairalabs.ai/track=\"canary\"",
            "-VirtualService/agent-rollout metadata.labels",
        ],
    );
}

#[test]
fn the_mode_decides_whether_there_are_such_objects() {
    let (yes, no) = (format!("+{ROUTE}"), format!("-{ROUTE}"));
    let degraded = "+warning AgentRuntime/agent asks for a mesh".to_owned();
    for (flags, crds, routing, expected) in [
        (&MESH[..], "istio", "trafficRouting: {}", vec![&yes]),
        (&MESH, "istio", "trafficRouting: {mode: mesh}", vec![&yes]),
        (&[], "istio", "trafficRouting: {}", vec![&no]),
        (&[], "istio", "trafficRouting: {mode: mesh}", vec![&no, &degraded]),
        (&MESH, "keda", "trafficRouting: {mode: mesh}", vec![&no, &degraded]),
        (&MESH, "istio", "trafficRouting: {mode: replicaWeighted}", vec![&no]),
        (&MESH, "istio", "trafficRouting: {mode: external}", vec![&no]),
        (&MESH, "istio", "rollback: {mode: manual}", vec![&no]),
    ] {
        let expected: Vec<_> = expected.into_iter().map(String::as_str).collect();
        check(&Scene { spec: &spec(STEPS, routing, "2.0.0"), flags, crds: Some(crds), ..Scene::default() }, &expected);
    }
}

#[test]
fn weights_are_those_of_the_last_step_that_sets_one() {
    for (steps, version, expected) in [
        (STEPS, "1.0.0", Some(0)),
        ("{setWeight: 10}, {setWeight: 30}, {pause: {}}", "2.0.0", Some(30)),
        ("{setWeight: 10}, {pause: {duration: 0s}}, {pause: {}}", "2.0.0", Some(0)),
        ("{setWeight: 10}", "2.0.0", Some(100)),
        ("{pause: {}}, {setWeight: 10}", "2.0.0", None),
    ] {
        let line = expected.map_or_else(|| format!("-{ROUTE}"), |weight| format!("={ROUTE}[1].weight={weight}"));
        check(&Scene { spec: &spec(steps, "trafficRouting: {mode: mesh}", version), flags: &MESH, ..Scene::default() }, &[&line]);
    }
}

const SERVICE: &str = "apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: vs, namespace: team}
spec:
  hosts: [agent]
  http:
  - name: a
    route: [{destination: {host: agent, subset: stable}, weight: 100}, {destination: {host: agent, subset: canary}}, {destination: {host: x}}]
  - {name: b, route: [{destination: {host: agent, subset: canary}, weight: 7}]}
  - {name: c, redirect: {uri: /}}
";
const RULE: &str = "---
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: {name: dr, namespace: team}
spec: {host: agent, trafficPolicy: {loadBalancer: LB, tls: {mode: DISABLE}}}
";
const ISTIO: &str = "trafficRouting: {istio: {virtualService: {name: vs, routes: [a, c]}, destinationRule: {name: dr}}}";

#[test]
fn weights_are_set_in_the_named_routes_of_others() {
    let patch = "patch VirtualService/vs spec.http";
    let idle = SERVICE.replace("weight: 100", "weight: 60");
    for (more, version, expected) in [
        (
            SERVICE,
            "2.0.0",
            &[
                &*format!("={patch}[0].route[0].weight=90"),
                &format!("={patch}[0].route[1].weight=10"),
                &format!("-{patch}[0].route[2].weight"),
                &format!("={patch}[1].route[0].weight=7"),
                &format!("={patch}[2].redirect.uri=\"/\""),
            ][..],
        ),
        (&idle, "1.0.0", &[&format!("={patch}[0].route[0].weight=100"), &format!("={patch}[0].route[1].weight=0")]),
        ("", "2.0.0", &["-patch", "+warning VirtualService/vs", "-blocked"]),
        (
            &SERVICE.replace("  http:", "  tcp:"),
            "2.0.0",
            &["-patch", "+blocked   the VirtualService", "+Deployment/agent-canary "],
        ),
        (&SERVICE.replace("  http:", "  tcp:"), "1.0.0", &["-patch", "-blocked"]),
    ] {
        check(&Scene { spec: &spec(STEPS, ISTIO, version), more, ..Scene::default() }, expected);
    }
    let open = Scene { spec: &spec(STEPS, ISTIO, "2.0.0"), complete: false, ..Scene::default() };
    check(&open, &["=assumed istioObjects", "-patch"]);
    check(
        &Scene { spec: &spec(STEPS, ISTIO, "2.0.0"), more: SERVICE, crds: Some("keda"), ..Scene::default() },
        &["-patch", "-blocked"],
    );
}

#[test]
fn sessions_stay_together_while_a_rollout_is_active() {
    let patch = "patch DestinationRule/dr spec.trafficPolicy";
    let sticky = format!("{ISTIO}, stickySession: {{hashOn: x-user}}");
    let set = format!("={patch}.loadBalancer.consistentHash.httpHeaderName=\"x-user\"");
    let gone = [format!("={patch}.loadBalancer={{}}"), format!("={patch}.tls.mode=\"DISABLE\"")];
    let other = "{consistentHash: {httpHeaderName: other}}";
    let without = sticky.replace("trafficRouting: {", "trafficRouting: {mode: replicaWeighted, ");
    for (balancer, routing, version, expected) in [
        ("{}", sticky.as_str(), "2.0.0", vec![&set]),
        (other, &sticky, "2.0.0", vec![&set]),
        ("{}", &without, "2.0.0", vec![&set]),
        (other, &sticky, "1.0.0", gone.iter().collect()),
        (other, ISTIO, "1.0.0", gone.iter().collect()),
    ] {
        let more = format!("{SERVICE}{}", RULE.replace("LB", balancer));
        let expected: Vec<_> = expected.into_iter().map(String::as_str).collect();
        check(&Scene { spec: &spec(STEPS, routing, version), more: &more, ..Scene::default() }, &expected);
    }
    let untouched = format!("{SERVICE}{}", RULE.replace("LB", "{simple: RANDOM}"));
    check(&Scene { spec: &spec(STEPS, &sticky, "1.0.0"), more: &untouched, ..Scene::default() }, &["-patch DestinationRule"]);
    check(&Scene { spec: &spec(STEPS, ISTIO, "2.0.0"), more: &untouched, ..Scene::default() }, &["-patch DestinationRule"]);
    let missing = ["+patch VirtualService/vs", "+blocked   the DestinationRule \"dr\""];
    check(&Scene { spec: &spec(STEPS, &sticky, "2.0.0"), more: SERVICE, ..Scene::default() }, &missing);
    check(&Scene { spec: &spec(STEPS, &sticky, "1.0.0"), more: SERVICE, ..Scene::default() }, &["-blocked"]);
}

#[test]
fn a_candidate_is_told_its_providers() {
    let file = "=ConfigMap/agent-canary-config data.override.json=";
    let own = "{name: default, providerRef: {name: claude}}";
    for (spec, expected) in [
        (spec(STEPS, "rollback: {}", "2.0.0"), format!("{file}\"{{}}\"")),
        (
            format!("{}, providers: [{own}]", spec(STEPS, "rollback: {}", "2.0.0")),
            format!("{file}{:?}", r#"{"providerRefs":[{"name":"default","providerRef":{"name":"claude"},"role":"llm"}]}"#),
        ),
        (
            format!(
                "facades: [{{type: websocket}}], providers: [{own}], rollout: {{steps: [{STEPS}], candidate: {{providerRefs: \
                 [{{name: other, providerRef: {{name: claude, namespace: team}}, role: stt, requiredCapabilities: [text]}}]}}}}"
            ),
            format!(
                "{file}{:?}",
                r#"{"providerRefs":[{"name":"other","providerRef":{"name":"claude","namespace":"team"},"role":"stt","requiredCapabilities":["text"]}]}"#
            ),
        ),
        (spec(STEPS, "rollback: {}", "1.0.0"), "-ConfigMap/agent-canary-config".to_owned()),
    ] {
        check(&Scene { spec: &spec, ..Scene::default() }, &[&expected]);
    }
}

#[test]
fn the_names_of_a_candidates_providers_are_written_as_go_does() {
    let spec = "facades: [{type: websocket}], rollout: {steps: [{pause: {}}], candidate: {providerRefs: \
        [{name: default, providerRef: {name: a<b&c, namespace: far}}]}}";
    let file = r#"{"providerRefs":[{"name":"default","providerRef":{"name":"a\u003cb\u0026c","namespace":"far"},"role":"llm"}]}"#;
    let expected = format!("=ConfigMap/agent-canary-config data.override.json={file:?}");
    check(&Scene { spec, ..Scene::default() }, &[&expected]);
}
