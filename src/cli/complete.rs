//! Completion through kubectl: for `kubectl omnia ...` it runs the program `kubectl_complete-omnia` with the words typed so far and
//! reads candidates and a directive from its standard output. A link of that name to `kubectl-omnia` is that program.
//!
//! Source: `SetupPluginCompletion` of k8s.io/kubectl/pkg/cmd/plugin, and the protocol of cobra's `__complete`.

use std::{env, ffi::OsString, path::Path};

use clap::CommandFactory as _;
use clap_complete::engine::{self, CompletionCandidate};

use super::{Cli, Exit, ui::Ui};

/// The name under which kubectl calls for completion.
const NAME: &str = "kubectl_complete-omnia";

/// cobra's directive to put no blank behind the word.
const NO_SPACE: u8 = 2;
/// cobra's directive not to offer files in addition.
const NO_FILES: u8 = 4;

/// Whether the program was called for completion.
pub fn is_wanted(called: Option<&OsString>) -> bool {
    called.and_then(|path| Path::new(path).file_stem()).is_some_and(|stem| stem == NAME)
}

/// Prints what the last of `words` may become, a candidate and its help in each line, and the directive.
pub fn run(words: &[OsString], ui: &mut Ui) -> Exit {
    let mut arguments = words.to_vec();
    if arguments.len() < 2 {
        arguments.push(OsString::new());
    }
    let index = arguments.len() - 1;
    let typed = arguments.get(index).map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = env::current_dir().ok();
    let found = engine::complete(&mut Cli::command(), arguments, index, folder.as_deref()).unwrap_or_default();
    let shown = found.iter().filter(|candidate| !candidate.is_hide_set());
    let lines: Vec<(String, String)> = shown
        .map(|candidate| {
            let help = candidate.get_help().map(ToString::to_string).unwrap_or_default();
            (name(candidate, &typed), help.lines().next().unwrap_or_default().to_owned())
        })
        .collect();
    for (value, help) in &lines {
        ui.print(&if help.is_empty() { format!("{value}\n") } else { format!("{value}\t{help}\n") });
    }
    let is_folder = !lines.is_empty() && lines.iter().all(|(value, _)| value.ends_with('/'));
    ui.print(&format!(":{}\n", NO_FILES | if is_folder { NO_SPACE } else { 0 }));
    Exit::Success
}

/// A candidate's text. Of the names of a command clap takes the first in the order of letters; its real name is better, where it fits.
fn name(candidate: &CompletionCandidate, typed: &str) -> String {
    let command = candidate.get_id().and_then(|id| id.strip_prefix("command::")).filter(|name| name.starts_with(typed));
    command.map_or_else(|| candidate.get_value().to_string_lossy().into_owned(), str::to_owned)
}
