//! `explain`: rules and fields.

use super::{
    Exit,
    args::SchemaArgs,
    output::Format,
    ui::{self, Ui},
};
use crate::{
    apiserver::KubeVersion,
    crd::{
        Catalog, Definition, GROUP, Release,
        compile::{self, Descriptions},
        embedded,
        explain::{self, PathError},
        nearest::nearest,
    },
    finding, report,
    yaml::read_json,
};

/// Explain a rule (SCH001) or a field (agentruntime.spec.rollout.steps).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kubectl omnia explain SCH001
  kubectl omnia explain unknown-field
  kubectl omnia explain CEL012 --rule
  kubectl omnia explain agentruntime.spec.rollout.steps
  kubectl omnia explain provider.spec --omnia-version 2026-07")]
pub struct Args {
    /// The code or the name of a rule, or a resource followed by the path of a field.
    #[arg(value_name = "CODE|FIELD")]
    what: String,
    /// Show the expressions of the rule in the embedded CRDs, and where they stand.
    #[arg(long, conflicts_with_all = ["crd", "omnia_version"])]
    rule: bool,
    #[command(flatten)]
    schema: SchemaArgs,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    if args.rule {
        return expressions(&args, ui);
    }
    if let Some(rule) = finding::find(&args.what) {
        let json = report::RuleList::new(&[rule]);
        let width = width(ui);
        return args.output.print(&json, || report::wrapped(&report::rule_page(rule), width), ui);
    }
    match field(&args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn expressions(args: &Args, ui: &mut Ui) -> Exit {
    let Some(rule) = finding::find(&args.what) else {
        ui.complain(&format!("error: {:?} is no rule; `kubectl omnia rules` lists them", args.what));
        return Exit::Usage;
    };
    let found = explain::embedded_rules(rule.code);
    if found.is_empty() {
        ui.complain(&format!("error: {} has no expression: it does not stand for a rule of the embedded CRDs", rule.code));
        return Exit::Usage;
    }
    let width = width(ui);
    let shown = report::ExpressionPage::new(rule, &found);
    args.output.print(&shown, || shown.text(width), ui)
}

fn width(ui: &Ui) -> usize {
    ui.width().filter(|_| ui::is_terminal()).unwrap_or(80)
}

fn field(args: &Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let (catalog, _) = args.schema.catalog(KubeVersion::default(), ui)?;
    let (word, steps) = explain::split(&args.what, GROUP);
    let Some(definition) = described(&catalog, word) else {
        return Err(unknown(&catalog, &args.what, word, ui));
    };
    match explain::explain(&definition, &steps) {
        Ok(Some(explanation)) => {
            let width = width(ui);
            let shown = report::FieldPage::new(&explanation);
            Ok(args.output.print(&shown, || shown.text(width), ui))
        }
        Ok(None) => {
            ui.complain(&format!("error: {} has no version to explain", definition.kind));
            Err(Exit::Usage)
        }
        Err(error) => {
            let hint = if is_newer(args, word, &steps) {
                format!("; release {} brought it", Release::Current.name())
            } else {
                hint(&error)
            };
            ui.complain(&format!("error: {error}{hint}"));
            Err(Exit::Usage)
        }
    }
}

/// The definition with its descriptions, which those for judging lack.
fn described(catalog: &Catalog, word: &str) -> Option<Definition> {
    let found = catalog.resource(word)?;
    if catalog.given().iter().any(|given| given == found) {
        return Some(found.clone());
    }
    let text = std::str::from_utf8(embedded::kind(&found.kind)?.described(catalog.release())?).ok()?;
    compile::definition(&read_json(text).ok()?, Descriptions::Keep).ok()
}

fn unknown(catalog: &Catalog, what: &str, word: &str, ui: &mut Ui) -> Exit {
    let rules: Vec<&str> = nearest(what, finding::all().flat_map(|rule| [rule.code, rule.name]));
    let kinds = catalog.definitions().flat_map(|one| std::iter::once(&one.singular).chain(&one.short_names));
    let near: Vec<&str> = nearest(word, kinds.map(String::as_str)).into_iter().chain(rules).take(3).collect();
    let hint = if near.is_empty() {
        "`kubectl omnia rules` and `kubectl omnia schema list` tell what there is".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    };
    ui.complain(&format!("error: {what:?} is neither a rule nor a field of a known kind; {hint}"));
    Exit::Usage
}

/// Whether the newest embedded release has the field that the chosen one lacks.
fn is_newer(args: &Args, word: &str, steps: &[explain::Step]) -> bool {
    let newest = Catalog::new(Release::Current);
    args.schema.release() != Release::Current
        && newest.resource(word).is_some_and(|definition| matches!(explain::explain(definition, steps), Ok(Some(_))))
}

fn hint(error: &PathError) -> String {
    match error {
        PathError::NoField { near, .. } if !near.is_empty() => format!("; did you mean {}?", near.join(", ")),
        PathError::NoField { elsewhere, .. } if !elsewhere.is_empty() => format!("; there is {}", elsewhere.join(", ")),
        PathError::NoField { kind, parent, .. } => {
            let kind_path = kind.to_ascii_lowercase();
            let path = if parent == kind { kind_path } else { format!("{kind_path}.{parent}") };
            format!("; `kubectl omnia explain {path}` lists those it has")
        }
        _ => String::new(),
    }
}
