//! Chooses the size and number of bands of
//! [values](urlsift_core::similar::index::candidates::min_hash).
//!
//! A band is `rows` values of a record; two records meet in it if they agree in all of them, which
//! has the probability J^rows. So they meet in any of `bands` bands with the probability
//!
//! ```text
//! 1 - (1 - J^rows)^bands
//! ```
//!
//! Records that are not similar meet by chance: a record meets N E[J^rows] others in each band.
//! More rows take more values, because they need more bands, and fewer rows more comparisons. Both
//! are estimated, and the cheapest plan is taken that finds similar records with the wanted
//! probability.

use super::min_hash::MinHash;
use super::term_lists::TermLists;
use urlsift_core::similar::index::candidates::min_hash::{self, Functions, LANES, Signature};

/// The probability at which two records are to meet that are just similar: the largest that takes
/// less than [`CHEAP`] for a record, or else the last.
pub(super) const WANTED: [f64; 5] = [0.95, 0.9, 0.85, 0.8, 0.7];

/// Nanoseconds that all bands of a record may take before fewer similar records meet.
const CHEAP: f64 = 12_000.0;

/// The records of the sample, and the most rows of a band.
const SAMPLE: u64 = 2048;
const MAX_ROWS: usize = 12;

/// Nanoseconds for a value and a term, for a record in a band, for a look at a sketch, and for each
/// term of two records that are compared.
const VALUE: f64 = 0.3;
const BAND: f64 = 60.0;
const LOOK: f64 = 5.0;
const COMPARED: f64 = 1.5;

/// The bands of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BandPlan {
    pub rows: usize,
    pub bands: usize,
    /// The probability that two records meet that are just similar.
    pub recall: f64,
}

impl BandPlan {
    /// Chooses for records that are similar from a Jaccard similarity on, whose sketches differ in
    /// at most `radius` bits.
    pub(super) fn new(
        records: &TermLists,
        hashes: &MinHash,
        sketches: &[Signature],
        jaccard: f64,
        radius: u32,
    ) -> Self {
        let count = records.len() as u64;
        let functions = Functions::of(u32::MAX as usize);
        let size = count.min(SAMPLE);
        let mut sample = Vec::new();
        let mut terms = 0;
        for number in 0..size {
            let record = (number * count / size) as u32;
            let own = records.of(record);
            if !own.is_empty() {
                let values = functions.values(&hashes.of(own));
                sample.push((values, sketches[record as usize]));
                terms += own.len();
            }
        }
        let terms = terms as f64 / sample.len().max(1) as f64;
        // Pairs that are not similar, by the number of values in which they agree.
        let mut agreeing = [0_u32; LANES];
        let mut pairs = 0;
        let mut compared = 0;
        for (i, (values, sketch)) in sample.iter().enumerate() {
            for (others, other) in &sample[..i] {
                let mut agree = 0;
                for (one, other) in values.iter().zip(others) {
                    agree += usize::from(one == other);
                }
                if (agree as f64) < jaccard * LANES as f64 {
                    agreeing[agree] += 1;
                    pairs += 1;
                    compared += u32::from(sketch.distance(*other) <= radius);
                }
            }
        }
        let pairs = f64::from(pairs.max(1));
        let look = LOOK + f64::from(compared) / pairs * 2.0 * terms * COMPARED;
        let plan = |wanted: f64, rows: usize| {
            // The part of all sets of so many values in which these pairs agree.
            let of_sets = |agree: usize| -> f64 {
                let parts = (0..rows).map(|i| agree.saturating_sub(i) as f64 / (LANES - i) as f64);
                parts.product()
            };
            let agreeing =
                (0..LANES).map(|agree| f64::from(agreeing[agree]) / pairs * of_sets(agree));
            let chance: f64 = agreeing.sum();
            let bands = min_hash::bands(jaccard, rows, wanted);
            let cost = rows as f64 * terms * VALUE + BAND + count as f64 * chance * look;
            let plan = Self {
                rows,
                bands,
                recall: min_hash::recall(jaccard, rows, bands),
            };
            (bands as f64 * cost, plan)
        };
        let cheapest = |wanted| {
            let mut cheapest = plan(wanted, 1);
            for rows in 2..=MAX_ROWS {
                let other = plan(wanted, rows);
                if other.0 < cheapest.0 {
                    cheapest = other;
                }
            }
            cheapest
        };
        let plans = WANTED.map(cheapest);
        let cheap = plans.into_iter().find(|(cost, _)| *cost < CHEAP);
        let (_, plan) = cheap.unwrap_or(plans[WANTED.len() - 1]);
        plan
    }
}
