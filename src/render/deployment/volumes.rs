//! The volumes of agents' pods and where containers mount them.

use serde_json::json;

use super::{
    super::{Map, Source, Tree, constant, inputs::Agent, map, session_token, sourced, tool_auth, typed::typed_items},
    Pods,
    container::mount,
    media,
};
use crate::omnia;

const PACK_CONFIG: &str = "promptpack-config";
const MEDIA: &str = "omnia-media-local";
const TOOLS: &str = "tools-config";
const CACHE: &str = "pack-cache";
const TOOL_SECRETS: &str = "tool-secrets";
const TOOL_TOKENS: &str = "tool-sa-tokens";
const CONTENT: &str = "workspace-content";

/// Where the runtime keeps what it makes of the pack.
pub(super) const PACK_CACHE: &str = "/var/run/omnia/pack-cache";

/// Where the content of the workspace is.
pub(super) const WORKSPACE_CONTENT: &str = "/workspace-content";

/// How long a token for a tool is valid, in seconds.
const TOKEN_SECONDS: i64 = 3600;

/// The volumes of the pod.
pub(super) fn volumes(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let agent = pods.agent;
    let spec = agent.spec();
    let mut volumes = Vec::new();
    volumes.extend(pods.pack.config_map().map(|name| volume(PACK_CONFIG, "configMap", map().put("name", name))));
    if agent.registry.is_there() {
        volumes.push(volume(TOOLS, "configMap", map().put("name", agent.named("-tools"))));
        volumes.push(map().put("name", CACHE).put("emptyDir", constant(json!({}))).into());
    }
    if has_tool_secrets(pods) {
        volumes.push(volume(TOOL_SECRETS, "secret", map().put("secretName", agent.named("-tool-secrets"))));
    }
    let tokens = tool_tokens(pods);
    if !tokens.is_empty() {
        volumes.push(volume(TOOL_TOKENS, "projected", map().put("sources", tokens)));
    }
    if has_content(pods) {
        let claim = sourced(content_claim(agent), agent.namespace_source());
        let claim = map().put("claimName", claim).put("readOnly", constant(true));
        volumes.push(volume(CONTENT, "persistentVolumeClaim", claim));
    }
    volumes.extend(typed_items(&spec.at("runtime.volumes"), "Volume"));
    volumes.extend(media_claim(pods).map(|claim| volume(MEDIA, "persistentVolumeClaim", map().put("claimName", claim))));
    volumes.extend(session_token::volume(agent.operator));
    volumes.extend(typed_items(&spec.at("podOverrides.extraVolumes"), "Volume"));
    volumes.extend(pods.override_volume());
    volumes
}

fn volume(name: &'static str, kind: &'static str, source: Map) -> Tree {
    map().put("name", name).put(kind, source).into()
}

/// The claim that holds the content of the workspace.
pub(super) fn content_claim(agent: &Agent<'_>) -> String {
    omnia::content_claim(agent.namespace())
}

/// What the facade mounts.
pub(super) fn facade_mounts(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let mut mounts = shared_mounts(pods);
    mounts.extend(session_token::mount(pods.agent.operator));
    mounts.extend(typed_items(&pods.agent.spec().at("podOverrides.extraVolumeMounts"), "VolumeMount"));
    mounts.extend(pods.override_mount());
    mounts
}

/// What the runtime mounts.
pub(super) fn runtime_mounts(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let spec = pods.agent.spec();
    let mut mounts = shared_mounts(pods);
    if pods.agent.registry.is_there() {
        mounts.push(mount(TOOLS, "/etc/omnia/tools", true));
        mounts.push(mount(CACHE, PACK_CACHE, false));
    }
    if has_tool_secrets(pods) {
        mounts.push(mount(TOOL_SECRETS, "/etc/omnia/tool-secrets", true));
    }
    if !tool_tokens(pods).is_empty() {
        mounts.push(mount(TOOL_TOKENS, "/var/run/secrets/omnia/tool-sa", true));
    }
    if has_content(pods) {
        mounts.push(mount(CONTENT, WORKSPACE_CONTENT, true));
    }
    mounts.extend(typed_items(&spec.at("runtime.volumeMounts"), "VolumeMount"));
    mounts.extend(session_token::mount(pods.agent.operator));
    mounts.extend(typed_items(&spec.at("podOverrides.extraVolumeMounts"), "VolumeMount"));
    mounts.extend(pods.override_mount());
    mounts
}

/// What the policy broker mounts.
pub(super) fn broker_mounts(pods: &Pods<'_, '_>) -> Vec<Tree> {
    session_token::mount(pods.agent.operator).into_iter().chain(pods.override_mount()).collect()
}

fn shared_mounts(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let mut mounts = Vec::new();
    mounts.extend(pods.pack.config_map().map(|_| mount(PACK_CONFIG, "/etc/omnia/pack", true)));
    let path = pods.agent.spec().at("media.storage.local.basePath");
    mounts.extend(media_claim(pods).map(|_| mount(MEDIA, &path, false)));
    mounts
}

/// The claim of a local media store.
fn media_claim(pods: &Pods<'_, '_>) -> Option<Tree> {
    let spec = pods.agent.spec();
    let claim = spec.at("media.storage.local.volumeClaim");
    let is_claimed = media::back_end(&spec) == Some("local") && claim.text().is_some();
    is_claimed.then(|| Tree::copied(&claim))?
}

fn has_tool_secrets(pods: &Pods<'_, '_>) -> bool {
    tool_auth::handlers(pods.agent).iter().any(|handler| handler.secret().is_some())
}

/// The tokens for tools that take those of a ServiceAccount, in the order of their handlers.
fn tool_tokens(pods: &Pods<'_, '_>) -> Vec<Map> {
    let token = |handler: &tool_auth::Handler<'_>| {
        let audience = handler.token_audience()?;
        let path = sourced(format!("{}/token", handler.name.str()), &handler.name);
        let token = map()
            .put("path", path)
            .put("audience", super::env::filled(&audience))
            .put("expirationSeconds", sourced(TOKEN_SECONDS, Source::Constant));
        Some(map().put("serviceAccountToken", token))
    };
    tool_auth::handlers(pods.agent).iter().filter_map(token).collect()
}

/// Whether the runtime reads the content of the workspace.
fn has_content(pods: &Pods<'_, '_>) -> bool {
    pods.agent.operator.content_path.is_some() && (pods.pack.has_skills() || pods.pack.live)
}
