//! What the rules about rollouts say of agents.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::super::{Exit, lint::stored_text, ui::Ui};
use crate::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    finding::Finding,
    lint::{self, Linter, WorldReport},
    report::{self, Located, TextStyle},
    world::{Object, Origin, Scope, TextObject, World},
    yaml::Text,
};

/// Judges agents by the rules about rollouts. What comments ignore is left out; configurations have no say.
pub(super) struct Rules<'a> {
    pub catalog: &'a Catalog,
    /// None when schemas were passed in.
    pub release: Option<Release>,
    pub namespace: Option<&'a str>,
}

/// Findings by file, document and name of the agent.
pub(super) type Found = BTreeMap<(Arc<str>, usize, String), Vec<Located>>;

/// The rules whose findings belong to a plan.
fn is_about_rollouts(code: &str) -> bool {
    ("RUN052"..="RUN073").contains(&code) || ("RUN113"..="RUN120").contains(&code)
}

impl Rules<'_> {
    fn linter<'l>(&'l self, source: &'l str, operation: Operation) -> Linter<'l> {
        let request = Request { operation, release: KubeVersion::default(), namespace: self.namespace, source };
        Linter {
            catalog: self.catalog,
            newest: None,
            release: self.release,
            request,
            strict_kinds: false,
            others_expected: false,
            stored: None,
            trace: false,
            operator: None,
        }
    }

    /// The findings of the first `asked` objects of a world of files, each agent's apart.
    pub fn of_files(&self, world: &World, asked: usize, ui: &mut Ui) -> Found {
        let mut texts: BTreeMap<&Arc<str>, &Arc<Text>> = BTreeMap::new();
        for object in world.objects().iter().take(asked).filter(|object| object.kind == "AgentRuntime") {
            if let Origin::File { name, text, .. } = &object.origin {
                texts.insert(name, text);
            }
        }
        let mut found: Found = BTreeMap::new();
        for (name, text) in &texts {
            let report = lint::file(text, &self.linter(name, Operation::Apply));
            report.findings.into_iter().for_each(|finding| keep(finding, name, text, &mut found));
        }
        for (name, finding) in self.together(world, asked, ui) {
            if let Some(text) = texts.get(&name) {
                keep(finding, &name, text, &mut found);
            }
        }
        found.values_mut().for_each(|findings| findings.sort_by_key(|located| (located.finding.span, located.finding.code)));
        found
    }

    /// The findings of an agent as it is stored, among what stands around it.
    pub fn of_stored(&self, agent: &Object, around: &World, ui: &mut Ui) -> Result<Vec<Located>, Exit> {
        let name: Arc<str> = format!("live:{}/agentruntimes/{}", agent.namespace, agent.name).into();
        let text = stored_text(agent).map_err(|error| error.to_string());
        let text =
            text.and_then(|text| Text::new(text.into_bytes()).map_err(|_| "it is too large".to_owned())).map_err(|error| {
                ui.complain(&format!("error: cannot write {}: {error}; please report this", agent.id()));
                Exit::Environment
            })?;
        let text = Arc::new(text);
        let (_, objects) = lint::file_with_objects(&name, &text, &self.linter(&name, Operation::Replace));
        let mut world = World::new(Scope::Open);
        let asked = objects.len();
        objects.into_iter().chain(around.objects().iter().cloned()).for_each(|object| drop(world.add(object)));
        let found = self.of_files(&world, asked, ui);
        Ok(found.into_values().flatten().collect())
    }

    /// What only several objects together show, with the file that it is in. What could not be known is told.
    fn together(&self, world: &World, asked: usize, ui: &mut Ui) -> Vec<(Arc<str>, Finding)> {
        let WorldReport { findings, not_checked } = lint::world(world, asked, &[], self.release, None, None);
        let open = not_checked.iter().map(|(_, entry)| entry).filter(|entry| is_about_rollouts(entry.code));
        let open: BTreeSet<String> = open.map(|entry| format!("not checked: {}: {}", entry.code, entry.reason())).collect();
        open.iter().for_each(|line| ui.note(line));
        let placed = |(object, finding): (&TextObject<'_>, Finding)| match &object.origin {
            Origin::File { name, .. } => Some((Arc::clone(name), finding)),
            Origin::Cluster { .. } => None,
        };
        findings.into_iter().filter_map(placed).collect()
    }
}

/// Adds a finding about a rollout that no comment ignores.
fn keep(finding: Finding, name: &Arc<str>, text: &Arc<Text>, found: &mut Found) {
    if !is_about_rollouts(finding.code) || lint::ignores(text, false).rules.iter().any(|ignore| ignore.covers(&finding)) {
        return;
    }
    let agent = finding.object.as_ref().map(|object| object.name.clone()).unwrap_or_default();
    let document = finding.document;
    let mut located = Located::new(finding, name, text);
    located.rendered = report::render_text(&located.finding, name, text, TextStyle::PLAIN);
    found.entry((Arc::clone(name), document, agent)).or_default().push(located);
}
