//! Which request each verb comes to in each state and each way of routing traffic, by the table of the operator's behaviour.

#![allow(clippy::unwrap_used, clippy::panic)]

mod guards;
mod left;
mod matrix;
#[path = "../support/patch.rs"]
mod patch;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../support/play.rs"]
mod play;
mod scenes;
mod special;
