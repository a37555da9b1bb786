//! RUN076, RUN077, RUN122, RUN130 and RUN131: volumes, and where containers have them.

use std::collections::BTreeMap;

use super::callers::is_label;
use crate::{
    crd::{Additional, Schema, nearest::nearest},
    finding::Severity,
    lint::{
        admission,
        agent::Agent,
        check::{Findings, Subject, beside},
        env::Reach,
    },
    world::Field,
};

/// What the operator adds to the pods: the name of the volume, the path, and the containers that have it.
struct Own {
    volume: &'static str,
    path: &'static str,
    reach: Reach,
    when: When,
}

/// When the operator adds it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// The agent has tools.
    Tools,
    /// Other objects or the settings of the operator decide.
    Perhaps,
}

const fn own(volume: &'static str, path: &'static str, reach: Reach, when: When) -> Own {
    Own { volume, path, reach, when }
}

const OWN: &[Own] = &[
    own("promptpack-config", "/etc/omnia/pack", Reach::Both, When::Always),
    own("tools-config", "/etc/omnia/tools", Reach::Runtime, When::Tools),
    own("pack-cache", "/var/run/omnia/pack-cache", Reach::Runtime, When::Tools),
    own("tool-secrets", "/etc/omnia/tool-secrets", Reach::Runtime, When::Perhaps),
    own("tool-sa-tokens", "/var/run/secrets/omnia/tool-sa", Reach::Runtime, When::Perhaps),
    own("workspace-content", "/workspace-content", Reach::Runtime, When::Perhaps),
    own("canary-override", "/etc/omnia/canary", Reach::Runtime, When::Perhaps),
    own("session-api-token", "/var/run/secrets/omnia/session-api", Reach::Both, When::Perhaps),
];

/// The volume that holds media.
const MEDIA: &str = "omnia-media-local";

impl Own {
    /// Whether a clash with it is an error: the agent surely has it.
    fn clash(&self, agent: &Agent<'_>) -> Severity {
        let sure = match self.when {
            When::Always => true,
            When::Tools => agent.spec.get("toolRegistryRef").exists(),
            When::Perhaps => false,
        };
        if sure { Severity::Error } else { Severity::Warning }
    }
}

/// The directory of media, when the operator mounts a claim there.
fn media_path<'w>(agent: &Agent<'w>) -> Option<&'w str> {
    let local = agent.spec.at("media.storage.local");
    let is_mounted = agent.spec.at("media.storage.type").str() == "local" && local.get("volumeClaim").text().is_some();
    is_mounted.then(|| clean(local.get("basePath").str()))
}

/// The mounts of an agent's manifest.
pub(super) struct Mounts<'w>(Vec<(Field<'w>, Reach)>);

impl<'w> Mounts<'w> {
    pub(super) fn of(agent: &Agent<'w>) -> Self {
        let of_runtime = agent.spec.at("runtime.volumeMounts").items().into_iter().map(|mount| (mount, Reach::Runtime));
        let of_both = agent.spec.at("podOverrides.extraVolumeMounts").items().into_iter().map(|mount| (mount, Reach::Both));
        Self(of_runtime.chain(of_both).collect())
    }

    /// Whether both containers have something mounted at a path or above it.
    pub(super) fn both_have(&self, path: &str) -> bool {
        let covers = |mount: &Field<'_>| is_at_or_below(path, clean(mount.get("mountPath").str()));
        let has = |wanted: fn(Reach) -> bool| self.0.iter().any(|(mount, reach)| wanted(*reach) && covers(mount));
        has(Reach::facade) && has(Reach::runtime)
    }
}

/// The names of the PersistentVolumeClaims that are mounted at a path or above it.
pub(in crate::lint) fn claims_at<'w>(agent: &Agent<'w>, path: &str) -> Vec<Field<'w>> {
    let Mounts(mounts) = Mounts::of(agent);
    let covers = |mount: &Field<'_>| is_at_or_below(path, clean(mount.get("mountPath").str()));
    let names: Vec<&str> = mounts.iter().filter(|(mount, _)| covers(mount)).map(|(mount, _)| mount.get("name").str()).collect();
    let mounted = volumes(agent).into_iter().filter(|volume| names.contains(&volume.get("name").str()));
    mounted.map(|volume| volume.at("persistentVolumeClaim.claimName")).filter(|claim| claim.text().is_some()).collect()
}

