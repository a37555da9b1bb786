//! ADM014, REF011, REF016, REF018, RUN099 and the other rules about objects that are not there, from the table of references.

use super::{Remarks, Scene, did_you_mean, in_namespace, rollouts};
use crate::{
    finding::Severity,
    world::{Entries, Lookup, Object, Origin, ProviderFault, ProviderFaultKind, Reference, provider_fault},
};

/// The rule that speaks of a missing object, by the kind that names it (empty: any) and the kind that is named.
const RULES: &[(&str, &str, &str)] = &[
    ("AgentRuntime", "Provider", "REF011"),
    ("AgentRuntime", "ToolRegistry", "REF016"),
    ("AgentRuntime", "SessionPrivacyPolicy", "REF020"),
    ("AgentRuntime", "RolloutAnalysis", "REF021"),
    ("AgentRuntime", "AgentRuntime", "REF023"),
    ("AgentRuntime", "PersistentVolumeClaim", "REF025"),
    ("AgentRuntime", "VirtualService", "REF027"),
    ("AgentRuntime", "DestinationRule", "REF027"),
    ("AgentRuntime", "Connection", "REF028"),
    ("Provider", "Secret", "ADM007"),
    ("ToolRegistry", "Secret", "RUN099"),
    ("PromptPack", "ConfigMap", "REF007"),
    ("PromptPack", "SkillSource", "REF029"),
    ("Workspace", "SessionPrivacyPolicy", "REF020"),
    ("ToolPolicy", "ToolRegistry", "REF031"),
    ("AgentPolicy", "ToolRegistry", "REF031"),
    ("MemoryPolicy", "AgentRuntime", "REF035"),
    ("", "ServiceAccount", "REF033"),
    ("", "PriorityClass", "REF033"),
    ("", "RuntimeClass", "REF033"),
    ("ArenaJob", "", "REF032"),
    ("Workspace", "", "REF030"),
    ("", "Secret", "REF018"),
    ("", "ConfigMap", "REF018"),
];

/// The fields of Secrets and ConfigMaps that hold entries.
const CONTENT: [&str; 3] = ["data", "stringData", "binaryData"];

/// The registry that stands for the skills of other agents.
const A2A: &str = "a2a";

fn rule(kind: &str, target: &str) -> Option<&'static str> {
    let fits = |pattern: &str, word: &str| pattern.is_empty() || pattern == word;
    RULES.iter().find(|(from, to, _)| fits(from, kind) && fits(to, target)).map(|(.., code)| *code)
}

/// Looks up every reference of an object but that to its pack, which is looked up by the pack's name.
pub(super) fn missing<'w>(scene: &Scene<'w>, object: &'w Object, references: &[Reference<'w>], remarks: &mut Remarks<'w>) {
    for reference in references {
        let Some(code) = rule(&object.kind, reference.rule.target) else { continue };
        let pretended = code == "REF031" && reference.name == A2A;
        if pretended || is_refused(scene, reference) {
            continue;
        }
        match code {
            "REF021" | "REF027" => {
                if let Some(severity) = rollouts::gravity(scene, object, reference) {
                    look_up(scene, reference, code, Some(severity), remarks);
                }
            }
            // The operator is content with a pack whose skills are not there, and runs the agents that name it.
            "REF029" if is_run(scene, object) => look_up(scene, reference, code, Some(Severity::Warning), remarks),
            // Before the release that has a condition for it, nobody but the caller noticed.
            "REF023" if !scene.is_current() => look_up(scene, reference, code, Some(Severity::Warning), remarks),
            _ => look_up(scene, reference, code, None, remarks),
        }
    }
}

/// References into other namespaces that the operator does not follow; other rules speak of them.
fn is_refused(scene: &Scene<'_>, reference: &Reference<'_>) -> bool {
    let of_agent = reference.field.object().kind == "AgentRuntime";
    let always = reference.rule.target == "ToolRegistry";
    of_agent && (always || scene.is_current()) && reference.foreign_namespace().is_some()
}

