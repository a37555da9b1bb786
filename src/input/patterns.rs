//! Patterns in the syntax of `.gitignore`.

use std::path::{Component, Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::InputError;

/// Patterns and the folder that they start from.
#[derive(Debug)]
pub struct Patterns {
    root: PathBuf,
    matcher: Gitignore,
}

impl Patterns {
    /// Patterns that are relative to `root`, which is absolute or, when it is empty, the working directory.
    ///
    /// # Errors
    /// A pattern cannot be read.
    pub fn new(root: &Path, patterns: &[String]) -> Result<Self, InputError> {
        let mut builder = GitignoreBuilder::new("");
        for pattern in patterns {
            let bad = |error: ignore::Error| InputError::Pattern { pattern: pattern.clone(), reason: error.to_string() };
            builder.add_line(None, pattern.strip_prefix("./").unwrap_or(pattern)).map_err(bad)?;
        }
        let bad = |error: ignore::Error| InputError::Pattern { pattern: patterns.join(" "), reason: error.to_string() };
        Ok(Self { root: root.to_owned(), matcher: builder.build().map_err(bad)? })
    }

    /// Whether the path or a folder above it matches. Paths below the root count from there.
    pub fn matches(&self, path: &Path) -> bool {
        if self.matcher.is_empty() {
            return false;
        }
        let here = std::env::current_dir().unwrap_or_default();
        let relative = if self.root.as_os_str().is_empty() {
            path.strip_prefix(&here).unwrap_or(path).to_owned()
        } else {
            let absolute = here.join(path);
            absolute.strip_prefix(&self.root).unwrap_or(&absolute).to_owned()
        };
        let relative: PathBuf = relative.components().filter(|part| matches!(part, Component::Normal(_))).collect();
        relative.ancestors().any(|part| !part.as_os_str().is_empty() && self.matcher.matched(part, part != relative).is_ignore())
    }
}
