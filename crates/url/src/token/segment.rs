//! Turns a path segment into a token.
//!
//! The token of a variable class is `{}` with the extension, if there is one. Words are kept, with
//! runs of digits masked. The [rules] decide the class.

use super::builds;
use super::census::Census;
use super::class::{Class, Classes};
use super::endings::{self, FileName};
use super::language::{self, Speech};
use super::namespace;
use super::plain::{self, PlainClass};
use super::random;
use super::rules;
use super::surroundings::Recogniser;
use super::task;
use super::traits::{Traits, when};
use super::view::SegmentView;
use super::words::{self, WordMarks};
use crate::bytes::{before, has_digit, is_letters, is_small_letters, leading_digits};
use crate::display_text::{self, is_escape};
use crate::thresholds::Tuning;
use std::sync::Arc;

pub(super) use super::endings::{is_handler, is_host, is_static};
pub(super) use super::surroundings::Surroundings;
pub(super) use super::view::is_known;

/// The class of a segment, and the traits used by learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassifiedSegment<'a> {
    pub class: Class,
    /// The name of the rule that matches, if any.
    pub rule: Option<&'static str>,
    pub traits: Traits,
    /// The namespace with its colon, or nothing.
    namespace: &'a [u8],
    /// Its extension with the dot, or nothing.
    extension: &'a [u8],
    /// Its evidence for the language of its host.
    pub speech: Speech,
}

impl ClassifiedSegment<'_> {
    /// Whether its token at a learned position is `{}`.
    pub fn is_plain(&self) -> bool {
        self.namespace.is_empty() && self.extension.is_empty()
    }

    /// Returns the thing of a name that is a task's.
    pub fn thing<'s>(&self, segment: &'s [u8]) -> Option<&'s [u8]> {
        if self.traits.is_task() {
            task::thing(segment)
        } else {
            None
        }
    }

    /// Whether it is a title that may be the name of a task.
    pub fn is_task_title(&self) -> bool {
        self.class == Class::Slug && self.traits.is_task()
    }

    /// Returns a name without its extension, if that is a format of data: `/vets/ann.json` may be
    /// data about `/vets/ann`.
    pub fn stem<'s>(&self, segment: &'s [u8]) -> Option<&'s [u8]> {
        const DATA: [&[u8]; 7] = [
            b".json", b".xml", b".csv", b".rss", b".atom", b".yaml", b".ics",
        ];
        let is_name = matches!(self.class, Class::Word | Class::File) && self.namespace.is_empty();
        (is_name && DATA.contains(&self.extension))
            .then(|| &segment[..segment.len() - self.extension.len()])
    }

    /// Whether it is one of many things by its text: a number, a hash, or a title with a digit.
    pub fn is_id(&self, segment: &[u8]) -> bool {
        match self.class {
            Class::Integer | Class::Numbers | Class::Uuid | Class::Hex | Class::Random => true,
            Class::Slug | Class::Text | Class::Media => has_digit(segment),
            _ => self.speech.has(Speech::TITLE) && has_digit(segment),
        }
    }

    /// Adds the evidence for the language of its host. A title of three words that are not English
    /// becomes a word, because sections of other sites have such names: learning decides.
    #[inline]
    fn heard(self, segment: &[u8], token: &mut Vec<u8>) -> Self {
        let name = || &segment[self.namespace.len()..segment.len() - self.extension.len()];
        match self.class {
            Class::Word if !self.traits.has(Traits::FIXED) => {
                let speech = Speech::of(name(), self.traits);
                let danger = speech.meaning().0 & Traits::PROTECTED;
                let mut traits = Traits(self.traits.0 | danger);
                let is_joined = traits.has(Traits::JOINED) && self.is_plain();
                if is_joined && task::thing(segment).is_some() {
                    traits = traits.of_task();
                }
                Self {
                    traits,
                    speech,
                    ..self
                }
            }
            Class::Slug => match Speech::of_title(name()) {
                Some(speech) => {
                    segment.clone_into(token);
                    let traits = Traits(Traits::JOINED | Traits::READABLE);
                    Self {
                        class: Class::Word,
                        rule: None,
                        traits,
                        speech,
                        ..self
                    }
                }
                None if self.is_plain() && task::thing(segment).is_some() => {
                    segment.clone_into(token);
                    Self {
                        rule: None,
                        traits: Traits(Traits::READABLE).of_task(),
                        speech: Speech::of_task_title(),
                        ..self
                    }
                }
                None => self,
            },
            _ => self,
        }
    }

    /// Writes its token at a learned position.
    pub fn write_variable(&self, token: &mut Vec<u8>) {
        token.clear();
        namespace::write(self.namespace, token);
        token.extend_from_slice(b"{}");
        token.extend(self.extension.iter().map(u8::to_ascii_lowercase));
    }
}

