//! Takes out what hides a text from a comparison of its words: invisible characters, strokes over
//! letters, and marks between single characters.
//!
//! | written | compared | unless `fold` is |
//! |---|---|---|
//! | `fr<U+200B>ee`, `f̶r̶e̶e̶` | `free` | `none` |
//! | `加★我★微★信`, `f.r.e.e` | `加我微信`, `free` | `none` |
//! | `f r e e` | `free` | only with `blanks`, `all` |
//! | `薇芯`, `職` | `微信`, `职` | only with `forms`, `all` |
//!
//! Vowel signs, tones and accents are parts of letters and stay in their own script.

mod chains;
mod combining;
mod forms;
mod invisible;
mod units;

use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use std::borrow::Cow;
use urlsift_core::settings::choices;

choices! {
    "fold";
    /// What is taken out of texts before their words are compared.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Fold {
        /// Invisible characters, strokes, and marks between single characters.
        #[default]
        Marks = "marks", "Invisible characters, and marks between single characters";
        /// Also blanks between single letters.
        Blanks = "blanks", "Also blanks between single letters";
        /// As [`Fold::Marks`], and other forms of characters are replaced.
        Forms = "forms", "As marks; traditional characters and look-alikes count as the usual ones";
        /// Everything.
        All = "all", "Blanks and forms";
        /// Nothing.
        Nothing = "none", "Nothing: texts are compared as written";
    }
}

impl Fold {
    /// Returns whether blanks between single letters are taken out.
    fn takes_blanks(self) -> bool {
        matches!(self, Self::Blanks | Self::All)
    }

    /// Returns whether other forms of characters are replaced.
    fn replaces_forms(self) -> bool {
        matches!(self, Self::Forms | Self::All)
    }

    /// Brings a text to the form in which its words are compared: compatibility form (NFKC), and
    /// without what hides it.
    pub(super) fn apply(self, text: Cow<'_, str>) -> Cow<'_, str> {
        if self == Self::Nothing {
            return compatible(text);
        }
        let mut form = compatible(Cow::Borrowed(&*text));
        if chains::may_hide(&form, self.takes_blanks()) {
            // Before the normalisation: an invisible character keeps an accent from its letter.
            form = replaced(Cow::Borrowed(&*text), invisible::without);
            if form.chars().any(combining::is_stroke) {
                let without = combining::without_repeated(&decomposed(&form));
                form = without.map_or(form, Cow::Owned);
            }
            form = compatible(form);
            form = replaced(form, |text| {
                chains::without_marks(text, self.takes_blanks())
            });
            form = replaced(form, combining::without_foreign);
        }
        if self.replaces_forms() && !form.is_ascii() {
            form = Cow::Owned(form.chars().map(forms::usual).collect());
        }
        let changed = match form {
            Cow::Owned(form) => Some(form),
            Cow::Borrowed(_) => None,
        };
        changed.map_or(text, Cow::Owned)
    }
}

impl Fold {
    /// Returns the characters that are taken out of a text, in the order in which they first come,
    /// each with its number; `None` if there are none.
    pub(super) fn left_out(self, text: &str) -> Option<String> {
        let whole = decomposed(text);
        let kept = Fold::apply(self, Cow::Borrowed(text));
        let kept = decomposed(&kept);
        let mut kept = kept.chars().peekable();
        let mut counts: Vec<(char, u64)> = Vec::new();
        for c in whole.chars() {
            if kept.next_if(|next| forms_match(*next, c)).is_some() {
                continue;
            }
            match counts.iter_mut().find(|(other, _)| *other == c) {
                Some((_, count)) => *count += 1,
                None => counts.push((c, 1)),
            }
        }
        let mut shown = Vec::new();
        for (c, count) in counts {
            let is_visible = !c.is_whitespace() && !invisible::is_invisible(c);
            if is_visible && !combining::is_stroke(c) && !combining::is_sign(c) {
                shown.push(format!("{c} ({count})"));
            } else {
                shown.push(format!("U+{:04X} ({count})", u32::from(c)));
            }
        }
        (!shown.is_empty()).then(|| shown.join(", "))
    }
}

/// Returns whether a character is that of a text, or another form of it.
fn forms_match(kept: char, written: char) -> bool {
    kept == written || kept == forms::usual(written)
}

/// Applies a function that returns `None` for a text that stays.
fn replaced(text: Cow<'_, str>, function: impl Fn(&str) -> Option<String>) -> Cow<'_, str> {
    match function(&text) {
        Some(changed) => Cow::Owned(changed),
        None => text,
    }
}

/// Converts a text to compatibility form.
pub(super) fn compatible(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() {
        return text;
    }
    replaced(text, |text| {
        match ComposingNormalizer::new_nfkc().normalize(text) {
            Cow::Owned(form) => Some(form),
            // It is in this form already.
            Cow::Borrowed(_) => None,
        }
    })
}

/// Converts a text to compatibility form, with accents apart from their letters.
fn decomposed(text: &str) -> Cow<'_, str> {
    DecomposingNormalizer::new_nfkd().normalize(text)
}

#[cfg(test)]
mod tests;
