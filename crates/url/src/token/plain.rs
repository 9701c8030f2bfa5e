//! Plain names: small letters and digits, joined by `-` or `_`, with or without a known extension.
//! Three of four new segments are such names. They are split once, by masks of their bytes, and
//! classified without a census, a view and the table of rules.
//!
//! The [rules] define the result: this path declines all names that it cannot decide,
//! and tests compare both under all settings. A name takes 600 to 900 instructions instead of 1,700
//! to 2,100.

use super::class::Class;
use super::endings::{self, FileName};
use super::language;
use super::random::{self, Cost};
use super::route_parts::NamePair;
use super::rules;
use super::surroundings::{Recogniser, Surroundings};
use super::traits::{TOGETHER, Traits, when};
use super::view::{self, SubWords};
use super::words::{self, WordMarks};
use crate::bytes::{Masks, begins_with_letter, is_hexadecimal};
use crate::thresholds::Tuning;
use std::cell::OnceCell;

/// Words from this length on may be hexadecimal.
const HEX: usize = 16;
/// Words from this length on may be random if they end with digits.
const LONG: usize = 10;
/// The length of a UUID.
const UUID: usize = 36;
/// Number of digits after a phrase at which a program may have added them.
const MANY_DIGITS: u32 = 7;
/// Changes between letters and digits from which a name may be random.
const SWITCHES: u32 = 3;

/// A plain name.
struct PlainName<'a> {
    name: FileName<'a>,
    /// The bytes of the stem, as bits.
    masks: Masks,
    /// Whether the stem is a UUID, and is read as one.
    is_uuid: bool,
    /// Whether the name is that of a media file, and nothing else by its extension, and is read as
    /// one, unless it is a number.
    is_media: bool,
    /// The results of looking up the first words.
    looks: [OnceCell<WordMarks>; 4],
    cost: OnceCell<(Cost, u32)>,
}

/// The class of a plain name.
pub(super) struct PlainClass<'a> {
    /// The name of the rule that matches, if any.
    pub rule: Option<&'static str>,
    pub class: Class,
    pub traits: Traits,
    pub name: FileName<'a>,
    pub has_digits: bool,
    /// Whether the token of a name that is not a value is the whole name: no digits, no locale.
    pub is_whole: bool,
}

/// Classifies a segment; `None` if it is not a plain name, or not decided here.
pub(super) fn read<'a>(segment: &'a [u8], recogniser: &Recogniser) -> Option<PlainClass<'a>> {
    let surroundings = recogniser.surroundings;
    if surroundings.say_what_it_is() {
        return None;
    }
    let plain = PlainName::of(segment, recogniser)?;
    if plain.is_doubtful(segment, surroundings) {
        return None;
    }
    let mut rule = None;
    let mut class = Class::Word;
    if let Some((found, found_class)) = plain.rule(recogniser) {
        rule = Some(found);
        class = found_class;
    }
    let traits = match class {
        Class::Word | Class::File => plain.traits(class, recogniser.tuning),
        Class::Slug => Traits(Traits::VALUE | Traits::MARKED),
        _ => Traits(Traits::VALUE),
    };
    let has_digits = plain.masks.digits != 0;
    Some(PlainClass {
        rule,
        class,
        traits,
        name: plain.name,
        has_digits,
        is_whole: !has_digits && (plain.name.ending == 0 || plain.masks.joints() == 0),
    })
}

