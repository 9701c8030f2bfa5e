//! One of two lines that are compared: its shape for people, and its features for the filter.

use super::as_read::AsRead;
use super::overlap::list_features;
use super::same::Texts;
use bstr::ByteSlice;
use urlsift_core::record::shape::{Assigned, ParamText, Scanned, Shape};
use urlsift_core::record::variant::Variant;
use urlsift_core::record::{Batch, Pair, Segment, Url, UrlView, adopt, pairs_mut};
use urlsift_core::scan::sort_and_deduplicate;
use urlsift_core::scan::view::ScannerView;
use urlsift_core::similar::feature::{Feature, Layout};
use urlsift_url::hash::Key;
use urlsift_url::parse::Address;
use urlsift_url::separators::ExtraFields;
use urlsift_url::token::ValueKind;

/// Returns what the scanner found about a URL of a batch.
pub(crate) fn scanned<'a>(scanner: ScannerView<'a>, batch: &'a Batch, url: &'a Url) -> Scanned<'a> {
    let segments = batch.view().segments_of(url);
    let pairs = batch.view().pairs_of(url);
    Scanned {
        key: scanner.key,
        value: scanner.value(),
        url,
        segments,
        pairs,
    }
}

/// Marks parameters whose values are URLs, so that they differ from others of the same name; all
/// percentages printed so far depend on it. The scanner does not do so where only names are
/// compared or the parameter selects a page: two such URLs of equal templates, one of which was
/// just scanned, then share less than everything.
fn mark_urls(key: &Key, shape: &Shape, url: &mut Url, batch: &mut Batch) {
    let is_url = |param: &ParamText<'_>| param.value == Assigned::Kind(ValueKind::Url);
    if !shape.params().any(|param| is_url(&param)) {
        return;
    }
    let pairs = pairs_mut(batch);
    pairs.retain(|pair| pair.value != ValueKind::Url as u64);
    for param in shape.params().filter(is_url) {
        let name = match param.name.split_once_str("=") {
            Some((name, _)) => name,
            None => param.name,
        };
        let value = ValueKind::Url as u64;
        let name = key.join(key.token(name), value);
        pairs.push(Pair { name, value });
    }
    url.pairs.end = sort_and_deduplicate(0, pairs);
}

/// A line that was parsed and classed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    pub shape: Shape,
    pub texts: Texts,
    url: Url,
    /// Its segments and parameters.
    batch: Batch,
    /// Tokens of the segments in the chosen variant.
    pub tokens: Vec<u64>,
    /// Features, sorted by hash.
    pub features: Vec<Feature>,
}

impl Side {
    /// Parses and classes a line. `known` is what the scanner found about it, if available.
    pub(crate) fn read(
        &mut self,
        scanner: ScannerView<'_>,
        address: &Address<'_>,
        beside: &ExtraFields,
        known: Option<Scanned<'_>>,
    ) {
        let Self {
            shape,
            texts,
            url,
            batch,
            ..
        } = self;
        batch.clear();
        match known {
            Some(known) => *url = adopt(batch, known.url, known.segments, known.pairs),
            None => *url = scanner.hash(address, beside, batch),
        }
        let own = scanned(scanner, batch, url);
        shape.read(address, beside, scanner.mode, Some(own));
        if known.is_none() {
            mark_urls(scanner.key, shape, url, batch);
        }
        // Literal texts never count as the same as other texts.
        if !scanner.mode.is_literal() {
            texts.read(address);
        }
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn memory(&self) -> usize {
        size_of::<Self>()
            + self.shape.heap_bytes()
            + self.texts.memory()
            + self.batch.view().heap_bytes()
            + self.tokens.capacity() * size_of::<u64>()
            + self.features.capacity() * size_of::<Feature>()
    }

    pub(crate) fn segments(&self) -> &[Segment] {
        self.batch.view().segments()
    }

    /// Returns its URL as it is read in a variant.
    pub(crate) fn as_read<'a>(&'a self, variant: &'a Variant) -> AsRead<'a> {
        AsRead {
            shape: &self.shape,
            variant,
        }
    }

    /// Chooses the variant that its segments are read in.
    pub(crate) fn choose(&mut self, variant: &Variant) {
        variant.tokens(self.batch.view().segments(), &mut self.tokens);
    }

    /// Returns the variant that lacks the prefix of a mirror and reads as these tokens.
    pub(crate) fn copy_of(
        &self,
        tokens: &[u64],
        mut variants: impl Iterator<Item = Variant>,
    ) -> Option<Variant> {
        let segments = self.segments();
        let mut buffer = Vec::new();
        variants.find(|variant| {
            variant.prefix(segments.len()).is_some() && {
                variant.tokens(segments, &mut buffer);
                buffer == tokens
            }
        })
    }

    /// The URL as read in the chosen variant.
    pub(crate) fn view(&self) -> UrlView<'_> {
        self.batch.view().url(&self.url, &self.tokens)
    }

    /// Computes the features of the chosen variant.
    pub(crate) fn weigh(&mut self, layout: &Layout) {
        let Self {
            url,
            batch,
            tokens,
            features,
            ..
        } = self;
        let url = batch.view().url(url, tokens);
        list_features(layout, &url, features);
    }

    /// Whether the two can never be merged, whatever they have in common.
    pub(crate) fn is_separated_from(&self, other: &Self) -> bool {
        self.url.barrier_key() != other.url.barrier_key()
    }

    /// Whether everything except the path is equal.
    pub(crate) fn has_parts_of(&self, other: &Self) -> bool {
        let parts = |side: &Self| {
            (
                side.url.service,
                side.url.separating_key,
                side.url.scheme,
                side.url.fragment,
            )
        };
        parts(self) == parts(other) && self.batch.view().pairs() == other.batch.view().pairs()
    }
}
