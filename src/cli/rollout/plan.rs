//! `rollout plan`: what the steps will do.

use std::path::Path;

use super::{
    super::{
        Exit,
        args::{InputArgs, SchemaArgs},
        connection::{self, ClusterArgs},
        output::Format,
        ui::Ui,
        world::{Reader as FileReader, ScopeArgs, catalog},
    },
    findings::Rules,
    follow::now,
    reader::Reader,
};
use crate::{
    crd::embedded,
    finding::Severity,
    report::{self, PlannedAgent, RolloutPlan},
    rollout::{Activity, Memory, Pack, Scene, Standing, remaining, timelines},
    world::Origin,
};

/// Show what the steps of a rollout will do, and what the rules about rollouts say of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Shows for each way of routing traffic that the manifest can come to: the
weights, what of them reaches the candidate with this number of replicas, who
ends each step, the earliest end, and moments in which nothing serves. Below
stands what lint finds by RUN052 to RUN073 and RUN113 to RUN120, whatever its
severity. Comments that ignore findings hold; omnia.yaml is for lint alone.

AGENT, or agentruntime/AGENT, as a PATH that does not exist stands for that
agent in the cluster: what is left from where its rollout stands, with the pods
that there are, comes before the whole.

Exit codes: 0 shown, 1 the API server would refuse an object, or a finding is an
error, 2 usage error, 3 the cluster cannot be asked, 4 no agent with a rollout.")]
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
    #[command(flatten)]
    connection: ClusterArgs,
}

pub(super) fn run(mut args: Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let catalog = catalog(&args.schema, ui)?;
    let release = Some(args.schema.release()).filter(|_| args.schema.crd.is_empty());
    let rules = Rules { catalog: &catalog, release, namespace: args.scope.namespace() };
    let names = names(&mut args.input.paths);
    let mut exit = Exit::Success;
    let mut agents = stored(&names, &args, &rules, ui)?;
    if names.is_empty() || !args.input.is_empty() {
        let (inputs, found) = args.input.collect("rollout plan", ui)?;
        let gathered = FileReader::new(&catalog, &args.scope, false).gather(inputs, ui);
        exit = found.and(gathered.complain(ui));
        let mut findings = rules.of_files(&gathered.world, gathered.asked, ui);
        for object in gathered.agents().filter(|object| object.spec().get("rollout").exists()) {
            let scene = Scene::read(&gathered.world, object, args.schema.release());
            let findings = match &object.origin {
                Origin::File { name, document, .. } => {
                    findings.remove(&(name.clone(), *document, object.name.clone())).unwrap_or_default()
                }
                Origin::Cluster { .. } => Vec::new(),
            };
            let timelines = timelines(&scene.agent);
            agents.push(PlannedAgent { scene, timelines, standing: None, remaining: Vec::new(), findings });
        }
    }
    if agents.is_empty() {
        ui.note("no agent with a rollout");
        return Ok(exit.and(Exit::Nothing));
    }
    let width = ui.columns();
    let text = || agents.iter().map(|agent| text(agent, width)).collect::<Vec<_>>().join("\n");
    let mut findings = agents.iter().flat_map(|agent| &agent.findings);
    let is_wrong = findings.any(|located| located.finding.severity == Severity::Error && !located.finding.masked);
    let judged = if is_wrong { Exit::Negative } else { Exit::Success };
    Ok(args.output.print(&RolloutPlan::new(&agents), text, ui).and(exit).and(judged))
}

/// Takes the words out of `paths` that mean agents of a cluster; an existing path always wins.
fn names(paths: &mut Vec<String>) -> Vec<String> {
    let mut names = Vec::new();
    paths.retain(|path| {
        let name = match path.split_once('/') {
            Some((word, name)) => {
                let kind = embedded::resource(word.split('.').next().unwrap_or_default());
                kind.is_some_and(|kind| kind.singular == "agentruntime").then_some(name)
            }
            // With a dot it would be a file whose name is mistyped.
            None => Some(path.as_str()).filter(|path| !path.contains('.')),
        };
        let is_name = |name: &&str| {
            let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
            name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_letter)
        };
        match name.filter(is_name).filter(|_| !Path::new(path).exists()) {
            Some(name) => names.push(name.to_owned()),
            None => return true,
        }
        false
    });
    names
}

/// The agents of the cluster that are named.
fn stored(names: &[String], args: &Args, rules: &Rules<'_>, ui: &mut Ui) -> Result<Vec<PlannedAgent>, Exit> {
    let mut agents = Vec::new();
    if names.is_empty() {
        return Ok(agents);
    }
    let mut reader = Reader::new(args.connection.connect(args.scope.namespace(), ui)?).of(args.schema.release());
    for name in names {
        let snapshot = reader.read(name).map_err(|error| connection::complain(ui, &error))?;
        let scene = snapshot.scene;
        if scene.agent.rollout.is_none() {
            ui.note(&format!("note: agent {}/{name} has no rollout", scene.agent.namespace));
            continue;
        }
        let now = now();
        let standing = Standing::of(&scene, &Memory::default(), now);
        let remaining = remaining(&scene, &standing, now);
        let findings = rules.of_stored(&snapshot.object, &snapshot.world, ui)?;
        agents.push(PlannedAgent { timelines: timelines(&scene.agent), scene, standing: Some(standing), remaining, findings });
    }
    Ok(agents)
}

fn text(planned: &PlannedAgent, width: usize) -> String {
    let mut out = head(planned, width);
    planned.scene.obstacles.iter().for_each(|obstacle| report::wrap(&obstacle.reason(), 0, width, &mut out));
    if !planned.remaining.is_empty() {
        out.push_str("\nWHAT IS LEFT, from now on\n");
        planned.remaining.iter().for_each(|timeline| out.push_str(&report::timeline_text(timeline, width)));
        out.push_str("\nTHE WHOLE\n");
    }
    for (index, timeline) in planned.timelines.iter().enumerate() {
        if index > 0 || planned.remaining.is_empty() {
            out.push('\n');
        }
        out.push_str(&report::timeline_text(timeline, width));
    }
    if !planned.findings.is_empty() {
        out.push('\n');
    }
    planned.findings.iter().for_each(|located| out.push_str(&format!("{}\n", report::concise_line(located))));
    out
}

/// The agent, and whether its rollout runs or would.
fn head(planned: &PlannedAgent, width: usize) -> String {
    let agent = &planned.scene.agent;
    if let Some(standing) = &planned.standing {
        return report::standing_text(standing, width);
    }
    let state = match agent.activity() {
        Activity::None if agent.triggered() => "no candidate; a newer version starts it by itself",
        Activity::None => "no candidate: nothing runs until one is set",
        Activity::Inert => "the candidate equals the spec: nothing runs",
        Activity::Spelling => "the candidate differs in the spelling of its version only: nothing runs (operator of 2026-07)",
        Activity::Active => "the candidate differs: applied as it is, the rollout starts at once",
    };
    let mut out = String::new();
    let mut line = |text: String| report::wrap(&text, 0, width, &mut out);
    line(format!("{}/{}, replicas {}: {state}", agent.namespace, agent.name, agent.total));
    if agent.activity() == Activity::Active {
        match &planned.scene.pack {
            Pack::NotChecked(reason) => {
                line(format!("not checked whether the pack of the candidate exists: {reason}"));
            }
            pack => pack.fault().into_iter().for_each(|fault| line(format!("the rollout would stand still: {fault}"))),
        }
    }
    out
}
