//! Ranges of sizes and costs that never overflow.
//!
//! Source: `checker/cost.go` of cel-go.

/// A range of sizes or of costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Range {
    /// The least.
    pub min: u64,
    /// The most; `u64::MAX` when there is no bound.
    pub max: u64,
}

impl Range {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self { min: 0, max: u64::MAX };

    pub(super) const fn fixed(value: u64) -> Self {
        Self { min: value, max: value }
    }

    pub(super) const fn new(min: u64, max: u64) -> Self {
        Self { min, max }
    }

    pub(super) const fn add(self, other: Self) -> Self {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }

    pub(super) const fn multiply(self, other: Self) -> Self {
        Self { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    /// Rounded up.
    pub(super) fn scale(self, factor: f64) -> Self {
        Self { min: scaled(self.min, factor), max: scaled(self.max, factor) }
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// 2 to the power of 64.
const OVERFLOW: f64 = 18_446_744_073_709_551_616.0;

fn scaled(value: u64, factor: f64) -> u64 {
    let value = value as f64;
    if value > 0.0 && factor > 0.0 && value > OVERFLOW / factor {
        return u64::MAX;
    }
    let product = (value * factor).ceil();
    if product >= OVERFLOW { u64::MAX } else { product as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overflows() {
        let most = Range::UNKNOWN;
        assert_eq!(most.add(Range::fixed(2)), Range::new(2, u64::MAX));
        assert_eq!(most.multiply(Range::fixed(2)), most);
        assert_eq!(most.scale(2.0), most);
        assert_eq!(most.scale(0.1).max, 1_844_674_407_370_955_264);
        assert_eq!(Range::fixed(31).scale(0.1), Range::fixed(4));
        assert_eq!(Range::fixed(3).union(Range::new(1, 2)), Range::new(1, 3));
    }
}
