//! The words of the embedded schemas, so that trees which are kept need no copies of them.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
    sync::LazyLock,
};

/// The names of the properties of all kinds, and the strings that their enumerations and defaults hold, one a line.
static TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/words.txt"));

struct Words {
    set: HashSet<&'static str, BuildHasherDefault<Mixer>>,
    /// The length of the longest one, in bytes.
    longest: usize,
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words { set: TEXT.lines().collect(), longest: TEXT.lines().map(str::len).max().unwrap_or_default() });

/// A text that is a word of the schemas: the name of a property, or a string of an enumeration or a default.
pub fn word(text: &str) -> Option<&'static str> {
    let words = &*WORDS;
    if text.len() > words.longest { None } else { words.set.get(text).copied() }
}

/// Hashes short texts eight bytes at a time. The set is fixed and texts are only looked up, so that nobody can fill it with clashes: the
/// standard hasher, made against that, would cost more than the copies.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn write_u8(&mut self, _: u8) {
        // What ends a text tells nothing where a text is all that is hashed.
    }

    fn finish(&self) -> u64 {
        // A product is mixed best at its upper end, and the set looks at the lower one as well.
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_schemas_are_known_and_no_others() {
        for known in ["spec", "promptPackRef", "websocket"] {
            assert_eq!(word(known), Some(known));
        }
        for other in ["", "promptPackRe", "no-such-word", &"x".repeat(1000)] {
            assert_eq!(word(other), None);
        }
    }
}
