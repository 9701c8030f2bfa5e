//! Representatives that share a rare feature with a URL: of which features it is enough to look, and the comparison.

use super::entries::{Entries, Posting};
use super::question::Id;
use super::visits::Visits;
use super::vocabulary::{Vocabulary, Word};
use super::wanted::Wanted;
use std::cmp::Reverse;

/// Up to how many owners of the chosen features are compared with as soon as they share one.
const FEW_OWNERS: usize = 16;

/// The rare features of a URL whose owners are compared with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Rare {
    /// Their weights, and what is known about them; those with the fewest owners first.
    chosen: Vec<(u64, Word)>,
    /// Whether so much was chosen that a similar entry has two of them.
    twice: bool,
    met: Met,
}

impl Rare {
    /// Chooses the rare ones with the fewest owners that weigh more than the budget, as no similar entry lacks all of them (the prefix
    /// filter, see [`postings`](super::postings)). `false` if that takes frequent ones too, and all rare ones are chosen.
    pub(super) fn choose(&mut self, words: &[Word], wanted: &Wanted, most: usize) -> bool {
        self.twice = false;
        self.chosen.clear();
        let rare = words.iter().zip(wanted.features()).filter(|(word, _)| word.frequent().is_none());
        self.chosen.extend(rare.map(|(word, feature)| (feature.weight, *word)));
        self.chosen.sort_unstable_by_key(|(weight, word)| (word.owners(), Reverse(*weight)));
        let budget = wanted.budget();
        let (mut sum, mut heaviest, mut owners, mut enough) = (0, 0, 0, None);
        for (i, (weight, word)) in self.chosen.iter().enumerate() {
            sum += weight;
            heaviest = heaviest.max(*weight);
            owners += word.owners() as usize;
            if enough.is_none() && sum > budget {
                enough = Some(i);
                if owners <= FEW_OWNERS {
                    break;
                }
            }
            if owners > most {
                break;
            }
            if enough.is_some() && sum - heaviest > budget {
                self.twice = true;
                enough = Some(i);
                break;
            }
        }
        if let Some(last) = enough {
            self.chosen.truncate(last + 1);
        }
        enough.is_some()
    }

    /// Leaves as many of the chosen features as at most so many entries have, each counted once, and says whether that leaves some
    /// out. Features that are alike stay or go together: which of them comes first depends on the key of the hashes.
    pub(super) fn shorten(
        &mut self,
        most: usize,
        vocabulary: &Vocabulary,
        entries: &Entries,
        visits: &mut Visits,
    ) -> bool {
        if self.chosen.iter().map(|(_, word)| word.owners() as usize).sum::<usize>() <= most {
            return false;
        }
        visits.begin(entries.len());
        let (mut kept, mut count) = (0, 0);
        for alike in self.chosen.chunk_by(|(a, x), (b, y)| (a, x.owners()) == (b, y.owners())) {
            for (_, word) in alike {
                vocabulary.find_owner(*word, entries, |Posting { number, .. }| {
                    count += usize::from(visits.is_first(number));
                    false
                });
            }
            if count > most {
                break;
            }
            kept += alike.len();
        }
        let limit_hit = kept < self.chosen.len();
        self.chosen.truncate(kept);
        limit_hit
    }

    /// The earliest similar representative that shares a chosen feature, or two where that is told; any if that is enough.
    pub(super) fn find(
        &mut self,
        vocabulary: &Vocabulary,
        entries: &Entries,
        wanted: &mut Wanted,
        visits: &mut Visits,
        any: bool,
    ) -> Option<Id> {
        let mut best: Option<Id> = None;
        let Self { chosen, twice, met } = self;
        visits.begin(entries.len());
        if *twice {
            met.clear();
        }
        for (_, word) in chosen.iter() {
            vocabulary.prefetch_owners(*word);
        }
        for (_, word) in chosen {
            let found = vocabulary.find_owner(*word, entries, |Posting { number, sketch }| {
                if (*twice && met.is_first(number))
                    || !wanted.may_be_similar(sketch)
                    || !visits.is_first(number)
                    || best.is_some_and(|best| best <= entries.id(number))
                    || !wanted.is_similar(entries, number)
                {
                    return false;
                }
                best = Some(entries.id(number));
                any
            });
            if found {
                break;
            }
        }
        best
    }
}

/// Which entries a search has met: a few bits of their numbers, so some that it meets for the first time seem to come again.
#[derive(Clone, Debug, Default)]
struct Met(Vec<u64>);

impl Met {
    const BITS: u32 = 13;

    fn clear(&mut self) {
        self.0.clear();
        self.0.resize(1 << (Self::BITS - 6), 0);
    }

    /// Whether an entry is surely met for the first time.
    #[inline]
    fn is_first(&mut self, number: u32) -> bool {
        let bit = number.wrapping_mul(0x9E37_79B9) >> (32 - Self::BITS);
        let word = &mut self.0[bit as usize >> 6];
        let is_first = *word >> (bit & 63) & 1 == 0;
        *word |= 1 << (bit & 63);
        is_first
    }
}
