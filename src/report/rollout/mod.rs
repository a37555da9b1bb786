//! Rollouts: where they stand, what their steps will do, and what a verb sends.

mod act;
mod history;
mod status;
mod timeline;

pub use act::{RolloutAct, plan_text, requests_text};
pub use history::RolloutHistory;
pub use status::{AgentName, RolloutStatus, STANDING_HEAD, ending_words, standing_line, standing_row, standing_text};
pub use timeline::{PlannedAgent, RolloutPlan, timeline_text};
