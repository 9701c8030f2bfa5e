//! A fixed list of short words with marks, looked up in any case several times for every new token.
//!
//! Flat, and small enough for the first cache levels: a slot has 48 bits of a word's hash and
//! sixteen marks. A word that is not listed matches a listed one with a probability of 10^-10.

/// Maximum length of a listed word.
const LONGEST: usize = 32;

/// Number of bits in a slot that are marks.
const MARKS: u32 = 16;

/// Words of ASCII letters, digits, `-` and `_`, with marks.
#[derive(Debug)]
pub(super) struct Lexicon {
    /// At most half of the slots are in use. 0 is a free slot, because every word has a mark.
    slots: Vec<u64>,
}

impl Lexicon {
    /// Creates the lexicon of some words with their marks; combines the marks of a repeated word.
    pub(super) fn new(words: &[(&str, u16)]) -> Self {
        let length = (words.len() * 2).next_power_of_two();
        let mut lexicon = Self {
            slots: vec![0; length],
        };
        for &(word, marks) in words {
            let hash = hash(word.as_bytes());
            let slot = lexicon.slot(hash);
            let high_bits = hash >> MARKS << MARKS;
            lexicon.slots[slot] |= high_bits | u64::from(marks);
        }
        lexicon
    }

    /// Returns the marks of a word in any case; 0 if it is not listed.
    #[inline]
    pub(super) fn marks(&self, word: &[u8]) -> u16 {
        if word.is_empty() || word.len() > LONGEST {
            return 0;
        }
        let slot = self.slot(hash(word));
        self.slots[slot] as u16
    }

    fn slot(&self, hash: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = (hash >> MARKS) as usize & last;
        while self.slots[slot] != 0 && (self.slots[slot] ^ hash) >> MARKS != 0 {
            slot = (slot + 1) & last;
        }
        slot
    }
}

/// Pairs of neighbouring letters, in any case: few words that are not listed have such a pair at
/// their start or end.
#[derive(Debug, Default)]
pub(super) struct LetterPairs([u32; 32]);

impl LetterPairs {
    pub(super) fn add(&mut self, pair: [u8; 2]) {
        let [first, second] = pair;
        self.0[usize::from(first & 31)] |= 1 << (second & 31);
    }

    /// May return true for a pair that was not added, of bytes that are no letters.
    pub(super) fn has(&self, pair: [u8; 2]) -> bool {
        let [first, second] = pair;
        self.0[usize::from(first & 31)] >> (second & 31) & 1 == 1
    }
}

/// Returns the words of a list; lines that begin with `#` are headings.
pub(super) fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_ascii_whitespace)
}

/// Returns the words of some lists, each with the marks of its list.
pub(super) fn marked_words(lists: &[(&'static str, u16)]) -> Vec<(&'static str, u16)> {
    let mut marked = Vec::new();
    for &(list, marks) in lists {
        for word in words(list) {
            marked.push((word, marks));
        }
    }
    marked
}

/// Hashes a word in 8-byte lanes; the last may overlap the one before. Lower case is one bit of
/// every letter. Digits and `-` have that bit anyway, and control characters, which would then look
/// the same, do not occur in URLs.
pub(super) fn hash(word: &[u8]) -> u64 {
    let mut state = (word.len() as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    if let Some(last) = word.last_chunk() {
        let (lanes, _) = word.as_chunks();
        for lane in lanes {
            state = fold(state, u64::from_le_bytes(*lane));
        }
        return fold(state, u64::from_le_bytes(*last));
    }
    let mut lane = 0;
    if let Some(first) = word.first_chunk()
        && let Some(last) = word.last_chunk()
    {
        lane = u64::from(u32::from_le_bytes(*first)) << 32;
        lane |= u64::from(u32::from_le_bytes(*last));
    } else {
        for &byte in word {
            lane = lane << 8 | u64::from(byte);
        }
    }
    fold(state, lane)
}

/// Adds a lane of a word to its hash.
fn fold(hash: u64, lane: u64) -> u64 {
    const LOWER: u64 = 0x2020_2020_2020_2020;
    let product = u128::from((lane | LOWER) ^ hash) * 0x9E37_79B9_7F4A_7C15;
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_add_up_and_case_does_not_matter() {
        let lexicon = Lexicon::new(&[
            ("reset", 1),
            ("tag", 2),
            ("reset", 4),
            ("over_the-rainbow9", 256),
        ]);
        assert_eq!(
            ["reset", "ReSet", "tag", "tags", ""].map(|w| lexicon.marks(w.as_bytes())),
            [5, 5, 2, 0, 0]
        );
        assert_eq!(lexicon.marks(b"Over_The-Rainbow9"), 256);
        assert_eq!(lexicon.marks(&[b'x'; 100]), 0);
    }

    #[test]
    fn words_of_all_lengths_have_hashes_of_their_own() {
        let mut hashes = Vec::new();
        for length in 1..=LONGEST {
            for at in 0..length {
                let mut word = vec![b'a'; length];
                for letter in b'b'..=b'z' {
                    word[at] = letter;
                    hashes.push(hash(&word) >> MARKS);
                }
            }
        }
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
