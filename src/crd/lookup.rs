//! Which definition judges an object, and which one a word of the command line means.

use std::sync::{LazyLock, OnceLock};

use super::compile::{self, Descriptions};
use super::definition::{Definition, Version};
use super::embedded;
use super::release::Release;
use crate::yaml::read_json;

/// The API group of the embedded kinds.
pub const GROUP: &str = "omnia.altairalabs.ai";

/// The definitions of a run: the embedded ones of a release, compiled when first asked for, and those that the user gives.
#[derive(Debug)]
pub struct Catalog {
    release: Release,
    /// In the order of [`embedded::kinds`]; empty when none of them counts.
    embedded: &'static [Compiled],
    given: Vec<Definition>,
}

/// A definition and the version of it that judges an object.
#[derive(Debug, Clone, Copy)]
pub struct Found<'c> {
    /// The definition.
    pub definition: &'c Definition,
    /// The version that the object's `apiVersion` names.
    pub version: &'c Version,
    /// The user gave the definition.
    pub given: bool,
}

/// What the catalogue knows of an `apiVersion` and a `kind`.
#[derive(Debug, Clone, Copy)]
pub enum Lookup<'c> {
    /// A schema to judge with.
    Found(Found<'c>),
    /// The kind is known, but not in this version, or the version is not served.
    Version(&'c Definition),
    /// The group is known, but not this kind.
    Kind,
    /// Nothing is known of the group.
    Group,
}

impl Catalog {
    /// The embedded definitions of `release`.
    pub fn new(release: Release) -> Self {
        Self { release, embedded: compiled_of(release), given: Vec::new() }
    }

    /// These definitions and no others, as a cluster serves them.
    pub fn only(definitions: Vec<Definition>) -> Self {
        Self { release: Release::default(), embedded: &[], given: definitions }
    }

    /// The release whose definitions are embedded.
    pub fn release(&self) -> Release {
        self.release
    }

    /// Adds a definition of the user. It replaces the one of the same group and kind, embedded or given before.
    pub fn add(&mut self, definition: Definition) {
        self.given.retain(|other| !(other.group == definition.group && other.kind == definition.kind));
        self.given.push(definition);
    }

    /// The definitions that the user gave.
    pub fn given(&self) -> &[Definition] {
        &self.given
    }

    /// What judges an object of `api_version` (`omnia.altairalabs.ai/v1alpha1`) and `kind`.
    pub fn find(&self, api_version: &str, kind: &str) -> Lookup<'_> {
        match api_version.split_once('/') {
            Some((group, version)) => self.find_in(group, version, kind),
            None => Lookup::Group,
        }
    }

    /// The same for an `apiVersion` that is taken apart already.
    pub fn find_in(&self, group: &str, version_name: &str, kind: &str) -> Lookup<'_> {
        let given = self.given.iter().find(|definition| definition.group == group && definition.kind == kind);
        let embedded =
            || self.compiled(embedded::kinds().iter().position(|one| one.kind == kind)?).filter(|one| one.group == group);
        match given.or_else(embedded) {
            Some(definition) => match definition.versions.iter().find(|version| version.name == version_name && version.served) {
                Some(version) => Lookup::Found(Found { definition, version, given: given.is_some() }),
                None => Lookup::Version(definition),
            },
            None if group == GROUP || self.given.iter().any(|definition| definition.group == group) => Lookup::Kind,
            None => Lookup::Group,
        }
    }

    /// The definition that `word` means as kubectl would take it: plural, singular, short name or kind in any case, alone or followed by
    /// the group or by version and group (`agentruntimes.v1alpha1.omnia.altairalabs.ai`).
    pub fn resource(&self, word: &str) -> Option<&Definition> {
        let word = word.to_lowercase();
        let (name, of) = word.split_once('.').map_or((word.as_str(), None), |(name, of)| (name, Some(of)));
        let in_group = |definition: &Definition| {
            of.is_none_or(|of| {
                of == definition.group
                    || of.split_once('.').is_some_and(|(version, group)| names_version(definition, version, group))
            })
        };
        let given = self.given.iter().find(|definition| {
            let names = [&definition.plural, &definition.singular].into_iter().chain(&definition.short_names);
            (names.into_iter().any(|one| one == name) || definition.kind.to_lowercase() == name) && in_group(definition)
        });
        given.or_else(|| {
            let kind = embedded::resource(name)?;
            // A definition that the user gave stands for the embedded one, also under names that only the latter has.
            let replaced = self.given.iter().find(|given| given.kind == kind.kind && given.group == GROUP);
            let index = embedded::kinds().iter().position(|one| one.kind == kind.kind)?;
            replaced.or_else(|| self.compiled(index)).filter(|definition| in_group(definition))
        })
    }

    /// All definitions: those of the user, then the embedded ones that they do not replace, in the order of their kinds.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        let kinds = embedded::kinds().iter().enumerate();
        let kept = kinds.filter(|(_, kind)| !self.given.iter().any(|given| given.kind == kind.kind && given.group == GROUP));
        self.given.iter().chain(kept.filter_map(|(index, _)| self.compiled(index)))
    }

    fn compiled(&self, index: usize) -> Option<&Definition> {
        let compile = || {
            let text = std::str::from_utf8(embedded::kinds().get(index)?.blob(self.release)?).ok()?;
            compile::definition(&read_json(text).ok()?, Descriptions::Skip).ok()
        };
        self.embedded.get(index)?.get_or_init(compile).as_ref()
    }
}

