//! `rollout`: see, plan, promote, roll back.

mod act;
mod ask;
mod findings;
pub(super) mod follow;
mod history;
mod plan;
pub(super) mod reader;
mod record;
mod status;
mod write;

use clap::Subcommand;

use super::{Exit, ui::Ui};

/// See, plan, promote and roll back the rollouts of agents.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show where rollouts stand.
    Status(status::Args),
    /// Show the events of a rollout.
    History(history::Args),
    /// Show what the steps of a rollout will do, before one runs.
    Plan(plan::Args),
    /// Set a candidate.
    Start(ask::StartArgs),
    /// Go on to the next step, or with --full to the end.
    Promote(ask::PromoteArgs),
    /// Stop at the current step.
    Pause(ask::VerbArgs),
    /// Go on after a pause that only a person ends.
    Resume(ask::VerbArgs),
    /// Go back to stable, and mark the version as rolled back.
    #[command(visible_alias = "undo")]
    Rollback(ask::RollbackArgs),
    /// Go back to stable without a mark.
    Abort(ask::VerbArgs),
    /// Try the version again that was rolled back.
    Retry(ask::VerbArgs),
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    use crate::rollout::Verb;
    let outcome = match args.command {
        Command::Status(args) => status::run(args, ui),
        Command::History(args) => history::run(&args, ui),
        Command::Plan(args) => plan::run(args, ui),
        Command::Start(args) => args.wish(ui).and_then(|wish| act::run(wish, ui)),
        Command::Promote(args) => act::run(args.wish(), ui),
        Command::Rollback(args) => args.wish(ui).and_then(|wish| act::run(wish, ui)),
        Command::Pause(args) => act::run(args.wish(Verb::Pause), ui),
        Command::Resume(args) => act::run(args.wish(Verb::Resume), ui),
        Command::Abort(args) => act::run(args.wish(Verb::Abort), ui),
        Command::Retry(args) => act::run(args.wish(Verb::Retry), ui),
    };
    outcome.unwrap_or_else(|exit| exit)
}
