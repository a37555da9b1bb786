//! `diff`.

mod live;

use std::{collections::BTreeSet, path::Path, process::Command};

use clap::ValueEnum;

use super::{
    Exit,
    args::{self, SchemaArgs},
    connection::ClusterArgs,
    operator::OperatorArgs,
    output::{self, Target},
    render,
    ui::Ui,
    world::{self, Gathered, Reader, ScopeArgs},
};
use crate::{
    crd::Catalog,
    input::{self, Input, InputError},
    render::{
        Assumption, Renderer, Tree,
        compare::{self, Comparison, Side},
        operator::Operator,
        set,
    },
    report::{self, AssumptionJson},
};

/// Compare what the operator would create for two versions of manifests.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The rendered objects are compared, not the manifests: does the edit restart the
agent's pods, and which field causes it; does it change a port, an external
host, a permission. Data of Secrets are masked.

git:REV stands for the files of the other side at a revision, git:REV:PATH for
those at PATH. KUBECTL_EXTERNAL_DIFF names a program that shows the difference,
as for kubectl diff.

Exit codes: 0 no difference, 1 differences, above 1 failure.

Examples:
  kubectl omnia diff git:origin/main agents/ --with platform/
  kubectl omnia diff old.yaml new.yaml
  kubectl omnia diff --live agents/
  kubectl omnia diff git:v1.0:agents git:v1.1:agents -o markdown")]
pub struct Args {
    /// The old and the new version: a file, a directory, or git:REV[:PATH]; with --live the new one.
    #[arg(value_names = ["OLD", "NEW"], num_args = 1..=2, required = true, value_hint = clap::ValueHint::AnyPath)]
    sides: Vec<String>,
    /// Compare with the live objects, which stand for the old version.
    #[arg(long, help_heading = "Cluster options")]
    live: bool,
    #[command(flatten)]
    connection: ClusterArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    operator: OperatorArgs,
    /// Write the difference as FORMAT (unified, markdown, json), to FILE or to standard output.
    #[arg(short, long, value_name = "FORMAT[=FILE]", default_value = "unified", value_parser = Target::<Format>::parse)]
    output: Target<Format>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Unified,
    Markdown,
    Json,
}

use live::Live;

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    match diff(&args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn diff(args: &Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let operator = args.operator.settings(ui)?;
    let catalog = world::catalog(&args.schema, ui)?;
    let job = Job { args, operator: &operator, catalog: &catalog };
    let (comparison, assumptions, trouble) = match (args.live, args.sides.as_slice()) {
        (false, [old, new]) => job.versions([old.as_str(), new], ui)?,
        (true, [new]) => job.live(new, ui)?,
        (is_live, _) => {
            ui.complain(if is_live {
                "error: --live stands for the old version: name the new one only"
            } else {
                "error: name the old and the new version, or the new one and --live"
            });
            return Err(Exit::Usage);
        }
    };
    let differs = !comparison.objects.is_empty() || !comparison.agents.is_empty();
    let printed = Page { args, operator: &operator, comparison: &comparison, assumptions: &assumptions }.print(ui);
    let exit = if differs { Exit::Negative } else { Exit::Success };
    Ok(exit.and(printed).and(trouble))
}

/// A comparison, what was assumed for it, and what went wrong on the way.
type Outcome = (Comparison, BTreeSet<Assumption>, Exit);

struct Job<'a> {
    args: &'a Args,
    operator: &'a Operator,
    catalog: &'a Catalog,
}

impl Job<'_> {
    fn versions(&self, [old_name, new]: [&str; 2], ui: &mut Ui) -> Result<Outcome, Exit> {
        let (gathered, old_exit) = self.gather(inputs(old_name, new), ui)?;
        let mut old = self.rendered(gathered);
        let (gathered, new_exit) = self.gather(inputs(new, old_name), ui)?;
        stop(&gathered, ui)?;
        let new = self.rendered(gathered);
        let comparison = compare::compare(&mut old, &new, self.operator, self.args.schema.release());
        // What was wrong before may have been put right since; what is wrong now is a failure.
        let failed = new_exit != Exit::Success || ![Exit::Success, Exit::Negative].contains(&old_exit);
        let assumptions = set::assumptions(&old.agents).into_iter().chain(set::assumptions(&new.agents)).cloned().collect();
        Ok((comparison, assumptions, if failed { Exit::Usage } else { Exit::Success }))
    }

    fn live(&self, new: &str, ui: &mut Ui) -> Result<Outcome, Exit> {
        let cluster = self.args.connection.connect(self.args.scope.namespace(), ui)?;
        let (mut gathered, exit) = self.gather(inputs(new, new), ui)?;
        stop(&gathered, ui)?;
        live::refer(&cluster, self.catalog, &mut gathered.world, ui)?;
        let mut new = self.rendered(gathered);
        let live = Live::read(&cluster, &new.agents, ui)?;
        let is_hidden = live.hide(&mut new.agents);
        let comparison = compare::compare_live(|rendered| live.of(rendered), &new);
        let trouble = if exit == Exit::Success { Exit::Success } else { Exit::Usage };
        let assumptions = set::assumptions(&new.agents).into_iter().cloned().collect();
        Ok((comparison, assumptions, trouble.and(if is_hidden { Exit::Environment } else { Exit::Success })))
    }

    fn gather(&self, inputs: Result<Vec<Input>, InputError>, ui: &mut Ui) -> Result<(Gathered, Exit), Exit> {
        let inputs = inputs.map_err(|error| args::complain(ui, &error))?;
        let gathered = Reader::new(self.catalog, &self.args.scope, false).gather(inputs, ui);
        let exit = gathered.complain(ui);
        Ok((gathered, exit))
    }

    fn rendered(&self, gathered: Gathered) -> Side {
        let renderer = Renderer::new(&gathered.world, self.operator, self.args.schema.release());
        let agents = render::each(&renderer, gathered.agents().collect());
        Side { world: gathered.world, agents }
    }
}