/// A name that is compared as written.
struct WrittenName<'a> {
    name: FileName<'a>,
    has_digits: bool,
    has_capitals: bool,
}

/// Classifies segments under the settings of a filter.
#[derive(Clone, Debug)]
pub struct Classifier {
    pub classes: Classes,
    pub tuning: &'static Tuning,
    /// Names that are words whatever the rules say, [folded](display_text::folded), sorted.
    protected: Arc<[Vec<u8>]>,
    /// Whether learning decides in which language a host has its names.
    learns: bool,
}

impl Classifier {
    pub fn new(
        classes: Classes,
        tuning: &'static Tuning,
        protected: &[String],
        learns: bool,
    ) -> Self {
        let folded = |name: &String| display_text::folded(name.as_bytes());
        let mut protected: Vec<Vec<u8>> = protected.iter().map(folded).collect();
        protected.sort_unstable();
        Self {
            classes,
            tuning,
            protected: protected.into(),
            learns,
        }
    }

    fn is_protected(&self, segment: &[u8]) -> bool {
        if self.protected.is_empty() {
            return false;
        }
        let name = display_text::folded(segment);
        self.protected.binary_search(&name).is_ok()
    }

    /// Classifies a segment and writes its token to `token`.
    pub fn classify<'a>(
        &self,
        segment: &'a [u8],
        surroundings: Surroundings,
        token: &mut Vec<u8>,
    ) -> ClassifiedSegment<'a> {
        if self.is_protected(segment) {
            segment.clone_into(token);
            return ClassifiedSegment {
                class: Class::Word,
                rule: None,
                traits: Traits(Traits::FIXED),
                namespace: b"",
                extension: b"",
                speech: Speech::default(),
            };
        }
        let recogniser = Recogniser {
            classes: self.classes,
            tuning: self.tuning,
            surroundings,
        };
        let found = classify(segment, &recogniser, token);
        if self.learns {
            found.heard(segment, token)
        } else {
            found
        }
    }
}

fn classify<'a>(
    segment: &'a [u8],
    recogniser: &Recogniser,
    token: &mut Vec<u8>,
) -> ClassifiedSegment<'a> {
    token.clear();
    let Some(plain_class) = plain::read(segment, recogniser) else {
        return general(segment, recogniser, token);
    };
    let PlainClass { class, name, .. } = plain_class;
    let mut traits = plain_class.traits;
    if class.is_variable() {
        token.extend_from_slice(b"{}");
        token.extend_from_slice(name.extension);
    } else if plain_class.is_whole {
        token.extend_from_slice(segment);
    } else {
        let name = WrittenName {
            name,
            has_digits: plain_class.has_digits,
            has_capitals: false,
        };
        traits.0 |= name.write(recogniser, token).0;
    }
    ClassifiedSegment {
        class,
        rule: plain_class.rule,
        traits,
        namespace: b"",
        extension: name.extension,
        speech: Speech::default(),
    }
}

/// Classifies a segment of any form and writes its token.
fn general<'a>(
    segment: &'a [u8],
    recogniser: &Recogniser,
    token: &mut Vec<u8>,
) -> ClassifiedSegment<'a> {
    token.clear();
    let view = SegmentView::of(segment, recogniser.tuning);
    if view.census.others > 0
        && let Some(name) = display_text::with_digits(segment)
    {
        let found = classify(&name, recogniser, token);
        let namespace = if segment.starts_with(found.namespace) {
            found.namespace.len()
        } else {
            0
        };
        let extension = if segment.ends_with(found.extension) {
            found.extension.len()
        } else {
            0
        };
        return ClassifiedSegment {
            class: found.class,
            rule: found.rule,
            traits: found.traits,
            namespace: &segment[..namespace],
            extension: &segment[segment.len() - extension..],
            speech: found.speech,
        };
    }
    let rule = rules::find(&view, recogniser);
    let class = rule.map_or(Class::Word, |rule| rule.class);
    let mut traits = Traits::of(&view, class);
    if rule.is_none()
        && view.census.others > 0
        && let Some(own) = language::traits(view.stem)
    {
        traits = own;
    }
    if rule.is_some() && class == Class::Word && !recogniser.surroundings.is_inner_host() {
        traits = traits.of_part();
    }
    let SegmentView {
        segment,
        namespace,
        extension,
        ..
    } = view;
    namespace::write(namespace, token);
    if class.is_variable() {
        token.extend_from_slice(b"{}");
        // A dotted number or a host name has no extension; its last part only looks like one.
        let is_dotted = matches!(
            class,
            Class::Numbers | Class::Host | Class::Email | Class::Jwt
        );
        if view.is_address {
            // What follows is not below a value like any other.
            token.push(b':');
        } else if !is_dotted {
            token.extend(extension.iter().map(u8::to_ascii_lowercase));
        }
    } else if class == Class::Version {
        token.extend_from_slice(segment);
    } else if class == Class::Call
        && let Some(name) = rules::call_name(segment)
    {
        token.extend_from_slice(name);
        token.extend_from_slice(b"({})");
    } else {
        let name = FileName {
            stem: view.stem,
            extension,
            ending: view.ending,
        };
        let name = WrittenName {
            name: view.wiki_program().map_or(name, FileName::bare),
            has_digits: view.census.digits > 0,
            has_capitals: view.census.uppers > 0,
        };
        traits.0 |= name.write(recogniser, token).0;
    }
    ClassifiedSegment {
        class,
        rule: rule.map(|rule| rule.name),
        traits,
        namespace,
        extension,
        speech: Speech::default(),
    }
}

