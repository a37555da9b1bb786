//! What all rules of a CRD cost together, and how the server says that it is too much.

use crate::{crd::CrdFault, yaml::Span};

/// What one expression may cost, times the number of its values.
pub(super) const RULE_LIMIT: u64 = 10_000_000;

/// What all expressions of a schema may cost.
const TOTAL_LIMIT: u64 = 100_000_000;

/// How many of the most expensive rules are named.
const NAMED: usize = 4;

/// The costs so far.
#[derive(Debug, Default)]
pub(super) struct Total {
    sum: u64,
    /// The most expensive first.
    expensive: Vec<(u64, String, Span)>,
}

impl Total {
    /// Adds the cost of the expression at `field`.
    pub(super) fn add(&mut self, field: &str, span: Span, cost: u64) {
        self.sum = self.sum.saturating_add(cost);
        if cost < TOTAL_LIMIT / 100 {
            return;
        }
        let at = self.expensive.partition_point(|(other, ..)| *other >= cost);
        if at < NAMED {
            self.expensive.insert(at, (cost, field.to_owned(), span));
            self.expensive.truncate(NAMED);
        }
    }

    /// What is wrong with the schema at `field` when its rules cost too much together.
    pub(super) fn faults(self, field: &str, span: Span) -> Vec<CrdFault> {
        if self.sum <= TOTAL_LIMIT {
            return Vec::new();
        }
        let contributed = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
        let name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
        let whole =
            CrdFault { field: field.to_owned(), message: format!("Forbidden: {}", exceeds(name, self.sum, TOTAL_LIMIT)), span };
        let each = |(_, field, span)| CrdFault { field, message: format!("Forbidden: {contributed}"), span };
        self.expensive.into_iter().map(each).chain([whole]).collect()
    }
}

/// The text for a cost above its limit.
pub(super) fn exceeds(name: &str, cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    let factor = if factor > 100.0 {
        "more than 100x".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.6}x")
    } else {
        format!("{factor:.1}x")
    };
    format!(
        "{name} exceeds budget by factor of {factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where \
         arrays, maps, and strings are declared)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_worded_by_their_size() {
        for (cost, text) in
            [(10_000_001, "1.000000x"), (14_999_999, "1.500000x"), (15_000_000, "1.5x"), (1_000_000_001, "more than 100x")]
        {
            let all = exceeds("cost", cost, RULE_LIMIT);
            assert!(all.starts_with(&format!("cost exceeds budget by factor of {text} (")), "{all}");
        }
    }

    #[test]
    fn the_four_most_expensive_are_named() {
        let mut total = Total::default();
        for cost in [30, 999, 10, 40, 20, 50, 0] {
            total.add(&cost.to_string(), Span::default(), cost * 1_000_000);
        }
        let fields: Vec<_> = total.faults("root", Span::default()).into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["999", "50", "40", "30", "root"]);
    }
}
