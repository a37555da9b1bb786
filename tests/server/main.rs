//! The product against a real kube-apiserver and the real kubectl: etcd, kube-apiserver and kubectl are built from the Go modules pinned
//! in `tools/` (once, into the folder of build output), or taken from `KUBEBUILDER_ASSETS`.
//!
//! One server serves all tests. It listens on loopback and is stopped when the test program is gone, whatever ended it.
//!
//! | Variable | Meaning |
//! |---|---|
//! | `OMNIA_SERVER_TESTS` | `required`: a missing server fails the tests; `skip`: they do not run |
//! | `OMNIA_SERVER_TESTS_KUBE` | the Kubernetes release to build: `1.35` (the default) or `1.34` |
//! | `OMNIA_SERVER_TESTS_SEED`, `OMNIA_SERVER_TESTS_CASES` | seed and number of the mutated cases |
//! | `KUBEBUILDER_ASSETS` | a folder with etcd, kube-apiserver and kubectl, in place of a build |

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr, reason = "these are tests")]

mod access;
mod api;
#[cfg(feature = "cluster")]
mod auth;
#[cfg(feature = "cluster")]
mod clusters;
mod corpus;
mod crds;
mod exports;
#[cfg(feature = "cluster")]
mod following;
#[cfg(feature = "cluster")]
mod health;
mod mutate;
mod offline;
#[cfg(feature = "cluster")]
mod operator;
mod parity;
#[cfg(feature = "cluster")]
#[path = "../support/play.rs"]
mod play;
mod plugin;
#[cfg(feature = "cluster")]
mod races;
mod random;
mod reader;
mod rendered;
#[cfg(feature = "cluster")]
mod resolve;
#[cfg(feature = "cluster")]
mod rollouts;
mod server;
mod tools;
mod words;
