//! Parts of the URL of a line, for those who want no more of it.

use crate::scan::Scanner;
use urlsift_url::input;
use urlsift_url::parse::{Address, Scratch};

/// A part of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UrlPart {
    /// The URL as it is written.
    Url,
    /// The URL as it is compared: what can be written in several ways is written in one.
    Canonical,
    /// Its host in the canonical form, with a port that is not the scheme's own.
    Host,
    /// Its path in the canonical form, without parameters and fragment.
    Path,
}

impl Scanner {
    /// Appends a part of the URL of a line to a text; `false` if the line is not a URL.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::explain::UrlPart;
    ///
    /// let sift = Sift::builder().build()?;
    /// let part = |part| {
    ///     let mut text = Vec::new();
    ///     sift.scanner().append_part(b"HTTPS://Shop.example:443/a/../%62?q=1 200", part, &mut text);
    ///     String::from_utf8(text).expect("it is ASCII")
    /// };
    /// assert_eq!(part(UrlPart::Url), "HTTPS://Shop.example:443/a/../%62?q=1");
    /// assert_eq!(part(UrlPart::Canonical), "https://shop.example/b?q=1");
    /// assert_eq!((part(UrlPart::Host), part(UrlPart::Path)), ("shop.example".into(), "/b".into()));
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
}

fn append_canonical(address: &Address<'_>, text: &mut Vec<u8>) {
    let Address { scheme, user, host, path, query, fragment, .. } = *address;
    text.extend_from_slice(scheme);
    text.extend_from_slice(if scheme.is_empty() { b"" } else { b"://" });
    text.extend_from_slice(user);
    text.extend_from_slice(if user.is_empty() { b"" } else { b"@" });
    text.extend_from_slice(host);
    text.extend_from_slice(path);
    for (mark, part) in [(b'?', query), (b'#', fragment)] {
        if !part.is_empty() {
            text.push(mark);
            text.extend_from_slice(part);
        }
    }
}
