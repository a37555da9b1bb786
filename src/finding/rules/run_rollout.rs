//! Family RUN: rollouts.

use super::base::OPERATOR;
use crate::finding::Rule;

/// The rules, by number.
pub(crate) const RUN_ROLLOUT: &[Rule] = &[Rule {
    code: "RUN061",
    name: "derived-name-invalid-or-taken",
    summary: "The name of an agent is none that the objects made for it can have.",
    why: "The Service has the agent's name, and Services have at most 63 letters, digits and dashes and begin with a letter. ServiceReady is False (ServiceFailed), and nobody reaches the agent.",
    bad: "metadata: {name: 1st.agent}",
    good: "metadata: {name: first-agent}",
    fix: "Rename the agent.",
    ..OPERATOR
}];
