//! `options`: the connection flags, which every command that may use a cluster has.

use super::{Exit, connection, ui::Ui};

/// Print the flags that choose a cluster.
#[derive(Debug, clap::Args)]
pub struct Args {}

pub(super) fn run(_: &Args, ui: &mut Ui) -> Exit {
    ui.print("Commands that may use a cluster (lint, doctor, schema diff) take kubectl's flags:\n\n");
    ui.print(&connection::help());
    Exit::Success
}
