//! Signatures of texts: the words of a campaign in order, with `{...}` where its texts differ.
//!
//! A text fits if it has the words of a signature in their order, with anything in place of
//! `{...}` and nothing else. Of every five words, one may be missing, added or another one, because
//! a signature has the words that nine in ten texts have, and copies are edited further: on made-up
//! campaigns with up to three edits a copy, half of them for signatures and half to find, one in
//! ten found 64 % and one in five 90 %, both with less than .1 % of strangers. Case and punctuation
//! do not count.
//!
//! A fault breaks at most one of several runs of words that do not overlap. So a signature that
//! allows N faults has N + 1 *anchors*, the longest such runs: a text that fits has one of them.
//! Each word of a text begins at most four anchors, and only the signatures of its anchors are
//! compared, in a time that grows with the lengths of both.

use crate::error::Error;
use crate::rule_text::refusal;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Range;

/// The text that stands for any words, or none.
const GAP: &str = "{...}";

/// The most words of a signature.
const MAX_WORDS: usize = 1000;

/// One of so many words may differ.
const WORDS_A_FAULT: usize = 5;

/// The most words of an anchor.
const MAX_ANCHOR: usize = 4;

/// The signatures that texts may have.
#[derive(Clone, Default)]
pub struct Signatures {
    all: Vec<WantedSignature>,
    /// The numbers of the signatures that have an anchor, by its words.
    by_anchor: HashMap<String, Vec<u32>>,
}

/// One signature.
#[derive(Clone, Debug)]
struct WantedSignature {
    text: String,
    words: Words,
    /// Whether anything may stand before each word, and at the end.
    gaps: Vec<bool>,
}

/// The words of a text in lower case, each with a blank behind it.
#[derive(Clone, Debug, Default)]
struct Words {
    text: String,
    /// The place of each word in the text.
    places: Vec<Range<usize>>,
}

impl fmt::Debug for Signatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.all.iter().map(|signature| &signature.text);
        f.debug_list().entries(texts).finish()
    }
}

impl Signatures {
    /// Adds a signature.
    ///
    /// # Errors
    /// If it has no words, or more than 1,000.
    pub fn add(&mut self, text: &str) -> Result<(), Error> {
        let signature = WantedSignature::read(text)?;
        let number = self.all.len() as u32;
        for anchor in signature.anchors() {
            let words = signature.words.run(anchor).to_owned();
            self.by_anchor.entry(words).or_default().push(number);
        }
        self.all.push(signature);
        Ok(())
    }

