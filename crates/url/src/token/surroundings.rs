//! What decides how a segment is recognised beside its own bytes: the settings, and its place in
//! its path.

use super::class::{Class, Classes};
use super::endings;
use super::traits::{Traits, when};
use super::trees::TreePlace;
use crate::thresholds::Tuning;

/// The settings and surroundings under which a segment is recognised.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recogniser {
    pub classes: Classes,
    pub tuning: &'static Tuning,
    pub surroundings: Surroundings,
}

impl Recogniser {
    /// Creates the recogniser of segments in values.
    pub(super) fn of_values(classes: Classes, surroundings: Surroundings) -> Self {
        Self {
            classes,
            tuning: Tuning::STANDARD,
            surroundings,
        }
    }

    /// Whether a rule and its class are enabled.
    pub(super) fn has(&self, rule: &str, class: Class) -> bool {
        self.classes.has(class) && self.tuning.has(rule)
    }
}

/// Facts about the segments before a segment, as bits. The default is for values, which are not in
/// a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings(u32);

/// Number of segments before it; 3 means three or more.
const DEEP: u32 = 3;
/// It is in an API, where a name that looks like a title names a route.
const API: u32 = 1 << 2;
/// It follows a word such as `api`, so a number is a version.
const VERSIONED: u32 = 1 << 3;
/// It follows the word `apis`, so a dotted name names a group.
const GROUPED: u32 = 1 << 4;
/// It names a part of software.
const PART: u32 = 1 << 5;
/// Two bits: which kind of name is expected next.
const EXPECTED_NAME: u32 = 3 << 6;
/// The kind of a build's output: it follows `_next`.
const KIND: u32 = 1 << 6;
/// The name of a build.
const BUILD: u32 = 2 << 6;
/// The name of a document.
const DOCUMENT: u32 = 3 << 6;
/// The host of an address: no document has the name of a part of software.
const INNER_HOST: u32 = PART | DOCUMENT;
/// It is below the name of a build.
const BELOW_BUILD: u32 = 1 << 8;
/// It is below the word `doi`.
const DOCUMENTS: u32 = 1 << 9;
/// All bits above, which the rules ask about. The higher bits are a [`TreePlace`], which decides
/// whether the next segment names a part.
const QUESTION_BITS: u32 = (1 << PLACE) - 1;
const PLACE: u32 = 10;

/// The traits that affect later segments.
pub(super) const AFFECTS_LATER: u32 = Traits::API
    | Traits::VERSIONED
    | Traits::GROUPED
    | Traits::BUILDS
    | Traits::DOCUMENTS
    | Traits::REGISTRANT
    | Traits::TAIL;

impl Default for Surroundings {
    fn default() -> Self {
        Self(DEEP)
    }
}

impl Surroundings {
    /// Returns the surroundings of the first segment; `api` says whether the host is named as an
    /// API.
    pub fn start(api: bool) -> Self {
        Self(when(api, API))
    }

    /// Moves on after a segment of a path.
    #[inline]
    pub fn pass(&mut self, name: &[u8], traits: Traits, path: &[u8]) {
        let before = *self;
        self.step(traits);
        // Few segments are in the trees of software.
        if traits.has(Traits::TREE) || before.0 > QUESTION_BITS {
            self.enter(before, name, path);
        }
    }

    #[cold]
    fn enter(&mut self, before: Self, name: &[u8], path: &[u8]) {
        let place = TreePlace::from_bits(before.0 >> PLACE).below(name, before.is_first());
        self.0 |= place.bits() << PLACE;
        if place.names_part(path, self.is_api(), endings::is_code) {
            self.0 |= PART;
        }
    }

    /// Moves on after a segment with these traits that is not in a path.
    #[inline]
    pub(super) fn step(&mut self, traits: Traits) {
        let before = *self;
        let depth = self.depth() + 1;
        self.0 = self.0 & (API | BELOW_BUILD | DOCUMENTS) | depth.min(DEEP);
        // Few segments have any of these.
        if traits.has(AFFECTS_LATER) || before.0 & EXPECTED_NAME != 0 {
            self.affect(before, traits);
        }
    }

