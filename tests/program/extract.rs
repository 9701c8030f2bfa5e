//! `--extract`: the URLs in any text, each a line.

use std::collections::HashSet;
use std::fs;
use std::io::Write;

use crate::program::{kept, outcome, run};

/// All URLs of a sample, without merging what is similar.
fn extracted(arguments: &[&str], name: &str) -> Vec<String> {
    let file = format!("testdata/formats/{name}");
    let arguments = [
        &["-q", "--literal", "-t", "100", "--extract"],
        arguments,
        &[&file],
    ]
    .concat();
    String::from_utf8(kept(&arguments, b""))
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn texts_of_all_kinds_hold_urls() {
    for (name, wanted) in [
        (
            "page.html",
            &[
                "/css/site.css",
                "//cdn.example.net/app.js",
                "/user/1?item=a&page=2",
                "/img/small.png",
                "/img/large.png",
                "/img/back.png",
                "https://docs.example.com/start_(first)",
            ][..],
        ),
        (
            "script.js",
            &[
                "https://api.example.com/v1/users",
                "/api/orders/",
                "/api/orders/${id}/items?all=1&page=2",
                "//cdn.example.net/lib.js",
            ],
        ),
        (
            "robots.txt",
            &[
                "/admin/",
                "/search?q=",
                "/search/help",
                "https://www.example.com/sitemap.xml",
            ],
        ),
        (
            "sitemap.xml",
            &[
                "https://www.example.com/list?page=1&sort=up",
                "https://www.example.com/about",
            ],
        ),
        (
            "access.log",
            &[
                "/user/1",
                "https://www.example.com/",
                "/user/2",
                "POST /login",
                "https://www.example.com/login",
            ],
        ),
        (
            "nuclei.txt",
            &[
                "https://www.example.com/user/1",
                "https://www.example.com/user/2",
                "https://www.example.com/login",
            ],
        ),
        (
            "hakrawler.jsonl",
            &[
                "https://www.example.com/user/1",
                "https://www.example.com/",
                "https://www.example.com/user/2",
                "https://www.example.com/login",
            ],
        ),
    ] {
        assert_eq!(extracted(&[], name), wanted, "{name}");
    }
}

#[test]
fn a_base_completes_what_names_no_host() {
    let found = extracted(&["--base", "https://www.example.com/shop/"], "page.html");
    let wanted = [
        "https://www.example.com/css/site.css",
        "https://cdn.example.net/app.js",
        "https://www.example.com/user/1?item=a&page=2",
        "https://www.example.com/shop/user/2",
        "https://www.example.com/img/small.png",
        "https://www.example.com/img/large.png",
        "https://www.example.com/img/back.png",
        "https://docs.example.com/start_(first)",
    ];
    assert_eq!(found, wanted);
    let note = outcome(&run(&["--extract", "testdata/formats/page.html"], b"")).2;
    assert_eq!(
        note,
        "urlsift: testdata/formats/page.html: 1 relative link is skipped: --base URL completes it\n"
    );
}

#[test]
fn what_is_extracted_is_filtered_like_lines() {
    let text =
        "see https://a.example/user/1, https://a.example/user/2 and https://a.example/logo.png";
    let found = |arguments: &[&str]| {
        String::from_utf8(kept(
            &[&["-q", "--extract"], arguments].concat(),
            text.as_bytes(),
        ))
        .unwrap()
    };
    assert_eq!(
        found(&[]),
        "https://a.example/user/1\nhttps://a.example/logo.png\n"
    );
    assert_eq!(
        found(&["--not-ext", "static", "-z"]),
        "https://a.example/user/1\0"
    );
    assert_eq!(
        found(&["--two-pass", "--dropped"]),
        "https://a.example/user/2\n"
    );
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let packed = gzip.finish().unwrap();
    assert_eq!(kept(&["-q", "--extract"], &packed), found(&[]).into_bytes());
}

#[test]
fn relative_paths_in_scripts_are_found_for_a_reason_and_counted_otherwise() {
    let script = r#"axios.post("api/users/delete"),fetch("auth/login.php"),$.get("ajax/getSecrets.aspx?id="),x(`v1/a/${id}`)
        require("lodash/map"), type = "text/html", zone = "Europe/Berlin", x("group/member"), y("group/other")
        @import "theme.css"; //# sourceMappingURL=app.js.map
        next=https%3A%2F%2Fb.example%2Fx%3Fy%3D1 <object data="movie.swf">"#;
    let found = [
        "POST https://a.example/app/api/users/delete",
        "https://a.example/app/auth/login.php",
        "https://a.example/app/ajax/getSecrets.aspx?id=",
        "https://a.example/app/v1/a/${id}",
        "https://a.example/app/theme.css",
        "https://a.example/app/app.js.map",
        "https://b.example/x?y=1",
        "https://a.example/app/movie.swf",
    ];
    let note = "urlsift: stdin: 2 quoted texts look like paths and are left out, such as \"group/member\"\n";
    let options = ["--extract", "--literal", "-t", "100"];
    let based = [&options[..], &["--base", "https://a.example/app/"]].concat();
    let wanted = (Some(0), found.join("\n") + "\n", note.to_owned());
    assert_eq!(outcome(&run(&based, script.as_bytes())), wanted);
    let relative = "urlsift: stdin: 7 relative links are skipped: --base URL completes them\n";
    let wanted = (
        Some(0),
        "https://b.example/x?y=1\n".to_owned(),
        format!("{relative}{note}"),
    );
    assert_eq!(outcome(&run(&options, script.as_bytes())), wanted);
    assert_eq!(
        outcome(&run(&[&based[..], &["-q"]].concat(), script.as_bytes())).2,
        ""
    );
    let stats = outcome(&run(
        &[&options[..], &["--stats=json"]].concat(),
        script.as_bytes(),
    ))
    .2;
    assert!(
        stats.contains("\"relative\":7") && stats.contains("\"unclear\":2"),
        "{stats}"
    );
    let stats = outcome(&run(
        &[&options[..], &["--stats"]].concat(),
        script.as_bytes(),
    ))
    .2;
    assert!(
        stats.contains("unclear paths                    2 left out\n"),
        "{stats}"
    );
}

#[test]
fn headers_of_http_name_links() {
    let message = "HTTP/1.1 302 Found\r\nLocation: /login?next=1\r\nLink: </style.css>; rel=preload, <https://b.example/>; rel=next\r\n\r\n";
    let wanted = "/login?next=1\n/style.css\nhttps://b.example/\n";
    assert_eq!(
        String::from_utf8(kept(&["-q", "--extract"], message.as_bytes())).unwrap(),
        wanted
    );
}

/// An API description in YAML, with a server that has a variable, and a link that is no endpoint.
const DESCRIPTION: &str = "\
openapi: 3.0.3
info: {title: Made up, version: '1', description: see https://docs.example.com/}
servers:
- url: https://{stage}.example.com/v1
  variables: {stage: {default: api}}
paths:
  /pets/{petId}: {get: {}}
  /pets/search: {get: {}}
";

#[test]
fn documents_give_their_endpoints_and_requests() {
    let scratch = tempfile::tempdir().unwrap();
    let yaml = [
        "https://api.example.com/v1/pets/{petId}",
        "https://api.example.com/v1/pets/search",
    ];
    let har = r#"{"log": {"entries": [{"request": {"url": "https://a.example/x"}, "response": {"content": {"text": "https://page.example/"}}}]}}"#;
    let swagger = r#"{"swagger": "2.0", "host": "api.example.com", "schemes": ["https"], "basePath": "/v2", "paths": {"/a": {"get": {}}}}"#;
    let postman = r#"{"info": {"_postman_id": "1"}, "variable": [{"key": "baseUrl", "value": "https://a.example"}], "item": [{"request": {"url": {"raw": "{{baseUrl}}/api/users/:id"}}}]}"#;
    let burp = "<items burpVersion=\"1\"><item><url>https://a.example/x</url><response base64=\"true\">PGEgaHJlZj0iL3NlY3JldCI+</response></item></items>";
    for (text, kind, wanted) in [
        (DESCRIPTION, "an API description: 2 URLs", &yaml[..]),
        (
            swagger,
            "an API description: 1 URL",
            &["https://api.example.com/v2/a"],
        ),
        (har, "a HAR file: 1 URL", &["https://a.example/x"]),
        (
            postman,
            "a Postman collection: 1 URL",
            &["https://a.example/api/users/:id"],
        ),
        (
            burp,
            "a Burp export: 2 URLs",
            &["https://a.example/x", "https://a.example/secret"],
        ),
    ] {
        // The name says nothing.
        let path = scratch.path().join("list.txt");
        fs::write(&path, text).unwrap();
        let file = path.to_str().unwrap();
        let wanted = wanted.join("\n") + "\n";
        let options = ["--extract", "--literal", "-t", "100"];
        let (status, output, message) = outcome(&run(&[&options[..], &[file]].concat(), b""));
        assert_eq!((status, &output), (Some(0), &wanted), "{kind}");
        assert_eq!(
            message,
            format!("urlsift: {file}: read as {kind}; others in its text are left out\n")
        );
        let quiet = [&options[..], &["-q"]].concat();
        assert_eq!(
            outcome(&run(&quiet, text.as_bytes())),
            (Some(0), wanted.clone(), String::new()),
            "{kind}"
        );
        let utf_16: Vec<u8> = format!("\u{feff}{text}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(kept(&quiet, &utf_16), wanted.as_bytes(), "{kind}");
    }
    // One after the other, and text behind them.
    let two = format!("{har}\n{postman}\nsee https://b.example/");
    let (_, output, message) = outcome(&run(&["--extract"], two.as_bytes()));
    assert_eq!(
        output,
        "https://a.example/x\nhttps://a.example/api/users/:id\nhttps://b.example/\n"
    );
    assert_eq!(message.lines().count(), 2, "{message}");
}

/// Documents of all kinds with several requests to one path, and what is printed of them.
const REQUESTS: [(&str, &[&str]); 6] = [
    (
        include_str!("../../testdata/requests/pets.yaml"),
        &[
            "https://api.example.com/v1/pets?limit=",
            "POST https://api.example.com/v1/pets?limit=",
            "QUERY https://api.example.com/v1/pets?limit=",
            "https://api.example.com/v1/pets/{petId}",
            "PUT https://api.example.com/v1/pets/{petId}",
            "PATCH https://api.example.com/v1/pets/{petId}",
            "DELETE https://api.example.com/v1/pets/{petId}",
            "OPTIONS https://api.example.com/v1/pets/{petId}",
            "TRACE https://api.example.com/v1/pets/{petId}",
            "COPY https://api.example.com/v1/pets/{petId}",
            "PUT https://api.example.com/v1/pets/{petId}/photo",
            "DELETE https://api.example.com/v1/pets/{petId}/photo",
            "POST https://api.example.com/v1/session",
            "DELETE https://api.example.com/v1/session",
        ],
    ),
    // Paths without a host.
    (
        "swagger: '2.0'\npaths:\n  /a/{id}: {get: {}, delete: {}}\n  /b: {post: {}, trace: {}}\n",
        &["/a/{id}", "DELETE /a/{id}", "POST /b", "TRACE /b"],
    ),
    (
        r#"{"info": {"_postman_id": "1"}, "item": [
            {"request": {"method": "GET", "url": "{{base}}/items"}},
            {"request": {"method": "POST", "url": "{{base}}/items", "body": {"mode": "raw", "raw": "{\n \"name\": \"a\"\n}"}}},
            {"request": {"method": "POST", "url": "{{base}}/items", "body": {"mode": "urlencoded", "urlencoded": [{"key": "import", "value": "x"}]}}},
            {"request": {"method": "POST", "url": "{{base}}/items", "body": {"mode": "raw", "raw": "{\"name\": \"b\"}"}}}]}"#,
        &[
            "//{{base}}/items",
            "POST //{{base}}/items\t{ \"name\": \"a\" }",
            "POST //{{base}}/items\timport=x",
        ],
    ),
    (
        r#"{"log": {"entries": [
            {"request": {"method": "GET", "url": "https://a.example/u/1"}, "response": {"status": 404}},
            {"request": {"method": "GET", "url": "https://a.example/u/2"}, "response": {"status": 200}},
            {"request": {"method": "GET", "url": "https://a.example/u/3"}, "response": {"status": 304}},
            {"request": {"method": "GET", "url": "https://a.example/account"}, "response": {"status": 302, "redirectURL": "/login"}},
            {"request": {"method": "POST", "url": "https://a.example/u/4", "postData": {"text": "name=x"}}, "response": {"status": 204}},
            {"request": {"method": "POST", "url": "https://a.example/u/5", "postData": {"text": "name=y"}}, "response": {"status": 500}}]}}"#,
        &[
            "https://a.example/u/1 [404]",
            "https://a.example/u/2",
            "https://a.example/account [302] [/login]",
            "POST https://a.example/u/4\tname=x",
            "POST https://a.example/u/5 [500]\tname=y",
        ],
    ),
    (
        // GET /x HTTP/1.1, and POST /x HTTP/1.1 with a=1 as its body.
        "<items burpVersion=\"1\"><item><url>https://a.example/x</url><request base64=\"true\">R0VUIC94IEhUVFAvMS4xDQoNCg==</request></item>\
         <item><url>https://a.example/x</url><request base64=\"true\">UE9TVCAveCBIVFRQLzEuMQ0KDQphPTE=</request><status>403</status></item></items>",
        &["https://a.example/x", "POST https://a.example/x [403]\ta=1"],
    ),
    (
        "<OWASPZAPReport><instance><uri>https://a.example/x</uri><method>GET</method></instance>\
         <instance><uri>https://a.example/x</uri><method>DELETE</method></instance></OWASPZAPReport>",
        &["https://a.example/x", "DELETE https://a.example/x"],
    ),
];

