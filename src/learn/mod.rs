//! Learns, while a list streams by, which positions of a site's paths are variable.
//!
//! A *position* is a template before a segment, together with the extension of what stands there:
//! all words that follow `/users/` on one host. Every different word that appears at a position
//! speaks once, for a variable position or against it, with the [points](rules) of its kind: words
//! that no list knows speak for, names of routes and actions against. What stands before the
//! position, its [context](Context), decides how much it takes:
//!
//! - after a date or a word like `tag`, people choose the names: one word that is no action is
//!   enough;
//! - after a plural or another naming word one unfamiliar word is enough where values stood, two
//!   are elsewhere;
//! - anywhere else the points have to reach [`evidence`](Thresholds::evidence), or the codes of two
//!   languages have appeared, which speak for themselves alone. Values that stood there only speak
//!   for words with digits in them, which look like them.
//!
//! In a learned position words and values read the same, except those that are likelier endpoints
//! of their own ([patience](rules)): a site's `/users/export` stays beside `/users/ann`. Names that
//! are dangerous to lose stay everywhere but after a date or a word like `tag`, and names that
//! begin with `_` or `.` stay everywhere: that costs at most one line for each of them at a
//! position.
//!
//! In an API nouns are chosen by programmers, known to us or not. There a word that reads like a
//! language speaks less, a plural names a collection and never speaks, and titles are words
//! ([`Surroundings::api`](crate::token::Surroundings)).
//!
//! # Alternative keys
//! A position is learned only after some of its words were printed as words. So a printed line is
//! also entered as every variant in which its unfamiliar words are variable
//! ([`Learner::alternatives`]): later lines find it there, and no tree of what was printed has to
//! be kept or rewritten. Until a position is learned, a word there hides no values: `/account/zork`
//! was printed, and `/account/17` still is. So most alternatives are entered under tokens of their
//! own ([`Segment::early`]), which are only looked up for lines whose positions are learned.
//!
//! # The whole list at hand
//! Where the list is read twice, the second pass does not believe positions that were
//! [learned too early](Thresholds::unlearned), and takes words for values that [go on as the values
//! of their position do](continuations). Protected names stay there too.
//!
//! # Cost and bound
//! Two [tables](Packed) of 7-byte slots, one or two lookups a segment. A line adds
//! [`NEW_POSITIONS`] at most, however long it is: what stands below them is read as if nothing were
//! known of it, without looking. At its bound a table takes nothing new: positions it does not know
//! read as their words, so learning merges less, and a line that is similar to nothing printed is
//! never lost by it. Before a second pass two more tables are filled. All of it depends on the
//! input's order alone.

mod alternatives;
mod context;
mod continuations;
pub(crate) mod describe;
mod kind;
mod position;
pub(crate) mod rules;
#[cfg(test)]
mod tests;

use crate::hash::Key;
use crate::packed::Packed;
use crate::record::{Pair, Segment, Url};
use crate::thresholds::{Thresholds, Tuning};
use crate::token::Traits;
use context::{Context, Ground};
use continuations::{Below, Continuations};
use kind::WordKind;
use position::Position;
use rules::Rules;
use std::collections::TryReserveError;
use std::sync::Arc;

/// Variants of open positions under which a printed line is also entered, and of learned ones under
/// which one is looked up.
pub(crate) const MAX_ALTERNATIVES: usize = 8;

/// Segments of a URL for which slots are prefetched.
const PREFETCHED: usize = 16;

/// Positions, and words at them, at most: 25 million, which take 240 MB in each table.
const BOUND: usize = 3 << 23;

/// Positions that a line adds at most as it reads by itself. What stands below a new position is
/// new too, so a path that is new from its start on is learned in as many lines as it takes.
///
/// These bounds are worth a factor of three to seven in memory on lists of unfamiliar words, and of
/// ten in time on a line of 1 MB. Of 42,000 labelled URLs, 9,609 are kept with them and 9,604
/// without.
const NEW_POSITIONS: usize = 6;

/// Positions that a line adds at most with those of its alternatives, and how many open ones make
/// alternatives.
#[derive(Clone, Copy, Debug)]
struct Extent {
    positions: usize,
    open: usize,
}

/// Of most lines.
const USUAL: Extent = Extent { positions: 10, open: MAX_ALTERNATIVES.ilog2() as usize };

/// Of a line that adds [`MANY_NEW`] positions or more as it reads by itself.
const REDUCED: Extent = Extent { positions: 8, open: 2 };
const MANY_NEW: usize = 5;

