//! `urlsift diff`: two crawls of a made-up site, in which every planted change is found and none is
//! made up.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::page::{Dom, HOSTILE};
#[cfg(target_os = "linux")]
use crate::program::peak_before_output;
use crate::program::{argument, kept, outcome, refusal, run};

/// Invented words, as names of users: a few of them teach nothing, many do.
const SYLLABLES: [&str; 12] = [
    "zor", "kip", "bral", "mun", "tesk", "ovi", "glan", "drup", "yel", "fost", "wiv", "harn",
];

fn word(number: usize) -> String {
    let [first, second] = [number % 12, number / 12 % 12].map(|at| SYLLABLES[at]);
    format!("{first}{second}{}", SYLLABLES[number / 144 % 12])
}

/// A record of a crawler.
fn record(method: &str, url: &str, status: u16) -> String {
    format!(
        "{{\"url\":\"https://shop.example{url}\",\"method\":\"{method}\",\"status\":{status}}}\n"
    )
}

/// What both crawls meet, each with other values and in another order: the second one has so few
/// names of users that it would not learn their position by itself.
fn crawl(number: usize) -> Vec<String> {
    let start = number * 10_000;
    let mut lines = Vec::new();
    for at in 0..120 {
        let id = start + at;
        lines.push(record("GET", &format!("/product/{id}"), 200));
        lines.push(record(
            "GET",
            &format!("/product/{id}/reviews?page={at}"),
            200,
        ));
        lines.push(record(
            "GET",
            &format!("/search?q={}&sort=price", word(id)),
            200,
        ));
        lines.push(record("GET", &format!("/search?page={at}"), 200));
    }
    for at in 0..if number == 0 { 200 } else { 40 } {
        let name = if number == 0 { at } else { start + at % 4 };
        lines.push(record("GET", &format!("/members/{}", word(name)), 200));
    }
    for at in 0..50 {
        lines.push(record(
            "POST",
            "/cart?action=add",
            if at == 0 { 302 } else { 303 },
        ));
        lines.push(record("HEAD", "/login", 200));
        lines.push(record("GET", &format!("/missing-{}", at + start), 404));
    }
    if number == 1 {
        lines.reverse();
    }
    lines
}

/// The old and the new crawl, and the changes between them.
fn crawls() -> ([Vec<String>; 2], [&'static str; 6]) {
    let [mut old, mut new] = [crawl(0), crawl(1)];
    for at in 0..30 {
        new.insert(
            17 * at,
            record("GET", &format!("/api/v2/orders/{at}?expand=lines"), 200),
        );
        old.insert(19 * at, record("GET", &format!("/promo/{at}"), 200));
        new.insert(
            23 * at,
            record("GET", &format!("/product/{at}/reviews?stars=5&page=1"), 200),
        );
        new.insert(11 * at, record("DELETE", &format!("/product/{at}"), 200));
        new.insert(13 * at, record("GET", &format!("/search?page={at}"), 503));
    }
    old.push(record("GET", "/help", 200));
    new.extend((0..40).map(|_| record("GET", "/help", 200)));
    (
        [old, new],
        [
            "new /api/v2/orders/{int}",
            "gone /promo/{int}",
            "changed /product/{int}/reviews: parameters +stars",
            "changed /product/{int}: methods +DELETE",
            "changed /search: statuses +5xx",
            "changed /help: lines",
        ],
    )
}

fn write(folder: &Path, name: &str, lines: &[String]) -> String {
    let path = folder.join(name);
    fs::write(&path, lines.concat()).unwrap();
    argument(&path).to_owned()
}

/// Puts lines into another order, the same in each run.
fn shuffled(lines: &[String], step: usize) -> Vec<String> {
    let mut seen = vec![false; lines.len()];
    let mut at = 0;
    let mut order = Vec::new();
    while order.len() < lines.len() {
        while seen[at] {
            at = (at + 1) % lines.len();
        }
        seen[at] = true;
        order.push(lines[at].clone());
        at = (at + step) % lines.len();
    }
    order
}

/// The differences, each as a text.
fn found(arguments: &[&str]) -> (Option<i32>, BTreeSet<String>) {
    let (status, printed, said) = outcome(&run(
        &[&["diff", "-q", "--format", "jsonl"], arguments].concat(),
        b"",
    ));
    assert_eq!(said, "");
    let texts = printed.lines().map(|line| {
        let object: Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["host"], "shop.example");
        let (change, path) = (
            object["change"].as_str().unwrap(),
            object["path"].as_str().unwrap(),
        );
        let mut text = format!("{change} {path}");
        for aspect in ["parameters", "methods", "statuses"] {
            let names = |sign: &str, side: &str| {
                let names = object[aspect][side].as_array().into_iter().flatten();
                names
                    .flat_map(|name| [" ", sign, name.as_str().unwrap()])
                    .collect::<String>()
            };
            let names = names("+", "new") + &names("-", "gone");
            if !names.is_empty() {
                text.extend([": ", aspect, &names]);
            }
        }
        text += if object["lines"] == true {
            ": lines"
        } else {
            ""
        };
        text
    });
    (status, texts.collect())
}

