//! REF001 to REF006, REF010, REF034, ADM003 and RUN112: what the references to packs come to.

use super::{Remarks, Scene, did_you_mean, related, workspace};
use crate::{
    finding::Severity,
    omnia,
    resolve::{Absence, Channel, Content, Loss, Outcome, PROMPT_PACK, Pack, Reference, Refusal, Resolution, Role, Verdict},
    world::{Lookup, Object, Scope},
};

/// The references of an agent.
pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    for resolution in scene.resolver.agent(agent) {
        match &resolution.outcome {
            Outcome::Found(object) => usable(scene, &resolution.reference, object, remarks),
            Outcome::Ambiguous(tied) => tie(scene, &resolution.reference, tied, remarks),
            Outcome::Refused(refusal) => refused(&resolution.reference, *refusal, remarks),
            Outcome::NotFound(absence) => absent(scene, &resolution, *absence, Severity::Error, remarks),
            Outcome::NotChecked { seen, .. } => open(scene, &resolution, *seen, remarks),
        }
    }
}

/// A finding at a reference; what is wrong with a candidate is the matter of another rule.
fn found<'w>(
    reference: &Reference<'w>,
    code: &'static str,
    key: &'w str,
    message: String,
    severity: Severity,
    remarks: &mut Remarks<'w>,
) {
    let code = if reference.role == Role::Candidate { "REF034" } else { code };
    let field = reference.field.get(key).some().unwrap_or_else(|| reference.field.clone());
    let finding = remarks.found(code, &field, message);
    finding.severity = finding.severity.min(severity);
}

fn usable<'w>(scene: &Scene<'w>, reference: &Reference<'w>, object: &'w Object, remarks: &mut Remarks<'w>) {
    let pack = Pack::new(object, scene.resolver.rules().live_packs);
    let content = Content::of(object, scene.world).fault();
    let fault = pack.invalid().map(str::to_owned).or(content);
    if let (Some(fault), true) = (fault, reference.role == Role::Stable) {
        let version = pack.published.text;
        let message =
            format!("the reference means {} ({version:?}), and {fault}; the operator takes no other version", object.id());
        found(reference, "REF005", "name", message, Severity::Error, remarks);
    }
    if pack.live.is_some() && reference.role == Role::Stable {
        content_claim(scene, reference, remarks);
    }
}

/// RUN112: live packs are read from the storage of the Workspace, which makes the claim for it.
fn content_claim<'w>(scene: &Scene<'w>, reference: &Reference<'w>, remarks: &mut Remarks<'w>) {
    let namespace = reference.field.object().namespace.as_str();
    let workspace = workspace::of_namespace(scene, namespace);
    if workspace.is_some_and(|workspace| workspace.spec().at("storage.enabled").is_true()) {
        return;
    }
    let claim = omnia::content_claim(namespace);
    if let Lookup::Missing = remarks.look_up("RUN112", scene, ("PersistentVolumeClaim", namespace, &claim)) {
        let message = format!("the pack is live, and without the PersistentVolumeClaim {claim} the agent gets no pods");
        remarks.found("RUN112", &reference.field.get("name"), message);
    }
}

/// Packs of an input are found themselves.
fn tie<'w>(scene: &Scene<'w>, reference: &Reference<'w>, tied: &[&'w Object], remarks: &mut Remarks<'w>) {
    if tied.iter().any(|object| scene.is_asked(object)) {
        return;
    }
    let names: Vec<String> = tied.iter().map(|object| object.id()).collect();
    let message = format!("the reference means any of {}: the operator takes the one that it lists first", names.join(", "));
    found(reference, "REF010", "name", message, Severity::Warning, remarks);
}

fn refused<'w>(reference: &Reference<'w>, refusal: Refusal<'w>, remarks: &mut Remarks<'w>) {
    let (code, key) = match refusal {
        // The API server says it.
        Refusal::VersionAndTrack | Refusal::UnknownTrack(_) => return,
        Refusal::PinnedLive if reference.version.is_some() => ("ADM003", "version"),
        Refusal::PinnedLive => ("ADM003", "track"),
        Refusal::LiveInRollout => ("ADM003", "name"),
        Refusal::NameConflict => ("REF006", "name"),
    };
    // The trigger follows the stable reference, of which it was said already.
    if reference.role != Role::Trigger {
        let field = reference.field.get(key).some().unwrap_or_else(|| reference.field.clone());
        remarks.found(code, &field, format!("{}: {refusal}", reference.name));
    }
}

/// Nobody knows whether more is published. What the packs in scope show all the same is worth a warning.
fn open<'w>(scene: &Scene<'w>, resolution: &Resolution<'w>, seen: Absence, remarks: &mut Remarks<'w>) {
    let namespace = resolution.reference.field.object().namespace.as_str();
    let scope = scene.world.scope(PROMPT_PACK, namespace);
    if resolution.reference.role == Role::Trigger {
        return;
    }
    let by_object_name = seen == Absence::Pack && named(scene, &resolution.reference).is_some();
    if *scope == Scope::Open && (by_object_name || seen != Absence::Pack) {
        absent(scene, resolution, seen, Severity::Warning, remarks);
    } else {
        remarks.open("REF001", PROMPT_PACK, scope);
    }
}

