//! `status`, `why` and `events`, as far as they go without a cluster.

use crate::{assert_block, sandbox::Sandbox};

#[test]
fn of_health() {
    let runs: &[&[&str]] = &[
        &["status", "--help"],
        &["why", "--help"],
        &["events", "--help"],
        &["why"],
        &["why", "bot", "--offline"],
        &["status", "bot", "-A"],
    ];
    assert_block!("health-help", Sandbox::new().runs(runs));
}