fn texts(wanted: &[&str]) -> BTreeSet<String> {
    wanted.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn every_planted_change_is_found_and_none_is_made_up() {
    let scratch = tempfile::tempdir().unwrap();
    let ([old, new], planted) = crawls();
    let (before, after) = (
        write(scratch.path(), "old.jsonl", &old),
        write(scratch.path(), "new.jsonl", &new),
    );
    assert_eq!(found(&[&before, &after]), (Some(1), texts(&planted)));
    // The other way round, what was new is gone.
    let turned = planted.map(|text| match text.split_once(' ') {
        Some(("new", path)) => format!("gone {path}"),
        Some(("gone", path)) => format!("new {path}"),
        _ => text.replace('+', "-"),
    });
    assert_eq!(found(&[&after, &before]), (Some(1), turned.into()));
    // Order, compression and the number of threads decide nothing.
    let mixed = [&old, &new].map(|list| shuffled(list, 7919));
    let packed = scratch.path().join("new.gz");
    let mut encoder = flate2::write::GzEncoder::new(
        fs::File::create(&packed).unwrap(),
        flate2::Compression::fast(),
    );
    encoder.write_all(mixed[1].concat().as_bytes()).unwrap();
    encoder.finish().unwrap();
    let other = write(scratch.path(), "other.jsonl", &mixed[0]);
    assert_eq!(
        found(&[&other, argument(&packed), "-j", "3"]),
        (Some(1), texts(&planted))
    );
}

#[test]
fn a_page_has_all_differences_and_no_list_breaks_it() {
    let scratch = tempfile::tempdir().unwrap();
    let ([old, mut new], planted) = crawls();
    new.extend(HOSTILE.lines().map(|line| format!("{line}\n")));
    let (before, after) = (
        write(scratch.path(), "old.jsonl", &old),
        write(scratch.path(), "new.jsonl", &new),
    );
    let path = scratch.path().join("page.html");
    let plain = run(&["diff", "-q", &before, &after], b"");
    let output = run(
        &["diff", "-q", "--report", argument(&path), &before, &after],
        b"",
    );
    assert_eq!(
        outcome(&output),
        outcome(&plain),
        "the page changes nothing"
    );
    let dom = Dom::of(&fs::read_to_string(&path).unwrap());
    for text in planted {
        let (change, what) = text.split_once(' ').unwrap();
        let (place, what) = what.split_once(": ").unwrap_or((what, ""));
        let place = format!("shop.example{place}");
        let is_it = |row: &&Vec<String>| {
            row[0].contains(&place) && row[0].contains(&what.replace(' ', ": "))
        };
        assert!(
            dom.rows(change).iter().any(|row| is_it(&row)),
            "{text}: {:?}",
            dom.rows(change)
        );
    }
    assert_eq!(
        [dom.rows("gone").len(), dom.rows("changed").len()],
        [1, 4],
        "and nothing else"
    );
    assert!(dom.rows("new").len() > 1, "hostile lines are new");
    assert!(
        dom.all("a").all(|link| link["href"].starts_with('#')),
        "no URL becomes a link"
    );
    let harmless = ["html", "img", "b\"", "iframe"].map(|name| dom.all(name).count());
    assert_eq!(harmless, [1, 0, 0, 0]);

    // Nothing differs: the page says so.
    let output = run(
        &["diff", "-q", "--report", argument(&path), &before, &before],
        b"",
    );
    assert_eq!(outcome(&output), (Some(0), String::new(), String::new()));
    let dom = Dom::of(&fs::read_to_string(&path).unwrap());
    assert!(
        ["new", "gone", "changed"]
            .iter()
            .all(|table| dom.rows(table).is_empty())
    );

    // The page does not take the place of a list.
    let lines = fs::read(&before).unwrap();
    let (status, _, said) = outcome(&run(&["diff", "--report", &before, &before, &after], b""));
    assert_eq!(status, Some(2));
    assert!(said.contains("is also the input"), "{said}");
    assert_eq!(fs::read(&before).unwrap(), lines);
}

#[test]
fn the_same_list_in_another_order_is_the_same() {
    let scratch = tempfile::tempdir().unwrap();
    let ([old, new], _) = crawls();
    for list in [&old, &new] {
        let one = write(scratch.path(), "one", list);
        for step in [1, 101, 7919] {
            let mut lines = shuffled(list, step);
            if step == 1 {
                lines.reverse();
            }
            let other = write(scratch.path(), "other", &lines);
            assert_eq!(
                outcome(&run(&["diff", "-q", &one, &other], b"")),
                (Some(0), String::new(), String::new())
            );
        }
        // From standard input, read twice.
        let output = run(&["diff", "-q", "-", &one], list.concat().as_bytes());
        assert_eq!(outcome(&output), (Some(0), String::new(), String::new()));
    }
}

#[test]
fn what_is_shown_can_be_chosen() {
    let scratch = tempfile::tempdir().unwrap();
    let ([old, new], planted) = crawls();
    let (before, after) = (
        write(scratch.path(), "old.jsonl", &old),
        write(scratch.path(), "new.jsonl", &new),
    );
    let of = |start: &str| {
        planted
            .into_iter()
            .filter(|text| text.starts_with(start))
            .collect::<Vec<_>>()
    };
    for (options, wanted) in [
        // A new method or parameter of a known path, too.
        (
            &["--only", "new"][..],
            [
                of("new"),
                of("changed /product/{int}: methods +DELETE"),
                of("changed /product/{int}/reviews: parameters +stars"),
            ]
            .concat(),
        ),
        (
            &["--only", "gone,changed"],
            [of("gone"), of("changed")].concat(),
        ),
        (
            &["--ignore", "lines", "--only", "changed"],
            planted[2..5].to_vec(),
        ),
        (
            &["--ignore", "params,methods,statuses", "--only", "changed"],
            planted[5..].to_vec(),
        ),
        (&["--factor", "41"], planted[..5].to_vec()),
        (&["--min", "31"], planted[5..].to_vec()),
        (
            &["--not-match", "/product/", "--only", "changed"],
            planted[4..].to_vec(),
        ),
    ] {
        assert_eq!(
            found(&[options, &[&before, &after]].concat()),
            (Some(1), texts(&wanted)),
            "{options:?}"
        );
    }
    // What is not shown is no difference.
    assert_eq!(
        found(&["--only", "gone", "--min", "31", &before, &after]),
        (Some(0), BTreeSet::new())
    );
}

/// Noise of crawling: paths that were met once.
#[test]
fn single_lines_can_be_left_out_and_are_counted() {
    let scratch = tempfile::tempdir().unwrap();
    let old = write(
        scratch.path(),
        "old",
        &["https://a.test/a\n", "https://a.test/once\n"].map(str::to_owned),
    );
    let new = write(
        scratch.path(),
        "new",
        &["https://a.test/a?b\n", "https://a.test/a\n"].map(str::to_owned),
    );
    let (status, printed, said) = outcome(&run(&["diff", "--min", "2", &old, &new], b""));
    assert_eq!((status, &*printed), (Some(0), ""));
    assert!(
        said.contains("2 differences of fewer than 2 lines are left out (--min)"),
        "{said}"
    );
    assert_eq!(outcome(&run(&["diff", "-q", &old, &new], b"")).0, Some(1));
}

#[test]
fn text_and_markdown_show_the_same() {
    let scratch = tempfile::tempdir().unwrap();
    let lines = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<Vec<_>>()
    };
    let old = lines(&[
        "https://a.test/user/17",
        "https://a.test/x|y",
        "https://b.test/find?q=1",
    ]);
    let new = lines(&[
        "https://a.test/user/18?item=a",
        "https://b.test/find?q=2",
        "https://c.test/`id`",
    ]);
    let (old, new) = (
        write(scratch.path(), "old", &old),
        write(scratch.path(), "new", &new),
    );
    let (status, printed, said) = outcome(&run(&["diff", &old, &new], b""));
    assert_eq!(status, Some(1));
    assert_eq!(
        printed,
        "a.test\n  changed  /user/{int}  (1 line)\n           parameters: +item\n           new: \"https://a.test/user/18?item=a\"\n  \
         gone     /x|y  (1 line)\n           \"https://a.test/x|y\"\n\nc.test\n  new      /%60id%60  (1 line)\n           \
         \"https://c.test/`id`\"\n"
    );
    assert_eq!(
        said,
        "urlsift: 1 new, 1 gone, 1 changed; OLD has 3 paths, NEW 3\n"
    );
    let (status, printed, _) = outcome(&run(&["diff", "--format", "markdown", &old, &new], b""));
    assert_eq!(status, Some(1));
    assert_eq!(
        printed,
        "**1 new, 1 gone, 1 changed** (paths of hosts: 3 before, 3 now)\n\n\
         | | path | lines | difference | examples |\n|---|---|---|---|---|\n\
         | changed | `a.test/user/{int}` | 1 line | `parameters: +item` | `https://a.test/user/18?item=a` |\n\
         | gone | `a.test/x\\|y` | 1 |  | `https://a.test/x\\|y` |\n\
         | new | `c.test/%60id%60` | 1 |  | `` https://c.test/`id` `` |\n"
    );
    assert_eq!(
        kept(&["diff", "-q", "--format", "markdown", &old, &old], b""),
        b"**0 new, 0 gone, 0 changed** (paths of hosts: 3 before, 3 now)\n"
    );
}

