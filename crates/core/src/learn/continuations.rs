//! Continuations below the words of a position, known once the whole list has been read: a word
//! that continues in the same way as the values there is probably one of them.
//!
//! The first of two passes counts, for each position and each *continuation*, how many different
//! words above it are values if the position is learned, and whether a value was there. A
//! continuation is the end of the path with the parameters' names, the next segment, or the segment
//! after a value. The second pass only reads the counts, so the result does not depend on the order
//! of lines.
//!
//! Evidence from learned words amplifies wrong learning. So the first two rules are *guarded*: they
//! apply only after a date or a word like `tag`, or where learned words outnumber familiar ones
//! three to one. The table has the recall and F1 that each rule adds in two passes, as in
//! [`Thresholds`](urlsift_url::thresholds::Thresholds), and on the lists of half of the hosts in
//! their natural size:
//!
//! | rule | a word is a value | recall | F1 | natural size |
//! |---|---|---|---|---|
//! | `below-many` | if ten were learned, and a tenth of them share its continuation; not on the first level or in an API | -.0001 | +.0021 | .0000, +.0134 |
//! | `below-two` | if it is not an action, and two of them, or a value, continue with the same word | .0000 | +.0010 | .0000, +.0032 |
//! | `below-a-value` | if it is like values, and a value has its continuation; not in an API | .0000 | +.0007 | .0000, +.0006 |
//! | all | | -.0001 | +.0035 | .0000, +.0165 |

use super::context::{Context, Ground};
use super::kind::WordKind;
use super::rules;
use crate::record::{Pair, Segment};
use crate::similar::table::packed::Packed;
use std::collections::TryReserveError;
use urlsift_url::hash::Key;
use urlsift_url::thresholds::Tuning;
use urlsift_url::token::Traits;

/// The rest of a URL after a path segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below<'a> {
    pub(super) segments: &'a [Segment],
    pub(super) pairs: &'a [Pair],
}

/// One continuation.
#[derive(Clone, Copy, Debug)]
struct Continuation {
    hash: u64,
    /// Whether it is a word.
    literal: bool,
}

/// Kinds of continuations.
#[derive(Clone, Copy)]
enum Label {
    End = 1,
    Next,
    AfterValue,
}

impl Below<'_> {
    /// Returns the next segment.
    pub(super) fn next(&self) -> Option<&Segment> {
        self.segments.first()
    }

    fn continuations(&self, key: &Key) -> impl Iterator<Item = Continuation> {
        let of = |label: Label, segment: &Segment| Continuation {
            hash: key.join(label as u64, segment.token),
            literal: !segment.traits.has(Traits::VALUE),
        };
        let (first, after) = match self.segments {
            [] => {
                let names = key.fold(Label::End as u64, self.pairs.iter().map(|pair| pair.name));
                (
                    Continuation {
                        hash: names,
                        literal: false,
                    },
                    None,
                )
            }
            [value, after, ..] if value.traits.has(Traits::VALUE) => {
                (of(Label::Next, value), Some(of(Label::AfterValue, after)))
            }
            [next, ..] => (of(Label::Next, next), None),
        };
        [Some(first), after].into_iter().flatten()
    }
}

/// Number of different words at a position, or above a continuation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Words that are values if the position is learned.
    pub(super) strange: i32,
    /// Familiar words, which are never values.
    pub(super) familiar: i32,
    /// Whether a value was there.
    pub(super) value: bool,
}

impl Tally {
    /// Bits of the table with the number of strange words and the flag, and of the one with the
    /// number of familiar words.
    const STRANGE: u32 = 10;
    const FAMILIAR: u32 = 9;
    const MOST: u64 = 511;
}

/// A segment as it is counted.
#[derive(Clone, Copy)]
enum Counted {
    Value,
    Strange,
    Familiar,
}

/// The continuations below the words of all positions.
#[derive(Clone, Debug)]
pub(super) struct Continuations {
    /// Words at positions and above continuations that have been counted.
    seen: Packed<0>,
    /// The tallies of positions and of continuations at them, in two tables whose slots tell 62 and
    /// 63 bits of hashes apart. Only positions have familiar words.
    strange: Packed<{ Tally::STRANGE }>,
    familiar: Packed<{ Tally::FAMILIAR }>,
}

impl Continuations {
    pub(super) fn with_bound(bound: usize) -> Self {
        let (strange, familiar) = (Packed::with_bound(bound), Packed::with_bound(bound));
        Self {
            seen: Packed::with_bound(bound),
            strange,
            familiar,
        }
    }

