//! Finds the traps of a list: places of a site that give a crawler ever more URLs.
//!
//! A trap is a place and a form: paths below one host that repeat a run, a page with many sets of
//! parameters, a calendar. Each has a rule, a regular expression that its URLs match, in the syntax
//! that Rust and Python share. Traps are found in the text of URLs as they are written, because
//! rules are matched against it.

mod forms;
mod rules;
mod trap;

use forms::{WrittenUrl, calendar, repetition, session};
use rules::{DEEP, TrapPlace};
use std::hash::{DefaultHasher, Hash, Hasher};
pub use trap::{Trap, TrapKind};
use urlsift_core::similar::table::NumberSet;
use urlsift_core::tally::Tally;

/// The fewest URLs of a trap.
const FEWEST: u64 = 10;

/// The fewest distinct dates of a calendar.
const DATES: usize = 100;

/// The fewest sets of parameter names of a page with facets.
const SETS: usize = 50;

/// The fewest distinct depths of deep paths that are a trap.
const DEPTHS: usize = 4;

/// The smallest share of the list below a path prefix that is a trap.
const SHARE: f64 = 0.25;

/// Finds the traps of a list.
///
/// Memory grows with the number of pages with parameters, of their sets of names, and of first
/// segments by host.
///
/// ```
/// use urlsift::lists::{TrapKind, Traps};
///
/// let mut traps = Traps::default();
/// for turns in 1..100 {
///     traps.note(format!("https://example.com/shop{}", "/red/shoes".repeat(turns)).as_bytes());
/// }
/// let found = traps.found();
/// assert_eq!(found[0].kind, TrapKind::RepeatedPath);
/// assert_eq!(found[0].place, "example.com .../red/shoes");
/// assert_eq!(found[0].robots.as_deref(), Some("/*red/shoes/red/shoes/red/shoes"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Traps {
    /// The number of URLs.
    urls: u64,
    /// The URLs of each place, with what is distinct in them: dates, hashes of sets of parameter
    /// names, or depths.
    places: Tally<(TrapKind, TrapPlace), NumberSet>,
}

impl Traps {
    /// Counts a URL as written. A URL without scheme and host is in no trap.
    pub fn note(&mut self, url: &[u8]) {
        self.urls += 1;
        let Ok(url) = std::str::from_utf8(url) else {
            return;
        };
        let Some(written) = WrittenUrl::of(url) else {
            return;
        };
        let segments: Vec<&str> = written.segments().collect();
        let host = written.host.to_ascii_lowercase();
        let place = |what: &str| TrapPlace {
            host: host.clone(),
            what: what.to_owned(),
            form: "",
        };
        let run = repetition(&segments);
        if let Some(run) = &run {
            self.count(TrapKind::RepeatedPath, place(run), None);
        }
        if let Some(form) = session(written.path) {
            self.count(TrapKind::SessionId, TrapPlace { form, ..place("") }, None);
        }
        if let Some(found) = calendar(&written, &segments) {
            let place = TrapPlace {
                form: found.form,
                ..place(&found.before)
            };
            self.count(TrapKind::Calendar, place, Some(found.date.into()));
        }
        if let Some(names) = written.names() {
            let mut hasher = DefaultHasher::new();
            names.hash(&mut hasher);
            // A single name makes a set, but no URL of the trap.
            let urls = u64::from(names.len() > 1);
            let page = (TrapKind::Facets, place(written.path));
            let page = self.places.count(page, urls, || Some(NumberSet::default()));
            if let Some(page) = page {
                page.first.insert(hasher.finish());
            }
        }
        let Some(first) = segments.first() else {
            return;
        };
        if run.is_none() && segments.len() >= DEEP {
            let depth = (segments.len() - DEEP).min(63) as u64;
            self.count(TrapKind::DeepPath, place(first), Some(depth));
        }
        self.count(TrapKind::Prefix, place(first), None);
    }

    /// Counts a URL of a place, and what is distinct in it.
    fn count(&mut self, kind: TrapKind, place: TrapPlace, distinct: Option<u64>) {
        let new = || Some(NumberSet::default());
        if let Some(counted) = self.places.count((kind, place), 1, new) {
            counted.first.extend(distinct);
        }
    }

