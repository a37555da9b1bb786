//! `resolve`.

use std::collections::BTreeMap;

use clap::ValueEnum;

use super::{
    Exit,
    args::SchemaArgs,
    output::{self, Target},
    source::{Needs, Source, SourceArgs},
    ui::Ui,
    world,
};
use crate::{
    crd::Release,
    report::{self, Listed, ResolveReport, ResolveVerdict, ResolvedItem},
    resolve::Resolver,
};

/// Tell which PromptPack version each reference of an agent means, and why.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A word that is no path is the name of an agent in the cluster. Files win over
the cluster: `resolve agent.yaml --live` resolves the file among the packs that
are there.

Exit codes: 0 every reference means one version or was not checked, 1 one is not
found, refused or ambiguous, or changed with --fail-on-change, 2 usage or input
error, 3 environment error, 4 no agent.

Examples:
  kubectl omnia resolve agents/ packs/
  kubectl omnia resolve agent.yaml --live --explain
  kubectl omnia resolve support -n agents
  kubectl omnia resolve . --against git:origin/main --fail-on-change")]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    /// Write FORMAT (table, wide, name, json, yaml), to FILE or to standard output.
    #[arg(short, long, value_name = "FORMAT[=FILE]", default_value = "table", value_parser = Target::<Format>::parse)]
    output: Target<Format>,
    /// Name every candidate with the reason why it won or lost.
    #[arg(long)]
    explain: bool,
    /// Compare with the same files at a revision of Git.
    #[arg(long, value_name = "git:REV", value_parser = revision)]
    against: Option<String>,
    /// Compare with another context of the kubeconfig.
    #[arg(long, value_name = "NAME", conflicts_with = "against")]
    against_context: Option<String>,
    /// Exit with 1 when a reference means another version than in what it is compared with.
    #[arg(long)]
    fail_on_change: bool,
}

/// The revision of `git:REV`.
fn revision(text: &str) -> Result<String, String> {
    text.strip_prefix("git:").map(str::to_owned).ok_or_else(|| format!("{text:?} names no revision: write git:{text}"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Wide,
    Name,
    Json,
    Yaml,
}

const NEEDS: Needs<'_> = Needs { command: "resolve", kind: "AgentRuntime", kinds: &["PromptPack"] };

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    match resolve(args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn resolve(args: Args, ui: &mut Ui) -> Result<Exit, Exit> {
    if args.fail_on_change && args.against.is_none() && args.against_context.is_none() {
        ui.complain(
            "error: --fail-on-change compares: name a revision with --against git:REV, or a cluster with --against-context",
        );
        return Err(Exit::Usage);
    }
    let catalog = world::catalog(&args.schema, ui)?;
    let release = args.schema.release();
    let before = match (&args.against, &args.against_context) {
        (Some(revision), _) => Some(args.source.clone().gather(Some(revision), &catalog, NEEDS, ui)?),
        (None, Some(context)) => Some(args.source.in_context(context).gather(None, &catalog, NEEDS, ui)?),
        (None, None) => None,
    };
    let listed = match args.output.format {
        _ if args.explain => Listed::All,
        Format::Json | Format::Yaml => Listed::OfPack,
        Format::Table | Format::Wide | Format::Name => Listed::Nothing,
    };
    let source = args.source.gather(None, &catalog, NEEDS, ui)?;
    let mut items = items(&source, release, listed);
    let mut exit = source.exit;
    if let Some(before) = before {
        exit = exit.and(before.exit);
        compare(&mut items, &source, &before, release);
    }
    let report = ResolveReport::new(release.name(), items);
    if !args.explain && matches!(args.output.format, Format::Table | Format::Name) {
        faults(&report, ui);
    }
    notes(&report, ui);
    exit = exit.and(print(&report, &args.output, args.explain, ui));
    let negative =
        report.items.iter().any(|item| item.verdict.is_negative()) || args.fail_on_change && report.summary.changed > 0;
    Ok(exit.and(match (report.items.is_empty(), negative) {
        (true, _) => Exit::Nothing,
        (false, true) => Exit::Negative,
        (false, false) => Exit::Success,
    }))
}

fn items(source: &Source, release: Release, listed: Listed) -> Vec<ResolvedItem> {
    let resolver = Resolver::new(&source.world, release);
    let agents = source.asked().filter(|object| object.kind == NEEDS.kind);
    let resolutions = agents.flat_map(|agent| resolver.agent(agent));
    resolutions.map(|resolution| ResolvedItem::new(&resolver, &resolution, listed)).collect()
}

/// Says of each item what it meant before, where that was something else. What was not known before has not changed. The namespaces that
/// the two contexts stand for are the same in this comparison.
fn compare(items: &mut [ResolvedItem], source: &Source, before: &Source, release: Release) {
    let key = |item: &ResolvedItem, own: &str| {
        let namespace = Some(&item.agent.namespace).filter(|namespace| *namespace != own);
        (namespace.cloned(), item.agent.name.clone(), item.reference.clone())
    };
    let of_before = self::items(before, release, Listed::Nothing).into_iter();
    let of_before: BTreeMap<_, _> = of_before.map(|item| (key(&item, &before.namespace), item)).collect();
    for item in items {
        let Some(old) = of_before.get(&key(item, &source.namespace)) else { continue };
        let is_known = |item: &ResolvedItem| item.verdict != ResolveVerdict::NotChecked;
        let same = old.pack == item.pack && old.ties == item.ties && old.verdict == item.verdict;
        if !same && is_known(old) && is_known(item) {
            item.was = Some(old.meaning());
        }
    }
}

/// Why a reference means no version, or that the version fails the agent.
fn faults(report: &ResolveReport, ui: &mut Ui) {
    let told = |item: &&ResolvedItem| item.verdict != ResolveVerdict::NotChecked && !item.message.is_empty();
    for ResolvedItem { agent, reference, message, .. } in report.items.iter().filter(told) {
        ui.note(&format!("{}/{} {reference}: {message}", agent.namespace, agent.name));
    }
}

/// What nobody could look at, once for each reason.
fn notes(report: &ResolveReport, ui: &mut Ui) {
    let open = report.items.iter().filter(|item| item.verdict == ResolveVerdict::NotChecked);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for item in open {
        *reasons.entry(&item.message).or_default() += 1;
    }
    for (reason, count) in reasons {
        let references = if count == 1 { "1 reference".to_owned() } else { format!("{count} references") };
        ui.note(&format!("note: {references} not checked: {reason} (see --with, --live and --scope)"));
    }
    if report.items.is_empty() {
        ui.note("nothing to resolve: there is no AgentRuntime");
    }
}

fn print(report: &ResolveReport, target: &Target<Format>, explain: bool, ui: &mut Ui) -> Exit {
    let text = match target.format {
        Format::Json => return output::json(report, target, ui),
        Format::Yaml => match serde_saphyr::to_string(report) {
            Ok(text) => text,
            Err(error) => {
                ui.complain(&format!("error: cannot write the result: {error}; please report this"));
                return Exit::Environment;
            }
        },
        Format::Name => report.names(),
        _ if report.items.is_empty() => String::new(),
        Format::Table if explain => report.explained(ui.columns()),
        // A row stays a line there, as in kubectl.
        Format::Wide => report::table(&report.rows(true), 0, usize::MAX),
        Format::Table => report::table(&report.rows(false), 0, ui.columns()),
    };
    match &target.file {
        Some(file) => output::write_file(file, &text, ui),
        None => {
            ui.show(&text);
            Exit::Success
        }
    }
}
