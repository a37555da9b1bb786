//! `--fix`, `--diff` and `--add-ignores`: changes of the files themselves.

use std::{collections::HashMap, path::Path};

use similar::TextDiff;

use super::super::{Exit, args, output, ui::Ui};
use crate::{
    input::{Content, Input},
    lint,
    report::{self, FileResults, Mended, Results},
};

/// Writes what was mended; of standard input to standard output.
pub(super) fn write(results: &Results, ui: &mut Ui) -> Exit {
    let mut exit = Exit::Success;
    let (mut findings, mut files) = (0, 0);
    for (_, mended) in mended(results) {
        match &mended.path {
            Some(path) => exit = exit.and(output::rewrite(path, &mended.after, ui)),
            None => ui.print_with(|out| out.write_all(&mended.after)),
        }
        (findings, files) = (findings + mended.count, files + 1);
    }
    if findings > 0 && exit == Exit::Success {
        ui.note(&format!(
            "{} mended in {}",
            report::counted(findings, "finding", "findings"),
            report::counted(files, "file", "files")
        ));
    }
    exit
}

fn mended(results: &Results) -> impl Iterator<Item = (&FileResults, &Mended)> {
    results.files.iter().filter_map(|file| Some((file, file.mended.as_ref()?)))
}

/// Prints what `--fix` would change, and nothing else.
pub(super) fn diff(results: &Results, ui: &mut Ui) -> Exit {
    let mut exit = Exit::Success;
    for (file, mended) in mended(results).filter(|(_, mended)| mended.count > 0) {
        print_diff(&file.name, &mended.before, &mended.after, ui);
        exit = Exit::Negative;
    }
    exit
}

/// Prints how the bytes of a file would change.
pub fn print_diff(name: &str, before: &[u8], after: &[u8], ui: &mut Ui) {
    let [before, after] = [before, after].map(String::from_utf8_lossy);
    let diff = TextDiff::from_lines(&before, &after);
    ui.print(&diff.unified_diff().header(name, name).to_string());
}

/// What can be changed: files, not what was piped or built.
///
/// # Errors
/// There is something else; it was said on standard error.
pub fn files_only(inputs: &[Input], flag: &str, ui: &mut Ui) -> Result<(), Exit> {
    match inputs.iter().find(|input| !matches!(input.content, Content::File(_))) {
        Some(input) => {
            ui.complain(&format!("error: {flag} changes files, and {} is none: name the files", input.name));
            Err(Exit::Usage)
        }
        None => Ok(()),
    }
}

/// Writes comments that ignore what was found.
pub(super) fn add_ignores(results: &Results, inputs: &[Input], reason: &str, ui: &mut Ui) -> Exit {
    let by_name: HashMap<&str, &Input> = inputs.iter().map(|input| (input.name.as_str(), input)).collect();
    let show = results.show;
    let mut exit = Exit::Success;
    let (mut findings, mut comments) = (0, 0);
    for file in &results.files {
        let Some(input) = by_name.get(&*file.name) else { continue };
        let found = file.located.iter().map(|located| &located.finding).filter(|finding| finding.severity >= show);
        let Ok(text) = args::text((*input).clone()) else { continue };
        let (edits, covered) = lint::add_ignores(&text, found, reason);
        if edits.is_empty() {
            continue;
        }
        let bytes = text.edited(edits.iter().map(|edit| (edit.span, edit.text.as_str())));
        if let Content::File(path) = &input.content {
            exit = exit.and(output::rewrite(path, &bytes, ui));
        }
        (findings, comments) = (findings + covered, comments + edits.len());
    }
    let findings = report::counted(findings, "finding", "findings");
    ui.note(&format!("{} added, which ignore {findings}", report::counted(comments, "comment", "comments")));
    exit
}

/// The file that an input is, which can be written.
pub(super) fn path(input: &Input) -> Option<&Path> {
    match &input.content {
        Content::File(path) => Some(path),
        Content::Bytes(_) | Content::Stored(_) => None,
    }
}
