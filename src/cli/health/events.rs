//! `events`: what happened to agents.

use super::super::{
    Exit,
    connection::{self, ConnectionArgs},
    output::Format,
    rollout::reader::agents,
    ui::Ui,
};
use crate::{
    cluster::{Cluster, ClusterError, Resource, Selection},
    diagnose::{self, Event},
    report::AgentEvents,
    world::{Object, Scope, World},
};

/// Show the events of agents, and of their Deployments, ReplicaSets and pods.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The oldest first; repeated ones are one line with their count. A cluster keeps
events for an hour, unless it is set otherwise.

Exit codes: 0 shown, 2 no such agent, 3 the cluster cannot be asked, 4 no agents.")]
pub struct Args {
    /// The agent [default: all of the namespace].
    #[arg(value_name = "AGENT")]
    agent: Option<String>,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
    #[command(flatten)]
    connection: ConnectionArgs,
}

pub(super) fn run(args: &Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let cluster = args.connection.connect(ui)?;
    let (world, found) = read(&cluster, args.agent.as_deref()).map_err(|error| connection::complain(ui, &error))?;
    if found.is_empty() {
        ui.note(&connection::none_found("agents", &cluster, false, None));
        return Ok(Exit::Nothing);
    }
    let of = |agent| diagnose::of_agent(&world, agent).into_iter().map(move |event| (agent, event));
    let mut events: Vec<(&Object, Event)> = found.iter().flat_map(of).collect();
    events.sort_by_key(|(_, event)| event.instant());
    let report =
        AgentEvents::new(events.into_iter().map(|(agent, event)| (agent.namespace.as_str(), agent.name.as_str(), event)));
    if report.items.is_empty() {
        ui.note("no events: a cluster forgets them after an hour");
    }
    let width = ui.columns();
    let text = || if report.items.is_empty() { String::new() } else { report.text(width) };
    Ok(args.output.print(&report, text, ui))
}

fn read(cluster: &Cluster, name: Option<&str>) -> Result<(World, Vec<Object>), ClusterError> {
    let namespace = cluster.namespace();
    let here = Selection::namespace(Some(namespace));
    let found = match name {
        Some(name) => vec![cluster.get(&agents(), namespace, name)?],
        None => cluster.list(&agents(), here)?,
    };
    let mut world = World::new(Scope::Open);
    for event in cluster.list(&Resource::EVENTS, here)? {
        world.add(event);
    }
    // Whose a Deployment is counts only where two agents could own one; nobody has to be allowed to read them.
    cluster.load_selection(&Resource::DEPLOYMENTS, here, &mut world)?;
    Ok((world, found))
}
