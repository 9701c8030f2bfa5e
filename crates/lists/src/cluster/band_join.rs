//! Joins records that meet in a [band](super::band_plan) and are similar.
//!
//! One band at a time: records are sorted by its values, and each record of a run of equal ones is
//! compared with the *leaders* of the run, the records that no earlier one of the run was similar
//! to. Once some records of a component have been compared, its others are skipped, and a
//! [signature](Signature) rules out nearly all that meet by chance. Nothing is joined that the
//! exact comparison refuses.
//!
//! The order of records and fixed hashes decide everything, so components do not depend on the key
//! of a filter.

use super::band_plan::{BandPlan, WANTED};
use super::forest::{Forest, WatchedForest};
use super::min_hash::MinHash;
use super::term_lists::TermLists;
use urlsift_core::similar::index::candidates::min_hash::{
    Functions, GROUPS, LANES, Signature, band,
};

/// The most leaders that a record is compared with in a band, the latest first.
const MAX_LEADERS: usize = 512;

/// The most records of a component that are compared in a run, in lists whose bands take so little
/// time that their plan has all the [wanted](WANTED) recall. With one, as in other lists, the first
/// record of a large component hides in all bands those that are similar to a record outside: 1 %
/// of the pairs. Two take 5 to 15 % more time.
const MEMBERS: u32 = 2;

/// Joins records band by band.
#[derive(Debug)]
struct BandJoin<'r> {
    records: &'r TermLists,
    budget: u64,
    sketches: Vec<Signature>,
    /// The most bits in which the sketches of similar records differ.
    radius: u32,
    /// The leaders of the present run, with their sketches.
    leaders: Vec<(u32, Signature)>,
    /// The last run of the band in which records of a component were compared, by its root, plus
    /// their number less one: runs are numbered in steps of `members`.
    met: Vec<u32>,
    run: u32,
    /// The most records of a component that are compared in a run.
    members: u32,
}

/// Unites similar records that meet in a band, and returns the plan of the bands; `None` if the
/// watch ends it.
pub(super) fn join(
    records: &TermLists,
    budget: u64,
    jaccard: f64,
    forest: &mut WatchedForest<'_>,
) -> Option<BandPlan> {
    let hashes = MinHash::new(records);
    let count = records.len() as u32;
    let functions: Vec<Functions> = (0..GROUPS).map(Functions::of).collect();
    let mut sketches = Vec::with_capacity(records.len());
    for record in 0..count {
        let terms = hashes.of(records.of(record));
        let values = functions.iter().map(|functions| functions.values(&terms));
        sketches.push(Signature::of(values));
    }
    let radius = Signature::radius(jaccard);
    let plan = BandPlan::new(records, &hashes, &sketches, jaccard, radius);
    let mut join = BandJoin {
        records,
        budget,
        sketches,
        radius,
        leaders: Vec::new(),
        met: vec![0; records.len()],
        run: 0,
        members: if plan.recall < WANTED[0] { 1 } else { MEMBERS },
    };
    // As many bands at a time as have values.
    let each = LANES / plan.rows;
    let mut keys = vec![Vec::with_capacity(records.len()); each.min(plan.bands)];
    for first in (0..plan.bands).step_by(each) {
        let functions = Functions::of(GROUPS + first);
        for keys in &mut keys {
            keys.clear();
        }
        for record in 0..count {
            let terms = records.of(record);
            if terms.is_empty() {
                continue;
            }
            let values = functions.values(&hashes.of(terms));
            for (keys, values) in keys.iter_mut().zip(values.chunks_exact(plan.rows)) {
                keys.push(band(values) >> 32 << 32 | u64::from(record));
            }
        }
        for (band, keys) in (first..plan.bands).zip(&mut keys) {
            let done = band as u64 * u64::from(count) / plan.bands as u64;
            forest.tell(done as u32, count)?;
            keys.sort_unstable();
            join.run = 0;
            join.met.fill(0);
            for run in keys.chunk_by(|one, other| one >> 32 == other >> 32) {
                if run.len() > 1 {
                    join.join(run.iter().map(|&key| key as u32), &mut forest.forest);
                }
            }
        }
    }
    Some(plan)
}

impl BandJoin<'_> {
    /// Unites the records of a run with similar leaders.
    fn join(&mut self, run: impl Iterator<Item = u32>, forest: &mut Forest) {
        self.leaders.clear();
        self.run += self.members;
        for record in run {
            if self.met[forest.root(record) as usize] == self.run + self.members - 1 {
                continue;
            }
            let sketch = self.sketches[record as usize];
            let mut is_new = true;
            for &(leader, other) in self.leaders.iter().rev().take(MAX_LEADERS) {
                let is_near = sketch.distance(other) <= self.radius;
                if is_near
                    && forest.root(leader) != forest.root(record)
                    && self.records.are_similar(record, leader, self.budget)
                {
                    forest.unite(record, leader);
                    is_new = false;
                }
            }
            if is_new {
                self.leaders.push((record, sketch));
            }
            let met = &mut self.met[forest.root(record) as usize];
            *met = (*met + 1).clamp(self.run, self.run + self.members - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three texts of which the first and the last are similar to the second alone, and the first
    /// two are joined already.
    #[test]
    fn the_second_record_of_a_component_meets_what_the_first_one_does_not() {
        let mut records = TermLists::default();
        for (list, start) in (0..).zip([0, 3, 6]) {
            let terms: Vec<(u64, u64)> = (start..start + 20)
                .map(|term| (term + 1, term + 1))
                .collect();
            records.count(list, &terms);
        }
        records.weigh(1000);
        let records = records.sorted();
        let budget = 300;
        let similar =
            [(0, 1), (1, 2), (0, 2)].map(|(one, other)| records.are_similar(one, other, budget));
        assert_eq!(similar, [true, true, false]);
        let joins = |members| {
            let leaders = Vec::new();
            let met = vec![0; 3];
            let sketches = vec![Signature::default(); 3];
            let mut join = BandJoin {
                records: &records,
                budget,
                sketches,
                radius: 0,
                leaders,
                met,
                run: 0,
                members,
            };
            let mut forest = Forest::new(3);
            forest.unite(0, 1);
            join.join(0..3, &mut forest);
            forest.root(2) == forest.root(0)
        };
        assert_eq!([1, MEMBERS].map(joins), [false, true]);
    }
}
