//! The work on the files, several at once.

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use super::{
    super::{
        Exit, args,
        output::{self, Target},
        ui::Ui,
        world::{Reader, ScopeArgs},
    },
    formats::Format,
    selection::Selection,
};
use crate::{
    apiserver::{Request, Transcript},
    finding::{Finding, Severity},
    input::{Content, Input},
    lint::{self, FileReport, Linter, Summary, WorldReport},
    report::{self, FileResults, Located, TextStyle},
    world::{Object, Origin},
    yaml::{Span, Text},
};

/// How each file is worked on.
pub(super) struct Job<'a> {
    pub linter: Linter<'a>,
    pub selection: Selection,
    /// How text looks; none when nobody reads it.
    pub style: Option<TextStyle>,
    /// Whether a report for programs is made.
    pub reports: bool,
    /// Whether anybody asks for the objects.
    pub lists_objects: bool,
    pub show: Severity,
}

/// Why there are no results of a file.
pub(super) enum Failed {
    Input(crate::input::InputError),
    Panic(String),
}

impl Job<'_> {
    /// One file that makes the program stumble must not hide what is wrong with the others.
    pub fn guarded(&self, input: Input) -> Result<(FileResults, Vec<Object>), Failed> {
        let name = input.name.clone();
        catch_unwind(AssertUnwindSafe(|| self.one(input))).unwrap_or(Err(Failed::Panic(name)))
    }

    fn one(&self, input: Input) -> Result<(FileResults, Vec<Object>), Failed> {
        let name: Arc<str> = input.name.as_str().into();
        let source = source(&input);
        let walked = input.walked;
        let text = Arc::new(args::text(input).map_err(Failed::Input)?);
        let linter =
            Linter { request: Request { source: &source, ..self.linter.request }, others_expected: walked, ..self.linter };
        let (report, objects) = match self.selection.any(lint::world_finds) {
            true => lint::file_with_objects(&name, &text, &linter),
            false => (lint::file(&text, &linter), Vec::new()),
        };
        Ok((self.selected(name, report, &text), objects))
    }

    /// Adds to the files what is wrong with their objects together. A rule that stumbles must not hide what the others found.
    pub fn together(&self, files: &mut [FileResults], objects: Vec<Object>, scope: &ScopeArgs, ui: &mut Ui) -> Exit {
        let (world, asked, again, exit) = Reader::new(self.linter.catalog, scope, false).join(objects, ui);
        let checked = catch_unwind(AssertUnwindSafe(|| lint::world(&world, asked, &again, self.linter.release)));
        let Ok(WorldReport { findings, not_checked }) = checked else {
            ui.complain("error: internal error while checking objects together: please report this with the files");
            return Exit::Environment;
        };
        let at: BTreeMap<Arc<str>, usize> =
            files.iter().enumerate().map(|(index, file)| (Arc::clone(&file.name), index)).collect();
        let mut changed = BTreeSet::new();
        for (object, finding) in findings.into_iter().filter(|(_, finding)| self.selection.holds(finding.code)) {
            let Origin::File { name, text, .. } = &object.origin else { continue };
            let Some(index) = at.get(name) else { continue };
            files[*index].summary.count(finding.severity);
            files[*index].located.push(self.locate(finding, name, text));
            changed.insert(*index);
        }
        for (object, entry) in not_checked.into_iter().filter(|(_, entry)| self.selection.holds(entry.code)) {
            let Origin::File { name, .. } = &object.origin else { continue };
            if let Some(index) = at.get(name) {
                files[*index].report.not_checked.push(entry);
            }
        }
        for index in changed {
            files[index].located.sort_by(|a, b| place(a).cmp(&place(b)));
        }
        exit
    }

    /// Findings leave the report for their places, so that the text of the file need not be kept.
    fn selected(&self, name: Arc<str>, mut report: FileReport, text: &Text) -> FileResults {
        let findings = std::mem::take(&mut report.findings).into_iter().filter(|finding| self.selection.holds(finding.code));
        let located: Vec<Located> = findings.map(|finding| self.locate(finding, &name, text)).collect();
        let mut summary = Summary::default();
        summary.add(&report);
        located.iter().for_each(|located| summary.count(located.finding.severity));
        if !self.lists_objects {
            (report.objects, report.skipped) = (Vec::new(), Vec::new());
        }
        FileResults { name, summary, report, located }
    }

    /// What is wrong with CRDs that were passed in.
    pub fn crd_file(&self, file: args::CrdFile) -> FileResults {
        let report = FileReport { findings: file.findings, ..FileReport::default() };
        self.selected(file.name.as_str().into(), report, &file.text)
    }

    /// What kubectl prints: it reads one file after the other.
    pub fn kubectl(&self, inputs: Vec<Input>, target: &Target<Format>, ui: &mut Ui) -> Exit {
        let mut transcript = Transcript::new(self.linter.request.operation);
        for input in inputs {
            let source = source(&input);
            // A file that cannot be read was complained of before.
            if let Ok(text) = args::text(input) {
                lint::transcribe(&text, &source, &self.linter, &mut transcript);
            }
        }
        let said = transcript.finish();
        if let Some(file) = &target.file {
            return output::write_file(file, &(said.stderr + &said.stdout), ui);
        }
        if ui.quiet() < 2 {
            ui.print(&said.stdout);
            if !said.stderr.is_empty() {
                ui.complain(said.stderr.trim_end_matches('\n'));
            }
        }
        Exit::Success
    }

    fn locate(&self, finding: Finding, name: &Arc<str>, text: &Text) -> Located {
        let mut located = Located::new(finding, name, text);
        if let Some(style) = self.style.filter(|_| located.finding.severity >= self.show) {
            located.shown = report::render_text(&located.finding, name, text, style);
        }
        if self.reports {
            located.rendered = report::render_text(&located.finding, name, text, TextStyle::PLAIN);
        }
        located
    }
}

/// What the order of findings in a file goes by.
fn place(located: &Located) -> (usize, Span, &str, bool, &str) {
    let Finding { document, span, code, masked, message, .. } = &located.finding;
    (*document, *span, code, *masked, message)
}

/// The file as kubectl names it.
fn source(input: &Input) -> String {
    if matches!(input.content, Content::Bytes(_)) { "STDIN".to_owned() } else { input.name.clone() }
}
