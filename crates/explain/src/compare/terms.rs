//! Compares two records that have terms.

use super::comparer::Comparer;
use super::comparison::{Comparison, Difference};
use super::overlap::{Overlap, list_features};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use urlsift_core::record::variant::Variant;
use urlsift_core::record::{Batch, Url};
use urlsift_core::scan::Scanner;
use urlsift_core::similar::feature::Feature;
use urlsift_url::input::ReadLine;

/// One of two records that are compared.
struct TermSide<'l> {
    line: &'l [u8],
    /// The scanner with the reader of the record.
    scanner: Cow<'l, Scanner>,
    batch: Batch,
    url: Url,
    /// Its terms in order, as text.
    texts: Vec<(u64, String)>,
    /// Tokens of the segments in the chosen variant.
    tokens: Vec<u64>,
    /// Features, sorted by hash.
    features: Vec<Feature>,
}

impl<'l> TermSide<'l> {
    /// Scans a record; `None` if it has no terms.
    fn read(comparer: &'l Comparer, line: ReadLine<'l>) -> Option<Self> {
        let scanner = comparer.scanner.reading_by(line.fields);
        let line = line.bytes;
        let mut batch = Batch::default();
        scanner.scan(line, &mut batch);
        let url = batch.view().url_at(0)?.clone();
        let texts = scanner.view().terms()?.texts(line);
        Some(Self {
            line,
            scanner,
            batch,
            url,
            texts,
            tokens: Vec::new(),
            features: Vec::new(),
        })
    }

    /// Chooses the variant that it is read in.
    fn choose(&mut self, comparer: &Comparer, variant: &Variant) {
        let Self {
            batch,
            url,
            texts,
            tokens,
            features,
            ..
        } = self;
        variant.tokens(batch.view().segments_of(url), tokens);
        if comparer.measure.layout.skeleton {
            // The first segment is the number of terms that follow.
            for ((token, _), read) in texts.iter_mut().zip(&tokens[1..]) {
                *token = *read;
            }
        }
        let url = batch.view().url(url, tokens);
        list_features(&comparer.measure.layout, &url, features);
    }

    /// Returns its template in a variant.
    fn shape(&self, variant: &Variant) -> Option<String> {
        self.scanner.view().terms()?.shape(self.line, variant)
    }

    /// The terms, in order, that the other record lacks or has less often.
    fn only_here(&self, other: &Self) -> Vec<String> {
        let mut left = HashMap::new();
        for (term, _) in &other.texts {
            *left.entry(*term).or_insert(0) += 1;
        }
        let mut only = Vec::new();
        for (term, text) in &self.texts {
            match left.get_mut(term) {
                Some(count) if *count > 0 => *count -= 1,
                _ => only.push(text.clone()),
            }
        }
        only
    }
}

impl Comparer {
    /// Compares a record, in one of its variants, with the nearest variant of another record.
    /// `variants` returns the variants of a record with a given number of segments.
    pub(crate) fn compare_terms<V: Iterator<Item = Variant>>(
        &self,
        first: ReadLine<'_>,
        variant: &Variant,
        second: ReadLine<'_>,
        variants: &dyn Fn(usize) -> V,
    ) -> Option<Comparison> {
        let terms = self.scanner.view().terms()?;
        let mut one = TermSide::read(self, first)?;
        let mut other = TermSide::read(self, second)?;
        one.choose(self, variant);
        let segments = other.batch.view().segments_of(&other.url).len();
        let mut distance = |variant: &Variant| {
            other.choose(self, variant);
            self.distance(
                &Overlap::of(&one.features, &other.features),
                &one.features,
                &other.features,
            )
        };
        let nearest = variants(segments).min_by_key(&mut distance)?;
        let distance = distance(&nearest);
        let component = terms.component();
        let difference = |first, second| Difference {
            component,
            segment: None,
            first,
            second,
        };
        let mut differences = Vec::new();
        for term in one.only_here(&other) {
            differences.push(difference(Some(term), None));
        }
        for term in other.only_here(&one) {
            differences.push(difference(None, Some(term)));
        }
        let overlap = Overlap::of(&one.features, &other.features);
        Some(Comparison {
            differences: differences.into(),
            first: one.shape(variant)?.into(),
            second: other.shape(&nearest)?.into(),
            left_out: [first, second].map(|line| terms.left_out(line.bytes).map(Arc::from)),
            ..self.measured(distance, &overlap)
        })
    }
}
