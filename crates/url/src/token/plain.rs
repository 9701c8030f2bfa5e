//! Plain names: small letters and digits, joined by `-` or `_`, with or without a known extension.
//! Three of four new segments are such names. They are split once, by masks of their bytes, and
//! classified without a census, a view and the table of rules.
//!
//! The [rules] define the result: this path declines all names that it cannot decide,
//! and tests compare both under all settings. A name takes 600 to 900 instructions instead of 1,700
//! to 2,100.

use super::class::{Class, Classes};
use super::endings;
use super::masks::Masks;
use super::random::{self, Cost};
use super::recogniser::Recogniser;
use super::rules;
use super::surroundings::Surroundings;
use super::traits::{Traits, when};
use super::view::{self, SubWords};
use super::words::{self, WordMarks};
use crate::thresholds::Tuning;
use std::cell::OnceCell;

/// Words from this length on may be hexadecimal.
const HEX: usize = 16;
/// Words from this length on may be random if they end with digits.
const LONG: usize = 10;
/// The length of a UUID.
const UUID: u32 = 36;
/// Number of digits after a phrase at which a program may have added them.
const MANY_DIGITS: u32 = 7;
/// Changes between letters and digits from which a name may be random.
const SWITCHES: u32 = 3;

/// A plain name.
struct PlainName<'a> {
    stem: &'a [u8],
    /// The extension with its dot, or nothing.
    extension: &'a [u8],
    /// Marks of the extension.
    ending: u16,
    /// The bytes of the stem, as bits.
    letters: u64,
    digits: u64,
    hyphens: u64,
    underscores: u64,
    /// The results of looking up the first words.
    looks: [OnceCell<WordMarks>; 4],
    cost: OnceCell<(Cost, u32)>,
}

/// The class of a plain name.
pub(super) struct PlainClass<'a> {
    /// The name of the rule that matches, if any.
    pub(super) rule: Option<&'static str>,
    pub(super) class: Class,
    pub(super) traits: Traits,
    pub(super) stem: &'a [u8],
    /// The extension with its dot, or nothing.
    pub(super) extension: &'a [u8],
    /// Marks of the extension.
    pub(super) ending: u16,
    pub(super) has_digits: bool,
    /// Whether the token of a name that is not a value is the whole name: no digits, no locale.
    pub(super) is_whole: bool,
}

/// Classifies a segment; `None` if it is not a plain name, or not decided here.
pub(super) fn read<'a>(segment: &'a [u8], recogniser: &Recogniser) -> Option<PlainClass<'a>> {
    let Recogniser {
        classes,
        tuning,
        surroundings,
    } = *recogniser;
    if surroundings.say_what_it_is() {
        return None;
    }
    let name = PlainName::of(segment)?;
    if name.is_doubtful(segment, surroundings) {
        return None;
    }
    let found = name.rule(surroundings, classes, tuning);
    let (rule, class) = found.map_or((None, Class::Word), |(rule, class)| (Some(rule), class));
    let traits = match class {
        Class::Word | Class::File => name.traits(class, tuning),
        Class::Slug => Traits(Traits::VALUE | Traits::MARKED),
        _ => Traits(Traits::VALUE),
    };
    let PlainName {
        stem,
        extension,
        ending,
        ..
    } = name;
    let has_digits = name.digits != 0;
    let is_whole = !has_digits && (ending == 0 || name.joints() == 0);
    Some(PlainClass {
        rule,
        class,
        traits,
        stem,
        extension,
        ending,
        has_digits,
        is_whole,
    })
}

impl<'a> PlainName<'a> {
    /// Splits a segment. Declines names of digits only, with two joints in a row or one at an end,
    /// and longer words, or words with digits before their end, without any joint.
    fn of(segment: &'a [u8]) -> Option<Self> {
        let Masks {
            letters,
            digits,
            hyphens,
            underscores,
            dots,
        } = Masks::of_plain(segment)?;
        let mut stem = segment;
        let mut extension = &b""[..];
        let mut ending = 0;
        if dots != 0 {
            // Exactly one dot, and not as the first byte.
            if dots & (dots - 1) != 0 || dots == 1 {
                return None;
            }
            (stem, extension, ending) =
                endings::split_file(segment, dots.trailing_zeros() as usize)?;
        }
        let own = !0 >> (64 - stem.len());
        let letters = letters & own;
        let digits = digits & own;
        let hyphens = hyphens & own;
        let underscores = underscores & own;
        let joints = hyphens | underscores;
        let last = own ^ (own >> 1);
        if letters == 0
            || joints & (joints >> 1 | last | 1) != 0
            || (joints == 0 && stem.len() >= if digits == 0 { HEX } else { LONG })
            || (joints == 0 && letters & (letters + 1) != 0)
        {
            return None;
        }
        Some(Self {
            stem,
            extension,
            ending,
            letters,
            digits,
            hyphens,
            underscores,
            looks: Default::default(),
            cost: OnceCell::new(),
        })
    }

