//! The keys of literal URLs, computed while lines are scanned.
//!
//! The parts of a literal URL that may differ follow from its numbers of segments and parameters.
//! Most can only be similar to URLs of the same [core](super::core). Nearly all others have a few
//! bands, which depend only on the URL; the rest are looked up by all their features. Worth 35 % of
//! the instructions of a literal run.
//!
//! Every URL is looked up by its core, so bands that add nothing to the core are left out. A URL A
//! lacks a set of features that a similar one B does not share. If that is only scheme or fragment,
//! then B has the core of A, unless B has more parts than A: then B lacks some of those too. That
//! is impossible if no URL of other numbers is similar to A, and if scheme or fragment take all of
//! the budget. (If hosts weigh nothing, cores differ where no feature does: then all URLs are
//! looked up by their features.)

use super::core::CoreHasher;
use super::estimate::{BandEstimator, SharedByAll};
use super::template;
use crate::record::{Core, Pair, Url, UrlView};
use crate::similar::feature::{Component, Feature, Layout};

/// The keys of a literal URL in addition to its core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExtraKeys {
    /// Nothing.
    Nothing,
    /// A few bands.
    Bands,
    /// All its features.
    Features,
}

/// Computes the keys of literal URLs.
#[derive(Debug)]
pub struct LiteralHasher {
    layout: Layout,
    budget: u64,
    core: CoreHasher,
    shared: SharedByAll,
    estimator: BandEstimator,
}

/// Buffers for computing bands; kept for reuse.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Hashes of the segments.
    pub tokens: Vec<u64>,
    free: Vec<Free>,
}

/// A feature that a similar URL may lack, other than scheme and fragment.
#[derive(Debug)]
struct Free {
    hash: u64,
    weight: u64,
    number: u32,
    /// The feature that is lacking whenever this one is, as a bit.
    with: u128,
}

impl LiteralHasher {
    pub(super) fn new(layout: &Layout, budget: u64) -> Self {
        Self {
            layout: layout.clone(),
            budget,
            core: CoreHasher::new(layout, budget),
            shared: SharedByAll::new(layout, budget),
            estimator: BandEstimator::new(layout, budget),
        }
    }

    /// Returns the keys, in addition to its core, of a URL with these numbers of segments and
    /// parameters.
    pub(crate) fn extra_keys(&self, segments: usize, pairs: usize) -> ExtraKeys {
        if self.shared.includes_core(segments, pairs) {
            ExtraKeys::Nothing
        } else if self.layout.weights.host == 0 || self.estimator.is_near_many(segments, pairs) {
            ExtraKeys::Features
        } else {
            ExtraKeys::Bands
        }
    }

    /// Returns the core of a URL, given the hash of its path.
    pub(crate) fn core(&self, url: &Url, path: u64, pairs: &[Pair]) -> Core {
        let key = &self.layout.key;
        let rest = key.join(
            key.join(url.endpoint_key(key), path),
            template::params(key, pairs, true),
        );
        self.core.core(url, rest)
    }

    /// Appends the bands of a URL whose segments read `workspace.tokens`.
    pub fn bands(
        &self,
        url: &Url,
        pairs: &[Pair],
        workspace: &mut Workspace,
        bands: &mut Vec<u64>,
    ) {
        let Workspace { tokens, free } = workspace;
        let mut whole = 0_u64;
        let mut scheme = Lacking::default();
        let mut fragment = Lacking::default();
        let mut number = 0;
        free.clear();
        let view = UrlView {
            url,
            tokens,
            pairs,
            bands: &[],
        };
        self.layout.each(&view, |feature| {
            let Feature {
                hash,
                weight,
                with,
                component,
                ..
            } = feature;
            whole = whole.wrapping_add(hash);
            match component {
                Component::Scheme => scheme = Lacking { hash, weight },
                Component::Fragment => fragment = Lacking { hash, weight },
                _ if weight > self.budget => {}
                _ => match with {
                    None => free.push(Free {
                        hash,
                        weight,
                        number,
                        with: 0,
                    }),
                    // A feature that implies one that may not differ may not differ either.
                    Some(with) => {
                        if let Some(index) = free.iter().rposition(|other| other.number == with) {
                            free.push(Free {
                                hash,
                                weight,
                                number,
                                with: 1 << index,
                            });
                        }
                    }
                },
            }
            number += 1;
        });
        debug_assert!(free.len() <= 128, "few bands are of few features");
        let same_numbers = self.shared.includes_numbers(tokens.len(), pairs.len());
        let both = Lacking {
            hash: scheme.hash.wrapping_add(fragment.hash),
            weight: scheme.weight + fragment.weight,
        };
        let lightest = free
            .iter()
            .map(|feature| feature.weight)
            .min()
            .unwrap_or(u64::MAX);
        let free_features = FreeFeatures {
            features: free,
            lightest,
        };
        let mut append = |lacking: Lacking| {
            let Some(left) = self.budget.checked_sub(lacking.weight) else {
                return;
            };
            let sum = whole.wrapping_sub(lacking.hash);
            if !same_numbers && (lacking.weight == 0 || left > 0) {
                bands.push(sum);
            }
            if left >= lightest {
                free_features.append_bands(0, 0, left, sum, bands);
            }
        };
        append(Lacking::default());
        if scheme.weight > 0 {
            append(scheme);
        }
        if fragment.weight > 0 {
            append(fragment);
        }
        if scheme.weight > 0 && fragment.weight > 0 {
            append(both);
        }
    }
}

