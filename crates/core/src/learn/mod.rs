//! Learns, while a list streams by, which positions of a site's paths are variable.
//!
//! A *position* is the template before a segment, together with the extension of the segment:
//! `/users/…` on one host, for example. Every new word at a position adds the [points](rules) of
//! its kind: positive for words in no word list, negative for names of routes and for actions. The
//! [context](PathContext), which is the path before the position, decides how many points make it
//! variable:
//!
//! - after a date or a word like `tag`, where users choose the names, one word that is not an
//!   action is enough;
//! - after a plural or another naming word, two unfamiliar words are enough, or one if values have
//!   occurred there;
//! - anywhere else the points have to reach [`evidence`](Thresholds::evidence). Language codes and
//!   locales have a position of their own, and two are enough. Values at a position are evidence
//!   only for words with digits, which look like them; but below the first level, the first long
//!   title has the points of a title.
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
//! Other things are counted beside points: names that stand below several words of a position,
//! which show that they are [alike](siblings); names that stand [below several ids](below_ids);
//! several names below one id, which are pages and no [titles];
//! familiar words that go on like the [ids beside them](beside_ids); [views] of what is listed;
//! words with parameters of their own, which are [pages]; the [tasks] of a program, and the
//! [kinds] of its things; things that [several verbs are given](handled); versions beside
//! [releases]; and words of parameters that [select](selectors) a page.
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
//! If the list is read twice, the first pass [gathers](gathered) its URLs, and positions are
//! decided [level by level](levels) at its end, so that nothing depends on the order of lines. The
//! second pass also treats words as values if they [continue like the values at their
//! position](continuations). What stays a word is [one decision](staying) for both.
//!
//! # Cost and bound
//! Two sorted [tables](Packed), one or two lookups for each segment. A line adds at most
//! [`NEW_POSITIONS`] positions, however long it is: positions below them count as unknown, without
//! a lookup. At its bound a table accepts nothing new, and words at unknown positions stay words:
//! learning merges less, and no line is lost. Before a second pass two more tables are filled.
//! Everything depends only on the order of the input.

mod administration;
mod alternatives;
mod below_ids;
mod beside_ids;
mod context;
mod continuations;
pub mod describe;
mod directories;
mod frames;
mod gathered;
mod handled;
mod hosts;
mod kinds;
mod language;
mod levels;
pub(crate) mod mirrors;
mod models;
mod numbers;
mod pages;
mod position;
mod releases;
pub(crate) mod rounds;
pub mod rules;
mod seat;
mod selectors;
mod siblings;
mod staying;
mod tasks;
mod terms;
#[cfg(test)]
mod tests;
mod titles;
mod views;

use crate::record::{PathAndQuery, Segment, Url};
use crate::similar::table::packed::{KeySet, Packed};
use context::{Ground, PathContext, WordKind};
use continuations::Continuations;
use gathered::GatheredUrls;
use language::Language;
use position::Position;
use rules::Rules;
pub(crate) use seat::WordKey;
use seat::{PositionKey, Seat};
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
    seen: KeySet,
    /// Positions, the numbers of continuations of their words, and the languages of hosts: 57 bits
    /// of their hashes, and a [`Position`], [`Branches`](position::Branches) or [`Language`].
    positions: Packed<{ position::BITS }>,
    /// The continuations below words, if the list will be read again.
    continuations: Option<Box<Continuations>>,
    /// The URLs of a first pass until it ends.
    gathered: Option<Box<GatheredUrls>>,
    /// Whether the whole list has been read once.
    surveyed: bool,
    /// Whether it learns from records of ordered terms instead of URLs.
    is_of_terms: bool,
    /// The facts since the last call of [`take_facts`](Learner::take_facts), if they are recorded.
    facts: Option<Vec<Fact>>,
    /// Whether some name may [frame](frames) values, whether some words may be [pages], some
    /// [kinds] of things, some like [releases], and some [things](handled) that verbs are given.
    /// Few lists have any, and a look at a name that has no mark waits for memory.
    has_frames: bool,
    has_pages: bool,
    has_kinds: bool,
    has_releases: bool,
    has_things: bool,
    /// Whether names keep their first numbers.
    keeps_numbers: bool,
    /// Whether pages below [mirrors] are copies.
    finds_mirrors: bool,
    /// Number of new positions that the last line added.
    added: usize,
    /// Whether the last line reads as it does for good, as far as learned positions go.
    pub(crate) is_settled: bool,
    /// The language of the last line's host, with the evidence of this line.
    language: Language,
    /// Whether that language was foreign before the line.
    foreign: bool,
    /// Reused allocations: they save 1 % of a default run.
    buffers: VariantBuffers,
}

