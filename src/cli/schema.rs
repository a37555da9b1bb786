//! `schema`: the embedded CRDs.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::{
    Exit,
    output::{self, Format},
    schema_diff,
    ui::Ui,
    validate_crd,
};
use crate::{
    crd::{
        Catalog, Release,
        compile::{self, Descriptions},
        embedded, export, json_schema,
        nearest::nearest,
    },
    report::{API_VERSION, Tool, table},
    yaml::read_json,
};

/// List or export the schemas.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the kinds whose schemas are embedded.
    List(ListArgs),
    /// Print CRDs for `kubectl apply`, or a JSON Schema for editors.
    #[command(after_help = "\
Examples:
  kubectl omnia schema export | kubectl apply --server-side -f -
  kubectl omnia schema export agentruntime --json-schema > agentruntime.json
  # In a manifest, for editors with the YAML language server:
  # yaml-language-server: $schema=agentruntime.json")]
    Export(ExportArgs),
    /// Compare CRDs: those of a cluster, of a release, of files.
    Diff(Box<schema_diff::Args>),
    /// Judge CRDs as the API server does when they are created.
    ValidateCrd(Box<validate_crd::Args>),
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    /// The release of the platform: current or 2026-07.
    #[arg(
        long,
        value_enum,
        default_value_t = ReleaseArg::Current,
        value_name = "RELEASE",
        hide_possible_values = true
    )]
    omnia_version: ReleaseArg,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
}

#[derive(Debug, clap::Args)]
struct ExportArgs {
    /// The kinds (singular, plural or short names); all when none is given.
    #[arg(value_name = "KIND")]
    kinds: Vec<String>,
    /// The release of the platform: current or 2026-07.
    #[arg(
        long,
        value_enum,
        default_value_t = ReleaseArg::Current,
        value_name = "RELEASE",
        hide_possible_values = true
    )]
    omnia_version: ReleaseArg,
    /// Print a JSON Schema instead of CRDs.
    #[arg(long)]
    json_schema: bool,
    /// The format of the CRDs; a JSON Schema is always JSON.
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    output: Option<ExportFormat>,
    /// Write to FILE instead of standard output.
    #[arg(long, value_name = "FILE")]
    output_file: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    Yaml,
    Json,
}

/// A release, as clap shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReleaseArg {
    /// What the documentation of November 2026 describes.
    Current,
    /// What was published in July 2026.
    #[value(name = "2026-07")]
    R2026_07,
}

