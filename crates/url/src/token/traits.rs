//! Traits of a segment, used by learning and the walk.

use super::class::Class;
use super::endings;
use super::random;
use super::route_parts::NamePair;
use super::view::{self, SegmentView, SubWords};
use super::words::{self, WordMarks};
use crate::bytes::{is_digits, is_small_letters_and};

/// Traits of a segment, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(pub u32);

impl Traits {
    /// Of a variable class: its token is `{}`.
    pub const VALUE: u32 = 1;
    /// Kept at learned positions: versions, files, calls.
    pub const FIXED: u32 = 1 << 1;
    /// A word in the word lists, or made of such words.
    pub const KNOWN: u32 = 1 << 2;
    /// An action or a choice, or begins with one: `reset`, `latest`, `export-csv`.
    pub const ACTION: u32 = 1 << 3;
    /// Names what follows: `product`.
    pub const NAMING: u32 = 1 << 4;
    /// Followed by a name that users choose freely: `tag`.
    pub const TAXONOMY: u32 = 1 << 5;
    /// A plural that counts things.
    pub const PLURAL: u32 = 1 << 6;
    /// Words joined by hyphens or underscores.
    pub const JOINED: u32 = 1 << 7;
    /// For a value: it is marked as a title, a name or a locale.
    pub const MARKED: u32 = Self::JOINED;
    /// Reads like a language, in lower case.
    pub const READABLE: u32 = 1 << 8;
    /// The code of a language or country: `de`, or a locale that begins with one: `pt-br`.
    pub const LOCALE_CODE: u32 = 1 << 9;
    /// A version, `api` or the like: this is an API.
    pub const API: u32 = 1 << 10;
    /// An inner path may follow: `blob`, `tree`, `https:`.
    pub const TAIL: u32 = 1 << 11;
    /// A year.
    pub const YEAR: u32 = 1 << 12;
    /// A number of one or two digits.
    pub const SMALL: u32 = 1 << 13;
    /// In capitals.
    pub const CAPITAL: u32 = 1 << 14;
    /// Dangerous to lose: kept at learned positions.
    pub const PROTECTED: u32 = 1 << 15;
    /// Begins with `_` or `.`, unlike names that users choose.
    pub const HIDDEN: u32 = 1 << 16;
    /// Looks like a number: a single word with digits in it, or one that begins with a digit.
    pub const NUMBERED: u32 = 1 << 17;
    /// The code of a language or country that is a word as well: `it`.
    pub const DOUBTFUL: u32 = 1 << 18;
    /// For several words: a verb and a thing.
    const TASK: u32 = Self::DOUBTFUL;
    /// A number after it is a version: `api`.
    pub const VERSIONED: u32 = 1 << 19;
    /// A dotted name after it is the name of a group: `apis`.
    pub const GROUPED: u32 = 1 << 20;
    /// Lists nothing on a site's first level: `app`.
    pub const MOUNT: u32 = 1 << 21;
    /// Begins a path in the trees of software: `wp-content`.
    pub const TREE: u32 = 1 << 22;
    /// A command of two or three words: `cancel-now`, `ledger_export`.
    pub const COMMAND: u32 = 1 << 23;

