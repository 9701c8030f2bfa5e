//! Traps: sites that give a crawler ever more URLs. What people wished for on the trackers of
//! crawlers, on made-up hosts, and what is printed.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::program::{argument, kept, outcome, run};

/// Lines as a list.
fn list(lines: impl IntoIterator<Item = String>) -> String {
    lines
        .into_iter()
        .fold(String::new(), |list, line| list + &line + "\n")
}

fn printed(arguments: &[&str], list: &str) -> Vec<String> {
    let output = match arguments {
        ["traps", rest @ ..] => kept(&[&["traps", "-q"], rest].concat(), list.as_bytes()),
        _ => kept(&[&["-q"], arguments].concat(), list.as_bytes()),
    };
    String::from_utf8(output)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// A path of so many segments of a cycle.
fn cycle(names: &[&str], segments: usize) -> String {
    (0..segments)
        .flat_map(|at| ["/", names[at % names.len()]])
        .collect()
}

/// A crawler that follows relative links on a page that answers under any path. Of each run, what
/// programs may have stays: two repetitions, and of single segments three.
#[test]
fn paths_that_go_round_in_circles_end() {
    for (run, wanted) in [
        (&["blog"][..], 3),
        (&["a", "b"], 5),
        (&["a", "b", "c"], 8),
        (&["a", "b", "c", "d"], 11),
    ] {
        let paths =
            list((1..=100).map(|segments| format!("https://example.com{}", cycle(run, segments))));
        for arguments in [&[][..], &["--two-pass"], &["--no-learn"], &["-j", "2"]] {
            assert_eq!(
                printed(arguments, &paths).len(),
                wanted,
                "{run:?} {arguments:?}"
            );
        }
        let literal = ["--literal", "-t", "100"];
        assert_eq!(
            printed(&literal, &paths).len(),
            100,
            "as they are written, all of them differ"
        );
        // What stands behind the circle is compared as ever.
        let tails = ["login", "users/17/edit", "users/18/edit", "x.php?id=1"];
        let paths = list((3..=100).flat_map(|turns| {
            let circle = cycle(run, run.len() * turns);
            tails.map(|tail| format!("https://example.com{circle}/{tail}"))
        }));
        assert_eq!(
            printed(&[], &paths).len(),
            3,
            "{run:?}: {:?}",
            printed(&[], &paths)
        );
    }
}

/// What is shown of such a path is what is compared.
#[test]
fn explanations_and_templates_show_the_path_as_it_is_read() {
    let lines = "https://example.com/a/b/a/b/a/b/17\nhttps://example.com/a/b/a/b/a/b/a/b/18\n";
    assert_eq!(
        printed(&["--print", "shape"], lines),
        ["https://example.com/a/b/a/b/{int}"]
    );
    let explained = printed(&["--explain"], lines).join("\n");
    assert!(explained.contains("a/b/a/b/{int}"), "{explained}");
    let [first, second] = [0, 1].map(|at| lines.lines().nth(at).unwrap());
    let compared = String::from_utf8(kept(&["compare", first, second], b"")).unwrap();
    assert!(compared.contains("100"), "{compared}");
    // In the route of a fragment as well.
    let lines = list((3..9).map(|turns| format!("https://example.com/#{}", "/a/b".repeat(turns))));
    assert_eq!(printed(&[], &lines).len(), 1);
}

/// Programs repeat themselves, and maps have equal numbers side by side.
#[test]
fn what_repeats_a_little_stays_apart() {
    let lines = list(
        [
            "/catalog/catalog/list",
            "/catalog/list",
            "/catalog/catalog/catalog/list",
            "/wp-includes/js/wp-includes/js/twemoji.min.js",
            "/wp-includes/js/twemoji.min.js",
            "/files/a/files/b/files/c/files/d",
            "/files/a/files/b/files/c",
        ]
        .map(|path| format!("https://example.com{path}")),
    );
    assert_eq!(printed(&["--no-learn"], &lines).len(), 7);
    let tiles =
        list([3, 4, 5].map(|depth| format!("https://example.com/tiles{}", "/0".repeat(depth))));
    assert_eq!(printed(&[], &tiles).len(), 3);
}

/// Links that lack `https://` are taken for paths, and glued to the path of the page: a user of an
/// archiving crawler wants "every page one time and done".
#[test]
fn addresses_that_are_glued_to_the_path() {
    let policies = "www.maps.test/intl/de/policies/partners/";
    let crawl = list((0..60).map(|turns| {
        format!(
            "https://www.example.com/de/imprint/{}",
            policies.repeat(turns)
        )
    }));
    assert_eq!(
        printed(&[], &crawl).len(),
        3,
        "the page, the address glued to it, and twice: 60 before"
    );
}

/// A spider asks for what does not exist, gets the default page, and follows its relative links:
/// "the paths appear to be unique".
#[test]
fn relative_links_of_a_default_page() {
    let crawl = list((1..40).flat_map(|turns| {
        let path = "/bower_components/zork/assets".repeat(turns);
        ["zork.min.js", "css/zork.css", "index.html"]
            .map(|file| format!("https://shop.example{path}/{file}"))
    }));
    assert_eq!(printed(&[], &crawl).len(), 6, "117 before");
}

/// The same with five links on each page: a crawler that goes breadth first gets them in any order.
#[test]
fn relative_links_in_any_order() {
    let links = [
        "vendor/zork/zork.min.js",
        "vendor/zork-lite/",
        "css/app.css",
        "private/main/",
        "js/x.js",
    ];
    let mut paths = vec!["https://shop.example/".to_owned()];
    for at in 0..600 {
        let above = paths[at].trim_end_matches('/').to_owned();
        paths.extend(links.map(|link| format!("{above}/{link}")));
    }
    let list = list(paths);
    for (arguments, most) in [(&[][..], 150), (&["--two-pass"], 60), (&["-j", "2"], 150)] {
        let kept = printed(arguments, &list).len();
        assert!(kept < most, "{arguments:?}: {kept}, 2,729 before");
    }
    let explained = printed(&["--explain"], &list).join("\n");
    assert!(explained.contains("learned: paths go round through"));
    let scratch = tempfile::tempdir().unwrap();
    let state = scratch.path().join("state");
    let again = ["--state", argument(&state)];
    assert!(!printed(&again, &list).is_empty());
    assert_eq!(printed(&again, &list).len(), 0);
}

/// A calendar has a next month for ever, in its path or in its parameters; a user of a frontier
/// asks for more than a limit of pages per host.
#[test]
fn calendars_that_go_on_for_ever() {
    let crawl = list((0..2400).flat_map(|month| {
        let (year, month) = (2000 + month / 12, month % 12 + 1);
        [
            format!("https://example.com/calendar/{year}/{month:02}"),
            format!("https://example.com/calendar/{year}-{month:02}-01/day"),
            format!("https://example.com/events?month={year}-{month:02}"),
        ]
    }));
    assert_eq!(printed(&[], &crawl).len(), 3);
}

/// A user of a log analyser wants the ids of an API as one row.
#[test]
fn ids_of_an_api_are_one_row() {
    let log = list((1000..2000).map(|id| format!("https://example.com/api/dog/{id}/")));
    assert_eq!(
        printed(&["--count", "--print", "shape"], &log),
        ["   1000 https://example.com/api/dog/{int}"]
    );
}

/// Each set of some names, as the query of a search.
fn subsets(page: &str, names: &[&str]) -> Vec<String> {
    let query = |set: usize| {
        let chosen = names
            .iter()
            .enumerate()
            .filter(|(bit, _)| set >> bit & 1 == 1);
        chosen
            .map(|(_, name)| format!("{name}={set}"))
            .collect::<Vec<_>>()
            .join("&")
    };
    (1..1 << names.len())
        .map(|set| format!("{page}?{}", query(set)))
        .collect()
}

const FACETS: [&str; 12] = [
    "brand", "colour", "fit", "length", "material", "pattern", "price", "rise", "season", "size",
    "sleeve", "weight",
];

/// A search lets every choice be combined with every other: after 100 sets of known names, a page
/// shows nothing new but new names.
#[test]
fn pages_of_facets_are_learned() {
    let mut lines = subsets("https://shop.example/search", &FACETS);
    lines.push("https://shop.example/search?brand=1&debug=1".to_owned());
    lines.push("https://shop.example/search?action=delete&brand=1".to_owned());
    lines.push("https://shop.example/find?brand=1&fit=1".to_owned());
    let list = list(lines);
    assert_eq!(printed(&[], &list).len(), 4095 + 3);
    let learned = ["--new-params=learned"];
    let kept = printed(&learned, &list);
    assert_eq!(
        kept.len(),
        12 + 100 + 3,
        "each name, a hundred sets, and what is new"
    );
    for new in ["debug=1", "action=delete", "/find?"] {
        assert!(kept.iter().any(|line| line.contains(new)), "{new} is new");
    }
    for more in [
        &["--two-pass"][..],
        &["-j", "1"],
        &["-j", "4"],
        &["--format", "text"],
        &["-k", "1"],
    ] {
        assert_eq!(
            printed(&[&learned[..], more].concat(), &list),
            kept,
            "{more:?}"
        );
    }
    let statistics = run(&["--new-params=learned", "--stats=json"], list.as_bytes());
    let statistics: Value = serde_json::from_slice(&statistics.stderr).unwrap();
    assert_eq!(
        (&statistics["combined"], &statistics["kept"]),
        (&json!(4095 - 112), &json!(115))
    );
    let explained = printed(&["--new-params=learned", "--explain"], &list);
    assert_eq!(
        explained
            .iter()
            .filter(|line| line.starts_with("https"))
            .count(),
        4095 - 112
    );
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    for (options, said) in [
        (&["-t", "80"][..], "use a threshold above 94"),
        (
            &["--state", argument(&state)],
            "set params to sets or names",
        ),
    ] {
        let output = outcome(&run(&[&learned[..], options].concat(), b""));
        assert!(output.0 == Some(2) && output.2.contains(said), "{output:?}");
    }
}

/// A shop's navigation takes 289 of 349 pages of a crawl; its owner wants no start of a path to
/// have more than its share.
#[test]
fn starts_of_paths_have_a_limit() {
    let navigation = subsets("https://shop.example/shop/by", &FACETS[..9])
        .into_iter()
        .take(289);
    let names = "bdfgklmnpr"
        .chars()
        .flat_map(|first| "aeiouy".chars().map(move |then| format!("{first}{then}rk")));
    let rest = names.map(|name| format!("https://shop.example/{name}/about"));
    let crawl = list(navigation.chain(rest));
    let options = ["--no-learn", "--max-per-prefix", "20"];
    assert_eq!(printed(&["--no-learn"], &crawl).len(), 349);
    assert_eq!(printed(&options, &crawl).len(), 80);
    assert_eq!(
        printed(&[&options[..], &["-j", "3"]].concat(), &crawl),
        printed(&options, &crawl)
    );
    assert_eq!(
        printed(
            &["--no-learn", "--literal", "--max-per-prefix", "20"],
            &crawl
        )
        .len(),
        80
    );
    // The root of a host has no prefix; further samples count; other hosts have their own room.
    let lines = "https://a.example/\nhttps://a.example/?x=1\nhttps://a.example/p?y=1\nhttps://a.example/p/1\n\
        https://a.example/p/2\nhttps://b.example/p/1\nhttps://a.example/de/p/1\nhttps://a.example/de/q/1\n";
    let of = |options: &[&str]| printed(options, lines).len();
    assert_eq!(
        (
            of(&[]),
            of(&["--max-per-prefix", "1"]),
            of(&["--max-per-prefix", "1/2"])
        ),
        (7, 5, 7)
    );
    assert_eq!(
        (of(&["-k", "2", "--max-per-prefix", "2"]), of(&["-k", "2"])),
        (7, 8)
    );
    let explained = printed(&["--max-per-prefix", "1", "--explain"], lines).join("\n");
    assert!(explained.contains("--max-per-prefix"), "{explained}");
    let statistics = outcome(&run(
        &["--max-per-prefix", "1", "--stats"],
        lines.as_bytes(),
    ))
    .2;
    assert!(statistics.contains("by --max-per-prefix"), "{statistics}");
}

/// A run that goes on where the last one ended knows how many lines stand below each start.
#[test]
fn starts_of_paths_are_counted_across_runs() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let state = argument(&state);
    let options = ["--max-per-prefix", "2", "--state", state];
    let first = "https://a.example/p/login\nhttps://a.example/q/login\n";
    let second =
        "https://a.example/p/users\nhttps://a.example/p/export\nhttps://a.example/q/users\n";
    assert_eq!(printed(&options, first).len(), 2);
    assert_eq!(
        printed(&options, second),
        ["https://a.example/p/users", "https://a.example/q/users"]
    );
}

