//! Recognises names that frame values: `/prn/SLUG/prid/17`, again and again.
//!
//! Where places or brands stand at the root of a site, their position becomes variable, and all
//! that is below it becomes one template. But a name that many lines have there, each with a value,
//! always the same other word and a value behind it, is structure: products, categories. From then
//! on it stays, which costs one line for each such name, as users and places have no
//! [`LINES`] lines of one form. So does a name with two names of [`NAMES`] or more and a value
//! behind it in most lines: `/bct/BRAND/NAME/17`, while users have few names behind their projects.
//!
//! Counted are only lines at a learned position, in eight slots a name and those of its names.

use super::Learner;
use super::seat::{PositionKey, Seat, WordKey};
use crate::record::Segment;
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// Lines of one form that a name must have.
const LINES: i32 = 200;

/// Percentage of the counted lines of a name that must have this form.
const SHARE: i32 = 80;

/// Tell the hashes of a name's counts and of its mark from others.
const FRAMED: u64 = 0xF4A0;
const FRAME: u64 = 0xF4A1;

/// The same of lines with two names and a value behind a name, and of the numbers of these names.
const SPREAD: u64 = 0xF4A2;
const FIRST_NAMES: u64 = 0xF4A3;
const SECOND_NAMES: u64 = 0xF4A4;

/// Different names that must stand in each of the two places.
const NAMES: i32 = 25;

impl Learner {
    /// Counts a name with a value, a word and a value behind it, or with two names and a value.
    pub(super) fn count_frame(&mut self, seat: &Seat<'_>) {
        let [first, second, third, ..] = seat.below.segments else {
            return;
        };
        let is_value = |segment: &Segment| segment.traits.has(Traits::VALUE);
        let is_name = |segment: &Segment| !segment.traits.has(Traits::VALUE | Traits::FIXED);
        if !is_name(seat.segment) || self.is_frame(seat) {
            return;
        }
        if !seat.segment.traits.has(Traits::LOCALE_CODE) {
            self.count_spread(seat);
        }
        if is_value(first) && is_name(second) && is_value(third) {
            self.count_word(seat, second);
        }
    }

    /// Counts a line of a name with a word between two values.
    fn count_word(&mut self, seat: &Seat<'_>, word: &Segment) {
        let key = seat.key;
        let framed = mark_key(key, own_key(seat), FRAMED);
        let [first, ..] = seat.below.segments else {
            return;
        };
        if !self.count_share(framed, framed.join(key, word.token)) {
            return;
        }
        self.mark_frame(key, own_key(seat));
        // The other word stands below the name and any value.
        let below = key.join(seat.context.template, seat.segment.token);
        let template = key.join(below, first.token);
        let other = PositionKey::after(key, template, word).word(key, word.token);
        self.mark_frame(key, other);
    }

    /// Marks a name that frames values.
    fn mark_frame(&mut self, key: &Key, name: WordKey) {
        self.has_frames = true;
        self.store_count(mark_key(key, name, FRAME), 1);
    }

    /// Counts a line of a name: one with two names and a value, or another.
    fn count_spread(&mut self, seat: &Seat<'_>) {
        let key = seat.key;
        let framed = mark_key(key, own_key(seat), SPREAD);
        let form = match seat.below.segments {
            [_, _, last] if last.traits.has(Traits::VALUE) => SPREAD,
            _ => 0,
        };
        let mut has_form = self.count_share(framed, framed.join(key, form)) && form == SPREAD;
        let marks = [FIRST_NAMES, SECOND_NAMES];
        for (segment, mark) in seat.below.segments.iter().zip(marks) {
            let names = framed.join(key, mark);
            let known = self.count_at(names);
            self.count_up_to(NAMES, names, names.word(key, segment.token));
            has_form &= known >= NAMES;
        }
        if has_form {
            self.mark_frame(key, own_key(seat));
        }
    }

    /// Counts a line of a name and of its form. Returns whether enough lines have the form.
    fn count_share(&mut self, all_key: PositionKey, form_key: PositionKey) -> bool {
        let lines = self.count_at(all_key);
        if lines >= 2 * LINES {
            return false;
        }
        self.add(all_key, 1);
        let of_form = self.add(form_key, 1);
        of_form >= LINES && of_form * 100 >= (lines + 1) * SHARE
    }

