//! Reads the measure and the scanned records of a filter. Apart from these, this crate only uses
//! decisions and templates.

use urlsift_core::record::UrlView;
use urlsift_core::similar::feature::Layout;
use urlsift_core::similar::measure::Measure;
use urlsift_core::{Batch, Detail, Error, ErrorKind, Feature, Scanner, Sift, Url};
use urlsift_explain::templates::groups_by_template;

/// Returns the measure of a filter.
pub(crate) fn measure(sift: &Sift) -> &Measure {
    sift.view().measure
}

/// Returns a scanner of a filter that leaves all segments and parameters in the batch.
pub(crate) fn whole_scanner(sift: &Sift) -> Scanner {
    sift.scanner().view().whole()
}

/// Returns a URL of a [whole](whole_scanner) batch in the variant that the filter has learned, and
/// the layout of its features. `tokens` is a reusable buffer.
pub(crate) fn learned_view<'v>(
    sift: &'v Sift,
    batch: &'v Batch,
    url: &'v Url,
    tokens: &'v mut Vec<u64>,
) -> (UrlView<'v>, &'v Layout) {
    sift.view().read(batch, url, tokens);
    (batch.view().url(url, tokens), &measure(sift).layout)
}

/// Computes the features of a URL of a [whole](whole_scanner) batch in its own variant.
pub(crate) fn own_features(layout: &Layout, batch: &Batch, url: &Url) -> Vec<Feature> {
    let mut tokens = Vec::new();
    for segment in batch.view().segments_of(url) {
        tokens.push(segment.token);
    }
    let mut features = Vec::new();
    layout.features(&batch.view().url(url, &tokens), &mut features);
    features
}

/// Refuses a filter whose decisions name no groups.
pub(crate) fn require_groups(sift: &Sift) -> Result<(), Error> {
    if sift.view().settings.detail >= Detail::Groups {
        return Ok(());
    }
    let problem = "the filter names no groups: build it with Detail::Groups";
    Err(Error::new(ErrorKind::Settings, problem))
}

/// Refuses a filter whose groups do not have equal templates.
pub(crate) fn require_templates(sift: &Sift) -> Result<(), Error> {
    if groups_by_template(sift) {
        return Ok(());
    }
    let problem = "templates do not decide under these settings: leave out threshold, literal, metric and weights";
    Err(Error::new(ErrorKind::Settings, problem))
}
