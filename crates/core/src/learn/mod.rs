//! Learns, while a list streams by, which positions of a site's paths are variable.
//!
//! A *position* is the template before a segment, together with the extension of the segment:
//! `/users/…` on one host, for example. Every new word at a position adds the [points](rules) of
//! its kind: positive for words in no word list, negative for names of routes and for actions. The
//! [context](Context), which is the path before the position, decides how many points make it
//! variable:
//!
//! - after a date or a word like `tag`, where users choose the names, one word that is not an
//!   action is enough;
//! - after a plural or another naming word, two unfamiliar words are enough, or one if values have
//!   occurred there;
//! - anywhere else the points have to reach [`evidence`](Thresholds::evidence). Language codes have
//!   a position of their own, and two are enough. Values at a position are evidence only for words
//!   with digits, which look like them; but below the first level, the first long title has the
//!   points of a title.
//!
//! At a learned position words count as values, except words that are more likely endpoints
//! ([patience](rules)): `/users/export` stays different from `/users/ann`. Names that would be
//! dangerous to lose are never values except after a date or a word like `tag`, and names that
//! begin with `_` or `.` are never values. This costs at most one line for each of them at a
//! position.
//!
//! In an API, programmers choose the nouns, whether the word lists have them or not. So a word that
//! reads like a language has fewer points there, a plural names a collection and has none, and
//! titles are words ([`Surroundings::api`](urlsift_url::token::Surroundings)).
//!
//! The paths below different directories differ; those below different values of one position are
//! the same. So a word takes its points back once it has continuations of its own, and its position
//! may stop being [variable](directories).
//!
//! Word lists are English. On hosts whose names are in another [language], names of one or two
//! words have positions and points of their own, and a catalogue says what many of them mean.
//!
//! Two things are counted beside points: names that stand below several words of a position, which
//! show that they are [alike](siblings), and words of parameters that [select](selectors) a page.
//!
//! # Alternative keys
//! A position is learned only after some of its words have been printed. So a printed line is also
//! entered as every variant in which its unfamiliar words are variable ([`Learner::alternatives`]):
//! later lines find it there, and no tree of printed lines has to be kept or rewritten. Until a
//! position is learned, a word there must not hide values: after `/account/zork`, `/account/17` is
//! printed too. So most alternatives are entered under separate tokens ([`Segment::early`]), which
//! are only looked up for lines whose positions are learned.
//!
//! # Second pass
//! If the list is read twice, the second pass ignores positions that were [learned too
//! early](Thresholds::unlearned), and treats words as values if they [continue like the values at
//! their position](continuations). Protected names stay there too.
//!
//! # Cost and bound
//! Two sorted [tables](Packed), one or two lookups for each segment. A line adds at most
//! [`NEW_POSITIONS`] positions, however long it is: positions below them count as unknown, without
//! a lookup. At its bound a table accepts nothing new, and words at unknown positions stay words:
//! learning merges less, and no line is lost. Before a second pass two more tables are filled.
//! Everything depends only on the order of the input.

mod alternatives;
mod context;
mod continuations;
pub mod describe;
mod directories;
mod hosts;
mod kind;
mod language;
mod numbers;
mod position;
pub mod rules;
mod selectors;
mod siblings;
mod terms;
#[cfg(test)]
mod tests;

use crate::record::{Pair, Segment, Url};
use crate::similar::table::packed::Packed;
use context::{Context, Ground};
use continuations::{Below, Continuations};
use kind::WordKind;
use language::Language;
use position::Position;
use rules::Rules;
use std::collections::TryReserveError;
use std::sync::Arc;
use urlsift_url::hash::Key;
use urlsift_url::thresholds::{Thresholds, Tuning};
use urlsift_url::token::{Class, Speech, Traits};

/// Maximum variants of open positions under which a printed line is entered, and of learned
/// positions under which a line is looked up.
pub const MAX_ALTERNATIVES: usize = 8;

/// Segments of a URL for which slots are prefetched.
const PREFETCHED: usize = 16;

/// Maximum number of positions, and of words at them: 25 million, which take 270 MB in each table.
const BOUND: usize = 3 << 23;

