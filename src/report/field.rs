//! What a schema says of a field, in the manner of `kubectl explain`.

use serde::Serialize;

use super::{API_VERSION, Tool};
use crate::crd::explain::{Constraint, Explanation, Field};

/// What `explain FIELD -o json` prints.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct FieldPage {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub group: String,
    pub version: String,
    pub resource_kind: String,
    pub path: String,
    pub r#type: String,
    pub required: bool,
    pub default: Option<String>,
    pub constraints: Vec<ConstraintJson>,
    pub description: String,
    pub rules: Vec<RuleJson>,
    pub fields: Vec<FieldJson>,
}

/// A bound on the value.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct ConstraintJson {
    pub of: String,
    pub keyword: &'static str,
    pub value: String,
}

/// A rule of the schema.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct RuleJson {
    pub code: String,
    pub path: String,
    pub rule: String,
    pub message: String,
}

/// A field of the object.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct FieldJson {
    pub name: String,
    pub r#type: String,
    pub required: bool,
    pub summary: String,
}

impl FieldPage {
    /// The page of an explanation.
    pub fn new(explanation: &Explanation<'_>) -> Self {
        let constraint = |one: &Constraint| ConstraintJson { of: one.of.clone(), keyword: one.keyword, value: one.value.clone() };
        let field = |field: &Field<'_>| FieldJson {
            name: field.name.to_owned(),
            r#type: field.type_text.clone(),
            required: field.required,
            summary: field.summary.unwrap_or_default().to_owned(),
        };
        let rules = explanation.rules.iter().map(|at| RuleJson {
            code: at.rule.code.clone().unwrap_or_default(),
            path: at.path.clone(),
            rule: at.rule.rule.clone(),
            message: at.rule.message.clone().unwrap_or_default(),
        });
        Self {
            api_version: API_VERSION,
            kind: "FieldExplanation",
            tool: Tool::THIS,
            group: explanation.group.to_owned(),
            version: explanation.version.to_owned(),
            resource_kind: explanation.kind.to_owned(),
            path: explanation.path.clone(),
            r#type: explanation.type_text.clone(),
            required: explanation.required,
            default: explanation.default.clone(),
            constraints: explanation.constraints.iter().map(constraint).collect(),
            description: explanation.description.unwrap_or_default().to_owned(),
            rules: rules.collect(),
            fields: explanation.fields.iter().map(field).collect(),
        }
    }

    /// The page for people, `width` columns wide.
    pub fn text(&self, width: usize) -> String {
        let mut text =
            format!("GROUP:      {}\nKIND:       {}\nVERSION:    {}\n\n", self.group, self.resource_kind, self.version);
        if !self.path.is_empty() {
            let required = if self.required { " -required-" } else { "" };
            text.push_str(&format!("FIELD: {} <{}>{required}\n\n", self.path, self.r#type));
        }
        self.bounds(&mut text);
        let description = if self.description.is_empty() { "<empty>" } else { &self.description };
        text.push_str("DESCRIPTION:\n");
        wrap(description, 4, width, &mut text);
        self.rules(&mut text, width);
        self.fields(&mut text, width);
        text
    }

    fn bounds(&self, text: &mut String) {
        if let Some(default) = &self.default {
            text.push_str(&format!("DEFAULT: {default}\n"));
        }
        for ConstraintJson { of, keyword, value } in &self.constraints {
            let of = if of.is_empty() { String::new() } else { format!("{of} ") };
            text.push_str(&format!("{}: {of}{value}\n", keyword.to_uppercase()));
        }
        if self.default.is_some() || !self.constraints.is_empty() {
            text.push('\n');
        }
    }

    fn rules(&self, text: &mut String, width: usize) {
        if self.rules.is_empty() {
            return;
        }
        text.push_str("\nRULES:\n");
        for rule in &self.rules {
            let name = if rule.code.is_empty() { String::new() } else { format!("{} ", rule.code) };
            let message = if rule.message.is_empty() { &rule.rule } else { &rule.message };
            wrap(&format!("{name}{message}"), 2, width, text);
        }
    }

    fn fields(&self, text: &mut String, width: usize) {
        if self.fields.is_empty() {
            return;
        }
        text.push_str("\nFIELDS:\n");
        for field in &self.fields {
            let required = if field.required { " -required-" } else { "" };
            text.push_str(&format!("  {}\t<{}>{required}\n", field.name, field.r#type));
            if !field.summary.is_empty() {
                wrap(&field.summary, 4, width, text);
            }
        }
    }
}

/// Appends the paragraphs of `text`, each line indented and no wider than `width`, where words allow it.
pub fn wrap(text: &str, indent: usize, width: usize, out: &mut String) {
    for paragraph in text.split("\n\n") {
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > width {
                out.push('\n');
                column = 0;
            }
            if column == 0 {
                out.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out.push('\n');
    }
}

/// Appends `text` behind `head`, its further lines below its first one.
pub fn hang(head: &str, text: &str, width: usize, out: &mut String) {
    let mut block = String::new();
    wrap(text, head.chars().count(), width, &mut block);
    out.push_str(head);
    out.push_str(block.trim_start());
}

#[cfg(test)]
mod tests {
    use super::{hang, wrap};

    #[test]
    fn a_text_hangs_below_its_first_line() {
        let mut out = String::new();
        hang("  - ", "one two three", 12, &mut out);
        assert_eq!(out, "  - one two\n    three\n");
    }

    #[test]
    fn lines_keep_to_the_width() {
        let mut out = String::new();
        wrap("one two three\n\nfour", 2, 9, &mut out);
        assert_eq!(out, "  one two\n  three\n  four\n");
    }
}
