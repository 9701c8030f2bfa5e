//! Distinguishes random strings from words.
//!
//! Counts decide for digits between letters, changes of case and long hexadecimal runs. For plain
//! letters, the pairs of letters decide: the mean cost in bits of each letter after the previous
//! one, given the pair frequencies of the words in `data/counts.tsv`. Real words cost 3 to 4.5 bits
//! a letter, random letters about 6.

use super::census::Census;
use super::words;
use crate::bytes::{first, leading_digits};
use crate::thresholds::Thresholds;
use std::sync::LazyLock;

/// 26 letters, and the edge of a word; the rest of a row is unused, so that five bits of a letter
/// need no bounds check.
const LETTERS: usize = 32;
const EDGE: u8 = 26;

/// Costs are in fractions of a bit, with a count of one in the bits above, so that one sum has
/// both.
const PARTS: f32 = 1024.0;
const COUNT: u32 = 24;

/// Maximum bytes judged of a text: more pairs would overflow the count.
const LONGEST: usize = 250;

/// The number of each byte's letter.
static LETTER: [u8; 256] = {
    let mut letters = [EDGE; 256];
    let mut letter = 0;
    while letter < EDGE {
        letters[(b'a' + letter) as usize] = letter;
        letters[(b'A' + letter) as usize] = letter;
        letter += 1;
    }
    letters
};

/// Cost of a letter after another, and a count of one.
static COST: LazyLock<[[u32; LETTERS]; LETTERS]> = LazyLock::new(|| {
    let edge = usize::from(EDGE);
    let used = edge + 1;
    let mut counts = [[0.0_f32; LETTERS]; LETTERS];
    for row in &mut counts[..used] {
        row[..used].fill(0.2);
    }
    for line in include_str!("data/counts.tsv").lines() {
        let (word, count) = line
            .split_once('\t')
            .expect("each line is a word, a tab and a count");
        let count: f32 = count.parse().expect("counts are numbers");
        // A word on 300 hosts counts more than one on 3, but not a hundred times more.
        let weight = count.sqrt();
        let mut last = edge;
        for byte in word.bytes().chain([0]) {
            let letter = usize::from(LETTER[usize::from(byte)]);
            counts[last][letter] += weight;
            last = letter;
        }
    }
    counts[edge][edge] = 0.2;
    let mut costs = counts.map(|row| {
        let total: f32 = row.iter().sum();
        #[allow(
            clippy::cast_sign_loss,
            reason = "a count is at most the total: no logarithm is below 0"
        )]
        row.map(|count| {
            let bits = (total / count).log2();
            let parts = (bits * PARTS).round();
            1 << COUNT | parts as u32
        })
    });
    // Two neighbours that are not letters are not a pair.
    costs[edge][edge] = 0;
    costs
});

/// The mean cost of neighbouring letters, in hundredths of a bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost(f32);

impl Cost {
    /// Creates the mean from a sum of costs with their count in the bits above.
    fn of(sum: u32) -> Self {
        let count = (sum >> COUNT).max(1) as f32;
        let bits = parts(sum) as f32 / PARTS;
        Self(bits / count * 100.0)
    }

    /// Whether it exceeds `bits` after rounding. Rounding itself would be a call.
    pub(super) fn is_above(self, bits: i32) -> bool {
        self.0 >= bits as f32 + 0.5
    }
}

/// Returns a cost without its count.
fn parts(cost: u32) -> u32 {
    cost & ((1 << COUNT) - 1)
}

/// Returns the cost of a letter after another, with a count of one.
fn pair(costs: &[[u32; LETTERS]; LETTERS], last: u8, now: u8) -> u32 {
    costs[usize::from(last) % LETTERS][usize::from(now) % LETTERS]
}

/// Returns the mean cost of a text's letters. Any other byte is the edge of a word.
fn cost(text: &[u8]) -> Cost {
    let (cost, _) = cost_and_letters(first(text, LONGEST));
    cost
}

