//! Files, directories and patterns.

use std::path::Path;

use ignore::WalkBuilder;

use super::{Content, Input, InputError, Patterns, Request};

/// The files that one argument names.
pub(super) fn expand(path: &str, recursive: bool, request: &Request, filter: &Patterns) -> Result<Vec<Input>, InputError> {
    if path.starts_with("http://") || path.starts_with("https://") {
        return Err(InputError::Url(path.to_owned()));
    }
    let named = Path::new(path);
    match std::fs::metadata(named) {
        Ok(metadata) if metadata.is_dir() => directory(named, recursive, request, filter),
        Ok(_) if request.force_exclude && filter.matches(named) => Ok(Vec::new()),
        Ok(_) => Ok(vec![input(named, false)]),
        Err(_) if is_pattern(path) => pattern(path, recursive, request, filter),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(InputError::NotFound(path.to_owned())),
        Err(source) => Err(InputError::Unreadable { name: path.to_owned(), source }),
    }
}

fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '['])
}

fn input(path: &Path, walked: bool) -> Input {
    let shown = path.strip_prefix("./").unwrap_or(path);
    Input { name: shown.display().to_string(), content: Content::File(path.to_owned()), walked }
}

pub(super) fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}

fn pattern(text: &str, recursive: bool, request: &Request, filter: &Patterns) -> Result<Vec<Input>, InputError> {
    let bad = |reason: String| InputError::Pattern { pattern: text.to_owned(), reason };
    let paths = glob::glob(text).map_err(|error| bad(error.to_string()))?;
    let mut found = Vec::new();
    for path in paths {
        let path = path.map_err(|error| bad(error.to_string()))?;
        found.extend(expand(&path.to_string_lossy(), recursive, request, filter)?);
    }
    if found.is_empty() { Err(InputError::NotFound(text.to_owned())) } else { Ok(found) }
}

fn directory(path: &Path, recursive: bool, request: &Request, filter: &Patterns) -> Result<Vec<Input>, InputError> {
    let walker = WalkBuilder::new(path)
        .max_depth(if recursive { None } else { Some(1) })
        .standard_filters(false)
        .hidden(request.respect_gitignore)
        .git_ignore(request.respect_gitignore)
        .git_exclude(request.respect_gitignore)
        .git_global(request.respect_gitignore)
        .parents(request.respect_gitignore)
        .ignore(request.respect_gitignore)
        .require_git(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .build();
    let mut found = Vec::new();
    for entry in walker {
        let entry = entry.map_err(|error| unreadable(path, error))?;
        // A link is asked for its target, everything else was told by the directory.
        let is_file = || match entry.file_type() {
            Some(kind) if kind.is_symlink() => entry.path().is_file(),
            kind => kind.is_some_and(|kind| kind.is_file()),
        };
        let is_page = || request.pages && super::is_page(&entry.file_name().to_string_lossy());
        if (is_manifest(entry.path()) || is_page()) && is_file() && !filter.matches(entry.path()) {
            found.push(input(entry.path(), true));
        }
    }
    Ok(found)
}

fn unreadable(path: &Path, error: ignore::Error) -> InputError {
    let text = error.to_string();
    let source = error.into_io_error().unwrap_or_else(|| std::io::Error::other(text));
    InputError::Unreadable { name: path.display().to_string(), source }
}
