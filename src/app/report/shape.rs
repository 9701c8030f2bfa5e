//! What a record was taken for, in the place of the record.

use std::borrow::Cow;

use urlsift::stream::Decided;

/// The record's template, or the record itself if it is not a URL.
pub(super) fn shape<'r>(decided: &Decided<'r>) -> Cow<'r, [u8]> {
    decided.shape().map_or(Cow::Borrowed(decided.line), |shape| Cow::Owned(shape.into_bytes()))
}
