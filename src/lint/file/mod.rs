//! One file: its documents read, its objects judged, everything as findings.

mod outcome;

use std::sync::Arc;

use super::{
    found::{advice, first_line, notes, rule_finding, trap_finding},
    linter::Linter,
    mend,
    report::{FileReport, Skipped},
    template, traps,
};
use crate::{
    apiserver::{self, Manifest, Outcome, Request, Transcript},
    crd::{Catalog, Definition},
    finding::{
        Finding, Origin, Related, Severity,
        classify::{self, Source},
    },
    world::Object,
    yaml::{self, Document, Format, Node, ReadError, Span, Text},
};

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
        let written = traps::find(&document.root, self.text);
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

/// Whether a document says what it is, or at least something of it that only a manifest of a known kind would.
fn says_its_type(root: &Node<'_>, catalog: &Catalog) -> bool {
    let Some(map) = root.as_map() else { return false };
    let text = |key| map.get(key).and_then(Node::as_str).unwrap_or_default();
    let of_group = |definition: &Definition| text("apiVersion").starts_with(&definition.group) || definition.kind == text("kind");
    (map.get("apiVersion").is_some() && map.get("kind").is_some()) || catalog.definitions().any(of_group)
}
