//! The work on the files, several at once.

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::Arc,
};

use super::{
    super::{
        Exit, args, connection,
        output::{self, Target},
        ui::Ui,
        world::{Reader, ScopeArgs},
    },
    formats::Format,
    live::Live,
    mend, pages,
    policy::{FilePolicy, Policies},
};
use crate::{
    apiserver::{Operation, Request, Transcript},
    finding::{Finding, Severity},
    input::{self, Content, Input},
    lint::{self, FileReport, Fixes, Ignore, Linter, Summary, WorldReport},
    report::{self, FileResults, Located, Mended, TextStyle},
    world::{Object, Origin},
    yaml::{Span, Text},
};

/// How each file is worked on.
pub(super) struct Job<'a> {
    pub linter: Linter<'a>,
    pub policies: Policies,
    /// Whether a rule that looks at objects together is reported anywhere.
    pub looks_together: bool,
    /// Whether what manifests ignore is reported all the same.
    pub no_ignores: bool,
    /// How text looks; none when nobody reads it.
    pub style: Option<TextStyle>,
    /// Whether a report for programs is made.
    pub reports: bool,
    /// Whether anybody asks for the objects.
    pub lists_objects: bool,
    /// Whether the program ends behind the run: to free what a large one kept would only take time.
    pub ends: bool,
    pub show: Severity,
    /// Which changes are made; none when files stay as they are.
    pub fixes: Option<Fixes>,
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
        let policy = self.policies.of(&input.name);
        let path = mend::path(&input).map(Path::to_owned);
        let stored = matches!(input.content, Content::Stored(_));
        let text = Arc::new(args::text(input).map_err(Failed::Input)?);
        let request = Request { source: &source, ..self.linter.request };
        let linter = match stored {
            false => Linter { request, others_expected: walked, ..self.linter },
            // What the object would be if somebody wrote it again, with nothing forgiven.
            true => Linter { request: Request { operation: Operation::Replace, ..request }, stored: None, ..self.linter },
        };
        if stored {
            let (mut results, objects) = self.judged(name, &text, &linter, &policy);
            // Nothing changes in it, so that rules about changes have nothing to say.
            results.report.not_checked.retain(|entry| entry.code != "CEL906");
            return Ok((results, objects));
        }
        let Some(fixes) = self.fixes else {
            return Ok(self.judged(name, &text, &linter, &policy));
        };
        let is_page = input::is_page(&name);
        let fixed = lint::fix(&text, fixes, |text| {
            let report = if is_page { pages::report(text, &linter) } else { lint::file(text, &linter) };
            self.unignored(report, &sources(is_page, text), &policy)
        });
        let count = fixed.as_ref().map_or(0, |fixed| fixed.count);
        let now = fixed.map_or_else(|| Arc::clone(&text), |fixed| fixed.text);
        let (mut results, objects) = self.judged(name, &now, &linter, &policy);
        // What was piped in goes on, mended or not.
        let goes_on = count > 0 || path.is_none();
        results.mended = goes_on.then(|| Mended { path, before: text.edited([]), after: now.edited([]), count });
        Ok((results, objects))
    }

    fn judged(
        &self,
        name: Arc<str>,
        text: &Arc<Text>,
        linter: &Linter<'_>,
        policy: &FilePolicy<'_>,
    ) -> (FileResults, Vec<Object>) {
        let (report, objects) = match self.looks_together {
            // What stands in a page is an example, and no object beside the others.
            _ if input::is_page(&name) => (pages::report(text, linter), Vec::new()),
            true => lint::file_with_objects(&name, text, linter),
            false => (lint::file(text, linter), Vec::new()),
        };
        (self.selected(name, report, text, policy), objects)
    }

    /// Adds to the files what is wrong with their objects together, and with those of a cluster where one is asked. A rule that stumbles must not hide what the others found.
    pub fn together(
        &self,
        files: &mut [FileResults],
        objects: Vec<Object>,
        scope: &ScopeArgs,
        live: Option<&Live>,
        ui: &mut Ui,
    ) -> Exit {
        let (mut world, asked, again, mut exit) = Reader::new(self.linter.catalog, scope, false).join(objects, ui);
        if let Some(live) = live.filter(|_| self.looks_together)
            && let Err(error) = live.complete(&mut world, asked, self.linter.catalog)
        {
            exit = exit.and(connection::complain(ui, &error));
        }
        let checked = catch_unwind(AssertUnwindSafe(|| {
            lint::world(&world, asked, &again, self.linter.release, self.linter.operator, self.linter.stored)
        }));
        let Ok(WorldReport { findings, not_checked }) = checked else {
            ui.complain("error: internal error while checking objects together: please report this with the files");
            return Exit::Environment;
        };
        let at: BTreeMap<Arc<str>, usize> =
            files.iter().enumerate().map(|(index, file)| (Arc::clone(&file.name), index)).collect();
        let mut changed = BTreeSet::new();
        for (object, finding) in findings {
            let Origin::File { name, text, .. } = &object.origin else { continue };
            let Some(index) = at.get(name) else { continue };
            let Some(finding) = self.policies.of(name).judge(finding) else { continue };
            files[*index].located.retain(|known| !lint::outranks(&finding, &known.finding));
            files[*index].located.push(self.locate(finding, name, text));
            changed.insert(*index);
        }
        for (object, entry) in not_checked {
            let Origin::File { name, .. } = &object.origin else { continue };
            if let Some(index) = at.get(name).filter(|_| self.policies.of(name).holds(entry.code)) {
                files[*index].report.not_checked.push(entry);
            }
        }
        for index in changed {
            files[index].located.sort_by(|a, b| place(a).cmp(&place(b)));
        }
        if self.ends {
            std::mem::forget((world, again));
        }
        exit
    }

    /// The findings that are reported: what is ignored is not mended either.
    fn unignored(&self, report: FileReport, sources: &[Arc<Text>], policy: &FilePolicy<'_>) -> Vec<Finding> {
        let FileReport { findings, not_checked, .. } = report;
        let mut found: Vec<Finding> = findings.into_iter().filter_map(|finding| policy.judge(finding)).collect();
        if self.no_ignores {
            return found;
        }
        let ignores: Vec<Ignore> = sources.iter().flat_map(|text| lint::ignores(text, false).rules).collect();
        // What only all objects together show is not known here, nor what was not checked.
        let is_open = |code: &&str| lint::world_finds(code) || not_checked.iter().any(|entry| entry.code == *code);
        let unused = ignores.iter().filter(|ignore| {
            let settled = ignore.codes.iter().all(|code| policy.holds(code) && !is_open(code));
            settled && !found.iter().any(|finding| ignore.covers(finding))
        });
        let unused: Vec<Finding> = unused.filter_map(|ignore| policy.judge(ignore.unused.clone())).collect();
        found.retain(|finding| !ignores.iter().any(|ignore| ignore.covers(finding)));
        found.extend(unused);
        found
    }

    /// Findings leave the report for their places, so that the text of the file need not be kept.
    fn selected(&self, name: Arc<str>, mut report: FileReport, text: &Arc<Text>, policy: &FilePolicy<'_>) -> FileResults {
        let locate = |finding: Finding| Some(self.locate(policy.judge(finding)?, &name, text));
        let mut located: Vec<Located> = std::mem::take(&mut report.findings).into_iter().filter_map(locate).collect();
        let mut ignores = Vec::new();
        let is_page = input::is_page(&name);
        for source in sources(is_page, text).iter().filter(|_| !self.no_ignores) {
            let found = lint::ignores(source, policy.requires_reason());
            located.extend(found.findings.into_iter().filter_map(locate));
            ignores.extend(found.rules.into_iter().map(|ignore| {
                // Where a rule is not reported nobody can say that nothing is ignored.
                let reported = ignore.codes.iter().all(|code| policy.holds(code));
                let unused = reported.then(|| locate(ignore.unused.clone())).flatten();
                (ignore, unused)
            }));
        }
        let mut summary = Summary::default();
        summary.add(&report);
        if !self.lists_objects {
            (report.objects, report.skipped) = (Vec::new(), Vec::new());
        }
        FileResults { name, summary, report, located, ignores, ignored: Vec::new(), mended: None }
    }

    /// What is wrong with CRDs that were passed in.
    pub fn crd_file(&self, file: args::CrdFile) -> FileResults {
        let report = FileReport { findings: file.findings, ..FileReport::default() };
        self.selected(file.name.as_str().into(), report, &Arc::new(file.text), &self.policies.of_run())
    }

    /// What kubectl prints: it reads one file after the other.
    pub fn kubectl(&self, inputs: Vec<Input>, target: &Target<Format>, ui: &mut Ui) -> Exit {
        let mut transcript = Transcript::new(self.linter.request.operation);
        for input in inputs.into_iter().filter(|input| !input::is_page(&input.name)) {
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

    /// The finding with its place, and as text for those who ask for it.
    pub fn locate(&self, finding: Finding, name: &Arc<str>, text: &Text) -> Located {
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

/// The texts that are read for themselves: the blocks of a page, or the file.
fn sources(is_page: bool, text: &Arc<Text>) -> Vec<Arc<Text>> {
    if is_page { pages::blocks(text).into_iter().map(|(text, _)| text).collect() } else { vec![Arc::clone(text)] }
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
