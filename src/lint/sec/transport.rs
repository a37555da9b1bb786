//! SEC010 and SEC016: what travels without encryption.

use crate::{
    lint::check::{Findings, Subject},
    world::Field,
};

/// Whether an address goes over plain http to a host outside of the cluster.
fn is_plain(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("http://") else { return false };
    let host = rest.split(['/', ':', '?']).next().unwrap_or_default();
    let local = [".svc", ".cluster.local", ".local"].iter().any(|end| host.ends_with(end));
    host.contains('.') && !local && !host.contains(".svc.") && !host.starts_with("127.")
}

fn check(url: &Field<'_>, has_credential: bool, said: &mut Findings) {
    if has_credential && is_plain(url.str()) {
        said.at(url, format!("a credential goes to {} without encryption", url.str()));
    }
}

/// SEC010.
pub(super) fn bearer_over_plain_http(subject: &Subject<'_>, said: &mut Findings) {
    let spec = &subject.spec;
    match subject.object.kind.as_str() {
        "AgentRuntime" => {
            for client in [spec.all("a2aClients[]"), spec.all("facades[].a2a.clients[]")].concat() {
                check(&client.get("url"), client.get("authentication").exists(), said);
            }
        }
        "ToolRegistry" => {
            for handler in spec.all("handlers[]") {
                let by_handler = handler.at("auth.type").text().is_some_and(|kind| kind != "none");
                for (block, address) in [
                    ("httpConfig", "endpoint"),
                    ("openAPIConfig", "specURL"),
                    ("openAPIConfig", "baseURL"),
                    ("mcpConfig", "endpoint"),
                ] {
                    let block = handler.get(block);
                    check(&block.get(address), by_handler || block.get("authSecretRef").exists(), said);
                }
            }
        }
        _ => check(&spec.get("baseURL"), spec.get("credential").exists(), said),
    }
}

/// SEC016.
pub(super) fn insecure_source(source: &Subject<'_>, said: &mut Findings) {
    let insecure = source.spec.at("oci.insecure");
    if insecure.is_true() {
        said.at(&insecure, "the registry does not have to prove which one it is");
    }
    let url = source.spec.at("git.url");
    if url.str().starts_with("http://") {
        said.at(&url, "the repository is read without encryption");
    }
}
