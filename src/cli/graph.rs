//! `graph`.

use clap::ValueEnum;

use super::{
    Exit,
    args::SchemaArgs,
    output,
    source::{Needs, SourceArgs},
    ui::Ui,
    world,
};
use crate::{
    crd::Catalog,
    report::{Direction, graph_dot, graph_json, graph_mermaid, graph_tree},
    resolve::{Graph, Name, Resolver},
};

/// Draw which objects refer to which.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With --impact the graph holds what refers to one object, itself or through
others: what a change of it touches.

Exit codes: 0 drawn, 2 usage or input error, 3 environment error, 4 nothing
to draw.

Examples:
  kubectl omnia graph manifests/
  kubectl omnia graph manifests/ -o dot | dot -Tsvg > graph.svg
  kubectl omnia graph -n agents --live --impact provider/sonnet")]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    /// The format: tree, dot, mermaid or json.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
    /// Draw only what refers to this object.
    #[arg(long, value_name = "TYPE/NAME")]
    impact: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Format {
    #[default]
    Tree,
    Dot,
    Mermaid,
    Json,
}

/// The kinds of the platform that refer to others or are referred to.
pub(super) const KINDS: &[&str] = &[
    "AgentPolicy",
    "AgentRuntime",
    "ArenaJob",
    "ArenaSource",
    "MemoryPolicy",
    "PromptPack",
    "PromptPackSource",
    "Provider",
    "RolloutAnalysis",
    "SessionPrivacyPolicy",
    "SessionRetentionPolicy",
    "SkillSource",
    "ToolPolicy",
    "ToolRegistry",
    "Workspace",
];

const NEEDS: Needs<'_> = Needs { command: "graph", kind: "AgentRuntime", kinds: KINDS };

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    match graph(args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn graph(args: Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let catalog = world::catalog(&args.schema, ui)?;
    let source = args.source.gather(None, &catalog, NEEDS, ui)?;
    let resolver = Resolver::new(&source.world, args.schema.release());
    let all = Graph::new(&source.world, &resolver, source.world.objects().iter());
    let (graph, roots, direction) = match &args.impact {
        Some(word) => {
            let name = find(word, &all, &source.namespace, &catalog, ui)?;
            (all.impact(&name), vec![name], Direction::Up)
        }
        None => {
            let asked: Vec<Name> = source.asked().map(Name::of).collect();
            let graph = all.reached(&asked);
            let roots = asked.into_iter().filter(|name| graph.edges.iter().all(|edge| edge.to != *name)).collect();
            (graph, roots, Direction::Down)
        }
    };
    if graph.nodes.is_empty() {
        ui.note("nothing to draw: there is no object");
        return Ok(source.exit.and(Exit::Nothing));
    }
    match args.output {
        Format::Tree => ui.show(&graph_tree(&graph, &roots, direction, !ui.is_unicode())),
        Format::Dot => ui.show(&graph_dot(&graph)),
        Format::Mermaid => ui.show(&graph_mermaid(&graph)),
        Format::Json => {
            let target = output::Target { format: args.output, file: None };
            return Ok(source.exit.and(output::json(&graph_json(&graph), &target, ui)));
        }
    }
    Ok(source.exit)
}

/// The object that `TYPE/NAME` means: in the namespace of the context, or in the only one that has it.
fn find(word: &str, graph: &Graph, namespace: &str, catalog: &Catalog, ui: &mut Ui) -> Result<Name, Exit> {
    let Some((kind, name)) = word.split_once('/') else {
        ui.complain(&format!("error: {word:?} names no object: write TYPE/NAME, as in provider/sonnet"));
        return Err(Exit::Usage);
    };
    let kind = catalog.resource(kind).map_or(kind, |definition| &definition.kind);
    let named: Vec<&Name> = graph.nodes.keys().filter(|node| node.kind.eq_ignore_ascii_case(kind) && node.name == name).collect();
    let here = named.iter().find(|node| node.namespace == namespace || node.namespace.is_empty());
    match (here, named.as_slice()) {
        (Some(name), _) => Ok((*name).clone()),
        (None, [name]) => Ok((*name).clone()),
        (None, []) => {
            ui.complain(&format!("error: {word} is not among the objects, and nothing refers to it"));
            Err(Exit::Usage)
        }
        (None, several) => {
            let namespaces: Vec<&str> = several.iter().map(|node| node.namespace.as_str()).collect();
            ui.complain(&format!("error: {word} is in several namespaces ({}): choose one with -n", namespaces.join(", ")));
            Err(Exit::Usage)
        }
    }
}
