//! Manifests in documentation, which leave things out and hold placeholders.

use super::report::{FileReport, NotChecked, Verdict};
use crate::{
    finding::{Finding, Origin},
    yaml::Text,
};

/// What can be said of a manifest of which parts are left out: what is there is wrong, whatever is not.
const OF_PARTS: [&str; 7] = ["SCH001", "SCH003", "SCH004", "SCH005", "SCH006", "SCH009", "SCH010"];

impl FileReport {
    /// Takes the report of a block of a page: findings about placeholders are dropped, and with `has_ellipsis` those about what may have
    /// been left out. That something was not checked is told.
    pub fn of_example(mut self, text: &Text, has_ellipsis: bool) -> Self {
        let before = self.findings.len();
        // Templates in documentation are meant to be rendered.
        let is_template = self.findings.iter().any(|finding| finding.code == "YAML024");
        self.findings.retain(|finding| {
            let of_parts = finding.code.starts_with("DEP") || OF_PARTS.contains(&finding.code);
            !is_template && !is_placeholder(finding, text) && (of_parts || !has_ellipsis)
        });
        if has_ellipsis || self.findings.len() < before {
            for object in &mut self.objects {
                (object.verdict, object.admission) = (Verdict::NotChecked, Verdict::NotChecked);
            }
            let reason = "an example in a page, with an ellipsis or a placeholder in it".to_owned();
            self.not_checked.extend(std::iter::repeat_n(NotChecked::new("YAML008", reason), self.objects.len().max(1)));
        }
        self
    }

    /// Adds what comes behind in the same file.
    pub fn append(&mut self, mut other: Self) {
        let documents = self.documents;
        other.findings.iter_mut().for_each(|finding| finding.document += documents);
        other.objects.iter_mut().for_each(|object| object.document += documents);
        other.skipped.iter_mut().for_each(|skipped| skipped.document += documents);
        self.documents += other.documents;
        self.objects_of_any_kind += other.objects_of_any_kind;
        self.findings.extend(other.findings);
        self.objects.extend(other.objects);
        self.skipped.extend(other.skipped);
        self.not_checked.extend(other.not_checked);
    }
}

/// Whether the finding is about a value that the reader is to replace: `<name>`, `${NAME}`, `{{ name }}`; or about a line that cannot be
/// read for one.
fn is_placeholder(finding: &Finding, text: &Text) -> bool {
    let line = text.line_span(text.location(finding.span.start).line);
    let written = text.slice(if finding.origin == Origin::Parser { line } else { finding.span });
    let between = |open: &str, close: &str| written.split_once(open).is_some_and(|(_, rest)| rest.contains(close));
    finding.code == "YAML008" || between("<", ">") || between("${", "}") || between("{{", "}}")
}
