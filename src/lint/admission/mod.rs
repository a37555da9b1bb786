//! What the platform's admission webhooks say of an object that the API server would take, from the object alone.
//!
//! One file a rule, each a function from the [`Review`] to remarks. The order is that of the platform: every webhook decodes first, then
//! comes its own subject, then the licence.

mod a2a_clients;
mod decode;
mod embedding_change;
mod function_schema;
mod json_schema;
mod json_schema_draft;
mod json_schema_refs;
mod licence;
mod reserved_env;
mod schema_file;
mod template_variant;
mod undecodable;

pub(super) use decode::volume_types;
pub(super) use function_schema::fault as json_schema_fault;

use super::report::{NotChecked, Verdict};
use crate::{
    crd::Schema,
    finding::{Origin, Severity},
    render::operator::Operator,
    yaml::{Node, Span},
};

/// An object for the webhooks.
pub(super) struct Review<'a> {
    /// The kind.
    pub kind: &'a str,
    /// The object as the server would store it.
    pub object: &'a Node<'a>,
    /// The schema that it was judged by.
    pub schema: Option<&'a Schema>,
    /// The stored object that it replaces.
    pub stored: Option<&'a Node<'a>>,
    /// What the operator was told; none when nothing is known of the installation.
    pub operator: Option<&'a Operator>,
}

/// What a rule says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Remark {
    pub code: &'static str,
    /// Where it is not that of the rule.
    pub severity: Option<Severity>,
    /// Where it is not that of the rule.
    pub origin: Option<Origin>,
    pub message: String,
    pub field: String,
    pub span: Span,
    pub masked: bool,
    /// What to do, where it is not what the rule says.
    pub help: Option<String>,
}

impl Remark {
    fn new(code: &'static str, field: impl Into<String>, span: Span, message: impl Into<String>) -> Self {
        let (field, message) = (field.into(), message.into());
        Self { code, severity: None, origin: None, message, field, span, masked: false, help: None }
    }
}

/// What the webhooks come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Admission {
    pub verdict: Verdict,
    pub remarks: Vec<Remark>,
    /// What the verdict lacks.
    pub not_checked: Option<NotChecked>,
}

/// Kinds whose objects a webhook decodes when they are written. That of SessionPrivacyPolicy is asked about removals only.
pub const REVIEWED: [&str; 8] = [
    "AgentRuntime",
    "ArenaJob",
    "ArenaSource",
    "ArenaTemplateSource",
    "PromptPackSource",
    "Provider",
    "SkillSource",
    "Workspace",
];

/// What the webhooks say of an object.
///
/// Recursive as deep as the object is nested.
pub(super) fn review(review: &Review<'_>) -> Admission {
    let reviewed = REVIEWED.contains(&review.kind);
    let mut remarks = undecodable::remarks(review, reviewed);
    let mut not_checked = None;
    if reviewed {
        let subjects: [fn(&Review<'_>) -> Subject; 5] = [
            function_schema::subject,
            reserved_env::subject,
            template_variant::subject,
            a2a_clients::subject,
            embedding_change::subject,
        ];
        let mut refused = remarks.iter().any(is_denial);
        for subject in subjects {
            let mut found = subject(review);
            // A webhook that cannot decode the object looks no further.
            found.remarks.iter_mut().filter(|remark| remark.origin.is_none()).for_each(|remark| remark.masked |= refused);
            refused |= found.remarks.iter().any(is_denial);
            remarks.append(&mut found.remarks);
            not_checked = not_checked.or(found.not_checked);
        }
        let licence = licence::remark(review);
        if let Some(mut remark) = licence {
            remark.masked = refused;
            let is_open = !refused && !is_denial(&remark);
            not_checked = not_checked.or(is_open.then(|| licence::not_checked(remark.code)));
            remarks.push(remark);
        }
        remarks.extend(schema_file::remarks(review));
    }
    let verdict = match (remarks.iter().any(is_denial), &not_checked) {
        (true, _) => Verdict::Refused,
        (false, Some(_)) => Verdict::NotChecked,
        (false, None) => Verdict::Accepted,
    };
    Admission { not_checked: not_checked.filter(|_| verdict == Verdict::NotChecked), verdict, remarks }
}

/// What the subject of a webhook comes to.
#[derive(Default)]
struct Subject {
    remarks: Vec<Remark>,
    not_checked: Option<NotChecked>,
}

impl From<Vec<Remark>> for Subject {
    fn from(remarks: Vec<Remark>) -> Self {
        Self { remarks, not_checked: None }
    }
}

/// Whether a remark refuses the object.
fn is_denial(remark: &Remark) -> bool {
    let rule = crate::finding::find(remark.code);
    let severity = remark.severity.or(rule.map(|rule| rule.severity));
    let origin = remark.origin.or(rule.map(|rule| rule.origin));
    severity == Some(Severity::Error) && origin == Some(Origin::Webhook) && !remark.masked
}

/// The value at a path of members.
fn at<'n>(object: &'n Node<'_>, path: &str) -> Option<&'n Node<'n>> {
    path.split('.').try_fold(object, |node, key| node.get(key))
}

/// The items of the list at a path of members; none when there is no list.
fn items<'n>(object: &'n Node<'_>, path: &str) -> &'n [Node<'n>] {
    at(object, path).and_then(Node::as_list).unwrap_or_default()
}

/// The text at a path of members; empty when there is none.
fn text<'n>(object: &'n Node<'_>, path: &str) -> &'n str {
    at(object, path).and_then(Node::as_str).unwrap_or_default()
}

/// The place of the value at `path`, or of what is around it when it is not written.
fn place(object: &Node<'_>, path: &str) -> Span {
    let mut node = object;
    let mut span = object.span;
    for key in path.split('.') {
        let Some(entry) = node.as_map().and_then(|map| map.entry(key)) else { break };
        span = if entry.value.as_map().is_some() { entry.key_span } else { entry.value.span };
        node = &entry.value;
    }
    span
}

/// Whether the schema in use has the field of `spec`: rules that came with a release hold where its fields are.
fn knows(review: &Review<'_>, field: &str) -> bool {
    let spec = review.schema.and_then(|schema| schema.property("spec"));
    spec.is_some_and(|spec| spec.property(field).is_some())
}
