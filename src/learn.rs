//! Learns, while a list streams by, which positions of a site's paths are variable.
//!
//! A *place* is a template before a position, together with the extension of what stands there: all words that follow
//! `/users/` on one host. Every different word that appears at a place speaks once, for a variable place or against
//! it, with the [points](Before::points) of its kind: words that no list knows speak for, names of routes and actions
//! against. What stands before the place decides how much it takes:
//!
//! - after a date or a word like `tag`, people choose the names: one word that is no action is enough;
//! - where values stood, one unfamiliar word is enough; after a plural or another naming word, two are;
//! - anywhere else it takes [`EVIDENCE`], or the codes of four languages, which speak for themselves alone.
//!
//! In a variable place words and values read the same, except those that are likelier endpoints of their own
//! ([`Before::patience`]): a site's `/users/export` stays beside `/users/ann`.
//!
//! In an API nouns are chosen by programmers, known to us or not. There a word that reads like a language speaks
//! less, a plural names a collection and never speaks, and titles are words ([`Place::api`](crate::token::Place)).
//!
//! # Shadows
//! A place is found to be variable only after some of its words were printed as words. So a printed line also enters every
//! reading in which its unfamiliar words are variable ([`Learner::shadows`]): later lines find it there, and no
//! tree of what was printed has to be kept or rewritten. Until a place is found to be variable, a word there hides no values:
//! `/account/zork` was printed, and `/account/17` still is. So most shadows are entered under tokens of their own
//! ([`Segment::early`]), which only lines ask for whose places are known to be variable.
//!
//! # Cost and bound
//! Two [tables](Slots) of 8-byte slots, one or two lookups a segment. At its bound a table takes nothing new: places it
//! does not know read as their words, so learning merges less, and a line that is similar to nothing printed is never
//! lost by it. All of it depends on the input's order alone.

mod slots;

use crate::hash::Key;
use crate::record::{Batch, Record, Segment};
use crate::token::Traits;
use slots::Slots;
use std::collections::TryReserveError;

/// Points at which a place is variable, and at which a variable place is beyond doubt: five words that nothing else is
/// known of. Between 3 and 8 words give the same score.
const EVIDENCE: i32 = 50;

/// Points of one unfamiliar word.
const WORD: i32 = 10;

/// Points of the code of a language: four of them show that a site has editions.
const CODE: i32 = EVIDENCE / 4 + 1;

/// What a word takes to read as a value in a variable place: nothing, certainty, or more than there is.
const NONE: i32 = i32::MIN;
const UNTIL_SURE: i32 = EVIDENCE;
const ENDLESS: i32 = i32::MAX;

/// Combinations of open places under which a printed line is also entered, and of variable ones under which one is looked up.
pub(crate) const MAX_SHADOWS: usize = 8;

/// Slots of each table at most: 256 MiB, full with 25 million places or words at them.
const BOUND: usize = 1 << 25;

/// What is learned of all hosts.
#[derive(Debug)]
pub(crate) struct Learner {
    /// Words seen at places.
    seen: Slots,
    /// Places: a tag of 51 bits and a [`Place`].
    places: Slots,
}

/// What is known of one place, in the 13 free bits of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    /// Points for less points against.
    balance: i32,
    /// Values stood here.
    values: bool,
    /// A word spoke for it.
    named: bool,
    variable: bool,
}

/// What a word's appearance at a place says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A word that says what is done or chosen, or that names what follows: `search`, `latest`, `tag`.
    Action,
    /// Such a word with others joined: `reset-password`.
    ActionPhrase,
    /// An ordinary word of sites and APIs: `profile`.
    Name,
    /// Ordinary words joined: `billing-history`.
    Phrase,
    /// The code of a language or country, where nothing is listed: an edition of the site, perhaps.
    Code,
    /// Any other word.
    Unfamiliar,
    /// Others joined: `red-shoes`.
    UnfamiliarPhrase,
    /// Any other plural; on sites only where it is a single word.
    UnfamiliarPlural,
}

/// What stands before a place.
#[derive(Clone, Copy, Debug)]
struct Before {
    template: u64,
    position: usize,
    ground: Ground,
    /// Inside a date.
    date: bool,
    /// The previous segment is variable.
    value: bool,
    /// An API, by its host or one of the first three segments.
    api: bool,
}

/// How freely what stands at a place is named, by what stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ground {
    /// Nothing is known.
    Plain,
    /// An API's version or name stands before: collections follow.
    Collections,
    /// A plural or naming word stands before: `users`, `product`.
    Listed,
    /// A date or a word like `tag` stands before.
    Free,
}

