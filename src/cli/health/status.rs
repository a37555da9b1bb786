//! `status`: how agents are.

use std::collections::BTreeSet;

use super::{
    super::{
        Exit,
        connection::{self, ConnectionArgs},
        output::Format,
        ui::Ui,
    },
    gather::Gathered,
};
use crate::{
    diagnose::Diagnosis,
    report::{self, AgentStatus, HEALTH_HEAD},
};

/// Show how agents are: pods, pack, rollout, and the worst problem.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 shown, healthy or not (see why), 2 no such agent, 3 the cluster
cannot be asked, 4 no agents.")]
pub struct Args {
    /// The agent [default: all of the namespace].
    #[arg(value_name = "AGENT", conflicts_with_all = ["all_namespaces", "selector"])]
    agent: Option<String>,
    /// The agents of all namespaces.
    #[arg(short = 'A', long)]
    all_namespaces: bool,
    /// The agents with these labels.
    #[arg(short = 'l', long, value_name = "SELECTOR")]
    selector: Option<String>,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
    #[command(flatten)]
    connection: ConnectionArgs,
}

pub(super) fn run(args: &Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let cluster = args.connection.connect(ui)?;
    let gathered = match &args.agent {
        Some(name) => Gathered::one(&cluster, name),
        None => Gathered::several(&cluster, args.all_namespaces, args.selector.as_deref()),
    };
    let gathered = gathered.map_err(|error| connection::complain(ui, &error))?;
    let diagnoses = gathered.diagnoses();
    if diagnoses.is_empty() {
        ui.note(&connection::none_found("agents", &cluster, args.all_namespaces, args.selector.as_deref()));
        return Ok(Exit::Nothing);
    }
    let width = ui.columns();
    let text = || match (&args.agent, diagnoses.as_slice()) {
        (Some(_), [one]) => report::health_text(one, width),
        _ => rows(&diagnoses, args.all_namespaces, width),
    };
    let exit = args.output.print(&AgentStatus::new(&diagnoses), text, ui);
    if args.agent.is_none() {
        let reasons: BTreeSet<&String> = diagnoses.iter().flat_map(|diagnosis| &diagnosis.unchecked).collect();
        reasons.into_iter().for_each(|reason| ui.note(&format!("not checked: {reason}")));
    }
    Ok(exit)
}

/// The namespace has a column where there may be several.
fn rows(diagnoses: &[Diagnosis], all_namespaces: bool, width: usize) -> String {
    let head = HEALTH_HEAD.map(str::to_owned).to_vec();
    let shown = |mut row: Vec<String>| row.split_off(usize::from(!all_namespaces));
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(diagnoses.iter().map(report::health_row)).map(shown).collect();
    report::table(&rows, 0, width)
}