/// Maximum positions that a line adds, without its alternatives. Positions below a new position are
/// new too, so it takes several lines to learn all positions of a new path.
///
/// These bounds save a factor of three to seven in memory on lists of unfamiliar words, and of ten
/// in time on a line of 1 MB. Of 42,000 labelled URLs, 9,609 are kept with them and 9,604 without.
const NEW_POSITIONS: usize = 6;

/// Maximum positions that a record of ordered terms adds: most texts have fewer.
const NEW_POSITIONS_OF_TERMS: usize = 16;

/// Maximum positions that a line adds, with its alternatives, and maximum number of open positions
/// with alternatives.
#[derive(Clone, Copy, Debug)]
struct Extent {
    positions: usize,
    open: usize,
}

/// For most lines.
const USUAL: Extent = Extent {
    positions: 10,
    open: MAX_ALTERNATIVES.ilog2() as usize,
};

/// For a line that adds at least [`MANY_NEW`] positions without its alternatives.
const REDUCED: Extent = Extent {
    positions: 8,
    open: 2,
};
const MANY_NEW: usize = 5;

/// Learns variable positions of all hosts.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they say independent things about what is learned"
)]
#[derive(Clone, Debug)]
pub struct Learner {
    tuning: &'static Tuning,
    rules: Arc<Rules>,
    /// Approximate maximum number of positions, and of words at them.
    bound: usize,
    /// Words seen at positions.
    seen: Packed<0>,
    /// Positions, the numbers of continuations of their words, and the languages of hosts: 57 bits
    /// of their hashes, and a [`Position`], [`Branches`](position::Branches) or [`Language`].
    positions: Packed<{ position::BITS }>,
    /// The continuations below words, if the list will be read again.
    continuations: Option<Box<Continuations>>,
    /// Whether the whole list has been read once.
    surveyed: bool,
    /// Whether it learns from records of ordered terms instead of URLs.
    is_of_terms: bool,
    /// The lessons since the last call of [`lessons`](Learner::lessons), if they are recorded.
    lessons: Option<Vec<Lesson>>,
    /// Whether names keep their first numbers.
    keeps_numbers: bool,
    /// Number of new positions that the last line added.
    added: usize,
    /// The language of the last line's host, with the evidence of this line.
    language: Language,
    /// Whether it was foreign before the line.
    foreign: bool,
    /// Reused allocations: they save 1 % of a default run.
    buffers: (Vec<u64>, Vec<u64>),
}

/// A change to a learner. Taught in order, lessons make another learner equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// A word was seen at a position.
    Word(u64),
    /// The new state of a position, or of a word's continuations.
    Position(u64, u16),
}

impl Learner {
    /// Creates a learner that knows nothing.
    pub fn new(tuning: &'static Tuning) -> Self {
        Self::with_bound(BOUND, tuning)
    }

    /// Creates a learner that knows at most about `bound` positions, and as many words at them.
    pub fn with_bound(bound: usize, tuning: &'static Tuning) -> Self {
        Self {
            tuning,
            rules: Rules::of(tuning),
            bound,
            seen: Packed::with_bound(bound),
            positions: Packed::with_bound(bound),
            continuations: None,
            surveyed: false,
            is_of_terms: false,
            lessons: None,
            keeps_numbers: false,
            added: 0,
            language: Language::default(),
            foreign: false,
            buffers: (Vec::new(), Vec::new()),
        }
    }

    /// Creates a learner for records of ordered [terms] instead of URLs.
    pub(crate) fn of_terms(tuning: &'static Tuning) -> Self {
        Self {
            is_of_terms: true,
            ..Self::new(tuning)
        }
    }

    /// Records lessons from now on, for [`lessons`](Self::lessons).
    #[must_use]
    pub fn take_notes(mut self) -> Self {
        self.lessons = Some(Vec::new());
        self
    }

    /// Returns the lessons since the last call.
    pub fn lessons(&mut self) -> impl Iterator<Item = Lesson> {
        self.lessons
            .iter_mut()
            .flat_map(|lessons| lessons.drain(..))
    }

    /// Learns a lesson of another learner, without recording it.
    pub fn teach(&mut self, lesson: Lesson) {
        match lesson {
            Lesson::Word(word) => {
                self.seen.insert(word, 0);
            }
            Lesson::Position(at, bits) => {
                if let Some(bits) = position::stored(bits) {
                    self.positions.put(at, bits.into());
                }
            }
        }
    }

