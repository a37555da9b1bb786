//! Numbers that a seed decides, so that a failure can be repeated.

use std::env;

/// The seed of the run: `OMNIA_SERVER_TESTS_SEED`, or always the same.
pub fn seed() -> u64 {
    number("SEED").unwrap_or(1)
}

/// How many cases: `OMNIA_SERVER_TESTS_CASES` in place of `usual`.
pub fn cases(usual: usize) -> usize {
    number("CASES").and_then(|cases| usize::try_from(cases).ok()).unwrap_or(usual)
}

fn number(name: &str) -> Option<u64> {
    let text = env::var(format!("OMNIA_SERVER_TESTS_{name}")).ok()?;
    Some(text.parse().unwrap_or_else(|error| panic!("OMNIA_SERVER_TESTS_{name}={text}: {error}")))
}

/// SplitMix64.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The numbers of case `case` in the run with `seed`.
    pub fn new(seed: u64, case: usize) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (case as u64) << 20);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True in `of` out of a hundred cases.
    pub fn percent(&mut self, of: usize) -> bool {
        self.below(100) < of
    }

    /// One of `items`; none when there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}