/// The tokens of a variant, and those under which it is entered.
#[derive(Clone, Debug, Default)]
struct VariantBuffers {
    variant: Vec<u64>,
    entered: Vec<u64>,
}

/// The token of a segment or host.
#[derive(Clone, Copy)]
struct ReadToken {
    token: u64,
    /// Whether it is the token of all values at a learned position.
    is_learned: bool,
}

impl ReadToken {
    /// The token of a word at a learned position, which is a value or stays a word.
    fn of(segment: &Segment, is_value: bool) -> Self {
        if is_value {
            Self::variable(segment)
        } else {
            Self::own(segment)
        }
    }

    /// The token of a word that stays a word.
    fn own(segment: &Segment) -> Self {
        Self {
            token: segment.token,
            is_learned: false,
        }
    }

    /// The token of a title that is the name of a task.
    fn task(segment: &Segment) -> Self {
        Self {
            token: segment.stem,
            is_learned: false,
        }
    }

    /// The token of a value at a learned position.
    fn variable(segment: &Segment) -> Self {
        Self {
            token: segment.variable,
            is_learned: true,
        }
    }
}

/// Numbers of things in a batch that a learner may count.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LearnableCounts {
    pub urls: usize,
    pub segments: usize,
    /// Names with numbers.
    pub numbers: usize,
    /// Words of queries that may choose a page.
    pub choices: usize,
}

