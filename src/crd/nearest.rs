//! The known names that a misspelt one may mean.

/// How many names are offered at most.
const OFFERED: usize = 3;

/// The candidates that `word` may mean, the nearest first, at most three.
///
/// A candidate counts when it differs by a third of its length or less (an insertion, deletion, replacement or swap of neighbours each
/// count one, case does not), or when one of both begins with the other.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Vec<&'c str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    // Longer words are no slips of the keyboard, and the distance is quadratic.
    if word.len() > 100 {
        return Vec::new();
    }
    let mut near: Vec<_> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let letters: Vec<char> = candidate.to_lowercase().chars().collect();
            let distance = distance(&word, &letters);
            let begins = word.len().min(letters.len()) >= 3 && (letters.starts_with(&word) || word.starts_with(&letters));
            let close = distance <= word.len().max(letters.len()).div_ceil(3).min(4);
            (close || begins).then_some((distance, candidate))
        })
        .collect();
    near.sort();
    near.dedup();
    near.into_iter().take(OFFERED).map(|(_, candidate)| candidate).collect()
}

/// The distance of Damerau and Levenshtein (optimal string alignment).
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, letter) in left.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let replaced = above[column] + usize::from(letter != other);
            let mut best = replaced.min(above[column + 1] + 1).min(line[column] + 1);
            if row > 0 && column > 0 && *letter == right[column - 1] && left[row - 1] == *other {
                best = best.min(before[column - 1] + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut above, line);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_find_their_name() {
        let fields = ["facades", "framework", "media", "memory", "mode", "rollout", "runtime", "maxReplicas", "minReplicas"];
        let cases: [(&str, &[&str]); 8] = [
            ("facade", &["facades"]),
            ("rolout", &["rollout"]),
            ("rolluot", &["rollout"]),
            ("Mode", &["mode"]),
            ("maxReplica", &["maxReplicas", "minReplicas"]),
            ("run", &["runtime"]),
            ("secretRef", &[]),
            ("", &[]),
        ];
        for (word, expected) in cases {
            assert_eq!(nearest(word, fields), expected, "{word}");
        }
    }
}
