//! What a rollout can change of an agent, and when a candidate differs.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use crate::{resolve::Version, world::Field};

/// The references of a spec or of a candidate, as they are written; `null` where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refs {
    /// `promptPackRef`.
    pub pack: Value,
    /// `providers` of a spec, `providerRefs` of a candidate.
    pub providers: Value,
    /// `toolRegistryRef`.
    pub registry: Value,
}

/// A compared field in which a candidate differs from the spec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The name of the pack.
    PackName,
    /// The channel of the pack.
    PackTrack,
    /// The version of the pack.
    PackVersion,
    /// The number of providers.
    ProviderCount,
    /// The Provider behind the entry of this name, or the entry itself.
    Provider(String),
    /// The tool registry.
    Registry,
}

/// Whether a candidate makes a rollout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// There is no candidate.
    None,
    /// The candidate equals the spec in all that is compared.
    Inert,
    /// Nothing differs but the spelling of a version or its build metadata: inert for the operator of 2026-07; later ones may tell
    /// such versions apart.
    Spelling,
    /// A rollout.
    Active,
}

impl Refs {
    /// The references of `spec`.
    pub fn of_spec(spec: &Field<'_>) -> Self {
        Self {
            pack: spec.get("promptPackRef").json(),
            providers: spec.get("providers").json(),
            registry: spec.get("toolRegistryRef").json(),
        }
    }

    /// The overrides of `spec.rollout.candidate`.
    pub fn of_candidate(candidate: &Field<'_>) -> Self {
        Self {
            pack: candidate.get("promptPackRef").json(),
            providers: candidate.get("providerRefs").json(),
            registry: candidate.get("toolRegistryRef").json(),
        }
    }

    /// The name of the pack.
    pub fn pack_name(&self) -> &str {
        text(&self.pack, "name")
    }

    /// The pinned version of the pack; empty means none, as for the operator.
    pub fn version(&self) -> Option<&str> {
        Some(text(&self.pack, "version")).filter(|version| !version.is_empty())
    }

    /// The channel of the pack, when one is named.
    pub fn track(&self) -> Option<&str> {
        Some(text(&self.pack, "track")).filter(|track| !track.is_empty())
    }

    /// The providers in their order.
    pub fn provider_list(&self) -> &[Value] {
        self.providers.as_array().map_or(&[], Vec::as_slice)
    }

    /// These references with the overrides of a candidate: each one replaces the whole field, an empty list replaces nothing.
    pub fn overlaid(&self, candidate: &Self) -> Self {
        let pick = |own: &Value, over: &Value, replaces: bool| if replaces { over.clone() } else { own.clone() };
        Self {
            pack: pick(&self.pack, &candidate.pack, !candidate.pack.is_null()),
            providers: pick(&self.providers, &candidate.providers, !candidate.provider_list().is_empty()),
            registry: pick(&self.registry, &candidate.registry, !candidate.registry.is_null()),
        }
    }

    /// The compared fields in which a candidate differs. Roles, capabilities, namespaces and the order of providers are not compared.
    pub fn differences(&self, candidate: &Self) -> Vec<Difference> {
        let mut found = Vec::new();
        if !candidate.pack.is_null() {
            let track = |refs: &Self| refs.track().unwrap_or("stable").to_owned();
            let checks = [
                (self.pack_name() != candidate.pack_name(), Difference::PackName),
                (track(self) != track(candidate), Difference::PackTrack),
                (!same_version(self.version(), candidate.version()), Difference::PackVersion),
            ];
            found.extend(checks.into_iter().filter(|(differs, _)| *differs).map(|(_, difference)| difference));
        }
        found.extend(self.provider_differences(candidate));
        if !candidate.registry.is_null()
            && (self.registry.is_null() || text(&self.registry, "name") != text(&candidate.registry, "name"))
        {
            found.push(Difference::Registry);
        }
        found
    }

    fn provider_differences(&self, candidate: &Self) -> Vec<Difference> {
        let (own, other) = (self.provider_list(), candidate.provider_list());
        if other.is_empty() {
            return Vec::new();
        }
        if own.len() != other.len() {
            return vec![Difference::ProviderCount];
        }
        let target = |entry: &Value| text(&entry["providerRef"], "name").to_owned();
        let differs = |entry: &&Value| {
            let name = text(entry, "name");
            // Of entries with one name the operator keeps the last.
            own.iter().rfind(|own| text(own, "name") == name).map(target) != Some(target(entry))
        };
        other.iter().filter(differs).map(|entry| Difference::Provider(text(entry, "name").to_owned())).collect()
    }

    /// Whether the candidate makes a rollout.
    pub fn activity(&self, candidate: Option<&Self>) -> Activity {
        let Some(candidate) = candidate else { return Activity::None };
        if !self.differences(candidate).is_empty() {
            Activity::Active
        } else if !candidate.pack.is_null() && self.version() != candidate.version() {
            Activity::Spelling
        } else {
            Activity::Inert
        }
    }