fn volumes<'w>(agent: &Agent<'w>) -> Vec<Field<'w>> {
    let of_both = agent.spec.at("podOverrides.extraVolumes").items();
    agent.spec.at("runtime.volumes").items().into_iter().chain(of_both).collect()
}

/// The path without slashes at its end.
fn clean(path: &str) -> &str {
    path.trim_end_matches('/')
}

fn is_at_or_below(path: &str, above: &str) -> bool {
    clean(path).strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// RUN076.
pub(super) fn volume_mount_mismatch(agent: &Agent<'_>, said: &mut Findings) {
    let mut known: BTreeMap<&str, Field<'_>> = BTreeMap::new();
    for volume in volumes(agent) {
        let name = volume.get("name");
        if !is_label(name.str()) {
            said.at(&name, format!("{:?} is no name for a volume: lower case letters, digits and dashes", name.str()));
        } else if let Some(clash) = clash_of(agent, name.str()) {
            said.at(&name, format!("the operator has a volume called {}", name.str())).severity = clash;
        } else if let Some(first) = known.get(name.str()) {
            said.at(&name, format!("two volumes are called {}", name.str())).related.push(beside(first, "the other one"));
        }
        let sources = volume.entries().iter().filter(|(key, field)| field.exists() && is_source(key)).count();
        if sources > 1 {
            said.at(&volume, format!("the volume {} has {sources} sources, and may have one", name.str()));
        } else if volume.entries().iter().all(|(key, field)| *key == "name" || !field.exists()) {
            said.warn(&volume, format!("the volume {} names no source: Kubernetes makes it an empty directory", name.str()));
        }
        incomplete(&volume, said);
        known.insert(name.str(), name);
    }
    for (mount, _) in Mounts::of(agent).0 {
        let name = mount.get("name");
        if name.text().is_none() {
            said.at(&mount, "the mount names no volume");
        } else if !known.contains_key(name.str()) && clash_of(agent, name.str()).is_none() {
            said.at(&name, format!("no volume is called {:?}", name.str()));
        }
    }
}

/// Fields of the sources of volumes that must not be empty.
const NEEDED: &[(&str, &str)] = &[
    ("configMap", "name"),
    ("secret", "secretName"),
    ("persistentVolumeClaim", "claimName"),
    ("hostPath", "path"),
    ("nfs", "server"),
    ("nfs", "path"),
    ("csi", "driver"),
];

fn incomplete(volume: &Field<'_>, said: &mut Findings) {
    for (source, needed) in NEEDED {
        let source_field = volume.get(source);
        if source_field.exists() && source_field.get(needed).text().is_none() {
            said.at(&source_field, format!("the volume {} needs {source}.{needed}", volume.get("name").str()));
        }
    }
}

/// Whether a member of a volume is a source; others the operator drops, which RUN122 says.
fn is_source(key: &str) -> bool {
    let mut volumes = admission::volume_types().filter(|(list, _)| *list == "extraVolumes");
    key != "name" && volumes.any(|(_, list)| list.items.as_ref().is_some_and(|volume| volume.property(key).is_some()))
}

/// How bad it is to give a volume the name of one of the operator's; nothing when it has none of that name.
fn clash_of(agent: &Agent<'_>, name: &str) -> Option<Severity> {
    if name == MEDIA {
        return Some(media_path(agent).map_or(Severity::Warning, |_| Severity::Error));
    }
    OWN.iter().find(|own| own.volume == name).map(|own| own.clash(agent))
}

/// RUN077.
pub(super) fn mount_path_conflict(agent: &Agent<'_>, said: &mut Findings) {
    let mounts = Mounts::of(agent).0;
    for (index, (mount, reach)) in mounts.iter().enumerate() {
        let field = mount.get("mountPath");
        let path = clean(field.str());
        if field.text().is_none() {
            said.at(mount, "the mount has no mountPath");
            continue;
        }
        if !field.str().starts_with('/') || path.contains(':') {
            // The API server takes it.
            said.warn(&field, format!("{:?} is no absolute path without colons", field.str()));
        }
        // Paths that differ in a slash at the end are taken, and one mount hides the other.
        let grave = |other: &str, clash: Severity| if other == field.str() { clash } else { Severity::Warning };
        if let Some((taken, clash)) = own_paths(agent, *reach).into_iter().find(|(taken, _)| *taken == path) {
            said.at(&field, format!("the operator mounts something at {taken}")).severity = grave(taken, clash);
        }
        let earlier = mounts[..index].iter().find(|(other, of)| clean(other.get("mountPath").str()) == path && of.meets(*reach));
        if let Some((other, _)) = earlier {
            let message = format!("something else is mounted at {path} in the same container");
            let other = other.get("mountPath");
            let finding = said.at(&field, message);
            finding.related.push(beside(&other, "the other mount"));
            finding.severity = grave(other.str(), Severity::Error);
        }
        let below = mount.get("subPath");
        if below.str().starts_with('/') || below.str().split('/').any(|part| part == "..") {
            said.at(&below, format!("{:?} is no path below the volume", below.str()));
        }
    }
}

/// The operator's paths in the containers of a mount, and how bad it is to mount something else there.
fn own_paths<'w>(agent: &Agent<'w>, reach: Reach) -> Vec<(&'w str, Severity)> {
    let fixed = OWN.iter().filter(|own| own.reach.meets(reach)).map(|own| (own.path, own.clash(agent)));
    fixed.chain(media_path(agent).map(|path| (path, Severity::Error))).collect()
}

