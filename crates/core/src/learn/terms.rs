//! Learns variable positions of records whose [terms](crate::scan::terms) have an order.
//!
//! The terms of such a record are read as a path, below their number. A position is the template
//! before a term, together with the two terms after it: `Accepted password for … from {}`. There
//! are no word lists for terms, so only the number of different words counts. A position becomes
//! variable
//!
//! - at the third word, or
//! - at the first word if values have occurred there: a host name among addresses.
//!
//! The first word names the event, and is never variable. Nor are the words of a record with at
//! least as many learned words as other words, so that sentences of the same length do not all
//! become one template.
//!
//! The two terms after a position guard against directories: words that continue in different ways
//! are different events. On sixteen public sets of labelled log messages the groups are equally
//! good without this guard and without the bound on learned words, so neither costs anything there.
//!
//! # Alternative keys
//! A printed record is also entered in the variant in which positions that have had another word
//! before are variable. The record with a position's first word is not, which costs one more line
//! for each learned position.

use super::position::Position;
use super::seat::PositionKey;
use super::{Learner, MAX_ALTERNATIVES, NEW_POSITIONS_OF_TERMS, ReadToken};
use crate::record::{Segment, Url};
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// Number of words that make a position variable if it has no value. 2 merges `session opened` and
/// `session closed`; with 4 or 5, lists of few lines learn less.
const WORDS: i32 = 3;

/// Words up to which a position is counted.
const COUNTED: i32 = 8;

/// A walk over the terms of a record, with the state before the current one.
struct Walk<'a> {
    key: &'a Key,
    segments: &'a [Segment],
    template: u64,
    /// Numbers of words so far that are not learned, and of words that are.
    staying: usize,
    learned: usize,
}

impl<'a> Walk<'a> {
    fn new(key: &'a Key, url: &Url, segments: &'a [Segment]) -> Self {
        Self {
            key,
            segments,
            template: url.service,
            staying: 0,
            learned: 0,
        }
    }

    /// Returns the key of a term's position.
    fn position_key(&self, index: usize) -> PositionKey {
        let after = |by: usize| match self.segments.get(index + by) {
            Some(segment) => segment.token,
            None => 0,
        };
        PositionKey(self.key.fold(self.template, [after(1), after(2)]))
    }

    /// Whether a term is a word that may be learned.
    fn is_open(&self, index: usize) -> bool {
        !self.segments[index]
            .traits
            .has(Traits::VALUE | Traits::FIXED)
            && self.learned < self.staying
    }

    /// Moves on after a term that reads `token`.
    fn step(&mut self, index: usize, token: u64) {
        let segment = &self.segments[index];
        self.template = self.key.join(self.template, token);
        if !segment.traits.has(Traits::VALUE | Traits::FIXED) {
            if token == segment.token {
                self.staying += 1;
            } else {
                self.learned += 1;
            }
        }
    }
}

impl Position {
    /// Whether words at this position are values.
    fn has_varied(self) -> bool {
        self.balance >= if self.values { 1 } else { WORDS }
    }
}

impl Learner {
    /// Decides as [`learn`](Self::learn) does for a record of ordered terms, and learns from it.
    pub(super) fn learn_terms(
        &mut self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
        tokens: &mut Vec<u64>,
        learned: &mut Vec<usize>,
    ) -> bool {
        let mut walk = Walk::new(key, url, segments);
        let mut room = NEW_POSITIONS_OF_TERMS;
        let mut differs = false;
        self.is_settled = true;
        for (index, segment) in segments.iter().enumerate() {
            let position = self.count_term(&walk, index, &mut room);
            let is_variable = position.has_varied();
            let read = ReadToken::of(segment, is_variable && walk.is_open(index));
            if read.is_learned || (is_variable && segment.traits.has(Traits::VALUE)) {
                learned.push(index);
            }
            differs |= read.is_learned;
            self.is_settled &= !read.is_learned || position.balance >= COUNTED;
            tokens.push(read.token);
            walk.step(index, read.token);
        }
        differs
    }

    /// Same as [`learn_terms`](Self::learn_terms) without learning from the record.
    pub(super) fn tokens_of_terms(
        &self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
        tokens: &mut Vec<u64>,
    ) {
        let mut walk = Walk::new(key, url, segments);
        for (index, segment) in segments.iter().enumerate() {
            let is_learned = walk.is_open(index) && self.position_at(&walk, index).has_varied();
            let token = ReadToken::of(segment, is_learned).token;
            tokens.push(token);
            walk.step(index, token);
        }
    }

    /// Returns the state of a term's position.
    fn position_at(&self, walk: &Walk<'_>, index: usize) -> Position {
        let position_key = walk.position_key(index);
        self.position(position_key).unwrap_or_default()
    }

