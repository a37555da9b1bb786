//! Which fields somebody reads, for tests of what may be left out.

use std::{cell::RefCell, collections::BTreeSet};

use super::Field;

/// A kind and the path of a field, `[]` for the items of lists. `{}` at its end stands for all members, `*` for all that is below.
pub type Read = (String, String);

thread_local! {
    static READS: RefCell<Option<BTreeSet<Read>>> = const { RefCell::new(None) };
}

/// What is read while `work` goes on.
pub fn of<T>(work: impl FnOnce() -> T) -> (T, BTreeSet<Read>) {
    READS.with_borrow_mut(|reads| *reads = Some(BTreeSet::new()));
    let result = work();
    (result, READS.take().unwrap_or_default())
}

/// Notes that the member `key` of a field is read.
pub(super) fn note(field: &Field<'_>, key: &str) {
    READS.with_borrow_mut(|reads| {
        let Some(reads) = reads else { return };
        let above = field.path();
        let dot = if above.is_empty() { "" } else { "." };
        let mut path = String::new();
        for (index, part) in format!("{above}{dot}{key}").split('[').enumerate() {
            let digits = if index > 0 { part.find(']').unwrap_or_default() } else { 0 };
            path.extend([if index > 0 { "[" } else { "" }, &part[digits..]]);
        }
        reads.insert((field.object().kind.clone(), path));
    });
}
