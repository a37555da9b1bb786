//! Family DEP.

use super::check::{Check, checks};

/// The rules of the family that look at one object.
pub(super) const CHECKS: &[Check] = checks! {};
