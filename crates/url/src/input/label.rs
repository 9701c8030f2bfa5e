//! Labels beside a URL: `Status: 200`, `status-code=200`, `[Size: 12]`, `200 lines`.
//!
//! A label is a name, and its last word says what stands beside it.

use super::field::Field;
use super::field_words::{FieldWordKind, kind_of, listed};
use crate::bytes::is_one_of;
use crate::list::list;
use crate::name_words::NameWords;
use bstr::ByteSlice;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The meanings of the last words of labels. `data/label_words.txt` has them below the names of
/// their fields.
static WORDS: LazyLock<HashMap<&str, FieldLabel>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for listed in listed(include_str!("data/label_words.txt")) {
        let field = Field::of(listed.heading);
        let label = field.map_or(FieldLabel::Other, FieldLabel::Of);
        for word in listed.line.split(' ') {
            words.insert(word, label);
        }
    }
    words
});

/// Bytes of the longest of them.
const LONGEST: usize = 24;

/// Units, behind a number.
const UNITS: [&str; 17] = list("b bytes c ch chars gb kb l lines mb min ms s sec secs w words");

/// The meaning of the value beside a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldLabel {
    /// A field of the record.
    Of(Field),
    /// A number, a name or a time that is no field.
    Other,
}

impl FieldLabel {
    /// Returns the meaning of a label; `None` if it is not known.
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        let mut words = NameWords::of(name);
        while let Some(word) = words.next() {
            if word.is("to") {
                continue;
            }
            let label = Self::of_word(word.text)?;
            if let Some(above) = words.next()
                && is_status_of_other(word.text, above.text)
            {
                return Some(Self::Other);
            }
            return Some(label);
        }
        None
    }

    /// Returns the meaning of the last word of a label.
    fn of_word(word: &[u8]) -> Option<Self> {
        let mut lower = [0; LONGEST];
        let lower = lower.get_mut(..word.len())?;
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        let lower = str::from_utf8(lower).ok()?;
        if lower.is_ascii() {
            return WORDS.get(lower).copied();
        }
        WORDS.get(&*lower.to_lowercase()).copied()
    }
}

/// Whether the status that a word names is not that of an answer, as the word before it says:
/// `exit code`, `upstream_status`.
pub(super) fn is_status_of_other(word: &[u8], above: &[u8]) -> bool {
    if above.is_empty() || !is_one_of(word, &["code", "status"]) {
        return false;
    }
    let text = above.to_str_lossy().to_ascii_lowercase();
    match kind_of(&text) {
        FieldWordKind::Behind => text != "target",
        FieldWordKind::Never => !text.starts_with("error") && !text.starts_with("redirect"),
        _ => false,
    }
}

/// Whether a word is a unit, in any case.
pub(super) fn is_unit(word: &[u8]) -> bool {
    is_one_of(word, &UNITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_label_counts() {
        for (name, wanted) in [
            ("status", Some(FieldLabel::Of(Field::Status))),
            ("Status Code", Some(FieldLabel::Of(Field::Status))),
            (
                "http.response.status_code",
                Some(FieldLabel::Of(Field::Status)),
            ),
            ("HTTP/1.1", Some(FieldLabel::Of(Field::Status))),
            ("content-length", Some(FieldLabel::Of(Field::Size))),
            ("Content-Type", Some(FieldLabel::Of(Field::ContentType))),
            ("redirects to", Some(FieldLabel::Of(Field::Location))),
            ("exit code", Some(FieldLabel::Other)),
            ("upstream_status", Some(FieldLabel::Other)),
            ("Error code", Some(FieldLabel::Of(Field::Status))),
            ("responseTime", Some(FieldLabel::Other)),
            ("Größe", Some(FieldLabel::Other)),
            ("code of conduct", None),
            ("found", None),
            ("", None),
        ] {
            assert_eq!(FieldLabel::of(name.as_bytes()), wanted, "{name}");
        }
    }
}
