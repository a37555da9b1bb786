//! `why`: the cause of an agent's trouble.

use super::{
    super::{
        Exit,
        connection::{self, ConnectionArgs},
        output::Format,
        ui::Ui,
    },
    gather::Gathered,
};
use crate::report::{self, Why};

/// Tell why an agent is not healthy, down to the field to edit.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Looks at the conditions of the agent, at what it refers to, at its Deployments
and pods, at events and at its rollout, and follows one chain of causes; other
problems have a line each. Secrets are not read.

Exit codes: 0 healthy, 1 there is a problem, 2 no such agent, 3 the cluster
cannot be asked, or no problem was found and something could not be looked at.")]
pub struct Args {
    /// The agent.
    #[arg(value_name = "AGENT")]
    agent: String,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
    #[command(flatten)]
    connection: ConnectionArgs,
}

pub(super) fn run(args: &Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let cluster = args.connection.connect(ui)?;
    let gathered = Gathered::one(&cluster, &args.agent).map_err(|error| connection::complain(ui, &error))?;
    let mut exit = Exit::Success;
    for diagnosis in gathered.diagnoses() {
        let width = ui.columns();
        let printed = args.output.print(&Why::new(&diagnosis), || report::why_text(&diagnosis, width), ui);
        let found = match diagnosis.is_healthy() {
            Some(true) => Exit::Success,
            Some(false) => Exit::Negative,
            None => Exit::Environment,
        };
        exit = exit.and(printed).and(found);
    }
    Ok(exit)
}
