//! The lane: most paths need no walk.
//!
//! The walk over a path (`url/src/token/walk.rs`) asks at each segment whether it is skipped, ends
//! the names of owners, or begins an inner path or an address. Nearly always the answer is no, and
//! it depends on nothing but the text of the segment. So it is found out once, when the segment is
//! classified, and remembered with its reading: *the walk only passes it on*. A path in the lane is
//! a loop over its segments, which are looked up and appended. What they say of the next ones, as
//! in a tree of software, goes into the same [`Surroundings`] as in the walk.
//!
//! A URL takes the lane if
//!
//! - no rule of users may read its path in another way ([`Lane::of`]);
//! - it has no part for which the walk has more to do: no parameters in its path, no view, no run
//!   that repeats, no route in its fragment ([`token::is_bare`]);
//! - the walk only passes each of its segments on.
//!
//! If a segment is of another kind, what was appended is removed, and the URL is walked. So the
//! lane changes nothing but the time: the records of a line are the same with it and without it,
//! whatever the settings, and however many threads there are. The tests below scan lists both ways.

use super::hashes::Hashes;
use urlsift_url::parse::Address;
use urlsift_url::token::{self, Mode, Surroundings};

/// The short way for most paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    is_open: bool,
}

impl Lane {
    /// Opens the lane if a mode has classes and no rules.
    pub(super) fn of(mode: &Mode) -> Self {
        Self {
            is_open: !mode.is_literal() && mode.all_url_rules().is_none(),
        }
    }

    /// Appends the segments and parameters of a URL. Returns `false`, and appends nothing, if it
    /// has to be walked. `api` says whether its host is named as an API.
    #[inline(always)]
    pub(super) fn take(self, address: &Address<'_>, api: bool, sink: &mut Hashes<'_>) -> bool {
        if !self.is_open || !token::is_bare(address) {
            return false;
        }
        let segments = sink.batch.segments.len();
        let numbers = sink.batch.numbers.len();
        let mut surroundings = Surroundings::start(api);
        for name in address.segments() {
            if name.is_empty() {
                continue;
            }
            let passed = sink.push(name, surroundings);
            if !passed.is_only_passed {
                sink.batch.segments.truncate(segments);
                sink.batch.numbers.truncate(numbers);
                return false;
            }
            surroundings.pass(name, passed.traits, address.path);
        }
        token::walk_query(address, sink);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Lane;
    use crate::Builder;
    use crate::decide::sift::Sift;
    use crate::record::Batch;
    use crate::scan::Scanner;
    use crate::settings::builder::ParamMode;
    use proptest::prelude::*;
    use urlsift_url::token::Classes;

    /// Settings under which scanners make other records.
    fn settings() -> Vec<Builder> {
        let builder = Sift::builder;
        let mut none = Classes::default();
        for name in ["int", "numbered", "file"] {
            none.set(name, false).expect("is a class");
        }
        vec![
            builder(),
            builder().threshold(80.0),
            builder().threshold(99.0),
            builder().learn(false),
            builder().merge_hosts(true),
            builder().classes(none),
            builder().literal(true),
            builder().params(ParamMode::Learned),
        ]
    }

    /// Names of every kind for which the walk does more, and others.
    const NAMES: &[&str] = &[
        "",
        "api",
        "v1",
        "v2",
        "7",
        "12",
        "2024",
        "06",
        "users",
        "zork",
        "red-shoes",
        "de",
        "en-us",
        "step1",
        "page-2",
        "blob",
        "tree",
        "src",
        "commit",
        "main",
        "-",
        "+",
        "+bug",
        "~ann",
        "@ann",
        "@@edit",
        "browser",
        "changeset",
        "log",
        "trunk",
        "docs",
        "3.6.0",
        "4.0.1",
        "setup",
        "(S(lit3py55t21z5v55vlm25s55))",
        "https:",
        "https%3A",
        "example.com",
        "7.scripts",
        "home-",
        "cart-.4af0bdc4.js",
        "wp-content",
        "plugins",
        "zork-forms",
        "themes",
        "assets",
        "wp-includes",
        "js",
        "sites",
        "all",
        "modules",
        "index.php",
        "_next",
        "static",
        "chunks",
        "doi",
        "10.1234",
        "abc.17",
        "apis",
        "apps",
        "Talk:Tea",
        "users.json",
        "4af0bdc4",
        "issues",
        "a;b=1",
        "a",
        "a",
        "%7Bid%7D",
    ];

    fn scanned(scanner: &Scanner, lines: &[String]) -> Batch {
        let mut batch = Batch::default();
        for line in lines {
            scanner.scan(line.as_bytes(), &mut batch);
        }
        batch
    }

    /// Asserts that the records of lines are the same with the lane and without it.
    fn assert_same_both_ways(builder: &Builder, lines: &[String]) {
        let sift = builder
            .clone()
            .seed([1, 2])
            .build()
            .expect("the settings are valid");
        for scanner in [sift.scanner().clone(), sift.scanner().view().whole()] {
            let walking = Scanner {
                lane: Lane { is_open: false },
                origin: scanner.origin ^ 1 << 32,
                ..scanner.clone()
            };
            // Twice: what was classified, and what is remembered.
            for _ in 0..2 {
                let by_lane = scanned(&scanner, lines);
                let walked = scanned(&walking, lines);
                assert_eq!(by_lane.records, walked.records, "{lines:#?}");
                assert_eq!(by_lane.segments, walked.segments, "{lines:#?}");
                assert_eq!(by_lane.pairs, walked.pairs);
                assert_eq!(by_lane.numbers, walked.numbers);
                assert_eq!(by_lane.choices, walked.choices);
            }
        }
    }

    #[test]
    fn every_two_names_are_read_as_by_the_walk() {
        let mut lines = Vec::new();
        for first in NAMES {
            for second in NAMES {
                lines.push(format!(
                    "https://a.example.com/{first}/{second}/zork/7/x.js"
                ));
                lines.push(format!(
                    "http://api.example.com/docs/{first}/{second}/setup?a=1#/x"
                ));
            }
        }
        for builder in settings() {
            assert_same_both_ways(&builder, &lines);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn paths_are_read_as_by_the_walk(
            paths in prop::collection::vec(
                (prop::collection::vec(prop::sample::select(NAMES), 0..7), "(\\?(id=[0-9a]|s=[a-z]{3}|page=2|v))?(#/?[a-z]{0,3})?"),
                1..30,
            ),
            setting: prop::sample::Index,
        ) {
            let settings = settings();
            let builder = &settings[setting.index(settings.len())];
            let lines: Vec<String> = paths
                .iter()
                .map(|(names, rest)| format!("https://zoo.example.com/{}{rest}", names.join("/")))
                .collect();
            assert_same_both_ways(builder, &lines);
        }
    }
}
