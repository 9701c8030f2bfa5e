use super::*;
use proptest::prelude::*;

/// A whole line, and the number of bytes at its end that are not part of the URL.
fn assert_url(line: &str, wanted: &str) {
    assert_eq!(url(line.as_bytes()).as_bstr(), wanted, "{line:?}");
}

#[test]
fn what_tools_print_behind_a_url_is_no_part_of_it() {
    let remarks = [
        // httpx, without and with colours
        "[200]",
        "[200] [1256] [Sign in] [nginx,PHP]",
        "[301,200] [https://a.example/home] [Moved [permanently]]",
        "[\x1b[32m200\x1b[0m] [\x1b[1;36mHome - A [B]\x1b[0m] [\x1b[35mnginx\x1b[0m]",
        "[200] [Half a pair [of brackets]",
        "[SUCCESS]",
        // gobuster
        "                (Status: 301) [Size: 178] [--> https://a.example/login/]",
        "(Status: 200) [Size: 12]",
        "\x1b[36m (Status: 301)\x1b[0m [Size: 178]\x1b[34m [--> /login/]\x1b[0m",
        // dirb
        "(CODE:200|SIZE:6153)",
        // dirsearch and feroxbuster, after the URL
        "   -> REDIRECTS TO: https://a.example/login/",
        "=> https://a.example/login/",
        // ffuf
        "                  [Status: 200, Size: 1134, Words: 250, Lines: 38, Duration: 12ms]",
        // columns
        "200",
        "200 1256 Sign in",
        "200\t1256\tSign in",
        "\tSign in",
        "12KB 0.12s",
        "- Sign in",
        "| a note",
        "# look here, and there",
        "-- a note",
        "\u{2014} a note",
        "2024-05-06T07:08:09Z",
        "06/May/2024:07:08:09 +0000",
        "GET HTTP/1.1",
        "HTTP/1.1",
        "\"Sign in\"",
        "10.0.0.7",
        "text/html",
        "text/html; charset=utf-8",
        "Status: 200",
        "size:12",
        "https://b.example/x",
        "\x1b[0m",
        "   ",
        "200 See https://b.example/x.html",
    ];
    for url in [
        "https://a.example",
        "https://a.example/",
        "http://localhost:8080/a/login",
        "https://a.example/a/login.php",
        "https://a.example/x9?id=7&next=/a",
        "https://a.example/x9#top",
        "//a.example/qwrt",
        "https:/a.example/qwrt",
        "http:\\\\a.example\\qwrt",
        "/qwrt",
        "a.example",
        "a.example:8443/qwrt",
    ] {
        for remark in remarks {
            if url == "a.example" && remark.starts_with("https:") {
                // A URL is more than a host.
                continue;
            }
            assert_url(&format!("{url} {remark}"), url);
            assert_url(&format!("\x1b[2K\x1b[32m {url}\x1b[0m {remark}"), url);
            assert_url(&format!("\r\x1b[2K{url}\x1b[0m {remark}"), url);
        }
    }
}

