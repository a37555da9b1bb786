//! The pack that the pods of an agent serve.

use super::{Blocked, Release, Rendered, Source, Tree, inputs::Agent, sourced};
use crate::{
    resolve::{self, Content, Outcome, Reference, Resolution, Role},
    world::{Field, Object},
};

/// The condition that tells of packs.
const CONDITION: &str = "PromptPackReady";

/// The assumption about a pack that is not in scope.
const NOT_IN_SCOPE: &str = "promptPack";

/// A resolved pack.
#[derive(Debug)]
pub(super) struct Pack<'w> {
    /// The object; none when it is not in scope.
    pub object: Option<&'w Object>,
    reference: Reference<'w>,
    /// Whether it is kept live; only newer releases know such packs.
    pub live: bool,
}

impl<'w> Pack<'w> {
    /// What the reference for a role means.
    pub fn resolve(agent: &Agent<'w>, role: Role, rendered: &mut Rendered) -> Result<Self, Blocked> {
        let Some(Resolution { reference, outcome }) = agent.pack(role) else {
            let text = "there is no promptPackRef".to_owned();
            return Err(Blocked::by(CONDITION, "PromptPackNotFound", text, &agent.spec().get("promptPackRef")));
        };
        // Nothing tells of a candidate's pack: the operator tries again and again.
        let no = |reason, text| match role {
            Role::Stable => Err(Blocked::by(CONDITION, reason, text, &reference.field)),
            Role::Candidate | Role::Trigger => Err(Blocked::by("", "", text, &reference.field)),
        };
        let name = reference.name;
        let object = match outcome {
            Outcome::Found(object) => Some(*object),
            Outcome::Ambiguous(several) => {
                let names: Vec<_> = several.iter().map(|pack| pack.name.as_str()).collect();
                let text = format!("the PromptPacks {} are equal for this reference; the first is taken", names.join(", "));
                rendered.assume("promptPackTie", text);
                several.first().copied()
            }
            Outcome::NotFound(_) => {
                return no("PromptPackNotFound", format!("no PromptPack of {name:?} is what the reference asks for"));
            }
            Outcome::Refused(refusal) => return no(refusal_reason(*refusal, agent.release), refusal.to_string()),
            Outcome::NotChecked { reason, .. } => {
                let text = format!("{reason}: its object, ConfigMap and version are placeholders");
                rendered.assume(NOT_IN_SCOPE, text);
                None
            }
        };
        let lives = agent.release == Release::Current;
        let live = object.is_some_and(|object| resolve::Pack::new(object, lives).live.is_some());
        Ok(Self { object, reference: reference.clone(), live })
    }

    /// Whether the operator builds with it: its own controller has not found a fault.
    pub fn usable(&self, agent: &Agent<'_>) -> Result<(), Blocked> {
        let Some(object) = self.object else { return Ok(()) };
        let told = resolve::Pack::new(object, agent.release == Release::Current).invalid().map(str::to_owned);
        // Without a status: what the pack's own controller will find.
        let fault = told.or_else(|| Content::of(object, agent.world).fault());
        match fault {
            Some(fault) => {
                let text = format!("PromptPack {:?} cannot be used: {fault}", object.name);
                Err(Blocked::by(CONDITION, "PromptPackInvalid", text, &self.reference.field))
            }
            None => Ok(()),
        }
    }

    fn config_map_field(&self) -> Option<Field<'w>> {
        let source = self.object?.spec().get("source");
        (source.get("type").str() == "configmap").then(|| source.at("configMapRef.name"))?.some()
    }

    /// The name of its ConfigMap; none when it is not kept in one.
    pub fn config_map(&self) -> Option<Tree> {
        match self.object {
            Some(_) if self.live => None,
            Some(_) => self.config_map_field().as_ref().and_then(Tree::copied),
            None => Some(placeholder("<pack-config-map>")),
        }
    }

    /// The name of its object, and where it comes from.
    pub fn name(&self) -> (&str, Source) {
        match self.object {
            Some(object) => (&object.name, (&object.root().at("metadata.name")).into()),
            None => ("<prompt-pack>", Source::Assumed(NOT_IN_SCOPE)),
        }
    }

    /// Its version; none for a live one.
    pub fn version(&self) -> Option<Tree> {
        match (self.object, self.reference.version) {
            (Some(_), _) if self.live => None,
            (Some(object), _) => Tree::copied(&object.spec().get("version")).filter(|version| version.text() != Some("")),
            // Pins are compared as texts, so that the version of the pack is the pin.
            (None, Some(_)) => Tree::copied(&self.reference.field.get("version")),
            (None, None) => Some(placeholder("<version>")),
        }
    }

    /// Whether it brings skills.
    pub fn has_skills(&self) -> bool {
        self.object.is_some_and(|object| !object.spec().get("skills").items().is_empty())
    }
}

fn placeholder(text: &'static str) -> Tree {
    sourced(text, Source::Assumed(NOT_IN_SCOPE))
}

fn refusal_reason(refusal: resolve::Refusal<'_>, release: Release) -> &'static str {
    refusal.condition().unwrap_or(match release {
        Release::Current => "InvalidPromptPackRef",
        Release::R2026_07 => "PromptPackRefInvalid",
    })
}
