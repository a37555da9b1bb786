//! The health of agents: why one is not well, how all of them are, and what happened to one.

mod events;
mod status;
mod why;

pub use events::AgentEvents;
pub use status::{AgentStatus, HEALTH_HEAD, health_row, health_text};
pub use why::{Why, why_text};
