//! A whole run of the linter: the one value that every format of findings is made of.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use super::{API_VERSION, LintReport, LiveJson, Located, Tool, json};
use crate::{
    apiserver::{KubeVersion, Operation},
    finding::Severity,
    lint::{FileReport, Ignore, NotChecked, Summary},
};

/// What one file came to.
#[derive(Debug, Default)]
pub struct FileResults {
    /// The name for people.
    pub name: Arc<str>,
    /// Its counts, findings apart.
    pub summary: Summary,
    /// Its objects and what was left out; the findings are in `located`.
    pub report: FileReport,
    /// What was found, by place.
    pub located: Vec<Located>,
    /// What the text says is not to be reported, and what to report when that ignores nothing.
    pub ignores: Vec<(Ignore, Option<Located>)>,
    /// What was found and is not reported.
    pub ignored: Vec<Ignored>,
    /// What became of the text; none when nothing was mended.
    pub mended: Option<Mended>,
}

impl FileResults {
    /// Whether it was read from standard input to be written to standard output.
    pub fn is_piped(&self) -> bool {
        self.mended.as_ref().is_some_and(|mended| mended.path.is_none())
    }
}

/// A text that was mended.
#[derive(Debug)]
pub struct Mended {
    /// The file to write; none for standard input.
    pub path: Option<PathBuf>,
    /// Its bytes as they are.
    pub before: Vec<u8>,
    /// Its bytes as they should be.
    pub after: Vec<u8>,
    /// How many findings were mended.
    pub count: usize,
}

/// A finding that is not reported.
#[derive(Debug)]
pub struct Ignored {
    /// The finding.
    pub located: Located,
    /// Whether the manifest says so itself, and not a baseline.
    pub in_source: bool,
    /// Why; empty when nothing is said.
    pub reason: String,
}

/// What all files came to, and how they were judged.
#[derive(Debug)]
pub struct Results {
    /// The embedded release in use; `custom` when CRDs were passed in, or when a cluster has others.
    pub omnia_version: &'static str,
    /// The release of Kubernetes whose words are used.
    pub kube_version: KubeVersion,
    /// How the manifests reach the server.
    pub operation: Operation,
    /// The files, in the order in which they were named.
    pub files: Vec<FileResults>,
    /// The counts of all.
    pub summary: Summary,
    /// What was not checked, and of how many objects.
    pub not_checked: BTreeMap<NotChecked, usize>,
    /// Formats for people and for services show findings from this severity on; JSON, JSON Lines and YAML hold all.
    pub show: Severity,
    /// From this severity on the run fails; none when it never does.
    pub fail_on: Option<Severity>,
    /// What the cluster had to do with it; none when none was asked.
    pub live: Option<LiveJson>,
}

impl Results {
    /// Adds the files up.
    pub fn count(&mut self) {
        self.summary = Summary::default();
        self.not_checked.clear();
        for file in &self.files {
            self.summary.merge(&file.summary);
            file.located.iter().for_each(|located| self.summary.count(located.finding.severity));
            self.summary.ignored += file.ignored.len();
            for entry in &file.report.not_checked {
                *self.not_checked.entry(entry.clone()).or_default() += 1;
            }
        }
    }

    /// All findings.
    pub fn all(&self) -> impl Iterator<Item = &Located> {
        self.files.iter().flat_map(|file| &file.located)
    }

    /// The findings that are to be shown.
    pub fn shown(&self) -> impl Iterator<Item = &Located> {
        self.all().filter(|located| located.finding.severity >= self.show)
    }

    /// The findings that are to be shown, the gravest first.
    pub fn gravest_first(&self) -> Vec<&Located> {
        let mut found: Vec<&Located> = self.shown().collect();
        found.sort_by_key(|located| std::cmp::Reverse(located.finding.severity));
        found
    }

    /// How many findings are not to be shown.
    pub fn hidden(&self) -> usize {
        self.all().count() - self.shown().count()
    }

    /// How many of the findings that are shown `--fix` would mend.
    pub fn fixable(&self) -> usize {
        self.shown().filter(|located| located.finding.fix.as_ref().is_some_and(|fix| fix.safe)).count()
    }

    /// Whether a finding makes the run fail.
    pub fn fails(&self, located: &Located) -> bool {
        self.fail_on.is_some_and(|threshold| located.finding.severity >= threshold)
    }

    /// The report for programs.
    pub fn json(&self) -> LintReport<'_> {
        let files = self.files.iter();
        LintReport {
            api_version: API_VERSION,
            kind: "LintReport",
            tool: Tool::THIS,
            omnia_version: self.omnia_version,
            kube_version: self.kube_version.to_string(),
            operation: self.operation.name(),
            summary: self.summary,
            objects: files.clone().flat_map(|file| json::object_jsons(&file.name, &file.report)).collect(),
            findings: files.clone().flat_map(|file| &file.located).map(json::finding_json).collect(),
            skipped: files.clone().flat_map(|file| json::skipped_jsons(&file.name, &file.report)).collect(),
            not_checked: json::not_checked_jsons(&self.not_checked),
            live: self.live.as_ref(),
        }
    }
}
