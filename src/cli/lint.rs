//! `lint`.

mod formats;
mod job;
mod selection;

use clap::ValueEnum;

use super::{
    Exit, against,
    args::{self, InputArgs, SchemaArgs},
    output::Target,
    parallel,
    ui::Ui,
    world::ScopeArgs,
};
use crate::{
    apiserver::{KubeVersion, Operation, Request, Stored},
    crd::{Catalog, Release},
    finding::Severity,
    input::Input,
    lint::{self, Linter, Summary},
    report::{self, FileResults, Located, Results},
    yaml::Span,
};
use formats::Format;
use job::{Failed, Job};
use selection::Selection;

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
    /// Write findings as FORMAT (see `help formats`), to FILE or to standard output.
    #[arg(short, long, value_name = "FORMAT[=FILE]", value_parser = formats::target)]
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
    #[command(flatten)]
    scope: ScopeArgs,
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

pub(super) fn run(mut args: Args, ui: &mut Ui) -> Exit {
    match lint(&mut args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn lint(args: &mut Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let targets = formats::targets(&args.output, ui)?;
    let selection = Selection::new(&args.select, &args.ignore, ui)?;
    let (catalog, crd_files) = args.schema.catalog(args.kube_version, ui)?;
    let release = args.schema.release();
    let newest = (release != Release::Current || !args.schema.crd.is_empty()).then(|| Catalog::new(Release::Current));
    let input = std::mem::take(&mut args.input);
    let (inputs, mut exit) = input.collect("lint", ui)?;
    let stored = args.stored(&inputs, ui)?;
    let wants = |is: fn(&Format) -> bool| targets.iter().any(|target| is(&target.format));
    let job = Job {
        linter: Linter {
            catalog: &catalog,
            newest: newest.as_ref(),
            release: args.schema.crd.is_empty().then_some(release),
            request: Request {
                operation: args.operation(),
                release: args.kube_version,
                namespace: args.scope.namespace(),
                source: "",
            },
            strict_kinds: args.strict_kinds,
            others_expected: false,
            stored: stored.as_ref(),
            trace: args.trace,
        },
        selection,
        style: wants(|format| *format == Format::Text).then(|| formats::style(ui, &targets)),
        reports: wants(Format::is_report),
        lists_objects: wants(Format::lists_objects),
        show: args.show.threshold(),
    };
    let words = wants(|format| *format == Format::Kubectl).then(|| inputs.clone());
    let mut files: Vec<FileResults> = crd_files.into_iter().map(|file| job.crd_file(file)).collect();
    let mut objects = Vec::new();
    for result in parallel::each(inputs, args.jobs, |input| job.guarded(input)) {
        match result {
            Ok((result, mut kept)) => {
                files.push(result);
                objects.append(&mut kept);
            }
            Err(Failed::Input(error)) => exit = exit.and(args::complain(ui, &error)),
            Err(Failed::Panic(name)) => {
                ui.complain(&format!("error: internal error while checking {name:?}: please report this with the file"));
                exit = exit.and(Exit::Environment);
            }
        }
    }
    exit = exit.and(job.together(&mut files, objects, &args.scope, ui));
    let results = results(args, &job, files);
    let complained = exit != Exit::Success;
    for target in &targets {
        exit = exit.and(match (&target.format, &words) {
            (Format::Kubectl, Some(inputs)) => job.kubectl(inputs.clone(), target, ui),
            // Where nothing could be read, what was said of the paths is all there is to say.
            _ if complained && results.files.is_empty() && !formats::is_machine(target) => Exit::Success,
            _ => formats::print(&results, target, ui),
        });
    }
    exit = exit.and(outcome(&results, args));
    if exit == Exit::Nothing {
        ui.note("nothing to check: no Omnia object is in the inputs (--allow-empty takes this for a success)");
    }
    // The program ends here: to free what a large run found would only take time.
    std::mem::forget(results);
    Ok(exit)
}

fn results(args: &Args, job: &Job<'_>, mut files: Vec<FileResults>) -> Results {
    let any_object = files.iter().any(|file| file.report.objects_of_any_kind > 0);
    let any_error = files.iter().flat_map(|file| &file.located).any(|located| located.finding.severity == Severity::Error);
    let nothing = !any_object && !any_error && !args.allow_empty && job.selection.holds("YAML027");
    if let Some(first) = files.first_mut().filter(|_| nothing) {
        no_objects(first, args.operation());
    }
    let mut results = Results {
        omnia_version: job.linter.release.map_or("custom", Release::name),
        kube_version: job.linter.request.release,
        operation: job.linter.request.operation,
        files,
        summary: Summary::default(),
        not_checked: Default::default(),
        show: job.show,
        fail_on: args.fail_on.threshold(),
    };
    results.count();
    results
}

/// Says at the beginning of the file that the whole input holds no object.
fn no_objects(file: &mut FileResults, operation: Operation) {
    let message = format!("no objects passed to {operation}");
    let mut located = Located::at_start(lint::no_objects(message, Span::default()), &file.name);
    located.rendered = report::concise_line(&located) + "\n";
    located.shown.clone_from(&located.rendered);
    file.summary.count(located.finding.severity);
    file.located.insert(0, located);
}

fn outcome(results: &Results, args: &Args) -> Exit {
    let any_object = results.files.iter().any(|file| file.report.objects_of_any_kind > 0);
    if results.all().any(|located| results.fails(located)) {
        Exit::Negative
    } else if results.summary.objects == 0 && !args.allow_empty && (any_object || results.files.is_empty()) {
        Exit::Nothing
    } else {
        Exit::Success
    }
}
