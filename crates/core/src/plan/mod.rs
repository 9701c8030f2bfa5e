//! Which keys the URLs of a filter have, chosen once from its settings.
//!
//! By the theorem of [bands], a few lookup keys decide whether two URLs are similar. How many there
//! are depends on the settings, and what they are found by follows:
//!
//! | settings | keys | computed |
//! |---|---|---|
//! | with skeleton, a budget below it (the default) | one: the [template] | while scanning |
//! | the same, names of parameters by themselves | the [template] without parameters, and that joined with each name | the first while scanning |
//! | literal, representatives not named | the [core], for some URLs a few bands, for few URLs their features | while scanning |
//! | others | bands of the features, as the index needs them | while deciding |
//!
//! The scanner computes the keys of a plan, on many threads; the index looks them up, in order.
//! Nobody else asks which plan it is.

pub mod bands;
mod core;
mod estimate;
mod literal;
mod template;

pub(crate) use estimate::{BandEstimate, BandEstimator};
pub(crate) use literal::{Beside, LiteralHasher, Workspace};
pub(crate) use template::TemplateHasher;

use crate::feature::Layout;
use std::sync::Arc;

/// How the keys of URLs are made.
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
    /// Chooses for names of parameters by themselves. `None` if URLs of different paths can be
    /// similar under the budget.
    pub(crate) fn of_names(layout: &Layout, budget: u64) -> Option<Self> {
        TemplateHasher::new(layout, budget).map(Self::Names)
    }

    /// Chooses for the overlap of features under a budget. Literal keys do not tell whose they are,
    /// so they do not serve where representatives are named.
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
