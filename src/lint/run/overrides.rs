//! RUN093 to RUN095: what podOverrides changes.

use crate::{
    lint::{
        agent::Agent,
        check::{Findings, beside},
    },
    world::Field,
};

/// The labels of pods that the operator sets.
const LABELS: [&str; 6] = [
    "app.kubernetes.io/name",
    "app.kubernetes.io/instance",
    "app.kubernetes.io/managed-by",
    "omnia.altairalabs.ai/component",
    "omnia.altairalabs.ai/track",
    "omnia.altairalabs.ai/mode",
];

/// The annotations of pods that the operator needs.
const ANNOTATIONS: [&str; 3] = [
    "omnia.altairalabs.ai/config-hash",
    "traffic.sidecar.istio.io/excludeInboundPorts",
    "traffic.sidecar.istio.io/excludeOutboundPorts",
];

/// RUN093.
pub(super) fn pod_overrides_label_collision(agent: &Agent<'_>, said: &mut Findings) {
    for block in ["podOverrides.labels", "evals.podOverrides.labels"] {
        let labels = agent.spec.at(block);
        for label in LABELS.iter().map(|key| labels.get(key)).filter(Field::exists) {
            said.at(&label, "the operator sets this label, and its value stands");
        }
    }
}

/// RUN094.
pub(super) fn pod_overrides_conflict(agent: &Agent<'_>, said: &mut Findings) {
    let overrides = agent.spec.get("podOverrides");
    for (own, other) in [("nodeSelector", "runtime.nodeSelector"), ("annotations", "extraPodAnnotations")] {
        let beaten = agent.spec.at(other);
        for (key, field) in overrides.get(own).entries() {
            let first = beaten.get(key);
            if first.exists() && first.str() != field.str() {
                said.at(&field, format!("{key} is also set in {other}: this value stands"))
                    .related
                    .push(beside(&first, "the other"));
            }
        }
    }
    let annotations = overrides.get("annotations");
    for field in ANNOTATIONS.iter().map(|key| annotations.get(key)).filter(Field::exists) {
        said.warn(&field, "the operator writes this annotation, and this takes its place");
    }
    let tolerations = agent.spec.at("runtime.tolerations").items();
    for field in overrides.get("tolerations").items() {
        if let Some(first) = tolerations.iter().find(|first| first.json() == field.json()) {
            said.at(&field, "runtime.tolerations has the same").related.push(beside(first, "the other"));
        }
    }
}

/// RUN095.
pub(super) fn pod_overrides_service_account(agent: &Agent<'_>, said: &mut Findings) {
    let account = agent.spec.at("podOverrides.serviceAccountName");
    if let Some(name) = account.text() {
        said.at(&account, format!("the pods run as {name}, without what the Workspace sets for cloud identities"));
    }
}
