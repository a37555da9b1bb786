//! The words of a comment that ignores findings.

use crate::yaml::Span;

/// What every such comment holds.
pub(super) const MARK: &str = "omnia:";

/// What a comment does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Ignore,
    IgnoreFile,
    Disable,
    Enable,
}

/// A comment that ignores findings.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comment<'t> {
    pub verb: Verb,
    /// From `#` to the end of the line.
    pub span: Span,
    /// Between the brackets.
    pub list: Span,
    /// The words between the brackets and where they stand.
    pub codes: Vec<(Span, &'t str)>,
    /// What stands behind the brackets.
    pub reason: &'t str,
}

/// Longer words first: one begins with the other.
const VERBS: [(&str, Verb); 4] =
    [("ignore-file", Verb::IgnoreFile), ("ignore", Verb::Ignore), ("disable", Verb::Disable), ("enable", Verb::Enable)];

impl<'t> Comment<'t> {
    /// Reads the comment `text`, which stands at `span`; none when it is about something else.
    pub fn read(text: &'t str, span: Span) -> Option<Self> {
        let rest = text.strip_prefix('#')?.trim_start().strip_prefix(MARK)?.trim_start();
        let (verb, rest) = VERBS.iter().find_map(|(word, verb)| Some((*verb, rest.strip_prefix(word)?)))?;
        let offset = |part: &str| span.start + (text.len() - part.len()) as u32;
        let Some((list, reason)) = rest.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
            // A sentence that happens to begin so.
            if !rest.trim().is_empty() {
                return None;
            }
            let end = Span::new(span.end, span.end);
            return Some(Self { verb, span, list: end, codes: Vec::new(), reason: "" });
        };
        let start = offset(rest.trim_start()) + 1;
        let mut codes = Vec::new();
        let mut at = start;
        for word in list.split(',') {
            let trimmed = word.trim();
            let from = at + (word.len() - word.trim_start().len()) as u32;
            if !trimmed.is_empty() {
                codes.push((Span::new(from, from + trimmed.len() as u32), trimmed));
            }
            at += word.len() as u32 + 1;
        }
        Some(Self { verb, span, list: Span::new(start, start + list.len() as u32), codes, reason: reason.trim() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_places() {
        let text = "#omnia: ignore[SCH001, YAML] because it is so";
        let comment = Comment::read(text, Span::new(100, 100 + text.len() as u32)).unwrap();
        assert_eq!((comment.verb, comment.reason), (Verb::Ignore, "because it is so"));
        let shown: Vec<&str> =
            comment.codes.iter().map(|(span, _)| &text[span.start as usize - 100..span.end as usize - 100]).collect();
        assert_eq!(shown, ["SCH001", "YAML"]);
    }

    #[test]
    fn other_comments_are_left_alone() {
        for text in [
            "# omnia is fine",
            "# omnia: our platform",
            "# omnia: ignore what they say",
            "# ignore[SCH001]",
            "# x omnia: ignore[A]",
        ] {
            assert_eq!(Comment::read(text, Span::default()), None, "{text}");
        }
        assert_eq!(Comment::read("# omnia: ignore", Span::default()).unwrap().codes, []);
        assert_eq!(Comment::read("# omnia: ignore-file[ALL]", Span::default()).unwrap().verb, Verb::IgnoreFile);
    }
}
