//! Facades: ports, images, handlers, drains, A2A.

use omnia::crd::Release::{Current, R2026_07};

use super::{WEBSOCKET, check, check_all, check_both, scene::Scene, variables};

#[test]
fn a_facade_decides_over_ports_and_image() {
    let dual = "facades: [{type: websocket, port: 8000}, {type: a2a, a2a: {port: 7000}}]";
    let function = "mode: function, inputSchema: {type: object}, outputSchema: {type: object}, facades: [{type: rest, port: 8000}, {type: mcp, mcp: {port: 7000}}]";
    check_all(&[
        (R2026_07, &[], "facades: [{}]", &["+facade.port.facade=8080", "+facade.port.metrics=8081", "-facade.port.a2a"]),
        (R2026_07, &[], dual, &["+facade.port.facade=8000", "+facade.port.a2a=7000", "+facade.env.OMNIA_A2A_PORT=7000"]),
        (
            R2026_07,
            &[],
            "facades: [{type: a2a}, {type: websocket}]",
            &["+facade.port.a2a=9999", "+facade.env.OMNIA_A2A_ENABLED=true"],
        ),
        (R2026_07, &[], function, &["+facade.port.facade=8000", "+facade.port.mcp=7000", "+facade.env.OMNIA_MCP_PORT=7000"]),
        (R2026_07, &[], function, &["+labels.omnia.altairalabs.ai/mode=\"function\"", "-facade.env.OMNIA_FACADE_TYPE"]),
        (
            R2026_07,
            &[],
            "mode: function, inputSchema: {type: object}, outputSchema: {type: object}, facades: [{type: rest}, {type: mcp}]",
            &["+facade.port.mcp=9998"],
        ),
        (
            R2026_07,
            &[],
            "facades: [{type: custom, image: \"acme/chat:1\", drainTimeout: 20m}]",
            &["+facade.image=\"acme/chat:1\"", "+pod.terminationGracePeriodSeconds=630"],
        ),
        (R2026_07, &["--facade-image=f:1"], WEBSOCKET, &["+facade.image=\"f:1\""]),
        (R2026_07, &["--facade-image=f:1"], "facades: [{type: websocket, image: own}]", &["+facade.image=\"own\""]),
        (R2026_07, &[], WEBSOCKET, &["+facade.image=\"ghcr.io/altairalabs/omnia-facade:latest\""]),
        (
            R2026_07,
            &["--facade-image-pull-policy=Always"],
            WEBSOCKET,
            &["+facade.imagePullPolicy=\"Always\"", "+runtime.imagePullPolicy=\"IfNotPresent\""],
        ),
    ]);
}

#[test]
fn the_handler_decides_whether_the_runtime_is_asked() {
    for (handler, expected) in [
        ("runtime", ["+facade.env.OMNIA_HANDLER_MODE=runtime", "+facade.env.OMNIA_RUNTIME_ADDRESS=localhost:9000"]),
        ("demo", ["+facade.env.OMNIA_HANDLER_MODE=demo", "-facade.env.OMNIA_RUNTIME_ADDRESS"]),
        ("echo", ["+facade.env.OMNIA_HANDLER_MODE=echo", "-facade.env.OMNIA_RUNTIME_ADDRESS"]),
    ] {
        let spec = format!("facades: [{{type: websocket, handler: {handler}}}]");
        check_both(&spec, &expected);
        check_both(&spec, &["+runtime.env.OMNIA_GRPC_PORT=9000"]);
    }
}

#[test]
fn drains_are_bounded() {
    for (drain, seconds) in [
        ("", 60),
        ("2m", 150),
        ("500ms", 60),
        ("1900ms", 31),
        ("90s", 120),
        ("1h", 630),
        ("10m", 630),
        ("-5s", 60),
        ("45", 60),
        ("600s", 630),
        ("1s", 31),
        ("soon", 60),
    ] {
        let spec = format!("facades: [{{type: custom, image: i, drainTimeout: {drain:?}}}]");
        check(&Scene { spec: &spec, ..Scene::default() }, "agent", &[&format!("+pod.terminationGracePeriodSeconds={seconds}")]);
    }
    check_all(&[(
        R2026_07,
        &[],
        "facades: [{type: a2a, drainTimeout: 5m}, {type: websocket}]",
        &["+pod.terminationGracePeriodSeconds=60"],
    )]);
}

