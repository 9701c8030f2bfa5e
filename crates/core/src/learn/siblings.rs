//! Recognises siblings that are alike: names of users, projects or databases have the same names
//! below them, one to three levels further down.
//!
//! Few of them may be known by the time that their pages fill a list: ten owners with a repository
//! each show neither position by their names. But `issues`, `pulls` and `wiki` below all of them
//! show both. So each name is counted once for each unfamiliar word above it. A position is
//! variable once [`NAMES`] names have stood below [`SIBLINGS`] words each, and these make up
//! [`SHARE`] percent of all names that were counted: modules of a program, which have pages of
//! their own, share a few only. It stays variable, whatever the words have below them later.
//!
//! No siblings are familiar and protected words, codes, versions, and anything in an API, where
//! collections have the same actions below them.
//!
//! A position takes at most a slot for each of [`MOST`] pairs, one for each name, and three more.

use super::Learner;
use super::rules::SIBLINGS_ALIKE;
use super::seat::{PositionKey, Seat};
use crate::record::Segment;
use urlsift_url::token::Traits;

/// Names that must stand below several words.
const NAMES: i32 = 5;

/// Words below which each of them must stand.
const SIBLINGS: i32 = 3;

/// Percentage of the pairs of a word and a name that these names must have.
const SHARE: i32 = 30;

/// Levels below a word that are looked at.
const LEVELS: usize = 3;

/// Pairs after which a position is not looked at further.
const MOST: i32 = 400;

/// Tell the hashes of counts at a position from others.
const PAIRS: u64 = 0x51B0;
const SHARED: u64 = 0x51B1;
const NAMED: u64 = 0x51B2;

impl Learner {
    /// Counts the names below a word, and returns whether the words at its position are alike by
    /// now.
    pub(super) fn are_alike(&mut self, seat: &Seat<'_>) -> bool {
        const NEVER: u32 = Traits::VALUE
            | Traits::FIXED
            | Traits::KNOWN
            | Traits::PROTECTED
            | Traits::LOCALE_CODE
            | Traits::API
            | Traits::HIDDEN
            | Traits::SEPARATOR;
        if seat.segment.traits.has(NEVER)
            || seat.context.api
            || !self.may_name_siblings(seat)
            || !self.tuning.has(SIBLINGS_ALIKE)
        {
            return false;
        }
        let template = seat.template();
        let count_key = |mark| PositionKey(seat.key.join(template, mark));
        let mut pairs = self.count_at(count_key(PAIRS));
        for name in names_below(seat, LEVELS) {
            let pair = name.word(seat.key, seat.segment.token);
            if pairs >= MOST || !self.insert_new(pair) {
                continue;
            }
            pairs = self.add(count_key(PAIRS), 1);
            let siblings = self.add(name, 1);
            if siblings < SIBLINGS {
                continue;
            }
            let is_shared = siblings == SIBLINGS;
            let new_pairs = if is_shared { SIBLINGS } else { 1 };
            let shared_pairs = self.add(count_key(SHARED), new_pairs);
            let shared_names = self.add(count_key(NAMED), i32::from(is_shared));
            if shared_names >= NAMES && shared_pairs * 100 >= pairs * SHARE {
                return true;
            }
        }
        false
    }

    /// Whether names stand below a word. Sections on the first level of a host whose names are not
    /// English share tags and places, so at the end of a first pass a familiar name must be there.
    fn may_name_siblings(&self, seat: &Seat<'_>) -> bool {
        let is_strict = self.surveyed && seat.context.foreign && seat.context.depth == 0;
        let mut below = seat.below.segments.iter().take(LEVELS);
        below.any(|name| is_name(name) && (!is_strict || name.traits.has(Traits::KNOWN)))
    }

    /// Whether a familiar word at a position whose words are alike has one of their names right
    /// below it.
    pub(super) fn is_sibling(&self, seat: &Seat<'_>) -> bool {
        let no_sibling = Traits::ACTION | Traits::PROTECTED;
        !seat.segment.traits.has(no_sibling)
            && names_below(seat, 1).any(|name| self.count_at(name) >= SIBLINGS)
    }
}

/// Whether a segment is a name that siblings may share: a familiar one, or a single word.
fn is_name(segment: &Segment) -> bool {
    let traits = segment.traits;
    if traits.has(Traits::VALUE | Traits::SEPARATOR) {
        return false;
    }
    traits.has(Traits::KNOWN) || !traits.has(Traits::JOINED)
}

/// Returns the keys of the names in some levels below a position.
fn names_below<'a>(seat: &Seat<'a>, levels: usize) -> impl Iterator<Item = PositionKey> + use<'a> {
    let key = seat.key;
    let template = seat.template();
    let names = seat
        .below
        .segments
        .iter()
        .zip(0..)
        .take(levels)
        .filter(|(name, _)| is_name(name));
    names.map(move |(name, level)| {
        let below = PositionKey(key.join(template, name.token));
        below.join(key, level)
    })
}

#[cfg(test)]
mod tests {
    use crate::Sift;

    /// Returns how many of these paths are printed.
    fn printed(names: &[&str], pages: &[&str]) -> usize {
        let mut sift = Sift::builder().build().expect("the settings are valid");
        // Each word first meets another page, as in a crawl.
        let turns = (0..pages.len()).flat_map(|turn| {
            names.iter().enumerate().map(move |(at, name)| {
                format!("//a.example/{name}/{}", pages[(at + turn) % pages.len()])
            })
        });
        turns
            .filter(|line| sift.admit(line.as_bytes()).is_printed())
            .count()
    }

    const OWNERS: &[&str] = &[
        "zork/wib",
        "quil/nim",
        "vorp/tas",
        "brel/quon",
        "frum/gleb",
        "drov/sned",
    ];

    #[test]
    fn siblings_with_the_same_names_below_are_values() {
        let pages = [
            "issues", "pulls", "wiki", "commits", "settings", "releases", "branches", "tags",
        ];
        let count = printed(OWNERS, &pages);
        assert!(
            count < 30,
            "{count} of 48: after 5 names below 3 owners each, every further page is dropped"
        );
        assert_eq!(printed(&OWNERS[..2], &pages), 16, "two owners show nothing");
    }

    #[test]
    fn collections_and_sections_with_the_same_names_below_are_none() {
        let pages = ["create", "edit", "search", "export", "settings", "history"];
        for sections in [
            ["users", "orders", "products", "groups", "files", "invoices"],
            [
                "api/zork", "api/quil", "api/vorp", "api/brel", "api/frum", "api/drov",
            ],
        ] {
            assert_eq!(printed(&sections, &pages), 36);
        }
    }
}