    /// A site itself, or its host `www`: the two may be merged.
    pub const WWW: u32 = 1 << 24;
    /// For a word of a path: two parts of which one says that a program acts: `shop-cart`.
    pub const ROUTE: u32 = Self::WWW;
    /// A name with short numbers, which are masked: it keeps the first of them.
    pub const MASKED: u32 = 1 << 25;
    /// Names an administration or settings: `admin`, `wagtailadmin`, `preferences`.
    pub const ADMIN: u32 = 1 << 26;
    /// A package, by its file name.
    pub const PACKAGE: u32 = 1 << 27;
    /// Separates the name of a project or package from its contents: `-`, `+bug`.
    pub const SEPARATOR: u32 = 1 << 28;
    /// The names of documents follow: `doi`.
    pub const DOCUMENTS: u32 = 1 << 29;
    /// The name of a document follows: `10.1234`.
    pub const REGISTRANT: u32 = 1 << 30;
    /// The output of a build follows: `_next`.
    pub const BUILDS: u32 = 1 << 31;

    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }

    /// Whether it looks like the name of an endpoint, rather than one that users choose.
    pub fn is_like_endpoint(self) -> bool {
        self.has(Self::PROTECTED | Self::COMMAND | Self::HIDDEN | Self::ACTION | Self::KNOWN)
    }

    /// Whether it is the name of a task, or a title that may be one: `create-leave-request`.
    pub fn is_task(self) -> bool {
        self.has(Self::JOINED) && self.has(Self::TASK)
    }

    /// The traits of a name of a task.
    #[must_use]
    pub(super) fn of_task(self) -> Self {
        Self(self.0 | Self::JOINED | Self::TASK)
    }

    /// The traits of a title that may be the name of a task, read as a value.
    pub fn of_task_title() -> Self {
        Self(Self::VALUE | Self::MARKED).of_task()
    }

    /// Adds the meanings of these marks.
    #[inline]
    fn add_meanings(&mut self, meanings: &[(u16, u32)], marks: WordMarks) {
        for &(mark, meaning) in meanings {
            if marks.has(mark) {
                self.0 |= meaning;
            }
        }
    }

    /// The traits of a segment that is kept as written.
    pub fn written(self) -> Self {
        Self(self.0 & !Self::VALUE | Self::FIXED)
    }

    /// The traits of a name of software: it is kept, and lists nothing.
    pub(super) fn of_part(self) -> Self {
        let lists = Self::NAMING | Self::TAXONOMY | Self::PLURAL | Self::MOUNT | Self::TAIL;
        Self(self.0 & !lists | Self::FIXED)
    }

    /// Returns the traits of a name by its marks in the word lists. `is_bare` says whether it has
    /// no extension, `is_worded` whether it consists of words.
    pub(super) fn of_name(name: &[u8], marks: WordMarks, is_bare: bool, is_worded: bool) -> Self {
        let mut traits = of_marks(marks, is_bare);
        if is_bare {
            traits.0 |= match name {
                b"v" => Self::VERSIONED,
                b"apis" => Self::GROUPED,
                [b'd' | b'D', b'o' | b'O', b'i' | b'I'] => Self::DOCUMENTS,
                _ => 0,
            };
        }
        if is_worded && is_plural(name) && !marks.has(WordMarks::GROUP) {
            traits.0 |= Self::PLURAL;
        }
        traits
    }

    /// Returns the traits of a segment of a class.
    pub(super) fn of(view: &SegmentView<'_>, class: Class) -> Self {
        if class.is_variable() {
            of_value(view, class)
        } else {
            of_word(view, class)
        }
    }
}

/// Returns the traits of a number.
pub fn number(digits: &[u8]) -> Traits {
    let size = match digits {
        [b'1', b'9', _, _] | [b'2', b'0', _, _] => Traits::YEAR,
        [_] | [_, _] => Traits::SMALL,
        _ => 0,
    };
    Traits(Traits::VALUE | size)
}

fn of_value(view: &SegmentView<'_>, class: Class) -> Traits {
    let other = match class {
        Class::Integer => return number(view.stem),
        Class::Handle | Class::Slug => Traits::MARKED,
        Class::Locale => Traits::MARKED | Traits::LOCALE_CODE,
        // What follows is not one of the things that it names.
        Class::Host if view.is_address => Traits::TAIL | Traits::FIXED,
        Class::Numbers => when(is_registrant(view.segment), Traits::REGISTRANT),
        Class::Media => when(view.ending & endings::PACKAGE != 0, Traits::PACKAGE),
        _ => 0,
    };
    Traits(Traits::VALUE | other)
}

/// The traits of a verb and a word that were written together.
pub(super) const TOGETHER: u32 = Traits::KNOWN | Traits::ACTION | Traits::JOINED;

/// Returns `bits` if a condition holds, else 0.
pub(super) fn when(holds: bool, bits: u32) -> u32 {
    if holds { bits } else { 0 }
}

/// The traits of words by their marks in the word lists.
const MEANINGS: [(u16, u32); 10] = [
    (WordMarks::KNOWN, Traits::KNOWN),
    (WordMarks::LOCALE_CODE, Traits::LOCALE_CODE),
    (WordMarks::DOUBTFUL_CODE, Traits::DOUBTFUL),
    (WordMarks::NAMING, Traits::NAMING),
    (WordMarks::MOUNT, Traits::MOUNT),
    (WordMarks::TAXONOMY, Traits::NAMING | Traits::TAXONOMY),
    (WordMarks::VERB | WordMarks::STATE, Traits::ACTION),
    (WordMarks::PROTECTED, Traits::PROTECTED),
    (WordMarks::API, Traits::API),
    (WordMarks::INNER_PATH, Traits::TAIL),
];

/// The traits that words without an extension have in addition.
const BARE_MEANINGS: [(u16, u32); 2] = [
    (WordMarks::TREE, Traits::TREE),
    (WordMarks::API, Traits::VERSIONED),
];