/// A list with every kind of trap, and what else a site has.
fn site() -> (Vec<String>, Vec<String>) {
    let host = "https://www.example.com:8443";
    let mut traps = subsets(&format!("{host}/search"), &FACETS[..8]);
    traps.retain(|line| line.contains('&'));
    traps.extend((3..60).map(|turns| format!("{host}/de/x.y{}/end", "/a+b/c".repeat(turns))));
    traps.extend((4..60).map(|turns| format!("{host}{}?x=1", "/blog".repeat(turns))));
    traps.extend(
        (0..150).map(|at| format!("{host}/calendar/{}/{:02}", 1950 + at / 12, at % 12 + 1)),
    );
    traps.extend((0..150).map(|at| {
        format!(
            "{host}/events?view=month&from={}-{:02}-01#top",
            1950 + at / 12,
            at % 12 + 1
        )
    }));
    traps.extend((0..70).map(|at| format!("{host}/shop/{at};jsessionid=0C{at}?id=1")));
    traps.extend((9..50).map(|depth| {
        format!(
            "{host}/tree{}",
            (0..depth)
                .map(|at| format!("/w{at}"))
                .collect::<Vec<_>>()
                .concat()
        )
    }));
    let others = subsets(&format!("{host}/find"), &FACETS[..4])
        .into_iter()
        .chain(
            (0..700)
                .map(|at| format!("{host}/section{at}/about"))
                .chain(
                    [
                        "/a+b/c/a+b/c/end",
                        "/search?brand=1",
                        "/searches?brand=1&fit=2",
                        "/calendar/today",
                        "/blog/blog/blog",
                        "/tree/w0/w1",
                        "/xa+b/c/a+b/c/a+b/cd",
                    ]
                    .map(|path| format!("{host}{path}")),
                )
                .chain(
                    [
                        "https://www.example.com/calendar/2024/05",
                        "http://example.com:8443/search?a=1&b=2",
                    ]
                    .map(str::to_owned),
                ),
        );
    (traps, others.collect())
}

