//! Which rules are reported.

use super::super::{Exit, ui::Ui};
use crate::finding;

/// Which rules are reported.
pub(super) struct Selection {
    selected: Option<Vec<&'static str>>,
    ignored: Vec<&'static str>,
}

impl Selection {
    /// The rules of `--select` (all when it is empty) but those of `--ignore`.
    ///
    /// # Errors
    /// A word is no rule; it was said on standard error.
    pub fn new(select: &[String], ignore: &[String], ui: &mut Ui) -> Result<Self, Exit> {
        let mut codes = |words: &[String]| {
            let mut codes = Vec::new();
            for word in words {
                let found = finding::matching(word);
                if found.is_empty() {
                    ui.complain(&format!("error: no rule or family {word:?}: `kubectl omnia rules` lists them"));
                    return Err(Exit::Usage);
                }
                codes.extend(found.iter().map(|rule| rule.code));
            }
            Ok(codes)
        };
        let selected = codes(select)?;
        let ignored = codes(ignore)?;
        Ok(Self { selected: (!select.is_empty()).then_some(selected), ignored })
    }

    /// Whether the rule is reported.
    pub fn holds(&self, code: &str) -> bool {
        self.selected.as_ref().is_none_or(|codes| codes.contains(&code)) && !self.ignored.contains(&code)
    }

    /// Whether one of the rules that are `wanted` is reported.
    pub fn any(&self, wanted: fn(&str) -> bool) -> bool {
        finding::all().any(|rule| wanted(rule.code) && self.holds(rule.code))
    }
}
