//! Recognises words that are directories: they have two different continuations that no other word
//! of their position has.
//!
//! Of the words in the middle of a path that were mistaken for values, two thirds have three
//! continuations or more; of true values one in eight does. Values share their continuations: the
//! paths below one repository or member also occur below others, so a continuation that another
//! word of the position has had is no evidence.
//!
//! At its second own continuation, a word takes back the points of its kind, and its position stops
//! being variable if too few points are left. The word does not become fixed: that would split
//! positions of values, because some values look like directories. Only words that read like a
//! language take points back, only at positions where no list is likely, and not right after
//! values.
//!
//! A position that stops being variable changes how later lines are read, not the lines printed so
//! far: each printed line is entered in its own variant, whatever else was learned. So no line is
//! printed twice. Each word that gave points takes two slots, and takes them back once.

use super::context::Ground;
use super::position::{Branches, Position};
use super::seat::{PositionKey, Seat, WordKey};
use super::{Learner, rules};
use crate::record::Segment;
use urlsift_url::token::Traits;

/// Tells the hashes of words that another segment follows from others.
const SECTION: u64 = 0xF012;

impl Learner {
    /// Takes back the points that a word gave to its position, if this is its second own
    /// continuation.
    pub(super) fn take_back(
        &mut self,
        position: &mut Position,
        points: i32,
        seat: &Seat<'_>,
        word: WordKey,
        next: &Segment,
    ) {
        let key = seat.key;
        if points <= 0 || !self.may_be_directory(seat, next) {
            return;
        }
        let branches_key = PositionKey(word.hash());
        let branches = self
            .positions
            .get(branches_key.0)
            .and_then(|bits| Branches::from_bits(bits as u16));
        // In this order, as the hash of a word at a position is joined in the other one.
        let continuation = WordKey::from_hash(key.join(next.token, word.hash()));
        let is_first = match branches {
            None => true,
            Some(Branches::One) if !self.contains(continuation) => false,
            Some(_) => return,
        };
        if self.has_followed(seat, next) {
            return;
        }
        if is_first {
            if self.insert_new(continuation) {
                self.store(branches_key, Branches::One as u16);
            }
        } else if self.store(branches_key, Branches::Several as u16) {
            position.balance -= points;
            position.variable &= position.alike || position.balance >= self.thresholds().evidence;
        }
    }

    /// Whether a continuation may show that a word is a directory.
    fn may_be_directory(&self, seat: &Seat<'_>, next: &Segment) -> bool {
        let traits = seat.segment.traits;
        traits.has(Traits::READABLE)
            && !traits.has(Traits::VALUE | Traits::LOCALE_CODE)
            && !next.traits.has(Traits::VALUE)
            && seat.context.ground < Ground::Listed
            && !seat.context.value
            && self.tuning.has(rules::DIRECTORY)
    }

    /// Counts what follows a word of a list that was gathered, where nothing has to be taken back.
    pub(super) fn count_section(&mut self, seat: &Seat<'_>) {
        let Some(next) = seat.next() else { return };
        let section_key = section_key(seat);
        self.insert_new(section_key);
        if self.may_be_directory(seat, next) && !self.others_are_followed(seat, next, None) {
            let branches_key = PositionKey(section_key.hash());
            self.count_once(branches_key, branches_key.word(seat.key, next.token));
        }
    }

    /// Whether another segment follows a word, anywhere in the list if that was gathered.
    pub(super) fn is_section(&self, seat: &Seat<'_>) -> bool {
        if self.surveyed {
            self.contains(section_key(seat))
        } else {
            seat.next().is_some()
        }
    }

    /// Whether a word of a list that was gathered has several continuations of its own.
    pub(super) fn is_directory(&self, seat: &Seat<'_>) -> bool {
        self.surveyed && self.count_at(PositionKey(section_key(seat).hash())) >= 2
    }
}

/// Returns the key under which a word that another segment follows is stored.
fn section_key(seat: &Seat<'_>) -> WordKey {
    PositionKey(seat.key.join(seat.template(), SECTION)).word(seat.key, seat.segment.token)
}
