//! Where configuration files may be.

use std::path::{Path, PathBuf};

/// The files of one of these `names` that are there in `folder` and those above it, up to the root of the Git repository or the home
/// directory, the nearest first.
pub fn config_files<'p>(folder: &'p Path, names: &'p [&str]) -> impl Iterator<Item = PathBuf> + 'p {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let mut ended = false;
    let folders = folder.ancestors().take_while(move |folder| {
        let go_on = !ended;
        ended = folder.join(".git").exists() || home.as_deref() == Some(*folder);
        go_on
    });
    folders.flat_map(move |folder| names.iter().map(move |name| folder.join(name))).filter(|path| path.is_file())
}

/// The configuration file of the user, where there is one: `omnia/NAME` below `XDG_CONFIG_HOME` or `~/.config`.
pub fn user_config(name: &str) -> Option<PathBuf> {
    let set = |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))?;
    Some(folder.join("omnia").join(name)).filter(|path| path.is_file())
}