/// What cannot be read is no difference.
#[test]
fn trouble_is_neither_the_same_nor_different() {
    let scratch = tempfile::tempdir().unwrap();
    let list = write(scratch.path(), "list", &["https://a.test/\n".to_owned()]);
    let missing = argument(&scratch.path().join("missing")).to_owned();
    let broken = scratch.path().join("broken.gz");
    fs::write(&broken, b"\x1f\x8b\x08\0\0\0\0\0\0\x03half").unwrap();
    for (arguments, cause) in [
        (&[&*list, &*missing][..], "cannot read"),
        (&[&missing, &list], "cannot read"),
        (&[&list, argument(&broken)], "cannot read"),
        (&["-", "-"], "OLD and NEW are both standard input"),
        (&[&list], "required"),
        (
            &["--factor", "1", &list, &list],
            "--factor: must be a number above 1",
        ),
        (&["--only", "old", &list, &list], "invalid value 'old'"),
    ] {
        let said = refusal(&[&["diff"], arguments].concat(), b"");
        assert!(said.contains(cause), "{arguments:?}: {said}");
    }
}

#[test]
fn states_are_compared_with_states_and_lists() {
    let scratch = tempfile::tempdir().unwrap();
    let ([old, new], _) = crawls();
    let (before, after) = (
        write(scratch.path(), "old.jsonl", &old),
        write(scratch.path(), "new.jsonl", &new),
    );
    let state = |name: &str, list: &str| {
        let path = argument(&scratch.path().join(name)).to_owned();
        kept(&["-q", "--state", &path, list], b"");
        path
    };
    let (of_old, of_new) = (state("old.state", &before), state("new.state", &after));
    // A state knows no statuses.
    let wanted = [
        "new /api/v2/orders/{int}",
        "gone /promo/{int}",
        "changed /product/{int}/reviews: parameters +stars",
        "changed /product/{int}: methods +DELETE",
    ];
    assert_eq!(
        found(&["--ignore", "lines", &of_old, &of_new]),
        (Some(1), texts(&wanted))
    );
    assert_eq!(found(&[&of_old, &after]), (Some(1), texts(&wanted)));
    assert_eq!(found(&[&before, &of_new]), (Some(1), texts(&wanted)));
    assert_eq!(found(&[&before, &of_old]), (Some(0), BTreeSet::new()));
    let said = outcome(&run(&["diff", &before, &of_old], b"")).2;
    assert!(
        said.contains("statuses are not compared: NEW has none"),
        "{said}"
    );
    assert!(
        said.contains(
            "numbers of lines are not compared: a state counts the lines of all its runs"
        ),
        "{said}"
    );
    // Nothing is changed in a state.
    let bytes = fs::read(&of_old).unwrap();
    found(&[&of_old, &of_new]);
    assert_eq!(fs::read(&of_old).unwrap(), bytes);
}

/// A guard over a format that nothing reads any more would pass for ever.
#[test]
fn lists_without_any_url_are_an_error() {
    let scratch = tempfile::tempdir().unwrap();
    let [old, new, empty] = ["old", "new", "empty"].map(|name| scratch.path().join(name));
    fs::write(&old, "{\"route\":\"users/list\"}\n").unwrap();
    fs::write(&new, "{\"route\":\"admin/delete\"}\n").unwrap();
    fs::write(&empty, "").unwrap();
    let urls = scratch.path().join("urls");
    fs::write(&urls, "https://a.example/x\n").unwrap();
    for (lists, cause) in [
        ([&old, &new], "OLD: no line of "),
        ([&empty, &new], "OLD: "),
        ([&empty, &empty], "has no URLs, so nothing can be compared"),
        ([&urls, &empty], "NEW: "),
        ([&empty, &urls], "OLD: "),
    ] {
        let [old, new] = lists.map(|list| argument(list));
        for only in [&["-q"][..], &["-q", "--only", "new"]] {
            let message = refusal(&[&["diff"], only, &[old, new]].concat(), b"");
            assert!(message.contains(cause), "{message}");
        }
    }
}

