//! Recognises words that are pages of a program: each takes parameters of its own, as in
//! `/timeline?from=`, `/annotate?line=`.
//!
//! Values of one position share the names of their parameters (`/ann?tab=`, `/bob?tab=`). So the
//! names of parameters behind the last words of a position are counted: a name that stands behind
//! one word only is *owned* by it. Words of a position are pages once [`OWNERS`] of them own a
//! name, and these are [`SHARE`] percent of the words with parameters. Nothing is stored in the
//! position, so its words may become values again.
//!
//! Names whose value is a word do not count, as each value of a selector has a name of its own
//! here. Nor do words where things are listed, and after dates.
//!
//! The owner of a name is stored by its number among the words with parameters. Learners that saw
//! different owners join to the higher one, which only keeps more words. A position takes two slots
//! for each of [`MOST`] words, and one for each name behind them.

use super::Learner;
use super::context::Ground;
use super::rules::OWN_PARAMETERS;
use super::seat::Seat;
use crate::record::Pair;
use urlsift_url::token::{Traits, ValueKind};

/// Words that own a name. With 7 of them and 30 percent, places of a shop with rare parameters
/// would be pages.
const OWNERS: i32 = 10;

/// Percentage of the words with parameters that own a name.
const SHARE: i32 = 40;

/// Words with parameters after which a position is not looked at further; below [`SHARED`].
const MOST: i32 = 400;

/// Stands for an owner of a name that several words have; the highest count that can be stored.
const SHARED: i32 = 511;

/// Tell the hashes of counts at a position from others.
const WITH_NAMES: u64 = 0x9A6E;
const OWNERS_HERE: u64 = 0x9A6F;
const OWNED: u64 = 0x9A70;
const OWNER: u64 = 0x9A71;

impl Learner {
    /// Counts the parameters behind the last word of a path.
    pub(super) fn count_parameters(&mut self, seat: &Seat<'_>) {
        let Seat {
            key,
            context,
            segment,
            below,
        } = *seat;
        if segment.traits.has(Traits::VALUE | Traits::FIXED)
            || context.ground >= Ground::Listed
            || !self.tuning.has(OWN_PARAMETERS)
        {
            return;
        }
        let owner_key = seat.count_key(WITH_NAMES).join(key, segment.token);
        let mut owner = self.count_at(owner_key);
        if owner == 0 {
            if self.count_at(seat.count_key(WITH_NAMES)) >= MOST {
                return;
            }
            owner = self.add(seat.count_key(WITH_NAMES), 1);
            self.store_count(owner_key, owner);
        }
        for pair in below.pairs.iter().filter(|pair| may_be_owned(pair)) {
            let name_key = seat.count_key(OWNER).join(key, pair.name);
            match self.position(name_key).map(|slot| slot.balance) {
                None => {
                    self.store_count(name_key, owner);
                    self.change_owned(seat, owner, 1);
                }
                Some(first) if first == owner || first == SHARED => {}
                Some(first) => {
                    self.store_count(name_key, SHARED);
                    self.change_owned(seat, first, -1);
                }
            }
        }
    }

    /// Changes the number of names that a word owns.
    fn change_owned(&mut self, seat: &Seat<'_>, owner: i32, by: i32) {
        let owner_hash = u64::from(owner.unsigned_abs());
        let names_key = seat.count_key(OWNED).join(seat.key, owner_hash);
        let names = self.count_at(names_key) + by;
        self.store_count(names_key, names);
        // The first one makes an owner, and without the last one it is none.
        if names == i32::from(by > 0) {
            let owners_key = seat.count_key(OWNERS_HERE);
            let owners = self.count_at(owners_key) + by;
            self.has_pages |= owners >= OWNERS;
            self.store_count(owners_key, owners);
        }
    }

    /// Whether the words of a position are pages.
    pub(super) fn are_pages(&self, seat: &Seat<'_>) -> bool {
        if !self.has_pages {
            return false;
        }
        let owners = self.count_at(seat.count_key(OWNERS_HERE));
        owners >= OWNERS && owners * 100 >= self.count_at(seat.count_key(WITH_NAMES)) * SHARE
    }
}

/// Whether a parameter may belong to one page: it has no word as its value.
fn may_be_owned(pair: &Pair) -> bool {
    pair.value != ValueKind::Word as u64
}

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;

    /// Pages of a program by the letters of its names.
    const PAGES: [&str; 20] = [
        "brlist",
        "ainfo",
        "bloblist",
        "juvlist",
        "mlink",
        "phantoms",
        "rcvfrom",
        "rptview",
        "rptsql",
        "tktview",
        "vdiff",
        "vpatch",
        "modreq",
        "technote",
        "cachestat",
        "sqlar",
        "timewarps",
        "fileage",
        "attachadd",
        "pikchrshow",
    ];

    /// Returns each page of a directory with its own parameter, and then each one bare.
    fn pages(above: &str, own: impl Fn(usize, &str) -> String) -> Vec<String> {
        let with = |(at, page): (usize, &&str)| format!("{above}{page}?{}=5", own(at, page));
        let bare = |page: &&str| format!("{above}{page}");
        PAGES
            .iter()
            .enumerate()
            .map(with)
            .chain(PAGES.iter().map(bare))
            .collect()
    }

    #[test]
    fn words_that_each_take_parameters_of_their_own_are_pages() {
        for above in [
            "",
            "scm/",
            "zork/",
            "cgi/quil/",
            "en/",
            "app/",
            "v/",
            "tools/x/",
            "7/",
            "web/",
        ] {
            let paths = pages(above, |_, page| format!("{}id", &page[..4]));
            let [once, twice] = printed_of(&PAGES, &paths);
            assert!(
                once.iter().filter(|&&count| count > 0).count() >= 14,
                "{above}: {once:?}"
            );
            assert_eq!(twice, [2; PAGES.len()], "{above}");
        }
    }

    #[test]
    fn drawn_keys_change_nothing() {
        let own = |at: usize, page: &str| match at {
            0..10 => format!("{page}id"),
            _ => "tab".to_owned(),
        };
        let paths = pages("zork/", own);
        let first = printed_of(&PAGES, &paths);
        for _ in 0..40 {
            assert_eq!(printed_of(&PAGES, &paths), first);
        }
    }

    #[test]
    fn words_that_share_their_parameters_or_have_none_are_values() {
        let shared = pages("zork/", |at, _| ["tab", "page", "view"][at % 3].to_owned());
        let few = pages("zork/", |at, page| match at {
            0..6 => format!("{page}id"),
            _ => "tab".to_owned(),
        });
        for paths in [shared, few] {
            for counts in printed_of(&PAGES, &paths) {
                assert!(counts.iter().sum::<usize>() < 24, "{counts:?}");
            }
        }
    }
}
