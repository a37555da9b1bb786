//! `migrate`: manifests of older releases of the platform, brought to a newer one.

use std::sync::Arc;

use super::{
    Exit,
    args::{self, InputArgs},
    lint::mend,
    output, parallel,
    ui::Ui,
};
use crate::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    input::{self, Content, Input, InputError},
    lint::Linter,
    migrate::{self, Migrated},
    report,
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
}

/// What became of an input.
struct Done {
    input: Input,
    before: Arc<Text>,
    migrated: Migrated,
}

/// What all files came to.
#[derive(Default)]
struct Total {
    objects: usize,
    changes: usize,
    files: usize,
    left: usize,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    let Args { input, to, diff, dry_run } = args;
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
    inputs.retain(|input| {
        let is_page = input::is_page(&input.name);
        if is_page {
            ui.note(&format!("note: {} is a Markdown page: it was left alone", input.name));
        }
        !is_page
    });
    let catalog = Catalog::new(to);
    let mut total = Total::default();
    for result in parallel::each(inputs, None, |input| migrated(input, &catalog)) {
        match result {
            Ok(done) => exit = exit.and(settle(&done, diff, dry_run, &mut total, ui)),
            Err(error) => exit = exit.and(args::complain(ui, &error)),
        }
    }
    if total.objects == 0 && exit != Exit::Success {
        return exit;
    }
    exit.and(conclude(&total, to, is_kept, diff, ui))
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

/// Writes or shows what became of one input.
fn settle(done: &Done, diff: bool, dry_run: bool, total: &mut Total, ui: &mut Ui) -> Exit {
    let Done { input, before, migrated } = done;
    let is_changed = !migrated.changes.is_empty();
    total.objects += migrated.objects;
    total.changes += migrated.changes.len();
    total.files += usize::from(is_changed);
    total.left += migrated.left.len();
    let after = migrated.text.edited([]);
    if diff {
        if is_changed {
            mend::print_diff(&input.name, &before.edited([]), &after, ui);
        }
        return Exit::Success;
    }
    // What was piped in goes on, changed or not; then the report goes to standard error.
    let goes_on = !dry_run && !is_file(input);
    let report = told(&input.name, migrated, ui.quiet() > 0);
    if goes_on {
        ui.print_with(|out| out.write_all(&after));
        if !report.is_empty() {
            ui.note(report.trim_end_matches('\n'));
        }
        return Exit::Success;
    }
    if ui.quiet() < 2 {
        ui.print(&report);
    }
    match &input.content {
        Content::File(path) if is_changed && !dry_run => output::rewrite(path, &after, ui),
        _ => Exit::Success,
    }
}

/// What was changed, unless only what is left is wanted, and what is left.
fn told(name: &str, migrated: &Migrated, only_left: bool) -> String {
    let mut report = String::new();
    let mut object = "";
    for change in migrated.changes.iter().filter(|_| !only_left) {
        if change.object != object {
            report.push_str(&format!("{name}: {}\n", change.object));
            object = &change.object;
        }
        report.push_str(&format!("  {}\n", change.what));
    }
    for left in &migrated.left {
        let place = migrated.text.location(left.span.start);
        report.push_str(&format!("{name}:{}:{}: {}\n", place.line, place.column, left.message));
        if !left.help.is_empty() {
            report.push_str(&format!("  to decide: {}\n", left.help));
        }
    }
    report
}

fn conclude(total: &Total, to: Release, is_kept: bool, diff: bool, ui: &mut Ui) -> Exit {
    if total.objects == 0 && total.left == 0 {
        ui.note("nothing to migrate: no Omnia object is in the inputs");
        return Exit::Nothing;
    }
    if ui.quiet() == 0 && !diff {
        let changes = report::counted(total.changes, "change", "changes");
        let files = report::counted(total.files, "file", "files");
        let left = match total.left {
            0 => "nothing is left to decide".to_owned(),
            1 => "1 place is left to decide".to_owned(),
            left => format!("{left} places are left to decide"),
        };
        let done = if is_kept { "would be made" } else { "made" };
        ui.note(&format!("to release {to}: {changes} {done} in {files}, {left}"));
    }
    let is_open = total.left > 0 || (is_kept && total.changes > 0);
    if is_open { Exit::Negative } else { Exit::Success }
}