/// Undocumented and dead routes: one command, although the log names no host.
#[test]
fn a_description_is_compared_with_a_log() {
    let scratch = tempfile::tempdir().unwrap();
    let [description, log] = ["openapi.yaml", "access.log"].map(|name| scratch.path().join(name));
    let text = "openapi: 3.0.0\ninfo: {title: x, version: '1'}\nservers: [{url: 'https://a.example/v1'}]\n\
        paths:\n  /users/{name}: {get: {responses: {}}}\n  /dead: {post: {responses: {}}}\n";
    fs::write(&description, text).unwrap();
    let lines = ["GET /v1/users/alice", "GET /v1/users/bob", "POST /v1/debug"].map(|request| {
        format!("192.0.2.1 - - [11/Nov/2026:13:42:01 +0000] \"{request} HTTP/1.1\" 200 5 \"https://b.example/\" \"x\"\n")
    });
    fs::write(&log, lines.concat()).unwrap();
    let wanted = "a.example\n  gone     POST /v1/dead\n           \"https://a.example/v1/dead\"\n  \
        new      POST /v1/debug  (1 line)\n           \"https://a.example/v1/debug\"\n";
    let (status, printed, said) =
        outcome(&run(&["diff", argument(&description), argument(&log)], b""));
    assert_eq!((status, &*printed), (Some(1), wanted), "{said}");
    assert!(
        said.contains("NEW names no host: its paths are read as those of https://a.example"),
        "{said}"
    );
    let backwards = outcome(&run(&["diff", argument(&log), argument(&description)], b""));
    assert!(
        backwards.1.contains("gone     POST /v1/debug")
            && backwards.2.contains("OLD names no host")
    );
}

/// Parameters that nobody has to send are described, too; a description has no counts, and its
/// placeholders have names.
#[test]
fn a_description_is_compared_by_what_it_says() {
    let scratch = tempfile::tempdir().unwrap();
    let description = scratch.path().join("openapi.yaml");
    let text = "openapi: 3.1.0\ninfo: {title: x, version: '1'}\npaths:\n  /search:\n    \
        parameters: [{$ref: '#/components/parameters/page'}]\n    get:\n      parameters:\n        \
        - {name: q, in: query, required: true}\n        - {name: limit, in: query}\n  \
        /products/{productId}:\n    get: {}\n    delete: {}\n  /carts/{cart-id}/items/{itemId}: {put: {}}\n  \
        /orders{;tag}: {get: {}}\n  '/find{?text,size*}': {get: {}}\n  /shops{/shopId}/news: {get: {}}\n\
        components: {parameters: {page: {name: page, in: query}}}\n";
    fs::write(&description, text).unwrap();
    let log: Vec<String> = [
        ("GET", "/search?q=a&page=2", 200),
        ("GET", "/search?q=b&colour=red", 200),
        ("GET", "/products/ann", 200),
        ("PATCH", "/products/bob", 200),
        ("GET", "/orders;tag=a", 200),
        ("GET", "/find?text=a&size=3", 200),
        ("GET", "/shops/7/news", 200),
        ("GET", "/shops/news", 200),
        ("PUT", "/api/v2/users/7", 201),
        ("GET", "/.env", 404),
        ("POST", "/wp-login.php", 410),
    ]
    .iter()
    .map(|(method, url, status)| record(method, url, *status))
    .collect();
    let log: Vec<String> = (0..20).flat_map(|_| log.clone()).collect();
    let log = write(scratch.path(), "log.jsonl", &log);
    let (status, printed, said) = outcome(&run(
        &["diff", "--examples", "0", argument(&description), &log],
        b"",
    ));
    let wanted = "shop.example\n  \
        new      PUT /api/v2/users/{int}  (20 lines)\n  \
        gone     PUT /carts/{cart-id}/items/{itemId}\n  \
        changed  /products/{productId}\n           methods: +PATCH -DELETE\n  \
        changed  /search\n           parameters: +colour -limit\n\n\
        answered by 404 alone\n  \
        new      GET shop.example/.env  (20 lines)\n  \
        new      POST shop.example/wp-login.php  (20 lines)\n";
    assert_eq!((status, &*printed), (Some(1), wanted), "{said}");
    for note in [
        "OLD names no host: its paths are read as those of https://shop.example\n",
        "numbers of lines are not compared: OLD has none\n",
        "1 new, 1 gone, 2 changed, 2 answered by 404 alone; ",
    ] {
        assert!(said.contains(note), "{said}");
    }
    // Probes alone are no difference, unless they are asked for.
    for (only, wanted) in [("new,gone", 1), ("missing", 1)] {
        let (status, ..) = found(&["--only", only, argument(&description), &log]);
        assert_eq!(status, Some(wanted), "{only}");
    }
    let probes = [record("GET", "/.git/config", 404), record("GET", "/", 200)];
    let probes = write(scratch.path(), "probes", &probes);
    let home = write(scratch.path(), "home", &[record("GET", "/", 200)]);
    assert_eq!(
        found(&[&home, &probes]),
        (Some(0), texts(&["missing /.git/config"]))
    );
    let markdown = outcome(&run(
        &["diff", "-q", "--format", "markdown", &home, &probes],
        b"",
    ));
    let section = "\nAnswered by 404 alone:\n\n| | path |";
    assert!(markdown.1.contains(section), "{}", markdown.1);
}

/// Where a description tells of no fields, those of traffic are no news; parameters of the query
/// are.
#[test]
fn names_in_bodies_are_not_compared_with_a_description_without() {
    let scratch = tempfile::tempdir().unwrap();
    let description = scratch.path().join("openapi.yaml");
    let text =
        "openapi: 3.1.0\npaths:\n  /login: {post: {requestBody: {}}}\n  /teams: {post: {}}\n";
    fs::write(&description, text).unwrap();
    let log = [
        "POST https://a.example/login\tuser=a&pass=b\n",
        "POST https://a.example/teams?notify=1\t{\"name\":\"red\"}\n",
    ];
    let log = write(scratch.path(), "log", &log.map(str::to_owned));
    for (lists, sign) in [
        ([argument(&description), &log], '+'),
        ([&log, argument(&description)], '-'),
    ] {
        let (status, printed, said) = outcome(&run(
            &[&["diff", "--examples", "0"][..], &lists].concat(),
            b"",
        ));
        let wanted = format!("a.example\n  changed  /teams\n           parameters: {sign}notify\n");
        assert_eq!((status, printed), (Some(1), wanted), "{said}");
        assert!(
            said.contains("names in bodies are not compared where "),
            "{said}"
        );
    }
}

