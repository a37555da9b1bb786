//! The rules of the objects around an agent's Deployment, row by row: what the recorded cases do not show, and what newer releases do
//! otherwise.

#![allow(clippy::unwrap_used, clippy::panic)]

mod access;
mod autoscaling;
mod evals;
mod lines;
mod mesh;
mod routes;
#[allow(dead_code, reason = "other tests need the rest")]
#[path = "../render_deployment/scene.rs"]
mod scene;
mod service;
mod tools;
