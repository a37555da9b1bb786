//! Results as text for people and for programs, one file for each format.

mod auth;
mod azure;
mod checkstyle;
mod concise;
mod crd;
mod diff;
mod doctor;
mod expression;
mod field;
mod github;
mod gitlab;
mod graph;
mod grouped;
mod health;
mod json;
mod json_lines;
mod junit;
mod located;
mod markdown;
mod migrate;
mod object_tree;
mod object_yaml;
mod packs;
mod rdjson;
mod render_list;
mod resolve;
mod resolve_text;
mod results;
mod rollout;
mod rule;
mod sarif;
mod schema_diff;
mod statistics;
mod summary;
mod table;
mod template;
mod text;
mod trace;
mod uri;
mod xml;

pub use auth::{AuthReport, CommandAccess, Lack, Permission};
pub use azure::azure;
pub use checkstyle::checkstyle;
pub use concise::line as concise_line;
pub use crd::{CrdJson, CrdReport};
pub use diff::{DiffReport, diff_json, diff_markdown, diff_summary, object_file, unified};
pub use doctor::{DoctorReport, KindState, ReleaseJson, State, WebhookJson};
pub use expression::ExpressionPage;
pub use field::{FieldPage, hang, wrap};
pub use github::github;
pub use gitlab::gitlab;
pub use graph::{Direction, graph_dot, graph_json, graph_mermaid, graph_tree};
pub use grouped::grouped;
pub use health::{AgentEvents, AgentStatus, HEALTH_HEAD, Why, health_row, health_text, why_text};
pub use json::{
    API_VERSION, FindingJson, LintReport, LiveChange, LiveJson, NotCheckedJson, ObjectJson, SkippedJson, Tool, finding_json,
};
pub use json_lines::json_lines;
pub use junit::junit;
pub use located::{Located, Place, headline};
pub use markdown::markdown;
pub use migrate::{MigratedFile, MigrationReport, MigrationSummary};
pub use object_tree::{object_name, object_tree};
pub use object_yaml::{explained_yaml, object_yaml};
pub use packs::{PackItem, PacksReport};
pub use rdjson::rdjson;
pub use render_list::{
    AssumptionJson, BlockedJson, ProvenanceJson, RefusedJson, RenderList, RenderSummary, WarningJson, provenance_jsons,
    warning_jsons,
};
pub use resolve::{Listed, ResolveReport, ResolveVerdict, ResolvedItem};
pub use results::{FileResults, Ignored, Mended, Results};
pub use rollout::{
    PlannedAgent, RolloutAct, RolloutHistory, RolloutPlan, RolloutStatus, STANDING_HEAD, ending_words, plan_text, requests_text,
    standing_line, standing_row, standing_text, timeline_text,
};
pub use rule::{RuleList, rule_index, rule_page, wrapped};
pub use sarif::sarif;
pub use schema_diff::{DiffSummary, KindDiff, SchemaDiff};
pub use statistics::statistics;
pub use summary::{counted, summary_text};
pub use table::{WIDTH, table, table_rows, told};
pub use template::{Template, TemplateError};
pub use text::{TextStyle, render as render_text};
