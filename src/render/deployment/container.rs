//! What containers of agents have in common.

use serde_json::json;

use super::super::{IntoTree, Map, Tree, constant, map};

/// The path of the probes that ask whether a process lives.
pub(super) const LIVE: &str = "/healthz";

/// A port of a container.
pub(super) fn port(name: &'static str, number: Tree) -> Map {
    map().put("name", name).put("containerPort", number).put("protocol", "TCP")
}

/// A probe: its path and port, when it begins, and how often it asks, in seconds.
pub(super) fn probe(path: &'static str, port: Tree, delay: i64, period: i64) -> Map {
    map()
        .put("httpGet", map().put("path", path).put("port", port))
        .put("initialDelaySeconds", constant(delay))
        .put("periodSeconds", constant(period))
}

/// Requests that a container has where nothing else is said.
pub(super) fn requests(cpu: &'static str, memory: &'static str) -> Map {
    map().put("requests", map().put("cpu", cpu).put("memory", memory))
}

/// How the facade and the runtime are hardened.
pub(super) fn security() -> Map {
    map()
        .put("allowPrivilegeEscalation", constant(false))
        .put("readOnlyRootFilesystem", constant(true))
        .put("runAsNonRoot", constant(true))
        .put("capabilities", map().put("drop", constant(json!(["ALL"]))))
        .put("seccompProfile", map().put("type", "RuntimeDefault"))
}

/// A volume mounted at a path.
pub(super) fn mount(name: &'static str, path: impl IntoTree, read_only: bool) -> Tree {
    map().put("name", name).put("mountPath", path).put("readOnly", read_only.then(|| constant(true))).into()
}