#[test]
fn columns_before_a_url_are_no_part_of_it() {
    for (line, wanted) in [
        // feroxbuster
        (
            "200      GET        9l       28w      312c https://a.example/login",
            "https://a.example/login",
        ),
        (
            "301      GET        7l       20w      169c https://a.example/a => https://a.example/a/",
            "https://a.example/a",
        ),
        (
            "\x1b[32m200\x1b[0m      GET        9l \x1b[36mhttps://a.example/a b.html\x1b[0m",
            "https://a.example/a b.html",
        ),
        // dirsearch
        (
            "200    12KB https://a.example/login",
            "https://a.example/login",
        ),
        (
            "301   178B  https://a.example/a    -> REDIRECTS TO: https://a.example/a/",
            "https://a.example/a",
        ),
        ("[12:34:56] 200 -   11KB - /login", "/login"),
        (
            "[12:34:56] 301 -  178B  - /a  ->  https://a.example/a/",
            "/a",
        ),
        // dirb, gospider, nuclei
        (
            "+ https://a.example/login (CODE:200|SIZE:6153)",
            "https://a.example/login",
        ),
        (
            "[url] - [code-200] - https://a.example/login",
            "https://a.example/login",
        ),
        (
            "[tech-detect:nginx] [http] [info] https://a.example/login [\"x\"]",
            "https://a.example/login",
        ),
        (
            "[caa] [dns] [info] a.example [\"letsencrypt.org\"]",
            "a.example",
        ),
        ("[x] [ssl] [info] a.example:443", "a.example:443"),
        ("[x] [y] [info] login.php", "[x]"),
        ("[x] [y] [info] a.example is down", "[x]"),
        // A tool's paths with two slashes, links of scripts and requests to a host
        ("[12:34:56] 500 -  164B  - //account/1", "/account/1"),
        ("GET //account/1", "/account/1"),
        ("GET //login.php", "/login.php"),
        ("GET //a.example/1", "//a.example/1"),
        (
            "[linkfinder] - [from: https://a.example/app.js] - //account/1",
            "//account/1",
        ),
        // Requests
        ("POST https://a.example/login", "https://a.example/login"),
        (
            "POST https://a.example/login\tuser=a b&c",
            "https://a.example/login",
        ),
        ("DELETE /u/2", "/u/2"),
        ("[POST] /login", "/login"),
        ("delete /login", "/login"),
        ("delete the a/b book", "delete the a/b book"),
        ("PUT a.example/u/2 [404]", "a.example/u/2"),
        ("GET /login HTTP/1.1", "/login"),
        ("PATCH //{{host}}/u\t{\"a\":1}", "//{{host}}/u"),
        ("GET the a/b book", "GET the a/b book"),
        (
            "2026-05-01 10:00:00 10.0.0.5 GET /a - 443",
            "2026-05-01 10:00:00 10.0.0.5 GET /a - 443",
        ),
        // waybackurls with dates, uniq -c
        (
            "2024-05-06T07:08:09Z https://a.example/login",
            "https://a.example/login",
        ),
        ("     12 https://a.example/login", "https://a.example/login"),
        (
            "7\thttps://a.example/login\tSign in",
            "https://a.example/login",
        ),
        // Lines without a URL, or with other text before it.
        (
            "200 OK https://a.example/login",
            "200 OK https://a.example/login",
        ),
        ("12 /login", "12 /login"),
        // Brackets: half of a pair in a title
        ("/login [Sign in [beta]", "/login"),
        ("/login [Sign in [beta] now", "/login"),
        ("/login [[[]\t&", "/login"),
        // A host, an address or a file, and the URL that it is about.
        ("10.0.0.7 https://a.example/", "https://a.example/"),
        (
            "/home/ann/out/10.0.0.7_80/5f0c.txt https://a.example/x?y (200 OK)",
            "https://a.example/x?y",
        ),
        (
            "out/10.0.0.7_80/5f0c.txt https://a.example/x",
            "https://a.example/x",
        ),
        ("/old https://a.example/new", "/old"),
        (
            "[linkfinder] - [from: https://a.example/app.js] - /api/v1",
            "/api/v1",
        ),
        ("[::1]:80/x [200]", "[::1]:80/x"),
    ] {
        assert_url(line, wanted);
    }
}

#[test]
fn a_blank_ends_a_url_that_a_tool_prints() {
    let url = "https://a.example/find?s=cup";
    for before in [
        "2026-05-29T09:12:58Z 200 512 ",
        "200 ",
        "GET ",
        "[FOUND] ",
        "[+] [GET] ",
        "[POC][V][GET][inHTML] ",
        "* ",
        "- ",
        "#7 404 ",
        "=> ",
        "10.0.0.7 ",
    ] {
        for behind in [
            " L https://a.example/ text/html",
            " Param: id Unfiltered: [<>]",
            " % callback, admin",
            " redirects to https://b.example/",
            " red shoes",
            " and more/x.html",
            ": red shoes",
            ", red shoes",
        ] {
            assert_url(&format!("{before}{url}{behind}"), url);
        }
    }
    // A list with counts or dates has raw URLs, and a path may go on to a file.
    for before in ["12 ", "2026-05-29T09:12:58Z "] {
        let raw = "https://a.example/find?s=red shoes";
        assert_url(&format!("{before}{raw}"), raw);
    }
    for before in ["200 ", "[+] ", "out/10.0.0.7_80/5f0c.txt "] {
        let raw = "https://a.example/red shoes/list";
        assert_url(&format!("{before}{raw} (200 OK)"), raw);
    }
}

#[test]
fn signs_colours_and_stops_end_a_url() {
    let url = "https://a.example/find?s=cup";
    for behind in [
        " % callback, admin",
        " => somewhere else",
        " | a b",
        " || a.html",
        " >> b",
        " L https://b.example/",
        " \x1b[31mred\x1b[0m shoes",
        "\x1b[0mred shoes",
        ": 200 OK",
        ": screenshot successful",
        "; 404",
        ", 404",
        ". 404",
    ] {
        assert_url(&format!("{url}{behind}"), url);
    }
    for highlighted in [
        "https://a.example/\x1b[01;31mred\x1b[0m/x",
        "https://a.example/\x1b[1mred",
    ] {
        assert_url(highlighted, highlighted);
    }
}

