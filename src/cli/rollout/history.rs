//! `rollout history`: the events of a rollout.

use super::{
    super::{
        Exit,
        connection::{self, ConnectionArgs},
        output::Format,
        ui::Ui,
    },
    reader::Reader,
};
use crate::{
    cluster::{Resource, Selection},
    report::RolloutHistory,
    world::Object,
};

/// Show the events of a rollout.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Events are hints, no log: the operator writes some twice and some not at all, and
says promoted also where the old version was put back. They are kept for an hour.")]
pub(super) struct Args {
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
    let mut reader = Reader::new(args.connection.connect(ui)?);
    let snapshot = reader.read(&args.agent).map_err(|error| connection::complain(ui, &error))?;
    let fields = format!("involvedObject.kind=AgentRuntime,involvedObject.name={}", args.agent);
    let selection = Selection { namespace: Some(reader.namespace()), labels: None, fields: Some(&fields) };
    let mut events = reader.cluster.list(&Resource::EVENTS, selection).map_err(|error| connection::complain(ui, &error))?;
    events.retain(|event| event.root().get("reason").str().starts_with("Rollout") || is_degraded(event));
    let report = RolloutHistory::new(&snapshot.scene.agent, &events);
    let width = ui.columns();
    Ok(args.output.print(&report, || report.text(width), ui))
}

fn is_degraded(event: &Object) -> bool {
    event.root().get("reason").str() == "TrafficRoutingDegraded"
}