    /// Adds a lesson of another learner that worked at the same time. The order in which learners
    /// are joined does not matter.
    pub fn join(&mut self, lesson: Lesson) {
        let Lesson::Position(at, bits) = lesson else {
            return self.teach(lesson);
        };
        let Some(bits) = position::stored(bits) else {
            return;
        };
        let known = self.positions.get(at);
        self.positions.put(
            at,
            known
                .map_or(bits, |known| position::joined(known as u16, bits))
                .into(),
        );
    }

    /// Forgets everything that it has learned.
    pub fn forget(&mut self) {
        self.seen.clear();
        self.positions.clear();
    }

    /// Whether nothing was learned yet, and the list is read once.
    pub(crate) fn is_new(&self) -> bool {
        let is_empty = self.seen.len() + self.positions.len() == 0;
        is_empty && !self.surveyed && self.continuations.is_none() && self.lessons.is_none()
    }

    /// Whether several learners together know so much that one learner would soon be full.
    pub(crate) fn are_nearly_full<'l>(learners: impl Iterator<Item = &'l Self>) -> bool {
        let sums = learners.fold((0, 0, usize::MAX), |(seen, positions, bound), it| {
            (
                seen + it.seen.len(),
                positions + it.positions.len(),
                bound.min(it.bound),
            )
        });
        let (seen, positions, bound) = sums;
        seen.max(positions) > bound / 8 * 5
    }

    /// Adds the knowledge of another learner about other hosts.
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.seen.absorb(&other.seen);
        self.positions.absorb(&other.positions);
    }

    /// Also counts the continuations below words, for a second pass.
    pub(crate) fn foresee_survey(mut self) -> Self {
        if !self.is_of_terms {
            self.continuations = Some(Box::new(Continuations::with_bound(BOUND)));
        }
        self
    }

    /// Sets whether names keep their first numbers.
    pub(crate) fn keep_numbers(self, keeps_numbers: bool) -> Self {
        Self {
            keeps_numbers,
            ..self
        }
    }

    /// Marks the whole list as read: positions that were learned too early are ignored from now on.
    pub(crate) fn survey(&mut self) {
        self.surveyed = true;
    }

    /// Whether the whole list has been read, so that nothing more is learned.
    pub(crate) fn is_settled(&self) -> bool {
        self.surveyed
    }

    /// Reserves room for learning from this many URLs with this many segments, and names with
    /// numbers, in total, if none of them is kept.
    pub(crate) fn reserve(
        &mut self,
        (urls, segments, numbers, choices): (usize, usize, usize, usize),
    ) -> Result<(), TryReserveError> {
        let most = if self.is_of_terms {
            NEW_POSITIONS_OF_TERMS
        } else {
            NEW_POSITIONS
        };
        let segments = segments.min(urls * (most + 1));
        if let Some(continuations) = self.continuations.as_mut().filter(|_| !self.surveyed) {
            continuations.try_reserve(segments)?;
        }
        // Each segment may add its position, its word, and the continuation of its word.
        // A name may be counted for three words, with a slot each.
        self.seen
            .try_reserve(5 * segments + 3 * numbers + 5 * choices)?;
        self.positions
            .try_reserve(5 * segments + numbers + 5 * choices)
    }

    /// Prefetches the slots that [`read`](Self::read) will look up, unless something is learned
    /// meanwhile. The lookups of a batch then wait for memory together, not one after the other.
    pub(crate) fn prefetch(&self, key: &Key, url: &Url, segments: &[Segment]) {
        let (host, segments) = url.split(segments);
        self.positions.prefetch(language::at(key, url));
        let mut template = Context::below(key, url, host.map(|host| host.token)).template;
        // Few paths are longer, and their ends are rarely in the tables.
        for (i, segment) in segments.iter().take(PREFETCHED).enumerate() {
            if i > 0 {
                template = key.join(template, segments[i - 1].token);
            }
            let at = key.join(template, segment.variable);
            self.positions.prefetch(at);
            if !segment.traits.has(Traits::VALUE | Traits::FIXED) {
                self.seen.prefetch(key.join(at, segment.token));
            }
        }
    }

    /// Decides the token of each segment of a URL, and learns from it. `learned` gets the segments
    /// at learned positions: a similar line that was printed earlier may have been entered under
    /// its [early](Segment::early) token there. Returns whether any token is another than the
    /// segment's own.
    pub fn read(
        &mut self,
        key: &Key,
        url: &Url,
        (segments, pairs): (&[Segment], &[Pair]),
        tokens: &mut Vec<u64>,
        learned: &mut Vec<usize>,
    ) -> bool {
        tokens.clear();
        learned.clear();
        if self.is_of_terms {
            return self.read_terms(key, url, segments, tokens, learned);
        }
        let at_language = language::at(key, url);
        let before = self.language(at_language);
        (self.language, self.foreign) = (before, before.is_foreign());
        let written = segments;
        let segments = &*language::heard(segments, self.foreign);
        let (own_host, segments) = url.split(segments);
        let host = own_host.map(|host| self.read_host(key, url, host, (segments, pairs)));
        let mut differs = own_host.map(|host| host.token) != host.map(|(token, _)| token);
        let mut context = Context::below(key, url, host.map(|(token, _)| token));
        context.foreign = self.foreign;
        if let Some((_, true)) = host {
            learned.push(segments.len());
        }
        let mut room = NEW_POSITIONS;
        for (i, segment) in segments.iter().enumerate() {
            let below = Below {
                segments: &segments[i + 1..],
                pairs,
            };
            let position = self.count(key, &context, segment, below, &mut room);
            let (token, is_learned) = self.decide(position, key, &context, segment, below);
            if self.continuations.is_some()
                && !self.surveyed
                && room > 0
                && !self.is_fixed(&context, segment)
                && let Some(continuations) = &mut self.continuations
            {
                continuations.count(key, &context, segment, token, below);
            }
            if below.next().is_some() {
                context.step(key, segment, token);
            }
            tokens.push(token);
            differs |= token != written[i].token;
            if is_learned {
                learned.push(i);
            }
        }
        tokens.extend(host.map(|(token, _)| token));
        self.added = NEW_POSITIONS - room;
        if self.language != before {
            self.note(at_language, self.language.bits());
        }
        differs
    }

    /// Writes the token of each segment of a URL without learning from it, so equal URLs have equal
    /// tokens everywhere in the list.
    pub(crate) fn recall(
        &self,
        key: &Key,
        url: &Url,
        (segments, pairs): (&[Segment], &[Pair]),
        tokens: &mut Vec<u64>,
    ) {
        tokens.clear();
        if self.is_of_terms {
            return self.recall_terms(key, url, segments, tokens);
        }
        let foreign = self.language(language::at(key, url)).is_foreign();
        let segments = &*language::heard(segments, foreign);
        let (host, segments) = url.split(segments);
        let host = host.map(|host| self.decide_host(key, url, host).0);
        let mut context = Context::below(key, url, host);
        context.foreign = foreign;
        for (i, segment) in segments.iter().enumerate() {
            let below = Below {
                segments: &segments[i + 1..],
                pairs,
            };
            let at = context.position(key, segment);
            let position = self.position(at).unwrap_or_default();
            let (token, _) = self.decide(position, key, &context, segment, below);
            context.step(key, segment, token);
            tokens.push(token);
        }
        tokens.extend(host);
    }

    /// Returns the bytes that it holds.
    pub(crate) fn memory(&self) -> usize {
        let continuations = self
            .continuations
            .as_ref()
            .map_or(0, |continuations| continuations.memory());
        self.seen.memory() + self.positions.memory() + continuations
    }

    fn thresholds(&self) -> &'static Thresholds {
        &self.tuning.thresholds
    }

    /// Whether a segment is never variable: versions, files and calls, and names that begin with
    /// `_` or `.`.
    fn is_fixed(&self, context: &Context, segment: &Segment) -> bool {
        context.is_fixed(segment)
            || (segment.traits.has(Traits::HIDDEN) && self.tuning.has(rules::HIDDEN_STAY))
    }

    /// Whether a word would be dangerous to lose, and is at a position where it may be an endpoint.
    fn is_protected(&self, context: &Context, segment: &Segment) -> bool {
        segment.traits.has(Traits::PROTECTED)
            && context.ground < Ground::Free
            && self.tuning.has(rules::PROTECTED_STAY)
    }

    /// Returns the token of a segment at a position, and whether it is the token of all values at a
    /// learned position. Most positions have no state yet.
    #[inline]
    fn decide(
        &self,
        position: Position,
        key: &Key,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
    ) -> (u64, bool) {
        if position.variable || position.values || self.surveyed || segment.stem != 0 {
            self.decide_by(position, key, context, segment, below)
        } else {
            (segment.token, false)
        }
    }

    /// Returns the token of a segment, given the state of its position or the whole list.
    fn decide_by(
        &self,
        position: Position,
        key: &Key,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
    ) -> (u64, bool) {
        if segment.stem != 0 && self.is_of_value(key, context, segment, below) {
            return (segment.variable, true);
        }
        if self.is_fixed(context, segment) {
            return (segment.token, false);
        }
        if segment.traits.has(Traits::VALUE) {
            return (segment.token, position.variable);
        }
        let is_value = if position.variable {
            !self.stays(position, key, context, segment, below)
        } else {
            position.values && self.is_like_numbers(context, segment)
        };
        let is_value = is_value || self.goes_on_as_values(position, key, context, segment, below);
        if is_value {
            (segment.variable, true)
        } else {
            (segment.token, false)
        }
    }

    /// Whether a name is a value without its extension, which then shows data about it.
    #[cold]
    fn is_of_value(
        &self,
        key: &Key,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
    ) -> bool {
        let traits = Traits(segment.traits.0 & !Traits::FIXED);
        let stem = Segment {
            token: segment.stem,
            variable: key.token(b"{}"),
            stem: 0,
            traits,
            ..*segment
        };
        let all = key.join(context.template, stem.variable);
        let at = context.own_position(key, &stem, all);
        let position = self.position(at).unwrap_or_default();
        let word = context.word(key, (all, at), &stem);
        position.variable && self.has_met(word) && !self.stays(position, key, context, &stem, below)
    }

    /// Whether a word continues like the values at its position, according to the whole list.
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
        let Some(continuations) = &self.continuations else {
            return false;
        };
        continuations.is_value(self.tuning, key, context, segment, below, position.variable)
    }

    /// Whether a word stays a word at a learned position.
    fn stays(
        &self,
        position: Position,
        key: &Key,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
    ) -> bool {
        let next = below.next();
        if self.is_protected(context, segment) && !self.is_one_more(key, context, segment, next) {
            return true;
        }
        let thresholds = self.thresholds();
        if self.surveyed
            && context.ground < Ground::Listed
            && position.balance < thresholds.unlearned
            && !position.alike
        {
            return true;
        }
        let kind = context.kind(segment);
        position.balance < self.rules.patience(context, kind, segment)
            && !(matches!(kind, WordKind::Name | WordKind::Phrase)
                && position.balance >= 2 * thresholds.word
                && self.continues(key, context, segment, next))
            && !(position.alike && self.is_sibling(key, context, segment, below))
    }

    /// Whether a word looks like the numbers at its position.
    fn is_like_numbers(&self, context: &Context, segment: &Segment) -> bool {
        segment.traits.has(Traits::NUMBERED)
            && !segment.traits.has(Traits::PROTECTED)
            && matches!(
                context.kind(segment),
                WordKind::Unfamiliar | WordKind::UnfamiliarPhrase
            )
            && self.tuning.has(rules::DIGITS_BESIDE_VALUES)
    }

    /// Whether the next word has followed values at this position, after a value or the name of a
    /// list. If so, a repository called `core` is one more repository with `/commits`.
    fn continues(
        &self,
        key: &Key,
        context: &Context,
        segment: &Segment,
        next: Option<&Segment>,
    ) -> bool {
        let below_value = context.value && !context.api && context.ground == Ground::Plain;
        (below_value || context.ground == Ground::Listed)
            && self.follows(key, context, segment, next)
    }

    /// Whether the next word has followed values at a dangerous name's position; in an API also
    /// only if the name follows a value.
    fn is_one_more(
        &self,
        key: &Key,
        context: &Context,
        segment: &Segment,
        next: Option<&Segment>,
    ) -> bool {
        (context.value || context.ground == Ground::Listed)
            && self.follows(key, context, segment, next)
    }

    /// Whether the word after a segment has followed other segments at its position.
    fn follows(
        &self,
        key: &Key,
        context: &Context,
        segment: &Segment,
        next: Option<&Segment>,
    ) -> bool {
        next.is_some_and(|next| {
            self.has_followed(key, key.join(context.template, segment.variable), next)
        })
    }

    /// Whether a word has followed any segment at a position, given the template that ends with any
    /// segment there.
    fn has_followed(&self, key: &Key, all: u64, next: &Segment) -> bool {
        !next.traits.has(Traits::VALUE) && self.has_stood(key, all, next)
    }

    /// Whether a word, or any value, has followed a template.
    fn has_stood(&self, key: &Key, template: u64, segment: &Segment) -> bool {
        let at = key.join(template, segment.variable);
        if segment.traits.has(Traits::VALUE) {
            self.position(at).is_some_and(|position| position.values)
        } else {
            self.has_met(key.join(at, segment.token))
        }
    }

    /// Counts a segment at its position, and returns the state of the position. The line may add
    /// `room` new positions. When no room is left, all further positions are new and unknown.
    #[allow(
        clippy::inline_always,
        reason = "a call packs the position it returns and saves many registers"
    )]
    #[inline(always)]
    fn count(
        &mut self,
        key: &Key,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
        room: &mut usize,
    ) -> Position {
        if *room == 0 {
            return Position::default();
        }
        let all = key.join(context.template, segment.variable);
        let at = context.own_position(key, segment, all);
        let old = self.position(at);
        let mut position = old.unwrap_or_default();
        let settled = position.variable && position.balance >= self.tuning.thresholds.settled;
        if segment.traits.has(Traits::VALUE) {
            // On the first level, editions, names of people and pages with long names mix with a
            // site's sections.
            position.values |= context.depth > 0 || !segment.traits.has(Traits::MARKED);
            if segment.speech.has(Speech::TITLE) {
                self.language.hear(segment.speech);
            }
            self.see_title(&mut position, context, segment);
        } else if !settled && !self.is_fixed(context, segment) {
            let is_apart = context.is_apart(segment);
            let word = context.word(key, (all, at), segment).max(1);
            let is_new = self.meet(word);
            if is_new || below.next().is_some() {
                let points = self.rules.points(context, context.kind(segment), segment);
                let points = if is_apart {
                    self.points_apart(points, context, segment, below)
                } else {
                    points
                };
                if is_new {
                    if context.ground < Ground::Listed && !context.value
                        || segment.speech.parts() > 1
                    {
                        self.language.hear(segment.speech);
                    }
                    self.weigh(&mut position, points, key, context, (all, segment), below);
                }
                if let Some(next) = below.next() {
                    self.take_back(
                        &mut position,
                        points,
                        key,
                        context,
                        (all, word, segment),
                        next,
                    );
                }
            }
        }
        if self.are_alike(key, context, (all, segment), below) {
            (position.alike, position.variable) = (true, true);
        }
        if old != Some(position) {
            *room -= usize::from(old.is_none());
            if !self.note(at, position.bits()) {
                return Position::default();
            }
        }
        position
    }

    /// Adds the points of a title that is a value by its form, once for each position below the
    /// first level.
    fn see_title(&self, position: &mut Position, context: &Context, segment: &Segment) {
        if segment.class == Some(Class::Slug) && !position.titled && context.depth > 0 {
            (position.titled, position.named) = (true, true);
            position.balance += self
                .rules
                .points(context, WordKind::UnfamiliarPhrase, segment);
            position.variable |= position.balance >= self.thresholds().evidence;
        }
    }

    /// Whether a hash was [met](Self::meet) before.
    fn has_met(&self, hash: u64) -> bool {
        self.seen.contains(hash.max(1), 0)
    }

    /// Stores a hash; `false` if it was met before, or there is no room.
    pub(crate) fn meet(&mut self, hash: u64) -> bool {
        let hash = hash.max(1);
        let is_new = self.seen.insert(hash, 0);
        if is_new && let Some(lessons) = &mut self.lessons {
            lessons.push(Lesson::Word(hash));
        }
        is_new
    }

    /// Stores the new state of a position, or of a word's continuations; `false` if there is no
    /// room.
    fn note(&mut self, at: u64, bits: u16) -> bool {
        let is_noted = self.positions.put(at, bits.into());
        if is_noted && let Some(lessons) = &mut self.lessons {
            lessons.push(Lesson::Position(at, bits));
        }
        is_noted
    }

    /// Adds to a count that is stored among the positions, and returns it.
    fn tally(&mut self, at: u64, by: i32) -> i32 {
        let count = self.position(at).unwrap_or_default().balance + by;
        if by > 0 {
            self.note_count(at, count);
        }
        count
    }

    /// Stores a count among the positions; `false` if there is no room.
    fn note_count(&mut self, at: u64, count: i32) -> bool {
        self.note(
            at,
            Position {
                balance: count,
                ..Position::default()
            }
            .bits(),
        )
    }

    /// Returns the points of a name that has a position apart, given its points elsewhere.
    fn points_apart(
        &self,
        points: i32,
        context: &Context,
        segment: &Segment,
        below: Below<'_>,
    ) -> i32 {
        if points <= 0 {
            return points;
        }
        let thresholds = self.thresholds();
        let points = match (segment.speech.has(Speech::ONE), context.depth) {
            (true, 0) => thresholds.foreign_first_word,
            (true, _) => thresholds.foreign_word,
            (false, 0) => thresholds.foreign_first_pair,
            (false, _) => thresholds.foreign_pair,
        };
        if below.next().is_some() {
            points * thresholds.foreign_section / 100
        } else {
            points
        }
    }

    /// Returns the language of a host.
    fn language(&self, at: u64) -> Language {
        self.positions
            .get(at)
            .map(|bits| Language::of(bits as u16))
            .unwrap_or_default()
    }

    /// Returns the state of a position.
    fn position(&self, at: u64) -> Option<Position> {
        self.positions.get(at).map(|bits| Position::of(bits as u16))
    }

    /// Adds the points of a word that is new at its position. `all` is the template that ends with
    /// any segment there.
    fn weigh(
        &self,
        position: &mut Position,
        mut points: i32,
        key: &Key,
        context: &Context,
        (all, segment): (u64, &Segment),
        below: Below<'_>,
    ) {
        let thresholds = self.thresholds();
        if context.value && self.shares(key, all, segment, below.next()) {
            points = points.max(thresholds.continuation);
        } else if points > 0 && !context.api && self.shares_two(key, all, segment, below) {
            points = points.max(thresholds.two_alike);
        }
        position.balance += points;
        if points <= 0 {
            return;
        }
        // After a plural, a single word may also be a page about all of the things.
        let one_is_enough = self.tuning.has(rules::ONE_IS_ENOUGH)
            && match context.ground {
                Ground::Free => true,
                Ground::Listed => position.named || position.values,
                Ground::Plain | Ground::Collections => false,
            };
        // In an API, actions may outvote one unfamiliar word; on a site they do not.
        let enough = match (one_is_enough, context.api) {
            (false, _) => thresholds.evidence,
            (true, true) => points,
            (true, false) => i32::MIN,
        };
        position.named = true;
        position.variable |= position.balance >= enough;
    }

    /// Whether an unfamiliar word continues like another one at its position, with a word that is
    /// not an action.
    fn shares(&self, key: &Key, all: u64, segment: &Segment, next: Option<&Segment>) -> bool {
        let next = next.filter(|next| !next.traits.has(Traits::ACTION | Traits::FIXED));
        !segment.traits.has(Traits::KNOWN | Traits::LOCALE_CODE)
            && self.tuning.has(rules::CONTINUATION)
            && next.is_some_and(|next| self.has_followed(key, all, next))
    }

    /// Whether an unfamiliar word of a site continues like another one at its position for two
    /// segments, which are a word and another word or a value, and no actions.
    fn shares_two(&self, key: &Key, all: u64, segment: &Segment, below: Below<'_>) -> bool {
        let [next, second, ..] = below.segments else {
            return false;
        };
        if next
            .traits
            .has(Traits::VALUE | Traits::ACTION | Traits::FIXED)
            || second.traits.has(Traits::ACTION)
            || segment.traits.has(Traits::KNOWN | Traits::LOCALE_CODE)
            || !self.tuning.has(rules::TWO_ALIKE)
            || !self.has_followed(key, all, next)
        {
            return false;
        }
        self.has_stood(key, key.join(all, next.token), second)
    }
}
