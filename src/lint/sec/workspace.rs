//! SEC013 and SEC014: who gets into a workspace.

use crate::{
    finding::Severity,
    lint::check::{Findings, Subject},
};

/// Everybody.
const ANYWHERE: [&str; 2] = ["0.0.0.0/0", "::/0"];

/// SEC013.
pub(super) fn anonymous_workspace_access(workspace: &Subject<'_>, said: &mut Findings) {
    let access = workspace.spec.get("anonymousAccess");
    if !access.get("enabled").is_true() {
        return;
    }
    let role = access.get("role").text().unwrap_or("viewer");
    let production = workspace.spec.get("environment").str() == "production";
    let severity = if role == "viewer" && !production { Severity::Warning } else { Severity::Error };
    said.at(&access.get("enabled"), format!("everybody is {role} of the workspace")).severity = severity;
}

/// SEC014.
pub(super) fn network_isolation_weak(workspace: &Subject<'_>, said: &mut Findings) {
    let environment = workspace.spec.get("environment");
    let network = workspace.spec.get("networkPolicy");
    if environment.str() == "production" && !network.get("isolate").is_true() {
        said.at(&network, "the namespace of a workspace for production is not isolated");
    }
    let private = network.get("allowPrivateNetworks");
    if private.is_true() && environment.str() != "development" {
        said.at(&private, "pods reach all private networks");
    }
    for cidr in network.all("allowFrom[].peers[].ipBlock.cidr").iter().filter(|cidr| ANYWHERE.contains(&cidr.str())) {
        said.at(cidr, "everybody may send to the pods");
    }
}