impl Default for Learner {
    fn default() -> Self {
        Self::with_bound(BOUND)
    }
}

impl Learner {
    /// A learner with tables of at most `bound` slots each.
    pub(crate) fn with_bound(bound: usize) -> Self {
        Self { seen: Slots::new(bound, 0), places: Slots::new(bound, Place::BITS) }
    }

    /// Makes room for what so many segments can teach at most, if nothing is kept of them.
    pub(crate) fn reserve(&mut self, segments: usize) -> Result<(), TryReserveError> {
        self.seen.try_reserve(segments)?;
        self.places.try_reserve(segments)
    }

    /// Brings into the cache what [`read`](Self::read) will look up, if nothing is learned for the record meanwhile. The lookups of
    /// a batch then wait for memory together, not one after the other.
    pub(crate) fn foresee(&self, key: &Key, record: &Record, batch: &Batch) {
        let mut template = record.host;
        for segment in batch.segments_of(record) {
            let at = key.join(template, segment.variable);
            self.places.touch(at);
            if !segment.traits.has(Traits::VALUE | Traits::FIXED) {
                self.seen.touch(key.join(at, segment.token));
            }
            template = key.join(template, segment.token);
        }
    }

    /// Decides what each segment of a record reads, and learns from it. `variable` gets the segments whose places are known to be
    /// variable: there a similar line that was printed before may have been entered under its [early](Segment::early) token.
    pub(crate) fn read(
        &mut self,
        key: &Key,
        record: &Record,
        batch: &Batch,
        api: bool,
        tokens: &mut Vec<u64>,
        variable: &mut Vec<usize>,
    ) {
        tokens.clear();
        variable.clear();
        let segments = batch.segments_of(record);
        let mut before = Before::start(record, api);
        for (i, segment) in segments.iter().enumerate() {
            let (token, is_variable) = self.decide(key, &before, segment, segments.get(i + 1));
            before.step(key, segment, token);
            tokens.push(token);
            if is_variable {
                variable.push(i);
            }
        }
    }

    /// Enters a kept record under every reading in which some of its open places are variable, and gives those readings.
    pub(crate) fn shadows(
        &mut self,
        key: &Key,
        record: &Record,
        batch: &Batch,
        api: bool,
        tokens: &[u64],
        mut each: impl FnMut(&[u64]),
    ) {
        let segments = batch.segments_of(record);
        let mut open = [(0, 0); MAX_SHADOWS.ilog2() as usize];
        let mut count = 0;
        let mut before = Before::start(record, api);
        for (i, (segment, &token)) in segments.iter().zip(tokens).enumerate() {
            let word = token != segment.variable && !before.is_fixed(segment);
            if count < open.len() && word && before.patience(before.kind(segment)) < ENDLESS {
                let entered = if before.is_like_values(segment) { segment.variable } else { segment.early() };
                open[count] = (i, entered);
                count += 1;
            }
            before.step(key, segment, token);
        }
        if count == 0 {
            return;
        }
        let (mut reading, mut entered) = (tokens.to_vec(), tokens.to_vec());
        for choice in 1..1_usize << count {
            reading.copy_from_slice(tokens);
            entered.copy_from_slice(tokens);
            // What stands before the first place that is read otherwise has been counted.
            let (first, _) = open[choice.trailing_zeros() as usize];
            for (bit, &(i, token)) in open[..count].iter().enumerate() {
                if choice & (1 << bit) != 0 {
                    reading[i] = segments[i].variable;
                    entered[i] = token;
                }
            }
            let mut before = Before::start(record, api);
            for (i, (segment, &token)) in segments.iter().zip(&reading).enumerate() {
                if i > first && token == segment.token {
                    self.count(key, &before, segment);
                }
                before.step(key, segment, token);
            }
            each(&entered);
        }
    }

    /// What a segment reads, and whether that is what every value at its place reads, which is known to be variable.
    fn decide(
        &mut self,
        key: &Key,
        before: &Before,
        segment: &Segment,
        next: Option<&Segment>,
    ) -> (u64, bool) {
        let place = self.count(key, before, segment);
        if !place.variable || before.is_fixed(segment) {
            return (segment.token, false);
        }
        if segment.traits.has(Traits::VALUE) {
            return (segment.token, true);
        }
        let kind = before.kind(segment);
        let stays = place.balance < before.patience(kind)
            && !(matches!(kind, Kind::Name | Kind::Phrase)
                && place.balance >= 2 * WORD
                && self.continues(key, before, segment, next));
        if stays { (segment.token, false) } else { (segment.variable, true) }
    }

