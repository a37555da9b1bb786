//! `read`: each document as the JSON that kubectl would send.

use super::{
    Exit,
    args::{self, InputArgs},
    ui::Ui,
};
use crate::{
    input::Input,
    yaml::{self, Document, Format, JsonForm, NoteKind, Text},
};

/// Print each document as the JSON that kubectl would send.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Any document of any kind is read. A note on standard error tells where a scalar
or key means something else than it looks. With -o json each line is an object
{file, document, value} or {file, document, error}.

Examples:
  kubectl omnia read agent.yaml
  kubectl omnia read -o json agents/ | jq -r 'select(.error) | .file'")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The format: text (the JSON of each document on a line) or json (JSON Lines).
    #[arg(
        short,
        long,
        value_enum,
        default_value_t = ReadFormat::Text,
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    output: ReadFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ReadFormat {
    /// The JSON of each document on a line.
    Text,
    /// JSON Lines with file and document.
    Json,
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    let (inputs, mut exit) = match args.input.collect("read", ui) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    for input in inputs {
        let name = input.name.clone();
        exit = exit.and(match text(input, ui) {
            Ok(text) => read(&name, &text, args.output, ui),
            Err(exit) => exit,
        });
    }
    exit
}

fn text(input: Input, ui: &mut Ui) -> Result<Text, Exit> {
    args::text(input).map_err(|error| args::complain(ui, &error))
}

fn read(name: &str, text: &Text, format: ReadFormat, ui: &mut Ui) -> Exit {
    let documents = yaml::read(text);
    for document in &documents.documents {
        let form = if document.format == Format::Json { JsonForm::Written } else { JsonForm::Converted };
        let value = yaml::to_json(&document.root, form);
        let line = match format {
            ReadFormat::Text => value + "\n",
            ReadFormat::Json => format!("{{\"file\":{},\"document\":{},\"value\":{value}}}\n", quoted(name), document.index),
        };
        ui.print(&line);
        notes(name, text, document, ui);
    }
    let Some(error) = &documents.error else { return Exit::Success };
    let place = text.location(error.span.start);
    match format {
        ReadFormat::Text => {
            ui.complain(&format!("{name}:{}:{}: error parsing {name}: {}", place.line, place.column, error.message));
        }
        ReadFormat::Json => {
            let index = documents.documents.last().map_or(0, |document| document.index + 1);
            let line = format!("{{\"file\":{},\"document\":{index},\"error\":{}}}\n", quoted(name), quoted(&error.message));
            ui.print(&line);
        }
    }
    Exit::Negative
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Where the text means something else than it looks.
fn notes(name: &str, text: &Text, document: &Document<'_>, ui: &mut Ui) {
    if ui.quiet() > 0 {
        return;
    }
    let mut found: Vec<(yaml::Span, String)> = Vec::new();
    for note in &document.notes {
        match note.kind {
            NoteKind::RewrittenKey => found.push((note.span, format!("the key {} is no string", text.slice(note.span)))),
            NoteKind::Unread => found.push((note.span, "the text from here to the next separator is dropped".to_owned())),
            NoteKind::Anchor | NoteKind::Alias | NoteKind::Merge => {}
        }
    }
    yaml::odd_scalars(&document.root, text, &mut |span, meaning| {
        found.push((span, format!("{} is read as {meaning}", text.slice(span))));
    });
    found.sort_by_key(|(span, _)| *span);
    for (span, what) in found {
        let place = text.location(span.start);
        ui.note(&format!("{name}:{}:{}: note: {what}", place.line, place.column));
    }
}
