//! Shortens paths with loops: `/a/b/a/b/a/b/`, `/blog/blog/blog/blog/post`.
//!
//! A page that is served under any path and has relative links, or a link without its `https://`,
//! gives a crawler ever longer paths that repeat a run of segments. Two repetitions of a run of
//! several segments and three of a single one are kept, because programs have such paths
//! (`/catalog/catalog/`, `/wp-includes/js/wp-includes/js/`); further ones are dropped. Runs of
//! numbers are left alone: `/0/0/0/0/` may be a place on a map.

use super::address::Address;
use crate::bytes::is_digits;

/// Longest run to look for, in segments.
const LONGEST: usize = 8;

impl<'a> Address<'a> {
    /// Returns the segments of the path without excess repetitions; `None` if there are none.
    #[inline]
    pub fn unrepeated(&self) -> Option<Vec<&'a [u8]>> {
        let slashes = &self.marks.slashes;
        if slashes.len() < 4 || !may_repeat(slashes) {
            return None;
        }
        shortened(self.segments())
    }
}

/// Returns the number of repetitions kept of a run of this length.
fn limit(run: usize) -> usize {
    if run == 1 { 3 } else { 2 }
}

/// Whether segments may repeat too often, judging by their lengths: the segments between these
/// slashes, and one more after the last.
fn may_repeat(slashes: &[u32]) -> bool {
    // A single segment that repeats three times.
    if may_repeat_run(slashes, 1, 2) {
        return true;
    }
    let longest = LONGEST.min(slashes.len() / 3);
    slashes.len() >= 6 && (2..=longest).any(|run| may_repeat_run(slashes, run, 2 * run - 1))
}

/// Whether so many lengths in a row, or more, are equal to those of a run before.
fn may_repeat_run(slashes: &[u32], run: usize, least: usize) -> bool {
    let lengths = |from: usize| slashes[from..].windows(2).map(|pair| pair[1] - pair[0]);
    let mut equal = 0;
    for (length, later) in lengths(0).zip(lengths(run)) {
        if length != later {
            equal = 0;
            continue;
        }
        equal += 1;
        if equal == least {
            return true;
        }
    }
    false
}

/// Returns segments without excess repetitions; `None` if there are none. No segment may be empty.
#[cold]
#[inline(never)]
pub(crate) fn shortened<'a>(segments: impl Iterator<Item = &'a [u8]>) -> Option<Vec<&'a [u8]>> {
    let mut names: Vec<&[u8]> = segments.filter(|name| !name.is_empty()).collect();
    let before = names.len();
    // A shortened run may be part of a longer run that repeats: `/a/a/a/a/b/a/a/a/a/b/`.
    loop {
        let length = names.len();
        shorten(&mut names);
        if names.len() == length {
            return (length < before).then_some(names);
        }
    }
}

/// Removes excess repetitions from the start on, those of short runs first.
fn shorten(names: &mut Vec<&[u8]>) {
    let mut from = 0;
    let mut to = 0;
    while from < names.len() {
        let rest = &names[from..];
        let mut kept = 1;
        let mut taken = 1;
        for run in 1..=LONGEST.min(rest.len() / 3) {
            let count = repetitions(rest, run);
            if count > limit(run) {
                kept = run * limit(run);
                taken = run * count;
                break;
            }
        }
        names.copy_within(from..from + kept, to);
        from += taken;
        to += kept;
    }
    names.truncate(to);
}

/// Returns how often the run at the start repeats. Numbers come first: they are not shortened, so
/// counting their repetitions from each of them would take time by the square.
fn repetitions(names: &[&[u8]], run: usize) -> usize {
    if names[..run].iter().all(|name| is_digits(name)) {
        return 1;
    }
    let pairs = names.iter().zip(&names[run..]);
    let equal = pairs.take_while(|(name, later)| name == later).count();
    1 + equal / run
}

#[cfg(test)]
mod tests {
    use super::super::{Scratch, parse};
    use super::*;
    use proptest::prelude::*;

