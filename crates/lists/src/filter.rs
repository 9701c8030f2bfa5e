//! Reads the measure and the scanned records of a filter. Everything else that this crate asks of a
//! filter are decisions and templates.

use urlsift_core::error::{Error, ErrorKind};
use urlsift_core::feature::{Feature, Layout};
use urlsift_core::record::{Batch, Url, UrlView};
use urlsift_core::scan::Scanner;
use urlsift_core::sift::Sift;
use urlsift_core::similarity::{Metric, Threshold};

/// The measure by which a filter compares URLs.
#[derive(Clone, Copy)]
pub(crate) struct Measure<'s> {
    pub(crate) metric: Metric,
    pub(crate) threshold: Threshold,
    /// Divides the weight of a URL over its features.
    pub(crate) layout: &'s Layout,
}

impl Measure<'_> {
    /// The weight by which two similar URLs may differ.
    pub(crate) fn budget(self) -> u64 {
        self.threshold.budget(self.layout.weights.total())
    }
}

/// Returns the measure of a filter.
pub(crate) fn measure(sift: &Sift) -> Measure<'_> {
    Measure {
        metric: sift.comparer.metric,
        threshold: sift.comparer.threshold,
        layout: &sift.comparer.layout,
    }
}

/// Returns a scanner of a filter that leaves all segments and parameters in the batch.
pub(crate) fn whole_scanner(sift: &Sift) -> Scanner {
    sift.scanner().whole()
}

/// Returns a URL of a [whole](whole_scanner) batch in the variant that the filter has learned, and
/// the layout of its features. `tokens` is lent for its memory.
pub(crate) fn learned_view<'v>(
    sift: &'v Sift,
    (batch, url): (&'v Batch, &'v Url),
    tokens: &'v mut Vec<u64>,
) -> (UrlView<'v>, &'v Layout) {
    sift.read(batch, url, tokens);
    (batch.view(url, tokens), measure(sift).layout)
}

/// Computes the features of a URL of a [whole](whole_scanner) batch in its own variant.
pub(crate) fn own_features(layout: &Layout, batch: &Batch, url: &Url) -> Vec<Feature> {
    let tokens: Vec<u64> = batch.segments_of(url).iter().map(|segment| segment.token).collect();
    let mut features = Vec::new();
    layout.features(&batch.view(url, &tokens), &mut features);
    features
}

/// Refuses a filter whose decisions name no groups.
pub(crate) fn require_groups(sift: &Sift) -> Result<(), Error> {
    let problem = "the filter names no groups: build it with Detail::Groups";
    sift.names_groups().then_some(()).ok_or_else(|| Error::new(ErrorKind::Settings, problem))
}

/// Refuses a filter whose groups are not those of equal templates.
pub(crate) fn require_templates(sift: &Sift) -> Result<(), Error> {
    let problem =
        "templates do not decide under these settings: leave out threshold, literal, metric and weights";
    sift.groups_by_template().then_some(()).ok_or_else(|| Error::new(ErrorKind::Settings, problem))
}
