//! `status`, `events` and `why`: how the agents of a cluster are.

mod events;
mod gather;
mod status;
mod why;

pub use events::Args as EventsArgs;
pub use status::Args as StatusArgs;
pub use why::Args as WhyArgs;

use super::{Exit, ui::Ui};

pub(super) fn status(args: &StatusArgs, ui: &mut Ui) -> Exit {
    status::run(args, ui).unwrap_or_else(|exit| exit)
}

pub(super) fn events(args: &EventsArgs, ui: &mut Ui) -> Exit {
    events::run(args, ui).unwrap_or_else(|exit| exit)
}

pub(super) fn why(args: &WhyArgs, ui: &mut Ui) -> Exit {
    why::run(args, ui).unwrap_or_else(|exit| exit)
}
