//! One order for what is found below the keys of an object, which the server visits in random order.

use std::ops::Range;

/// Remembers which findings belong to which key, to sort them by key at the end.
pub(super) struct Siblings<'k> {
    start: usize,
    ranges: Vec<(&'k str, Range<usize>)>,
}

impl<'k> Siblings<'k> {
    /// Begins behind the `start` findings that are there already.
    pub(super) const fn from(start: usize) -> Self {
        Self { start, ranges: Vec::new() }
    }

    /// The findings in `range` belong to `key`.
    pub(super) fn add(&mut self, key: &'k str, range: Range<usize>) {
        if !range.is_empty() {
            self.ranges.push((key, range));
        }
    }

    /// Sorts the findings by key; those of one key keep their order.
    pub(super) fn sort<T>(mut self, findings: &mut Vec<T>) {
        if self.ranges.is_sorted_by_key(|(key, _)| *key) {
            return;
        }
        self.ranges.sort_by_key(|(key, _)| *key);
        let mut unsorted: Vec<Option<T>> = findings.split_off(self.start).into_iter().map(Some).collect();
        for (_, range) in self.ranges {
            let range = range.start - self.start..range.end - self.start;
            findings.extend(unsorted[range].iter_mut().filter_map(Option::take));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_follow_their_keys() {
        let mut findings = vec![0, 1, 2, 3, 4];
        let mut siblings = Siblings::from(1);
        siblings.add("c", 1..3);
        siblings.add("x", 3..3);
        siblings.add("a", 3..4);
        siblings.add("b", 4..5);
        siblings.sort(&mut findings);
        assert_eq!(findings, [0, 3, 4, 1, 2]);
    }
}
