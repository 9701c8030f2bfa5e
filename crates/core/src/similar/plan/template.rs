//! The one key for the usual settings: a URL is its template.
//!
//! If one band is all that a URL can have ([`Layout::has_one_band`]) and that band consists of the
//! host, the path's skeleton and the parameters' skeleton, the features need not be computed: one
//! hash of those three decides, and it is computed while lines are scanned. A default run without
//! this key takes 1.6 times the instructions.

use crate::record::{Pair, Segment, Url, UrlView, own_tokens};
use crate::similar::feature::Layout;
use urlsift_url::hash::Key;

/// Hashes the parts of a template.
#[derive(Clone, Debug)]
pub struct TemplateHasher {
    key: Key,
    /// Whether values belong to it: only if the budget is too small for them.
    values: bool,
    /// Whether pairs are not parameters, so that segments decide alone.
    is_of_terms: bool,
}

impl TemplateHasher {
    /// Creates the hasher for URLs of this layout, if a URL is its template under this budget.
    pub(super) fn new(layout: &Layout, budget: u64) -> Option<Self> {
        if !layout.skeleton || budget == 0 || !layout.has_one_band(budget) {
            return None;
        }
        let is_of_terms = layout.has_terms();
        Some(Self {
            key: layout.key.clone(),
            values: !is_of_terms && !layout.values_are_free(budget),
            is_of_terms,
        })
    }

    /// Whether the values of parameters belong to templates.
    pub fn has_values(&self) -> bool {
        self.values
    }

    /// The template as the segments read by themselves.
    pub fn own(&self, url: &Url, segments: &[Segment], pairs: &[Pair]) -> u64 {
        self.hash(url, own_tokens(segments), pairs)
    }

    /// The template as a variant reads the segments.
    pub fn of(&self, view: &UrlView<'_>) -> u64 {
        self.hash(view.url, view.tokens.iter().copied(), view.pairs)
    }

    /// The template without parameters, as a variant reads the segments.
    pub fn path_of(&self, view: &UrlView<'_>) -> u64 {
        self.hash(view.url, view.tokens.iter().copied(), &[])
    }

    /// A template without parameters joined with one parameter's name.
    pub fn with_name(&self, path: u64, pair: &Pair) -> u64 {
        self.key.join(path, pair.name)
    }

    /// Hashes the names of parameters alone.
    pub fn names(key: &Key, pairs: &[Pair]) -> u64 {
        params(key, pairs, false)
    }

    fn hash(&self, url: &Url, tokens: impl Iterator<Item = u64>, pairs: &[Pair]) -> u64 {
        let path = self.key.fold(url.endpoint_key(&self.key), tokens);
        if self.is_of_terms {
            return path;
        }
        self.key.join(path, params(&self.key, pairs, self.values))
    }
}

/// Hashes the parameters of a URL, with or without their values.
pub(super) fn params(key: &Key, pairs: &[Pair], values: bool) -> u64 {
    // Pairs are sorted and differ; equal names differ in their values, so each adds a term of its
    // own.
    let mut sum = 0_u64;
    for pair in pairs {
        let value = if values { pair.value } else { 0 };
        sum = sum.wrapping_add(key.join(pair.name, value));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::sift::Sift;
    use crate::record::{Batch, Keys, Record};
    use crate::similar::similarity::{UNIT, Weights};
    use proptest::prelude::*;

    #[test]
    fn a_template_decides_where_nothing_in_it_fits_the_budget() {
        let key = Key::new([1, 2]);
        let (with, without) = (
            Layout::new(&key, Weights::default(), true),
            Layout::new(&key, Weights::default(), false),
        );
        assert!(
            TemplateHasher::new(&with, UNIT / 2).is_some_and(|hasher| !hasher.values),
            "95 %"
        );
        assert!(
            TemplateHasher::new(&with, UNIT / 10).is_some_and(|hasher| hasher.values),
            "99 %"
        );
        assert!(
            TemplateHasher::new(&with, UNIT).is_none(),
            "90 %: the path's skeleton fits"
        );
        assert!(
            TemplateHasher::new(&with, 0).is_none(),
            "100 %: everything counts"
        );
        assert!(TemplateHasher::new(&without, UNIT / 2).is_none());
    }

    proptest! {
        #[test]
        fn templates_are_equal_if_and_only_if_urls_are_similar(
            lines in [(); 2].map(|()| r"https?://[ab]\.test(/[xy17]){0,3}(\?[pq](=[12z])?(&[pq]=[1z])?)?(#f)?"),
            threshold in prop::sample::select(vec![94.5, 95.0, 98.0, 99.0]),
        ) {
            let sift = Sift::builder().threshold(threshold).build().expect("the settings are valid");
            let (scanner, mut batch) = (sift.scanner(), Batch::default());
            for line in &lines { scanner.scan(line.as_bytes(), &mut batch); }
            let template = |record: &Record| match record {
                Record::Url(url) => match url.keys {
                    Keys::Template(template) => template,
                    _ => panic!("at {threshold} a URL is its template"),
                },
                _ => panic!("both are URLs"),
            };
            let settings = urlsift::Sift::builder().threshold(threshold);
            let found = urlsift::explain::compare(&settings, lines[0].as_bytes(), lines[1].as_bytes());
            let found = found.expect("the settings are valid").expect("both are URLs");
            prop_assert_eq!(template(&batch.records[0]) == template(&batch.records[1]), found.similar);
        }
    }
}
