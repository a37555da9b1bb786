//! RUN017 to RUN025: who may call an agent, and by which route.

use crate::{
    finding::Severity,
    lint::{
        agent::{Agent, Facade},
        check::{Findings, beside},
    },
};

/// The document below an issuer that names its keys.
const WELL_KNOWN: &str = "/.well-known/";

/// RUN017.
pub(super) fn oidc_issuer_problem(agent: &Agent<'_>, said: &mut Findings) {
    let issuer = agent.spec.at("externalAuth.oidc.issuer");
    let Some(text) = issuer.text() else { return };
    if let Some((base, _)) = text.split_once(WELL_KNOWN) {
        let message = "the issuer is the address of its configuration, not the issuer of tokens";
        said.at(&issuer, message).help = format!("write {base}");
    } else if text.strip_prefix("https://").is_none_or(|rest| rest.is_empty() || rest.starts_with('/')) {
        said.at(&issuer, format!("the issuer {text:?} is no absolute https address"));
    } else if text.ends_with('/') {
        said.at(&issuer, "the issuer ends in a slash: iss of the tokens has to end in one, too");
    }
}

/// RUN018.
pub(super) fn no_data_plane_validator(agent: &Agent<'_>, said: &mut Findings) {
    // SEC001, SEC002 and RUN019 are the more definite words.
    if agent.has_validator() || agent.is_exposed() || agent.is_unauthenticated() {
        return;
    }
    let closed = agent.facades.iter().find(|facade| facade.has_data_plane() && facade.has_management_plane());
    if let Some(facade) = closed {
        let message = format!("nobody can prove who they are: the {} facade answers 401 to all but the dashboard", facade.kind);
        said.at(&facade.field, message);
    }
}

/// RUN019.
pub(super) fn facade_unreachable(agent: &Agent<'_>, said: &mut Findings) {
    if agent.has_validator() {
        return;
    }
    let open = agent.is_unauthenticated();
    let noticed = !agent.is_older()
        || agent.spec.get("externalAuth").exists() && agent.facades.iter().all(|facade| !facade.has_management_plane());
    for facade in agent.facades.iter().filter(|facade| facade.has_data_plane() && !facade.has_management_plane()) {
        let effect = if open { "counts as one that nobody reaches" } else { "lets in nobody" };
        let message = format!("the {} facade {effect}: its management plane is off, and no caller can authenticate", facade.kind);
        let field = facade.field.get("managementPlane");
        // SEC001 says that everybody is let in; the condition of the agent does not know.
        if open && !noticed {
            continue;
        }
        if noticed && !open {
            said.at(&field, message)
        } else {
            said.warn(&field, message)
        };
    }
}

/// RUN020.
pub(super) fn data_plane_off_with_validators(agent: &Agent<'_>, said: &mut Findings) {
    if agent.has_validator() && !agent.facades.is_empty() && agent.facades.iter().all(|facade| !facade.has_data_plane()) {
        said.at(&agent.spec.get("externalAuth"), "no facade has a port for callers that this could guard");
    }
}

/// RUN021.
pub(super) fn expose_without_data_plane(agent: &Agent<'_>, said: &mut Findings) {
    for facade in agent.facades.iter().filter(|facade| facade.is_exposed() && !facade.has_data_plane()) {
        said.at(&facade.field.get("expose"), format!("the {} facade has no port for callers, so no route is made", facade.kind));
    }
}

/// RUN022.
pub(super) fn expose_on_secondary_facade(agent: &Agent<'_>, said: &mut Findings) {
    // An entry of type custom that does not lead is a matter of RUN125.
    for facade in agent.facades.iter().filter(|facade| facade.is_exposed() && !facade.leads && facade.kind != "custom") {
        said.at(&facade.field.get("expose"), format!("no route is made for the {} facade: it does not lead", facade.kind));
    }
}

/// RUN023.
pub(super) fn expose_needs_gateway(agent: &Agent<'_>, said: &mut Findings) {
    for facade in &agent.facades {
        let host = facade.field.at("expose.host");
        if host.exists() && !facade.is_exposed() {
            said.at(&host, "the host does nothing while the facade is not exposed");
        } else if facade.is_exposed() && agent.operator.is_some_and(|operator| operator.exposure.is_none()) {
            said.at(&facade.field.at("expose.enabled"), "the operator has no Gateway for facades, so no route is made");
        }
    }
}

/// RUN024, within one agent.
pub(super) fn shared_route_host(agent: &Agent<'_>, said: &mut Findings) {
    let exposed = agent.facades.iter().filter(|facade| facade.is_exposed() && facade.has_data_plane());
    let hosts: Vec<_> = exposed.map(|facade| facade.field.at("expose.host")).filter(|host| host.text().is_some()).collect();
    for (index, later) in hosts.iter().enumerate() {
        if let Some(first) = hosts[..index].iter().find(|first| first.str().eq_ignore_ascii_case(later.str())) {
            let message = format!("another facade has the host {}, and the Gateway serves one of them", later.str());
            said.at(later, message).related.push(beside(first, "the other facade"));
        }
    }
}

/// RUN025.
pub(super) fn expose_host_invalid(agent: &Agent<'_>, said: &mut Findings) {
    // Of the older release only the route of the leading facade is made, and where there is no Gateway none is.
    let has_route = |facade: &&Facade<'_>| facade.is_exposed() && (facade.leads || !agent.is_older());
    let gateway = agent.operator.is_none_or(|operator| operator.exposure.is_some());
    for facade in agent.facades.iter().filter(has_route) {
        let host = facade.field.at("expose.host");
        if host.text().is_some_and(|text| !is_host(text)) {
            let bare = host.str().split_once("://").map_or(host.str(), |(_, rest)| rest);
            let bare = bare.split(['/', ':']).next().unwrap_or_default().to_ascii_lowercase();
            let finding = said.at(&host, format!("{:?} is no host name", host.str()));
            if !gateway {
                finding.severity = Severity::Warning;
            }
            if is_host(&bare) {
                finding.help = format!("write {bare}");
            }
        }
    }
}

/// Whether a text is a host that a route may have: a DNS subdomain, whose first label may be `*`.
fn is_host(text: &str) -> bool {
    let name = text.strip_prefix("*.").unwrap_or(text);
    text.len() <= 253 && name.split('.').all(is_label)
}

/// Whether a text is a DNS label.
pub(super) fn is_label(label: &str) -> bool {
    let inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=63).contains(&label.len()) && label.chars().all(inner) && !label.starts_with('-') && !label.ends_with('-')
}