#[test]
fn a_status_alone_behind_a_separator_is_no_part_of_a_url() {
    for url in [
        "https://a.example/a",
        "https://a.example",
        "http://a.example/a/b.php",
    ] {
        for behind in [",404", ";301", "|200", "：503"] {
            assert_url(&format!("{url}{behind}"), url);
        }
        for part in [
            ",711",
            "/topic,711.0.html",
            "?ids=1,404",
            "/1,2,404",
            ",4040",
            "-404",
            "/404",
        ] {
            let whole = format!("{url}{part}");
            assert_url(&whole, &whole);
        }
    }
}

#[test]
fn words_that_were_tried_below_a_base_are_no_urls() {
    for word in ["admin", "moved", "favicon.ico", "login.php", "old-site.zip"] {
        for answer in [
            "(Status: 301) [Size: 241] [--> http://b.example/]",
            "(status=200)",
            "[Status: 200, Size: 1]",
            "[HTTP code: 301] => http://b.example/",
        ] {
            let line = format!("{word} {answer}");
            assert!(is_result_of_word(line.as_bytes()), "{line}");
            assert_url(&line, &line);
        }
    }
    for line in [
        "a.example (Status: 200)",
        "/admin (Status: 200)",
        "https://a.example/ (Status: 200)",
        "[x] (Status: 200)",
        "see (https://a.example/)",
        "found [200] https://a.example/",
    ] {
        assert!(!is_result_of_word(line.as_bytes()), "{line}");
    }
}

#[test]
fn words_end_a_url_where_it_is_complete() {
    for (line, wanted) in [
        ("https://a.example/login Sign in", "https://a.example/login"),
        (
            "https://a.example/reset-password needs a look",
            "https://a.example/reset-password",
        ),
        ("https://a.example/qwrt/ A Page", "https://a.example/qwrt/"),
        (
            "https://a.example/qwrt.php A Page",
            "https://a.example/qwrt.php",
        ),
        ("https://a.example A Page", "https://a.example"),
        ("/backup old copies", "/backup"),
    ] {
        assert_url(line, wanted);
    }
}

#[test]
fn blanks_of_a_url_stay() {
    for url in [
        "https://a.example/red shoes.html",
        "https://a.example/red shoes/list",
        "https://a.example/red shoes",
        "https://a.example/big red shoes.html",
        "https://a.example/a b c/d e f.jpg",
        "https://a.example/Artist - Song.mp3",
        "https://a.example/photo [1].jpg",
        "https://a.example/photo (1).jpg",
        "https://a.example/Tea (drink)/index.html",
        "https://a.example/top 100 songs.html",
        "https://a.example/report 2024-05-06.pdf",
        "https://a.example/list?q=red shoes&page=2",
        "https://a.example/list?q=red - blue&page=2",
        "https://a.example/list?q=top 100&page=2",
        "https://a.example/item?id=-1 UNION SELECT 1,2,3",
        "https://a.example/item?id=0  order by 1",
        "https://a.example/a.html#What to expect",
        "/red shoes.html",
    ] {
        assert_url(url, url);
        for remark in [
            " [200]",
            "   (Status: 200) [Size: 12]",
            "\t200",
            " -> https://b.example/",
            " Status: 200",
        ] {
            assert_url(&format!("{url}{remark}"), url);
        }
    }
}

#[test]
fn lines_that_begin_like_no_url_are_left_alone() {
    for line in [
        "not a url at all",
        "see https://a.example/ [200]",
        "http://exa mple.com/a b",
        "foo [200]",
        "",
        "e.g. this",
    ] {
        assert_url(line, line);
    }
    // Browsers drop a tab inside a host.
    assert_url("http://exa\tmple.com/a", "http://exa\tmple.com/a");
}

#[test]
fn what_ends_a_line_does_not_matter() {
    for end in ["", " ", "\x1b[0m", " \x1b[0m\t \x1b[1;31m"] {
        assert_url(&format!("/b [[[]{end}"), "/b");
        assert_url(&format!("https://a.example/b{end}"), "https://a.example/b");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn it_is_a_piece_of_the_line(
        bytes in proptest::collection::vec(any::<u8>(), 0..60),
        text in r"(https?://|/|)[a-z.]{0,6}[a-z/.?&= \[\]()\x1b\t:0-9\x22-]{0,40}",
    ) {
        for line in [&bytes[..], text.as_bytes()] {
            let found = url(line);
            let at = found.as_ptr() as usize - line.as_ptr() as usize;
            prop_assert!(found.is_empty() || at + found.len() <= line.len());
            // A gap must follow, or a stop, or a control character at the end.
            let rest = &line[at + found.len()..];
            let is_end = |byte: &u8| *byte <= b' ' || b":,;.|\xef".contains(byte);
            prop_assert!(found.is_empty() || rest.first().is_none_or(is_end));
            prop_assert_eq!(url(found), found);
        }
    }
}
