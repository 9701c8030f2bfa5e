//! `--same-answer`: lines whose answers are equal count as one.

use std::fmt::Write;

use serde_json::Value;

use crate::program::{kept, outcome, run};

/// Names of pages that nothing takes for values.
const PAGES: [&str; 20] = [
    "about", "login", "logout", "search", "cart", "checkout", "help", "press", "jobs", "terms",
    "privacy", "news", "blog", "forum", "wiki", "status", "pricing", "docs", "tools", "register",
];

/// A line of an index of archived pages.
fn capture(host: &str, path: &str, status: &str, digest: &str) -> String {
    let key: Vec<&str> = host.rsplit('.').collect();
    format!(
        "{}){path} 20200102030405 https://{host}{path} text/html {status} {digest} 1043\n",
        key.join(",")
    )
}

/// A host that answers everything with one page.
fn soft_404s(host: &str) -> String {
    PAGES
        .map(|page| capture(host, &format!("/{page}"), "200", "SHELL"))
        .concat()
}

fn lines(options: &[&str], list: &str) -> Vec<String> {
    let printed = kept(&[&["-q"], options].concat(), list.as_bytes());
    String::from_utf8(printed)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn lines_with_one_answer_count_as_one_once_enough_were_kept() {
    let list = soft_404s("a.example");
    assert_eq!(lines(&[], &list).len(), PAGES.len());
    let all: Vec<&str> = list.lines().collect();
    assert_eq!(lines(&["--same-answer"], &list), all[..5]);
    assert_eq!(lines(&["--same-answer=1"], &list), all[..1]);
    assert_eq!(lines(&["--same-answer=3", "--two-pass"], &list), all[..1]);
    // Too few of them are what they are.
    assert_eq!(lines(&["--same-answer=20", "--two-pass"], &list), all[..1]);
    assert_eq!(lines(&["--same-answer=21", "--two-pass"], &list), all);
}

#[test]
fn another_answer_status_or_host_is_not_merged() {
    let mut list = soft_404s("a.example");
    let others = [
        capture("a.example", "/settings", "200", "OTHER"),
        capture("a.example", "/profile", "404", "SHELL"),
        capture("b.example", "/settings", "200", "SHELL"),
        capture("a.example", "/export", "200", "-"),
        "https://a.example/upload\n".to_owned(),
    ];
    list.extend(others.clone());
    for options in [&["--same-answer"][..], &["--same-answer", "--two-pass"]] {
        let kept = lines(options, &list);
        for other in &others {
            assert!(
                kept.iter().any(|line| line == other.trim_end()),
                "{other} {options:?}"
            );
        }
    }
}

/// What was dropped because of its answer hides nothing that is similar to it.
#[test]
fn a_line_that_was_dropped_represents_nothing() {
    let list = [
        capture("a.example", "/news", "200", "SHELL"),
        capture("a.example", "/user/1", "200", "SHELL"),
        capture("a.example", "/user/2", "200", "ANN"),
        capture("a.example", "/user/3", "200", "BOB"),
    ];
    assert_eq!(
        lines(&["--same-answer=1"], &list.concat()),
        [list[0].trim_end(), list[2].trim_end()]
    );
}

#[test]
fn counts_stand_for_a_digest() {
    let ffuf = |page: &str, length: usize, words: u32| {
        format!(
            r#"{{"url":"https://a.example/{page}","status":200,"length":{length},"words":{words},"lines":7}}"#
        ) + "\n"
    };
    // An error page that names the address has as many words everywhere.
    let pages: String = PAGES
        .iter()
        .map(|page| ffuf(page, 900 + page.len(), 80))
        .collect();
    assert_eq!(lines(&["--same-answer"], &pages).len(), 5);
    // A line of JSON is one word whatever it says.
    let api: String = PAGES
        .iter()
        .zip(100..)
        .map(|(page, length)| ffuf(page, length, 1))
        .collect();
    assert_eq!(lines(&["--same-answer"], &api).len(), PAGES.len());
}

#[test]
fn redirects_to_one_place_count_as_one_and_others_do_not() {
    let to = |target: fn(&str) -> String| {
        PAGES
            .map(|page| {
                let target = target(page);
                format!(
                    r#"{{"url":"https://a.example/{page}","status_code":302,"location":"{target}","hash":"X"}}"#
                ) + "\n"
            })
            .concat()
    };
    // The one that leads to itself is another answer.
    assert_eq!(
        lines(&["--same-answer"], &to(|_| "/login".to_owned())).len(),
        6
    );
    assert_eq!(
        lines(&["--same-answer"], &to(|_| "/signin".to_owned())).len(),
        5
    );
    assert_eq!(
        lines(&["--same-answer"], &to(|page| format!("/{page}/"))).len(),
        PAGES.len()
    );
}

#[test]
fn hosts_of_a_site_that_answer_alike_count_as_one() {
    let mut list = String::new();
    for name in [
        "alpha", "beta", "gamma", "delta", "zeta", "kappa", "sigma", "omega",
    ] {
        list += &capture(&format!("{name}.example.com"), "/", "200", "PARKED");
        list += &capture(&format!("{name}.example.com"), "/news", "200", name);
    }
    list += &capture("zeta.example.org", "/", "200", "PARKED");
    let kept = lines(&["--same-answer=3"], &list);
    let parked = kept.iter().filter(|line| line.contains("PARKED")).count();
    assert_eq!(
        (parked, kept.len()),
        (4, 12),
        "three of the site, and one of another site: {kept:?}"
    );
    let kept = lines(&["--same-answer=3", "--two-pass"], &list);
    assert_eq!(kept.len(), 10, "one of the site: {kept:?}");
}

#[test]
fn records_without_answers_are_as_always() {
    let mut list = String::new();
    for page in PAGES {
        let _ = writeln!(
            list,
            "https://a.example/{page}\nhttps://a.example/{page} [200]\nnot a url {page}"
        );
        let _ = writeln!(
            list,
            r#"{{"url":"https://a.example/zork/{page}","status":200}}"#
        );
    }
    for two_pass in [&[][..], &["--two-pass"]] {
        let with = [&["--same-answer=1"], two_pass].concat();
        assert_eq!(lines(&with, &list), lines(two_pass, &list));
    }
}

#[test]
fn threads_do_not_change_what_is_kept() {
    let mut list = String::new();
    for number in 0..4000 {
        let page = PAGES[number % 20];
        let digest =
            ["SHELL".to_owned(), format!("D{}", number % 300)][usize::from(number % 7 > 2)].clone();
        list += &capture(
            &format!("w{}.example.com", number % 13),
            &format!("/{page}/x{number}y"),
            "200",
            &digest,
        );
    }
    for options in [&["--no-learn"][..], &["--two-pass"]] {
        let of = |threads| {
            lines(
                &[&["--same-answer=4", "-j", threads], options].concat(),
                &list,
            )
        };
        let one = of("1");
        assert_ne!(one, lines(options, &list));
        assert_eq!(one, of("4"));
    }
}

#[test]
fn what_was_dropped_by_its_answer_is_said() {
    let list = soft_404s("a.example");
    let explained = kept_text(&["-q", "--same-answer", "--explain"], &list);
    let about = format!(
        "    same answer as stdin:1: {}\n    answer: status 200, digest SHELL\n",
        &list.lines().next().unwrap()
    );
    assert_eq!(explained.matches(&about).count(), 15, "{explained}");

    let objects = kept(
        &["-q", "--same-answer", "--format", "jsonl"],
        list.as_bytes(),
    );
    let objects: Vec<Value> = str::from_utf8(&objects)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(objects[4]["same_answer"].is_null());
    assert_eq!(objects[5]["same_answer"], "status 200, digest SHELL");
    assert_eq!(objects[5]["representative"]["record"], 1);

    let (_, _, table) = outcome(&run(&["--same-answer", "--stats"], list.as_bytes()));
    let row = table
        .lines()
        .find(|line| line.starts_with("by same answer"))
        .unwrap_or_default();
    assert!(row.contains(" 15 "), "{table}");
    assert!(table.contains("15  status 200, digest SHELL\n"), "{table}");
    assert!(table.contains("https://a.example/cart"), "{table}");
    let (_, _, object) = outcome(&run(&["--same-answer", "--stats=json"], list.as_bytes()));
    let statistics: Value = serde_json::from_str(&object).unwrap();
    assert_eq!(
        (
            &statistics["same_answer"],
            &statistics["same_answers"][0]["lines"]
        ),
        (&15.into(), &15.into())
    );
    let (_, _, object) = outcome(&run(&["--stats=json"], list.as_bytes()));
    assert!(!object.contains("same_answer"), "{object}");
}

#[test]
fn the_page_names_the_answers() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("page.html");
    let list = soft_404s("a.example");
    kept(
        &["-q", "--same-answer", "--report", path.to_str().unwrap()],
        list.as_bytes(),
    );
    let page = std::fs::read_to_string(path).unwrap();
    for text in [
        "Same answers</h2>",
        "status 200, digest SHELL",
        "href=\"#answers\"",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

/// Answers are counted over the runs of a state, from the lines that it remembers.
#[test]
fn a_state_remembers_the_answers_of_its_lines() {
    let list = soft_404s("a.example") + &capture("b.example", "/about", "200", "SHELL");
    let all: Vec<&str> = list.lines().collect();
    let wanted = [&all[..5], &all[20..]].concat();
    assert_eq!(lines(&["--same-answer", "--window", "1h"], &list), wanted);
    for split in [0, 3, 5, 12, 21] {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("state");
        let run = |lines_of: &[&str]| {
            lines(
                &["--same-answer", "--state", path.to_str().unwrap()],
                &(lines_of.join("\n") + "\n"),
            )
        };
        let both = [run(&all[..split]), run(&all[split..])].concat();
        assert_eq!(both, wanted, "{split}");
        assert!(run(&all).is_empty(), "nothing is new in a third run");
    }
}

/// A group that expires takes its answer with it.
#[test]
fn answers_are_forgotten_with_their_lines() {
    let at = |path: &str, hour: u32| {
        format!(
            r#"{{"url":"https://a.example/{path}","time":"2020-01-02T0{hour}:00:00Z","status":200,"digest":"SHELL"}}"#
        )
    };
    let all = [at("about", 3), at("login", 3), at("search", 8)];
    let options = ["--same-answer=1", "--window", "1h", "--time-field", "time"];
    assert_eq!(lines(&options, &all.join("\n")), [&*all[0], &all[2]]);
}

/// Captures of one page that differ in a parameter: the digest of each.
fn page(path: &str, parameter: &str, digest: impl Fn(usize) -> String) -> String {
    (0..8)
        .map(|value| {
            capture(
                "a.example",
                &format!("{path}?{parameter}=v{value}"),
                "200",
                &digest(value),
            )
        })
        .collect()
}

#[test]
fn a_parameter_that_never_changes_the_answer_is_not_compared() {
    let mut list = page("/list", "q=7&via", |_| "LIST".to_owned());
    let pair = ["https://a.example/docs", "https://a.example/docs?via=mail"];
    list += "https://a.example/docs\nhttps://a.example/docs?via=mail\nhttps://b.example/docs\nhttps://b.example/docs?via=mail\n";
    let count = |options: &[&str]| lines(options, &list).len();
    assert_eq!(count(&["--two-pass"]), 5);
    let kept = lines(&["--two-pass", "--same-answer"], &list);
    assert!(
        kept.len() == 4 && !kept.contains(&pair[1].to_owned()),
        "on this host alone: {kept:?}"
    );
    assert_eq!(
        count(&["--two-pass", "--same-answer=8"]),
        5,
        "seven comparisons are too few"
    );
    let (_, _, table) = outcome(&run(
        &["--two-pass", "--same-answer", "--stats"],
        list.as_bytes(),
    ));
    assert!(
        table.contains("a.example  never change it: via\n"),
        "{table}"
    );
    // Templates and explanations leave it out as well.
    let explained = kept_text(&["-q", "--two-pass", "--same-answer", "--explain"], &list);
    assert!(
        explained.contains("100.00 % like stdin:9: https://a.example/docs\n"),
        "{explained}"
    );
}

fn kept_text(options: &[&str], list: &str) -> String {
    String::from_utf8(kept(options, list.as_bytes())).unwrap()
}

#[test]
fn a_parameter_that_always_changes_the_answer_is_compared() {
    let mut list = page("/list", "gclid", |value| format!("LIST{value}"));
    assert_eq!(
        lines(&["--two-pass", "--same-answer"], &list).len(),
        1,
        "the page may have a token"
    );
    list += &page("/list", "via", |_| "LIST".to_owned());
    list += "https://a.example/docs\nhttps://a.example/docs?gclid=7\n";
    assert_eq!(
        lines(&["--two-pass"], &list).len(),
        3,
        "it is known to say nothing"
    );
    assert_eq!(lines(&["--two-pass", "--same-answer"], &list).len(), 4);
    assert_eq!(
        lines(
            &["--two-pass", "--same-answer", "--ignore-param", "gclid"],
            &list
        )
        .len(),
        2
    );
}

#[test]
fn a_host_where_most_parameters_seem_to_change_nothing_keeps_them() {
    let mut list = String::new();
    for (number, name) in ["via", "tone", "lamp", "reed", "moss", "fern"]
        .into_iter()
        .enumerate()
    {
        list += &page(&format!("/page-{name}"), name, |value| {
            if number < 4 {
                format!("SAME{number}")
            } else {
                format!("OTHER{number}{value}")
            }
        });
    }
    let (_, _, table) = outcome(&run(
        &["--two-pass", "--same-answer", "--stats"],
        list.as_bytes(),
    ));
    assert!(
        table.contains("a.example  not judged, because more than half never would"),
        "{table}"
    );
    assert!(!table.contains("never change it"), "{table}");
}
