//! Where an entry of the table does not hold as it stands, because of what is beside the field; and what a moved field needs beside it.

use serde_json::{Map as JsonMap, Value as Json};

use super::path;
use crate::{lint::history::Past, yaml::Node};

/// The types of providers that chat.
pub(super) const CHAT: &[&str] = &["claude", "openai", "gemini", "ollama", "mock", "vllm"];

/// Why a field is left to a person, a sentence without its full stop; none when the table holds.
pub(super) fn objection(past: &Past, object: &Node<'_>, place: &[String]) -> Option<String> {
    let value = path::at(object, place)?;
    let up = |levels: usize| path::at(object, place.get(..place.len().checked_sub(levels)?)?);
    match (past.kind, past.path) {
        ("AgentRuntime", "spec.facade") => other_protocol(value),
        ("AgentRuntime", "spec.facades[].a2a.enabled" | "spec.facades[].mcp.enabled") => {
            let protocol = place.get(place.len().checked_sub(2)?)?;
            let is_it = up(2).and_then(|facade| facade.get("type")).and_then(Node::as_str) == Some(protocol);
            let is_on = is_it && value.as_bool() == Some(true);
            (!is_on).then(|| format!("an entry with type: {protocol} switches the protocol on: write one, or delete this block"))
        }
        ("AgentRuntime", "spec.externalAuth.allowManagementPlane") => {
            (value.as_bool() != Some(true)).then(|| past.now.to_owned())
        }
        ("AgentRuntime", "spec.rollout.candidate.promptPackVersion") => {
            let names = ["spec.rollout.candidate.promptPackRef", "spec.promptPackRef"].map(|path| string(object, path, "name"));
            names.iter().all(Option::is_none).then(|| past.now.to_owned())
        }
        ("Provider", "spec.secretRef") => up(1)?
            .get("credential")
            .map(|_| "spec.credential is there too, and takes the key from one place: keep one of the two".to_owned()),
        ("ToolRegistry", path) if path.ends_with(".authType") => {
            let is_known = matches!(value.as_str(), Some("bearer" | "basic"));
            let reason = match up(2)?.get("auth") {
                Some(_) => "the handler has an auth already: keep one of the two",
                None if !is_known => "auth knows the types bearer and basic, serviceAccount and workloadIdentity: choose one",
                None => return None,
            };
            Some(reason.to_owned())
        }
        ("ToolRegistry", path) if path.ends_with(".authSecretRef") => {
            let kind = up(2)?.get("auth").and_then(|auth| auth.get("type")).and_then(Node::as_str);
            let is_open = up(1)?.get("authType").is_none() && matches!(kind, Some("bearer" | "basic"));
            (!is_open).then(|| "write auth: {type: ..., secretRef: ...}, and delete what the handler has beside it".to_owned())
        }
        _ => None,
    }
}

/// One entry serves one protocol.
fn other_protocol(facade: &Node<'_>) -> Option<String> {
    let kind = facade.get("type").and_then(Node::as_str).unwrap_or("websocket");
    let other =
        ["a2a", "mcp"].into_iter().find(|name| *name != kind && facade.get(name).is_some_and(|block| !block.is_null()))?;
    Some(format!(
        "it holds a block {other} beside type {kind}: write spec.facades with an entry for each protocol that is to be served"
    ))
}

fn string<'n>(object: &'n Node<'_>, path: &str, key: &str) -> Option<&'n str> {
    path.split('.').try_fold(object, |node, step| node.get(step))?.get(key)?.as_str()
}

/// What has to stand beside a field that moves.
pub(super) fn companions(past: &Past, object: &Node<'_>, value: &Node<'_>) -> JsonMap<String, Json> {
    let one = |key: &str, text: &str| JsonMap::from_iter([(key.to_owned(), Json::from(text))]);
    match (past.kind, past.path) {
        // The schema of that time had this default.
        ("AgentRuntime", "spec.facade") if value.as_map().is_some() && value.get("type").is_none() => one("type", "websocket"),
        ("AgentRuntime", "spec.providerRef") => one("name", "default"),
        ("AgentRuntime", "spec.rollout.candidate.promptPackVersion") => {
            string(object, "spec.promptPackRef", "name").map(|name| one("name", name)).unwrap_or_default()
        }
        _ => JsonMap::new(),
    }
}
