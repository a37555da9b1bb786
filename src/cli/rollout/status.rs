//! `rollout status`: where rollouts stand.

use std::time::Duration;

use super::{
    super::{
        Exit,
        connection::{self, ConnectionArgs},
        output::Format,
        ui::Ui,
    },
    follow::{Follow, Goal, now},
    reader::Reader,
};
use crate::{
    report::{self, RolloutStatus, STANDING_HEAD},
    rollout::{Memory, Standing},
};

/// Show where rollouts stand.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Goals of --for: promoted, rolled-back, paused, healthy, step=N (from 1; that
step or one behind it). Whether it was promoted is decided by the spec, since
the operator says so of other ends, too.

Exit codes: 0 shown, or the goal is reached, 1 the goal cannot be reached any
more, 2 usage error, 3 the cluster cannot be asked, 124 --timeout passed.")]
pub(super) struct Args {
    /// The agent [default: all of the namespace].
    #[arg(value_name = "AGENT")]
    agent: Option<String>,
    /// The agents of all namespaces.
    #[arg(short = 'A', long)]
    all_namespaces: bool,
    /// The agents with these labels.
    #[arg(short = 'l', long, value_name = "SELECTOR")]
    selector: Option<String>,
    /// Go on showing until it is over.
    #[arg(short, long, requires = "agent")]
    watch: bool,
    /// Wait for this goal.
    #[arg(long = "for", value_name = "GOAL", requires = "agent")]
    goal: Option<Goal>,
    /// How long to wait, as in 90s or 1h30m [default: for ever].
    #[arg(long, value_name = "TIME", value_parser = super::follow::time)]
    timeout: Option<Duration>,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
    #[command(flatten)]
    connection: ConnectionArgs,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let mut reader = Reader::new(args.connection.connect(ui)?);
    let Some(name) = &args.agent else { return list(&args, &mut reader, ui) };
    if args.watch || args.goal.is_some() {
        let mut follow = Follow::new(name, args.timeout);
        follow.format = args.output;
        return follow.run(&mut reader, args.goal, ui).map_err(|error| connection::complain(ui, &error));
    }
    let snapshot = reader.read(name).map_err(|error| connection::complain(ui, &error))?;
    let mut memory = Memory::default();
    memory.keep(&snapshot.scene);
    let standing = Standing::of(&snapshot.scene, &memory, now());
    let items = [standing];
    let width = ui.columns();
    Ok(args.output.print(&RolloutStatus::new(&items), || report::standing_text(&items[0], width), ui))
}

fn list(args: &Args, reader: &mut Reader, ui: &mut Ui) -> Result<Exit, Exit> {
    let objects = reader.list(args.all_namespaces, args.selector.as_deref()).map_err(|error| connection::complain(ui, &error))?;
    let mut standings = Vec::new();
    for object in objects {
        reader.enter(&object.namespace);
        let snapshot = reader.around(object).map_err(|error| connection::complain(ui, &error))?;
        standings.push(Standing::of(&snapshot.scene, &Memory::default(), now()));
    }
    if standings.is_empty() {
        ui.note(&connection::none_found("agents", &reader.cluster, args.all_namespaces, args.selector.as_deref()));
        return Ok(Exit::Nothing);
    }
    let width = ui.columns();
    let text = || {
        let head = STANDING_HEAD.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(standings.iter().map(report::standing_row)).collect();
        report::table(&rows, 0, width)
    };
    Ok(args.output.print(&RolloutStatus::new(&standings), text, ui))
}
