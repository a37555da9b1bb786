//! `migrate`: manifests of older releases of the platform, brought to a newer one.

use std::sync::Arc;

use super::{
    Exit,
    args::{self, InputArgs},
    lint::mend,
    output::{self, Format},
    parallel,
    ui::Ui,
};
use crate::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    input::{self, Content, Input, InputError},
    lint::Linter,
    migrate::{self, Migrated},
    report::{self, MigratedFile, MigrationReport, MigrationSummary},
    yaml::Text,
};

/// Rewrite manifests of older releases of the platform.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Fields and values that the release does not have any more are renamed, moved or
removed in the files; comments, quotes and layout stay. What only a person can
decide, and all else that the schema of the release refuses, is reported with
its line and column in the migrated file. `-` reads standard input and writes
the migrated text to standard output. Markdown pages are left alone.

Exit codes: 0 all was decided, 1 something is left to decide (with --diff or
--dry-run also: something would change), 2 usage or input error, 3 a file cannot
be written, 4 no Omnia object in the inputs.

Examples:
  kubectl omnia migrate . --dry-run     # what would change, what is left
  kubectl omnia migrate agents/         # change the files
  kubectl omnia migrate - < old.yaml > new.yaml")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The release to bring the manifests to: current or 2026-07.
    #[arg(long, value_name = "RELEASE", default_value_t = Release::Current)]
    to: Release,
    /// Print how the files would change, and nothing else; change nothing.
    #[arg(long, conflicts_with = "dry_run")]
    diff: bool,
    /// Report what would change and what is left, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// The format of the report: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true, conflicts_with = "diff")]
    output: Format,
}

/// What became of an input.
struct Done {
    input: Input,
    before: Arc<Text>,
    migrated: Migrated,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    let Args { input, to, diff, dry_run, output: format } = args;
    let is_built = input.kustomize.is_some();
    let (mut inputs, mut exit) = match input.collect("migrate", ui) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let is_kept = diff || dry_run;
    let is_piped = inputs.len() == 1 && !is_built && !is_file(&inputs[0]);
    if !is_kept
        && !is_piped
        && let Err(exit) = mend::files_only(&inputs, "migrate", ui)
    {
        return exit;
    }
    if is_piped && !is_kept && format != Format::Text {
        ui.complain("error: the migrated text goes to standard output: for a report there add --dry-run, or name files");
        return Exit::Usage;
    }
    inputs.retain(|input| {
        let is_page = input::is_page(&input.name);
        if is_page {
            ui.note(&format!("note: {} is a Markdown page: it was left alone", input.name));
        }
        !is_page
    });
    let catalog = Catalog::new(to);
    let mut total = MigrationSummary::default();
    let mut files = Vec::new();
    for result in parallel::each(inputs, None, |input| migrated(input, &catalog)) {
        match result {
            // A file that could not be written is as it was.
            Ok(done) => match settle(&done, diff, dry_run, ui) {
                Exit::Success => {
                    total.add(&done.migrated);
                    files.push(MigratedFile::new(&done.input.name, &done.migrated));
                }
                failure => exit = exit.and(failure),
            },
            Err(error) => exit = exit.and(args::complain(ui, &error)),
        }
    }
    files.retain(|file| !file.is_empty());
    let (end, verdict) = (conclusion(&total, to, is_kept), verdict(&total, is_kept));
    let is_told = if verdict == Exit::Nothing { exit == Exit::Success } else { ui.quiet() == 0 && !diff };
    if !diff {
        exit = exit.and(tell(MigrationReport::new(to.name(), is_kept, files, total), format, is_piped && !is_kept, ui));
    }
    if is_told {
        ui.note(&end);
    }
    if verdict == Exit::Nothing && exit != Exit::Success { exit } else { exit.and(verdict) }
}

fn is_file(input: &Input) -> bool {
    matches!(input.content, Content::File(_))
}

fn migrated(input: Input, catalog: &Catalog) -> Result<Done, InputError> {
    let before = Arc::new(args::text(input.clone())?);
    let release = KubeVersion::default();
    let linter = Linter {
        catalog,
        newest: None,
        release: Some(catalog.release()),
        request: Request { operation: Operation::Apply, release, namespace: None, source: &input.name },
        strict_kinds: false,
        others_expected: input.walked,
        stored: None,
        trace: false,
        operator: None,
    };
    let migrated = migrate::migrate(&before, &linter);
    Ok(Done { input, before, migrated })
}

/// Writes what became of one input, or shows how it would change.
fn settle(done: &Done, diff: bool, dry_run: bool, ui: &mut Ui) -> Exit {
    let Done { input, before, migrated } = done;
    let is_changed = !migrated.changes.is_empty();
    let after = migrated.text.edited([]);
    if diff {
        if is_changed {
            mend::print_diff(&input.name, &before.edited([]), &after, ui);
        }
        return Exit::Success;
    }
    match &input.content {
        _ if dry_run => Exit::Success,
        Content::File(path) if is_changed => output::rewrite(path, &after, ui),
        Content::File(_) => Exit::Success,
        _ => {
            // What was piped in goes on, changed or not.
            ui.print_with(|out| out.write_all(&after));
            Exit::Success
        }
    }
}

/// Prints the report, on standard error where the migrated text is on standard output.
fn tell(report: MigrationReport, format: Format, is_piped: bool, ui: &mut Ui) -> Exit {
    let only_left = ui.quiet() > 0;
    let text = || report.files.iter().map(|file| file.text(only_left)).collect::<String>();
    if !is_piped {
        return format.print(&report, text, ui);
    }
    let text = text();
    if !text.is_empty() {
        ui.note(text.trim_end_matches('\n'));
    }
    Exit::Success
}

fn conclusion(total: &MigrationSummary, to: Release, is_kept: bool) -> String {
    if total.objects == 0 && total.left == 0 {
        return "nothing to migrate: no Omnia object is in the inputs".to_owned();
    }
    let changes = report::counted(total.changes, "change", "changes");
    let files = report::counted(total.files, "file", "files");
    let left = match total.left {
        0 => "nothing is left to decide".to_owned(),
        1 => "1 place is left to decide".to_owned(),
        left => format!("{left} places are left to decide"),
    };
    let done = if is_kept { "would be made" } else { "made" };
    format!("to release {to}: {changes} {done} in {files}, {left}")
}

fn verdict(total: &MigrationSummary, is_kept: bool) -> Exit {
    if total.objects == 0 && total.left == 0 {
        return Exit::Nothing;
    }
    let is_open = total.left > 0 || (is_kept && total.changes > 0);
    if is_open { Exit::Negative } else { Exit::Success }
}