impl<'a> PlainName<'a> {
    /// Splits a segment. Declines names of digits only, with two joints in a row or one at an end,
    /// and longer words, or words with digits before their end, without any joint, unless they name
    /// media files.
    fn of(segment: &'a [u8], recogniser: &Recogniser) -> Option<Self> {
        let mut masks = Masks::of_plain(segment)?;
        let mut name = FileName::bare(segment);
        let dots = masks.dots;
        if dots != 0 {
            // Exactly one dot, and not as the first byte.
            if dots & (dots - 1) != 0 || dots == 1 {
                return None;
            }
            name = FileName::split_at(segment, dots.trailing_zeros() as usize)?;
        }
        let length = name.stem.len();
        let own = !0 >> (64 - length);
        masks.letters &= own;
        masks.digits &= own;
        masks.hyphens &= own;
        masks.underscores &= own;
        let letters = masks.letters;
        if letters == 0 {
            return None;
        }
        let joints = masks.joints();
        let endings = name.ending & (endings::MEDIA | endings::CODE | endings::BUILT);
        let is_media = endings == endings::MEDIA && recogniser.has("media-file", Class::Media);
        if joints == 0 && !is_media {
            let most = if masks.digits == 0 { HEX } else { LONG };
            // Digits are at the end alone.
            if length >= most || letters & (letters + 1) != 0 {
                return None;
            }
        }
        let last = own ^ (own >> 1);
        if joints & (joints >> 1 | last | 1) != 0 {
            return None;
        }
        let is_uuid =
            length == UUID && rules::is_uuid(name.stem) && recogniser.has("uuid", Class::Uuid);
        Some(Self {
            name,
            masks,
            is_uuid,
            is_media,
            looks: Default::default(),
            cost: OnceCell::new(),
        })
    }

    /// Whether a rule may match that this path does not try: those of versions, numbers, locales,
    /// packages, files of builds, fragments, numbered pages and random names.
    fn is_doubtful(&self, segment: &[u8], surroundings: Surroundings) -> bool {
        let FileName {
            stem,
            extension,
            ending,
        } = self.name;
        let joints = self.masks.joints();
        if ending & endings::PACKAGE != 0 {
            return true;
        }
        if surroundings.is_early() && segment.len() <= 10 && joints & 0b1100 != 0 {
            return true;
        }
        if rules::is_fragment(stem, extension) {
            return true;
        }
        let digits = self.masks.digits;
        if digits == 0 {
            return false;
        }
        if ending & endings::BUILT != 0 || matches!(segment, [b'v', b'0'..=b'9', ..]) {
            return true;
        }
        let letters = self.masks.letters;
        if letters.count_ones() <= 2 && !self.is_uuid {
            return true;
        }
        let switches = letters & digits << 1 | digits & letters << 1;
        let may_be_made_up = !self.is_uuid && !self.is_media;
        if may_be_made_up
            && (digits.count_ones() >= MANY_DIGITS || switches.count_ones() >= SWITCHES)
        {
            return true;
        }
        if may_be_made_up && joints == 0 && is_hexadecimal(stem) {
            return true;
        }
        let first = digits.trailing_zeros();
        let has_digits_at_end = letters >> first == 0;
        let joints_before = joints & !(!0 << first);
        // Three words or more with a number are no numbered page.
        has_digits_at_end
            && joints_before.count_ones() <= 2
            && matches!(extension, b".html" | b".htm" | b".shtml" | b".xhtml")
    }

    /// Returns the first rule that matches and its class, in the order of the rules.
    fn rule(&self, recogniser: &Recogniser) -> Option<(&'static str, Class)> {
        let FileName {
            extension, ending, ..
        } = self.name;
        let surroundings = recogniser.surroundings;
        let is_code = ending & endings::CODE != 0;
        if is_code
            && !(surroundings.is_built() && extension == b".json")
            && recogniser.has("code-file", Class::File)
        {
            return Some(("code-file", Class::File));
        }
        if self.is_uuid {
            return Some(("uuid", Class::Uuid));
        }
        let is_media = ending & endings::MEDIA != 0;
        if is_media && recogniser.has("media-file", Class::Media) {
            return Some(("media-file", Class::Media));
        }
        if self.is_random(recogniser.tuning) && recogniser.has("random", Class::Random) {
            return Some(("random", Class::Random));
        }
        if surroundings.is_api() {
            return None;
        }
        let title = self.title(recogniser)?;
        Some((title, Class::Slug))
    }

