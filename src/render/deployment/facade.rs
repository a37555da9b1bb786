//! The container that speaks with clients.

use serde_json::json;

use super::{
    super::{IntoTree as _, Map, Release, Tree, constant, map, session_token},
    Pods, a2a,
    container::{LIVE, port, probe, requests, security},
    env::{self, filled, text, var},
    media, volumes,
};

/// Where its health and its metrics are.
const HEALTH: i64 = 8081;

/// The container `facade`.
pub(super) fn container(pods: &Pods<'_, '_>) -> Map {
    let metrics = || constant(HEALTH);
    let requests = (pods.agent.release == Release::Current).then(|| requests("100m", "128Mi"));
    common(pods)
        .put("ports", ports(pods))
        .put("env", variables(pods))
        .put("envFrom", env::sources(pods.agent))
        .put("resources", requests)
        .put("volumeMounts", volumes::facade_mounts(pods))
        .put("readinessProbe", probe("/readyz", metrics(), 5, 10))
        .put("livenessProbe", probe(LIVE, metrics(), 15, 20))
        .put("lifecycle", lifecycle())
        .put("securityContext", security())
}

/// What the facade of a standalone a2a agent has too.
pub(super) fn common(pods: &Pods<'_, '_>) -> Map {
    let operator = pods.agent.operator;
    let own = pods.agent.primary().and_then(|facade| filled(&facade.get("image")));
    map()
        .put("name", "facade")
        .put("image", own.or_else(|| (&operator.facade_image).into_tree()))
        .put("imagePullPolicy", &operator.facade_pull_policy)
}

/// What the container does before it stops.
pub(super) fn lifecycle() -> Map {
    map().put("preStop", map().put("exec", map().put("command", constant(json!(["/bin/sh", "-c", "sleep 5"])))))
}

fn ports(pods: &Pods<'_, '_>) -> Vec<Map> {
    let agent = pods.agent;
    let mut ports = Vec::new();
    if agent.primary().is_none_or(|facade| agent.has_data_plane(facade)) {
        ports.push(port("facade", agent.primary_port()));
    }
    ports.push(port("metrics", constant(HEALTH)));
    if agent.dual_a2a().is_some_and(|facade| agent.has_data_plane(facade)) {
        ports.push(port("a2a", agent.a2a_port()));
    }
    if agent.facade("mcp").is_some_and(|facade| agent.has_data_plane(facade)) {
        ports.push(port("mcp", agent.mcp_port()));
    }
    ports
}

/// How the facade handles messages; the runtime is only asked in one of the modes.
pub(super) fn handler(pods: &Pods<'_, '_>) -> Tree {
    let own = pods.agent.primary().and_then(|facade| filled(&facade.get("handler")));
    own.unwrap_or_else(|| constant("runtime"))
}

fn variables(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let (agent, operator) = (pods.agent, pods.agent.operator);
    let spec = agent.spec();
    let is_current = agent.release == Release::Current;
    let handler = handler(pods);
    let asks_runtime = handler.text() == Some("runtime");
    let mut env: Vec<Tree> = env::identity().into();
    if is_current && agent.standalone_a2a() {
        env.push(var("OMNIA_FACADE_TYPE", "a2a"));
    }
    env.push(var("OMNIA_FACADE_PORT", text(agent.primary_port())));
    env.push(var("OMNIA_HEALTH_PORT", text(constant(HEALTH))));
    env.push(var("OMNIA_VARIANT", pods.track.variant()));
    env.extend(env::workspace(agent));
    env.push(var("OMNIA_HANDLER_MODE", handler));
    env.extend(asks_runtime.then(|| var("OMNIA_RUNTIME_ADDRESS", "localhost:9000")));
    env.extend(env::tracing(operator));
    env.extend(operator.jwks_url.as_ref().map(|url| var("OMNIA_MGMT_PLANE_JWKS_URL", url)));
    env.push(env::of_pod("POD_IP", "status.podIP"));
    env.extend(env::context_store(agent, "OMNIA_ROUTE_REDIS_URL"));
    env.extend(agent.primary().into_iter().flat_map(|facade| env::entries(&facade.get("extraEnv"), agent.release)));
    env.extend(media::env(&spec));
    env.extend(pods.pack.version().map(|version| var("OMNIA_PROMPTPACK_VERSION", version)));
    env.extend(a2a::beside_websocket(agent));
    if is_current && agent.standalone_a2a() {
        env.extend(agent.primary().into_iter().flat_map(a2a::config));
    }
    if agent.facade("mcp").is_some() {
        env.push(var("OMNIA_MCP_ENABLED", "true"));
        env.push(var("OMNIA_MCP_PORT", text(agent.mcp_port())));
    }
    if is_current {
        env.extend(session(pods));
    }
    env.extend(session_token::variable(operator));
    env.extend(env::entries(&spec.at("podOverrides.extraEnv"), agent.release));
    env
}

/// What a session is said to be of; told for live packs only.
fn session(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let mut env = if pods.pack.live {
        ["OMNIA_SESSION_TAGS", "OMNIA_SESSION_PACK_NAME"].map(|name| var(name, pods.live_value())).into()
    } else {
        vec![env::empty("OMNIA_SESSION_TAGS").into(), env::empty("OMNIA_SESSION_PACK_NAME").into()]
    };
    env.extend(pods.idle_timeout().map(|timeout| var("OMNIA_IDLE_TIMEOUT", timeout)));
    env
}
