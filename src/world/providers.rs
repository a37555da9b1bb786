//! What the platform's controller finds wrong with the credentials of a Provider; agents that use such a Provider are not built.

use super::{Field, Lookup, Origin, TextObject, World};

/// The vendors that need no credentials.
pub const OPEN_PROVIDERS: [&str; 3] = ["mock", "ollama", "vllm"];

/// The kind of Secrets.
const SECRET: &str = "Secret";

/// The fields of a Secret that hold entries.
const CONTENT: [&str; 2] = ["data", "stringData"];

/// The entry that every vendor's key may stand under.
const GENERIC: &str = "api-key";

/// The entries that a vendor's key may stand under beside that one, where the Provider names none.
const KEYS: &[(&str, &[&str])] = &[
    ("claude", &["ANTHROPIC_API_KEY", "CLAUDE_API_KEY"]),
    ("openai", &["OPENAI_API_KEY", "OPENAI_TOKEN"]),
    ("gemini", &["GEMINI_API_KEY", "GOOGLE_API_KEY"]),
    ("voyageai", &["VOYAGE_API_KEY"]),
];

/// Those of all other vendors.
const OTHER_KEYS: &[&str] = &["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"];

/// The entries that the Secret of a platform must have, all of them, by the platform and how the Provider signs in.
const PLATFORM_KEYS: &[(&str, &str, &[&str])] = &[
    ("bedrock", "accessKey", &["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]),
    ("vertex", "serviceAccount", &["credentials.json"]),
    ("azure", "servicePrincipal", &["AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET"]),
];

/// What is wrong with the credentials of a Provider.
#[derive(Debug, Clone)]
pub struct ProviderFault<'w> {
    /// The field that is to blame.
    pub field: Field<'w>,
    /// What is wrong, to be read behind the name of the Provider.
    pub text: String,
    /// What kind of fault it is.
    pub kind: ProviderFaultKind,
}

/// Which of the controller's conditions tells of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderFaultKind {
    /// There is no credential where one is needed, or one that says nothing.
    Strategy,
    /// The Secret does not exist.
    SecretMissing,
    /// The Secret lacks an entry.
    KeyMissing,
}

/// The first fault of a Provider's credentials; none where nothing is known against them.
pub fn provider_fault<'w>(provider: &'w TextObject<'w>, world: &'w World) -> Option<ProviderFault<'w>> {
    strategy(provider).or_else(|| {
        let (own, platform) = ("credential.secretRef", "auth.credentialsSecretRef");
        [own, platform].into_iter().find_map(|path| secret(provider, &provider.spec().at(path), path == platform, world))
    })
}

fn strategy<'w>(provider: &'w TextObject<'w>) -> Option<ProviderFault<'w>> {
    let (spec, kind) = (provider.spec(), ProviderFaultKind::Strategy);
    let credential = spec.get("credential");
    if credential.exists() {
        let is_named = credential.get("secretRef").exists()
            || ["envVar", "filePath"].into_iter().any(|way| credential.get(way).text().is_some());
        let text = "has a credential that names no Secret, no variable and no file".to_owned();
        return (!is_named).then_some(ProviderFault { field: credential, text, kind });
    }
    let vendor = spec.get("type");
    let is_needed = !OPEN_PROVIDERS.contains(&vendor.str()) && !spec.get("platform").exists();
    let text = format!("is of type {} and needs a credential", vendor.str());
    is_needed.then_some(ProviderFault { field: vendor, text, kind })
}

fn secret<'w>(
    provider: &'w TextObject<'w>,
    reference: &Field<'w>,
    is_platform: bool,
    world: &'w World,
) -> Option<ProviderFault<'w>> {
    let (field, key) = (reference.get("name"), reference.get("key"));
    let name = field.text()?;
    let found = match world.get(SECRET, &provider.namespace, name) {
        Lookup::Found(found) => found,
        Lookup::Missing => {
            let text = format!("needs the Secret {name:?}, which does not exist");
            return Some(ProviderFault { field, text, kind: ProviderFaultKind::SecretMissing });
        }
        Lookup::NotChecked(_) => return None,
    };
    let keys: Vec<&str> = CONTENT.iter().flat_map(|part| found.root().get(part).entries()).map(|(key, _)| key).collect();
    // What is in the Secrets of a cluster is not read.
    if keys.is_empty() && matches!(found.origin, Origin::Cluster { .. }) {
        return None;
    }
    let missing = match key.text() {
        Some(own) => (!keys.contains(&own)).then(|| format!("the key {own:?}")),
        None if is_platform => {
            platform_keys(provider).iter().find(|own| !keys.contains(*own)).map(|own| format!("the key {own:?}"))
        }
        None => lacks_all(provider, &keys),
    }?;
    let field = if key.text().is_some() { key } else { field };
    let text = format!("needs {missing} in the Secret {name:?}, which does not have it");
    Some(ProviderFault { field, text, kind: ProviderFaultKind::KeyMissing })
}

