//! What `migrate` did and what it left, for people and for programs.

use serde::Serialize;

use super::{API_VERSION, Tool};
use crate::migrate::Migrated;

/// What `migrate -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct MigrationReport {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    /// The release that the manifests are for now.
    pub release: &'static str,
    /// Whether the files are as before.
    pub dry_run: bool,
    pub files: Vec<MigratedFile>,
    pub summary: MigrationSummary,
}

/// A file that something was changed in, or left.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct MigratedFile {
    pub file: String,
    pub changes: Vec<ChangeJson>,
    pub left: Vec<LeftJson>,
}

/// A change.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct ChangeJson {
    pub object: String,
    pub message: String,
}

/// What a person has to decide.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct LeftJson {
    /// In the migrated text, from 1.
    pub line: u32,
    /// In the migrated text, in code points from 1.
    pub column: u32,
    pub message: String,
    /// Empty when nothing is known.
    pub help: String,
}

/// What all files came to.
#[derive(Debug, Default, Serialize)]
#[allow(missing_docs)]
pub struct MigrationSummary {
    pub objects: usize,
    pub changes: usize,
    /// Files with changes.
    pub files: usize,
    pub left: usize,
}

impl MigrationReport {
    /// A report of `files`.
    pub fn new(release: &'static str, dry_run: bool, files: Vec<MigratedFile>, summary: MigrationSummary) -> Self {
        Self { api_version: API_VERSION, kind: "MigrationReport", tool: Tool::THIS, release, dry_run, files, summary }
    }
}

impl MigrationSummary {
    /// Counts a file.
    pub fn add(&mut self, migrated: &Migrated) {
        self.objects += migrated.objects;
        self.changes += migrated.changes.len();
        self.files += usize::from(!migrated.changes.is_empty());
        self.left += migrated.left.len();
    }
}

impl MigratedFile {
    /// What became of `file`.
    pub fn new(file: &str, migrated: &Migrated) -> Self {
        let changes =
            migrated.changes.iter().map(|change| ChangeJson { object: change.object.clone(), message: change.what.clone() });
        let left = migrated.left.iter().map(|left| {
            let place = migrated.text.location(left.span.start);
            LeftJson { line: place.line, column: place.column, message: left.message.clone(), help: left.help.clone() }
        });
        Self { file: file.to_owned(), changes: changes.collect(), left: left.collect() }
    }

    /// Whether nothing was changed and nothing is left.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.left.is_empty()
    }

    /// What was changed, unless only what is left is wanted, and what is left.
    pub fn text(&self, only_left: bool) -> String {
        let Self { file, changes, left } = self;
        let mut report = String::new();
        let mut object = "";
        for change in changes.iter().filter(|_| !only_left) {
            if change.object != object {
                report.push_str(&format!("{file}: {}\n", change.object));
                object = &change.object;
            }
            report.push_str(&format!("  {}\n", change.message));
        }
        for LeftJson { line, column, message, help } in left {
            report.push_str(&format!("{file}:{line}:{column}: {message}\n"));
            if !help.is_empty() {
                report.push_str(&format!("  to decide: {help}\n"));
            }
        }
        report
    }
}
