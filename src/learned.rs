//! Which segments of a path read as variable because their places were learned to be.
//!
//! A segment has two tokens, its own and that of a variable place. A learner, and the shadows of a kept line, choose one of them for
//! each segment; a bit a segment says which, so a reading takes 8 bytes for nearly every URL.

use crate::record::Segment;

/// Segments that one word of bits speaks of.
pub(crate) const WORD: usize = 64;

/// One choice of tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Learned {
    first: u64,
    /// Segments after the first 64. No allocation while it is empty.
    rest: Vec<u64>,
}

impl Learned {
    /// Notes which of the segments read as variable, though their own tokens do not.
    pub(crate) fn of(segments: &[Segment], tokens: &[u64]) -> Self {
        let mut words = segments.chunks(WORD).zip(tokens.chunks(WORD)).map(|(segments, tokens)| {
            let learned = segments.iter().zip(tokens).map(|(segment, token)| *token != segment.token);
            learned.enumerate().fold(0, |word, (bit, learned)| word | u64::from(learned) << bit)
        });
        Self { first: words.next().unwrap_or_default(), rest: words.collect() }
    }

    /// Puts a reading together again from its [`words`](Self::words).
    pub(crate) fn from_words(words: &[u64]) -> Self {
        match words {
            [] => Self::default(),
            [first, rest @ ..] => Self { first: *first, rest: rest.to_vec() },
        }
    }

    /// The bits, in words of 64; at least one word.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }

    /// Says whether the segment at `index`, counted from 0, reads as variable by what was learned.
    pub(crate) fn is_learned(&self, index: usize) -> bool {
        let word = match index / WORD {
            0 => self.first,
            word => self.rest.get(word - 1).copied().unwrap_or_default(),
        };
        word >> (index % WORD) & 1 == 1
    }

    /// Writes the tokens of the segments under this reading.
    pub(crate) fn tokens(&self, segments: &[Segment], tokens: &mut Vec<u64>) {
        tokens.clear();
        tokens.extend(
            segments.iter().enumerate().map(|(index, segment)| {
                if self.is_learned(index) { segment.variable } else { segment.token }
            }),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Traits;

    #[test]
    fn a_reading_gives_back_the_tokens_it_was_made_of() {
        for count in [0, 1, 5, 63, 64, 65, 130, 200] {
            let segment = |i: usize| Segment {
                token: 2 * i as u64,
                variable: 2 * i as u64 + u64::from(!i.is_multiple_of(5)),
                traits: Traits::default(),
            };
            let segments: Vec<Segment> = (0..count).map(segment).collect();
            let choose = |(i, s): (usize, &Segment)| if i % 3 == 0 { s.variable } else { s.token };
            let chosen: Vec<u64> = segments.iter().enumerate().map(choose).collect();
            let reading = Learned::of(&segments, &chosen);
            let mut tokens = vec![7];
            reading.tokens(&segments, &mut tokens);
            assert_eq!(tokens, chosen);
            let words: Vec<u64> = reading.words().collect();
            assert_eq!(words.len(), count.div_ceil(WORD).max(1));
            assert_eq!(Learned::from_words(&words), reading);
            // A value reads `{}` by itself: nothing was learned of it.
            assert!((0..count).all(|i| reading.is_learned(i) == (i % 3 == 0 && i % 5 != 0)));
        }
    }
}
