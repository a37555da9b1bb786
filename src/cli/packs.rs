//! `packs`.

use std::collections::BTreeSet;

use super::{
    Exit,
    args::SchemaArgs,
    output::Format,
    source::{Needs, SourceArgs},
    ui::Ui,
    world,
};
use crate::{
    report::{PackItem, PacksReport},
    resolve::{PROMPT_PACK, Resolver},
    world::Object,
};

/// List the versions of packs, their channels, and who follows them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A word that is no path is the name of a pack (packName). Without files the
cluster is asked.

Exit codes: 0 listed, 2 usage or input error, 3 environment error, 4 no such pack.

Examples:
  kubectl omnia packs -n agents
  kubectl omnia packs support -f manifests/ -R
  kubectl omnia packs support -n agents --if-published 2.1.0")]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
    /// Tell who would move if this version were published, and what that does.
    #[arg(long, value_name = "VERSION")]
    if_published: Option<String>,
}

const NEEDS: Needs<'_> = Needs { command: "packs", kind: PROMPT_PACK, kinds: &[PROMPT_PACK, "AgentRuntime"] };

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    match packs(args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn packs(mut args: Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let catalog = world::catalog(&args.schema, ui)?;
    let names = args.source.take_words();
    args.source.live_without_files();
    let source = args.source.gather(None, &catalog, NEEDS, ui)?;
    let resolver = Resolver::new(&source.world, args.schema.release());
    let agents: Vec<&Object> = source.world.of_kind("AgentRuntime").collect();
    // What agents name and nobody published counts, too: it is what `--if-published` would bring.
    let wanted = agents.iter().flat_map(|agent| crate::resolve::Reference::all(agent));
    let wanted = wanted.map(|reference| (reference.field.object().namespace.as_str(), reference.name));
    let all: BTreeSet<(&str, &str)> = resolver.names().chain(wanted).collect();
    let asked = all.into_iter().filter(|(_, name)| names.is_empty() || names.iter().any(|asked| asked == name));
    let if_published = args.if_published.as_deref();
    let items: Vec<PackItem> =
        asked.map(|(namespace, name)| PackItem::new(&resolver, namespace, name, &agents, if_published)).collect();
    if items.is_empty() {
        ui.note("nothing to list: there is no such pack");
        return Ok(source.exit.and(Exit::Nothing));
    }
    let report = PacksReport::new(args.schema.release().name(), items);
    let width = ui.columns();
    Ok(source.exit.and(args.output.print(&report, || report.text(width), ui)))
}
