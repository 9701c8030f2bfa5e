//! Continuations below the words of a position, known once the whole list has been read: a word
//! that continues in the same way as the values there is probably one of them.
//!
//! At the end of the first of two passes it is known, for each position and each *continuation*,
//! how many different words above it are values if the position is learned, and whether a value was
//! there. A continuation is the end of the path with the parameters' names, the next segment, or
//! the segment after a value. Words of the word lists are values only because of a page below them.
//!
//! Evidence from learned words amplifies wrong learning. So the first two rules are *guarded*: they
//! apply only after a date or a word like `tag`, or where learned words outnumber familiar ones
//! three to one. The figures are the recall and F1 that each rule adds in two passes, as in
//! [`Thresholds`](urlsift_url::thresholds::Thresholds), and on the lists of half of the hosts in
//! their natural size:
//!
//! - `below-many`: a word is a value if ten were learned, and a tenth of them share its
//!   continuation; not on the first level or in an API. Recall -.0001, F1 +.0021; natural size
//!   .0000, +.0134.
//! - `below-two`: a word is a value if it is not an action, and two of them, or a value, continue
//!   with the same word. Recall .0000, F1 +.0010; natural size .0000, +.0032.
//! - `below-a-value`: a word is a value if it is like values, and a value has its continuation; not
//!   in an API. Recall .0000, F1 +.0007; natural size .0000, +.0006.
//!
//! A fourth rule also shows positions that were not learned:
//!
//! - `continue-alike`: the words at a position are values if six that are unfamiliar continue with
//!   the same page, which is a word and no action, and these are half of them; not on the first
//!   level or in an API. On ten other sites: recall .0000, F1 +.027.
//!
//! The first three: recall -.0001, F1 +.0035; natural size .0000, +.0165.

use super::context::{Ground, PathContext, WordKind};
use super::rules;
use super::seat::{PositionKey, Seat};
use crate::record::{PathAndQuery, Segment};
use crate::similar::table::NumberSet;
use crate::similar::table::packed::Packed;
use urlsift_url::hash::Key;
use urlsift_url::thresholds::Tuning;
use urlsift_url::token::{Speech, Traits};

/// One continuation.
#[derive(Clone, Copy, Debug)]
struct Continuation {
    hash: u64,
    /// Whether it is a word.
    literal: bool,
}

/// Unfamiliar words of a position that must continue with the same page, so that all are values.
const ALIKE: i32 = 6;

/// Tells the hash of the most shared page of a position from others.
const SHARED: u64 = 0x5A2E;

/// Kinds of continuations.
#[derive(Clone, Copy)]
enum Label {
    End = 1,
    Next,
    AfterValue,
}

impl Continuation {
    /// Returns the continuation that a segment is.
    fn from_segment(key: &Key, label: Label, segment: &Segment) -> Self {
        Self {
            hash: key.join(label as u64, segment.token),
            literal: !segment.traits.has(Traits::VALUE),
        }
    }
}

impl PathAndQuery<'_> {
    /// Returns the continuations that this rest of a URL is: one or two.
    fn continuations(&self, key: &Key) -> impl Iterator<Item = Continuation> {
        let mut after_value = None;
        let first = match self.segments {
            [] => Continuation {
                hash: key.fold(Label::End as u64, self.pairs.iter().map(|pair| pair.name)),
                literal: false,
            },
            [next, rest @ ..] => {
                if let [after, ..] = rest
                    && next.traits.has(Traits::VALUE)
                {
                    let label = Label::AfterValue;
                    after_value = Some(Continuation::from_segment(key, label, after));
                }
                Continuation::from_segment(key, Label::Next, next)
            }
        };
        std::iter::once(first).chain(after_value)
    }
}

/// Number of different words at a position, or above a continuation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct WordCounts {
    /// Words that are values if the position is learned.
    strange: i32,
    /// Familiar words, which are never values.
    familiar: i32,
    /// Whether a value was there.
    value: bool,
}

impl WordCounts {
    /// Bits of the table with the number of strange words and the flag, and of the one with the
    /// number of familiar words.
    const STRANGE: u32 = 10;
    const FAMILIAR: u32 = 9;
    const MOST: u64 = 511;
}

/// The role in which a segment is counted.
#[derive(Clone, Copy)]
enum WordRole {
    Value,
    Strange,
    Familiar,
}