/// Returns the traits of a word by its marks; `is_bare` says whether it has no extension.
fn of_marks(marks: WordMarks, is_bare: bool) -> Traits {
    let mut traits = Traits::default();
    // Most new words are in no list.
    if marks == WordMarks::default() {
        return traits;
    }
    traits.add_meanings(&MEANINGS, marks);
    if is_bare {
        traits.add_meanings(&BARE_MEANINGS, marks);
    }
    traits
}

fn of_word(view: &SegmentView<'_>, class: Class) -> Traits {
    let stem = view.stem;
    let census = &view.census;
    let joints = census.joints();
    let letters = census.letters();
    let marks = words::look_up(stem);
    // A single word is its only part.
    let is_single = letters == census.length && census.humps == 0;
    let alone = SubWords::of_one(marks);
    let words = if is_single { &alone } else { view.parts() };
    let is_bare = view.extension.is_empty();
    let is_worded = letters + joints == census.length;
    let may_be_plural = is_worded && class != Class::Call;
    let mut traits = Traits::of_name(stem, marks, is_bare, may_be_plural);
    let is_search = || census.humps >= 2 && view.is_search();
    if class != Class::Word || is_search() {
        traits.0 |= Traits::FIXED;
    }
    if class == Class::Version && !view.is_status() {
        traits.0 |= Traits::API;
    }
    let is_type_name = census.dots > 0 && view.is_type_name();
    let is_compound = census.dots == 0 && (census.humps > 0 || census.underscores > 0);
    if is_type_name || words.all_known || (words.first_known && is_compound) {
        traits.0 |= Traits::KNOWN;
    }
    if words.first_verb || is_type_name {
        traits.0 |= Traits::ACTION;
    }
    // Punctuation is a separator, like `-` in paths of forges, not a name.
    if letters + census.digits == 0 {
        traits.0 |= Traits::KNOWN | Traits::ACTION;
    }
    if joints > 0 {
        traits.0 |= Traits::JOINED;
        if view.is_command() {
            traits.0 |= Traits::COMMAND;
        }
        let is_pair = joints == 1 && is_worded;
        if let Some(joint) = stem.iter().position(|byte| !byte.is_ascii_alphabetic())
            && is_pair
        {
            let pair = NamePair {
                first: &stem[..joint],
                second: &stem[joint + 1..],
                is_underscored: census.underscores > 0,
            };
            traits.0 |= when(pair.names_route(), Traits::ROUTE);
        }
    }
    if census.uppers >= 2 && census.uppers + census.digits == census.length {
        traits.0 |= Traits::CAPITAL;
    }
    if census.digits > 0 && (joints == 0 || stem[0].is_ascii_digit()) {
        traits.0 |= Traits::NUMBERED;
    }
    let is_marked = matches!(stem, [b'_' | b'.', ..]) && letters > 0;
    let may_be_id = census.uppers > 0 && census.digits > 0;
    if is_marked && !may_be_id {
        traits.0 |= Traits::HIDDEN;
    }
    if view.is_dangerous() {
        traits.0 |= Traits::PROTECTED;
    }
    traits.0 |= when(view::heads_pages(stem), Traits::ADMIN);
    if is_bare {
        if is_separator(stem) {
            traits.0 |= Traits::SEPARATOR;
        }
        if stem == b"_next" {
            traits.0 |= Traits::BUILDS;
        }
        let thresholds = &view.tuning.thresholds;
        let is_small = is_worded && census.uppers == 0;
        if is_single && is_small && !traits.has(Traits::KNOWN) {
            traits.0 |= when(words::are_together(stem), TOGETHER);
        }
        if is_small && random::reads_like_words(stem, thresholds) {
            traits.0 |= Traits::READABLE;
        }
    }
    traits
}

/// Whether a name is `-`, `+`, or `+` and a small word.
fn is_separator(stem: &[u8]) -> bool {
    match stem {
        b"-" => true,
        [b'+', route @ ..] => is_small_letters_and(route, b"-"),
        _ => false,
    }
}

/// Whether a segment is the registrant of a document's name: `10.1234` (ISO 26324).
fn is_registrant(segment: &[u8]) -> bool {
    let number = segment.strip_prefix(b"10.").unwrap_or_default();
    (4..=9).contains(&number.len()) && is_digits(number)
}

/// Whether a name is a regular plural, of letters only.
fn is_plural(stem: &[u8]) -> bool {
    let [.., before, b's' | b'S'] = stem else {
        return false;
    };
    if stem.len() < 4 {
        return false;
    }
    !matches!(before.to_ascii_lowercase(), b's' | b'u' | b'i')
}
