//! Family RUN: the other kinds, and what a schema cannot say.

use super::base::ADVICE;
use crate::finding::Rule;

/// The rules, by number.
pub(crate) const RUN_KINDS: &[Rule] = &[Rule {
    code: "RUN111",
    name: "hpa-scale-window-surprise",
    summary: "Pods are taken away the moment the load falls.",
    why: "Sessions on them end. An HPA takes up to half of the pods away each minute.",
    bad: "runtime:\n  autoscaling: {enabled: true, maxReplicas: 5, scaleDownStabilizationSeconds: 0}",
    good: "runtime:\n  autoscaling: {enabled: true, maxReplicas: 5, scaleDownStabilizationSeconds: 300}",
    fix: "Leave the default of 300 seconds.",
    ..ADVICE
}];
