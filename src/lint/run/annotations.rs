//! RUN085 to RUN087, and RUN061 for one object: names, labels and annotations that the operator acts on.

use super::SECOND;
use crate::{
    crd::nearest::nearest,
    lint::{
        agent::{Agent, annotation, label},
        check::{Findings, Subject},
    },
    omnia::duration,
};

/// The annotation that has an agent deleted when nobody uses it.
const IDLE: &str = "omnia.altairalabs.ai/idle-timeout";
/// The label that hides an object from lists.
pub(in crate::lint) const HIDDEN: &str = "omnia.altairalabs.ai/hidden";
/// A shorter time is surely a mistake, in nanoseconds.
const SHORT: i64 = 600 * SECOND;
/// Parts of labels and annotations by which tools that apply a repository know their objects.
const GITOPS: [&str; 3] = ["argocd.argoproj.io/", "fluxcd.io/", "app.kubernetes.io/managed-by"];

/// RUN061: names that no Service can have.
pub(super) fn derived_name_invalid_or_taken(agent: &Agent<'_>, said: &mut Findings) {
    let name = agent.object.root().at("metadata.name");
    let is_label = super::callers::is_label(name.str());
    if name.exists() && !(is_label && name.str().starts_with(|c: char| c.is_ascii_lowercase())) {
        let message = format!("no Service can be called {:?}: at most 63 letters, digits and dashes, a letter first", name.str());
        said.at(&name, message);
    }
}

/// RUN085.
pub(super) fn idle_timeout_annotation_invalid(agent: &Agent<'_>, said: &mut Findings) {
    let annotations = agent.object.root().at("metadata.annotations");
    let idle = annotations.get(IDLE);
    if idle.exists() {
        match duration::parse(idle.str()) {
            Err(reason) => said.at(&idle, format!("{:?} is no duration of Go ({reason})", idle.str())),
            Ok(time) if time <= 0 => said.at(&idle, format!("the time {} is not above zero", idle.str())),
            Ok(_) => return,
        };
        return;
    }
    let like = |key: &str| {
        let (domain, name) = key.split_once('/').unwrap_or(("", key));
        let name = name.to_ascii_lowercase().replace(['-', '_'], "");
        name == "idletimeout" && (domain.is_empty() || domain.contains("omnia") || domain.contains("altairalabs"))
    };
    for (key, field) in annotations.entries() {
        let near = key.starts_with("omnia.altairalabs.ai/idle") && !nearest(key, [IDLE]).is_empty();
        if near || like(key) {
            said.warn(&field, format!("{key} is no annotation of the platform")).help = format!("did you mean {IDLE}?");
        }
    }
}

/// RUN086.
pub(super) fn idle_reaping_of_managed_agent(agent: &Agent<'_>, said: &mut Findings) {
    let idle = annotation(agent.object, IDLE);
    let Some(time) = idle.text().and_then(|text| duration::parse(text).ok()).filter(|time| *time > 0) else { return };
    let metadata = agent.object.root().get("metadata");
    let managed = ["labels", "annotations"]
        .iter()
        .any(|part| metadata.get(part).entries().iter().any(|(key, _)| GITOPS.iter().any(|known| key.contains(known))));
    let message = format!("the operator deletes the agent after {} without use", idle.str());
    if managed || time < SHORT {
        said.warn(&idle, message)
    } else {
        said.at(&idle, message)
    };
}

/// RUN087.
pub(super) fn hidden_label_value(subject: &Subject<'_>, said: &mut Findings) {
    let hidden = label(subject.object, HIDDEN);
    match hidden.str() {
        "true" => {}
        _ if !hidden.exists() => {}
        "false" => {
            said.note(&hidden, "an object without the label is not hidden either");
        }
        other => {
            said.at(&hidden, format!("the object is not hidden: the value is {other:?}, not \"true\""));
        }
    }
}
