//! What decides how a segment is recognised, beside its own bytes.

use super::class::Classes;
use super::surroundings::Surroundings;
use crate::thresholds::Tuning;

/// The settings and surroundings under which a segment is recognised.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recogniser {
    pub(super) classes: Classes,
    pub(super) tuning: &'static Tuning,
    pub(super) surroundings: Surroundings,
}
