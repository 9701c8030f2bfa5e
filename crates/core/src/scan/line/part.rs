//! Extracts one part of a line's URL.

use crate::scan::Scanner;
use urlsift_url::input;
use urlsift_url::parse::{Address, Scratch};

/// A part of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UrlPart {
    /// The URL as written.
    Url,
    /// The URL as compared: alternative spellings are unified.
    Canonical,
    /// The host in canonical form, with any port that is not the scheme's default.
    Host,
    /// The path in canonical form, without parameters and fragment.
    Path,
}

impl Scanner {
    /// Appends a part of a line's URL to `text`; returns `false` if the line is not a URL.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::explain::UrlPart;
    ///
    /// let sift = Sift::builder().build()?;
    /// let part = |part| {
    ///     let mut text = Vec::new();
    ///     let line = b"HTTPS://Shop.example:443/a/../%62?q=1 200";
    ///     sift.scanner().append_part(line, part, &mut text);
    ///     String::from_utf8(text).expect("it is ASCII")
    /// };
    /// assert_eq!(part(UrlPart::Url), "HTTPS://Shop.example:443/a/../%62?q=1");
    /// assert_eq!(part(UrlPart::Canonical), "https://shop.example/b?q=1");
    /// assert_eq!(part(UrlPart::Host), "shop.example");
    /// assert_eq!(part(UrlPart::Path), "/b");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn append_part(&self, line: &[u8], part: UrlPart, text: &mut Vec<u8>) -> bool {
        let append = |address: &Address<'_>, written: &[u8]| match part {
            UrlPart::Url => text.extend_from_slice(input::written(written)),
            UrlPart::Canonical => append_canonical(address, text),
            UrlPart::Host => text.extend_from_slice(address.host),
            UrlPart::Path => text.extend_from_slice(address.path),
        };
        self.url_in(&mut Scratch::default(), line, append).is_some()
    }

    /// Passes host and path of a line's URL, in canonical form, to `read`; `None` if the line is
    /// not a URL.
    pub fn host_and_path<T>(&self, line: &[u8], read: impl FnOnce(&[u8], &[u8]) -> T) -> Option<T> {
        let pass = |address: &Address<'_>, _: &[u8]| read(address.host, address.path);
        self.url_in(&mut Scratch::default(), line, pass)
    }
}

fn append_canonical(address: &Address<'_>, text: &mut Vec<u8>) {
    let Address {
        scheme,
        user,
        host,
        path,
        query,
        fragment,
        ..
    } = *address;
    if !scheme.is_empty() {
        text.extend_from_slice(scheme);
        text.extend_from_slice(b"://");
    }
    if !user.is_empty() {
        text.extend_from_slice(user);
        text.push(b'@');
    }
    text.extend_from_slice(host);
    text.extend_from_slice(path);
    if !query.is_empty() {
        text.push(b'?');
        text.extend_from_slice(query);
    }
    if !fragment.is_empty() {
        text.push(b'#');
        text.extend_from_slice(fragment);
    }
}
