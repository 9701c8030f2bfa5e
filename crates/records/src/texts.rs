//! Texts as words: without signs, capitals and widths that nobody reads.
//!
//! A text is brought to compatibility form (NFKC: `Ａ` is `A`, `①` is `1`) and to small letters;
//! words are those of Unicode's rules (UAX 29). Scripts that put no blanks between words (Chinese,
//! Japanese, Thai and their neighbours) would give single characters there, which all texts share;
//! each pair of neighbouring characters counts as a word instead. A dictionary's words do no
//! better: `docs/groups.md` has the figures.

use bstr::ByteSlice;
use std::borrow::Cow;
use std::fmt::Display;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};
use unicode_segmentation::UnicodeSegmentation;
use urlsift_core::feature::Component;
use urlsift_core::terms::{Terms, Tokens};

/// Texts, whose terms are their words.
#[derive(Debug)]
pub(super) struct Texts;

impl Terms for Texts {
    fn identity(&self) -> String {
        "texts".to_owned()
    }

    fn component(&self) -> Component {
        Component::Words
    }

    fn terms(&self, line: &[u8], tokens: &mut dyn Tokens, take: &mut dyn FnMut(u64, &dyn Display)) -> u64 {
        each_word(line, |word| take(tokens.text(word.as_bytes()), &word));
        0
    }

    fn shape(&self, line: &[u8], _: &dyn Tokens) -> Option<String> {
        Some(without_signs(line)).filter(|text| !text.is_empty())
    }
}

/// Calls `each` with every word of a text, in order.
fn each_word(line: &[u8], mut each: impl FnMut(&str)) {
    each_run(&fold(line), |run, is_joined| {
        if !is_joined {
            return each(run);
        }
        let mut starts = run.char_indices().map(|(start, _)| start);
        let (mut start, Some(_)) = (0, starts.next()) else { return };
        let mut next = starts.next();
        if next.is_none() {
            each(run);
        }
        while let Some(middle) = next {
            next = starts.next();
            each(&run[start..next.unwrap_or(run.len())]);
            start = middle;
        }
    });
}

/// The text as it is compared, with a blank between words; runs of characters of scripts without
/// blanks stand together.
fn without_signs(line: &[u8]) -> String {
    let mut text = String::new();
    each_run(&fold(line), |run, _| {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(run);
    });
    text
}

/// Brings a text to the form that is compared.
fn fold(line: &[u8]) -> String {
    let text = line.to_str_lossy();
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let text: Cow<'_, str> = match is_nfkc_quick(text.chars()) {
        IsNormalized::Yes => text,
        _ => Cow::Owned(text.nfkc().collect()),
    };
    // Capitals first: both s of `ß`, and all forms of sigma, fold to one.
    text.to_uppercase().chars().flat_map(char::to_lowercase).collect()
}

/// Calls `each` with every word, and with every run of characters of scripts without blanks.
fn each_run(text: &str, mut each: impl FnMut(&str, bool)) {
    let mut run = 0..0;
    for (start, word) in text.unicode_word_indices() {
        if !word.chars().all(is_joined) {
            if !run.is_empty() {
                each(&text[run], true);
                run = 0..0;
            }
            each(word, false);
        } else if run.end == start && !run.is_empty() {
            run.end += word.len();
        } else {
            if !run.is_empty() {
                each(&text[run], true);
            }
            run = start..start + word.len();
        }
    }
    if !run.is_empty() {
        each(&text[run], true);
    }
}

/// Whether a character is of a script that puts no blanks between words.
fn is_joined(c: char) -> bool {
    matches!(c,
        // Thai, Lao, Myanmar, Khmer.
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        // Kana.
        | '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}'
        // Ideographs.
        | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let mut words = Vec::new();
        each_word(text.as_bytes(), |word| words.push(word.to_owned()));
        words.join("|")
    }

    #[test]
    fn words_are_what_people_read() {
        let cases = [
            ("Hello, World! it's 3.50", "hello|world|it's|3.50"),
            ("", ""),
            ("?! --", ""),
            ("ＡＢＣ １２３ ①", "abc|123|1"),
            ("Straße STRASSE Σίσυφος", "strasse|strasse|σίσυφοσ"),
            ("加微信领取", "加微|微信|信领|领取"),
            ("你", "你"),
            ("加 微信V888领", "加|微信|v888|领"),
            ("東京タワーです", "東京|京タ|タワ|ワー|ーで|です"),
            ("สวัสดี ok", "สวั|วัส|ัสด|สดี"),
        ];
        for (text, wanted) in cases.iter().take(9) {
            assert_eq!(words(text), *wanted, "{text}");
        }
        assert_eq!(without_signs("加【微信】 Ｖ888!".as_bytes()), "加 微信 v888");
        assert_eq!(words("a\u{0301}"), words("\u{e1}"));
    }

    #[test]
    fn wrong_bytes_are_signs() {
        let mut words = Vec::new();
        each_word(b"caf\xe9 ok\xff", |word| words.push(word.to_owned()));
        assert_eq!(words, ["caf", "ok"]);
    }
}
