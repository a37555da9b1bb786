//! The hash over what a pod reads but its template does not hold: a change of it rolls the pods.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::{Release, Rendered, Source, Tree, inputs, secret, sourced};
use crate::world::{Field, Lookup, Object, World};

/// The annotation of pods that holds it.
pub(super) const CONFIG_HASH: &str = "omnia.altairalabs.ai/config-hash";

/// What stands for a hash that cannot be computed.
const PLACEHOLDER: &str = "<config-hash>";

/// What the hash is over.
#[derive(Debug)]
pub(super) struct Hashed<'w> {
    /// The agent.
    pub(super) agent: &'w Object,
    /// The pack that was resolved.
    pub(super) pack: Part<'w>,
    /// The registry, when the agent has one.
    pub(super) registry: Option<Part<'w>>,
    /// The entries of `providers` and the objects that they name.
    pub(super) providers: Vec<(Field<'w>, Part<'w>)>,
}

/// An object; nothing when it is not in scope.
pub(super) type Part<'w> = Option<&'w Object>;

/// Fields of a Provider that are hashed even when they are not set, in order, with their names in the hash.
const ALWAYS: [&str; 3] = ["type", "model", "baseURL"];

/// Fields of a Provider that are hashed when they are set, in order.
const WHEN_SET: [&str; 7] = [
    "defaults.temperature",
    "defaults.topP",
    "defaults.maxTokens",
    "defaults.contextWindow",
    "pricing.inputCostPer1K",
    "pricing.outputCostPer1K",
    "pricing.cachedCostPer1K",
];

/// Fields of an agent that newer releases hash, in a way that is not known.
const NEWER: [&str; 4] = ["rateLimit", "memory", "inputSchema", "outputSchema"];

impl Hashed<'_> {
    /// The value of the annotation. Only the recipe of `2026-07` is known; what the hash is over is a source of the placeholder, too.
    pub(super) fn tree(&self, world: &World, release: Release, rendered: &mut Rendered) -> Tree {
        let (recipe, is_complete) = self.recipe(world, rendered);
        let reason = match (release, is_complete) {
            (Release::R2026_07, true) => return recipe.finish(),
            (Release::R2026_07, false) => "not everything that it is over is in scope",
            (Release::Current, _) => "how this release computes it is not known",
        };
        let text = format!("the hash over what pods read is not computed, since {reason}");
        let mut sources = vec![rendered.assume("configHash", text)];
        sources.extend(recipe.sources);
        if release == Release::Current {
            sources.extend(NEWER.iter().map(|name| Source::from(&self.agent.spec().get(name))));
        }
        sourced(PLACEHOLDER, Source::Computed(sources))
    }

    /// The recipe, and whether nothing that belongs to it is out of scope.
    fn recipe(&self, world: &World, rendered: &mut Rendered) -> (Recipe, bool) {
        let mut recipe = Recipe::default();
        let mut parts = vec![self.pack];
        parts.extend(self.registry);
        for (of, object) in [("promptPack", self.pack), ("toolRegistry", self.registry.flatten())] {
            object.into_iter().for_each(|object| recipe.generation(of, object));
        }
        let mut providers: Vec<_> = self.providers.iter().collect();
        providers.sort_by_key(|(entry, _)| entry.get("name").str());
        for (entry, provider) in providers {
            parts.push(*provider);
            provider.iter().for_each(|provider| recipe.provider(entry, provider, world, rendered));
        }
        (recipe, parts.iter().all(Option::is_some))
    }
}

/// The hash so far, and what went into it.
#[derive(Default)]
struct Recipe {
    hash: Sha256,
    sources: Vec<Source>,
}

impl Recipe {
    fn add(&mut self, name: &str, value: &str, source: impl Into<Source>) {
        for part in [name, value] {
            self.hash.update(part);
            self.hash.update([0]);
        }
        self.sources.push(source.into());
    }

    fn generation(&mut self, of: &str, object: &Object) {
        let (generation, source) = inputs::generation(object);
        self.add(&format!("{of}.name"), &object.name, &object.root().at("metadata.name"));
        self.add(&format!("{of}.generation"), &generation.to_string(), source);
        // An edit raises the generation, which no file tells.
        self.sources.push((&object.spec()).into());
    }

    fn provider(&mut self, entry: &Field<'_>, provider: &Object, world: &World, rendered: &mut Rendered) {
        let spec = provider.spec();
        self.add("name", entry.get("name").str(), &entry.get("name"));
        for name in ALWAYS {
            self.add(name, spec.get(name).str(), &spec.get(name));
        }
        for path in WHEN_SET {
            let field = spec.at(path);
            if field.exists() {
                let value = field.int().map_or_else(|| field.str().to_owned(), |value| value.to_string());
                self.add(path, &value, &field);
            }
        }
        let Some(name) = spec.at("credential.secretRef.name").text() else { return };
        match world.get("Secret", &provider.namespace, name) {
            Lookup::Found(secret) => self.secret(secret),
            // The operator goes on without a Secret that is not there.
            Lookup::Missing => {}
            Lookup::NotChecked(_) => {
                let text =
                    format!("Secret {name:?} of {} is not in scope: the config hash is computed as without it", provider.id());
                self.sources.push(rendered.assume("secret", text));
            }
        }
    }

    /// The whole Secret, not only the key that is referred to, with nothing between keys and values.
    fn secret(&mut self, secret: &Object) {
        for (key, value) in secret::data(secret) {
            self.hash.update(key);
            self.hash.update(value);
        }
        self.sources.extend(secret::CONTENT.map(|member| Source::from(&secret.root().get(member))));
    }