    /// Whether a name frames values, or is the other word of such a form.
    pub(super) fn is_frame(&self, seat: &Seat<'_>) -> bool {
        self.has_frames && self.count_at(mark_key(seat.key, own_key(seat), FRAME)) > 0
    }
}

/// Returns the key of a name at its position.
fn own_key(seat: &Seat<'_>) -> WordKey {
    PositionKey(seat.template()).word(seat.key, seat.segment.token)
}

/// Returns the key of something that is stored of a name.
fn mark_key(key: &Key, name: WordKey, mark: u64) -> PositionKey {
    PositionKey(name.hash()).join(key, mark)
}

#[cfg(test)]
mod tests {
    use crate::Sift;

    const PLACES: [&str; 12] = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "pumice", "slate",
        "dolomite", "flint", "chert",
    ];

    const ENDINGS: [&str; 10] = [
        "pur", "abad", "nagar", "ford", "holm", "wick", "dale", "heim", "burg", "ville",
    ];

    /// Returns the printed lines after enough products below one name.
    fn printed(product: impl Fn(usize) -> String) -> Vec<String> {
        printed_after(PLACES.iter().map(|place| (*place).to_owned()), product)
    }

    fn printed_after(
        places: impl Iterator<Item = String>,
        product: impl Fn(usize) -> String,
    ) -> Vec<String> {
        let mut sift = Sift::builder().build().expect("the settings are valid");
        let places = places.map(|place| format!("//a.example/{place}/17/menu/3"));
        let lines = places.chain((0..900).map(product));
        let lines = lines.filter(|line| sift.admit(line.as_bytes()).is_printed());
        lines.collect()
    }

    #[test]
    fn a_name_before_a_value_a_word_and_a_value_is_structure() {
        for (name, word) in [
            ("vrn", "vrid"),
            ("zk", "zkid"),
            ("gds", "gid"),
            ("artx", "anr"),
            ("kto", "knr"),
            ("wrb", "wid"),
            ("bkx", "isbnx"),
            ("fln", "fid"),
            ("mvx", "mid"),
            ("trp", "tid"),
        ] {
            let kept = printed(|at| format!("//a.example/{name}/{at}/{word}/{}", at * 7));
            let last = kept.last().map(String::as_str).unwrap_or_default();
            assert!(last.contains(name) && kept.len() < 16, "{kept:?}");
        }
    }

    /// Returns a made-up word for a number.
    fn word(number: usize) -> String {
        let mut letters = String::new();
        for syllable in [number % 15, number / 15 % 15, number * 7 % 15] {
            letters.push(char::from(b"bcdfgklmnprstvz"[syllable]));
            letters.push(char::from(b"aeiou"[syllable % 5]));
        }
        letters
    }

    /// Returns the number at the end of the last line.
    fn last_number(kept: &[String]) -> usize {
        let last = kept.last().and_then(|line| line.rsplit('/').next());
        last.and_then(|number| number.parse().ok())
            .unwrap_or_default()
    }

    #[test]
    fn a_name_before_many_names_and_a_value_is_structure() {
        for name in [
            "vct", "zkb", "gds", "artx", "kto", "wrb", "bkx", "fln", "mvx", "trp",
        ] {
            let places = (0..120).map(|at| format!("{}{}", PLACES[at % 12], ENDINGS[at / 12]));
            let kept = printed_after(places, |at| {
                let brand = word(at % 60);
                let kind = word(at * 13 % 100);
                format!("//a.example/{name}/{brand}/{kind}/{at}")
            });
            let is_new = last_number(&kept) >= 199;
            assert!(is_new && kept.len() < 32, "{name} {kept:#?}");
        }
    }

    #[test]
    fn users_with_many_projects_are_values() {
        for page in ["issues", "pull", "commit", "wiki", "releases"] {
            let places = (0..120).map(|at| format!("{}{}", PLACES[at % 12], ENDINGS[at / 12]));
            let kept = printed_after(places, |at| {
                let user = ["quixor", "zorbal"][at % 2];
                format!("//a.example/{user}/{}/{page}/{at}", word(at))
            });
            assert!(last_number(&kept) < 100, "{page} {kept:#?}");
        }
    }
}
