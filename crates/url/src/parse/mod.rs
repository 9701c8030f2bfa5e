//! Parses one line of bytes into the canonical parts of a URL, or reports that it is not a URL.
//!
//! The [`url`] crate is the authority on what a URL means: host case and IDN, IPv4 spellings,
//! default ports, dot segments, which bytes need escapes. It costs several hundred nanoseconds a
//! line, so [`plain`] first checks whether the line is already in the form that the crate would
//! return. Most lines are, and are only cut. Everything else goes through [`canonical`], and both
//! paths end in the same [`Address`].
//!
//! In addition to the crate's form, a trailing dot of the host and the default port are removed,
//! escapes of unreserved characters are decoded, the digits of all others are in upper case (RFC
//! 3986, section 6.2.2), and a non-web scheme stays with its host.

mod address;
mod canonical;
mod form;
mod plain;
pub(crate) mod repeats;
mod scheme;

pub use address::{Address, Pair, Scratch};
use form::LineStart;
pub(crate) use scheme::{is_of_scheme, scheme_offset};

/// How a line was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// Whether the line, or its piece, was plain and cut in place; if not, the `url` crate returned
    /// its canonical form.
    pub is_fast: bool,
    /// Whether only a piece of the line is its URL.
    pub is_piece: bool,
}

/// Returns a line without the carriage return at its end, which other systems add.
pub fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Parses a line; `None` if it is not a URL.
pub fn parse<'a>(line: &'a [u8], scratch: &'a mut Scratch) -> Option<(Address<'a>, Path)> {
    parse_piece(line, scratch, |line| line)
}

/// A line that is plain as a whole, cut into its parts.
#[derive(Clone, Copy, Debug)]
pub struct PlainLine<'l> {
    text: &'l [u8],
    cut: plain::Cut,
}

impl<'l> PlainLine<'l> {
    /// Cuts a line; `None` if it is not plain.
    #[expect(
        clippy::inline_always,
        reason = "nearly all lines are plain, and what is cut is large"
    )]
    #[inline(always)]
    pub fn of(line: &'l [u8], scratch: &mut Scratch) -> Option<Self> {
        let text = trim(line);
        let form = LineStart::of(text)?;
        let cut = plain::cut(text, form, scratch)?;
        Some(Self { text, cut })
    }

    /// Returns its parts, given the buffers with which it was cut.
    #[expect(
        clippy::inline_always,
        reason = "an address is large, and is written where it is returned"
    )]
    #[inline(always)]
    pub fn address<'a>(self, scratch: &'a mut Scratch) -> Address<'a>
    where
        'l: 'a,
    {
        self.cut.finish(self.text, scratch)
    }
}

/// Parses a piece of a line that is not plain as a whole: a plain line is a URL from end to end.
pub fn parse_piece<'t: 'a, 'a>(
    line: &'t [u8],
    scratch: &'a mut Scratch,
    piece: impl FnOnce(&'t [u8]) -> &'t [u8],
) -> Option<(Address<'a>, Path)> {
    if let Some(plain) = PlainLine::of(line, scratch) {
        let path = Path {
            is_fast: true,
            is_piece: false,
        };
        return Some((plain.address(scratch), path));
    }
    parse_unplain(line, scratch, piece)
}

/// Parses a line that is not [plain](PlainLine) as a whole, or a piece of it.
pub fn parse_unplain<'t: 'a, 'a>(
    line: &'t [u8],
    scratch: &'a mut Scratch,
    piece: impl FnOnce(&'t [u8]) -> &'t [u8],
) -> Option<(Address<'a>, Path)> {
    let piece = piece(line);
    if piece.len() < line.len() {
        let (address, mut path) = parse(piece, scratch)?;
        path.is_piece = true;
        return Some((address, path));
    }
    let path = Path {
        is_fast: false,
        is_piece: false,
    };
    Some((parse_judged(line, scratch)?, path))
}

/// Parses a line with the `url` crate only: the reference for the fast path.
pub fn parse_judged<'a>(line: &'a [u8], scratch: &'a mut Scratch) -> Option<Address<'a>> {
    let line = trim(line);
    let form = LineStart::of(line).or_else(|| form::folded_form(line))?;
    canonical::judge(line, &form, scratch)
}

/// Returns the start of the host in a line that begins like a URL, and whether a scheme or a slash
/// proves that it is one.
pub fn authority(line: &[u8]) -> Option<(usize, bool)> {
    match LineStart::of(line)? {
        LineStart::Loose(colon) => Some((colon + 1, true)),
        form => Some((form.authority_start(), form != LineStart::Host)),
    }
}