    /// Whether the word that follows has been seen after values of this place, where a value or the name of a list stands before
    /// it: then a repository called `core` is one more of those whose `/commits` are known.
    fn continues(&self, key: &Key, before: &Before, segment: &Segment, next: Option<&Segment>) -> bool {
        let Some(next) = next.filter(|next| !next.traits.has(Traits::VALUE)) else { return false };
        let after = key.join(before.template, segment.variable);
        let below_value = before.value && !before.api && before.ground == Ground::Plain;
        (below_value || before.ground == Ground::Listed)
            && self.seen.contains(key.join(key.join(after, next.variable), next.token))
    }

    /// Counts a segment at its place, and gives what the place is now.
    fn count(&mut self, key: &Key, before: &Before, segment: &Segment) -> Place {
        let at = before.place(key, segment);
        let Some(slot) = self.places.entry(at) else { return Place::default() };
        let old = Place::from_slot(*slot);
        let mut place = old;
        let settled = place.variable && place.balance >= EVIDENCE;
        if segment.traits.has(Traits::VALUE) {
            // A site's sections stand beside its editions, its people and the pages with long names.
            place.values |= before.position > 0 || !segment.traits.has(Traits::MARKED);
        } else if !settled && !before.is_fixed(segment) {
            let word = key.join(at, segment.token);
            if let Some(seen) = self.seen.entry(word)
                && *seen == 0
            {
                *seen = word.max(1);
                let points = before.points(before.kind(segment), segment);
                place.balance += points;
                // After a plural, a single one may also be a page about them all.
                let one_is_enough = before.ground == Ground::Free
                    || place.values
                    || (before.ground == Ground::Listed && place.named);
                // In an API what is done with things may outvote one unfamiliar thing, on a site it does not.
                let enough = if !one_is_enough {
                    EVIDENCE
                } else if before.api {
                    points
                } else {
                    i32::MIN
                };
                place.named |= points > 0;
                place.variable |= points > 0 && place.balance >= enough;
            }
        }
        if place != old || *slot == 0 {
            *slot = place.to_slot(at);
        }
        place
    }
}

impl Place {
    /// 10 bits of balance and 3 of flags.
    const BITS: u32 = 13;
    /// What the balance is stored above, so that no place is stored as an empty slot.
    const BIAS: i32 = 512;

    fn from_slot(slot: u64) -> Self {
        if slot == 0 {
            return Self::default();
        }
        let balance = (slot >> 3 & 0x3FF) as i32 - Self::BIAS;
        Self { balance, values: slot & 1 != 0, variable: slot & 2 != 0, named: slot & 4 != 0 }
    }

    fn to_slot(self, hash: u64) -> u64 {
        let balance =
            u64::from((self.balance.clamp(1 - Self::BIAS, Self::BIAS - 1) + Self::BIAS).unsigned_abs());
        hash >> Self::BITS << Self::BITS
            | balance << 3
            | u64::from(self.named) << 2
            | u64::from(self.variable) << 1
            | u64::from(self.values)
    }
}

impl Kind {
    fn of(segment: &Segment, api: bool) -> Self {
        let has = |bits| segment.traits.has(bits);
        let (known, joined) = (has(Traits::KNOWN), has(Traits::JOINED));
        match (known, known && has(Traits::ACTION | Traits::NAMING), joined) {
            (_, true, false) => Self::Action,
            (_, true, true) => Self::ActionPhrase,
            (true, _, false) => Self::Name,
            (true, _, true) => Self::Phrase,
            _ if has(Traits::PLURAL) && (api || !joined) => Self::UnfamiliarPlural,
            (_, _, true) => Self::UnfamiliarPhrase,
            _ => Self::Unfamiliar,
        }
    }
}

impl Before {
    fn start(record: &Record, api: bool) -> Self {
        Self { template: record.host, position: 0, ground: Ground::Plain, date: false, value: false, api }
    }

    /// What kind of word stands here. Where things are listed, codes and names in capitals are some of them, whatever they mean.
    fn kind(&self, segment: &Segment) -> Kind {
        if !segment.traits.has(Traits::CODE | Traits::CAPITAL) {
            Kind::of(segment, self.api)
        } else if self.is_code(segment) {
            Kind::Code
        } else if self.ground >= Ground::Listed {
            Kind::Unfamiliar
        } else {
            Kind::of(segment, self.api)
        }
    }

