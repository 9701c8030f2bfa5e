//! Remembers how segments were read, with eight bytes for each.
//!
//! A list has many segments, but they are read in few ways: most are words that differ in nothing
//! but their own hash. So a slot holds the number of a [`KnownReading`] beside 48 bits of its key.
//! Four slots make a set, which the other bits of the key choose; a new key takes the place of the
//! oldest in its set. Memory is fixed, and what was forgotten is computed again.

use crate::record::Segment;
use crate::similar::table::NumberMap;
use urlsift_url::hash::Key;

/// Slots of a set, the newest first.
const WAYS: usize = 4;

/// Number of sets. They take 1 MiB, and know 83 of 100 segments of an archive's dump.
const SETS: usize = 1 << 15;

/// Bits of a slot that hold the number of a reading; 0 is an empty slot.
const NUMBER_BITS: u32 = 16;
const MOST: usize = (1 << NUMBER_BITS) - 1;

/// How a segment is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownReading {
    /// Its token and stem are 0 if they are the hash of its text.
    segment: Segment,
    /// All bits if the token is the hash of the text, else none.
    own_token: u64,
    /// The same for the stem.
    own_stem: u64,
    /// Whether the [walk](urlsift_url::token::only_passes) passes it on and does nothing else.
    pub is_only_passed: bool,
}

impl KnownReading {
    /// Creates the reading of a segment whose text has this hash.
    pub(super) fn of(mut segment: Segment, text: u64, is_only_passed: bool) -> Self {
        let own_token = Self::take_own(&mut segment.token, text);
        let own_stem = Self::take_own(&mut segment.stem, text);
        Self {
            segment,
            own_token,
            own_stem,
            is_only_passed,
        }
    }

    /// Removes the hash of the text. Returns all bits if it was there.
    fn take_own(hash: &mut u64, text: u64) -> u64 {
        if *hash != text {
            return 0;
        }
        *hash = 0;
        u64::MAX
    }

    /// Returns the segment with this reading whose text has this hash.
    #[inline]
    pub(super) fn segment(&self, text: u64) -> Segment {
        Segment {
            token: self.segment.token | (text & self.own_token),
            stem: self.segment.stem | (text & self.own_stem),
            ..self.segment
        }
    }

    /// Hashes all that it says.
    fn hash(&self, key: &Key) -> u64 {
        let Segment {
            token,
            variable,
            stem,
            traits,
            class: _,
            speech,
        } = self.segment;
        let marks = self.segment.class_number() << 8 | u64::from(self.is_only_passed);
        let own = self.own_token & 1 | self.own_stem & 2;
        let words = u64::from(traits.0) << 32 | u64::from(speech.number());
        key.fold(marks << 2 | own, [token, variable, stem, words])
    }
}

/// Readings of segments, by hashes of their texts and surroundings.
#[derive(Debug)]
pub(super) struct SegmentMemo {
    sets: Vec<[u64; WAYS]>,
    /// All readings, after one that stands for none.
    readings: Vec<KnownReading>,
    /// Their numbers by their hashes.
    numbers: NumberMap<u16>,
}

impl SegmentMemo {
    /// Creates an empty memo. Memory is allocated on first use.
    pub(super) fn new() -> Self {
        Self {
            sets: Vec::new(),
            readings: vec![KnownReading::default()],
            numbers: NumberMap::default(),
        }
    }

    /// Returns the reading under a key, if it is known.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<&KnownReading> {
        let set = self.sets.get(Self::set_of(key))?;
        // All are compared, as no processor guesses which one it is.
        let mut number = 0;
        for slot in set {
            let differs = (slot ^ key) >> NUMBER_BITS;
            number |= if differs == 0 { *slot } else { 0 };
        }
        match number as u16 {
            0 => None,
            number => self.readings.get(usize::from(number)),
        }
    }

    /// The set of a key, by its low bits: a slot has the others.
    #[inline]
    fn set_of(key: u64) -> usize {
        key as usize & (SETS - 1)
    }

    /// Remembers a reading, whose hash is made with `hash_key`.
    pub(super) fn insert(&mut self, hash_key: &Key, key: u64, reading: KnownReading) {
        if self.readings.len() > MOST {
            *self = Self::new();
        }
        if self.sets.is_empty() {
            self.sets = vec![[0; WAYS]; SETS];
        }
        let next = self.readings.len() as u16;
        let number = *self.numbers.entry(reading.hash(hash_key)).or_insert(next);
        if number == next {
            self.readings.push(reading);
        }
        let set = &mut self.sets[Self::set_of(key)];
        set.copy_within(..WAYS - 1, 1);
        set[0] = key >> NUMBER_BITS << NUMBER_BITS | u64::from(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_url::token::Traits;

    fn reading(traits: u32) -> KnownReading {
        KnownReading::of(Segment::constant(9, Traits(traits)), 9, true)
    }

    #[test]
    fn a_reading_stands_for_every_text_that_is_read_so() {
        let of = |text: u64, token: u64| {
            let segment = Segment {
                token,
                variable: 3,
                stem: text,
                ..Segment::default()
            };
            let reading = KnownReading::of(segment, text, false);
            assert_eq!(reading.segment(text), segment);
            reading
        };
        assert_eq!(of(7, 7), of(8, 8));
        assert_ne!(of(7, 7), of(8, 9));
        assert_ne!(of(7, 9), of(8, 8));
    }

    /// Returns the reading under a place, which is `traits` if it was not known.
    fn get(memo: &mut SegmentMemo, place: u64, traits: u32) -> KnownReading {
        if let Some(known) = memo.get(place) {
            return *known;
        }
        memo.insert(&Key::new([1, 2]), place, reading(traits));
        *memo.get(place).expect("it was just entered")
    }

    #[test]
    fn a_set_keeps_the_newest_four() {
        let mut memo = SegmentMemo::new();
        let place = |number: u64| number << 40 | 5;
        for number in 1..=5 {
            get(&mut memo, place(number), number as u32);
        }
        for number in 2..=5 {
            assert_eq!(memo.get(place(number)), Some(&reading(number as u32)));
        }
        assert_eq!(memo.get(place(1)), None, "the first was forgotten");
        assert_eq!(get(&mut memo, place(1), 8), reading(8));
        assert_eq!(memo.readings.len(), 7, "each reading is stored once");
        get(&mut memo, place(9), 8);
        assert_eq!(memo.readings.len(), 7);
    }

    #[test]
    fn a_memo_with_too_many_readings_begins_anew() {
        let key = Key::new([1, 2]);
        let mut memo = SegmentMemo::new();
        for number in 1..100_000_u64 {
            let found = get(&mut memo, key.join(number, 0), number as u32);
            assert_eq!(found, reading(number as u32));
            assert!(memo.readings.len() <= MOST + 1);
        }
    }
}
