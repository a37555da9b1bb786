//! `lint`.

mod flags;
mod formats;
mod job;
mod known;
mod live;
pub(super) mod mend;
mod neighbours;
mod pages;
mod policy;
mod scope;
mod watch;
mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{Exit, args, output::Target, parallel, settings::Configs, ui::Ui};
use crate::{
    apiserver::Operation,
    crd::Release,
    finding::Severity,
    input::{self, Content, Input},
    lint::{self, Summary},
    report::{self, FileResults, Located, Results},
    yaml::Span,
};
pub use flags::Args;
use formats::Format;
use job::{Failed, Job};
use known::Held;
use live::Live;
pub(super) use live::text as stored_text;
use policy::Policies;
use scope::Scope;

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    if args.watch { watch::run(&args, ui) } else { once(args, ui) }
}

fn once(mut args: Args, ui: &mut Ui) -> Exit {
    match lint(&mut args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn lint(args: &mut Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let mut configs = args.config.load(ui)?;
    let run = Arc::clone(configs.of_run());
    args.complete(&run).map_err(|reason| usage(&reason, ui))?;
    args.contradiction().map_or(Ok(()), |reason| Err(usage(reason, ui)))?;
    let targets = formats::targets(&args.output, ui)?;
    let (scope, crd_files) = Scope::new(args, ui)?;
    let (inputs, policies, exit) = inputs(args, &scope, &mut configs, ui)?;
    let stored = args.stored(&inputs, &scope, ui)?;
    let wants = |is: fn(&Format) -> bool| targets.iter().any(|target| is(&target.format));
    let job = Job {
        linter: scope.linter(args, args.request(&scope), stored.as_ref()),
        looks_together: policies.any(lint::world_finds),
        policies,
        no_ignores: args.no_ignores,
        style: wants(|format| *format == Format::Text).then(|| formats::style(ui, &targets)),
        reports: wants(Format::is_report),
        lists_objects: wants(Format::lists_objects) || scope.live.is_some(),
        ends: !args.watch,
        show: args.show.unwrap_or_default().threshold(),
        fixes: args.fixes(),
    };
    let again = args.add_ignores.is_some() || wants(|format| *format == Format::Kubectl);
    let kept = if again || scope.live.is_some() { inputs.clone() } else { Vec::new() };
    let (files, exit) = check(args, &job, scope.live.as_ref(), crd_files, inputs, exit, ui);
    let mut results = results(args, &job, files);
    if let Some(live) = scope.live.as_ref().filter(|_| !results.files.is_empty()) {
        results.files.extend(live.definitions(&job));
    }
    results.live = scope.live.as_ref().map(|live| live.report(&results.files, &kept, args, &scope));
    let exit = exit.and(settle(args, &scope, &job, &mut results, &kept, ui)?);
    if args.diff {
        return Ok(exit.and(mend::diff(&results, ui)));
    }
    let exit = exit.and(print(&job, &results, &targets, &kept, exit != Exit::Success, ui));
    if let Some(live) = &results.live {
        live::tell(live, ui);
    }
    let exit = exit.and(outcome(&results, args));
    if exit == Exit::Nothing {
        let place = if scope.live.is_some() { "cluster" } else { "inputs" };
        ui.note(&format!("nothing to check: no Omnia object is in the {place} (--allow-empty takes this for a success)"));
    }
    if job.ends {
        std::mem::forget(results);
    }
    Ok(exit)
}

fn usage(reason: &str, ui: &mut Ui) -> Exit {
    ui.complain(&format!("error: {reason}"));
    Exit::Usage
}

/// What is to be checked, without what configurations leave out, and by which rules.
fn inputs(args: &mut Args, scope: &Scope, configs: &mut Configs, ui: &mut Ui) -> Result<(Vec<Input>, Policies, Exit), Exit> {
    let input = std::mem::take(&mut args.input);
    // A file that is named is read, unless it is said that the patterns hold for it, too.
    let named = input.paths.iter().chain(&input.filename).map(|path| path.strip_prefix("./").unwrap_or(path).to_owned());
    let named: BTreeSet<String> = named.filter(|_| !input.force_exclude).collect();
    let built = input.kustomize.is_some();
    let is_live = scope.live.is_some() && input.is_empty();
    let (mut inputs, mut exit) = if is_live { (Vec::new(), Exit::Success) } else { input.collect("lint", ui)? };
    if let Some(live) = scope.live.as_ref().filter(|live| live.checks_objects(!is_live)) {
        let (objects, found) = live.objects(&scope.catalog, ui);
        inputs.extend(objects);
        exit = exit.and(found);
    }
    let policies = Policies::new(&args.rules, configs, &inputs, ui)?;
    inputs.retain(|input| !policies.excludes(&input.name) || named.contains(&input.name));
    let piped = inputs.len() == 1 && !built && !matches!(inputs[0].content, Content::Stored(_));
    if (args.fix.is_some() && !piped) || args.add_ignores.is_some() {
        mend::files_only(&inputs, if args.fix.is_some() { "--fix" } else { "--add-ignores" }, ui)?;
    }
    Ok((inputs, policies, exit))
}

/// Checks the files, and says which could not be checked.
fn check(
    args: &Args,
    job: &Job<'_>,
    live: Option<&Live>,
    crd_files: Vec<args::CrdFile>,
    inputs: Vec<Input>,
    mut exit: Exit,
    ui: &mut Ui,
) -> (Vec<FileResults>, Exit) {
    let mut files: Vec<FileResults> = crd_files.into_iter().map(|file| job.crd_file(file)).collect();
    let results = parallel::each(inputs, args.jobs, |input| job.guarded(input));
    files.reserve(results.len());
    let mut objects = Vec::with_capacity(results.len());
    for result in results {
        match result {
            // Most pages have nothing to do with Omnia.
            Ok((result, _)) if input::is_page(&result.name) && result.summary.documents == 0 && result.mended.is_none() => {}
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
    let exit = exit.and(job.together(&mut files, objects, &args.scope, live, ui));
    (files, exit)
}

fn results(args: &Args, job: &Job<'_>, mut files: Vec<FileResults>) -> Results {
    let any_object = files.iter().any(|file| file.report.objects_of_any_kind > 0);
    let any_error = files.iter().flat_map(|file| &file.located).any(|located| located.finding.severity == Severity::Error);
    let nothing = !any_object && !any_error && !args.allow_empty && job.policies.of_run().holds("YAML027");
    if let Some(first) = files.first_mut().filter(|_| nothing) {
        no_objects(first, args.operation());
    }
    let mut results = Results {
        omnia_version: job.linter.release.map_or("custom", Release::name),
        kube_version: job.linter.request.release,
        operation: job.linter.request.operation,
        files,
        summary: Summary::default(),
        not_checked: BTreeMap::new(),
        show: job.show,
        fail_on: args.fail_on.unwrap_or_default().threshold(),
        live: None,
    };
    results.count();
    results
}

/// Takes out what is known, and changes the files that are to be changed.
fn settle(args: &Args, scope: &Scope, job: &Job<'_>, results: &mut Results, inputs: &[Input], ui: &mut Ui) -> Result<Exit, Exit> {
    let mut exit = Exit::Success;
    known::ignore(results);
    if let Some(reason) = &args.add_ignores {
        exit = mend::add_ignores(results, inputs, reason, ui);
        let is_input = |file: &FileResults| inputs.iter().any(|input| *input.name == *file.name);
        results.files.retain(|file| !is_input(file));
        let (files, checked) = check(args, job, scope.live.as_ref(), Vec::new(), inputs.to_vec(), exit, ui);
        exit = checked;
        results.files.extend(files);
        known::ignore(results);
    }
    if let Some(path) = args.baseline.as_deref().filter(|_| !args.no_ignores) {
        let mut held = Held::read(path, args.update_baseline, ui)?;
        held.apply(results, args.update_baseline);
        if args.update_baseline {
            exit = exit.and(held.update(results, ui));
        } else {
            let stale = held.stale(results, job);
            results.files.extend(stale);
        }
    }
    if args.fix.is_some() && !args.diff {
        exit = exit.and(mend::write(results, ui));
    }
    results.count();
    Ok(exit)
}

fn print(job: &Job<'_>, results: &Results, targets: &[Target<Format>], inputs: &[Input], complained: bool, ui: &mut Ui) -> Exit {
    if results.files.iter().any(FileResults::is_piped) {
        // Standard output holds the mended text.
        results.shown().for_each(|located| ui.note(&report::concise_line(located)));
        return Exit::Success;
    }
    targets.iter().fold(Exit::Success, |exit, target| {
        exit.and(match target.format {
            Format::Kubectl => job.kubectl(inputs.to_vec(), target, ui),
            // Where nothing could be read, what was said of the paths is all there is to say.
            _ if complained && results.files.is_empty() && !formats::is_machine(target) => Exit::Success,
            _ => formats::print(results, target, ui),
        })
    })
}

/// Says at the beginning of the file that the whole input holds no object.
fn no_objects(file: &mut FileResults, operation: Operation) {
    let message = format!("no objects passed to {operation}");
    let mut located = Located::at_start(lint::no_objects(message, Span::default()), &file.name);
    located.rendered = report::concise_line(&located) + "\n";
    located.shown.clone_from(&located.rendered);
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
