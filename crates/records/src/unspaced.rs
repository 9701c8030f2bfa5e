//! Finds the parts of a text that touch without blanks, as people write Chinese, Japanese, Korean
//! and Thai: `详情看http://t.example/x领取`.

use urlsift_core::unspaced::{address_end, is_wide};

/// Returns the length of the first part of a text without blanks: up to where such characters begin
/// or end, or to the end of a URL.
pub(super) fn part(text: &str) -> usize {
    let is_first_wide = text.starts_with(is_wide);
    let ends = |c: char| is_wide(c) != is_first_wide;
    let end = text.find(ends).unwrap_or(text.len());
    if is_first_wide || !text[..end].contains("://") {
        return end;
    }
    address_end(text)
}

/// Returns whether a part is a URL with such characters in its path or query.
pub(super) fn is_url(part: &str) -> bool {
    !part.starts_with(is_wide) && part.contains("://") && part.contains(is_wide)
}
