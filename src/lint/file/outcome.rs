//! One object of a file: what the API server makes of it, what the webhooks say, and what the operator will do.

use std::sync::Arc;

use super::Pass;
use crate::{
    apiserver::{self, Cause, Failure, Identity, Judgement, Outcome, Resolved},
    crd::{Catalog, Definition, GROUP, Schema, Version, nearest::nearest},
    finding::{
        self, Finding, ObjectRef, Origin, Severity,
        classify::{self, Source},
    },
    lint::{
        admission::{self, Review},
        cause::{self, Scene},
        check,
        found::{advice, remark_finding, rule_finding},
        history,
        report::{NotChecked, ObjectReport, Skipped, Verdict},
        rule, update, world as world_rules,
    },
    world::{self, TextObject},
    yaml,
};

/// What is said of an object that the operator cannot read.
const UNDECODABLE: [&str; 4] = ["ADM015", "RUN006", "RUN121", "SCH013"];

impl<'t> Pass<'_, 't> {
    /// Reports one outcome; yields the object that it is about.
    pub(super) fn outcome(&mut self, outcome: Outcome<'t>, document: usize, json: bool) -> Option<Arc<ObjectRef>> {
        match outcome {
            Outcome::Judged(judgement) => {
                let identity = self.judged(&judgement, document, json);
                let ours = judgement.group == GROUP;
                if ours || self.keep {
                    let object = world::judged(*judgement, self.linter.catalog, self.origin(document), &self.linter.request);
                    if ours {
                        self.operated(&object, &identity);
                    }
                    self.hand_on(object);
                }
                Some(identity)
            }
            Outcome::Failed(failure) => self.failed(&failure, document),
            Outcome::Skipped(skipped) => {
                self.skipped(&skipped, document);
                if self.keep {
                    let object = world::skipped(skipped, self.origin(document), &self.linter.request);
                    self.hand_on(object);
                }
                None
            }
        }
    }

    /// Keeps what the rules across objects read, when anybody asks for it.
    fn hand_on(&mut self, object: TextObject<'_>) {
        self.kept.extend(self.keep.then(|| world_rules::keep(object)));
    }

    /// What the operator makes of an object that the server takes and that it can read. Of others nothing is said: the faults that follow
    /// from the first one help nobody.
    fn operated(&mut self, object: &TextObject<'_>, identity: &Arc<ObjectRef>) {
        let own = |finding: &&Finding| finding.object.as_ref().is_some_and(|object| Arc::ptr_eq(object, identity));
        let mut said = self.report.findings.iter().rev().take_while(own);
        if !object.accepted || said.any(|finding| UNDECODABLE.contains(&finding.code)) {
            return;
        }
        for mut finding in check::object(object, self.linter.platform(), self.linter.operator) {
            finding.object = Some(Arc::clone(identity));
            self.report.findings.push(finding);
        }
    }

    fn origin(&self, document: usize) -> world::Origin {
        world::Origin::File { name: Arc::clone(&self.name), text: Arc::clone(self.text), document }
    }

    fn judged(&mut self, judgement: &Judgement<'t>, document: usize, json: bool) -> Arc<ObjectRef> {
        let identity = Arc::new(object_ref(&judgement.identity, &judgement.name));
        let definition = self.definition(&judgement.identity, self.linter.catalog);
        let newest = self.linter.newest.and_then(|catalog| self.definition(&judgement.identity, catalog));
        let version = definition.and_then(|definition| version_of(definition, &judgement.identity));
        let scene = Scene {
            linter: self.linter,
            text: self.text,
            kind: definition.map_or("", |definition| &definition.kind),
            schema: version.map(|version| &version.schema),
            newest: newest.and_then(|definition| version_of(definition, &judgement.identity)).map(|version| &version.schema),
            json,
        };
        let traced = version.filter(|_| self.linter.trace);
        let stored = judgement.update.as_ref().map(|update| &update.stored);
        let finding = |one: &Cause| Finding {
            trace: traced.map(|version| rule::trace(one, &judgement.object, stored, version)).unwrap_or_default(),
            ..cause::finding(one.clone(), &scene)
        };
        let mut found: Vec<Finding> = judgement.causes.iter().map(finding).collect();
        found.extend(update::warnings(judgement));
        if let Some(definition) = definition {
            found.extend(self.namespace(judgement, definition));
        }
        let verdict = if self.stopped { Verdict::NotChecked } else { verdict(judgement.verdict) };
        let admission = self.admission(judgement, scene.kind, scene.schema, verdict, &mut found);
        if scene.kind == "AgentRuntime" {
            match update::removed_rollout(judgement) {
                Ok(finding) => found.extend(finding.map(|finding| Finding { masked: verdict == Verdict::Refused, ..finding })),
                Err(open) => self.report.not_checked.push(open),
            }
        }
        for mut finding in found {
            finding.object = Some(Arc::clone(&identity));
            self.report.findings.push(finding);
        }
        self.report.not_checked.extend(update::not_checked(judgement, self.linter.stored, scene.schema));
        self.report.objects.push(ObjectReport { document, identity: Arc::clone(&identity), verdict, admission });
        identity
    }

    /// Asks the webhooks of the platform, which the server does only for objects that it would take: what they say of others is masked,
    /// and their verdict open.
    fn admission(
        &mut self,
        judgement: &Judgement<'t>,
        kind: &str,
        schema: Option<&Schema>,
        verdict: Verdict,
        found: &mut Vec<Finding>,
    ) -> Verdict {
        if judgement.group != GROUP {
            return Verdict::NotChecked;
        }
        let stored = judgement.update.as_ref().map(|update| &update.stored);
        let operator = self.linter.operator;
        let mut admission = admission::review(&Review { kind, object: &judgement.object, schema, stored, operator });
        let hidden = verdict == Verdict::Refused;
        // What the server says of a field stands for what the webhook would say.
        admission.remarks.retain(|remark| !hidden || found.iter().all(|known| known.field != remark.field));
        found.extend(admission.remarks.into_iter().map(|remark| remark_finding(remark, hidden)));
        if hidden || self.stopped {
            return Verdict::NotChecked;
        }
        self.report.not_checked.extend(admission.not_checked);
        admission.verdict
    }

    /// What becomes of the namespace that is there, or is not.
    fn namespace(&mut self, judgement: &Judgement<'_>, definition: &Definition) -> Option<Finding> {
        let identity = &judgement.identity;
        let metadata = judgement.object.as_map().and_then(|map| map.entry("metadata"))?;
        let written = metadata.value.get("namespace").filter(|node| node.style != yaml::Style::Added);
        let place = written.map_or(metadata.key_span, |node| node.span);
        self.names_namespace |= definition.namespaced && !identity.namespace.is_empty();
        if !definition.namespaced && !identity.namespace.is_empty() {
            let message = format!("{} has no namespace: the server clears {:?}", definition.kind, identity.namespace);
            return Some(Finding { field: "metadata.namespace".to_owned(), ..advice("SCH012", &message, place) });
        }
        let missing = definition.namespaced && identity.namespace.is_empty() && self.linter.request.namespace.is_none();
        missing.then(|| {
            let message = "the object names no namespace: it goes to that of the context that applies it";
            Finding { field: "metadata.namespace".to_owned(), ..advice("META016", message, place) }
        })
    }

    fn failed(&mut self, failure: &Failure, document: usize) -> Option<Arc<ObjectRef>> {
        let identity = &failure.identity;
        let code = classify::code(Source::Decoder, "", "", &failure.cause.message);
        // Another project's object may lack what only its own server asks for; a type that is missing is everybody's matter.
        let mut found = rule_finding(code, failure.cause.message.clone(), failure.cause.span);
        found.origin = Origin::Decoder;
        if code == "SCH010" {
            found.help = self.wrong_type(identity);
        }
        let object = Arc::new(object_ref(identity, &identity.name));
        found.object = (!identity.kind.is_empty()).then(|| Arc::clone(&object));
        self.report.findings.push(found);
        if code != "SCH010" {
            return None;
        }
        let verdict = if self.stopped { Verdict::NotChecked } else { Verdict::Refused };
        self.report.objects.push(ObjectReport {
            document,
            identity: Arc::clone(&object),
            verdict,
            admission: Verdict::NotChecked,
        });
        Some(object)
    }

    fn wrong_type(&self, identity: &Identity) -> String {
        let kinds = || self.linter.catalog.definitions().map(|definition| definition.kind.as_str());
        let near = nearest(&identity.kind, kinds()).first().copied();
        let definition = near.and_then(|near| self.linter.catalog.definitions().find(|definition| definition.kind == near));
        match definition.and_then(|definition| Some((definition, definition.versions.iter().find(|version| version.served)?))) {
            Some((definition, version)) => {
                format!("write apiVersion: {}/{} and kind: {}", definition.group, version.name, definition.kind)
            }
            None => finding::find("SCH010").map(|rule| rule.fix.to_owned()).unwrap_or_default(),
        }
    }

    fn skipped(&mut self, skipped: &apiserver::Skipped, document: usize) {
        let identity = &skipped.identity;
        if !skipped.known_group {
            let reason = format!("{} {} is none of Omnia's kinds", identity.api_version, identity.kind);
            self.report.skipped.push(Skipped { document, reason });
            return;
        }
        let object = Arc::new(object_ref(identity, &identity.name));
        let renamed = history::RENAMED_KINDS.iter().find(|(old, _)| *old == identity.kind);
        let (mut found, verdict) = match renamed {
            Some((old, new)) => {
                let message = format!("no matches for kind {old:?} in version {:?}", identity.api_version);
                let mut found = rule_finding("DEP013", message, skipped.span);
                found.origin = Origin::Decoder;
                found.help = format!("the kind is called {new} now");
                (found, Verdict::Refused)
            }
            None => {
                let message =
                    format!("no schema is known for {} {}: the object was not checked", identity.api_version, identity.kind);
                let mut found = rule_finding("SCH028", message, skipped.span);
                if self.linter.strict_kinds {
                    found.severity = Severity::Error;
                }
                self.report.not_checked.push(NotChecked::new("SCH028", format!("{}, whose schema is not known", identity.kind)));
                (found, Verdict::NotChecked)
            }
        };
        found.object = Some(Arc::clone(&object));
        self.report.findings.push(found);
        self.report.objects.push(ObjectReport { document, identity: object, verdict, admission: Verdict::NotChecked });
    }

    fn definition<'d>(&self, identity: &Identity, catalog: &'d Catalog) -> Option<&'d Definition> {
        let (group, version) = identity.api_version.rsplit_once('/').unwrap_or(("", &identity.api_version));
        match apiserver::resolve(catalog, group, version, &identity.kind) {
            Resolved::Served(definition, _) | Resolved::NoUrl(definition, _) => Some(definition),
            _ => None,
        }
    }
}

fn version_of<'d>(definition: &'d Definition, identity: &Identity) -> Option<&'d Version> {
    let version = identity.api_version.rsplit('/').next().unwrap_or_default();
    definition.versions.iter().find(|candidate| candidate.name == version)
}

const fn verdict(verdict: apiserver::Verdict) -> Verdict {
    match verdict {
        apiserver::Verdict::Accepted => Verdict::Accepted,
        apiserver::Verdict::Refused => Verdict::Refused,
    }
}

fn object_ref(identity: &Identity, name: &str) -> ObjectRef {
    ObjectRef {
        api_version: identity.api_version.clone(),
        kind: identity.kind.clone(),
        namespace: identity.namespace.clone(),
        name: name.to_owned(),
    }
}
