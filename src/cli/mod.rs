//! The command line: arguments, one file for each command, exit codes.

mod against;
mod args;
mod auth;
mod complete;
mod completion;
mod config;
mod connection;
mod diff;
mod doctor;
mod exit;
mod explain;
mod graph;
mod health;
mod help;
mod lint;
mod migrate;
mod operator;
mod options;
mod output;
mod packs;
mod parallel;
mod read;
mod render;
mod resolve;
mod rollout;
mod rules;
mod schema;
mod schema_diff;
mod settings;
mod source;
mod ui;
mod validate_crd;
mod version;
mod world;

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

pub use exit::Exit;
use ui::{Color, Ui};

/// The stack of the thread that works: documents may be nested 10,000 levels deep, and trees are walked by recursion. Pages that are not
/// used are not taken.
const STACK: usize = 512 * 1024 * 1024;

/// Check manifests of the Omnia agent platform before they reach a cluster.
#[derive(Debug, Parser)]
#[command(name = "kubectl-omnia", version, disable_help_subcommand = true, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "Topics: help exit-codes, help formats, help ignores, help environment")]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Args)]
struct Global {
    /// When to colour text: auto, always or never.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true,
        help_heading = "Global options"
    )]
    color: Color,
    /// Print findings only; twice: print nothing, the exit code tells.
    #[arg(short, long, global = true, action = clap::ArgAction::Count, help_heading = "Global options")]
    quiet: u8,
    /// Ask no cluster: whatever needs one is an error.
    #[arg(long, global = true, help_heading = "Global options")]
    offline: bool,
    /// Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but
    /// those of Secrets.
    #[arg(
        short = 'v',
        long = "v",
        global = true,
        default_value_t,
        hide_default_value = true,
        value_name = "LEVEL",
        help_heading = "Global options"
    )]
    verbosity: u8,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check manifests as kubectl and the API server would.
    #[command(visible_aliases = ["check", "validate"])]
    Lint(Box<lint::Args>),
    /// Print the objects that the operator would create.
    #[command(visible_alias = "preview")]
    Render(Box<render::Args>),
    /// Compare what the operator would create for two versions of manifests.
    Diff(Box<diff::Args>),
    /// Mend what is safe to mend: the same as lint --fix.
    Fix(Box<lint::Args>),
    /// Rewrite manifests of older releases of the platform.
    Migrate(Box<migrate::Args>),
    /// Tell which PromptPack version each reference of an agent means, and why.
    Resolve(Box<resolve::Args>),
    /// List the versions of packs, their channels, and who follows them.
    Packs(Box<packs::Args>),
    /// Draw which objects refer to which.
    Graph(Box<graph::Args>),
    /// See, plan, promote and roll back the rollouts of agents.
    Rollout(Box<rollout::Args>),
    /// Show how agents are: pods, pack, rollout, and the worst problem.
    Status(Box<health::StatusArgs>),
    /// Tell why an agent is not healthy, down to the field to edit.
    Why(Box<health::WhyArgs>),
    /// Show the events of agents, and of their Deployments, ReplicaSets and pods.
    Events(Box<health::EventsArgs>),
    /// Print each document as the JSON that kubectl would send.
    Read(read::Args),
    /// Explain a rule (SCH001) or a field (agentruntime.spec.rollout.steps).
    Explain(explain::Args),
    /// List the rules.
    Rules(rules::Args),
    /// List or export the schemas.
    Schema(schema::Args),
    /// Tell what a cluster has of the platform, and what you may read there.
    Doctor(Box<doctor::Args>),
    /// Tell which commands you may use in a cluster, and which rules are missing.
    Auth(Box<auth::Args>),
    /// Print the flags that choose a cluster.
    Options(options::Args),
    /// Show what is configured, or write a configuration.
    Config(config::Args),
    /// Print a completion script for a shell.
    Completion(completion::Args),
    /// Print the version.
    Version(version::Args),
    /// Print the help of a command or a topic.
    Help(help::Args),
}

/// Runs the program with the arguments of the process.
pub fn main() -> Exit {
    run(std::env::args_os().collect())
}

/// Runs the program: `arguments` begin with the name it was called by.
///
/// The work is done on a thread of its own, as its stack has to be large.
pub fn run(arguments: Vec<OsString>) -> Exit {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || dispatch(arguments));
    let ended = match worker {
        Ok(handle) => handle.join().ok(),
        Err(_) => None,
    };
    // A panic has printed its message already.
    ended.unwrap_or(Exit::Environment)
}

/// The clap definition under the name the program was called by: `kubectl omnia` for the plugin.
fn command(called: Option<&OsString>) -> clap::Command {
    let name = called.and_then(|path| std::path::Path::new(path).file_stem()).map(|stem| stem.to_string_lossy().into_owned());
    let shown = match name.as_deref() {
        Some(name) if !name.is_empty() && !name.starts_with("kubectl-") => name.to_owned(),
        _ => "kubectl omnia".to_owned(),
    };
    Cli::command().bin_name(shown.clone()).display_name(shown)
}

fn dispatch(arguments: Vec<OsString>) -> Exit {
    if complete::is_wanted(arguments.first()) {
        let mut ui = Ui::new(Color::Never, 0, true);
        let exit = complete::run(&arguments, &mut ui);
        return if ui.finish().is_ok() { exit } else { Exit::Environment };
    }
    let command = command(arguments.first());
    let cli = match command.try_get_matches_from(&arguments).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let mut ui = Ui::new(cli.global.color, cli.global.quiet, cli.global.offline).verbose(cli.global.verbosity);
    let exit = match cli.command {
        Command::Lint(args) => lint::run(*args, &mut ui),
        Command::Render(args) => render::run(*args, &mut ui),
        Command::Diff(args) => diff::run(*args, &mut ui),
        Command::Fix(args) => lint::run(args.fixing(), &mut ui),
        Command::Migrate(args) => migrate::run(*args, &mut ui),
        Command::Resolve(args) => resolve::run(*args, &mut ui),
        Command::Packs(args) => packs::run(*args, &mut ui),
        Command::Graph(args) => graph::run(*args, &mut ui),
        Command::Read(args) => read::run(args, &mut ui),
        Command::Rollout(args) => rollout::run(*args, &mut ui),
        Command::Status(args) => health::status(&args, &mut ui),
        Command::Why(args) => health::why(&args, &mut ui),
        Command::Events(args) => health::events(&args, &mut ui),
        Command::Explain(args) => explain::run(args, &mut ui),
        Command::Rules(args) => rules::run(args, &mut ui),
        Command::Schema(args) => schema::run(args, &mut ui),
        Command::Doctor(args) => doctor::run(&args, &mut ui),
        Command::Auth(args) => auth::run(&args, &mut ui),
        Command::Options(args) => options::run(&args, &mut ui),
        Command::Config(args) => config::run(args, &mut ui),
        Command::Completion(args) => completion::run(args, &mut ui),
        Command::Version(args) => version::run(args, &mut ui),
        Command::Help(args) => help::run(args, arguments.first(), &mut ui),
    };
    match ui.finish() {
        Ok(()) => exit,
        Err(error) => {
            ui.complain(&format!("error: cannot write the output: {error}"));
            Exit::Environment
        }
    }
}

/// clap's own answers: help and version are a success, everything else is a fault of usage.
fn refuse(error: &clap::Error) -> Exit {
    // A closed stream leaves nobody to tell.
    let _ = error.print();
    if error.use_stderr() { Exit::Usage } else { Exit::Success }
}