/// The scheme or the fragment or both, which a similar URL lacks; nothing by default.
#[derive(Clone, Copy, Default)]
struct Lacking {
    hash: u64,
    weight: u64,
}

/// The features that a similar URL may lack.
#[derive(Clone, Copy)]
struct FreeFeatures<'f> {
    features: &'f [Free],
    /// The smallest weight among them.
    lightest: u64,
}

impl FreeFeatures<'_> {
    /// Appends the bands that lack some of the features from `from` on, in addition to those of
    /// `dropped`.
    ///
    /// [`Enumeration`](super::bands::Enumeration) does this for any URL. It also takes a bound and
    /// features that are excluded from the start; few bands need neither, and using it took 5 %
    /// more instructions of a whole literal run.
    fn append_bands(self, from: usize, dropped: u128, budget: u64, sum: u64, bands: &mut Vec<u64>) {
        for (index, feature) in self.features.iter().enumerate().skip(from) {
            if feature.weight <= budget && feature.with & !dropped == 0 {
                let sum = sum.wrapping_sub(feature.hash);
                bands.push(sum);
                let left = budget - feature.weight;
                if left >= self.lightest {
                    self.append_bands(index + 1, dropped | 1 << index, left, sum, bands);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::record::{Batch, Keys, Record};
    use crate::{Builder, Sift};
    use proptest::prelude::*;

    /// Whether the keys of two lines meet: their cores, or their bands. `None` if features have to
    /// decide.
    fn meet(builder: &Builder, lines: &[String; 2]) -> Option<bool> {
        let sift = builder.build().expect("the settings are valid");
        let (scanner, mut batch) = (sift.scanner(), Batch::default());
        for line in lines {
            scanner.scan(line.as_bytes(), &mut batch);
        }
        let mut cores = Vec::new();
        for record in &batch.records {
            let Record::Url(url) = record else {
                panic!("both are URLs")
            };
            let (Keys::Core(core) | Keys::Bands(core, _)) = url.keys else {
                return None;
            };
            cores.push((core, url));
        }
        let [(core, url), (other, other_url)] = cores[..] else {
            panic!("there are two")
        };
        let same_fragment =
            core.has_fragment() && other.has_fragment() && url.fragment == other_url.fragment;
        let bands = [url, other_url].map(|url| batch.bands_of(url));
        Some(
            core.is_similar(other)
                || (same_fragment && core.rest() == other.rest())
                || bands[0].iter().any(|band| bands[1].contains(band)),
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Only bands whose URLs the cores find are left out.
        #[test]
        fn keys_meet_if_and_only_if_urls_are_similar(
            lines in [(); 2].map(|()| r"(https?:|)//a\.test(/[xyz]){0,7}(\?([a-d]=[12]&){0,5})?(#[fg])?"),
            threshold in prop::sample::select(vec![99.0, 97.0, 95.0, 93.0, 91.0, 90.0, 85.0, 80.0]),
        ) {
            let builder = Sift::builder().literal(true).threshold(threshold);
            let settings = urlsift::Sift::builder().literal(true).threshold(threshold);
            let found = urlsift::explain::compare(&settings, lines[0].as_bytes(), lines[1].as_bytes()).expect("the settings are valid");
            if let Some(meet) = meet(&builder, &lines) {
                prop_assert_eq!(meet, found.expect("both are URLs").similar);
            }
        }
    }

    #[test]
    fn most_urls_need_nothing_beside_their_core() {
        let keys = |line: &str| {
            let sift = Sift::builder()
                .literal(true)
                .build()
                .expect("the settings are valid");
            let mut batch = Batch::default();
            sift.scanner().scan(line.as_bytes(), &mut batch);
            let Some(Record::Url(url)) = batch.records.pop() else {
                panic!("{line} is a URL")
            };
            url.keys
        };
        assert!(matches!(keys("http://a.test/x/y?q=1"), Keys::Core(_)));
        assert!(matches!(
            keys("http://a.test/1/2/3/4/5/6/7"),
            Keys::Bands(..)
        ));
        let many: Vec<String> = (0..40).map(|i| format!("p{i}=1")).collect();
        assert!(matches!(
            keys(&format!("http://a.test/?{}", many.join("&"))),
            Keys::CoreAndFeatures(_)
        ));
    }
}