/// What is learned of all hosts.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    tuning: &'static Tuning,
    rules: Arc<Rules>,
    /// Words seen at positions.
    seen: Packed<0>,
    /// Positions: a tag of 51 bits and a [`Position`].
    positions: Packed<{ Position::BITS }>,
    /// What stands below words, where the list will be read once more.
    continuations: Option<Box<Continuations>>,
    /// The whole list has been read once.
    surveyed: bool,
    /// What was learned since it was asked for, where it is to be remembered.
    lessons: Option<Vec<Lesson>>,
    /// How many new positions the line that was read last added.
    added: usize,
    /// How often something new was learned.
    changes: u64,
    /// Kept for their memory: worth 1 % of a default run.
    buffers: (Vec<u64>, Vec<u64>),
}

/// A change of what is learned. Taught to another learner in order, lessons make it know the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lesson {
    /// A word was seen at a position.
    Word(u64),
    /// What is known of a position now.
    Position(u64, u16),
}

impl Learner {
    /// One that knows nothing.
    pub(crate) fn new(tuning: &'static Tuning) -> Self {
        Self::with_bound(BOUND, tuning)
    }

    /// A learner that knows at most about `bound` positions, and as many words at them.
    pub(crate) fn with_bound(bound: usize, tuning: &'static Tuning) -> Self {
        Self {
            tuning,
            rules: Rules::of(tuning),
            seen: Packed::with_bound(bound),
            positions: Packed::with_bound(bound),
            continuations: None,
            surveyed: false,
            lessons: None,
            added: 0,
            changes: 0,
            buffers: (Vec::new(), Vec::new()),
        }
    }

    /// Notes what is learned from now on, for [`lessons`](Self::lessons).
    pub(crate) fn take_notes(mut self) -> Self {
        self.lessons = Some(Vec::new());
        self
    }

    /// How often something new was learned. While that stays, a line that is read once more reads
    /// the same.
    #[cfg(feature = "stream")]
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// What was learned since the last call.
    pub(crate) fn lessons(&mut self) -> impl Iterator<Item = Lesson> {
        self.lessons.iter_mut().flat_map(|lessons| lessons.drain(..))
    }

    /// Learns what another learner did, without taking note of it.
    pub(crate) fn teach(&mut self, lesson: Lesson) {
        match lesson {
            Lesson::Word(word) => {
                self.seen.insert(word);
            }
            Lesson::Position(at, bits) => {
                self.positions.put(Position::slot(at, bits));
            }
        }
    }

    /// Adds what another learner found out at the same time. The order in which learners are joined
    /// changes nothing.
    pub(crate) fn join(&mut self, lesson: Lesson) {
        let Lesson::Position(at, bits) = lesson else { return self.teach(lesson) };
        let new = Position::slot(at, bits);
        self.positions.put(match self.position(at) {
            None => new,
            Some(known) => known.joined(Position::from_slot(new)).to_slot(at),
        });
    }

    /// Counts what stands below words as well, because the whole list will be read once more.
    pub(crate) fn foresee_survey(mut self) -> Self {
        self.continuations = Some(Box::new(Continuations::with_bound(BOUND)));
        self
    }

    /// Notes that the whole list has been read: what was learned too early is not learned any more.
    pub(crate) fn survey(&mut self) {
        self.surveyed = true;
    }

    /// Makes room for what so many URLs with so many segments in all can teach at most, if nothing
    /// is kept of them.
    pub(crate) fn reserve(&mut self, urls: usize, segments: usize) -> Result<(), TryReserveError> {
        let segments = segments.min(urls * (NEW_POSITIONS + 1));
        if let Some(continuations) = self.continuations.as_mut().filter(|_| !self.surveyed) {
            continuations.try_reserve(segments)?;
        }
        self.seen.try_reserve(segments)?;
        self.positions.try_reserve(segments)
    }

    /// Prefetches what [`read`](Self::read) will look up, if nothing is learned for the URL
    /// meanwhile. The lookups of a batch then wait for memory together, not one after the other.
    pub(crate) fn prefetch(&self, key: &Key, url: &Url, segments: &[Segment]) {
        let mut template = url.service;
        // Few paths are longer, and their ends are seldom known.
        for segment in &segments[..segments.len().min(PREFETCHED)] {
            let at = key.join(template, segment.variable);
            self.positions.prefetch(at);
            if !segment.traits.has(Traits::VALUE | Traits::FIXED) {
                self.seen.prefetch(key.join(at, segment.token));
            }
            template = key.join(template, segment.token);
        }
    }

