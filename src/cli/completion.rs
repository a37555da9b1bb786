//! `completion`.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{Cli, Exit, ui::Ui};

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Load it, for example with
  bash:  source <(kubectl omnia completion bash)
  zsh:   kubectl omnia completion zsh > \"${fpath[1]}/_kubectl-omnia\"
  fish:  kubectl omnia completion fish | source")]
pub struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// The script for `shell`, for the program `kubectl-omnia`.
pub fn script(shell: Shell) -> String {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "kubectl-omnia", &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(super) fn run(args: Args, ui: &mut Ui) -> Exit {
    ui.print(&script(args.shell));
    Exit::Success
}