/// A new version that stops the operator is compared with nothing.
fn stop(gathered: &Gathered, ui: &mut Ui) -> Result<(), Exit> {
    if gathered.undecodable.is_empty() {
        return Ok(());
    }
    ui.complain("error: nothing is compared: the operator cannot read what is named above, and then works on no agent at all");
    Err(Exit::Usage)
}

/// The files of a side. A revision without a path means what the other side means.
fn inputs(own: &str, other: &str) -> Result<Vec<Input>, InputError> {
    if let Some((revision, path)) = revision(own) {
        let path = path.unwrap_or_else(|| revision_path(other));
        return input::manifests_at_revision(revision, path);
    }
    let request = input::Request { paths: vec![own.to_owned()], respect_gitignore: true, ..input::Request::default() };
    let mut collected = input::collect(&request);
    if collected.errors.is_empty() { Ok(collected.inputs) } else { Err(collected.errors.swap_remove(0)) }
}

fn revision(side: &str) -> Option<(&str, Option<&str>)> {
    let named = side.strip_prefix("git:")?;
    Some(named.split_once(':').map_or((named, None), |(revision, path)| (revision, Some(path))))
}

fn revision_path(other: &str) -> &str {
    match revision(other) {
        Some((_, path)) => path.unwrap_or("."),
        None => other,
    }
}

struct Page<'a> {
    args: &'a Args,
    operator: &'a Operator,
    comparison: &'a Comparison,
    assumptions: &'a BTreeSet<Assumption>,
}

impl Page<'_> {
    fn print(&self, ui: &mut Ui) -> Exit {
        let target = &self.args.output;
        if target.format != Format::Json {
            render::note_assumptions(self.assumptions().iter().map(|assumption| (assumption.name, assumption.value)), ui);
        }
        let external = std::env::var("KUBECTL_EXTERNAL_DIFF").ok().filter(|program| !program.trim().is_empty());
        if let (Some(program), Format::Unified, None) = (&external, target.format, &target.file) {
            ui.note(report::diff_summary(self.comparison).trim_end());
            return if self.comparison.objects.is_empty() { Exit::Success } else { self.external(program, ui) };
        }
        let text = match target.format {
            Format::Unified => self.unified(),
            Format::Markdown => report::diff_markdown(self.comparison),
            Format::Json => {
                let sides = match self.args.sides.as_slice() {
                    [old, new] => [old.as_str(), new],
                    sides => ["live", sides.first().map_or("", String::as_str)],
                };
                match report::diff_json(self.comparison, self.args.schema.release().name(), sides, self.assumptions()) {
                    Ok(json) => return output::json(&json, target, ui),
                    Err(error) => Err(error),
                }
            }
        };
        match (text, &target.file) {
            (Err(error), _) => {
                ui.complain(&format!("error: cannot write an object: {error}; please report this"));
                Exit::Environment
            }
            (Ok(text), Some(file)) => output::write_file(file, &text, ui),
            (Ok(text), None) => {
                ui.show(&text);
                Exit::Success
            }
        }
    }

    /// The summary in lines that programs which read diffs pass over, then the diffs.
    fn unified(&self) -> Result<String, String> {
        let summary: String = report::diff_summary(self.comparison).lines().map(|line| format!("# {line}\n")).collect();
        let diffs = self.comparison.objects.iter().map(report::unified).collect::<Result<Vec<_>, _>>()?;
        Ok(summary + &diffs.concat())
    }

    fn assumptions(&self) -> Vec<AssumptionJson<'_>> {
        let of_operator = self.operator.assumed.iter().map(|assumed| AssumptionJson::new(assumed.name, &assumed.text));
        of_operator
            .chain(self.assumptions.iter().map(|assumption| AssumptionJson::new(assumption.name, &assumption.text)))
            .collect()
    }

    /// Lets another program show the difference between two directories with a file for each object.
    fn external(&self, program: &str, ui: &mut Ui) -> Exit {
        let shown = self.folders().and_then(|(old, new)| {
            let mut words = program.split_whitespace();
            let mut command = Command::new(words.next().unwrap_or_default());
            // As kubectl: nothing but simple words is passed on.
            let simple = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '=');
            let status = command.args(words.filter(simple)).arg(old.path()).arg(new.path()).status();
            status.map_err(|error| error.to_string())
        });
        let trouble = match shown {
            Ok(status) if matches!(status.code(), Some(0 | 1)) => return Exit::Success,
            Ok(status) => status.to_string(),
            Err(error) => error,
        };
        ui.complain(&format!("error: {program:?} of KUBECTL_EXTERNAL_DIFF failed: {trouble}"));
        Exit::Environment
    }

    fn folders(&self) -> Result<(tempfile::TempDir, tempfile::TempDir), String> {
        let folder = |prefix: &str| tempfile::Builder::new().prefix(prefix).tempdir().map_err(|error| error.to_string());
        let (old, new) = (folder("OLD-")?, folder("NEW-")?);
        for object in &self.comparison.objects {
            let name = report::object_file(object);
            write(old.path(), &name, object.old.as_ref())?;
            write(new.path(), &name, object.new.as_ref())?;
        }
        Ok((old, new))
    }
}

fn write(folder: &Path, name: &str, object: Option<&Tree>) -> Result<(), String> {
    let Some(object) = object else { return Ok(()) };
    let text = report::object_yaml(object)?;
    std::fs::write(folder.join(name), text).map_err(|error| error.to_string())
}
