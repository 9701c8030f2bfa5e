//! Lines of access logs in the common and the combined format: `203.0.113.7 - -
//! [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 2326`.
//!
//! The request is the path of a URL. Its host is the virtual host, where the line begins with one
//! (`vhost_combined`), or a base that was given; without both, paths are compared.

use bstr::ByteSlice;

/// A line of a log, cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<'r> {
    /// The virtual host, with its port.
    host: Option<&'r [u8]>,
    /// What stands between `[` and `]`.
    pub(super) time: &'r [u8],
    /// The request's target, with escapes.
    target: &'r [u8],
    pub(super) status: &'r [u8],
}

impl<'r> Entry<'r> {
    /// `None` if the line is none of a log, or its request is none.
    pub(super) fn of(line: &'r [u8]) -> Option<Self> {
        // A user's name may have blanks and brackets, but not a blank and a bracket and a digit.
        let open = line.find_iter(" [").find(|&at| line.get(at + 2).is_some_and(u8::is_ascii_digit))?;
        let close = open + line[open..].find_byte(b']')?;
        let before: Vec<&[u8]> = line[..open].split_str(" ").filter(|word| !word.is_empty()).collect();
        let request = line[close + 1..].strip_prefix(b" \"")?;
        let end = quote(request)?;
        let (request, rest) = (&request[..end], &request[end + 1..]);
        let mut words = request.split_str(" ");
        let (method, target) = (words.next()?, words.next()?);
        let is_method = !method.is_empty() && method.iter().all(|b| b.is_ascii_uppercase() || *b == b'-');
        let status = rest.split_str(" ").find(|word| !word.is_empty()).unwrap_or_default();
        // The virtual host stands before the address, the name that identd gives, and the user.
        let host = (before.len() > 3 && before[2] == b"-").then(|| before[0]);
        (is_method && !target.is_empty()).then_some(Self {
            host,
            time: &line[open + 2..close],
            target,
            status,
        })
    }

    /// Writes the URL of the request.
    pub(super) fn write_url(&self, base: Option<&[u8]>, url: &mut Vec<u8>) {
        url.clear();
        if self.target.starts_with(b"/") {
            match (self.host, base) {
                (Some(host), _) => {
                    let host = host
                        .strip_suffix(b":443")
                        .inspect(|_| url.extend_from_slice(b"https:"))
                        .unwrap_or(host);
                    url.extend_from_slice(b"//");
                    url.extend_from_slice(host.strip_suffix(b":80").unwrap_or(host));
                }
                (None, Some(base)) => url.extend_from_slice(base),
                (None, None) => {}
            }
        }
        unescape(self.target, url);
    }
}

/// Where the next quote is that is not escaped.
fn quote(text: &[u8]) -> Option<usize> {
    let mut escaped = false;
    text.iter().position(|&byte| {
        let is_end = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_end
    })
}

/// Appends a text without the escapes that servers write: `\"`, `\\`, `\x22`.
fn unescape(mut text: &[u8], plain: &mut Vec<u8>) {
    while let Some(at) = text.find_byte(b'\\') {
        plain.extend_from_slice(&text[..at]);
        let digit = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
        text = match text.get(at + 1) {
            Some(b'x')
                if let (Some(high), Some(low)) = (digit(text.get(at + 2)), digit(text.get(at + 3))) =>
            {
                plain.push((high * 16 + low) as u8);
                &text[at + 4..]
            }
            Some(&escaped) => {
                plain.push(escaped);
                &text[at + 2..]
            }
            None => &text[at + 1..],
        };
    }
    plain.extend_from_slice(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(line: &str, base: Option<&str>) -> Option<String> {
        let mut url = Vec::new();
        Entry::of(line.as_bytes())?.write_url(base.map(str::as_bytes), &mut url);
        Some(url.to_str_lossy().into_owned())
    }

    #[test]
    fn requests_become_urls() {
        let common = r#"203.0.113.7 - ann [10/Oct/2026:13:55:36 +0000] "GET /a?b=1 HTTP/1.1" 200 2326"#;
        let combined = format!(r#"{common} "https://example.com/" "Mozilla/5.0 (X)""#);
        for line in [common, &combined] {
            assert_eq!(url(line, None).as_deref(), Some("/a?b=1"));
            assert_eq!(url(line, Some("https://a.example")).as_deref(), Some("https://a.example/a?b=1"));
            assert_eq!(
                url(&format!("www.example.com:443 {line}"), None).as_deref(),
                Some("https://www.example.com/a?b=1")
            );
            assert_eq!(
                url(&format!("www.example.com:80 {line}"), None).as_deref(),
                Some("//www.example.com/a?b=1")
            );
            let entry = Entry::of(line.as_bytes()).expect("it is one");
            assert_eq!((entry.time, entry.status), (&b"10/Oct/2026:13:55:36 +0000"[..], &b"200"[..]));
        }
        for (request, wanted) in [
            ("GET http://b.example/x HTTP/1.1", Some("http://b.example/x")),
            (r#"GET /a\"b\x5c\\c HTTP/1.1"#, Some(r#"/a"b\\c"#)),
            ("GET /old", Some("/old")),
            ("-", None),
            (r"\x16\x03\x01", None),
            ("", None),
        ] {
            let line = format!(r#"::1 - - [10/Oct/2026:13:55:36 +0000] "{request}" 400 0"#);
            assert_eq!(url(&line, None).as_deref(), wanted, "{request}");
        }
        assert_eq!(url("https://a.example/ [200] \"x\"", None), None);
    }
}
