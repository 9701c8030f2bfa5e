//! `urlsift export --to rules`: a run by what a list has taught keeps the same lines, without learning.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::Value;

use crate::program::{argument, kept, outcome, run};
use crate::representatives::learnable;

/// Rules that pin a list, and the notes of making them.
fn pinned(arguments: &[&str], list: &str) -> (String, String) {
    let output = run(
        &[&["export", "--to", "rules"], arguments].concat(),
        list.as_bytes(),
    );
    let (status, rules, notes) = outcome(&output);
    assert_eq!(status, Some(0), "{notes}");
    (rules, notes)
}

/// What a run by rules keeps of a list.
fn kept_by(rules: &str, list: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.txt");
    fs::write(&path, rules).unwrap();
    let kept = kept(
        &["-q", "--no-learn", "--rules", argument(&path)],
        list.as_bytes(),
    );
    String::from_utf8(kept)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The first line of each template, in the order of the list.
fn first_lines(list: &str) -> Vec<String> {
    let objects = kept(&["templates", "-q", "--format", "jsonl"], list.as_bytes());
    let objects = String::from_utf8(objects).unwrap();
    let mut first: Vec<(u64, String)> = objects
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|object| {
            (
                object["record"].as_u64().unwrap(),
                object["kept"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    first.sort_unstable();
    first.into_iter().map(|(_, line)| line).collect()
}

const WORDS: [&str; 8] = [
    "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "beryl",
];

/// Learned words beside names that stay, below values, behind segments of which a part varies, with
/// endings, in routes, and with words that are learned although they look like endpoints.
fn site() -> String {
    let mut list = String::new();
    for word in WORDS {
        for path in [
            "zork/@",
            "zork/@/reviews",
            "zork/admin",
            "user/7/@",
            "item3/@",
            "item4/@",
            "pages/@.html",
            "app#/plugh/@",
            "plugh/@/xyzzy/@/edit",
            "zork/@/news/latest",
        ] {
            list.extend(["https://shop.example/", &path.replace('@', word), "\n"]);
        }
    }
    list + "https://shop.example:8443/cart\nhttps://shop.example/plugh/export\nhttps://other.example/zork/quartz\n"
}

#[test]
fn a_pinned_run_keeps_the_same_lines_without_learning() {
    let list = site();
    let (rules, notes) = pinned(&[], &list);
    assert!(!notes.contains("read otherwise"), "{notes}");
    assert_eq!(kept_by(&rules, &list), first_lines(&list), "{rules}");
    assert!(rules.starts_with("# What urlsift has learned"), "{rules}");
    assert!(
        rules.contains("shop.example  /zork/*/**  same\n"),
        "one rule, whatever follows: {rules}"
    );
    assert!(
        rules.contains("shop.example  /item3/*/**  same\n"),
        "{rules}"
    );
    // A page that came later reads as it would have by learning.
    let later = format!(
        "{list}https://shop.example/zork/plover/questions\nhttps://shop.example/zork/grue/questions\n"
    );
    assert_eq!(kept_by(&rules, &later).len(), first_lines(&list).len() + 1);
    // The other order of the same lines is another list, to which the rules mean the same.
    let backwards: String = list.lines().rev().flat_map(|line| [line, "\n"]).collect();
    assert_eq!(kept_by(&rules, &backwards).len(), first_lines(&list).len());
}

#[test]
fn what_people_taught_is_pinned_with_it_and_decides() {
    let folder = tempfile::tempdir().unwrap();
    let taught = folder.path().join("taught.txt");
    fs::write(
        &taught,
        "shop.example /zork/beryl|tuff different\nshop.example /docs/intro|setup same\n",
    )
    .unwrap();
    let list = site() + "https://shop.example/docs/intro\nhttps://shop.example/docs/setup\n";
    let (rules, notes) = pinned(&["--rules", argument(&taught)], &list);
    assert!(!notes.contains("read otherwise"), "{notes}");
    assert!(
        rules.ends_with("  /zork/beryl|tuff  different\nshop.example  /docs/intro|setup  same\n"),
        "{rules}"
    );
    let kept = kept_by(&rules, &list);
    for (line, is_kept) in [
        ("zork/beryl", true),
        ("zork/tuff", true),
        ("zork/marble", false),
        ("docs/setup", false),
    ] {
        assert_eq!(
            kept.contains(&format!("https://shop.example/{line}")),
            is_kept,
            "{line}: {kept:?}"
        );
    }
}

#[test]
fn a_state_is_pinned_by_its_kept_lines() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("seen.state");
    kept(&["-q", "--state", argument(&state)], site().as_bytes());
    let (rules, _) = pinned(&[argument(&state)], "");
    assert!(
        rules.contains("shop.example  /zork/*/**  same\n"),
        "{rules}"
    );
}

/// How many lines a note says to read otherwise.
fn others(notes: &str) -> usize {
    let count = notes
        .split_once("differently from the list: ")
        .map(|(_, rest)| rest.split(' ').next().unwrap());
    count.map_or(0, |count| count.replace(',', "").parse().unwrap())
}

/// A line that reads otherwise may be kept beside its template, may not be, and may be before the
/// first of another one: no more than that differs.
fn assert_pinned(list: &str) {
    let (rules, notes) = pinned(&[], list);
    let [kept, first] = [kept_by(&rules, list), first_lines(list)];
    if others(&notes) == 0 {
        assert_eq!(kept, first, "{list}\n{rules}");
    }
    let [kept, first] = [kept, first].map(BTreeSet::from_iter);
    let differ = kept.symmetric_difference(&first).count();
    assert!(
        differ <= 3 * others(&notes),
        "{differ}: {notes}{list}\n{rules}"
    );
}

#[test]
fn lists_of_the_repository_are_pinned() {
    for name in [
        "first.txt",
        "eight.txt",
        "formats/waybackurls.txt",
        "formats/hakrawler.txt",
    ] {
        let list = fs::read_to_string(Path::new("testdata").join(name)).unwrap();
        let urls: String = list
            .lines()
            .filter(|line| line.contains("://"))
            .flat_map(|line| [line, "\n"])
            .collect();
        assert!(!urls.is_empty(), "{name}");
        assert!(
            !pinned(&[], &urls).1.contains("otherwise"),
            "{name}: {}",
            pinned(&[], &urls).1
        );
        assert_pinned(&urls);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_more_differs_than_is_said(lines in learnable()) {
        assert_pinned(&lines.iter().flat_map(|line| [line, "\n"]).collect::<String>());
    }
}
