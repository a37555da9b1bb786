//! Which version each reference means, for people: a table, or every candidate with its reason.

use super::{
    field::wrap,
    resolve::{CandidateJson, ResolveReport, ResolvedItem, VersionSource},
    table,
};
use crate::resolve::{Channel, Role};

impl ResolvedItem {
    /// The channel that the reference follows.
    fn channel(&self) -> &str {
        match (&self.requested.track, self.source) {
            (Some(track), _) => track,
            (None, VersionSource::Channel) => Channel::Stable.name(),
            (None, _) => "-",
        }
    }
}

impl ResolveReport {
    /// The rows of the table, the head first.
    pub fn rows(&self, wide: bool) -> Vec<Vec<String>> {
        let is_mixed = self.items.windows(2).any(|pair| pair[0].agent.namespace != pair[1].agent.namespace);
        let is_compared = self.items.iter().any(|item| item.was.is_some());
        let shown = |all: [(&str, bool); 11]| -> Vec<String> {
            all.into_iter().filter(|(_, shown)| *shown).map(|(cell, _)| cell.to_owned()).collect()
        };
        let columns = |cells: [&str; 11]| {
            let [namespace, agent, reference, pack, object, version, channel, source, verdict, was, message] = cells;
            shown([
                (namespace, is_mixed || wide),
                (agent, true),
                (reference, true),
                (pack, true),
                (object, true),
                (version, true),
                (channel, true),
                (source, true),
                (verdict, true),
                (was, is_compared),
                (message, wide),
            ])
        };
        let head =
            ["NAMESPACE", "AGENT", "REFERENCE", "PACK", "OBJECT", "VERSION", "CHANNEL", "SOURCE", "VERDICT", "WAS", "MESSAGE"];
        let mut rows = vec![columns(head)];
        for item in &self.items {
            let object = item.pack.as_ref().map_or("-", |pack| &pack.name);
            let version = if item.pack.is_some() { item.meaning() } else { "-".to_owned() };
            let version = if item.ties.is_empty() { version } else { item.meaning() };
            let source = match item.source {
                VersionSource::Pin => "pin",
                VersionSource::Channel => "channel",
                VersionSource::Live => "live",
            };
            rows.push(columns([
                &item.agent.namespace,
                &item.agent.name,
                short(&item.reference),
                &item.pack_name,
                object,
                &version,
                item.channel(),
                source,
                item.verdict.words(),
                item.was.as_deref().unwrap_or("-"),
                if item.message.is_empty() { "-" } else { &item.message },
            ]));
        }
        rows
    }

    /// Each reference with all candidates and their reasons.
    pub fn explained(&self, width: usize) -> String {
        let mut text = String::new();
        for item in &self.items {
            let asked = match (&item.requested.version, item.channel()) {
                (Some(version), _) => format!("version {version:?}"),
                (None, channel) => format!("channel {channel}"),
            };
            let (agent, meaning) = (&item.agent, item.meaning());
            let head = format!("{}/{} {}: {} {asked}: {meaning}", agent.namespace, agent.name, item.reference, item.pack_name);
            wrap(&head, 0, width, &mut text);
            if !item.message.is_empty() {
                wrap(&item.message, 2, width, &mut text);
            }
            if let Some(was) = &item.was {
                text.push_str(&format!("  before: {was}\n"));
            }
            let row = |candidate: &CandidateJson| {
                let version = if candidate.version.is_empty() { "-".to_owned() } else { candidate.version.clone() };
                vec![version, candidate.name.clone(), candidate.reason.clone()]
            };
            text.push_str(&table(&item.candidates.iter().map(row).collect::<Vec<_>>(), 2, width));
        }
        text
    }

    /// The objects that references mean, as `kubectl -o name` writes them.
    pub fn names(&self) -> String {
        let objects = self.items.iter().flat_map(|item| item.pack.iter().chain(&item.ties));
        let mut seen = std::collections::BTreeSet::new();
        objects
            .filter(|pack| seen.insert(pack.name.as_str()))
            .map(|pack| format!("promptpack.omnia.altairalabs.ai/{}\n", pack.name))
            .collect()
    }
}

/// The field in a word of the table.
fn short(path: &str) -> &str {
    [Role::Stable, Role::Candidate, Role::Trigger].into_iter().find(|role| role.path() == path).map_or(path, |role| match role {
        Role::Stable => "promptPackRef",
        Role::Candidate => "candidate",
        Role::Trigger => "trigger",
    })
}
