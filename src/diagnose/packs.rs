//! The pack that an agent serves.

use super::{Chain, Edit, Evidence, Gravity, Link, one_of};
use crate::{
    omnia::LABEL_PROMPT_PACK,
    resolve::{Absence, Outcome, PROMPT_PACK, Pack, Refusal, Resolution, Resolver, Role},
    world::{Field, Object},
};

const CONDITION: &str = "PromptPackReady";

/// Why the operator has no pack for the agent.
pub(super) fn find(evidence: &Evidence<'_>) -> Vec<Chain> {
    let resolver = Resolver::new(evidence.world, evidence.release);
    let resolutions = resolver.agent(evidence.agent);
    let stable = resolutions.iter().find(|resolution| resolution.reference.role == Role::Stable);
    let chain = stable.and_then(|resolution| match &resolution.outcome {
        Outcome::NotFound(absence) => Some(absent(evidence, &resolver, resolution, *absence)),
        // A release without live packs takes what a later one refuses.
        Outcome::Refused(_) if is_taken(evidence) => None,
        Outcome::Refused(refusal) => Some(refused(evidence, *refusal)),
        Outcome::Found(object) => invalid(evidence, &resolver, resolution, object),
        Outcome::Ambiguous(_) | Outcome::NotChecked { .. } => None,
    });
    chain.into_iter().map(|chain| chain.explaining(CONDITION)).collect()
}

/// Whether the operator has said of the present spec that it found the pack.
fn is_taken(evidence: &Evidence<'_>) -> bool {
    let agent = &evidence.scene.agent;
    let found = agent.status.condition(CONDITION).is_some_and(|condition| condition.status == "True");
    found && agent.status.observed_generation >= agent.generation
}

fn absent(evidence: &Evidence<'_>, resolver: &Resolver<'_>, resolution: &Resolution<'_>, absence: Absence) -> Chain {
    let (reference, namespace) = (&resolution.reference, evidence.agent.namespace.as_str());
    let name = reference.name;
    let versions = || one_of(resolver.packs(namespace, name).iter().map(|pack| pack.object.spec().get("version").str()));
    let label = format!("metadata.labels[\"{LABEL_PROMPT_PACK}\"]");
    let nameless = evidence.world.list(PROMPT_PACK, namespace).find(|pack| pack.spec().get("packName").str() == name);
    if let Some(pack) = nameless.filter(|_| absence == Absence::Pack) {
        let seen =
            format!("its packName is {name:?}, and its label {LABEL_PROMPT_PACK}, by which the operator looks for it, is not");
        let links = vec![stopped(evidence), Link::new(pack.id(), seen)];
        let edit = Edit::new(pack.id(), label, format!("{name}; the operator sets it itself when it runs"));
        return Chain::new("pack-not-labelled", Gravity::Fault, links, edit);
    }
    let (cause, seen, field, write) = match absence {
        Absence::Pack => {
            let names = one_of(resolver.names().filter(|(there, _)| *there == namespace).map(|(_, name)| name));
            let write = names.map_or_else(
                || format!("another pack, or publish the pack {name}: the namespace {namespace} has none at all"),
                |names| format!("{names}; or publish the pack {name}"),
            );
            ("pack-not-found", format!("no PromptPack of the namespace has the packName {name:?}"), "name", write)
        }
        Absence::Version => {
            let version = reference.version.unwrap_or_default();
            let write = versions().unwrap_or_else(|| "a version that is published".to_owned());
            ("pack-version-not-found", format!("the pack {name} has no version {version:?}"), "version", write)
        }
        Absence::Channel => {
            let track = reference.track.unwrap_or("stable");
            let other = if track == "stable" { "prerelease" } else { "stable" };
            let there = versions().map(|versions| format!(" (published: {versions})")).unwrap_or_default();
            let seen = format!("no version of the pack {name} is in the {track} channel{there}");
            ("pack-channel-empty", seen, "track", format!("{other}; or publish a version for the {track} channel"))
        }
    };
    let edit = Edit::new(evidence.id(), format!("{}.{field}", reference.role.path()), write);
    Chain::new(cause, Gravity::Fault, vec![stopped(evidence), Link::new(evidence.id(), seen)], edit)
}

fn refused(evidence: &Evidence<'_>, refusal: Refusal<'_>) -> Chain {
    let (field, write) = match refusal {
        Refusal::VersionAndTrack => ("spec.promptPackRef.track", "nothing: leave it out, or leave out version"),
        Refusal::UnknownTrack(_) => ("spec.promptPackRef.track", "stable or prerelease"),
        Refusal::PinnedLive => ("spec.promptPackRef", "the name alone, without version and track"),
        Refusal::LiveInRollout => ("spec.rollout", "nothing: leave it out, or name a published pack"),
        Refusal::NameConflict => ("spec.promptPackRef.name", "another pack, or rename the live one or the published one"),
    };
    let links = vec![stopped(evidence), Link::new(evidence.id(), format!("spec.promptPackRef: {refusal}"))];
    Chain::new("pack-reference-refused", Gravity::Fault, links, Edit::new(evidence.id(), field, write))
}

/// The version is there, and the operator does not take it.
fn invalid(evidence: &Evidence<'_>, resolver: &Resolver<'_>, resolution: &Resolution<'_>, object: &Object) -> Option<Chain> {
    let named = resolver.packs(&evidence.agent.namespace, resolution.reference.name);
    let reason = named.iter().find(|pack| std::ptr::eq(pack.object, object))?.invalid()?;
    let mut links = vec![stopped(evidence), Link::new(object.id(), format!("the reference means this pack, and {reason}"))];
    let conditions = object.root().at("status.conditions").items();
    let refuted = |kind: &str| conditions.iter().find(|found| is_false(found, kind));
    let source = object.spec().at("source.configMapRef.name").str();
    let edit = match (refuted("SourceValid"), refuted("SchemaValid")) {
        (Some(condition), _) => {
            links.push(told(object, condition));
            Edit::new(object.id(), "spec.source.configMapRef.name", "a ConfigMap of the namespace with the key pack.json")
        }
        (None, Some(condition)) => {
            links.push(told(object, condition));
            let write = "a pack that its schema takes; then publish it as a new version";
            Edit::new(format!("ConfigMap/{source}"), "data[\"pack.json\"]", write)
        }
        (None, None) => {
            let others = named.iter().filter(|pack| pack.invalid().is_none());
            let write = one_of(others.map(version)).unwrap_or_else(|| "a version that is not Failed".to_owned());
            Edit::new(evidence.id(), "spec.promptPackRef.version", write)
        }
    };
    Some(Chain::new("pack-invalid", Gravity::Fault, links, edit))
}

fn version<'w>(pack: &Pack<'w>) -> &'w str {
    pack.object.spec().get("version").str()
}

fn stopped(evidence: &Evidence<'_>) -> Link {
    let told = evidence.scene.agent.status.condition(CONDITION).filter(|condition| condition.status == "False");
    let text = told.map_or_else(
        || "the operator cannot go on without the pack".to_owned(),
        |condition| format!("{CONDITION} is False ({}): {}", condition.reason, condition.message),
    );
    Link::new(evidence.id(), text)
}

/// Whether a condition has this type and is False.
pub(super) fn is_false(condition: &Field<'_>, kind: &str) -> bool {
    condition.get("type").str() == kind && condition.get("status").str() == "False"
}

/// What a condition of an object says.
pub(super) fn told(object: &Object, condition: &Field<'_>) -> Link {
    let text = |key: &'static str| condition.get(key).str();
    Link::new(object.id(), format!("{} is False ({}): {}", text("type"), text("reason"), text("message")))
}