    /// Reserves room for `segments` segments: each may add its position and two continuations.
    pub(super) fn try_reserve(&mut self, segments: usize) -> Result<(), TryReserveError> {
        self.seen.try_reserve(3 * segments)?;
        self.strange.try_reserve(3 * segments)?;
        self.familiar.try_reserve(segments)
    }

    pub(super) fn memory(&self) -> usize {
        self.seen.memory() + self.strange.memory() + self.familiar.memory()
    }

    /// Counts a segment that reads `token`.
    pub(super) fn count(
        &mut self,
        key: &Key,
        context: &Context,
        segment: &Segment,
        token: u64,
        below: Below<'_>,
    ) {
        let at = context.position(key, segment);
        let is_value = segment.traits.has(Traits::VALUE);
        let is_strange = token == segment.variable || !is_familiar(context, segment);
        let counted = match (is_value, is_strange) {
            (true, _) => Counted::Value,
            (_, true) => Counted::Strange,
            _ => Counted::Familiar,
        };
        // A repeated continuation has been counted with its word.
        let mut is_new = !is_value && !is_strange;
        if !is_new {
            for continuation in below.continuations(key) {
                is_new |= self.add(key, key.join(at, continuation.hash), segment, counted);
            }
        }
        if is_new {
            self.add(key, at, segment, counted);
        }
    }

    /// Counts a segment; `false` if it has been counted there before.
    fn add(&mut self, key: &Key, hash: u64, segment: &Segment, counted: Counted) -> bool {
        if !self.seen.insert(key.join(hash, segment.token), 0) {
            return false;
        }
        let Self {
            strange, familiar, ..
        } = self;
        if let Counted::Familiar = counted {
            let words = familiar.get(hash).unwrap_or_default();
            familiar.put(hash, (words + 1).min(Tally::MOST));
        } else {
            let (words, value) = halves(strange.get(hash));
            let (words, value) = match counted {
                Counted::Value => (words, 1),
                _ => ((words + 1).min(Tally::MOST), value),
            };
            strange.put(hash, words << 1 | value);
        }
        true
    }

    fn tally(&self, hash: u64) -> Tally {
        let (strange, value) = self.above(hash);
        Tally {
            strange,
            familiar: self.familiar.get(hash).unwrap_or_default() as i32,
            value,
        }
    }

    /// Returns the number of strange words above a continuation, and whether a value was there.
    fn above(&self, hash: u64) -> (i32, bool) {
        let (words, value) = halves(self.strange.get(hash));
        (words as i32, value == 1)
    }

    /// Whether a word continues like values at its position. `variable`: the position is learned,
    /// so its unfamiliar words are values.
    pub(super) fn is_value(
        &self,
        tuning: &Tuning,
        key: &Key,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
        variable: bool,
    ) -> bool {
        let thresholds = &tuning.thresholds;
        let at = context.position(key, segment);
        let here = self.tally(at);
        let learned = if variable { here.strange } else { 0 };
        // At positions where endpoints were mistaken for values, there were at most three learned
        // words for each familiar one.
        let guard =
            context.ground == Ground::Free || thresholds.beside_familiar * here.familiar <= learned;
        let kind = context.kind(segment);
        let many = guard
            && context.depth > 0
            && !context.api
            && learned >= thresholds.below_words
            && tuning.has(rules::BELOW_MANY);
        let two = guard && !segment.traits.has(Traits::ACTION) && tuning.has(rules::BELOW_TWO);
        // In an API, names such as `presets` or `autoscale` next to ids are endpoints.
        let like = here.value
            && !context.api
            && kind != WordKind::Action
            && context.is_like_values(kind)
            && tuning.has(rules::BELOW_A_VALUE);
        if !many && !two && !like {
            return false;
        }
        below.continuations(key).any(|continuation| {
            let (strange, value) = self.above(key.join(at, continuation.hash));
            let above = if variable { strange } else { 0 };
            (many && above > 0 && 100 * above >= thresholds.below_share * learned)
                // All values have the same token, so one counts for many.
                || (two && continuation.literal && (value || above >= 2))
                || (like && value)
        })
    }
}

/// Returns the number and the flag in a slot of strange words.
fn halves(data: Option<u64>) -> (u64, u64) {
    data.map_or((0, 0), |data| (data >> 1, data & 1))
}