#[test]
fn several_requests_to_one_path_are_all_printed() {
    for (text, wanted) in REQUESTS {
        let found = String::from_utf8(kept(&["-q", "--extract"], text.as_bytes())).unwrap();
        assert_eq!(found.lines().collect::<Vec<_>>(), wanted, "{text}");
        // The filter reads these lines as the same requests, one after the other and again.
        let again = kept(&["-q"], format!("{found}{found}").as_bytes());
        assert_eq!(String::from_utf8(again).unwrap(), found, "{text}");
        let plain =
            String::from_utf8(kept(&["-q", "--extract", "--by", "none"], text.as_bytes())).unwrap();
        assert!(
            !plain.contains([' ', '\t']) && plain.lines().count() < wanted.len(),
            "{plain}"
        );
        let urls = String::from_utf8(kept(
            &["-q", "--extract", "--print", "url"],
            text.as_bytes(),
        ))
        .unwrap();
        // Requests to one URL name it once.
        let mut found: Vec<&str> = found.lines().map(url_of).collect();
        let mut seen = HashSet::new();
        found.retain(|url| seen.insert(*url));
        assert_eq!(urls.lines().collect::<Vec<_>>(), found, "{text}");
    }
}

/// Returns the URL of a line that may have a method before it, and a body or an answer behind it.
fn url_of(line: &str) -> &str {
    let before = |text: &'static str| line.split(text).next().unwrap_or_default();
    let request = before("\t").len().min(before(" [").len());
    line[..request].rsplit(' ').next().unwrap_or_default()
}

