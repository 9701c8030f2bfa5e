//! Lines of any server, read by the grammar alone.

use crate::input::log::{self, LogEntry};
use bstr::ByteSlice;
use proptest::prelude::*;

/// URL, method and status of a line; nothing for those that it lacks.
fn read(line: &str) -> Option<[String; 3]> {
    let entry: LogEntry<'_> = log::any(line.as_bytes())?;
    let mut url = Vec::new();
    entry.write_url(None, &mut url);
    Some([&url, entry.method, entry.status].map(|text| text.to_str_lossy().into_owned()))
}

/// Compares all cases before it fails.
#[track_caller]
pub(super) fn assert_read(cases: &[(&str, [&str; 3])]) {
    let mut wrong = Vec::new();
    for (line, wanted) in cases {
        let found = read(line);
        if found != Some(wanted.map(ToOwned::to_owned)) {
            wrong.push(format!("{line}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_request_is_read_with_any_words_around_it() {
    assert_read(&[
        (
            r#"Anfrage GET "/a/b" von 192.0.2.1 beantwortet mit 404 in 3 ms"#,
            ["/a/b", "GET", "404"],
        ),
        (
            "requête POST /compte?x=1 de 192.0.2.1 : réponse 302",
            ["/compte?x=1", "POST", "302"],
        ),
        (
            "запрос GET /товар/7 от 192.0.2.1, ответ 200",
            ["/товар/7", "GET", "200"],
        ),
        ("受信 DELETE /u/9 応答 204", ["/u/9", "DELETE", "204"]),
        (
            "worker 7: PUT /u/9 took 31 ms -> 409",
            ["/u/9", "PUT", "409"],
        ),
        (
            "01/05 10:00 srv> PATCH '/u/9' (500)",
            ["/u/9", "PATCH", "500"],
        ),
        ("[http] get /v2/pets 200 (4ms)", ["/v2/pets", "get", "200"]),
        ("[ingress] `HEAD /ping` 200", ["/ping", "HEAD", "200"]),
        ("out: <OPTIONS /u> {405}", ["/u", "OPTIONS", "405"]),
        (r#""BREW /pot HTTP/1.1" 418 0"#, ["/pot", "BREW", "418"]),
        (r#"edge "GET /b HTTP/3" 206"#, ["/b", "GET", "206"]),
        (r#"asgi "GET /b 2" 503 12"#, ["/b", "GET", "503"]),
        (
            r#"x "POST /login HTTP/1.1 401 2.9us "agent" ""#,
            ["/login", "POST", "401"],
        ),
        (
            r#"x "GET /a?b=c d HTTP/1.1" 404 Not Found"#,
            ["/a?b=c%20d", "GET", "404"],
        ),
        (
            "+k7@x|GET /a HTTP/1.1|Host:a.example|Accept:*/*",
            ["//a.example/a", "GET", ""],
        ),
        (
            "job #12 fetched GET https://a.example/x with status 304",
            ["https://a.example/x", "GET", "304"],
        ),
        (
            "proxy (fd 5): POST http://a.example/x HTTP/1.1",
            ["http://a.example/x", "POST", ""],
        ),
        (
            "tunnel CONNECT a.example:443 HTTP/1.1 200",
            ["a.example:443", "CONNECT", "200"],
        ),
        (
            "Jan 2 03:04:05 fw filter: Request: a.example/x?y=1",
            ["//a.example/x?y=1", "", ""],
        ),
    ]);
}

#[test]
fn a_status_is_not_another_number() {
    assert_read(&[
        (
            "w GET /a 523 bytes in 204 ms (HTTP/1.1 200)",
            ["/a", "GET", "200"],
        ),
        (
            "[7] DELETE /a => made 50 bytes in 404 msecs (HTTP/1.1 204) 4 headers",
            ["/a", "DELETE", "204"],
        ),
        (
            "[client] GET https://a.example/a 403:Forbidden",
            ["https://a.example/a", "GET", "403"],
        ),
        (
            r#"[09/Mar/2026:07:41:12 +0000] a.example:8443 192.0.2.1:42989 "GET /a HTTP/1.1" 200 200 (0.202) 0"#,
            ["//a.example:8443/a", "GET", "200"],
        ),
        (
            r#"a.example - [2026-04-07T07:41:16.8Z] "GET /a HTTP/1.1" 200 0 0 "https://b.example/" "agent/1.2""#,
            ["//a.example/a", "GET", "200"],
        ),
        ("w GET /a Length: 200", ["/a", "GET", ""]),
        (
            "w GET /a => made 301 bytes, 302 ms, code 404",
            ["/a", "GET", "404"],
        ),
        ("w GET /a 404 200", ["/a", "GET", "404"]),
        (
            "1777629600.123 45 192.0.2.7 TCP_MISS/403 204 GET http://a.example/a -",
            ["http://a.example/a", "GET", "403"],
        ),
        (
            "192.0.2.7 NONE_NONE/400 301 GET http://a.example/a -",
            ["http://a.example/a", "GET", "400"],
        ),
        (
            "| 500 | 204ms | 192.0.2.7 | GET      \"/a\"",
            ["/a", "GET", "500"],
        ),
        ("192.0.2.7:5000 [401]: POST /a", ["/a", "POST", "401"]),
        ("192.0.2.7 200 523 - GET /a", ["/a", "GET", "200"]),
        (
            "[I 260501 11:47:47 web:2344] 201 POST /a (192.0.2.7) 1.20ms",
            ["/a", "POST", "201"],
        ),
        (
            "7 0.01 192.0.2.7 -> 192.0.2.8 HTTP 304 GET /a HTTP/1.1",
            ["/a", "GET", ""],
        ),
        ("pid 311 INFO GET /a", ["/a", "GET", ""]),
        ("box 311 GET /a", ["/a", "GET", ""]),
        (
            "status=404 size=200 \"GET /a HTTP/1.1\" 0.1",
            ["/a", "GET", "404"],
        ),
        (
            r#"x "GET /a HTTP/1.1" - 200 "-" "agent 404""#,
            ["/a", "GET", "200"],
        ),
    ]);
}

#[test]
fn a_status_is_told_from_numbers_like_it() {
    assert_read(&[
        (
            "1.1.1.1 - - [01/May/2026:10:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 upstream_status=502",
            ["/a", "GET", "200"],
        ),
        (
            "x \"GET /a\" upstream_status=502 status=200",
            ["/a", "GET", "200"],
        ),
        (
            "x \"GET /a\" status=200 upstream_status=502",
            ["/a", "GET", "200"],
        ),
        ("x GET /a in 350, 404", ["/a", "GET", "404"]),
        // Behind the name of a program, in a status line, before a request in quotes.
        (
            "2026-05-01T10:00:00Z   INFO - web: 200 GET /a 9.1ms",
            ["/a", "GET", "200"],
        ),
        (
            "May  1 10:00:00 box app[7]: 404 GET /a",
            ["/a", "GET", "404"],
        ),
        ("web: 404 - POST /a", ["/a", "POST", "404"]),
        ("pid: 200 GET /a", ["/a", "GET", ""]),
        ("Length: 200 GET /a", ["/a", "GET", ""]),
        (
            "HTTP/1.1 200     6.52 secs:     8231 bytes ==> GET  /a",
            ["/a", "GET", "200"],
        ),
        ("HTTP/2 404 0.3 s 204 bytes <- PUT /a", ["/a", "PUT", "404"]),
        (
            "[probe] [2026-05-01 10:00:00 +0000] 200 \"GET https://a.example/a\" 404",
            ["https://a.example/a", "GET", "200"],
        ),
        ("500 'GET /a' 204", ["/a", "GET", "500"]),
        ("192.0.2.7 404 \"GET /a\" 204", ["/a", "GET", "404"]),
        ("192.0.2.7 404 GET /a 204", ["/a", "GET", "404"]),
        ("box 200 \"GET /a\" 404", ["/a", "GET", "404"]),
        ("x GET /a \"HTTP/1.1 404 Not Found\"", ["/a", "GET", "404"]),
        ("404 in 3ms - GET /a", ["/a", "GET", "404"]),
        (
            "Completed 404 Not Found in 3ms for GET /a",
            ["/a", "GET", "404"],
        ),
        ("ERROR 500 on GET /a: boom", ["/a", "GET", "500"]),
        ("took 200 to GET /a", ["/a", "GET", ""]),
        ("[t] 204 \"GET /a HTTP/1.1\" 200 12", ["/a", "GET", "200"]),
        // Units apart from their numbers.
        (
            "2026-05-01T10:00:00Z GET 404 732.2 ms 2048 kB 99.13% /item/3",
            ["/item/3", "GET", "404"],
        ),
        ("PUT 201 12 s /item/3", ["/item/3", "PUT", "201"]),
    ]);
}

#[test]
fn a_request_is_one_of_a_known_form() {
    assert_read(&[
        ("x GET /login status=200 path=/", ["/login", "GET", "200"]),
        (
            "x POST /a Set-Cookie: a=b; Path=/ status=302",
            ["/a", "POST", "302"],
        ),
        ("x GET a.example b.example /x", ["//a.example/x", "GET", ""]),
        (
            "curl --request=DELETE https://a.example/x",
            ["https://a.example/x", "DELETE", ""],
        ),
        (
            "curl -T f https://a.example/x",
            ["https://a.example/x", "PUT", ""],
        ),
        (
            "curl -G -d q=1 https://a.example/x",
            ["https://a.example/x", "GET", ""],
        ),
        (
            "curl -sXDELETE https://a.example/x",
            ["https://a.example/x", "DELETE", ""],
        ),
    ]);
    for line in [
        "x \"Loading /a\" https://shop.example/b",
        "x \"NOT /a\" https://shop.example/b",
        "x \"See /a\" 200 https://shop.example/b",
        "$ head /etc/hosts",
        "root% patch /tmp/x",
        "box> delete /tmp/x",
    ] {
        assert_eq!(read(line), None, "{line}");
    }
}

#[test]
fn a_host_is_not_another_name() {
    let common = r#"- - [01/May/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5"#;
    let mut wrong = Vec::new();
    for (line, host) in [
        (format!("a.example 192.0.2.7 {common}"), "//a.example"),
        (
            format!("a.example:443 192.0.2.7 {common}"),
            "https://a.example:443",
        ),
        (format!("intranet 192.0.2.7 {common}"), "//intranet"),
        (format!("192.0.2.7 {common}"), ""),
        (format!("client.example {common}"), ""),
        (format!("2026-05-01T10:00:00.1Z 192.0.2.7 {common}"), ""),
        (format!("2026-05-01T10:00:00+02:00 ::1 {common}"), ""),
        (format!("[web] 192.0.2.7 {common}"), ""),
        (format!("{{app=\"shop\"}} 192.0.2.7 {common}"), ""),
        (format!("web-1  | 192.0.2.7 {common}"), ""),
        (format!("May  1 10:00:00 box nginx: 192.0.2.7 {common}"), ""),
        (
            format!("192.0.2.7 {common} \"http://r.example/\" \"agent\""),
            "",
        ),
        (
            format!("192.0.2.7 {common} \"http://r.example/\" \"agent\" \"a.example\""),
            "//a.example",
        ),
        (
            format!("192.0.2.7 {common} \"-\" \"-\" upstream: \"u.example\""),
            "",
        ),
        (format!("192.0.2.7 {common} vhost=a.example"), "//a.example"),
        (
            format!("192.0.2.7 {common} host=192.0.2.9:8080"),
            "//192.0.2.9:8080",
        ),
        (
            r#"192.0.2.7 a.example - [01/May/2026:10:00:00 +0000] "GET /a HTTP/1.1""#.into(),
            "//a.example",
        ),
        (
            r#"192.0.2.7 - - [01/May/2026:10:00:00 +0000] a.example "GET /a HTTP/1.1""#.into(),
            "//a.example",
        ),
        (
            "192.0.2.7 a.example:80 [2026-05-01T10:00:00Z] GET /a HTTP/1.1 200 5".into(),
            "http://a.example:80",
        ),
        (
            r#"net.pool:https://a.example:8443 "GET /a HTTP/1.1" 200"#.into(),
            "https://a.example:8443",
        ),
        (
            r#"https://a.example:8443 "GET /a HTTP/1.1" 200"#.into(),
            "https://a.example:8443",
        ),
        ("| 200 | a.example | GET /a".into(), "//a.example"),
        ("192.0.2.7 200 - GET /a a.example".into(), "//a.example"),
        ("uvicorn.access INFO GET /a".into(), ""),
        ("INFO billing.events GET /a 200".into(), ""),
        ("[warn] cart.store: GET /a 200".into(), ""),
        ("INFO www.shop.example GET /a 200".into(), "//www.shop.example"),
        (
            "[n] 2026-05-01T10:00:00Z x@127.0.0.1 <0.9.0> 3ef7 a.example 192.0.2.7 undefined GET /a 201".into(),
            "//a.example",
        ),
        ("192.0.2.7 a.example ann GET /a 201".into(), "//a.example"),
        ("a.example ::1 GET /a 201".into(), "//a.example"),
        (format!("192.0.2.7 {common} \"www.other.example\" \"x\""), ""),
        (format!("192.0.2.7 {common} \"-\" \"curl.app\""), ""),
        (format!("192.0.2.7 {common} \"a.example\" \"-\" \"agent\""), "//a.example"),
        (
            "192.0.2.7 - li.na [01/May/2026:10:00:00 +0000] \"GET /a HTTP/1.1\" 200 5".into(),
            "",
        ),
        ("app.py:45 - GET /a".into(), ""),
        ("[2026-05-01 10:00:00] local.INFO: GET /a".into(), ""),
        (
            r#"192.0.2.7 "a.example" "GET /a HTTP/1.1" 200"#.into(),
            "//a.example",
        ),
        ("t GET /a for client.example".into(), ""),
        (
            "t client: 192.0.2.7, request: \"GET /a HTTP/1.1\", host: \"a.example\"".into(),
            "//a.example",
        ),
    ] {
        let [url, ..] = read(&line).unwrap_or_default();
        if url != format!("{host}/a") {
            wrong.push(format!("{line}: {url}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn labels_may_be_written_in_any_way() {
    let mut cases = Vec::new();
    for line in [
        "method=GET path=/a status=404",
        "t method=GET, path=/a, status=404",
        "t method=GET,path=/a,status=404",
        "t |method:GET|path:/a|status:404",
        "t method: GET path: /a status: 404",
        "t Method: GET | Path: /a | Status: 404",
        "t method = GET path = /a status = 404",
        "t method => GET, path => /a, status => 404",
        r#"{:method=>"GET", :path=>"/a", :status=>404}"#,
        r#"{"method"=>"GET", "path"=>"/a", "status"=>"404"}"#,
        "t {'method': 'GET', 'path': '/a', 'status': 404}",
        "request{method=GET path=/a version=HTTP/1.1}: done status=404",
        "t [method=GET] [path=/a] [status=404]",
        "t (method: GET) (path: /a) (status: 404)",
        r#"at=info method="GET" path="/a" status="404""#,
        "path:/a\tstatus:404\tmethod:GET",
    ] {
        cases.push((line, ["/a", "GET", "404"]));
    }
    assert_read(&cases);
}

#[test]
fn columns_may_have_any_order() {
    assert_read(&[
        (
            "- GET http a.example \"/cart\" 200",
            ["http://a.example/cart", "GET", "200"],
        ),
        (
            "GET https a.example /cart 301",
            ["https://a.example/cart", "GET", "301"],
        ),
        ("GET | 200 | 12ms | /a", ["/a", "GET", "200"]),
        (
            "10:00:00 | 200 | 1.2ms | 192.0.2.7 | GET | /a | -",
            ["/a", "GET", "200"],
        ),
        ("192.0.2.7 /cart GET 404", ["/cart", "GET", "404"]),
        ("GET\ta.example\t/cart", ["//a.example/cart", "GET", ""]),
        (
            "2026-05-01T10:00:00Z\ta.example\tGET\t/l\t?a=b&c=0\t192.0.2.1",
            ["//a.example/l?a=b&c=0", "GET", ""],
        ),
    ]);
}

#[test]
fn lines_without_a_request_are_left() {
    for line in [
        "https://a.example/x?q=GET /y HTTP/1.1",
        "/search?q=GET /y",
        "GET /x HTTP/1.1",
        "[POST] /x",
        "a.example/x",
        "FORGET /x and go",
        "please get /etc/passwd from there",
        "a=1 b=2 c=3",
        "level=info path=/var/log/x.log size=7",
        "2026-05-01 10:00:00 10.0.0.5 GET /a b=1 443 - ::1 x - 200",
        "curl --help",
        "a note about GET and /x",
        "Completed 200 OK in 5ms",
        "Request: made by hand",
    ] {
        assert_eq!(read(line), None, "{line}");
    }
    // A URL in quotes is the Referer.
    let refused =
        r#"192.0.2.7 - - [01/May/2026:10:00:00 +0000] "\x16\x03" 400 0 "http://r.example/""#;
    assert_read(&[(refused, ["", "", ""])]);
}

/// Texts that may come before a request, in any number.
const PREFIXES: [&str; 12] = [
    "",
    "[web] ",
    "web-1  | ",
    "{app=\"shop\"} ",
    "INFO: ",
    "May  1 10:00:00 box app[7]: ",
    "2026-05-01T10:00:00.123Z ",
    "2026/05/01 10:00:00 ",
    "[2026-05-01 10:00:00,123] ",
    "[01/May/2026:10:00:00 +0000] ",
    "\x1b[32mlog\x1b[0m ",
    "stdout F ",
];

/// Requests: `%M` is the method, `%T` the target.
const REQUESTS: [&str; 8] = [
    "\"%M %T HTTP/1.1\"",
    "%M %T",
    "%M\t%T",
    "%M      \"%T\"",
    "<%M %T>",
    "[%M %T HTTP/2.0]",
    "%M | %T",
    "'%M %T'",
];

/// Statuses behind a request, and before it: `%S` is the number.
const BEHIND: [&str; 8] = [
    " %S",
    " - %S 523",
    " -> %S",
    " status=%S",
    " | Status: %S",
    " (HTTP/1.1 %S)",
    " took 3 ms, answered with %S OK",
    " %S 523 \"https://r.example/GET\" \"agent 404 (x)\"",
];
const BEFORE: [&str; 5] = [
    "[%S]: ",
    "%S - ",
    "| %S | 1.2ms | 192.0.2.7 | ",
    "TCP_HIT/%S 204 ",
    "%S 5230 - ",
];

proptest! {
    #[test]
    fn parts_in_any_order_are_read_alike(
        prefixes in proptest::collection::vec(proptest::sample::select(&PREFIXES[..]), 0..4),
        request in proptest::sample::select(&REQUESTS[..]),
        status_form in proptest::sample::select([&BEHIND[..], &BEFORE[..]].concat()),
        method in proptest::sample::select(&["GET", "POST", "PUT", "DELETE", "PATCH"][..]),
        target in "/[a-z0-9]{1,8}(/[a-z0-9._~-]{1,6}[a-z0-9]){0,2}(\\?[a-z]{1,5}=[a-z0-9%/]{0,5}[a-z0-9])?",
        status in proptest::sample::select(&["200", "204", "301", "404", "503"][..]),
    ) {
        let request = request.replace("%T", &target).replace("%M", method);
        let status_text = status_form.replace("%S", status);
        let mut line = prefixes.concat();
        line.push_str("192.0.2.7 ");
        if status_form.starts_with(' ') {
            line.push_str(&request);
            line.push_str(&status_text);
        } else {
            line.push_str(&status_text);
            line.push_str(&request);
        }
        let wanted = [target.as_str(), method, status].map(ToOwned::to_owned);
        prop_assert_eq!(read(&line), Some(wanted), "{}", line);
    }

    #[test]
    fn any_text_is_read_without_an_error(line in "[ -~\\t]{0,80}", bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        for line in [line.as_bytes(), &bytes] {
            if let Some(entry) = log::any(line) {
                let mut url = Vec::new();
                entry.write_url(None, &mut url);
            }
        }
    }

    #[test]
    fn the_usual_form_is_read_as_by_the_grammar(
        columns in "(192\\.0\\.2\\.7|::1|a\\.example:443 ::1|a\\.example 192\\.0\\.2\\.7|intranet 192\\.0\\.2\\.7) - (-|ann)",
        request in "(GET|POST|BREW) (/[a-z /.]{0,8}|https://b\\.example/) ?(HTTP/1\\.1|HTTP/2|)",
        answer in "[1-6]0[04] ([0-9]{1,4}|-)( [a-z]{1,2})?",
        behind in "( \"(-|https://r\\.example/[a-z]?|a\\.example)\" \"(-|agent/1 \\(x\\)|b\\.example)\"( \"c\\.example\")?)?",
    ) {
        let line = format!("{columns} [01/May/2026:10:00:00 +0000] \"{request}\" {answer}{behind}");
        let line = line.as_bytes();
        if let Some(entry) = log::common::common(line) {
            prop_assert_eq!(Some(format!("{entry:?}")), log::by_grammar(line).map(|entry| format!("{entry:?}")));
        }
    }
}