    fn joints(&self) -> u64 {
        self.hyphens | self.underscores
    }

    /// Whether a rule may match that this path does not try: those of versions, numbers, UUIDs,
    /// locales, packages, files of builds, fragments, numbered pages and random names.
    fn is_doubtful(&self, segment: &[u8], surroundings: Surroundings) -> bool {
        let &Self {
            letters,
            digits,
            ending,
            ..
        } = self;
        if self.stem.len() as u32 == UUID
            || ending & endings::PACKAGE != 0
            || rules::is_fragment(self.stem, self.extension)
            || (surroundings.is_early() && segment.len() <= 10 && self.joints() & 0b1100 != 0)
        {
            return true;
        }
        if digits == 0 {
            return false;
        }
        let switches = letters & digits << 1 | digits & letters << 1;
        let digits_at_end = letters >> digits.trailing_zeros() == 0;
        let is_page = || matches!(self.extension, b".html" | b".htm" | b".shtml" | b".xhtml");
        matches!(segment, [b'v', b'0'..=b'9', ..])
            || letters.count_ones() <= 2
            || digits.count_ones() >= MANY_DIGITS
            || switches.count_ones() >= SWITCHES
            || ending & endings::BUILT != 0
            || (digits_at_end && is_page())
            || (self.joints() == 0 && self.stem.iter().all(u8::is_ascii_hexdigit))
    }

    /// Returns the first rule that matches and its class, in the order of the rules.
    fn rule(
        &self,
        surroundings: Surroundings,
        classes: Classes,
        tuning: &Tuning,
    ) -> Option<(&'static str, Class)> {
        let on = |rule: &str, class: Class| classes.has(class) && tuning.has(rule);
        if self.ending & endings::CODE != 0
            && !(surroundings.is_built() && self.extension == b".json")
            && on("code-file", Class::File)
        {
            return Some(("code-file", Class::File));
        }
        if self.ending & endings::MEDIA != 0 && on("media-file", Class::Media) {
            return Some(("media-file", Class::Media));
        }
        if self.is_random(tuning) && on("random", Class::Random) {
            return Some(("random", Class::Random));
        }
        if surroundings.is_api() {
            return None;
        }
        self.title(|rule| on(rule, Class::Slug), tuning)
            .map(|rule| (rule, Class::Slug))
    }

    /// Whether letters look random: none is a vowel, or their pairs occur in no language. Digits
    /// and several joints occur only in names here.
    fn is_random(&self, tuning: &Tuning) -> bool {
        let length = self.stem.len();
        let joints = self.joints();
        if length < 7 || self.digits != 0 || joints & joints.wrapping_sub(1) != 0 {
            return false;
        }
        let (cost, letters) = self.cost();
        (joints == 0 && letters & VOWELS == 0)
            || (length >= 8 && cost.is_above(tuning.thresholds.random_bits))
    }

    /// Returns the cost of its pairs of letters, and the letters that occur.
    fn cost(&self) -> (Cost, u32) {
        *self
            .cost
            .get_or_init(|| random::cost_and_letters(self.stem))
    }