    /// Adds each of these signatures.
    ///
    /// # Errors
    /// If one has no words, or more than 1,000.
    pub(super) fn extend(
        &mut self,
        texts: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<(), Error> {
        for text in texts {
            self.add(text.as_ref())?;
        }
        Ok(())
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the first signature that a text fits.
    pub fn find(&self, text: &str) -> Option<&str> {
        let words = Words::of(text);
        let mut candidates: BTreeSet<u32> = BTreeSet::new();
        for start in 0..words.len() {
            let last = words.len().min(start + MAX_ANCHOR);
            for end in start + 1..=last {
                if let Some(numbers) = self.by_anchor.get(words.run(start..end)) {
                    candidates.extend(numbers);
                }
            }
        }
        for number in candidates {
            let signature = &self.all[number as usize];
            if signature.fits(&words) {
                return Some(&signature.text);
            }
        }
        None
    }
}

impl WantedSignature {
    fn read(text: &str) -> Result<Self, Error> {
        let mut words = Words::default();
        let mut gaps = vec![false];
        for (number, part) in text.split(GAP).enumerate() {
            if number > 0 {
                gaps[words.len()] = true;
            }
            words.append(part);
            gaps.resize(words.len() + 1, false);
        }
        let shown = || text.escape_debug();
        if words.len() == 0 {
            return Err(refusal(format!("\"{}\" has no words", shown())));
        }
        if words.len() > MAX_WORDS {
            let start: String = text.chars().take(40).collect();
            let start = start.escape_debug();
            return Err(refusal(format!(
                "\"{start}...\" has more than {MAX_WORDS} words"
            )));
        }
        let text = text.trim().to_owned();
        Ok(Self { text, words, gaps })
    }

    /// Returns the number of words in which a text may differ.
    fn allowed(&self) -> usize {
        self.words.len() / WORDS_A_FAULT
    }

    /// Returns runs of words, one more than a text may break: as many words each as there is room
    /// for, and those with the most bytes.
    fn anchors(&self) -> Vec<Range<usize>> {
        let count = self.allowed() + 1;
        for width in (1..=MAX_ANCHOR).rev() {
            let mut runs = self.runs(width);
            if runs.len() >= count {
                runs.sort_by_key(|run| (Reverse(self.words.run(run.clone()).len()), run.start));
                runs.truncate(count);
                return runs;
            }
        }
        unreachable!("each word is a run")
    }

    /// Returns runs of so many words with nothing between them, which do not overlap.
    fn runs(&self, width: usize) -> Vec<Range<usize>> {
        let mut runs = Vec::new();
        let mut start = 0;
        for word in 0..self.words.len() {
            if self.gaps[word] {
                start = word;
            }
            if word + 1 - start == width {
                runs.push(start..word + 1);
                start = word + 1;
            }
        }
        runs
    }

    /// Returns whether a text has these words, but for the faults that are allowed.
    fn fits(&self, text: &Words) -> bool {
        let allowed = self.allowed();
        // The fewest faults of the text so far, by the number of words of this signature.
        let mut faults: Vec<usize> = (0..self.gaps.len()).collect();
        for word in text.iter() {
            let mut before = faults[0];
            faults[0] += usize::from(!self.gaps[0]);
            for (number, own) in self.words.iter().enumerate() {
                let replaced = before + usize::from(own != word);
                before = faults[number + 1];
                let added = before + usize::from(!self.gaps[number + 1]);
                let missing = faults[number] + 1;
                faults[number + 1] = replaced.min(added).min(missing);
            }
            if faults.iter().all(|&faults| faults > allowed) {
                return false;
            }
        }
        faults[self.words.len()] <= allowed
    }
}

impl Words {
    fn of(text: &str) -> Self {
        let mut words = Self::default();
        words.append(text);
        words
    }

    /// Appends the words of a text: letters and digits that touch, or a single ideograph.
    fn append(&mut self, text: &str) {
        let mut goes_on = false;
        for c in text.chars() {
            if !c.is_alphanumeric() {
                goes_on = false;
                continue;
            }
            let is_joined = c < '\u{2E80}';
            if !(is_joined && goes_on) {
                let start = self.text.len();
                self.places.push(start..start);
            }
            goes_on = is_joined;
            let Some(place) = self.places.last_mut() else {
                continue;
            };
            self.text.truncate(place.end);
            self.text.extend(c.to_lowercase());
            place.end = self.text.len();
            self.text.push(' ');
        }
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| &self.text[place.clone()])
    }

    /// Returns the text of a run of words, which is not empty.
    fn run(&self, words: Range<usize>) -> &str {
        let start = self.places[words.start].start;
        let end = self.places[words.end - 1].end;
        &self.text[start..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(texts: &[&str]) -> Signatures {
        let mut signatures = Signatures::default();
        for text in texts {
            signatures.add(text).expect("it has words");
        }
        signatures
    }

    #[test]
    fn a_text_fits_by_its_words_in_order() {
        for (signature, text, fits) in [
            ("win a prize", "Win a prize!", true),
            ("win a prize", "win a prize now", false),
            ("win a prize", "win the prize", false),
            ("win a prize {...}", "win a prize now or never", true),
            ("win a prize {...}", "win a prize", true),
            ("win a prize {...}", "you win a prize", false),
            ("{...} win a prize {...}", "you win a prize", true),
            ("win {...} prize", "win a very large prize", true),
            ("win {...} prize", "a prize to win", false),
            ("win {...} prize", "winner of the prize", false),
            (
                "加我微信 {...} ,日结 {...} 元",
                "加我微信abc9，日结300元",
                true,
            ),
            (
                "加我微信 {...} ,日结 {...} 元",
                "加我微信abc9，周结300元",
                true,
            ),
            (
                "加我微信 {...} ,日结 {...} 元",
                "加我微信abc9，周付300元",
                false,
            ),
            ("ПРИЗ {...}", "приз ваш", true),
            // One of five words may be missing, added or another one.
            ("a b c d e", "a b c d", true),
            ("a b c d e", "a b x c d e", true),
            ("a b c d e", "x b c d e", true),
            ("a b c d e", "x b c d", false),
            ("a b c d", "x b c d", false),
            ("a b c d e {...} f g h i j", "x b c d e and f g h i", true),
            ("a b c d e {...} f g h i j", "x b c d e and f g h", false),
        ] {
            assert_eq!(
                of(&[signature]).find(text).is_some(),
                fits,
                "{signature} | {text}"
            );
        }
    }

    #[test]
    fn the_first_of_several_is_found() {
        let signatures = of(&["call {...}", "{...} now", "call me now"]);
        assert_eq!(signatures.find("call me now"), Some("call {...}"));
        assert_eq!(signatures.find("do it now"), Some("{...} now"));
        assert_eq!(signatures.find("do it"), None);
        assert_eq!(Signatures::default().find("do it"), None);
    }

    #[test]
    fn texts_without_words_are_no_signatures() {
        let long = "word ".repeat(MAX_WORDS + 1);
        for (text, why) in [
            ("", "\"\" has no words"),
            ("{...} {...}", "\"{...} {...}\" has no words"),
            ("★ !", "\"★ !\" has no words"),
            (&*long, "has more than 1000 words"),
        ] {
            let error = Signatures::default().add(text).expect_err(text);
            assert!(error.to_string().contains(why), "{error}");
        }
    }

    proptest! {
        /// Anchors lose no text that fits.
        #[test]
        fn signatures_are_found_by_their_anchors(
            signature in "[abc]( ([ab]|\\{\\.\\.\\.\\})){0,30}",
            texts in prop::collection::vec("[abc]( [ab]){0,30}", 1..20),
        ) {
            let signatures = of(&[&signature]);
            let one = WantedSignature::read(&signature).expect("it has words");
            let near = signature.replace("{...}", "b a").replacen("a b", "a", 1);
            for text in texts.iter().chain([&near]) {
                let fits = one.fits(&Words::of(text));
                prop_assert_eq!(signatures.find(text).is_some(), fits, "{}", text);
            }
        }
    }
}