    /// Decides what each segment of a URL reads, and learns from it. `learned` gets the segments
    /// whose positions are learned: there a similar line that was printed before may have been
    /// entered under its [early](Segment::early) token.
    pub(crate) fn read(
        &mut self,
        key: &Key,
        url: &Url,
        (segments, pairs): (&[Segment], &[Pair]),
        tokens: &mut Vec<u64>,
        learned: &mut Vec<usize>,
    ) {
        tokens.clear();
        learned.clear();
        let mut context = Context::start(url);
        let mut room = NEW_POSITIONS;
        for (i, segment) in segments.iter().enumerate() {
            let below = Below { segments: &segments[i + 1..], pairs };
            let position = self.count(key, &context, segment, below.next(), &mut room);
            let (token, is_learned) = self.decide(position, key, &context, segment, below);
            if !self.surveyed
                && room > 0
                && !self.is_fixed(&context, segment)
                && let Some(continuations) = &mut self.continuations
            {
                continuations.count(key, &context, segment, token, below);
            }
            context.step(key, segment, token);
            tokens.push(token);
            if is_learned {
                learned.push(i);
            }
        }
        self.added = NEW_POSITIONS - room;
    }

    /// Writes what each segment of a URL reads, and learns nothing from it: equal URLs read the
    /// same, wherever they stand.
    pub(crate) fn recall(
        &self,
        key: &Key,
        url: &Url,
        (segments, pairs): (&[Segment], &[Pair]),
        tokens: &mut Vec<u64>,
    ) {
        tokens.clear();
        let mut context = Context::start(url);
        for (i, segment) in segments.iter().enumerate() {
            let below = Below { segments: &segments[i + 1..], pairs };
            let at = context.position(key, segment);
            let position = self.position(at).unwrap_or_default();
            let (token, _) = self.decide(position, key, &context, segment, below);
            context.step(key, segment, token);
            tokens.push(token);
        }
    }

    /// Bytes that it holds.
    pub(crate) fn memory(&self) -> usize {
        let continuations = self.continuations.as_ref().map_or(0, |continuations| continuations.memory());
        self.seen.memory() + self.positions.memory() + continuations
    }

