//! One file: its documents read, its objects judged, everything as findings.

use std::sync::Arc;

use super::{
    admission::{self, Review},
    cause::{self, Scene},
    check, history, mend,
    report::{FileReport, NotChecked, ObjectReport, Skipped, Verdict},
    rule, template,
    traps::{self, Trap},
    update,
};
use crate::{
    apiserver::{self, Cause, Failure, Identity, Judgement, Manifest, Outcome, Request, Resolved, Stored, Transcript},
    crd::{Catalog, Definition, GROUP, Lookup, Release, Schema, Version, nearest::nearest},
    finding::{
        self, Finding, ObjectRef, Origin, Related, Severity,
        classify::{self, Source},
    },
    render::operator::Operator,
    world::{self, Object},
    yaml::{self, Document, Format, Node, Note, NoteKind, ReadError, Span, Text},
};

/// What files are judged by.
#[derive(Debug)]
pub struct Linter<'c> {
    /// The schemas.
    pub catalog: &'c Catalog,
    /// The schemas of the newest embedded release, to tell what is newer than the schemas in use; none when those are the newest.
    pub newest: Option<&'c Catalog>,
    /// The embedded release in use; none when a schema was passed in.
    pub release: Option<Release>,
    /// How the manifests reach the server.
    pub request: Request<'c>,
    /// Whether an Omnia kind without a schema is an error.
    pub strict_kinds: bool,
    /// Whether documents without `apiVersion` and `kind` are some other program's: a folder that is walked holds values of charts and
    /// settings of tools beside manifests. Elsewhere they are what kubectl takes them for, broken manifests.
    pub others_expected: bool,
    /// The objects that are there; none when nothing is known of them and all objects count as new.
    pub stored: Option<&'c Stored>,
    /// Whether findings of rules tell what the parts of the rule were.
    pub trace: bool,
    /// What the operator was told; none when nothing is known of the installation.
    pub operator: Option<&'c Operator>,
}

impl Linter<'_> {
    /// The release of the platform that the objects are for. Schemas that were passed in tell it by a field of the newer one.
    fn platform(&self) -> Release {
        self.release.unwrap_or_else(|| {
            let agent = match self.catalog.find(&format!("{GROUP}/v1alpha1"), "AgentRuntime") {
                Lookup::Found(found) => found.version.schema.property("spec"),
                _ => None,
            };
            match agent {
                Some(spec) if spec.property("a2aClients").is_none() => Release::R2026_07,
                _ => Release::Current,
            }
        })
    }
}

/// What is said of an object that the operator cannot read.
const UNDECODABLE: [&str; 4] = ["ADM015", "RUN006", "RUN121", "SCH013"];

/// Lints the text of a file.
///
/// Recursive as deep as the documents are nested: needs a stack for 10,000 levels.
pub fn file(text: &Arc<Text>, linter: &Linter<'_>) -> FileReport {
    Pass::new(linter.request.source, text, linter).run().0
}

/// Lints the text of a file as [`file`] does, and hands its objects on to the rules that look at several ones ([`super::world`]). `name`
/// is the file for people.
pub fn file_with_objects(name: &str, text: &Arc<Text>, linter: &Linter<'_>) -> (FileReport, Vec<Object>) {
    Pass { keep: true, ..Pass::new(name, text, linter) }.run()
}

/// Adds to `transcript` what kubectl makes of the file `source`.
///
/// Recursive as [`file`] is.
pub fn transcribe(text: &Text, source: &str, linter: &Linter<'_>, transcript: &mut Transcript) {
    let documents = yaml::read(text);
    let request = Request { source, ..linter.request };
    for document in documents.documents {
        let outcomes = judge(manifest(document, text), linter, &request);
        transcript.document(source, &outcomes);
        if outcomes.iter().any(Outcome::stops) {
            return;
        }
    }
    if let Some(error) = documents.error {
        transcript.unreadable(source, &error);
    }
}

fn manifest<'t>(document: Document<'t>, text: &'t Text) -> Manifest<'t> {
    let json = document.format == Format::Json;
    Manifest { node: document.root, json: json.then(|| text.slice(document.span)) }
}

fn judge<'t>(manifest: Manifest<'t>, linter: &Linter<'_>, request: &Request<'_>) -> Vec<Outcome<'t>> {
    match linter.stored {
        Some(stored) => apiserver::document_against(manifest, linter.catalog, request, stored),
        None => apiserver::document(manifest, linter.catalog, request),
    }
}

