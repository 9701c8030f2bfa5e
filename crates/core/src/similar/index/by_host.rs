//! Index for similar URLs of one host: compares the URLs of hosts with few kept ones, and enters
//! those of hosts with many under [bands](super::bands).
//!
//! Most hosts of most lists have a few kept URLs, and comparing with these is faster than
//! computing, storing and looking up half a dozen bands for each: saves 37 % of the instructions of
//! a run at `-t 80` over a mixed list. The results are the same, as both are exact.

use super::bands::Bands;
use super::candidates::entries::{Entries, count_placed};
use super::candidates::query::Query;
use super::{Id, Match, Neighbours, Shortfall};
use crate::similar::feature::{Feature, Layout};
use crate::similar::table::NumberMap;
use std::collections::TryReserveError;
use std::mem;
use urlsift_url::reserved::Reserved;

/// Number of entries at which a host has many; a kept URL makes two or three.
const MANY: u32 = 16;

/// Ends a host's chain of entries.
const END: u32 = u32::MAX;

/// All representatives, divided by host.
#[derive(Clone, Debug)]
pub(super) struct ChainsByHost {
    budget: u64,
    named: bool,
    hosts: NumberMap<HostChain>,
    /// Entries of hosts with few, each with the index of the next one of its host.
    entries: Entries,
    next: Vec<u32>,
    /// Entries of hosts with many.
    bands: Bands,
    // Buffers, kept for reuse:
    query: Query,
    features: Vec<Feature>,
}

/// The entries of a host.
#[derive(Clone, Copy, Debug)]
struct HostChain {
    first: u32,
    last: u32,
    /// [`MANY`] once they are entered under bands.
    count: u32,
}

impl ChainsByHost {
    /// Creates the index; `None` if URLs of different hosts may be similar, or all of a host in one
    /// band.
    pub(super) fn new(layout: &Layout, budget: u64, named: bool) -> Option<Self> {
        let hosts_differ = layout.weights.host > budget;
        if !hosts_differ || layout.has_terms() || layout.has_one_band(budget) {
            return None;
        }
        Some(Self {
            budget,
            named,
            hosts: NumberMap::default(),
            entries: Entries::default(),
            next: Vec::new(),
            bands: Bands::new(layout, budget, named),
            query: Query::new(budget),
            features: Vec::new(),
        })
    }

    /// Compares with the entries of a host, starting with `first`.
    fn compare(&mut self, features: &[Feature], first: u32) -> Option<Match> {
        let own = DividedFeatures::new(features);
        let mut is_set = false;
        let mut earliest = None::<Match>;
        let mut number = first;
        while number != END {
            let compared = own.compare(&self.entries, number, self.budget);
            let is_similar = if let Some(is_similar) = compared {
                is_similar
            } else {
                if !is_set {
                    self.query.set(features);
                    is_set = true;
                }
                self.query.is_similar(&self.entries, number)
            };
            if is_similar {
                if !self.named {
                    return Some(Match::Unnamed);
                }
                let found = Match::Named(self.entries.id(number));
                earliest = match earliest {
                    Some(earlier) => Some(earlier.min(found)),
                    None => Some(found),
                };
            }
            number = self.next[number as usize];
        }
        earliest
    }

    /// Enters the entries of a host, starting with `first`, under bands.
    #[cold]
    fn enter_bands(&mut self, first: u32) {
        let mut features = mem::take(&mut self.features);
        let mut number = first;
        while number != END {
            features.clear();
            features.extend(self.entries.features(number));
            self.bands.insert(&features, self.entries.id(number));
            number = self.next[number as usize];
        }
        self.features = features;
    }
}

/// The features of a URL, divided into those of its parameters and those before them: each of the
/// latter can only equal the feature at the same place of another URL.
struct DividedFeatures<'f> {
    placed: &'f [Feature],
    params: &'f [Feature],
}

impl<'f> DividedFeatures<'f> {
    fn new(features: &'f [Feature]) -> Self {
        let (placed, params) = features.split_at(count_placed(features));
        Self { placed, params }
    }

    /// Whether an entry is similar; `None` if their parameters have to be compared.
    fn compare(&self, entries: &Entries, number: u32, budget: u64) -> Option<bool> {
        let hashes = entries.hashes(number);
        let weights = entries.weights(number);
        let placed = entries.placed(number);
        let mut ours = 0;
        let mut theirs = 0;
        for (place, (&hash, weight)) in hashes[..placed].iter().zip(weights).enumerate() {
            match self.placed.get(place) {
                Some(own) if own.hash == hash => {}
                Some(own) => {
                    ours += own.weight;
                    theirs += weight;
                }
                None => theirs += weight,
            }
        }
        for own in self.placed.iter().skip(placed) {
            ours += own.weight;
        }
        if ours > budget || theirs > budget {
            return Some(false);
        }
        let own_params = self.params.iter().map(|own| own.hash);
        let params = hashes[placed..].iter().copied();
        let are_same = own_params.eq(params);
        are_same.then_some(true)
    }
}