impl WrittenName<'_> {
    /// Writes the name with its runs of digits masked, and the locale at its end if it is that of a
    /// file. Returns [`Traits::MASKED`] if it keeps its first numbers.
    fn write(&self, recogniser: &Recogniser, token: &mut Vec<u8>) -> Traits {
        let FileName {
            mut stem,
            extension,
            ending,
        } = self.name;
        let classes = recogniser.classes;
        let mut has_locale = false;
        if ending != 0
            && classes.has(Class::Locale)
            && let Some(locale) = locale_at_end(stem)
        {
            stem = &stem[..locale];
            has_locale = true;
        }
        let is_built = ending & endings::BUILT != 0;
        let may_be_masked = self.has_digits || (is_built && self.has_capitals);
        let mut traits = Traits::default();
        if may_be_masked && (classes.has(Class::Integer) || classes.has(Class::Numbered)) {
            traits = mask(stem, is_built, recogniser, token);
            traits.0 &= when(ending == 0, Traits::MASKED);
        } else {
            token.extend_from_slice(stem);
        }
        if has_locale {
            token.extend_from_slice(b"{}");
        }
        token.extend_from_slice(extension);
        traits
    }
}

/// Returns the class of a segment or value, without its token.
pub(super) fn class_of(text: &[u8], surroundings: Surroundings, classes: Classes) -> Class {
    let recogniser = Recogniser::of_values(classes, surroundings);
    let view = SegmentView::of(text, recogniser.tuning);
    rules::find(&view, &recogniser).map_or(Class::Word, |rule| rule.class)
}

/// Classifies a segment of a path inside a value, and writes its token.
pub(super) fn read<'a>(
    segment: &'a [u8],
    surroundings: Surroundings,
    classes: Classes,
    token: &mut Vec<u8>,
) -> ClassifiedSegment<'a> {
    let recogniser = Recogniser::of_values(classes, surroundings);
    classify(segment, &recogniser, token)
}

/// Whether a segment is a session that ASP.NET wrote into the path,
/// `(S(lit3py55t21z5v55vlm25s55))`: it has no effect on the page.
pub(super) fn is_session(segment: &[u8]) -> bool {
    matches!(
        segment,
        [b'(', b'A' | b'F' | b'S' | b'X', b'(', .., b')', b')']
    )
}

/// Returns the offset of a locale at the end of a file name: `messages_de`, `strings.pt-BR`. Codes
/// that are also words do not count.
fn locale_at_end(stem: &[u8]) -> Option<usize> {
    let is_separator = |b: &u8| matches!(b, b'-' | b'_' | b'.');
    let is_code = |code: &[u8]| {
        let word = words::look_up(code);
        code.len() == 2
            && is_small_letters(code)
            && word.has(WordMarks::LOCALE_CODE)
            && !word.has(WordMarks::DOUBTFUL_CODE)
    };
    let after = |text: &[u8]| {
        let separator = text.iter().rposition(is_separator)?;
        (separator > 0).then_some(separator + 1)
    };
    let last = after(stem)?;
    if stem[last..].iter().all(u8::is_ascii_uppercase)
        && let Some(language) = after(&stem[..last - 1])
        && is_code(&stem[language..last - 1])
    {
        return Some(language);
    }
    is_code(&stem[last..]).then_some(last)
}

/// Whether a name is a word of letters and a number at its end, which may be separated. Longer
/// numbers are ids, behind a single letter those of two digits too, and names of more parts are
/// titles or dates.
fn is_numbered(stem: &[u8]) -> bool {
    let digits = stem.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let ([word @ .., b'-' | b'_'] | word) = &stem[..stem.len() - digits];
    let longest = if word.len() > 1 { 4 } else { 1 };
    (1..=longest).contains(&digits) && !word.is_empty() && is_letters(word)
}