struct Pass<'a, 't> {
    name: Arc<str>,
    text: &'t Arc<Text>,
    linter: &'a Linter<'a>,
    report: FileReport,
    /// A document before this one ends kubectl's reading of the file.
    stopped: bool,
    /// The index of the next broken document.
    next: usize,
    /// Where the first document stands that kubectl does not read.
    first_unread: Option<(usize, Span)>,
    names_namespace: bool,
    /// Whether anybody asks for the objects.
    keep: bool,
    kept: Vec<Object>,
}

impl<'a, 't> Pass<'a, 't> {
    fn new(name: &str, text: &'t Arc<Text>, linter: &'a Linter<'a>) -> Self {
        Self {
            name: name.into(),
            text,
            linter,
            report: FileReport::default(),
            stopped: false,
            next: 0,
            first_unread: None,
            names_namespace: false,
            keep: false,
            kept: Vec::new(),
        }
    }

    fn run(mut self) -> (FileReport, Vec<Object>) {
        let documents = yaml::read(self.text);
        self.around(&documents);
        for document in documents.documents {
            self.document(document);
        }
        if let Some(error) = documents.error {
            self.read_error(&error, false);
        }
        for unread in documents.unread {
            self.stopped = true;
            match unread {
                Ok(document) => self.document(document),
                Err(error) => self.read_error(&error, true),
            }
        }
        let kept = std::mem::take(&mut self.kept);
        (self.finish(), kept)
    }

    /// What concerns the file and not one of its documents.
    fn around(&mut self, documents: &yaml::Documents<'_>) {
        let in_comment = |span: Span| {
            let line = self.text.slice(self.text.line_span(self.text.location(span.start).line));
            line.trim_start().starts_with('#')
        };
        let replaced = self.text.replaced();
        let in_value = replaced.iter().find(|replaced| !in_comment(replaced.span));
        if let Some(first) = in_value.or(replaced.first()) {
            let mut found =
                advice("YAML021", "bytes that are no UTF-8 stand here; kubectl puts U+FFFD in their place", first.span);
            if in_value.is_none() {
                found.severity = Severity::Info;
            }
            self.report.findings.push(found);
        }
        for empty in &documents.empty {
            // Comments at the top of a file are no document that anybody forgot.
            if empty.start == 0 && documents.documents.first().is_some_and(|first| first.span.start >= empty.end) {
                continue;
            }
            self.report.findings.push(advice("YAML012", "the document holds no object", first_line(self.text, *empty)));
        }
        if let Some(line) = documents.lost_line {
            let message = "kubectl drops this last line: it has no line break, and its length is a multiple of 4,096 bytes";
            self.report.findings.push(advice("YAML025", message, line));
        }
    }

    fn read_error(&mut self, error: &ReadError, unread: bool) {
        let general = classify::code(Source::Reader, "", "", &error.message);
        let chunk = self.chunk_around(error.span);
        let code = match general {
            "YAML013" | "YAML017" | "YAML023" if template::explains(self.text, chunk, error.span) => "YAML024",
            "YAML013" if self.is_tab(error.span) => "YAML001",
            code => code,
        };
        let mut found = rule_finding(code, error.message.clone(), error.span);
        found.origin = Origin::Parser;
        found.masked = unread;
        found.document = self.next;
        found.related = error.related.map(|(span, word)| Related { message: word.to_owned(), span }).into_iter().collect();
        self.report.findings.push(found);
        self.report.documents += 1;
        if unread {
            self.unread(error.span, self.next);
        }
        self.next += 1;
    }

    /// From the separator before a place to the one behind it.
    fn chunk_around(&self, place: Span) -> Span {
        let content = self.text.as_str();
        let at = (place.start as usize).min(content.len());
        let start = content[..at].rfind("\n---").map_or(0, |at| at + 1);
        let end = content[at..].find("\n---").map_or(content.len(), |end| at + end);
        Span::new(start as u32, end as u32)
    }

    fn is_tab(&self, place: Span) -> bool {
        let line = self.text.slice(self.text.line_span(self.text.location(place.start).line));
        let indentation = &line[..line.len() - line.trim_start().len()];
        indentation.contains('\t') || self.text.slice(place).starts_with('\t')
    }

    fn unread(&mut self, span: Span, document: usize) {
        if self.first_unread.is_none() {
            self.first_unread = Some((document, first_line(self.text, span)));
        }
    }