/// Each rule takes the lines that its trap counts, and nothing else of the list.
#[test]
fn rules_match_their_traps_and_nothing_else() {
    let (traps, others) = site();
    let all = list(traps.iter().chain(&others).cloned());
    let found: Vec<Value> = printed(&["traps", "--format", "jsonl"], &all)
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let kinds: BTreeSet<&str> = found
        .iter()
        .map(|trap| trap["kind"].as_str().unwrap())
        .collect();
    let wanted = [
        "calendar",
        "deep-path",
        "facets",
        "repeated-path",
        "session-id",
    ];
    assert_eq!(kinds, BTreeSet::from(wanted), "{found:?}");
    let whole = ["--literal", "-t", "100", "--weights", "fragment=1"];
    let mut options: Vec<&str> = whole.to_vec();
    let total = printed(&whole, &all).len() as u64;
    assert_eq!(total as usize, traps.len() + others.len());
    for trap in &found {
        let rule = ["--not-match", trap["not_match"].as_str().unwrap()];
        let left = printed(&[&whole[..], &rule].concat(), &all);
        assert_eq!(
            total - left.len() as u64,
            trap["lines"].as_u64().unwrap(),
            "{trap}"
        );
        assert!(others.iter().all(|line| left.contains(line)), "{trap}");
        options.extend(rule);
        for example in trap["examples"].as_array().unwrap() {
            assert!(traps.iter().any(|line| line == example), "{trap}");
        }
    }
    assert_eq!(
        printed(&options, &all),
        others,
        "all rules together leave what is no trap"
    );
    // The text says the same.
    let text = printed(&["traps"], &all).join("\n");
    for trap in &found {
        let rule = trap["not_match"].as_str().unwrap();
        assert!(
            text.contains(&format!("--not-match '{rule}'")),
            "{rule}: {text}"
        );
    }
    assert_eq!(printed(&["traps"], &list(others)), Vec::<String>::new());
}

