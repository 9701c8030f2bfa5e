//! Similarity of two lines by every measure: those of the filter, and those of other tools.

use super::comparer::{Comparer, code_distance};
use super::overlap::Overlap;
use urlsift_core::record::Batch;
use urlsift_core::similar::feature::Feature;

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
    /// Weighted Jaccard similarity: the sum over all features of the lesser of their two weights,
    /// divided by the sum of the larger.
    pub weighted_jaccard: f64,
    /// Jaccard similarity: the number of features that both have, divided by the number that either
    /// has.
    pub jaccard: f64,
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
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let total = self.measure.layout.total();
        let bits = u64::from(u64::BITS);
        let lacking = Overlap::of(&one, &other).lacking();
        let distance = code_distance(&one, &other);
        let sum = |list: &[Feature]| list.iter().map(|f| f.weight).sum::<u64>();
        let mut count = 0;
        let mut shared = 0;
        for feature in &other {
            if let Ok(at) = one.binary_search_by_key(&feature.hash, |f| f.hash) {
                count += 1;
                shared += feature.weight.min(one[at].weight);
            }
        }
        Some(Measures {
            overlap: percent(total - lacking, total),
            simhash: percent(bits - distance, bits),
            weighted_jaccard: percent(shared, sum(&one) + sum(&other) - shared),
            jaccard: percent(count, (one.len() + other.len()) as u64 - count),
        })
    }

    /// Returns the features of a line, sorted by hash.
    fn features(&self, line: &[u8]) -> Option<Vec<Feature>> {
        let mut batch = Batch::default();
        let mut features = Vec::new();
        self.scanner.scan(line, &mut batch);
        let url = batch.view().records().first()?.url()?;
        let mut tokens = Vec::new();
        for segment in batch.view().segments_of(url) {
            tokens.push(segment.token);
        }
        let layout = &self.measure.layout;
        layout.features(&batch.view().url(url, &tokens), &mut features);
        features.sort_unstable_by_key(|feature| feature.hash);
        Some(features)
    }
}