/// RUN130.
pub(super) fn mount_hides_operator_path(agent: &Agent<'_>, said: &mut Findings) {
    for (mount, reach) in Mounts::of(agent).0 {
        let field = mount.get("mountPath");
        let path = clean(field.str());
        let overlaps = |taken: &str| taken != path && (is_at_or_below(taken, path) || is_at_or_below(path, taken));
        let touched = own_paths(agent, reach).into_iter().find(|(taken, clash)| *clash == Severity::Error && overlaps(taken));
        if let Some((taken, _)) = touched.filter(|_| !path.is_empty()) {
            said.at(&field, format!("the operator mounts {taken}, and one of the two hides files of the other"));
        }
    }
}

/// RUN131.
pub(super) fn volume_never_mounted(agent: &Agent<'_>, said: &mut Findings) {
    let mounts = Mounts::of(agent).0;
    for volume in volumes(agent) {
        let name = volume.get("name");
        if !mounts.iter().any(|(mount, _)| mount.get("name").str() == name.str()) {
            said.at(&name, format!("no container mounts the volume {}", name.str()));
        }
    }
}

/// Where pods can be changed, by kind: the path of the blocks, with `[]` for the items of a list.
const OVERRIDES: &[(&str, &str)] = &[
    ("AgentRuntime", "podOverrides"),
    ("AgentRuntime", "evals.podOverrides"),
    ("ArenaJob", "workers.podOverrides"),
    ("Workspace", "services[].session.podOverrides"),
    ("Workspace", "services[].memory.podOverrides"),
    ("Workspace", "services[].evalWorker.podOverrides"),
];

/// RUN122.
pub(super) fn pod_override_field_dropped(subject: &Subject<'_>, said: &mut Findings) {
    for (_, path) in OVERRIDES.iter().filter(|(kind, _)| *kind == subject.object.kind) {
        let blocks = match path.split_once("[].") {
            Some((list, rest)) => subject.spec.get(list).items().iter().map(|item| item.at(rest)).collect(),
            None => vec![subject.spec.at(path)],
        };
        let open = |block: &Field<'_>| block.get("extraVolumes").exists() || block.get("extraVolumeMounts").exists();
        for block in blocks.iter().filter(|block| open(block)) {
            for (key, schema) in admission::volume_types() {
                unknown(&block.get(key), schema, said);
            }
        }
    }
}

/// Says which members below `field` its type does not have.
fn unknown(field: &Field<'_>, schema: &Schema, said: &mut Findings) {
    if let Some(items) = &schema.items {
        field.items().iter().for_each(|item| unknown(item, items, said));
        return;
    }
    for (key, below) in field.entries() {
        match (schema.property(key), &schema.additional) {
            (Some(known), _) => unknown(&below, known, said),
            (None, Some(Additional::Schema(values))) => unknown(&below, values, said),
            (None, None) if !schema.properties.is_empty() => {
                let near = nearest(key, schema.properties.iter().map(|property| property.name.as_str()));
                let finding = said.at(&below, format!("Kubernetes has no field {key} here: the operator drops it"));
                if let Some(near) = near.first() {
                    finding.help = format!("did you mean {near}?");
                }
            }
            _ => {}
        }
    }
}
