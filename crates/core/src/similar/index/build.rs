//! Chooses the index of a filter.

use super::Index;
use super::bands::Bands;
use super::by_features::ByFeatures;
use super::by_host::ByHost;
use super::exhaustive::{Exhaustive, Measure};
use super::facets::Facets;
use super::literals::Literals;
use super::names::Names;
use super::simhash::Slices;
use super::templates::Templates;
use crate::similar::feature::Layout;
use crate::similar::plan::{Plan, TemplateHasher};
use crate::similar::similarity::{Metric, Threshold};

/// Returns an index that learns which pages have facets.
pub(crate) fn facets(hasher: &TemplateHasher, named: bool) -> Box<dyn Index> {
    Box::new(Facets::new(hasher.clone(), named))
}

/// Returns an empty index. If `named`, it names the representatives that it finds. If `exhaustive`,
/// it compares with all of them, provided that the plan compares features.
pub(crate) fn index(
    plan: &Plan,
    layout: &Layout,
    metric: Metric,
    threshold: Threshold,
    named: bool,
    exhaustive: bool,
) -> Box<dyn Index> {
    let budget = threshold.budget(layout.weights.total());
    match (plan, metric) {
        (Plan::Template(hasher), _) => Box::new(Templates::new(hasher.clone(), named)),
        (Plan::Names(hasher), _) => Box::new(Names::new(hasher.clone(), named)),
        (Plan::Literal(_), _) => Box::new(Literals::new(layout, budget)),
        (Plan::Features, _) if exhaustive => {
            let measure = match metric {
                Metric::Overlap => Measure::Overlap(budget),
                Metric::SimHash => Measure::SimHash(threshold.radius()),
            };
            Box::new(ByFeatures::new(layout, Exhaustive::new(measure)))
        }
        (Plan::Features, Metric::Overlap) => match ByHost::new(layout, budget, named) {
            Some(by_host) => Box::new(ByFeatures::new(layout, by_host)),
            None => Box::new(ByFeatures::new(layout, Bands::new(layout, budget, named))),
        },
        (Plan::Features, Metric::SimHash) => {
            Box::new(ByFeatures::new(layout, Slices::new(threshold.radius())))
        }
    }
}
