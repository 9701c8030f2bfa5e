//! The setting for the URL that paths are below.

use std::sync::Arc;

/// The URL that paths are below.
#[derive(Clone, Debug)]
pub(super) struct Base(Arc<str>);

impl Base {
    pub(super) fn new(url: &str) -> Self {
        Self(url.into())
    }

    pub(super) fn url(&self) -> &str {
        &self.0
    }

    /// Writes the URL of a path.
    pub(super) fn write(&self, path: &[u8], url: &mut Vec<u8>) {
        let base = self.0.trim_end_matches('/');
        url.extend_from_slice(base.as_bytes());
        url.extend_from_slice(path);
    }
}
