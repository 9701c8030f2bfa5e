//! Two URLs side by side: what each component weighs, and how much of it they share.

use crate::features::{Component, Feature};
use crate::index::exhaustive::sorted;
use crate::index::simhash;
use crate::record::Kind;
use crate::similarity::{UNIT, difference};
use crate::{Batch, Builder, Error, Metric};

/// How similar two lines are under the settings of a [`Builder`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// Percent, 0 to 100.
    pub percent: f64,
    /// Whether that reaches the threshold: whether one of the two would be dropped after the other.
    pub similar: bool,
    /// Each component that has a weight. Empty under [`Metric::SimHash`], whose percentage belongs to no component.
    pub components: Vec<Share>,
}

/// What two URLs share of one component.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Share {
    /// Which component.
    pub component: Component,
    /// What it weighs.
    pub weight: f64,
    /// How much of the first URL's weight the second one has too.
    pub first: f64,
    /// How much of the second URL's weight the first one has too.
    pub second: f64,
}

impl Builder {
    /// Compares two lines as a filter with these settings does that has learned nothing yet. `None` if one of them is no URL.
    ///
    /// # Errors
    /// What [`build`](Builder::build) refuses.
    ///
    /// ```
    /// let settings = urlsift::Sift::builder().literal(true);
    /// let found = settings.compare(b"http://example.com/a/b", b"http://example.com/a/c")?.expect("both are URLs");
    /// assert_eq!(found.percent, 85.0); // half of the path, which weighs 3 of 10
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn compare(&self, first: &[u8], second: &[u8]) -> Result<Option<Comparison>, Error> {
        let sift = self.clone().build()?;
        let mut batch = Batch::default();
        let [mut a, mut b] = [Vec::new(), Vec::new()];
        for (line, features) in [(first, &mut a), (second, &mut b)] {
            batch.clear();
            sift.scanner.scan(line, &mut batch);
            let record = &batch.records[0];
            if !matches!(record.kind, Kind::Url { .. }) {
                return Ok(None);
            }
            let tokens: Vec<u64> = batch.segments_of(record).iter().map(|s| s.token).collect();
            sift.layout.features(&sift.scanner.key, record, &tokens, batch.pairs_of(record), features);
        }
        let threshold = sift.threshold;
        if self.metric == Metric::SimHash {
            let distance = (simhash::code(&a) ^ simhash::code(&b)).count_ones();
            let percent = 100.0 * f64::from(64 - distance) / 64.0;
            return Ok(Some(Comparison {
                percent,
                similar: distance <= threshold.radius(),
                components: Vec::new(),
            }));
        }
        let total = sift.layout.weights.total();
        let differing = difference(&sorted(&a), &sorted(&b), u64::MAX).unwrap_or(total);
        let shares =
            Component::ALL.into_iter().map(|component| share(component, &a, &b)).filter(|s| s.weight > 0.0);
        Ok(Some(Comparison {
            percent: 100.0 * (total - differing) as f64 / total as f64,
            similar: differing <= threshold.budget(total),
            components: shares.collect(),
        }))
    }
}

fn share(component: Component, a: &[Feature], b: &[Feature]) -> Share {
    let own = |list: &[Feature]| -> Vec<Feature> {
        list.iter().filter(|f| f.component == component).copied().collect()
    };
    let (a, b) = (own(a), own(b));
    let weight = |list: &[Feature]| list.iter().map(|f| f.weight).sum::<u64>() as f64 / UNIT as f64;
    let common = |list: &[Feature], other: &[Feature]| -> Vec<Feature> {
        list.iter().filter(|f| other.iter().any(|o| o.hash == f.hash)).copied().collect()
    };
    Share { component, weight: weight(&a), first: weight(&common(&a, &b)), second: weight(&common(&b, &a)) }
}
