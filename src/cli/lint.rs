//! `lint`.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use super::{
    Exit, against,
    args::{self, InputArgs, SchemaArgs},
    output::{self, Target},
    parallel,
    ui::{self, Ui},
};
use crate::{
    apiserver::{KubeVersion, Operation, Request, Stored, Transcript},
    crd::{Catalog, Release},
    finding::{self, Finding, Severity},
    input::{Content, Input},
    lint::{self, FileReport, Linter, NotChecked, Summary},
    report::{self, Located, TextStyle},
    yaml::{Span, Text},
};
use clap::ValueEnum;

/// Check manifests as kubectl and the API server would.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Directories given as PATH are walked with all below them, those of -f are not,
unless -R is given. Files that .gitignore leaves out are not read.

Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 usage or input error,
3 environment error, 4 no Omnia object in the inputs (see --allow-empty).

Examples:
  kubectl omnia lint .
  kubectl omnia lint -f agents/ -R -o json
  helm template chart | kubectl omnia lint - --stdin-filename chart.yaml
  kubectl omnia lint -k overlays/prod --omnia-version 2026-07
  kubectl omnia lint packs/ --against git:origin/main")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    /// Write findings as FORMAT (text, concise, json, kubectl), to FILE or to standard output.
    #[arg(short, long, value_name = "FORMAT[=FILE]", value_parser = Target::<Format>::parse)]
    output: Vec<Target<Format>>,
    /// The Kubernetes release whose words are used: 1.30 to 1.36.
    #[arg(long, value_name = "RELEASE", default_value = "1.35", value_parser = args::kube_version)]
    kube_version: KubeVersion,
    /// The kubectl command that will send the manifests [default: apply; with --against replace].
    #[arg(long, value_enum, value_name = "OPERATION")]
    operation: Option<OperationArg>,
    /// Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision.
    #[arg(long, value_name = "PATH|git:REV", value_hint = clap::ValueHint::AnyPath)]
    against: Option<String>,
    /// The namespace that kubectl will be given.
    #[arg(short, long, value_name = "NAMESPACE")]
    namespace: Option<String>,
    /// Exit with 1 from this severity on.
    #[arg(long, value_enum, default_value_t = FailOn::Error, value_name = "SEVERITY")]
    fail_on: FailOn,
    /// Print findings from this severity on (JSON holds all).
    #[arg(long, value_enum, default_value_t = Show::Warning, value_name = "SEVERITY")]
    show: Show,
    /// Report these rules only: codes, names, families, ALL.
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    select: Vec<String>,
    /// Do not report these rules.
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Take an Omnia kind without a known schema for an error.
    #[arg(long)]
    strict_kinds: bool,
    /// Show what the parts of a rule that does not hold were, and where in the file that stands.
    #[arg(long)]
    trace: bool,
    /// Succeed when there is nothing to check.
    #[arg(long)]
    allow_empty: bool,
    /// Number of files to check at once (default: one a core).
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl Args {
    fn operation(&self) -> Operation {
        let default = if self.against.is_some() { OperationArg::Replace } else { OperationArg::Apply };
        self.operation.unwrap_or(default).into()
    }

    /// The stored objects; none when nothing is said of them.
    fn stored(&self, inputs: &[Input], ui: &mut Ui) -> Result<Option<Stored>, Exit> {
        let Some(against) = &self.against else { return Ok(None) };
        let kubectl = self.output.iter().any(|target| target.format == Format::Kubectl);
        let reason = match self.operation() {
            Operation::Create => "--operation create makes new objects, so there is nothing to compare: leave out --against",
            Operation::Apply if kubectl => "-o kubectl has no words for a patch: use --operation replace, or another format",
            _ => return against::stored(against, inputs, ui).map(Some),
        };
        ui.complain(&format!("error: {reason}"));
        Err(Exit::Usage)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Concise,
    Json,
    Kubectl,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OperationArg {
    Apply,
    Create,
    Replace,
}

impl From<OperationArg> for Operation {
    fn from(argument: OperationArg) -> Self {
        match argument {
            OperationArg::Apply => Self::Apply,
            OperationArg::Create => Self::Create,
            OperationArg::Replace => Self::Replace,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Info,
    Never,
}

impl FailOn {
    const fn threshold(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Info => Some(Severity::Info),
            Self::Never => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Show {
    Error,
    Warning,
    Info,
}

impl Show {
    const fn threshold(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
        }
    }
}

/// What one file came to.
struct FileResult {
    name: Arc<str>,
    summary: Summary,
    report: FileReport,
    located: Vec<Located>,
}

/// Which rules are reported.
struct Selection {
    selected: Option<Vec<&'static str>>,
    ignored: Vec<&'static str>,
}

impl Selection {
    fn new(args: &Args, ui: &mut Ui) -> Result<Self, Exit> {
        let mut codes = |words: &[String]| {
            let mut codes = Vec::new();
            for word in words {
                let found = finding::matching(word);
                if found.is_empty() {
                    ui.complain(&format!("error: no rule or family {word:?}: `kubectl omnia rules` lists them"));
                    return Err(Exit::Usage);
                }
                codes.extend(found.iter().map(|rule| rule.code));
            }
            Ok(codes)
        };
        let selected = codes(&args.select)?;
        let ignored = codes(&args.ignore)?;
        Ok(Self { selected: (!args.select.is_empty()).then_some(selected), ignored })
    }

    fn holds(&self, code: &str) -> bool {
        self.selected.as_ref().is_none_or(|codes| codes.contains(&code)) && !self.ignored.contains(&code)
    }
}

pub(super) fn run(mut args: Args, ui: &mut Ui) -> Exit {
    match lint(&mut args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn lint(args: &mut Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let targets = targets(args, ui)?;
    let selection = Selection::new(args, ui)?;
    let (catalog, crd_files) = args.schema.catalog(args.kube_version, ui)?;
    let release = args.schema.release();
    let newest = (release != Release::Current || !args.schema.crd.is_empty()).then(|| Catalog::new(Release::Current));
    let input = std::mem::take(&mut args.input);
    let (inputs, mut exit) = input.collect("lint", ui)?;
    let stored = args.stored(&inputs, ui)?;
    let wants = |format| targets.iter().any(|target| target.format == format);
    let job = Job {
        linter: Linter {
            catalog: &catalog,
            newest: newest.as_ref(),
            release: args.schema.crd.is_empty().then_some(release),
            request: Request {
                operation: args.operation(),
                release: args.kube_version,
                namespace: args.namespace.as_deref(),
                source: "",
            },
            strict_kinds: args.strict_kinds,
            others_expected: false,
            stored: stored.as_ref(),
            trace: args.trace,
        },
        selection,
        style: wants(Format::Text).then(|| style(ui, &targets)),
        json: wants(Format::Json),
        show: args.show.threshold(),
    };
    let words = wants(Format::Kubectl).then(|| inputs.clone());
    let mut results: Vec<FileResult> = crd_files.into_iter().map(|file| job.crd_file(file)).collect();
    for result in parallel::each(inputs, args.jobs, |input| job.guarded(input)) {
        match result {
            Ok(result) => results.push(result),
            Err(Failed::Input(error)) => exit = exit.and(args::complain(ui, &error)),
            Err(Failed::Panic(name)) => {
                ui.complain(&format!("error: internal error while checking {name:?}: please report this with the file"));
                exit = exit.and(Exit::Environment);
            }
        }
    }
    let run = Run::new(args, &job, results);
    let complained = exit != Exit::Success;
    for target in &targets {
        exit = exit.and(match (target.format, &words) {
            (Format::Kubectl, Some(inputs)) => job.kubectl(inputs.clone(), target, ui),
            // Where nothing could be read, what was said of the paths is all there is to say.
            _ if complained && run.results.is_empty() && !run.is_machine(target) => Exit::Success,
            _ => run.print(target, ui),
        });
    }
    exit = exit.and(run.exit(args));
    if exit == Exit::Nothing {
        ui.note("nothing to check: no Omnia object is in the inputs (--allow-empty takes this for a success)");
    }
    // The program ends here: to free what a large run found would only take time.
    std::mem::forget(run);
    Ok(exit)
}

fn targets(args: &Args, ui: &mut Ui) -> Result<Vec<Target<Format>>, Exit> {
    if args.output.is_empty() {
        let format = if ui::is_terminal() { Format::Text } else { Format::Concise };
        return Ok(vec![Target { format, file: None }]);
    }
    if args.output.iter().filter(|target| target.file.is_none()).count() > 1 {
        ui.complain("error: at most one -o can go to standard output: write the others to files with -o FORMAT=FILE");
        return Err(Exit::Usage);
    }
    Ok(args.output.clone())
}

fn style(ui: &Ui, targets: &[Target<Format>]) -> TextStyle {
    let to_stdout = targets.iter().any(|target| target.format == Format::Text && target.file.is_none());
    let terminal = ui::is_terminal();
    TextStyle {
        color: to_stdout && ui.is_colored(),
        unicode: ui.is_unicode(),
        width: if to_stdout && terminal { ui.width().unwrap_or(80) } else { ui.width().unwrap_or(120) },
    }
}

/// How each file is worked on.
struct Job<'a> {
    linter: Linter<'a>,
    selection: Selection,
    style: Option<TextStyle>,
    json: bool,
    show: Severity,
}

enum Failed {
    Input(crate::input::InputError),
    Panic(String),
}

impl Job<'_> {
    /// One file that makes the program stumble must not hide what is wrong with the others.
    fn guarded(&self, input: Input) -> Result<FileResult, Failed> {
        let name = input.name.clone();
        catch_unwind(AssertUnwindSafe(|| self.one(input))).unwrap_or(Err(Failed::Panic(name)))
    }

    fn one(&self, input: Input) -> Result<FileResult, Failed> {
        let name: Arc<str> = input.name.as_str().into();
        let source = source(&input);
        let walked = input.walked;
        let text = args::text(input).map_err(Failed::Input)?;
        let linter =
            Linter { request: Request { source: &source, ..self.linter.request }, others_expected: walked, ..self.linter };
        let report = lint::file(&text, &linter);
        Ok(self.selected(name, report, &text))
    }

    /// Findings leave the report for their places, so that the text of the file need not be kept.
    fn selected(&self, name: Arc<str>, mut report: FileReport, text: &Text) -> FileResult {
        let findings = std::mem::take(&mut report.findings).into_iter().filter(|finding| self.selection.holds(finding.code));
        let located: Vec<Located> = findings.map(|finding| self.locate(finding, &name, text)).collect();
        let mut summary = Summary::default();
        summary.add(&report);
        located.iter().for_each(|located| summary.count(located.finding.severity));
        if !self.json {
            // Nobody will ask which objects there were.
            (report.objects, report.skipped) = (Vec::new(), Vec::new());
        }
        FileResult { name, summary, report, located }
    }

    fn crd_file(&self, file: args::CrdFile) -> FileResult {
        let report = FileReport { findings: file.findings, ..FileReport::default() };
        self.selected(file.name.as_str().into(), report, &file.text)
    }

    /// What kubectl prints: it reads one file after the other.
    fn kubectl(&self, inputs: Vec<Input>, target: &Target<Format>, ui: &mut Ui) -> Exit {
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
        if self.json {
            located.rendered = report::render_text(&located.finding, name, text, TextStyle::PLAIN);
        }
        located
    }
}

/// The file as kubectl names it.
fn source(input: &Input) -> String {
    if matches!(input.content, Content::Bytes(_)) { "STDIN".to_owned() } else { input.name.clone() }
}

/// A whole run.
struct Run<'a> {
    args: &'a Args,
    linter: &'a Linter<'a>,
    results: Vec<FileResult>,
    summary: Summary,
    not_checked: BTreeMap<NotChecked, usize>,
    any_object: bool,
}

impl<'a> Run<'a> {
    fn new(args: &'a Args, job: &'a Job<'a>, mut results: Vec<FileResult>) -> Self {
        let any_object = results.iter().any(|result| result.report.objects_of_any_kind > 0);
        let any_error =
            results.iter().flat_map(|result| &result.located).any(|located| located.finding.severity == Severity::Error);
        let nothing = !any_object && !any_error && !args.allow_empty && job.selection.holds("YAML027");
        if let Some(first) = results.first_mut().filter(|_| nothing) {
            first.nothing(args.operation());
        }
        let mut summary = Summary::default();
        let mut not_checked = BTreeMap::new();
        for result in &results {
            summary.merge(&result.summary);
            for entry in &result.report.not_checked {
                *not_checked.entry(entry.clone()).or_default() += 1;
            }
        }
        Self { args, linter: &job.linter, results, summary, not_checked, any_object }
    }

    fn exit(&self, args: &Args) -> Exit {
        let worst = self.results.iter().flat_map(|result| &result.located).map(|located| located.finding.severity).max();
        let failed = args.fail_on.threshold().is_some_and(|threshold| worst.is_some_and(|worst| worst >= threshold));
        if failed {
            Exit::Negative
        } else if self.summary.objects == 0 && !args.allow_empty && (self.any_object || self.results.is_empty()) {
            Exit::Nothing
        } else {
            Exit::Success
        }
    }

    fn print(&self, target: &Target<Format>, ui: &mut Ui) -> Exit {
        let text = match target.format {
            Format::Text => self.text(),
            Format::Concise => self.concise(),
            Format::Json => return output::json(&self.json(), target, ui),
            Format::Kubectl => return Exit::Success,
        };
        if let Some(file) = &target.file {
            return output::write_file(file, &(text + &self.summary_text()), ui);
        }
        if ui.quiet() < 2 {
            ui.print(&text);
        }
        if ui.quiet() == 0 && !self.results.is_empty() {
            let summary = self.summary_text();
            if target.format == Format::Text && !ui::is_terminal() {
                ui.print(&summary);
            } else {
                ui.note(summary.trim_end());
            }
        }
        Exit::Success
    }

    fn is_machine(&self, target: &Target<Format>) -> bool {
        target.file.is_some() || target.format == Format::Json
    }

    fn shown(&self) -> impl Iterator<Item = &Located> {
        let threshold = self.args.show.threshold();
        self.results.iter().flat_map(|result| &result.located).filter(move |located| located.finding.severity >= threshold)
    }

    fn text(&self) -> String {
        self.shown().map(|located| located.shown.as_str()).collect()
    }

    fn concise(&self) -> String {
        self.shown().map(|located| report::concise_line(located) + "\n").collect()
    }

    fn summary_text(&self) -> String {
        let hidden = self.results.iter().flat_map(|result| &result.located).count() - self.shown().count();
        report::summary_text(&self.summary, &self.not_checked, hidden)
    }

    fn json(&self) -> report::LintReport<'_> {
        let files = self.results.iter();
        report::LintReport {
            api_version: report::API_VERSION,
            kind: "LintReport",
            tool: report::Tool::THIS,
            omnia_version: self.linter.release.map_or("custom", Release::name),
            kube_version: self.linter.request.release.to_string(),
            operation: self.linter.request.operation.name(),
            summary: self.summary,
            objects: files.clone().flat_map(|result| report::object_jsons(&result.name, &result.report)).collect(),
            findings: files.clone().flat_map(|result| &result.located).map(report::finding_json).collect(),
            skipped: files.clone().flat_map(|result| report::skipped_jsons(&result.name, &result.report)).collect(),
            not_checked: report::not_checked_jsons(&self.not_checked),
        }
    }
}

impl FileResult {
    /// Says at the beginning of the file that the whole input holds no object.
    fn nothing(&mut self, operation: Operation) {
        let message = format!("no objects passed to {operation}");
        let found = lint::no_objects(message, Span::default());
        let mut located = Located::at_start(found, &self.name);
        located.rendered = report::concise_line(&located) + "\n";
        located.shown.clone_from(&located.rendered);
        self.summary.count(located.finding.severity);
        self.located.insert(0, located);
    }
}
