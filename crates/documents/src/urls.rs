//! Collects the URLs of a document.

use url::Url;

use urlsift_extract::{Extractor, RequestDetails, UrlOutput};

/// Maximum bytes of joined URLs for each byte of a document: joined URLs repeat the text of servers
/// and variables, and a hostile document could repeat it without end. Paths beyond that are not
/// joined.
const GROWTH: usize = 16;

/// Appends the URLs of a document to those found so far.
pub(crate) struct Urls<'u> {
    extractor: &'u mut Extractor,
    delimiter: u8,
    found: &'u mut Vec<u8>,
    /// The length of what was found before.
    start: usize,
    /// Bytes left for joined URLs.
    budget: usize,
    count: u64,
}

impl<'u> Urls<'u> {
    pub(crate) fn new(output: &'u mut UrlOutput<'_>) -> Self {
        Self {
            extractor: output.extractor,
            delimiter: output.delimiter,
            start: output.found.len(),
            found: output.found,
            budget: 0,
            count: 0,
        }
    }

    /// Sets the room for joined URLs by the length of the document.
    pub(crate) fn begin(&mut self, length: usize) {
        self.budget = length.saturating_mul(GROWTH).saturating_add(1 << 20);
    }

    /// Removes the URLs of the document.
    pub(crate) fn clear(&mut self) {
        self.found.truncate(self.start);
        self.count = 0;
    }

    /// Returns the number of URLs so far.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Returns whether there is room for more joined text.
    pub(crate) fn has_room(&self) -> bool {
        self.budget > 0
    }

    pub(crate) fn base(&self) -> Option<&Url> {
        self.extractor.base()
    }

    /// Returns whether requests that differ in their method are printed separately.
    pub(crate) fn tell_methods(&self) -> bool {
        self.extractor.wanted_parts().method
    }

    /// Appends a URL as it is.
    pub(crate) fn add(&mut self, url: &str) {
        self.request(url, &RequestDetails::default());
    }

    /// Appends a request to a URL, which is not changed.
    pub(crate) fn request(&mut self, url: &str, request: &RequestDetails<'_>) {
        let before = self.found.len();
        let url = url.trim().as_bytes();
        self.extractor
            .request(url, request, self.delimiter, self.found);
        let length = self.found.len() - before;
        self.count += u64::from(length > 0);
        self.budget = self.budget.saturating_sub(length);
    }

    /// Returns the address of a request's first line on `base`, if it is an address.
    pub(crate) fn joined(&self, target: &str, base: &str) -> Option<String> {
        if !target.starts_with('/') && !target.contains("://") {
            return None;
        }
        match self.base_or_own(base) {
            Some(base) => base.join(target).ok().map(String::from),
            None => Some(target.to_owned()),
        }
    }

    /// Appends the URLs in a text, such as a message, whose links are relative to `base`.
    pub(crate) fn search(&mut self, text: &[u8], base: &str) {
        let before = self.found.len();
        let parts = self.extractor.wanted_parts();
        let base = self.base_or_own(base);
        let mut extractor = Extractor::new(base).request_parts(parts);
        extractor.text(text, true, self.delimiter, self.found);
        self.extractor.add_counts(&extractor);
        let found = &self.found[before..];
        let ends = memchr::memchr_iter(self.delimiter, found);
        self.count += ends.count() as u64;
    }

    /// Returns an address as a base, or the base of the whole text if it is not an address.
    fn base_or_own(&self, base: &str) -> Option<Url> {
        match Url::parse(base) {
            Ok(base) => Some(base),
            Err(_) => self.base().cloned(),
        }
    }
}
