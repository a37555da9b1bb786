//! The steps of a rollout.

use serde_json::Value;

use crate::{omnia::duration, world::Field};

/// A step as the operator runs it. Of several fields in one step it takes the first of `setWeight`, `pause`, `analysis`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Gives the candidate this share, in per cent.
    Weight(i64),
    /// Waits until somebody goes on.
    Wait,
    /// Waits for this time, in nanoseconds.
    Pause(i64),
    /// Waits until somebody goes on, because the operator cannot read the duration.
    BadPause(String),
    /// Asks the RolloutAnalysis of this name.
    Analysis(String),
    /// Sets nothing: skipped.
    Empty,
}

impl Step {
    /// Reads an item of `spec.rollout.steps`.
    pub fn read(field: &Field<'_>) -> Self {
        Self::of_json(&field.json())
    }

    /// Reads a step from its JSON.
    pub fn of_json(step: &Value) -> Self {
        if let Some(weight) = step["setWeight"].as_i64() {
            return Self::Weight(weight);
        }
        if step["pause"].is_object() {
            return match step["pause"]["duration"].as_str() {
                None => Self::Wait,
                Some(text) => duration::parse(text).map_or_else(|_| Self::BadPause(text.to_owned()), Self::Pause),
            };
        }
        step["analysis"]["templateName"].as_str().map_or(Self::Empty, |name| Self::Analysis(name.to_owned()))
    }

    /// The name of the field that the step sets.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Weight(_) => "setWeight",
            Self::Wait | Self::Pause(_) | Self::BadPause(_) => "pause",
            Self::Analysis(_) => "analysis",
            Self::Empty => "empty",
        }
    }

    /// Whether nothing but a person ends the step.
    pub const fn waits_for_a_person(&self) -> bool {
        matches!(self, Self::Wait | Self::BadPause(_))
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Weight(weight) => write!(f, "setWeight {weight}"),
            Self::Wait => f.write_str("pause until promoted"),
            Self::Pause(nanos) => write!(f, "pause {}", duration::format(*nanos)),
            Self::BadPause(text) => write!(f, "pause with the unreadable duration {text:?}"),
            Self::Analysis(name) => write!(f, "analysis {name}"),
            Self::Empty => f.write_str("empty step"),
        }
    }
}

/// The weight that the last `setWeight` of `steps` gives; none before the first one.
pub fn last_weight(steps: &[Step]) -> Option<i64> {
    steps.iter().rev().find_map(|step| if let Step::Weight(weight) = step { Some(*weight) } else { None })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn steps_are_read_by_the_operators_precedence() {
        let seconds = |count: i64| Step::Pause(count * 1_000_000_000);
        for (json, expected) in [
            (json!({"setWeight": 0, "pause": {}}), Step::Weight(0)),
            (json!({"pause": {}, "analysis": {"templateName": "a"}}), Step::Wait),
            (json!({"pause": {"duration": "1m30s"}}), seconds(90)),
            (json!({"pause": {"duration": "0"}}), seconds(0)),
            (json!({"pause": {"duration": ""}}), Step::BadPause(String::new())),
            (json!({"pause": {"duration": "1d"}}), Step::BadPause("1d".to_owned())),
            (json!({"analysis": {"templateName": "check"}}), Step::Analysis("check".to_owned())),
            (json!({}), Step::Empty),
            (json!({"pause": null}), Step::Empty),
        ] {
            assert_eq!(Step::of_json(&json), expected, "{json}");
        }
        assert_eq!(last_weight(&[Step::Weight(10), Step::Wait]), Some(10));
        assert_eq!(last_weight(&[Step::Wait]), None);
    }
}