/// A field that a description has for bodies is news beside another description and beside traffic
/// with bodies, and not beside an access log, which has none.
#[test]
fn fields_of_described_bodies_are_compared_where_both_sides_have_some() {
    let scratch = tempfile::tempdir().unwrap();
    let description = |name: &str, fields: &str| {
        let text = format!(
            "openapi: 3.1.0\nservers: [{{url: https://a.example}}]\npaths:\n  /users:\n    post:\n      requestBody:\n        \
             content: {{application/json: {{schema: {{properties: {{{fields}}}}}}}}}\n"
        );
        write(scratch.path(), name, &[text])
    };
    let old = description("old.yaml", "name: {type: string}");
    let new = description("new.yaml", "name: {type: string}, role: {type: string}");
    let with = ["POST https://a.example/users\t{\"name\":\"ann\"}\n".to_owned()];
    let with = write(scratch.path(), "with", &with);
    let without = ["POST https://a.example/users\n".to_owned()];
    let without = write(scratch.path(), "without", &without);
    let gained = "a.example\n  changed  /users\n           parameters: +role\n";
    let lost = "a.example\n  changed  /users\n           parameters: -role\n";
    for (sides, wanted) in [
        ([&old, &new], gained),
        ([&new, &old], lost),
        ([&with, &new], gained),
        ([&new, &with], lost),
        ([&without, &new], ""),
        ([&new, &without], ""),
        ([&with, &old], ""),
    ] {
        let [first, second] = sides;
        let (_, printed, said) = outcome(&run(&["diff", "--examples", "0", first, second], b""));
        assert_eq!(printed, wanted, "{sides:?} {said}");
    }
}

/// Any value fits a parameter for which a description lists none; others are news.
#[test]
fn values_are_news_only_where_a_description_lists_some() {
    const REQUESTS: [&str; 10] = [
        "https://a.example/x?do=add",
        "https://a.example/x?action=delete",
        "https://a.example/x?next=https://b.example/",
        "https://a.example/x?view=users&id=7",
        "https://a.example/index.php?page=help.html",
        "https://a.example/index.php?r=site/login",
        "POST https://a.example/x\t{\"role\":\"admin\"}",
        "POST https://a.example/x\t{\"data\":{\"action\":\"wipe\"}}",
        "POST https://a.example/x\taction=wipe&tea=green",
        "PATCH https://a.example/x/17\t{\"task\":\"delete\",\"id\":7}",
    ];
    let folder = tempfile::tempdir().unwrap();
    for request in REQUESTS {
        let list = write(folder.path(), "list", &[format!("{request}\n")]);
        for name in ["api.yaml", "api.json"] {
            let path = folder.path().join(name);
            let description = argument(&path);
            outcome(&run(&["export", "-q", "-o", description, &list], b""));
            for sides in [[description, &list], [&list, description]] {
                let (counts, found) = new_and_gone(sides[0], sides[1]);
                assert_eq!(counts, "0 new, 0 gone, 0 changed", "{request}\n{found}");
            }
        }
    }
    let described = "openapi: 3.1.0\nservers: [{url: https://a.example}]\npaths:\n  /x:\n    get:\n      \
        parameters: [{name: action, in: query, schema: {enum: [view, edit]}}]\n";
    let description = write(folder.path(), "listed.yaml", &[described.to_owned()]);
    let list = write(folder.path(), "list", &[REQUESTS[1].to_owned()]);
    let (_, found) = new_and_gone(&description, &list);
    assert!(found.contains("+action=delete"), "{found}");
}

/// The host of several that has the paths, on either side; a base says so at once.
#[test]
fn a_side_without_hosts_is_read_as_a_host_of_the_other() {
    let scratch = tempfile::tempdir().unwrap();
    let plain = ["/login\n", "POST /login\n", "/cart/7\n"].map(str::to_owned);
    let mut full: Vec<String> = ["/login", "/cart/8"]
        .iter()
        .map(|path| format!("https://b.example{path}\n"))
        .collect();
    full.push("POST https://b.example/login\n".to_owned());
    let plain = write(scratch.path(), "plain", &plain);
    let same = write(scratch.path(), "same", &full);
    let nothing = (Some(0), String::new());
    let (status, printed, said) = outcome(&run(&["diff", &same, &plain], b""));
    assert_eq!((status, printed), nothing, "{said}");
    full.push("https://a.example/about\n".to_owned());
    let two = write(scratch.path(), "two", &full);
    let base = [
        "diff",
        "--base",
        "https://b.example",
        "--only",
        "gone,changed",
    ];
    let (status, printed, said) = outcome(&run(&[&base[..], &[&plain, &two]].concat(), b""));
    assert_eq!((status, printed), nothing, "{said}");
    let (status, printed, said) = outcome(&run(&["diff", &plain, &two], b""));
    let wanted =
        "a.example\n  new      GET /about  (1 line)\n           \"https://a.example/about\"\n";
    assert_eq!((status, &*printed), (Some(1), wanted), "{said}");
    let note = "OLD names no host: its paths are read as those of https://b.example, which has most of them among the 2 hosts of NEW\n";
    assert!(said.contains(note), "{said}");
}

/// A list of plain URLs has no methods: its lines are read as GET, and another method is news.
#[test]
fn a_method_that_only_the_new_list_names_is_news() {
    let scratch = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| scratch.path().join(name));
    fs::write(&old, "https://a.example/x\nhttps://a.example/y\n").unwrap();
    fs::write(
        &new,
        "https://a.example/x\nDELETE https://a.example/x\nPOST https://a.example/y\n",
    )
    .unwrap();
    let (status, printed, _) = outcome(&run(&["diff", "-q", argument(&old), argument(&new)], b""));
    assert_eq!(status, Some(1));
    assert!(
        printed.contains("methods: +DELETE") && printed.contains("methods: +POST"),
        "{printed}"
    );
    assert!(!printed.contains("-GET"), "{printed}");
    let (status, ..) = outcome(&run(&["diff", "-q", argument(&new), argument(&old)], b""));
    assert_eq!(
        status,
        Some(0),
        "OLD's methods are not missed where NEW says nothing of methods"
    );
}

/// A method at a known path is as new as a path, and one that is no longer called as gone.
#[test]
fn only_new_and_only_gone_show_methods_of_known_paths() {
    let scratch = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| scratch.path().join(name));
    fs::write(
        &old,
        "GET https://a.example/x\nPUT https://a.example/y\nGET https://a.example/y\n",
    )
    .unwrap();
    fs::write(
        &new,
        "GET https://a.example/x\nDELETE https://a.example/x\nGET https://a.example/y\n",
    )
    .unwrap();
    for (only, shown, hidden) in [("new", "+DELETE", "-PUT"), ("gone", "-PUT", "+DELETE")] {
        let arguments = ["diff", "-q", "--only", only, argument(&old), argument(&new)];
        let (status, printed, _) = outcome(&run(&arguments, b""));
        assert_eq!(status, Some(1));
        assert!(
            printed.contains(shown) && !printed.contains(hidden),
            "{printed}"
        );
    }
    let arguments = [
        "diff",
        "-q",
        "--only",
        "new",
        argument(&old),
        argument(&old),
    ];
    let (status, printed, _) = outcome(&run(&arguments, b""));
    assert_eq!((status, &*printed), (Some(0), ""));
}

