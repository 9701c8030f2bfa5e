//! Chooses the index of a filter.

use super::Index;
use super::bands::Bands;
use super::by_features::ByFeatures;
use super::by_host::ChainsByHost;
use super::exhaustive::{Exhaustive, FingerprintMeasure};
use super::facets::Facets;
use super::literals::Literals;
use super::names::Names;
use super::simhash::Slices;
use super::templates::TemplateIndex;
use crate::similar::feature::Layout;
use crate::similar::plan::{Plan, TemplateHasher};
use crate::similar::similarity::{Metric, Threshold};

/// Returns an index that learns which pages have facets.
pub(crate) fn facets(hasher: &TemplateHasher, named: bool) -> Box<dyn Index> {
    Box::new(Facets::new(hasher.clone(), named))
}

/// The settings from which an index follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexSettings<'s> {
    pub layout: &'s Layout,
    pub metric: Metric,
    pub threshold: Threshold,
    /// Whether it names the representatives that it finds.
    pub named: bool,
    /// Whether it compares with all representatives, provided that the plan compares features.
    pub exhaustive: bool,
}

impl IndexSettings<'_> {
    /// Returns an empty index for a plan.
    pub(crate) fn build(self, plan: &Plan) -> Box<dyn Index> {
        let layout = self.layout;
        let budget = self.threshold.budget(layout.weights.total());
        let named = self.named;
        match (plan, self.metric) {
            (Plan::Template(hasher), _) => Box::new(TemplateIndex::new(hasher.clone(), named)),
            (Plan::Names(hasher), _) => Box::new(Names::new(hasher.clone(), named)),
            (Plan::Literal(_), _) => Box::new(Literals::new(layout, budget)),
            (Plan::Features, _) if self.exhaustive => {
                let measure = match self.metric {
                    Metric::Overlap => FingerprintMeasure::Overlap(budget),
                    Metric::SimHash => FingerprintMeasure::SimHash(self.threshold.radius()),
                };
                Box::new(ByFeatures::new(layout, Exhaustive::new(measure)))
            }
            (Plan::Features, Metric::Overlap) => {
                if let Some(by_host) = ChainsByHost::new(layout, budget, named) {
                    return Box::new(ByFeatures::new(layout, by_host));
                }
                let bands = Bands::new(layout, budget, named);
                Box::new(ByFeatures::new(layout, bands))
            }
            (Plan::Features, Metric::SimHash) => {
                let slices = Slices::new(self.threshold.radius());
                Box::new(ByFeatures::new(layout, slices))
            }
        }
    }
}
