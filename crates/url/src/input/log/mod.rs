//! Lines of access logs: of Apache and nginx (`203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] "GET /a
//! HTTP/1.1" 200 2326`), of servers with their own formats, and logs whose columns a `#Fields:`
//! line names.
//!
//! The request is the path of a URL. Its host is in the line, or is that of a given base; without
//! either, paths are compared.

mod any;
mod entry;
mod labelled;
mod servers;
mod w3c;
mod words;

use super::request;
use super::word::without_mark;
pub(super) use any::{any, object};
use bstr::ByteSlice;
pub(super) use entry::LogEntry;
use entry::{LogRequest, end_quote};
pub(super) use w3c::{LogColumns, is_table};
use words::blank_words;

/// Reads the request of a line; `None` if the line is not from a log, or has no request. A layout
/// names the columns of the line.
pub(super) fn entry<'r>(line: &'r [u8], layout: Option<&LogColumns>) -> Option<LogEntry<'r>> {
    if let Some(layout) = layout
        && let Some(entry) = layout.entry(line)
    {
        return Some(entry);
    }
    // A user name may have blanks and brackets, but not a blank, a bracket and a digit in a row.
    let is_before_time = |at: &usize| match line.get(at + 2) {
        Some(byte) => byte.is_ascii_digit(),
        None => false,
    };
    let Some(open) = line.find_iter(" [").find(is_before_time) else {
        return servers::balancer(line);
    };
    let before: Vec<&[u8]> = blank_words(&line[..open]).collect();
    let behind = &line[open + 2..];
    let (time, rest) = behind.split_once_str("]")?;
    let Some(request) = rest.strip_prefix(b" \"") else {
        return servers::s3(&before, time, rest)
            .or_else(|| servers::haproxy(time, rest))
            .or_else(|| servers::balancer(line));
    };
    let end = end_quote(request)?;
    let rest = &request[end + 1..];
    let request = LogRequest::of(&request[..end])?;
    let mut words = blank_words(rest);
    let status = words.next().unwrap_or_default();
    let size = words.next().unwrap_or_default();
    let host = match before[..] {
        // A virtual host comes before the address, the identd name and the user.
        [host, _, b"-", _, ..] => Some(host),
        // Or in the place of the identd name.
        [_, host, _] if host.find_byteset(b".:").is_some() => Some(host),
        _ => labelled_host(rest),
    };
    Some(LogEntry {
        host,
        size,
        format: "an access log",
        ..request.entry(time, status)
    })
}

/// Returns the host that a label names in the text behind a request: `host=a.example`.
fn labelled_host(text: &[u8]) -> Option<&[u8]> {
    for word in blank_words(text) {
        let Some((label, value)) = word.split_once_str("=") else {
            continue;
        };
        let host = value.trim_with(|c| c == '"');
        let is_label = matches!(label, b"host" | b"vhost" | b"http_host" | b"server_name");
        if is_label && request::is_host(host) {
            return Some(host);
        }
    }
    None
}