/// Whether an agent names a pack.
fn is_run(scene: &Scene<'_>, pack: &Object) -> bool {
    let name = pack.spec().get("packName").str();
    scene.world.list("AgentRuntime", &pack.namespace).any(|agent| agent.spec().at("promptPackRef.name").str() == name)
}

/// Looks a reference up; `severity` is that of a missing object, where it is not that of the rule.
fn look_up<'w>(
    scene: &Scene<'w>,
    reference: &Reference<'w>,
    code: &'static str,
    severity: Option<Severity>,
    remarks: &mut Remarks<'w>,
) {
    let target = reference.rule.target;
    let Some(namespace) = reference.namespace else { return };
    match remarks.look_up(code, scene, (target, namespace, reference.name)) {
        Lookup::Found(found) => {
            entries(reference, code, found, remarks);
            accepted_keys(scene, reference, code, remarks);
        }
        Lookup::Missing if code == "REF020" && scene.was_there(target, namespace, reference.name) => {
            let message =
                format!("{target} {:?}{} was removed, and its deletion is refused", reference.name, in_namespace(namespace));
            remarks.found("ADM014", &reference.field, message);
        }
        Lookup::Missing if !reference.optional => {
            let message = format!("there is no {target} {:?}{}", reference.name, in_namespace(namespace));
            let near = did_you_mean(reference.name, scene.world.list(target, namespace).map(|object| object.name.as_str()));
            let in_candidate = reference.field.path().starts_with("spec.rollout.candidate.");
            let code = if in_candidate { "REF034" } else { code };
            let finding = remarks.found(code, &reference.field, message);
            if !near.is_empty() {
                finding.help = near;
            }
            finding.severity = severity.unwrap_or(finding.severity);
        }
        Lookup::Missing | Lookup::NotChecked(_) => {}
    }
}

/// The keys of which a Provider's Secret must have some, where the Provider names none.
fn accepted_keys<'w>(scene: &Scene<'w>, reference: &Reference<'w>, code: &'static str, remarks: &mut Remarks<'w>) {
    if code != "ADM007" || !reference.entries().is_empty() {
        return;
    }
    let provider = reference.field.object();
    let fault = provider_fault(provider, scene.world);
    let own =
        |fault: &ProviderFault<'_>| fault.kind == ProviderFaultKind::KeyMissing && fault.field.path() == reference.field.path();
    if let Some(fault) = fault.filter(own) {
        remarks.found("ADM008", &fault.field, format!("Provider {:?} {}", provider.name, fault.text));
    }
}

/// Entries of a Secret or ConfigMap that have to be there. What is in the Secrets of a cluster is not read.
fn entries<'w>(reference: &Reference<'w>, code: &'static str, found: &Object, remarks: &mut Remarks<'w>) {
    let wanted = reference.entries();
    // Of the ConfigMap of a pack the rule about its content speaks.
    if wanted.is_empty() || code == "REF007" || reference.optional {
        return;
    }
    let keys: Vec<&str> = CONTENT.iter().flat_map(|part| found.root().get(part).entries()).map(|(key, _)| key).collect();
    let unknown = keys.is_empty() && matches!(found.origin, Origin::Cluster { .. });
    for entry in wanted.into_iter().filter(|entry| !unknown && !keys.contains(entry)) {
        let there = if keys.is_empty() { "it is empty".to_owned() } else { format!("it has {}", keys.join(", ")) };
        let message = format!("{} {:?} has no entry {entry:?}: {there}", reference.rule.target, reference.name);
        let key = reference.holder.get("key").some().filter(|_| matches!(reference.rule.entries, Entries::Named(_)));
        // The webhook for Providers knows a Secret that is not there from one that lacks its key.
        let code = if code == "ADM007" { "ADM008" } else { code };
        remarks.found(code, key.as_ref().unwrap_or(&reference.field), message);
    }
}
