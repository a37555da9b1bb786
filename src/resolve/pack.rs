//! Packs as the selection sees them.

use super::select::Published;
use crate::{
    omnia::{LABEL_DEV, LABEL_PROMPT_PACK},
    world::{Field, Object, Origin},
};

/// A `PromptPack`.
#[derive(Debug, Clone)]
pub struct Pack<'w> {
    /// The object.
    pub object: &'w Object,
    /// The name that references mean; none while the label that stands for it is missing.
    pub name: Option<&'w str>,
    /// `spec.version`; the empty text when there is none.
    pub published: Published<'w>,
    /// What tells that the pack is kept live; none for a published version.
    pub live: Option<Live<'w>>,
}

/// What tells that a pack is live. No documentation names the field, so anything that a published version cannot be counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Live<'w> {
    /// The label of objects of a dev intent.
    Label,
    /// A source other than a `ConfigMap`.
    Source(&'w str),
    /// No version.
    NoVersion,
}

impl<'w> Pack<'w> {
    /// Reads a pack; `lives` tells whether the release knows live packs.
    pub fn new(object: &'w Object, lives: bool) -> Self {
        let live = if lives { Live::of(object) } else { None };
        Self { object, name: effective_name(object), published: Published::new(object.spec().get("version").str()), live }
    }
}

impl Pack<'_> {
    /// Why the operator fails the agents that resolve to it; it never falls back to another version.
    pub fn invalid(&self) -> Option<&'static str> {
        let status = self.object.root().get("status");
        let refuted =
            |condition: &Field<'_>| condition.get("type").str() == "SchemaValid" && condition.get("status").str() == "False";
        if status.get("phase").str() == "Failed" {
            Some("its phase is Failed")
        } else {
            status.get("conditions").items().iter().any(refuted).then_some("its condition SchemaValid is False")
        }
    }
}

impl<'w> Live<'w> {
    fn of(object: &'w Object) -> Option<Self> {
        let source = object.spec().at("source.type").str();
        if label(object, LABEL_DEV) == Some("true") {
            Some(Self::Label)
        } else if !source.is_empty() && source != "configmap" {
            Some(Self::Source(source))
        } else {
            (!object.spec().get("version").exists()).then_some(Self::NoVersion)
        }
    }

    /// The words behind "taken for a live pack: ".
    pub fn words(self) -> String {
        match self {
            Self::Label => format!("its label {LABEL_DEV} is true"),
            Self::Source(kind) => format!("its source is of type {kind}"),
            Self::NoVersion => "it has no version".to_owned(),
        }
    }
}

/// The operator looks for packs by a label, which its controller sets to `spec.packName`, whatever was there. So the label counts where
/// a cluster shows it, and the name elsewhere.
fn effective_name(object: &Object) -> Option<&str> {
    match object.origin {
        Origin::File { .. } => object.spec().get("packName").text().filter(|name| is_label_value(name)),
        Origin::Cluster { .. } => label(object, LABEL_PROMPT_PACK),
    }
}

pub(super) fn label<'w>(object: &'w Object, key: &'w str) -> Option<&'w str> {
    object.root().at("metadata.labels").get(key).text()
}

/// Whether the API server takes `text` as the value of a label.
pub(super) fn is_label_value(text: &str) -> bool {
    let bytes = text.as_bytes();
    let inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let ends = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    bytes.len() <= 63 && bytes.iter().all(inner) && ends(bytes.first()) && ends(bytes.last())
}

#[cfg(test)]
mod tests {
    use super::is_label_value;

    #[test]
    fn a_pack_name_has_to_fit_into_a_label() {
        let longest = "a".repeat(63);
        for (text, fits) in [("a", true), ("A.b_c-9", true), (&longest, true), (&format!("{longest}a"), false)] {
            assert_eq!(is_label_value(text), fits, "{text}");
        }
        for text in ["", "-a", "a.", "a b", "ä"] {
            assert!(!is_label_value(text), "{text}");
        }
    }
}