/// The continuations below the words of all positions.
#[derive(Clone, Debug)]
pub(super) struct Continuations {
    /// Words of a service, at positions and above continuations, that have been counted.
    seen: NumberSet<u64>,
    /// The counts of positions and of continuations at them, in two tables whose slots tell 62 and
    /// 63 bits of hashes apart. Only positions have familiar words.
    strange: Packed<{ WordCounts::STRANGE }>,
    familiar: Packed<{ WordCounts::FAMILIAR }>,
}

impl Continuations {
    pub(super) fn with_bound(bound: usize) -> Self {
        Self {
            seen: NumberSet::default(),
            strange: Packed::with_bound(bound),
            familiar: Packed::with_bound(bound),
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.strange.heap_bytes() + self.familiar.heap_bytes()
    }

    /// Forgets the words of a service, all of whose URLs were counted.
    pub(super) fn forget_words(&mut self) {
        self.seen = NumberSet::default();
    }

    /// Counts a segment. `is_strange`: it is a value if its position is learned.
    pub(super) fn count(&mut self, seat: &Seat<'_>, is_strange: bool) {
        let &Seat { key, segment, .. } = seat;
        let position_key = seat.position_key();
        let is_value = segment.traits.has(Traits::VALUE);
        let role = match (is_value, is_strange) {
            (true, _) => WordRole::Value,
            (_, true) => WordRole::Strange,
            _ => WordRole::Familiar,
        };
        // A repeated continuation has been counted with its word.
        let mut is_new = !is_value && !is_strange;
        if !is_new {
            for continuation in seat.below.continuations(key) {
                let continuation_key = position_key.join(key, continuation.hash);
                is_new |= self.add(key, continuation_key, segment, role);
            }
        }
        if is_new {
            self.add(key, position_key, segment, role);
        }
    }

    /// Counts a segment at a position or above a continuation; `false` if it has been counted there
    /// before.
    fn add(
        &mut self,
        key: &Key,
        position_key: PositionKey,
        segment: &Segment,
        role: WordRole,
    ) -> bool {
        let word = key.join(position_key.0, segment.token);
        if !self.seen.insert(word) {
            return false;
        }
        if let WordRole::Familiar = role {
            let words = self.familiar.get(position_key.0).unwrap_or_default();
            let words = (words + 1).min(WordCounts::MOST);
            self.familiar.put(position_key.0, words);
            return true;
        }
        let mut counts = StrangeCounts::from_slot(self.strange.get(position_key.0));
        if let WordRole::Value = role {
            counts.has_value = true;
        } else {
            counts.words = (counts.words + 1).min(WordCounts::MOST);
        }
        self.strange.put(position_key.0, counts.slot());
        true
    }

    /// Counts the page that is next below an unfamiliar word, for the most shared one.
    pub(super) fn count_page(&mut self, seat: &Seat<'_>) {
        let no_page = Traits::VALUE | Traits::ACTION | Traits::FIXED;
        let &Seat { key, segment, .. } = seat;
        let Some(page) = seat.next().filter(|next| !next.traits.has(no_page)) else {
            return;
        };
        if segment.traits.has(Traits::VALUE) || is_sure(seat) {
            return;
        }
        let shared_key = seat.position_key().join(key, SHARED);
        let page_key = shared_key.join(key, page.token);
        if !self.add(key, page_key, segment, WordRole::Strange) {
            return;
        }
        let counts = self.strange_counts(page_key);
        if counts.words > self.strange_counts(shared_key).words {
            self.strange.put(shared_key.0, counts.slot());
        }
    }

    /// Whether the words at a position are values because they continue with the same page.
    pub(super) fn are_alike(&self, tuning: &Tuning, seat: &Seat<'_>) -> bool {
        if seat.context.api || seat.context.depth == 0 || !tuning.has(rules::CONTINUE_ALIKE) {
            return false;
        }
        let position_key = seat.position_key();
        let shared = self
            .strange_counts(position_key.join(seat.key, SHARED))
            .words as i32;
        if shared < ALIKE {
            return false;
        }
        let here = self.word_counts(position_key);
        2 * shared >= here.strange
            && tuning.thresholds.beside_familiar * here.familiar <= here.strange
    }

    fn word_counts(&self, position_key: PositionKey) -> WordCounts {
        let strange = self.strange_counts(position_key);
        WordCounts {
            strange: strange.words as i32,
            familiar: self.familiar.get(position_key.0).unwrap_or_default() as i32,
            value: strange.has_value,
        }
    }

    fn strange_counts(&self, position_key: PositionKey) -> StrangeCounts {
        StrangeCounts::from_slot(self.strange.get(position_key.0))
    }

    /// Whether a word continues like values at its position. `is_variable`: the position is
    /// learned, so its unfamiliar words are values.
    pub(super) fn is_value(&self, tuning: &Tuning, seat: &Seat<'_>, is_variable: bool) -> bool {
        let &Seat {
            key,
            context,
            segment,
            ..
        } = seat;
        if is_familiar(context, segment) && !goes_on(seat) && tuning.has(rules::ENDS_SHARE_NOTHING)
        {
            return false;
        }
        let thresholds = &tuning.thresholds;
        let position_key = seat.position_key();
        let here = self.word_counts(position_key);
        let learned = if is_variable { here.strange } else { 0 };
        // At positions where endpoints were mistaken for values, there were at most three learned
        // words for each familiar one.
        let guard =
            context.ground == Ground::Free || thresholds.beside_familiar * here.familiar <= learned;
        let kind = context.kind(segment);
        let many = guard
            && context.depth > 0
            && !context.api
            && learned >= thresholds.below_words
            && tuning.has(rules::BELOW_MANY);
        let two = guard && !segment.traits.has(Traits::ACTION) && tuning.has(rules::BELOW_TWO);
        // In an API, names such as `presets` or `autoscale` next to ids are endpoints.
        let like = here.value
            && !context.api
            && kind != WordKind::Action
            && context.is_like_values(kind)
            && tuning.has(rules::BELOW_A_VALUE);
        if !many && !two && !like {
            return false;
        }
        seat.below.continuations(key).any(|continuation| {
            let counts = self.strange_counts(position_key.join(key, continuation.hash));
            let has_value = counts.has_value;
            let above = if is_variable { counts.words as i32 } else { 0 };
            (many && above > 0 && 100 * above >= thresholds.below_share * learned)
                // All values have the same token, so one counts for many.
                || (two && continuation.literal && (has_value || above >= 2))
                || (like && has_value)
        })
    }
}

/// A slot of strange words.
#[derive(Clone, Copy)]
struct StrangeCounts {
    words: u64,
    has_value: bool,
}

impl StrangeCounts {
    fn from_slot(slot: Option<u64>) -> Self {
        let slot = slot.unwrap_or_default();
        Self {
            words: slot >> 1,
            has_value: slot & 1 == 1,
        }
    }

