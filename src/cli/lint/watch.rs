//! `--watch`: the files are checked again whenever one of them changes.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use notify::{Event, EventKind, RecursiveMode, Watcher as _};

use super::{
    super::{
        Exit,
        ui::{self, Ui},
    },
    Args,
};
use crate::{config, input};

/// An editor writes a file in several steps: so long nothing has to happen before the files are read.
const SETTLED: Duration = Duration::from_millis(10);

/// Checks the files, and checks them again whenever one of them changes, until standard output is closed.
pub(super) fn run(args: &Args, ui: &mut Ui) -> Exit {
    if let Some(reason) = args.contradiction() {
        return super::usage(reason, ui);
    }
    let (sender, changes) = mpsc::channel();
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // Nobody listens any more when the program ends.
        let _ = sender.send(event);
    });
    let mut watcher = match watcher {
        Ok(watcher) => watcher,
        Err(error) => return complain(&error, ui),
    };
    let named = args.input.paths.iter().chain(&args.input.filename).map(PathBuf::from).chain(args.input.kustomize.clone());
    for path in named {
        // A file that an editor replaces is another file: its folder tells of it.
        let folder = if path.is_dir() { path.as_path() } else { folder_of(&path) };
        let mode = if path.is_dir() { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        if let Err(error) = watcher.watch(folder, mode) {
            return complain(&error, ui);
        }
    }
    let written: Vec<PathBuf> = args.output.iter().filter_map(|target| target.file.clone()).collect();
    let mut exit = Exit::Success;
    while ui.is_open() {
        if ui::is_terminal() {
            ui.print("\u{1b}[2J\u{1b}[H");
        }
        exit = super::once(args.clone(), ui);
        ui.note("watching for changes; Ctrl-C ends");
        if !wait(&changes, &written) {
            return complain(&"the watch ended", ui);
        }
    }
    exit
}

fn complain(error: &dyn std::fmt::Display, ui: &mut Ui) -> Exit {
    ui.complain(&format!("error: cannot watch for changes: {error}"));
    Exit::Environment
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until a file of interest has changed and nothing happens any more; false when nothing will ever change.
fn wait(changes: &Receiver<notify::Result<Event>>, written: &[PathBuf]) -> bool {
    loop {
        let Ok(event) = changes.recv() else { return false };
        // What was overlooked may be of interest.
        if event.is_ok_and(|event| !is_of_interest(&event, written)) {
            continue;
        }
        while changes.recv_timeout(SETTLED).is_ok() {}
        return true;
    }
}

fn is_of_interest(event: &Event, written: &[PathBuf]) -> bool {
    let is_input = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let known = ["yaml", "yml", "json"].iter().any(|extension| path.extension().is_some_and(|found| found == *extension));
        let is_written = written.iter().any(|file| path.ends_with(file));
        (known || input::is_page(&name) || config::FILES.contains(&&*name)) && !is_written
    };
    // Reading a file is an event, too.
    !matches!(event.kind, EventKind::Access(_)) && (event.paths.is_empty() || event.paths.iter().any(is_input))
}
