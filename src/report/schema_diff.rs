//! What changed from one set of CRDs to another.

use serde::Serialize;

use super::Tool;
use crate::crd::compare::{Aspect, Change, Difference};

/// What `schema diff -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct SchemaDiff {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    /// What people call the old set.
    pub old: String,
    /// What people call the new set.
    pub new: String,
    pub summary: DiffSummary,
    pub kinds: Vec<KindDiff>,
}

/// Counts of differences, kinds that only one side has left out.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct DiffSummary {
    pub kinds: usize,
    pub added: usize,
    pub removed: usize,
    pub changed: usize,
    pub rewritten: usize,
}

/// What became of a kind. Kinds without differences are left out.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct KindDiff {
    pub group: String,
    pub kind: String,
    pub change: Change,
    pub differences: Vec<Difference>,
}

impl SchemaDiff {
    /// For people: a head for each kind, a line for each difference.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for kind in &self.kinds {
            let only = match kind.change {
                Change::Added => format!(": only in {}", self.new),
                Change::Removed => format!(": only in {}", self.old),
                Change::Changed | Change::Rewritten => String::new(),
            };
            text.push_str(&format!("{}{only}\n", kind.kind));
            for difference in &kind.differences {
                text.push_str(&format!("  {}\n", line(difference)));
            }
        }
        let DiffSummary { kinds, added, removed, changed, rewritten } = self.summary;
        match (self.kinds.is_empty(), kinds) {
            (true, _) => text.push_str(&format!("no difference between {} and {}\n", self.old, self.new)),
            (false, _) => text.push_str(&format!(
                "{} to {}: {kinds} kind{} differ{}; {added} added, {removed} removed, {changed} changed, {rewritten} rules in other words\n",
                self.old,
                self.new,
                if kinds == 1 { "" } else { "s" },
                if kinds == 1 { "s" } else { "" },
            )),
        }
        text
    }
}

fn line(difference: &Difference) -> String {
    let Difference { version, path, aspect, name, change, old, new } = difference;
    let sign = match change {
        Change::Added => '+',
        Change::Removed => '-',
        Change::Changed => '~',
        Change::Rewritten => '?',
    };
    let place = match (path.as_str(), version.as_str()) {
        ("", "") => String::new(),
        ("", version) => format!("{version} "),
        (path, _) => format!("{path} "),
    };
    let what = match aspect {
        Aspect::Version => "version".to_owned(),
        Aspect::Field => format!("({name})"),
        Aspect::Rule if *change == Change::Rewritten => format!("rule, in other words: {} -> {}", one_line(old), one_line(new)),
        Aspect::Rule => format!("rule: {}", one_line(name)),
        Aspect::Constraint | Aspect::Setting => match change {
            Change::Changed => format!("{name}: {old} -> {new}"),
            _ => format!("{name}: {old}{new}"),
        },
    };
    format!("{sign} {place}{what}")
}

fn one_line(expression: &str) -> String {
    expression.split_whitespace().collect::<Vec<_>>().join(" ")
}
