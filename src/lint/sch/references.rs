//! SCH015: references that name nothing.

use crate::lint::check::{Findings, Subject};

/// References whose name may be empty for the schema, by kind.
const REFERENCES: &[(&str, &[&str])] = &[
    (
        "AgentRuntime",
        &[
            "context.storeRef",
            "facades[].a2a.taskStore.redisSecretRef",
            "facades[].a2a.clients[].authentication.secretRef",
            "a2aClients[].authentication.secretRef",
            "media.storage.secretRef",
            "privacyPolicyRef",
        ],
    ),
    ("PromptPack", &["source.configMapRef"]),
    (
        "Workspace",
        &[
            "privacy.database.secretRef",
            "services[].privacyPolicyRef",
            "services[].memory.database.secretRef",
            "services[].memory.policyRef",
            "services[].memory.providerRef",
            "services[].session.database.secretRef",
            "services[].session.policyRef",
        ],
    ),
];

/// SCH015.
pub(super) fn empty_object_reference(subject: &Subject<'_>, said: &mut Findings) {
    let paths = REFERENCES.iter().find(|(kind, _)| *kind == subject.object.kind).map_or(&[][..], |(_, paths)| paths);
    for reference in paths.iter().flat_map(|path| subject.spec.all(path)) {
        if reference.get("name").text().is_none() {
            said.at(&reference, "the reference names no object");
        }
    }
}