/// Whether a value of `Disallow` matches a path, as RFC 9309 says.
fn disallows(value: &str, path: &str) -> bool {
    let whole = value.strip_suffix('$');
    let mut parts = whole.unwrap_or(value).split('*');
    let start = parts.next().unwrap();
    let Some(mut rest) = path.strip_prefix(start) else {
        return false;
    };
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else {
            return false;
        };
        rest = behind;
    }
    whole.is_none() || rest.is_empty()
}

#[test]
fn disallow_lines_forbid_no_more_than_their_rule() {
    let host = "https://www.example.com:8443";
    let (mut urls, others) = site();
    urls.extend(others);
    urls.extend((0..1500).map(|at| format!("{host}/help?topic={at}")));
    for path in [
        "/helpdesk",
        "/help-center/a?b",
        "/helper?x=1",
        "/help",
        "/help/a",
        "/xa+b/c/a+b/c/a+b/c/x",
        "/a+b/c/a+b/c/a+b/cd/x",
        "/a+b/c/a+b/c/a+b/c/x",
        "/blog/blog/blog/blogs/",
        "/tree/1/2/3/4/5/6/7/8/",
        "/trees/1/2/3/4/5/6/7/8/9/",
        "/searches?a=1&b=2",
        "/shop/jsessionid",
    ] {
        urls.push(format!("{host}{path}"));
    }
    let all = list(urls.iter().cloned());
    let mut prefixes = 0;
    for line in printed(&["traps", "--format", "jsonl"], &all) {
        let trap: Value = serde_json::from_str(&line).unwrap();
        prefixes += usize::from(trap["kind"] == "prefix");
        let rule = ["--not-match", trap["not_match"].as_str().unwrap()];
        let whole = ["--literal", "-t", "100"];
        let left = printed(&[&whole[..], &rule].concat(), &all);
        let left: BTreeSet<&str> = left.iter().map(String::as_str).collect();
        let mut forbidden = 0;
        for value in trap["robots"].as_array().unwrap() {
            let value = value.as_str().unwrap();
            for url in &urls {
                let path = url.strip_prefix(host).unwrap_or("/");
                let path = path.split('#').next().unwrap();
                if disallows(value, path) {
                    forbidden += 1;
                    assert!(!left.contains(&**url), "{value} forbids {url}");
                }
            }
        }
        let has_lines = trap["robots"] != json!([]);
        assert_eq!(forbidden > 0, has_lines, "{trap}");
    }
    assert_eq!(prefixes, 1);
}

/// A crawl's log has a line for each visit.
#[test]
fn repeated_lines_are_no_trap() {
    let visits = (0..300).map(|_| "https://www.example.com/help/a".to_owned());
    let pages = (0..300).map(|page| format!("https://www.example.com/product/{page}"));
    let crawl = list(visits.chain(pages));
    assert_eq!(printed(&["traps"], &crawl), Vec::<String>::new());
}

#[test]
fn traps_are_found_among_the_urls_that_are_selected() {
    let (traps, others) = site();
    let all = traps.iter().chain(&others);
    let all = list(all.filter(|url| url.contains("//www.")).cloned());
    let other = all.replace("www.example.com", "shop.example");
    let both = all.clone() + &other;
    for (option, value) in [
        ("--host", "www.example.com"),
        ("--not-host", "shop.example"),
        ("--match", "www"),
        ("--not-match", "//shop"),
    ] {
        let found = printed(&["traps", option, value], &both);
        assert_eq!(found, printed(&["traps"], &all), "{option} {value}");
    }
}
