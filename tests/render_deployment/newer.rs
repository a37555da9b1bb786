//! What newer releases do otherwise.

use omnia::crd::Release::{Current, R2026_07};

use super::{WEBSOCKET, check, check_all, scene::Scene};

#[test]
fn facades_without_a_data_plane_have_no_port() {
    let primary = "facades: [{type: websocket, dataPlane: false}]";
    let a2a = "facades: [{type: websocket}, {type: a2a, dataPlane: false}]";
    let mcp = "mode: function, inputSchema: {type: object}, outputSchema: {type: object}, facades: [{type: rest}, {type: mcp, dataPlane: false}]";
    check_all(&[
        (Current, &[], primary, &["-facade.port.facade", "+facade.port.metrics=8081", "+facade.env.OMNIA_FACADE_PORT=8080"]),
        (Current, &[], a2a, &["-facade.port.a2a", "+facade.env.OMNIA_A2A_PORT=9999", "+facade.port.facade=8080"]),
        (Current, &[], mcp, &["-facade.port.mcp", "+facade.env.OMNIA_MCP_PORT=9998"]),
        (Current, &[], "facades: [{type: websocket, managementPlane: false}]", &["+facade.port.facade=8080"]),
    ]);
}

#[test]
fn newer_releases_say_more() {
    check_all(&[
        (
            Current,
            &["--enterprise"],
            WEBSOCKET,
            &[
                "+facade.resources={\"requests\":{\"cpu\":\"100m\",\"memory\":\"128Mi\"}}",
                "+runtime.resources={\"requests\":{\"cpu\":\"100m\",\"memory\":\"256Mi\"}}",
                "+policy-broker.resources={\"requests\":{\"cpu\":\"50m\",\"memory\":\"64Mi\"}}",
                "+runtime.env.OMNIA_PACK_MODE=static",
                "+facade.env.OMNIA_SESSION_TAGS=",
                "+facade.env.OMNIA_SESSION_PACK_NAME=",
                "-runtime.env.OMNIA_SANDBOX_API_URL",
                "+annotations.omnia.altairalabs.ai/config-hash=\"<config-hash>\"",
            ],
        ),
        (
            Current,
            &[],
            "facades: [{type: websocket}], runtime: {resources: {limits: {memory: 1024Mi}}}",
            &["+runtime.resources={\"limits\":{\"memory\":\"1Gi\"}}"],
        ),
        (
            Current,
            &[],
            "facades: [{type: websocket}], sandbox: {enabled: true}",
            &["+runtime.env.OMNIA_SANDBOX_API_URL=<sandbox-api-url>"],
        ),
        (
            Current,
            &["--sandbox-api-url=http://s"],
            "facades: [{type: websocket}], sandbox: {enabled: true}",
            &["+runtime.env.OMNIA_SANDBOX_API_URL=http://s"],
        ),
        (
            R2026_07,
            &["--enterprise"],
            WEBSOCKET,
            &["-facade.resources", "-runtime.resources", "-runtime.env.OMNIA_PACK_MODE", "-facade.env.OMNIA_SESSION"],
        ),
    ]);
    for (value, expected) in [("30m", "+facade.env.OMNIA_IDLE_TIMEOUT=30m"), ("soon", "-facade.env.OMNIA_IDLE_TIMEOUT")] {
        let metadata = format!("annotations: {{omnia.altairalabs.ai/idle-timeout: {value}}}");
        check(
            &Scene { metadata: &metadata, release: Current, ..Scene::default() },
            "agent",
            &[expected, "-runtime.env.OMNIA_IDLE_TIMEOUT"],
        );
    }
}

#[test]
fn reserved_variables_are_dropped_by_newer_releases() {
    let entries =
        "[{name: A, value: '1'}, {name: OMNIA_PACK_MODE, value: compile}, {name: OMNIA_SESSION_TAGS}, {name: B, value: '2'}]";
    let spec = format!(
        "facades: [{{type: websocket, extraEnv: {entries}}}], runtime: {{extraEnv: {entries}}}, podOverrides: {{extraEnv: {entries}}}"
    );
    check(
        &Scene { spec: &spec, ..Scene::default() },
        "agent",
        &["+facade.env.OMNIA_PACK_MODE=compile", "+runtime.env.OMNIA_PACK_MODE=compile"],
    );
    let newer = Scene { spec: &spec, release: Current, ..Scene::default() };
    check(
        &newer,
        "agent",
        &[
            "-facade.env.OMNIA_PACK_MODE",
            "-runtime.env.OMNIA_PACK_MODE=compile",
            "+runtime.env.OMNIA_PACK_MODE=static",
            "+facade.env.B=2",
        ],
    );
    let dropped: Vec<_> = newer.render().warnings.into_iter().filter(|warning| warning.text.contains("is dropped")).collect();
    assert_eq!(dropped.len(), 6, "{dropped:?}");
}

#[test]
fn live_packs_are_compiled_from_the_content_of_the_workspace() {
    let live = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: PromptPack\n\
        metadata: {name: l, namespace: team, labels: {omnia.altairalabs.ai/dev: 'true'}}\n\
        spec: {packName: q, source: {type: configmap, configMapRef: {name: p-content}}, version: 1.0.0}\n";
    let claim = "---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: workspace-team-content, namespace: team}\n";
    let agent = "---\napiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {name: dev, namespace: team}\n\
        spec: {promptPackRef: {name: q}, facades: [{type: websocket}]}";
    let more = format!("{live}{claim}{agent}");
    let scene = Scene { more: &more, release: Current, agent: "dev", ..Scene::default() };
    check(
        &scene,
        "dev",
        &[
            "+runtime.env.OMNIA_PACK_MODE=compile",
            "+runtime.env.OMNIA_PACK_SOURCE_DIR=<operator-computed>",
            "+facade.env.OMNIA_SESSION_TAGS=<operator-computed>",
            "-facade.env.OMNIA_PROMPTPACK_VERSION",
            "-volume promptpack-config",
            "+volume workspace-content={\"persistentVolumeClaim\":{\"claimName\":\"workspace-team-content\",\"readOnly\":true}}",
        ],
    );
    let unclaimed = format!("{live}{agent}");
    for (more, flags) in [(&unclaimed, &[][..]), (&more, &["--workspace-content-path="])] {
        let blocked = Scene { more, flags, ..scene }.render().blocked.unwrap();
        assert_eq!(blocked.reason, "AwaitingPodTemplateInputs");
    }
}

#[test]
fn agents_beyond_the_quota_are_told_of() {
    let agent = |name: &str| {
        format!(
            "---\napiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {{name: {name}, namespace: team}}\n\
             spec: {{promptPackRef: {{name: p}}, facades: [{{type: websocket}}]}}\n"
        )
    };
    let workspace = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: Workspace\nmetadata: {name: acme}\n\
        spec: {displayName: A, namespace: {name: team}, quotas: {agents: {maxAgentRuntimes: 2}}}\n";
    for (others, told) in [(1, false), (2, true)] {
        let more = workspace.to_owned() + &(0..others).map(|number| agent(&format!("other-{number}"))).collect::<String>();
        let warnings = Scene { more: &more, release: Current, ..Scene::default() }.render().warnings;
        assert_eq!(warnings.iter().any(|warning| warning.text.contains("AgentRuntimeQuotaExceeded")), told, "{warnings:?}");
    }
}
