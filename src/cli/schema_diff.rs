//! `schema diff`: what changed from one set of CRDs to another.

use std::collections::BTreeMap;

use super::{
    Exit,
    args::complain,
    connection::{self, ClusterArgs},
    output::Format,
    ui::Ui,
};
use crate::{
    apiserver::KubeVersion,
    crd::{
        Catalog, Definition, Release,
        compare::{self, Change},
        compile::Descriptions,
    },
    input, lint,
    report::{API_VERSION, DiffSummary, KindDiff, SchemaDiff, Tool},
};

/// Compare CRDs: those of a cluster, of a release, of files.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A side is `current` or `2026-07` (the embedded releases), `live` (the cluster),
or a file or directory with CRDs. Fields, constraints, rules and settings are
compared; descriptions and the messages of rules are not.

Exit codes: 0 no difference, 1 differences, 2 usage or input error, 3 the
cluster cannot be asked.

Examples:
  kubectl omnia schema diff                    # what this cluster has otherwise
  kubectl omnia schema diff 2026-07 current    # what the newer release changed
  kubectl omnia schema diff live new-crds/     # what an upgrade would change")]
pub struct Args {
    /// The old side.
    #[arg(value_name = "OLD", default_value = "current", value_hint = clap::ValueHint::AnyPath)]
    old: String,
    /// The new side.
    #[arg(value_name = "NEW", default_value = "live", value_hint = clap::ValueHint::AnyPath)]
    new: String,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
    #[command(flatten)]
    connection: ClusterArgs,
}

/// A set of definitions by group and kind, with its name for people.
struct Side {
    name: String,
    definitions: BTreeMap<(String, String), Definition>,
}

pub(super) fn run(args: &Args, ui: &mut Ui) -> Exit {
    match sides(args, ui) {
        Ok((old, new)) => {
            let report = diff(&old, &new);
            let exit = if report.kinds.is_empty() { Exit::Success } else { Exit::Negative };
            args.output.print(&report, || report.text(), ui).and(exit)
        }
        Err(exit) => exit,
    }
}

fn sides(args: &Args, ui: &mut Ui) -> Result<(Side, Side), Exit> {
    Ok((side(&args.old, args, ui)?, side(&args.new, args, ui)?))
}

fn side(word: &str, args: &Args, ui: &mut Ui) -> Result<Side, Exit> {
    let (name, definitions) = match word {
        "live" => live(args, ui)?,
        _ => match word.parse::<Release>() {
            Ok(release) => (format!("release {release}"), Catalog::new(release).definitions().cloned().collect()),
            Err(_) => (word.to_owned(), given(word, ui)?),
        },
    };
    let keyed = definitions.into_iter().map(|definition| ((definition.group.clone(), definition.kind.clone()), definition));
    Ok(Side { name, definitions: keyed.collect() })
}

fn live(args: &Args, ui: &mut Ui) -> Result<(String, Vec<Definition>), Exit> {
    let cluster = args.connection.connect(None, ui)?;
    let found = cluster.definitions(Descriptions::Skip).map_err(|error| connection::complain(ui, &error))?;
    for (name, faults) in &found.unusable {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        ui.note(&format!("note: the CRD {name} of the cluster cannot be read: {}", faults.join("; ")));
    }
    Ok((format!("context {}", cluster.context()), found.definitions))
}

fn given(path: &str, ui: &mut Ui) -> Result<Vec<Definition>, Exit> {
    let mut found = Vec::new();
    for input in input::manifests(path, true).map_err(|error| complain(ui, &error))? {
        let text = super::args::text(input).map_err(|error| complain(ui, &error))?;
        found.extend(lint::crds(&text, KubeVersion::default()).definitions);
    }
    if found.is_empty() {
        ui.complain(&format!("error: {path:?} holds no CustomResourceDefinition: a side is current, 2026-07, live, or a path"));
        return Err(Exit::Usage);
    }
    Ok(found)
}

fn diff(old: &Side, new: &Side) -> SchemaDiff {
    let mut kinds = Vec::new();
    let mut summary = DiffSummary::default();
    let keys: std::collections::BTreeSet<_> = old.definitions.keys().chain(new.definitions.keys()).collect();
    for key in keys {
        let (change, differences) = match (old.definitions.get(key), new.definitions.get(key)) {
            (Some(old), Some(new)) => (Change::Changed, compare::compare(old, new)),
            (Some(_), None) => (Change::Removed, Vec::new()),
            _ => (Change::Added, Vec::new()),
        };
        if change == Change::Changed && differences.is_empty() {
            continue;
        }
        for difference in &differences {
            *match difference.change {
                Change::Added => &mut summary.added,
                Change::Removed => &mut summary.removed,
                Change::Changed => &mut summary.changed,
                Change::Rewritten => &mut summary.rewritten,
            } += 1;
        }
        kinds.push(KindDiff { group: key.0.clone(), kind: key.1.clone(), change, differences });
    }
    summary.kinds = kinds.len();
    let (old, new) = (old.name.clone(), new.name.clone());
    SchemaDiff { api_version: API_VERSION, kind: "SchemaDiff", tool: Tool::THIS, old, new, summary, kinds }
}