#[test]
fn requests_in_a_text_are_printed_with_their_method() {
    let found = kept(&["-q", "--extract", "testdata/requests/notes.md"], b"");
    let wanted = [
        "POST https://api.example.com/items\t{ \"name\": \"a\" }",
        "https://www.example.com/new",
        "DELETE https://api.example.com/items/7",
        "https://api.example.com/items",
        "POST /login",
        "www.example.com",
        "PUT /items/7",
        "PATCH /items/8",
        "/items/9",
        "https://blog.example.com/hello",
    ];
    assert_eq!(
        String::from_utf8(found.clone())
            .unwrap()
            .lines()
            .collect::<Vec<_>>(),
        wanted
    );
    assert_eq!(kept(&["-q"], &found), found);
}

#[test]
fn a_broken_document_is_read_as_text_with_a_note() {
    for (text, wanted, note) in [
        (
            r#"{"log": {"entries": [{"request": {"url": "https://a.example/x"}, "response": "https://b.example/y"#,
            "https://a.example/x\nhttps://b.example/y\n",
            "looks like a HAR file, and is read as any text: it is cut off",
        ),
        (
            "openapi: 3.0.0\nservers: [{url: https://a.example/}\npaths: {",
            "https://a.example/\n",
            "looks like an API description, and is read as any text: ",
        ),
        (
            "<items burpVersion=\"1\"><item><url>https://a.example/x</url><response>https://b.example/y</resp",
            "https://a.example/x\nhttps://b.example/y\n",
            "looks like a Burp export, and is read as any text: ",
        ),
    ] {
        let (status, output, message) = outcome(&run(&["--extract"], text.as_bytes()));
        assert_eq!((status, output.as_str()), (Some(0), wanted), "{text}");
        assert!(
            message.starts_with(&format!("urlsift: stdin: {note}")),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

/// JSON lines and other texts are passed on with their first line, as a pipe brings it.
#[test]
fn a_text_that_is_no_document_is_not_held() {
    use std::io::{BufRead, BufReader};
    for start_of_text in [
        "{\"url\":\"https://a.example/x\"}\n",
        "# https://a.example/x\nsee\n",
        "info: https://a.example/x\n",
    ] {
        let mut child = crate::program::start(&["-q", "--extract"]);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(start_of_text.as_bytes()).unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert_eq!(line, "https://a.example/x\n", "{start_of_text}");
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

/// Text in UTF-16, as the pipes and files of Windows have it, goes out as it came in.
#[test]
fn utf_16_is_compared_and_printed_as_it_came() {
    let list = "https://a.example/user/1\r\nhttps://a.example/user/2\r\nhttps://a.example/\u{4e0a}\u{1f600}\r\n";
    let kept_lines = "https://a.example/user/1\r\nhttps://a.example/\u{4e0a}\u{1f600}\r\n";
    for big in [false, true] {
        let encoded = |text: &str| -> Vec<u8> {
            let bytes = |unit: u16| {
                if big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            };
            [0xFEFF]
                .into_iter()
                .chain(text.encode_utf16())
                .flat_map(bytes)
                .collect()
        };
        let input = encoded(list);
        assert_eq!(kept(&["-q"], &input), encoded(kept_lines));
        assert_eq!(
            kept(&["-q", "--dropped"], &input),
            encoded("https://a.example/user/2\r\n")
        );
        // A last line without its end gets one; nothing else changes.
        assert_eq!(
            kept(&["-q"], &encoded("https://a.example/\u{30a}")),
            encoded("https://a.example/\u{30a}\n")
        );
        assert_eq!(
            kept(&["-q", "--extract"], &input),
            kept_lines.replace('\r', "").into_bytes()
        );
        let shapes = kept(&["-q", "--print", "shape"], &input);
        assert!(
            shapes.starts_with(b"https://a.example/user/{int}\n"),
            "{}",
            shapes.escape_ascii()
        );
        let (status, text, message) = outcome(&run(&[], &input[..input.len() - 1]));
        assert_eq!(status, Some(2), "{text}");
        assert!(message.contains("its UTF-16 text is cut off"), "{message}");
        let scratch = tempfile::tempdir().unwrap();
        let long = format!("https://a.example/{}\n", "\u{4e0a}x".repeat(400_000));
        let path = scratch.path().join("long.txt");
        fs::write(&path, encoded(&long)).unwrap();
        assert!(
            kept(&["-q", path.to_str().unwrap()], b"") == encoded(&long),
            "a long line"
        );
    }
}

#[test]
fn advice_names_the_option_for_a_format_that_was_not_asked_for() {
    for (name, wanted) in [
        ("page.html", "--extract reads them"),
        ("hackerone.json", "jq -c '.[]' makes lines of a list"),
    ] {
        let file = format!("testdata/formats/{name}");
        let message = outcome(&run(&[&file], b"")).2;
        let advice: Vec<&str> = message
            .lines()
            .filter(|line| line.contains("this looks like"))
            .collect();
        assert!(
            advice.len() == 1 && advice[0].contains(wanted),
            "{name}: {message}"
        );
        assert_eq!(outcome(&run(&["-q", &file], b"")).2, "", "{name}");
        let option = wanted.split(' ').next().unwrap();
        let asked: &[&str] = match option {
            "--extract" => &[option, &file],
            _ => continue,
        };
        assert!(
            !outcome(&run(asked, b"")).2.contains("this looks like"),
            "{name}"
        );
    }
    let message = outcome(&run(&[], b"{\"a\":7}\n")).2;
    assert!(message.contains("--field PATH names one"), "{message}");
    for name in ["access.log", "vhost.log", "haproxy.log", "s3.log"] {
        let file = format!("testdata/formats/{name}");
        let message = outcome(&run(&[&file], b"")).2;
        assert!(
            message.starts_with(&format!("urlsift: reading {file} as a")),
            "{name}: {message}"
        );
        assert_eq!(
            message.contains("; --base URL adds a host"),
            name == "access.log",
            "{name}: {message}"
        );
        assert_eq!(message.lines().count(), 1, "{name}: {message}");
    }
    for name in [
        "katana.jsonl",
        "httpx.txt",
        "cdx.txt",
        "waymore.txt",
        "gobuster.txt",
    ] {
        let message = outcome(&run(&[&format!("testdata/formats/{name}")], b"")).2;
        assert_eq!(message, "", "{name}");
    }
}
