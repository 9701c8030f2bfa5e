//! Keys and groups that the program prints, against what the library says of each pair of lines, and
//! lines one at a time against a whole run.

use std::collections::BTreeSet;
use std::fs;

use urlsift::explain::LineKeys;
use urlsift::explain::compare;
use urlsift::{Builder, Filter, Sift, Verdict};

use crate::lists::{lines, mixed};
use crate::printed::{groups, keys};
use crate::program::{argument, kept};

#[test]
fn groups_are_components_of_similar_pairs() {
    // Each is like its neighbours, and the first is not like the last.
    let chain = [
        "/a/b/c/d", "/a/b/c/x", "/a/b/y/x", "/a/z/y/x", "/q", "/q?r=1",
    ];
    let lines: Vec<String> = chain
        .iter()
        .map(|path| format!("https://a.test{path}"))
        .collect();
    let input = lines.join("\n");
    for (threshold, count) in [
        ("70", 1),
        ("80", 2),
        ("85", 3),
        ("92.5", 3),
        ("93", 6),
        ("100", 6),
    ] {
        let settings = Sift::builder()
            .literal(true)
            .threshold(threshold.parse().unwrap());
        let mut components: BTreeSet<BTreeSet<u64>> = BTreeSet::new();
        for (number, line) in (1..).zip(&lines) {
            let is_similar = |other: &u64| {
                let other = lines[*other as usize - 1].as_bytes();
                compare(&settings, line.as_bytes(), other)
                    .unwrap()
                    .unwrap()
                    .similar
            };
            let (near, far): (Vec<_>, Vec<_>) = std::mem::take(&mut components)
                .into_iter()
                .partition(|group| group.iter().any(is_similar));
            components.extend(far);
            components.insert(near.into_iter().flatten().chain([number]).collect());
        }
        let found = groups(&["--literal", "-t", threshold], input.as_bytes());
        assert_eq!(found, components, "{threshold}");
        assert_eq!(found.len(), count, "{threshold}");
    }
}

#[test]
fn lines_share_keys_if_and_only_if_they_are_similar() {
    let lines = [
        "https://a.test/user/1/edit?n=1",
        "http://a.test/user/2/edit?n=x",
        "https://a.test/user/2/delete",
        "https://a.test/user/2/delete?x=1&y=2",
        "https://b.test/user/1/edit?n=1",
        "https://a.test/",
        "https://a.test/?x=1&x=2#top",
    ];
    let input = lines.join("\n");
    for (arguments, threshold, literal) in [
        (&[][..], 95.0, false),
        (&["-t", "70"], 70.0, false),
        (&["--literal", "-t", "80"], 80.0, true),
    ] {
        let keys = keys(arguments, input.as_bytes());
        let settings = Sift::builder().threshold(threshold).literal(literal);
        let mut similar = 0;
        for (first, (first_keys, printed)) in lines.iter().zip(&keys) {
            assert_eq!(printed, first.as_bytes());
            for (second, (second_keys, _)) in lines.iter().zip(&keys) {
                let found = compare(&settings, first.as_bytes(), second.as_bytes())
                    .unwrap()
                    .unwrap();
                assert_eq!(
                    !first_keys.is_disjoint(second_keys),
                    found.similar,
                    "{first} {second} {arguments:?}"
                );
                similar += usize::from(found.similar);
            }
        }
        assert!(
            similar > lines.len() - usize::from(literal) && similar < lines.len() * lines.len()
        );
    }
}

#[test]
fn requests_and_answers_that_are_kept_apart_share_no_key() {
    const REQUESTS: [&str; 3] = [
        r#"{"url":"https://a.example/u/1","method":"GET"}"#,
        r#"{"url":"https://a.example/u/2","method":"HEAD"}"#,
        r#"{"url":"https://a.example/u/3","method":"POST"}"#,
    ];
    const ANSWERS: [&str; 3] = [
        "https://a.example/u/1 [404]",
        "https://a.example/u/2 [410]",
        "https://a.example/u/3 [200]",
    ];
    for settings in [
        Sift::builder(),
        Sift::builder().threshold(40.0),
        Sift::builder().literal(true).threshold(60.0),
    ] {
        let sift = settings.build().expect("the settings are valid");
        for [one, same, other] in [REQUESTS, ANSWERS] {
            let keys = |line: &str| match LineKeys::of(&sift, line.as_bytes()) {
                LineKeys::Url(keys) => keys,
                others => panic!("{line} is a URL: {others:?}"),
            };
            let share =
                |one: &str, other: &str| keys(one).iter().any(|key| keys(other).contains(key));
            assert!(
                share(one, same) && !share(one, other),
                "{one}, {same}, {other}"
            );
        }
    }
}

