//! The keys of a filter's URLs, chosen once from its settings.
//!
//! By the theorem of [bands], a few lookup keys decide whether two URLs are similar. Their number
//! and kind depend on the settings:
//!
//! - with skeleton and a budget below it (the default): one key, the [template], computed while
//!   scanning;
//! - the same, names of parameters by themselves: the [template] without parameters, computed while
//!   scanning, and that joined with each name;
//! - literal, representatives not named: the [core], for some URLs a few bands, for few URLs their
//!   features, all computed while scanning;
//! - others: bands of the features, as the index needs them, computed while deciding.
//!
//! The scanner computes the keys of a plan, on many threads; the index looks them up, in order. No
//! other module depends on the plan.

pub mod bands;
mod core;
mod estimate;
mod literal;
mod template;

pub(crate) use estimate::{BandEstimate, BandEstimator};
pub(crate) use literal::{ExtraKeys, LiteralHasher, Workspace};
pub(crate) use template::TemplateHasher;

use crate::similar::feature::Layout;
use std::sync::Arc;

/// The way to compute the keys of URLs.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A URL is found by its template.
    Template(TemplateHasher),
    /// A URL is found by its template without parameters, and by that with each of their names.
    Names(TemplateHasher),
    /// A literal URL is found by its core, and some by bands or features.
    Literal(Arc<LiteralHasher>),
    /// A URL is found by its features.
    Features,
}

impl Plan {
    /// Chooses the plan for names of parameters that count one by one. `None` if URLs of different
    /// paths can be similar under the budget.
    pub(crate) fn of_names(layout: &Layout, budget: u64) -> Option<Self> {
        TemplateHasher::new(layout, budget).map(Self::Names)
    }

    /// Chooses the plan for the overlap of features under a budget. Literal keys do not identify
    /// their owners, so they do not work if representatives are named.
    pub(crate) fn of_overlap(layout: &Layout, budget: u64, named: bool) -> Self {
        if let Some(template) = TemplateHasher::new(layout, budget) {
            Self::Template(template)
        } else if !layout.skeleton && !named && !layout.has_terms() {
            Self::Literal(Arc::new(LiteralHasher::new(layout, budget)))
        } else {
            Self::Features
        }
    }
}