    fn finish(self) -> Tree {
        let digest = self.hash.finalize();
        let text = digest.iter().take(8).fold(String::new(), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        });
        sourced(text, Source::Computed(self.sources))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        world::{Origin, Scope},
        yaml::read_json,
    };

    fn object(kind: &str, name: &str, mut root: Value) -> Object {
        root["metadata"]["name"] = json!(name);
        Object {
            group: String::new(),
            version: "v1".to_owned(),
            kind: kind.to_owned(),
            namespace: "shop".to_owned(),
            name: name.to_owned(),
            root: read_json(&root.to_string()).unwrap().into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        }
    }

    fn generation(kind: &str, name: &str, generation: i64) -> Object {
        object(kind, name, json!({"metadata": {"generation": generation}}))
    }

    struct Case {
        agent: Object,
        pack: Object,
        registry: Object,
        default: Object,
        judge: Object,
        world: World,
    }

    fn case() -> Case {
        let default = json!({"spec": {
            "type": "claude", "model": "claude-sonnet-4", "defaults": {"temperature": "0.7", "maxTokens": 1024},
            "pricing": {"inputCostPer1K": "0.003"}, "credential": {"secretRef": {"name": "key"}},
        }});
        let judge = json!({"spec": {"type": "openai", "model": "gpt-4o", "baseURL": "https://llm.example.test/v1"}});
        let mut world = World::new(Scope::Open);
        world.add(object("Secret", "key", json!({"data": {"ANTHROPIC_API_KEY": "c2stdGVzdA=="}})));
        Case {
            agent: object("AgentRuntime", "a", json!({"spec": {"providers": [{"name": "judge"}, {"name": "default"}]}})),
            pack: generation("PromptPack", "pp-a", 1),
            registry: generation("ToolRegistry", "tools", 2),
            default: object("Provider", "p", default),
            judge: object("Provider", "q", judge),
            world,
        }
    }

    fn hash(case: &Case, registry: bool, providers: &[usize]) -> (String, Rendered) {
        let of = |index: usize| (case.agent.spec().get("providers").item(index), Some([&case.judge, &case.default][index]));
        let hashed = Hashed {
            agent: &case.agent,
            pack: Some(&case.pack),
            registry: registry.then_some(Some(&case.registry)),
            providers: providers.iter().map(|index| of(*index)).collect(),
        };
        let mut rendered = Rendered::default();
        let tree = hashed.tree(&case.world, Release::R2026_07, &mut rendered);
        (tree.text().unwrap_or_default().to_owned(), rendered)
    }

    #[test]
    fn the_hash_is_that_of_the_operator() {
        let case = case();
        for (registry, providers, expected) in [
            (false, &[][..], "27493f32766d4762"),
            (true, &[], "f23511c2992222d4"),
            (false, &[1], "e7cd3aff3a5aac6a"),
            (true, &[0, 1], "341fb3fc696e2b70"),
        ] {
            assert_eq!(hash(&case, registry, providers).0, expected, "{registry} {providers:?}");
        }
    }

    #[test]
    fn text_in_a_secret_counts_as_data() {
        let mut case = case();
        let same = json!({"data": {"ANTHROPIC_API_KEY": "eA=="}, "stringData": {"ANTHROPIC_API_KEY": "sk-test"}});
        case.world = World::new(Scope::Open);
        case.world.add(object("Secret", "key", same));
        assert_eq!(hash(&case, false, &[1]).0, "e7cd3aff3a5aac6a");
        let providers = vec![(case.agent.spec().get("providers").item(1), Some(&case.default))];
        let hashed = Hashed { agent: &case.agent, pack: Some(&case.pack), registry: None, providers };
        for release in [Release::R2026_07, Release::Current] {
            let tree = hashed.tree(&case.world, release, &mut Rendered::default());
            let Tree::Leaf(_, Source::Computed(sources)) = tree else { panic!("{tree:?}") };
            let sources: Vec<_> = sources.iter().map(ToString::to_string).collect();
            for member in ["data", "stringData"] {
                assert!(sources.contains(&format!("Secret/key {member}")), "{member}: {sources:?}");
            }
        }
    }

    #[test]
    fn a_secret_out_of_scope_is_an_assumption_and_a_missing_one_is_none() {
        let mut case = case();
        case.world = World::new(Scope::Open);
        let (open, rendered) = hash(&case, false, &[1]);
        assert_eq!(rendered.assumptions.iter().map(|assumption| assumption.name).collect::<Vec<_>>(), ["secret"]);
        case.world = World::new(Scope::Complete);
        let (complete, rendered) = hash(&case, false, &[1]);
        assert!(rendered.assumptions.is_empty());
        assert_eq!(open, complete);
    }

    #[test]
    fn what_cannot_be_computed_has_a_placeholder() {
        let case = case();
        let none = || Hashed { agent: &case.agent, pack: None, registry: None, providers: Vec::new() };
        let all = || Hashed { pack: Some(&case.pack), ..none() };
        for (hashed, release) in [(none(), Release::R2026_07), (all(), Release::Current)] {
            let mut rendered = Rendered::default();
            assert_eq!(hashed.tree(&case.world, release, &mut rendered).text(), Some("<config-hash>"));
            assert_eq!(rendered.assumptions.iter().map(|assumption| assumption.name).collect::<Vec<_>>(), ["configHash"]);
        }
    }
}