/// Returns what the library prints of a list, whose lines it reads one at a time.
fn printed_by_library(builder: &Builder, lines: &[Vec<u8>], is_twice: bool) -> Vec<u8> {
    let builder = builder.clone().two_pass(is_twice);
    let mut sift = builder.build().expect("the settings are valid");
    if is_twice {
        sift.filter(lines).count();
        sift.restart();
    }
    let mut printed = Vec::new();
    for line in sift.filter(lines) {
        printed.extend_from_slice(line);
        printed.push(b'\n');
    }
    printed
}

/// Lists in several orders, some in more than one block, from a file and from a pipe.
#[test]
fn a_list_is_printed_the_same() {
    let folder = tempfile::tempdir().expect("a directory can be made");
    let path = folder.path().join("list");
    let mixed = mixed(4_000);
    let mixed = mixed.split(|byte| *byte == b'\n').map(<[u8]>::to_vec);
    let mixed: Vec<Vec<u8>> = mixed.filter(|line| !line.is_empty()).collect();
    for list in [lines(), mixed] {
        // Steps that share no factor with the length give orders.
        for step in [1, 7919] {
            let places = (0..list.len()).map(|place| place * step % list.len());
            let ordered: Vec<Vec<u8>> = places.map(|place| list[place].clone()).collect();
            let text = [ordered.join(&b'\n'), vec![b'\n']].concat();
            fs::write(&path, &text).expect("it can be written");
            for (options, builder) in [
                (&["-q"][..], Sift::builder()),
                (&["-q", "-t", "80"], Sift::builder().threshold(80.0)),
                (&["-q", "--merge-hosts"], Sift::builder().merge_hosts(true)),
            ] {
                for is_twice in [false, true] {
                    let wanted = printed_by_library(&builder, &ordered, is_twice);
                    let mut options = options.to_vec();
                    if is_twice {
                        options.push("--two-pass");
                    }
                    assert!(kept(&options, &text) == wanted, "{options:?}, step {step}");
                    options.push(argument(&path));
                    assert!(kept(&options, b"") == wanted, "{options:?}, step {step}");
                }
            }
        }
    }
}

#[test]
fn comments_are_read_until_the_first_line_that_is_none() {
    let lines = ["# notes", "# more", "https://example.com/", "# too late"];
    let mut sift = Sift::builder().build().expect("the defaults are valid");
    assert!(sift.begin(lines[0].as_bytes()).expect("no column is named"));
    let verdicts = lines[1..]
        .iter()
        .map(|line| sift.admit(line.as_bytes()))
        .collect::<Vec<_>>();
    assert_eq!(
        verdicts,
        [
            Verdict::Header { repeated: false },
            Verdict::Kept,
            Verdict::NotUrl
        ]
    );
    let list = lines.join("\n");
    let printed = kept(&["-q", "--invalid", "drop"], list.as_bytes());
    assert_eq!(printed, (lines[..3].join("\n") + "\n").into_bytes());
}

/// A comment is printed once, before and after the first URL, whichever shards decide on it.
#[test]
fn a_comment_before_the_first_url_is_not_printed_again_after_it() {
    let comments = (0..40)
        .map(|i| format!("# note {i}"))
        .collect::<Vec<_>>()
        .join("\n")
        + "\n";
    let list = format!("{comments}https://example.com/\n# too late\n");
    let printed = kept(&["-q"], format!("{list}{comments}").as_bytes());
    assert_eq!(String::from_utf8_lossy(&printed), list);
}
