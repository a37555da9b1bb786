//! Findings in a form that the user gives.

use std::io::{self, Write};

use super::{Located, Results, concise, headline};
use crate::finding::ObjectRef;

type Reader = fn(&Located) -> String;

/// What may stand in braces.
const FIELDS: &[(&str, Reader)] = &[
    ("file", |located| located.place.file.to_string()),
    ("line", |located| located.place.start.line.to_string()),
    ("column", |located| located.place.start.column.to_string()),
    ("endLine", |located| located.place.end.line.to_string()),
    ("endColumn", |located| located.place.end.column.to_string()),
    ("document", |located| located.place.document.to_string()),
    ("code", |located| located.finding.code.to_owned()),
    ("name", |located| located.rule_name().to_owned()),
    ("severity", |located| concise::word(located.finding.severity).to_owned()),
    ("origin", |located| located.finding.origin.name().to_owned()),
    ("message", |located| headline(&located.finding)),
    ("field", |located| located.finding.field.clone()),
    ("help", |located| located.finding.help.clone()),
    ("kind", |located| object(located, |object| &object.kind)),
    ("namespace", |located| object(located, |object| &object.namespace)),
    ("object", |located| object(located, |object| &object.name)),
];

fn object(located: &Located, part: impl Fn(&ObjectRef) -> &str) -> String {
    located.finding.object.as_deref().map(part).unwrap_or_default().to_owned()
}

/// A line for each finding: text, and fields in braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    /// An index into [`FIELDS`].
    Field(usize),
}

/// Why a template cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// The field is none of a finding's.
    #[error("a finding has no field {{{0}}}: use {names}", names = names())]
    Unknown(String),
    /// A brace stands alone.
    #[error("a {0:?} stands alone: write it twice to mean itself")]
    Brace(char),
}

fn names() -> String {
    FIELDS.iter().map(|(name, _)| format!("{{{name}}}")).collect::<Vec<_>>().join(", ")
}

impl Template {
    /// Reads a template: `{field}`, `{{` and `}}` for braces, `\n`, `\t` and `\\`.
    ///
    /// # Errors
    /// A field is unknown, or a brace stands alone.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '{' | '}' if rest.next_if_eq(&c).is_some() => plain.push(c),
                '{' => {
                    let mut name = String::new();
                    let closed = rest.by_ref().any(|c| {
                        let end = c == '}';
                        if !end {
                            name.push(c);
                        }
                        end
                    });
                    if !closed {
                        return Err(TemplateError::Brace('{'));
                    }
                    let field = FIELDS.iter().position(|(known, _)| *known == name).ok_or(TemplateError::Unknown(name))?;
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                    parts.push(Part::Field(field));
                }
                '}' => return Err(TemplateError::Brace('}')),
                '\\' => match rest.next_if(|next| ['n', 't', '\\'].contains(next)) {
                    Some('n') => plain.push('\n'),
                    Some('t') => plain.push('\t'),
                    _ => plain.push('\\'),
                },
                c => plain.push(c),
            }
        }
        parts.push(Part::Text(plain));
        Ok(Self(parts))
    }

    /// Writes a line for each finding.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write(&self, results: &Results, out: &mut dyn Write) -> io::Result<()> {
        for located in results.shown() {
            for part in &self.0 {
                match part {
                    Part::Text(text) => out.write_all(text.as_bytes())?,
                    Part::Field(field) => out.write_all(FIELDS[*field].1(located).as_bytes())?,
                }
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_read() {
        let text = |text: &str| Part::Text(text.to_owned());
        let field = |name: &str| Part::Field(FIELDS.iter().position(|(known, _)| *known == name).unwrap());
        let parse = |text: &str| Template::parse(text).map(|template| template.0);
        assert_eq!(parse("{file}:{line}"), Ok(vec![text(""), field("file"), text(":"), field("line"), text("")]));
        assert_eq!(parse(r"a\tb\\{{x}}\q"), Ok(vec![text("a\tb\\{x}\\q")]));
        assert_eq!(parse("{nonsense}"), Err(TemplateError::Unknown("nonsense".to_owned())));
        assert_eq!(parse("{file"), Err(TemplateError::Brace('{')));
        assert_eq!(parse("a}"), Err(TemplateError::Brace('}')));
    }
}