/// Returns the mean cost of the letters of a word, in hundredths of a bit.
pub(super) fn bits(word: &[u8]) -> i32 {
    cost(word).0 as i32
}

/// Returns the mean cost of at most [`LONGEST`] bytes, and the letters that occur, as bits.
pub(super) fn cost_and_letters(text: &[u8]) -> (Cost, u32) {
    let costs = &*COST;
    let mut last = EDGE;
    let mut sum = 0;
    let mut letters = 0_u32;
    for &byte in text {
        let letter = LETTER[usize::from(byte)];
        sum += pair(costs, last, letter);
        letters |= 1 << (letter % 32);
        last = letter;
    }
    sum += pair(costs, last, EDGE);
    (Cost::of(sum), letters)
}

/// Whether letters read like words of a language.
pub(super) fn is_readable(text: &[u8]) -> bool {
    reads_like_words(text, &Thresholds::STANDARD)
}

/// Whether letters read like words under these thresholds.
pub(super) fn reads_like_words(text: &[u8], thresholds: &Thresholds) -> bool {
    !cost(text).is_above(thresholds.readable_bits)
}

/// Maximum letters and digits of an id that could also be a name.
const SHORT: usize = 10;

/// Costs of names in addition to their letters, in fractions of a bit: a digit after a letter,
/// after another digit, and at the start; the choice of the digit; the end, and a letter, after a
/// digit; a capital at the start of a word, and elsewhere.
const NUMBER: i32 = 4 * BIT + BIT / 2;
const NEXT_DIGIT: i32 = 2 * BIT;
const FIRST_DIGIT: i32 = 6 * BIT;
const WHICH_DIGIT: i32 = 3 * BIT + BIT / 3;
const NUMBER_ENDS: i32 = BIT;
const WORD_AFTER_NUMBER: i32 = 5 * BIT;
const HUMP: i32 = 2 * BIT;
const CAPITAL: i32 = BIT;
const BIT: i32 = PARTS as i32;

/// Whether letters with digits or capitals are more likely random than composed. A name followed by
/// a number never is.
///
/// A random character costs the logarithm of the size of its alphabet. A name costs as much as its
/// pairs of letters, and more for each number and for each capital inside a word. With this, 70, 79
/// and 91 % of ids of 6, 7 and 8 letters and digits are found (32, 43 and 51 % without), and with
/// letters of both cases 70, 79 and 84 % (33, 54 and 59 %).
fn is_drawn(text: &[u8], census: &Census, thresholds: &Thresholds) -> bool {
    let both_cases = census.lowers > 0 && census.uppers > 0;
    let is_numbered = census.switches == 1 && text[0].is_ascii_alphabetic();
    if census.letters() == 0 || is_numbered || (census.digits == 0 && !both_cases) {
        return false;
    }
    let costs = &*COST;
    let pair = |last: u8, now: u8| parts(pair(costs, last, now)).cast_signed();
    let mut last = EDGE;
    let mut name = 0;
    let mut before = 0;
    for &byte in text {
        let letter = LETTER[usize::from(byte)];
        name += match (letter, before) {
            (EDGE, 0) => FIRST_DIGIT + WHICH_DIGIT,
            (EDGE, b'0'..=b'9') => NEXT_DIGIT + WHICH_DIGIT,
            (EDGE, _) => NUMBER + WHICH_DIGIT,
            (_, b'0'..=b'9') => WORD_AFTER_NUMBER + pair(EDGE, letter) / 2,
            (_, b'a'..=b'z') if byte.is_ascii_uppercase() => HUMP + pair(EDGE, letter),
            (_, _) if byte.is_ascii_uppercase() && both_cases => CAPITAL + pair(last, letter),
            _ => pair(last, letter),
        };
        last = letter;
        before = byte;
    }
    name += if before.is_ascii_digit() {
        NUMBER_ENDS
    } else {
        pair(last, EDGE)
    };
    // Logarithms of 62 and 36.
    let bits = if both_cases { 5.954 } else { 5.170 };
    let drawn = bits * PARTS * text.len() as f32;
    let surplus = (name as f32 - drawn) / PARTS * 100.0;
    surplus > thresholds.drawn_bits as f32 && !has_word(text)
}

