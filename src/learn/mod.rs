//! Learns, while a list streams by, which positions of a site's paths are variable.
//!
//! A *position* is a template before a segment, together with the extension of what stands there: all words that follow
//! `/users/` on one host. Every different word that appears at a position speaks once, for a variable position or against
//! it, with the [points](rules::points) of its kind: words that no list knows speak for, names of routes and actions
//! against. What stands before the position, its [context](Context), decides how much it takes:
//!
//! - after a date or a word like `tag`, people choose the names: one word that is no action is enough;
//! - where values stood, one unfamiliar word is enough; after a plural or another naming word, two are;
//! - anywhere else it takes [`EVIDENCE`], or the codes of four languages, which speak for themselves alone.
//!
//! In a learned position words and values read the same, except those that are likelier endpoints of their own
//! ([patience](rules::patience)): a site's `/users/export` stays beside `/users/ann`.
//!
//! In an API nouns are chosen by programmers, known to us or not. There a word that reads like a language speaks
//! less, a plural names a collection and never speaks, and titles are words
//! ([`Surroundings::api`](crate::token::Surroundings)).
//!
//! # Alternative keys
//! A position is learned only after some of its words were printed as words. So a printed line is also entered as every
//! variant in which its unfamiliar words are variable ([`Learner::alternatives`]): later lines find it there, and no
//! tree of what was printed has to be kept or rewritten. Until a position is learned, a word there hides no values:
//! `/account/zork` was printed, and `/account/17` still is. So most alternatives are entered under tokens of their own
//! ([`Segment::early`]), which are only looked up for lines whose positions are learned.
//!
//! # Cost and bound
//! Two [tables](Table) of 8-byte slots, one or two lookups a segment. At its bound a table takes nothing new: positions it
//! does not know read as their words, so learning merges less, and a line that is similar to nothing printed is never
//! lost by it. All of it depends on the input's order alone.

mod context;
mod kind;
mod position;
mod rules;
#[cfg(test)]
mod tests;

use crate::hash::Key;
use crate::record::{Segment, Url};
use crate::table::Table;
use crate::token::Traits;
use context::{Context, Ground};
use kind::WordKind;
use position::Position;
use rules::{ENDLESS, EVIDENCE, WORD, patience, points};
use std::collections::TryReserveError;

/// Variants of open positions under which a printed line is also entered, and of learned ones under which one is looked up.
pub(crate) const MAX_ALTERNATIVES: usize = 8;

/// Slots of each table at most: 256 MiB, full with 25 million positions or words at them.
const BOUND: usize = 1 << 25;

/// What is learned of all hosts.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    /// Words seen at positions.
    seen: Table<u64>,
    /// Positions: a tag of 51 bits and a [`Position`].
    positions: Table<u64>,
}

impl Default for Learner {
    fn default() -> Self {
        Self::with_bound(BOUND)
    }
}

impl Learner {
    /// A learner with tables of at most `bound` slots each.
    pub(crate) fn with_bound(bound: usize) -> Self {
        Self { seen: Table::with_bound(bound), positions: Table::with_bound(bound) }
    }

    /// Makes room for what so many segments can teach at most, if nothing is kept of them.
    pub(crate) fn reserve(&mut self, segments: usize) -> Result<(), TryReserveError> {
        self.seen.try_reserve(segments)?;
        self.positions.try_reserve(segments)
    }

    /// Prefetches what [`read`](Self::read) will look up, if nothing is learned for the URL meanwhile. The lookups of
    /// a batch then wait for memory together, not one after the other.
    pub(crate) fn prefetch(&self, key: &Key, url: &Url, segments: &[Segment]) {
        let mut template = url.service;
        for segment in segments {
            let at = key.join(template, segment.variable);
            self.positions.prefetch(at);
            if !segment.traits.has(Traits::VALUE | Traits::FIXED) {
                self.seen.prefetch(key.join(at, segment.token));
            }
            template = key.join(template, segment.token);
        }
    }

    /// Decides what each segment of a URL reads, and learns from it. `learned` gets the segments whose positions are
    /// learned: there a similar line that was printed before may have been entered under its [early](Segment::early) token.
    pub(crate) fn read(
        &mut self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
        tokens: &mut Vec<u64>,
        learned: &mut Vec<usize>,
    ) {
        tokens.clear();
        learned.clear();
        let mut context = Context::start(url);
        for (i, segment) in segments.iter().enumerate() {
            let (token, is_learned) = self.decide(key, &context, segment, segments.get(i + 1));
            context.step(key, segment, token);
            tokens.push(token);
            if is_learned {
                learned.push(i);
            }
        }
    }

