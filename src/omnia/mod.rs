//! What the jobs know of the platform itself: its kinds, labels and words, and how Go writes durations and quantities.

pub mod duration;

/// The label that names a pack on a `PromptPack`, an `AgentRuntime` of the deploy program and a content `ConfigMap`.
pub const LABEL_PROMPT_PACK: &str = "omnia.altairalabs.ai/promptpack";

/// The label, with the value `true`, of all objects that an Arena project's dev intent makes.
pub const LABEL_DEV: &str = "omnia.altairalabs.ai/dev";

/// The namespace of objects that name none, as kubectl without a context has it.
pub const DEFAULT_NAMESPACE: &str = "default";

/// The annotation of an `AgentRuntime` with the version of the candidate that was rolled back last.
pub const ANNOTATION_ROLLED_BACK: &str = "omnia.altairalabs.ai/last-rolled-back-version";

/// The name of the PersistentVolumeClaim that holds the content of the Workspace of a namespace.
pub fn content_claim(namespace: &str) -> String {
    format!("workspace-{namespace}-content")
}

/// What the status of a gRPC call may be, by the number of the code.
pub const GRPC_STATUS_NAMES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// Environment variables that only the operator sets, by releases after July 2026. They are compared exactly.
pub const RESERVED_VARIABLES: [&str; 7] = [
    "OMNIA_PACK_MODE",
    "OMNIA_PACK_SOURCE_DIR",
    "OMNIA_PACK_CONFIG_FILE",
    "OMNIA_PACK_OUT_DIR",
    "OMNIA_SESSION_TAGS",
    "OMNIA_SESSION_PACK_NAME",
    "OMNIA_IDLE_TIMEOUT",
];