fn platform_keys(provider: &TextObject<'_>) -> &'static [&'static str] {
    let said = (provider.spec().at("platform.type").str(), provider.spec().at("auth.type").str());
    PLATFORM_KEYS.iter().find(|(platform, auth, _)| (*platform, *auth) == said).map_or(&[], |(_, _, keys)| keys)
}

/// The keys of which the Secret has none.
fn lacks_all(provider: &TextObject<'_>, keys: &[&str]) -> Option<String> {
    let vendor = provider.spec().get("type").str();
    let own = KEYS.iter().find(|(kind, _)| *kind == vendor).map_or(OTHER_KEYS, |(_, keys)| keys);
    let known: Vec<&str> = own.iter().copied().chain([GENERIC]).collect();
    (!known.iter().any(|key| keys.contains(key))).then(|| format!("one of the keys {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        world::{Object, Scope},
        yaml::read_json,
    };
    use serde_json::{Value, json};

    fn object(kind: &str, name: &str, root: &Value) -> Object {
        Object {
            group: String::new(),
            version: "v1".to_owned(),
            kind: kind.to_owned(),
            namespace: "team".to_owned(),
            name: name.to_owned(),
            root: read_json(&root.to_string()).unwrap().into_owned(),
            origin: Origin::File {
                name: "f.yaml".into(),
                text: std::sync::Arc::new(crate::yaml::Text::new(Vec::new()).unwrap()),
                document: 0,
            },
            accepted: true,
        }
    }

    /// The kind of the fault of a Provider beside a Secret `s` with these keys.
    fn fault(spec: &Value, keys: &[&str]) -> Option<ProviderFaultKind> {
        let mut world = World::new(Scope::Complete);
        let data: serde_json::Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), json!("eA=="))).collect();
        world.add(object("Secret", "s", &json!({ "data": data })));
        let provider = object("Provider", "p", &json!({ "spec": spec }));
        provider_fault(&provider, &world).map(|fault| fault.kind)
    }

    #[test]
    fn credentials_have_to_be_complete() {
        use ProviderFaultKind::{KeyMissing, SecretMissing, Strategy};
        let by = |kind: &str, secret: Value| json!({"type": kind, "credential": {"secretRef": secret}});
        let on = |platform: &str, auth: &str, secret: Value| json!({"type": "claude", "platform": {"type": platform}, "auth": {"type": auth, "credentialsSecretRef": secret}});
        let s = || json!({"name": "s"});
        for (spec, keys, expected) in [
            (json!({"type": "claude"}), &[][..], Some(Strategy)),
            (json!({"type": "claude", "credential": {}}), &[], Some(Strategy)),
            (json!({"type": "mock", "credential": {}}), &[], Some(Strategy)),
            (json!({"type": "mock"}), &[], None),
            (json!({"type": "ollama"}), &[], None),
            (json!({"type": "vllm"}), &[], None),
            (json!({"type": "elevenlabs"}), &[], Some(Strategy)),
            (json!({"type": "claude", "credential": {"envVar": "A"}}), &[], None),
            (json!({"type": "claude", "credential": {"filePath": "/a"}}), &[], None),
            (json!({"type": "claude", "platform": {"type": "bedrock"}, "auth": {"type": "workloadIdentity"}}), &[], None),
            (by("claude", json!({"name": "gone"})), &[], Some(SecretMissing)),
            (by("claude", s()), &[], Some(KeyMissing)),
            (by("claude", s()), &["OPENAI_API_KEY"], Some(KeyMissing)),
            (by("claude", s()), &["CLAUDE_API_KEY"], None),
            (by("claude", s()), &["api-key"], None),
            (by("openai", s()), &["OPENAI_TOKEN"], None),
            (by("gemini", s()), &["GOOGLE_API_KEY"], None),
            (by("voyageai", s()), &["VOYAGE_API_KEY"], None),
            (by("voyageai", s()), &["OPENAI_API_KEY"], Some(KeyMissing)),
            (by("cartesia", s()), &["OPENAI_API_KEY"], None),
            (by("cartesia", s()), &["CARTESIA_API_KEY"], Some(KeyMissing)),
            (by("claude", json!({"name": "s", "key": "mine"})), &["mine"], None),
            (by("claude", json!({"name": "s", "key": "mine"})), &["api-key"], Some(KeyMissing)),
            (on("bedrock", "accessKey", s()), &["AWS_ACCESS_KEY_ID"], Some(KeyMissing)),
            (on("bedrock", "accessKey", s()), &["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"], None),
            (on("vertex", "serviceAccount", s()), &["credentials.json"], None),
            (on("azure", "servicePrincipal", s()), &["AZURE_TENANT_ID", "AZURE_CLIENT_ID"], Some(KeyMissing)),
            (on("azure", "servicePrincipal", json!({"name": "gone"})), &[], Some(SecretMissing)),
        ] {
            assert_eq!(fault(&spec, keys), expected, "{spec} {keys:?}");
        }
    }
}
