//! The flags of `lint`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{
    super::{
        Exit, against,
        args::{self, InputArgs, SchemaArgs},
        operator::InstallationArgs,
        output::Target,
        settings::{ConfigArgs, Found},
        ui::Ui,
        world::ScopeArgs,
    },
    formats::{self, Format},
    live::LiveArgs,
    policy::RuleArgs,
    scope::Scope,
    usage,
    words::{FailOn, FixArg, OperationArg, Show},
};
use crate::{
    apiserver::{KubeVersion, Operation, Request, Stored},
    input::Input,
    lint::Fixes,
};

/// Check manifests as kubectl and the API server would.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Directories given as PATH are walked with all below them, those of -f are not,
unless -R is given. Files that .gitignore leaves out are not read.

TYPE/NAME as a PATH that does not exist stands for that object in the cluster;
with --live, -A or -l a TYPE stands for all its objects, and no PATH for all
objects of the platform. They are judged as they are stored.

Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 usage or input error,
3 environment error (the cluster cannot be asked), 4 no Omnia object in the
inputs (see --allow-empty).

Examples:
  kubectl omnia lint .
  kubectl omnia lint -f agents/ -R -o json
  helm template chart | kubectl omnia lint - --stdin-filename chart.yaml
  kubectl omnia lint -k overlays/prod --omnia-version 2026-07
  kubectl omnia lint packs/ --against git:origin/main
  kubectl omnia lint packs/ --live
  kubectl omnia lint agentruntime/support -n team-a
  kubectl omnia lint -A")]
pub struct Args {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) schema: SchemaArgs,
    /// Write findings as FORMAT (see `help formats`), to FILE or to standard output.
    #[arg(short, long, value_name = "FORMAT[=FILE]", value_parser = formats::target)]
    pub(super) output: Vec<Target<Format>>,
    /// The Kubernetes release whose words are used, 1.30 to 1.36 [default: that of the cluster, or 1.35].
    #[arg(long, value_name = "RELEASE", value_parser = args::kube_version)]
    pub(super) kube_version: Option<KubeVersion>,
    /// The kubectl command that will send the manifests [default: apply; with --against replace].
    #[arg(long, value_enum, value_name = "OPERATION")]
    pub(super) operation: Option<OperationArg>,
    /// Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision.
    #[arg(long, value_name = "PATH|git:REV", value_hint = clap::ValueHint::AnyPath, conflicts_with = "live")]
    pub(super) against: Option<String>,
    #[command(flatten)]
    pub(super) scope: ScopeArgs,
    #[command(flatten)]
    pub(super) installation: InstallationArgs,
    /// Exit with 1 from this severity on [default: error].
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(super) fail_on: Option<FailOn>,
    /// Print findings from this severity on (JSON holds all) [default: warning].
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(super) show: Option<Show>,
    #[command(flatten)]
    pub(super) rules: RuleArgs,
    /// Take an Omnia kind without a known schema for an error.
    #[arg(long)]
    pub(super) strict_kinds: bool,
    /// Report what comments, annotations and the baseline ignore.
    #[arg(long, conflicts_with_all = ["add_ignores", "update_baseline"])]
    pub(super) no_ignores: bool,
    /// Write a comment above each line with findings that ignores them, with this reason.
    #[arg(long, value_name = "REASON", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(super) add_ignores: Option<String>,
    /// Do not report the findings that FILE holds.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with = "add_ignores")]
    pub(super) baseline: Option<PathBuf>,
    /// Write the findings to the baseline.
    #[arg(long)]
    pub(super) update_baseline: bool,
    /// Mend what is safe to mend, or all that can be mended, in the files.
    #[arg(
        long,
        value_enum,
        value_name = "FIXES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "safe",
        conflicts_with_all = ["add_ignores", "update_baseline"]
    )]
    pub(super) fix: Option<FixArg>,
    /// Print what --fix would change, and change nothing.
    #[arg(long, conflicts_with_all = ["add_ignores", "update_baseline", "output"])]
    pub(super) diff: bool,
    /// Check again whenever a file changes.
    #[arg(short, long, conflicts_with_all = ["fix", "diff", "add_ignores", "update_baseline"])]
    pub(super) watch: bool,
    #[command(flatten)]
    pub(super) config: ConfigArgs,
    /// Show what the parts of a rule that does not hold were, and where in the file that stands.
    #[arg(long)]
    pub(super) trace: bool,
    /// Succeed when there is nothing to check.
    #[arg(long)]
    pub(super) allow_empty: bool,
    /// Number of files to check at once (default: one a core).
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
    #[command(flatten)]
    pub(super) live: LiveArgs,
}

