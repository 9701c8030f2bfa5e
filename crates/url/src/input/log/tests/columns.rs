//! Requests whose parts are pieces of their own, or beside labels.

use super::lines::assert_read;

#[test]
fn parts_may_be_far_from_each_other() {
    assert_read(&[
        (
            r#"[24/Apr/2026:09:12:47 +0800] 192.0.2.195 98 "-" "HTTP/1.1" "GET" "api.shop.example" "/login" 200 20480 HIT "agent/5.0" "-" 192.0.2.77"#,
            ["//api.shop.example/login", "GET", "200"],
        ),
        (
            r#"2026-03-01T10:00:00Z 192.0.2.9 "-" "-" GET TLSv1.2 shop.example HTTP/1.1 200 0 405 0 809 192.0.2.20 80 2 "-" SERVER DEFAULT x /search "q=chair" "-""#,
            ["//shop.example/search?q=chair", "GET", "200"],
        ),
        (
            r#"192.0.2.7 "/login" "POST" "HTTP/2.0" "a.example" 302"#,
            ["//a.example/login", "POST", "302"],
        ),
        (
            r#""a.example" | "DELETE" | "/u/7" | 204"#,
            ["//a.example/u/7", "DELETE", "204"],
        ),
        (
            r#"20260708074129 192.0.2.7 a.example /u/7 618 22 2 200 https://b.example/ 608 "agent/1.2" GET HTTPS hit 45868"#,
            ["//a.example/u/7", "GET", "200"],
        ),
        (
            "PUT miss a.example /u/7 409 https://a.example/p",
            ["//a.example/u/7", "PUT", "409"],
        ),
        (
            "2026-05-13T07:41:27.240Z|5e3c|192.0.2.8|ann|GET|/books/4|200|-1|618|agent/5.0 (X11; Linux)",
            ["/books/4", "GET", "200"],
        ),
        (
            "x request{method=GET host=\"a.example\" route=/v3/rows query_parameters=filter=b&cursor=2 status_code=200}",
            ["//a.example/v3/rows?filter=b&cursor=2", "GET", "200"],
        ),
        (
            "edge HTTP/2 PATCH cache miss https a.example /u/7 409",
            ["https://a.example/u/7", "PATCH", "409"],
        ),
        (
            "10:00:00 HTTP/1.1 500 GET served by backend /a \"?x=1\"",
            ["/a", "GET", "500"],
        ),
        (
            "PUT 'a.example' '/b' HTTP/1.1 201",
            ["//a.example/b", "PUT", "201"],
        ),
        ("192.0.2.7, \"HEAD\", \"/b\", 304", ["/b", "HEAD", "304"]),
        (
            "[GET] 200 shop.example/login clientIP=\"203.0.113.217\" requestID=77",
            ["//shop.example/login", "GET", "200"],
        ),
        (
            "(POST) 403 a.example:8080/x?y=1 region=eu",
            ["//a.example:8080/x?y=1", "POST", "403"],
        ),
        ("x DELETE: /u/7 (204)", ["/u/7", "DELETE", "204"]),
        ("{PUT} {/u/7} {409}", ["/u/7", "PUT", "409"]),
        ("x 'GET' '/b' 'HTTP/1.1' '206'", ["/b", "GET", "206"]),
        (
            "LEEF:1|a|b|devTime=May 01\tmethod=GET\turl=a.example/b\tstatus=200",
            ["//a.example/b", "GET", "200"],
        ),
        (
            "t requestmethod:GET|requesturl:a.example/b|responsestatus:200",
            ["//a.example/b", "GET", "200"],
        ),
        (
            "10:00:00 | PUT | 409 | a.example/x",
            ["//a.example/x", "PUT", "409"],
        ),
    ]);
}