/// Whether a word is in the word lists.
fn is_familiar(context: &Context, segment: &Segment) -> bool {
    matches!(
        context.kind(segment),
        WordKind::Action | WordKind::ActionPhrase | WordKind::Name | WordKind::Phrase
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use crate::settings::builder::Settings;
    use urlsift_url::thresholds::Tuning;

    /// Returns the lines that the second of two passes keeps, with a rule and without it.
    fn kept<'a>(rule: &'static str, lines: &[&'a str]) -> [Vec<&'a str>; 2] {
        let all = [rules::BELOW_MANY, rules::BELOW_TWO, rules::BELOW_A_VALUE];
        [
            all.into_iter().filter(|other| *other != rule).collect(),
            all.to_vec(),
        ]
        .map(|off| {
            let tuning: &'static Tuning = Box::leak(Box::new(Tuning {
                off,
                ..Tuning::default()
            }));
            let mut sift = Settings {
                two_pass: true,
                tuning,
                ..Settings::default()
            }
            .build()
            .expect("is valid");
            assert!(sift.filter(lines).count() > 0);
            sift.restart();
            lines
                .iter()
                .copied()
                .filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept)
                .collect()
        })
    }

    const INVENTED: [&str; 12] = [
        "wombat",
        "quokka",
        "numbat",
        "bilby",
        "potoroo",
        "dingo",
        "brolga",
        "kookaburra",
        "echidna",
        "jabiru",
        "galah",
        "taipan",
    ];

    #[test]
    fn a_familiar_word_that_goes_on_as_many_learned_ones_is_a_value() {
        for (host, swallowed) in [("zoo.example.com", true), ("api.example.com", false)] {
            let line = |word: &str| format!("https://{host}/zork/{word}/feeding");
            let mut lines: Vec<String> = INVENTED.map(line).to_vec();
            lines.extend(["news", "admin"].map(line));
            lines.push(format!("https://{host}/zork/search?q=emu"));
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let [with, without] = kept(rules::BELOW_MANY, &lines);
            let [news, admin, search] = [12, 13, 14].map(|at| lines[at]);
            assert!(without.contains(&news), "{without:?}");
            assert_eq!(!with.contains(&news), swallowed, "{with:?}");
            assert!(with.contains(&admin), "dangerous to lose: {with:?}");
            assert!(with.contains(&search), "goes on in its own way: {with:?}");
        }
    }

    #[test]
    fn familiar_words_beside_learned_ones_are_a_guard() {
        let line = |word: &str| format!("https://zoo.example.com/zork/{word}/feeding");
        let mut lines: Vec<String> = INVENTED.map(line).to_vec();
        lines.extend(["news", "profile", "account", "contact", "help", "blog"].map(line));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let [with, without] = kept(rules::BELOW_MANY, &lines);
        assert_eq!(with, without);
    }

    #[test]
    fn a_word_above_the_same_word_as_a_value_is_one() {
        let lines = [
            "https://zoo.example.com/zork/17/feeding",
            "https://zoo.example.com/zork/wombat/feeding",
            "https://zoo.example.com/zork/quokka/keeper",
        ];
        let [with, without] = kept(rules::BELOW_TWO, &lines);
        assert_eq!(without, lines);
        assert_eq!(with, [lines[0], lines[2]], "what goes on otherwise stays");
    }

    #[test]
    fn a_title_that_ends_as_a_value_does_is_one() {
        for (host, swallowed) in [("zoo.example.com", true), ("api.example.com", false)] {
            let line = |rest: &str| format!("https://{host}/zork/{rest}");
            let lines = [
                "17?day=mon",
                "wombat-quokka?day=tue",
                "wombat-quokka?keeper=5",
            ]
            .map(line);
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let [with, without] = kept(rules::BELOW_A_VALUE, &lines);
            assert_eq!(without, lines);
            assert_eq!(!with.contains(&lines[1]), swallowed, "{with:?}");
            assert!(with.contains(&lines[2]), "{with:?}");
        }
    }

    #[test]
    fn tallies_are_bounded_and_a_full_table_says_nothing() {
        let (key, mut continuations) = (Key::new([1, 2]), Continuations::with_bound(10_000));
        for (token, counted) in (0..1800).zip(
            [Counted::Strange, Counted::Familiar, Counted::Strange]
                .into_iter()
                .cycle(),
        ) {
            let segment = Segment {
                token,
                ..Segment::default()
            };
            assert!(continuations.add(&key, 7, &segment, counted));
            assert!(
                !continuations.add(&key, 7, &segment, counted),
                "counted before"
            );
        }
        assert_eq!(
            continuations.tally(7),
            Tally {
                strange: 511,
                familiar: 511,
                value: false
            }
        );
        assert!(continuations.add(
            &key,
            7,
            &Segment {
                token: 1800,
                ..Segment::default()
            },
            Counted::Value
        ));
        assert_eq!(
            continuations.tally(7),
            Tally {
                strange: 511,
                familiar: 511,
                value: true
            }
        );
        assert_eq!(continuations.tally(8), Tally::default());
        let mut full = Continuations::with_bound(0);
        full.add(&key, 7, &Segment::default(), Counted::Value);
        assert_eq!(full.tally(7), Tally::default());
    }
}