/// The rest of a word, up to its next dot, while the word is masked part by part. It is counted
/// once and each part is subtracted; counting it for each part would take quadratic time.
#[derive(Clone, Copy)]
struct Stretch {
    length: usize,
    census: Census,
}

impl Stretch {
    fn of(text: &[u8]) -> Self {
        let stretch = before(text, |b| b == b'.');
        Self {
            length: stretch.len(),
            census: Census::of(stretch),
        }
    }

    /// Returns the stretch without the first `taken` bytes of its text; `None` if it is shorter.
    fn after(&self, text: &[u8], taken: usize) -> Option<Self> {
        let length = self.length.checked_sub(taken)?;
        let pair = &text[taken.saturating_sub(1)..(taken + 1).min(self.length)];
        Some(Self {
            length,
            census: self.census.without(&text[..taken], pair),
        })
    }
}

/// Returns the end of a random value with separators at the start of a text: a UUID, or base 64 up
/// to a dot.
fn drawn(text: &[u8], stretch: &Stretch) -> Option<usize> {
    if text.get(..36).is_some_and(rules::is_uuid) {
        return Some(36);
    }
    // A word before a checksum does not belong to it.
    let word = before(text, |b| !b.is_ascii_lowercase()).len();
    let has_checksum = || {
        if word == 0 || !matches!(text.get(word), Some(b'-' | b'_')) {
            return false;
        }
        match stretch.after(text, word + 1) {
            Some(rest) => random::is_digest(&rest.census),
            None => false,
        }
    };
    // A checksum of the usual length is one whatever letters it begins with.
    let is_whole = stretch.length == random::SHA_256;
    (random::is_digest(&stretch.census) && (is_whole || !has_checksum())).then_some(stretch.length)
}

/// Writes a word, and masks its runs of digits and its hexadecimal or random parts. Technical words
/// keep their digits. `is_built` says whether it names a file that build tools write. Returns
/// [`Traits::MASKED`] if it has numbers, short ones only, and no other values.
fn mask(stem: &[u8], is_built: bool, recogniser: &Recogniser, token: &mut Vec<u8>) -> Traits {
    let Recogniser {
        classes, tuning, ..
    } = *recogniser;
    let masks_numbers = classes.has(Class::Numbered);
    let mut longest = 0;
    let mut has_others = false;
    let is_built = is_built && tuning.has(rules::BUILD_CODE) && tuning.has(rules::BUILD_HEX);
    let has_digits = !is_built || has_digit(stem);
    let mut rest = stem;
    let mut stretch = None;
    while !rest.is_empty() {
        let separator = || rest.iter().position(|b| matches!(b, b'.' | b'-' | b'_'));
        let mut drawn = None;
        if rest.len() >= random::DIGEST {
            drawn = self::drawn(rest, stretch.get_or_insert_with(|| Stretch::of(rest)));
        }
        if is_built && drawn.is_none() {
            drawn = builds::hash_at(rest, rest.len() == stem.len());
        }
        let (part, tail) = rest.split_at(drawn.or_else(separator).unwrap_or(rest.len()));
        let is_value = || {
            let census = Census::of(part);
            random::is_hex(&census) || random::looks_random(part, &census, &tuning.thresholds)
        };
        if drawn.is_some() || (has_digits && part.len() >= random::SHORTEST && is_value()) {
            token.extend_from_slice(b"{}");
            has_others = true;
        } else if words::is_technical(part) || !masks_numbers {
            token.extend_from_slice(part);
        } else {
            longest = longest.max(mask_digits(part, token));
        }
        let mut gone = part.len();
        if let [separator, ..] = tail {
            token.push(*separator);
            gone += 1;
        }
        stretch = stretch.and_then(|stretch: Stretch| stretch.after(rest, gone));
        rest = &rest[gone..];
    }
    let keeps_numbers = !has_others && longest > 0 && is_numbered(stem);
    Traits(when(keeps_numbers, Traits::MASKED))
}

