//! The documentation of rules: what `explain` prints and what the pages under `docs/rules` hold.

use serde::Serialize;

use super::{API_VERSION, Tool, field::wrap, table_rows};
use crate::{
    crd::Release,
    finding::{FAMILIES, Origin, Rule, Severity},
};

/// What `rules -o json` prints.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct RuleList {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub rules: Vec<RuleJson>,
}

/// A rule.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct RuleJson {
    pub code: &'static str,
    pub name: &'static str,
    pub severity: Severity,
    pub origin: Origin,
    pub mend: &'static str,
    pub since: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<&'static str>,
    pub summary: &'static str,
}

impl RuleList {
    /// A list of these rules.
    pub fn new(rules: &[&Rule]) -> Self {
        let rules = rules
            .iter()
            .map(|rule| RuleJson {
                code: rule.code,
                name: rule.name,
                severity: rule.severity,
                origin: rule.origin,
                mend: rule.mend.name(),
                since: rule.since,
                only: rule.only.map(Release::name),
                summary: rule.summary,
            })
            .collect();
        Self { api_version: API_VERSION, kind: "RuleList", tool: Tool::THIS, rules }
    }

    /// The table for people, with its head; the summary of each rule below its row.
    pub fn text(&self, width: usize) -> String {
        let head = ["CODE", "NAME", "SEVERITY", "ORIGIN", "FIX"].map(str::to_owned).to_vec();
        let row = |rule: &RuleJson| {
            vec![
                rule.code.to_owned(),
                rule.name.to_owned(),
                super::concise::word(rule.severity).to_owned(),
                rule.origin.name().to_owned(),
                rule.mend.to_owned(),
            ]
        };
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(self.rules.iter().map(row)).collect();
        let mut out = String::new();
        let summaries = std::iter::once("").chain(self.rules.iter().map(|rule| rule.summary));
        for (row, summary) in table_rows(&rows, 0, width).iter().zip(summaries) {
            out.push_str(row);
            if !summary.is_empty() {
                wrap(summary, 10, width, &mut out);
            }
        }
        out
    }
}

/// Who refuses, in a sentence.
const fn refuses(origin: Origin) -> &'static str {
    match origin {
        Origin::Parser => "kubectl refuses the text",
        Origin::Decoder => "kubectl or the API server cannot decode the object",
        Origin::Schema => "the schema refuses the object",
        Origin::Cel => "a rule of the schema",
        Origin::Metadata => "the API server refuses the metadata",
        Origin::Webhook => "an admission webhook of the platform",
        Origin::Operator => "the operator fails at run time",
        Origin::Advice => "nobody refuses it",
    }
}

/// The documentation of a rule, in Markdown.
pub fn rule_page(rule: &Rule) -> String {
    let mut page = format!(
        "# {} {}\n\n{}\n\nSeverity: {}. Origin: {} ({}). Fix: {}. Since: {}. \
         Releases of the platform: {}.\n\n## Why\n\n{}\n",
        rule.code,
        rule.name,
        rule.summary,
        super::concise::word(rule.severity),
        rule.origin.name(),
        refuses(rule.origin),
        rule.mend.name(),
        rule.since,
        rule.only.map_or_else(|| "all".to_owned(), |only| format!("{only} only")),
        rule.why
    );
    for (title, fragment) in [("Found", rule.bad), ("Mended", rule.good)] {
        if !fragment.is_empty() {
            page.push_str(&format!("\n## {title}\n\n```yaml\n{fragment}\n```\n"));
        }
    }
    page.push_str(&format!("\n## What to do\n\n{}\n", rule.fix));
    page
}

/// The page with its paragraphs broken at `width` columns; fragments of manifests stay as they are.
pub fn wrapped(page: &str, width: usize) -> String {
    let mut out = String::new();
    let mut verbatim = false;
    for line in page.lines() {
        verbatim ^= line.starts_with("```");
        if verbatim || line.is_empty() || line.starts_with("```") {
            out.push_str(line);
            out.push('\n');
        } else {
            super::field::wrap(line, 0, width, &mut out);
        }
    }
    out
}

/// The index of the pages, in Markdown.
pub fn rule_index(rules: &[&Rule]) -> String {
    let mut page = String::from("# Rules\n\n`kubectl omnia explain CODE` prints any of these pages.\n");
    for (family, about) in FAMILIES {
        page.push_str(&format!(
            "\n## {family}: {about}\n\n| Code | Name | Severity | Origin | What it finds |\n|---|---|---|---|---|\n"
        ));
        for rule in rules.iter().filter(|rule| rule.family() == *family) {
            page.push_str(&format!(
                "| [{0}]({0}.md) | {1} | {2} | {3} | {4} |\n",
                rule.code,
                rule.name,
                super::concise::word(rule.severity),
                rule.origin.name(),
                rule.summary
            ));
        }
    }
    page
}
