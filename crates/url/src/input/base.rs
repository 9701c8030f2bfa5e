//! The setting for the URL that paths are below.

use std::sync::Arc;

/// The URL that paths are below, without a slash at its end.
#[derive(Clone, Debug)]
pub(super) struct Base(Arc<str>);

impl Base {
    pub(super) fn new(url: &str) -> Self {
        Self(url.trim_end_matches('/').into())
    }

    /// Writes the URL of a path.
    pub(super) fn write(&self, path: &[u8], url: &mut Vec<u8>) {
        url.extend_from_slice(self.0.as_bytes());
        url.extend_from_slice(path);
    }
}
