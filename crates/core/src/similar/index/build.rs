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
use crate::similar::measure::Measure;
use crate::similar::plan::{Plan, TemplateHasher};
use crate::similar::similarity::Metric;

/// Returns an index that learns which pages have facets.
pub(crate) fn facets(hasher: &TemplateHasher, named: bool) -> Box<dyn Index> {
    Box::new(Facets::new(hasher.clone(), named))
}

/// Returns an empty index for a plan. `named`: it names the representatives that it finds.
/// `exhaustive`: it compares with all of them, unless names of parameters count by themselves.
pub(crate) fn build(
    plan: &Plan,
    measure: &Measure,
    named: bool,
    exhaustive: bool,
) -> Box<dyn Index> {
    let layout = &measure.layout;
    let budget = measure.budget();
    match (plan, measure.metric) {
        (Plan::Template(_) | Plan::Features, metric) if exhaustive => {
            let compared = match metric {
                Metric::Overlap => FingerprintMeasure::Overlap(budget),
                Metric::SimHash => FingerprintMeasure::SimHash(measure.threshold.radius()),
            };
            Box::new(ByFeatures::new(layout, Exhaustive::new(compared)))
        }
        (Plan::Template(hasher), _) => Box::new(TemplateIndex::new(hasher.clone(), named)),
        (Plan::Names(hasher), _) => Box::new(Names::new(hasher.clone(), named)),
        (Plan::Literal(_), _) => {
            let bands = Bands::new(layout, budget, false);
            Box::new(Literals::new(layout, bands))
        }
        (Plan::Features, Metric::Overlap) => {
            if let Some(by_host) = ChainsByHost::new(layout, budget, named) {
                return Box::new(ByFeatures::new(layout, by_host));
            }
            let bands = Bands::new(layout, budget, named);
            Box::new(ByFeatures::new(layout, bands))
        }
        (Plan::Features, Metric::SimHash) => {
            let slices = Slices::new(measure.threshold.radius());
            Box::new(ByFeatures::new(layout, slices))
        }
    }
}
