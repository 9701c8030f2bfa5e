//! Recognises names that stand below ids: `/users/17/role-mappings`, `/users/23/role-mappings`.
//!
//! A value stands below one or two ids, a name that a program gives below all of them. So each word
//! right after an id (a number, a UUID, a hash, or a title with a digit in it) is counted once for
//! each id, and stays a word once it has stood below [`IDS`] of them, whatever its position has
//! become. Words where things are listed, after dates, and before pictures, whose sizes are named
//! alike below all hashes, are not counted.
//!
//! A position takes at most two slots for each of [`MOST`] pairs of an id and a word, and one more.

use super::Learner;
use super::context::Ground;
use super::rules::{BELOW_IDS, ENDLESS};
use super::seat::{PositionKey, Seat};
use urlsift_url::token::{Class, Traits};

/// Ids below which a name stands. 3: three more lines in two, for nothing; 6 finds half of the
/// names.
const IDS: i32 = 4;

/// Pairs after which a position is not looked at further.
const MOST: i32 = 400;

/// Tell the hashes of counts at a position from others.
const PAIRS: u64 = 0x1D50;
const WORDS: u64 = 0x1D51;

impl Learner {
    /// Counts a word for the id before it.
    pub(super) fn count_id(&mut self, seat: &Seat<'_>) {
        let Seat {
            key,
            context,
            segment,
            ..
        } = *seat;
        let holds_media = seat
            .next()
            .is_some_and(|next| next.class == Some(Class::Media));
        if segment.traits.has(Traits::VALUE | Traits::FIXED)
            || holds_media
            || context.ground >= Ground::Listed
            || self.rules.patience(context, context.kind(segment), segment) == ENDLESS
            || !self.tuning.has(BELOW_IDS)
        {
            return;
        }
        let word_key = word_key(seat);
        if self.count_at(word_key) >= IDS {
            return;
        }
        let pairs_key = seat.count_key(PAIRS);
        let pair = word_key.word(key, context.id);
        if self.count_up_to(MOST, pairs_key, pair) {
            self.add(word_key, 1);
        }
    }

    /// Whether a word after a value has stood below several ids.
    pub(super) fn is_below_ids(&self, seat: &Seat<'_>) -> bool {
        seat.context.value
            && seat.context.ground < Ground::Listed
            && self.count_at(word_key(seat)) >= IDS
    }
}

/// Returns the key of the count of ids before a word.
fn word_key(seat: &Seat<'_>) -> PositionKey {
    seat.count_key(WORDS).join(seat.key, seat.segment.token)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{below, printed_of};

    const NAMES: [&str; 6] = [
        "role-mappings",
        "federated-identity",
        "zorkage",
        "quilbox",
        "iade-kosullari",
        "vorpal_hints",
    ];

    fn things(count: u32, thing: impl Fn(u32) -> String) -> Vec<String> {
        (1..=count).map(thing).collect()
    }

    #[test]
    fn words_below_several_ids_are_names_in_each_form_of_id() {
        let uuid = |n| format!("{n:08x}-1f3c-4a5b-9c8d-{:012x}", n * 77);
        let all = [
            things(12, |n| format!("admin/users/{n}")),
            things(12, |n| format!("orders/{n}")),
            things(12, |n| format!("zork/{}", 1000 + 13 * n)),
            things(12, |n| format!("zork/{}", uuid(n))),
            things(12, |n| format!("team/quil/{}", uuid(n))),
            things(12, |n| {
                format!("builds/{:016x}", u64::from(n) * 0x9E37_79B9_7F4A)
            }),
            things(12, |n| format!("urun/ahsap-masa-takimi-{}", 1061 + n)),
            things(12, |n| format!("shop/red-clay-kettle-{}", 40 + n)),
            things(12, |n| format!("{n}")),
            things(12, |n| format!("en/clinic/{}", 20_000 + n)),
        ];
        for things in all {
            for counts in printed_of(&NAMES, &below(&things, &NAMES)) {
                assert!(
                    counts.iter().all(|&count| count > 0),
                    "{}: {counts:?}",
                    things[0]
                );
            }
        }
    }

    #[test]
    fn directories_of_pictures_below_hashes_are_no_names() {
        let sizes = [
            "8514f", "e5715", "6af66", "750d2", "b17f8", "c4e31", "9f06d", "3ad7e", "f28b1",
            "51c9a", "a60e4", "d93f2",
        ];
        let hash = |n| format!("static/{:032x}", u128::from(n) * 0x9E37_79B9_7F4A_7C15_F39C);
        let paths: Vec<String> = below(&things(13, hash), &sizes)
            .iter()
            .map(|path| format!("{path}/arrow.png"))
            .collect();
        for counts in printed_of(&sizes, &paths) {
            assert!(counts.iter().sum::<usize>() < 10, "{counts:?}");
        }
    }

    #[test]
    fn values_below_few_ids_are_none() {
        // Each user has tags of their own, some of them those of two others.
        let tag = |n: usize| {
            format!(
                "zor{}k{}",
                (b'a' + (n / 3 % 26) as u8) as char,
                "ab".repeat(n / 78 + 1)
            )
        };
        let paths: Vec<String> = (0..90)
            .map(|n| format!("zork/{}/{}", 100 + n, tag(n)))
            .collect();
        let tags: Vec<String> = (0..90).step_by(3).map(tag).collect();
        let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
        for counts in printed_of(&tags, &paths) {
            assert!(counts.iter().sum::<usize>() < 12, "{counts:?}");
        }
    }
}
