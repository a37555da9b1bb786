//! The order in which Go's YAML library writes the keys of a mapping.

use std::cmp::Ordering;

/// The keys in the order of Go's library, as far as that is one: of `017`, `0b1` and `1` each one comes before the next, in a circle,
/// and there Go's own answer changes from run to run.
pub(super) fn in_natural_order<'k>(keys: impl Iterator<Item = &'k String>) -> Vec<&'k String> {
    let mut sorted: Vec<&String> = keys.collect();
    sorted.sort();
    // The sort of the standard library may panic at a circle.
    for end in 1..sorted.len() {
        let mut at = end;
        while at > 0 && natural_order(sorted[at], sorted[at - 1]) == Ordering::Less {
            sorted.swap(at, at - 1);
            at -= 1;
        }
    }
    sorted
}

/// Compares two keys: numbers in them by their value, and what is no letter before letters.
fn natural_order(a: &str, b: &str) -> Ordering {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let Some((at, (own, other))) = a.iter().zip(&b).enumerate().find(|(_, (own, other))| own != other) else {
        return a.len().cmp(&b.len());
    };
    match (own.is_alphabetic(), other.is_alphabetic()) {
        (true, true) => own.cmp(other),
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) => {
            let lead = carried(&a, &b, at);
            run(&a, at, lead).cmp(&run(&b, at, lead)).then_with(|| own.cmp(other))
        }
    }
}

/// A zero counts for nothing at the front of a number, but within one it does.
fn carried(a: &[char], b: &[char], at: usize) -> i64 {
    let before = a[..at].iter().rev().take_while(|char| char.is_ascii_digit());
    let within = (a[at] == '0' || b[at] == '0') && before.into_iter().any(|char| *char != '0');
    i64::from(within)
}

/// The number that begins at `at`, and its length.
fn run(text: &[char], at: usize, lead: i64) -> (i64, usize) {
    let digits = text[at..].iter().take_while(|char| char.is_ascii_digit());
    digits.fold((lead, 0), |(number, length), digit| {
        let digit = i64::from(u32::from(*digit)) - i64::from(u32::from('0'));
        (number.wrapping_mul(10).wrapping_add(digit), length + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_their_natural_order() {
        let sorted = [
            "", "-", "--", "0", "1", "1,000", "1.0", "17", "1E", "1e3", "017", "A", "B", "a-b", "a_b", "a2", "a10", "aB", "ab",
            "b", "b10", "b1c", "é", "日",
        ];
        for (index, a) in sorted.iter().enumerate() {
            for (other, b) in sorted.iter().enumerate() {
                assert_eq!(natural_order(a, b), index.cmp(&other), "{a:?} {b:?}");
            }
        }
    }
}