/// Removes bytes that are not compared: a byte-order mark, and spaces and control characters at
/// both ends.
#[expect(clippy::inline_always, reason = "most lines have none of them")]
#[inline(always)]
fn trim(line: &[u8]) -> &[u8] {
    if let [b'!'..=b'~', .., b'!'..=b'\xff'] = line {
        line
    } else {
        trim_ends(line)
    }
}

#[cold]
#[inline(never)]
fn trim_ends(line: &[u8]) -> &[u8] {
    let mut line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    while let [first, rest @ ..] = line
        && *first <= b' '
    {
        line = rest;
    }
    while let [rest @ .., last] = line
        && *last <= b' '
    {
        line = rest;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `scheme|host|path|query|fragment` of a line, on which both parsers agree. The user comes
    /// before the host.
    fn seen(line: &str) -> Option<String> {
        let text = |a: Address<'_>| {
            let part = |b: &[u8]| String::from_utf8(b.to_vec()).expect("canonical text is ASCII");
            let user = if a.user.is_empty() {
                String::new()
            } else {
                part(a.user) + "@"
            };
            [
                part(a.scheme),
                user + &part(a.host),
                part(a.path),
                part(a.query),
                part(a.fragment),
            ]
            .join("|")
        };
        let mut scratch = Scratch::default();
        let fast = parse(line.as_bytes(), &mut scratch).map(|(address, _)| text(address));
        let judged = parse_judged(line.as_bytes(), &mut scratch).map(text);
        assert_eq!(fast, judged, "{line}");
        fast
    }

    #[test]
    fn lines_have_one_defined_meaning() {
        let cases = [
            (
                "http://Example.COM:80/A?b=1#c",
                Some("http|example.com|/A|b=1|c"),
            ),
            ("HTTPS://example.com:443", Some("https|example.com|/||")),
            (
                "https://example.com.:8443/x",
                Some("https|example.com:8443|/x||"),
            ),
            ("example.com/a?b=1", Some("|example.com|/a|b=1|")),
            ("example.com", Some("|example.com|/||")),
            ("//example.com/a", Some("|example.com|/a||")),
            ("/a/b?c=d", Some("||/a/b|c=d|")),
            ("/a/./b/../c", Some("||/a/c||")),
            ("localhost/x", Some("|localhost|/x||")),
            ("router:8080/x", Some("|router:8080|/x||")),
            ("10.0.0.1/login", Some("|10.0.0.1|/login||")),
            ("http://0x7f.1/", Some("http|127.0.0.1|/||")),
            ("http://[::1]:8080/a", Some("http|[::1]:8080|/a||")),
            ("[2001:DB8::0:1]/a", Some("|[2001:db8::1]|/a||")),
            (
                "http://user:secret@example.com/a",
                Some("http|user:secret@example.com|/a||"),
            ),
            (
                "http://us%65r:@Example.com:80/a",
                Some("http|user@example.com|/a||"),
            ),
            (
                "//:s%c3%a9@example.com/a",
                Some("|:s%C3%A9@example.com|/a||"),
            ),
            (
                "http://a@b@example.com/",
                Some("http|a%40b@example.com|/||"),
            ),
            ("http://@example.com/a", Some("http|example.com|/a||")),
            ("http://:@example.com/a", Some("http|example.com|/a||")),
            ("/a@b", Some("||/a@b||")),
            (
                "http://b\u{fc}cher.example/x",
                Some("http|xn--bcher-kva.example|/x||"),
            ),
            (
                "http://example.com/%61%2fb%e9",
                Some("http|example.com|/a%2Fb%E9||"),
            ),
            (
                "http://example.com/a b?c=d e",
                Some("http|example.com|/a%20b|c=d%20e|"),
            ),
            (
                "http://example.com/a%2e%2E/../b",
                Some("http|example.com|/b||"),
            ),
            (
                "http://example.com/..%2fb",
                Some("http|example.com|/..%2Fb||"),
            ),
            ("http://example.com?x=1", Some("http|example.com|/|x=1|")),
            ("ftp://example.com/a", Some("ftp|example.com|/a||")),
            ("file:///etc/passwd", Some("file||/etc/passwd||")),
            // All browsers read these as absolute URLs.
            ("https:/example.com/x", Some("https|example.com|/x||")),
            (
                "http:\\\\example.com\\x\\y?a\\b",
                Some("http|example.com|/x/y|a\\b|"),
            ),
            ("http:/\\example.com/x", Some("http|example.com|/x||")),
            ("http:////example.com/x", Some("http|example.com|/x||")),
            ("http:///example.com/x", Some("http|example.com|/x||")),
            ("HTTP:example.com/x", Some("http|example.com|/x||")),
            (
                "https:example.com:8443/x",
                Some("https|example.com:8443|/x||"),
            ),
            (
                "https:user:secret@example.com/x",
                Some("https|user:secret@example.com|/x||"),
            ),
            ("wss:/example.com/x", Some("wss|example.com|/x||")),
            ("ftp:\\example.com\\x", Some("ftp|example.com|/x||")),
            ("file:/etc/passwd", Some("file||/etc/passwd||")),
            ("file:c:\\x", None),
            ("file:\\c:\\x", Some("file||/c:/x||")),
            (
                "\u{1}\u{1f} https://example.com/x\u{0}",
                Some("https|example.com|/x||"),
            ),
            (
                "ht\ttp\n://exa\tmple.com/a\r\nb",
                Some("http|example.com|/ab||"),
            ),
            ("ht\ttps:\n\\example.com/x", Some("https|example.com|/x||")),
            ("https://EX%41mple.com/x", Some("https|example.com|/x||")),
            ("http://192.0x00A80001/x", Some("http|192.168.0.1|/x||")),
            ("http:8080/x", Some("|http:8080|/x||")),
            ("http: 404", None),
            ("http:foo", None),
            ("https:\\", None),
            ("https:/", None),
            ("file:x", None),
            ("text:/x", None),
            ("a\thttp://example.com", None),
            ("name\texample.com", None),
            ("about:blank", None),
            ("data:text/html,x", None),
            ("tel:5550100", None),
            ("myapp://open/page?x=1", Some("myapp|open|/page|x=1|")),
            ("  http://example.com/a\t\r", Some("http|example.com|/a||")),
            (
                "\u{feff}http://example.com/a",
                Some("http|example.com|/a||"),
            ),
            ("foo", None),
            ("not a url at all", None),
            ("mailto:a@example.com", None),
            ("javascript:alert(1)", None),
            ("http://[::1/bad", None),
            ("http://h:99999/x", None),
            ("http://exa mple.com/", None),
            ("a@example.com", None),
            ("", None),
            ("http://", None),
            ("http://.", None),
            ("//.:443", None),
            ("http://.:8080/a", None),
        ];
        for (line, wanted) in cases {
            assert_eq!(seen(line).as_deref(), wanted, "{line}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf8_are_escaped_not_refused() {
        let mut scratch = Scratch::default();
        let (address, _) =
            parse(b"http://example.com/caf\xe9?\xff=1", &mut scratch).expect("is a URL");
        assert_eq!(
            (address.path, address.query),
            (&b"/caf%E9"[..], &b"%FF=1"[..])
        );
        assert!(parse(b"http://caf\xe9.example/", &mut scratch).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]

        #[test]
        fn the_fast_path_agrees_with_the_judge(
            line in r"((https?|HTTP|ftp)://|(https?|FILE|ws):[/\\\t]{0,3}|//|)([a-zA-Z0-9.:@_\-]{0,12}|[0-9x.]{1,12})([/?#;&=%.a-zA-Z0-9!'()*+,~\[\]{}|^\\ é語：-]{0,30})"
        ) {
            seen(&line);
        }

        #[test]
        fn bytes_outside_ascii_are_escaped_as_by_the_judge(
            rest in proptest::collection::vec(
                prop_oneof![proptest::sample::select(b"/?#%4aE;=&".to_vec()), 128..=255_u8], 0..80
            )
        ) {
            let line = [b"https://a.test/", rest.as_slice()].concat();
            let mut scratch = Scratch::default();
            let fast = parse(&line, &mut scratch).map(|(a, _)| format!("{a:?}"));
            let judged = parse_judged(&line, &mut scratch).map(|a| format!("{a:?}"));
            prop_assert_eq!(fast, judged);
        }

        #[test]
        fn any_bytes_give_an_answer(line in proptest::collection::vec(any::<u8>(), 0..60)) {
            let mut scratch = Scratch::default();
            let fast = parse(&line, &mut scratch).map(|(a, _)| format!("{a:?}"));
            let judged = parse_judged(&line, &mut scratch).map(|a| format!("{a:?}"));
            prop_assert_eq!(fast, judged);
        }
    }
}
