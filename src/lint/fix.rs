//! Mending a text with the changes that findings carry.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    finding::{Edit, Finding, Fix, Origin},
    yaml::Text,
};

/// Which changes are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixes {
    /// Those that keep the meaning that the author surely had.
    Safe,
    /// Those that a person should look at, too.
    All,
}

/// A text that was mended.
#[derive(Debug)]
pub struct Fixed {
    /// The text as it is now.
    pub text: Arc<Text>,
    /// How many findings were mended.
    pub count: usize,
}

/// How often a text is looked at again: one change may be in the way of another.
const ROUNDS: usize = 16;

/// Makes the changes that the findings of the text carry, and those of what is found then, until none is left; none when there is
/// nothing to change.
pub fn fix(text: &Arc<Text>, fixes: Fixes, mut find: impl FnMut(&Arc<Text>) -> Vec<Finding>) -> Option<Fixed> {
    let mut fixed: Option<Fixed> = None;
    let mut done: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut found = find(text);
    for _ in 0..ROUNDS {
        let current = fixed.as_ref().map_or(text, |fixed| &fixed.text);
        let chosen = chosen(&found, fixes);
        if chosen.is_empty() {
            break;
        }
        let edits = chosen.iter().flat_map(|fix| &fix.edits).map(|edit| (edit.span, edit.text.as_str()));
        let bytes = current.edited(edits);
        // Two changes that undo each other would go round and round.
        if !done.insert(bytes.clone()) {
            break;
        }
        let Ok(next) = Text::new(bytes).map(Arc::new) else { break };
        let count = chosen.len() + fixed.as_ref().map_or(0, |fixed| fixed.count);
        let after = find(&next);
        if unreadable(&after) > unreadable(&found) {
            break;
        }
        fixed = Some(Fixed { text: next, count });
        found = after;
    }
    fixed
}

fn unreadable(found: &[Finding]) -> usize {
    found.iter().filter(|finding| finding.origin == Origin::Parser).count()
}

/// The changes that can be made at once, in the order of the text.
fn chosen(found: &[Finding], fixes: Fixes) -> Vec<&Fix> {
    let wanted = |fix: &&Fix| (fix.safe || fixes == Fixes::All) && !fix.edits.is_empty();
    let mut candidates: Vec<&Fix> = found.iter().filter_map(|finding| finding.fix.as_ref()).filter(wanted).collect();
    let range = |edits: &[Edit]| (edits.first().map_or(0, |edit| edit.span.start), edits.last().map_or(0, |edit| edit.span.end));
    candidates.sort_by_key(|fix| range(&fix.edits));
    let mut end = None;
    candidates.retain(|fix| {
        let (start, behind) = range(&fix.edits);
        // Two insertions at one place would be written one behind the other, in an order that nobody chose.
        let free = end.is_none_or(|end| start > end);
        if free {
            end = Some(behind);
        }
        free
    });
    candidates
}