    /// Returns the traps, the most certain kinds first, and the largest first within each kind.
    pub fn found(&self) -> Vec<Trap> {
        let mut traps = Vec::new();
        for ((kind, place), counted) in self.places.iter() {
            let urls = counted.lines;
            let distinct = counted.first.len();
            let is_trap = match kind {
                TrapKind::RepeatedPath | TrapKind::SessionId => true,
                TrapKind::Calendar => distinct >= DATES,
                TrapKind::Facets => distinct >= SETS,
                TrapKind::DeepPath => distinct >= DEPTHS,
                TrapKind::Prefix => urls as f64 >= SHARE * self.urls as f64,
            };
            if is_trap && urls >= FEWEST {
                traps.push(place.trap(*kind, urls));
            }
        }
        traps.sort_by(|one, other| {
            let by_size = other.urls.cmp(&one.urls);
            one.kind
                .cmp(&other.kind)
                .then(by_size)
                .then_with(|| one.place.cmp(&other.place))
                .then_with(|| one.rule.cmp(&other.rule))
        });
        traps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(urls: impl IntoIterator<Item = String>) -> Vec<(TrapKind, String, Option<String>)> {
        let mut traps = Traps::default();
        urls.into_iter().for_each(|url| traps.note(url.as_bytes()));
        traps
            .found()
            .into_iter()
            .map(|trap| (trap.kind, trap.place, trap.robots))
            .collect()
    }

    #[test]
    fn each_kind_is_found_in_its_place() {
        let others = || (0..600).map(|page| format!("https://example.com/{page}/about"));
        let text = |text: &str| Some(text.to_owned());
        for (kind, place, robots, urls) in [
            (
                TrapKind::RepeatedPath,
                "example.com .../a/b",
                text("/*a/b/a/b/a/b"),
                (1..40)
                    .map(|turns| format!("http://EXAMPLE.com/x{}/y?z", "/a/b".repeat(turns)))
                    .collect::<Vec<_>>(),
            ),
            (
                TrapKind::SessionId,
                "example.com ;jsessionid=",
                text("/*;jsessionid="),
                (0..40)
                    .map(|id| format!("https://example.com/shop/{id};jsessionid={id}7F"))
                    .collect(),
            ),
            (
                TrapKind::Calendar,
                "example.com/calendar/YYYY/MM",
                None,
                (0..120)
                    .map(|month| {
                        format!(
                            "https://example.com/calendar/{}/{:02}/",
                            2000 + month / 12,
                            month % 12 + 1
                        )
                    })
                    .collect(),
            ),
            (
                TrapKind::Calendar,
                "example.com/events?month=YYYY-MM",
                None,
                (0..120)
                    .map(|month| {
                        format!(
                            "https://example.com/events?month={}-{:02}",
                            2000 + month / 12,
                            month % 12 + 1
                        )
                    })
                    .collect(),
            ),
            (
                TrapKind::Facets,
                "example.com/search",
                text("/search?*&"),
                (1..64)
                    .map(|set| {
                        let names = (0..6)
                            .filter(|bit| set >> bit & 1 == 1)
                            .map(|bit| format!("facet{bit}=7"));
                        format!(
                            "https://example.com/search?{}",
                            names.collect::<Vec<_>>().join("&")
                        )
                    })
                    .collect(),
            ),
            (
                TrapKind::DeepPath,
                "example.com/tree",
                text("/tree/*/*/*/*/*/*/*/*/"),
                (9..60)
                    .map(|depth| {
                        format!(
                            "https://example.com/tree{}",
                            (0..depth)
                                .map(|at| format!("/{at}x"))
                                .collect::<Vec<_>>()
                                .concat()
                        )
                    })
                    .collect(),
            ),
        ] {
            let found = found(urls.into_iter().chain(others()));
            assert_eq!(found, [(kind, place.to_owned(), robots)]);
        }
    }

    #[test]
    fn a_list_without_traps_has_none() {
        let urls = (0..500).map(|id| {
            format!(
                "https://site{}.example/blog/2024/{:02}/post-{id}?page=2",
                id % 7,
                id % 12 + 1
            )
        });
        let found = found(urls.chain((0..500).map(|id| format!("https://example.com/{id}"))));
        assert_eq!(found, []);
    }
}