    /// Whether a printed word stands for the values that come after it: it is one of what is listed here, or a title. Any other
    /// word says nothing of them before its place is found to be variable.
    fn is_like_values(&self, segment: &Segment) -> bool {
        match self.kind(segment) {
            Kind::UnfamiliarPhrase => true,
            Kind::Unfamiliar | Kind::UnfamiliarPlural | Kind::Code => self.ground >= Ground::Listed,
            _ => self.ground == Ground::Free,
        }
    }

    /// Whether a segment may be an edition: the code of a language where nothing is listed.
    fn is_code(&self, segment: &Segment) -> bool {
        segment.traits.has(Traits::CODE) && self.ground < Ground::Listed
    }

    /// The place of a segment. Codes have one of their own: a site may have many editions and few pages.
    fn place(&self, key: &Key, segment: &Segment) -> u64 {
        let at = key.join(self.template, segment.variable);
        if self.is_code(segment) { key.join(at, u64::from(Traits::CODE)) } else { at }
    }

    /// Whether a segment stays whatever is learned. Files do, and versions, unless they are the names of releases.
    fn is_fixed(&self, segment: &Segment) -> bool {
        segment.traits.has(Traits::FIXED) && !(segment.traits.has(Traits::API) && self.ground == Ground::Free)
    }

    /// What a word says for (above 0) or against its place being variable.
    #[allow(clippy::match_same_arms, reason = "read as a table, in order")]
    fn points(&self, kind: Kind, segment: &Segment) -> i32 {
        let readable = segment.traits.has(Traits::READABLE);
        match (kind, self.ground) {
            (Kind::Code, _) => CODE,
            (Kind::Action, _) => -WORD,
            (_, Ground::Free) => WORD,
            (Kind::ActionPhrase, Ground::Listed) => -WORD,
            (Kind::ActionPhrase, _) => {
                if self.api {
                    -WORD
                } else {
                    0
                }
            }
            (Kind::Name, Ground::Listed) => 0,
            (Kind::Name, _) => -WORD,
            (Kind::Phrase, Ground::Listed) => WORD,
            (Kind::Phrase, _) => {
                if self.api {
                    -WORD
                } else {
                    0
                }
            }
            (Kind::UnfamiliarPlural, Ground::Listed) if !self.api => WORD,
            (Kind::UnfamiliarPlural, _) => 0,
            (Kind::UnfamiliarPhrase, _) if !self.api => {
                // A title after an id is enough, elsewhere two are; on a site's first level three: its sections have such names too.
                if self.value {
                    EVIDENCE
                } else if self.position == 0 {
                    2 * WORD
                } else {
                    3 * WORD
                }
            }
            (_, Ground::Collections) if readable => 0,
            _ if self.api && readable => WORD * 6 / 10,
            _ => WORD,
        }
    }

    /// The balance below which a word stays itself in a variable place.
    #[allow(clippy::match_same_arms, reason = "read as a table, in order")]
    fn patience(&self, kind: Kind) -> i32 {
        match (kind, self.ground) {
            (Kind::UnfamiliarPlural, Ground::Plain | Ground::Collections) if self.api => ENDLESS,
            (Kind::Code | Kind::Unfamiliar | Kind::UnfamiliarPhrase | Kind::UnfamiliarPlural, _) => NONE,
            (Kind::Action, Ground::Free) => UNTIL_SURE,
            (_, Ground::Free) => NONE,
            (Kind::Action, _) => ENDLESS,
            (Kind::ActionPhrase | Kind::Name, Ground::Listed) => UNTIL_SURE,
            (Kind::Phrase, Ground::Listed) => NONE,
            (Kind::ActionPhrase, _) if !self.api && self.position >= 2 => UNTIL_SURE,
            (Kind::Phrase, _) if !self.api => NONE,
            _ => ENDLESS,
        }
    }

    fn step(&mut self, key: &Key, segment: &Segment, token: u64) {
        let has = |bits| segment.traits.has(bits);
        let literal = token == segment.token;
        self.template = key.join(self.template, token);
        self.date = has(Traits::YEAR) || (self.date && has(Traits::SMALL));
        self.ground = if self.date || (literal && has(Traits::TAXONOMY)) {
            Ground::Free
        } else if literal && has(Traits::NAMING | Traits::PLURAL) {
            Ground::Listed
        } else if has(Traits::API) && self.position < 3 {
            Ground::Collections
        } else {
            Ground::Plain
        };
        self.value = token == segment.variable && !has(Traits::FIXED);
        self.api |= self.position < 3 && has(Traits::API);
        self.position += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scanner, Sift, Verdict};

