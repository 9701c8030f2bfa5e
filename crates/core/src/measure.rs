//! How similarity is measured: the layout of the weight, the metric and the threshold.

use crate::feature::Layout;
use crate::similarity::{Metric, Threshold};

/// How similarity is measured under some settings.
#[derive(Clone, Debug)]
pub struct Measure {
    pub layout: Layout,
    pub metric: Metric,
    pub threshold: Threshold,
}

impl Measure {
    /// Returns how much weight two similar URLs may differ in.
    pub fn budget(&self) -> u64 {
        self.threshold.budget(self.layout.weights.total())
    }
}
