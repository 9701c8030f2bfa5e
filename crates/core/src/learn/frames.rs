//! Recognises names that frame values: `/prn/SLUG/prid/17`, again and again.
//!
//! Where places or brands stand at the root of a site, their position becomes variable, and all
//! that is below it becomes one template. But a name that many lines have there, each with a value,
//! always the same other word and a value behind it, is structure: products, categories. From then
//! on it stays, which costs one line for each such name, as users and places have no
//! [`LINES`] lines of one form.
//!
//! Counted are only lines of this form at a learned position, in four slots a name.

use super::Learner;
use super::seat::{PositionKey, Seat, WordKey};
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// Lines of one form that a name must have.
const LINES: i32 = 200;

/// Percentage of the counted lines of a name that must have this form.
const SHARE: i32 = 80;

/// Tell the hashes of a name's counts and of its mark from others.
const FRAMED: u64 = 0xF4A0;
const FRAME: u64 = 0xF4A1;

impl Learner {
    /// Counts a name with a value, a word and a value behind it.
    pub(super) fn count_frame(&mut self, seat: &Seat<'_>) {
        let [first, word, second, ..] = seat.below.segments else {
            return;
        };
        let is_value = |traits: Traits| traits.has(Traits::VALUE);
        let no_name = Traits::VALUE | Traits::FIXED;
        if seat.segment.traits.has(no_name)
            || word.traits.has(no_name)
            || !is_value(first.traits)
            || !is_value(second.traits)
        {
            return;
        }
        let framed = mark_key(seat.key, own_key(seat), FRAMED);
        let lines = self.count_at(framed);
        if lines >= 2 * LINES || self.is_frame(seat) {
            return;
        }
        self.add(framed, 1);
        let of_form = self.add(framed.join(seat.key, word.token), 1);
        if of_form >= LINES && of_form * 100 >= (lines + 1) * SHARE {
            let own = mark_key(seat.key, own_key(seat), FRAME);
            self.store_count(own, 1);
            // The other word stands below the name and any value.
            let below = seat.key.join(seat.context.template, seat.segment.token);
            let template = seat.key.join(below, first.token);
            let other = PositionKey::after(seat.key, template, word).word(seat.key, word.token);
            self.store_count(mark_key(seat.key, other, FRAME), 1);
        }
    }

    /// Whether a name frames values, or is the other word of such a form.
    pub(super) fn is_frame(&self, seat: &Seat<'_>) -> bool {
        self.count_at(mark_key(seat.key, own_key(seat), FRAME)) > 0
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

    /// Returns the printed lines after enough products below one name.
    fn printed(product: impl Fn(usize) -> String) -> Vec<String> {
        let mut sift = Sift::builder().build().expect("the settings are valid");
        let places = PLACES
            .iter()
            .map(|place| format!("//a.example/{place}/17/menu/3"));
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
}
