//! `rules`.

use super::{Exit, output::Format, ui::Ui};
use crate::{finding, report};

/// List the rules.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Codes, names or families (SCH001, unknown-field, YAML); all when none is given.
    #[arg(value_name = "RULE")]
    rules: Vec<String>,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    let mut chosen = Vec::new();
    for word in &args.rules {
        let found = finding::matching(word);
        if found.is_empty() {
            ui.complain(&format!("error: no rule or family {word:?}: `kubectl omnia rules` lists them"));
            return Exit::Usage;
        }
        chosen.extend(found);
    }
    if args.rules.is_empty() {
        chosen.extend(finding::all());
    }
    let list = report::RuleList::new(&chosen);
    let width = ui.columns();
    args.output.print(&list, || list.text(width), ui)
}
