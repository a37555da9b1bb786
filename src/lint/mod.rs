//! The linter: from the text of a file to findings and a verdict for each object.

mod admission;
mod cause;
mod crd;
mod file;
mod help;
mod history;
mod report;
mod rule;
mod stored;
mod template;
mod traps;
mod update;

pub use crd::{CrdReport, crds};
pub use file::{Linter, file, no_objects, transcribe};
pub use report::{FileReport, NotChecked, ObjectReport, Skipped, Summary, Verdict};
pub use stored::stored;
