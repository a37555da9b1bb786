//! RUN005, RUN007 and RUN008: texts that stand for durations.

use super::SECOND;
use crate::{
    lint::{
        agent::Agent,
        check::{Findings, Subject},
    },
    omnia::duration,
    world::Field,
};

/// The longest drain that the operator gives a pod time for, in nanoseconds.
const LONGEST_DRAIN: i64 = 600 * SECOND;

/// A field of an agent that is a duration.
struct Duration<'w> {
    field: Field<'w>,
    /// What a text that cannot be read does; nothing where the webhook or the operator decodes it, which ADM015 and RUN006 say.
    breaks: Option<&'static str>,
}

fn durations<'w>(agent: &Agent<'w>) -> Vec<Duration<'w>> {
    const FACADE: &str = "the facade ends at its start";
    let mut fields = Vec::new();
    let mut add = |field: Field<'w>, breaks| {
        if field.exists() {
            fields.push(Duration { field, breaks });
        }
    };
    for facade in &agent.facades {
        if facade.leads && facade.kind != "custom" {
            add(facade.field.get("drainTimeout"), Some(FACADE));
            add(facade.field.get("clientToolTimeout"), None);
        }
        if facade.kind == "a2a" {
            add(facade.field.at("a2a.taskTTL"), Some(FACADE));
            if agent.is_older() {
                add(facade.field.at("a2a.conversationTTL"), Some(FACADE));
            }
            facade.field.at("a2a.clients").items().iter().for_each(|client| add(client.get("timeout"), None));
        }
    }
    add(agent.spec.at("context.ttl"), Some("the runtime ends at its start"));
    let storage = agent.spec.at("media.storage");
    ["defaultTTL", "uploadURLTTL", "downloadURLTTL"].iter().for_each(|key| add(storage.get(key), None));
    agent.spec.get("a2aClients").items().iter().for_each(|client| add(client.get("timeout"), None));
    add(agent.spec.at("sandbox.idleTimeout"), None);
    for step in agent.spec.at("rollout.steps").items() {
        add(step.at("pause.duration"), Some("the rollout pauses for ever"));
    }
    fields
}

/// RUN005.
pub(super) fn string_duration_unparsable(agent: &Agent<'_>, said: &mut Findings) {
    for Duration { field, breaks } in durations(agent) {
        if let Some(breaks) = breaks
            && let Err(reason) = duration::parse(field.str())
        {
            let help = duration::days(field.str()).map(|hours| format!("write {hours}"));
            let finding = said.at(&field, format!("{:?} is no duration of Go ({reason}): {breaks}", field.str()));
            finding.help = help.unwrap_or_else(|| std::mem::take(&mut finding.help));
        }
    }
}

/// The durations of other kinds that have to be above zero.
const OF_KINDS: &[(&str, &[&str])] = &[
    (
        "ToolRegistry",
        &[
            "handlers[].timeout",
            "handlers[].httpConfig.retryPolicy.initialBackoff",
            "handlers[].httpConfig.retryPolicy.maxBackoff",
            "handlers[].grpcConfig.retryPolicy.initialBackoff",
            "handlers[].grpcConfig.retryPolicy.maxBackoff",
            "handlers[].mcpConfig.retryPolicy.initialBackoff",
            "handlers[].mcpConfig.retryPolicy.maxBackoff",
            "handlers[].openAPIConfig.retryPolicy.initialBackoff",
            "handlers[].openAPIConfig.retryPolicy.maxBackoff",
            "probe.interval",
            "probe.timeout",
        ],
    ),
    ("SessionRetentionPolicy", &["default.hotCache.ttlAfterInactive", "perWorkspace{}.hotCache.ttlAfterInactive"]),
];

/// RUN007.
pub(super) fn duration_not_positive(subject: &Subject<'_>, said: &mut Findings) {
    let kind = subject.object.kind.as_str();
    let of_agent = (kind == "AgentRuntime").then(|| Agent::new(subject.again()));
    let of_agent = of_agent.iter().flat_map(durations).map(|duration| duration.field);
    let paths = OF_KINDS.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, paths)| paths);
    let of_others = paths.iter().flat_map(|path| subject.spec.all(path));
    for field in of_agent.chain(of_others).filter(Field::is_written) {
        let field = &field;
        if duration::parse(field.str()).is_ok_and(|time| time <= 0) {
            said.at(field, format!("the duration {} is not above zero", field.str()));
        }
    }
}

/// RUN008.
pub(super) fn drain_timeout_out_of_effective_range(agent: &Agent<'_>, said: &mut Findings) {
    let Some(drain) = agent.leading().map(|facade| facade.field.get("drainTimeout")) else { return };
    match duration::parse(drain.str()) {
        Ok(time) if time > LONGEST_DRAIN => {
            said.at(&drain, format!("the pod is killed after 630s, before a drain of {} ends", drain.str()));
        }
        Ok(time) if time > 0 && time < SECOND => {
            said.at(&drain, format!("a drain of {} is below a second: the pod gets the time for 30s", drain.str()));
        }
        _ => {}
    }
}