impl Args {
    /// The same, with what is safe to mend mended in the files.
    pub(in crate::cli) fn fixing(mut self) -> Self {
        self.fix = self.fix.or(Some(FixArg::Safe));
        self
    }

    pub(super) fn operation(&self) -> Operation {
        let default = if self.against.is_some() { OperationArg::Replace } else { OperationArg::Apply };
        self.operation.unwrap_or(default).into()
    }

    /// Takes over what the configuration says where no flag says it.
    pub(super) fn complete(&mut self, found: &Found) -> Result<(), String> {
        let config = &found.config;
        let word = |key: &str| config.text(key);
        let path = |key: &str, path: &str| found.path(key, path);
        self.fail_on = self.fail_on.or_else(|| FailOn::from_str(word("lint.fail-on")?, true).ok());
        self.show = self.show.or_else(|| Show::from_str(word("lint.show")?, true).ok());
        self.kube_version = self.kube_version.or_else(|| args::kube_version(word("kube-version")?).ok());
        self.strict_kinds |= config.flag("lint.strict-kinds");
        self.schema.omnia_version = self.schema.omnia_version.take().or_else(|| word("omnia-version").map(str::to_owned));
        self.baseline = self.baseline.take().or_else(|| word("lint.baseline").map(|file| path("lint.baseline", file)));
        if self.schema.crd.is_empty() {
            let files = config.texts("crd").unwrap_or_default().iter();
            self.schema.crd = files.map(|file| path("crd", file).display().to_string()).collect();
        }
        if self.output.is_empty() && !self.diff {
            let variable = std::env::var("OMNIA_OUTPUT").ok().filter(|format| !format.is_empty());
            let configured = config.texts("lint.output").unwrap_or_default();
            let formats = variable.as_ref().map_or(configured, std::slice::from_ref);
            self.output = formats.iter().map(|format| formats::target(format)).collect::<Result<_, _>>()?;
        }
        Ok(())
    }

    /// What cannot be done together.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        if self.update_baseline && self.baseline.is_none() {
            return Some("--update-baseline needs --baseline FILE, or lint.baseline in the configuration");
        }
        if self.watch && self.input.paths.iter().chain(&self.input.filename).any(|path| path == "-") {
            return Some("--watch needs files: standard input is read once");
        }
        let both = self.add_ignores.is_some() && self.baseline.is_some();
        both.then_some("--add-ignores would ignore what the baseline holds a second time: --isolated leaves the baseline of the configuration out")
    }

    /// Which changes are made to files, or shown.
    pub(super) fn fixes(&self) -> Option<Fixes> {
        self.fix.map(Into::into).or(self.diff.then_some(Fixes::Safe))
    }

    /// The stored objects; none when nothing is said of them.
    pub(super) fn stored(&self, inputs: &[Input], scope: &Scope, ui: &mut Ui) -> Result<Option<Stored>, Exit> {
        let kubectl = self.output.iter().any(|target| target.format == Format::Kubectl);
        let reason = match (self.operation(), &scope.live, &self.against) {
            (_, None, None) => return Ok(None),
            (Operation::Create, ..) => {
                "--operation create makes new objects, so there is nothing to compare: leave out --against or --live"
            }
            (Operation::Apply, ..) if kubectl => {
                "-o kubectl has no words for a patch: use --operation replace, or another format"
            }
            (_, Some(live), _) => return live.stored(inputs, &scope.catalog, &self.request(scope), ui).map(Some),
            (_, None, Some(against)) => return against::stored(against, inputs, ui).map(Some),
        };
        Err(usage(reason, ui))
    }

    pub(super) fn request<'a>(&self, scope: &'a Scope) -> Request<'a> {
        Request { operation: self.operation(), release: scope.kube, namespace: scope.namespace.as_deref(), source: "" }
    }
}
