//! Splits texts into words and values, in order, and ignores punctuation, case and width of
//! characters.
//!
//! A text is converted to compatibility form (NFKC: `Ａ` is `A`, `①` is `1`) and split into
//! [pieces](super::pieces). Words are compared in lower case; a run of [values] is one term,
//! whatever the values. Scripts that put no blanks between words (Chinese, Japanese, Thai and their
//! neighbours) would give single characters, which all texts share; each pair of neighbouring
//! characters counts as a word instead. Words from a dictionary give no better results:
//! `docs/groups.md` has the figures.

use super::fold::{Fold, compatible};
use super::header;
use super::piece::{PieceKind, TextPiece};
use super::pieces::cut;
use super::values;
use bstr::ByteSlice;
use std::borrow::Cow;
use std::fmt::Display;
use urlsift_core::{Component, Terms, Tokens};

/// Texts, whose terms are their words and values.
#[derive(Debug)]
pub(super) enum TextTerms {
    /// Texts, without what hides their words.
    Texts(Fold),
    /// Lines of logs, which follow [headers](header) and hide nothing.
    Logs,
}

impl TextTerms {
    /// Returns a line in the form in which its words are compared.
    fn compared<'l>(&self, line: &'l [u8]) -> Cow<'l, str> {
        let text = line.to_str_lossy();
        match self {
            Self::Texts(fold) => fold.apply(text),
            Self::Logs => match compatible(text) {
                Cow::Borrowed(text) => Cow::Borrowed(header::message(text)),
                Cow::Owned(text) => Cow::Owned(header::message(&text).to_owned()),
            },
        }
    }
}

/// A term of a text.
enum Term<'t> {
    /// A word, in lower case.
    Word(&'t str),
    /// A run of values, by the first of them.
    Values(&'t str),
}

impl Terms for TextTerms {
    fn identity(&self) -> String {
        match self {
            // The terms of earlier builds, whose states go on with this setting.
            Self::Texts(Fold::Nothing) => "texts in order".to_owned(),
            Self::Texts(fold) => format!("texts in order fold={fold}"),
            Self::Logs => "log lines".to_owned(),
        }
    }

    fn component(&self) -> Component {
        Component::Words
    }

    fn terms(
        &self,
        line: &[u8],
        tokens: &mut dyn Tokens,
        take: &mut dyn FnMut(u64, &dyn Display),
    ) -> u64 {
        let text = self.compared(line);
        let is_literal = tokens.are_literal();
        each_term(&text, &cut(&text), is_literal, |term, _| match term {
            Term::Word(word) => take(tokens.text(word.as_bytes()), &word),
            Term::Values(value) => take(tokens.value(), &value),
        });
        0
    }

    fn left_out(&self, line: &[u8]) -> Option<String> {
        match self {
            Self::Texts(fold) => fold.left_out(&line.to_str_lossy()),
            Self::Logs => None,
        }
    }

    fn is_ordered(&self) -> bool {
        true
    }

    fn shape(&self, line: &[u8], tokens: &dyn Tokens) -> Option<String> {
        self.template(line, tokens, &|_| false)
    }

    fn template(
        &self,
        line: &[u8],
        tokens: &dyn Tokens,
        is_learned: &dyn Fn(usize) -> bool,
    ) -> Option<String> {
        let text = &*self.compared(line);
        let is_literal = tokens.are_literal();
        let pieces = cut(text);
        // The number of the term of each piece; several values may share a term.
        let mut numbers = vec![0; pieces.len()];
        let mut count = 0;
        each_term(text, &pieces, is_literal, |_, piece| {
            numbers[piece] = count;
            count += 1;
        });
        let mut template = String::new();
        let mut end = 0;
        for (piece, &number) in pieces.iter().zip(&numbers) {
            let shown = piece.of(text);
            template.push_str(&text[end..piece.start]);
            end = piece.end;
            match piece.kind {
                kind if kind.is_value() && !is_literal => {
                    template.extend(["{", &values::class(shown, kind, tokens), "}"]);
                }
                PieceKind::Word if is_learned(number) => template.push_str("{word}"),
                _ => template.push_str(shown),
            }
        }
        template.push_str(&text[end..]);
        (count > 0).then(|| template.trim().to_owned())
    }
}

/// Calls `each` with every term, in order, and the number of its first piece.
fn each_term(
    text: &str,
    pieces: &[TextPiece],
    is_literal: bool,
    mut each: impl FnMut(Term<'_>, usize),
) {
    let mut folded = String::new();
    let mut is_in_values = false;
    for (number, piece) in pieces.iter().enumerate() {
        let part = piece.of(text);
        if piece.kind.is_value() && !is_literal {
            if !is_in_values {
                each(Term::Values(part), number);
            }
            is_in_values = true;
            continue;
        }
        is_in_values = false;
        if piece.kind == PieceKind::Joined {
            // These scripts have no cases.
            each_pair(part, |pair| each(Term::Word(pair), number));
        } else {
            fold(part, &mut folded);
            each(Term::Word(&folded), number);
        }
    }
}

/// Calls `each` with every pair of neighbouring characters, or with a single character alone.
fn each_pair(run: &str, mut each: impl FnMut(&str)) {
    let starts = run.char_indices().map(|(start, _)| start);
    let ends = starts.clone().skip(2).chain([run.len()]);
    for (start, end) in starts.zip(ends) {
        each(&run[start..end]);
    }
}

/// Writes a word in lower case.
fn fold(word: &str, folded: &mut String) {
    folded.clear();
    if word.is_ascii() {
        folded.push_str(word);
        return folded.make_ascii_lowercase();
    }
    // Upper case first: both s of `ß`, and all forms of sigma, become equal.
    folded.extend(word.to_uppercase().chars().flat_map(char::to_lowercase));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &[u8]) -> String {
        let text = TextTerms::Texts(Fold::default()).compared(line);
        let mut words = Vec::new();
        each_term(&text, &cut(&text), false, |term, _| {
            words.push(match term {
                Term::Word(word) => word.to_owned(),
                Term::Values(_) => "{}".to_owned(),
            });
        });
        words.join("|")
    }

    #[test]
    fn words_are_what_people_read() {
        let cases = [
            ("Hello, World! it's 3.50", "hello|world|it's|{}"),
            ("", ""),
            ("?! --", ""),
            ("ＡＢＣ １２３ ①", "abc|{}"),
            ("Straße STRASSE Σίσυφος", "strasse|strasse|σίσυφοσ"),
            ("加微信领取", "加微|微信|信领|领取"),
            ("你", "你"),
            ("加 微信V888领", "加|微信|{}|领"),
            ("東京タワーです", "東京|京タ|タワ|ワー|ーで|です"),
        ];
        for (text, wanted) in cases {
            assert_eq!(words(text.as_bytes()), wanted, "{text}");
        }
        assert_eq!(words("a\u{0301}".as_bytes()), words("\u{e1}".as_bytes()));
    }

    #[test]
    fn wrong_bytes_are_signs() {
        assert_eq!(words(b"caf\xe9 ok\xff"), "caf|ok");
    }
}