/// Whether a line of a log describes those after it: `#Fields: ...`, `#Version: 1.0`.
pub(super) fn is_comment(line: &[u8]) -> bool {
    without_mark(line).starts_with(b"#")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::base::Base;

    fn url(line: &str, base: Option<&str>) -> Option<String> {
        let mut url = Vec::new();
        entry(line.as_bytes(), None)?.write_url(base.map(Base::new).as_ref(), &mut url);
        Some(url.to_str_lossy().into_owned())
    }

    #[test]
    fn requests_become_urls() {
        let common =
            r#"203.0.113.7 - ann [10/Oct/2026:13:55:36 +0000] "GET /a?b=1 HTTP/1.1" 200 2326"#;
        let combined = format!(r#"{common} "https://example.com/" "Mozilla/5.0 (X)""#);
        for line in [common, &combined] {
            assert_eq!(url(line, None).as_deref(), Some("/a?b=1"));
            assert_eq!(
                url(line, Some("https://a.example")).as_deref(),
                Some("https://a.example/a?b=1")
            );
            assert_eq!(
                url(&format!("www.example.com:443 {line}"), None).as_deref(),
                Some("https://www.example.com:443/a?b=1")
            );
            assert_eq!(
                url(&format!("www.example.com:80 {line}"), None).as_deref(),
                Some("http://www.example.com:80/a?b=1")
            );
            let request = entry(line.as_bytes(), None).expect("it is one");
            assert_eq!(
                (request.time[0], request.status),
                (&b"10/Oct/2026:13:55:36 +0000"[..], &b"200"[..])
            );
        }
        for (request, wanted) in [
            (
                "GET http://b.example/x HTTP/1.1",
                Some("http://b.example/x"),
            ),
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

    #[test]
    fn a_time_is_as_the_line_has_it_or_in_utc() {
        for (time, wanted) in [
            (
                [&b"10/Oct/2026:13:55:36 +0000"[..], b""],
                Some("10/Oct/2026:13:55:36 +0000"),
            ),
            (
                [b"10/Oct/2026:13:55:36.655", b""],
                Some("10/Oct/2026:13:55:36 +0000"),
            ),
            (
                [b"2026-05-01T10:00:00.186641Z", b""],
                Some("2026-05-01T10:00:00.186641Z"),
            ),
            ([b"2026-05-01", b"10:00:00"], Some("2026-05-01T10:00:00Z")),
            ([b"", b""], None),
        ] {
            let found = LogEntry {
                time,
                ..LogEntry::default()
            }
            .time();
            assert_eq!(
                found.as_deref().map(ByteSlice::as_bstr),
                wanted.map(Into::into)
            );
        }
    }

    #[test]
    fn columns_of_other_logs_are_not_read() {
        for (line, wanted) in [
            (
                "2026-05-01 10:00:00 10.0.0.5 GET /a - 443 - ::1 x https://r.example/ 200",
                true,
            ),
            ("2026-05-01 10:00:00 GET https://a.example/a", false),
            ("see https://a.example/", false),
        ] {
            assert_eq!(is_table(line.as_bytes()), wanted, "{line}");
        }
        assert!(
            is_comment(b"#Version: 1.0")
                && is_comment(b"\xef\xbb\xbf#Fields: a")
                && !is_comment(b"a#")
        );
    }

    fn found(line: &str) -> Option<(String, &str)> {
        let request = entry(line.as_bytes(), None)?;
        let mut url = Vec::new();
        request.write_url(None, &mut url);
        Some((
            url.to_str_lossy().into_owned(),
            request.status.to_str().expect("is text"),
        ))
    }

    #[test]
    fn requests_of_s3_have_the_host_of_their_header() {
        let line = |request: &str, behind: &str| {
            format!(
                r#"79a5 box [06/Feb/2026:00:00:38 +0000] 192.0.2.3 - 3E57 REST.GET.OBJECT a%20b "{request}" 200 - 113 - 7 - "https://r.example/" "agent 1" - {behind}"#
            )
        };
        let full = "s9lz= SigV4 ECDHE AuthHeader box.s3.eu-west-1.amazonaws.com TLSv1.2 - -";
        let plain = "s9lz= SigV4 - AuthHeader www.example.com - - -";
        for (line, wanted) in [
            (
                line("GET /a?b=1 HTTP/1.1", full),
                Some("https://box.s3.eu-west-1.amazonaws.com/a?b=1"),
            ),
            (
                line("GET /a HTTP/1.1", plain),
                Some("http://www.example.com/a"),
            ),
            (
                line("GET /a HTTP/1.1", ""),
                Some("//box.s3.amazonaws.com/a"),
            ),
            (line("-", full), None),
        ] {
            assert_eq!(
                found(&line),
                wanted.map(|wanted| (wanted.to_owned(), "200")),
                "{line}"
            );
        }
    }

    #[test]
    fn requests_of_haproxy_have_a_captured_host_or_the_name_of_tls() {
        let head = "May  1 10:00:00 lb haproxy[143]: 203.0.113.7:33317 [01/May/2026:10:00:00.655]";
        let behind = "10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0";
        for (front, captured, request, wanted) in [
            (
                "web",
                "{www.example.com|curl/8.9.1} {}",
                r#""GET /a?b#22 HTTP/1.1""#,
                Some("//www.example.com/a?b%22"),
            ),
            (
                "web~",
                "{curl/8.9.1|www.example.com:8443}",
                r#""GET /a HTTP/1.1""#,
                Some("https://www.example.com:8443/a"),
            ),
            ("web", "{203.0.113.7}", r#""GET /a HTTP/1.1""#, Some("/a")),
            ("web", "", r#""GET /a"#, Some("/a")),
            (
                "web~",
                "",
                r#""GET /a HTTP/2.0" 0/0/0/0/0 www.example.com/TLSv1.3/TLS_AES"#,
                Some("https://www.example.com/a"),
            ),
            (
                "web~",
                "",
                r#""GET https://www.example.com/a HTTP/2.0""#,
                Some("https://www.example.com/a"),
            ),
            ("web", "", r#""<BADREQ>""#, None),
        ] {
            let line = format!("{head} {front} static/srv1 {behind} {captured} {request}");
            assert_eq!(
                found(&line),
                wanted.map(|wanted| (wanted.to_owned(), "200")),
                "{line}"
            );
        }
    }

    #[test]
    fn requests_of_balancers_are_whole() {
        let rest = r#"203.0.113.7:2817 10.0.0.1:80 0.086 0.048 0.037 302 200 0 57 "GET https://www.example.com:443/a HTTP/1.1" "agent" - -"#;
        let wanted = Some(("https://www.example.com:443/a".to_owned(), "302"));
        assert_eq!(
            found(&format!(
                "https 2026-05-01T10:00:00.186641Z app/x/50dc {rest}"
            )),
            wanted
        );
        assert_eq!(
            found(&format!("2026-05-01T10:00:00.186641Z box {rest}")),
            wanted
        );
        assert_eq!(found(&format!("yesterday box {rest}")), None);
    }
}
