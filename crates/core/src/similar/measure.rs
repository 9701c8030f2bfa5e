//! The measure of similarity: the layout of the weight, the metric and the threshold.

use crate::similar::feature::Layout;
use crate::similar::similarity::{Metric, Threshold};

/// The measure of similarity under some settings.
#[derive(Clone, Debug)]
pub struct Measure {
    pub layout: Layout,
    pub metric: Metric,
    pub threshold: Threshold,
}

impl Measure {
    /// Returns the weight in which two similar URLs may differ.
    pub fn budget(&self) -> u64 {
        self.threshold.budget(self.layout.weights.total())
    }
}
