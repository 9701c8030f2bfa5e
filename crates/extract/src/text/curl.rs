//! Reads calls of curl in a text: `curl -X POST 'https://example.com/a' -d '{"b": 1}'`.
//!
//! Manuals, tickets and browsers ("copy as cURL") write requests this way. The URLs of a call are
//! found like any other URL; this module finds the method and body that belong to them. A call may
//! continue over several lines, after a backslash or within quotes.

use super::request::known;
use bstr::ByteSlice;
use memchr::memmem::Finder;
use std::sync::LazyLock;
use urlsift_url::input::curl::CurlRequest;

/// Finds the name of the program.
static CURL: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("curl"));

/// Maximum bytes of a call that are held until it ends.
const LIMIT: usize = 32 << 10;

/// A call of curl.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CurlCall {
    method: Option<&'static str>,
    body: String,
    /// Words of the call that may be its URLs.
    urls: Vec<Vec<u8>>,
}

/// Lines of a call whose end has not been read.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingCall {
    pub lines: Vec<u8>,
    quote: Quote,
}

/// Quotes that are still open at the end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Quote {
    #[default]
    None,
    /// `'...'`, where a backslash does not escape.
    Single,
    Double,
    /// `$'...'`, with escapes.
    Escaped,
}

impl PendingCall {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds a line. Returns whether the call ends with it, or is too long for one.
    pub(super) fn add(&mut self, line: &[u8]) -> bool {
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        let mut at = 0;
        let mut is_joined = false;
        while let Some(&byte) = line.get(at) {
            at += 1;
            match (self.quote, byte) {
                (Quote::None | Quote::Double | Quote::Escaped, b'\\') => {
                    is_joined = at == line.len();
                    at += 1;
                }
                (Quote::None, b'\'') if at > 1 && line[at - 2] == b'$' => {
                    self.quote = Quote::Escaped;
                }
                (Quote::None, b'\'') => self.quote = Quote::Single,
                (Quote::None, b'"') => self.quote = Quote::Double,
                (Quote::Single | Quote::Escaped, b'\'') | (Quote::Double, b'"') => {
                    self.quote = Quote::None;
                }
                _ => {}
            }
        }
        (self.quote == Quote::None && !is_joined) || self.lines.len() > LIMIT
    }

    /// Takes the lines, and the call if it is complete.
    pub(super) fn take(&mut self) -> (Vec<u8>, Option<CurlCall>) {
        let held = std::mem::take(self);
        let is_whole = held.quote == Quote::None && held.lines.len() <= LIMIT;
        let mut command = None;
        if is_whole && let Some(at) = start(&held.lines) {
            command = Some(read(&held.lines[at..]));
        }
        (held.lines, command)
    }
}

/// Returns the offset of the arguments of a call of curl, if the text has one.
pub(super) fn start(text: &[u8]) -> Option<usize> {
    for at in CURL.find_iter(text) {
        let is_own = match text[..at].last() {
            Some(before) => b" \t\n$(`'\"|;&>/".contains(before),
            None => true,
        };
        let rest = &text[at + 4..];
        let rest = rest.strip_prefix(b".exe").unwrap_or(rest);
        let words = rest.trim_ascii_start();
        // In a sentence, an ordinary word follows.
        let is_argument = matches!(words, [b'-' | b'\'' | b'"' | b'\\' | b'$', ..]);
        let is_called = is_argument || words.starts_with(b"http");
        if is_own && is_called && words.len() < rest.len() {
            return Some(text.len() - rest.len());
        }
    }
    None
}

/// Reads the arguments of a call.
fn read(text: &[u8]) -> CurlCall {
    let words = words(text);
    let call = CurlRequest::of(words.iter().map(Vec::as_slice));
    CurlCall {
        method: call.method.and_then(known),
        body: call.bodies.join(&b'&').to_str_lossy().into_owned(),
        urls: call.urls.into_iter().map(<[u8]>::to_vec).collect(),
    }
}

/// Splits a call into words up to its end, and removes the quotes.
fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let mut word = Vec::new();
    let mut is_open = false;
    let mut quote = Quote::None;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match (quote, byte) {
            (Quote::None | Quote::Double | Quote::Escaped, b'\\') => {
                let next = text.get(at).copied();
                at += 1;
                match (quote, next) {
                    (_, None) | (Quote::None | Quote::Double, Some(b'\n')) => {}
                    (Quote::Escaped, Some(b'n' | b'r' | b't')) => word.push(b'\n'),
                    (Quote::Double, Some(next)) if !b"\"\\$`".contains(&next) => {
                        word.extend([b'\\', next]);
                    }
                    (_, Some(next)) => word.push(next),
                }
                is_open |= quote != Quote::None || next != Some(b'\n');
            }
            (Quote::None, b'\'' | b'"') => {
                is_open = true;
                quote = match byte {
                    b'"' => Quote::Double,
                    _ if word.last() == Some(&b'$') => {
                        word.pop();
                        Quote::Escaped
                    }
                    _ => Quote::Single,
                };
            }
            (Quote::Single | Quote::Escaped, b'\'') | (Quote::Double, b'"') => quote = Quote::None,
            (Quote::None, b' ' | b'\t' | b'\n' | b'\r' | b';' | b'|' | b'`' | b')') => {
                if is_open {
                    words.push(std::mem::take(&mut word));
                    is_open = false;
                }
                if !matches!(byte, b' ' | b'\t') {
                    break;
                }
            }
            _ => {
                word.push(byte);
                is_open = true;
            }
        }
    }
    if is_open {
        words.push(word);
    }
    words
}

