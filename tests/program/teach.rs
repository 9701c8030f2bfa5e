//! Rules that a person teaches with two URLs, and what every part of the program makes of them.

use crate::program::{argument, kept, outcome, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// A folder with a file of rules.
struct Lesson(tempfile::TempDir);

impl Lesson {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory can be made"))
    }

    /// One with these rules.
    fn of(rules: &str) -> Self {
        let lesson = Self::new();
        fs::write(lesson.path(), rules).expect("a file can be written");
        lesson
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("rules.txt")
    }

    fn rules(&self) -> String {
        fs::read_to_string(self.path()).expect("it was written")
    }

    fn teach(
        &self,
        relation: &str,
        pair: [&str; 2],
        more: &[&str],
    ) -> (Option<i32>, String, String) {
        let path = self.path();
        let typed = [
            &["teach", argument(&path), relation, pair[0], pair[1]],
            more,
        ]
        .concat();
        outcome(&run(&typed, b""))
    }

    /// What is printed with these rules.
    fn with(&self, arguments: &[&str], list: &str) -> String {
        let path = self.path();
        let (first, rest) = match arguments.split_first() {
            Some((first, rest)) if !first.starts_with('-') => (vec![*first], rest),
            _ => (Vec::new(), arguments),
        };
        let typed = [&first, &["--rules", argument(&path)][..], rest].concat();
        let (status, printed, message) = outcome(&run(&typed, list.as_bytes()));
        assert_eq!(status, Some(0), "{typed:?}: {message}");
        printed
    }

    /// What is said with these rules.
    fn said(&self, arguments: &[&str], list: &str) -> String {
        let path = self.path();
        let typed = [&["--rules", argument(&path)], arguments].concat();
        let (status, _, message) = outcome(&run(&typed, list.as_bytes()));
        assert_eq!(status, Some(0), "{message}");
        message
    }
}

/// Words that no list has: two make their position variable.
const MEMBERS: &str = "https://zoo.example/team/wombat\nhttps://zoo.example/team/quokka\n\
                       https://zoo.example/team/numbat\nhttps://zoo.example/team/bilby\n";
const TEAM: [&str; 2] = [
    "https://zoo.example/team/bilby",
    "https://zoo.example/team/numbat",
];
const DOCS: [&str; 2] = [
    "https://zoo.example/docs/intro",
    "https://zoo.example/docs/setup",
];

#[test]
fn a_rule_is_a_line_that_people_can_read_and_edit() {
    let lesson = Lesson::new();
    let (status, printed, message) = lesson.teach("different", TEAM, &[]);
    assert_eq!((status, message.as_str()), (Some(0), ""));
    let rules = lesson.rules();
    let (heading, rule) = rules.split_at(rules.find("zoo.example").expect("it has a rule"));
    assert!(
        heading.lines().all(|line| line.starts_with('#')),
        "{heading}"
    );
    assert_eq!(rule, printed);
    let columns: Vec<&str> = printed.split_whitespace().collect();
    assert_eq!(
        columns[..3],
        ["zoo.example", "/team/bilby|numbat", "different"]
    );
    assert_eq!(
        columns[3].split('-').map(str::len).collect::<Vec<_>>(),
        [4, 2, 2],
        "a day: {printed}"
    );
    // The second lesson stands behind the first, also if an editor has left out the last line end.
    fs::write(lesson.path(), rules.trim_end()).expect("a file can be written");
    let (_, more, _) = lesson.teach("same", DOCS, &[]);
    assert_eq!(lesson.rules(), format!("{rules}{more}"));
    // Nothing is written that is known, and nothing that is only to be seen.
    let (status, printed, message) = lesson.teach("same", DOCS, &[]);
    assert!(
        status == Some(0) && printed.is_empty() && message.contains("the same already"),
        "{message}"
    );
    let (_, shown, _) = lesson.teach("different", DOCS, &["--dry-run"]);
    assert!(shown.contains("/docs/intro|setup  different"), "{shown}");
    assert_eq!(lesson.rules(), format!("{rules}{more}"));
}

