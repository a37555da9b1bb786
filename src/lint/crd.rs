//! CRDs that the user passes in: what they define, and what the API server would say against them.

use crate::{
    apiserver::{self, KubeVersion},
    crd::{
        CrdFault, Definition,
        compile::Descriptions,
        load,
        skew::{nearest, skew},
    },
    finding::{
        Finding, Origin, Severity,
        classify::{self, Source},
    },
    yaml::{self, Text},
};

/// What a file of CRDs holds.
#[derive(Debug, Default)]
pub struct CrdReport {
    /// The definitions that can be used.
    pub definitions: Vec<Definition>,
    /// What the API server would say against them.
    pub findings: Vec<Finding>,
    /// Number of objects that are no CRDs.
    pub others: usize,
}

/// Reads the CRDs of a file.
///
/// Recursive as deep as the documents are nested: needs a stack for 10,000 levels.
pub fn crds(text: &Text, kube: KubeVersion) -> CrdReport {
    let documents = yaml::read(text);
    let mut report = CrdReport::default();
    if let Some(error) = documents.error {
        let code = classify::code(Source::Reader, "", "", &error.message);
        report.findings.push(finding(code, Origin::Parser, String::new(), error.message, error.span, documents.documents.len()));
    }
    let roots: Vec<_> = documents.documents.iter().map(|document| &document.root).collect();
    let loaded = load::definitions(roots, Descriptions::Skip);
    report.others = loaded.others;
    for unreadable in loaded.unreadable {
        report.findings.extend(unreadable.faults.into_iter().map(|fault| of_fault(fault, unreadable.document)));
    }
    for crd in loaded.crds {
        report.findings.extend(apiserver::crd::faults(crd.node, kube).into_iter().map(|fault| of_fault(fault, crd.document)));
        report.definitions.push(crd.definition);
    }
    report
}

/// OPS015: what sets the definitions of a cluster apart from the embedded release that they are nearest to; none when nothing does but the
/// words of rules.
pub fn skewed(found: &[Definition]) -> Option<Finding> {
    let (release, count) = nearest(found);
    let message = format!(
        "the CRDs of the cluster, which judge here, are not those of {release}, the nearest release: {}",
        skew(found, release)
    );
    let of_rule = |message| super::found::rule_finding("OPS015", message, yaml::Span::default());
    (count > 0).then(|| of_rule(message))
}

fn of_fault(fault: CrdFault, document: usize) -> Finding {
    let code = classify::code(Source::Crd, "", &fault.field, &fault.message);
    finding(code, Origin::Schema, fault.field, fault.message, fault.span, document)
}

fn finding(code: &'static str, origin: Origin, field: String, message: String, span: yaml::Span, document: usize) -> Finding {
    Finding {
        code,
        severity: Severity::Error,
        origin,
        message,
        field,
        masked: false,
        object: None,
        document,
        span,
        related: Vec::new(),
        help: crate::finding::find(code).map(|rule| rule.fix.to_owned()).unwrap_or_default(),
        fix: None,
        trace: Vec::new(),
    }
}
