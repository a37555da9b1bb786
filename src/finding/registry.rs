//! The registry of rules: what each code means, who refuses, and what its documentation says.

use super::{Origin, Severity, rules};
use crate::crd::Release;

/// Whether a finding can be mended by the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mend {
    /// The change keeps the meaning that the author surely had.
    Safe,
    /// The change is offered, a person decides.
    Suggested,
    /// It needs something that the file does not hold.
    ByHand,
}

impl Mend {
    /// The word for tables and documentation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Suggested => "suggested",
            Self::ByHand => "by hand",
        }
    }
}

/// A rule: its code, its name and its documentation.
///
/// The code is stable: it is never renumbered and never used again. The texts are Markdown; `kubectl omnia explain CODE` and the page
/// under `docs/rules` are made of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// A family of letters and three digits.
    pub code: &'static str,
    /// The name in kebab case, accepted wherever the code is.
    pub name: &'static str,
    /// How bad a finding is unless the rule's text says otherwise.
    pub severity: Severity,
    /// Who would refuse; a finding may have another origin when the rule stands for the cause of an earlier step.
    pub origin: Origin,
    /// The release of this tool that brought the rule.
    pub since: &'static str,
    /// The release of the platform that the rule is about; every one when there is none.
    pub only: Option<Release>,
    /// Whether the tool can mend it.
    pub mend: Mend,
    /// One sentence: what the rule finds.
    pub summary: &'static str,
    /// What happens to the user who keeps it.
    pub why: &'static str,
    /// A fragment of a manifest that the rule finds; empty when none can be shown.
    pub bad: &'static str,
    /// The same fragment, mended; empty when there is none.
    pub good: &'static str,
    /// How to mend it.
    pub fix: &'static str,
}

impl Rule {
    /// The letters of the code (`SCH`).
    pub fn family(&self) -> &'static str {
        family(self.code)
    }
}

fn family(code: &'static str) -> &'static str {
    code.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The families and what each one is about, in the order of the documentation.
pub const FAMILIES: &[(&str, &str)] = &[
    ("YAML", "reading the text"),
    ("SCH", "what the structural schema refuses"),
    ("META", "the metadata of an object"),
    ("CEL", "the rules of the schema"),
    ("CRD", "faults of a CustomResourceDefinition that is passed in"),
    ("ADM", "the admission webhooks of the platform"),
    ("REF", "references that lead nowhere, or elsewhere"),
    ("RUN", "what is accepted and fails at run time"),
    ("SEC", "security"),
    ("OPS", "what serves operations well"),
    ("DEP", "what is deprecated, renamed or removed"),
    ("IGN", "comments and baselines that ignore findings"),
];

/// The tables of rules, in the order of the documentation.
const TABLES: &[&[Rule]] = &[
    rules::YAML,
    rules::SCH,
    rules::META,
    rules::CEL_AGENT,
    rules::CEL_KINDS,
    rules::CEL,
    rules::CRD,
    rules::ADM,
    rules::REF_PACKS,
    rules::REF_OBJECTS,
    rules::RUN_START,
    rules::RUN_SETTINGS,
    rules::RUN_ROLLOUT,
    rules::RUN_PODS,
    rules::RUN_KINDS,
    rules::RUN_SEEN,
    rules::SEC,
    rules::OPS,
    rules::DEP,
    rules::IGN,
];

/// All rules, by family and number.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().copied().flatten()
}

/// The rule that a user means by `word`: a code or a name, in any case.
pub fn find(word: &str) -> Option<&'static Rule> {
    // Each table is in the order of its codes.
    let known = TABLES.iter().find_map(|rules| rules.binary_search_by_key(&word, |rule| rule.code).ok().map(|at| &rules[at]));
    known.or_else(|| all().find(|rule| rule.code.eq_ignore_ascii_case(word) || rule.name.eq_ignore_ascii_case(word)))
}

/// The rules that a user means by `word`: a code, a name, a family, or `ALL`; none when it is unknown.
pub fn matching(word: &str) -> Vec<&'static Rule> {
    if word.eq_ignore_ascii_case("all") {
        return all().collect();
    }
    match find(word) {
        Some(rule) => vec![rule],
        None => all().filter(|rule| rule.family().eq_ignore_ascii_case(word)).collect(),
    }
}

/// Rules that find the same as another one, which is the more definite word; they speak where that is not reported.
const SPOKEN_FOR: &[(&str, &str)] = &[("DEP001", "ADM004")];

/// The rule that stands for `code` wherever it is reported.
pub fn spoken_for(code: &str) -> Option<&'static str> {
    SPOKEN_FOR.iter().find(|(rule, _)| *rule == code).map(|(_, by)| *by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_unique_and_in_order() {
        let mut seen = std::collections::HashSet::new();
        for rule in all() {
            assert!(seen.insert(rule.code), "{} twice", rule.code);
            assert!(seen.insert(rule.name), "{} twice", rule.name);
            assert!(FAMILIES.iter().any(|(name, _)| *name == rule.family()), "{}: unknown family", rule.code);
            let digits = &rule.code[rule.family().len()..];
            assert_eq!(digits.len(), 3, "{}", rule.code);
            assert!(rule.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{}", rule.name);
        }
        for family in TABLES {
            assert!(family.is_sorted_by_key(|rule| rule.code));
        }
    }

    #[test]
    fn every_rule_is_documented() {
        for rule in all() {
            for (part, text) in [("summary", rule.summary), ("why", rule.why), ("fix", rule.fix)] {
                assert!(text.len() > 10 && text.trim() == text, "{} has no proper {part}", rule.code);
            }
            assert!(rule.summary.ends_with('.'), "{}: the summary is a sentence", rule.code);
        }
    }

    #[test]
    fn words_find_rules() {
        assert_eq!(find("sch001").map(|rule| rule.name), Some("unknown-field"));
        assert_eq!(find("unknown-field").map(|rule| rule.code), Some("SCH001"));
        assert!(matching("yaml").iter().all(|rule| rule.code.starts_with("YAML")));
        assert!(matching("nonsense").is_empty());
    }
}
