//! HTTPRoutes.

use omnia::crd::Release::{self, Current, R2026_07};

use super::{
    lines::{check, check_all},
    scene::Scene,
};

const EXPOSED: [&str; 2] = ["--default-exposure-base-domain=x.test", "--default-exposure-gateway-name=gw"];
const PLACED: [&str; 4] = [
    "--default-exposure-base-domain=x.test",
    "--default-exposure-gateway-name=gw",
    "--default-exposure-gateway-namespace=gateways",
    "--default-exposure-gateway-section=https",
];
const WEBSOCKET: &str = "facades: [{type: websocket, expose: {enabled: true}}]";

#[test]
fn an_exposed_facade_has_a_route() {
    let route = "HTTPRoute/agent-facade spec";
    check_all(&[
        (
            R2026_07,
            &EXPOSED,
            WEBSOCKET,
            &[
                &format!("={route}.parentRefs[0].name=\"gw\""),
                &format!("-{route}.parentRefs[0].namespace"),
                &format!("-{route}.parentRefs[0].sectionName"),
                &format!("={route}.hostnames[0]=\"agent.team.x.test\""),
                &format!("={route}.rules[0].matches[0].path.type=\"PathPrefix\""),
                &format!("={route}.rules[0].backendRefs[0].port=8080"),
                "-HTTPRoute/agent-facade metadata.labels.omnia.altairalabs.ai/component",
            ],
        ),
        (
            R2026_07,
            &PLACED,
            "facades: [{type: websocket, port: 9000, expose: {enabled: true, host: h.test}}]",
            &[
                &format!("={route}.parentRefs[0].namespace=\"gateways\""),
                &format!("={route}.parentRefs[0].sectionName=\"https\""),
                &format!("={route}.hostnames[0]=\"h.test\""),
                &format!("={route}.rules[0].backendRefs[0].port=9000"),
            ],
        ),
        (R2026_07, &EXPOSED, "facades: [{type: websocket, expose: {enabled: false}}]", &["-HTTPRoute"]),
        (R2026_07, &EXPOSED[..1], WEBSOCKET, &["-HTTPRoute"]),
        (R2026_07, &EXPOSED[1..], WEBSOCKET, &["-HTTPRoute"]),
        (Current, &EXPOSED, "facades: [{type: websocket, dataPlane: false, expose: {enabled: true}}]", &["-HTTPRoute"]),
    ]);
    check(&Scene { spec: WEBSOCKET, flags: &EXPOSED, crds: Some("keda"), ..Scene::default() }, &["-HTTPRoute"]);
}

#[test]
fn newer_releases_expose_the_other_facades_too() {
    let dual = "facades: [{type: websocket}, {type: a2a, expose: {enabled: true}, a2a: {port: 7000}}]";
    let function = "mode: function, inputSchema: {type: object}, outputSchema: {type: object}, facades: [{type: rest}, {type: mcp, expose: {enabled: true}}]";
    let rows: [(Release, &str, &[&str]); 4] = [
        (R2026_07, dual, &["-HTTPRoute"]),
        (
            Current,
            dual,
            &[
                "-HTTPRoute/agent-facade",
                "=HTTPRoute/agent-a2a spec.hostnames[0]=\"agent-a2a.team.x.test\"",
                "=HTTPRoute/agent-a2a spec.rules[0].backendRefs[0].port=7000",
            ],
        ),
        (R2026_07, function, &["-HTTPRoute"]),
        (
            Current,
            function,
            &[
                "=HTTPRoute/agent-mcp spec.hostnames[0]=\"agent-mcp.team.x.test\"",
                "=HTTPRoute/agent-mcp spec.rules[0].backendRefs[0].port=9998",
            ],
        ),
    ];
    for (release, spec, expected) in rows {
        check(&Scene { spec, flags: &EXPOSED, release, ..Scene::default() }, expected);
    }
}

#[test]
fn a_route_of_others_stays_as_it_is() {
    let route = |owner: &str| {
        format!(
            "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {{name: agent-facade, namespace: team{owner}}}\nspec: {{}}"
        )
    };
    let mine = ", ownerReferences: [{apiVersion: omnia.altairalabs.ai/v1alpha1, kind: AgentRuntime, name: agent, uid: u, controller: true}]";
    for (owner, expected) in [("", "-HTTPRoute"), (mine, "+HTTPRoute/agent-facade ")] {
        check(&Scene { spec: WEBSOCKET, flags: &EXPOSED, more: &route(owner), ..Scene::default() }, &[expected]);
    }
}