    fn thresholds(&self) -> &'static Thresholds {
        &self.tuning.thresholds
    }

    /// Whether a segment stays whatever is learned: what the rules of classes fix, and names that
    /// begin with `_` or `.`.
    fn is_fixed(&self, context: &Context, segment: &Segment) -> bool {
        context.is_fixed(segment)
            || (segment.traits.has(Traits::HIDDEN) && self.tuning.has(rules::HIDDEN_STAY))
    }

    /// Whether a word is dangerous to lose, and stands where it may be an endpoint.
    fn is_protected(&self, context: &Context, segment: &Segment) -> bool {
        segment.traits.has(Traits::PROTECTED)
            && context.ground < Ground::Free
            && self.tuning.has(rules::PROTECTED_STAY)
    }

    /// What a segment at a position reads, and whether that is what every value there reads, which
    /// is learned.
    fn decide(
        &self,
        position: Position,
        key: &Key,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
    ) -> (u64, bool) {
        let next = below.next();
        if self.is_fixed(context, segment) {
            return (segment.token, false);
        }
        if segment.traits.has(Traits::VALUE) {
            return (segment.token, position.variable);
        }
        let is_value = if position.variable {
            !self.stays(position, key, context, segment, next)
        } else {
            position.values && self.is_like_numbers(context, segment)
        };
        let is_value = is_value || self.goes_on_as_values(position, key, context, segment, below);
        if is_value { (segment.variable, true) } else { (segment.token, false) }
    }

    /// Whether a word goes on as the values at its position do, as the whole list shows.
    fn goes_on_as_values(
        &self,
        position: Position,
        key: &Key,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
    ) -> bool {
        if !self.surveyed || self.is_protected(context, segment) {
            return false;
        }
        let Some(continuations) = &self.continuations else { return false };
        continuations.is_value(self.tuning, key, context, segment, below, position.variable)
    }

    /// Whether a word stays itself in a learned position.
    fn stays(
        &self,
        position: Position,
        key: &Key,
        context: &Context,
        segment: &Segment,
        next: Option<&Segment>,
    ) -> bool {
        if self.is_protected(context, segment) && !self.is_one_more(key, context, segment, next) {
            return true;
        }
        let thresholds = self.thresholds();
        if self.surveyed && context.ground < Ground::Listed && position.balance < thresholds.unlearned {
            return true;
        }
        let kind = context.kind(segment);
        position.balance < self.rules.patience(context, kind, segment)
            && !(matches!(kind, WordKind::Name | WordKind::Phrase)
                && position.balance >= 2 * thresholds.word
                && self.continues(key, context, segment, next))
    }

    /// Whether a word looks like the numbers beside which it stands.
    fn is_like_numbers(&self, context: &Context, segment: &Segment) -> bool {
        segment.traits.has(Traits::NUMBERED)
            && !segment.traits.has(Traits::PROTECTED)
            && matches!(context.kind(segment), WordKind::Unfamiliar | WordKind::UnfamiliarPhrase)
            && self.tuning.has(rules::DIGITS_BESIDE_VALUES)
    }

    /// Whether the word that follows has been seen after values of this position, where a value or
    /// the name of a list stands before it: then a repository called `core` is one more of those
    /// whose `/commits` are known.
    fn continues(&self, key: &Key, context: &Context, segment: &Segment, next: Option<&Segment>) -> bool {
        let below_value = context.value && !context.api && context.ground == Ground::Plain;
        (below_value || context.ground == Ground::Listed) && self.follows(key, context, segment, next)
    }

    /// The same of a dangerous name: in an API too, if a value stands before it.
    fn is_one_more(&self, key: &Key, context: &Context, segment: &Segment, next: Option<&Segment>) -> bool {
        (context.value || context.ground == Ground::Listed) && self.follows(key, context, segment, next)
    }

    /// Whether the word that follows a segment has been seen after others at its position.
    fn follows(&self, key: &Key, context: &Context, segment: &Segment, next: Option<&Segment>) -> bool {
        let Some(next) = next.filter(|next| !next.traits.has(Traits::VALUE)) else { return false };
        let after = key.join(context.template, segment.variable);
        let word = key.join(key.join(after, next.variable), next.token).max(1);
        self.seen.contains(word)
    }

    /// Counts a segment at its position, and gives what is known of the position now. The line may
    /// add as many new positions as there is `room` for; without any left, all positions that
    /// follow are new, and nothing is known of them.
    fn count(
        &mut self,
        key: &Key,
        context: &Context,
        segment: &Segment,
        next: Option<&Segment>,
        room: &mut usize,
    ) -> Position {
        if *room == 0 {
            return Position::default();
        }
        let at = context.position(key, segment);
        let old = self.position(at);
        let mut position = old.unwrap_or_default();
        let settled = position.variable && position.balance >= self.tuning.thresholds.settled;
        if segment.traits.has(Traits::VALUE) {
            // A site's sections stand beside its editions, its people and the pages with long
            // names.
            position.values |= context.depth > 0 || !segment.traits.has(Traits::MARKED);
        } else if !settled && !self.is_fixed(context, segment) {
            let word = key.join(at, segment.token).max(1);
            if self.seen.insert(word) {
                self.changes += 1;
                if let Some(lessons) = &mut self.lessons {
                    lessons.push(Lesson::Word(word));
                }
                self.weigh(&mut position, key, context, segment, next);
            }
        }
        if old != Some(position) {
            *room -= usize::from(old.is_none());
            let slot = position.to_slot(at);
            if !self.positions.put(slot) {
                return Position::default();
            }
            self.changes += 1;
            if let Some(lessons) = &mut self.lessons {
                lessons.push(Lesson::Position(at, Position::bits(slot)));
            }
        }
        position
    }

    /// What is known of a position.
    fn position(&self, at: u64) -> Option<Position> {
        self.positions.slot(at).map(Position::from_slot)
    }

    /// Adds what a word says that is new at its position.
    fn weigh(
        &self,
        position: &mut Position,
        key: &Key,
        context: &Context,
        segment: &Segment,
        next: Option<&Segment>,
    ) {
        let (kind, thresholds) = (context.kind(segment), self.thresholds());
        let mut points = self.rules.points(context, kind, segment);
        if context.value && self.shares(key, context, segment, next) {
            points = points.max(thresholds.continuation);
        }
        position.balance += points;
        if points <= 0 {
            return;
        }
        // After a plural, a single one may also be a page about them all.
        let one_is_enough = self.tuning.has(rules::ONE_IS_ENOUGH)
            && match context.ground {
                Ground::Free => true,
                Ground::Listed => position.named || position.values,
                Ground::Plain | Ground::Collections => false,
            };
        // In an API what is done with things may outvote one unfamiliar thing, on a site it does
        // not.
        let enough = match (one_is_enough, context.api) {
            (false, _) => thresholds.evidence,
            (true, true) => points,
            (true, false) => i32::MIN,
        };
        position.named = true;
        position.variable |= position.balance >= enough;
    }

    /// Whether an unfamiliar word continues as another one at its position did, with a word that is
    /// no action.
    fn shares(&self, key: &Key, context: &Context, segment: &Segment, next: Option<&Segment>) -> bool {
        let next = next.filter(|next| !next.traits.has(Traits::ACTION | Traits::FIXED));
        !segment.traits.has(Traits::KNOWN | Traits::LOCALE_CODE)
            && self.tuning.has(rules::CONTINUATION)
            && self.follows(key, context, segment, next)
    }
}