fn absent<'w>(scene: &Scene<'w>, resolution: &Resolution<'w>, absence: Absence, severity: Severity, remarks: &mut Remarks<'w>) {
    let reference = &resolution.reference;
    let name = reference.name;
    let namespace = reference.field.object().namespace.as_str();
    let among = if severity == Severity::Error { "" } else { " among the files" };
    if reference.role == Role::Trigger {
        // Nothing happens until a version comes, which is what triggers are for.
        return;
    }
    match absence {
        Absence::Pack => match named(scene, reference) {
            Some(object) => {
                let (pack, version) = (object.spec().get("packName").str(), object.spec().get("version").str());
                let message = format!(
                    "{name:?} is the name of an object and of no pack; the object is version {version:?} of the pack {pack:?}"
                );
                found(reference, "REF002", "name", message, severity, remarks);
            }
            None => {
                let names = scene.resolver.names().filter(|(other, _)| *other == namespace).map(|(_, name)| name);
                let message = format!("no PromptPack{} in namespace {namespace} has the packName {name:?}", among);
                let near = did_you_mean(name, names);
                found(reference, "REF001", "name", message + &hint(&near), severity, remarks);
            }
        },
        Absence::Version => {
            let version = reference.version.unwrap_or_default();
            let message =
                format!("no PromptPack{among} of the pack {name:?} has the version {version:?}{}", versions(scene, resolution));
            found(reference, "REF003", "version", message, severity, remarks);
        }
        Absence::Channel => {
            let track = reference.track.unwrap_or(Channel::Stable.name());
            let message =
                format!("no version of the pack {name:?}{among} is in the channel {track}{}", versions(scene, resolution));
            let key = if reference.track.is_some() { "track" } else { "name" };
            found(reference, "REF004", key, message, severity, remarks);
        }
    }
}

fn hint(near: &str) -> String {
    if near.is_empty() { String::new() } else { format!("; {near}") }
}

/// The object that a reference names in place of its pack.
fn named<'w>(scene: &Scene<'w>, reference: &Reference<'w>) -> Option<&'w Object> {
    let namespace = reference.field.object().namespace.as_str();
    scene.world.get(PROMPT_PACK, namespace, reference.name).found()
}

/// The versions that are there, at most three, and which of them only looks different from the pin.
fn versions(scene: &Scene<'_>, resolution: &Resolution<'_>) -> String {
    const SHOWN: usize = 3;
    let candidates = scene.resolver.candidates(resolution);
    let of_pack: Vec<_> = candidates.iter().filter(|candidate| matches!(candidate.verdict, Verdict::Chosen(_))).collect();
    let near = of_pack.iter().find_map(|candidate| match candidate.verdict {
        Verdict::Chosen(crate::resolve::Fate::Lost(Loss::OtherBuild | Loss::OtherSpelling)) => {
            Some(candidate.pack.published.text)
        }
        _ => None,
    });
    if let Some(near) = near {
        return format!("; {near:?} is there, but a pin is compared as text, with its v and its build metadata");
    }
    let mut texts: Vec<&str> = of_pack.iter().map(|candidate| candidate.pack.published.text).collect();
    let more = texts.len().saturating_sub(SHOWN);
    texts.truncate(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("; there is {}{more}", texts.join(", "))
}

/// Packs that cannot be told from one another, and live ones beside published ones.
pub(super) fn pack<'w>(scene: &Scene<'w>, object: &'w Object, remarks: &mut Remarks<'w>) {
    let own = Pack::new(object, scene.resolver.rules().live_packs);
    let Some(name) = own.name else { return };
    let packs = scene.resolver.packs(&object.namespace, name);
    if own.live.is_some() {
        if let Some(published) = packs.iter().find(|pack| pack.live.is_none()) {
            let message = format!(
                "this live pack and the published {} share the name {name:?}, which then means none of them",
                published.object.id()
            );
            remarks.found("REF006", &object.spec().get("packName"), message);
        }
        return;
    }
    let is_same = |pack: &Pack<'_>| pack.published.text == own.published.text || pack.published.equals(&own.published);
    // Once for each pair, at the later one.
    let earlier =
        packs.iter().take_while(|pack| pack.object.name != object.name).find(|pack| pack.live.is_none() && is_same(pack));
    if let Some(other) = earlier {
        let same = if other.published.text == own.published.text { "the same version" } else { "a version of equal precedence" };
        let message =
            format!("{} has {same} ({:?}): which of the two a reference means is open", other.object.id(), other.published.text);
        let finding = remarks.found("REF010", &object.spec().get("version"), message);
        related(finding, object, &other.object.spec().get("version"), "the other one".to_owned());
    }
}
