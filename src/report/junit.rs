//! JUnit XML: a suite for each file, a case for each object, a failure for each finding that makes the run fail.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::{FileResults, Located, Results, concise, xml};
use crate::lint::Verdict;

/// What stands for an object, or for a document whose objects are not known.
#[derive(Default)]
struct Case<'r> {
    class: String,
    name: String,
    failures: Vec<&'r Located>,
    others: Vec<&'r Located>,
    skipped: Option<String>,
}

/// Writes a suite for each file. What does not make the run fail stands in `system-out`.
///
/// # Errors
/// `out` cannot be written.
pub fn junit(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let suites: Vec<(&FileResults, Vec<Case<'_>>)> = results.files.iter().map(|file| (file, cases(file, results))).collect();
    let all = suites.iter().flat_map(|(_, cases)| cases);
    writeln!(out, "{}<testsuites name=\"kubectl omnia lint\" {}>", xml::HEAD, counts(all))?;
    for (file, cases) in &suites {
        writeln!(out, "  <testsuite name=\"{}\" {}>", xml::escaped(&file.name), counts(cases.iter()))?;
        cases.iter().try_for_each(|case| case.write(out))?;
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn counts<'c>(cases: impl Iterator<Item = &'c Case<'c>>) -> String {
    let (mut tests, mut failures, mut skipped) = (0, 0, 0);
    for case in cases {
        tests += 1;
        failures += usize::from(!case.failures.is_empty());
        skipped += usize::from(case.failures.is_empty() && case.skipped.is_some());
    }
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"0\"")
}

/// The cases of a file: its objects, its documents of other kinds, and whatever else has findings.
fn cases<'r>(file: &'r FileResults, results: &Results) -> Vec<Case<'r>> {
    let mut cases: BTreeMap<(usize, String, String), Case<'r>> = BTreeMap::new();
    for object in &file.report.objects {
        let case = cases.entry(key(object.document, &object.identity.kind, &named(&object.identity))).or_default();
        if object.verdict == Verdict::NotChecked {
            case.skipped = Some("not checked".to_owned());
        }
    }
    for skipped in &file.report.skipped {
        let case = cases.entry(key(skipped.document, "", "")).or_default();
        case.skipped = Some(skipped.reason.clone());
    }
    for located in file.located.iter().filter(|located| located.finding.severity >= results.show) {
        let finding = &located.finding;
        let known = finding.object.as_deref().map(|object| key(finding.document, &object.kind, &named(object)));
        let case = cases.entry(known.unwrap_or_else(|| key(finding.document, "", ""))).or_default();
        if results.fails(located) { case.failures.push(located) } else { case.others.push(located) }
    }
    let titled = |((document, kind, name), case): ((usize, String, String), Case<'r>)| {
        let name = if kind.is_empty() { format!("document {document}") } else { name };
        let class = if kind.is_empty() { "document".to_owned() } else { kind };
        Case { class, name, ..case }
    };
    cases.into_iter().map(titled).collect()
}

fn key(document: usize, kind: &str, name: &str) -> (usize, String, String) {
    (document, kind.to_owned(), name.to_owned())
}

fn named(object: &crate::finding::ObjectRef) -> String {
    if object.namespace.is_empty() { object.name.clone() } else { format!("{}/{}", object.namespace, object.name) }
}

impl Case<'_> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let head =
            format!("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"", xml::escaped(&self.class), xml::escaped(&self.name));
        let skipped = self.skipped.as_ref().filter(|_| self.failures.is_empty());
        if self.failures.is_empty() && self.others.is_empty() && skipped.is_none() {
            return writeln!(out, "{head}/>");
        }
        writeln!(out, "{head}>")?;
        if let Some(reason) = skipped {
            writeln!(out, "      <skipped message=\"{}\"/>", xml::escaped(reason))?;
        }
        for located in &self.failures {
            let message = xml::escaped(&super::headline(&located.finding));
            let text = xml::escaped(&concise::line(located));
            writeln!(out, "      <failure type=\"{}\" message=\"{message}\">{text}</failure>", located.finding.code)?;
        }
        if !self.others.is_empty() {
            let lines: Vec<String> = self.others.iter().map(|located| concise::line(located)).collect();
            writeln!(out, "      <system-out>{}</system-out>", xml::escaped(&lines.join("\n")))?;
        }
        writeln!(out, "    </testcase>")
    }
}
