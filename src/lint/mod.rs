//! The linter: from the text of a file to findings and a verdict for each object.

mod admission;
mod agent;
mod baseline;
mod cause;
mod check;
mod crd;
mod dep;
mod env;
mod example;
mod expression;
mod file;
mod fix;
mod fold;
mod help;
pub mod history;
mod ignore;
mod ops;
mod report;
mod rule;
mod run;
mod sch;
mod sec;
mod stored;
mod template;
mod traps;
mod update;
mod world;

pub use admission::REVIEWED as REVIEWED_KINDS;
pub use baseline::{Baseline, BaselineError};
pub use crd::{CrdReport, crds, skewed};
pub use file::{Linter, file, file_with_objects, no_objects, transcribe};
pub use fix::{Fixed, Fixes, fix};
pub use ignore::{ANNOTATION, Ignore, Ignores, add_ignores, ignores};
pub use report::{FileReport, NotChecked, ObjectReport, Skipped, Summary, Verdict};
pub use stored::stored;
pub use world::{WorldReport, finds as world_finds, outranks, world};
