//! `options`: the flags that many commands have, those among them that their help leaves out.

use super::{Exit, Global, connection::ConnectionArgs, ui::Ui};

/// Print the flags that choose a cluster, and those of all commands.
#[derive(Debug, clap::Args)]
pub struct Args {}

pub(super) fn run(_: &Args, ui: &mut Ui) -> Exit {
    ui.print("Commands that may use a cluster take kubectl's flags:\n\n");
    ui.print(&listed::<ConnectionArgs>());
    ui.print("\nAll commands take:\n\n");
    ui.print(&listed::<Global>());
    Exit::Success
}

/// The help of all flags, the hidden ones too.
fn listed<A: clap::Args>() -> String {
    let bare = clap::Command::new("").disable_help_flag(true).help_template("{options}").max_term_width(100);
    A::augment_args(bare).mut_args(|flag| flag.hide(false)).render_help().to_string()
}
