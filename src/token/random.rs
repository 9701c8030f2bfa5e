//! Tells strings that a machine drew from words that a person chose.
//!
//! Digits between letters, changes of case and long hexadecimal runs are decided by counting. Plain letters are decided by
//! how surprising their pairs are: the mean cost in bits of each letter after the one before it, under pair frequencies
//! counted from the words of `data/counts.tsv`. Real words cost 3 to 4.5 bits a letter, uniform letters about 6.

use std::sync::LazyLock;

/// Mean pair cost in bits from which letters are taken for random: 96 to 99 % of random base-62 and base-36 strings,
/// 0.3 % of real words.
const RANDOM_BITS: f32 = 5.4;

/// Mean pair cost in bits up to which letters read like a language.
const READABLE_BITS: f32 = 4.6;

/// 26 letters, and the edge of a word.
const LETTERS: usize = 27;
const EDGE: usize = 26;

/// Cost in bits of a letter after another.
static COST: LazyLock<[[f32; LETTERS]; LETTERS]> = LazyLock::new(|| {
    let mut counts = [[0.2_f32; LETTERS]; LETTERS];
    for line in include_str!("data/counts.tsv").lines() {
        let (word, count) = line.split_once('\t').expect("each line is a word, a tab and a count");
        // A word on 300 hosts says more than one on 3, but not a hundred times more.
        let weight = count.parse::<f32>().expect("counts are numbers").sqrt();
        for pair in pairs(word.as_bytes()) {
            counts[pair.0][pair.1] += weight;
        }
    }
    counts.map(|row| {
        let total: f32 = row.iter().sum();
        row.map(|count| (total / count).log2())
    })
});

/// Pairs of neighbouring letters, with an edge wherever something else than a letter stands.
fn pairs(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let index =
        |b: u8| if b.is_ascii_alphabetic() { usize::from(b.to_ascii_lowercase() - b'a') } else { EDGE };
    let mut last = EDGE;
    text.iter()
        .copied()
        .chain([0])
        .map(move |b| (std::mem::replace(&mut last, index(b)), index(b)))
        .filter(|&p| p != (EDGE, EDGE))
}

/// Mean cost in bits of a letter of `text`.
fn mean_bits(text: &[u8]) -> f32 {
    let cost = &*COST;
    let (sum, count) =
        pairs(text).fold((0.0, 0_u16), |(sum, count), (a, b)| (sum + cost[a][b], count.saturating_add(1)));
    sum / f32::from(count.max(1))
}

/// Whether letters read like words of a language.
pub(super) fn is_readable(text: &[u8]) -> bool {
    mean_bits(text) <= READABLE_BITS
}

/// Whether `text` is hexadecimal enough to be no word and no number: 6 digits of which 2 are decimal, 8 with 1, or 16.
pub(super) fn is_hex(text: &[u8]) -> bool {
    if text.len() < 6 || !text.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
    let decimal = text.iter().filter(|b| b.is_ascii_digit()).count();
    if decimal == text.len() {
        return false;
    }
    text.len() >= 16 || (text.len() >= 8 && decimal >= 1) || decimal >= 2
}

const DIGIT: u8 = 0;
const LOWER: u8 = 1;
const UPPER: u8 = 2;
const JOINT: u8 = 3;
const OTHER: u8 = 4;

/// Kinds of bytes.
static KINDS: [u8; 256] = {
    let mut kinds = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'0'..=b'9' => DIGIT,
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'-' | b'_' => JOINT,
            _ => OTHER,
        };
        byte += 1;
    }
    kinds
};

/// Whether letters and digits look drawn rather than written. Anything but letters, digits, `-` and `_` is not looked at.
pub(super) fn is_random(text: &[u8]) -> bool {
    // Base 64 may be padded.
    let mut text = text;
    while let Some(rest) = text.strip_suffix(b"=").or_else(|| text.strip_suffix(b"%3D")) {
        text = rest;
    }
    if text.len() < 6 {
        return false;
    }
    let mut counts = [0_usize; 4];
    let (mut vowels, mut switches, mut changes) = (0, 0, 0);
    let mut last = JOINT;
    for &b in text {
        let now = KINDS[usize::from(b)];
        if now == OTHER {
            return false;
        }
        counts[usize::from(now)] += 1;
        vowels += usize::from(matches!(b | 32, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'));
        if last != now && last != JOINT && now != JOINT {
            // A capital that begins a word is no change.
            switches += usize::from((last == DIGIT) != (now == DIGIT));
            changes += usize::from(!(last == UPPER && now == LOWER));
        }
        last = now;
    }
    let [digits, lowers, uppers, joints] = counts;
    let letters = uppers + lowers;
    let length = text.len();
    if letters == 0 {
        return false;
    }
    if digits > 0 {
        let dense = joints * 4 <= length;
        return dense
            && ((switches >= 3 && length >= 8 && digits >= 3)
                || (switches >= 2 && length >= 6 && joints == 0 && changes * 5 >= length * 2)
                || (changes * 3 >= length && length >= 9 && joints <= 1)
                || (length >= 10 && joints == 0 && switches >= 1 && mean_bits(text) > RANDOM_BITS));
    }
    if joints > 1 {
        return false;
    }
    if uppers > 0 && lowers > 0 && length >= 9 && changes * 3 >= length {
        return true;
    }
    (length >= 7 && vowels == 0 && letters == length) || (length >= 8 && mean_bits(text) > RANDOM_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of uniform characters; the seed is fixed, so the counts below are exact.
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
        for (alphabet, length, least) in
            [(&base62[..], 11, 0.95), (&base62[..36], 12, 0.95), (&base62[..16], 8, 0.95)]
        {
            let hits = draws(alphabet, length).filter(|s| is_hex(s) || is_random(s)).count();
            assert!(share(hits, 2000) > least, "{length} of {}: {}", alphabet.len(), share(hits, 2000));
        }
        let words: Vec<&str> = include_str!("data/counts.tsv")
            .lines()
            .map(|l| l.split('\t').next().unwrap_or_default())
            .collect();
        let taken: Vec<&&str> =
            words.iter().filter(|w| is_hex(w.as_bytes()) || is_random(w.as_bytes())).collect();
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
        ] {
            assert!(!is_random(word.as_bytes()), "{word}");
            assert!(!is_hex(word.as_bytes()), "{word}");
        }
        for word in ["4af0bdc4", "dQw4w9WgXcQ", "b337ece3f031", "qsxojdkw", "UCeLEGbj240J6JhpP7ba8GwA"] {
            assert!(is_random(word.as_bytes()) || is_hex(word.as_bytes()), "{word}");
        }
    }
}