    /// The path as read, with a slash after each segment.
    fn read(path: &str) -> String {
        let mut scratch = Scratch::default();
        let (address, _) = parse(path.as_bytes(), &mut scratch).expect("it is a path");
        let all = || address.segments().filter(|name| !name.is_empty()).collect();
        let names: Vec<&[u8]> = address.unrepeated().unwrap_or_else(all);
        String::from_utf8(names.join(&b'/')).expect("it is text")
    }

    #[test]
    fn further_repetitions_are_not_there() {
        for (path, wanted) in [
            // Paths that programs have.
            ("/a/b", "a/b"),
            ("/catalog/catalog/17", "catalog/catalog/17"),
            ("/blog/blog/blog/post", "blog/blog/blog/post"),
            ("/a/b/a/b/x", "a/b/a/b/x"),
            ("/a/b/c/a/b/c/x/y/z", "a/b/c/a/b/c/x/y/z"),
            // One repetition more.
            ("/blog/blog/blog/blog/post", "blog/blog/blog/post"),
            ("/blog/blog/blog/blog/blog/", "blog/blog/blog"),
            ("/x/blog//blog/blog/blog/", "x/blog/blog/blog"),
            ("/a/b/a/b/a/b/", "a/b/a/b"),
            ("/a/b/a/b/a/b/a", "a/b/a/b/a"),
            ("/a/b/a/b/a/b/a/b/x/y", "a/b/a/b/x/y"),
            ("/x/a/b/c/a/b/c/a/b/c/y", "x/a/b/c/a/b/c/y"),
            ("/a/b/c/d/a/b/c/d/a/b/c/d/a/b/c/d", "a/b/c/d/a/b/c/d"),
            (
                "/a/a/a/a/b/a/a/a/a/b/a/a/a/a/b/a/a/a/a/b",
                "a/a/a/b/a/a/a/b",
            ),
            // Other segments between, or other bytes.
            ("/a/b/a/c/a/b/a/c/a", "a/b/a/c/a/b/a/c/a"),
            ("/ab/cd/ef/gh/ij", "ab/cd/ef/gh/ij"),
            ("/A/a/A/a/a", "A/a/A/a/a"),
            // Runs of numbers.
            ("/tiles/0/0/0/0/0", "tiles/0/0/0/0/0"),
            ("/7/8/7/8/7/8", "7/8/7/8/7/8"),
            ("/p/8/p/8/p/8", "p/8/p/8"),
        ] {
            assert_eq!(read(path), wanted, "{path}");
        }
    }

    /// By the square, each of these would take minutes.
    #[test]
    fn runs_that_stay_are_looked_at_once() {
        for run in [
            "/1",
            "/2024/01",
            "/1/2/3/4/5/6/7",
            "/1/2/3/4/5/6/7/x/8",
            "/a/b/a",
        ] {
            let path = run.repeat(100_000);
            assert!(read(&path).len() <= path.len(), "{run}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// A run may repeat any number of times beyond the limit and reads as with one excess
        /// repetition; a result reads as itself; and the check of lengths misses no path.
        #[test]
        fn repetitions_beyond_the_limit_make_no_difference(
            before in "(/[a-c]{1,2}){0,3}", run in "(/[a-c]{1,2}){1,4}", tail in "(/[x-z]{1,2}){0,3}", more in 0..6_usize
        ) {
            let path = |count: usize| format!("{before}{}{tail}", run.repeat(count));
            let length = run.matches('/').count();
            let once_more = limit(length) + 1;
            prop_assert_eq!(read(&path(once_more + more)), read(&path(once_more)), "{}", path(once_more));
            let read_path = read(&path(once_more + more));
            prop_assert_eq!(read(&format!("/{read_path}")), read_path);
        }

        #[test]
        fn lengths_rule_out_only_what_does_not_repeat(path in "(/[a-b]{1,2}){1,14}/?") {
            let mut scratch = Scratch::default();
            let (address, _) = parse(path.as_bytes(), &mut scratch).expect("it is a path");
            prop_assert_eq!(address.unrepeated(), shortened(address.segments()));
        }
    }
}
