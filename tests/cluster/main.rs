//! The cluster layer against a scripted server on loopback, which can do what a real API server seldom does: fall silent, break off, lie.

#![cfg(feature = "cluster")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "these are tests")]

mod auth;
mod commands;
mod faults;
#[cfg(unix)]
mod follow;
mod health;
#[cfg(unix)]
mod interrupts;
mod kubeconfig;
mod lists;
mod rollout;
mod script;
mod verbose;
mod watches;
mod writes;