    /// Returns the rule for titles that matches outside APIs.
    fn title(&self, on: impl Fn(&str) -> bool, tuning: &Tuning) -> Option<&'static str> {
        let thresholds = &tuning.thresholds;
        let joints = self.joints();
        if joints == 0 || self.stem.len() < 8 {
            return None;
        }
        let reaches = |count: u32, least: i32| i64::from(count) >= i64::from(least);
        let mut worded = joints.count_ones() + 1;
        let mut numbered = false;
        let count = worded;
        if self.digits != 0 {
            let mut start = 0;
            let mut rest = joints;
            for _ in 0..count {
                let end = rest.trailing_zeros().min(self.stem.len() as u32);
                let bits = !0 >> (64 - end) & !0 << start;
                if self.letters & bits == 0 {
                    worded -= 1;
                    numbered |= reaches(end - start, thresholds.number_digits);
                }
                (start, rest) = (end + 1, rest & rest.wrapping_sub(1));
            }
        }
        let hyphens = self.hyphens.count_ones();
        let underscores = self.underscores.count_ones();
        let rule = if hyphens > 0
            && reaches(hyphens + 1, thresholds.title_words)
            && reaches(self.stem.len() as u32, thresholds.title_length)
            && reaches(worded, thresholds.title_words)
            && on("title")
        {
            "title"
        } else if underscores > 0
            && reaches(underscores + 1, thresholds.underscored_words)
            && reaches(worded, thresholds.underscored_words)
            && on("underscored-title")
        {
            "underscored-title"
        } else if numbered && worded >= 2 && on("numbered-title") {
            "numbered-title"
        } else {
            return None;
        };
        let is_route = || self.look(0).has(WordMarks::VERB) || self.all_known();
        (reaches(count, thresholds.route_words.saturating_add(1)) || !is_route()).then_some(rule)
    }

    /// Returns the word of this index.
    fn word(&self, index: usize) -> Option<&'a [u8]> {
        let mut start = 0;
        let mut rest = self.joints();
        for _ in 0..index {
            if rest == 0 {
                return None;
            }
            (start, rest) = (rest.trailing_zeros() as usize + 1, rest & (rest - 1));
        }
        Some(&self.stem[start..self.stem.len().min(rest.trailing_zeros() as usize)])
    }

    /// Looks a word up in the word lists. Keeps the results of the first ones.
    fn look(&self, index: usize) -> WordMarks {
        let find = || {
            self.word(index)
                .map_or(WordMarks::default(), words::look_up)
        };
        self.looks
            .get(index)
            .map_or_else(find, |look| *look.get_or_init(find))
    }

    /// Whether a word, without digits at its end, is ordinary.
    fn is_known(&self, index: usize) -> bool {
        if self.digits == 0 {
            self.look(index).has(WordMarks::KNOWN)
        } else {
            self.word(index).is_some_and(view::is_known)
        }
    }

    /// Whether all words are ordinary.
    fn all_known(&self) -> bool {
        (0..=self.joints().count_ones() as usize).all(|index| self.is_known(index))
    }

    /// Returns the traits of a name that is compared as written.
    fn traits(&self, class: Class, tuning: &Tuning) -> Traits {
        let joints = self.joints();
        let is_bare = self.ending == 0;
        let is_worded = self.digits == 0;
        let (facts, parts) = if joints == 0 {
            let facts = self.look(0);
            let known = if is_worded {
                facts.has(WordMarks::KNOWN)
            } else {
                view::is_known(self.stem)
            };
            (
                facts,
                SubWords {
                    all_known: known,
                    first_known: known,
                    first_verb: facts.has(WordMarks::VERB),
                },
            )
        } else {
            let first_known = self.is_known(0);
            let all_known = first_known && self.all_known();
            (
                words::look_up(self.stem),
                SubWords {
                    all_known,
                    first_known,
                    first_verb: self.look(0).has(WordMarks::VERB),
                },
            )
        };
        let readable =
            is_bare && is_worded && !self.cost().0.is_above(tuning.thresholds.readable_bits);
        Traits(
            Traits::of_name(self.stem, facts, is_bare, is_worded).0
                | when(class != Class::Word, Traits::FIXED)
                | when(
                    parts.all_known || (parts.first_known && self.underscores != 0),
                    Traits::KNOWN,
                )
                | when(parts.first_verb, Traits::ACTION)
                | when(joints != 0, Traits::JOINED)
                | when(joints != 0 && self.is_command(&parts), Traits::COMMAND)
                | when(
                    self.digits & 1 != 0 || (joints == 0 && !is_worded),
                    Traits::NUMBERED,
                )
                | when(self.is_dangerous(), Traits::PROTECTED)
                | when(readable, Traits::READABLE),
        )
    }

    /// Whether it is a [command](view::SegmentView::is_command).
    fn is_command(&self, parts: &SubWords) -> bool {
        let third = match self.joints().count_ones() {
            1 => false,
            2 => true,
            _ => return false,
        };
        if self.digits != 0 {
            return false;
        }
        let last = 1 + usize::from(third);
        let ends = || self.hyphens == 0 && self.look(last).has(WordMarks::VERB);
        let says =
            (parts.first_verb && !third) || (parts.all_known && (parts.first_verb || ends()));
        says && !(0..=last).any(|index| self.word(index).is_some_and(words::is_joining))
    }

    /// Whether it is [dangerous to lose](view::SegmentView::is_dangerous) because of its form.
    fn is_dangerous(&self) -> bool {
        if view::names_danger(self.stem) || self.ending & endings::SETTINGS != 0 {
            return true;
        }
        let joints = self.joints();
        // Words that begin with a letter.
        let worded = self.letters & (joints << 1 | 1);
        if joints == 0 || worded.count_ones() > 2 {
            return false;
        }
        let begins = |index: usize| {
            self.word(index)
                .is_some_and(|word| word[0].is_ascii_alphabetic())
        };
        (0..=joints.count_ones() as usize)
            .filter(|&index| begins(index))
            .any(|index| self.look(index).has(WordMarks::PROTECTED_PART))
    }
}

/// The letters `aeiouy`, as bits.
const VOWELS: u32 = {
    let vowels = b"aeiouy";
    let mut bits = 0;
    let mut i = 0;
    while i < vowels.len() {
        bits |= 1 << (vowels[i] - b'a');
        i += 1;
    }
    bits
};
