//! The signature of a component of texts: the words of its first member that nine in ten members
//! have in this order, with `{...}` for everything else. It is a rule for the next day:
//! [`Selection::signatures`](urlsift_core::Selection::signatures) finds texts that fit it.
//!
//! A member has the words of the longest common subsequence with the first one. Words that all
//! members have would be few where a campaign is edited much: one edit in a hundred takes a word.

/// A word of the first member.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CommonWord {
    text: String,
    /// The number of members that have it.
    members: usize,
    /// The number of members that have something else before it.
    gaps: usize,
    /// Whether the first member has a blank before it.
    has_blank: bool,
}

/// The words of a text, and how many others have them.
#[derive(Debug)]
pub(super) struct TextSignature {
    words: Vec<CommonWord>,
    /// The number of members.
    members: usize,
    /// The number of members that have something else at the end.
    gaps: usize,
}

/// The number of words from which on a text has no signature: the time grows with its square.
const MAX_WORDS: usize = 1000;

impl TextSignature {
    /// Starts with the first text. `None` if it is too long.
    pub(super) fn of(text: &str) -> Option<Self> {
        let words = words(text);
        (words.len() <= MAX_WORDS).then_some(Self {
            words,
            members: 1,
            gaps: 0,
        })
    }

    /// Counts the words that a further text has. `None` if it is too long.
    pub(super) fn meet(&mut self, text: &str) -> Option<()> {
        let other = words(text);
        if other.len() > MAX_WORDS {
            return None;
        }
        self.members += 1;
        let lengths = CommonLengths::of(&self.words, &other);
        let mut has_gap = false;
        let mut ours = 0;
        let mut theirs = 0;
        while ours < self.words.len() && theirs < other.len() {
            let word = &mut self.words[ours];
            if is_same(word, &other[theirs]) {
                word.members += 1;
                word.gaps += usize::from(has_gap);
                has_gap = false;
                ours += 1;
                theirs += 1;
                continue;
            }
            if lengths.at(ours + 1, theirs) >= lengths.at(ours, theirs + 1) {
                ours += 1;
            } else {
                theirs += 1;
                has_gap = true;
            }
        }
        self.gaps += usize::from(has_gap || theirs < other.len());
        Some(())
    }

    /// Returns whether so few members, of all, are the exceptions that do not count.
    fn are_few(&self, members: usize) -> bool {
        10 * members <= self.members
    }

    /// Returns the text of the signature. `None` if the texts have no words in common.
    pub(super) fn text(&self) -> Option<String> {
        let mut runs: Vec<Vec<&CommonWord>> = Vec::new();
        let mut is_open = false;
        let mut starts_open = false;
        for word in &self.words {
            if !self.are_few(self.members - word.members) {
                is_open = true;
                continue;
            }
            is_open |= !self.are_few(word.gaps);
            match runs.last_mut() {
                Some(run) if !is_open => run.push(word),
                last => {
                    starts_open |= last.is_none() && is_open;
                    runs.push(vec![word]);
                }
            }
            is_open = false;
        }
        let ends_open = is_open || !self.are_few(self.gaps);
        let mut text = String::new();
        let mut has_gap = starts_open;
        let mut has_words = false;
        let count = runs.len();
        for (number, run) in runs.iter().enumerate() {
            // A single character between two gaps is there by chance.
            let letters: usize = run.iter().map(|word| word.letters()).sum();
            let is_alone = (number > 0 || starts_open) && (number + 1 < count || ends_open);
            has_gap |= number > 0;
            if letters == 0 || letters == 1 && is_alone {
                has_gap = true;
                continue;
            }
            if has_gap {
                text.push_str(if has_words { " {...} " } else { "{...} " });
            }
            has_gap = false;
            has_words = true;
            for (place, word) in run.iter().enumerate() {
                if place > 0 && word.has_blank {
                    text.push(' ');
                }
                text.push_str(&word.text);
            }
        }
        if has_gap || ends_open {
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
            members: 1,
            gaps: 0,
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
        let mut signature = TextSignature::of(texts[0])?;
        for text in &texts[1..] {
            signature.meet(text)?;
        }
        signature.text()
    }

    #[test]
    fn a_signature_has_the_words_of_nine_in_ten_members() {
        let cases: [(&[&str], Option<&str>); 8] = [
            (&["only one, here"], Some("only one, here")),
            (
                &[
                    "加我微信 abc123,兼职日结300元",
                    "加我微信 xyz9,兼职日结500元",
                ],
                Some("加我微信 {...} ,兼职日结 {...} 元"),
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
        let mut many = vec!["same words, call 1"; 18];
        many.extend(["other words, call 2", "same old words, call 3"]);
        assert_eq!(signature(&many).as_deref(), Some("same words, call 1"));
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