#[test]
fn every_part_of_the_program_keeps_to_the_rules() {
    let list = |pair: [&str; 2]| format!("{}\n{}\n", pair[0], pair[1]);
    let backwards = |pair: [&str; 2]| list([pair[1], pair[0]]);
    let (same, different) = (Lesson::new(), Lesson::new());
    assert_eq!(same.teach("same", DOCS, &[]).0, Some(0));
    assert_eq!(different.teach("different", TEAM, &[]).0, Some(0));
    for mode in [
        &["-q"][..],
        &["-q", "--two-pass"],
        &["-q", "--no-learn"],
        &["-q", "-t", "60"],
        &["-q", "--metric", "simhash", "-t", "70"],
        &["-q", "--params", "names"],
        &["-q", "--merge-hosts"],
        &["-q", "-j", "3"],
    ] {
        assert_eq!(
            same.with(mode, &list(DOCS)),
            format!("{}\n", DOCS[0]),
            "{mode:?}"
        );
        assert_eq!(
            same.with(mode, &backwards(DOCS)),
            format!("{}\n", DOCS[1]),
            "{mode:?}"
        );
        for list in [list(TEAM), backwards(TEAM)] {
            assert_eq!(different.with(mode, &list), list, "{mode:?}");
            // What is learned of their neighbours before and after them changes nothing.
            let crowd = format!("{}{list}", &MEMBERS[..64]);
            assert!(different.with(mode, &crowd).ends_with(&list), "{mode:?}");
        }
    }
    let groups = |lesson: &Lesson, list: &str| {
        let printed = lesson.with(&["cluster", "-q", "--format", "tsv"], list);
        let row = |row: &str| {
            let columns: Vec<&str> = row.split('\t').collect();
            (columns[4].to_owned(), columns[0].to_owned())
        };
        printed
            .lines()
            .skip(1)
            .map(row)
            .collect::<BTreeMap<String, String>>()
    };
    let found = groups(&same, &list(DOCS));
    assert_eq!(found[DOCS[0]], found[DOCS[1]]);
    let found = groups(&different, MEMBERS);
    assert_ne!(found[TEAM[0]], found[TEAM[1]]);
    let keys = |lesson: &Lesson, pair| {
        let printed = lesson.with(&["keys"], &list(pair));
        printed
            .lines()
            .map(|line| line.split('\t').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let found = keys(&same, DOCS);
    assert_eq!(found[0], found[1]);
    let found = keys(&different, TEAM);
    assert_ne!(found[0], found[1]);
    let swept = different.with(&["sweep", "-q"], &list(TEAM));
    assert!(
        swept.contains("50 to 100               2 100.00 %"),
        "every threshold keeps both: {swept}"
    );
    let classes = same.with(&["classes", DOCS[0]], "");
    assert!(
        classes.contains("taught    line 3: zoo.example  /docs/*|setup  same"),
        "{classes}"
    );
}

#[test]
fn explanations_name_the_rule() {
    let lesson = Lesson::of(
        "# made up\nzoo.example  /docs/*            same\nzoo.example  /docs/intro|setup  different\n\
         *  /search?ref  same\n",
    );
    let list = "https://zoo.example/docs/zork\nhttps://zoo.example/docs/plugh\nhttps://zoo.example/search\n\
                https://zoo.example/search?ref=7\n";
    let explained = lesson.with(&["-q", "--explain"], list);
    let rule = "same: segment 2: plugh and zork (line 2: zoo.example  /docs/*  same)";
    assert!(
        explained.contains(rule) && explained.contains("shape: https://zoo.example/docs/{same}"),
        "{explained}"
    );
    assert!(
        explained.contains("rule: line 4: *  /search?ref  same"),
        "{explained}"
    );
    let rows = lesson.with(&["-q", "--format", "jsonl"], list);
    assert!(
        rows.contains("\"rules\":[\"line 2: zoo.example  /docs/*  same\"]"),
        "{rows}"
    );
    let compared = lesson.with(&["compare", DOCS[0], DOCS[1], "-t", "50"], "");
    assert!(compared.contains("both are kept (a rule)"), "{compared}");
    assert!(
        compared.contains("by rules\nline 3: zoo.example  /docs/intro|setup  different\n"),
        "{compared}"
    );
    let compared = lesson.with(
        &[
            "compare",
            "https://zoo.example/search?ref=1",
            "https://zoo.example/search",
        ],
        "",
    );
    assert!(
        compared.contains("100.00 % similar") && compared.contains("line 4: *  /search?ref"),
        "{compared}"
    );
}

#[test]
fn rules_that_do_nothing_are_reported() {
    let list = format!("{}\n", DOCS[0]);
    let lesson = Lesson::of(
        "zoo.example  /docs/intro|setup  different  2001-01-01\nzoo.example  /team/*  same  2999-12-31\n\
         zoo.example  /docs/*  same  2001-01-01\n",
    );
    let said = lesson.said(&[], &list);
    assert!(
        said.contains(
            "line 1 (zoo.example  /docs/intro|setup  different  2001-01-01) has no effect, because line 3 ("
        ) && said.contains("no URL matched line 2 (zoo.example  /team/*  same  2999-12-31)\n"),
        "{said}"
    );
    assert!(!said.contains("taught before"), "{said}");
    let said = lesson.said(&["--expire", "365d"], &list);
    assert!(
        said.contains("taught before ") && said.contains("2001-01-01); line 3 ("),
        "{said}"
    );
    assert!(
        !lesson
            .said(&["--expire", "365d"], &list)
            .contains("2999-12-31); line"),
        "{said}"
    );
    assert_eq!(lesson.said(&["-q", "--expire", "365d"], &list), "");
    // Whoever changes their mind learns which rule is idle now.
    let (status, _, message) =
        lesson.teach("different", ["https://zoo.example/docs/a", DOCS[0]], &[]);
    assert!(
        status == Some(0) && message.contains("has no effect"),
        "{message}"
    );
    let many: Vec<String> = (0..9)
        .map(|number| format!("zoo.example /x{number}/* same\n"))
        .collect();
    assert!(
        Lesson::of(&many.concat())
            .said(&[], &list)
            .contains("line 5 (zoo.example  /x4/*  same); and 4 more rules")
    );
}

#[test]
fn a_star_at_the_end_keeps_everything_there() {
    let list = "https://zoo.example/animal/red-panda\nhttps://zoo.example/animal/17\nhttps://zoo.example/animal/18\n\
                https://zoo.example/ticket/17\nhttps://zoo.example/ticket/18\nhttps://zoo.example/animal/17?utm_source=a\n";
    let lesson = Lesson::of("zoo.example /animal/* different\n");
    let printed = kept(
        &["-q", "--rules", argument(&lesson.path())],
        list.as_bytes(),
    );
    assert_eq!(
        String::from_utf8_lossy(&printed).lines().count(),
        4,
        "{}",
        String::from_utf8_lossy(&printed)
    );
    // In the middle it stands for any segment.
    let lesson = Lesson::of("zoo.example /*/17 different\n");
    let printed = kept(
        &["-q", "--rules", argument(&lesson.path())],
        list.as_bytes(),
    );
    assert_eq!(
        String::from_utf8_lossy(&printed)
            .lines()
            .filter(|line| line.contains("/ticket/"))
            .count(),
        2
    );
}

#[test]
fn what_is_not_a_rule_is_refused_with_its_line() {
    for (rules, said) in [
        (
            "\n\nzoo.example /x/*\n",
            "line 3: \"zoo.example /x/*\" is not a rule: write PLACE same",
        ),
        ("zoo.example /x/* equal", "is not a rule"),
        (
            "zoo.example:84430 /x/* same",
            "\"zoo.example:84430\" is not a host: ports end at 65535",
        ),
        ("zoo.example x/* same", "it begins with /"),
        (
            "zoo.example /x/y same",
            "it joins nothing: write * or names like a|b",
        ),
        ("zoo.example /** different", "it separates nothing"),
        ("zoo.example /x/*|y different", "has * beside names"),
        (
            "zoo.example /x/{colour} same",
            "no class is called \"colour\"",
        ),
        ("zoo.example /x/y* same", "\"y*\" is not a path segment"),
        ("zoo.example /x?a=1 same", "does not name parameters"),
        ("zoo.example /{int}?a same", "is about parameters"),
        (
            "zoo.example /x/* same 23.11.2026",
            "\"23.11.2026\" is not a day",
        ),
    ] {
        let lesson = Lesson::of(rules);
        let path = lesson.path();
        let (status, _, message) = outcome(&run(
            &["--rules", argument(&path)],
            b"https://zoo.example/\n",
        ));
        assert!(
            status == Some(2) && message.contains(said),
            "{rules}: {message}"
        );
    }
    let lesson = Lesson::of("# none\n");
    assert!(
        lesson
            .said(&[], "https://zoo.example/\n")
            .contains("rules.txt has no rules")
    );
    let (status, _, message) =
        lesson.teach("same", ["https://a.example/x", "https://b.example/x"], &[]);
    assert!(
        status == Some(2) && message.contains("merge-hosts"),
        "{message}"
    );
    assert_eq!(lesson.rules(), "# none\n", "a refusal writes nothing");
}

#[test]
fn a_state_knows_its_rules() {
    let (one, same, other) = (
        Lesson::of("zoo.example /docs/* same\n"),
        Lesson::of("# again\nzoo.example  /docs/*  same  2026-11-23\n"),
        Lesson::of("zoo.example /docs/*|export same\n"),
    );
    let state = one.0.path().join("state");
    let with = |lesson: &Lesson, list: &str| {
        let path = lesson.path();
        outcome(&run(
            &[
                "-q",
                "--state",
                argument(&state),
                "--rules",
                argument(&path),
            ],
            list.as_bytes(),
        ))
    };
    assert_eq!(with(&one, &format!("{}\n", DOCS[0])).1.lines().count(), 1);
    assert_eq!(
        with(&same, "https://zoo.example/docs/zork\n"),
        (Some(0), String::new(), String::new())
    );
    let (status, _, message) = with(&other, &format!("{}\n", DOCS[1]));
    assert!(
        status == Some(2) && message.contains("rules is 1 rule ("),
        "{message}"
    );
}

#[test]
fn without_rules_nothing_changes() {
    let elsewhere = Lesson::of("*.other.example /docs/* same\n");
    let list = format!("{MEMBERS}{}\n{}\n", DOCS[0], DOCS[1]);
    assert_eq!(
        elsewhere.with(&["-q"], &list).into_bytes(),
        kept(&["-q"], list.as_bytes())
    );
}

/// A rule for such a host would hold for other hosts, or for none.
#[test]
fn hosts_that_are_no_names_get_no_rule() {
    let lesson = Lesson::new();
    for host in [
        "*",
        "*.com",
        "%2a.com",
        ".zoo.example",
        "zoo..example",
        "a,b.example",
        "{int}.example",
        "(a).example",
        "a;b.example",
        "a&b.example",
        "!zoo.example",
        "a'b.example",
        "a+b.example",
        "~zoo.example",
        "[zoo].example",
        "a|b.example",
        "a b.example",
        "a%20b.example",
        "a%0Ab.example",
        "10.0.0.0%2F8",
    ] {
        for relation in ["same", "different"] {
            let pair = ["quokka", "wombat"].map(|name| format!("https://{host}/{name}"));
            let (status, printed, message) =
                lesson.teach(relation, pair.each_ref().map(String::as_str), &[]);
            assert_eq!((status, printed.as_str()), (Some(2), ""), "{host}");
            assert!(message.contains("quokka"), "it names the line: {message}");
            assert!(!lesson.path().exists(), "{host}");
        }
    }
    for host in [
        "zoo",
        "zoo_1.example.",
        "10.0.0.7",
        "[::1]:8080",
        "b\u{fc}cher.example",
    ] {
        let pair = ["quokka", "wombat"].map(|name| format!("https://{host}/{name}"));
        let (status, printed, message) =
            lesson.teach("same", pair.each_ref().map(String::as_str), &["--dry-run"]);
        assert_eq!(status, Some(0), "{host}: {message}");
        assert!(!printed.contains("*  /"), "{printed}");
    }
    for rule in ["zoo..example  /x/*  same", "(a).example  /x/*  same"] {
        fs::write(lesson.path(), format!("# rules\n{rule}\n")).expect("a file can be written");
        let rules = lesson.path();
        let (status, _, message) = outcome(&run(&["--rules", argument(&rules)], b""));
        assert_eq!(status, Some(2), "{rule}");
        assert!(message.contains("line 2"), "{message}");
    }
    // Signs of rules in names of segments and parameters are escaped.
    let _ = fs::remove_file(lesson.path());
    for name in [
        "a|b", "a*b", "a b", "a%0Ab", "{int}", "a#b", "a,b", "a&b", "[a]", "**", "a%2Fb",
    ] {
        let pair = [name, "quokka"].map(|name| format!("https://zoo.example/team/{name}"));
        let (status, printed, message) =
            lesson.teach("different", pair.each_ref().map(String::as_str), &[]);
        assert_eq!(status, Some(0), "{name}: {message}");
        let columns: Vec<&str> = printed.split_whitespace().collect();
        assert_eq!(columns.len(), 4, "{printed}");
        let list = format!("{}\n{}\n", pair[0], pair[1]);
        assert_eq!(lesson.with(&["-q"], &list), list, "{printed}");
    }
}

#[test]
fn a_place_is_taught_to_be_in_or_out() {
    let lesson = Lesson::new();
    let path = lesson.path();
    let teach = |words: &[&str]| {
        let typed = [&["teach", argument(&path)], words].concat();
        outcome(&run(&typed, b""))
    };
    let (status, printed, said) = teach(&["in", ".shop.example"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(printed.starts_with(".shop.example in 2"), "{printed}");
    assert!(said.contains("are out from now on"), "{said}");
    for (place, rule) in [
        (
            "https://shop.example/logout#top",
            "shop.example/logout out 2",
        ),
        ("shop.example:8443", "shop.example:8443 out 2"),
        ("*.dev.shop.example/", "*.dev.shop.example/ out 2"),
        ("shop.example/list?debug", "shop.example/list?debug out 2"),
    ] {
        let (status, printed, said) = teach(&["out", place]);
        assert_eq!((status, &*said), (Some(0), ""), "{place}");
        assert!(printed.starts_with(rule), "{printed}");
    }
    let before = lesson.rules();
    assert!(
        teach(&["in", "b.example", "--dry-run"])
            .1
            .starts_with("b.example in 2")
    );
    for (words, wanted) in [
        (
            &["out", "shop.example/logout?next=1"][..],
            "has no values of parameters: write shop.example/logout,",
        ),
        (&["in", "a.example", "b.example"], "once more for b.example"),
        (&["in", "two words"], "\"words\" is not a template"),
        (&["same", "shop.example/a"], "<B>"),
    ] {
        let (status, _, said) = teach(words);
        assert_eq!(status, Some(2), "{words:?}: {said}");
        assert!(said.contains(wanted), "{words:?}: {said}");
    }
    assert_eq!(lesson.rules(), before);
    let pair = [
        "https://shop.example/docs/intro",
        "https://shop.example/docs/setup",
    ];
    let (status, _, said) = lesson.teach("different", pair, &[]);
    assert_eq!(status, Some(0), "{said}");
    let list = "https://shop.example/a\nhttp://shop.example/LOGOUT/x\nhttps://other.example/\n\
        https://shop.example:8443/b\nhttps://x.dev.shop.example/\nhttps://shop.example/list?debug=1\n\
        https://shop.example/docs/intro\nhttps://shop.example/docs/setup\n";
    let printed = "https://shop.example/a\nhttps://shop.example/docs/intro\nhttps://shop.example/docs/setup\n";
    assert_eq!(lesson.with(&["-q"], list), printed);
    let (_, _, said) = outcome(&run(&["teach", "out", "shop.example/x"], b""));
    assert!(
        said.contains("urlsift teach rules.txt out shop.example/x"),
        "{said}"
    );
}
