//! A fixed list of short words with marks, which is asked several times for every new token.
//!
//! Flat and small enough for the first cache levels: a slot is 56 bits of a word's hash and eight marks. A word that is not
//! in the list shares those bits with one that is with a probability of 10^-13.

use rapidhash::v3::DEFAULT_RAPID_SECRETS;
use rapidhash::v3::rapidhash_v3_nano_inline;

/// Longer words are in no list.
const LONGEST: usize = 32;

const MARKS: u64 = 0xFF;

/// Words in lower case, with marks.
#[derive(Debug)]
pub(super) struct Lexicon {
    /// At most half are in use; 0 is free, as a word has at least one mark.
    slots: Vec<u64>,
}

impl Lexicon {
    /// Lists words; one that comes several times has all its marks.
    pub(super) fn new<'a>(words: impl IntoIterator<Item = (&'a str, u8)>) -> Self {
        let words: Vec<(&str, u8)> = words.into_iter().collect();
        let mut lexicon = Self { slots: vec![0; (words.len() * 2).next_power_of_two()] };
        for (word, marks) in words {
            let hash = hash(word.as_bytes());
            let place = lexicon.place(hash);
            lexicon.slots[place] |= hash & !MARKS | u64::from(marks);
        }
        lexicon
    }

    /// The marks of a word in lower case; 0 if it is not listed.
    #[inline]
    pub(super) fn marks(&self, word: &[u8]) -> u8 {
        if word.is_empty() || word.len() > LONGEST {
            return 0;
        }
        (self.slots[self.place(hash(word))] & MARKS) as u8
    }

    /// The marks of a word in any case.
    #[inline]
    pub(super) fn marks_in_any_case(&self, word: &[u8]) -> u8 {
        let mut lower = [0; LONGEST];
        let Some(lower) = lower.get_mut(..word.len()) else { return 0 };
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        self.marks(lower)
    }

    fn place(&self, hash: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut place = (hash >> 8) as usize & last;
        while self.slots[place] != 0 && (self.slots[place] ^ hash) & !MARKS != 0 {
            place = (place + 1) & last;
        }
        place
    }
}

fn hash(word: &[u8]) -> u64 {
    rapidhash_v3_nano_inline::<true, false>(word, &DEFAULT_RAPID_SECRETS)
}

#[cfg(test)]
mod tests {
    use super::Lexicon;

    #[test]
    fn marks_add_up_and_case_can_be_ignored() {
        let lexicon = Lexicon::new([("reset", 1), ("tag", 2), ("reset", 4)]);
        assert_eq!(["reset", "tag", "tags", ""].map(|w| lexicon.marks(w.as_bytes())), [5, 2, 0, 0]);
        assert_eq!(lexicon.marks(b"Reset"), 0);
        assert_eq!(lexicon.marks_in_any_case(b"ReSet"), 5);
        assert_eq!(lexicon.marks_in_any_case(&[b'x'; 100]), 0);
    }
}
