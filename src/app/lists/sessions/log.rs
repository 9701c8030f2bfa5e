//! A line of an access log in the common or combined format.

use bstr::ByteSlice;
use urlsift::memory::Timestamp;

/// A request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LoggedRequest<'l> {
    pub(super) address: &'l [u8],
    /// Empty if the log does not say.
    pub(super) agent: &'l [u8],
    /// Seconds since 1970.
    pub(super) time: i64,
    pub(super) method: &'l [u8],
    pub(super) target: &'l [u8],
}

impl<'l> LoggedRequest<'l> {
    /// Reads `address - user [time] "method target protocol" status bytes "referer" "agent"`.
    /// `None` if it is something else.
    pub(super) fn of(line: &'l [u8]) -> Option<Self> {
        let (address, rest) = line.split_once_str(" ")?;
        let (_, rest) = rest.split_once_str("[")?;
        let (time, rest) = rest.split_once_str("]")?;
        let (request, rest) = quoted(rest)?;
        let (method, target) = request.split_once_str(" ")?;
        // Requests of old clients have no protocol.
        let target = match target.rsplit_once_str(" ") {
            Some((target, protocol)) if protocol.starts_with(b"HTTP/") => target,
            _ => target,
        };
        if address.is_empty() || method.is_empty() || target.is_empty() {
            return None;
        }
        if !method.iter().all(u8::is_ascii_alphabetic) {
            return None;
        }
        // Blanks would end a step.
        if target.iter().any(u8::is_ascii_whitespace) {
            return None;
        }
        Some(Self {
            address,
            agent: agent(rest).unwrap_or_default(),
            time: seconds(time)?,
            method,
            target,
        })
    }
}

/// Returns the second of two texts in quotation marks.
fn agent(rest: &[u8]) -> Option<&[u8]> {
    let (_, rest) = quoted(rest)?;
    let (agent, _) = quoted(rest)?;
    Some(agent)
}

/// Returns the next text in quotation marks, and what is behind it. A quotation mark with a
/// backslash before it does not end the text.
fn quoted(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (_, behind) = bytes.split_once_str("\"")?;
    let mut escaped = false;
    for (at, &byte) in behind.iter().enumerate() {
        if byte == b'"' && !escaped {
            let text = &behind[..at];
            return Some((text, &behind[at + 1..]));
        }
        escaped = byte == b'\\' && !escaped;
    }
    None
}

/// Reads the time of an access log, in seconds since 1970.
fn seconds(time: &[u8]) -> Option<i64> {
    let time = std::str::from_utf8(time).ok()?;
    if !time.contains('/') {
        return None;
    }
    let Timestamp(millis) = time.parse().ok()?;
    Some(millis.div_euclid(1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let line = br#"192.0.2.7 - ann [10/Oct/2000:13:55:36 -0700] "GET /a?b=1 HTTP/1.0" 200 2326 "http://x.test/\"q\"" "Some \"agent\" 1.0""#;
        let request = LoggedRequest::of(line).expect("it is a request");
        assert_eq!(request.time, 971_211_336);
        assert_eq!(
            (request.method, request.target),
            (&b"GET"[..], &b"/a?b=1"[..])
        );
        assert_eq!(
            (request.address, request.agent),
            (&b"192.0.2.7"[..], &br#"Some \"agent\" 1.0"#[..])
        );
        let line = br#"::1 - - [01/Jan/1970:00:00:01 +0000] "POST /x" 200 -"#;
        let request = LoggedRequest::of(line).expect("it is a request");
        assert_eq!((request.time, request.agent), (1, &b""[..]));
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "",
            "no request",
            r#"::1 - - [01/Foo/1970:00:00:01 +0000] "GET / HTTP/1.1" 200 1"#,
            r#"::1 - - [01/Jan/1970:00:00 +0000] "GET / HTTP/1.1" 200 1"#,
            r#"::1 - - [01/Jan/1970:00:00:01 +0000] "" 400 0"#,
            r#"::1 - - [01/Jan/1970:00:00:01 +0000] "\x16\x03 x" 400 0"#,
            r#"::1 - - [01/Jan/1970:00:00:01 +0000] "GET /a b HTTP/1.1" 200 1"#,
            r#"::1 - - [01/Jan/1970:00:00:01 +0000] "GET /"#,
        ] {
            assert_eq!(LoggedRequest::of(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        let cases = [
            ("01/Jan/1970", 0),
            ("01/Mar/1970", 59),
            ("29/Feb/2000", 11_016),
            ("01/Mar/2000", 11_017),
            ("01/Mar/2100", 47_541),
        ];
        for (date, wanted) in cases {
            let time = format!("{date}:00:00:00 +0000");
            assert_eq!(seconds(time.as_bytes()), Some(wanted * 86_400), "{date}");
        }
    }
}
