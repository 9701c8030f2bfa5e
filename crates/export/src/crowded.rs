//! Finds routes that a crawler need not follow any further.

use crate::Route;

/// The fewest lines of a crowded route with a segment that varies.
const LINES: u64 = 100;

/// The fewest sets of parameters of a route with facets.
const SETS: usize = 20;

/// The reason why a route is crowded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowd {
    /// Very many pages have its path.
    Pages,
    /// One page has very many sets of parameters.
    Facets,
}

impl Crowd {
    pub(crate) fn of(route: &Route<'_>) -> Option<Self> {
        let varies = route.path.iter().any(|node| !node.is_literal());
        let sets: usize = route
            .endpoints
            .iter()
            .map(|endpoint| endpoint.templates.len())
            .sum();
        match () {
            () if sets >= SETS => Some(Self::Facets),
            () if varies && route.lines >= LINES => Some(Self::Pages),
            () => None,
        }
    }
}