    fn kept<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        let mut sift = Sift::builder().build().expect("the defaults are valid");
        lines.into_iter().filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept).collect()
    }

    /// What the last segment of each line reads, as a hash.
    fn last_tokens(learner: &mut Learner, scanner: &Scanner, lines: &[String]) -> Vec<u64> {
        let mut batch = Batch::default();
        for line in lines {
            scanner.scan(line.as_bytes(), &mut batch);
        }
        let mut tokens = Vec::new();
        let read = |record: &Record| {
            learner.read(&scanner.key, record, &batch, false, &mut tokens, &mut Vec::new());
            *tokens.last().expect("has segments")
        };
        batch.records.iter().map(read).collect()
    }

    #[test]
    fn endpoints_stay_apart_and_variants_merge() {
        let cases = include_str!("../testdata/endpoints.tsv").lines().filter(|line| !line.starts_with('#'));
        let mut wrong = Vec::new();
        for case in cases {
            let columns: Vec<&str> = case.split('\t').collect();
            let [wanted, why, urls] = columns[..] else { panic!("three columns: {case}") };
            let left = kept(urls.split(' '));
            if left.len().to_string() != wanted {
                wrong.push(format!("{why}: wanted {wanted}, got {left:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// A made-up site: words, ids, titles and tags at several depths.
    fn site() -> Vec<String> {
        let animals = [
            "wombat",
            "quokka",
            "numbat",
            "bilby",
            "potoroo",
            "dingo",
            "emu",
            "brolga",
            "kookaburra",
            "echidna",
        ];
        let mut lines = Vec::new();
        for (i, animal) in animals.iter().enumerate() {
            let next = animals[(i * 7 + 3) % animals.len()];
            lines.push(format!("https://zoo.example.com/{animal}"));
            lines.push(format!("https://zoo.example.com/tag/{animal}/page/{i}"));
            lines.push(format!("https://zoo.example.com/visit/{animal}/{next}?day={i}"));
            lines.push(format!("https://zoo.example.com/shop/{animal}-{next}/reviews"));
            lines.push(format!("https://zoo.example.com/keepers/{next}/shifts/{animal}?sort=asc"));
            lines.push(format!("https://zoo.example.com/keepers/{i}/edit"));
        }
        for word in ["login", "search", "export", "keepers", "settings", "about"] {
            lines.push(format!("https://zoo.example.com/{word}"));
            lines.push(format!("https://zoo.example.com/keepers/{word}"));
        }
        lines
    }

    #[test]
    fn the_output_depends_on_the_input_alone_and_is_stable() {
        let lines = site();
        let first = kept(lines.iter().map(String::as_str));
        assert_eq!(first, kept(lines.iter().map(String::as_str)));
        assert!(first.len() < lines.len() / 2, "{first:#?}");
        assert_eq!(first, kept(first.iter().copied()), "a second pass drops nothing");
        for word in ["login", "search", "export", "settings", "about"] {
            assert!(first.contains(&format!("https://zoo.example.com/{word}").as_str()), "{word}");
        }
    }

    #[test]
    fn at_the_bound_places_read_as_their_words() {
        let scanner = Sift::builder().build().expect("the defaults are valid").scanner();
        let names: Vec<String> =
            (0..20).map(|i| format!("https://example.com/users/{}", "wombat".repeat(i + 1))).collect();
        let mut roomy = Learner::with_bound(BOUND);
        let read = last_tokens(&mut roomy, &scanner, &names);
        assert!(read[1..].iter().all(|&token| token == read[1]), "all variable");

        let mut full = Learner::with_bound(0);
        let hosts: Vec<String> = (0..5000).map(|i| format!("https://host{i}.example.com/wombat")).collect();
        last_tokens(&mut full, &scanner, &hosts);
        let mut read = last_tokens(&mut full, &scanner, &names);
        read.sort_unstable();
        read.dedup();
        assert_eq!(read.len(), names.len(), "all words");
    }

    #[test]
    fn places_survive_their_slots() {
        for balance in [-600, -511, -1, 0, 7, 511, 600] {
            for flags in 0..8 {
                let [values, named, variable] = [1, 2, 4].map(|flag| flags & flag != 0);
                let place = Place { balance, values, named, variable };
                let slot = place.to_slot(0xABCD_EF01_2345_6789);
                assert_ne!(slot, 0);
                assert_eq!(Place::from_slot(slot), Place { balance: balance.clamp(-511, 511), ..place });
                assert_eq!(slot >> Place::BITS, 0xABCD_EF01_2345_6789 >> Place::BITS);
            }
        }
    }
}
