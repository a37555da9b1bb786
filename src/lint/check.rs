//! The frame of the rules that look at one object: what the operator makes of an object that the API server takes, and whether it is wise.
//!
//! A rule is a function from an object to findings, named as the rule is. Those about agents see an [`Agent`], the others a [`Subject`].
//! The tables of the families ([`super::run::CHECKS`] and its like) name them by their codes.

use std::{ops::Deref, sync::LazyLock};

use super::{agent::Agent, dep, fold, found::finding_of, ops, run, sch, sec};
use crate::{
    crd::Release,
    finding::{self, Finding, Related, Rule, Severity},
    render::operator::Operator,
    world::{Field, TextObject},
};

/// An object to be looked at.
pub(super) struct Subject<'w> {
    /// The object, as the API server would store it.
    pub object: &'w TextObject<'w>,
    /// Its `spec`.
    pub spec: Field<'w>,
    /// The release of the platform that will run it.
    pub release: Release,
    /// What the operator was told; none when nothing is known of the installation.
    pub operator: Option<&'w Operator>,
}

impl Subject<'_> {
    /// The same, for those who keep it.
    pub fn again(&self) -> Self {
        Self { object: self.object, spec: self.spec.clone(), release: self.release, operator: self.operator }
    }
}

/// A rule and what looks for it.
pub(super) struct Check {
    /// The code of the rule.
    pub code: &'static str,
    /// The path of the function; its last part is the name of the rule.
    #[cfg(test)]
    pub function: &'static str,
    /// The objects that it looks at, and the function.
    pub look: Look,
}

/// The function of a rule.
pub(super) enum Look {
    /// It looks at agents.
    Agent(fn(&Agent<'_>, &mut Findings)),
    /// It looks at objects of these kinds; of all kinds when there are none.
    Kinds(&'static [&'static str], fn(&Subject<'_>, &mut Findings)),
}

/// A table of rules: `CODE Agent function`, `CODE [Kind Kind] function` or, for all kinds, `CODE [] function`.
macro_rules! checks {
    (@look Agent $function:path) => { $crate::lint::check::Look::Agent($function) };
    (@look [$($kind:ident)*] $function:path) => { $crate::lint::check::Look::Kinds(&[$(stringify!($kind)),*], $function) };
    ($($code:ident $kind:tt $function:path,)*) => {
        &[$($crate::lint::check::Check {
            code: stringify!($code),
            #[cfg(test)]
            function: stringify!($function),
            look: $crate::lint::check::checks!(@look $kind $function),
        },)*]
    };
}
pub(super) use checks;

/// What rules say of an object.
pub(super) struct Findings {
    rule: &'static Rule,
    found: Vec<Finding>,
}

impl Findings {
    /// Says `message` of a field; the severity and the help are those of the rule unless they are changed.
    pub fn at(&mut self, field: &Field<'_>, message: impl Into<String>) -> &mut Finding {
        let finding = Finding { field: field.path().to_owned(), ..finding_of(self.rule, message.into(), field.anchor()) };
        self.found.push(finding);
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// Says `message` of a field as a warning.
    pub fn warn(&mut self, field: &Field<'_>, message: impl Into<String>) -> &mut Finding {
        let finding = self.at(field, message);
        finding.severity = Severity::Warning;
        finding
    }

    /// Says `message` of a field as something good to know.
    pub fn note(&mut self, field: &Field<'_>, message: impl Into<String>) -> &mut Finding {
        let finding = self.at(field, message);
        finding.severity = Severity::Info;
        finding
    }
}

/// A second place that explains a finding.
pub(super) fn beside(field: &Field<'_>, message: &str) -> Related {
    Related { message: message.to_owned(), span: field.anchor() }
}

/// The families whose rules look at one object.
static FAMILIES: &[&[Check]] = &[sch::CHECKS, run::CHECKS, sec::CHECKS, ops::CHECKS, dep::CHECKS];

/// All of them, with their rules.
static CHECKS: LazyLock<Vec<(&'static Check, &'static Rule)>> = LazyLock::new(|| {
    let checks = FAMILIES.iter().copied().flatten();
    checks.filter_map(|check| Some((check, finding::find(check.code)?))).collect()
});

/// What one rule about objects of some kinds says of an object.
pub(super) fn by_rule(code: &str, look: fn(&Subject<'_>, &mut Findings), subject: &Subject<'_>) -> Vec<Finding> {
    let Some(rule) = finding::find(code) else { return Vec::new() };
    let mut said = Findings { rule, found: Vec::new() };
    look(subject, &mut said);
    said.found
}

/// What the rules say of an object that the API server takes.
pub(super) fn object(object: &TextObject<'_>, release: Release, operator: Option<&Operator>) -> Vec<Finding> {
    let view = || Subject { object, spec: object.spec(), release, operator };
    let subject = view();
    let agent = (object.kind == "AgentRuntime").then(|| Agent::new(view()));
    let mut found = Vec::new();
    for (check, rule) in CHECKS.iter().filter(|(_, rule)| rule.only.is_none_or(|only| only == release)) {
        let mut said = Findings { rule, found };
        match (&check.look, &agent) {
            (Look::Agent(look), Some(agent)) => look(agent, &mut said),
            (Look::Agent(_), None) => {}
            (Look::Kinds(kinds, look), _) if kinds.is_empty() || kinds.contains(&object.kind.as_str()) => {
                look(&subject, &mut said)
            }
            (Look::Kinds(..), _) => {}
        }
        found = said.found;
    }
    fold::related(found)
}

impl<'w> Deref for Agent<'w> {
    type Target = Subject<'w>;

    fn deref(&self) -> &Self::Target {
        self.subject()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_the_names_of_their_rules() {
        for check in FAMILIES.iter().copied().flatten() {
            let rule = finding::find(check.code).unwrap_or_else(|| panic!("{} is not documented", check.code));
            let function = check.function.rsplit("::").next().unwrap_or_default().trim();
            assert_eq!(function.replace('_', "-"), rule.name, "{}", check.code);
        }
    }

    #[test]
    fn the_tables_are_in_order() {
        for family in FAMILIES {
            assert!(family.is_sorted_by_key(|check| check.code));
        }
    }
}
