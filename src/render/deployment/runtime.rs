//! The container that runs the pack.

use super::{
    super::{Map, Release, Source, Tree, constant, inputs::uid, map, session_token, sourced, typed::typed},
    Pods,
    container::{LIVE, port, probe, requests, security},
    env::{self, text, var},
    media, volumes,
};
use crate::world::Field;

/// Where facades reach it.
const GRPC: i64 = 9000;

/// Where its health and its metrics are.
const HEALTH: i64 = 9001;

/// The annotation of an agent that replaces its models by a mock.
const MOCK_PROVIDER: &str = "omnia.altairalabs.ai/mock-provider";

/// The container `runtime`.
pub(super) fn container(pods: &Pods<'_, '_>) -> Map {
    let agent = pods.agent;
    let health = || constant(HEALTH);
    map()
        .put("name", "runtime")
        .put("image", agent.runtime_image())
        .put("imagePullPolicy", &agent.operator.framework_pull_policy)
        .put("ports", vec![port("grpc", constant(GRPC)), port("metrics", health())])
        .put("env", variables(pods))
        .put("envFrom", env::sources(agent))
        .put("resources", resources(pods))
        .put("volumeMounts", volumes::runtime_mounts(pods))
        .put("readinessProbe", probe(LIVE, health(), 5, 10))
        .put("livenessProbe", probe(LIVE, health(), 15, 20))
        .put("securityContext", security())
}

/// What the spec asks for; a block of the spec replaces the defaults of newer releases wholly.
pub(super) fn resources(pods: &Pods<'_, '_>) -> Option<Tree> {
    let own: Field<'_> = pods.agent.spec().at("runtime.resources");
    let is_default = !own.exists() && pods.agent.release == Release::Current;
    if is_default {
        return Some(requests("100m", "256Mi").into());
    }
    // The container holds it as a plain struct, which is not written when it is empty.
    typed(&own, "ResourceRequirements").filter(|tree| !matches!(tree, Tree::Leaf(..)))
}

fn variables(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let (agent, operator) = (pods.agent, pods.agent.operator);
    let spec = agent.spec();
    let mut env: Vec<Tree> = env::identity().into();
    env.push(var("OMNIA_PROMPTPACK_PATH", "/etc/omnia/pack/pack.json"));
    env.push(var("OMNIA_PROMPT_NAME", "default"));
    env.push(var("OMNIA_GRPC_PORT", text(constant(GRPC))));
    env.push(var("OMNIA_HEALTH_PORT", text(constant(HEALTH))));
    if agent.registry.is_there() {
        env.push(var("OMNIA_TOOLS_CONFIG_PATH", "/etc/omnia/tools/tools.yaml"));
        env.push(var("OMNIA_PACK_CACHE_DIR", volumes::PACK_CACHE));
    }
    env.extend(env::workspace(agent));
    env.extend(memory(pods));
    env.extend(mock_provider(pods));
    env.extend(env::tracing(operator));
    env.extend(manifest_path(pods));
    env.extend(pods.pack.version().map(|version| var("OMNIA_PROMPTPACK_VERSION", version)));
    env.extend(env::context_store(agent, "OMNIA_CONTEXT_URL"));
    if let Some(broker) = &operator.policy_broker_image {
        env.push(var("POLICY_BROKER_URL", sourced("http://localhost:8090", &broker.source)));
        env.push(var("POLICY_BROKER_FAIL_MODE", sourced("closed", &broker.source)));
    }
    env.extend(env::entries(&spec.at("runtime.extraEnv"), agent.release));
    env.push(var("OMNIA_FACADE_PORT", text(agent.primary_port())));
    env.extend(media::env(&spec));
    if agent.release == Release::Current {
        env.extend(pack_mode(pods));
        env.extend(pods.sandbox_url().map(|url| var("OMNIA_SANDBOX_API_URL", url)));
    }
    env.extend(session_token::variable(operator));
    env.extend(env::entries(&spec.at("podOverrides.extraEnv"), agent.release));
    env
}

/// Whose memory the agent has.
fn memory(pods: &Pods<'_, '_>) -> Option<Tree> {
    let enabled = pods.agent.spec().at("memory.enabled").is_true();
    let workspace = pods.agent.workspace.filter(|_| enabled)?;
    Some(var("OMNIA_WORKSPACE_UID", uid(workspace, "<workspace-uid>")))
}

fn mock_provider(pods: &Pods<'_, '_>) -> Option<Tree> {
    let annotation = pods.agent.object.root().at("metadata.annotations").get(MOCK_PROVIDER);
    (annotation.str() == "true").then(|| var("OMNIA_MOCK_PROVIDER", &annotation))
}

/// Where the content of the workspace describes the pack, whether or not the pack has skills.
fn manifest_path(pods: &Pods<'_, '_>) -> Option<Tree> {
    let content = pods.agent.operator.content_path.as_ref()?;
    let (name, source) = pods.pack.name();
    let path = format!("{}/manifests/{name}.json", volumes::WORKSPACE_CONTENT);
    let source = Source::Computed(vec![(&content.source).into(), source]);
    Some(var("OMNIA_PROMPTPACK_MANIFEST_PATH", sourced(path, source)))
}

/// How the runtime comes by the pack.
fn pack_mode(pods: &Pods<'_, '_>) -> Vec<Tree> {
    if !pods.pack.live {
        return vec![var("OMNIA_PACK_MODE", "static")];
    }
    let computed = ["OMNIA_PACK_SOURCE_DIR", "OMNIA_PACK_CONFIG_FILE", "OMNIA_PACK_OUT_DIR"];
    let mut env = vec![var("OMNIA_PACK_MODE", sourced("compile", Source::Assumed(super::LIVE_PACK)))];
    env.extend(computed.map(|name| var(name, pods.live_value())));
    env
}
