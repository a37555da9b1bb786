//! `help`: commands and topics.

use std::ffi::OsString;

use super::{Exit, exit, ui::Ui};

/// Print the help of a command or a topic.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command (with its subcommand), or one of: exit-codes, formats, ignores, environment.
    #[arg(value_name = "COMMAND|TOPIC")]
    words: Vec<String>,
}

const FORMATS: &str = "\
Formats of findings (lint -o)

  text      an excerpt of the file with carets; the default at a terminal
  concise   path:line:column: CODE severity message; the default elsewhere
  grouped   below the name of each file, in columns
  summary   a table: how often each rule found something
  markdown  a page for the comment of a pull request
  github    commands of GitHub Actions: ten annotations of each level, the
            gravest first, the others as lines of the log
  azure     commands of Azure Pipelines
  gitlab    the Code Quality report of GitLab
  junit     JUnit XML: a suite for each file, a case for each object
  checkstyle, rdjson
            for Checkstyle's readers and for reviewdog
  sarif     SARIF 2.1.0; the 5,000 gravest findings, which GitHub shows
  json      one LintReport (cli.omnia.altairalabs.ai/v1)
  json-lines, yaml
            the same, an object a line, and as YAML
  kubectl   the very text that kubectl prints for the same files
  template=TEMPLATE
            a line for each finding: {file}, {line}, {column}, {endLine},
            {endColumn}, {document}, {code}, {name}, {severity}, {origin},
            {message}, {field}, {help}, {kind}, {namespace}, {object};
            {{ and }} for braces, \\n and \\t

-o FORMAT=FILE writes to a file instead and may be repeated; at most one format
goes to standard output, and a template always does. Files are replaced as a
whole or not at all. Findings below --show stand in json, json-lines and yaml
only. Lines and columns count from 1, columns in characters (in rdjson, which
asks for it, in bytes); ends are exclusive. Text, concise, grouped, summary and
markdown are for people and may change; JSON only ever grows.
";

const IGNORES: &str = "\
Findings that are not to be reported

In a manifest, or in a block of a page, as comments:

  # omnia: ignore[CODE,...] reason
      the line it stands on or, when it has a line for itself, the next one, and
      everything below the key or item that begins there
  # omnia: ignore-file[CODE,...] reason
      the file
  # omnia: disable[CODE,...] reason
      everything up to the next # omnia: enable[CODE,...]

As an annotation of an object:

  lint.omnia.altairalabs.ai/ignore: \"CODE,...: reason\"

Codes, names and families of rules will do. For a folder or a repository:
lint.ignore and lint.per-file-ignores in omnia.yaml (see `config init`), or
--ignore and --per-file-ignores. --add-ignores=REASON writes the comments for
all that is found; --baseline FILE knows findings by rule, object and field,
wherever their lines are, and --update-baseline writes it.

What ignores nothing is reported (IGN001, IGN004). --no-ignores shows everything
that comments, annotations and the baseline ignore.
";

const ENVIRONMENT: &str = "\
Environment variables

  NO_COLOR          set and not empty: no colour
  CLICOLOR_FORCE    not empty, not 0: colour even in a pipe (FORCE_COLOR too)
  CLICOLOR          0: no colour
  COLUMNS           width of text output
  KUBECTL_EXTERNAL_DIFF
                    the program that shows the difference of `diff`
  OMNIA_OUTPUT      the format of findings where there is no -o
  OMNIA_CONFIG      the configuration file, in place of those that are found
  XDG_CONFIG_HOME   where omnia/omnia.yaml, the user's configuration, is

--color comes before all of them.
";

pub(super) fn run(args: Args, called: Option<&OsString>, ui: &mut Ui) -> Exit {
    let topic = match args.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["exit-codes"] => Some(exit::HELP),
        ["formats"] => Some(FORMATS),
        ["ignores"] => Some(IGNORES),
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
