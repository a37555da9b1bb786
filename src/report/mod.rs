//! Results as text for people and for programs, one file for each format.

mod concise;
mod crd;
mod expression;
mod field;
mod json;
mod located;
mod rule;
mod summary;
mod text;
mod trace;

pub use concise::line as concise_line;
pub use crd::{CrdJson, CrdReport};
pub use expression::ExpressionPage;
pub use field::FieldPage;
pub use json::{
    API_VERSION, FindingJson, LintReport, NotCheckedJson, ObjectJson, SkippedJson, Tool, finding_json, not_checked_jsons,
    object_jsons, skipped_jsons,
};
pub use located::{Located, Place, headline};
pub use rule::{RuleList, rule_index, rule_page, wrapped};
pub use summary::summary_text;
pub use text::{TextStyle, render as render_text};
