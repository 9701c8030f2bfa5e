mod columns;
mod lines;

use super::*;
use crate::input::base::Base;
use bstr::ByteSlice;

fn url(line: &str, base: Option<&str>) -> Option<String> {
    let mut url = Vec::new();
    entry(line.as_bytes(), None)?.write_url(base.map(Base::new).as_ref(), &mut url);
    Some(url.to_str_lossy().into_owned())
}

#[test]
fn requests_become_urls() {
    let common = r#"203.0.113.7 - ann [10/Oct/2026:13:55:36 +0000] "GET /a?b=1 HTTP/1.1" 200 2326"#;
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
        ("OPTIONS * HTTP/1.1", Some("*")),
        ("get /x HTTP/1.1", Some("/x")),
        ("Get /x HTTP/1.0", Some("/x")),
        (r"G\x45T /x HTTP/1.1", Some("/x")),
        (r"\x47ET /x HTTP/1.1", Some("/x")),
        ("G3T /x HTTP/1.1", Some("/x")),
        ("FOO-BAR /x HTTP/1.1", Some("/x")),
        ("SSTP_DUPLEX_POST /x HTTP/1.1", Some("/x")),
        ("x http://b.example/x HTTP/0.9", Some("http://b.example/x")),
        ("M\u{e9}thode /x HTTP/1.1", Some("/x")),
        ("-", None),
        (r"\x16\x03\x01", None),
        (r"\x16\x03 /x", None),
        ("HELO x", None),
        ("quit", None),
        ("/x HTTP/1.1", None),
        ("", None),
    ] {
        let line = format!(r#"::1 - - [10/Oct/2026:13:55:36 +0000] "{request}" 400 0"#);
        assert_eq!(url(&line, None).as_deref(), wanted, "{request}");
    }
    assert_eq!(url("https://a.example/ [200] \"x\"", None), None);
}

/// A client in front is no host, and a Referer no URL, where a log has no request.
#[test]
fn a_line_without_a_request_has_no_url() {
    for line in [
        r#"192.0.2.1 - - [23/Nov/2026:10:00:00 +0000] "-" 408 -"#,
        r#"192.0.2.1 - - [2026-11-23T10:00:00Z] "\x16\x03" 400 0 "-" "-""#,
        r#"192.0.2.1 - - [2026-11-23T10:00:00+00:00] "" 400 0 "https://b.example/" "-""#,
        r#"192.0.2.1 - ann [Mon Nov 23 10:00:00 2026] "quit" 400 0"#,
        r#"192.0.2.1 - - [1795918943.152] "quit" 400 0"#,
        r#"192.0.2.1 - - [10:00:00] "HELO x" 400 0"#,
        r#"192.0.2.1 - - "-" 400 0 "https://b.example/" "X (https://c.example/)""#,
        r#"192.0.2.1 - ann 23/Nov/2026:10:00:00 "" 400 0"#,
        r#"[2001:db8::1] - - [2026-11-23T10:00:00Z] "-" 400 0"#,
        r#"client.example - - [2026-11-23T10:00:00Z] "-" 400 0"#,
        r#"a.example 192.0.2.1 - - [23/Nov/2026:10:00:00 +0000] "-" 400 0 "https://b.example/""#,
        r#"192.0.2.1 "quit" 400"#,
        r#"192.0.2.1 "" 400 -"#,
        r#"192.0.2.1 "" 408 0 0.001"#,
        r#"192.0.2.1 ann "HELO x" 501 7"#,
        r#"192.0.2.1 [23/Nov/2026:10:00:00 +0000] "help" 400"#,
        r#"192.0.2.1:51234 "-" 408 0"#,
        r#"192.0.2.1, 198.51.100.7 - - "quit" 400 0"#,
        r#"2001:db8::1 "stats
" 400 0 "https://b.example/" "-""#,
        r#"[2001:db8::1]:51234 "EHLO x" 400 0"#,
        r#"::1 - 7 "*1" 400 0"#,
    ] {
        let entry = any(line.as_bytes()).expect(line);
        assert_eq!(entry.target, b"", "{line}");
    }
    assert!(any(b"192.0.2.1 - 200 \"A title\"").is_none());
    assert!(any(b"192.0.2.1 \"A title\" nginx").is_none());
    assert!(any(b"a.example \"A title\" 200").is_none());
    assert!(any(b"a.example - - A title").is_none());
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
            && !is_comment(b"#7 404 http://a.example/")
            && !is_comment(b"# http://a.example/")
            && !is_comment(b"# 404 http://a.example/")
            && is_comment(b"# made by http://a.example/")
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
    assert_eq!(found(&format!("yesterday box {rest}")), wanted);
}