/// A change to a learner. Applied in order, facts make another learner equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
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
            rules: Rules::from_tuning(tuning),
            bound,
            seen: KeySet::with_bound(bound),
            positions: Packed::with_bound(bound),
            continuations: None,
            gathered: None,
            surveyed: false,
            is_of_terms: false,
            facts: None,
            has_frames: false,
            has_pages: false,
            has_kinds: false,
            has_releases: false,
            has_things: false,
            keeps_numbers: false,
            finds_mirrors: false,
            added: 0,
            is_settled: true,
            language: Language::default(),
            foreign: false,
            buffers: VariantBuffers::default(),
        }
    }

    /// Creates a learner for records of ordered [terms] instead of URLs.
    pub(crate) fn of_terms(tuning: &'static Tuning) -> Self {
        Self {
            is_of_terms: true,
            ..Self::new(tuning)
        }
    }

    /// Records facts from now on, for [`take_facts`](Self::take_facts).
    #[must_use]
    pub fn record_facts(mut self) -> Self {
        self.facts = Some(Vec::new());
        self
    }

    /// Returns the facts since the last call.
    pub fn take_facts(&mut self) -> impl Iterator<Item = Fact> {
        self.facts.iter_mut().flat_map(|facts| facts.drain(..))
    }

    /// Applies a fact of another learner, without recording it.
    pub fn apply(&mut self, fact: Fact) {
        match fact {
            Fact::Word(word) => {
                self.seen.insert(word);
            }
            Fact::Position(position, bits) => {
                if let Some(bits) = position::stored(bits) {
                    self.put_from_another(position, bits);
                }
            }
        }
    }

    /// Adds a fact of another learner that worked at the same time. The order in which learners
    /// are joined does not matter.
    pub fn join(&mut self, fact: Fact) {
        let Fact::Position(position, bits) = fact else {
            return self.apply(fact);
        };
        let Some(bits) = position::stored(bits) else {
            return;
        };
        let bits = match self.positions.get(position) {
            Some(known) => position::joined(known as u16, bits),
            None => bits,
        };
        self.put_from_another(position, bits);
    }

    /// Stores what another learner knows of a position, which may be anything.
    fn put_from_another(&mut self, position: u64, bits: u16) {
        self.has_frames = true;
        self.has_pages = true;
        self.has_kinds = true;
        self.has_releases = true;
        self.has_things = true;
        self.positions.put(position, bits.into());
    }

    /// Forgets everything that it has learned.
    pub fn forget(&mut self) {
        self.seen.clear();
        self.positions.clear();
    }

    /// Whether nothing was learned yet, and the list is read once.
    pub(crate) fn is_new(&self) -> bool {
        let is_empty = self.seen.len() + self.positions.len() == 0;
        is_empty && !self.surveyed && self.continuations.is_none() && self.facts.is_none()
    }

    /// Whether several learners together know so much that one learner would soon be full.
    pub(crate) fn are_nearly_full<'l>(learners: impl Iterator<Item = &'l Self>) -> bool {
        let mut words = 0;
        let mut positions = 0;
        let mut bound = usize::MAX;
        for learner in learners {
            words += learner.seen.len();
            positions += learner.positions.len();
            bound = bound.min(learner.bound);
        }
        words.max(positions) > bound / 8 * 5
    }

    /// Adds the knowledge of another learner about other hosts.
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.seen.absorb(&other.seen);
        self.positions.absorb(&other.positions);
        self.has_frames |= other.has_frames;
        self.has_pages |= other.has_pages;
        self.has_kinds |= other.has_kinds;
        self.has_releases |= other.has_releases;
        self.has_things |= other.has_things;
    }

    /// Also counts the continuations below words, for a second pass.
    pub(crate) fn foresee_survey(mut self) -> Self {
        if !self.is_of_terms {
            self.continuations = Some(Box::new(Continuations::with_bound(BOUND)));
            self.gathered = Some(Box::default());
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

    /// Sets whether pages below [mirrors] are copies of others.
    pub(crate) fn find_mirrors(self, finds_mirrors: bool) -> Self {
        Self {
            finds_mirrors,
            ..self
        }
    }

    /// Marks the whole list as read, and learns from what was gathered of it: positions that were
    /// learned too early are ignored from now on.
    pub(crate) fn survey(&mut self, key: &Key) {
        self.learn_gathered(key);
        self.surveyed = true;
    }

    /// Whether nothing is learned from the next line: its list has been read, or is gathered.
    pub(crate) fn is_frozen(&self) -> bool {
        self.surveyed || self.is_gathering()
    }

    /// Whether it learned from a whole list that was gathered.
    fn was_gathered(&self) -> bool {
        self.surveyed && self.continuations.is_some()
    }

    /// Reserves room for learning from these things, if no URL is kept.
    pub(crate) fn reserve(&mut self, counts: LearnableCounts) -> Result<(), TryReserveError> {
        let most = if self.is_of_terms {
            NEW_POSITIONS_OF_TERMS
        } else {
            NEW_POSITIONS
        };
        let segments = counts.segments.min(counts.urls * (most + 1));
        // Each segment may add its position, its word, and the continuation of its word.
        // A name may be counted for three words, with a slot each.
        self.seen.try_reserve(
            5 * segments + 3 * counts.numbers + 5 * counts.choices + 6 * counts.urls,
        )?;
        self.positions
            .try_reserve(5 * segments + counts.numbers + 5 * counts.choices + 8 * counts.urls)
    }

    /// Prefetches the slots that [`learn`](Self::learn) will look up, unless something is learned
    /// meanwhile. The lookups of a batch then wait for memory together, not one after the other.
    pub(crate) fn prefetch(&self, key: &Key, url: &Url, segments: &[Segment]) {
        let (host, path) = url.split(segments);
        self.positions.prefetch(language::key_of_host(key, url).0);
        let mut template = context::template_below(key, url, host.map(|host| host.token));
        // Few paths are longer, and their ends are rarely in the tables.
        for (i, segment) in path.iter().take(PREFETCHED).enumerate() {
            if i > 0 {
                template = key.join(template, path[i - 1].token);
            }
            let position = key.join(template, segment.variable);
            self.positions.prefetch(position);
            if !segment.traits.has(Traits::VALUE | Traits::FIXED) {
                self.seen.prefetch(key.join(position, segment.token));
            }
        }
    }

    /// Decides the token of each segment of a URL, and learns from it. `learned` gets the segments
    /// at learned positions: a similar line that was printed earlier may have been entered under
    /// its [early](Segment::early) token there. Returns whether any token is another than the
    /// segment's own.
    pub fn learn(
        &mut self,
        key: &Key,
        url: &Url,
        parts: PathAndQuery<'_>,
        tokens: &mut Vec<u64>,
        learned: &mut Vec<usize>,
    ) -> bool {
        tokens.clear();
        learned.clear();
        if self.is_of_terms {
            return self.learn_terms(key, url, parts.segments, tokens, learned);
        }
        let language_key = language::key_of_host(key, url);
        let language_before = self.language(language_key);
        self.language = language_before;
        self.foreign = language_before.is_foreign();
        let segments = &*language::interpreted(parts.segments, self.foreign);
        let (host, path) = url.split(segments);
        let page = PathAndQuery {
            segments: path,
            pairs: parts.pairs,
        };
        let read_host = host.map(|host| self.learn_host(key, url, host, page));
        let host_token = read_host.map(|read| read.token);
        let mut differs = host.map(|host| host.token) != host_token;
        let mut context = PathContext::below(key, url, host_token, self.foreign);
        if read_host.is_some_and(|read| read.is_learned) {
            learned.push(path.len());
        }
        let mut is_settled = learned.is_empty();
        let mut room = NEW_POSITIONS;
        for (i, segment) in path.iter().enumerate() {
            let seat = Seat::of(key, &context, page, i);
            if context.id != 0 && room > 0 {
                self.count_id(&seat);
            }
            if context.is_in_application() {
                self.count_model(&seat);
            }
            let position = self.count(&seat, &mut room);
            if i + 1 == path.len() && !page.pairs.is_empty() && room > 0 {
                self.count_parameters(&seat);
            }
            if room > 0 && (position.values || context.may_have_member(segment)) {
                self.count_beside_ids(position, &seat);
            }
            if position.values && room > 0 {
                self.count_release(&seat);
            }
            if position.variable {
                self.count_frame(&seat);
                self.count_administered(&seat);
                self.count_task(&seat);
            }
            if path.len() - i >= 3 && room > 0 {
                self.count_kind(&seat);
            }
            if context.ground == Ground::Listed {
                if room > 0 {
                    self.count_view(&seat);
                }
            } else if (segment.traits.has(Traits::ACTION) || self.has_things) && room > 0 {
                self.count_handled(&seat);
            }
            let read = self.decide(position, &seat);
            if seat.next().is_some() {
                context.step(key, segment, read.token);
            }
            tokens.push(read.token);
            differs |= read.token != parts.segments[i].token;
            if read.is_learned {
                learned.push(i);
                is_settled &= self.is_sure(position);
            }
        }
        tokens.extend(host_token);
        self.is_settled = is_settled && (!differs || self.language.is_settled());
        self.added = NEW_POSITIONS - room;
        if self.language != language_before {
            self.store(language_key, self.language.bits());
        }
        differs
    }

    /// Writes the token of each segment of a URL without learning from it, so equal URLs have equal
    /// tokens everywhere in the list.
    pub(crate) fn tokens_of(
        &self,
        key: &Key,
        url: &Url,
        parts: PathAndQuery<'_>,
        tokens: &mut Vec<u64>,
    ) {
        self.read(key, url, parts, tokens, |_, _| ());
    }

    /// Writes the token of each segment of a URL without learning from it, and passes the index of
    /// each segment at a learned position to `learned`, with whether the position stays learned.
    pub(crate) fn read(
        &self,
        key: &Key,
        url: &Url,
        parts: PathAndQuery<'_>,
        tokens: &mut Vec<u64>,
        mut learned: impl FnMut(usize, bool),
    ) {
        tokens.clear();
        if self.is_of_terms {
            return self.tokens_of_terms(key, url, parts.segments, tokens);
        }
        let foreign = self.language(language::key_of_host(key, url)).is_foreign();
        let segments = &*language::interpreted(parts.segments, foreign);
        let (host, path) = url.split(segments);
        let page = PathAndQuery {
            segments: path,
            pairs: parts.pairs,
        };
        let read_host = host.map(|host| self.decide_host(key, url, host));
        let host_token = read_host.map(|read| read.token);
        if read_host.is_some_and(|read| read.is_learned) {
            learned(path.len(), false);
        }
        let mut context = PathContext::below(key, url, host_token, foreign);
        for (i, segment) in path.iter().enumerate() {
            let seat = Seat::of(key, &context, page, i);
            let position = self.position(seat.position_key()).unwrap_or_default();
            let read = self.decide(position, &seat);
            context.step(key, segment, read.token);
            tokens.push(read.token);
            if read.is_learned {
                learned(i, self.is_sure(position));
            }
        }
        tokens.extend(host_token);
    }

    /// Returns the bytes that it holds.
    pub(crate) fn heap_bytes(&self) -> usize {
        let mut bytes = self.seen.heap_bytes() + self.positions.heap_bytes();
        if let Some(continuations) = &self.continuations {
            bytes += continuations.heap_bytes();
        }
        if let Some(gathered) = &self.gathered {
            bytes += gathered.heap_bytes();
        }
        bytes
    }

    fn thresholds(&self) -> &'static Thresholds {
        &self.tuning.thresholds
    }

    /// Returns the token of a segment, given the state of its position. Most positions have none
    /// yet.
    #[expect(
        clippy::inline_always,
        reason = "a call saves more registers than there is to do for most segments"
    )]
    #[inline(always)]
    fn decide(&self, position: Position, seat: &Seat<'_>) -> ReadToken {
        if position.variable
            || position.values
            || self.surveyed
            || seat.segment.has_stem()
            || seat.context.may_have_member(seat.segment)
        {
            self.decide_by(position, seat)
        } else {
            ReadToken::own(seat.segment)
        }
    }

    /// Counts a segment at its position, and returns the state of the position. The line may add
    /// `room` new positions. When no room is left, all further positions are new and unknown.
    #[allow(
        clippy::inline_always,
        reason = "a call packs the position it returns and saves many registers"
    )]
    #[inline(always)]
    fn count(&mut self, seat: &Seat<'_>, room: &mut usize) -> Position {
        if *room == 0 {
            return Position::default();
        }
        let &Seat {
            context, segment, ..
        } = seat;
        let position_key = seat.position_key();
        let old = self.position(position_key);
        let mut position = old.unwrap_or_default();
        let is_sure = self.is_sure(position);
        if segment.traits.has(Traits::VALUE) {
            // On the first level, editions, names of people and pages with long names mix with a
            // site's sections.
            position.values |= context.depth > 0 || !segment.traits.has(Traits::MARKED);
            if segment.speech.has(Speech::TITLE) {
                self.language.count(segment.speech);
            }
            self.count_marked(&mut position, seat);
        } else if !is_sure && !self.is_fixed(context, segment) {
            let word = seat.word_key(position_key);
            let is_new = self.insert_new(word);
            if is_new || seat.next().is_some() {
                let mut points = self.rules.points(context, context.kind(segment), segment);
                if context.has_own_position(segment) {
                    points = self.points_at_own_position(points, seat);
                }
                if is_new && !(points > 0 && self.is_directory(seat)) {
                    let may_be_chosen_by_users = context.ground >= Ground::Listed || context.value;
                    if !may_be_chosen_by_users || segment.speech.parts() > 1 {
                        self.language.count(segment.speech);
                    }
                    if context.id != 0 {
                        points = self.points_below_id(&mut position, points, seat);
                    }
                    self.add_points(&mut position, points, seat);
                }
                if let Some(next) = seat.next()
                    && !self.surveyed
                {
                    self.take_back(&mut position, points, seat, word, next);
                }
            }
        }
        if self.are_alike(seat) {
            position.alike = true;
            position.variable = true;
        }
        if old != Some(position) {
            *room -= usize::from(old.is_none());
            if !self.store(position_key, position.bits()) {
                return Position::default();
            }
        }
        position
    }

    /// Whether a position is variable, and stays so.
    fn is_sure(&self, position: Position) -> bool {
        position.variable && position.balance >= self.tuning.thresholds.settled
    }

    /// Adds the points of a value that is a title or a locale by its form, once for each position:
    /// a title below the first level, and a locale such as `pt-br` to the position of language
    /// codes.
    fn count_marked(&self, position: &mut Position, seat: &Seat<'_>) {
        let &Seat {
            context, segment, ..
        } = seat;
        let kind = match segment.class {
            Some(Class::Slug) if context.depth > 0 => WordKind::UnfamiliarPhrase,
            Some(Class::Locale) if context.is_locale_code(segment) => WordKind::LocaleCode,
            _ => return,
        };
        if position.titled {
            return;
        }
        position.titled = true;
        position.named = true;
        position.balance += self.rules.points(context, kind, segment);
        position.variable |= position.balance >= self.thresholds().evidence;
    }

    /// Whether a word was [inserted](Self::insert_new) before.
    fn contains(&self, word: WordKey) -> bool {
        self.seen.contains(word.hash())
    }

    /// Inserts a word; `false` if it was inserted before, or there is no room.
    pub(crate) fn insert_new(&mut self, word: WordKey) -> bool {
        let is_new = self.seen.insert(word.hash());
        if is_new && let Some(facts) = &mut self.facts {
            facts.push(Fact::Word(word.hash()));
        }
        is_new
    }

    /// Stores the new state of a position, or of a word's continuations; `false` if there is no
    /// room.
    fn store(&mut self, position_key: PositionKey, bits: u16) -> bool {
        let is_stored = self.positions.put(position_key.0, bits.into());
        if is_stored && let Some(facts) = &mut self.facts {
            facts.push(Fact::Position(position_key.0, bits));
        }
        is_stored
    }

    /// Adds to a count that is stored among the positions, and returns it.
    fn add(&mut self, count_key: PositionKey, by: i32) -> i32 {
        let count = self.count_at(count_key) + by;
        if by > 0 {
            self.store_count(count_key, count);
        }
        count
    }

    /// Returns a count that is stored among the positions.
    fn count_at(&self, count_key: PositionKey) -> i32 {
        self.position(count_key).unwrap_or_default().balance
    }

    /// Stores a count among the positions; `false` if there is no room.
    fn store_count(&mut self, count_key: PositionKey, count: i32) -> bool {
        let position = Position {
            balance: count,
            ..Position::default()
        };
        self.store(count_key, position.bits())
    }

    /// Returns the points of a name that has a position apart, given its points elsewhere.
    fn points_at_own_position(&self, points: i32, seat: &Seat<'_>) -> i32 {
        if points <= 0 {
            return points;
        }
        let thresholds = self.thresholds();
        let is_one_word = seat.segment.speech.has(Speech::ONE);
        let points = match (is_one_word, seat.context.depth) {
            (true, 0) => thresholds.foreign_first_word,
            (true, _) => thresholds.foreign_word,
            (false, 0) => thresholds.foreign_first_pair,
            (false, _) => thresholds.foreign_pair,
        };
        if self.is_section(seat) {
            points * thresholds.foreign_section / 100
        } else {
            points
        }
    }

    /// Returns the language of a host.
    fn language(&self, language_key: PositionKey) -> Language {
        match self.positions.get(language_key.0) {
            Some(bits) => Language::from_bits(bits as u16),
            None => Language::default(),
        }
    }

    /// Returns the state of a position.
    fn position(&self, position_key: PositionKey) -> Option<Position> {
        self.positions
            .get(position_key.0)
            .map(|bits| Position::from_bits(bits as u16))
    }

    /// Adds the points of a word that is new at its position.
    fn add_points(&self, position: &mut Position, mut points: i32, seat: &Seat<'_>) {
        let context = seat.context;
        let thresholds = self.thresholds();
        if context.value && self.shares_next(seat) {
            points = points.max(thresholds.continuation);
        } else if points > 0 && !context.api && self.shares_next_two(seat) {
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
    fn shares_next(&self, seat: &Seat<'_>) -> bool {
        let Some(next) = seat.next() else {
            return false;
        };
        !next.traits.has(Traits::ACTION | Traits::FIXED)
            && !seat.segment.traits.has(Traits::KNOWN | Traits::LOCALE_CODE)
            && self.tuning.has(rules::CONTINUATION)
            && self.has_followed(seat, next)
    }

    /// Whether an unfamiliar word of a site continues like another one at its position for two
    /// segments, which are a word and another word or a value, and no actions.
    fn shares_next_two(&self, seat: &Seat<'_>) -> bool {
        let [next, second, ..] = seat.below.segments else {
            return false;
        };
        let no_next = Traits::VALUE | Traits::ACTION | Traits::FIXED;
        if next.traits.has(no_next)
            || second.traits.has(Traits::ACTION)
            || seat.segment.traits.has(Traits::KNOWN | Traits::LOCALE_CODE)
            || !self.tuning.has(rules::TWO_ALIKE)
            || !self.has_followed(seat, next)
        {
            return false;
        }
        if self.was_gathered() {
            return self.others_are_followed(seat, next, Some(second));
        }
        let template = seat.key.join(seat.template(), next.token);
        self.has_stood(seat.key, template, second)
    }
}