#[test]
fn a_standalone_a2a_agent_has_one_container_and_later_two() {
    let spec = "facades: [{type: a2a, a2a: {}}], runtime: {resources: {requests: {cpu: 1}}, extraEnv: [{name: LOST}]}, \
                context: {type: redis, storeRef: {name: r}}, media: {storage: {type: local, local: {basePath: /m, volumeClaim: c}}}, \
                toolRegistryRef: {name: tools}";
    check_all(&[
        (
            R2026_07,
            &["--enterprise"],
            spec,
            &[
                "-runtime.",
                "+policy-broker.imagePullPolicy=\"IfNotPresent\"",
                "+facade.port.facade=8080",
                "-facade.port.metrics",
                "+facade.env.OMNIA_PROMPTPACK_PATH=/etc/omnia/pack",
                "+facade.env.OMNIA_A2A_TASK_TTL=1h",
                "+facade.env.OMNIA_A2A_CONVERSATION_TTL=30m",
                "+facade.resources={\"requests\":{\"cpu\":\"1\"}}",
                "+facade.mount /m=omnia-media-local",
                "+facade.mount /etc/omnia/tools=tools-config ro",
                "-facade.env.OMNIA_ROUTE_REDIS_URL",
                "-facade.env.OMNIA_MEDIA",
                "-facade.env.OMNIA_TOOLS_CONFIG_PATH",
                "-facade.env.POLICY_BROKER_URL",
                "-facade.env.LOST",
                "-facade.env.POD_IP",
            ],
        ),
        (R2026_07, &[], "facades: [{type: a2a}]", &["-facade.env.OMNIA_A2A_TASK_TTL"]),
        (
            Current,
            &[],
            spec,
            &[
                "+runtime.env.OMNIA_GRPC_PORT=9000",
                "+facade.port.metrics=8081",
                "+facade.env.OMNIA_FACADE_TYPE=a2a",
                "+facade.env.OMNIA_RUNTIME_ADDRESS=localhost:9000",
                "+facade.env.OMNIA_A2A_TASK_TTL=1h",
                "-facade.env.OMNIA_A2A_ENABLED",
            ],
        ),
    ]);
    let names = ["OMNIA_AGENT_NAME", "OMNIA_NAMESPACE", "OMNIA_FACADE_TYPE", "OMNIA_FACADE_PORT", "OMNIA_PROMPTPACK_PATH"];
    let scene = Scene { spec: "facades: [{type: a2a}]", ..Scene::default() };
    assert_eq!(variables(&scene, "facade")[..5], names);
}

#[test]
fn task_stores_are_told_whatever_their_type_is() {
    for (store, expected) in [
        ("{}", &["+facade.env.OMNIA_A2A_TASK_STORE_TYPE=memory", "-facade.env.OMNIA_A2A_REDIS_URL"][..]),
        ("{type: memory, redisURL: \"redis://x\"}", &["+facade.env.OMNIA_A2A_REDIS_URL=redis://x"]),
        ("{type: redis, redisURL: \"redis://x\", redisSecretRef: {name: s}}", &["+facade.env.OMNIA_A2A_REDIS_URL=secret(s,url)"]),
        ("{type: memory, redisSecretRef: {name: s}}", &["+facade.env.OMNIA_A2A_REDIS_URL=secret(s,url)"]),
    ] {
        let spec = format!("facades: [{{type: websocket}}, {{type: a2a, a2a: {{taskStore: {store}}}}}]");
        check_both(&spec, expected);
    }
}

#[test]
fn agents_are_called_at_their_addresses() {
    let target = |name: &str, facades: &str| {
        format!(
            "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {{name: {name}, namespace: team}}\n\
             spec: {{promptPackRef: {{name: p, version: 1.0.0}}, facades: {facades}}}\n---\n"
        )
    };
    let more = target("dual", "[{type: websocket}, {type: a2a, a2a: {port: 7000}}]")
        + &target("alone", "[{type: a2a, port: 8100, a2a: {port: 7000}}]")
        + &target("chat", "[{type: websocket, port: 8200}]");
    let clients = ["dual", "alone", "chat", "gone"].map(|name| format!("{{name: {name}, agentRuntimeRef: {{name: {name}}}}}"));
    let spec = format!("facades: [{{type: a2a, a2a: {{clients: [{}]}}}}]", clients.join(", "));
    let entry =
        |name: &str, port: u16| format!("{{\"name\":\"{name}\",\"url\":\"http://{name}.team.svc.cluster.local:{port}\"}}");
    let expected =
        format!("+facade.env.OMNIA_A2A_CLIENTS=[{},{},{}]", entry("dual", 7000), entry("alone", 8100), entry("chat", 8200));
    check(&Scene { spec: &spec, more: &more, ..Scene::default() }, "agent", &[&expected]);
    let beside = spec.replace("facades: [", "facades: [{type: websocket}, ");
    check(&Scene { spec: &beside, more: &more, ..Scene::default() }, "agent", &["-facade.env.OMNIA_A2A_CLIENT"]);
    let assumed = Scene { spec: &spec, more: &more, complete: false, ..Scene::default() }.render().assumptions;
    assert!(
        assumed.iter().any(|assumption| assumption.name == "a2aClientRef" && assumption.text.contains("gone")),
        "{assumed:?}"
    );
    let newer = "facades: [{type: websocket}], a2aClients: [{name: x, url: \"http://x\"}]";
    let assumed = Scene { spec: newer, release: Current, ..Scene::default() }.render().assumptions;
    assert!(assumed.iter().any(|assumption| assumption.name == "a2aClients"), "{assumed:?}");
}
