//! Paths that go through the same few names again and again, in any order, as relative links do on
//! a page that is served under any path.

use super::forms::is_number;
use std::collections::BTreeMap;

/// The most names that are counted, and the most of a trap.
const COUNTED: usize = 512;
const NAMES: usize = 32;

/// The fewest paths of a trap, for each of its names as well.
const FEWEST: u64 = 50;
const FOR_EACH: u64 = 5;

/// Such paths are a trap if they are one of so many URLs of the host: trees of a site come back to
/// a name here and there.
const PART: u64 = 4;

/// The share of such paths in which a name of the trap comes again, in parts of a hundred.
const SHARE: u64 = 2;

/// The paths of a host that come back to a name.
#[derive(Clone, Debug, Default)]
pub(super) struct HostLoops {
    pub paths: u64,
    /// The paths that come back to each name.
    names: BTreeMap<String, u64>,
}

impl HostLoops {
    /// Notes a path in which names come again.
    pub(super) fn note(&mut self, again: &[&str]) {
        self.paths += 1;
        for name in again {
            if let Some(paths) = self.names.get_mut(*name) {
                *paths += 1;
            } else if self.names.len() < COUNTED {
                self.names.insert((*name).to_owned(), 1);
            }
        }
    }

    /// Returns the names of the trap, if there is one among so many URLs of the host.
    pub(super) fn trap(&self, urls: u64) -> Option<Vec<&str>> {
        let mut names = Vec::new();
        for (name, paths) in &self.names {
            if *paths * 100 >= self.paths * SHARE {
                names.push(name.as_str());
            }
        }
        let are_few = (1..=NAMES).contains(&names.len());
        let least = FEWEST.max(FOR_EACH * names.len() as u64);
        let is_trap = are_few && self.paths >= least && self.paths * PART >= urls;
        is_trap.then_some(names)
    }
}

/// Returns the names to which a path comes back: two of them, or one that stands there three times.
/// Programs and packages repeat a name once (`/org/foo/foo/1.0`), or beside itself.
pub(super) fn again<'u>(segments: &[&'u str]) -> Vec<&'u str> {
    let mut places = BTreeMap::<&str, Vec<usize>>::new();
    for (at, segment) in segments.iter().enumerate() {
        if !is_number(segment) {
            places.entry(segment).or_default().push(at);
        }
    }
    let comes_back = |places: &Vec<usize>| places.windows(2).any(|pair| pair[1] > pair[0] + 1);
    places.retain(|_, places| comes_back(places));
    let is_thrice = places.values().any(|places| places.len() > 2);
    if places.len() < 2 && !is_thrice {
        return Vec::new();
    }
    places.into_keys().collect()
}
