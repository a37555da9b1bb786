//! The embedded CRDs, one blob a kind and release; `build/` makes them from `crds/`.

use super::release::Release;

/// A kind of the platform.
#[derive(Debug)]
pub struct Kind {
    /// `AgentRuntime`.
    pub kind: &'static str,
    /// `agentruntimes`.
    pub plural: &'static str,
    /// `agentruntime`.
    pub singular: &'static str,
    /// `ar`, `agent`.
    pub short_names: &'static [&'static str],
    /// Whether objects live in a namespace.
    pub namespaced: bool,
    /// In the order of [`Release::ALL`].
    releases: [Option<Blobs>; Release::ALL.len()],
}

/// The CRD of a kind in one release.
#[derive(Debug)]
struct Blobs {
    lean: &'static [u8],
    full: &'static [u8],
}

static KINDS: &[Kind] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// All kinds, in the order of their names.
pub fn kinds() -> &'static [Kind] {
    KINDS
}

/// The kind of that name, as `kind:` has it.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.kind == name)
}

/// The kind that a word of the command line means, as kubectl takes it: kind, plural, singular or short name in any case.
pub fn resource(word: &str) -> Option<&'static Kind> {
    let word = word.to_lowercase();
    let means = |kind: &&Kind| kind.singular == word || kind.plural == word || kind.short_names.contains(&word.as_str());
    KINDS.iter().find(means)
}

impl Kind {
    /// The CRD as JSON, without descriptions: for judging. None when the release lacks the kind.
    pub fn blob(&self, release: Release) -> Option<&'static [u8]> {
        self.blobs(release).map(|blobs| blobs.lean)
    }

    /// The CRD as JSON, with descriptions: for explaining and exporting. None when the release lacks the kind.
    pub fn described(&self, release: Release) -> Option<&'static [u8]> {
        self.blobs(release).map(|blobs| blobs.full)
    }

    fn blobs(&self, release: Release) -> Option<&Blobs> {
        let index = Release::ALL.iter().position(|one| *one == release)?;
        self.releases[index].as_ref()
    }
}
