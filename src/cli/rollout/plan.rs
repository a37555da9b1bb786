//! `rollout plan`: what the steps will do.

use super::super::{
    Exit,
    args::{InputArgs, SchemaArgs},
    output::Format,
    ui::Ui,
    world::{Reader, ScopeArgs, catalog},
};
use crate::{
    report::{self, RolloutPlan},
    rollout::{Activity, Pack, Scene, Timeline, timelines},
};

/// Show what the steps of a rollout will do, before one runs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Shows for each way of routing traffic that the manifest can come to: the
weights, what of them reaches the candidate with this number of replicas, who
ends each step, the earliest end, and moments in which nothing serves.

Exit codes: 0 shown, 1 the API server would refuse an object, 2 usage error,
4 no agent with a rollout.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let release = args.schema.release();
    let catalog = catalog(&args.schema, ui)?;
    let (inputs, exit) = args.input.collect("rollout plan", ui)?;
    let gathered = Reader::new(&catalog, &args.scope, false).gather(inputs, ui);
    let exit = exit.and(gathered.complain(ui));
    let agents: Vec<(Scene, Vec<Timeline>)> = gathered.world.objects()[..gathered.asked]
        .iter()
        .filter(|object| object.kind == "AgentRuntime" && object.spec().get("rollout").exists())
        .map(|object| Scene::read(&gathered.world, object, release))
        .map(|scene| (timelines(&scene.agent), scene))
        .map(|(timelines, scene)| (scene, timelines))
        .collect();
    if agents.is_empty() {
        ui.note("no agent with a rollout in the inputs");
        return Ok(exit.and(Exit::Nothing));
    }
    let width = ui.columns();
    let text = || agents.iter().map(|(scene, timelines)| text(scene, timelines, width)).collect::<Vec<_>>().join("\n");
    Ok(args.output.print(&RolloutPlan::new(&agents), text, ui).and(exit))
}

fn text(scene: &Scene, timelines: &[Timeline], width: usize) -> String {
    let agent = &scene.agent;
    let state = match agent.activity() {
        Activity::None if agent.triggered() => "no candidate; a newer version starts it by itself",
        Activity::None => "no candidate: nothing runs until one is set",
        Activity::Inert => "the candidate equals the spec: nothing runs",
        Activity::Spelling => "the candidate differs in the spelling of its version only: nothing runs (operator of 2026-07)",
        Activity::Active => "the candidate differs: applied as it is, the rollout starts at once",
    };
    let mut out = format!("{}/{}, replicas {}: {state}\n", agent.namespace, agent.name, agent.total);
    if agent.activity() == Activity::Active {
        match &scene.pack {
            Pack::NotChecked(reason) => {
                out.push_str(&format!("not checked whether the pack of the candidate exists: {reason}\n"))
            }
            pack => pack.fault().into_iter().for_each(|fault| out.push_str(&format!("the rollout would stand still: {fault}\n"))),
        }
    }
    scene.obstacles.iter().for_each(|obstacle| out.push_str(&format!("{}\n", obstacle.reason())));
    for timeline in timelines {
        out.push('\n');
        out.push_str(&report::timeline_text(timeline, width));
    }
    out
}