    /// Notes what a segment says of the next ones.
    #[cold]
    #[inline(never)]
    fn affect(&mut self, before: Self, traits: Traits) {
        if before.depth() < DEEP && traits.has(Traits::API) {
            self.0 |= API;
        }
        if traits.has(Traits::VERSIONED) {
            self.0 |= VERSIONED;
        }
        if traits.has(Traits::GROUPED) {
            self.0 |= GROUPED;
        }
        if traits.has(Traits::DOCUMENTS) {
            self.0 |= DOCUMENTS;
        }
        if traits.has(Traits::TAIL) && traits.has(Traits::VALUE) {
            self.0 |= INNER_HOST;
        }
        self.0 |= match before.0 & EXPECTED_NAME {
            KIND => BUILD,
            BUILD => BELOW_BUILD,
            _ if traits.has(Traits::BUILDS) => KIND,
            _ => when(traits.has(Traits::REGISTRANT), DOCUMENT),
        };
    }

    /// Returns all values.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=QUESTION_BITS).map(Self)
    }

    /// Whether the segment is the first.
    pub(super) fn is_first(self) -> bool {
        self.0 & DEEP == 0
    }

    /// Whether the segment is one of the first two: it may be a locale.
    pub(super) fn is_early(self) -> bool {
        self.0 & DEEP < 2
    }

    /// Whether it is in an API.
    pub(super) fn is_api(self) -> bool {
        self.0 & API != 0
    }

    /// Whether a number is a version here.
    pub(super) fn is_versioned(self) -> bool {
        self.0 & VERSIONED != 0
    }

    /// Whether a dotted name is the name of a group here.
    pub(super) fn is_grouped(self) -> bool {
        self.0 & GROUPED != 0
    }

    /// Whether the segments before decide its meaning: a part of software, a build, a document.
    pub(super) fn say_what_it_is(self) -> bool {
        self.0 & (PART | EXPECTED_NAME) != 0
    }

    /// Whether it is the name of a part of software.
    pub(super) fn is_part(self) -> bool {
        self.0 & PART != 0 && !self.is_inner_host()
    }

    /// Whether the name of a build is due.
    pub(super) fn is_build_due(self) -> bool {
        self.0 & EXPECTED_NAME == BUILD
    }

    /// Whether it is below the name of a build, where files are named after pages.
    pub(super) fn is_built(self) -> bool {
        self.0 & BELOW_BUILD != 0
    }

    /// Whether the name of a document is due.
    pub(super) fn is_document_due(self) -> bool {
        self.0 & EXPECTED_NAME == DOCUMENT && !self.is_inner_host()
    }

    /// Whether it is below the word `doi`.
    pub(super) fn is_below_doi(self) -> bool {
        self.0 & DOCUMENTS != 0
    }

    /// Returns the number of segments before it, at most three.
    pub(super) fn depth(self) -> u32 {
        self.0 & DEEP
    }

    /// Whether it is the host of an address inside the path.
    pub(super) fn is_inner_host(self) -> bool {
        self.0 & INNER_HOST == INNER_HOST
    }

    /// Whether a number may be something other than a value here.
    pub fn numbers_may_stay(self) -> bool {
        self.is_versioned() || self.is_first()
    }

    /// Removes the bits that matter only for numbers, versions and locales.
    pub(super) fn anywhere(self) -> Self {
        Self(self.0 & QUESTION_BITS & !VERSIONED | DEEP)
    }

    /// Keeps the bits that matter for one name. Only numbers, versions and locales depend on their
    /// depth, and they begin with a digit, with two letters and a joint, or are short and have
    /// three letters before it. All other names are classified once for all depths, which saves 6 %
    /// of classifications.
    #[expect(
        clippy::inline_always,
        reason = "asked of each segment that is looked up"
    )]
    #[inline(always)]
    pub fn asked_of(self, name: &[u8]) -> Self {
        let has_joint = |at: usize| matches!(name.get(at), Some(b'-' | b'_'));
        let begins_with_digit = matches!(name, [b'0'..=b'9', ..]);
        let depends_on_depth =
            begins_with_digit || has_joint(2) || (name.len() <= 8 && has_joint(3));
        if depends_on_depth {
            Self(self.0 & QUESTION_BITS)
        } else {
            self.anywhere()
        }
    }

    /// Returns all bits, as a number below 1024 once they are [those asked of a
    /// name](Self::asked_of).
    pub fn bits(self) -> u32 {
        self.0
    }
}