    fn document(&mut self, document: Document<'t>) {
        let index = document.index as usize;
        self.next = index + 1;
        self.report.documents += 1;
        if self.stopped {
            self.unread(document.span, index);
        }
        if self.linter.others_expected && !says_its_type(&document.root, self.linter.catalog) {
            let reason = "a document without apiVersion and kind, which is no manifest".to_owned();
            self.report.skipped.push(Skipped { document: index, reason });
            self.report.objects_of_any_kind += 1;
            return;
        }
        let start = self.report.findings.len();
        let span = document.span;
        let written = traps_of(&document, self.text);
        let placeholder = template::placeholder(self.text, &document);
        let rewritten = notes(&document.notes, self.text);
        let json = document.format == Format::Json;
        let outcomes = judge(manifest(document, self.text), self.linter, &self.linter.request);

        self.report.objects_of_any_kind += outcomes.len();
        let objects = self.report.objects.len();
        let stops = outcomes.iter().any(Outcome::stops);
        let single = outcomes.len() == 1;
        let mut object = None;
        for outcome in outcomes {
            let identity = self.outcome(outcome, index, json);
            object = object.or(identity);
        }
        let ours = self.report.objects.len() > objects || self.report.findings.len() > start;
        if ours {
            let mut found: Vec<Finding> = written.into_iter().map(trap_finding).chain(rewritten).collect();
            found.extend(placeholder.map(|span| advice("YAML008", "a placeholder of a template stands here", span)));
            // The lost pause of a rollout is more than a key without a value.
            let lost = |found: &Finding| {
                found.code == "YAML010"
                    && self.report.findings[start..]
                        .iter()
                        .any(|known| known.code == "RUN053" && found.field.strip_suffix(".pause") == Some(&known.field))
            };
            found.retain(|found| !lost(found));
            // One object: what is wrong with its text belongs to it.
            let only = single.then_some(object).flatten();
            for mut finding in found {
                finding.object.clone_from(&only);
                self.report.findings.push(finding);
            }
        }
        for finding in &mut self.report.findings[start..] {
            finding.document = index;
            finding.masked |= self.stopped;
        }
        if single {
            self.mend(start, span);
        }
        self.stopped |= stops;
    }

    /// Adds to the findings of the document at `span` the changes that mend them. What a program fills in later is left alone.
    fn mend(&mut self, start: usize, span: Span) {
        let found = &mut self.report.findings[start..];
        let wants = |finding: &Finding| finding.fix.is_none() && mend::knows(finding.code);
        if !found.iter().any(wants) || found.iter().any(|finding| finding.code == "YAML008") {
            return;
        }
        let Some(chunk) = mend::Chunk::of(self.text, span) else { return };
        for finding in found.iter_mut().filter(|finding| wants(finding)) {
            finding.fix = chunk.fix(finding);
        }
    }

    /// Reports one outcome; yields the object that it is about.
    fn outcome(&mut self, outcome: Outcome<'t>, document: usize, json: bool) -> Option<Arc<ObjectRef>> {
        match outcome {
            Outcome::Judged(judgement) => {
                let identity = self.judged(&judgement, document, json);
                let ours = judgement.group == GROUP;
                if ours || self.keep {
                    let object = world::judged(*judgement, self.linter.catalog, self.origin(document), &self.linter.request);
                    if ours {
                        self.operated(&object, &identity);
                    }
                    self.kept.extend(self.keep.then_some(object));
                }
                Some(identity)
            }
            Outcome::Failed(failure) => self.failed(&failure, document),
            Outcome::Skipped(skipped) => {
                self.skipped(&skipped, document);
                let origin = self.origin(document);
                self.kept.extend(self.keep.then(|| world::skipped(skipped, origin, &self.linter.request)));
                None
            }
        }
    }

