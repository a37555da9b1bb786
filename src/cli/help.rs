//! `help`: commands and topics.

use std::ffi::OsString;

use super::{Exit, exit, ui::Ui};

/// Print the help of a command or a topic.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command (with its subcommand), or one of: exit-codes, formats, environment.
    #[arg(value_name = "COMMAND|TOPIC")]
    words: Vec<String>,
}

const FORMATS: &str = "\
Formats of findings (lint -o)

  text      an excerpt of the file with carets; the default at a terminal
  concise   path:line:column: CODE severity message; the default elsewhere
  json      one LintReport (cli.omnia.altairalabs.ai/v1): everything that was
            found, whatever --show says
  kubectl   the very text that kubectl prints for the same files

-o FORMAT=FILE writes to a file instead and may be repeated; at most one format
goes to standard output. Lines and columns count from 1, columns in characters;
ends are exclusive. Text and concise are for people and may change; JSON only
ever grows.
";

const ENVIRONMENT: &str = "\
Environment variables

  NO_COLOR          set and not empty: no colour
  CLICOLOR_FORCE    not empty, not 0: colour even in a pipe (FORCE_COLOR too)
  CLICOLOR          0: no colour
  COLUMNS           width of text output

--color comes before all of them.
";

pub(super) fn run(args: Args, called: Option<&OsString>, ui: &mut Ui) -> Exit {
    let topic = match args.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["exit-codes"] => Some(exit::HELP),
        ["formats"] => Some(FORMATS),
        ["environment"] => Some(ENVIRONMENT),
        _ => None,
    };
    if let Some(text) = topic {
        ui.print(text);
        return Exit::Success;
    }
    let mut command = super::command(called);
    command.build();
    let mut found = &mut command;
    for word in &args.words {
        match found.find_subcommand_mut(word) {
            Some(inner) => found = inner,
            None => {
                ui.complain(&format!("error: no command or topic {word:?}: see `kubectl omnia help`"));
                return Exit::Usage;
            }
        }
    }
    ui.print(&found.render_help().to_string());
    Exit::Success
}