    /// Enters a kept URL as every variant in which some of its open positions are variable, and gives those variants.
    pub(crate) fn alternatives(
        &mut self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
        tokens: &[u64],
        mut each: impl FnMut(&[u64]),
    ) {
        let mut open = [(0, 0); MAX_ALTERNATIVES.ilog2() as usize];
        let mut count = 0;
        let mut context = Context::start(url);
        for (i, (segment, &token)) in segments.iter().zip(tokens).enumerate() {
            let word = token != segment.variable && !context.is_fixed(segment);
            if count < open.len() && word && patience(&context, context.kind(segment)) < ENDLESS {
                let entered =
                    if context.is_like_values(segment) { segment.variable } else { segment.early() };
                open[count] = (i, entered);
                count += 1;
            }
            context.step(key, segment, token);
        }
        if count == 0 {
            return;
        }
        let (mut variant, mut entered) = (tokens.to_vec(), tokens.to_vec());
        for choice in 1..1_usize << count {
            variant.copy_from_slice(tokens);
            entered.copy_from_slice(tokens);
            // What stands before the first position that differs has been counted.
            let (first, _) = open[choice.trailing_zeros() as usize];
            for (bit, &(i, token)) in open[..count].iter().enumerate() {
                if choice & (1 << bit) != 0 {
                    variant[i] = segments[i].variable;
                    entered[i] = token;
                }
            }
            let mut context = Context::start(url);
            for (i, (segment, &token)) in segments.iter().zip(&variant).enumerate() {
                if i > first && token == segment.token {
                    self.count(key, &context, segment);
                }
                context.step(key, segment, token);
            }
            each(&entered);
        }
    }

    /// Bytes that it holds.
    pub(crate) fn memory(&self) -> usize {
        self.seen.memory() + self.positions.memory()
    }

    /// What a segment reads, and whether that is what every value at its position reads, which is learned.
    fn decide(
        &mut self,
        key: &Key,
        context: &Context,
        segment: &Segment,
        next: Option<&Segment>,
    ) -> (u64, bool) {
        let position = self.count(key, context, segment);
        if !position.variable || context.is_fixed(segment) {
            return (segment.token, false);
        }
        if segment.traits.has(Traits::VALUE) {
            return (segment.token, true);
        }
        let kind = context.kind(segment);
        let stays = position.balance < patience(context, kind)
            && !(matches!(kind, WordKind::Name | WordKind::Phrase)
                && position.balance >= 2 * WORD
                && self.continues(key, context, segment, next));
        if stays { (segment.token, false) } else { (segment.variable, true) }
    }

    /// Whether the word that follows has been seen after values of this position, where a value or the name of a list
    /// stands before it: then a repository called `core` is one more of those whose `/commits` are known.
    fn continues(&self, key: &Key, context: &Context, segment: &Segment, next: Option<&Segment>) -> bool {
        let Some(next) = next.filter(|next| !next.traits.has(Traits::VALUE)) else { return false };
        let after = key.join(context.template, segment.variable);
        let below_value = context.value && !context.api && context.ground == Ground::Plain;
        (below_value || context.ground == Ground::Listed) && {
            let word = key.join(key.join(after, next.variable), next.token).max(1);
            self.seen.find(word, |slot| *slot == word).is_some()
        }
    }

    /// Counts a segment at its position, and gives what is known of the position now.
    fn count(&mut self, key: &Key, context: &Context, segment: &Segment) -> Position {
        let at = context.position(key, segment);
        let Some(slot) = self.positions.entry(at, |slot| Position::is_of(*slot, at)) else {
            return Position::default();
        };
        let old = Position::from_slot(*slot);
        let mut position = old;
        let settled = position.variable && position.balance >= EVIDENCE;
        if segment.traits.has(Traits::VALUE) {
            // A site's sections stand beside its editions, its people and the pages with long names.
            position.values |= context.depth > 0 || !segment.traits.has(Traits::MARKED);
        } else if !settled && !context.is_fixed(segment) {
            let word = key.join(at, segment.token).max(1);
            if self.seen.insert(word, |slot| *slot == word) {
                let points = points(context, context.kind(segment), segment);
                position.balance += points;
                // After a plural, a single one may also be a page about them all.
                let one_is_enough = context.ground == Ground::Free
                    || position.values
                    || (context.ground == Ground::Listed && position.named);
                // In an API what is done with things may outvote one unfamiliar thing, on a site it does not.
                let enough = if !one_is_enough {
                    EVIDENCE
                } else if context.api {
                    points
                } else {
                    i32::MIN
                };
                position.named |= points > 0;
                position.variable |= points > 0 && position.balance >= enough;
            }
        }
        if position != old || *slot == 0 {
            *slot = position.to_slot(at);
        }
        position
    }
}
