//! Forms of output other than the records themselves: one module each.

mod counts;
mod explanations;
mod json;

mod shapes;
mod starts;

pub(super) use counts::Counts;
pub(super) use explanations::Explanations;
pub(super) use json::JsonLines;
pub(super) use shapes::Shapes;

use std::borrow::Cow;

use urlsift::stream::Decided;

/// The record's template, or the record itself if it is not a URL.
fn shape<'r>(decided: &Decided<'r>) -> Cow<'r, [u8]> {
    let shape = decided.decision.and_then(|decision| decided.sift.shape(decided.line, decision));
    shape.map_or(Cow::Borrowed(decided.line), |shape| Cow::Owned(shape.into_bytes()))
}
