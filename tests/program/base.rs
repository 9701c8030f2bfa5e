//! `--base` goes before every path, in any format and behind any text.

use crate::program::{kept, outcome, run};

const BASE: [&str; 2] = ["--base", "https://shop.example/"];

#[test]
fn every_path_has_the_base() {
    for (input, path) in [
        ("/zork", "/zork"),
        ("/zork [200] [Sign in]", "/zork"),
        ("[14:55:48] 200 -  164B  - /zork", "/zork"),
        ("[14:55:48] 200 -  164B  - //zork", "//zork"),
        ("200      GET        7l       11w      153c /zork", "/zork"),
        (
            "[linkfinder] - [from: https://shop.example/app.js] - /zork",
            "/zork",
        ),
        (
            "/zork                (Status: 301) [Size: 178] [--> /zork/]",
            "/zork",
        ),
        ("/zork  [Status: 403, Size: 234, Words: 250]", "/zork"),
        ("GET /zork", "/zork"),
        ("[POST] /zork", "/zork"),
        ("* /zork", "/zork"),
        ("\"/zork\",", "/zork"),
        ("path=/zork", "/zork"),
        ("OK (200) /zork", "/zork"),
        ("{\"url\":\"/zork\",\"status\":200}", "/zork"),
        (
            "203.0.113.7 - - [29/Nov/2026:02:18:27 +0000] \"GET /zork HTTP/1.1\" 200 0",
            "/zork",
        ),
        (
            "{\"openapi\":\"3.0.0\",\"paths\":{\"/zork\":{\"get\":{}}}}",
            "/zork",
        ),
        (
            "{\"openapi\":\"3.0.0\",\"servers\":[{\"url\":\"/v1\"}],\"paths\":{\"/zork\":{\"get\":{}}}}",
            "/v1/zork",
        ),
    ] {
        for (print, wanted) in [
            ("url", format!("https://shop.example{path}\n")),
            ("host", "shop.example\n".to_owned()),
        ] {
            let arguments = [&BASE[..], &["--print", print]].concat();
            let (status, printed, said) =
                outcome(&run(&arguments, format!("{input}\n").as_bytes()));
            assert_eq!((status, printed), (Some(0), wanted), "{input}: {said}");
        }
    }
}

/// A server is resolved as a link is, not appended to the path of the base.
#[test]
fn servers_are_below_the_base() {
    for (server, url) in [
        ("/v1", "https://shop.example/v1/zork\n"),
        ("v1", "https://shop.example/api/v1/zork\n"),
        (
            "https://other.example/v1",
            "https://other.example/v1/zork\n",
        ),
    ] {
        let text = format!(
            r#"{{"openapi":"3.0.0","servers":[{{"url":"{server}"}}],"paths":{{"/zork":{{"get":{{}}}}}}}}"#
        );
        for extract in [&[][..], &["--extract"]] {
            let base = ["-q", "--base", "https://shop.example/api/"];
            let arguments = [&base[..], extract].concat();
            let printed = kept(&arguments, text.as_bytes());
            assert_eq!(printed, url.as_bytes(), "{server} {extract:?}");
        }
    }
}

/// However a path is written, it is the same page; answers and methods keep lines apart.
#[test]
fn paths_are_compared_below_the_base() {
    let lines =
        b"https://shop.example/user/1\n/user/2\n* /user/3\nGET /user/4\n{\"url\":\"/user/5\"}\n\
        found 404 /user/6\nDELETE /user/7\nPOST /user/8\n";
    assert_eq!(
        kept(&BASE, lines),
        b"https://shop.example/user/1\nfound 404 /user/6\nDELETE /user/7\nPOST /user/8\n"
    );
    let table = b"path,status\n/user/1,200\n/user/2,200\n/user/3,404\n";
    let arguments = [&BASE[..], &["--field", "path", "--print", "url"]].concat();
    assert_eq!(
        kept(&arguments, table),
        b"https://shop.example/user/1\nhttps://shop.example/user/3\n"
    );
}

/// Two slashes behind a status or in a log are no host, with a base or without.
#[test]
fn two_slashes_behind_a_status_are_a_path() {
    let report = b"[14:55:48] 500 -  164B  - //account/a\n[14:55:49] 500 -  164B  - /account/a\n";
    assert_eq!(
        kept(&[], report),
        b"[14:55:48] 500 -  164B  - //account/a\n"
    );
    assert_eq!(
        kept(
            &["--print", "path"],
            b"203.0.113.7 - - [x] \"GET //account/a HTTP/1.1\" 200 0\n"
        ),
        b"/account/a\n"
    );
    let links = b"//account/a\nGET //shop.example/a\n";
    assert_eq!(
        kept(&["--print", "host"], links),
        b"account\nshop.example\n"
    );
}
