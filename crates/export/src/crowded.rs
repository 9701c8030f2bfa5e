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
        if route.templates().count() >= SETS {
            Some(Self::Facets)
        } else if varies && route.lines >= LINES {
            Some(Self::Pages)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Routes;
    use crate::tests::templates;

    #[test]
    fn routes_are_crowded_from_a_number_of_pages_or_sets_on() {
        let pages = |count: usize| (0..count).map(|page| format!("//a.test/item/{page}"));
        let sets = |count: usize| {
            ('a'..)
                .take(count)
                .map(|set| format!("//a.test/find?p{set}x=1"))
        };
        let same = |count: usize| (0..count).map(|_| "//a.test/about".to_owned());
        for (lines, wanted) in [
            (pages(99).collect::<Vec<_>>(), None),
            (pages(100).collect(), Some(Crowd::Pages)),
            (sets(19).collect(), None),
            (sets(20).collect(), Some(Crowd::Facets)),
            (same(200).collect(), None),
        ] {
            let list: Vec<&str> = lines.iter().map(String::as_str).collect();
            let templates = templates(&list);
            let routes = Routes::of(&templates);
            let route = routes.iter().next().expect("there is one");
            assert_eq!(Crowd::of(route), wanted, "{} of {}", list.len(), list[0]);
        }
    }
}