    /// What the operator makes of an object that the server takes and that it can read. Of others nothing is said: the faults that follow
    /// from the first one help nobody.
    fn operated(&mut self, object: &Object, identity: &Arc<ObjectRef>) {
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

    fn finish(mut self) -> FileReport {
        if let Some((document, span)) = self.first_unread {
            let message = "kubectl does not read this document nor those after it, since an earlier one stops it".to_owned();
            let mut found = rule_finding("YAML026", message, span);
            found.document = document;
            self.report.findings.push(found);
        }
        if self.names_namespace {
            for finding in self.report.findings.iter_mut().filter(|finding| finding.code == "META016") {
                finding.severity = Severity::Warning;
            }
        }
        self.report.findings.sort_by(|a, b| {
            let key = |finding: &Finding| (finding.document, finding.span.start, finding.span.end, finding.code);
            key(a).cmp(&key(b)).then_with(|| (a.masked, &a.message).cmp(&(b.masked, &b.message)))
        });
        // What kubectl says of a member of a list, and the server would say again, is one fault.
        self.report.findings.dedup_by(|later, first| {
            let same = (later.document, later.span, later.code) == (first.document, first.span, first.code);
            same && later.masked && !first.masked
        });
        self.report
    }
}

/// The finding for an input that holds no object at all; `message` is what kubectl says.
pub fn no_objects(message: String, span: Span) -> Finding {
    rule_finding("YAML027", message, span)
}

/// Whether a document says what it is, or at least something of it that only a manifest of a known kind would.
fn says_its_type(root: &Node<'_>, catalog: &Catalog) -> bool {
    let Some(map) = root.as_map() else { return false };
    let text = |key| map.get(key).and_then(Node::as_str).unwrap_or_default();
    let of_group = |definition: &Definition| text("apiVersion").starts_with(&definition.group) || definition.kind == text("kind");
    (map.get("apiVersion").is_some() && map.get("kind").is_some()) || catalog.definitions().any(of_group)
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

fn first_line(text: &Text, span: Span) -> Span {
    let written = text.slice(span);
    Span::new(span.start, span.start + written.find('\n').unwrap_or(written.len()) as u32)
}

/// A finding of a rule with the severity, the origin and the help of the registry.
pub(super) fn rule_finding(code: &'static str, message: String, span: Span) -> Finding {
    match finding::find(code) {
        Some(rule) => finding_of(rule, message, span),
        None => blank(code, message, span),
    }
}

/// The same, of a rule that was looked up before.
pub(super) fn finding_of(rule: &finding::Rule, message: String, span: Span) -> Finding {
    let help = rule.fix.to_owned();
    Finding { severity: rule.severity, origin: rule.origin, help, ..blank(rule.code, message, span) }
}

fn blank(code: &'static str, message: String, span: Span) -> Finding {
    Finding {
        code,
        severity: Severity::Error,
        origin: Origin::Decoder,
        message,
        field: String::new(),
        masked: false,
        object: None,
        document: 0,
        span,
        related: Vec::new(),
        help: String::new(),
        fix: None,
        trace: Vec::new(),
    }
}

fn remark_finding(remark: admission::Remark, hidden: bool) -> Finding {
    let mut found = rule_finding(remark.code, remark.message, remark.span);
    found.severity = remark.severity.unwrap_or(found.severity);
    found.origin = remark.origin.unwrap_or(found.origin);
    found.field = remark.field;
    found.masked = remark.masked || hidden;
    found.help = remark.help.unwrap_or(found.help);
    found
}

fn advice(code: &'static str, message: &str, span: Span) -> Finding {
    rule_finding(code, message.to_owned(), span)
}

fn traps_of(document: &Document<'_>, text: &Text) -> Vec<Trap> {
    traps::find(&document.root, text)
}

fn trap_finding(trap: Trap) -> Finding {
    let mut found = rule_finding(trap.code, trap.message, trap.span);
    if trap.harmless {
        found.severity = Severity::Info;
    }
    found.field = trap.field;
    found.related = trap.related.map(|(span, message)| Related { message: message.to_owned(), span }).into_iter().collect();
    found.help = trap.help;
    found.fix = trap.fix;
    found
}

/// What the reader noticed.
fn notes(notes: &[Note], text: &Text) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut anchors = false;
    for note in notes {
        match note.kind {
            NoteKind::Anchor | NoteKind::Alias | NoteKind::Merge if anchors => {}
            NoteKind::Anchor | NoteKind::Alias | NoteKind::Merge => {
                anchors = true;
                let message = "an anchor, alias or merge key: it holds in this document only and is gone in the cluster";
                found.push(advice("YAML009", message, note.span));
            }
            NoteKind::RewrittenKey => found.push(rewritten_key(text.slice(note.span), note.span)),
            NoteKind::Unread => {
                let message = "kubectl drops the text from here to the next separator without a word";
                found.push(advice("YAML025", message, first_line(text, note.span)));
            }
        }
    }
    found
}

fn rewritten_key(written: &str, span: Span) -> Finding {
    let mut finding = advice("YAML006", &format!("the key {written} is no string for YAML: it becomes another one"), span);
    finding.help = format!("quote it: {}", traps::quoted(written));
    finding.fix = Some(finding::Fix {
        title: format!("quote {written}"),
        safe: true,
        edits: vec![finding::Edit { span, text: traps::quoted(written) }],
    });
    finding
}
