//! `--against`: the stored version of what is checked.

use super::{
    Exit,
    args::{self, complain},
    ui::Ui,
};
use crate::{
    apiserver::Stored,
    input::{self, Input},
    lint,
};

/// The objects that `against` names: those of a file or a directory, or for `git:REV` those of the same files at that revision.
///
/// # Errors
/// It cannot be read; it was said on standard error.
pub(super) fn stored(against: &str, inputs: &[Input], ui: &mut Ui) -> Result<Stored, Exit> {
    let found = match against.strip_prefix("git:") {
        Some(revision) => input::at_revision(revision, inputs),
        None => input::manifests(against, true),
    };
    let mut stored = Stored::default();
    for input in found.map_err(|error| complain(ui, &error))? {
        let name = input.name.clone();
        let text = args::text(input).map_err(|error| complain(ui, &error))?;
        if let Err(error) = lint::stored(&text, &mut stored) {
            ui.complain(&format!("error: cannot compare with {name:?}: {}: correct it, or name another file", error.message));
            return Err(Exit::Usage);
        }
    }
    Ok(stored)
}