    /// Counts a term at its position, and returns the state of the position.
    fn count_term(&mut self, walk: &Walk<'_>, index: usize, room: &mut usize) -> Position {
        let segment = &walk.segments[index];
        if *room == 0 || segment.traits.has(Traits::FIXED) {
            return Position::default();
        }
        let position_key = walk.position_key(index);
        let old = self.position(position_key);
        let mut position = old.unwrap_or_default();
        if segment.traits.has(Traits::VALUE) {
            position.values = true;
        } else if position.balance < COUNTED
            && self.insert_new(position_key.word(walk.key, segment.token))
        {
            position.balance += 1;
        }
        if old != Some(position) {
            *room -= usize::from(old.is_none());
            if !self.store(position_key, position.bits()) {
                return Position::default();
            }
        }
        position
    }

    /// Enters a kept record of ordered terms under its other variants, and returns them.
    pub(super) fn alternatives_of_terms(
        &mut self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
        tokens: &[u64],
        mut each: impl FnMut(&[u64]),
    ) {
        let mut walk = Walk::new(key, url, segments);
        let mut open = Vec::new();
        for (index, &token) in tokens.iter().enumerate() {
            let is_open = token != segments[index].variable && walk.is_open(index);
            if is_open && self.position_at(&walk, index).balance > 1 {
                open.push(index);
            }
            walk.step(index, token);
        }
        open.truncate(MAX_ALTERNATIVES.ilog2() as usize);
        for choice in 1..1_usize << open.len() {
            let mut variant = tokens.to_vec();
            for (bit, &index) in open.iter().enumerate() {
                if choice & (1 << bit) != 0 {
                    variant[index] = segments[index].early();
                }
            }
            each(&variant);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::scan::terms::{Terms, Tokens};
    use crate::similar::feature::Component;
    use crate::{Sift, Verdict};
    use std::fmt::Display;
    use std::sync::Arc;

    /// Splits words at blanks; words that begin with a digit are values.
    #[derive(Debug)]
    struct Words;

    impl Terms for Words {
        fn identity(&self) -> String {
            "words".to_owned()
        }

        fn component(&self) -> Component {
            Component::Words
        }

        fn terms(
            &self,
            line: &[u8],
            tokens: &mut dyn Tokens,
            take: &mut dyn FnMut(u64, &dyn Display),
        ) -> u64 {
            for word in line.split(|&byte| byte == b' ') {
                let token = if word[0].is_ascii_digit() {
                    tokens.value()
                } else {
                    tokens.text(word)
                };
                take(token, &String::from_utf8_lossy(word));
            }
            0
        }

        fn is_ordered(&self) -> bool {
            true
        }

        fn shape(&self, line: &[u8], _: &dyn Tokens) -> Option<String> {
            Some(String::from_utf8_lossy(line).into_owned())
        }
    }

    /// Returns the lines that a filter keeps, and those that it keeps in a second pass.
    fn kept<'l>(lines: &[&'l str]) -> [Vec<&'l str>; 2] {
        let words: Arc<dyn Terms> = Arc::new(Words);
        let mut sift = Sift::builder()
            .records(words)
            .two_pass(true)
            .build()
            .expect("is valid");
        let mut pass = || {
            let kept = lines
                .iter()
                .filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept);
            let kept = kept.copied().collect();
            sift.restart();
            kept
        };
        [pass(), pass()]
    }

    #[test]
    fn the_third_word_makes_a_position_variable() {
        let lines = [
            "login of ann failed",
            "login of bob failed",
            "login of eve failed",
            "login of joe failed",
        ];
        assert_eq!(kept(&lines), [lines[..2].to_vec(), lines[..1].to_vec()]);
        assert_eq!(
            kept(&lines[..2]),
            [lines[..2].to_vec(), lines[..2].to_vec()]
        );
    }

    #[test]
    fn the_first_word_beside_values_is_one() {
        let lines = [
            "reply from 7 received",
            "reply from north received",
            "reply from south received",
        ];
        assert_eq!(kept(&lines), [lines[..1].to_vec(), lines[..1].to_vec()]);
        // Later values find only words that were kept after the position had its second word.
        let lines = [
            "reply from north received",
            "reply from 7 received",
            "reply from south received",
        ];
        assert_eq!(kept(&lines), [lines[..2].to_vec(), lines[..1].to_vec()]);
    }

    #[test]
    fn what_happened_stays() {
        let first = [
            "opened door 1",
            "closed door 1",
            "painted door 1",
            "locked door 1",
        ];
        let others = [
            "door was opened by 1",
            "door was closed near 1",
            "door was painted with 1",
        ];
        let longer = [
            "user ann left",
            "user bob left early",
            "user eve left early today",
        ];
        for lines in [&first[..], &others, &longer] {
            assert_eq!(kept(lines), [lines.to_vec(), lines.to_vec()]);
        }
    }

    #[test]
    fn no_more_words_are_learned_than_stay() {
        let lines: Vec<String> = (0..40_usize)
            .map(|i| {
                let word = |at: u32| ["ann", "bob", "eve", "joe"][i >> at & 3];
                format!("send {} {} {} {} x", word(0), word(1), word(2), word(3))
            })
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let [_, kept] = kept(&lines);
        assert!(kept.len() > 4, "{kept:?}");
    }
}
