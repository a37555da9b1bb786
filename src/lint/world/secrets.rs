//! SEC006 and SEC019: Secrets that stand beside Omnia's manifests.

use std::collections::BTreeMap;

use super::{Remarks, Scene};
use crate::{
    apiserver::cel::Timestamp,
    finding::Severity,
    world::{Field, Object},
    yaml::decode_base64,
};

/// The label that tells what a Secret is, and its value for the keys of clients.
const KIND: &str = "omnia.altairalabs.ai/credential-kind";
const CLIENT_KEY: &str = "agent-client-key";
/// The label that names the agent.
const AGENT: &str = "omnia.altairalabs.ai/agent";
/// Bytes of a SHA-256.
const DIGEST: usize = 32;

pub(super) fn secret<'w>(scene: &Scene<'w>, secret: &'w Object, remarks: &mut Remarks<'w>) {
    let root = secret.root();
    let labels = root.at("metadata.labels");
    let by_name = secret.name.strip_prefix("agent-").and_then(|rest| rest.split_once("-clientkey-"));
    if by_name.is_some() || labels.get(KIND).str() == CLIENT_KEY {
        client_key(&root, &labels, remarks);
    }
    let omnia = scene.world.objects().iter().any(|object| object.kind == "AgentRuntime" || object.kind == "Provider");
    let sealed = root.get("sops").exists();
    let content = ["data", "stringData"].map(|part| root.get(part)).into_iter().find(|part| !part.entries().is_empty());
    if let Some(content) = content.filter(|_| omnia && !sealed) {
        remarks.found("SEC019", &content, "the content of a Secret stands in the manifest");
    }
}

/// SEC006: what the facade wants of the Secret of a key; it skips others without a word.
fn client_key<'w>(root: &Field<'w>, labels: &Field<'w>, remarks: &mut Remarks<'w>) {
    if labels.get(KIND).str() != CLIENT_KEY {
        remarks.found("SEC006", labels, format!("the label {KIND}: {CLIENT_KEY} is missing: the key is skipped"));
    }
    if labels.get(AGENT).text().is_none() {
        remarks.found("SEC006", labels, format!("the label {AGENT} is missing: the key is skipped"));
    }
    let (encoded, plain) = (root.at("data.keyHash"), root.at("stringData.keyHash"));
    let (field, length) = match encoded.text() {
        Some(text) => (&encoded, decode_base64(text).map(|bytes| bytes.len())),
        None => (&plain, plain.text().map(str::len)),
    };
    if length != Some(DIGEST) {
        let found = length.map_or_else(|| "is missing or no base64".to_owned(), |length| format!("has {length} bytes"));
        remarks.found("SEC006", field, format!("keyHash {found}; it is the {DIGEST} bytes of the digest, not their hex digits"));
    }
    if let Some((field, text)) = entry(root, "scopes") {
        let is_map = serde_json::from_str::<BTreeMap<String, String>>(&text).is_ok();
        if !is_map {
            remarks.found("SEC006", &field, "scopes is no JSON object of texts: the key is skipped");
        }
    }
    if let Some((field, text)) = entry(root, "expiresAt")
        && Timestamp::parse_rfc3339(text.trim()).is_none()
    {
        remarks.found("SEC006", &field, format!("expiresAt {text:?} is no time of RFC 3339: the key is skipped"));
    }
    let owned = root.at("metadata.ownerReferences").items().iter().any(|owner| owner.get("kind").str() == "AgentRuntime");
    if !owned {
        let message =
            "the Secret belongs to no agent yet: without an ownerReference with the uid of its AgentRuntime the key is skipped";
        remarks.found("SEC006", &root.at("metadata.name"), message).severity = Severity::Info;
    }
}

/// The text of an entry and where it is written; nothing when it is missing.
fn entry<'w>(root: &Field<'w>, key: &'w str) -> Option<(Field<'w>, String)> {
    let (plain, encoded) = (root.get("stringData").get(key), root.get("data").get(key));
    if let Some(text) = plain.text() {
        let text = text.to_owned();
        return Some((plain, text));
    }
    let text = String::from_utf8_lossy(&decode_base64(encoded.text()?)?).into_owned();
    Some((encoded, text))
}