/// Whether a text has a technical word between its digits, or begins with `1st`.
fn has_word(text: &[u8]) -> bool {
    let digits = leading_digits(text);
    let ending = first(&text[digits..], 2);
    let is_ordinal = digits > 0 && matches!(ending, b"st" | b"nd" | b"rd" | b"th");
    if is_ordinal || words::is_technical(text) {
        return true;
    }
    for part in text.split(|byte| !byte.is_ascii_alphabetic()) {
        if part.len() > 2 && words::is_known(part) {
            return true;
        }
    }
    false
}

/// Returns the number of letters in words of three letters or more that read like a language. Words
/// end before bytes other than letters, and before a capital.
pub(super) fn readable_letters(text: &[u8]) -> usize {
    let is_small = |at: usize| match text.get(at) {
        Some(byte) => byte.is_ascii_lowercase(),
        None => false,
    };
    let ends_word = |at: usize| match text.get(at) {
        Some(b'A'..=b'Z') => is_small(at - 1) || is_small(at + 1),
        Some(byte) => !byte.is_ascii_alphabetic(),
        None => true,
    };
    let mut letters = 0;
    let mut start = 0;
    for at in 1..=text.len() {
        if !text[start].is_ascii_alphabetic() {
            start = at;
            continue;
        }
        if !ends_word(at) {
            continue;
        }
        let word = &text[start..at];
        if word.len() >= 3 && is_readable(word) {
            letters += word.len();
        }
        start = at;
    }
    letters
}

/// Minimum length of a hexadecimal or random text.
pub(super) const SHORTEST: usize = 6;

/// Whether a text is hexadecimal rather than a word or a number: 6 digits of which 2 are decimal, 8
/// with 1, or 16.
pub(super) fn is_hex(census: &Census) -> bool {
    let length = census.length;
    let digits = census.digits;
    let least = match length {
        16.. => 0,
        8.. => 1,
        SHORTEST.. => 2,
        _ => return false,
    };
    digits + census.hex_letters == length && digits < length && digits >= least
}

/// Minimum length of a checksum.
pub(super) const DIGEST: usize = 20;

/// Length of a SHA-256 in base 64 without padding.
pub(super) const SHA_256: usize = 43;

/// Whether a text is a checksum in base 64 for URLs, in which `-` and `_` are digits: it has all
/// kinds of digits, and the kind changes at least every fourth byte.
pub(super) fn is_digest(census: &Census) -> bool {
    let length = census.length;
    length >= DIGEST
        && census.dots + census.others == 0
        && census.digits > 0
        && census.lowers > 0
        && census.uppers > 0
        && census.joints() * 8 <= length
        && census.changes * 4 >= length
}

/// Whether letters and digits look random. Bytes other than letters, digits, `-` and `_` are
/// ignored.
pub(super) fn is_random(text: &[u8], census: &Census) -> bool {
    looks_random(text, census, &Thresholds::STANDARD)
}