impl CurlCall {
    /// Returns the method and body for a URL that was found in the text of the call, if the URL
    /// belongs to the call. Each URL is returned once: when it appears again, it belongs to another
    /// call on the line.
    pub(super) fn take(&mut self, url: &[u8]) -> Option<(&'static str, &str)> {
        let is_own = |own: &Vec<u8>| match own.strip_prefix(url) {
            Some([behind, ..]) => b" \"'<>`\\.,:;!?&|".contains(behind),
            Some([]) => true,
            None => false,
        };
        let number = self.urls.iter().position(is_own)?;
        self.urls.remove(number);
        Some((self.method?, &self.body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_curl_are_read() {
        for (text, method, body, urls) in [
            (
                "curl -X POST https://a.example/x -d 'a=1' --data b=2",
                Some("POST"),
                "a=1&b=2",
                &["https://a.example/x"][..],
            ),
            (
                "curl https://a.example/x --json '{\"a\": 1}' | jq",
                Some("POST"),
                "{\"a\": 1}",
                &["https://a.example/x"],
            ),
            (
                "$ curl -XDELETE \"https://a.example/x/$ID\"",
                Some("DELETE"),
                "",
                &["https://a.example/x/$ID"],
            ),
            (
                "curl --request=PUT --url https://a.example/x",
                Some("PUT"),
                "",
                &["https://a.example/x"],
            ),
            (
                "curl -sd @body.json https://a.example/x",
                Some("POST"),
                "",
                &["https://a.example/x"],
            ),
            (
                "curl -d @body.json https://a.example/x",
                Some("POST"),
                "",
                &["https://a.example/x"],
            ),
            (
                "curl -F file=@x.png -F note=1 https://a.example/x",
                Some("POST"),
                "file=@x.png&note=1",
                &["https://a.example/x"],
            ),
            (
                "curl -G https://a.example/x -d q=1",
                None,
                "",
                &["https://a.example/x"],
            ),
            (
                "curl -I https://a.example/x",
                Some("HEAD"),
                "",
                &["https://a.example/x"],
            ),
            (
                "curl -T x.txt https://a.example/x",
                Some("PUT"),
                "",
                &["https://a.example/x"],
            ),
            (
                "curl -e https://r.example/ -x http://p.example -H 'A: b' https://a.example/x",
                None,
                "",
                &["https://a.example/x"],
            ),
            (
                "curl 'https://a.example/x' \\\n  -H 'A: b' \\\n  --data-raw $'{\"a\":\\n\\'1\\'}' \\\n  --compressed",
                Some("POST"),
                "{\"a\":\n'1'}",
                &["https://a.example/x"],
            ),
            (
                "curl https://a.example/x -d '{\n \"a\": 1\n}'\nmore",
                Some("POST"),
                "{\n \"a\": 1\n}",
                &["https://a.example/x"],
            ),
            (
                "(curl -X POST https://a.example/x); curl https://b.example/",
                Some("POST"),
                "",
                &["https://a.example/x"],
            ),
        ] {
            let at = start(text.as_bytes()).expect(text);
            let urls = urls.iter().map(|url| url.as_bytes().to_vec()).collect();
            assert_eq!(
                read(&text.as_bytes()[at..]),
                CurlCall {
                    method,
                    body: body.to_owned(),
                    urls
                },
                "{text}"
            );
        }
        for text in [
            "curl is a tool",
            "libcurl -x",
            "curl",
            "curly -X",
            "use curl; then",
        ] {
            assert_eq!(start(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_call_ends_with_a_line() {
        for (lines, wanted) in [
            (&["curl -d 'a", "b'"][..], &[false, true][..]),
            (&["curl -d a \\", "-X PUT"], &[false, true]),
            (&["curl -d \"a\\\"", "b\" \\\\"], &[false, true]),
            (&["curl -d $'it\\'s'"], &[true]),
            (&["curl -d 'a\\'"], &[true]),
        ] {
            let mut held = PendingCall::default();
            let ends: Vec<bool> = lines.iter().map(|line| held.add(line.as_bytes())).collect();
            assert_eq!(ends, wanted, "{lines:?}");
            assert!(held.take().1.is_some(), "{lines:?}");
        }
        let mut held = PendingCall::default();
        assert!(!held.add(b"curl -d 'it is open"));
        assert!(held.add(&vec![b'x'; LIMIT]) && held.take().1.is_none());
    }
}