impl From<ReleaseArg> for Release {
    fn from(argument: ReleaseArg) -> Self {
        match argument {
            ReleaseArg::Current => Self::Current,
            ReleaseArg::R2026_07 => Self::R2026_07,
        }
    }
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct SchemaList {
    api_version: &'static str,
    kind: &'static str,
    tool: Tool,
    omnia_version: &'static str,
    kinds: Vec<KindJson>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct KindJson {
    kind: &'static str,
    plural: &'static str,
    short_names: Vec<&'static str>,
    namespaced: bool,
    versions: Vec<String>,
    rules: usize,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    match args.command {
        Command::List(args) => list(&args, ui),
        Command::Diff(args) => schema_diff::run(&args, ui),
        Command::ValidateCrd(args) => validate_crd::run(*args, ui),
        Command::Export(args) => match export(&args, ui) {
            Ok(exit) | Err(exit) => exit,
        },
    }
}

fn list(args: &ListArgs, ui: &mut Ui) -> Exit {
    let release = args.omnia_version.into();
    let catalog = Catalog::new(release);
    let kinds = embedded::kinds()
        .iter()
        .filter(|kind| kind.blob(release).is_some())
        .map(|kind| {
            let definition = catalog.resource(kind.plural);
            KindJson {
                kind: kind.kind,
                plural: kind.plural,
                short_names: kind.short_names.to_vec(),
                namespaced: kind.namespaced,
                versions: definition
                    .map(|one| one.versions.iter().map(|version| version.name.clone()).collect())
                    .unwrap_or_default(),
                rules: definition.map_or(0, |one| one.versions.iter().map(|version| count_rules(&version.schema)).sum()),
            }
        })
        .collect();
    let list =
        SchemaList { api_version: API_VERSION, kind: "SchemaList", tool: Tool::THIS, omnia_version: release.name(), kinds };
    let width = ui.columns();
    args.output.print(&list, || table(&rows(&list), 0, width), ui)
}

fn rows(list: &SchemaList) -> Vec<Vec<String>> {
    let head = ["KIND", "PLURAL", "SHORT", "NAMESPACED", "VERSIONS", "RULES"].map(str::to_owned).to_vec();
    let row = |kind: &KindJson| {
        vec![
            kind.kind.to_owned(),
            kind.plural.to_owned(),
            kind.short_names.join(","),
            kind.namespaced.to_string(),
            kind.versions.join(","),
            kind.rules.to_string(),
        ]
    };
    std::iter::once(head).chain(list.kinds.iter().map(row)).collect()
}

/// Recursive as deep as the schema.
fn count_rules(schema: &crate::crd::Schema) -> usize {
    use crate::crd::Additional;
    let below = schema.properties.iter().map(|property| count_rules(&property.schema)).sum::<usize>();
    let items = schema.items.as_deref().map_or(0, count_rules);
    let values = match &schema.additional {
        Some(Additional::Schema(values)) => count_rules(values),
        _ => 0,
    };
    schema.rules.len() + below + items + values
}

fn export(args: &ExportArgs, ui: &mut Ui) -> Result<Exit, Exit> {
    let release = args.omnia_version.into();
    let mut kinds = Vec::new();
    for word in &args.kinds {
        kinds.push(embedded::resource(word).ok_or_else(|| unknown(word, ui))?);
    }
    if kinds.is_empty() {
        kinds.extend(embedded::kinds());
    }
    kinds.retain(|kind| kind.blob(release).is_some());
    let text = if args.json_schema { json_schema(&kinds, release) } else { crds(&kinds, release, args.output) };
    let Some(text) = text else {
        ui.complain("error: an embedded schema cannot be written; please report this");
        return Err(Exit::Environment);
    };
    Ok(match &args.output_file {
        Some(file) => output::write_file(file, &text, ui),
        None => {
            ui.print(&text);
            Exit::Success
        }
    })
}

fn unknown(word: &str, ui: &mut Ui) -> Exit {
    let near = nearest(word, embedded::kinds().iter().map(|kind| kind.singular));
    let hint = near.first().map_or_else(|| "see `kubectl omnia schema list`".to_owned(), |near| format!("did you mean {near}?"));
    ui.complain(&format!("error: no kind {word:?} is embedded; {hint}"));
    Exit::Usage
}

fn crds(kinds: &[&embedded::Kind], release: Release, format: Option<ExportFormat>) -> Option<String> {
    let crds: Vec<_> = kinds.iter().filter_map(|kind| export::custom_resource_definition(kind, release)).collect();
    match format {
        Some(ExportFormat::Json) => {
            let list = serde_json::json!({ "apiVersion": "v1", "kind": "List", "items": crds });
            serde_json::to_string_pretty(&list).ok().map(|text| text + "\n")
        }
        Some(ExportFormat::Yaml) | None => {
            let mut text = String::new();
            for crd in crds {
                text.push_str("---\n");
                text.push_str(&serde_saphyr::to_string(&crd).ok()?);
            }
            Some(text)
        }
    }
}

fn json_schema(kinds: &[&embedded::Kind], release: Release) -> Option<String> {
    let mut definitions = Vec::new();
    for kind in kinds {
        let text = std::str::from_utf8(kind.described(release)?).ok()?;
        definitions.push(compile::definition(&read_json(text).ok()?, Descriptions::Keep).ok()?);
    }
    let value = match definitions.as_slice() {
        [only] => json_schema::of_kind(only),
        all => json_schema::of_kinds(all),
    };
    serde_json::to_string_pretty(&value).ok().map(|text| text + "\n")
}
