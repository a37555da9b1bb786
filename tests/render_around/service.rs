//! The Service.

use omnia::crd::Release::{Current, R2026_07};

use super::{
    lines::{check, check_all},
    scene::Scene,
};

const FUNCTION: &str = "mode: function, inputSchema: {type: object}, outputSchema: {type: object}";

#[test]
fn each_facade_has_its_ports() {
    let function = format!("{FUNCTION}, facades: [{{type: rest, port: 8000}}, {{type: mcp, mcp: {{port: 7000}}}}]");
    let function_off =
        format!("{FUNCTION}, facades: [{{type: rest, managementPlane: false}}, {{type: mcp, managementPlane: false}}]");
    for release in [R2026_07, Current] {
        check_all(&[
            (
                release,
                &[],
                "facades: [{type: websocket}]",
                &[
                    "=Service/agent spec.ports[0].name=\"facade\"",
                    "=Service/agent spec.ports[0].port=8080",
                    "=Service/agent spec.ports[0].targetPort=\"facade\"",
                    "=Service/agent spec.ports[0].protocol=\"TCP\"",
                    "=Service/agent spec.ports[0].appProtocol=\"http\"",
                    "=Service/agent spec.ports[1].name=\"facade-mgmt\"",
                    "=Service/agent spec.ports[1].targetPort=18080",
                    "-Service/agent spec.ports[2]",
                    "=Service/agent spec.type=\"ClusterIP\"",
                ],
            ),
            (release, &[], "facades: [{type: websocket, managementPlane: false}]", &["-Service/agent spec.ports[1]"]),
            (
                release,
                &[],
                "facades: [{type: a2a, port: 9000, a2a: {port: 7000}}]",
                &[
                    "=Service/agent spec.ports[0].name=\"facade\"",
                    "=Service/agent spec.ports[0].port=9000",
                    "=Service/agent spec.ports[1].name=\"facade-mgmt\"",
                    "-Service/agent spec.ports[2]",
                ],
            ),
            (
                release,
                &[],
                "facades: [{type: a2a, port: 1234, a2a: {port: 7000}}, {type: websocket}]",
                &[
                    "=Service/agent spec.ports[0].port=8080",
                    "=Service/agent spec.ports[1].name=\"a2a\"",
                    "=Service/agent spec.ports[1].port=7000",
                    "=Service/agent spec.ports[2].name=\"facade-mgmt\"",
                    "=Service/agent spec.ports[3].name=\"a2a-mgmt\"",
                    "=Service/agent spec.ports[3].port=19999",
                ],
            ),
            (
                release,
                &[],
                "facades: [{type: websocket}, {type: a2a, managementPlane: false}]",
                &["=Service/agent spec.ports[1].port=9999", "-Service/agent spec.ports[3]"],
            ),
            (release, &[], "facades: [{type: custom, image: i}]", &["=Service/agent spec.ports[1].name=\"facade-mgmt\""]),
            (
                release,
                &[],
                &function,
                &[
                    "=Service/agent spec.ports[0].port=8000",
                    "=Service/agent spec.ports[1].name=\"mcp\"",
                    "=Service/agent spec.ports[1].port=7000",
                    "=Service/agent spec.ports[2].name=\"facade-mgmt\"",
                    "=Service/agent spec.ports[3].name=\"mcp-mgmt\"",
                    "=Service/agent spec.ports[3].port=19998",
                ],
            ),
            (release, &[], &function_off, &["=Service/agent spec.ports[1].port=9998", "-Service/agent spec.ports[2]"]),
        ]);
    }
}

#[test]
fn a_facade_without_a_data_plane_keeps_its_management_port_alone() {
    let mcp = format!("{FUNCTION}, facades: [{{type: rest}}, {{type: mcp, dataPlane: false}}]");
    check_all(&[
        (
            Current,
            &[],
            "facades: [{type: websocket, dataPlane: false}]",
            &["=Service/agent spec.ports[0].name=\"facade-mgmt\"", "-Service/agent spec.ports[1]"],
        ),
        (
            Current,
            &[],
            "facades: [{type: websocket}, {type: a2a, dataPlane: false}]",
            &["=Service/agent spec.ports[1].name=\"facade-mgmt\"", "=Service/agent spec.ports[2].name=\"a2a-mgmt\""],
        ),
        (Current, &[], &mcp, &["=Service/agent spec.ports[2].name=\"mcp-mgmt\"", "-Service/agent spec.ports[3]"]),
    ]);
}

#[test]
fn a_service_that_is_refused_ends_the_work() {
    let replicas = "runtime: {replicas: 3}";
    let same = format!("facades: [{{type: websocket}}, {{type: a2a, a2a: {{port: 8080}}}}], {replicas}");
    let taken = format!("facades: [{{type: websocket, port: 18080}}], {replicas}");
    for spec in [same, taken] {
        check_all(&[(
            R2026_07,
            &[],
            &spec,
            &[
                "+refused Service/agent Service \"agent\" is invalid: spec.ports[",
                "+blocked ServiceReady ServiceFailed",
                "+Deployment/agent ",
                "-PodDisruptionBudget/",
            ],
        )]);
    }
}

#[test]
fn the_waypoint_of_a_mesh_labels_the_service() {
    let spec = |mode: &str| {
        format!(
            "facades: [{{type: websocket}}], rollout: {{steps: [{{setWeight: 10}}], trafficRouting: {{{mode}, mesh: {{waypoint: wp}}}}}}"
        )
    };
    let label = "Service/agent metadata.labels.istio.io/use-waypoint=\"wp\"";
    let selector = "Service/agent spec.selector.istio.io/use-waypoint=\"wp\"";
    let warning = "warning Service/agent selects no pod";
    let (yes, no) = (|line: &str| format!("+{line}"), |line: &str| format!("-{line}"));
    for (release, flags, mode, expected) in [
        (R2026_07, &["--mesh-enabled"][..], "mode: mesh", [yes(label), yes(selector), yes(warning)]),
        (Current, &["--mesh-enabled"], "mode: mesh", [yes(label), no(selector), no(warning)]),
        (R2026_07, &[], "mode: mesh", [no(label), no(selector), no(warning)]),
        (R2026_07, &["--mesh-enabled"], "mode: replicaWeighted", [no(label), no(selector), no(warning)]),
    ] {
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        check(&Scene { spec: &spec(mode), flags, release, ..Scene::default() }, &expected);
    }
}

#[test]
fn a_waypoint_that_is_no_label_ends_the_work() {
    let long = "w".repeat(64);
    for waypoint in ["a b", "\u{e9}", "-a", &long] {
        let spec = format!(
            "facades: [{{type: websocket}}], rollout: {{steps: [{{setWeight: 10}}], trafficRouting: {{mesh: {{waypoint: {waypoint}}}}}}}"
        );
        let expected =
            ["+refused Service/agent Service \"agent\" is invalid: metadata.labels: ", "+blocked ServiceReady ServiceFailed"];
        check(&Scene { spec: &spec, flags: &["--mesh-enabled"], ..Scene::default() }, &expected);
    }
}
