//! What a filter remembers from line to line, and what it does not: numbers of groups, samples,
//! restarts, copies.

use std::num::NonZeroU32;
use urlsift::explain::Watched;
use urlsift::settings::Detail;
use urlsift::{Batch, Builder, ErrorKind, Sift, Verdict};

fn sift(builder: &Builder) -> Sift {
    builder.build().expect("the settings are valid")
}

fn group(sift: &mut Watched<Sift>, line: &str) -> Option<usize> {
    sift.admit(line.as_bytes());
    sift.decisions()[0].group.map(|group| group as usize)
}

#[test]
fn groups_are_numbered_as_they_start() {
    let mut sift = Watched::new(sift(&Sift::builder().detail(Detail::Groups)));
    for (line, wanted) in [
        ("https://a.test/user/1", Some(0)),
        ("not a url", Some(1)),
        ("", None),
        ("https://a.test/user/2", Some(0)),
        ("https://a.test/login", Some(2)),
        ("not a url", Some(1)),
        ("not another", Some(3)),
        ("https://a.test/login?next=/", Some(4)),
        ("https://a.test/login", Some(2)),
        ("not another", Some(3)),
        ("https://b.test/", Some(5)),
    ] {
        assert_eq!(group(&mut sift, line), wanted, "{line}");
    }
    sift.restart();
    assert_eq!(
        group(&mut sift, "https://b.test/"),
        Some(0),
        "numbers start anew"
    );
}

/// The earliest similar representative names the group, although a later one is nearer.
#[test]
fn the_earliest_similar_line_names_the_group() {
    let mut sift = Watched::new(sift(
        &Sift::builder()
            .literal(true)
            .threshold(80.0)
            .detail(Detail::Groups),
    ));
    let path = |words: &str| format!("http://a.test/{words}");
    assert_eq!(group(&mut sift, &path("a/b/c/d")), Some(0));
    assert_eq!(group(&mut sift, &path("a/x/y/z")), Some(1));
    // One of four segments is 7.5 percent, two are 15, three 22.5.
    assert_eq!(group(&mut sift, &path("a/x/c/d")), Some(0));
    assert_eq!(
        group(&mut sift, &path("a/x/y/d")),
        Some(0),
        "85 percent like the first, 92.5 like the second"
    );
    assert_eq!(group(&mut sift, &path("b/x/y/z")), Some(1));
}

#[test]
fn samples_fill_a_group_and_represent_nothing() {
    let three = NonZeroU32::new(3).expect("not zero");
    let mut sift = sift(&Sift::builder().literal(true).threshold(85.0).samples(three));
    let mut admit = |words: &str| sift.admit(format!("http://a.test/{words}").as_bytes());
    assert_eq!(admit("a/b"), Verdict::Kept);
    assert_eq!(
        admit("a/b"),
        Verdict::Similar,
        "the same line again is no sample"
    );
    assert_eq!(admit("a/c"), Verdict::Sample);
    assert_eq!(admit("a/c"), Verdict::Similar);
    assert_eq!(admit("x/c"), Verdict::Kept, "similar to a sample only");
    assert_eq!(admit("a/d"), Verdict::Sample);
    assert_eq!(
        admit("a/e"),
        Verdict::Similar,
        "the group has its three lines"
    );
    assert_eq!(admit("x/f"), Verdict::Sample);
}

#[test]
fn a_restart_forgets_lines_and_keeps_what_was_learned() {
    let words = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "pumice",
    ];
    let lines: Vec<String> = words
        .iter()
        .map(|word| format!("https://a.test/zork/{word}"))
        .collect();
    let mut sift = sift(&Sift::builder());
    let (scanner, mut batch) = (sift.scanner().clone(), Batch::default());
    for line in &lines {
        scanner.scan(line.as_bytes(), &mut batch);
    }
    let run = |sift: &mut Sift| {
        let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
        let decided = sift
            .decide(&batch, &lines)
            .expect("it is this filter's batch");
        decided
            .verdicts
            .iter()
            .filter(|verdict| **verdict == Verdict::Kept)
            .count()
    };
    let first = run(&mut sift);
    assert!(first > 1 && sift.len() == first as u64);
    assert_eq!(run(&mut sift), 0);
    sift.restart();
    assert_eq!(sift.len(), 0);
    assert_eq!(
        run(&mut sift),
        1,
        "scanner and batch are still valid, and the position is variable"
    );
    assert_eq!(sift.admit(b"not a url"), Verdict::NotUrl);
    sift.restart();
    assert_eq!(sift.admit(b"not a url"), Verdict::NotUrl, "forgotten too");
}

#[test]
fn copies_go_their_own_ways() {
    for builder in [
        Sift::builder(),
        Sift::builder().threshold(80.0),
        Sift::builder().literal(true),
        Sift::builder().literal(true).threshold(80.0),
        Sift::builder().detail(Detail::Explanations),
    ] {
        let mut original = sift(&builder);
        original.admit(b"http://a.test/one");
        let mut copy = original.clone();
        assert_eq!(copy.admit(b"http://a.test/one"), Verdict::Similar);
        assert_eq!(copy.admit(b"http://b.test/two"), Verdict::Kept);
        assert_eq!(
            original.admit(b"http://b.test/two"),
            Verdict::Kept,
            "the copy's lines are its own"
        );
        assert_eq!((original.len(), copy.len()), (2, 2));
    }
}

#[test]
fn memory_grows_with_kept_lines_only() {
    for builder in [
        Sift::builder(),
        Sift::builder().literal(true),
        Sift::builder().threshold(80.0),
    ] {
        let mut sift = sift(&builder);
        let empty = sift.memory_usage();
        for number in 0..20_000 {
            sift.admit(format!("http://h{number}.test/x").as_bytes());
        }
        let full = sift.memory_usage();
        assert!(full > empty && full >= 20_000 * 8, "{empty}, {full}");
        for number in 0..20_000 {
            sift.admit(format!("http://h{number}.test/x").as_bytes());
        }
        assert_eq!(sift.memory_usage(), full);
    }
}

#[test]
fn wrong_batches_are_refused_and_change_nothing() {
    let (mut sift_one, other) = (sift(&Sift::builder()), sift(&Sift::builder().literal(true)));
    let lines: [&[u8]; 2] = [b"http://a.test/1", b"http://a.test/2"];
    let mut foreign = Batch::default();
    let mut own = Batch::default();
    for line in lines {
        other.scanner().scan(line, &mut foreign);
        sift_one.scanner().scan(line, &mut own);
    }
    for (batch, lines) in [(&foreign, &lines[..]), (&own, &lines[..1]), (&own, &[])] {
        let error = sift_one.decide(batch, lines).expect_err("it does not fit");
        assert_eq!(error.kind(), ErrorKind::Batch);
        assert!(sift_one.len() == 0, "{error}");
    }
    assert_eq!(
        sift_one.decide(&own, &lines).expect("it fits").verdicts,
        [Verdict::Kept, Verdict::Similar]
    );
}