/// An embedded definition, compiled when it is first asked for.
type Compiled = OnceLock<Option<Definition>>;

/// The embedded definitions of a release. All catalogues share them, so that a program that checks again and again compiles them once.
fn compiled_of(release: Release) -> &'static [Compiled] {
    static ALL: LazyLock<Vec<Vec<Compiled>>> =
        LazyLock::new(|| Release::ALL.iter().map(|_| embedded::kinds().iter().map(|_| Compiled::new()).collect()).collect());
    let place = Release::ALL.iter().position(|known| *known == release);
    place.and_then(|place| ALL.get(place)).map_or(&[], Vec::as_slice)
}

fn names_version(definition: &Definition, version: &str, group: &str) -> bool {
    definition.group == group && definition.versions.iter().any(|one| one.name == version)
}

#[cfg(test)]
mod tests {
    use super::*;

    const V1ALPHA1: &str = "omnia.altairalabs.ai/v1alpha1";

    #[test]
    fn every_embedded_definition_compiles() {
        for release in Release::ALL {
            let catalog = Catalog::new(release);
            let present = embedded::kinds().iter().filter(|kind| kind.blob(release).is_some()).count();
            assert!(present >= 17);
            assert_eq!(catalog.definitions().count(), present);
            for definition in catalog.definitions() {
                assert_eq!(definition.group, GROUP);
                assert!(!definition.versions[0].schema.properties.is_empty(), "{}", definition.kind);
            }
        }
    }

    #[test]
    fn objects_find_their_version() {
        let catalog = Catalog::new(Release::Current);
        assert!(
            matches!(catalog.find(V1ALPHA1, "AgentRuntime"), Lookup::Found(found) if found.version.name == "v1alpha1" && !found.given)
        );
        assert!(
            matches!(catalog.find("omnia.altairalabs.ai/v1", "AgentRuntime"), Lookup::Version(definition) if definition.kind == "AgentRuntime")
        );
        assert!(matches!(catalog.find(V1ALPHA1, "Agentruntime"), Lookup::Kind));
        assert!(matches!(catalog.find("example.com/v1alpha1", "AgentRuntime"), Lookup::Group));
        assert!(matches!(catalog.find("v1", "Secret"), Lookup::Group));
    }

    #[test]
    fn words_find_their_definition() {
        let catalog = Catalog::new(Release::Current);
        for word in
            ["agentruntimes", "AgentRuntime", "agentruntime.omnia.altairalabs.ai", "AGENTRUNTIMES.v1alpha1.omnia.altairalabs.ai"]
        {
            assert_eq!(catalog.resource(word).map(|definition| definition.kind.as_str()), Some("AgentRuntime"), "{word}");
        }
        for word in ["", "agent runtimes", "agentruntimes.example.com", "agentruntimes.v2.omnia.altairalabs.ai", "pods"] {
            assert!(catalog.resource(word).is_none(), "{word}");
        }
    }

    #[test]
    fn a_given_definition_replaces_the_embedded_one() {
        let mut catalog = Catalog::new(Release::Current);
        let mut mine = catalog.resource("provider").unwrap().clone();
        mine.short_names = vec!["mine".into()];
        catalog.add(mine.clone());
        mine.versions[0].name = "v9".into();
        catalog.add(mine);
        assert_eq!(catalog.given().len(), 1);
        assert!(matches!(catalog.find("omnia.altairalabs.ai/v9", "Provider"), Lookup::Found(found) if found.given));
        assert!(matches!(catalog.find(V1ALPHA1, "Provider"), Lookup::Version(_)));
        assert_eq!(catalog.resource("mine").map(|definition| definition.versions[0].name.as_str()), Some("v9"));
        assert_eq!(catalog.definitions().filter(|definition| definition.kind == "Provider").count(), 1);
        assert_eq!(catalog.definitions().count(), Catalog::new(Release::Current).definitions().count());
    }
}
