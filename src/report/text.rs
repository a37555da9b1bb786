//! A finding with an excerpt of the file, for people at a terminal.

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan,
    SpanContents, ThemeCharacters, ThemeStyles,
};

use super::{concise::word, headline};
use crate::{
    finding::{self, Finding, Related, Severity},
    yaml::{Span, Text},
};

/// How the text may look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextStyle {
    /// With colours.
    pub color: bool,
    /// With box characters instead of ASCII.
    pub unicode: bool,
    /// Columns.
    pub width: usize,
}

impl TextStyle {
    /// For programs and files: no colour, ASCII, 100 columns.
    pub const PLAIN: Self = Self { color: false, unicode: false, width: 100 };
}

/// The finding as a block of lines, ending in a line break.
pub fn render(finding: &Finding, file: &str, text: &Text, style: TextStyle) -> String {
    let theme = GraphicalTheme {
        characters: if style.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if style.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .with_links(false)
        .with_context_lines(1)
        .with_wrap_lines(true);
    let shown = Shown { finding, source: Source { file, text }, text: headline(finding) };
    let mut out = String::new();
    if handler.render_report(&mut out, &shown).is_err() {
        // The handler fails only where a label lies outside of the text; the finding must be told all the same.
        out = format!("{file}: {} {} {}\n", finding.code, word(finding.severity), shown.text);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out.push_str(&super::trace::lines(finding, file, text));
    out.push('\n');
    out
}

#[derive(Debug)]
struct Shown<'a> {
    finding: &'a Finding,
    source: Source<'a>,
    text: String,
}

#[derive(Debug)]
struct Source<'a> {
    file: &'a str,
    text: &'a Text,
}

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn std::fmt::Display + 'b>> {
        let name = finding::find(self.finding.code).map_or("", |rule| rule.name);
        let masked = if self.finding.masked { " (hidden by another error)" } else { "" };
        Some(Box::new(format!("{} {} {name}{masked}", word(self.finding.severity), self.finding.code)))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.finding.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Info => miette::Severity::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn std::fmt::Display + 'b>> {
        (!self.finding.help.is_empty()).then(|| Box::new(&self.finding.help) as Box<dyn std::fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        // Two labels that touch would be drawn one into the other: the word goes to the first.
        let Span { start, end } = self.finding.span;
        let same = move |related: &&Related| (start..=end).contains(&related.span.start);
        let word = self.finding.related.iter().find(same).map(|related| related.message.clone());
        let first = LabeledSpan::new_primary_with_span(word, self.source.shown(self.finding.span));
        let others = self
            .finding
            .related
            .iter()
            .filter(move |related| !same(related))
            .map(|related| LabeledSpan::new_with_span(Some(related.message.clone()), self.source.shown(related.span)));
        Some(Box::new(std::iter::once(first).chain(others)))
    }
}

impl Source<'_> {
    /// The part of a span that an excerpt shows: its first line, as a block of many lines would push the rest off the screen.
    fn shown(&self, span: Span) -> SourceSpan {
        let content = self.text.as_str();
        let (start, end) = (span.start as usize, (span.end as usize).min(content.len()));
        let start = start.min(end);
        let line = content.get(start..end).map_or(0, |part| part.find('\n').unwrap_or(part.len()));
        (start, line).into()
    }
}

impl SourceCode for Source<'_> {
    /// Looks the lines up in the index of the text: miette's own reader walks from the first byte for every label.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let content = self.text.as_str();
        let (start, end) = (span.offset(), span.offset() + span.len());
        if end > content.len() {
            return Err(MietteError::OutOfBounds);
        }
        if lines_before == 0 && lines_after == 0 {
            // miette asks for the bare label to learn its line and column.
            let data = content.as_bytes().get(start..end).ok_or(MietteError::OutOfBounds)?;
            let at = self.text.location(start as u32);
            let (line, column) = (at.line as usize - 1, at.column as usize - 1);
            return Ok(Box::new(MietteSpanContents::new_named(self.file.to_owned(), data, *span, line, column, 1)));
        }
        let line_of = |offset: usize| self.text.location(offset as u32).line as usize;
        let first = line_of(start).saturating_sub(lines_before).max(1);
        let last = (line_of(end) + lines_after).min(self.text.line_count() as usize);
        let from = self.text.line_span(first as u32).start as usize;
        let to = self.text.line_span(last as u32).end as usize;
        let data = content.as_bytes().get(from..to).ok_or(MietteError::OutOfBounds)?;
        let window = SourceSpan::new(from.into(), to - from);
        Ok(Box::new(MietteSpanContents::new_named(self.file.to_owned(), data, window, first - 1, 0, last + 1 - first)))
    }
}
