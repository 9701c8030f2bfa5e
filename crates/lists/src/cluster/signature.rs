//! The signature of a component of texts: the words that all members have, in order, with `{...}`
//! for everything else. It is a rule for the next day.
//!
//! Words are those of the first member; each further one leaves the longest common subsequence.

/// A word of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CommonWord {
    text: String,
    /// Whether a member has something else before it.
    has_gap: bool,
    /// Whether the first member has a blank before it.
    has_blank: bool,
}

/// The words that a number of texts have in common.
#[derive(Debug)]
pub(super) struct Signature {
    words: Vec<CommonWord>,
    /// Whether a member has something else at the end.
    has_gap: bool,
}

/// The number of words from which on a text has no signature: the time grows with its square.
const MAX_WORDS: usize = 1000;

impl Signature {
    /// Starts with the first text. `None` if it is too long.
    pub(super) fn of(text: &str) -> Option<Self> {
        let words = words(text);
        (words.len() <= MAX_WORDS).then_some(Self {
            words,
            has_gap: false,
        })
    }

    /// Removes the words that a further text does not have. `None` if it is too long.
    pub(super) fn meet(&mut self, text: &str) -> Option<()> {
        let other = words(text);
        if other.len() > MAX_WORDS {
            return None;
        }
        let lengths = CommonLengths::of(&self.words, &other);
        let mut common = Vec::new();
        let mut has_gap = false;
        let mut ours = 0;
        let mut theirs = 0;
        while ours < self.words.len() && theirs < other.len() {
            let word = &self.words[ours];
            if is_same(word, &other[theirs]) {
                has_gap |= word.has_gap;
                common.push(CommonWord {
                    has_gap,
                    ..word.clone()
                });
                has_gap = false;
                ours += 1;
                theirs += 1;
                continue;
            }
            has_gap = true;
            if lengths.at(ours + 1, theirs) >= lengths.at(ours, theirs + 1) {
                ours += 1;
            } else {
                theirs += 1;
            }
        }
        self.has_gap |= has_gap || ours < self.words.len() || theirs < other.len();
        self.words = common;
        Some(())
    }

    /// Returns the text of the signature. `None` if the texts have no words in common.
    pub(super) fn text(&self) -> Option<String> {
        let mut text = String::new();
        let mut has_words = false;
        let mut is_open = false;
        let mut start = 0;
        while start < self.words.len() {
            let rest = &self.words[start..];
            let run = rest[1..].iter().position(|word| word.has_gap);
            let run = &rest[..run.map_or(rest.len(), |at| at + 1)];
            is_open |= run[0].has_gap;
            start += run.len();
            // A single character between two gaps is there by chance.
            let letters: usize = run.iter().map(CommonWord::letters).sum();
            let is_last = start == self.words.len();
            let is_alone = is_open && (!is_last || self.has_gap);
            if letters == 0 || letters == 1 && is_alone {
                is_open = true;
                continue;
            }
            if is_open {
                text.push_str(if has_words { " {...} " } else { "{...} " });
            }
            is_open = false;
            has_words = true;
            for (number, word) in run.iter().enumerate() {
                if number > 0 && word.has_blank {
                    text.push(' ');
                }
                text.push_str(&word.text);
            }
        }
        if is_open || self.has_gap {
            text.push_str(" {...}");
        }
        has_words.then_some(text)
    }
}

impl CommonWord {
    fn letters(&self) -> usize {
        self.text.chars().filter(|c| c.is_alphanumeric()).count()
    }
}

/// The lengths of the longest common subsequences of the ends of two texts.
struct CommonLengths {
    lengths: Vec<u16>,
    columns: usize,
}

impl CommonLengths {
    fn of(ours: &[CommonWord], theirs: &[CommonWord]) -> Self {
        let columns = theirs.len() + 1;
        let mut lengths = vec![0; (ours.len() + 1) * columns];
        for one in (0..ours.len()).rev() {
            for other in (0..theirs.len()).rev() {
                let below = (one + 1) * columns + other;
                lengths[one * columns + other] = if is_same(&ours[one], &theirs[other]) {
                    lengths[below + 1] + 1
                } else {
                    let right: u16 = lengths[one * columns + other + 1];
                    right.max(lengths[below])
                };
            }
        }
        Self { lengths, columns }
    }

    fn at(&self, ours: usize, theirs: usize) -> u16 {
        self.lengths[ours * self.columns + theirs]
    }
}

fn is_same(one: &CommonWord, other: &CommonWord) -> bool {
    one.text.eq_ignore_ascii_case(&other.text)
}

/// Splits a text into words: letters and digits that touch, or a single ideograph or sign.
fn words(text: &str) -> Vec<CommonWord> {
    let mut words: Vec<CommonWord> = Vec::new();
    let mut has_blank = false;
    let mut goes_on = false;
    for c in text.chars() {
        if c.is_whitespace() {
            has_blank = true;
            goes_on = false;
            continue;
        }
        let is_letter = c.is_alphanumeric() && c < '\u{2E80}';
        if is_letter
            && goes_on
            && let Some(word) = words.last_mut()
        {
            word.text.push(c);
            continue;
        }
        words.push(CommonWord {
            text: c.to_string(),
            has_gap: false,
            has_blank,
        });
        has_blank = false;
        goes_on = is_letter;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(texts: &[&str]) -> Option<String> {
        let mut signature = Signature::of(texts[0])?;
        for text in &texts[1..] {
            signature.meet(text)?;
        }
        signature.text()
    }

    #[test]
    fn a_signature_has_the_words_of_all_members() {
        let cases: [(&[&str], Option<&str>); 8] = [
            (&["only one, here"], Some("only one, here")),
            (
                &[
                    "加我微信 abc123,兼职日结300元",
                    "加我微信 xyz9,兼职日结500元",
                ],
                Some("加我微信 {...} ,兼职日结 {...}"),
            ),
            (
                &["Win a prize now, call 123", "win a big prize now, call 99"],
                Some("Win a {...} prize now, call {...}"),
            ),
            (
                &["x1 same words", "y2 same words"],
                Some("{...} same words"),
            ),
            (
                &["同样的话", "同样的话", "同样的话!"],
                Some("同样的话 {...}"),
            ),
            (&["abc", "xyz"], None),
            (&["甲乙丙丁", "戊乙己丁庚"], None),
            (&["", ""], None),
        ];
        for (texts, wanted) in cases {
            assert_eq!(signature(texts).as_deref(), wanted, "{texts:?}");
        }
    }

    #[test]
    fn long_texts_have_none() {
        let long = "word ".repeat(MAX_WORDS + 1);
        assert_eq!(signature(&[&long]), None);
        assert_eq!(signature(&["word", &long]), None);
    }
}