/// URL, method and status of a line; nothing for those that it lacks.
fn read(line: &str) -> Option<[String; 3]> {
    let entry = any(line.as_bytes())?;
    let mut url = Vec::new();
    entry.write_url(None, &mut url);
    Some([&url, entry.method, entry.status].map(|text| text.to_str_lossy().into_owned()))
}

#[test]
fn requests_are_read_wherever_they_stand() {
    for (line, wanted) in [
        // morgan, uvicorn, Django, werkzeug with colours, Tornado, koa
        (
            "203.0.113.7 - GET /product/101 HTTP/1.1 200 20 - 0.189 ms",
            ["/product/101", "GET", "200"],
        ),
        (
            "INFO:     203.0.113.7:4410 - \"PUT /a?b=c d HTTP/1.1\" 404 Not Found",
            ["/a?b=c%20d", "PUT", "404"],
        ),
        (
            "[01/May/2026 11:47:47] \"GET /product/110 HTTP/1.1\" 500 2",
            ["/product/110", "GET", "500"],
        ),
        (
            "x [01/May/2026] \"\x1b[35m\x1b[1mGET /a HTTP/1.1\x1b[0m\" 404 -",
            ["/a", "GET", "404"],
        ),
        (
            "[I 260501 11:47:47 web:2344] 201 POST /a (203.0.113.7) 1.20ms",
            ["/a", "POST", "201"],
        ),
        ("  --> GET /a 200 5ms 127b", ["/a", "GET", "200"]),
        // Scrapy, mitmproxy, HTTPie
        (
            "2026-05-01 10:00:00 [scrapy.core.engine] DEBUG: Crawled (404) <GET http://a.example/x> (referer: http://a.example/)",
            ["http://a.example/x", "GET", "404"],
        ),
        (
            "127.0.0.1:4461: DELETE http://a.example/x",
            ["http://a.example/x", "DELETE", ""],
        ),
        (
            "http PATCH http://a.example/x 'Host: b.example'",
            ["http://a.example/x", "PATCH", ""],
        ),
        // LTSV, logfmt
        (
            "time:01/May/2026:11:07:28 +0000\thost:203.0.113.7\treq:GET /a?b HTTP/1.1\tstatus:200\tvhost:a.example",
            ["//a.example/a?b", "GET", "200"],
        ),
        (
            "time=2026-05-01T11:07:28Z level=info method=POST host=a.example path=\"/a b\" status=302 referer=\"http://b.example/\"",
            ["//a.example/a%20b", "POST", "302"],
        ),
        (
            "method:GET\turi:/a\tquery:b=1\tstatus:200",
            ["/a?b=1", "GET", "200"],
        ),
        (
            "1777629600.123     45 203.0.113.7 TCP_MISS/302 1234 GET https://a.example/a - HIER_DIRECT/192.0.2.1 text/html",
            ["https://a.example/a", "GET", "302"],
        ),
        // Envoy and Istio, gospider, LinkChecker
        (
            "[2026-05-01T10:17:00.310Z] \"GET /a HTTP/1.1\" 200 - via_upstream - \"-\" 0 18 3 2 \"-\" \"agent/1\" \"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2\" \"a.example:8080\" \"10.0.2.1:80\" outbound|80||a.svc.local",
            ["//a.example:8080/a", "GET", "200"],
        ),
        (
            "[linkfinder] - [from: https://a.example/static/x.js] - ./y.js",
            ["https://a.example/static/y.js", "", ""],
        ),
        (
            "[linkfinder] - [from: https://a.example/static/x.js] - text/html",
            ["", "", ""],
        ),
        (
            "insert into linksdb(urlname,parentname,valid,result,url,line) values ('/a','https://a.example/b.txt',1,'404 Not Found','https://a.example/a',7);",
            ["https://a.example/a", "", "404"],
        ),
        // curl
        ("curl http://a.example/x", ["http://a.example/x", "GET", ""]),
        (
            "curl -H 'Referer: http://b.example/' -XPUT 'http://a.example/x y'",
            ["http://a.example/x%20y", "PUT", ""],
        ),
        (
            "curl 'http://a.example/x' --data-raw 'a=http://b.example/'",
            ["http://a.example/x", "POST", ""],
        ),
    ] {
        let found = read(line.trim_start());
        assert_eq!(found, Some(wanted.map(ToOwned::to_owned)), "{line}");
    }
}
