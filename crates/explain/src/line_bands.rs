//! Bands of a line: numbers of which two similar lines have one in common with a known probability.
//!
//! A line of many words has too many [keys](crate::LineKeys) at a threshold well below 95. Its
//! bands
//! are 40 at most at any threshold. Lines that share one are to be compared.

use crate::line_keys::KeyFeatures;
use urlsift_core::decide::sift::Sift;
use urlsift_core::similar::index::candidates::min_hash::{
    self, Functions, HashedTerm, LANES, inverse, mix, recall, select,
};

/// The most bands of a line.
const MOST: usize = 40;

/// The probability at which two lines that are just similar are to have a band in common.
const WANTED: f64 = 0.95;

/// Computes bands of lines under the settings of a filter.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::explain::LineBands;
/// use urlsift::settings::Records;
///
/// let texts = Sift::builder().records(Records::Texts.terms()).threshold(60.0);
/// let sift = texts.seed([0, 0]).build()?;
/// let bands = LineBands::new(&sift);
/// let one = bands.of(&sift, b"call one two three for cheap tickets today");
/// let other = bands.of(&sift, b"call one two four for cheap tickets today");
/// assert!(one.iter().any(|band| other.contains(band)));
/// assert_eq!(one.len(), bands.len());
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineBands {
    rows: usize,
    bands: usize,
    recall: f64,
    functions: Vec<Functions>,
}

impl LineBands {
    /// Chooses the rows of a band: as many as find similar lines in 40 bands at most.
    pub fn new(sift: &Sift) -> Self {
        let measure = sift.view().measure;
        let total = measure.layout.total();
        let least = 1.0 - measure.budget() as f64 / total as f64;
        let jaccard = least / (2.0 - least);
        let mut rows = 1;
        while rows < LANES && min_hash::bands(jaccard, rows + 1, WANTED) <= MOST {
            rows += 1;
        }
        let bands = min_hash::bands(jaccard, rows, WANTED).clamp(1, MOST);
        let groups = bands.div_ceil(LANES / rows);
        Self {
            rows,
            bands,
            recall: recall(jaccard, rows, bands),
            functions: (0..groups).map(Functions::of).collect(),
        }
    }

    /// Returns the number of bands of a line.
    pub fn len(&self) -> usize {
        self.bands
    }

    /// Returns whether lines have no bands, which is never so.
    pub fn is_empty(&self) -> bool {
        self.bands == 0
    }

    /// Returns the probability, in percent, at which two lines that are just similar have a band in
    /// common. It is higher for lines that are more similar.
    pub fn recall(&self) -> f64 {
        100.0 * self.recall
    }

    /// Returns the bands of a line, read by itself: none if it is empty, and one if only an
    /// identical line is similar to it. `sift` has the settings that this was made for; bands
    /// depend
    /// on its [`seed`](urlsift_core::Builder::seed).
    pub fn of(&self, sift: &Sift, line: &[u8]) -> Vec<u64> {
        let features = match KeyFeatures::read(sift, line, false) {
            KeyFeatures::Empty => return Vec::new(),
            KeyFeatures::NotUrl(hash) => return vec![hash],
            KeyFeatures::Url(features) => features,
        };
        let lightest = features.iter().map(|feature| feature.weight).min();
        let unit = lightest.unwrap_or(1).max(1);
        let mut terms: Vec<HashedTerm> = Vec::with_capacity(features.len());
        for feature in &features {
            // Weights count in thousandths of the lightest feature.
            let weight = feature.weight.saturating_mul(1000) / unit;
            terms.push((mix(feature.hash) as u32, inverse(weight)));
        }
        select(&mut terms);
        let mut bands = Vec::with_capacity(self.bands);
        for functions in &self.functions {
            let values = functions.values(&terms);
            for values in values.chunks_exact(self.rows) {
                if bands.len() < self.bands {
                    // Equal values of two bands are not the same band.
                    let number = bands.len() as u64;
                    bands.push(mix(min_hash::band(values) ^ mix(number)));
                }
            }
        }
        bands
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::Sift;

    #[test]
    fn lines_have_at_most_forty_bands_at_every_threshold() {
        for threshold in [30.0, 50.0, 60.0, 70.0, 80.0, 90.0, 94.0] {
            let sift = Sift::builder()
                .threshold(threshold)
                .build()
                .expect("it is right");
            let bands = LineBands::new(&sift);
            assert!(bands.len() <= MOST, "{threshold}");
            assert!(bands.recall() >= 80.0, "{threshold}: {}", bands.recall());
            let found = bands.of(&sift, b"https://example.com/a/b?c=d");
            assert_eq!(found.len(), bands.len(), "{threshold}");
            assert_eq!(bands.of(&sift, b""), []);
        }
    }
}
