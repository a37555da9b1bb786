//! The command line as a user sees it: each run is shown as one block of command, standard output, standard error and exit status.
//!
//! Rewrite the blocks with `INSTA_UPDATE=always cargo test --test cli`, and read the difference.

#![allow(clippy::unwrap_used, clippy::panic)]

mod completion;
mod config;
mod diff;
mod explain;
mod fix;
mod formats;
mod health;
mod help;
mod ignores;
mod json;
mod lint;
mod lint_inputs;
mod lint_output;
mod manifests;
mod migrate;
mod pages;
mod read;
mod render;
mod resolve;
mod rollout;
mod rules;
mod sandbox;
mod schema;
mod tables;
mod version;
mod watch;
