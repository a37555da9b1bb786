//! The work on the files, several at once.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use super::{
    super::{
        Exit, args,
        output::{self, Target},
        ui::Ui,
    },
    formats::Format,
    selection::Selection,
};
use crate::{
    apiserver::{Request, Transcript},
    finding::{Finding, Severity},
    input::{Content, Input},
    lint::{self, FileReport, Linter, Summary},
    report::{self, FileResults, Located, TextStyle},
    yaml::Text,
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
    pub fn guarded(&self, input: Input) -> Result<FileResults, Failed> {
        let name = input.name.clone();
        catch_unwind(AssertUnwindSafe(|| self.one(input))).unwrap_or(Err(Failed::Panic(name)))
    }

    fn one(&self, input: Input) -> Result<FileResults, Failed> {
        let name: Arc<str> = input.name.as_str().into();
        let source = source(&input);
        let walked = input.walked;
        let text = Arc::new(args::text(input).map_err(Failed::Input)?);
        let linter =
            Linter { request: Request { source: &source, ..self.linter.request }, others_expected: walked, ..self.linter };
        let report = lint::file(&text, &linter);
        Ok(self.selected(name, report, &text))
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

/// The file as kubectl names it.
fn source(input: &Input) -> String {
    if matches!(input.content, Content::Bytes(_)) { "STDIN".to_owned() } else { input.name.clone() }
}
