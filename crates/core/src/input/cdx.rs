//! Lines of an index of archived pages (CDX): a key, the time of capture, and then the URL itself,
//! its type and its status: `com,example)/a 20200102030405 https://example.com/a text/html 200
//! 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ 1043`.
//!
//! CDXJ has a JSON object instead of what follows the time.

use bstr::ByteSlice;

/// A line of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Capture<'r> {
    /// When it was captured, in fourteen digits.
    pub(super) time: &'r [u8],
    /// The URL and what follows it, or a JSON object.
    pub(super) rest: &'r [u8],
}

impl<'r> Capture<'r> {
    /// `None` if the line is none of an index.
    pub(super) fn of(line: &'r [u8]) -> Option<Self> {
        let (key, rest) = line.split_once_str(" ")?;
        // A key is a host from its end, a bracket, and a path.
        let (host, _) = key.split_once_str(")")?;
        let is_key =
            !host.is_empty() && host.iter().all(|b| b.is_ascii_alphanumeric() || b"-_,:.[".contains(b));
        let (time, rest) = rest.split_once_str(" ")?;
        let is_time = (4..=17).contains(&time.len()) && time.iter().all(u8::is_ascii_digit);
        (is_key && is_time && !rest.is_empty()).then_some(Self { time, rest })
    }

    /// The column of this number behind the time, from 0: URL, type, status. `-` is none.
    pub(super) fn column(&self, number: usize) -> Option<&'r [u8]> {
        self.rest.split_str(" ").nth(number).filter(|column| *column != b"-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_an_index_are_told_from_others() {
        let line = b"com,example)/a?b=c 20200102030405 https://example.com/a?b=c text/html 200 3I42 1043";
        let capture = Capture::of(line).expect("it is one");
        assert_eq!(capture.time.as_bstr(), "20200102030405");
        let columns = [0, 1, 2].map(|number| capture.column(number));
        assert_eq!(columns, [&b"https://example.com/a?b=c"[..], b"text/html", b"200"].map(Some));
        let line = b"org,example,www)/ 2020 {\"url\": \"https://www.example.org/\"}";
        assert_eq!(Capture::of(line).map(|capture| capture.rest[0]), Some(b'{'));
        let revisit =
            Capture::of(b"com,example)/ 20200102030405 http://example.com/ warc/revisit - 3I42 9").unwrap();
        assert_eq!(revisit.column(2), None);
        for line in [
            "https://example.com/a)/ 2020 x",
            "see a) 2020",
            "a) 20x0 http://b/",
            ")/ 2020 http://a/",
            " CDX N b a",
        ] {
            assert_eq!(Capture::of(line.as_bytes()), None, "{line}");
        }
    }
}
