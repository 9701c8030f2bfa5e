//! Similarity of two lines by every measure: those of the filter, and those of other tools.

use super::comparer::{Comparer, code_distance};
use super::overlap::{Overlap, list_features};
use urlsift_core::record::Batch;
use urlsift_core::record::variant::Variant;
use urlsift_core::similar::feature::Feature;
use urlsift_core::similar::index::simhash;

/// Similarity of two lines by every measure, each in percent from 0 to 100.
///
/// All compare the same features: those of a filter that has learned nothing yet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measures {
    /// Share of the common weight in the lighter of the two lines: what a filter compares under
    /// [`Metric::Overlap`](urlsift_core::similar::similarity::Metric::Overlap).
    pub overlap: f64,
    /// Share of equal bits in 64-bit codes: what a filter compares under
    /// [`Metric::SimHash`](urlsift_core::similar::similarity::Metric::SimHash). It depends on the
    /// seed of the hashes.
    pub simhash: f64,
    /// The codes of the first and the second line, which [`simhash`](Self::simhash) compares.
    pub codes: [u64; 2],
    /// Weighted Jaccard similarity: the sum over all features of the lesser of their two weights,
    /// divided by the sum of the larger.
    pub weighted_jaccard: f64,
    /// Jaccard similarity: the number of features that both have, divided by the number that either
    /// has.
    pub jaccard: f64,
}

impl Measures {
    /// Returns the number of bits in which the [`codes`](Self::codes) differ.
    pub fn differing_bits(&self) -> u32 {
        let [first, second] = self.codes;
        (first ^ second).count_ones()
    }
}

impl Comparer {
    /// Measures how similar two lines are, both without line ends. `None` if one of them is neither
    /// a URL nor has terms.
    ///
    /// ```
    /// let comparer = urlsift::explain::Comparer::new(&urlsift::Sift::builder().literal(true))?;
    /// let found = comparer.measure(b"http://example.com/a/b", b"http://example.com/a/c");
    /// let found = found.expect("both are URLs");
    /// assert_eq!(found.overlap, 85.0); // half of the path, which weighs 3 of 10
    /// assert_eq!(found.weighted_jaccard.round(), 74.0); // 8.5 of 8.5 + 1.5 + 1.5
    /// // Scheme, host, first segment, the absence of parameters and of a fragment: 5 of 7.
    /// assert_eq!(found.jaccard.round(), 71.0);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn measure(&self, first: &[u8], second: &[u8]) -> Option<Measures> {
        let one = self.features(first)?;
        let other = self.features(second)?;
        let total = self.measure.layout.total();
        let lacking = Overlap::of(&one, &other).lacking();
        let bits = u64::from(u64::BITS);
        let differing_bits = code_distance(&one, &other);
        let mut weight = 0;
        let mut count = 0;
        for feature in one.iter().chain(&other) {
            weight += feature.weight;
            count += 1;
        }
        let mut shared_weight = 0;
        let mut shared_count = 0;
        for feature in &other {
            let found = one.binary_search_by_key(&feature.hash, |feature| feature.hash);
            if let Ok(place) = found {
                shared_weight += feature.weight.min(one[place].weight);
                shared_count += 1;
            }
        }
        Some(Measures {
            overlap: percent(total - lacking, total),
            simhash: percent(bits - differing_bits, bits),
            codes: [simhash::code(&one), simhash::code(&other)],
            weighted_jaccard: percent(shared_weight, weight - shared_weight),
            jaccard: percent(shared_count, count - shared_count),
        })
    }

    /// Returns the features of a line, sorted by hash.
    fn features(&self, line: &[u8]) -> Option<Vec<Feature>> {
        let mut batch = Batch::default();
        self.scanner.scan(line, &mut batch);
        let batch = batch.view();
        let url = batch.url_at(0)?;
        let mut tokens = Vec::new();
        Variant::default().tokens(batch.segments_of(url), &mut tokens);
        let url = batch.url(url, &tokens);
        let mut features = Vec::new();
        list_features(&self.measure.layout, &url, &mut features);
        Some(features)
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