    /// Whether letters look random: none is a vowel, or their pairs occur in no language, and the
    /// catalogue does not list them. Digits and several joints occur only in names here.
    fn is_random(&self, tuning: &Tuning) -> bool {
        let length = self.name.stem.len();
        let joints = self.masks.joints();
        if length < 7 || self.masks.digits != 0 || joints & joints.wrapping_sub(1) != 0 {
            return false;
        }
        let (cost, letters) = self.cost();
        let is_unread = (joints == 0 && letters & VOWELS == 0)
            || (length >= 8 && cost.is_above(tuning.thresholds.random_bits));
        is_unread && language::listed(self.name.stem).is_none()
    }

    /// Returns the cost of its pairs of letters, and the letters that occur.
    fn cost(&self) -> (Cost, u32) {
        let find = || random::cost_and_letters(self.name.stem);
        *self.cost.get_or_init(find)
    }

    /// Returns the rule for titles that matches outside APIs.
    fn title(&self, recogniser: &Recogniser) -> Option<&'static str> {
        let thresholds = &recogniser.tuning.thresholds;
        let joints = self.masks.joints();
        let length = self.name.stem.len() as u32;
        if joints == 0 || length < 8 {
            return None;
        }
        let reaches = |count: u32, least: i32| i64::from(count) >= i64::from(least);
        let count = joints.count_ones() + 1;
        let mut worded = count;
        let mut is_numbered = false;
        if self.masks.digits != 0 {
            let mut start = 0;
            let mut rest = joints;
            for _ in 0..count {
                let end = rest.trailing_zeros().min(length);
                let bits = !0 >> (64 - end) & !0 << start;
                if self.masks.letters & bits == 0 {
                    worded -= 1;
                    is_numbered |= reaches(end - start, thresholds.number_digits);
                }
                start = end + 1;
                rest &= rest.wrapping_sub(1);
            }
        }
        let hyphens = self.masks.hyphens.count_ones();
        let underscores = self.masks.underscores.count_ones();
        let is_title = hyphens > 0
            && reaches(hyphens + 1, thresholds.title_words)
            && reaches(length, thresholds.title_length)
            && reaches(worded, thresholds.title_words);
        let is_underscored = underscores > 0
            && reaches(underscores + 1, thresholds.underscored_words)
            && reaches(worded, thresholds.underscored_words);
        let rule = if is_title && recogniser.has("title", Class::Slug) {
            "title"
        } else if is_underscored && recogniser.has("underscored-title", Class::Slug) {
            "underscored-title"
        } else if is_numbered && worded >= 2 && recogniser.has("numbered-title", Class::Slug) {
            "numbered-title"
        } else {
            return None;
        };
        let is_long = reaches(count, thresholds.route_words.saturating_add(1));
        let is_route = || self.look(0).has(WordMarks::VERB) || self.all_known();
        (is_long || !is_route()).then_some(rule)
    }

    /// Returns the word of this index.
    fn word(&self, index: usize) -> Option<&'a [u8]> {
        let stem = self.name.stem;
        let mut start = 0;
        let mut rest = self.masks.joints();
        for _ in 0..index {
            if rest == 0 {
                return None;
            }
            start = rest.trailing_zeros() as usize + 1;
            rest &= rest - 1;
        }
        let end = stem.len().min(rest.trailing_zeros() as usize);
        Some(&stem[start..end])
    }

    /// Looks a word up in the word lists. Keeps the results of the first ones.
    fn look(&self, index: usize) -> WordMarks {
        let find = || match self.word(index) {
            Some(word) => words::look_up(word),
            None => WordMarks::default(),
        };
        match self.looks.get(index) {
            Some(look) => *look.get_or_init(find),
            None => find(),
        }
    }

    /// Whether a word, without digits at its end, is ordinary.
    fn is_known(&self, index: usize) -> bool {
        if self.masks.digits == 0 {
            self.look(index).has(WordMarks::KNOWN)
        } else {
            self.word(index).is_some_and(view::is_known)
        }
    }

    /// Returns the number of the last word.
    fn last_word(&self) -> usize {
        self.masks.joints().count_ones() as usize
    }

    /// Whether all words are ordinary.
    fn all_known(&self) -> bool {
        (0..=self.last_word()).all(|index| self.is_known(index))
    }

    /// Returns the traits of a name that is compared as written.
    fn traits(&self, class: Class, tuning: &Tuning) -> Traits {
        let stem = self.name.stem;
        let is_joined = self.masks.joints() != 0;
        let is_bare = self.name.ending == 0;
        let is_worded = self.masks.digits == 0;
        let first = self.look(0);
        let first_known = self.is_known(0);
        let mut marks = first;
        let mut all_known = first_known;
        if is_joined {
            marks = words::look_up(stem);
            all_known = first_known && self.all_known();
        }
        let words = SubWords {
            all_known,
            first_known,
            first_verb: first.has(WordMarks::VERB),
        };
        let mut traits = Traits::of_name(stem, marks, is_bare, is_worded);
        let is_known = all_known || (first_known && self.masks.underscores != 0);
        let is_numbered = self.masks.digits & 1 != 0 || !(is_joined || is_worded);
        if class != Class::Word {
            traits.0 |= Traits::FIXED;
        }
        if is_known {
            traits.0 |= Traits::KNOWN;
        }
        if words.first_verb {
            traits.0 |= Traits::ACTION;
        }
        if is_joined {
            traits.0 |= Traits::JOINED;
            if self.is_command(&words) {
                traits.0 |= Traits::COMMAND;
            }
            if is_worded
                && let [Some(first), Some(second), None] = [0, 1, 2].map(|index| self.word(index))
            {
                let pair = NamePair {
                    first,
                    second,
                    is_underscored: self.masks.underscores != 0,
                };
                traits.0 |= when(pair.names_route(), Traits::ROUTE);
            }
        }
        if is_numbered {
            traits.0 |= Traits::NUMBERED;
        }
        if self.is_dangerous() {
            traits.0 |= Traits::PROTECTED;
        }
        traits.0 |= when(view::heads_pages(stem), Traits::ADMIN);
        if !is_joined && is_bare && is_worded && !traits.has(Traits::KNOWN) {
            traits.0 |= when(words::are_together(stem), TOGETHER);
        }
        if is_bare && is_worded {
            let (cost, _) = self.cost();
            if !cost.is_above(tuning.thresholds.readable_bits) {
                traits.0 |= Traits::READABLE;
            }
        }
        traits
    }

    /// Whether it is a [command](view::SegmentView::is_command).
    fn is_command(&self, words: &SubWords) -> bool {
        let last = self.last_word();
        if last > 2 || self.masks.digits != 0 {
            return false;
        }
        let ends = || self.masks.hyphens == 0 && self.look(last).has(WordMarks::VERB);
        let is_pair = words.first_verb && last == 1;
        if !is_pair && !(words.all_known && (words.first_verb || ends())) {
            return false;
        }
        !(0..=last).any(|index| self.word(index).is_some_and(words::is_joining))
    }

    /// Whether it is [dangerous to lose](view::SegmentView::is_dangerous) because of its form.
    fn is_dangerous(&self) -> bool {
        if view::names_danger(self.name.stem) || self.name.ending & endings::SETTINGS != 0 {
            return true;
        }
        let joints = self.masks.joints();
        // Words that begin with a letter.
        let worded = self.masks.letters & (joints << 1 | 1);
        if joints == 0 || worded.count_ones() > 2 {
            return false;
        }
        (0..=self.last_word()).any(|index| {
            self.word(index).is_some_and(begins_with_letter)
                && self.look(index).has(WordMarks::PROTECTED_PART)
        })
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