/// Whether letters and digits look random under these thresholds.
pub(super) fn looks_random(text: &[u8], census: &Census, thresholds: &Thresholds) -> bool {
    if census.others > 0 {
        let text = unpadded(text);
        let census = Census::of(text);
        return census.others == 0 && looks_random(text, &census, thresholds);
    }
    let &Census {
        length,
        digits,
        lowers,
        uppers,
        switches,
        changes,
        ..
    } = census;
    let letters = census.letters();
    let joints = census.joints();
    if length < SHORTEST || letters == 0 || census.dots > 0 {
        return false;
    }
    // Base 64 for URLs: both cases, few separators, pairs of letters that occur in no language.
    let is_coded = length >= 11
        && uppers >= 2
        && lowers >= 2
        && uppers + lowers + digits + joints == length
        && joints * 6 <= length
        && (digits > 0 || changes * 5 >= length);
    if is_coded && cost(text).is_above(thresholds.random_bits) {
        return true;
    }
    if length <= SHORT && joints == 0 && is_drawn(text, census, thresholds) {
        return true;
    }
    if digits > 0 {
        if joints * 4 > length {
            return false;
        }
        let switches_often = switches >= 3 && length >= 8 && digits >= 3;
        let is_short_mixture =
            switches >= 2 && length >= 6 && joints == 0 && changes * 5 >= length * 2;
        let is_mixture = changes * 3 >= length && length >= 9 && joints <= 1;
        if switches_often || is_short_mixture || is_mixture {
            return true;
        }
        let may_be_long = length >= 10 && joints == 0 && switches >= 1;
        return may_be_long && cost(text).is_above(thresholds.random_bits);
    }
    if joints > 1 {
        return false;
    }
    if uppers > 0 && lowers > 0 && length >= 9 && changes * 3 >= length {
        return true;
    }
    if length >= 7 && census.vowels == 0 && letters == length {
        return true;
    }
    length >= 8 && cost(text).is_above(thresholds.random_bits)
}

/// Returns a text in base 64 without its padding.
fn unpadded(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let [shorter @ .., b'='] | [shorter @ .., b'%', b'3', b'D'] = rest {
        rest = shorter;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_id(text: &[u8]) -> bool {
        let census = Census::of(text);
        is_hex(&census) || is_random(text, &census)
    }

    /// Generates uniform characters from a fixed seed, so that the counts below are exact.
    fn draws(alphabet: &[u8], length: usize) -> impl Iterator<Item = Vec<u8>> {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        std::iter::repeat_with(move || {
            (0..length)
                .map(|_| {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    alphabet[(state >> 33) as usize % alphabet.len()]
                })
                .collect()
        })
        .take(2000)
    }

    #[test]
    fn most_random_strings_are_found_and_few_words_are() {
        let base62 = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let share = |hits: usize, of: usize| hits as f64 / of as f64;
        for (alphabet, length, least) in [
            (&base62[..], 11, 0.95),
            (&base62[..36], 12, 0.95),
            (&base62[..16], 8, 0.95),
            (&base62[..], 8, 0.8),
            (&base62[..36], 8, 0.9),
            (&base62[..36], 6, 0.65),
        ] {
            let hits = draws(alphabet, length).filter(|s| is_id(s)).count();
            assert!(
                share(hits, 2000) > least,
                "{length} of {}: {}",
                alphabet.len(),
                share(hits, 2000)
            );
        }
        let words: Vec<&str> = include_str!("data/counts.tsv")
            .lines()
            .map(|l| l.split('\t').next().unwrap_or_default())
            .collect();
        let taken: Vec<&&str> = words.iter().filter(|w| is_id(w.as_bytes())).collect();
        assert!(share(taken.len(), words.len()) < 0.01, "{taken:?}");
    }

    #[test]
    fn names_that_people_write_are_no_random_strings() {
        for word in [
            "getUserInfo",
            "uploadProfilePicture",
            "LOGIN_PAGE",
            "oauth2callback",
            "wp-admin",
            "rss2html",
            "XMLHttpRequest",
            "md5sum",
            "4thfloor",
            "py2exe",
            "phxApp",
            "OAuth2Token",
            "quokka007",
        ] {
            assert!(!is_id(word.as_bytes()), "{word}");
        }
        for word in [
            "4af0bdc4",
            "dQw4w9WgXcQ",
            "b337ece3f031",
            "qsxojdkw",
            "UCeLEGbj240J6JhpP7ba8GwA",
            "nQ64xDif",
            "tp2zdk",
        ] {
            assert!(is_id(word.as_bytes()), "{word}");
        }
    }
}
