//! Which version of a pack each reference of an agent means, and why.
//!
//! Pure: a [`Resolver`] over a [`crate::world::World`] gives for each reference an [`Outcome`], which never depends on the order of the
//! objects. What the releases of the platform do differently is in [`Rules`].

mod content;
mod graph;
mod pack;
mod pack_json;
mod publish;
mod reference;
mod resolver;
mod select;
mod version;

pub use content::{Content, PACK_KEY};
pub use graph::{Edge, Graph, Name, Presence};
pub use pack::{Live, Pack};
pub use pack_json::read as read_pack;
pub use publish::{Destination, Effect, Move};
pub use reference::{Reference, Refusal, Role};
pub use resolver::{Absence, Candidate, Outcome, PROMPT_PACK, Resolution, Resolver, Verdict};
pub use select::{Channel, Fate, Loss, Published, Rules, Want, fates};
pub use version::{Version, VersionError};