impl Neighbours for ChainsByHost {
    fn find(&mut self, features: &[Feature]) -> Option<Match> {
        let host = *self.hosts.get(&features[0].hash)?;
        if host.count == MANY {
            self.bands.find(features)
        } else {
            self.compare(features, host.first)
        }
    }

    fn insert(&mut self, features: &[Feature], id: Id) {
        let none = HostChain {
            first: END,
            last: END,
            count: 0,
        };
        let host = self.hosts.entry(features[0].hash).or_insert(none);
        if host.count == MANY {
            return self.bands.insert(features, id);
        }
        let number = self.entries.push(features, id);
        self.next.push(END);
        match host.last {
            END => host.first = number,
            last => self.next[last as usize] = number,
        }
        host.last = number;
        host.count += 1;
        if host.count == MANY {
            let first = host.first;
            self.enter_bands(first);
        }
    }

    fn shortfall(&self) -> Shortfall {
        self.bands.shortfall()
    }

    fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        self.entries.reserve(entries, features)?;
        self.next.try_reserve(entries)?;
        self.bands.reserve(entries, features)
    }

    fn heap_bytes(&self) -> usize {
        self.hosts.reserved_bytes()
            + self.next.reserved_bytes()
            + self.entries.heap_bytes()
            + self.bands.heap_bytes()
    }

    fn empty(&self, layout: &Layout) -> Self {
        let Some(empty) = Self::new(layout, self.budget, self.named) else {
            unreachable!("the layout weighs hosts as before")
        };
        empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::sift::Sift;
    use crate::similar::index::Index;
    use crate::similar::index::by_features::ByFeatures;
    use crate::similar::index::exhaustive::{Exhaustive, FingerprintMeasure};
    use crate::similar::index::tests::{budget, each_view, numbers, scanned};

    /// Lines of two hosts, one soon with many kept ones, the other with few.
    fn lines() -> Vec<String> {
        let line = |number: u64| {
            let mut below = numbers(number);
            let host = if below(30) == 0 { below(3) } else { 7 };
            let path: Vec<String> = (0..below(6)).map(|_| format!("/w{}x", below(5))).collect();
            let path = path.concat();
            let params: Vec<String> = (0..below(4))
                .map(|i| format!("n{}x={}", i + below(2), below(3)))
                .collect();
            format!("http://{host}.test{path}?{}", params.join("&"))
        };
        (0..400).map(line).collect()
    }

    #[test]
    fn hosts_with_few_and_with_many_give_the_earliest_similar_representative() {
        let lines = lines();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (literal, threshold) in [
            (true, 95.0),
            (true, 80.0),
            (false, 90.0),
            (false, 80.0),
            (false, 65.0),
        ] {
            let builder = Sift::builder()
                .literal(literal)
                .threshold(threshold)
                .exhaustive(true);
            let (sift, batch) = scanned(&builder, &lines);
            let (layout, budget) = (&sift.view().measure.layout, budget(&sift));
            for named in [true, false] {
                let by_host =
                    ChainsByHost::new(layout, budget, named).expect("hosts weigh more than that");
                let mut index = ByFeatures::new(layout, by_host);
                let mut oracle =
                    ByFeatures::new(layout, Exhaustive::new(FingerprintMeasure::Overlap(budget)));
                each_view(&batch, |i, view| {
                    let (found, expected) = (index.find(view), oracle.find(view));
                    assert_eq!(
                        found.is_some(),
                        expected.is_some(),
                        "{threshold}: {}",
                        lines[i]
                    );
                    assert!(!named || found == expected, "{threshold}: {}", lines[i]);
                    if i % 3 > 0 || found.is_none() {
                        index.insert(view, i as u64);
                        oracle.insert(view, i as u64);
                    }
                });
            }
        }
    }

    #[test]
    fn where_hosts_may_differ_they_do_not_divide() {
        let layout = |literal| {
            scanned(&Sift::builder().literal(literal), &[])
                .0
                .view()
                .measure
                .layout
                .clone()
        };
        let total = layout(true).weights.total();
        assert!(ChainsByHost::new(&layout(true), total / 5, true).is_some());
        assert!(ChainsByHost::new(&layout(true), total / 2, true).is_none());
        assert!(ChainsByHost::new(&layout(false), total / 5, true).is_some());
        assert!(
            ChainsByHost::new(&layout(false), total / 20, true).is_none(),
            "one band is enough"
        );
    }
}
