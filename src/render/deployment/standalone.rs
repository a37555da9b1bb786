//! A standalone a2a agent as the operator of 2026-07 builds it: one container that answers and runs the pack.

use super::{
    super::{Map, Tree, session_token},
    Pods, a2a,
    container::{LIVE, port, probe, security},
    env::{self, text, var},
    facade, runtime, volumes,
};

/// The container `facade`, which is the only one beside the policy broker.
pub(super) fn container(pods: &Pods<'_, '_>) -> Map {
    let listening = || pods.agent.primary_port();
    facade::common(pods)
        .put("ports", vec![port("facade", listening())])
        .put("env", variables(pods))
        .put("envFrom", env::sources(pods.agent))
        .put("resources", runtime::resources(pods))
        .put("volumeMounts", volumes::runtime_mounts(pods))
        .put("readinessProbe", probe("/readyz", listening(), 5, 10))
        .put("livenessProbe", probe(LIVE, listening(), 15, 20))
        .put("lifecycle", facade::lifecycle())
        .put("securityContext", security())
}

fn variables(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let (agent, operator) = (pods.agent, pods.agent.operator);
    let mut env: Vec<Tree> = env::identity().into();
    env.push(var("OMNIA_FACADE_TYPE", "a2a"));
    env.push(var("OMNIA_FACADE_PORT", text(agent.primary_port())));
    env.push(var("OMNIA_PROMPTPACK_PATH", "/etc/omnia/pack"));
    env.push(var("OMNIA_VARIANT", pods.track.variant()));
    env.push(var("OMNIA_HANDLER_MODE", facade::handler(pods)));
    env.extend(agent.primary().into_iter().flat_map(a2a::config));
    env.extend(env::tracing(operator));
    if let Some(facade) = agent.primary() {
        env.extend(a2a::clients(agent, facade));
        env.extend(env::entries(&facade.get("extraEnv"), agent.release));
    }
    env.extend(pods.pack.version().map(|version| var("OMNIA_PROMPTPACK_VERSION", version)));
    env.extend(session_token::variable(operator));
    env.extend(env::entries(&agent.spec().at("podOverrides.extraEnv"), agent.release));
    env
}