    fn slot(self) -> u64 {
        self.words << 1 | u64::from(self.has_value)
    }
}

/// Whether a page follows a word. Names that people invent end as well, and have actions, files and
/// values below them, so these are no continuations to share: `/admin/delete` is no value
/// because ten of them end there, and `/api/edit` is none because five have `edit` below them.
fn goes_on(seat: &Seat<'_>) -> bool {
    let no_page = Traits::VALUE | Traits::ACTION | Traits::FIXED;
    seat.next().is_some_and(|next| !next.traits.has(no_page))
}

/// Whether a word is in the word lists. Names that only the catalogue of other languages has are
/// names of units and users as well.
pub(super) fn is_sure(seat: &Seat<'_>) -> bool {
    is_familiar(seat.context, seat.segment) && !seat.segment.speech.has(Speech::LISTED)
}

/// Whether a word is in the word lists or in the catalogue.
fn is_familiar(context: &PathContext, segment: &Segment) -> bool {
    matches!(
        context.kind(segment),
        WordKind::Action | WordKind::ActionPhrase | WordKind::Name | WordKind::Phrase
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use crate::settings::builder::Settings;
    use urlsift_url::thresholds::Tuning;

    /// Returns the lines that the second of two passes keeps, with a rule and without it.
    fn kept<'a>(rule: &'static str, lines: &[&'a str]) -> [Vec<&'a str>; 2] {
        let all = [
            rules::BELOW_MANY,
            rules::BELOW_TWO,
            rules::BELOW_A_VALUE,
            rules::CONTINUE_ALIKE,
        ];
        [
            all.into_iter().filter(|other| *other != rule).collect(),
            all.to_vec(),
        ]
        .map(|off| {
            let tuning: &'static Tuning = Box::leak(Box::new(Tuning {
                off,
                ..Tuning::default()
            }));
            let mut sift = Settings {
                two_pass: true,
                tuning,
                ..Settings::default()
            }
            .build()
            .expect("is valid");
            assert!(sift.filter(lines).count() > 0);
            sift.restart();
            lines
                .iter()
                .copied()
                .filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept)
                .collect()
        })
    }

    const INVENTED: [&str; 12] = [
        "wombat",
        "quokka",
        "numbat",
        "bilby",
        "potoroo",
        "dingo",
        "brolga",
        "kookaburra",
        "echidna",
        "jabiru",
        "galah",
        "taipan",
    ];

    #[test]
    fn a_familiar_word_that_goes_on_as_many_learned_ones_is_a_value() {
        for (host, swallowed) in [("zoo.example.com", true), ("api.example.com", false)] {
            let line = |word: &str| format!("https://{host}/zork/{word}/feeding");
            let mut lines: Vec<String> = INVENTED.map(line).to_vec();
            lines.extend(["news", "admin"].map(line));
            lines.push(format!("https://{host}/zork/search?q=emu"));
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let [with, without] = kept(rules::BELOW_MANY, &lines);
            let [news, admin, search] = [12, 13, 14].map(|at| lines[at]);
            assert!(without.contains(&news), "{without:?}");
            assert_eq!(!with.contains(&news), swallowed, "{with:?}");
            assert!(with.contains(&admin), "dangerous to lose: {with:?}");
            assert!(with.contains(&search), "goes on in its own way: {with:?}");
        }
    }

    #[test]
    fn that_invented_names_end_says_nothing_of_words_that_end() {
        let words = [
            "delete", "export", "refund", "approve", "keys", "secret", "roles", "billing",
            "search", "report",
        ];
        for above in ["admin", "zork", "en/quil"] {
            let line = |word: &str| format!("https://zoo.example.com/{above}/{word}");
            let lines: Vec<String> = INVENTED
                .iter()
                .chain(&words)
                .map(|word| line(word))
                .collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let [with, _] = kept(rules::BELOW_MANY, &lines);
            let left = |line: &&str| with.contains(line);
            assert!(
                lines[INVENTED.len()..].iter().all(left),
                "{above}: {with:?}"
            );
        }
    }

    #[test]
    fn familiar_words_beside_learned_ones_are_a_guard() {
        let line = |word: &str| format!("https://zoo.example.com/zork/{word}/feeding");
        let mut lines: Vec<String> = INVENTED.map(line).to_vec();
        lines.extend(["news", "profile", "account", "contact", "help", "blog"].map(line));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let [with, without] = kept(rules::BELOW_MANY, &lines);
        assert_eq!(with, without);
    }

    #[test]
    fn a_word_above_the_same_word_as_a_value_is_one() {
        let lines = [
            "https://zoo.example.com/zork/17/feeding",
            "https://zoo.example.com/zork/wombat/feeding",
            "https://zoo.example.com/zork/quokka/keeper",
        ];
        let [with, without] = kept(rules::BELOW_TWO, &lines);
        assert_eq!(without, lines);
        assert_eq!(with, [lines[0], lines[2]], "what goes on otherwise stays");
    }

    #[test]
    fn a_title_that_ends_as_a_value_does_is_one() {
        for (host, swallowed) in [("zoo.example.com", true), ("api.example.com", false)] {
            let line = |rest: &str| format!("https://{host}/zork/{rest}");
            let lines = [
                "17?day=mon",
                "wombat-quokka?day=tue",
                "wombat-quokka?keeper=5",
            ]
            .map(line);
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let [with, without] = kept(rules::BELOW_A_VALUE, &lines);
            assert_eq!(without, lines);
            assert_eq!(!with.contains(&lines[1]), swallowed, "{with:?}");
            assert!(with.contains(&lines[2]), "{with:?}");
        }
    }

    /// A made-up site with departments and, in each, units that have the same pages.
    struct Organisation {
        section: &'static str,
        departments: &'static str,
        pages: &'static str,
        units: &'static str,
        names: &'static str,
        details: &'static str,
    }

    impl Organisation {
        /// Returns its lines: every other department has three units, the others two.
        fn lines(&self) -> Vec<String> {
            let mut names = self.names.split(' ');
            let mut lines = vec![format!("https://zoo.example.com/{}", self.section)];
            for (index, department) in self.departments.split(' ').enumerate() {
                let above = format!("https://zoo.example.com/{}/{department}", self.section);
                lines.push(above.clone());
                for page in self.pages.split(' ') {
                    lines.push(format!("{above}/{page}"));
                }
                for name in names.by_ref().take(2 + index % 2) {
                    let unit = format!("{above}/{}/{name}", self.units);
                    lines.push(unit.clone());
                    for detail in self.details.split(' ') {
                        lines.push(format!("{unit}/{detail}"));
                    }
                }
            }
            lines
        }
    }

    const ORGANISATIONS: [Organisation; 3] = [
        Organisation {
            section: "forvaltningen",
            departments: "skolan vattnet gatorna hamnen skogen badhuset",
            pages: "ledning lokaler sammantraden kartor",
            units: "enheten",
            names: "bjorkbacken historia solgarden ekliden maskin tallmon granvik lovhagen \
                    asklunden almhult hasselby ronnbarret sjoviken strandnas klippan",
            details: "oppettider blanketter",
        },
        Organisation {
            section: "tiedekunta",
            departments: "laaketiede kasvatus oikeus tekniikka metsa talous",
            pages: "yhteystiedot henkilosto tilat laatu",
            units: "oppiaine",
            names: "kirurgia historia silmataudit varhaiskasvatus koneet rikosoikeus sahko \
                    rakennus puunjalostus hakkuu soidensuojelu kansantalous laskenta rahoitus vero",
            details: "opetussuunnitelma kurssit",
        },
        Organisation {
            section: "wydzial",
            departments: "prawa lekarski chemii rolnictwa budownictwa filozofii",
            pages: "wladze sekretariat lokalizacja jakosc",
            units: "kierunek",
            names: "administracja historia pielegniarstwo fizjoterapia maszyny ceramika \
                    ogrodnictwo lesnictwo zootechnika mosty geodezja etyka logika kognitywistyka \
                    estetyka",
            details: "sylabus rekrutacja",
        },
    ];

    #[test]
    fn words_that_continue_with_the_same_page_are_values_in_any_order() {
        for organisation in &ORGANISATIONS {
            let lines = organisation.lines();
            let mut printed = Vec::new();
            for step in [1, 7, 31, 47] {
                let order = (0..lines.len()).map(|index| index * step % lines.len());
                let lines: Vec<&str> = order.map(|index| lines[index].as_str()).collect();
                let [with, without] = kept(rules::CONTINUE_ALIKE, &lines);
                let section = organisation.section;
                assert!(with.len() <= 24, "{section} {step}: {with:?}");
                assert!(with.len() <= without.len(), "{section} {step}");
                for pages in [organisation.pages, organisation.details] {
                    let is_left = |page: &str| with.iter().any(|line| line.ends_with(page));
                    assert!(pages.split(' ').all(is_left), "{section} {step}: {with:?}");
                }
                printed.push(without.len());
            }
            let most = printed.iter().max();
            assert!(most > Some(&48), "without the rule: {printed:?}");
        }
    }

    #[test]
    fn sections_that_share_an_action_or_few_pages_and_collections_are_none() {
        for (host, page, lasts) in [
            ("zoo", "feeding", false),
            ("zoo", "edit", true),
            ("zoo", "", true),
            ("api", "feeding", true),
        ] {
            let above = format!("https://{host}.example.com/zork");
            // Two familiar names speak against the position as it is read.
            let mut lines = vec![format!("{above}/profile"), format!("{above}/history")];
            for (index, word) in INVENTED[..6].iter().enumerate() {
                let page = match (page, index) {
                    ("", 0) => "keeper",
                    ("", _) => "feeding",
                    _ => page,
                };
                lines.push(format!("{above}/{word}/{page}"));
            }
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let [with, without] = kept(rules::CONTINUE_ALIKE, &lines);
            assert_eq!(without, lines, "{host} {page}");
            assert_eq!(with == without, lasts, "{host} {page}: {with:?}");
        }
    }

    #[test]
    fn counts_are_bounded_and_a_full_table_says_nothing() {
        let key = Key::new([1, 2]);
        let mut continuations = Continuations::with_bound(10_000);
        for (token, counted) in (0..1800).zip(
            [WordRole::Strange, WordRole::Familiar, WordRole::Strange]
                .into_iter()
                .cycle(),
        ) {
            let segment = Segment {
                token,
                ..Segment::default()
            };
            assert!(continuations.add(&key, PositionKey(7), &segment, counted));
            assert!(
                !continuations.add(&key, PositionKey(7), &segment, counted),
                "counted before"
            );
        }
        assert_eq!(
            continuations.word_counts(PositionKey(7)),
            WordCounts {
                strange: 511,
                familiar: 511,
                value: false
            }
        );
        assert!(continuations.add(
            &key,
            PositionKey(7),
            &Segment {
                token: 1800,
                ..Segment::default()
            },
            WordRole::Value
        ));
        assert_eq!(
            continuations.word_counts(PositionKey(7)),
            WordCounts {
                strange: 511,
                familiar: 511,
                value: true
            }
        );
        assert_eq!(
            continuations.word_counts(PositionKey(8)),
            WordCounts::default()
        );
        let mut full = Continuations::with_bound(0);
        full.add(&key, PositionKey(7), &Segment::default(), WordRole::Value);
        assert_eq!(full.word_counts(PositionKey(7)), WordCounts::default());
    }
}
