//! Recognises releases by the releases beside them: `/zork/1.0/install`, `/zork/latest/install`
//! beside `/zork/2.3.4/install`.
//!
//! Three numbers are a release, and vary. Two may be the version of an interface, and `latest` may
//! be an action. But where a name stands below a release, a version or such a word with the same
//! name below it is one more release; from then on also where the path ends. In an API, versions
//! differ.
//!
//! A position takes a slot for each name below its releases and for each version, at most [`MOST`]
//! of both, and one more.

use super::Learner;
use super::context::Ground;
use super::rules::RELEASES_BESIDE;
use super::seat::{Seat, WordKey};
use urlsift_url::token::{Class, Traits};

/// Names below releases, and versions like them, after which no further ones are counted.
const MOST: i32 = 400;

/// Tell the hashes of what is counted at a position from others.
const NAMES: u64 = 0x4E1E;
const LIKE_RELEASES: u64 = 0x4E1F;

/// Names of releases that are not numbers.
pub(super) const RELEASES: [&[u8]; 6] = [
    b"latest", b"stable", b"current", b"next", b"nightly", b"main",
];

impl Learner {
    /// Counts the name below a release, or a version that has such a name below it.
    pub(super) fn count_release(&mut self, seat: &Seat<'_>) {
        let is_release = seat.segment.class == Some(Class::Numbers);
        if !(is_release || self.may_be_like_releases(seat)) || !may_stand_here(seat) {
            return;
        }
        let Some(name) = name_below(seat) else { return };
        let counted = if is_release {
            name
        } else if self.contains(name) && may_name_release(seat) {
            own_key(seat)
        } else {
            return;
        };
        if self.tuning.has(RELEASES_BESIDE) {
            self.has_releases |= self.count_up_to(MOST, seat.count_key(NAMES), counted);
        }
    }

    /// Whether a version, or a word like `latest`, is one of the releases at its position.
    pub(super) fn is_release(&self, seat: &Seat<'_>) -> bool {
        if !self.may_be_like_releases(seat) || !may_stand_here(seat) {
            return false;
        }
        match name_below(seat) {
            Some(name) => self.contains(name) && may_name_release(seat),
            None => self.contains(own_key(seat)),
        }
    }

    /// Whether there are releases anywhere, and a segment that is none by its form.
    #[inline]
    fn may_be_like_releases(&self, seat: &Seat<'_>) -> bool {
        self.has_releases && !seat.segment.traits.has(Traits::VALUE | Traits::JOINED)
    }
}

/// Whether releases of software may stand here.
fn may_stand_here(seat: &Seat<'_>) -> bool {
    !seat.context.api && seat.context.ground != Ground::Collections
}

/// Whether a segment is a version or one of the names of releases.
fn may_name_release(seat: &Seat<'_>) -> bool {
    let segment = seat.segment;
    let is_name = |name: &&[u8]| segment.token == seat.key.token(name);
    segment.class == Some(Class::Version) || RELEASES.iter().any(is_name)
}

/// Returns the key of the name right below a segment.
fn name_below(seat: &Seat<'_>) -> Option<WordKey> {
    let next = seat.next()?;
    let is_name = !next.traits.has(Traits::VALUE);
    is_name.then(|| seat.count_key(NAMES).word(seat.key, next.token))
}

fn own_key(seat: &Seat<'_>) -> WordKey {
    seat.count_key(LIKE_RELEASES)
        .word(seat.key, seat.segment.token)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{below, printed_of};

    /// Where releases stand, and pages below them.
    const PLACES: [(&str, [&str; 2]); 10] = [
        ("zorkage", ["install.html", "usage.html"]),
        ("zork/manual", ["index.html", "faq"]),
        ("ada/dev/kettle", ["api.html", "readme.html"]),
        ("projects/quil/releases", ["notes", "checksums"]),
        ("en/guide", ["getting-started", "upgrade"]),
        ("vorp", ["changes", "download"]),
        ("packages/brel", ["readme", "dependencies"]),
        ("gleb/books", ["tutorial", "reference"]),
        ("handbook/frum", ["intro.html", "glossary.html"]),
        ("software/drov", ["license", "requirements"]),
    ];

    const LIKE_RELEASES: [&str; 7] = ["1.0", "0.1", "v2.1", "2.0", "latest", "stable", "next"];

    #[test]
    fn versions_with_the_names_of_releases_below_them_are_releases() {
        for (above, pages) in PLACES {
            let releases = ["2.3.4", "1.0.1", "3.6.0"].map(|release| format!("{above}/{release}"));
            let others = LIKE_RELEASES.map(|name| format!("{above}/{name}"));
            let mut paths = below(&releases, &pages);
            paths.extend(below(&others, &pages));
            paths.extend(others);
            for counts in printed_of(&LIKE_RELEASES, &paths) {
                let count: usize = counts.iter().sum();
                assert!(count <= 2, "{above}: {counts:?}, 2 each without the rule");
            }
        }
    }

    #[test]
    fn versions_of_interfaces_and_words_with_other_names_stay() {
        for above in ["api", "rest", "service/api"] {
            let mut paths = below(&[format!("{above}/2.3.4")], &["users", "orders"]);
            paths.extend(below(&[format!("{above}/1.0")], &["users", "orders"]));
            for counts in printed_of(&["1.0"], &paths) {
                assert!(counts[0] > 0, "{above}: {counts:?}");
            }
        }
        for (above, pages) in PLACES {
            let mut paths = below(&[format!("{above}/2.3.4")], &pages);
            let words = ["1.0", "latest", "next"];
            paths.extend(words.map(|word| format!("{above}/{word}/zorkage")));
            paths.extend(words.map(|word| format!("{above}/{word}")));
            for counts in printed_of(&words, &paths) {
                assert_eq!(counts, [2; 3], "{above}");
            }
        }
    }
}