/// Masks each run of digits, except in escapes. Returns the length of the longest.
fn mask_digits(part: &[u8], token: &mut Vec<u8>) -> usize {
    let mut rest = part;
    let mut longest = 0;
    while !rest.is_empty() {
        let end = match rest {
            [b'%', ..] if is_escape(rest) => 3,
            [b'%', ..] => 1,
            _ => before(rest, |b| b.is_ascii_digit() || b == b'%').len(),
        };
        token.extend_from_slice(&rest[..end]);
        rest = &rest[end..];
        let digits = leading_digits(rest);
        if digits > 0 {
            token.extend_from_slice(b"{}");
        }
        rest = &rest[digits..];
        longest = longest.max(digits);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thresholds::Thresholds;
    use proptest::prelude::*;

    /// The surroundings of a first segment.
    fn early() -> Surroundings {
        Surroundings::start(false)
    }

    fn classified(
        segment: &str,
        surroundings: Surroundings,
        classes: Classes,
    ) -> (ClassifiedSegment<'_>, Vec<u8>) {
        let mut token = Vec::new();
        let found = read(segment.as_bytes(), surroundings, classes, &mut token);
        (found, token)
    }

    #[test]
    fn a_checksum_may_begin_with_letters_that_look_like_a_word() {
        for checksum in [
            "w--8H3Lk1MHjrj_2jWAcquUJFiUGCldjYphq7Li8K2k",
            "pd_7Of0Nkcq1oixTTgkS37sBfn53Ne976s5llaY_0-Y",
            "jp_vnLK5v_ko3L3eDUfi5bXC3ehKDOqjxMbUFL8w1e8",
            "t-FivFoZbONG1l0wYxJJcvEzqzucdwmpOrv1y4CUvGg",
            "y_9WOZjLxIiBo8r1j65z0HAaG0g8wh4Fckg5qWdQdFY",
            "l_0a1B3TcW5pu3_6ot0W0Cl2C5LpR1-CP9ArHnL1cAc",
            "bem-MNUCJdAIvQfBzKzX3kq3tdnStAhkyMDy5Iqxcqw",
            "o_TBT3Z7pFjndtI-d3Euc407fLBcNmiqwAsXVJQOGHw",
            "rb-3swBpdnNzql0ebTCoWT6hMpZBfZAKvp4W_2LnVXE",
            "s-cbJYUknwoQarsqAv-8o6AN54O5pZnE3CimWtQAvhs",
        ] {
            for prefix in ["css_", "js_", "site-"] {
                let name = format!("{prefix}{checksum}.css");
                let (_, token) = classified(&name, early(), Classes::default());
                let expected = format!("{prefix}{{}}.css");
                assert_eq!(String::from_utf8_lossy(&token), expected);
            }
        }
    }

    proptest! {
        /// Subtracting the beginning gives the same counts as counting the rest.
        #[test]
        fn parts_are_taken_off_a_stretch(text in "[a-cA-C0-9._-]{0,60}", taken in 0..60_usize) {
            let text = text.as_bytes();
            let taken = taken.min(text.len());
            if let Some(left) = Stretch::of(text).after(text, taken) {
                let wanted = Stretch::of(&text[taken..]);
                prop_assert_eq!((left.length, left.census), (wanted.length, wanted.census));
            } else {
                prop_assert!(text[..taken].contains(&b'.'));
            }
        }
    }

    #[derive(Clone, Copy)]
    struct Settings {
        classes: Classes,
        tuning: &'static Tuning,
    }

    /// All settings to test: each class off and all of them, each threshold tried, each rule off.
    fn settings() -> Vec<Settings> {
        let without = |class: &Class| {
            let mut classes = Classes::default();
            classes.switch(*class, false);
            Settings {
                classes,
                tuning: Tuning::STANDARD,
            }
        };
        let tuned = |change: &dyn Fn(&mut Tuning)| {
            let mut tuning = Tuning::default();
            change(&mut tuning);
            Settings {
                classes: Classes::default(),
                tuning: Box::leak(Box::new(tuning)),
            }
        };
        let mut settings: Vec<Settings> = [Classes::default(), Classes::none()]
            .map(|classes| Settings {
                classes,
                tuning: Tuning::STANDARD,
            })
            .into();
        settings.extend(Class::ALL[1..].iter().map(without));
        for (name, tried) in Thresholds::TRIED {
            let change = |value: i32| {
                move |tuning: &mut Tuning| {
                    *tuning.thresholds.get_mut(name).expect("is listed") = value;
                }
            };
            settings.extend(tried.iter().map(|&value| tuned(&change(value))));
        }
        settings.extend(
            rules::all().map(|rule| tuned(&|tuning: &mut Tuning| tuning.off.push(rule.name))),
        );
        settings
    }

    /// Asserts that a segment has the class given by the rules, also on the path for plain names.
    #[track_caller]
    fn assert_judged(segment: &str, surroundings: Surroundings, settings: Settings) {
        let recogniser = Recogniser {
            classes: settings.classes,
            tuning: settings.tuning,
            surroundings,
        };
        let mut token = Vec::new();
        let mut wanted = Vec::new();
        let found = classify(segment.as_bytes(), &recogniser, &mut token);
        let general = general(segment.as_bytes(), &recogniser, &mut wanted);
        assert_eq!(
            (found, &token),
            (general, &wanted),
            "{segment} {surroundings:?} {:?}",
            settings.classes
        );
    }

    /// The words of all data files, words made of them, and the examples of the rules.
    fn listed_words() -> Vec<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/token/data");
        let files = std::fs::read_dir(folder).expect("the folder is there");
        let paths = files.map(|file| file.expect("it can be listed").path());
        let texts = paths
            .filter(|path| path.extension().is_none_or(|extension| extension != "bin"))
            .map(|path| std::fs::read_to_string(path).expect("it is text"));
        let mut words: Vec<String> = texts
            .flat_map(|text| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        let made = words.iter().step_by(5).flat_map(|word| {
            ["admin", "Admin", "servlet"]
                .map(|end| format!("{word}{end}"))
                .into_iter()
                .chain([
                    format!("admin{word}"),
                    format!("{word}s"),
                    format!("{word}.html"),
                    format!("zork-{word}"),
                    format!("{word}_of_{word}"),
                    format!("{word}-of-2024"),
                    format!("zork_{word}_17.php"),
                ])
        });
        let short = words.iter().filter(|word| word.len() < 7);
        let files = short.flat_map(|word| {
            ["x", "zork", "zork-7", "red-quokka", "set_de"].map(|stem| format!("{stem}.{word}"))
        });
        let examples = rules::all().flat_map(|rule| rule.takes().iter().chain(rule.leaves()));
        let examples = examples
            .filter_map(|path| path.rsplit('/').next())
            .map(str::to_owned);
        let made: Vec<String> = made.chain(files).chain(examples).collect();
        words.extend(made);
        words
    }

    #[test]
    fn listed_words_are_judged_by_the_rules() {
        let words = listed_words();
        let settings = settings();
        assert!(words.len() > 10_000 && settings.len() > 100);
        for word in &words {
            for surroundings in [early(), Surroundings::start(true), Surroundings::default()] {
                assert_judged(word, surroundings, settings[0]);
            }
        }
        for (i, setting) in settings.iter().enumerate() {
            for word in words.iter().skip(i % 89).step_by(89) {
                assert_judged(word, Surroundings::default(), *setting);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn made_up_segments_are_judged_by_the_rules(
            word in "[a-z]{1,18}",
            joined in "[a-z]{1,9}([-_][a-z]{1,9}){1,5}",
            numbered in "([a-z]{1,7}|[0-9]{1,4}|[a-z]{2}[0-9])([-_]([a-z]{1,7}|[0-9]{1,4}|[a-z0-9]{1,5})){1,7}",
            file in "[a-z]{1,9}([-_]?[a-z0-9]{1,5}){0,3}\\.(html|php|js|css|json|jpg|mp3|yml|pdf|jar|com|zork)",
            uuid in "[0-9a-f]{8}(-[0-9a-f]{4}){3}-([0-9a-f]{12}|[a-z]{12})(\\.(html|php|js|json|png|zork))?",
            page in "(forum|thread|red|shoes|[a-z]{2,4})([-_](forum|thread|red|[a-z]{2,4})){0,3}[-_]?[0-9]{1,6}([-_][0-9]{1,3})?\\.s?html?",
            media in "([a-z0-9]{1,40}|[0-9a-f]{6,40}|v?[0-9]{1,8}[a-z]{0,2})([-_][a-z0-9]{1,9}){0,3}\\.(png|jpg|svg|mp3|ttf|woff2|pdf)",
            any in "[a-zA-Z0-9._~%:-]{1,24}",
            setting: prop::sample::Index,
            surroundings: prop::sample::Index,
        ) {
            thread_local!(static SETTINGS: Vec<Settings> = settings());
            let setting = SETTINGS.with(|settings| settings[setting.index(settings.len())]);
            let surroundings = Surroundings::all().nth(surroundings.index(1024)).expect("there are so many");
            for segment in [word, joined, numbered, file, uuid, page, media, any] {
                assert_judged(&segment, surroundings, setting);
                assert_judged(&segment, Surroundings::default(), setting);
            }
        }
    }

    #[test]
    fn digits_of_escapes_belong_to_the_word() {
        for (segment, token) in [
            ("item%1B", "item%1B"),
            ("foo%0Abar", "foo%0Abar"),
            ("foo%0Dbar", "foo%0Dbar"),
            ("a%1B7b", "a%1B{}b"),
            ("a%1", "a%{}"),
            ("item42%2Fx", "item{}%2Fx"),
        ] {
            assert_eq!(seen(segment), (token.to_owned(), "word"), "{segment}");
        }
    }

    /// Returns the token and the class of a segment that is not one of the first two.
    fn seen(segment: &str) -> (String, &'static str) {
        let (found, token) = classified(segment, Surroundings::default(), Classes::default());
        (
            String::from_utf8(token).expect("tokens of text are text"),
            found.class.name(),
        )
    }

    #[test]
    fn each_class_takes_its_segments() {
        let cases = [
            ("version", "v2", "v2"),
            ("version", "v1.3", "v1.3"),
            ("version", "v4beta", "v4beta"),
            ("version", "v1alpha2", "v1alpha2"),
            ("version", "1.0", "1.0"),
            ("file", "login.php", "login.php"),
            ("file", "app.4af0bdc4.js", "app.{}.js"),
            ("file", "app-4af0bdc4.min.css", "app-{}.min.css"),
            ("call", "Users(12)", "Users({})"),
            ("call", "Users('ann')", "Users({})"),
            ("int", "42", "{}"),
            ("int", "42.html", "{}.html"),
            ("numbers", "2024-05-06", "{}"),
            ("numbers", "52.52,13.40", "{}"),
            ("numbers", "19.99", "{}"),
            ("numbers", "0.13.3", "{}"),
            ("numbers", "v0.13.3", "{}"),
            ("numbers", "300x200", "{}"),
            ("uuid", "0b5a1c7e-8f3d-4b2a-9c6e-112233445566", "{}"),
            ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl", "{}"),
            ("email", "ann@example.test", "{}"),
            ("email", "ann%40example.test", "{}"),
            ("handle", "@ann", "{}"),
            ("handle", "~ann", "{}"),
            ("word", "%E6%97%A5", "%E6%97%A5"),
            ("text", "%E6%97%A5%20%E6%9C%AC", "{}"),
            ("text", "red%20shoes", "{}"),
            ("text", "red+shoes", "{}"),
            ("media", "cat.PNG", "{}.png"),
            ("host", "sub.example.test", "{}"),
            ("host", "https%3A%2F%2Fexample.test%2Fa.b", "{}:"),
            ("file", "forum-7.html", "forum-{}.html"),
            ("file", "thread-23-1-1.html", "thread-{}-{}-{}.html"),
            ("file", "Special:Export", "Special:Export"),
            ("file", "$metadata", "$metadata"),
            ("numbers", "20240506070809if_", "{}"),
            ("word", "@original", "@original"),
            ("hex", "4af0bdc4", "{}"),
            ("hex", "507f1f77bcf86cd799439011", "{}"),
            ("random", "dQw4w9WgXcQ", "{}"),
            ("random", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "{}"),
            ("random", "V1StGXR8_Z5jdHi6B-myT", "{}"),
            ("slug", "how-to-plant-a-tree", "{}"),
            ("slug", "red-shoes-12345", "{}"),
            ("word", "users", "users"),
            ("word", "page17", "page{}"),
            ("file", "page17.html", "page{}.html"),
            ("word", "oauth2", "oauth2"),
            ("word", "reset-your-password", "reset-your-password"),
            (
                "word",
                "billing-history-download",
                "billing-history-download",
            ),
            ("word", ".env", ".env"),
            (
                "file",
                "css_pIMLQ_Kl6IKbqfgj_xNUGoPieWpBZ7QOi9Qb_rGd-hU.css",
                "css_{}.css",
            ),
            (
                "file",
                "app-0b5a1c7e-8f3d-4b2a-9c6e-112233445566.min.js",
                "app-{}.min.js",
            ),
            ("file", "index-BEX5bVOE.js", "index-{}.js"),
            (
                "file",
                "index-legacy-D-D_kOSa.js.map",
                "index-legacy-{}.js.map",
            ),
            ("file", "polyfills-SCHOHYNV.js", "polyfills-{}.js"),
            (
                "file",
                "vendors~main.3f2a.chunk.js",
                "vendors~main.{}.chunk.js",
            ),
            ("file", "D9Y7wq3f.js", "{}.js"),
            ("file", "main-Page1.js", "main-Page{}.js"),
            ("file", "index-UserList.js", "index-UserList.js"),
            ("media", "rxjs-6.6.7.tgz", "{}.tgz"),
            ("word", "acme.Orders", "acme.Orders"),
            ("word", "messages_de.html", "messages_{}.html"),
            ("file", "strings.pt-BR.json", "strings.{}.json"),
            ("file", "strings-2-fr.json", "strings-{}-{}.json"),
            ("file", "contact-us.php", "contact-us.php"),
            ("word", "messages_de", "messages_de"),
            ("word", "Talk:Tea", "Talk:Tea"),
            ("text", "Talk:%E6%97%A5", "Talk:{}"),
            ("media", "File:cat.png", "File:{}.png"),
            ("int", "42:cancel", "{}:cancel"),
            ("word", "orders:batchGet", "orders:batchGet"),
            ("numbers", "14:30", "{}"),
            ("word", "getUserInfo", "getUserInfo"),
        ];
        for (class, segment, token) in cases {
            assert_eq!(seen(segment), (token.to_owned(), class), "{segment}");
        }
    }

    #[test]
    fn a_class_that_is_off_takes_nothing() {
        let samples = [
            "v2",
            "login.php",
            "Users(12)",
            "42",
            "2024-05-06",
            "0b5a1c7e-8f3d-4b2a-9c6e-112233445566",
            "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl",
            "ann@example.test",
            "@ann",
            "en-us",
            "%E6%97%A5%20%E6%9C%AC",
            "cat.png",
            "sub.example.test",
            "4af0bdc4",
            "dQw4w9WgXcQ",
            "how-to-plant-a-tree",
        ];
        for (class, sample) in Class::ALL[1..].iter().zip(samples) {
            let mut classes = Classes::default();
            assert_eq!(
                classified(sample, early(), classes).0.class,
                *class,
                "{sample}"
            );
            classes.set(class.name(), false).expect("is a class");
            assert_ne!(
                classified(sample, early(), classes).0.class,
                *class,
                "{sample}"
            );
            let (found, token) = classified(sample, early(), Classes::none());
            assert_eq!((found.class, &token[..]), (Class::Word, sample.as_bytes()));
        }
    }

    #[test]
    fn words_have_the_traits_that_learning_asks_for() {
        let traits = |segment: &str| {
            classified(segment, Surroundings::default(), Classes::default())
                .0
                .traits
        };
        let cases = [
            ("profile", Traits::KNOWN, Traits::ACTION | Traits::PLURAL),
            ("profiles", Traits::KNOWN | Traits::PLURAL, Traits::ACTION),
            ("export", Traits::KNOWN | Traits::ACTION, Traits::NAMING),
            ("pending", Traits::KNOWN | Traits::ACTION, Traits::NAMING),
            (
                "resetPassword",
                Traits::KNOWN | Traits::ACTION,
                Traits::JOINED,
            ),
            (
                "reset-password",
                Traits::KNOWN | Traits::ACTION | Traits::JOINED,
                Traits::VALUE,
            ),
            (
                "acme.Orders",
                Traits::KNOWN | Traits::ACTION,
                Traits::PLURAL,
            ),
            (
                "zork_space.ByName",
                Traits::KNOWN | Traits::ACTION,
                Traits::PLURAL,
            ),
            ("product", Traits::NAMING, Traits::TAXONOMY),
            ("tag", Traits::NAMING | Traits::TAXONOMY, Traits::PLURAL),
            ("settings", Traits::KNOWN, Traits::PLURAL),
            ("lantern", Traits::READABLE, Traits::KNOWN),
            ("quokkas", Traits::PLURAL, Traits::KNOWN),
            ("red-shoes", Traits::JOINED, Traits::KNOWN),
            ("v2", Traits::FIXED | Traits::API, Traits::VALUE),
            ("rest", Traits::API, Traits::FIXED),
            ("blob", Traits::TAIL, Traits::FIXED),
            ("2024", Traits::VALUE | Traits::YEAR, Traits::SMALL),
            ("05", Traits::VALUE | Traits::SMALL, Traits::YEAR),
            (
                "how-to-plant-a-tree",
                Traits::VALUE | Traits::MARKED,
                Traits::KNOWN,
            ),
            ("keycloak", Traits::PROTECTED, Traits::FIXED),
            ("zork-login", Traits::PROTECTED, Traits::FIXED),
            ("zork.yml", Traits::PROTECTED, Traits::FIXED),
            (
                "lantern",
                Traits::READABLE,
                Traits::PROTECTED | Traits::HIDDEN | Traits::NUMBERED,
            ),
            (".zork", Traits::HIDDEN, Traits::VALUE),
            ("_zork", Traits::HIDDEN, Traits::VALUE),
            ("___zork", Traits::HIDDEN, Traits::VALUE),
            (".7z", Traits::HIDDEN, Traits::VALUE),
            ("_4711", 0, Traits::HIDDEN),
            ("zork7", Traits::NUMBERED, Traits::VALUE),
            ("7-zork", Traits::NUMBERED, Traits::VALUE),
            ("zork-7", Traits::JOINED, Traits::NUMBERED),
            ("it", Traits::LOCALE_CODE | Traits::DOUBTFUL, Traits::VALUE),
        ];
        for (segment, with, without) in cases {
            let found = traits(segment);
            assert!(
                found.0 & with == with && !found.has(without),
                "{segment} {found:?}"
            );
        }
    }
}