/// Bodies are compared only where both sides have some, whatever the sides are.
#[test]
fn a_collection_with_bodies_has_no_more_parameters_than_a_description_without() {
    let scratch = tempfile::tempdir().unwrap();
    let [description, collection] = ["a.yaml", "b.json"].map(|name| scratch.path().join(name));
    fs::write(
        &description,
        "openapi: 3.0.0\ninfo: {title: x, version: '1'}\nservers: [{url: https://a.example}]\n\
         paths:\n  /o:\n    post: {requestBody: {content: {application/json: {schema: {}}}}}\n",
    )
    .unwrap();
    fs::write(
        &collection,
        r#"{"info":{"_postman_id":"a","name":"x","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
        "item":[{"name":"a","request":{"method":"POST","url":"https://a.example/o","body":{"mode":"raw","raw":"{\"sku\":\"a\"}"}}}]}"#,
    )
    .unwrap();
    for sides in [[&description, &collection], [&collection, &description]] {
        let [old, new] = sides.map(|path| argument(path));
        let (status, printed, _) = outcome(&run(&["diff", "-q", old, new], b""));
        assert_eq!((status, &*printed), (Some(0), ""));
    }
}

/// The page shows what the program prints.
#[test]
fn the_page_shows_what_is_printed() {
    let page = fs::read_to_string("docs/diff.md").unwrap();
    let blocks: Vec<(&str, &str)> = page
        .split("```")
        .skip(1)
        .step_by(2)
        .filter_map(|block| block.split_once('\n'))
        .collect();
    let scratch = tempfile::tempdir().unwrap();
    let mut shown = 0;
    let mut ran = None;
    for (kind, text) in blocks {
        match kind {
            "sh" => ran = text.strip_prefix("urlsift ").map(str::trim_end),
            "text" if ran.is_none() => {
                let (name, lines) = text.split_once('\n').unwrap();
                fs::write(scratch.path().join(name.trim_start_matches("# ")), lines).unwrap();
            }
            "text" => {
                let arguments: Vec<&str> = ran.take().unwrap().split(' ').collect();
                let output = crate::program::urlsift(&arguments)
                    .current_dir(scratch.path())
                    .output()
                    .unwrap();
                let (status, printed, said) = outcome(&output);
                assert_eq!(
                    (status, printed + &said),
                    (Some(1), text.to_owned()),
                    "{arguments:?}"
                );
                shown += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(shown, 2);
}

/// On many hosts with a few paths each, of which nearly all are in both lists.
#[test]
#[cfg(target_os = "linux")]
fn a_path_takes_300_bytes_a_side_beside_what_is_shown() {
    const PATHS: usize = 200_000;
    let scratch = tempfile::tempdir().unwrap();
    let names = [
        "about", "cart", "contact", "feed", "help", "login", "news", "search", "signup", "terms",
    ];
    let lists = ["old", "new"].map(|side| {
        let lines = (0..PATHS).map(|at| {
            let (host, name) = (at / names.len(), names[at % names.len()]);
            let mark = if at % 100 == 0 { side } else { "" };
            format!("https://www.shop{host}.example/{name}{mark}?item={at}&page=2\n")
        });
        let path = scratch.path().join(side);
        fs::write(&path, lines.collect::<String>()).unwrap();
        path
    });
    let (length, peak) =
        peak_before_output(&["diff", "-j2", argument(&lists[0]), argument(&lists[1])]);
    let beside = peak - (20 << 20) - length;
    assert!(
        beside < 300 * 2 * PATHS,
        "{} bytes a path and side",
        beside / PATHS / 2
    );
}

/// A description is known by its members, however it is written and whatever else names a URL.
#[test]
fn a_description_on_several_lines_is_one() {
    const PATHS: &str = r#""paths": {"/users/{id}": {"get": {}}, "/admin/purge": {"delete": {}}}"#;
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.txt");
    fs::write(&old, "https://api.kiln.example/users/1\n").unwrap();
    for (members, host) in [
        (
            r#""servers": [{"url": "https://api.kiln.example"}]"#,
            "https://api.kiln.example",
        ),
        (r#""servers": [{"url": "/v1"}]"#, "/v1"),
        (r#""servers": []"#, ""),
        (
            r#""info": {"title": "k", "contact": {"url": "https://kiln.example/team"}}"#,
            "",
        ),
        (
            r#""info": {"license": {"url": "https://kiln.example/terms"}}"#,
            "",
        ),
        (
            r#""externalDocs": {"url": "https://kiln.example/docs"}"#,
            "",
        ),
        (
            r#""tags": [{"name": "a", "externalDocs": {"url": "https://kiln.example/a"}}]"#,
            "",
        ),
        (r#""x-results": [{"url": "https://kiln.example/x"}]"#, ""),
        (r#""results": [{"url": "https://kiln.example/x"}]"#, ""),
        (r#""x-logo": {"url": "https://kiln.example/logo.png"}"#, ""),
        (r#""url": "https://kiln.example/openapi.json""#, ""),
    ] {
        let compact = format!(r#"{{"openapi": "3.0.3", {members}, {PATHS}}}"#);
        let value: Value = serde_json::from_str(&compact).unwrap();
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        let mut wanted = vec![
            format!("{host}/users/{{id}}"),
            format!("DELETE {host}/admin/purge"),
        ];
        for text in [&compact, &pretty, &pretty.replace('\n', "\r\n")] {
            let (_, found, notes) = outcome(&run(&[], text.as_bytes()));
            let mut found: Vec<&str> = found.lines().collect();
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "{text}\n{notes}");
        }
        let new = folder.path().join("new.json");
        fs::write(&new, &pretty).unwrap();
        let sides = [argument(&old), argument(&new)];
        let (status, found, notes) =
            outcome(&run(&["diff", "--only", "new", sides[0], sides[1]], b""));
        assert_eq!(status, Some(1), "{pretty}\n{notes}");
        assert!(found.contains("DELETE"), "{found}");
    }
}

/// Other documents are known as descriptions are.
#[test]
fn a_document_with_one_url_is_known_by_its_members() {
    for (text, kind) in [
        (
            "{\n\"site\": [{\"@name\": \"https://z.example\", \"alerts\": [\n\
             {\"instances\": [{\"uri\": \"https://z.example/a\"}]}]}],\n\"@programName\": \"ZAP\"}",
            "a ZAP report",
        ),
        (
            "{\n\"info\": {\"_postman_id\": \"1\"},\n\"item\": [\n\
             {\"request\": {\"url\": \"https://z.example/a\"}}]}",
            "a Postman collection",
        ),
        (
            "{\n\"collection\": {\"info\": {\"_postman_id\": \"1\"},\n\"item\": [\n\
             {\"request\": {\"url\": {\"raw\": \"https://z.example/a\"}}}]}}",
            "a Postman collection",
        ),
        (
            "{\n\"swagger\": \"2.0\", \"host\": \"z.example\",\n\"paths\": {\"/a\": {\"get\": {}}},\n\
             \"externalDocs\": {\"url\": \"https://z.example/b\"}, \"schemes\": [\"https\"]}",
            "an API description",
        ),
    ] {
        let (_, found, notes) = outcome(&run(&[], text.as_bytes()));
        assert_eq!(found, "https://z.example/a\n", "{text}\n{notes}");
        assert!(notes.contains(&format!("read as {kind}")), "{notes}");
    }
}

const DESCRIBED: &str = "\
openapi: 3.0.3
info: {title: Kiln, version: '1'}
servers: [{url: https://api.kiln.example}]
paths:
  /v1/plans/{plan}: {get: {}}
  /users/{name}: {get: {}}
  /users/me: {get: {}}
  /files/{path}: {get: {}}
  /teams/{team}/members/{user}: {get: {}}
  /export/{id}.json: {get: {}}
  /report-{y}-{m}.pdf: {get: {}}
  /v{ver}/ping: {get: {}}
";

/// Returns how many paths are new and gone, as the last note says, with what is printed.
fn new_and_gone(old: &str, new: &str) -> (String, String) {
    let (_, found, notes) = outcome(&run(&["diff", old, new], b""));
    let last = notes.lines().last().unwrap_or_default().to_owned();
    let counts = last.split(';').next().unwrap_or_default();
    (counts.trim_start_matches("urlsift: ").to_owned(), found)
}

/// Whatever a word at a placeholder looks like, it is a value; text that a description has is not.
#[test]
fn placeholders_of_a_description_say_what_varies_in_traffic() {
    let folder = tempfile::tempdir().unwrap();
    let description = folder.path().join("api.yaml");
    fs::write(&description, DESCRIBED).unwrap();
    let traffic = folder.path().join("traffic.txt");
    let all = [
        "/v1/plans/premium",
        "/users/ann",
        "/users/me",
        "/files/readme",
        "/teams/red/members/bob",
        "/export/17.json",
        "/report-2024-05.pdf",
        "/v2/ping",
    ];
    for (others, wanted) in [
        (&[][..], "0 new, 0 gone, 0 changed"),
        (
            &["/v1/plans/basic", "/users/zoe", "/users/17"],
            "0 new, 0 gone, 0 changed",
        ),
        (
            &["/export/all.json", "/report-may-draft.pdf"],
            "0 new, 0 gone, 0 changed",
        ),
        (&["/users/ann/edit"], "1 new, 0 gone, 0 changed"),
        (&["/v1/plans"], "1 new, 0 gone, 0 changed"),
        (&["/export/17.csv"], "1 new, 0 gone, 0 changed"),
        (&["/report-2024.pdf"], "1 new, 0 gone, 0 changed"),
        (&["/v/ping"], "1 new, 0 gone, 0 changed"),
        (&["/me"], "1 new, 0 gone, 0 changed"),
        (&["DELETE /users/ann"], "0 new, 0 gone, 1 changed"),
        (&["DELETE /users/me"], "0 new, 0 gone, 1 changed"),
    ] {
        for host in ["https://api.kiln.example", ""] {
            let mut lines = String::new();
            for line in all.iter().chain(others) {
                lines += &line.replacen('/', &format!("{host}/"), 1);
                lines.push('\n');
            }
            fs::write(&traffic, &lines).unwrap();
            let sides = [argument(&description), argument(&traffic)];
            let (counts, found) = new_and_gone(sides[0], sides[1]);
            assert_eq!(counts, wanted, "{others:?} {found}");
            if others.iter().any(|line| line.starts_with("DELETE")) {
                // Methods that a description lacks are told by what is new alone.
                continue;
            }
            let (counts, found) = new_and_gone(sides[1], sides[0]);
            let wanted = wanted.replace("1 new, 0 gone", "0 new, 1 gone");
            assert_eq!(counts, wanted, "{others:?} {found}");
        }
    }
    // A word that is described is nothing else.
    let lines = all.join("\n").replace("/users/me", "/users/bob");
    fs::write(&traffic, lines).unwrap();
    let (counts, found) = new_and_gone(argument(&description), argument(&traffic));
    assert_eq!(counts, "0 new, 1 gone, 0 changed", "{found}");
    assert!(found.contains("/users/me"), "{found}");
    // What the names of a description look like together teaches nothing.
    let mut paths = String::new();
    let mut calls = String::new();
    for number in 0..60 {
        writeln!(paths, "  /rpc/{}: {{get: {{}}}}", word(number * 7)).expect("it is text");
        writeln!(calls, "https://api.kiln.example/rpc/{}", word(number * 7)).expect("it is text");
    }
    let head = DESCRIBED.split("  /v1").next().unwrap();
    fs::write(&description, format!("{head}{paths}")).unwrap();
    fs::write(&traffic, calls + "https://api.kiln.example/rpc/flushdb\n").unwrap();
    let (counts, found) = new_and_gone(argument(&description), argument(&traffic));
    assert_eq!(counts, "1 new, 0 gone, 0 changed", "{found}");
}

/// Two descriptions that name their placeholders otherwise do not differ.
#[test]
fn names_of_placeholders_are_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.yaml");
    let new = folder.path().join("new.yaml");
    fs::write(&old, DESCRIBED).unwrap();
    let renamed = ["plan", "name", "path", "id", "y", "ver"];
    let renamed = renamed.iter().fold(DESCRIBED.to_owned(), |text, name| {
        text.replace(&format!("{{{name}}}"), &format!("{{the_{name}}}"))
    });
    fs::write(&new, renamed).unwrap();
    let (counts, found) = new_and_gone(argument(&old), argument(&new));
    assert_eq!(counts, "0 new, 0 gone, 0 changed", "{found}");
}

/// What is exported of a list describes that list.
#[test]
fn a_list_has_what_is_exported_of_it() {
    const FORMS: [&str; 9] = [
        "N",
        "W",
        "N.json",
        "report-20N-0N.pdf",
        "backup-N.zip",
        "vN",
        "itemN",
        "W-N-W",
        "N-W",
    ];
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    let list = argument(&list);
    let mut state: u64 = 7;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    for number in 0..24 {
        let mut shapes = Vec::new();
        for _ in 0..6 {
            let mut shape = String::new();
            for _ in 0..=next(3) {
                shape.push('/');
                match next(5) {
                    0..=2 => shape += &word(next(40) as usize),
                    _ => shape += FORMS[next(9) as usize],
                }
            }
            shapes.push(shape);
        }
        let mut text = String::new();
        for _ in 0..60 {
            text += "https://shop.example";
            for c in shapes[next(6) as usize].chars() {
                match c {
                    'N' => text += &next(90).to_string(),
                    'W' => text += &word(next(200) as usize),
                    c => text.push(c),
                }
            }
            text.push('\n');
        }
        fs::write(list, &text).unwrap();
        let name = ["api.yaml", "api.json"][number % 2];
        let path = folder.path().join(name);
        let description = argument(&path);
        let (status, ..) = outcome(&run(&["export", "-q", "-o", description, list], b""));
        assert_eq!(status, Some(0));
        let (counts, found) = new_and_gone(description, list);
        assert_eq!(counts, "0 new, 0 gone, 0 changed", "{text}\n{found}");
    }
}

/// A document that does not end as it began, and a page in place of a list, are no lists.
#[test]
fn what_is_broken_is_compared_with_nothing() {
    const HAR: &str = "{\"log\": {\"version\": \"1.2\", \"entries\": [\n\
        {\"request\": {\"method\": \"GET\", \"url\": \"https://api.kiln.example/users/1\"}},\n\
        {\"request\": {\"method\": \"GET\", \"url\": \"https://api.kiln.example/users/2\"}}\n]}}\n";
    const SITES: &str = "{\n\"site\": [\n{\"alerts\": [\n\
        {\"instances\": [{\"uri\": \"https://api.kiln.example/a\"}]}]}],\n\"@programName\": \"ZAP\"}\n";
    const LIST: &str = "{\n\"results\": [\n{\"url\": \"https://api.kiln.example/a\"}\n]}\n";
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.txt");
    fs::write(&good, "https://api.kiln.example/users/1\n").unwrap();
    let broken = folder.path().join("broken");
    let written = folder.path().join("written.yaml");
    let cut = |text: &str, end: &str| text[..text.find(end).unwrap()].to_owned();
    for (text, line) in [
        (cut(DESCRIBED, "report-{y}"), ""),
        (DESCRIBED.replace("/users/me: {", "/users/me: {]"), "line 7"),
        (DESCRIBED.replace("paths:", "paths: ["), "line"),
        (cut(HAR, "]}}"), "line 4"),
        (cut(HAR, "2\"}}"), "line 3"),
        (cut(HAR, "log\""), "line 1"),
        (cut(SITES, "],\n\"@"), "line 4"),
        (cut(SITES, "a\"}]"), "line 4"),
        (cut(LIST, "]}"), "line 4"),
        (cut(LIST, "kiln"), "line 3"),
        ("<html>502 https://status.example/x</html>".to_owned(), ":1"),
        (
            "\n<!DOCTYPE html>\n<a href=https://status.example/x>".to_owned(),
            ":1",
        ),
    ] {
        fs::write(&broken, &text).unwrap();
        let sides = [argument(&good), argument(&broken)];
        for [old, new] in [sides, [sides[1], sides[0]]] {
            let notes = refusal(&["diff", old, new], b"");
            assert!(
                notes.contains(sides[1]) && notes.contains(line),
                "{text}\n{notes}"
            );
        }
        fs::write(&written, "kept").unwrap();
        let arguments = ["export", "-o", argument(&written), sides[1]];
        let (status, ..) = outcome(&run(&arguments, b""));
        assert_eq!(status, Some(2), "{text}");
        assert_eq!(fs::read_to_string(&written).unwrap(), "kept", "{text}");
    }
    // A page is read if that is asked for.
    fs::write(&broken, "<html><a href=https://api.kiln.example/users/2>").unwrap();
    let arguments = ["diff", "--extract", argument(&good), argument(&broken)];
    assert_eq!(outcome(&run(&arguments, b"")).0, Some(0));
}

/// A word at a learned position is a value, and may be an endpoint all the same.
#[test]
fn new_names_like_endpoints_at_learned_positions_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.txt");
    let new = folder.path().join("new.txt");
    let mut names = String::new();
    for number in 0..40 {
        writeln!(names, "https://shop.example/users/{}", word(number * 11)).expect("it is text");
    }
    for (before, today, wanted) in [
        ("", "analytics", "1 name of NEW"),
        ("", "billing", "1 name of NEW"),
        ("", "billing analytics", "2 names of NEW"),
        ("billing", "billing analytics", "1 name of NEW"),
        ("billing analytics", "billing analytics", ""),
        ("billing analytics", "", ""),
        ("", "zorzorkip", ""),
    ] {
        let lines = |words: &str| {
            let mut text = names.clone();
            for word in words.split_whitespace() {
                writeln!(text, "https://shop.example/users/{word}").expect("it is text");
            }
            text
        };
        fs::write(&old, lines(before)).unwrap();
        fs::write(&new, lines(today)).unwrap();
        let sides = [argument(&old), argument(&new)];
        let (_, _, notes) = outcome(&run(&["diff", sides[0], sides[1]], b""));
        assert_eq!(notes.contains("--no-learn"), !wanted.is_empty(), "{notes}");
        assert!(notes.contains(wanted), "{notes}");
        if !wanted.is_empty() {
            let (status, found, _) =
                outcome(&run(&["diff", "--no-learn", sides[0], sides[1]], b""));
            assert_eq!(status, Some(1));
            let name = today.split_whitespace().last().unwrap();
            assert!(found.contains(name), "{found}");
        }
    }
}
