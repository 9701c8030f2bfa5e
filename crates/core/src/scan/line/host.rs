//! The host of a line: a list can be divided by it into parts that are filtered separately.

use crate::scan::Scanner;
use std::borrow::Cow;
use urlsift_url::answer;
use urlsift_url::input;
use urlsift_url::parse::{Address, Scratch};

impl Scanner {
    /// Returns the host of a line, as this filter compares it: `shop.example`, with any port that
    /// is not the scheme's default, and with the scheme if that is not of the web
    /// (`ftp://shop.example`). A bare path has the empty host; `None` if the line is not a URL. If
    /// hosts are [merged](crate::settings::builder::Builder::merge_hosts) or
    /// [answers](crate::settings::builder::Builder::same_answer) are compared, this is the
    /// registrable domain
    /// with the port, because any two hosts below it may be merged later.
    ///
    /// All spellings of a host give the same text. So a list can be divided by host and each part
    /// filtered separately, as long as URLs of different hosts are never similar:
    /// [`SiftView::hosts_meet`](crate::decide::sift::SiftView::hosts_meet).
    ///
    /// ```
    /// let sift = urlsift::Sift::builder().build()?;
    /// let host = |line: &str| sift.scanner().host(line.as_bytes());
    /// assert_eq!(host("http://127.1/login"), host("127.0.0.1/"));
    /// assert_eq!(host("https://Shop.example.:443/"), host("shop.example/cart"));
    /// assert_eq!(host("https://shop.example:80/").as_deref(), Some("shop.example:80"));
    /// assert_eq!(host("/cart").as_deref(), Some(""));
    /// assert_eq!(host("not a url"), None);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn host(&self, line: &[u8]) -> Option<String> {
        let mut scratch = Scratch::default();
        let mut buffer = Vec::new();
        let text = self.text_in(line, &mut buffer);
        let (address, _) = input::parse(text, &mut scratch)?;
        Some(self.service(&address))
    }

    /// Returns host and port, after the scheme if that is not of the web.
    fn service(&self, address: &Address<'_>) -> String {
        let host = self.division(address.host);
        let host = String::from_utf8_lossy(&host);
        match address.scheme {
            b"" | b"http" | b"https" => host.into_owned(),
            scheme => format!("{}://{host}", String::from_utf8_lossy(scheme)),
        }
    }

    /// Returns the part of a host by which a list can be divided.
    fn division<'h>(&self, host: &'h [u8]) -> Cow<'h, [u8]> {
        let mode = &self.mode;
        if self.answers && !mode.merges_hosts() {
            return Cow::Borrowed(answer::site(host));
        }
        mode.site(host)
    }
}

#[cfg(test)]
mod tests {
    use crate::decide::sift::Sift;
    use crate::record::{Batch, Record};
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_host_are_one_text() {
        let sift = Sift::builder().build().expect("the settings are valid");
        let cases = [
            ("http://127.1/a", Some("127.0.0.1")),
            ("http://0x7f000001/", Some("127.0.0.1")),
            ("http://h./", Some("h")),
            ("http://h:/", Some("h")),
            ("http://h:80/", Some("h")),
            ("https://h:443/", Some("h")),
            ("https://h:80/", Some("h:80")),
            ("//user:secret@H/", Some("h")),
            (
                "https://b\u{fc}cher.example/",
                Some("xn--bcher-kva.example"),
            ),
            ("http://[2001:DB8::0:1]/", Some("[2001:db8::1]")),
            ("ftp://h/", Some("ftp://h")),
            ("file:///etc", Some("file://")),
            ("200 GET 7l https://h/a [Sign in]", Some("h")),
            ("https://h/a\r", Some("h")),
            ("/a", Some("")),
            (r#"{"url":"https:\/\/H.\/a"}"#, Some("h")),
            ("see https://h/a for more", Some("h")),
            ("no url", None),
            ("http://", None),
            ("", None),
        ];
        for (line, wanted) in cases {
            assert_eq!(
                sift.scanner().host(line.as_bytes()).as_deref(),
                wanted,
                "{line}"
            );
        }
    }

    proptest! {
        /// Two lines have equal hosts if and only if the filter compares them as URLs of one host.
        #[test]
        fn hosts_are_those_that_the_filter_knows(
            lines in [(); 2].map(|()| r"((https?|ftp|HTTP)://|//|)(u@)?([aA]\.test\.?|127\.0?\.?1|0x7f\.1)(:|:80|:443|:8080)?/x"),
        ) {
            let sift = Sift::builder().build().expect("the settings are valid");
            let service = |line: &String| {
                let mut batch = Batch::default();
                sift.scanner().scan(line.as_bytes(), &mut batch);
                match &batch.records[0] {
                    Record::Url(url) => Some(url.service),
                    _ => None,
                }
            };
            let [one, other] = lines.each_ref().map(|line| sift.scanner().host(line.as_bytes()));
            prop_assert_eq!(one.is_some(), service(&lines[0]).is_some());
            prop_assert_eq!(one == other, service(&lines[0]) == service(&lines[1]));
        }
    }
}
