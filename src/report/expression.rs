//! The expressions behind a rule of the embedded CRDs.

use serde::Serialize;

use super::{API_VERSION, Tool, field::wrap};
use crate::{crd::explain::EmbeddedRule, finding::Rule};

/// What `explain CODE --rule -o json` prints.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ExpressionPage {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub code: &'static str,
    pub name: &'static str,
    pub summary: &'static str,
    pub expressions: Vec<ExpressionJson>,
}

/// An expression and where it stands.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ExpressionJson {
    pub resource_kind: &'static str,
    pub path: String,
    pub releases: Vec<&'static str>,
    pub rule: String,
    pub message: String,
}

impl ExpressionPage {
    /// The page of a rule.
    pub fn new(rule: &Rule, found: &[EmbeddedRule]) -> Self {
        let expression = |one: &EmbeddedRule| ExpressionJson {
            resource_kind: one.kind,
            path: one.path.clone(),
            releases: one.releases.iter().map(|release| release.name()).collect(),
            rule: one.expression.clone(),
            message: one.message.clone(),
        };
        Self {
            api_version: API_VERSION,
            kind: "RuleExpressions",
            tool: Tool::THIS,
            code: rule.code,
            name: rule.name,
            summary: rule.summary,
            expressions: found.iter().map(expression).collect(),
        }
    }

    /// The page for people, `width` columns wide.
    pub fn text(&self, width: usize) -> String {
        let mut text = format!("{} {}\n", self.code, self.name);
        wrap(self.summary, 0, width, &mut text);
        for one in &self.expressions {
            // Not wrapped: a line break inside of a string would change it.
            text.push_str(&format!("\n{} {}, in {}\n    {}\n", one.resource_kind, one.path, releases(&one.releases), one.rule));
            if !one.message.is_empty() {
                text.push_str("  says:\n");
                wrap(&one.message, 4, width, &mut text);
            }
        }
        text
    }
}

fn releases(names: &[&str]) -> String {
    let noun = if names.len() == 1 { "release" } else { "releases" };
    format!("{noun} {}", names.join(" and "))
}
