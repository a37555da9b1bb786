//! What the API server, the webhooks and the operator of the Omnia agent platform would say of a manifest, known beforehand.
//!
//! The modules are layers: each one uses only those above it in this list.

pub mod yaml;

pub mod crd;

pub mod apiserver;

pub mod omnia;

pub mod world;

pub mod finding;

pub mod resolve;

pub mod rollout;

pub mod diagnose;

pub mod render;

pub mod lint;

pub mod migrate;

pub mod config;

pub mod input;

pub mod cluster;

pub mod report;

pub mod cli;
