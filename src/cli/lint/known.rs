//! Findings that are known: ignored by the manifests themselves, or in the baseline.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::super::{Exit, args, output, ui::Ui};
use super::job::Job;
use crate::{
    finding::Finding,
    input,
    lint::{Baseline, Ignore, Summary},
    report::{FileResults, Ignored, Located, Results},
    yaml::Text,
};

/// Takes out what comments and annotations ignore, and reports those that ignore nothing.
///
/// Where a rule was not checked nobody can say that nothing is ignored.
pub(super) fn ignore(results: &mut Results) {
    let open: BTreeSet<&str> = results.not_checked.keys().map(|entry| entry.code).collect();
    for file in results.files.iter_mut().filter(|file| !file.ignores.is_empty()) {
        let mut used = vec![false; file.ignores.len()];
        let found = std::mem::take(&mut file.located);
        for located in found {
            match file.ignores.iter().position(|(ignore, _)| ignore.covers(&located.finding)) {
                Some(index) => {
                    // A second comment on the same finding is no more in use than the first.
                    file.ignores.iter().zip(&mut used).for_each(|((ignore, _), used)| *used |= ignore.covers(&located.finding));
                    let reason = file.ignores[index].0.reason.clone();
                    file.ignored.push(Ignored { located, in_source: true, reason });
                }
                None => file.located.push(located),
            }
        }
        let is_open = |ignore: &Ignore| ignore.codes.iter().any(|code| open.contains(code));
        let unused = std::mem::take(&mut file.ignores).into_iter().zip(used);
        file.located.extend(unused.filter(|((ignore, _), used)| !used && !is_open(ignore)).filter_map(|((_, unused), _)| unused));
        file.located
            .sort_by_key(|located| (located.place.document, located.place.start, located.place.end, located.finding.code));
    }
}

/// The baseline of a run.
pub(super) struct Held {
    path: PathBuf,
    text: Text,
    baseline: Baseline,
}

impl Held {
    /// Reads the baseline; with `update` it may be missing.
    ///
    /// # Errors
    /// It cannot be read; it was said on standard error.
    pub fn read(path: &Path, update: bool, ui: &mut Ui) -> Result<Self, Exit> {
        let name = path.display().to_string();
        let missing = update && !path.exists();
        let bytes = if missing { Ok(Vec::new()) } else { input::read_file(&name, path) };
        let bytes = bytes.map_err(|error| args::complain(ui, &error))?;
        let text = Text::new(bytes).map_err(|_| args::complain(ui, &input::InputError::TooLarge(name.clone())))?;
        let baseline = if missing { Ok(Baseline::default()) } else { Baseline::read(&text) };
        match baseline {
            Ok(baseline) => Ok(Self { path: path.to_owned(), text, baseline }),
            Err(error) => {
                ui.complain(&format!("error: cannot use the baseline {name}: {error}"));
                Err(Exit::Usage)
            }
        }
    }

    /// Takes out what is known. `update` takes everything for known.
    pub fn apply(&mut self, results: &mut Results, update: bool) {
        for file in &mut results.files {
            for located in std::mem::take(&mut file.located) {
                let known = self.baseline.holds(&located.finding, &located.place.file);
                if known || update {
                    file.ignored.push(Ignored { located, in_source: false, reason: String::new() });
                } else {
                    file.located.push(located);
                }
            }
        }
    }

    /// The findings for entries that are known no more, as a file of their own.
    pub fn stale(&self, results: &Results, job: &Job<'_>) -> Option<FileResults> {
        let name: Arc<str> = self.path.display().to_string().into();
        let policy = job.policies.of_run();
        let linted = |file: &str| is_settled(file, results);
        let judged = self.baseline.stale(linted, |code| policy.holds(code)).filter_map(|finding| policy.judge(finding));
        let located: Vec<Located> = judged.map(|finding: Finding| job.locate(finding, &name, &self.text)).collect();
        (!located.is_empty()).then(|| FileResults {
            name,
            summary: Summary { files: 1, ..Summary::default() },
            located,
            ..Default::default()
        })
    }

    /// Writes the baseline that holds all findings of the run.
    pub fn update(&self, results: &Results, ui: &mut Ui) -> Exit {
        let (text, count) = self.baseline.updated(|file| is_settled(file, results));
        let exit = output::write_file(&self.path, &text, ui);
        if exit == Exit::Success {
            let noun = if count == 1 { "finding" } else { "findings" };
            ui.note(&format!("{}: {count} {noun} known from now on", self.path.display()));
        }
        exit
    }
}

/// Whether the run knows all that there is to know of the file: it looked at it, or the file is gone.
fn is_settled(file: &str, results: &Results) -> bool {
    results.files.iter().any(|one| &*one.name == file) || !Path::new(file).exists()
}
