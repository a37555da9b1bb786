//! What a weight comes to where traffic is split by the number of pods.

/// How many pods each side gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// Pods of the candidate.
    pub candidate: i64,
    /// Pods of stable.
    pub stable: i64,
    /// The share of the requests that reaches the candidate, in per cent.
    pub delivered: i64,
}

/// The most pods that the API can ask for.
const MOST: i64 = i32::MAX as i64;

/// Splits `total` pods for a weight from 0 to 100; halves are rounded away from zero. A `total` below 2 goes to one side as a whole.
pub fn split(total: i64, weight: i64) -> Split {
    if total < 2 {
        let candidate = if weight >= 50 { total } else { 0 };
        return Split { candidate, stable: total - candidate, delivered: if candidate > 0 { 100 } else { 0 } };
    }
    let candidate = rounded(total * weight.clamp(0, 100), 100);
    Split { candidate, stable: total - candidate, delivered: rounded(candidate * 100, total) }
}

/// The quotient of two numbers that are not negative, halves rounded up.
const fn rounded(dividend: i64, divisor: i64) -> i64 {
    (2 * dividend + divisor) / (2 * divisor)
}

/// The number of pods that `spec.runtime.replicas` stands for; the API holds it in 32 bits.
pub const fn total(replicas: Option<i64>) -> i64 {
    match replicas {
        Some(count) if count > MOST => MOST,
        Some(count) if count > 0 => count,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pods_are_split_as_the_operator_splits_them() {
        // Pods of the candidate, pods of stable, delivered weight.
        let weights = [5, 10, 20, 25, 33, 50, 66, 75, 90, 99, 100];
        for (total, row) in [
            (1, "0/1/0 0/1/0 0/1/0 0/1/0 0/1/0 1/0/100 1/0/100 1/0/100 1/0/100 1/0/100 1/0/100"),
            (2, "0/2/0 0/2/0 0/2/0 1/1/50 1/1/50 1/1/50 1/1/50 2/0/100 2/0/100 2/0/100 2/0/100"),
            (3, "0/3/0 0/3/0 1/2/33 1/2/33 1/2/33 2/1/67 2/1/67 2/1/67 3/0/100 3/0/100 3/0/100"),
            (4, "0/4/0 0/4/0 1/3/25 1/3/25 1/3/25 2/2/50 3/1/75 3/1/75 4/0/100 4/0/100 4/0/100"),
            (5, "0/5/0 1/4/20 1/4/20 1/4/20 2/3/40 3/2/60 3/2/60 4/1/80 5/0/100 5/0/100 5/0/100"),
            (10, "1/9/10 1/9/10 2/8/20 3/7/30 3/7/30 5/5/50 7/3/70 8/2/80 9/1/90 10/0/100 10/0/100"),
        ] {
            let cells = weights.map(|weight| {
                let Split { candidate, stable, delivered } = split(total, weight);
                format!("{candidate}/{stable}/{delivered}")
            });
            assert_eq!(cells.join(" "), row, "{total} pods");
            assert_eq!(split(total, 0), Split { candidate: 0, stable: total, delivered: 0 });
        }
        assert_eq!([total(None), total(Some(0)), total(Some(-1)), total(Some(3))], [1, 1, 1, 3]);
        let most = total(Some(i64::MAX));
        assert_eq!((split(most, i64::MAX).stable, split(most, i64::MIN).candidate, split(4, 250).candidate), (0, 0, 4));
    }
}
