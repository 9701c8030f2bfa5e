//! Tests of what is learned, through the filter and the learner.

use super::*;
use crate::record::{Batch, Record};
use crate::{Scanner, Sift, Verdict};

fn kept<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut sift = Sift::builder().build().expect("the defaults are valid");
    lines.into_iter().filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept).collect()
}

/// The token of the last segment of each line, as a hash.
fn last_tokens(learner: &mut Learner, scanner: &Scanner, lines: &[String]) -> Vec<u64> {
    let mut batch = Batch::default();
    for line in lines {
        scanner.scan(line.as_bytes(), &mut batch);
    }
    let mut tokens = Vec::new();
    let read = |record: &Record| {
        let Record::Url(url) = record else { panic!("every line is a URL") };
        let parts = (batch.segments_of(url), batch.pairs_of(url));
        learner.read(&scanner.key, url, parts, &mut tokens, &mut Vec::new());
        *tokens.last().expect("has segments")
    };
    batch.records.iter().map(read).collect()
}

#[test]
fn endpoints_stay_apart_and_variants_merge() {
    let cases = include_str!("../../testdata/endpoints.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    for case in cases {
        let columns: Vec<&str> = case.split('\t').collect();
        let [wanted, why, urls] = columns[..] else { panic!("three columns: {case}") };
        let left = kept(urls.split(' '));
        if left.len().to_string() != wanted {
            wrong.push(format!("{why}: wanted {wanted}, got {left:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A made-up site: words, ids, titles and tags at several depths.
fn site() -> Vec<String> {
    let animals =
        ["wombat", "quokka", "numbat", "bilby", "potoroo", "dingo", "emu", "brolga", "kookaburra", "echidna"];
    let mut lines = Vec::new();
    for (i, animal) in animals.iter().enumerate() {
        let next = animals[(i * 7 + 3) % animals.len()];
        lines.push(format!("https://zoo.example.com/{animal}"));
        lines.push(format!("https://zoo.example.com/tag/{animal}/page/{i}"));
        lines.push(format!("https://zoo.example.com/visit/{animal}/{next}?day={i}"));
        lines.push(format!("https://zoo.example.com/shop/{animal}-{next}/reviews"));
        lines.push(format!("https://zoo.example.com/members/{next}/shifts/{animal}?sort=asc"));
        lines.push(format!("https://zoo.example.com/members/{i}/edit"));
    }
    for word in ["login", "search", "export", "members", "settings", "about"] {
        lines.push(format!("https://zoo.example.com/{word}"));
        lines.push(format!("https://zoo.example.com/members/{word}"));
    }
    lines
}

#[test]
fn the_output_depends_on_the_input_alone_and_is_stable() {
    let lines = site();
    let first = kept(lines.iter().map(String::as_str));
    assert_eq!(first, kept(lines.iter().map(String::as_str)));
    assert!(first.len() < lines.len() / 2, "{first:#?}");
    assert_eq!(first, kept(first.iter().copied()), "a second pass drops nothing");
    for word in ["login", "search", "export", "settings", "about"] {
        assert!(first.contains(&format!("https://zoo.example.com/{word}").as_str()), "{word}");
    }
}

#[test]
fn at_the_bound_positions_read_as_their_words() {
    let scanner = Sift::builder().build().expect("the defaults are valid").scanner();
    let names: Vec<String> =
        (0..20).map(|i| format!("https://example.com/users/{}", "wombat".repeat(i + 1))).collect();
    let mut roomy = Learner::new(Tuning::STANDARD);
    let read = last_tokens(&mut roomy, &scanner, &names);
    assert!(read[1..].iter().all(|&token| token == read[1]), "all variable");

    let mut full = Learner::with_bound(0, Tuning::STANDARD);
    let hosts: Vec<String> = (0..20_000).map(|i| format!("https://host{i}.example.com/wombat")).collect();
    last_tokens(&mut full, &scanner, &hosts);
    let mut read = last_tokens(&mut full, &scanner, &names);
    read.sort_unstable();
    read.dedup();
    assert_eq!(read.len(), names.len(), "all words");
}