#[test]
fn an_upstream_is_not_the_target() {
    for upstream in ["-", "/", "http://192.0.2.9:3000", "192.0.2.9:3000"] {
        let line = format!(r#"a.example PUT {upstream} "/p/7" HTTP/1.1 "agent/8" 200 0 0.08"#);
        assert_read(&[(&line, ["//a.example/p/7", "PUT", "200"])]);
    }
}

#[test]
fn a_status_is_read_in_colours_brackets_and_with_its_reason() {
    assert_read(&[
        (
            "t=1 level=info msg=\"GET /u/44 (500) 190.2ms\"",
            ["/u/44", "GET", "500"],
        ),
        ("msg=\"POST /u [201] in 3ms\"", ["/u", "POST", "201"]),
        ("say 'PUT /u <409>'", ["/u", "PUT", "409"]),
        (
            "2026/03/01 10:00:00 [D] |  192.0.2.9|\x1b[97;42m 200 \x1b[0m| 697ms| match|\x1b[97;44m GET \x1b[0m /a/1 r:/a/:id",
            ["/a/1", "GET", "200"],
        ),
        (
            "x \x1b[32mPOST\x1b[0m /a \x1b[33m302\x1b[0m 5 ms",
            ["/a", "POST", "302"],
        ),
        ("[x] | 404 | nomatch | GET /a", ["/a", "GET", "404"]),
        (
            "204 No Content: DELETE - /u/23 in 284ms",
            ["/u/23", "DELETE", "204"],
        ),
        ("10:00:00 404 Not Found - GET /x", ["/x", "GET", "404"]),
        (
            "[500 Internal Server Error] POST /x 3ms",
            ["/x", "POST", "500"],
        ),
        ("(200 OK) | PUT | /x", ["/x", "PUT", "200"]),
        (
            "[HTTP] 200 - GET /v1/login - 203.0.113.46:55728 - Agent/5.0 (X11) Kit/537.36",
            ["/v1/login", "GET", "200"],
        ),
        ("pid 200 Started GET /x", ["/x", "GET", ""]),
        ("pid 200 Worker: GET /x", ["/x", "GET", ""]),
    ]);
}

#[test]
fn a_labelled_url_needs_no_scheme() {
    assert_read(&[
        (
            "time=1 hostname=a.example\turl=a.example/p/135\tmethod=GET\tstatus=200",
            ["//a.example/p/135", "GET", "200"],
        ),
        (
            "x url=a.example/p requestmethod=PUT statuscode=\"200\" refererURL=t.example/links responsesize=99",
            ["//a.example/p", "PUT", "200"],
        ),
        (
            "2026:03:08-09:12:20 fw-1 proxy[5302]: id=\"0001\" name=\"http access\" method=\"GET\" statuscode=\"200\" url=\"https://a.example/x\"",
            ["https://a.example/x", "GET", "200"],
        ),
        (
            "CEF:0|a|b|1|2|3|4|cs2Label=Some Text request=a.example/a requestMethod=PUT cn1=200 cn1Label=HTTP Status",
            ["//a.example/a", "PUT", "200"],
        ),
        (
            "CEF:0|a|b|1|2|3|4|cn2Label=Response Code cn2=404 request=https://a.example/a requestMethod=GET",
            ["https://a.example/a", "GET", "404"],
        ),
        (
            "date=2026-03-12 time=09:12:30 log=x http_method=get http_retcode=200 http_host=\"t.example\" http_url=\"/a\"",
            ["//t.example/a", "GET", "200"],
        ),
        ("t verb: GET route: /a code: 404", ["/a", "GET", "404"]),
        (
            "x httpmethod=POST;uri=a.example;responsecode=301",
            ["//a.example/", "POST", "301"],
        ),
        (
            "x{method=GET uri=/c;jsessionid=AB12} status=200",
            ["/c;jsessionid=AB12", "GET", "200"],
        ),
        ("x method=GET;uri=/c;status=200", ["/c", "GET", "200"]),
        (
            "x | requestMethod: HEAD | requestUrl: a.example/b | responseStatus: 304",
            ["//a.example/b", "HEAD", "304"],
        ),
    ]);
}

#[test]
fn a_target_with_blanks_ends_at_its_quote_or_its_version() {
    assert_read(&[
        (
            "x \"GET /old http HTTP/1.1\" 200 5",
            ["/old%20http", "GET", "200"],
        ),
        (
            "x GET /my file.txt HTTP/1.1 200 5",
            ["/my%20file.txt", "GET", "200"],
        ),
        ("x \"GET /my file\" 404 5", ["/my%20file", "GET", "404"]),
        ("x \"GET /a 1.1\" 200 5", ["/a", "GET", "200"]),
        ("x GET /a - 200 HTTP/1.1", ["/a", "GET", "200"]),
        (
            "x GET /a a.example HTTP/1.1 200",
            ["//a.example/a", "GET", "200"],
        ),
    ]);
}
