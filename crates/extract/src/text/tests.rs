use super::*;
use proptest::prelude::*;
use urlsift_url::input::{Fields, FoundForm, Input};

/// Returns the URLs of a text, without a base or with one.
fn found(text: &str, base: Option<&str>) -> Vec<String> {
    let mut extractor = Extractor::new(base.map(|base| Url::parse(base).expect("is a URL")));
    let mut found = Vec::new();
    for line in text.split('\n') {
        extractor.line(line.as_bytes(), b'\n', &mut found);
    }
    String::from_utf8_lossy(&found)
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Open redirects, proxies and share links: the request is a URL as well as what it carries.
#[test]
fn a_path_that_carries_a_url_is_found_beside_it() {
    for (text, path) in [
        ("/out?to=URL", "/out?to=URL"),
        ("see /share?u=URL and more", "/share?u=URL"),
        ("- path: /out?a=1&to=URL", "/out?a=1&to=URL"),
        ("uri=/out?to=URL status=302", "/out?to=URL"),
        ("[x](/go?to=URL)", "/go?to=URL"),
        ("a { background: url(/img?src=URL) }", "/img?src=URL"),
        ("{\"path\":\"/proxy/URL\"}", "/proxy/URL"),
        ("{\"u\":\"\\/out?to=URL\"}", "/out?to=URL"),
        ("GET /proxy/URL HTTP/1.1", "/proxy/URL"),
        ("\"GET /out?to=URL HTTP/1.1\" 302 0", "/out?to=URL"),
        ("fetch('/share?u=URL')", "/share?u=URL"),
        ("go(`/share?u=URL`)", "/share?u=URL"),
        ("2026-11-29 /out?to=URL 302", "/out?to=URL"),
    ] {
        let url = "https://t.example/login";
        let [text, path] = [text, path].map(|text| text.replace("URL", url));
        assert_eq!(found(&text, None), [path.as_str(), url], "{text}");
        let base = Some("https://a.example/x");
        let completed = format!("https://a.example{path}");
        assert_eq!(found(&text, base), [completed.as_str(), url], "{text}");
    }
    for (text, path) in [
        ("{\"next\":\"/out?u=URL\"}", "/out?u=URL"),
        ("x = \"/out?u=URL&t=1\"", "/out?u=URL&t=1"),
        ("a: '/out?u=URL'", "/out?u=URL"),
        ("\"GET /out?u=URL HTTP/1.1\" 302 0", "/out?u=URL"),
        ("GET /out?a=1&u=URL HTTP/1.1", "/out?a=1&u=URL"),
        ("see /share?u=URL and more", "/share?u=URL"),
        ("[x](/go?to=URL)", "/go?to=URL"),
        ("uri=/out?to=URL status=302", "/out?to=URL"),
        ("/go/URL", "/go/URL"),
        ("fetch('/share?u=URL')", "/share?u=URL"),
    ] {
        for encoded in ["https%3A%2F%2Ft.example%2Fx", "https%3a%2f%2ft.example%2fx"] {
            let [text, path] = [text, path].map(|text| text.replace("URL", encoded));
            assert_eq!(
                found(&text, None),
                [path.as_str(), "https://t.example/x"],
                "{text}"
            );
        }
    }
    // One that is relative needs a base.
    for text in [
        "\"out.php?u=URL\"",
        "{\"link\":\"a/out.php?u=URL\"}",
        "x = './out?u=URL'",
    ] {
        for url in ["https://t.example/x", "https%3A%2F%2Ft.example%2Fx"] {
            let text = text.replace("URL", url);
            assert_eq!(found(&text, None), ["https://t.example/x"], "{text}");
            let both = found(&text, Some("https://a.example/"));
            assert_eq!(both.len(), 2, "{text}: {both:?}");
            assert!(
                both[0].starts_with("https://a.example/"),
                "{text}: {both:?}"
            );
            assert!(both[0].ends_with(url), "{text}: {both:?}");
        }
    }
    for text in [
        "and/or:URL",
        "a/b?c URL",
        "//cdn.example: URL",
        "/URL",
        "x/y=URL",
        "see /docs,URL",
    ] {
        let text = text.replace("URL", "https://t.example/login");
        assert_eq!(found(&text, None), ["https://t.example/login"], "{text}");
    }
}

#[test]
fn absolute_urls_are_found_in_any_text() {
    for (text, wanted) in [
        (
            "[url] - [code-200] - https://a.example/x?b=c&d=e",
            &["https://a.example/x?b=c&d=e"][..],
        ),
        (
            "(see https://a.example/x_(y)), and https://a.example/a,b;c.",
            &["https://a.example/x_(y)", "https://a.example/a,b;c"],
        ),
        (
            "{\"u\":\"https:\\/\\/a.example\\/x\\u0026y=1\",\"n\":1}",
            &["https://a.example/x&y=1"],
        ),
        (
            "https://a.example/x\\nhttps://b.example/y",
            &["https://a.example/x", "https://b.example/y"],
        ),
        (
            "http://[::1]:80/p http://ann:pw@h/p ftp://f.example/x",
            &[
                "http://[::1]:80/p",
                "http://ann:pw@h/p",
                "ftp://f.example/x",
            ],
        ),
        (
            "www.example.com/a example.com/b 192.0.2.7/c example.com",
            &["www.example.com/a", "example.com/b", "192.0.2.7/c"],
        ),
        (
            "https://a.example/ü。次 https://b.example/、",
            &["https://a.example/ü", "https://b.example/"],
        ),
        (
            "https://web.example/2020/http://b.example/x",
            &["https://web.example/2020/http://b.example/x"],
        ),
        (
            "https://a.example/,https://b.example/|http://c.example/",
            &[
                "https://a.example/",
                "https://b.example/",
                "http://c.example/",
            ],
        ),
        (
            "https://a.example/{id}/x https://a.example/[x] {https://a.example/}",
            &[
                "https://a.example/{id}/x",
                "https://a.example/[x]",
                "https://a.example/",
            ],
        ),
        (
            "https://a.example/x'\"--> https://a.example/it's",
            &["https://a.example/x", "https://a.example/it's"],
        ),
        (
            "`https://a.example/x` **https://a.example/y** [t](https://a.example/z)",
            &[
                "https://a.example/x",
                "https://a.example/y",
                "https://a.example/z",
            ],
        ),
        (
            "curl 'https://a.example/a b' -H \"x\"",
            &["https://a.example/a"],
        ),
        (
            "x=https://a.example/?u=https://b.example/",
            &["https://a.example/?u=https://b.example/"],
        ),
        (
            "javascript:alert(1) mailto:a@b.example data:text/plain,x a:// :// http://",
            &[],
        ),
        (
            "https://a.example/?a=1&amp;b=2",
            &["https://a.example/?a=1&amp;b=2"],
        ),
    ] {
        assert_eq!(found(text, None), wanted, "{text}");
    }
}

#[test]
fn a_path_with_a_url_in_its_query_is_found_with_that_url() {
    let both = &[
        "https://s.example/r?to=https://a.example/x",
        "https://a.example/x",
    ][..];
    let inner = &["https://a.example/x"][..];
    for (text, wanted) in [
        ("\"GET /r?to=https://a.example/x HTTP/1.1\" 302", both),
        ("GET /r?to=https://a.example/x 302", both),
        ("fetch(\"/r?to=https://a.example/x\")", both),
        ("{\"path\":\"/r?to=https://a.example/x\"}", both),
        ("location = '/r?to=https://a.example/x'", both),
        ("\"./r?to=https://a.example/x\"", both),
        ("see /r?to=https://a.example/x", both),
        ("\"x?to=https://a.example/x\"", inner),
    ] {
        assert_eq!(found(text, Some("https://s.example/")), wanted, "{text}");
    }
}

#[test]
fn pages_have_links_of_all_kinds() {
    let page = "<!DOCTYPE html PUBLIC \"x\" \"http://www.w3.org/TR/x.dtd\">\n\
                <svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n\
                <a class=big href=\"/a b?x=1&amp;y=2\">A</a> <a href='c.html'>see https://t.example/x</a>\n\
                <img src=//cdn.example/i.png srcset=\"s.png 1x, /t.png 2x\"> <a href=\"#top\"> <a href=\"mailto:a@b.example\">\n\
                <style>p { background: url(/bg.png) }</style><script>fetch(\"/api/v1\"); var x = 'https:\\/\\/e.example\\/p';</script>";
    let plain = [
        "/a%20b?x=1&y=2",
        "https://t.example/x",
        "//cdn.example/i.png",
        "/t.png",
        "/bg.png",
        "/api/v1",
        "https://e.example/p",
    ];
    assert_eq!(found(page, None), plain);
    let resolved = [
        "https://s.example/a%20b?x=1&y=2",
        "https://s.example/dir/c.html",
        "https://t.example/x",
        "https://cdn.example/i.png",
        "https://s.example/dir/s.png",
        "https://s.example/t.png",
        "https://s.example/bg.png",
        "https://s.example/api/v1",
        "https://e.example/p",
    ];
    assert_eq!(
        found(page, Some("https://s.example/dir/page.html")),
        resolved
    );
    let with_base = format!("<head><base href=\"https://s.example/dir/\"></head>\n{page}");
    assert_eq!(found(&with_base, None), resolved);
    let mut extractor = Extractor::new(None);
    extractor.line(b"<a href=b.html><a href=?x>", b'\n', &mut Vec::new());
    assert_eq!(extractor.relative(), 2);
}

#[test]
fn other_texts_have_their_own_ways() {
    for (text, wanted) in [
        (
            "User-agent: *\nDisallow: /admin/ # no\nAllow: /*.css$\nDisallow:\nSitemap: https://a.example/s.xml",
            &["/admin/", "/*.css", "https://a.example/s.xml"][..],
        ),
        (
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://a.example/x?a=1&amp;b=2</loc></url>",
            &["https://a.example/x?a=1&b=2"],
        ),
        (
            "203.0.113.7 - - [01/May/2026:10:00:00 +0000] \"GET /x?y=1 HTTP/1.1\" 200 5 \"https://r.example/\" \"Mozilla/5.0\"",
            &["/x?y=1", "https://r.example/"],
        ),
        (
            "axios.get(`/api/${id}/x`); load('../no/base.js'); s = \"text/html\"; r = /re/g; // a comment",
            &["/api/${id}/x"],
        ),
        (
            "open('//cdn.example.com/a.js'); x = \"//\"; y = '/'; z = \"/>\"",
            &["//cdn.example.com/a.js"],
        ),
        (
            "&lt;a href=&quot;https://a.example/&quot;&gt;",
            &["https://a.example/"],
        ),
    ] {
        assert_eq!(found(text, None), wanted, "{text}");
    }
    assert_eq!(
        found("load('../lib/a.js')", Some("https://a.example/x/y/z")),
        ["https://a.example/x/lib/a.js"]
    );
}

#[test]
fn regular_expressions_are_not_urls() {
    for text in [
        r"{re:/\/foo\/bar/,x:1}",
        r"{test:/\/\/cdn\.x/}",
        r"a=b?/\/a/:/\/b\/c/",
        r"match:/\/node_modules\//",
        r"use:[{test:/\/\.css$/}]",
        r"case x:/\/api\/v1/.test(u)",
        r"{route:/\/(\d+)\/edit/i,y}",
        r"exclude:/\/dist\/|\/build\//",
        r"return e?n:/\/\*/.exec(t)",
        r#"{"source":"re:/\\/foo\\/bar/"}"#,
    ] {
        assert_eq!(found(text, Some("https://s.example/")), [""; 0], "{text}");
    }
    for text in [
        r"x='https:\/\/a.example\/b'",
        r#"{"u":"https:\\/\\/a.example\\/b"}"#,
    ] {
        assert_eq!(found(text, None), ["https://a.example/b"], "{text}");
    }
}

#[test]
fn placeholders_of_scripts_stay_as_they_are() {
    let base = Some("https://s.example/dir/");
    for (text, wanted) in [
        ("fetch(`/items/${i}`)", "https://s.example/items/${i}"),
        (
            "fetch(`/a/${id}/b?c=${d}`)",
            "https://s.example/a/${id}/b?c=${d}",
        ),
        (
            "fetch(`ajax/${id}/list`)",
            "https://s.example/dir/ajax/${id}/list",
        ),
        ("fetch('/a/{id}')", "https://s.example/a/%7Bid%7D"),
    ] {
        assert_eq!(found(text, base), [wanted], "{text}");
    }
}

#[test]
fn requests_in_texts_have_their_method() {
    for (text, wanted) in [
        ("POST /api/items HTTP/1.1", &["POST /api/items"][..]),
        ("GET /api/items HTTP/1.1", &["/api/items"]),
        ("POST https://a.example/x", &["POST https://a.example/x"]),
        (
            "`DELETE https://a.example/x/1`",
            &["DELETE https://a.example/x/1"],
        ),
        (
            "our new BLOG POST https://a.example/x",
            &["https://a.example/x"],
        ),
        ("POST\nhttps://a.example/x", &["https://a.example/x"]),
        (
            "203.0.113.7 - - [01/May/2026:10:00:00 +0000] \"POST /x?y=1 HTTP/1.1\" 200 5",
            &["POST /x?y=1"],
        ),
        ("COPY /app /srv", &[]),
        (
            "axios.post(\"/a\"); axios.get('/b'); cache.delete('/c'); $.post('api/d')",
            &["POST /a", "/b", "/c", "POST https://s.example/api/d"],
        ),
        (
            "fetch('/a', {method: 'PUT'}); fetch('/b')",
            &["PUT /a", "/b"],
        ),
        (
            "$.ajax({url: '/a', type: \"POST\"}); x.open('PATCH', '/b')",
            &["POST /a", "PATCH /b"],
        ),
        (
            "axios.delete('https://a.example/x')",
            &["DELETE https://a.example/x"],
        ),
    ] {
        let on_base = |line: &&str| {
            let (method, path) = line
                .rsplit_once(' ')
                .map_or(("", *line), |(method, path)| (method, path));
            let method = if method.is_empty() {
                String::new()
            } else {
                format!("{method} ")
            };
            let host = if path.starts_with('/') {
                "https://s.example"
            } else {
                ""
            };
            format!("{method}{host}{path}")
        };
        let wanted: Vec<String> = wanted.iter().map(on_base).collect();
        assert_eq!(found(text, Some("https://s.example/")), wanted, "{text}");
    }
}

#[test]
fn calls_of_curl_have_method_and_body() {
    let text = "Create one:\n\n    curl -X POST 'https://a.example/items' \\\r\n      -H 'Referer: https://r.example/' \\\n      -d '{\n  \"name\": \"x\"\n}'\n\n\
                curl -X DELETE https://a.example/items/1; curl https://a.example/items\n\
                <p>curl it's fine</p> https://b.example/\ncurl -d 'open https://c.example/\nhttps://d.example/";
    let wanted = [
        "POST https://a.example/items\t{ \"name\": \"x\" }",
        "https://r.example/",
        "DELETE https://a.example/items/1",
        "https://a.example/items",
        "https://b.example/",
        "https://c.example/",
        "https://d.example/",
    ];
    let mut found = Vec::new();
    let mut extractor = Extractor::new(None);
    assert_eq!(
        extractor.text(text.as_bytes(), true, b'\n', &mut found),
        text.len()
    );
    assert_eq!(
        String::from_utf8_lossy(&found).lines().collect::<Vec<_>>(),
        wanted
    );
    let mut plain = Vec::new();
    let wanted = RequestParts {
        method: false,
        status: false,
    };
    Extractor::new(None)
        .request_parts(wanted)
        .text(text.as_bytes(), true, b'\n', &mut plain);
    assert!(
        plain.starts_with(b"https://a.example/items\nhttps://r.example/\n"),
        "{}",
        plain.escape_ascii()
    );
}

/// Time never grows faster than the line.
#[test]
fn hostile_lines_take_no_longer_than_others() {
    let start = std::time::Instant::now();
    for (before, again) in [
        ("https://a.example/", ")"),
        ("https://a.example/", "(a)"),
        ("<a ", "href= "),
        ("<a ", "href=\"x\" "),
        ("", "a://b/"),
        ("", "https://a.example/,"),
        ("x\\", "\\\\"),
        ("<", "&amp;<"),
        ("<img srcset='", "a b,"),
        ("\"/", "'\"/"),
        ("www.", "a."),
        ("", "\"a/b\","),
        ("x(\"", "a/"),
        ("x(`", "${a}/"),
        ("`", "${"),
        ("", "+\"a/b.js\""),
        ("", "(\"a/b\""),
        ("", "%3A%2F%2F"),
        ("", "a%3A%2F%2F "),
        ("Link: ", "</x>,"),
        ("Link: ", "<"),
        ("sourceMappingURL=", "sourceMappingURL="),
        ("", "@import \"a\" "),
        ("", "url("),
        ("<object ", "data=x "),
        ("define([", "\"a/b\","),
        ("", "axios.post(\"/a\","),
        ("", "fetch(\"/a\",{"),
        ("", "{url:\"/a\",method:\""),
        ("", "POST /a "),
        ("", "curl -d '"),
        ("", "curl -X POST https://a.example/x;"),
    ] {
        let line = before.to_owned() + &again.repeat((1 << 20) / again.len());
        Extractor::new(None).line(line.as_bytes(), b'\n', &mut Vec::new());
        let lines = line.replace(' ', "\n");
        Extractor::new(None).text(lines.as_bytes(), true, b'\n', &mut Vec::new());
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_line_gives_an_answer(
        bytes in proptest::collection::vec(any::<u8>(), 0..60),
        text in r#"[a-z/:."'<>=&;\\ (){}#?,u0-9-]{0,60}"#,
        start in prop::sample::select(vec!["", "<a href=", "https://", "\"/", "Disallow: /", "&#x", "srcset='"]),
    ) {
        for line in [bytes, format!("{start}{text}").into_bytes()] {
            let mut found = Vec::new();
            Extractor::new(None).line(&line, b'\n', &mut found);
            prop_assert!(found.is_empty() || found.ends_with(b"\n"));
            prop_assert!(!found.starts_with(b"\n") && !found.contains_str("\n\n"));
        }
    }

    /// The filter reads the same URL in a line as the extractor.
    #[test]
    fn a_url_is_the_same_for_the_filter(
        word in "(|see|URL|urls\\.txt|12|[А-Я][а-я]{2,6}|链接|リンク|주소|رابط)",
        glue in "( |:|: |：|=|\\[|\\(|<|「|【|“|→|\\|| - |\\*|#|\\[200\\])",
        url in "(https?|ftp|wss)://[a-z]{1,8}\\.example(/[a-z0-9]{1,6}){0,3}(\\?[a-z]{1,4}=[a-z0-9]{1,4})?",
        behind in "(| |\\.|,|\\)|\\]|」|】|”|。|，谢谢| \\[200\\]|\t404| \\(at 14:10\\)|،|।)",
    ) {
        let line = format!("{word}{glue}{url}{behind}");
        let extracted = found(&line, None);
        prop_assert_eq!(extracted.first(), Some(&url), "{}", &line);
        let mut buffer = Vec::new();
        let fields = Fields::new(Input::Lines);
        let filtered = fields.embedded(line.as_bytes(), FoundForm::default(), &mut buffer);
        let filtered = filtered.map(|text| text.bytes(&buffer).to_vec());
        prop_assert_eq!(filtered, Some(url.into_bytes()), "{}", &line);
    }
}

/// Returns the lines of a whole text.
fn found_in_text(text: &str) -> Vec<String> {
    let base = Url::parse("https://a.example/x/").expect("is a URL");
    let mut extractor = Extractor::new(Some(base));
    let mut found = Vec::new();
    extractor.text(text.as_bytes(), true, b'\n', &mut found);
    let found = String::from_utf8_lossy(&found);
    found.lines().map(str::to_owned).collect()
}

#[test]
fn forms_and_attributes_of_frameworks_are_requests() {
    for (text, wanted) in [
        (
            "<form action=\"/submit\" method=post><input name=q><input type=hidden name=csrf></form>",
            &["POST https://a.example/submit\tq=&csrf="][..],
        ),
        (
            "<form method=get action=find>\n<input name=term>\n<select name=s></select>\n</form>\n<a href=/b>",
            &["https://a.example/x/find?term=&s=", "https://a.example/b"],
        ),
        (
            "<form\n action=\"/f\"\n method=\"POST\">\n<textarea\n name=t></textarea>",
            &["POST https://a.example/f\tt="],
        ),
        (
            "<form action=/a method=post><button name=go formaction=/b></form>",
            &[
                "POST https://a.example/a\tgo=",
                "POST https://a.example/b\tgo=",
            ],
        ),
        ("<button formaction=\"/fa\">", &["https://a.example/fa"]),
        ("<a hx-post=\"/save\">", &["POST https://a.example/save"]),
        (
            "<a hx-get=/more hx-delete=/it>",
            &["https://a.example/more", "DELETE https://a.example/it"],
        ),
        (
            "<a href=/it data-method=delete>",
            &["DELETE https://a.example/it"],
        ),
        (
            "<a ping=/ping href=/b>",
            &["POST https://a.example/ping", "https://a.example/b"],
        ),
        ("<div data-url=\"/d\">", &["https://a.example/d"]),
        ("<form action=\"javascript:x()\"><input name=q></form>", &[]),
        (
            "<p>a</p><form action=/open><input name=q",
            &["https://a.example/open?q="],
        ),
    ] {
        assert_eq!(found_in_text(text), wanted, "{text}");
    }
}

#[test]
fn routes_of_routers_are_found() {
    for (text, wanted) in [
        (
            r#"{path:"/settings/:tab(\\d+)?"}"#,
            &["https://a.example/settings/:tab"][..],
        ),
        (
            r#"{path:"/u/:id(\\d+)/edit",x:"/y"}"#,
            &["https://a.example/u/:id/edit", "https://a.example/y"],
        ),
        (r"app.get('/u/{id:\\d+}')", &["https://a.example/u/{id}"]),
        (
            r##"go("#/dashboard/admin")"##,
            &["https://a.example/x/#/dashboard/admin"],
        ),
        ("<a href=\"#!/users\">", &["https://a.example/x/#!/users"]),
        ("<a href=\"#top\"> x = '#fff'", &[]),
        (
            "fetch('/api/p/'+id,{method:'PUT'})",
            &["PUT https://a.example/api/p/"],
        ),
        ("fetch('/api/p/'+id)", &["https://a.example/api/p/"]),
    ] {
        let found = found_in_text(text);
        let found: Vec<String> = found
            .iter()
            .map(|url| url.replace("%7B", "{").replace("%7D", "}"))
            .collect();
        assert_eq!(found, wanted, "{text}");
    }
}