    /// Whether these are the same in all that is compared.
    pub fn same(&self, other: &Self) -> bool {
        self.differences(other).is_empty() && other.differences(self).is_empty()
    }

    /// The `candidate` that overrides these.
    pub fn to_candidate(&self) -> Value {
        let members = [("promptPackRef", &self.pack), ("providerRefs", &self.providers), ("toolRegistryRef", &self.registry)];
        let members = members.into_iter().filter(|(_, value)| !value.is_null());
        Value::Object(members.map(|(key, value)| (key.to_owned(), value.clone())).collect::<Map<_, _>>())
    }
}

/// The text of a member; empty when it is missing.
fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Whether two pins mean one version for the operator of 2026-07: the same text, or the same precedence.
fn same_version(a: Option<&str>, b: Option<&str>) -> bool {
    a == b || a.zip(b).and_then(|(a, b)| precedence(a, b)) == Some(Ordering::Equal)
}

/// The order of two versions, without their build metadata; nothing when one of them is none.
pub(super) fn precedence(a: &str, b: &str) -> Option<Ordering> {
    Some(Version::parse(a).ok()?.precedence(&Version::parse(b).ok()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn spec(pack: Value, providers: Value, registry: Value) -> Refs {
        Refs { pack, providers, registry }
    }

    fn stable() -> Refs {
        let providers = json!([{"name": "default", "providerRef": {"name": "a"}}]);
        spec(json!({"name": "p", "version": "1.0.0"}), providers, json!({"name": "t1"}))
    }

    fn candidate(value: &Value) -> Refs {
        Refs {
            pack: value["promptPackRef"].clone(),
            providers: value["providerRefs"].clone(),
            registry: value["toolRegistryRef"].clone(),
        }
    }

    #[test]
    fn a_candidate_is_a_rollout_when_a_compared_field_differs() {
        let provider = |name: &str, target: &str| json!({"name": name, "providerRef": {"name": target}});
        let pack = |value: Value| json!({"promptPackRef": value});
        let two = spec(json!({"name": "p"}), json!([provider("x", "1"), provider("y", "2")]), Value::Null);
        let prerelease = |track: &str| spec(json!({"name": "p", "track": track}), Value::Null, Value::Null);
        let role = json!({"name": "default", "providerRef": {"name": "a"}, "role": "embedding"});
        use Activity::{Active, Inert, Spelling};
        for (spec, value, expected) in [
            (stable(), json!({}), Inert),
            (stable(), pack(json!({"name": "p", "version": "1.0.0"})), Inert),
            (stable(), pack(json!({"name": "p", "version": "v1.0.0"})), Spelling),
            (stable(), pack(json!({"name": "p", "version": "1.0.0+b2"})), Spelling),
            (stable(), pack(json!({"name": "p", "version": "2.0.0"})), Active),
            (stable(), pack(json!({"name": "p", "version": "v1"})), Active),
            (stable(), pack(json!({"name": "p"})), Active),
            (stable(), pack(json!({"name": "p", "track": "stable"})), Active),
            (stable(), pack(json!({"name": "q", "version": "1.0.0"})), Active),
            (two.clone(), pack(json!({"name": "p", "track": "stable"})), Inert),
            (two.clone(), pack(json!({"name": "p", "version": ""})), Inert),
            (prerelease("stable"), pack(json!({"name": "p", "track": "prerelease"})), Active),
            (stable(), json!({"providerRefs": []}), Inert),
            (stable(), json!({"providerRefs": [provider("default", "b")]}), Active),
            (stable(), json!({"providerRefs": [provider("other", "a")]}), Active),
            (stable(), json!({"providerRefs": [provider("default", "a"), provider("judge", "j")]}), Active),
            (stable(), json!({"providerRefs": [role]}), Inert),
            (two.clone(), json!({"providerRefs": [provider("y", "2"), provider("x", "1")]}), Inert),
            (stable(), json!({"toolRegistryRef": {"name": "t1", "namespace": "other"}}), Inert),
            (stable(), json!({"toolRegistryRef": {"name": "t2"}}), Active),
            (two, json!({"toolRegistryRef": {"name": "t1"}}), Active),
        ] {
            assert_eq!(spec.activity(Some(&candidate(&value))), expected, "{value}");
        }
        assert_eq!(stable().activity(None), Activity::None);
    }

    #[test]
    fn an_override_replaces_the_whole_field() {
        let over = candidate(&json!({"promptPackRef": {"name": "p", "track": "prerelease"}, "providerRefs": []}));
        let merged = stable().overlaid(&over);
        assert_eq!(merged.pack, json!({"name": "p", "track": "prerelease"}));
        assert_eq!((&merged.providers, &merged.registry), (&stable().providers, &stable().registry));
        assert_eq!(stable().to_candidate()["toolRegistryRef"], json!({"name": "t1"}));
        assert_eq!(over.to_candidate(), json!({"promptPackRef": {"name": "p", "track": "prerelease"}, "providerRefs": []}));
    }
}
