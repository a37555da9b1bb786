//! RUN009 to RUN012: the ports that facades listen on.

use crate::{
    finding::Severity,
    lint::{
        agent::{Agent, Facade},
        check::{Findings, beside},
    },
};

/// Ports that other containers of the pod have, and whose they are.
const TAKEN: &[(i64, &str)] =
    &[(8081, "the facade's own health checks"), (9000, "the runtime"), (9001, "the runtime's health checks")];

/// The ports of the policy broker, which the enterprise edition adds.
const BROKER: [i64; 2] = [8090, 8091];

/// The first port that needs no rights.
const FIRST_FREE: i64 = 1024;

fn listening<'a, 'w>(agent: &'a Agent<'w>) -> impl Iterator<Item = &'a Facade<'w>> {
    // Beside another facade one of type custom never runs.
    agent.facades.iter().filter(|facade| facade.has_data_plane() && (facade.leads || facade.kind != "custom"))
}

/// RUN009.
pub(super) fn port_out_of_range_or_reserved(agent: &Agent<'_>, said: &mut Findings) {
    for facade in listening(agent) {
        let (field, port) = facade.port();
        let twin = agent.facades.iter().find(|other| other.has_management_plane() && other.management_port() == port);
        if let Some((_, whose)) = TAKEN.iter().find(|(taken, _)| *taken == port) {
            said.at(&field, format!("port {port} belongs to {whose}"));
        } else if BROKER.contains(&port) {
            match agent.operator.map(|operator| operator.policy_broker_image.is_some()) {
                Some(true) => {
                    said.at(&field, format!("port {port} belongs to the policy broker"));
                }
                Some(false) => {}
                None => {
                    said.note(&field, format!("port {port} belongs to the policy broker, where there is one"));
                }
            }
        } else if let Some(twin) = twin {
            said.at(&field, format!("port {port} belongs to the management plane of the {} facade", twin.kind));
        } else if (1..FIRST_FREE).contains(&port) {
            said.warn(&field, format!("port {port} is below {FIRST_FREE}, and the containers run without rights"));
        }
    }
}

/// RUN010.
pub(super) fn facade_port_collision(agent: &Agent<'_>, said: &mut Findings) {
    let facades: Vec<_> = listening(agent).collect();
    for (index, later) in facades.iter().enumerate() {
        let (field, port) = later.port();
        if let Some(first) = facades[..index].iter().find(|first| first.port().1 == port) {
            let message = format!("the {} facade listens on port {port}, as the {} facade does", later.kind, first.kind);
            said.at(&field, message).related.push(beside(&first.port().0, "the other facade"));
        }
    }
}

/// RUN011.
pub(super) fn secondary_facade_port_ignored(agent: &Agent<'_>, said: &mut Findings) {
    for facade in &agent.facades {
        let (unread, default, read) = match (facade.leads, facade.kind) {
            (false, "a2a") => ("port", 8080, "a2a.port"),
            (false, "mcp") => ("port", 8080, "mcp.port"),
            (true, "a2a") => ("a2a.port", 9999, "port"),
            _ => continue,
        };
        let field = facade.field.at(unread);
        if field.is_written() && field.int() != Some(default) {
            let port = facade.port().1;
            let message = format!("{unread} is not read here: the {} facade listens on {read}, {port}", facade.kind);
            let finding = said.at(&field, message);
            finding.help = format!("write {read} instead");
            // Whoever set the other one as well knows where it listens.
            if facade.port().0.is_written() {
                finding.severity = Severity::Info;
            }
        }
    }
}

/// RUN012.
pub(super) fn a2a_port_unbounded(agent: &Agent<'_>, said: &mut Findings) {
    for facade in agent.facades.iter().filter(|facade| facade.kind == "a2a" && !facade.leads) {
        let (field, port) = facade.port();
        if !(1..=65535).contains(&port) {
            said.at(&field, format!("{port} is no port"));
        }
    }
}
